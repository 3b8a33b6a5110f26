//! Where an expression looks: positions, and what has been bound.

use crate::Stopped;
use crate::chess::Position;
use crate::node::Place;
use crate::value::Value;

/// What has been bound, the innermost first.
pub(crate) struct Binding<'b> {
    pub(super) value: Value,
    pub(super) outer: Option<&'b Binding<'b>>,
}

/// The positions that an expression speaks of.
#[derive(Clone, Copy)]
pub(crate) struct View<'v> {
    pub(crate) here: Position,
    pub(crate) next: Option<Position>,
    pub(crate) root: Position,
    pub(crate) before: Position,
    pub(crate) play: &'v [Position],
    pub(crate) ply: i32,
    pub(crate) plies: i32,
    pub(crate) locals: Option<&'v Binding<'v>>,
}

impl View<'_> {
    /// One position and nothing else.
    pub(crate) fn of(here: Position) -> View<'static> {
        let (root, before) = (here, here);
        View { here, next: None, root, before, play: &[], ply: 0, plies: 0, locals: None }
    }

    /// A move, with the positions before and after it.
    pub(crate) fn of_move(here: Position, next: Position) -> View<'static> {
        View { next: Some(next), ..View::of(here) }
    }

    pub(super) fn at(&self, place: Place) -> Result<Position, Stopped> {
        Ok(match place {
            Place::Here => self.here,
            Place::Next | Place::Inner => self.next.ok_or(Stopped::Meaningless("a prime without a move"))?,
            Place::Root => self.root,
            Place::Before => self.before,
            Place::Play(number) => {
                *self.play.get(number).ok_or(Stopped::Meaningless("a play without such a position"))?
            }
        })
    }
    /// What the n-th innermost quantifier, `let` or parameter has bound.
    pub(super) fn local(&self, number: usize) -> Result<Value, Stopped> {
        let mut binding = self.locals;
        for _ in 0..number {
            binding = binding.and_then(|binding| binding.outer);
        }
        binding.map(|binding| binding.value.clone()).ok_or(Stopped::Meaningless("nothing is bound"))
    }
}
