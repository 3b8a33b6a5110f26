//! Diagrams as text.

use std::fmt::Write;

use super::{Diagram, Mark};
use crate::{Colour, Kind, Man, Place};

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
        let files = usize::from(self.size);
        let rule = "-".repeat(if has_marks { 3 * files } else { 2 * files + 1 });
        let digits = self.digits();
        let margin = if self.coordinates { " ".repeat(digits + 1) } else { String::new() };
        let mut text = format!("{margin}+{rule}+\n");
        for row in 0..self.size {
            if self.coordinates {
                let _ = write!(text, "{:>digits$} ", self.square(row, 0).rank + 1);
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
            // A name of two letters is written downwards, so that a file is as wide as any other.
            let names: Vec<String> =
                (0..self.size).map(|column| Place::file_name(self.square(0, column).file)).collect();
            for line in 0..names.iter().map(String::len).max().unwrap_or(0) {
                let letter = |name: &String| name.chars().nth(line).unwrap_or(' ');
                let cells = names.iter().map(letter);
                let cells = cells.map(|c| if has_marks { format!(" {c} ") } else { format!(" {c}") });
                let _ = writeln!(text, "{}", format!("{margin} {}", cells.collect::<String>()).trim_end());
            }
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
        let cells = (0..self.size).map(|column| format!(" {}", self.letter(row, column, letters)));
        cells.chain([" ".to_owned()]).collect()
    }

    fn marked_row(&self, row: u8, letters: Letters) -> String {
        let cells = (0..self.size).map(|column| {
            let square = self.square(row, column);
            let mark = self.marks.iter().rev().find(|(_, squares)| squares.contains(&square));
            let (left, right) = mark.map_or((' ', ' '), |(mark, _)| mark.brackets());
            format!("{left}{}{right}", self.letter(row, column, letters))
        });
        cells.collect()
    }
}
