//! Sets of squares in the graph: never built, but asked for their squares.

use std::rc::Rc;

use adli_lang::term::{Quantifier, Term, TermId, VarId};

use crate::compile::{Compiler, Env, Made, Refused, UNBOUND, Val};
use crate::graph::{Id, MAX_NAMES, Node};

impl Compiler<'_> {
    pub(crate) fn on_board(&mut self, (file, rank): (Id, Id)) -> Id {
        let (one, size) = (self.graph.make(Node::Const(1)), self.graph.make(Node::Const(self.size)));
        let mut parts = Vec::new();
        for line in [file, rank] {
            parts.push(self.graph.two(one, line, Node::AtMost));
            parts.push(self.graph.two(line, size, Node::AtMost));
        }
        self.graph.join(parts, true)
    }

    /// Whether a square of the board is in a set.
    pub(crate) fn inside(&mut self, at: (Id, Id), set: TermId, env: &Rc<Env>) -> Made<Id> {
        let program = self.program;
        Ok(match program.terms.get(set) {
            Term::Board => self.graph.truth(true),
            Term::SetOf(squares) => {
                let mut equal = Vec::new();
                for &square in squares {
                    let (file, rank) = self.pair(square, env)?;
                    let files = self.graph.two(at.0, file, Node::Eq);
                    let ranks = self.graph.two(at.1, rank, Node::Eq);
                    equal.push(self.graph.join(vec![files, ranks], true));
                }
                self.graph.join(equal, false)
            }
            Term::Those(var, condition) => {
                let mut inner = Env::clone(env);
                inner.names.insert(*var, Val::Pair(at.0, at.1));
                self.inner(*condition, inner)?
            }
            Term::Union(a, b) => {
                let parts = vec![self.inside(at, *a, env)?, self.inside(at, *b, env)?];
                self.graph.join(parts, false)
            }
            Term::Intersection(a, b) => {
                let parts = vec![self.inside(at, *a, env)?, self.inside(at, *b, env)?];
                self.graph.join(parts, true)
            }
            Term::Difference(a, b) => {
                let (a, b) = (self.inside(at, *a, env)?, self.inside(at, *b, env)?);
                let not = self.graph.not(b);
                self.graph.join(vec![a, not], true)
            }
            Term::If(condition, yes, no) => {
                let condition = self.one(*condition, env)?;
                let (yes, no) = (self.inside(at, *yes, env)?, self.inside(at, *no, env)?);
                self.graph.choose(condition, yes, no)
            }
            _ => match self.value(set, env)? {
                // A name, or a call: the set stands elsewhere, with names of its own.
                Val::Set(there, names) if there != set || names.number != env.number => {
                    // Registers and names that are in use here stay in use there.
                    let mut names = Env::clone(&names);
                    names.next_name = names.next_name.max(env.next_name);
                    names.next_register = names.next_register.max(env.next_register);
                    self.envs += 1;
                    names.number = self.envs;
                    self.inside(at, there, &Rc::new(names))?
                }
                _ => return Err(UNBOUND),
            },
        })
    }

    pub(crate) fn over_squares(
        &mut self,
        op: Quantifier,
        bound: Option<(VarId, TermId)>,
        set: TermId,
        body: Option<Id>,
        env: &Rc<Env>,
    ) -> Made<Id> {
        let mut inner = Env::clone(env);
        let name = inner.next_name;
        if usize::from(name) >= MAX_NAMES {
            return Err(Refused("squares are looked at within squares too deeply"));
        }
        inner.next_name += 1;
        self.envs += 1;
        inner.number = self.envs;
        let Val::Pair(file, rank) = self.name(name) else { return Err(UNBOUND) };
        let among = self.inside((file, rank), set, &Rc::new(inner.clone()))?;
        let body = match (bound, body) {
            (Some((var, body)), _) => {
                inner.names.insert(var, Val::Pair(file, rank));
                self.inner(body, inner)?
            }
            (None, Some(body)) => body,
            (None, None) => return Err(UNBOUND),
        };
        Ok(self.graph.make(Node::OverSquares(op, name, among, body)))
    }

    /// Whether every square is in both sets or in none, or in the second if it is in the first.
    pub(crate) fn compare_sets(
        &mut self,
        a: TermId,
        b: TermId,
        env: &Rc<Env>,
        node: fn(Id, Id) -> Node,
    ) -> Made<Val> {
        let mut inner = Env::clone(env);
        let name = inner.next_name;
        if usize::from(name) >= MAX_NAMES {
            return Err(Refused("squares are looked at within squares too deeply"));
        }
        inner.next_name += 1;
        self.envs += 1;
        inner.number = self.envs;
        let (inner, all) = (Rc::new(inner), self.graph.truth(true));
        let Val::Pair(file, rank) = self.name(name) else { return Err(UNBOUND) };
        let (a, b) = (self.inside((file, rank), a, &inner)?, self.inside((file, rank), b, &inner)?);
        let body = self.graph.two(a, b, node);
        Ok(Val::One(self.graph.make(Node::OverSquares(Quantifier::Every, name, all, body))))
    }
}
