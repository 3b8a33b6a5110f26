//! The counts of an endgame, for people.

use std::collections::BTreeMap;
use std::io::{self, Write};

use adli_workbench::{Both, Outcomes, Side, StatsReport};

use crate::output::Report;
use crate::words::{distance, grouped};

/// The longest bar of a histogram.
const BAR: u64 = 40;

impl Report for StatsReport {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}: placements, and in brackets classes up to symmetry\n", self.material)?;
        counts(self, out)?;
        writeln!(out)?;
        longest(self, out)?;
        zugzwangs(self, out)?;
        for (name, side) in [("White", &self.white), ("Black", &self.black)] {
            histogram(out, &format!("{name} to move mates in"), &side.win_by_plies)?;
            histogram(out, &format!("{name} to move is mated in"), &side.loss_by_plies)?;
        }
        Ok(())
    }
}

fn counts(stats: &StatsReport, out: &mut dyn Write) -> io::Result<()> {
    type Get = fn(&Outcomes) -> u64;
    let rows: [(&str, Get); 6] = [
        ("legal", |counts| counts.legal),
        ("wins", |counts| counts.wins),
        ("draws", |counts| counts.draws),
        ("losses", |counts| counts.losses),
        ("checkmates", |counts| counts.checkmates),
        ("stalemates", |counts| counts.stalemates),
    ];
    writeln!(out, "{:<12}{:>28}{:>28}", "", "White to move", "Black to move")?;
    for (name, get) in rows {
        let cell = |side: &Side| with_classes((get(&side.placements), get(&side.classes)));
        writeln!(out, "{name:<12}{:>28}{:>28}", cell(&stats.white), cell(&stats.black))?;
    }
    Ok(())
}

fn longest(stats: &StatsReport, out: &mut dyn Write) -> io::Result<()> {
    for (name, side) in [("White", &stats.white), ("Black", &stats.black)] {
        let win = side.longest_win_plies.zip(side.longest_win_fen.as_ref());
        let loss = side.longest_loss_plies.zip(side.longest_loss_fen.as_ref());
        for (what, longest) in [("win", win), ("loss", loss)] {
            if let Some((plies, fen)) = longest {
                writeln!(out, "longest {what:<4} with {name} to move: {:<21}  {fen}", distance(plies))?;
            }
        }
    }
    Ok(())
}

fn zugzwangs(stats: &StatsReport, out: &mut dyn Write) -> io::Result<()> {
    let zugzwangs = &stats.mutual_zugzwangs;
    let all = with_classes((zugzwangs.placements, zugzwangs.classes));
    writeln!(out, "mutual zugzwangs: {all}")?;
    let kinds = [
        ("White wins if Black is to move, else draw", zugzwangs.white_wins_or_draw),
        ("Black wins if White is to move, else draw", zugzwangs.black_wins_or_draw),
        ("whoever is to move loses", zugzwangs.mover_loses),
    ];
    for (what, Both { placements, classes }) in kinds {
        if placements > 0 {
            writeln!(out, "  {what}: {}", with_classes((placements, classes)))?;
        }
    }
    Ok(())
}

/// `1,234 (156)`
fn with_classes((placements, classes): (u64, u64)) -> String {
    format!("{} ({})", grouped(placements), grouped(classes))
}

/// A line for each number of moves, with a bar.
fn histogram(out: &mut dyn Write, title: &str, by_plies: &BTreeMap<u16, u64>) -> io::Result<()> {
    let Some(&most) = by_plies.values().max() else { return Ok(()) };
    writeln!(out, "\n{title}")?;
    for (plies, &count) in by_plies {
        let bar = "#".repeat((count * BAR).div_ceil(most) as usize);
        let moves = plies.div_ceil(2);
        let unit = if moves == 1 { "move" } else { "moves" };
        writeln!(out, "{moves:>4} {unit:<5} {:>15}  {bar}", grouped(count))?;
    }
    Ok(())
}
