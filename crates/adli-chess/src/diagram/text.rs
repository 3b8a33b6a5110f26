//! Diagrams as text.

use std::fmt::Write;

use super::{Diagram, Mark};
use crate::{Colour, Kind, Man};

/// What stands for the men in a text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Letters {
    /// The letters of a FEN: capital for White, small for Black.
    Ascii,
    /// The chess symbols of Unicode.
    Unicode,
}

impl Letters {
    fn of(self, man: Man) -> char {
        match self {
            Letters::Ascii => man.letter(),
            Letters::Unicode => symbol(man),
        }
    }
}

fn symbol(man: Man) -> char {
    let [white, black] = match man.kind {
        Kind::King => ['♔', '♚'],
        Kind::Queen => ['♕', '♛'],
        Kind::Rook => ['♖', '♜'],
        Kind::Bishop => ['♗', '♝'],
        Kind::Knight => ['♘', '♞'],
        Kind::Pawn => ['♙', '♟'],
    };
    if man.colour == Colour::White { white } else { black }
}

impl Mark {
    fn brackets(self) -> (char, char) {
        match self {
            Mark::Tint => ('[', ']'),
            Mark::Dot => ('(', ')'),
            Mark::Ring => ('{', '}'),
            Mark::Cross => ('>', '<'),
        }
    }
}

impl Diagram {
    /// The diagram as text. Marks are brackets around a square, the last one where there are several;
    /// arrows are listed below.
    #[must_use]
    pub fn text(&self, letters: Letters) -> String {
        let has_marks = !self.marks.is_empty();
        let rule = "-".repeat(if has_marks { 24 } else { 17 });
        let margin = if self.coordinates { "  " } else { "" };
        let mut text = format!("{margin}+{rule}+\n");
        for row in 0..8 {
            if self.coordinates {
                let _ = write!(text, "{} ", self.square(row, 0).rank() + 1);
            }
            text.push('|');
            text.push_str(&if has_marks {
                self.marked_row(row, letters)
            } else {
                self.plain_row(row, letters)
            });
            text.push_str("|\n");
        }
        let _ = writeln!(text, "{margin}+{rule}+");
        if self.coordinates {
            let files = (0..8).map(|column| char::from(b'a' + self.square(0, column).file()).to_string());
            let between = if has_marks { "  " } else { " " };
            let _ = writeln!(text, "    {}", files.collect::<Vec<_>>().join(between));
        }
        if let Some(turn) = self.turn {
            let _ = writeln!(text, "{margin}{turn} to move");
        }
        if !self.arrows.is_empty() {
            let arrows = self.arrows.iter().map(|(from, to)| format!("{from}-{to}"));
            let _ = writeln!(text, "{margin}arrows: {}", arrows.collect::<Vec<_>>().join(", "));
        }
        text
    }

    fn letter(&self, row: u8, column: u8, letters: Letters) -> char {
        self.man(self.square(row, column)).map_or('.', |man| letters.of(man))
    }

    fn plain_row(&self, row: u8, letters: Letters) -> String {
        let cells = (0..8).map(|column| format!(" {}", self.letter(row, column, letters)));
        cells.chain([" ".to_owned()]).collect()
    }

    fn marked_row(&self, row: u8, letters: Letters) -> String {
        let cells = (0..8).map(|column| {
            let square = self.square(row, column);
            let mark = self.marks.iter().rev().find(|(_, squares)| squares.contains(square));
            let (left, right) = mark.map_or((' ', ' '), |(mark, _)| mark.brackets());
            format!("{left}{}{right}", self.letter(row, column, letters))
        });
        cells.collect()
    }
}
