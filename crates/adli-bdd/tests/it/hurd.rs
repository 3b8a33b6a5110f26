//! Table 1 of the paper, row by row, and endgames with pawns against our tables.

use adli_bdd::{Atlas, BitOrder, Made, Room, Store, WinSets, text_of};
use adli_chess::{Colour, Material};
use adli_claims::Unwatched;
use cpu_time::ProcessTime;

use crate::programs;

const TABLE: &str = include_str!("../data/hurd.tsv");

fn rows() -> Vec<Vec<&'static str>> {
    let lines = TABLE.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split('\t').collect()).collect()
}

/// The win sets of White, in the order of the paper's bits.
fn win_sets(name: &str) -> Made<[WinSets; 2]> {
    let material: Material = name.replace('_', "v").parse().unwrap();
    let text = text_of(material);
    let programs = programs(name, Some(&text));
    let store = Store::new(programs[0].endgame.men.len(), BitOrder::LowFirst, Room::within(3 << 30))?;
    Atlas::new(&programs[0], &[], store, &Unwatched)?.win_sets(Colour::White)
}

fn number(text: &str) -> Option<u64> {
    text.parse().ok()
}

/// Compares one half of a row: longest, share, won, nodes, legal, nodes of the legal positions.
fn compare(name: &str, to_move: &str, row: &[&str], sets: &WinSets) {
    let what = format!("{name}, {to_move} to move");
    assert_eq!(sets.longest_moves.map(u64::from), number(row[0]), "longest of {what}");
    let share = match row[1] {
        "ALL" => sets.won == sets.legal,
        "-" => sets.won == 0,
        share => (100.0 * sets.won as f64 / sets.legal as f64).round() == share.parse::<f64>().unwrap(),
    };
    assert!(share, "share of {what}");
    assert_eq!(Some(sets.won), number(row[2]), "won of {what}");
    assert_eq!(Some(sets.percent().round() as u64), number(row[3]), "nodes of {what}: {}", sets.percent());
    assert_eq!(Some(sets.legal), number(row[4]), "legal of {what}");
    let legal = sets.legal_percent();
    assert_eq!(Some(legal.round() as u64), number(row[5]), "nodes of the legal positions of {what}: {legal}");
}

/// Compares the rows that are wanted, and tells `took` how many seconds of processor time the sets of each took.
fn check_rows(wanted: impl Fn(&str) -> bool, mut took: impl FnMut(&str, f64)) -> usize {
    let mut checked = 0;
    for row in rows().iter().filter(|row| wanted(row[0])) {
        let begun = ProcessTime::now();
        let [white, black] = win_sets(row[0]).unwrap();
        took(row[0], begun.elapsed().as_secs_f64());
        compare(row[0], "White", &row[1..7], &white);
        compare(row[0], "Black", &row[7..13], &black);
        checked += 1;
    }
    checked
}

/// All rows of up to three men, and of four men one of each kind.
#[test]
fn small_rows_of_the_table_of_hurd() {
    let begun = ProcessTime::now();
    let of_four = ["K_KRN", "KB_KR", "KN_KN", "KNN_K", "KR_KR"];
    assert_eq!(check_rows(|name| name.len() < 5 || of_four.contains(&name), |_, _| {}), 14);
    let seconds = begun.elapsed().as_secs_f64();
    assert!(seconds < 60.0, "{seconds} CPU s");
}

#[test]
#[ignore = "takes ten minutes of processor time and 2.5 GiB; `just hurd` runs it"]
fn all_rows_of_the_table_of_hurd() {
    let begun = ProcessTime::now();
    let checked = check_rows(
        |_| true,
        |name, seconds| {
            eprintln!("{name}: {seconds:.1} CPU s");
            assert!(name != "KQ_KR" || seconds < 150.0, "queen against rook took {seconds} CPU s");
        },
    );
    assert_eq!(checked, 45);
    let seconds = begun.elapsed().as_secs_f64();
    let memory = most_memory();
    eprintln!("{seconds:.0} CPU s, {memory:?} KiB at most");
    assert!(seconds < 900.0, "{seconds} CPU s");
    assert!(memory.is_none_or(|kibibytes| kibibytes < 4 << 20), "{memory:?} KiB");
}

/// The most memory that this process has had so far, in KiB, where the system tells it.
fn most_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

#[test]
fn krk_takes_less_than_two_seconds() {
    let begun = ProcessTime::now();
    win_sets("KR_K").unwrap();
    assert!(begun.elapsed().as_secs_f64() < 2.0 * crate::PATIENCE);
}

/// Everything that tables count, by sets.
fn same_as_tables(name: &str) {
    let material: Material = name.parse().unwrap();
    let programs = programs(name, Some(&text_of(material)));
    let store =
        Store::new(programs[0].endgame.men.len(), BitOrder::HighFirst, Room::within(3 << 30)).unwrap();
    let (sides, zugzwangs) = Atlas::new(&programs[0], &[], store, &Unwatched).unwrap().stats().unwrap();
    let known = adli_tables::solve_all(&[material], &Unwatched).unwrap();
    let table = known.get(material.canonical()).unwrap();
    let stats = adli_tables::stats::count(table, &Unwatched).unwrap();
    assert_eq!(material, material.canonical(), "write the stronger side first");
    for (ours, theirs) in sides.iter().zip(&stats.sides) {
        let pairs = [
            (ours.legal, theirs.legal),
            (ours.wins, theirs.wins),
            (ours.draws, theirs.draws),
            (ours.losses, theirs.losses),
            (ours.checkmates, theirs.checkmates),
            (ours.stalemates, theirs.stalemates),
        ];
        for (ours, theirs) in pairs {
            assert_eq!((ours.placements, ours.classes), (theirs.placements, theirs.classes), "{name}");
        }
        let by_plies: Vec<(u16, u64)> =
            theirs.by_plies.iter().map(|(plies, count)| (*plies, count.placements)).collect();
        assert_eq!(ours.by_plies.clone().into_iter().collect::<Vec<_>>(), by_plies, "{name}");
    }
    let theirs = &stats.zugzwangs;
    let theirs = [theirs.white_wins_or_draw, theirs.black_wins_or_draw, theirs.mover_loses];
    for (ours, theirs) in zugzwangs.iter().zip(theirs) {
        assert_eq!((ours.placements, ours.classes), (theirs.placements, theirs.classes), "{name}");
    }
}

#[test]
fn a_pawn_and_a_king_as_in_the_tables() {
    same_as_tables("KPK");
    same_as_tables("KNNK");
}

#[test]
#[ignore = "takes minutes; `just hurd` runs it"]
fn rook_against_pawn_as_in_the_tables() {
    let begun = ProcessTime::now();
    same_as_tables("KRKP");
    eprintln!("KRKP: {} CPU s", begun.elapsed().as_secs_f64());
}
