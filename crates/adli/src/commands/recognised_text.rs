//! What a recogniser answers, for people.

use std::io::{self, Write};

use adli_claims::{ClaimReport, Left, Recognised};

use crate::words::grouped;

/// The answers by rule, for each side to move, and what is left unknown.
pub fn recognised(claim: &ClaimReport, out: &mut dyn Write) -> io::Result<()> {
    claim.recognised.iter().try_for_each(|side| of_side(side, out))
}

fn of_side(side: &Recognised, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\n  {} to move: {} positions", side.to_move, grouped(side.positions))?;
    let name = side.rules.iter().map(|rule| rule.name.chars().count()).max().unwrap_or(0).max(4);
    let answer = side.rules.iter().map(|rule| rule.answer.len()).max().unwrap_or(0).max(6);
    writeln!(out, "  {:<name$}  {:<answer$}  {:>13}  {:>11}", "rule", "answer", "positions", "wrong")?;
    for rule in &side.rules {
        let (positions, wrong) = (grouped(rule.positions), grouped(rule.wrong));
        write!(out, "  {:<name$}  {:<answer$}  {positions:>13}  {wrong:>11}", rule.name, rule.answer)?;
        match rule.wrong {
            0 => writeln!(out)?,
            _ => writeln!(out, "  {}", values(&rule.wrong_where))?,
        }
    }
    if !side.unknown.is_empty() {
        let share = 100.0 * side.unknown_share;
        writeln!(
            out,
            "  unknown: {} ({share:.3} %): {}",
            grouped(side.unknown.positions()),
            values(&side.unknown)
        )?;
    }
    Ok(())
}

/// Positions by value, with the plies to mate.
fn values(left: &Left) -> String {
    let mut parts = Vec::new();
    if left.draws > 0 {
        parts.push(format!("{} drawn", grouped(left.draws)));
    }
    for (name, by_plies) in [("won", &left.wins), ("lost", &left.losses)] {
        let all: u64 = by_plies.values().sum();
        let plies: Vec<String> =
            by_plies.iter().map(|(plies, count)| format!("{} in {plies}", grouped(*count))).collect();
        match by_plies.len() {
            0 => {}
            1..=10 => parts.push(format!("{} {name} ({} plies)", grouped(all), plies.join(", "))),
            _ => {
                let last = by_plies.keys().last().copied().unwrap_or_default();
                parts.push(format!("{} {name} (in up to {last} plies)", grouped(all)));
            }
        }
    }
    parts.join("; ")
}
