//! `theorem t: s reaches mate by queen.wins`: instead of following play into the text that goes on, a theorem may rest on what that
//! text has proved of itself.
//!
//! The theorem is read twice. Its `from` is said of our men, so that somebody can tell whether a position that is handed over lies within it. And
//! the text itself is read as it stands, with its own men and the options that we have set, so that its theorem can be proved.

use adli_chess::{Colour, Kind};

use crate::core::endgame::Endgame;
use crate::core::program::{Program, Rest, SetOption};
use crate::core::term::{SIDES, Sort, StrategyId, TermId};
use crate::resolve::load::Declared;
use crate::syntax::ast::{ClaimItem, Expectation, Expr, ItemKind, Name, Statement};
use crate::{Code, Diagnostic, Sources, Span};

use super::{Context, Elaborator, Role, check};

impl Elaborator<'_> {
    /// The theorems of other texts on which a theorem about a strategy rests.
    pub(super) fn rests(&mut self, item: &ClaimItem, strategy: StrategyId) -> Vec<Rest> {
        let mut rests = Vec::new();
        for name in item.by.iter().filter(|name| !name.text.is_empty()) {
            match self.rest(item, name, strategy) {
                Ok(Some(rest)) => rests.push(rest),
                // What is wrong with it has been said.
                Ok(None) => {}
                Err(complaint) => self.errors.push(complaint),
            }
        }
        rests
    }

    fn rest(
        &mut self,
        item: &ClaimItem,
        name: &Name,
        strategy: StrategyId,
    ) -> Result<Option<Rest>, Diagnostic> {
        let refuse = |message: String| Diagnostic::error(Code::RestsOn, name.span, message);
        let Some((theirs, theorem)) = name.text.rsplit_once('.') else { return Ok(None) };
        if !item.under.is_empty() {
            let message = format!("`{}` is about other options than those of its text", name.text);
            return Err(refuse(message).help("leave out `by`, and play is followed"));
        }
        let going_on = self.loaded.going_on(0, theirs);
        let ours = self.strategies.all.get(usize::from(strategy.0)).map(|strategy| strategy.casts.clone());
        let goes_on = |declared: &&Declared| {
            let cast = self.cast_of(declared.text);
            ours.as_ref().is_some_and(|casts| casts.iter().skip(1).any(|own| *own == cast))
        };
        let Some(&declared) = going_on.iter().find(goes_on) else {
            let message = format!("no `{theirs}` goes on for this strategy");
            return Err(refuse(message).help(format!("hand over to it: `then {theirs}`")));
        };
        let text = &self.loaded.texts[declared.text];
        let claims = text.parsed.file.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Claim(claim) => Some(claim),
            _ => None,
        });
        let claims: Vec<&ClaimItem> = claims.map(|claim| &**claim).collect();
        let Some(found) = claims.iter().find(|claim| claim.name.text == theorem) else {
            let near = self.near(theorem, claims.iter().map(|claim| claim.name.text.as_str()));
            let near = near.map(|near| format!("{theirs}.{near}"));
            let message = format!("the text of `{theirs}` has no theorem called `{theorem}`");
            return Err(refuse(message).did_you_mean(near.as_deref()));
        };
        let plain = found.under.is_empty()
            && found.sizes.is_none()
            && !matches!(&found.expect, Some(Expectation::Verdict(word)) if word.text == "refuted");
        let Statement::Reaches { strategy: about, or: None, from, .. } = &found.says else {
            return Err(refuse(format!("`{}` does not say that `{theirs}` reaches mate", name.text)));
        };
        if about.text != theirs || !plain {
            return Err(refuse(format!("`{}` does not say that `{theirs}` reaches mate", name.text)));
        }
        let (source, from) = (text.source, from.clone());
        let side = self.strategies.get(declared).map_or(0, |strategy| strategy.side);
        let cast = self.cast_of(declared.text);
        let Some(from) = self.where_it_holds(declared.text, from.as_ref(), side) else { return Ok(None) };
        let options = self.options_of(declared.text);
        let (name, theorem) = (name.text.clone(), theorem.to_owned());
        Ok(Some(Rest { name, theorem, cast, from, source, options, other: 0 }))
    }

    /// The options that a text and those that it uses have here, in the order in which they are declared.
    fn options_of(&self, text: usize) -> Vec<SetOption> {
        let mut found: Vec<usize> = Vec::new();
        let (mut open, mut seen) = (vec![text], vec![text]);
        while let Some(text) = open.pop() {
            let items = 0..self.loaded.texts[text].parsed.file.items.len();
            let ids = items.filter_map(|item| self.option_ids.get(&(text, item)));
            found.extend(ids.map(|id| usize::from(id.0)));
            for used in self.loaded.texts[text].uses.iter().filter_map(|used| used.text) {
                if !seen.contains(&used) {
                    seen.push(used);
                    open.push(used);
                }
            }
        }
        let visible = |number: usize| {
            let names = &self.loaded.texts[text].names;
            let known = names.get(&self.options[number].name);
            known.is_some_and(|d| {
                self.option_ids.get(&(d.text, d.item)).map(|id| usize::from(id.0)) == Some(number)
            })
        };
        found.sort_unstable();
        found.dedup();
        let set = |number: usize| SetOption {
            place: self.options[number].span,
            value: self.options[number].value,
            visible: visible(number),
        };
        found.into_iter().map(set).collect()
    }

    /// Where a theorem of another text holds, said of our men.
    fn where_it_holds(&mut self, text: usize, from: Option<&Expr>, side: u16) -> Option<TermId> {
        let here = self.given(0);
        let mut ctx = Context::new(text, Role::Claim, Some(here), None);
        let home = self.home(&mut ctx, here);
        let says = match from {
            Some(expr) if matches!(&expr.kind, crate::syntax::ast::ExprKind::Name(name) if name == "all") => {
                self.terms.truth(true)
            }
            Some(expr) => self.bool(&mut ctx, expr)?,
            None => {
                let (turn, side) = (self.terms.turn(here), self.terms.value_of(SIDES, side));
                self.terms.eq(turn, side)
            }
        };
        // No position of a claim begins with a right to take in passing.
        let (passing, zero) = (self.terms.passing(here), self.terms.int(0));
        let nowhere = self.terms.square(zero, zero);
        let none = self.terms.eq(passing, nowhere);
        Some(self.terms.and([home, none, says]))
    }
}

/// Reads the texts on whose theorems those of a program rest, each by itself and with the options that are set here.
pub(super) fn read_texts(sources: &Sources, program: &mut Program) -> Vec<Diagnostic> {
    let mut complaints = Vec::new();
    for claim in &mut program.claims {
        for rest in &mut claim.rests {
            rest.other = program.others.len();
            match by_itself(sources, &program.endgame, rest) {
                Some(other) => program.others.push(other),
                None => {
                    let message = format!("the text of `{}` cannot be read by itself", rest.name);
                    complaints.push(Diagnostic::error(Code::RestsOn, claim.span, message));
                }
            }
        }
    }
    complaints
}

fn by_itself(sources: &Sources, endgame: &Endgame, rest: &Rest) -> Option<Program> {
    let mut checked = check(sources, rest.source, &[]);
    let settings = settings(checked.programs.first()?, rest);
    if !settings.is_empty() {
        let settings: Vec<(&str, &str)> =
            settings.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        checked = check(sources, rest.source, &settings);
    }
    // Of several materials the one with these men.
    let on_board = endgame.men.iter().zip(&rest.cast.0);
    let mut ours: Vec<(Colour, Kind)> =
        on_board.filter_map(|(man, kind)| Some((man.side, (*kind)?))).collect();
    ours.sort_by_key(|(side, kind)| (side.index(), kind.index()));
    checked.programs.into_iter().filter(|program| agree(program, rest)).find(|program| {
        let mut theirs: Vec<(Colour, Kind)> =
            program.endgame.men.iter().map(|man| (man.side, man.kind)).collect();
        theirs.sort_by_key(|(side, kind)| (side.index(), kind.index()));
        theirs == ours
    })
}

/// The options of a text that are set otherwise where it goes on, as a text writes them: those that the text itself knows by name, or
/// that nothing sets.
fn settings(other: &Program, rest: &Rest) -> Vec<(String, String)> {
    let mut settings = Vec::new();
    for option in &other.options {
        let set = rest.options.iter().find(|set| set.place == option.span && (set.visible || !option.is_set));
        let Some(value) = set.map(|set| set.value).filter(|value| *value != option.value) else { continue };
        let written = match option.sort {
            Sort::Bool => (value != 0).to_string(),
            Sort::Enum(id) => {
                let values = other.enums.get(usize::from(id.0)).map_or(&[][..], |values| &values.values);
                usize::try_from(value).ok().and_then(|at| values.get(at)).cloned().unwrap_or_default()
            }
            _ => value.to_string(),
        };
        settings.push((option.name.clone(), written));
    }
    settings
}

/// Whether a text by itself has its options set as they are where it goes on.
fn agree(other: &Program, rest: &Rest) -> bool {
    let mut here: Vec<(Span, i32)> = rest.options.iter().map(|set| (set.place, set.value)).collect();
    let mut there: Vec<(Span, i32)> =
        other.options.iter().map(|option| (option.span, option.value)).collect();
    for list in [&mut here, &mut there] {
        list.sort_unstable();
        list.dedup();
    }
    here == there
}
