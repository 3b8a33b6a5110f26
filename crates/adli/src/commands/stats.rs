//! `adli stats`: counts of a whole endgame.

use std::collections::BTreeMap;

use adli_bdd::{Counted, SideCounts};
use adli_chess::Material;
use adli_tables::layout::Layout;
use adli_tables::stats::{Stats, count};
use adli_tables::{Loaded, TableError};
use adli_workbench::{Both, Outcomes, Side, StatsReport, Zugzwangs};

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
    Ok(StatsReport {
        material: material.to_string(),
        white: of_sets(&white),
        black: of_sets(&black),
        mutual_zugzwangs: Zugzwangs::new(both),
    })
}

/// What was counted of a side to move.
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
