//! What users see: standard output, standard error and exit code, command by command, in `tests/cmd`.
//!
//! `TRYCMD=overwrite cargo test -p adli --test it snapshots` writes what is new; read the difference before
//! you keep it.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use crate::common::solved;
use adli_chess::{Colour, Material};
use adli_tables::layout::Layout;
use adli_tables::{Known, Rows, Score, Solved, Store, TableError, Unwatched, converts_into, solve};

fn snapshots(cases: &str, folder: &Path) {
    let tests = trycmd::TestCases::new();
    let name = folder.to_string_lossy().into_owned();
    tests.env("ADLI_TABLES", &name).insert_var("[TABLES]", name).unwrap();
    // Help is wrapped to the width of the terminal, if there is one.
    tests.env("COLUMNS", "100").case(cases);
}

#[test]
fn with_tables_of_three_men() {
    snapshots("tests/cmd/tables/*.trycmd", solved(&["--men", "3"]).path());
}

/// The README's example, with the tables that its command makes.
#[test]
fn without_tables() {
    let folder = tempfile::tempdir().unwrap();
    snapshots("tests/cmd/none/*.trycmd", &folder.path().join("not-yet-made"));
}

/// Texts of rules need no tables: what they ask for is solved in memory.
#[test]
fn texts_of_rules() {
    let folder = tempfile::tempdir().unwrap();
    snapshots("tests/cmd/rules/*.trycmd", folder.path());
}

/// Every command of the README and of the pages that teach.
#[test]
fn the_readme_and_the_tutorials() {
    let folder = tempfile::tempdir().unwrap();
    for page in [
        "README.md",
        "docs/tutorial.md",
        "docs/recognisers.md",
        "docs/advice.md",
        "docs/plans.md",
        "docs/repair.md",
    ] {
        snapshots(&format!("../../{page}"), folder.path());
    }
}

#[test]
fn with_damaged_files() {
    let folder = solved(&["--men", "3"]);
    let path = |material: &str| folder.path().join(format!("{material}.adt"));
    let table = |material: &str| fs::read(path(material)).unwrap();
    let mut flipped = table("KRK");
    let middle = flipped.len() / 2;
    flipped[middle] ^= 4;
    let mut truncated = table("KQK");
    truncated.truncate(1000);
    fs::write(path("KRK"), flipped).unwrap();
    fs::write(path("KQK"), truncated).unwrap();
    fs::write(path("KBK"), "my shopping list").unwrap();
    fs::write(path("KNK"), table("KPK")).unwrap();
    fs::write(path("KPK"), "").unwrap();
    snapshots("tests/cmd/damaged/*.trycmd", folder.path());
}

/// A table in which one score is wrong and every checksum right.
struct Tampered {
    solved: Solved,
    wrong_row: usize,
    row: [u8; 64],
}

impl Tampered {
    /// A win with White to move is said to be a draw.
    fn new(solved: Solved) -> Tampered {
        let is_win = |score: &u8| *score > Score::draw(Colour::White).0;
        let rows = 300..solved.layout().slice_rows();
        let has_win = |&row: &usize| solved.row(Colour::White, 0, row).iter().any(is_win);
        let wrong_row = rows.into_iter().find(has_win).unwrap();
        let mut row = *solved.row(Colour::White, 0, wrong_row);
        *row.iter_mut().find(|score| is_win(score)).unwrap() = Score::draw(Colour::White).0;
        Tampered { solved, wrong_row, row }
    }
}

impl Rows for Tampered {
    fn layout(&self) -> &Layout {
        self.solved.layout()
    }

    fn row(&self, turn: Colour, slice: usize, row: usize) -> &[u8; 64] {
        let is_wrong = (turn, slice, row) == (Colour::White, 0, self.wrong_row);
        if is_wrong { &self.row } else { self.solved.row(turn, slice, row) }
    }

    fn damage(&self) -> Result<(), TableError> {
        Ok(())
    }
}

#[test]
fn with_a_wrong_table() {
    let folder = tempfile::tempdir().unwrap();
    let krk: Material = "KRK".parse().unwrap();
    let mut known = Known::default();
    for smaller in converts_into(krk) {
        known.insert(Arc::new(solve(smaller, &Known::default(), &Unwatched).unwrap()));
    }
    let store = Store::new(folder.path().to_owned(), 0);
    let tampered = Tampered::new(solve(krk, &known, &Unwatched).unwrap());
    store.save(&tampered, &store.lock().unwrap()).unwrap();
    snapshots("tests/cmd/wrong/*.trycmd", folder.path());
}
