//! What a search remembers of the trees of one piece of advice.
//!
//! A tree that reaches its goal in some plies reaches it in more; a tree that cannot hold for some plies cannot hold for more. So where
//! goals do not count plies, two numbers say all that is known of a position: for how many plies the answer is surely no
//! and from how many it is surely yes, or the other way round where there is nothing to reach.

use std::collections::HashMap;

use adli_lang::{Advice, Program};

use crate::space::Code;
use crate::spread::Spread;

/// The memory of a piece of advice.
pub(super) struct Memory {
    /// Whether something in a tree counts plies.
    counts: bool,
    /// Whether something in a tree looks at the root.
    compares: bool,
    /// Whether a goal looks at the position before the last move.
    looks_back: bool,
    /// The answer that stays with more plies: yes if there is something to reach.
    stays: bool,
    /// By root (0 if that makes no difference) and position: below the first number the answer does not stay, from the second on it does.
    /// Where plies are counted, by plies as well.
    known: HashMap<(Code, Code, u8), (u8, u8), Spread>,
    /// Own moves with which trees go on, as the positions after them.
    found: HashMap<(Code, Code, u8), Code, Spread>,
    /// How often moves have decided, by ply, man and square.
    decided: Vec<u32>,
}

/// A number of plies that no tree has.
const NEVER: u8 = u8::MAX;
const MOVES: usize = 8 * 64;

impl Memory {
    pub(super) fn new(program: &Program, advice: &Advice) -> Memory {
        let (mut counts, mut compares) = (false, false);
        let ply = program.terms.find_variable(advice.ply);
        for (term, node) in program.terms.reach(advice.conditions()) {
            counts |= Some(term) == ply;
            compares |= node.positions().into_iter().any(|pos| program.terms.origin(pos) == 0);
        }
        let goals = advice.hold.into_iter().chain(advice.reach.into_iter().flatten());
        let looks_back = program
            .terms
            .reach(goals)
            .any(|(_, node)| node.positions().into_iter().any(|pos| program.terms.origin(pos) == 2));
        let decided = vec![0; MOVES * (usize::from(advice.plies) + 1)];
        let (known, found) = (HashMap::default(), HashMap::default());
        Memory { counts, compares, looks_back, stays: advice.has_reach(), known, found, decided }
    }

    /// Whether a tree with few plies is one with more of them, and nothing in it counts them.
    pub(super) fn is_monotone(&self) -> bool {
        self.stays && !self.counts
    }

    /// How many answers are remembered.
    pub(super) fn answers(&self) -> usize {
        self.known.len() + self.found.len()
    }

    fn key(&self, left: u8, root: Code, at: Code) -> (Code, Code, u8) {
        (self.root(root), at, if self.counts { left } else { NEVER })
    }

    /// The root, if it makes a difference.
    fn root(&self, root: Code) -> Code {
        if self.compares { root } else { 0 }
    }

    /// How the tree goes on with so many plies left, if that is known.
    pub(super) fn get(&self, left: u8, root: Code, at: Code) -> Option<bool> {
        let &(not, from) = self.known.get(&self.key(left, root, at))?;
        if left >= from { Some(self.stays) } else { (left < not).then_some(!self.stays) }
    }

    /// Whether the goals are known to decide nothing at a position, because it is known how trees go on from there.
    pub(super) fn is_open(&self, left: u8, root: Code, at: Code) -> bool {
        !self.looks_back && self.known.contains_key(&self.key(left, root, at))
    }

    pub(super) fn set(&mut self, left: u8, root: Code, at: Code, goes_on: bool) {
        let key = self.key(left, root, at);
        let (not, from) = self.known.entry(key).or_insert((0, NEVER));
        if goes_on == self.stays {
            *from = left.min(*from);
        } else {
            *not = (left + 1).max(*not);
        }
    }

    /// An own move that has been found from a position with so many plies left.
    pub(super) fn found(&self, left: u8, root: Code, at: Code) -> Option<Code> {
        self.found.get(&(self.root(root), at, left)).copied()
    }

    pub(super) fn set_found(&mut self, left: u8, root: Code, at: Code, after: Code) {
        self.found.insert((self.root(root), at, left), after);
    }

    /// How often a move has decided with so many plies left.
    pub(super) fn decided(&mut self, left: u8, man: usize, to: u64) -> &mut u32 {
        &mut self.decided[MOVES * usize::from(left) + 64 * (man & 7) + (to & 63) as usize]
    }
}
