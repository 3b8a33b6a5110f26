//! Men on a board of any size, as far as that can be written down.
//!
//! A [`crate::Position`] is chess and has eight files. Proofs about boards of every size need to show a position of a larger or
//! smaller one. It is written as a FEN is: ranks from the top, `/` between them, numbers for empty squares, which may have two or
//! three digits, and who is to move. Files go on after `z` with `aa`, `ab`, as the columns of a spreadsheet do: so a square is
//! letters and digits on every board, squares near a1 have one name on all of them, and `ab12ac13` can be read in one way only.

use std::fmt;
use std::str::FromStr;

use crate::{Colour, Kind, Man, Square};

/// The largest board.
const MAX_SIZE: u8 = 127;

/// A square of a board of some size: file and rank from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// The file, from 0.
    pub file: u8,
    /// The rank, from 0.
    pub rank: u8,
}

impl From<Square> for Place {
    fn from(square: Square) -> Place {
        Place { file: square.file(), rank: square.rank() }
    }
}

impl Place {
    /// The letters of a file.
    #[must_use]
    pub fn file_name(file: u8) -> String {
        let letter = char::from(b'a' + file % 26);
        if file < 26 { letter.to_string() } else { format!("{}{letter}", char::from(b'a' + file / 26 - 1)) }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", Place::file_name(self.file), u16::from(self.rank) + 1)
    }
}

/// Men on a board of some size, and who is to move. Nothing says that the position is legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placement {
    size: u8,
    turn: Colour,
    // INVARIANT: one place for each square, rank by rank from a1.
    men: Vec<Option<Man>>,
}

impl Placement {
    /// An empty board; nothing where there is no board of that size.
    #[must_use]
    pub fn empty(size: u8, turn: Colour) -> Option<Placement> {
        let squares = usize::from(size) * usize::from(size);
        (1..=MAX_SIZE).contains(&size).then(|| Placement { size, turn, men: vec![None; squares] })
    }

    /// How many files and ranks.
    #[must_use]
    pub fn size(&self) -> u8 {
        self.size
    }

    /// Who is to move.
    #[must_use]
    pub fn turn(&self) -> Colour {
        self.turn
    }

    fn index(&self, place: Place) -> Option<usize> {
        let on = place.file < self.size && place.rank < self.size;
        on.then(|| usize::from(place.rank) * usize::from(self.size) + usize::from(place.file))
    }

    /// Who stands there.
    #[must_use]
    pub fn at(&self, place: Place) -> Option<Man> {
        self.men[self.index(place)?]
    }

    /// Puts a man on a square of the board; false if there is none, or somebody is there.
    pub fn put(&mut self, place: Place, man: Man) -> bool {
        let square = self.index(place).and_then(|index| self.men.get_mut(index));
        match square.filter(|square| square.is_none()) {
            Some(square) => {
                *square = Some(man);
                true
            }
            None => false,
        }
    }

    /// The men with their squares, rank by rank from a1.
    pub fn men(&self) -> impl Iterator<Item = (Place, Man)> {
        let size = usize::from(self.size);
        let place = move |index: usize| Place { file: (index % size) as u8, rank: (index / size) as u8 };
        self.men.iter().enumerate().filter_map(move |(index, man)| Some((place(index), (*man)?)))
    }
}

/// As a FEN without counters: `10/10/4k5/10/10/10/10/2K7/1R8/10 w - -`.
impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..self.size).rev() {
            let mut empty = 0;
            for file in 0..self.size {
                match self.at(Place { file, rank }) {
                    Some(man) if empty > 0 => write!(f, "{empty}{}", man.letter())?,
                    Some(man) => write!(f, "{}", man.letter())?,
                    None => empty += 1,
                }
                if self.at(Place { file, rank }).is_some() {
                    empty = 0;
                }
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            f.write_str(if rank > 0 { "/" } else { "" })?;
        }
        write!(f, " {} - -", if self.turn == Colour::White { 'w' } else { 'b' })
    }
}

/// Why a text is no placement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotAPlacement(String);

impl fmt::Display for NotAPlacement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NotAPlacement {}

impl FromStr for Placement {
    type Err = NotAPlacement;

    fn from_str(text: &str) -> Result<Placement, NotAPlacement> {
        let wrong = |what: String| NotAPlacement(what);
        let mut fields = text.split_whitespace();
        let ranks: Vec<&str> = fields.next().unwrap_or_default().split('/').collect();
        let turn = match fields.next() {
            Some("w") => Colour::White,
            Some("b") => Colour::Black,
            other => return Err(wrong(format!("`{}` is no side to move", other.unwrap_or_default()))),
        };
        let size = u8::try_from(ranks.len()).ok();
        let mut placement = size
            .and_then(|size| Placement::empty(size, turn))
            .ok_or_else(|| wrong(format!("there is no board of {} ranks", ranks.len())))?;
        let size = placement.size;
        for (row, text) in ranks.iter().enumerate() {
            let rank = size - 1 - row as u8;
            let (mut file, mut number) = (0_u32, 0_u32);
            for letter in text.chars() {
                if let Some(digit) = letter.to_digit(10) {
                    number = number.saturating_mul(10).saturating_add(digit);
                    continue;
                }
                file = file.saturating_add(std::mem::take(&mut number));
                let colour = if letter.is_ascii_uppercase() { Colour::White } else { Colour::Black };
                let kind = Kind::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_uppercase());
                let kind = kind.ok_or_else(|| wrong(format!("`{letter}` is no man")))?;
                let there = u8::try_from(file).map(|file| Place { file, rank });
                if !there.is_ok_and(|place| placement.put(place, Man { colour, kind })) {
                    return Err(wrong(format!("`{text}` has more than {size} squares")));
                }
                file += 1;
            }
            if file.saturating_add(number) != u32::from(size) {
                return Err(wrong(format!("`{text}` does not have {size} squares")));
            }
        }
        Ok(placement)
    }
}
