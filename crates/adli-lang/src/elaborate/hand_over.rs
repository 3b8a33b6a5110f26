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
use crate::resolve::roles::Role;
use crate::syntax::ast::{Aim, Name, StrategyItem};
use crate::{Code, Diagnostic};

use super::Elaborator;
use super::strategy::MAX_STEPS;

impl Elaborator<'_> {
    /// The men whom a text calls by a letter of its header.
    pub(super) fn men_called(&self, text: usize, letter: char) -> Vec<Slot> {
        let men = self.loaded.texts[text].reading.men.iter();
        men.filter(|role| role.letter == letter).map(|role| role.slot).collect()
    }

    /// The men of a text's `home`: those of its header, as that header has them.
    pub(super) fn cast_of(&self, text: usize) -> Cast {
        let men = &self.loaded.texts[text].reading.men;
        if men.is_empty() {
            return self.endgame.home();
        }
        let mut cast = Cast(vec![None; self.endgame.men.len()]);
        for role in men {
            if let (Some(place), Some(kind)) =
                (cast.0.get_mut(usize::from(role.slot.0)), self.kind_played(role))
            {
                *place = Some(kind);
            }
        }
        cast
    }

    /// As what a man of ours plays a man of another header: as what he is, or as the one kind that he may promote to.
    fn kind_played(&self, role: &Role) -> Option<Kind> {
        let ours = self.endgame.men.get(usize::from(role.slot.0))?.kind;
        if role.kinds.contains(&ours) {
            return Some(ours);
        }
        let mut promotes_to = role.kinds.iter().filter(|kind| Kind::PROMOTIONS.contains(kind));
        match (ours, promotes_to.next(), promotes_to.next()) {
            (Kind::Pawn, Some(&kind), None) => Some(kind),
            _ => None,
        }
    }

    /// Reports the texts whose men ours cannot play, as what they are in this endgame.
    pub(super) fn check_players(&mut self) {
        let loaded = self.loaded;
        for (number, text) in loaded.texts.iter().enumerate() {
            let Some(header) = text.header() else { continue };
            for role in &text.reading.men {
                if self.kind_played(role).is_some() || usize::from(role.slot.0) >= self.endgame.men.len() {
                    continue;
                }
                let (ours, letter) = (self.endgame.man(role.slot), role.letter);
                let message = if ours.kind == Kind::Pawn {
                    format!("`{}` may play `{letter}` of that text in several ways", ours.letter)
                } else {
                    format!(
                        "`{}` is a {} and never plays `{letter}` of that text",
                        ours.letter,
                        ours.kind.name()
                    )
                };
                let place = loaded.use_of(number).unwrap_or(header.name.span);
                self.errors.push(
                    Diagnostic::error(Code::ImportMen, place, message).note(header.name.span, "its header"),
                );
            }
        }
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
                    self.errors.push(Diagnostic::error(Code::NotOwnMen, name.span, message));
                    return;
                }
                if (item.aim, other.aim) == (Aim::Win, Aim::Draw) {
                    let message = format!("`{}` is a strategy to draw, and this is one to win", name.text);
                    self.errors.push(Diagnostic::error(Code::WinOrDraw, name.span, message));
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
                    self.errors.push(Diagnostic::error(Code::GoesOn, name.span, message));
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
            self.error(Code::TooLarge, item.name.span, message);
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
        self.errors.push(Diagnostic::error(Code::GoesOn, name.span, message).help(help));
    }
}

/// Steps are told apart by their names; where men of ours play another text in several ways they have numbers.
fn free_name(name: &str, steps: &[Step]) -> String {
    let is_free = |candidate: &String| steps.iter().all(|step| step.name != *candidate);
    let numbered = (2..).map(|number| format!("{name}_{number}"));
    std::iter::once(name.to_owned()).chain(numbered).find(is_free).unwrap_or_default()
}
