//! What the domain of a claim says of single men: who is at home, and on which squares each may stand.

use adli_chess::Colour;
use adli_lang::term::{OptionId, Pos, Term, TermId};
use adli_lang::{Interpreter, MovesFrom, Program};

use crate::space::{OFF, Space};
use crate::tree::FUEL;

/// A set of squares, one bit each.
pub type Squares = u64;

/// A domain with at most this many placements is gone through sooner than a table of five men is solved or loaded.
const NARROW: u64 = 1 << 22;

/// The parts of a domain.
pub struct Domain {
    /// Whether it demands that everybody is at home; only `all` does not.
    pub is_home: bool,
    /// What it says besides "legal and home".
    pub conditions: Vec<TermId>,
    /// On which squares each man may stand at all: what is said of one man alone is asked once for each square.
    pub squares: Vec<Squares>,
}

impl Domain {
    /// Of a term that says "legal" itself.
    #[must_use]
    pub fn new(program: &Program, space: &Space, options: &[(OptionId, i32)], term: TermId) -> Domain {
        let conditions = conditions(program, term);
        let squares = squares(program, space, options, &conditions);
        Domain { is_home: says_home(program, term), conditions, squares }
    }

    /// Whether it says of so many men where they stand that its placements are soon gone through.
    #[must_use]
    pub fn is_narrow(&self) -> bool {
        self.is_home && self.squares.iter().map(|set| u64::from(set.count_ones())).product::<u64>() <= NARROW
    }
}

fn says_home(program: &Program, term: TermId) -> bool {
    let Term::And(parts) = program.terms.get(term) else { return program.endgame.men.len() == 2 };
    let alive = parts.iter().filter(|&&part| matches!(program.terms.get(part), Term::Alive(..))).count();
    alive + 2 >= program.endgame.men.len()
}

fn conditions(program: &Program, term: TermId) -> Vec<TermId> {
    let terms = &program.terms;
    let Term::And(parts) = terms.get(term) else { return vec![term] };
    let known = |part: &TermId| match terms.get(*part) {
        Term::Alive(..) => true,
        Term::Call(def, positions, _) => {
            let here = matches!(positions[..], [pos] if terms.pos(pos) == Pos::Given(0));
            here && program.laws.legal == Some(*def)
        }
        _ => false,
    };
    parts.iter().copied().filter(|part| !known(part)).collect()
}

fn squares(
    program: &Program,
    space: &Space,
    options: &[(OptionId, i32)],
    conditions: &[TermId],
) -> Vec<Squares> {
    let mut squares = vec![Squares::MAX; space.men()];
    let mut interpreter = Interpreter::new(program).moves_from(MovesFrom::Core).fuel(FUEL);
    options.iter().for_each(|&(option, value)| interpreter.set_option(option, value));
    for &condition in conditions {
        let Some(slot) = only_man(program, condition) else { continue };
        for at in 0..64u8 {
            let mut men = vec![OFF as u8; space.men()];
            men[slot] = at;
            let state = space.state(space.at(Colour::White, &men));
            // What cannot be told here is asked of every position later.
            if interpreter.holds(condition, &[state]) == Ok(false) {
                squares[slot] &= !(1 << at);
            }
        }
    }
    squares
}

/// The man on whose square alone a condition depends, if it is so.
fn only_man(program: &Program, condition: TermId) -> Option<usize> {
    let mut man = None;
    for (_, node) in program.reach([condition]) {
        match node {
            Term::File(_, slot) | Term::Rank(_, slot) if *man.get_or_insert(*slot) != *slot => {
                return None;
            }
            _ if node.looks_beyond_squares() => return None,
            _ => {}
        }
    }
    man.map(|slot| usize::from(slot.0))
}
