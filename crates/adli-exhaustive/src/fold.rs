//! One position for each class of images.
//!
//! Of all images of a position under a group, the one that counts is that with a king on the first of his squares,
//! and of several such the one with the least word. For most squares of the king only one symmetry takes him there, so
//! that the position is turned once and not eight times.

use adli_chess::{Square, Symmetry};
use adli_lang::term::{AdviceId, TermId};
use adli_position::space::{Code, Space, square};
use adli_symmetry::Symmetries;

/// A group of symmetries, and how positions are turned by it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Fold {
    group: Vec<Symmetry>,
    /// The man whose square is looked at first: a king, because he is never captured.
    king: usize,
    /// For each square of the king, the symmetries that take him to the first of his images.
    turns: Vec<Vec<u8>>,
}

impl Fold {
    pub(crate) fn new(space: &Space, group: Vec<Symmetry>) -> Fold {
        let turns = Square::all().map(|at| {
            let first = group.iter().map(|symmetry| symmetry.square(at).index()).min();
            let turns = group.iter().filter(|symmetry| Some(symmetry.square(at).index()) == first);
            turns.map(|symmetry| symmetry.index() as u8).collect()
        });
        let turns = turns.collect();
        let king = space.endgame.king(adli_chess::Colour::White).map_or(0, |slot| usize::from(slot.0));
        Fold { group, king, turns }
    }

    /// Every position for itself.
    pub(crate) fn none(space: &Space) -> Fold {
        Fold::new(space, vec![Symmetry::IDENTITY])
    }

    /// The symmetries of a term about one position, where everybody is at home or anywhere.
    pub(crate) fn of_term(
        space: &Space,
        symmetries: Option<&mut Symmetries<'_>>,
        term: TermId,
        at_home: bool,
    ) -> Fold {
        let mirrors = symmetries.map(|symmetries| symmetries.terms(&[term], &[], alive(at_home)));
        mirrors.map_or_else(|| Fold::none(space), |mirrors| Fold::new(space, mirrors.group()))
    }

    /// The symmetries that the trees of a piece of advice have, with the numbers of their roots, if everybody is at home there
    /// or anyway.
    pub(crate) fn of_trees(
        space: &Space,
        symmetries: Option<&mut Symmetries<'_>>,
        (advice, roots): (AdviceId, Option<&[TermId]>),
        at_home: bool,
    ) -> Fold {
        let (Some(symmetries), Some(roots)) = (symmetries, roots) else { return Fold::none(space) };
        let mirrors = symmetries.advice(advice).and(symmetries.terms(roots, &[], alive(at_home)));
        Fold::new(space, mirrors.group())
    }

    /// The symmetries, the identity first.
    pub(crate) fn group(&self) -> &[Symmetry] {
        &self.group
    }

    /// Whether another one turns positions in the same way.
    pub(crate) fn is_like(&self, other: &Fold) -> bool {
        self.group == other.group && self.king == other.king
    }

    /// Whether a man may stand here in a position that counts; it is the king who decides.
    pub(crate) fn has_king_on(&self, slot: usize, at: u64) -> bool {
        slot != self.king || self.turns[at as usize & 63].contains(&0)
    }

    /// The image that counts, and the symmetry that leads to it.
    pub(crate) fn turned(&self, space: &Space, code: Code) -> (Code, Symmetry) {
        let turns = &self.turns[square(code, self.king) as usize & 63];
        let images = turns.iter().map(|&symmetry| {
            let image = if symmetry == 0 { code } else { space.image(code, usize::from(symmetry)) };
            (space.canonical(image), symmetry)
        });
        // Of equal images the first symmetry is taken; it is the identity where that will do.
        let (image, symmetry) = images.min().unwrap_or((code, 0));
        (image, Symmetry::ALL[usize::from(symmetry & 7)])
    }

    /// The image that counts.
    #[inline]
    pub(crate) fn first(&self, space: &Space, code: Code) -> Code {
        match self.turns[square(code, self.king) as usize & 63][..] {
            [symmetry] => space.canonical(space.image(code, usize::from(symmetry))),
            _ => self.turned(space, code).0,
        }
    }

    /// How many positions a position that counts stands for.
    pub(crate) fn class_size(&self, space: &Space, code: Code) -> u64 {
        let turns = &self.turns[square(code, self.king) as usize & 63];
        let still = turns
            .iter()
            .filter(|&&symmetry| space.canonical(space.image(code, usize::from(symmetry))) == code);
        (self.group.len() / still.count().max(1)) as u64
    }
}

/// Who is known to be on the board of a first given position.
fn alive(at_home: bool) -> &'static [u16] {
    if at_home { &[u16::MAX] } else { &[] }
}
