//! What must hold whatever is typed, and whatever is found in a file.
//!
//! Each property is a function of bytes that panics where it does not hold. The fuzzer looks for such bytes
//! (`RUSTC_BOOTSTRAP=1 cargo fuzz run table -- -max_total_time=60`); the tests try those of the corpus, and a
//! fixed number of variations of them. What the fuzzer has found, the program of the same name shows again
//! without it: `cargo run --release -p adli-fuzz --bin table -- artifacts/table/crash-...`.

mod certificates;
mod compiled;
#[cfg(test)]
mod corpus;
mod edit;
mod epd;
mod farkas;
mod fen;
mod good;
mod index;
mod input;
mod language;
mod lrat;
mod material;
mod moves;
mod pgn;
#[path = "../../crates/adli-chess/tests/it/common/properties.rs"]
mod properties;
mod sections;
mod sets;
mod smtlib;
mod table;

pub use certificates::certificates;
pub use compiled::compiled;
pub use epd::epd;
pub use farkas::farkas;
pub use fen::fen;
pub use index::index;
pub use language::language;
pub use lrat::lrat;
pub use material::material;
pub use moves::moves;
pub use pgn::pgn;
pub use sets::sets;
pub use smtlib::smtlib;
pub use table::{table, table_raw};

#[cfg(fuzzing)]
pub use libfuzzer_sys;

/// A program for one property: a target for the fuzzer, or one that tries the files named on its command line.
#[macro_export]
macro_rules! target {
    ($property:ident) => {
        #[cfg(fuzzing)]
        $crate::libfuzzer_sys::fuzz_target!(|bytes: &[u8]| $crate::$property(bytes));

        #[cfg(not(fuzzing))]
        fn main() -> std::io::Result<()> {
            for path in std::env::args_os().skip(1) {
                $crate::$property(&std::fs::read(&path)?);
                println!("{}: it holds", path.display());
            }
            Ok(())
        }
    };
}
