//! Un-moves: the ways in which a position can have come about by one move.
//!
//! Solving an endgame backwards needs, for a position `p'`, every legal position `p` with a legal move that
//! leads to `p'`; and only those. So un-moves are defined by moves: `u` is an un-move of `p'` if and only if
//! `p'.unplay(u)` is a legal position, `u.mv` is legal there, and playing it gives `p'` again. The tests hold
//! this against the moves, in both directions, over whole endgames.
//!
//! Going back, a man that is not a pawn retreats to any empty square that it attacks now, and may leave an
//! enemy man behind; a pawn retreats straight, or slantwise while it leaves an enemy man behind; a man on the
//! last rank may have been a pawn. Which men may be put back is for the caller to say: nobody can tell from
//! the position what has been captured. After that, only one thing can be wrong: the side that is to move
//! in `p'` had just moved before, and must not have been left in check.
//!
//! Passing squares are exact, in both positions:
//! - If `p'` records a passing square, the last move was that double step and nothing else. If it records
//!   none, the last move was no double step, because [`Position::play`] records every one.
//! - If the last move captured in passing, `p` had that passing square. Otherwise `p` may have had none, or
//!   any square over which a pawn can have jumped the move before. [`Position::unplay`] gives the one
//!   without, [`Position::predecessors`] gives them all.
//!
//! Who would rather forget a passing square where nobody can capture asks [`Position::passing_squares`],
//! [`Position::with_passing`] and [`Position::passing_capturable`] which positions have become one.

use crate::moves::{behind, last_rank};
use crate::{Colour, Kind, Man, Move, Position, Square, SquareSet, attacks};

/// A move to be taken back.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct UnMove {
    /// The move that is taken back: its man stands on `to` and retreats to `from`. If it promotes, the man
    /// becomes a pawn again.
    pub mv: Move,
    /// What the move captured and the un-move puts back.
    pub uncaptured: Option<Kind>,
    /// Was it a capture in passing?
    pub passing: bool,
}

impl Position {
    /// The un-moves of the side that is not to move, where men of these kinds may be put back. A kind
    /// should be named only once; kings are never put back.
    ///
    /// ```
    /// use adli_chess::{Kind, Position};
    ///
    /// let mate: Position = "8/8/8/8/8/k1K5/8/R7 b - - 0 1".parse().unwrap();
    /// let rook_retreats = mate.unmoves(&[]).filter(|u| u.mv.to.to_string() == "a1");
    /// // Along the first rank; from a2 it would have given check while Black was to answer it.
    /// assert_eq!(rook_retreats.count(), 7);
    /// assert!(mate.unmoves(&[Kind::Queen]).any(|u| u.uncaptured == Some(Kind::Queen)));
    /// ```
    pub fn unmoves<'a>(&'a self, captured: &'a [Kind]) -> impl Iterator<Item = UnMove> + 'a {
        let men = self.men(!self.turn).into_iter();
        let retreats = men.flat_map(|to| self.retreats(to));
        let each_way =
            retreats.flat_map(|retreat| retreat.origins.into_iter().map(move |from| (retreat, from)));
        each_way
            .flat_map(move |(retreat, from)| retreat.unmoves(from, captured))
            .filter(|&unmove| self.unplay(unmove).attackers_of_king(self.turn).is_empty())
    }

    /// The position before a move that one of the [`unmoves`](Position::unmoves) takes back. Its passing
    /// square is the one where the move captured in passing, and otherwise none. After anything else than
    /// one of the un-moves, it means nothing.
    #[must_use]
    pub fn unplay(&self, unmove: UnMove) -> Position {
        let mover = !self.turn;
        let Move { from, to, promotion } = unmove.mv;
        let mut before = Position { turn: mover, passing: None, halfmoves: 0, ..*self };
        before.fullmoves = self.fullmoves.saturating_sub(u16::from(mover == Colour::Black)).max(1);
        let Some(man) = self.at(to) else { return before };
        before.take(to);
        before.put(from, if promotion.is_some() { Man { kind: Kind::Pawn, ..man } } else { man });
        if unmove.passing {
            before.passing = Some(to);
        }
        if let Some(kind) = unmove.uncaptured {
            let square = if unmove.passing { behind(mover, to) } else { to };
            before.put(square, Man { colour: self.turn, kind });
        }
        before
    }

    /// Every legal position from which a legal move leads here, with every passing square that it may have;
    /// men of these kinds may have been captured.
    pub fn predecessors<'a>(&'a self, captured: &'a [Kind]) -> impl Iterator<Item = Position> + 'a {
        self.unmoves(captured).flat_map(|unmove| {
            let before = self.unplay(unmove);
            let others = if unmove.passing { SquareSet::EMPTY } else { before.passing_squares() };
            let others = others.into_iter().map(move |square| Position { passing: Some(square), ..before });
            std::iter::once(before).chain(others)
        })
    }

    /// Where the man on a square can have come from, by how it moves.
    fn retreats(&self, to: Square) -> [Retreat; 4] {
        let mover = !self.turn;
        let mut retreats =
            [Retreat { to, origins: SquareSet::EMPTY, promotion: None, captures: Captures::Never }; 4];
        let [officer, straight, slantwise, in_passing] = &mut retreats;
        let Some(man) = self.at(to) else { return retreats };
        if let Some(passing) = self.passing {
            if behind(mover, to) == passing {
                straight.origins = SquareSet::of(behind(mover, passing));
            }
            return retreats;
        }

        let empty = !self.occupied();
        if man.kind != Kind::Pawn {
            officer.captures = Captures::Maybe;
            officer.origins = attacks::of(man, to, self.occupied()) & empty;
        }
        let was_pawn = match man.kind {
            Kind::Pawn => true,
            kind => to.rank() == last_rank(mover) && Kind::PROMOTIONS.contains(&kind),
        };
        if was_pawn {
            let origins = empty - SquareSet::rank(last_rank(!mover));
            let promotion = Some(man.kind).filter(|&kind| kind != Kind::Pawn);
            straight.promotion = promotion;
            straight.origins = origins & SquareSet::of(behind(mover, to));
            slantwise.promotion = promotion;
            slantwise.captures = Captures::Always;
            slantwise.origins = origins & attacks::pawn(!mover, to);
            if self.can_uncapture_in_passing(to) {
                in_passing.captures = Captures::InPassing;
                in_passing.origins = slantwise.origins;
            }
        }
        retreats
    }

    /// Can a pawn that stands on this square have captured in passing? The captured pawn had just jumped
    /// over the square.
    fn can_uncapture_in_passing(&self, to: Square) -> bool {
        let mover = !self.turn;
        let pawn = SquareSet::of(behind(mover, to));
        let its_origin = SquareSet::of(behind(!mover, to));
        to.rank() == last_rank(mover).abs_diff(2) && ((pawn | its_origin) & self.occupied()).is_empty()
    }
}

/// Retreats of one man that have everything in common but where they go.
#[derive(Clone, Copy)]
struct Retreat {
    to: Square,
    origins: SquareSet,
    promotion: Option<Kind>,
    captures: Captures,
}

/// Does a move capture?
#[derive(Clone, Copy, PartialEq, Eq)]
enum Captures {
    Never,
    Maybe,
    Always,
    InPassing,
}

impl Retreat {
    /// The retreat to one square, with each man that may be put back.
    fn unmoves(self, from: Square, captured: &[Kind]) -> impl Iterator<Item = UnMove> {
        let Retreat { to, promotion, captures, .. } = self;
        let on_the_edge = matches!(to.rank(), 0 | 7);
        let quiet = matches!(captures, Captures::Never | Captures::Maybe).then_some(None);
        let kinds = captured.iter().copied().filter(move |&kind| match captures {
            Captures::Never => false,
            Captures::InPassing => kind == Kind::Pawn,
            Captures::Maybe | Captures::Always => match kind {
                Kind::King => false,
                Kind::Pawn => !on_the_edge,
                _ => true,
            },
        });
        quiet.into_iter().chain(kinds.map(Some)).map(move |uncaptured| UnMove {
            mv: Move { from, to, promotion },
            uncaptured,
            passing: captures == Captures::InPassing,
        })
    }
}
