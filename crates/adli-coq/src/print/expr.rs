//! Terms as expressions, one construct after the other, as the table at the head of `Language.v` has them.

use std::collections::HashMap;

use adli_lang::term::{
    DefId, EnumId, KINDS, MoveVar, Pos, PosId, SIDES, Slot, Sort, SymmetryVar, Term, TermId, VarId,
};

use super::Printer;
use crate::refused::Refused;
use crate::text::{COMPARED, LOOSE, PLUS, TIMES, Text};

/// What names stand for at some place of a definition.
#[derive(Clone, Default)]
pub(crate) struct Env {
    /// The given positions: what they are called, nothing if nobody may speak of them.
    pub(crate) given: &'static [&'static str],
    pub(crate) variables: HashMap<VarId, Text>,
    pub(crate) moves: HashMap<MoveVar, String>,
    pub(crate) images: HashMap<(PosId, SymmetryVar), String>,
    /// Squares of men that have been looked up: by position and man.
    pub(crate) men: HashMap<(String, u8), String>,
    /// What has been worked out before.
    pub(crate) known: HashMap<TermId, String>,
    /// Changes that know the position before the move already.
    pub(crate) begun: HashMap<DefId, String>,
    /// How many positions have been bound.
    pub(crate) bound: usize,
}

/// How many terms a definition may be written out as.
pub(crate) const MOST_TERMS: usize = 20_000;

impl Printer<'_> {
    /// A construct that has no words in Coq.
    pub(crate) fn refuse<T>(&self, what: impl Into<String>) -> Result<T, Refused> {
        Err(Refused::new(&self.place, what))
    }

    /// A term as an expression.
    pub(crate) fn term(&mut self, id: TermId, env: &Env) -> Result<Text, Refused> {
        if let Some(known) = env.known.get(&id) {
            return Ok(Text::atom(known));
        }
        if self.left == 0 {
            return self.refuse("would be too long a definition in Coq");
        }
        self.left -= 1;
        if let Some(decided) = self.decided(id) {
            return Ok(Text::atom(decided.to_string()));
        }
        if let Term::If(condition, yes, no) = self.program.terms.get(id)
            && let Some(decided) = self.decided(*condition)
        {
            return self.term(if decided { *yes } else { *no }, env);
        }
        if let Some(name) = self.ahead(id, env)? {
            return Ok(name);
        }
        if let Some(compared) = self.over_replies(id, env)? {
            return Ok(compared);
        }
        if let Some(known) = self.known_ahead(id, env)? {
            return Ok(known);
        }
        self.construct(id, env)
    }

    /// One construct after the other.
    fn construct(&mut self, id: TermId, env: &Env) -> Result<Text, Refused> {
        let program = self.program;
        let term = program.terms.get(id);
        match term {
            Term::Bool(value) => Ok(Text::atom(value.to_string())),
            Term::Int(value) => Ok(int(i64::from(*value))),
            Term::Enum(of, value) => Ok(self.value_of(*of, *value)),
            Term::Size => Ok(Text::atom("size")),
            Term::Option(option) => Ok(Text::atom(self.option(*option))),
            Term::Var(var) => match env.variables.get(var) {
                Some(text) => Ok(text.clone()),
                None => self.refuse("speaks of a name that nothing binds"),
            },
            Term::File(pos, slot) => Ok(Text::applied("file", [self.man(*pos, *slot, env)?])),
            Term::Rank(pos, slot) => Ok(Text::applied("rank", [self.man(*pos, *slot, env)?])),
            Term::Alive(pos, slot) => {
                let (side, kind) = self.man_words(*slot);
                if kind == "Pawn" {
                    return Ok(Text::applied("has_one", [Text::atom(side), self.position(*pos, env)?]));
                }
                Ok(Text::applied("here", [Text::atom(side), Text::atom(kind), self.position(*pos, env)?]))
            }
            Term::Turn(pos) => {
                let white = Text::applied("white_to_move", [self.position(*pos, env)?]);
                Ok(Text::new(format!("if {} then 0 else 1", white.within(LOOSE)), LOOSE))
            }
            // Nobody takes in passing where only one side has pawns; the square that a pawn passes over is there all the same.
            Term::Passing(_) if self.has_pawn() && !self.spells_laws => {
                self.refuse("asks what a pawn has passed over, which is not printed for Coq")
            }
            Term::Passing(_) => Ok(Text::new("point 0 0", crate::text::APPLIED)),
            Term::Not(a) => Ok(self.term(*a, env)?.negb()),
            Term::And(parts) => Ok(Text::and(self.terms(parts, env)?)),
            Term::Or(parts) => Ok(Text::or(self.terms(parts, env)?)),
            Term::If(condition, yes, no) => {
                let [condition, yes, no] =
                    [self.term(*condition, env)?, self.term(*yes, env)?, self.term(*no, env)?];
                Ok(choice(condition, yes, no))
            }
            Term::Eq(a, b) => self.equal(*a, *b, env),
            Term::Less(a, b) => self.compared(*a, ["<?", "lt"], *b, env),
            Term::AtMost(a, b) => self.compared(*a, ["<=?", "le"], *b, env),
            Term::Add(a, b) => Ok(Text::joined(self.term(*a, env)?, "+", self.term(*b, env)?, PLUS)),
            Term::Sub(a, b) => Ok(Text::joined(self.term(*a, env)?, "-", self.term(*b, env)?, PLUS)),
            Term::Mul(a, b) => Ok(Text::joined(self.term(*a, env)?, "*", self.term(*b, env)?, TIMES)),
            Term::Div(..) | Term::Mod(..) => self.refuse("divides, which is not printed for Coq"),
            Term::Abs(a) => Ok(Text::applied("abs", [self.term(*a, env)?])),
            Term::Min(a, b) => Ok(Text::applied("min", [self.term(*a, env)?, self.term(*b, env)?])),
            Term::Max(a, b) => Ok(Text::applied("max", [self.term(*a, env)?, self.term(*b, env)?])),
            Term::Square(file, rank) => self.square(*file, *rank, env),
            Term::FileOf(square) => Ok(Text::applied("file", [self.term(*square, env)?])),
            Term::RankOf(square) => Ok(Text::applied("rank", [self.term(*square, env)?])),
            Term::Board
            | Term::SetOf(_)
            | Term::Those(..)
            | Term::Union(..)
            | Term::Intersection(..)
            | Term::Difference(..) => self.set(id, env),
            Term::Member(square, set) => self.member(*square, *set, env),
            Term::Count(set) => Ok(Text::applied("count_squares", [self.set(*set, env)?])),
            Term::Subset(a, b) => {
                let (a, b) = (*a, *b);
                self.over_board("every_square", env, |printer, square, env| {
                    let (a, b) = (printer.holds_at(a, square, env)?, printer.holds_at(b, square, env)?);
                    Ok(Text::or(vec![a.negb(), b]))
                })
            }
            Term::OverSquares(op, var, set, body) => self.over_squares(*op, *var, *set, *body, env),
            Term::OverMoves(op, pos, men, mv, body) => self.over_moves(*op, (*pos, *men, *mv), *body, env),
            Term::SomeSymmetry(symmetry, body) => self.some_symmetry(*symmetry, *body, env),
            Term::Call(def, positions, arguments) => {
                if program.terms.sort(id) == Sort::Set {
                    return self.set(id, env);
                }
                self.call(*def, positions, arguments, env)
            }
            Term::Step(strategy, pos) => {
                let step = self.strategy(*strategy)?.step_of;
                Ok(Text::applied(&step, [self.position(*pos, env)?]))
            }
            Term::Kind(pos, slot) => {
                let (side, _) = self.man_words(*slot);
                Ok(Text::applied("kind_of_one", [Text::atom(side), self.position(*pos, env)?]))
            }
            Term::Allows(..) => {
                self.refuse("asks whether a strategy allows a move, which is not printed for Coq")
            }
            Term::Forces(_) | Term::PliesToGoal(_) => {
                self.refuse("asks for a forcing tree, which is not printed for Coq")
            }
            Term::Value(pos, side) => {
                self.asks_values = true;
                let side = match program.terms.get(*side) {
                    Term::Enum(SIDES, side) => Text::atom(["White", "Black"][usize::from(*side != 0)]),
                    _ => {
                        let number = self.term(*side, env)?.within(COMPARED - 1);
                        Text::new(format!("if {number} =? 0 then White else Black"), LOOSE)
                    }
                };
                Ok(Text::applied("worth All.tables", [side, self.position(*pos, env)?]))
            }
            Term::MovesToMate(pos) => {
                self.asks_values = true;
                Ok(Text::applied("mate_in All.tables", [self.position(*pos, env)?]))
            }
        }
    }

    pub(crate) fn has_pawn(&self) -> bool {
        self.program.endgame.men.iter().any(|man| man.kind == adli_chess::Kind::Pawn)
    }

    /// The parts of a conjunction or disjunction that options leave open. In a rule what looks ahead is asked last, and what should not be the case
    /// after what should, which is rarer.
    fn terms(&mut self, parts: &[TermId], env: &Env) -> Result<Vec<Text>, Refused> {
        let mut open: Vec<TermId> =
            parts.iter().copied().filter(|&part| self.decided(part).is_none()).collect();
        if self.rule.is_some() {
            let is_not = |part: TermId| matches!(self.program.terms.get(part), Term::Not(_));
            open.sort_by_cached_key(|&part| (self.looks_ahead(part), is_not(part)));
        }
        open.into_iter().map(|part| self.term(part, env)).collect()
    }

    /// What a condition comes to wherever it is asked, because the options say so.
    fn decided(&self, id: TermId) -> Option<bool> {
        let terms = &self.program.terms;
        let option = |id: TermId| match terms.get(id) {
            Term::Option(option) => self.options.get(usize::from(option.0)).copied(),
            Term::Enum(_, value) => Some(i32::from(*value)),
            _ => terms.as_int(id),
        };
        if terms.sort(id) != Sort::Bool {
            return None;
        }
        match terms.get(id) {
            Term::Bool(value) => Some(*value),
            Term::Option(option) => Some(*self.options.get(usize::from(option.0))? != 0),
            Term::Not(part) => Some(!self.decided(*part)?),
            Term::And(parts) | Term::Or(parts) => {
                // One part may decide it; otherwise all have to be decided.
                let decides = matches!(terms.get(id), Term::Or(_));
                let parts: Vec<Option<bool>> = parts.iter().map(|&part| self.decided(part)).collect();
                let all = parts.iter().all(Option::is_some).then_some(!decides);
                if parts.contains(&Some(decides)) { Some(decides) } else { all }
            }
            Term::Eq(a, b) if terms.sort(*a) != Sort::Bool => Some(option(*a)? == option(*b)?),
            _ => None,
        }
    }

    /// A position.
    pub(crate) fn position(&self, pos: PosId, env: &Env) -> Result<Text, Refused> {
        match self.program.terms.pos(pos) {
            Pos::Given(number) => match env.given.get(usize::from(number)) {
                Some(name) if !name.is_empty() => Ok(Text::atom(*name)),
                _ => self.refuse("speaks of a play of several moves, which is not printed for Coq"),
            },
            Pos::After(_, mv) => match env.moves.get(&mv) {
                Some(name) => Ok(Text::atom(name)),
                None => self.refuse("speaks of a move that nothing binds"),
            },
            Pos::Pass(from) => Ok(Text::applied("passed", [self.position(from, env)?])),
            Pos::Image(from, symmetry) => match env.images.get(&(from, symmetry)) {
                Some(name) => Ok(Text::atom(name)),
                None => {
                    self.refuse("speaks of images of several positions at once, which is not printed for Coq")
                }
            },
        }
    }

    /// The square of a man.
    pub(crate) fn man(&mut self, pos: PosId, slot: Slot, env: &Env) -> Result<Text, Refused> {
        let position = self.position(pos, env)?;
        let key = (position.clone().within(LOOSE), slot.0);
        if let Some(name) = env.men.get(&key) {
            return Ok(Text::atom(name));
        }
        *self.uses.entry(key).or_default() += 1;
        Ok(Text::applied(&self.men[usize::from(slot.0)], [position]))
    }

    fn square(&mut self, file: TermId, rank: TermId, env: &Env) -> Result<Text, Refused> {
        let terms = &self.program.terms;
        if let (Term::File(pos, slot), Term::Rank(of, man)) = (terms.get(file), terms.get(rank))
            && (pos, slot) == (of, man)
        {
            return self.man(*pos, *slot, env);
        }
        if ![file, rank]
            .into_iter()
            .all(|line| self.bounds(line).is_some_and(|(low, high)| low >= -31 && high <= 63))
        {
            return self.refuse("speaks of squares too far from the board for Coq");
        }
        Ok(Text::applied("point", [self.term(file, env)?, self.term(rank, env)?]))
    }

    fn equal(&mut self, a: TermId, b: TermId, env: &Env) -> Result<Text, Refused> {
        let terms = &self.program.terms;
        for (turn, side) in [(a, b), (b, a)] {
            if let (Term::Turn(pos), Term::Enum(SIDES, side)) = (terms.get(turn), terms.get(side)) {
                let (pos, to_move) = (*pos, ["white_to_move", "black_to_move"][usize::from(*side != 0)]);
                return Ok(Text::applied(to_move, [self.position(pos, env)?]));
            }
        }
        match terms.sort(a) {
            Sort::Bool => Ok(Text::applied("iff", [self.term(a, env)?, self.term(b, env)?])),
            Sort::Set => self.over_board("every_square", env, |printer, square, env| {
                let (a, b) = (printer.holds_at(a, square, env)?, printer.holds_at(b, square, env)?);
                Ok(Text::applied("iff", [a, b]))
            }),
            // What varies first, as people write it.
            _ => {
                let constant =
                    |id: TermId| matches!(terms.get(id), Term::Int(_) | Term::Enum(..) | Term::Size);
                let (a, b) = if constant(a) { (b, a) } else { (a, b) };
                let (a, b) = (self.term(a, env)?, self.term(b, env)?);
                Ok(Text::new(format!("{} =? {}", a.within(COMPARED - 1), b.within(COMPARED - 1)), COMPARED))
            }
        }
    }

    /// Words are compared as they are where neither can be negative.
    fn compared(&mut self, a: TermId, signs: [&str; 2], b: TermId, env: &Env) -> Result<Text, Refused> {
        let natural = |printer: &mut Self, id| printer.bounds(id).is_some_and(|(low, _)| low >= 0);
        let both = natural(self, a) && natural(self, b);
        let (a, b) = (self.term(a, env)?, self.term(b, env)?);
        Ok(match both {
            true => Text::new(
                format!("{} {} {}", a.within(COMPARED - 1), signs[0], b.within(COMPARED - 1)),
                COMPARED,
            ),
            false => Text::applied(signs[1], [a, b]),
        })
    }

    /// A value of an enumeration is its number; a step is counted from 1, and none of them is 0.
    fn value_of(&self, of: EnumId, value: u16) -> Text {
        if of == SIDES || of == KINDS {
            return Text::atom(value.to_string());
        }
        let name =
            self.program.enums.get(usize::from(of.0)).and_then(|found| found.values.get(usize::from(value)));
        let name = name.map_or("", String::as_str);
        let steps = self
            .program
            .strategies
            .iter()
            .find(|strategy| strategy.values == of)
            .map(|found| found.steps.len());
        let number = match steps {
            Some(steps) if usize::from(value) >= steps => 0,
            Some(_) => value + 1,
            None => value,
        };
        Text::new(format!("{number} (* {name} *)"), crate::text::APPLIED)
    }

    pub(crate) fn call(
        &mut self,
        def: DefId,
        positions: &[PosId],
        arguments: &[TermId],
        env: &Env,
    ) -> Result<Text, Refused> {
        if let Some(begun) = env.begun.get(&def)
            && let [before, after] = positions[..]
            && self.position(before, env)?.within(LOOSE) == env.given[0]
        {
            let after = self.position(after, env)?;
            return Ok(Text::applied(begun, [after]));
        }
        let (name, looked_at) = self.definition(def)?;
        let positions = positions.iter().enumerate().filter(|(number, _)| looked_at >> number & 1 == 1);
        let mut all: Vec<Text> =
            positions.map(|(_, &pos)| self.position(pos, env)).collect::<Result<_, _>>()?;
        for &argument in arguments {
            all.push(match self.program.terms.sort(argument) {
                Sort::Set => self.set(argument, env)?,
                _ => self.term(argument, env)?,
            });
        }
        Ok(Text::applied(&name, all))
    }
}

/// A number; words have no sign.
pub(crate) fn int(value: i64) -> Text {
    if value < 0 { Text::new(format!("0 - {}", -value), PLUS) } else { Text::atom(value.to_string()) }
}

fn choice(condition: Text, yes: Text, no: Text) -> Text {
    let (condition, yes, no) = (condition.within(LOOSE), yes.within(LOOSE), no.within(LOOSE));
    Text::new(format!("if {condition} then {yes} else {no}"), LOOSE)
}
