//! Negative controls: false tables that look right are found by the audit.

use std::sync::Arc;

use adli_chess::Colour;
use adli_tables::{Loaded, TableFile, Unwatched, audit, solve_all, write_table};

use crate::planted::{Game, IN_MEMORY, PLANTS, Plant};

/// Without numbers that fall nothing is wrong with a labelling of KNK by which nearly every position is
/// decided. The figures were found by another program.
#[test]
fn nearly_all_of_knk_can_be_called_won() {
    let knk = "KNK".parse().unwrap();
    let game = Game::new(&solve_all(&[knk], &Unwatched).unwrap(), knk);
    assert_eq!(game.supported_positions(Colour::White), (205_116, 205_496));
    assert_eq!(game.supported_positions(Colour::Black), (199_916, 223_944));
}

#[test]
fn every_plant_is_found_by_the_audit() {
    for name in PLANTS.into_iter().chain([IN_MEMORY]) {
        let mut plant = Plant::new(name);
        let found = audit(&plant.tables, plant.material, &Unwatched).unwrap();
        assert!(found.wrong > 0 && found.first.is_some(), "{name}");
        // What is wrong is in the table, not in the file.
        let mut bytes = std::io::Cursor::new(Vec::new());
        write_table(plant.tables.get(plant.material).unwrap(), &mut bytes).unwrap();
        let file = TableFile::from_bytes(bytes.into_inner()).unwrap();
        file.verify().unwrap();
        plant.tables.insert(Arc::new(Loaded::new(file)));
        let read = audit(&plant.tables, plant.material, &Unwatched).unwrap();
        assert_eq!(read.wrong, if name == IN_MEMORY { 0 } else { found.wrong }, "{name}");
    }
}

/// A table that follows from a false one is right in itself: only the audit of the other one refutes it.
#[test]
fn what_follows_from_a_false_table_agrees_with_it() {
    let plant = Plant::new("false_conversion");
    assert_eq!(audit(&plant.tables, plant.asked, &Unwatched).unwrap().wrong, 0);
}
