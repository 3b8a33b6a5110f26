//! `then S, T`: when the men are no longer those of the header, the first of these strategies whose men they are goes on.
//!
//! A text is about its men and nobody else, so one that goes on for another is read with its letters standing for our men
//! (`resolve/roles`), and a strategy that hands over is one list: its own steps, asked where the men are its own, then those of
//! the others, each asked where the men are those of its text. At every position at most one of these parts has anything to say, and
//! nobody who follows a play has to know that it has been handed over. Names such as `queen.squeeze` show it to readers.

use adli_chess::Kind;

use crate::core::endgame::Cast;
use crate::core::program::Step;
use crate::core::term::{KINDS, PosId, Slot, TermId};
use crate::syntax::ast::{Aim, Header, Name, StrategyItem};
use crate::{Diagnostic, Span};

use super::Elaborator;
use super::strategy::MAX_STEPS;

impl Elaborator<'_> {
    /// The men whom a text calls by a letter of its header.
    pub(super) fn men_called(&self, text: usize, letter: char) -> Vec<Slot> {
        match &self.loaded.texts[text].roles.men {
            Some(men) => men.iter().filter(|role| role.letter == letter).map(|role| role.slot).collect(),
            None => self.endgame.with_letter(letter),
        }
    }

    /// The men of a text's `home`.
    pub(super) fn cast_of(&mut self, text: usize) -> Cast {
        let roles = &self.loaded.texts[text].roles;
        let text = roles.home.unwrap_or(text);
        if let Some(known) = self.casts.get(&text) {
            return known.clone();
        }
        let found = self.loaded.texts.get(text);
        let cast = match found.and_then(|found| Some((found.header()?, found.roles.men.as_ref()?))) {
            None => self.endgame.home(),
            Some((header, men)) => {
                let mut cast = Cast(vec![None; self.endgame.men.len()]);
                let place = self.loaded.use_of(text).unwrap_or(header.name.span);
                for role in men {
                    let kind = self.kind_played(header, role.letter, role.slot, place);
                    cast.0[usize::from(role.slot.0)] = kind;
                }
                cast
            }
        };
        self.casts.insert(text, cast.clone());
        cast
    }

    /// As what a man of ours plays a letter of another header: as what he is, or as what he may promote to.
    fn kind_played(&mut self, header: &Header, letter: char, slot: Slot, place: Span) -> Option<Kind> {
        let ours = self.endgame.man(slot);
        let named = header.alternatives.iter().find(|(man, _)| man.text == letter.to_string());
        let kinds: Vec<Kind> = match named {
            Some((_, kinds)) => {
                kinds.iter().filter_map(|kind| Kind::from_letter(kind.text.chars().next()?)).collect()
            }
            None => Kind::from_letter(letter).into_iter().collect(),
        };
        if kinds.contains(&ours.kind) {
            return Some(ours.kind);
        }
        let promotes_to: Vec<Kind> =
            kinds.iter().copied().filter(|kind| Kind::PROMOTIONS.contains(kind)).collect();
        if let (Kind::Pawn, [kind]) = (ours.kind, &promotes_to[..]) {
            return Some(*kind);
        }
        let message = match promotes_to.len() {
            0 | 1 => {
                format!("`{}` is a {} and never plays `{letter}` of that text", ours.letter, ours.kind.name())
            }
            _ => format!("`{}` may play `{letter}` of that text in several ways", ours.letter),
        };
        self.errors.push(Diagnostic::error(place, message).note(header.name.span, "its header"));
        None
    }

    /// Just these men are on the board.
    pub(super) fn has_cast(&mut self, here: PosId, cast: &Cast) -> TermId {
        let mut parts = Vec::new();
        for (number, kind) in cast.0.iter().enumerate() {
            let slot = Slot(number as u8);
            let alive = self.terms.alive(here, slot);
            let Some(kind) = kind else {
                parts.push(self.terms.not(alive));
                continue;
            };
            let (now, then) = (self.terms.kind(here, slot), self.terms.value_of(KINDS, kind.index() as u16));
            parts.extend([alive, self.terms.eq(now, then)]);
        }
        self.terms.and(parts)
    }

    /// Adds the steps of those who go on.
    pub(super) fn hand_over(
        &mut self,
        text: usize,
        item: &StrategyItem,
        side: u16,
        casts: &mut Vec<Cast>,
        steps: &mut Vec<Step>,
    ) {
        for name in item.then.iter().filter(|name| !name.text.is_empty()) {
            let found = self.loaded.going_on(text, &name.text);
            if found.is_empty() {
                self.nobody_goes_on(text, name);
            }
            for declared in found {
                let Some(id) = self.strategy(declared, name.span) else { continue };
                let other = self.strategies.all[usize::from(id.0)].clone();
                if other.side != side {
                    let side = &self.endgame.sides[usize::from(side)];
                    let message = format!("`{}` is not played by {side}", name.text);
                    self.errors.push(Diagnostic::error(name.span, message));
                    return;
                }
                if (item.aim, other.aim) == (Aim::Win, Aim::Draw) {
                    let message = format!("`{}` is a strategy to draw, and this is one to win", name.text);
                    self.errors.push(Diagnostic::error(name.span, message));
                    return;
                }
                // The first whose men they are goes on.
                let new = |cast: &Cast| !casts.contains(cast);
                let numbers: Vec<Option<usize>> = {
                    let mut next = casts.len();
                    let mut number = |is_new: bool| {
                        next += usize::from(is_new);
                        is_new.then(|| next - 1)
                    };
                    other.casts.iter().map(|cast| number(new(cast))).collect()
                };
                if numbers.iter().all(Option::is_none) {
                    let message =
                        format!("`{}` never goes on: its men are those of a strategy before it", name.text);
                    self.errors.push(Diagnostic::error(name.span, message));
                    return;
                }
                for step in &other.steps {
                    let Some(cast) = numbers[step.cast] else { continue };
                    let step_name = free_name(&format!("{}.{}", name.text, step.name), steps);
                    steps.push(Step { name: step_name, cast, ..step.clone() });
                }
                casts.extend(
                    other.casts.into_iter().zip(&numbers).filter(|(_, n)| n.is_some()).map(|(c, _)| c),
                );
            }
        }
        if steps.len() > MAX_STEPS {
            let message =
                format!("with those to whom it hands over a strategy has at most {MAX_STEPS} steps");
            self.error(item.name.span, message);
        }
        // Whoever goes on for another, or hands over, says with whom.
        if casts.len() > 1 {
            let here = self.given(0);
            for step in steps {
                let there = self.has_cast(here, &casts[step.cast]);
                step.condition = self.terms.and([there, step.condition]);
            }
        }
    }

    fn nobody_goes_on(&mut self, text: usize, name: &Name) {
        // A text whose men nobody plays has been complained of.
        if self.loaded.is_wanted(text, &name.text) {
            return;
        }
        let names = &self.loaded.texts[text].names;
        let is_own = names.get(&name.text).is_some_and(|declared| declared.text == text);
        let (message, help) = if is_own {
            let message =
                format!("`{}` has the same men as this strategy, and does not go on for it", name.text);
            (message, "rules for the same men stand in one strategy".to_owned())
        } else {
            let message = format!("there is no strategy `{}` that could go on", name.text);
            (message, format!("bring it in from its text: `use \"kqk/adli\" ({}) where Q is P`", name.text))
        };
        self.errors.push(Diagnostic::error(name.span, message).help(help));
    }
}

/// Steps are told apart by their names; where men of ours play another text in several ways they have numbers.
fn free_name(name: &str, steps: &[Step]) -> String {
    let is_free = |candidate: &String| steps.iter().all(|step| step.name != *candidate);
    let numbered = (2..).map(|number| format!("{name}_{number}"));
    std::iter::once(name.to_owned()).chain(numbered).find(is_free).unwrap_or_default()
}
