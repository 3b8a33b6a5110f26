//! Positions and moves of a line in the notation of chess, on a board of any size.
//!
//! On a board of eight `adli-chess` writes both. On others moves are written here, from what the laws of the text say: a move is a
//! capture if somebody is missing afterwards, and gives check or mate if the text's `check` and `mate` say so.

use std::fmt;

use adli_chess::{Kind, Place, Placement, Position};
use adli_lang::{Interpreter, Point, Program, SlotMove, State, Stopped};

/// A position as its readers see it.
#[derive(PartialEq, Eq)]
pub(crate) enum Seen {
    /// Of chess.
    Chess(Box<Position>),
    /// Of another board, with the square for taking in passing.
    Other(Box<Placement>, Point),
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seen::Chess(position) => position.fmt(f),
            Seen::Other(placement, _) => placement.fmt(f),
        }
    }
}

/// A move on a board of another size than eight, among the legal ones.
pub(crate) struct Notation<'a> {
    pub(crate) program: &'a Program,
    pub(crate) state: &'a State,
    pub(crate) legal: &'a [(SlotMove, State)],
    /// The move, and the position after it.
    pub(crate) mv: (&'a SlotMove, &'a State),
}

impl Notation<'_> {
    /// `c3d4`, with the letter of what a pawn becomes.
    pub(crate) fn uci(&self) -> String {
        let mv = self.mv.0;
        let becomes = mv.promotion.map_or_else(String::new, |kind| kind.letter().to_ascii_lowercase().into());
        format!("{}{}{becomes}", place(self.state.place(mv.man)), place(mv.to))
    }

    /// `Rb7+`, with as much of where the man stood as tells him from others of his kind.
    pub(crate) fn san(&self, laws: &mut Interpreter<'_>) -> Result<String, Stopped> {
        let (mv, after) = self.mv;
        let (kind, from) = (self.state.kind(mv.man), self.state.place(mv.man));
        let captures =
            self.program.endgame.slots().any(|(slot, _)| self.state.alive(slot) && !after.alive(slot));
        let side = self.program.endgame.man(mv.man).side;
        let like = |other: &&(SlotMove, State)| {
            let (other, _) = *other;
            let man = self.program.endgame.man(other.man);
            other.man != mv.man && other.to == mv.to && man.side == side && self.state.kind(other.man) == kind
        };
        let others: Vec<Point> =
            self.legal.iter().filter(like).map(|(other, _)| self.state.place(other.man)).collect();
        let here = place(from).to_string();
        let file: String = here.chars().take_while(char::is_ascii_alphabetic).collect();
        let rank = &here[file.len()..];
        let told = match kind {
            Kind::Pawn if captures => file.as_str(),
            Kind::Pawn | Kind::King => "",
            _ if others.is_empty() => "",
            _ if others.iter().all(|other| other.0 != from.0) => &file,
            _ if others.iter().all(|other| other.1 != from.1) => rank,
            _ => &here,
        };
        let letter = if kind == Kind::Pawn { String::new() } else { kind.letter().to_string() };
        let takes = if captures { "x" } else { "" };
        let becomes = mv.promotion.map_or_else(String::new, |kind| format!("={}", kind.letter()));
        let mut holds = |law: Option<adli_lang::term::DefId>| match law {
            Some(law) => laws.definition_holds(law, &[*after]),
            None => Ok(false),
        };
        let sign = if holds(self.program.laws.mate)? {
            "#"
        } else if holds(self.program.laws.check)? {
            "+"
        } else {
            ""
        };
        Ok(format!("{letter}{told}{takes}{}{becomes}{sign}", place(mv.to)))
    }
}

fn place((file, rank): Point) -> Place {
    let line = |line: i32| u8::try_from(line - 1).unwrap_or(0);
    Place { file: line(file), rank: line(rank) }
}
