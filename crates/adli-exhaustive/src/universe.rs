//! All legal positions of an endgame, and those of them that a claim speaks of.
//!
//! Like men are interchangeable, so of their placements only the one in the order of the squares counts. A right to
//! take in passing is met in play, but no position of a domain begins with one.
//!
//! Where the claim has symmetries only one position of each class of images is handed out.

use std::rc::Rc;

use adli_chess::{Colour, Kind};
use adli_claims::{Covered, Limit};
use adli_lang::term::{StrategyId, TermId};
use adli_lang::{Cast, Strategy};
use adli_position::space::{Code, OFF, bare, mode, square, with_kind, with_square};
use adli_position::{Domain, Squares};

use crate::columns::{Asks, Columns, Compiled};
use crate::engine::{Engine, Listed};
use crate::fold::Fold;
use crate::moves::is_small;

/// What the men are, where they may stand, and which positions count.
struct Casting<'a> {
    /// Nothing for a captured man.
    kinds: &'a [Option<Kind>],
    squares: &'a [Squares],
    fold: Rc<Fold>,
}

/// How many placements are looked at between two questions to the watch.
const STRETCH: usize = 1 << 16;

impl Engine<'_> {
    /// How many positions some that count stand for.
    pub(crate) fn total(&self, codes: &[Code]) -> u64 {
        codes.iter().map(|&code| self.weight(code)).sum()
    }

    /// How many positions were met, if some that count were: one that is met in several trees is one position.
    pub(crate) fn total_met(&self, codes: impl IntoIterator<Item = Code>) -> u64 {
        let (free, committed): (Vec<Code>, Vec<Code>) = codes.into_iter().partition(|&code| mode(code) == 0);
        if committed.is_empty() {
            return self.total(&free);
        }
        let mut met: Vec<Code> =
            committed.into_iter().map(|code| self.first(bare(code))).chain(free).collect();
        met.sort_unstable();
        met.dedup();
        self.total(&met)
    }

    /// The positions that satisfy a domain, which says "legal" itself. The order is that of the men's squares.
    pub(crate) fn domain(&mut self, term: TermId) -> Result<Vec<Code>, Limit> {
        let mut found = Vec::new();
        let Domain { is_home, conditions, squares } =
            Domain::new(self.program(), self.space(), &self.ground.options, term);
        if is_home {
            // Legal and home they are; each further condition is asked only where those before it hold.
            let mut parts: Vec<Compiled> =
                conditions.into_iter().map(|part| self.compile(part, 1, &[])).collect();
            let is_narrow = squares.iter().any(|&squares| squares != Squares::MAX);
            if is_narrow && !is_small(self.space()) {
                let home = self.program().endgame.home();
                self.sift(&[home.0], &squares, &mut parts, &mut found)?;
                return Ok(found);
            }
            let stands =
                |code: Code| (0..).zip(&squares).all(|(slot, set)| set >> square(code, slot) & 1 == 1);
            for side in 0..2 {
                let home = self.home_positions(side)?;
                for (number, codes) in home.chunks(STRETCH).enumerate() {
                    self.covered = Covered::Positions((number * STRETCH) as u64, home.len() as u64);
                    let codes = codes.iter().copied().filter(|&code| !is_narrow || stands(code)).collect();
                    self.keep(&mut parts, codes, &mut found)?;
                }
            }
            return Ok(found);
        }
        let mut parts = [self.compile(term, 1, &[])];
        let everywhere = vec![Squares::MAX; self.space().men()];
        self.sift(&self.castings(), &everywhere, &mut parts, &mut found)?;
        Ok(found)
    }

    /// The placements that satisfy all parts of a domain.
    fn sift(
        &mut self,
        castings: &[Vec<Option<Kind>>],
        squares: &[Squares],
        parts: &mut [Compiled],
        found: &mut Vec<Code>,
    ) -> Result<(), Limit> {
        let mut stretch = Vec::new();
        let mut error = None;
        for turn in Colour::ALL {
            for kinds in castings {
                self.placements(turn, kinds, squares, &mut |engine, code| {
                    stretch.push(code);
                    if stretch.len() >= STRETCH {
                        error = engine.keep(parts, std::mem::take(&mut stretch), found).err();
                    }
                    error.is_none()
                });
                if let Some(error) = error {
                    return Err(error);
                }
            }
        }
        self.keep(parts, stretch, found)
    }

    /// All legal positions with everybody at home and this side to move.
    pub(crate) fn home_positions(&mut self, side: u16) -> Result<Rc<Vec<Code>>, Limit> {
        self.positions_with(&self.program().endgame.home(), side)
    }

    /// All legal positions where a strategy is asked.
    pub(crate) fn asked_positions(&mut self, strategy: StrategyId) -> Result<Rc<Vec<Code>>, Limit> {
        let Strategy { casts, side, .. } = &self.program()[strategy];
        if let [only] = &casts[..] {
            return self.positions_with(only, *side);
        }
        let mut found = Vec::new();
        for cast in casts {
            found.extend_from_slice(&self.positions_with(cast, *side)?);
        }
        Ok(Rc::new(found))
    }

    /// All legal positions with these men on the board and this side to move.
    fn positions_with(&mut self, cast: &Cast, side: u16) -> Result<Rc<Vec<Code>>, Limit> {
        let side = usize::from(side & 1);
        let known =
            self.listed.iter().find(|list| list.side == side && list.cast == *cast && list.fold == self.fold);
        if let Some(list) = known {
            return Ok(Rc::clone(&list.codes));
        }
        let mut found = Vec::new();
        let mut error = None;
        let everywhere = vec![Squares::MAX; self.space().men()];
        self.placements(Colour::ALL[side], &cast.0, &everywhere, &mut |engine, code| {
            found.push(code);
            if found.len() % STRETCH == 0 {
                let placed = OFF.pow(engine.space().men() as u32);
                engine.covered = Covered::Placements(engine.space().placement(code), placed);
                error =
                    engine.go_on().and(engine.take(8 * STRETCH as u64, "the positions of a domain")).err();
            }
            error.is_none()
        });
        if let Some(error) = error {
            return Err(error);
        }
        let codes = Rc::new(found);
        let (fold, cast) = (Rc::clone(&self.fold), cast.clone());
        self.listed.push(Listed { fold, side, cast, codes: Rc::clone(&codes) });
        Ok(codes)
    }

    fn keep(
        &mut self,
        parts: &mut [Compiled],
        mut codes: Vec<Code>,
        found: &mut Vec<Code>,
    ) -> Result<(), Limit> {
        for part in parts {
            let mut values = self.over(part, &codes)?.into_iter();
            codes.retain(|_| values.next().is_some_and(|value| value != 0));
        }
        found.extend_from_slice(&codes);
        self.take(8 * codes.len() as u64, "the positions of a domain")
    }

    /// What the men may be: as in the header, captured or promoted. `None` is a captured man.
    fn castings(&self) -> Vec<Vec<Option<Kind>>> {
        let mut castings = vec![Vec::new()];
        for man in &self.program().endgame.men {
            let mut kinds = vec![Some(man.kind)];
            if man.kind != Kind::King {
                kinds.push(None);
            }
            if man.kind == Kind::Pawn {
                kinds.extend(Kind::PROMOTIONS.map(Some));
            }
            let longer = |casting: &Vec<Option<Kind>>| {
                let casting = casting.clone();
                kinds.clone().into_iter().map(move |kind| [casting.clone(), vec![kind]].concat())
            };
            castings = castings.iter().flat_map(longer).collect();
        }
        castings
    }

    /// Hands out the legal placements of a casting until the visitor answers `false`.
    fn placements(
        &mut self,
        turn: Colour,
        kinds: &[Option<Kind>],
        squares: &[Squares],
        visit: &mut dyn FnMut(&mut Self, Code) -> bool,
    ) {
        let nowhere = self.space().at(turn, &vec![OFF as u8; kinds.len()]);
        let casting = Casting { kinds, squares, fold: Rc::clone(&self.fold) };
        self.place(&casting, 0, nowhere, 0, visit);
    }

    /// Puts the men from a number on onto free squares; answers `false` if the visitor has seen enough.
    fn place(
        &mut self,
        casting: &Casting<'_>,
        slot: usize,
        code: Code,
        occupied: Squares,
        visit: &mut dyn FnMut(&mut Self, Code) -> bool,
    ) -> bool {
        let space = self.space();
        let Some(&kind) = casting.kinds.get(slot) else {
            let counts = casting.fold.first(space, code) == code && space.is_legal(code);
            return !counts || visit(self, code);
        };
        let Some(kind) = kind else { return self.place(casting, slot + 1, code, occupied, visit) };
        let code = with_kind(code, slot, kind.index());
        let mut free = casting.squares[slot] & !occupied;
        while free != 0 {
            let at = u64::from(free.trailing_zeros());
            free &= free - 1;
            let next = with_square(code, slot, at);
            if casting.fold.has_king_on(slot, at)
                && !self.place(casting, slot + 1, next, occupied | 1 << at, visit)
            {
                return false;
            }
        }
        true
    }
}
