//! Figures published by others, or computed by other programs, for all endgames of three and four men.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use adli_chess::{Colour, Kind, Man, Material};
use adli_tables::stats::{self, Stats};
use adli_tables::{Unwatched, solve_all};

/// What there is to count of every endgame of up to four men.
static COUNTED: LazyLock<BTreeMap<Material, Stats>> = LazyLock::new(|| {
    let materials: Vec<Material> = (2..=4).flat_map(Material::all).collect();
    let known = solve_all(&materials, &Unwatched).unwrap();
    materials.into_iter().map(|m| (m, stats::count(known.get(m).unwrap(), &Unwatched).unwrap())).collect()
});

/// The lines of a data file, without comments and heading, cut at the commas.
fn rows(data: &str) -> Vec<Vec<&str>> {
    let lines = data.lines().filter(|line| !line.starts_with('#')).skip(1);
    lines.map(|line| line.split(',').collect()).collect()
}

/// In how many orders the like men of a material can be named: Hurd counts each.
fn orders(material: Material) -> u64 {
    let men = Colour::ALL.into_iter().flat_map(|colour| Kind::ALL.map(|kind| Man { colour, kind }));
    men.map(|man| (1..=material.count(man) as u64).product::<u64>()).product()
}

#[test]
fn every_row_of_hurds_table_1() {
    let rows = rows(include_str!("../data/hurd-2005-table-1.csv"));
    assert_eq!(rows.len(), 45);
    let mut wrong = Vec::new();
    for row in rows {
        let material: Material = row[0].replace('_', "v").parse().unwrap();
        let mut stats = COUNTED[&material.canonical()].clone();
        if stats.material != material {
            stats = stats.flipped();
        }
        let [white, black] = &stats.sides;
        let times = orders(material);
        // Moves of White: a win in 2 n - 1 plies and a loss of Black in 2 n plies are n moves.
        let moves = |plies: Option<u16>| plies.map_or(String::new(), |plies| plies.div_ceil(2).to_string());
        let ours = [
            moves(white.longest_win_plies()),
            (times * white.wins.placements).to_string(),
            (times * white.legal.placements).to_string(),
            moves(black.longest_loss_plies()),
            (times * black.losses.placements).to_string(),
            (times * black.legal.placements).to_string(),
        ];
        if ours.iter().zip(&row[1..]).any(|(ours, theirs)| ours != theirs) {
            wrong.push(format!("{}: paper {:?}, computed {ours:?}", row[0], &row[1..]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn mutual_zugzwangs_and_longest_wins() {
    let rows = rows(include_str!("../data/three-and-four-men.csv"));
    assert_eq!(rows.len(), 35);
    for row in rows {
        let stats = &COUNTED[&row[0].parse().unwrap()];
        let zugzwangs = stats.zugzwangs.all();
        assert_eq!(zugzwangs.placements.to_string(), row[1], "{}", row[0]);
        assert_eq!(zugzwangs.classes.to_string(), row[2], "{}", row[0]);
        let longest = stats.sides.iter().filter_map(|side| side.longest_win_plies()).max();
        if !row[3].is_empty() {
            assert_eq!(longest.map_or(String::new(), |plies| plies.to_string()), row[3], "{}", row[0]);
        }
    }
}

/// Classes are orbits, not kings on ten squares: 21,959 for KRK with White to move is the figure of the literature.
#[test]
#[ignore = "ten seconds; `just exhaustive` runs it"]
fn classes_of_krk() {
    let [white, black] = &COUNTED[&"KRK".parse().unwrap()].sides;
    assert_eq!(white.legal.classes, 21_959);
    assert_eq!(white.legal.placements + black.legal.placements, 399_112);
    assert_eq!(black.stalemates.placements, 68);
}
