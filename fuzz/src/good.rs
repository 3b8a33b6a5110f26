//! Tables that are right, to begin with and to compare with.

use std::io::Cursor;
use std::sync::OnceLock;

use adli_chess::{Colour, Material};
use adli_tables::{Known, Loaded, Rows, TableFile, Unwatched, solve_all, write_table};

/// Small tables: the bare kings, which are symmetric, so that the file has only one side; without pawns; with.
pub(crate) const MATERIALS: [&str; 3] = ["KK", "KRK", "KPK"];

/// A table as its file has it.
pub(crate) struct Good {
    pub(crate) material: Material,
    /// The file.
    pub(crate) bytes: Vec<u8>,
    /// The scores of all rows, White to move and Black to move.
    pub(crate) scores: [Vec<[u8; 64]>; 2],
}

pub(crate) struct World {
    /// The tables as they were solved, and those that they convert into.
    pub(crate) known: Known,
    pub(crate) tables: Vec<Good>,
}

impl World {
    pub(crate) fn table(&self, material: Material) -> Option<&Good> {
        self.tables.iter().find(|good| good.material == material)
    }
}

/// Solved once for each process.
pub(crate) fn world() -> &'static World {
    static WORLD: OnceLock<World> = OnceLock::new();
    WORLD.get_or_init(|| {
        let materials = MATERIALS.map(|name| name.parse().expect("the name of a material"));
        let known = solve_all(&materials, &Unwatched).expect("small materials can be solved");
        let tables = materials.into_iter().map(|material| Good::new(&known, material)).collect();
        World { known, tables }
    })
}

impl Good {
    fn new(known: &Known, material: Material) -> Good {
        let mut file = Cursor::new(Vec::new());
        let table = known.get(material).expect("it was solved");
        write_table(table, &mut file).expect("writing into memory succeeds");
        let bytes = file.into_inner();
        let read = Loaded::new(TableFile::from_bytes(bytes.clone()).expect("what was written can be read"));
        let scores = Colour::ALL.map(|turn| rows(&read, turn).copied().collect());
        read.damage().expect("what was written is not damaged");
        Good { material, bytes, scores }
    }
}

/// All rows of a table.
pub(crate) fn rows(table: &dyn Rows, turn: Colour) -> impl Iterator<Item = &[u8; 64]> {
    let layout = table.layout();
    let places = (0..layout.slices()).flat_map(|slice| (0..layout.slice_rows()).map(move |row| (slice, row)));
    places.map(move |(slice, row)| table.row(turn, slice, row))
}
