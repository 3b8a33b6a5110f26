//! Writes tables as raw bytes, for checkers that share no code with Adli: `raw FOLDER OUT NAME ..`.
//!
//! `OUT/NAME.raw` has a byte for every placement of the men in the order of the name (`KRKN`: White's king and rook, Black's
//! king and knight), first with White to move, then with Black: six bits for each man's square, a1 = 0, b1 = 1, .., h8 = 63, the
//! first man's the highest. The byte is 0 if the position is not legal; 1, 2, .. mated in 0, 2, .. plies; 128 a
//! draw; .., 254, 255 mates in .., 3, 1 plies. See `docs/proofs.md`.

use std::io::Write;
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

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let (Some(folder), Some(out)) = (words.next(), words.next()) else {
        return Err("usage: raw FOLDER OUT NAME ..".into());
    };
    let store = Store::new(PathBuf::from(folder), 64 << 20);
    for name in words {
        let men = men(name.parse()?);
        let file = PathBuf::from(&out).join(format!("{name}.raw"));
        let mut file = std::io::BufWriter::new(std::fs::File::create(file)?);
        for turn in Colour::ALL {
            for place in 0..1_usize << (6 * men.len()) {
                let placed = men.iter().enumerate().map(|(i, &man)| {
                    (Square::from_index(place >> (6 * (men.len() - 1 - i)) & 63), man)
                });
                let byte = match Position::from_men(turn, placed) {
                    Ok(position) => score(probe(&store, &position)?)?,
                    Err(_) => 0,
                };
                file.write_all(&[byte])?;
            }
        }
        file.flush()?;
    }
    Ok(())
}
