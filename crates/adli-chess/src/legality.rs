//! Which positions are legal: the one place where positions are checked.
//!
//! Each side has one king, the kings do not touch, no pawn stands on the first or the eighth rank, the side
//! that has just moved is
//! not in check, and a passing square lies behind a pawn that can have jumped over it. Whether play could
//! ever have led there from the beginning of a game is not asked.

use crate::moves::{ahead, behind, last_rank};
use crate::{Colour, Fault, Kind, Man, Position, Square, SquareSet};

impl Position {
    /// Everything by which the men, which may stand anywhere, are not a legal position.
    pub(crate) fn faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        for colour in Colour::ALL {
            match self.of(Man { colour, kind: Kind::King }).len() {
                1 => {}
                0 => faults.push(Fault::NoKing(colour)),
                kings => faults.push(Fault::ManyKings(colour, kings)),
            }
        }
        let kings_in_order = faults.is_empty();

        let edge = SquareSet::rank(0) | SquareSet::rank(7);
        let edge_pawns = self.kinds[Kind::Pawn.index()] & edge;
        let fault_of_pawn = |square| self.at(square).map(|man| Fault::PawnRank(man, square));
        faults.extend(edge_pawns.into_iter().filter_map(fault_of_pawn));

        if kings_in_order {
            let attackers = self.attackers_of_king(!self.turn);
            let king = self.of(Man { colour: self.turn, kind: Kind::King });
            faults.extend((!(attackers & king).is_empty()).then_some(Fault::KingsTouch));
            faults.extend((!(attackers & !king).is_empty()).then_some(Fault::LeftInCheck(!self.turn)));
        }
        faults.extend(self.passing.and_then(|square| self.fault_of_passing(square)));
        faults
    }

    /// Every square over which a pawn of the other side can have jumped just now, by how the men stand: the
    /// pawn has two empty squares behind it, back to where it began.
    #[must_use]
    pub fn passing_squares(&self) -> SquareSet {
        let opponent = !self.turn;
        let double_steps = SquareSet::rank(last_rank(opponent).abs_diff(4));
        let pawns = self.of(Man { colour: opponent, kind: Kind::Pawn }) & double_steps;
        let empty = !self.occupied();
        ahead(self.turn, pawns) & empty & ahead(opponent, empty)
    }

    /// Why no pawn can have jumped over a square.
    fn fault_of_passing(&self, square: Square) -> Option<Fault> {
        if self.passing_squares().contains(square) {
            return None;
        }
        if square.rank() != last_rank(self.turn).abs_diff(2) {
            return Some(Fault::PassingRank(square, self.turn));
        }
        let (pawn, origin) = (behind(self.turn, square), behind(!self.turn, square));
        if self.at(pawn) != Some(Man { colour: !self.turn, kind: Kind::Pawn }) {
            return Some(Fault::PassingPawn(square, pawn));
        }
        let blocker = if self.occupied().contains(square) { square } else { origin };
        Some(Fault::PassingBlocked(square, blocker))
    }
}
