//! Failures of claims, for people.

use std::io::{self, Write};

use adli_chess::{Colour, Diagram, Letters, Placement, Position};
use adli_claims::{ClaimReport, Extent, Failure, LineMove, Reason, Unit};

use super::prove_text::{counted, number_text};
use crate::notation::{Shown, numbered};
use crate::words::{grouped, list};

/// A position of a line, of chess or of another board.
pub struct Drawn {
    pub diagram: Diagram,
    pub turn: Colour,
    /// The number of the move.
    pub number: u16,
}

impl Drawn {
    pub fn read(fen: &str) -> Option<Drawn> {
        if let Ok(position) = fen.parse::<Position>() {
            let (turn, number) = (position.turn(), position.fullmoves());
            return Some(Drawn { diagram: Diagram::new(&position), turn, number });
        }
        let placement: Placement = fen.parse().ok()?;
        Some(Drawn { diagram: Diagram::of(&placement), turn: placement.turn(), number: 1 })
    }
}

/// How many kinds of cycles are told apart in a text.
const MOST_ROUNDS: usize = 8;

/// How much fails, what goes wrong, and the lines that show it.
pub fn failures(claim: &ClaimReport, file: &str, out: &mut dyn Write) -> io::Result<()> {
    let Some(failures) = &claim.failures else { return Ok(()) };
    if failures.kinds.contains_key(&Reason::Unused) {
        return Ok(()); // the warnings name the rules
    }
    writeln!(out, "  it fails {}", how_much(claim, &failures.extent))?;
    if failures.kinds.len() > 1 {
        writeln!(out, "  what goes wrong, and in how many positions met in play:")?;
        for (&kind, &positions) in &failures.kinds {
            writeln!(out, "  {:>12}  {}", grouped(positions), reason(kind))?;
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

/// How much fails, of how many where that is known.
fn how_much(claim: &ClaimReport, extent: &Extent) -> String {
    let failing = number_text(extent.number);
    let all = match extent.unit {
        Unit::Plays => claim.plays.map(|plays| format!("in {failing} of {}", counted(plays, "play"))),
        Unit::Positions => match (claim.met, claim.positions) {
            (Some(met), _) => Some(format!("in {failing} of {} met in play", counted(met, "position"))),
            (None, all) => all.map(|all| format!("from {failing} of {}", counted(all, "position"))),
        },
    };
    let (word, unit) = match extent.unit {
        Unit::Plays => ("in", "play"),
        Unit::Positions => ("from", "position"),
    };
    match all.filter(|_| !extent.at_least) {
        Some(all) => all,
        None if extent.at_least => {
            format!("{word} at least {}; nobody counted how many", counted(extent.number, unit))
        }
        None => format!("{word} {}", counted(extent.number, unit)),
    }
}

/// The reason; a man who leaves is not always lost.
pub fn what_fails(failure: &Failure) -> &'static str {
    // The line may end with the opponent's reply to the promotion.
    let promotes = failure.moves.iter().rev().take(2).any(|mv| mv.san.contains('='));
    match failure.reason {
        Reason::HomeLeft if promotes => {
            "the pawn has promoted, and the claim does not say that this is enough"
        }
        Reason::HomeLeft => "a man is lost or exchanged",
        other => reason(other),
    }
}

/// What goes wrong, by which rule, and what was said.
pub fn in_words(failure: &Failure) -> String {
    let said = match (&failure.answer, &failure.value) {
        (Some(answer), Some(value)) => format!("; it says `{answer}`, and it is a {value}"),
        (None, Some(value)) => format!("; it is a {value}"),
        _ => String::new(),
    };
    format!("{}{}{said}", what_fails(failure), blamed(failure))
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

fn reason(reason: Reason) -> &'static str {
    match reason {
        Reason::Stuck => "no rule has a move",
        Reason::Stalemate => "stalemate",
        Reason::HomeLeft => "a man is taken, or a pawn promotes",
        Reason::Mated => "the strategy's side is mated",
        Reason::Cycle => "the play never ends",
        Reason::TooSlow => "more moves than the claim allows",
        Reason::FiftyMoves => "fifty moves without capture or pawn move",
        Reason::ValueLost => "a move gives away what the position was worth",
        Reason::NotOptimal => "a move is not a best one",
        Reason::NotSymmetric => "something else is allowed in an image of the position",
        Reason::Conclusion => "the conclusion does not hold",
        Reason::WrongAnswer => "a wrong answer",
        Reason::Unanswered => "no answer",
        Reason::Unused => "a rule gives its answer nowhere",
    }
}

/// The rule to blame; of a cycle all its rules.
pub fn blamed(failure: &Failure) -> String {
    let Some(last) = &failure.rule else { return String::new() };
    let mut rules: Vec<String> = Vec::new();
    let round = failure.cycle_from.and_then(|from| failure.moves.get(from..)).unwrap_or_default();
    for rule in round.iter().filter_map(|mv| mv.rule.as_ref()) {
        let rule = format!("`{rule}`");
        if !rules.contains(&rule) {
            rules.push(rule);
        }
    }
    match rules.len() {
        0 | 1 => format!(", by the rule `{last}`"),
        _ => format!(", by the rules {}", list(&rules, "and")),
    }
}

pub fn shown(moves: &[LineMove]) -> Vec<Shown<'_>> {
    moves.iter().map(|mv| Shown { san: &mv.san, rule: mv.rule.as_deref() }).collect()
}
