//! Table 1 of Hurd's paper, row by row.

use adli_chess::{Kind, Man, Material};
use adli_tables::{Unwatched, solve_all, stats};

const TABLE: &str = include_str!("data/hurd-2005-table-1.csv");

/// Hurd counts like men in every order.
fn orders(material: Material) -> u64 {
    let men = [adli_chess::Colour::White, adli_chess::Colour::Black]
        .into_iter()
        .flat_map(|colour| Kind::ALL.map(|kind| Man { colour, kind }));
    men.map(|man| (1..=material.count(man) as u64).product::<u64>()).product()
}

#[test]
fn every_row_of_table_1() {
    let rows: Vec<Vec<&str>> = TABLE
        .lines()
        .filter(|line| !line.starts_with('#') && !line.starts_with("pieces"))
        .map(|line| line.split(',').collect())
        .collect();
    assert_eq!(rows.len(), 45);
    let materials: Vec<Material> = rows.iter().map(|row| row[0].replace('_', "v").parse().unwrap()).collect();
    let known = solve_all(&materials, &Unwatched).unwrap();
    let mut wrong = Vec::new();
    for (row, &material) in rows.iter().zip(&materials) {
        let canonical = material.canonical();
        let mut stats = stats::count(known.get(canonical).unwrap(), &Unwatched).unwrap();
        if canonical != material {
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
