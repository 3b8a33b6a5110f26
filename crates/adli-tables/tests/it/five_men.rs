//! Published figures of five-man endgames. They take half an hour to solve, so this reads finished tables: `just exhaustive`
//! makes them, audits them, and runs this with `ADLI_TABLES` set.

use adli_chess::{Colour, Material};
use adli_tables::{Loaded, Store, Unwatched, stats};

#[test]
#[ignore = "needs the tables that `just exhaustive` makes"]
fn longest_wins() {
    let folder = std::env::var_os("ADLI_TABLES").unwrap();
    let store = Store::new(folder.into(), 0);
    for line in include_str!("../data/five-men.csv").lines().filter(|line| !line.starts_with('#')).skip(1) {
        let (material, moves) = line.split_once(',').unwrap();
        let material: Material = material.parse().unwrap();
        let table = Loaded::new(store.open(material).unwrap());
        let stats = stats::count(&table, &Unwatched).unwrap();
        let longest = stats.sides[Colour::White.index()].longest_win_plies().unwrap();
        assert_eq!(longest.div_ceil(2).to_string(), moves, "{material}");
    }
}
