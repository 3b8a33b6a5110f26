//! Failures of claims as games and as a suite of positions.

use std::path::Path;

use adli_chess::{Brush, Colour, Epd, Game, Position};
use adli_claims::{ClaimReport, Failure as Failed, Report};
use adli_workbench::KeptFailure;

use super::failures_text::in_words;
use crate::args::ProveArgs;
use crate::failure::Failure;
use crate::files::write_files;
use crate::output::note;

/// Writes the failures that are shown to the files that were asked for; both or none.
pub fn write(reports: &[Report], args: &ProveArgs) -> Result<(), Failure> {
    let (mut games, mut suite) = (String::new(), String::new());
    let mut number = 0;
    for (report, claim, failed) in reports.iter().flat_map(failures) {
        number += 1;
        if !games.is_empty() {
            games.push('\n');
        }
        games.push_str(&game(report, claim, failed, number)?.to_string());
        suite.push_str(&format!("{}\n", epd(report, claim, failed, number)?));
    }
    let files: Vec<(&Path, &[u8])> = [(&args.pgn, games.as_bytes()), (&args.epd, suite.as_bytes())]
        .into_iter()
        .filter_map(|(path, bytes)| Some((path.as_deref()?, bytes)))
        .collect();
    write_files(&files)?;
    if number == 0 && !files.is_empty() {
        note(&"nothing fails, or no failure is shown: the files are empty");
    }
    Ok(())
}

fn failures(report: &Report) -> impl Iterator<Item = (&Report, &ClaimReport, &Failed)> {
    let of_claim =
        |claim: &'_ ClaimReport| claim.failures.iter().flat_map(|failures| &failures.shown).count();
    let claims = report.claims.iter().filter(move |claim| of_claim(claim) > 0);
    claims.flat_map(move |claim| {
        let shown = claim.failures.iter().flat_map(|failures| &failures.shown);
        shown.map(move |failed| (report, claim, failed))
    })
}

fn position(failed: &Failed) -> Result<Position, Failure> {
    failed.fen.parse().map_err(|why| Failure::internal(format!("the position of a failure: {why}")))
}

/// The line from the first position to where it goes wrong.
fn game(report: &Report, claim: &ClaimReport, failed: &Failed, number: usize) -> Result<Game, Failure> {
    let start = position(failed)?;
    let mut game = Game::new(start);
    game.tag("Event", &format!("{}: {} fails", report.file, claim.name)).tag("Round", &number.to_string());
    let ruled = failed.moves.iter().position(|mv| mv.rule.is_some());
    let own = ruled.map(|ply| if ply % 2 == 0 { start.turn() } else { !start.turn() });
    match own {
        Some(Colour::White) => game.tag("White", &report.file),
        Some(Colour::Black) => game.tag("Black", &report.file),
        None => &mut game,
    };
    if failed.moves.is_empty() || failed.cycle_from == Some(0) {
        game.comment(&in_words(failed));
    }
    let last = failed.moves.len().saturating_sub(1);
    for (ply, made) in failed.moves.iter().enumerate() {
        let broken =
            |error: &dyn std::fmt::Display| Failure::internal(format!("a move of a failure: {error}"));
        let mv = game.position().read_uci(&made.uci).map_err(|error| broken(&error))?;
        game.play(mv).map_err(|error| broken(&error))?;
        let is_wrong = ply == last && failed.cycle_from.is_none();
        if let Some(rule) = &made.rule {
            game.arrow(if is_wrong { Brush::Red } else { Brush::Green }, mv.from, mv.to);
            // At the end the rule is named with what goes wrong.
            game.comment(if is_wrong { "" } else { rule });
        }
        if failed.cycle_from == Some(ply + 1) {
            game.comment("from here it goes round");
        }
    }
    if !failed.moves.is_empty() {
        game.comment(&in_words(failed));
    }
    Ok(game)
}

/// The first position as a failure is kept beside a text, with the line.
fn epd(report: &Report, claim: &ClaimReport, failed: &Failed, number: usize) -> Result<Epd, Failure> {
    let id = format!("{} {number}", report.file);
    let kept = KeptFailure::new(&claim.name, failed, Some(&id));
    let kept = kept.ok_or_else(|| Failure::internal("a failure on another board than that of chess"))?;
    let mut epd = kept.epd().with("c1", &in_words(failed));
    // Other programs read moves here, from the position on.
    let sans: Vec<String> = failed.moves.iter().map(|mv| mv.san.clone()).collect();
    if !sans.is_empty() {
        epd.operations.push(("pv".to_owned(), sans));
    }
    Ok(epd)
}
