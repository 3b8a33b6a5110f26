//! Failures of claims, for people.

use std::io::{self, Write};

use adli_chess::{Drawn, Letters};
use adli_claims::{ClaimReport, Failure, LineMove, Reason};

use crate::notation::{Shown, numbered};
use crate::words::{grouped, list};

/// How many kinds of cycles are told apart in a text.
const MOST_ROUNDS: usize = 8;

/// How much fails, what goes wrong, and the lines that show it.
pub fn failures(claim: &ClaimReport, file: &str, out: &mut dyn Write) -> io::Result<()> {
    let Some(failures) = &claim.failures else { return Ok(()) };
    if failures.kinds.contains_key(&Reason::Unused) {
        return Ok(()); // the warnings name the rules
    }
    writeln!(out, "  it fails {}", claim.how_much(&failures.extent))?;
    if failures.kinds.len() > 1 {
        writeln!(out, "  what goes wrong, and in how many positions met in play:")?;
        for (kind, positions) in failures.by_frequency() {
            writeln!(out, "  {:>12}  {}", grouped(positions), kind.words())?;
        }
    }
    if !claim.rounds.is_empty() {
        writeln!(out, "  by which rules plays go round, and in how many positions met in play:")?;
        for round in claim.rounds.iter().take(MOST_ROUNDS) {
            writeln!(out, "  {:>12}  {}", grouped(round.positions), list(&round.rules, "and"))?;
        }
        let more: u64 = claim.rounds.iter().skip(MOST_ROUNDS).map(|round| round.positions).sum();
        if more > 0 {
            writeln!(out, "  {:>12}  others", grouped(more))?;
        }
    }
    failures.shown.iter().try_for_each(|failure| failure_text(failure, file, out))
}

/// What goes wrong, by which rule, and what was said.
pub fn in_words(failure: &Failure) -> String {
    let said = match (&failure.answer, &failure.value) {
        (Some(answer), Some(value)) => format!("; it says `{answer}`, and it is a {value}"),
        (None, Some(value)) => format!("; it is a {value}"),
        _ => String::new(),
    };
    format!("{}{}{said}", failure.what_fails(), failure.blamed())
}

fn failure_text(failure: &Failure, file: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\n  {}:\n  {}", in_words(failure), failure.fen)?;
    let Some(Drawn { diagram, turn, number }) = Drawn::read(&failure.fen) else { return Ok(()) };
    let diagram = diagram.text(Letters::Ascii);
    diagram.lines().try_for_each(|line| writeln!(out, "    {}", line.trim_end()))?;
    let moves = shown(&failure.moves);
    let round = failure.cycle_from.unwrap_or(moves.len()).min(moves.len());
    let before = numbered(turn, number, &moves[..round], 0);
    before.iter().try_for_each(|line| writeln!(out, "  {line}"))?;
    if round < moves.len() {
        writeln!(out, "  from here it goes round:")?;
        let lines = numbered(turn, number, &moves, round);
        lines.iter().try_for_each(|line| writeln!(out, "  {line}"))?;
    }
    match failure.cycle_from {
        Some(_) => writeln!(out, "  and the position is there again, for ever")?,
        None if moves.is_empty() => {}
        None => writeln!(out, "  and then: {}", failure.end)?,
    }
    let Some(tree) = &failure.tree else { return Ok(()) };
    let is_word = tree.advice.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
    let advice = if is_word { tree.advice.clone() } else { format!("\"{}\"", tree.advice) };
    writeln!(out, "  its tree: `adli tree {file} \"{}\" --advice {advice}`", tree.fen)
}

pub fn shown(moves: &[LineMove]) -> Vec<Shown<'_>> {
    moves.iter().map(|mv| Shown { san: &mv.san, rule: mv.rule.as_deref() }).collect()
}
