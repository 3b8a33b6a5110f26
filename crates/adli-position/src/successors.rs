//! Legal moves of packed positions.
//!
//! Candidates come from attack sets; a candidate is legal if the own king is not attacked afterwards. A king may go wherever
//! nobody attacks him when he is lifted from the board: what he takes there does not guard its own square. Another man may go
//! anywhere if the king is not attacked when that man is lifted, since wherever he comes down he only shields; where he is pinned or
//! his king in check, each move is tried. This is an optimisation of the moves that `laws.adv` allows, and tests show
//! position by position that they are the same.

use adli_chess::{Colour, Kind, Man, Square, SquareSet, attacks};
use adli_lang::term::{Slot, Slots};

use crate::space::{Code, OFF, Space, handed_over, kind, passing, square, turn, with_kind, with_square};

/// The number of a man who is not there.
const NOBODY: usize = 8;

/// A position taken apart.
struct Men {
    squares: [u64; 8],
    kinds: [Kind; 8],
    sides: [SquareSet; 2],
}

impl Space {
    #[inline]
    fn men_of(&self, code: Code) -> Men {
        let mut men = Men { squares: [OFF; 8], kinds: [Kind::King; 8], sides: [SquareSet::EMPTY; 2] };
        for (slot, man) in self.endgame.men.iter().enumerate() {
            let at = square(code, slot);
            men.squares[slot] = at;
            men.kinds[slot] = Kind::ALL[kind(code, slot).min(5)];
            if at < OFF {
                men.sides[man.side.index()].0 |= 1 << at;
            }
        }
        men
    }

    /// Whether a side attacks a square when these squares are occupied, one man left out.
    #[inline]
    fn attacked(&self, men: &Men, by: Colour, target: u64, occupied: SquareSet, without: usize) -> bool {
        let target = SquareSet(1 << (target & 63));
        self.endgame.men.iter().enumerate().any(|(slot, man)| {
            let from = men.squares[slot];
            if man.side != by || from >= OFF || slot == without {
                return false;
            }
            let man = Man { colour: man.side, kind: men.kinds[slot] };
            !(attacks::of(man, Square::from_index(from as usize), occupied) & target).is_empty()
        })
    }

    /// The squares that a side attacks when these are occupied.
    #[inline]
    fn attacks(&self, men: &Men, by: Colour, occupied: SquareSet) -> SquareSet {
        let own = self
            .endgame
            .men
            .iter()
            .enumerate()
            .filter(|(slot, man)| man.side == by && men.squares[*slot] < OFF);
        own.fold(SquareSet::EMPTY, |attacked, (slot, _)| {
            let man = Man { colour: by, kind: men.kinds[slot] };
            attacked | attacks::of(man, Square::from_index(men.squares[slot] as usize), occupied)
        })
    }

    /// Whether a position is legal: nobody shares a square, no pawn stands on the first or last rank, and the
    /// side that has just moved is not in check.
    #[inline]
    pub fn is_legal(&self, code: Code) -> bool {
        let men = self.men_of(code);
        let occupied = men.sides[0] | men.sides[1];
        let alive = men.squares[..self.men()].iter().filter(|&&at| at < OFF).count();
        let pawns = (0..self.men()).filter(|&slot| men.kinds[slot] == Kind::Pawn && men.squares[slot] < OFF);
        let astray = |slot: usize| men.squares[slot] < 8 || men.squares[slot] >= 56;
        if occupied.len() != alive || pawns.into_iter().any(astray) {
            return false;
        }
        let mover = turn(code).into_colour();
        let king = men.squares[self.kings[(!mover).index()]];
        king < OFF
            && men.squares[self.kings[mover.index()]] < OFF
            && !self.attacked(&men, mover, king, occupied, NOBODY)
    }

    /// Hands out the positions after the legal moves of some men until the visitor answers `true`.
    pub fn successors(&self, code: Code, movers: Slots, mut visit: impl FnMut(Code) -> bool) {
        let men = self.men_of(code);
        let us = turn(code).into_colour();
        let occupied = men.sides[0] | men.sides[1];
        let king = self.kings[us.index()];
        // A king is not taken, not even where he stands in check after a pass.
        let closed = men.sides[us.index()] | SquareSet(1 << (men.squares[self.kings[(!us).index()]] & 63));
        let next = handed_over(code, OFF);
        for (slot, man) in self.endgame.men.iter().enumerate() {
            let from = men.squares[slot];
            if man.side != us || from >= OFF || !movers.contains(Slot(slot as u8)) {
                continue;
            }
            let here = Square::from_index(from as usize);
            let pawn = men.kinds[slot] == Kind::Pawn;
            let mut targets = if pawn {
                pawn_targets(us, here, &men, passing(code))
            } else {
                attacks::of(Man { colour: us, kind: men.kinds[slot] }, here, occupied)
            };
            targets &= !closed;
            let lifted = occupied.without(here);
            if slot == king {
                targets &= !self.attacks(&men, !us, lifted);
            }
            let free = slot == king || !self.attacked(&men, !us, men.squares[king], lifted, NOBODY);
            for target in targets {
                let to = target.index() as u64;
                let in_passing = pawn && to == passing(code) && from % 8 != to % 8;
                let mut taken = NOBODY;
                if in_passing || men.sides[(!us).index()].contains(target) {
                    let taken_at = if in_passing { from / 8 * 8 + to % 8 } else { to };
                    let theirs = |other: &usize| {
                        self.endgame.men[*other].side != us && men.squares[*other] == taken_at
                    };
                    taken = (0..self.men()).find(theirs).unwrap_or(NOBODY);
                }
                if !free || in_passing {
                    let mut then = lifted.with(target);
                    if in_passing && taken < NOBODY {
                        then = then.without(Square::from_index(men.squares[taken] as usize));
                    }
                    if self.attacked(&men, !us, men.squares[king], then, taken) {
                        continue;
                    }
                }
                let mut after = with_square(next, slot, to);
                if taken < NOBODY {
                    after = with_square(after, taken, OFF);
                }
                if pawn && !(8..56).contains(&to) {
                    for promotion in Kind::PROMOTIONS {
                        if visit(with_kind(after, slot, promotion.index())) {
                            return;
                        }
                    }
                    continue;
                }
                if pawn && from.abs_diff(to) == 16 && self.endgame.has_passing() {
                    after = handed_over(handed_over(after, OFF), (from + to) / 2);
                }
                if visit(after) {
                    return;
                }
            }
        }
    }

    /// The positions after all legal moves.
    #[must_use]
    #[inline]
    pub fn after_moves(&self, code: Code) -> Vec<Code> {
        let mut after = Vec::with_capacity(24);
        self.successors(code, self.endgame.everybody(), |next| {
            after.push(next);
            false
        });
        after
    }

    /// Whether one of some men has a legal move.
    pub fn has_move(&self, code: Code, movers: Slots) -> bool {
        let mut any = false;
        self.successors(code, movers, |_| {
            any = true;
            true
        });
        any
    }
}

/// Whether one of some men has moved.
#[must_use]
#[inline]
pub fn moved(before: Code, after: Code, men: Slots, slots: usize) -> bool {
    (0..slots).any(|slot| {
        men.0 >> slot & 1 == 1 && square(before, slot) != square(after, slot) && square(after, slot) < OFF
    })
}

/// Where a pawn may go.
#[inline]
fn pawn_targets(us: Colour, from: Square, men: &Men, passing: u64) -> SquareSet {
    let ahead =
        |set: SquareSet| if us == Colour::White { SquareSet(set.0 << 8) } else { SquareSet(set.0 >> 8) };
    let empty = !(men.sides[0] | men.sides[1]);
    let single = ahead(SquareSet::of(from)) & empty;
    let start = if us == Colour::White { 1 } else { 6 };
    let double = if from.rank() == start { ahead(single) & empty } else { SquareSet::EMPTY };
    let mut captures = men.sides[(!us).index()];
    if passing < OFF {
        captures.0 |= 1 << passing;
    }
    single | double | attacks::pawn(us, from) & captures
}

#[cfg(test)]
mod tests;
