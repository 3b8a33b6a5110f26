//! Legal moves.
//!
//! A move is legal if it does not leave the own king attacked. Instead of making each move to see, the
//! generator works out once for each position what the king needs ([`Guard`]), and then knows for each man
//! the set of squares to which it may go:
//! - the king may go to squares that no enemy man attacks when the king itself is taken off the board (it
//!   cannot hide in its own shadow);
//! - if one man gives check, every other man must capture it or step between; if two do, only the king moves;
//! - a man that alone shields the king from a slider stays on the line through both.
//!
//! Only a capture in passing takes two men off a line at once; it is rare, and is tried out. Moves are
//! handed out one by one from these sets, so that asking whether there is any move costs little.

use std::fmt;

use crate::{Colour, Kind, Man, Position, Square, SquareSet, attacks};

/// A move: a man goes from one square to another, and a pawn that arrives on the last rank becomes
/// something else.
///
/// It is displayed in UCI notation, such as `e2e4` or `a7a8q`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Where the man comes from.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
    /// What a pawn becomes.
    pub promotion: Option<Kind>,
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Position {
    /// The legal moves of the side to move.
    ///
    /// ```
    /// use adli_chess::Position;
    ///
    /// let position: Position = "8/8/8/8/8/k1K5/8/1R6 w - - 0 1".parse().unwrap();
    /// assert_eq!(position.legal_moves().count(), 19);
    /// let mate = position.legal_moves().find(|&mv| position.play(mv).is_mate()).unwrap();
    /// assert_eq!(mate.to_string(), "b1a1");
    /// ```
    #[must_use]
    pub fn legal_moves(&self) -> LegalMoves<'_> {
        LegalMoves {
            position: self,
            guard: Guard::new(self),
            men: self.men(self.turn),
            from: Square::from_index(0),
            targets: SquareSet::EMPTY,
            promotes: false,
            promotions: 0,
        }
    }

    /// Where the man of the side to move on a square may go; empty if there is none.
    #[must_use]
    pub fn legal_targets(&self, from: Square) -> SquareSet {
        Guard::new(self).targets(self, from)
    }

    /// Is the move legal?
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        let promotes = self.of(Man { colour: self.turn, kind: Kind::Pawn }).contains(mv.from)
            && mv.to.rank() == last_rank(self.turn);
        let becomes_something = mv.promotion.is_some_and(|kind| Kind::PROMOTIONS.contains(&kind));
        let promotion_fits = if promotes { becomes_something } else { mv.promotion.is_none() };
        promotion_fits && self.legal_targets(mv.from).contains(mv.to)
    }

    /// Has the side to move a legal move?
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        self.legal_moves().next().is_some()
    }

    /// Is the side to move mated?
    #[must_use]
    pub fn is_mate(&self) -> bool {
        self.is_check() && !self.has_legal_move()
    }

    /// Is the side to move stalemated?
    #[must_use]
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && !self.has_legal_move()
    }

    /// Can the side to move legally capture a pawn in passing?
    #[must_use]
    pub fn passing_capturable(&self) -> bool {
        self.passing.is_some_and(|passing| {
            let catchers =
                self.of(Man { colour: self.turn, kind: Kind::Pawn }) & attacks::pawn(!self.turn, passing);
            catchers.into_iter().any(|from| self.passing_capture_is_safe(from, passing))
        })
    }

    /// The position after a legal move. After a move that is not legal, it means nothing.
    #[must_use]
    pub fn play(&self, mv: Move) -> Position {
        let (us, them) = (self.turn, !self.turn);
        let mut next = Position { turn: them, passing: None, ..*self };
        let Some(man) = self.at(mv.from) else { return next };
        let is_capture = self.men(them).contains(mv.to);
        let is_pawn = man.kind == Kind::Pawn;
        next.halfmoves = if is_capture || is_pawn { 0 } else { self.halfmoves.saturating_add(1) };
        next.fullmoves = self.fullmoves.saturating_add(u16::from(us == Colour::Black));
        if is_capture {
            next.take(mv.to);
        }
        next.take(mv.from);
        next.put(mv.to, Man { kind: mv.promotion.unwrap_or(man.kind), ..man });
        if is_pawn {
            if self.passing == Some(mv.to) {
                next.take(behind(us, mv.to));
            } else if mv.from.rank().abs_diff(mv.to.rank()) == 2 {
                next.passing = Some(behind(us, mv.to));
            }
        }
        next
    }

    /// Does the king remain out of check when the pawn on `from` captures in passing on `to`?
    fn passing_capture_is_safe(&self, from: Square, to: Square) -> bool {
        let captured = SquareSet::of(behind(self.turn, to));
        let occupied = (self.occupied() - captured).without(from).with(to);
        let attackers = self.attackers_through(self.king(self.turn), !self.turn, occupied);
        (attackers - captured).is_empty()
    }
}

/// The squares one step on, as a pawn of the side sees it.
pub(crate) const fn ahead(colour: Colour, squares: SquareSet) -> SquareSet {
    match colour {
        Colour::White => SquareSet(squares.0 << 8),
        Colour::Black => SquareSet(squares.0 >> 8),
    }
}

/// The square one step back, as a pawn of the side sees it.
pub(crate) const fn behind(colour: Colour, square: Square) -> Square {
    match colour {
        Colour::White => Square::from_index(square.index().wrapping_sub(8)),
        Colour::Black => Square::from_index(square.index() + 8),
    }
}

/// The rank on which pawns of the side become something else, counted from 0.
pub(crate) const fn last_rank(colour: Colour) -> u8 {
    match colour {
        Colour::White => 7,
        Colour::Black => 0,
    }
}

/// What the king of the side to move needs.
#[derive(Clone, Debug)]
struct Guard {
    king: Square,
    /// Where the king may not go.
    attacked: SquareSet,
    /// Where any other man must go: everywhere, or where it ends the check.
    remedies: SquareSet,
    /// Own men that may not leave their line to the king.
    pinned: SquareSet,
}

impl Guard {
    fn new(position: &Position) -> Guard {
        let (us, them) = (position.turn, !position.turn);
        let king = position.king(us);
        let occupied = position.occupied();
        let checkers = position.checkers();
        let remedies = match (checkers.len(), checkers.first()) {
            (1, Some(checker)) => attacks::between(king, checker).with(checker),
            (0, _) => SquareSet::ALL,
            _ => SquareSet::EMPTY,
        };

        // Sliders that would give check if the own men were not there.
        let [_, queen, rook, bishop, ..] = position.kinds;
        let enemies = position.men(them);
        let snipers =
            attacks::rook(king, enemies) & (rook | queen) | attacks::bishop(king, enemies) & (bishop | queen);
        let mut pinned = SquareSet::EMPTY;
        for sniper in snipers & enemies {
            let shields = attacks::between(king, sniper) & occupied;
            if shields.len() == 1 {
                pinned |= shields;
            }
        }

        let without_king = occupied.without(king);
        let mut attacked = SquareSet::EMPTY;
        for kind in Kind::ALL {
            let man = Man { colour: them, kind };
            for square in position.of(man) {
                attacked |= attacks::of(man, square, without_king);
            }
        }
        Guard { king, attacked, remedies, pinned }
    }

    /// Where the man on a square may go.
    fn targets(&self, position: &Position, from: Square) -> SquareSet {
        let own = position.men(position.turn);
        let Some(man) = position.at(from).filter(|man| man.colour == position.turn) else {
            return SquareSet::EMPTY;
        };
        let allowed = if self.pinned.contains(from) {
            self.remedies & attacks::line(self.king, from)
        } else {
            self.remedies
        };
        match man.kind {
            Kind::King => attacks::king(from) - own - self.attacked,
            Kind::Pawn => pawn_steps(position, from) & allowed | passing_capture(position, from),
            _ => (attacks::of(man, from, position.occupied()) - own) & allowed,
        }
    }
}

/// Where a pawn goes by itself, captures in passing apart.
fn pawn_steps(position: &Position, from: Square) -> SquareSet {
    let us = position.turn;
    let empty = !position.occupied();
    let single = ahead(us, SquareSet::of(from)) & empty;
    let double = ahead(us, single) & empty & SquareSet::rank(last_rank(us).abs_diff(4));
    single | double | attacks::pawn(us, from) & position.men(!us)
}

fn passing_capture(position: &Position, from: Square) -> SquareSet {
    let reached = position.passing.filter(|&passing| {
        attacks::pawn(position.turn, from).contains(passing)
            && position.passing_capture_is_safe(from, passing)
    });
    reached.map_or(SquareSet::EMPTY, SquareSet::of)
}

/// The legal moves of a position: man by man from `a1` to `h8`, and so their squares; the queen first where a
/// pawn becomes something else.
#[derive(Clone, Debug)]
pub struct LegalMoves<'a> {
    position: &'a Position,
    guard: Guard,
    /// Men that have not been looked at.
    men: SquareSet,
    from: Square,
    /// Where the man on `from` may still go.
    targets: SquareSet,
    /// Is it a pawn that becomes something else there?
    promotes: bool,
    /// How many things it has become already on the first of the targets.
    promotions: usize,
}

impl LegalMoves<'_> {
    /// Goes on to the next man that can move.
    fn advance(&mut self) -> Option<()> {
        while self.targets.is_empty() {
            self.from = self.men.first()?;
            self.men = self.men.without(self.from);
            self.targets = self.guard.targets(self.position, self.from);
            let seventh = last_rank(self.position.turn).abs_diff(1);
            self.promotes =
                self.from.rank() == seventh && self.position.kinds[Kind::Pawn.index()].contains(self.from);
        }
        Some(())
    }
}

impl Iterator for LegalMoves<'_> {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        self.advance()?;
        let to = self.targets.first()?;
        let mut mv = Move { from: self.from, to, promotion: None };
        if self.promotes {
            mv.promotion = Some(Kind::PROMOTIONS[self.promotions]);
            self.promotions = (self.promotions + 1) % Kind::PROMOTIONS.len();
        }
        if self.promotions == 0 {
            self.targets = self.targets.without(to);
        }
        Some(mv)
    }

    /// Counts whole sets at a time.
    fn count(mut self) -> usize {
        let mut count = 0;
        while self.advance().is_some() {
            let ways = if self.promotes { Kind::PROMOTIONS.len() } else { 1 };
            count += ways * self.targets.len() - self.promotions;
            self.promotions = 0;
            self.targets = SquareSet::EMPTY;
        }
        count
    }
}
