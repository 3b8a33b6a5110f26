//! Tables for checkers that share no code with Adli: as raw bytes, and as text for Coq.
//!
//! Such a checker keeps men in the order of a list, from which captures take men away and in which a
//! promotion changes one: a [`Shape`]. So KRPKR leads to KPKR, of which Adli has the table of KRKP, and to KRQKR, of which it has that of
//! KQRKR. The extracted checker knows that it may exchange colours and put men in order, and asks for tables of canonical materials only; for the
//! kernel every shape is written, and checked, for itself.
//!
//! `NAME.raw` has a byte for every placement of the men in the order of the name, first with White to move, then with Black. Each man has 64 squares
//! (a1 = 0, b1 = 1, .., h8 = 63), the last man's change fastest; but without pawns the first man, the white king, has the ten
//! squares of the triangle a1 d1 d4, and with pawns the first pawn has the squares of the files a to d and the ranks 2 to 7, and they change slowest. A byte is 0 if the
//! position is not legal; 1, 2, .. mated in 0, 2, .. plies; 128 a draw; .., 254, 255 mates in .., 3, 1 plies. See `docs/proofs.md`.

use std::fmt::{self, Write as _};
use std::io::{self, Write};
use std::str::FromStr;

use adli_chess::{Colour, Kind, Man, Material, NotAMaterial};

use crate::known::{Known, Rows};
use crate::{Score, TableError, Value};

/// The men of an endgame in the order of a list: White's, beginning with the king, and Black's likewise.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Shape(Vec<Man>);

impl From<Material> for Shape {
    fn from(material: Material) -> Shape {
        let of = |colour| {
            let king = std::iter::once(Man { colour, kind: Kind::King });
            king.chain(material.iter().filter(move |man| man.colour == colour))
        };
        Shape(Colour::ALL.into_iter().flat_map(of).collect())
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|man| f.write_char(man.kind.letter()))
    }
}

impl FromStr for Shape {
    type Err = NotAMaterial;

    /// A material in the order that is typed.
    fn from_str(name: &str) -> Result<Shape, NotAMaterial> {
        let mut left: Vec<Man> = Shape::from(name.parse::<Material>()?).0;
        let mut shape = Vec::new();
        for kind in name.chars().filter_map(Kind::from_letter) {
            // White's men come first, and the men of one side are taken in the order of the name.
            if let Some(at) = left.iter().position(|man| man.kind == kind) {
                shape.push(left.remove(at));
            }
        }
        Ok(Shape(shape))
    }
}

impl Shape {
    /// These men, if they are in such an order: White's first, and each side's king before its others.
    #[must_use]
    pub fn listed(men: &[Man]) -> Option<Shape> {
        let (white, black) = men.split_at(men.iter().take_while(|man| man.colour == Colour::White).count());
        let begins = |of: &[Man], colour: Colour| {
            let kings = of.iter().filter(|man| man.kind == Kind::King).count();
            of.first() == Some(&Man { colour, kind: Kind::King })
                && kings == 1
                && of.iter().all(|man| man.colour == colour)
        };
        (begins(white, Colour::White) && begins(black, Colour::Black)).then(|| Shape(men.to_vec()))
    }

    /// The men, in order.
    #[must_use]
    pub fn men(&self) -> &[Man] {
        &self.0
    }

    /// The canonical material whose table has the values, and whether the colours are exchanged there.
    #[must_use]
    pub fn material(&self) -> (Material, bool) {
        let others = self.0.iter().filter(|man| man.kind != Kind::King);
        let material = others.fold(Material::KINGS, |material, &man| material.with(man).unwrap_or(material));
        (material.canonical(), material.canonical() != material)
    }

    /// The shapes to which one move leads, without itself: a capture, a promotion, or both at once.
    #[must_use]
    pub fn needs(&self) -> Vec<Shape> {
        let taken = self.captures();
        let mut needs = taken.clone();
        for before in taken.iter().chain([self]) {
            needs.extend(before.promotions());
        }
        needs.sort();
        needs.dedup();
        needs
    }

    /// All to which several lead, and themselves, each after what it needs.
    #[must_use]
    pub fn order(shapes: &[Shape]) -> Vec<Shape> {
        let mut all: Vec<Shape> = Vec::new();
        let mut open: Vec<Shape> = shapes.to_vec();
        while let Some(shape) = open.pop() {
            if !all.contains(&shape) {
                open.extend(shape.needs());
                all.push(shape);
            }
        }
        let pawns = |shape: &Shape| shape.0.iter().filter(|man| man.kind == Kind::Pawn).count();
        all.sort_by_key(|shape| (shape.0.len(), pawns(shape), shape.to_string()));
        all
    }

    fn captures(&self) -> Vec<Shape> {
        let is_taken = |&at: &usize| self.0[at].kind != Kind::King;
        let without = |at: usize| {
            let mut men = self.0.clone();
            men.remove(at);
            Shape(men)
        };
        (0..self.0.len()).filter(is_taken).map(without).collect()
    }

    fn promotions(&self) -> Vec<Shape> {
        let pawns = (0..self.0.len()).filter(|&at| self.0[at].kind == Kind::Pawn);
        pawns
            .flat_map(|at| {
                Kind::PROMOTIONS.map(|kind| {
                    let mut men = self.0.clone();
                    men[at].kind = kind;
                    Shape(men)
                })
            })
            .collect()
    }
}

/// The squares that each man has, and the order in which they change, the slowest man first.
struct Sweep {
    squares: Vec<Vec<u8>>,
    slowest_first: Vec<usize>,
}

impl Sweep {
    /// All squares of all men.
    fn whole(men: usize) -> Sweep {
        Sweep { squares: vec![(0..64).collect(); men], slowest_first: (0..men).collect() }
    }

    /// The squares that have a place in a raw table.
    fn reduced(men: &[Man]) -> Sweep {
        const TRIANGLE: [u8; 10] = [0, 1, 2, 3, 9, 10, 11, 18, 19, 27];
        let mut sweep = Sweep::whole(men.len());
        match men.iter().position(|man| man.kind == Kind::Pawn) {
            Some(at) => {
                sweep.squares[at] = (8..56).filter(|square| square % 8 < 4).collect();
                sweep.slowest_first.remove(at);
                sweep.slowest_first.insert(0, at);
            }
            None => sweep.squares[0] = TRIANGLE.to_vec(),
        }
        sweep
    }
}

/// The table of a shape, asked for its scores: those of a material's table, in another order.
pub struct Scores<'t> {
    shape: &'t Shape,
    table: &'t dyn Rows,
    flipped: bool,
    /// For either side to move there, what each byte of the table becomes.
    bytes: [[Option<u8>; 256]; 2],
}

impl<'t> Scores<'t> {
    /// The scores of a shape.
    ///
    /// # Errors
    /// Where the table is not there.
    pub fn new(known: &'t Known, shape: &'t Shape) -> Result<Scores<'t>, TableError> {
        let (material, flipped) = shape.material();
        let table = known.get(material).ok_or(TableError::Missing(material))?;
        let bytes = Colour::ALL.map(|turn| std::array::from_fn(|byte| raw(Score(byte as u8), turn)));
        Ok(Scores { shape, table, flipped, bytes })
    }

    /// The byte of a placement, with a side to move; nothing if it takes more plies than a byte can say.
    fn at(&self, squares: &[u8], turn: Colour) -> Option<u8> {
        let men = self.shape.men();
        let stand_alone = (1..squares.len()).all(|i| !squares[..i].contains(&squares[i]));
        let on_last = |(man, square): (&Man, &u8)| man.kind == Kind::Pawn && !(8..56).contains(square);
        if !stand_alone || men.iter().zip(squares).any(on_last) {
            return Some(0);
        }
        let layout = self.table.layout();
        let of = |wanted: Man, nth: usize| {
            let same = men.iter().zip(squares).filter(|&(&man, _)| man == wanted);
            same.map(|(_, &square)| adli_chess::Square::from_index(square.into())).nth(nth)
        };
        let king = |colour: Colour| {
            let colour = if self.flipped { !colour } else { colour };
            let square = of(Man { colour, kind: Kind::King }, 0).map_or(0, |square| square.index() as u8);
            if self.flipped { square ^ 56 } else { square }
        };
        let (officers, pawns) = layout.arrange(self.flipped, of);
        let row = layout.find_row(king(Colour::White), &officers, &pawns);
        let (number, place) = row.place(king(Colour::Black));
        let turn = if self.flipped { !turn } else { turn };
        let score = self.table.row(turn, row.slice, number)[usize::from(place & 63)];
        self.bytes[turn.index()][usize::from(score)]
    }

    /// Goes through all placements of one side to move.
    fn each(&self, sweep: &Sweep, turn: Colour, put: &mut dyn FnMut(u8) -> io::Result<()>) -> io::Result<()> {
        let Sweep { squares: places, slowest_first } = sweep;
        let mut at = vec![0_usize; places.len()];
        let mut squares: Vec<u8> = places.iter().map(|of| of[0]).collect();
        loop {
            put(self.at(&squares, turn).ok_or_else(|| self.too_long())?)?;
            let has_more = |&&man: &&usize| at[man] + 1 < places[man].len();
            let Some(&next) = slowest_first.iter().rev().find(has_more) else {
                return Ok(());
            };
            at[next] += 1;
            squares[next] = places[next][at[next]];
            // Those that change faster begin again.
            for &man in slowest_first.iter().rev().take_while(|&&man| man != next) {
                (at[man], squares[man]) = (0, places[man][0]);
            }
        }
    }

    fn too_long(&self) -> io::Error {
        let why = format!("{} has mates of more than 253 plies, or a byte that means nothing", self.shape);
        io::Error::other(why)
    }

    /// Writes the table as raw bytes.
    ///
    /// # Errors
    /// Those of the writing; and where a score does not fit, or the table is damaged.
    pub fn write_raw(&self, out: &mut dyn Write) -> io::Result<()> {
        let sweep = Sweep::reduced(self.shape.men());
        for turn in Colour::ALL {
            self.each(&sweep, turn, &mut |byte| out.write_all(&[byte]))?;
        }
        out.flush()?;
        self.table.damage().map_err(io::Error::other)
    }

    /// Writes the table for Coq's kernel: on all squares, in 7 bits where 64 is a draw, eight in a word, the first in the lowest bits, in chunks of
    /// 65,536 words. See `proofs/Rows.v`.
    ///
    /// # Errors
    /// Those of the writing; and where a distance does not fit, or the table is damaged.
    pub fn write_coq(&self, out: &mut dyn Write) -> io::Result<()> {
        let narrow = |byte: u8| match byte {
            0..64 => Ok(u64::from(byte)),
            128 => Ok(64),
            194.. => Ok(u64::from(byte) - 128),
            _ => Err(io::Error::other(format!("{}: a distance does not fit into 7 bits", self.shape))),
        };
        let sweep = Sweep::whole(self.shape.men().len());
        writeln!(
            out,
            "From Coq Require Import Uint63 PArray.\nOpen Scope uint63_scope.\nOpen Scope array_scope."
        )?;
        for (side, turn) in ["white", "black"].into_iter().zip(Colour::ALL) {
            let mut bytes = Vec::new();
            self.each(&sweep, turn, &mut |byte| {
                bytes.push(byte);
                Ok(())
            })?;
            let mut chunks = Vec::new();
            for (number, chunk) in bytes.chunks(8 * 65_536).enumerate() {
                let word = |eight: &[u8]| {
                    eight
                        .iter()
                        .rev()
                        .try_fold(0, |word, &byte| Ok::<u64, io::Error>(word << 7 | narrow(byte)?))
                };
                let words = chunk.chunks(8).map(word).collect::<io::Result<Vec<u64>>>()?;
                let words = words.iter().map(u64::to_string).collect::<Vec<_>>().join("; ");
                writeln!(out, "Definition {side}_{number} : array int := [| {words} | 0 |].")?;
                chunks.push(format!("{side}_{number}"));
            }
            let chunks = chunks.join("; ");
            writeln!(out, "Definition {side} : array (array int) := [| {chunks} | make 0 0 |].")?;
        }
        out.flush()?;
        self.table.damage().map_err(io::Error::other)
    }
}

/// What a byte of a table becomes: the same, but that a draw is 128 for both sides. Nothing if it means nothing, or takes longer than that.
fn raw(score: Score, turn: Colour) -> Option<u8> {
    if score == Score::ILLEGAL {
        return Some(0);
    }
    match score.value(turn)? {
        Value::Draw => Some(128),
        Value::Loss(_) => Some(score.0).filter(|&byte| byte < 128),
        Value::Win(_) => Some(score.0).filter(|&byte| byte > 129),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(shapes: &[Shape]) -> Vec<String> {
        shapes.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_shape_leads_to_captures_and_promotions_in_their_places() {
        let shape: Shape = "KRPKR".parse().unwrap();
        assert_eq!(shape.to_string(), "KRPKR");
        let mut needs = names(&shape.needs());
        needs.sort();
        let expected = [
            "KBKR", "KNKR", "KPKR", "KQKR", "KRBK", "KRBKR", "KRKR", "KRNK", "KRNKR", "KRPK", "KRQK",
            "KRQKR", "KRRK", "KRRKR",
        ];
        assert_eq!(needs, expected);
        let (material, flipped) = "KPKR".parse::<Shape>().unwrap().material();
        assert_eq!((material.to_string().as_str(), flipped), ("KRKP", true));
        assert_eq!("KRQKR".parse::<Shape>().unwrap().to_string(), "KRQKR");
        assert_eq!(
            names(&Shape::order(&["KPK".parse().unwrap()])),
            ["KK", "KBK", "KNK", "KQK", "KRK", "KPK"]
        );
    }

    #[test]
    fn the_first_pawn_is_the_slowest() {
        let sweep = |name: &str| Sweep::reduced(name.parse::<Shape>().unwrap().men());
        let numbers = |sweep: &Sweep| sweep.squares.iter().map(Vec::len).collect::<Vec<_>>();
        let pawns = sweep("KRPKP");
        assert_eq!(pawns.slowest_first, [2, 0, 1, 3, 4]);
        assert_eq!(numbers(&pawns), [64, 64, 24, 64, 64]);
        let pawnless = sweep("KRKN");
        assert_eq!(pawnless.slowest_first, [0, 1, 2, 3]);
        assert_eq!(numbers(&pawnless), [10, 64, 64, 64]);
    }

    #[test]
    fn a_byte_keeps_its_meaning() {
        for turn in Colour::ALL {
            assert_eq!(raw(Score::draw(turn), turn), Some(128));
            assert_eq!(raw(Score::MATED, turn), Some(1));
            assert_eq!(raw(Score::decided(1), turn), Some(255));
            assert_eq!(raw(Score::ILLEGAL, turn), Some(0));
        }
        // A win of 253 plies would be worth a draw to the checker's opponent.
        assert_eq!(raw(Score::decided(253), Colour::White), None);
    }
}
