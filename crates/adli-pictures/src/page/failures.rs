//! Failures: a diagram, what goes wrong, and the line with the rule that is blamed for each move.

use adli_chess::{Colour, Drawn};
use adli_claims::{ClaimReport, Failure, LineMove, Reason, counted, grouped, list};

use super::table;
use super::text::Lines;
use crate::markup::{Markup, Svg};

/// How many kinds of cycles are told apart.
const MOST_ROUNDS: usize = 20;

/// Writes where a claim fails, if it does.
pub(super) fn failures(out: &mut Markup, claim: &ClaimReport, lines: &Lines) {
    let Some(failures) = &claim.failures else { return };
    if failures.kinds.contains_key(&Reason::Unused) {
        return; // the warnings name the rules
    }
    out.say("h4", &[], &format!("It fails {}", claim.how_much(&failures.extent)));
    if failures.kinds.len() > 1 {
        table(out, &["what goes wrong", "#positions met in play"], |body| {
            for (kind, positions) in failures.by_frequency() {
                row(body, kind.words(), positions);
            }
        });
    }
    if !claim.rounds.is_empty() {
        table(out, &["rules by which plays go round", "#positions met in play"], |body| {
            for round in claim.rounds.iter().take(MOST_ROUNDS) {
                row(body, &list(&round.rules, "and"), round.positions);
            }
            let more: u64 = claim.rounds.iter().skip(MOST_ROUNDS).map(|round| round.positions).sum();
            if more > 0 {
                row(body, "others", more);
            }
        });
    }
    let shown = failures.shown.len() as u64;
    if shown > 0 && (failures.extent.at_least || shown < failures.extent.number) {
        out.say(
            "p",
            &[],
            &format!("{} shown: one of each kind, then the smallest", counted(shown, "failure")),
        );
    }
    for failure in &failures.shown {
        out.put("article", &[("class", &"failure")], |part| one(part, failure, lines));
        out.line();
    }
}

fn row(body: &mut Markup, what: &str, positions: u64) {
    body.put("tr", &[], |row| {
        row.say("th", &[("scope", &"row")], what);
        row.say("td", &[("class", &"number")], &grouped(positions));
    });
    body.line();
}

fn one(out: &mut Markup, failure: &Failure, lines: &Lines) {
    let said = match (&failure.answer, &failure.value) {
        (Some(answer), Some(value)) => format!("; it says `{answer}`, and it is a {value}"),
        (None, Some(value)) => format!("; it is a {value}"),
        _ => String::new(),
    };
    out.put("h5", &[], |heading| {
        heading.prose(&format!("{}{}{said}", failure.what_fails(), failure.blamed()));
    });
    out.put("div", &[("class", &"boards")], |boards| {
        board(boards, &failure.fen, "from here");
        if !failure.moves.is_empty() && failure.cycle_from.is_none() {
            board(boards, &failure.end, "and then");
        }
        if let Some(again) =
            failure.cycle_from.filter(|&from| from > 0).and_then(|from| failure.moves.get(from))
        {
            board(boards, &again.fen, "comes again, for ever");
        }
    });
    line_of(out, &failure.moves, failure.cycle_from, lines);
}

fn board(out: &mut Markup, fen: &str, says: &str) {
    out.put("figure", &[("class", &"board")], |figure| {
        if let Some(drawn) = Drawn::read(fen) {
            figure.svg(&Svg::board(&drawn.diagram));
        }
        figure.put("figcaption", &[], |caption| {
            caption.words(says);
            caption.words(": ");
            caption.say("code", &[], fen);
        });
    });
}

/// Moves, each with its rule; what goes round is kept together.
pub(super) fn line_of(out: &mut Markup, moves: &[LineMove], cycle_from: Option<usize>, lines: &Lines) {
    let Some(start) = moves.first().and_then(|first| Drawn::read(&first.fen)) else { return };
    let round = cycle_from.unwrap_or(moves.len()).min(moves.len());
    let (before, cycle) = moves.split_at(round);
    if !before.is_empty() {
        out.put("ul", &[("class", &"line")], |list| some(list, before, 0, &start, lines));
    }
    if !cycle.is_empty() {
        out.put("div", &[("class", &"cycle")], |part| {
            part.put("p", &[], |line| {
                line.say("span", &[("aria-hidden", &"true")], "↻ ");
                line.words("from here it goes round:");
            });
            part.put("ul", &[("class", &"line")], |list| some(list, cycle, round, &start, lines));
            part.say("p", &[], "and the position is there again, for ever");
        });
    }
}

fn some(out: &mut Markup, moves: &[LineMove], first: usize, start: &Drawn, lines: &Lines) {
    let black = usize::from(start.turn == Colour::Black);
    for (ply, played) in moves.iter().enumerate() {
        let at = ply + first + black;
        let number = usize::from(start.number) + at / 2;
        let dots = if at.is_multiple_of(2) { "." } else { "…" };
        out.put("li", &[], |item| {
            item.say("span", &[("class", &"ply")], &format!("{number}{dots}"));
            item.words(" ");
            item.say("b", &[], &played.san);
            if let Some(rule) = &played.rule {
                item.words(" ");
                item.put("span", &[("class", &"rule-name")], |name| lines.link(name, lines.rule(rule), rule));
            }
        });
    }
}
