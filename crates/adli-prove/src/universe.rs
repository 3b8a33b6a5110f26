//! All legal positions of an endgame, and those of them that a claim speaks of.
//!
//! Like men are interchangeable, so of their placements only the one in the order of the squares counts. A right to
//! take in passing is met in play, but no position of a domain begins with one.
//!
//! Where the claim has symmetries only one position of each class of images is handed out.

use std::rc::Rc;

use adli_chess::{Colour, Kind};
use adli_lang::term::{Pos, Term, TermId};

use crate::columns::{Compiled, Engine};
use crate::limit::Limit;
use crate::space::{Code, OFF, with_kind};

/// How many placements are looked at between two questions to the watch.
const STRETCH: usize = 1 << 16;

impl Engine<'_> {
    /// How many positions some that count stand for.
    pub(crate) fn total(&self, codes: &[Code]) -> u64 {
        codes.iter().map(|&code| self.weight(code)).sum()
    }

    /// The positions that satisfy a domain, which says "legal" itself. The order is that of the men's squares.
    pub(crate) fn domain(&mut self, term: TermId) -> Result<Vec<Code>, Limit> {
        let mut found = Vec::new();
        if self.says_home(term) {
            // Legal and home they are; each further condition is asked only where those before it hold.
            let mut parts = Vec::new();
            for part in self.conditions(term) {
                parts.push(self.compile(part, 1, &[]));
            }
            for side in 0..2 {
                for codes in self.home_positions(side)?.chunks(STRETCH) {
                    self.keep(&mut parts, codes.to_vec(), &mut found)?;
                }
            }
            return Ok(found);
        }
        let mut parts = [self.compile(term, 1, &[])];
        let mut stretch = Vec::new();
        let mut error = None;
        for turn in Colour::ALL {
            for kinds in self.castings() {
                self.placements(turn, &kinds, |engine, code| {
                    stretch.push(code);
                    if stretch.len() >= STRETCH {
                        error = engine.keep(&mut parts, std::mem::take(&mut stretch), &mut found).err();
                    }
                    error.is_none()
                });
                if let Some(error) = error {
                    return Err(error);
                }
            }
        }
        self.keep(&mut parts, stretch, &mut found)?;
        Ok(found)
    }

    /// What a domain says besides "legal and home".
    fn conditions(&self, term: TermId) -> Vec<TermId> {
        let terms = &self.program.terms;
        let Term::And(parts) = terms.get(term) else { return vec![term] };
        let known = |part: &TermId| match terms.get(*part) {
            Term::Alive(..) => true,
            Term::Call(def, positions, _) => {
                let here = matches!(positions[..], [pos] if terms.pos(pos) == Pos::Given(0));
                here && self.program.laws.legal == Some(*def)
            }
            _ => false,
        };
        parts.iter().copied().filter(|part| !known(part)).collect()
    }

    /// All legal positions with everybody at home and this side to move.
    pub(crate) fn home_positions(&mut self, side: u16) -> Result<Rc<Vec<Code>>, Limit> {
        let side = usize::from(side & 1);
        let known = self.home.iter().find(|(fold, of, _)| *of == side && *fold == self.fold);
        if let Some((_, _, home)) = known {
            return Ok(Rc::clone(home));
        }
        let mut found = Vec::new();
        let mut error = None;
        let kinds: Vec<Option<Kind>> = self.program.endgame.men.iter().map(|man| Some(man.kind)).collect();
        self.placements(Colour::ALL[side], &kinds, |engine, code| {
            found.push(code);
            if found.len() % STRETCH == 0 {
                error =
                    engine.go_on().and(engine.take(8 * STRETCH as u64, "the positions of a domain")).err();
            }
            error.is_none()
        });
        if let Some(error) = error {
            return Err(error);
        }
        let found = Rc::new(found);
        self.home.push((Rc::clone(&self.fold), side, Rc::clone(&found)));
        Ok(found)
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

    /// Whether a domain demands that everybody is at home; only `all` does not.
    fn says_home(&self, term: TermId) -> bool {
        let Term::And(parts) = self.program.terms.get(term) else {
            return self.program.endgame.men.len() == 2;
        };
        let alive =
            parts.iter().filter(|&&part| matches!(self.program.terms.get(part), Term::Alive(..))).count();
        alive + 2 >= self.program.endgame.men.len()
    }

    /// What the men may be: as in the header, captured or promoted. `None` is a captured man.
    fn castings(&self) -> Vec<Vec<Option<Kind>>> {
        let mut castings = vec![Vec::new()];
        for man in &self.program.endgame.men {
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
        mut visit: impl FnMut(&mut Self, Code) -> bool,
    ) {
        let space = self.space();
        let fold = Rc::clone(&self.fold);
        let men = kinds.len();
        let mut squares = vec![0u8; men];
        let free: Vec<usize> = (0..men).filter(|&slot| kinds[slot].is_some()).collect();
        for slot in 0..men {
            if kinds[slot].is_none() {
                squares[slot] = OFF as u8;
            }
        }
        let total = 64usize.pow(free.len() as u32);
        for number in 0..total {
            for (place, &slot) in free.iter().rev().enumerate() {
                squares[slot] = (number >> (6 * place) & 63) as u8;
            }
            if !fold.has_king_on(&squares) || !apart(&squares) {
                continue;
            }
            let mut code = space.at(turn, &squares);
            for (slot, kind) in kinds.iter().enumerate() {
                if let Some(kind) = kind {
                    code = with_kind(code, slot, kind.index());
                }
            }
            if fold.first(space, code) == code && space.is_legal(code) && !visit(self, code) {
                return;
            }
        }
    }
}

/// Whether no two men share a square.
fn apart(squares: &[u8]) -> bool {
    let mut occupied = 0u64;
    squares.iter().filter(|&&square| square < OFF as u8).all(|&square| {
        let free = occupied >> square & 1 == 0;
        occupied |= 1 << square;
        free
    })
}
