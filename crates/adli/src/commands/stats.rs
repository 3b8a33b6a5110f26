//! `adli stats`: counts of a whole endgame.

use std::collections::BTreeMap;

use adli_bdd::{Counted, SideCounts};
use adli_chess::Material;
use adli_tables::layout::Layout;
use adli_tables::stats::{Count, SideStats, Stats, count};
use adli_tables::{Loaded, TableError};
use schemars::JsonSchema;
use serde::Serialize;

use super::diagrams;
use super::solve::make_missing;
use super::watcher::Watcher;
use crate::args::StatsArgs;
use crate::failure::{Failure, Verdict};
use crate::interrupt;
use crate::progress::Bar;
use crate::selection::check_material;
use crate::settings::Settings;
use crate::tables::Tables;

/// The fields that scripts rely on, and more.
#[derive(Serialize, JsonSchema)]
pub struct StatsReport {
    pub material: String,
    pub white: Side,
    pub black: Side,
    pub mutual_zugzwangs: Zugzwangs,
}

/// Counts for one side to move; of placements, where nothing else is said.
#[derive(Serialize, JsonSchema)]
pub struct Side {
    #[serde(flatten)]
    pub placements: Outcomes,
    pub longest_win_plies: Option<u16>,
    pub longest_loss_plies: Option<u16>,
    pub win_by_plies: BTreeMap<u16, u64>,
    pub loss_by_plies: BTreeMap<u16, u64>,
    /// The same up to the symmetries of the board.
    pub classes: Outcomes,
    /// A position with the longest win, and one with the longest loss.
    pub longest_win_fen: Option<String>,
    pub longest_loss_fen: Option<String>,
}

/// How many positions there are of each kind.
#[derive(Serialize, JsonSchema)]
pub struct Outcomes {
    pub legal: u64,
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    pub checkmates: u64,
    pub stalemates: u64,
}

#[derive(Serialize, JsonSchema)]
pub struct Zugzwangs {
    pub placements: u64,
    pub classes: u64,
    /// White wins if Black is to move, a draw if White is.
    pub white_wins_or_draw: Both,
    /// Black wins if White is to move, a draw if Black is.
    pub black_wins_or_draw: Both,
    /// Whoever is to move loses.
    pub mover_loses: Both,
}

#[derive(Clone, Copy, Serialize, JsonSchema)]
pub struct Both {
    pub placements: u64,
    pub classes: u64,
}

pub fn run(args: &StatsArgs, settings: &mut Settings) -> Result<Verdict, Failure> {
    let material = check_material(&args.material)?;
    if args.by.is_some() {
        let report = by_sets(material, args)?;
        settings.output.report(&report)?;
        return Ok(Verdict::Holds);
    }
    diagrams::without_effect(&args.diagrams, false)?;
    let tables = settings.tables()?;
    settings.start_threads()?;
    if args.solve {
        make_missing(&[material], &tables, settings.threads)?;
    }
    let stats = count_all(&tables, material)?;
    settings.output.report(&StatsReport::new(&stats))?;
    Ok(Verdict::Holds)
}

/// Counts sets of positions.
fn by_sets(material: Material, args: &StatsArgs) -> Result<StatsReport, Failure> {
    interrupt::listen();
    let watcher = Watcher::new(args.diagrams.limits.time);
    let program = diagrams::program(material)?;
    let mut atlas = diagrams::atlas(&program, &args.diagrams, &watcher)?;
    let ([white, black], zugzwangs) = atlas.stats().map_err(diagrams::refused)?;
    let both = zugzwangs.map(|count| Both { placements: count.placements, classes: count.classes });
    let all = |of: fn(&Both) -> u64| both.iter().map(of).sum();
    let [white_wins_or_draw, black_wins_or_draw, mover_loses] = both;
    Ok(StatsReport {
        material: material.to_string(),
        white: Side::of_sets(&white),
        black: Side::of_sets(&black),
        mutual_zugzwangs: Zugzwangs {
            placements: all(|count| count.placements),
            classes: all(|count| count.classes),
            white_wins_or_draw,
            black_wins_or_draw,
            mover_loses,
        },
    })
}

/// Counts a material in the colouring that was asked for.
pub fn count_all(tables: &Tables, material: Material) -> Result<Stats, Failure> {
    let canonical = material.canonical();
    let explain = |error: TableError| tables.explain(canonical, error);
    let table = Loaded::new(tables.store.open(canonical).map_err(explain)?);
    interrupt::listen();
    let bar = Bar::new(Layout::places_of(canonical) as u64 / 64);
    bar.task(format!("counting {material}"));
    let stats = count(&table, &bar).map_err(explain)?;
    Ok(if material == canonical { stats } else { stats.flipped() })
}

impl StatsReport {
    pub fn new(stats: &Stats) -> StatsReport {
        let [white, black] = &stats.sides;
        let zugzwangs = &stats.zugzwangs;
        let Count { placements, classes } = zugzwangs.all();
        StatsReport {
            material: stats.material.to_string(),
            white: Side::new(white),
            black: Side::new(black),
            mutual_zugzwangs: Zugzwangs {
                placements,
                classes,
                white_wins_or_draw: zugzwangs.white_wins_or_draw.into(),
                black_wins_or_draw: zugzwangs.black_wins_or_draw.into(),
                mover_loses: zugzwangs.mover_loses.into(),
            },
        }
    }
}

impl Side {
    fn new(side: &SideStats) -> Side {
        let by_plies = |parity: u16| {
            let some = side.by_plies.iter().filter(|&(plies, _)| plies % 2 == parity);
            some.map(|(&plies, count)| (plies, count.placements)).collect()
        };
        Side {
            placements: Outcomes::new(side, |count| count.placements),
            longest_win_plies: side.longest_win_plies(),
            longest_loss_plies: side.longest_loss_plies(),
            win_by_plies: by_plies(1),
            loss_by_plies: by_plies(0),
            classes: Outcomes::new(side, |count| count.classes),
            longest_win_fen: side.longest_win.map(|position| position.to_string()),
            longest_loss_fen: side.longest_loss.map(|position| position.to_string()),
        }
    }
}

impl Side {
    fn of_sets(side: &SideCounts) -> Side {
        let by_plies = |parity: u16| {
            let some = side.by_plies.iter().filter(|&(plies, _)| plies % 2 == parity);
            some.map(|(&plies, &count)| (plies, count)).collect::<BTreeMap<u16, u64>>()
        };
        let outcomes = |of: fn(&Counted) -> u64| Outcomes {
            legal: of(&side.legal),
            wins: of(&side.wins),
            draws: of(&side.draws),
            losses: of(&side.losses),
            checkmates: of(&side.checkmates),
            stalemates: of(&side.stalemates),
        };
        let (wins, losses) = (by_plies(1), by_plies(0));
        let [longest_win_fen, longest_loss_fen] = side.longest.clone();
        Side {
            placements: outcomes(|count| count.placements),
            longest_win_plies: wins.keys().next_back().copied(),
            longest_loss_plies: losses.keys().next_back().copied(),
            win_by_plies: wins,
            loss_by_plies: losses,
            classes: outcomes(|count| count.classes),
            longest_win_fen,
            longest_loss_fen,
        }
    }
}

impl Outcomes {
    fn new(side: &SideStats, of: impl Fn(Count) -> u64) -> Outcomes {
        Outcomes {
            legal: of(side.legal),
            wins: of(side.wins),
            draws: of(side.draws),
            losses: of(side.losses),
            checkmates: of(side.checkmates),
            stalemates: of(side.stalemates),
        }
    }
}

impl From<Count> for Both {
    fn from(Count { placements, classes }: Count) -> Both {
        Both { placements, classes }
    }
}
