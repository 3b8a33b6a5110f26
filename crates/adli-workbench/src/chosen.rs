//! A strategy, and a position to which it is put.

use adli_chess::{Colour, Position};
use adli_lang::term::{AdviceId, StrategyId, Term, TermId};
use adli_lang::{Advice, Aim, Cast, Interpreter, MovesFrom, Program, State, Strategy};
use adli_position::Compiled;

use crate::Text;
use crate::select::{Offer, Sort, Unchosen, select};
use crate::trouble::Trouble;
use crate::view::View;

/// How many terms the plain interpreter evaluates in one position before the prover is asked instead.
const FUEL: u64 = 20_000_000;

/// A strategy of a text, for one material.
pub struct Chosen {
    /// The text.
    pub text: Text,
    /// What it means, for this material.
    pub program: Program,
    /// The strategy.
    pub id: StrategyId,
    /// How the board of the position stands to that of the text.
    pub view: View,
    /// The table that its moves are taken from, if one was named.
    pub compiled: Option<Compiled>,
}

impl Chosen {
    /// The strategy of that name or the only one, of the program whose men are those of a position.
    ///
    /// # Errors
    /// There is no such strategy, or the text is about other men.
    pub fn new(
        text: Text,
        programs: &[Program],
        position: &Position,
        wanted: Option<&str>,
    ) -> Result<Chosen, Trouble> {
        // A text without a strategy is told so, whatever the position.
        if programs.iter().all(|program| program.strategies.is_empty()) {
            select::<()>(Sort::Strategy, &text, Vec::new(), wanted)?;
        }
        let (program, view) = fitting(&text, programs, position)?;
        let id = choose_strategy(&text, program, wanted)?;
        let chosen = Chosen { program: program.clone(), text, id, view, compiled: None };
        // Another strategy of the text may be the one with these men.
        match chosen.state(position) {
            Some(_) => Ok(chosen),
            None => Err(chosen.other_men(position)),
        }
    }

    /// Names the men for whom the strategy has rules; the position has others.
    fn other_men(&self, position: &Position) -> Trouble {
        let endgame = &self.program.endgame;
        let materials = self.strategy().casts.iter().filter_map(|cast| endgame.material_of(cast));
        let about = materials.map(|material| material.to_string()).collect();
        other_men(self.strategy().name.clone(), about, position)
    }

    /// Takes moves from a table from now on.
    ///
    /// # Errors
    /// It was made of something else. Options are those that the text was read with.
    pub fn take_moves_from(&mut self, table: Compiled, settings: &[(String, String)]) -> Result<(), Trouble> {
        if table.of_texts != self.text.digest(settings)
            || table.material != self.program.endgame.name
            || table.strategy != self.strategy().name
        {
            let Compiled { strategy, material, .. } = table;
            return Err(Trouble::OtherTable { strategy, material });
        }
        self.compiled = Some(table);
        Ok(())
    }

    /// The strategy.
    pub fn strategy(&self) -> &Strategy {
        &self.program.strategies[usize::from(self.id.0)]
    }

    /// Who plays the strategy in the position that was typed.
    pub fn side(&self) -> Colour {
        self.view.side(Colour::ALL[usize::from(self.strategy().side).min(1)])
    }

    /// A position as the text sees it.
    pub(crate) fn seen(&self, position: &Position) -> Position {
        self.view.seen(position)
    }

    /// The same as a state, men who have been captured included.
    pub(crate) fn any_state(&self, position: &Position) -> Option<State> {
        let state = || State::from_position(&self.program.endgame, &self.seen(position));
        self.state(position).or_else(state)
    }

    /// The same as a state, if its men are those of the strategy, or of one to which it hands over.
    pub(crate) fn state(&self, position: &Position) -> Option<State> {
        asked_state(&self.program, &self.strategy().casts, &self.seen(position))
    }

    /// Why the men are no longer those of the text.
    pub(crate) fn what_has_left_home(&self, position: &Position) -> &'static str {
        let has_promoted = |state: State| {
            let mut men = self.program.endgame.slots();
            men.any(|(slot, man)| state.alive(slot) && state.kind(slot) != man.kind)
        };
        if self.any_state(position).is_some_and(has_promoted) {
            "a pawn has promoted"
        } else {
            "a man has been captured"
        }
    }

    /// Is there something to be learnt from how soon the strategy mates? Not if it plays for a draw, or from a table.
    pub fn has_mates_to_count(&self) -> bool {
        self.compiled.is_none() && self.strategy().aim == Aim::Win
    }

    /// For which strategy plays can be used again: the same texts and options, the same strategy, the same men.
    #[must_use]
    pub fn plays_key(&self, settings: &[(String, String)]) -> [u8; 32] {
        let men = &self.program.endgame.men;
        let men: String = men.iter().map(|man| format!("{}{:?}", man.letter, man.kind)).collect();
        let digest = self.text.digest(settings).map(|byte| format!("{byte:02x}")).concat();
        Compiled::digest([digest.as_str(), &self.strategy().name, &men].into_iter())
    }

    /// Whether the strategy can be asked in a position: its men are those of the strategy, or of one to which it hands over.
    #[must_use]
    pub fn fits(&self, position: &Position) -> bool {
        self.state(position).is_some()
    }

    /// Does the strategy try advice whose trees are played out before it is asked again?
    #[must_use]
    pub fn plays_out(&self) -> bool {
        let mut advice = self.strategy().steps.iter().filter_map(|step| self.program.advice(step.advice?));
        advice.any(|advice| advice.plays_out)
    }

    /// Does the strategy try advice, or ask in a condition whether there is a tree?
    pub fn searches(&self) -> bool {
        let steps = &self.strategy().steps;
        let keys = steps.iter().flat_map(|step| &step.prefer).map(|key| key.term);
        let terms: Vec<TermId> = steps.iter().map(|step| step.condition).chain(keys).collect();
        let asks = |node: &Term| matches!(node, Term::Forces(_) | Term::PliesToGoal(_));
        steps.iter().any(|step| step.advice.is_some())
            || self.program.reach(terms).any(|(_, node)| asks(node))
    }

    /// Where the plain interpreter takes moves from: a search by the letter of the laws would take minutes.
    pub(crate) fn moves_from(&self) -> MovesFrom {
        if self.searches() { MovesFrom::Core } else { MovesFrom::Laws }
    }

    pub(crate) fn interpreter(&self) -> Interpreter<'_> {
        interpreter(&self.program, self.moves_from())
    }
}

/// The plain interpreter, for one position.
pub(crate) fn interpreter(program: &Program, moves: MovesFrom) -> Interpreter<'_> {
    Interpreter::new(program).fuel(FUEL).moves_from(moves)
}

/// The program whose men are those of a position, and how the position's board stands to that of the text.
///
/// # Errors
/// The text is about other men.
pub fn fitting<'p>(
    text: &Text,
    programs: &'p [Program],
    position: &Position,
) -> Result<(&'p Program, View), Trouble> {
    let home = |program: &Program| vec![program.endgame.home()];
    // Or the men of a strategy that has handed over.
    for casts in [&home as &dyn Fn(&Program) -> Vec<Cast>, &Program::casts] {
        for view in View::ALL {
            let shown = view.seen(position);
            let fits = |program: &&Program| asked_state(program, &casts(program), &shown).is_some();
            if let Some(program) = programs.iter().find(fits) {
                return Ok((program, view));
            }
        }
    }
    let about = programs.iter().map(|program| program.endgame.name.clone()).collect();
    Err(other_men(text.name.clone(), about, position))
}

/// A position as the text sees it: with the men of the header, of a strategy that has handed over, or with men missing.
pub(crate) fn seen_state(program: &Program, view: View, position: &Position) -> Option<State> {
    let seen = view.seen(position);
    let home = asked_state(program, &[program.endgame.home()], &seen);
    let state = home.or_else(|| asked_state(program, &program.casts(), &seen));
    state.or_else(|| State::from_position(&program.endgame, &seen))
}

/// A position as the text sees it, if its men are one of these casts.
fn asked_state(program: &Program, casts: &[Cast], position: &Position) -> Option<State> {
    casts.iter().find_map(|cast| State::with_cast(&program.endgame, cast, position))
}

fn other_men(text: String, about: Vec<String>, position: &Position) -> Trouble {
    let men = position
        .material()
        .map_or_else(|| format!("{} men", position.occupied().len()), |material| material.to_string());
    Trouble::OtherMen { text, men, about }
}

/// The strategy of that name, or the only one.
///
/// # Errors
/// There is none, or there are several.
pub fn choose_strategy(
    text: &Text,
    program: &Program,
    wanted: Option<&str>,
) -> Result<StrategyId, Box<Unchosen>> {
    let offers = program.strategies.iter().enumerate().map(|(number, found)| Offer {
        name: &found.name,
        is_own: found.span.source == text.number,
        what: StrategyId(number as u16),
    });
    select(Sort::Strategy, text, offers.collect(), wanted)
}

/// The names of the strategies that may be asked where each position chooses: the one of that name, or all of the text itself.
///
/// # Errors
/// There is none.
pub fn strategy_names(
    text: &Text,
    programs: &[Program],
    wanted: Option<&str>,
) -> Result<Vec<String>, Box<Unchosen>> {
    let all = || programs.iter().flat_map(|program| &program.strategies);
    let mut names: Vec<String> = Vec::new();
    let own = all().filter(|found| found.span.source == text.number && wanted.is_none());
    for found in own.chain(all().filter(|found| wanted == Some(found.name.as_str()))) {
        if !names.contains(&found.name) {
            names.push(found.name.clone());
        }
    }
    if names.is_empty() {
        // Why there is none is said as everywhere.
        let offers = all().map(|found| Offer { name: &found.name, is_own: false, what: () });
        select(Sort::Strategy, text, offers.collect(), wanted)?;
    }
    Ok(names)
}

/// The advice of that name, or the only one. Its other forms (`a against b`) are asked for by name.
///
/// # Errors
/// There is none, or there are several.
pub fn choose_advice(
    text: &Text,
    program: &Program,
    wanted: Option<&str>,
) -> Result<AdviceId, Box<Unchosen>> {
    let is_plain = |found: &Advice| found.name == found.first.name;
    let has_plain = program.advice.iter().any(is_plain);
    let offered = |found: &Advice| wanted.is_some() || !has_plain || is_plain(found);
    let advice = program.advice.iter().enumerate().filter(|(_, found)| offered(found));
    let offers = advice.map(|(number, found)| Offer {
        name: &found.name,
        is_own: found.span.source == text.number,
        what: AdviceId(number as u16),
    });
    select(Sort::Advice, text, offers.collect(), wanted)
}

#[cfg(test)]
mod tests {
    use adli_lang::Sources;

    use super::*;

    /// The position has the men of the text; the strategy plays only after the promotion.
    #[test]
    fn a_strategy_with_other_men_than_those_of_its_text_says_which() {
        let words = "endgame KPK White K P v Black k\nuse \"kqk/adli\" (queen) where Q is P\n";
        let mut sources = Sources::library();
        let number = sources.add(
            "pawn.adv",
            &format!("{words}strategy wait for White to win\n  step any: move K\n  then queen"),
        );
        let text = Text { sources, number, name: "pawn.adv".to_owned() };
        let programs = text.check(&[]).programs;
        let position: Position = "8/8/8/3k4/8/3K4/3P4/8 w - - 0 1".parse().unwrap();
        let refused = Chosen::new(text, &programs, &position, Some("queen")).err().unwrap();
        assert_eq!(refused.to_string(), "the position is KPK; `queen` is about KQK");
    }
}
