//! Writes tables for checkers that share no code with Adli: `raw FOLDER OUT NAME ..` as raw bytes, `raw --coq ..` for Coq.
//!
//! `OUT/NAME.raw` has a byte for every placement of the men in the order of the name (`KRKN`: White's king and rook, Black's
//! king and knight), first with White to move, then with Black: six bits for each man's square, a1 = 0, b1 = 1, .., h8 = 63, the
//! first man's the highest. The byte is 0 if the position is not legal; 1, 2, .. mated in 0, 2, .. plies; 128 a
//! draw; .., 254, 255 mates in .., 3, 1 plies. See `docs/proofs.md`.

use std::path::PathBuf;

use adli_chess::{Colour, Kind, Man, Material, Position, Square};
use adli_tables::{Store, Value, probe};

fn score(value: Value) -> Result<u8, String> {
    let score = match value {
        Value::Loss(plies) => 1 + plies / 2,
        Value::Draw => return Ok(128),
        Value::Win(plies) => 255 - plies / 2,
    };
    match value {
        Value::Loss(_) if score > 127 => Err("a loss takes too long".to_owned()),
        Value::Win(_) if score < 130 => Err("a win takes too long".to_owned()),
        _ => u8::try_from(score).map_err(|error| error.to_string()),
    }
}

fn men(material: Material) -> Vec<Man> {
    Colour::ALL
        .into_iter()
        .flat_map(|colour| {
            let king = std::iter::once(Man { colour, kind: Kind::King });
            king.chain(material.iter().filter(move |man| man.colour == colour))
        })
        .collect()
}

/// The bytes of one side to move.
fn bytes(store: &Store, men: &[Man], turn: Colour) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
    (0..1_usize << (6 * men.len()))
        .map(|place| {
            let placed = men
                .iter()
                .enumerate()
                .map(|(i, &man)| (Square::from_index(place >> (6 * (men.len() - 1 - i)) & 63), man));
            match Position::from_men(turn, placed) {
                Ok(position) => Ok(score(probe(store, &position)?)?),
                Err(_) => Ok(0),
            }
        })
        .collect()
}

/// The same in 7 bits, where 64 is a draw; eight in a word, the first in the lowest bits; chunks of 65,536 words. See `proofs/Rows.v`.
fn coq(name: &str, sides: &[Vec<u8>]) -> Result<String, String> {
    let narrow = |byte: u8| match byte {
        0..64 => Ok(u64::from(byte)),
        128 => Ok(64),
        194.. => Ok(u64::from(byte) - 128),
        _ => Err(format!("{name}: a distance does not fit into 7 bits")),
    };
    let mut text =
        "From Coq Require Import Uint63 PArray.\nOpen Scope uint63_scope.\nOpen Scope array_scope.\n"
            .to_owned();
    for (side, bytes) in ["white", "black"].into_iter().zip(sides) {
        let mut chunks = Vec::new();
        for (number, chunk) in bytes.chunks(8 * 65_536).enumerate() {
            let words = chunk.chunks(8).map(|eight| {
                eight.iter().rev().try_fold(0, |word, &byte| Ok::<u64, String>(word << 7 | narrow(byte)?))
            });
            let words = words.collect::<Result<Vec<u64>, String>>()?;
            let words = words.iter().map(u64::to_string).collect::<Vec<_>>().join("; ");
            text += &format!("Definition {side}_{number} : array int := [| {words} | 0 |].\n");
            chunks.push(format!("{side}_{number}"));
        }
        text +=
            &format!("Definition {side} : array (array int) := [| {} | make 0 0 |].\n", chunks.join("; "));
    }
    Ok(text)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1).peekable();
    let for_coq = words.next_if(|word| word == "--coq").is_some();
    let (Some(folder), Some(out)) = (words.next(), words.next()) else {
        return Err("usage: raw [--coq] FOLDER OUT NAME ..".into());
    };
    let store = Store::new(PathBuf::from(folder), 64 << 20);
    for name in words {
        let men = men(name.parse()?);
        let sides = Colour::ALL.map(|turn| bytes(&store, &men, turn));
        let sides = sides.into_iter().collect::<Result<Vec<_>, _>>()?;
        if for_coq {
            std::fs::write(PathBuf::from(&out).join(format!("{name}.v")), coq(&name, &sides)?)?;
        } else {
            std::fs::write(PathBuf::from(&out).join(format!("{name}.raw")), sides.concat())?;
        }
    }
    Ok(())
}
