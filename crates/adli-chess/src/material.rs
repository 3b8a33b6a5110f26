//! Material: which men there are, without where they stand.

use std::fmt;
use std::str::FromStr;

use crate::{Colour, Kind, Man};

/// The largest number of men in a material, both kings included.
pub const MAX_MEN: usize = 5;

/// The men of both sides. Each side has one king; at most [`MAX_MEN`] men in all.
///
/// It is written `KRKN` or `KRvKN`, White first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Material {
    /// How many men of each kind other than kings, by colour: `Q R B N P`.
    counts: [[u8; 5]; 2],
}

impl Material {
    /// The two bare kings.
    pub const KINGS: Material = Material { counts: [[0; 5]; 2] };

    /// How many men of a kind a side has.
    #[must_use]
    pub fn count(self, man: Man) -> usize {
        match man.kind {
            Kind::King => 1,
            kind => usize::from(self.counts[man.colour.index()][kind.index() - 1]),
        }
    }

    /// How many men there are, kings included.
    #[must_use]
    pub fn men(self) -> usize {
        2 + self.counts.iter().flatten().map(|&n| usize::from(n)).sum::<usize>()
    }

    /// Are there pawns?
    #[must_use]
    pub fn has_pawns(self) -> bool {
        self.counts.iter().any(|side| side[4] > 0)
    }

    /// The men other than kings: White's, then Black's, each in the order `Q R B N P`.
    pub fn iter(self) -> impl Iterator<Item = Man> {
        Colour::ALL.into_iter().flat_map(move |colour| {
            Kind::ALL[1..].iter().flat_map(move |&kind| {
                let man = Man { colour, kind };
                std::iter::repeat_n(man, self.count(man))
            })
        })
    }

    /// With one more man; nothing if that would be a second king or too many men.
    #[must_use]
    pub fn with(mut self, man: Man) -> Option<Material> {
        if man.kind == Kind::King || self.men() == MAX_MEN {
            return None;
        }
        self.counts[man.colour.index()][man.kind.index() - 1] += 1;
        Some(self)
    }

    /// With one man fewer; nothing if there is no such man, or if it is a king.
    #[must_use]
    pub fn without(mut self, man: Man) -> Option<Material> {
        if man.kind == Kind::King || self.count(man) == 0 {
            return None;
        }
        self.counts[man.colour.index()][man.kind.index() - 1] -= 1;
        Some(self)
    }

    /// The same with the colours exchanged.
    #[must_use]
    pub fn flipped(self) -> Material {
        let [white, black] = self.counts;
        Material { counts: [black, white] }
    }

    /// Does exchanging the colours change nothing?
    #[must_use]
    pub fn is_symmetric(self) -> bool {
        self == self.flipped()
    }

    /// Of the two ways to colour this material, the one that tables are kept under: White has more men, or
    /// as many and the stronger ones first.
    #[must_use]
    pub fn canonical(self) -> Material {
        let strength = |m: Material| (m.counts[0].iter().sum::<u8>(), m.counts[0]);
        let flipped = self.flipped();
        if strength(self) >= strength(flipped) { self } else { flipped }
    }

    /// All canonical materials of a number of men, in the order `KQK, KRK, ...`.
    #[must_use]
    pub fn all(men: usize) -> Vec<Material> {
        let mut found = vec![Material::KINGS];
        for _ in 2..men.min(MAX_MEN) {
            let bigger = found.iter().flat_map(|m| {
                Colour::ALL.into_iter().flat_map(move |colour| {
                    Kind::ALL[1..].iter().filter_map(move |&kind| m.with(Man { colour, kind }))
                })
            });
            found = bigger.map(Material::canonical).collect();
            found.sort_by_key(|m| std::cmp::Reverse((m.counts[0].iter().sum::<u8>(), *m)));
            found.dedup();
        }
        found
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for colour in Colour::ALL {
            f.write_str("K")?;
            for man in self.iter().filter(|man| man.colour == colour) {
                write!(f, "{}", man.kind.letter())?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why a text is not a material.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotAMaterial {
    /// A character that stands for no man.
    Letter(String, char),
    /// Not two kings, or the text does not begin with one.
    Kings(String),
    /// More men than [`MAX_MEN`].
    TooMany(String, usize),
}

impl fmt::Display for NotAMaterial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let help = "write White's men, then Black's, each beginning with the king, such as `KRK` or `KRvKN`";
        match self {
            NotAMaterial::Letter(text, letter) => {
                write!(f, "`{text}` is not a material: `{letter}` is none of K Q R B N P; {help}")
            }
            NotAMaterial::Kings(text) => write!(f, "`{text}` is not a material: {help}"),
            NotAMaterial::TooMany(text, men) => {
                write!(f, "`{text}` has {men} men; at most {MAX_MEN} can be dealt with")
            }
        }
    }
}

impl std::error::Error for NotAMaterial {}

impl FromStr for Material {
    type Err = NotAMaterial;

    fn from_str(text: &str) -> Result<Material, NotAMaterial> {
        let kings = || NotAMaterial::Kings(text.to_owned());
        let mut counts = [[0u8; 5]; 2];
        let (mut sides, mut men) = (0, 0);
        for (i, letter) in text.chars().enumerate() {
            // `KRvKN`: the `v` may stand only right before the second king.
            if letter.eq_ignore_ascii_case(&'v') {
                let king_next = text.chars().nth(i + 1).is_some_and(|c| c.eq_ignore_ascii_case(&'k'));
                if sides != 1 || !king_next {
                    return Err(kings());
                }
                continue;
            }
            let Some(kind) = Kind::from_letter(letter) else {
                return Err(NotAMaterial::Letter(text.to_owned(), letter));
            };
            men += 1;
            if kind == Kind::King {
                sides += 1;
            } else if (1..=2).contains(&sides) {
                counts[sides - 1][kind.index() - 1] = counts[sides - 1][kind.index() - 1].saturating_add(1);
            }
            if sides == 0 || sides > 2 {
                return Err(kings());
            }
        }
        if sides != 2 {
            return Err(kings());
        }
        if men > MAX_MEN {
            return Err(NotAMaterial::TooMany(text.to_owned(), men));
        }
        Ok(Material { counts })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_of_all_materials() {
        // 5 + 30 + 110: the usual counts of endgames with three, four and five men.
        assert_eq!([2, 3, 4, 5].map(|men| Material::all(men).len()), [1, 5, 30, 110]);
        for material in (2..=5).flat_map(Material::all) {
            assert_eq!(material.to_string().parse(), Ok(material));
            assert_eq!(material.flipped().canonical(), material);
        }
    }

    #[test]
    fn reads_what_users_write() {
        let krkn = "KRKN".parse::<Material>().unwrap();
        for text in ["krkn", "KRvKN", "krVkn"] {
            assert_eq!(text.parse(), Ok(krkn));
        }
        assert_eq!("KBBNKB".parse::<Material>(), Err(NotAMaterial::TooMany("KBBNKB".into(), 6)));
        for text in ["", "K", "RKK", "KRvN", "KKK", "KvKv", "vKK", "KR-K", "K\u{20ac}"] {
            assert!(text.parse::<Material>().is_err(), "{text}");
        }
    }
}
