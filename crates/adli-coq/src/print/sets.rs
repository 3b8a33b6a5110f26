//! Sets are functions from squares of the board to `bool`: none is ever built, each is asked.

use adli_lang::term::{Quantifier, Term, TermId, VarId};

use super::Printer;
use super::expr::Env;
use crate::refused::Refused;
use crate::text::{COMPARED, LOOSE, Text};

impl Printer<'_> {
    /// A set as a function.
    pub(crate) fn set(&mut self, set: TermId, env: &Env) -> Result<Text, Refused> {
        // What is a function already needs no other name for its square.
        let program = self.program;
        match program.terms.get(set) {
            Term::Var(var) => match env.variables.get(var) {
                Some(text) => Ok(text.clone()),
                None => self.refuse("speaks of a name that nothing binds"),
            },
            Term::Call(def, positions, arguments) => self.call(*def, positions, arguments, env),
            _ => {
                let (name, env) = bound_square(env);
                let square = Text::atom(&name);
                Ok(Text::function(&name, self.holds_at(set, &square, &env)?))
            }
        }
    }

    /// Whether a square of the board is in a set.
    pub(crate) fn holds_at(&mut self, set: TermId, square: &Text, env: &Env) -> Result<Text, Refused> {
        let program = self.program;
        match program.terms.get(set) {
            Term::Board => Ok(Text::atom("true")),
            Term::SetOf(squares) => {
                let mut parts = Vec::new();
                for &other in squares {
                    let other = self.term(other, env)?;
                    let (a, b) = (square.clone().within(COMPARED - 1), other.within(COMPARED - 1));
                    parts.push(Text::new(format!("{a} =? {b}"), COMPARED));
                }
                Ok(Text::or(parts))
            }
            Term::Those(var, condition) => {
                let mut env = env.clone();
                env.variables.insert(*var, square.clone());
                self.term(*condition, &env)
            }
            Term::Union(a, b) => {
                Ok(Text::or(vec![self.holds_at(*a, square, env)?, self.holds_at(*b, square, env)?]))
            }
            Term::Intersection(a, b) => {
                Ok(Text::and(vec![self.holds_at(*a, square, env)?, self.holds_at(*b, square, env)?]))
            }
            Term::Difference(a, b) => {
                Ok(Text::and(vec![self.holds_at(*a, square, env)?, self.holds_at(*b, square, env)?.negb()]))
            }
            Term::If(condition, yes, no) => {
                let condition = self.term(*condition, env)?.within(LOOSE);
                let (yes, no) = (self.holds_at(*yes, square, env)?, self.holds_at(*no, square, env)?);
                Ok(Text::new(
                    format!("if {condition} then {} else {}", yes.within(LOOSE), no.within(LOOSE)),
                    LOOSE,
                ))
            }
            Term::Var(_) | Term::Call(..) => {
                let function = self.set(set, env)?.within(crate::text::APPLIED);
                Ok(Text::applied(&function, [square.clone()]))
            }
            _ => self.refuse("has a set that is not printed for Coq"),
        }
    }

    /// Whether any square is in a set, which it is not if it is beside the board.
    pub(crate) fn member(&mut self, square: TermId, set: TermId, env: &Env) -> Result<Text, Refused> {
        let on_board = self.is_on_board(square, env);
        let square = self.term(square, env)?;
        // Work done twice is put into words once.
        let simple = square.len() <= 12;
        let (name, inner) = bound_square(env);
        let asked = if simple { square.clone() } else { Text::atom(&name) };
        let holds = self.holds_at(set, &asked, if simple { env } else { &inner })?;
        let holds = match on_board {
            true => holds,
            false => Text::and(vec![Text::applied("on_the_board", [asked]), holds]),
        };
        if simple {
            return Ok(holds);
        }
        let text = format!("let {name} := {} in {}", square.within(LOOSE), holds.within(LOOSE));
        Ok(Text::new(text, LOOSE))
    }

    /// Squares that are on the board whatever happens: of kings, and those that a quantifier goes through.
    fn is_on_board(&self, square: TermId, env: &Env) -> bool {
        let terms = &self.program.terms;
        match terms.get(square) {
            Term::Var(var) => self.on_board.contains(var),
            Term::Square(file, rank) => match (terms.get(*file), terms.get(*rank)) {
                (Term::File(pos, slot), Term::Rank(of, man)) => {
                    let king = |slot| self.program.endgame.man(slot).kind == adli_chess::Kind::King;
                    king(*slot)
                        && king(*man)
                        && [*pos, *of].iter().all(|&pos| self.position(pos, env).is_ok())
                }
                (Term::Int(file), Term::Int(rank)) => (1..=8).contains(file) && (1..=8).contains(rank),
                _ => false,
            },
            _ => false,
        }
    }

    /// Something said of every square of the board.
    pub(crate) fn over_board(
        &mut self,
        word: &str,
        env: &Env,
        say: impl FnOnce(&mut Self, &Text, &Env) -> Result<Text, Refused>,
    ) -> Result<Text, Refused> {
        let (name, env) = bound_square(env);
        let said = say(self, &Text::atom(&name), &env)?;
        Ok(Text::applied(word, [Text::function(&name, said)]))
    }

    pub(crate) fn over_squares(
        &mut self,
        op: Quantifier,
        var: VarId,
        set: TermId,
        body: TermId,
        env: &Env,
    ) -> Result<Text, Refused> {
        self.on_board.insert(var);
        let word = match op {
            Quantifier::Some => "some_square",
            Quantifier::Every => "every_square",
            Quantifier::Count => "count_squares",
            Quantifier::Sum => "sum_squares",
        };
        self.over_board(word, env, |printer, square, env| {
            let mut env = env.clone();
            let within = match printer.program.terms.get(set) {
                Term::Board => None,
                _ => Some(printer.holds_at(set, square, &env)?),
            };
            env.variables.insert(var, square.clone());
            let body = printer.term(body, &env)?;
            let Some(within) = within else { return Ok(body) };
            Ok(match op {
                Quantifier::Some | Quantifier::Count => Text::and(vec![within, body]),
                Quantifier::Every => Text::or(vec![within.negb(), body]),
                Quantifier::Sum => Text::new(
                    format!("if {} then {} else 0", within.within(LOOSE), body.within(LOOSE)),
                    LOOSE,
                ),
            })
        })
    }
}

/// A name for a square that nothing around it has.
fn bound_square(env: &Env) -> (String, Env) {
    let mut env = env.clone();
    env.bound += 1;
    (format!("s{}", env.bound), env)
}
