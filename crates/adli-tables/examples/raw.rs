//! Writes tables for checkers that share no code with Adli: `raw FOLDER OUT NAME ..` as raw bytes, `raw --coq ..` for Coq; see `adli_tables::Shape`.

use std::fs::File;
use std::io::BufWriter;
use std::path::PathBuf;
use std::sync::Arc;

use adli_tables::{Known, Loaded, Scores, Shape, Store};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1).peekable();
    let for_coq = words.next_if(|word| word == "--coq").is_some();
    let (Some(folder), Some(out)) = (words.next(), words.next()) else {
        return Err("usage: raw [--coq] FOLDER OUT NAME ..".into());
    };
    let store = Store::new(PathBuf::from(folder), 0);
    for name in words {
        let shape: Shape = name.parse()?;
        let mut known = Known::default();
        known.insert(Arc::new(Loaded::new(store.open(shape.material().0)?)));
        let scores = Scores::new(&known, &shape)?;
        let file = |ending: &str| File::create(PathBuf::from(&out).join(format!("{name}.{ending}")));
        if for_coq {
            scores.write_coq(&mut BufWriter::new(file("v")?))?;
        } else {
            scores.write_raw(&mut BufWriter::new(file("raw")?))?;
        }
    }
    Ok(())
}
