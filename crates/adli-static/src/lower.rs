//! Expressions to operations on words.
//!
//! Two ideas do the work, and neither knows chess.
//!
//! **What depends on few men is a table.** A condition on one man's square is a set of squares; whether he stands on
//! it is one bit. A condition on two men is a set for each square of the first (64 words), a number or a set that depends on one man is 64
//! words. They are filled by evaluating the expression for every square. So `ring(k)` and `steps(K, k) > 4`
//! cost a look into memory however they are defined.
//!
//! **A bound square is 64 cases at once.** `{s: c}` is a word with a bit for each `s`, and if `c` is `a and b` it is the
//! intersection of the words of `a` and of `b`: the operators of logic become those of sets. At the leaves there are
//! comparisons that depend on `s` and on one or two men, which are tables. A bishop's squares are, by the laws,
//! those on his diagonals for which nobody stands in between; "`x` stands between `m` and `s`" depends on two
//! men and `s`, so each man who may stand in the way takes a shadow, looked up by two squares, from a set that is looked up by one.
//! A quantifier over squares asks whether such a word is empty, or counts it.
//!
//! What depends on more men than that is written out square by square, up to a limit. The result is code without jumps and
//! loops.

use std::collections::HashMap;

use adli_lang::term::Quantifier;

use crate::code::{At, Code, Op, TooMuch};
use crate::evaluate::{evaluate, point};
use crate::expr::Exprs;
use crate::node::{Atom, Kind, Node, Var, X};

/// How many operations there may be.
const MAX_OPERATIONS: usize = 60_000;
/// How many expressions may be evaluated to fill tables.
const MAX_STEPS: u64 = 400_000_000;
/// A condition on a bound square and two men with more comparisons than this is one table instead of many.
const MANY_LEAVES: usize = 5;
/// With more than this it takes longer to fill the table than to do without.
const MOST_LEAVES: usize = 40;

/// Conditions that depend on the same men.
type Group = (u8, Vec<X>);

pub(crate) struct Lower {
    pub(crate) exprs: Exprs,
    pub(crate) code: Code,
    known: HashMap<X, At>,
    lifted: HashMap<(X, Var), At>,
    steps: u64,
}

impl Lower {
    pub(crate) fn new(exprs: Exprs) -> Lower {
        let (known, lifted) = (HashMap::new(), HashMap::new());
        Lower { exprs, code: Code::default(), known, lifted, steps: MAX_STEPS }
    }

    /// The value of an expression without free bound squares.
    pub(crate) fn lower(&mut self, x: X) -> Result<At, TooMuch> {
        if let Some(&known) = self.known.get(&x) {
            return Ok(known);
        }
        if self.code.ops.len() > MAX_OPERATIONS {
            return Err(TooMuch::Size);
        }
        let at = match self.tabled(x)? {
            Some(at) => at,
            None => self.parts(x)?,
        };
        self.known.insert(x, at);
        Ok(at)
    }

    /// As a table, if the expression depends on few men.
    fn tabled(&mut self, x: X) -> Result<Option<At>, TooMuch> {
        if let Node::Bool(_) | Node::Int(_) | Node::Set(_) = self.exprs.node(x) {
            let value = self.value(x, &[0; 8])?;
            return Ok(Some(self.code.push(Op::Const(value))));
        }
        if self.exprs.support(x).seen {
            return Ok(None);
        }
        // A set that is a man's own square needs no table.
        if let Node::One(file, rank) = *self.exprs.node(x)
            && let Some(man) = self.man_at(file, rank)
        {
            return Ok(Some(self.code.push(Op::Bit(man))));
        }
        let men = self.men(x);
        let kind = self.exprs.kind(x);
        Ok(Some(match (men[..].len(), kind) {
            (1, Kind::Bool) => {
                let set = self.fill(&men, |lower, squares| lower.value(x, squares))?;
                let set = set.iter().enumerate().fold(0, |set, (square, &holds)| set | holds << square);
                let set = self.code.push(Op::Const(set));
                self.code.push(Op::Test(set, men[0]))
            }
            (1, _) => {
                let table = self.fill(&men, |lower, squares| lower.value(x, squares))?;
                let table = self.code.table(table);
                self.code.push(Op::Row(table, men[0]))
            }
            (2, Kind::Bool) => {
                let row = self.relation(x, &men[..1], men[1])?;
                self.code.push(Op::Test(row, men[1]))
            }
            (2, Kind::Int) => {
                let table = self.fill(&men, |lower, squares| lower.value(x, squares))?;
                let table = self.code.table(table);
                self.code.push(Op::Rows(table, men[0], men[1]))
            }
            (3, Kind::Bool) if (MANY_LEAVES + 1..MOST_LEAVES).contains(&self.leaves(x)) => {
                let row = self.relation(x, &men[..2], men[2])?;
                self.code.push(Op::Test(row, men[2]))
            }
            _ => return Ok(None),
        }))
    }

    /// The men an expression depends on.
    fn men(&self, x: X) -> Vec<u8> {
        let men = self.exprs.support(x).men;
        (0..8).filter(|man| men >> man & 1 != 0).collect()
    }

    fn value(&mut self, x: X, squares: &[u8; 8]) -> Result<u64, TooMuch> {
        let mut vars = vec![(0, 0); self.exprs.bound()];
        evaluate(self.exprs.nodes(), x, squares, &mut vars, &mut self.steps).ok_or(TooMuch::Work)
    }

    /// A word for each square of one man, or of two.
    fn fill(
        &mut self,
        men: &[u8],
        mut word: impl FnMut(&mut Lower, &[u8; 8]) -> Result<u64, TooMuch>,
    ) -> Result<Box<[u64]>, TooMuch> {
        let mut squares = [0; 8];
        let mut table = Vec::with_capacity(1 << (6 * men.len()));
        for number in 0..1_usize << (6 * men.len()) {
            for (place, &man) in men.iter().rev().enumerate() {
                squares[usize::from(man)] = (number >> (6 * place) & 63) as u8;
            }
            table.push(word(self, &squares)?);
        }
        Ok(table.into())
    }

    /// A table of the sets of squares of the last man for which a condition holds.
    fn relation(&mut self, x: X, men: &[u8], last: u8) -> Result<At, TooMuch> {
        let table = self.fill(men, |lower, squares| {
            let mut squares = *squares;
            let mut set = 0;
            for square in 0..64 {
                squares[usize::from(last)] = square;
                set |= lower.value(x, &squares)? << square;
            }
            Ok(set)
        })?;
        Ok(self.look(table, men))
    }

    /// A look into a table by the squares of one man, or of two.
    fn look(&mut self, table: Box<[u64]>, men: &[u8]) -> At {
        if table.iter().all(|word| *word == table[0]) {
            return self.code.push(Op::Const(table[0]));
        }
        let table = self.code.table(table);
        self.code.push(match men {
            [one] => Op::Row(table, *one),
            [first, second, ..] => Op::Rows(table, *first, *second),
            [] => Op::Const(0),
        })
    }

    /// How many comparisons a condition is made of.
    fn leaves(&self, x: X) -> usize {
        let (mut todo, mut leaves) = (vec![x], 0);
        while let Some(next) = todo.pop() {
            match self.exprs.node(next) {
                Node::And(parts) | Node::Or(parts) => todo.extend(parts.iter().take(MOST_LEAVES)),
                Node::Not(a) => todo.push(*a),
                Node::If(a, b, c) => todo.extend([*a, *b, *c]),
                _ => leaves += 1,
            }
            // More than that is not told apart, and parts that are shared would be counted for ever.
            if leaves >= MOST_LEAVES {
                break;
            }
        }
        leaves
    }

    /// The man whose square this is.
    fn man_at(&self, file: X, rank: X) -> Option<u8> {
        match (self.exprs.node(file), self.exprs.node(rank)) {
            (Node::File(Atom::Man(a)), Node::Rank(Atom::Man(b))) if a == b => Some(*a),
            _ => None,
        }
    }

    fn is_bound(&self, file: X, rank: X, var: Var) -> bool {
        *self.exprs.node(file) == Node::File(Atom::Bound(var))
            && *self.exprs.node(rank) == Node::Rank(Atom::Bound(var))
    }

    fn parts(&mut self, x: X) -> Result<At, TooMuch> {
        let op = match self.exprs.node(x).clone() {
            Node::Seen(seen) => Op::Seen(seen),
            Node::Not(a) => Op::Not(self.lower(a)?),
            Node::And(parts) => return self.junction(&parts, true),
            Node::Or(parts) => return self.junction(&parts, false),
            Node::If(condition, yes, no) => {
                Op::Select(self.lower(condition)?, self.lower(yes)?, self.lower(no)?)
            }
            Node::Eq(a, b) => match self.exprs.as_set(b).or(self.exprs.as_set(a)) {
                Some(0) => {
                    let set = if self.exprs.as_set(b).is_some() { a } else { b };
                    Op::IsEmpty(self.lower(set)?)
                }
                _ => Op::Eq(self.lower(a)?, self.lower(b)?),
            },
            Node::Less(a, b) => Op::Less(self.lower(a)?, self.lower(b)?),
            Node::AtMost(a, b) => Op::AtMost(self.lower(a)?, self.lower(b)?),
            Node::Add(a, b) => Op::Add(self.lower(a)?, self.lower(b)?),
            Node::Sub(a, b) => Op::Sub(self.lower(a)?, self.lower(b)?),
            Node::Mul(a, b) => Op::Mul(self.lower(a)?, self.lower(b)?),
            Node::Div(a, by) => Op::Div(self.lower(a)?, by),
            Node::Mod(a, by) => Op::Mod(self.lower(a)?, by),
            Node::Abs(a) => Op::Abs(self.lower(a)?),
            Node::Min(a, b) => Op::Min(self.lower(a)?, self.lower(b)?),
            Node::Max(a, b) => Op::Max(self.lower(a)?, self.lower(b)?),
            Node::Union(a, b) => Op::Or(self.lower(a)?, self.lower(b)?),
            Node::Intersection(a, b) => Op::And(self.lower(a)?, self.lower(b)?),
            Node::Difference(a, b) => Op::AndNot(self.lower(a)?, self.lower(b)?),
            Node::Count(a) => Op::Count(self.lower(a)?),
            Node::Subset(a, b) => {
                let (a, b) = (self.lower(a)?, self.lower(b)?);
                Op::IsEmpty(self.code.push(Op::AndNot(a, b)))
            }
            Node::Member(file, rank, set) => {
                let one = self.exprs.make(Node::One(file, rank));
                let (one, set) = (self.lower(one)?, self.lower(set)?);
                Op::IsSome(self.code.push(Op::And(set, one)))
            }
            Node::One(file, rank) => {
                let var = self.exprs.fresh();
                let own = [Node::File(Atom::Bound(var)), Node::Rank(Atom::Bound(var))];
                let [f, r] = own.map(|node| self.exprs.make(node));
                let (files, ranks) = (self.exprs.make(Node::Eq(file, f)), self.exprs.make(Node::Eq(rank, r)));
                let both = self.exprs.make(Node::And([files, ranks].into()));
                return self.lift(both, var);
            }
            Node::Those(var, condition) => return self.lift(condition, var),
            Node::Over(Quantifier::Sum, var, set, body) => return self.sum(var, set, body),
            Node::Over(op, var, set, body) => {
                let (set, holds) = (self.lower(set)?, self.lift(body, var)?);
                match op {
                    Quantifier::Every => Op::IsEmpty(self.code.push(Op::AndNot(set, holds))),
                    Quantifier::Some => Op::IsSome(self.code.push(Op::And(set, holds))),
                    _ => Op::Count(self.code.push(Op::And(set, holds))),
                }
            }
            // Constants and coordinates of one man are tables; a bound square is free here only by our own mistake.
            Node::Bool(_) | Node::Int(_) | Node::Set(_) | Node::File(_) | Node::Rank(_) => {
                return Err(TooMuch::Form);
            }
        };
        Ok(self.code.push(op))
    }

    /// Parts of a conjunction or disjunction: those that depend on the same one or two men are looked up together, and
    /// the cheaper ones come first.
    fn looked_up_together(&mut self, parts: &[X], and: bool) -> Vec<X> {
        let (mut pairs, mut singles): (Vec<Group>, Vec<Group>) = (Vec::new(), Vec::new());
        let mut rest = Vec::new();
        for &part in parts {
            let support = self.exprs.support(part);
            let list = match (support.men.count_ones(), support.seen) {
                (1, false) => &mut singles,
                (2, false) => &mut pairs,
                _ => {
                    rest.push(part);
                    continue;
                }
            };
            add_to(list, support.men, part);
        }
        let mut groups = Vec::new();
        for (man, group) in singles {
            match pairs.iter_mut().find(|(men, _)| men & man != 0) {
                Some((_, pair)) => pair.extend(group),
                None => groups.push((man, group)),
            }
        }
        groups.extend(pairs);
        self.together(groups, and, rest)
    }

    fn junction(&mut self, parts: &[X], and: bool) -> Result<At, TooMuch> {
        let mut all = None;
        for part in self.looked_up_together(parts, and) {
            let at = self.lower(part)?;
            all = Some(match all {
                None => at,
                Some(before) => self.both(before, at, and),
            });
        }
        Ok(all.unwrap_or_else(|| self.code.push(Op::Const(u64::from(and)))))
    }

    /// The parts of a condition, each a value of its own.
    pub(crate) fn conjuncts(&mut self, parts: &[X]) -> Result<Vec<At>, TooMuch> {
        self.looked_up_together(parts, true).into_iter().map(|part| self.lower(part)).collect()
    }

    /// The set of the squares for which a condition holds.
    fn lift(&mut self, x: X, var: Var) -> Result<At, TooMuch> {
        if let Some(&known) = self.lifted.get(&(x, var)) {
            return Ok(known);
        }
        if self.code.ops.len() > MAX_OPERATIONS {
            return Err(TooMuch::Size);
        }
        let at = self.lift_new(x, var)?;
        self.lifted.insert((x, var), at);
        Ok(at)
    }

    fn lift_new(&mut self, x: X, var: Var) -> Result<At, TooMuch> {
        if !self.exprs.mentions(x, var) {
            let holds = self.lower(x)?;
            return Ok(self.code.push(Op::Fill(holds)));
        }
        let men = self.men(x);
        let seen = self.exprs.support(x).seen;
        if !seen && (men.len() <= 1 || men.len() == 2 && self.leaves(x) > MANY_LEAVES) {
            return self.lifted_table(x, var, &men);
        }
        match self.exprs.node(x).clone() {
            Node::And(parts) => self.lifted_junction(&parts, true, var),
            Node::Or(parts) => self.lifted_junction(&parts, false, var),
            Node::Not(a) => {
                let (all, a) = (self.code.push(Op::Const(u64::MAX)), self.lift(a, var)?);
                Ok(self.code.push(Op::AndNot(all, a)))
            }
            Node::If(condition, yes, no) => {
                let (condition, yes, no) =
                    (self.lift(condition, var)?, self.lift(yes, var)?, self.lift(no, var)?);
                let (yes, no) =
                    (self.code.push(Op::And(yes, condition)), self.code.push(Op::AndNot(no, condition)));
                Ok(self.code.push(Op::Or(yes, no)))
            }
            Node::Member(file, rank, set) if self.is_bound(file, rank, var) => {
                match self.exprs.node(set).clone() {
                    _ if !self.exprs.mentions(set, var) => self.lower(set),
                    Node::Those(inner, condition) => {
                        let condition =
                            self.exprs.substitute(condition, inner, (file, rank), &mut HashMap::new())?;
                        self.lift(condition, var)
                    }
                    _ => self.written_out(x, var),
                }
            }
            _ if men.len() == 2 && !seen => self.lifted_table(x, var, &men),
            _ => self.written_out(x, var),
        }
    }

    fn lifted_junction(&mut self, parts: &[X], and: bool, var: Var) -> Result<At, TooMuch> {
        let mut all = self.code.push(Op::Const(if and { u64::MAX } else { 0 }));
        for part in self.grouped(parts, and) {
            let at = self.lift(part, var)?;
            all = self.both(all, at, and);
        }
        Ok(all)
    }

    /// Both, or one of them.
    fn both(&mut self, a: At, b: At, and: bool) -> At {
        self.code.push(if and { Op::And(a, b) } else { Op::Or(a, b) })
    }

    /// Parts of a junction that depend on the same man are looked up together.
    fn grouped(&mut self, parts: &[X], and: bool) -> Vec<X> {
        let mut groups: Vec<Group> = Vec::new();
        let mut rest = Vec::new();
        for &part in parts {
            let support = self.exprs.support(part);
            if support.men.count_ones() > 1 || support.seen {
                rest.push(part);
            } else {
                add_to(&mut groups, support.men, part);
            }
        }
        self.together(groups, and, rest)
    }

    /// Each group as one condition, then the rest.
    fn together(&mut self, groups: Vec<Group>, and: bool, rest: Vec<X>) -> Vec<X> {
        let node = |group: Vec<X>| if and { Node::And(group.into()) } else { Node::Or(group.into()) };
        let mut all: Vec<X> = groups.into_iter().map(|(_, group)| self.exprs.make(node(group))).collect();
        all.extend(rest);
        all
    }

    fn lifted_table(&mut self, x: X, var: Var, men: &[u8]) -> Result<At, TooMuch> {
        let mut vars = vec![(0, 0); self.exprs.bound()];
        let table = self.fill(men, |lower, squares| {
            let mut set = 0;
            for square in 0..64 {
                vars[usize::from(var)] = point(square);
                let holds = evaluate(lower.exprs.nodes(), x, squares, &mut vars, &mut lower.steps);
                set |= holds.ok_or(TooMuch::Work)? << square;
            }
            Ok(set)
        })?;
        Ok(self.look(table, men))
    }

    /// The set square by square.
    fn written_out(&mut self, x: X, var: Var) -> Result<At, TooMuch> {
        let mut all = self.code.push(Op::Const(0));
        for square in 0..64 {
            let at = self.constant_square(square);
            let here = self.exprs.substitute(x, var, at, &mut HashMap::new())?;
            let here = self.lower(here)?;
            let (holds, bit) = (self.code.push(Op::Fill(here)), self.code.push(Op::Const(1 << square)));
            let one = self.code.push(Op::And(holds, bit));
            all = self.code.push(Op::Or(all, one));
        }
        Ok(all)
    }

    fn constant_square(&mut self, square: u8) -> (X, X) {
        let (file, rank) = point(square);
        (self.exprs.int(file), self.exprs.int(rank))
    }

    fn sum(&mut self, var: Var, set: X, body: X) -> Result<At, TooMuch> {
        let mut sum = self.code.push(Op::Const(0));
        for square in 0..64 {
            let at = self.constant_square(square);
            let number = self.exprs.substitute(body, var, at, &mut HashMap::new())?;
            let member = self.exprs.make(Node::Member(at.0, at.1, set));
            let (holds, number) = (self.lower(member)?, self.lower(number)?);
            let holds = self.code.push(Op::Fill(holds));
            let number = self.code.push(Op::And(number, holds));
            sum = self.code.push(Op::Add(sum, number));
        }
        Ok(sum)
    }
}

/// Adds a condition to those that depend on the same men.
fn add_to(groups: &mut Vec<Group>, men: u8, part: X) {
    match groups.iter_mut().find(|(others, _)| *others == men) {
        Some((_, group)) => group.push(part),
        None => groups.push((men, vec![part])),
    }
}
