//! "After every reply a number is less than it was": said of the greatest of these numbers, which can be remembered.
//!
//! A rule such as `(every move: room' < was)'` speaks of two positions, the one before the move and the one after it, so that its answers cannot be kept for one
//! position. But every number is less than `was` just if the greatest is; and the greatest is a number of the position after the move alone. Without a
//! reply it is less than every number of a text.

use adli_lang::Observed;
use adli_lang::term::{MoveVar, Pos, PosId, Quantifier, Slots, Term, TermId};

use super::define::GIVEN;
use super::remember::Remembered;
use super::{Env, Printer};
use crate::refused::Refused;
use crate::text::{LOOSE, Text};

impl Printer<'_> {
    /// A part of a rule that compares numbers after every reply with one before the move; nothing if the term is none.
    pub(crate) fn over_replies(&mut self, id: TermId, env: &Env) -> Result<Option<Text>, Refused> {
        let program = self.program;
        let Some((rule, side)) = self.rule.clone() else { return Ok(None) };
        let Term::OverMoves(Quantifier::Every, pos, men, mv, body) = program.terms.get(id) else {
            return Ok(None);
        };
        let anybody = program.endgame.slots().all(|(slot, _)| men.contains(slot));
        if program.terms.pos(*pos) != Pos::Given(1) || !anybody || env.bound > 0 {
            return Ok(None);
        }
        let parts = match program.terms.get(*body) {
            Term::And(parts) => parts.to_vec(),
            _ => vec![*body],
        };
        let after = Some(Observed::After(*mv));
        let (alone, compared): (Vec<TermId>, Vec<TermId>) =
            parts.into_iter().partition(|&part| self.scopes.of(part).only() == after);
        let is_less = |part: &TermId| match program.terms.get(*part) {
            Term::Less(a, b) | Term::AtMost(a, b) => {
                self.scopes.of(*a).only() == after && self.scopes.of(*b).only() == Some(Observed::Given(0))
            }
            _ => false,
        };
        if compared.is_empty() || !compared.iter().all(is_less) {
            return Ok(None);
        }
        let bound = (*pos, *men, *mv);
        let mut said = Vec::new();
        for part in compared {
            let (Term::Less(a, b) | Term::AtMost(a, b)) = program.terms.get(part) else { continue };
            let word = if matches!(program.terms.get(part), Term::Less(..)) { "lt" } else { "le" };
            let most = self.most_after_replies(&rule, side, *a, bound)?;
            let before = self.term(*b, env)?;
            said.push(Text::applied(word, [Text::applied(&most, [Text::atom(GIVEN[1])]), before]));
        }
        if !alone.is_empty() {
            let name = self.always_after_replies(&rule, side, &alone, bound)?;
            said.push(Text::applied(&name, [Text::atom(GIVEN[1])]));
        }
        Ok(Some(Text::and(said)))
    }

    /// The greatest of a number over all replies, remembered.
    fn most_after_replies(
        &mut self,
        rule: &str,
        side: u16,
        number: TermId,
        (_, _, mv): (PosId, Slots, MoveVar),
    ) -> Result<String, Refused> {
        if let Some(name) = self.ahead.get(&number) {
            return Ok(name.clone());
        }
        let text = self.apart(rule, |printer| {
            let env = Env { bound: 1, moves: [(mv, "q1".to_owned())].into(), ..Env::default() };
            Ok(printer.term(number, &env)?.within(LOOSE))
        })?;
        let name = self.new_name(&format!("{rule}_most"));
        let plain = self.new_name(&format!("{rule}_most_plain"));
        self.out.push(format!("Definition {plain} (p : wpos) : int := most_move (fun q1 => {text}) p."));
        let plies = 1 + self.scopes.of(number).plies;
        self.remember(&Remembered { name: &name, plain: &plain, sort: "int", plies }, &[1 - side]);
        self.ahead.insert(number, name.clone());
        Ok(name)
    }

    /// That some conditions hold after every reply, remembered.
    fn always_after_replies(
        &mut self,
        rule: &str,
        side: u16,
        parts: &[TermId],
        (_, _, mv): (PosId, Slots, MoveVar),
    ) -> Result<String, Refused> {
        let first = parts[0];
        if let Some(name) = self.ahead.get(&first) {
            return Ok(name.clone());
        }
        let text = self.apart(rule, |printer| {
            let env = Env { bound: 1, moves: [(mv, "q1".to_owned())].into(), ..Env::default() };
            let parts = parts.iter().map(|&part| printer.term(part, &env)).collect::<Result<Vec<_>, _>>()?;
            Ok(Text::and(parts).within(LOOSE))
        })?;
        let name = self.new_name(&format!("{rule}_always"));
        let plain = self.new_name(&format!("{rule}_always_plain"));
        self.out.push(format!("Definition {plain} (p : wpos) : bool := every_move (fun q1 => {text}) p."));
        let plies = 1 + parts.iter().map(|&part| self.scopes.of(part).plies).max().unwrap_or_default();
        self.remember(&Remembered { name: &name, plain: &plain, sort: "bool", plies }, &[1 - side]);
        self.ahead.insert(first, name.clone());
        Ok(name)
    }
}
