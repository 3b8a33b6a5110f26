//! One claim: its verdict, what was counted, its pictures and tables.

use adli_claims::{ClaimReport, Left, Recognised, counted, grouped, list, number_text};

use super::failures::{failures, line_of};
use super::text::Lines;
use super::{figures, table, title, verdict};
use crate::frame::Picture;
use crate::markup::Markup;

/// Writes a claim.
pub(super) fn claim(
    out: &mut Markup,
    (number, claim): (usize, &ClaimReport),
    pictures: &[Picture],
    several: bool,
    lines: &Lines,
) {
    let id = format!("claim-{}", number + 1);
    out.put("article", &[("id", &id), ("class", &"claim")], |part| {
        part.put("h3", &[], |heading| {
            lines.link(heading, lines.claim(&claim.name), &title(claim, several));
            heading.words(" ");
            verdict(heading, claim);
        });
        part.line();
        for sentence in sentences(claim) {
            part.put("p", &[], |line| line.prose(&sentence));
        }
        part.line();
        figures(part, pictures);
        rules(part, claim, lines);
        claim.recognised.iter().for_each(|side| recognised(part, side));
        listed(part, claim, lines);
        failures(part, claim, lines);
    });
    out.line();
}

/// What is to be said of a claim, one sentence after the other.
fn sentences(claim: &ClaimReport) -> Vec<String> {
    let mut told: Vec<String> = Vec::new();
    told.extend(claim.reason.clone());
    if !claim.taken_by.is_empty() {
        told.push(format!("it is taken by the method {}", list(&claim.taken_by, "or")));
    }
    let counts = [(claim.positions, "position"), (claim.met, "position met in play"), (claim.plays, "play")];
    let counts = counts.into_iter().filter_map(|(count, what)| Some((count?, what)));
    let counts: Vec<String> = counts
        .map(|(count, what)| match what {
            "position met in play" => format!("{} met in play", counted(count, "position")),
            what => counted(count, what),
        })
        .collect();
    told.extend((!counts.is_empty()).then(|| format!("it speaks of {}", list(&counts, "and"))));
    if let Some(size) = claim.size {
        told.push(format!("on a board of {size} x {size}"));
    }
    if let Some(moves) = claim.longest_moves {
        let best =
            claim.optimal_longest_moves.map_or_else(String::new, |best| format!("; with best play {best}"));
        told.push(format!("at most {}{best}", counted(moves.into(), "move")));
    }
    told.extend(claim.moves_by_size.as_ref().map(|moves| format!("at most {moves}")));
    told.extend(claim.quality.map(|quality| quality.words().to_owned()));
    let reported =
        claim.reported.iter().map(|(what, number)| format!("{} {what}", grouped((*number).into())));
    let reported: Vec<String> = reported.collect();
    told.extend((!reported.is_empty()).then(|| format!("the source reports {}", reported.join(", "))));
    told.extend(claim.notes.iter().cloned());
    told.extend(claim.warnings.iter().map(|warning| format!("warning: {warning}")));
    told
}

/// How often each rule applies.
fn rules(out: &mut Markup, claim: &ClaimReport, lines: &Lines) {
    if claim.rules.is_empty() {
        return;
    }
    let needs = claim.rules.iter().any(|rule| rule.needed_for.is_some());
    let mut head = vec!["rule", "#positions", "#with choice"];
    head.extend(needs.then_some("#without it fails from"));
    table(out, &head, |body| {
        for rule in &claim.rules {
            body.put("tr", &[], |row| {
                row.put("th", &[("scope", &"row")], |cell| {
                    lines.link(cell, lines.rule(&rule.name), &rule.name)
                });
                let shadowed = rule.shadowed.filter(|&places| places > 0);
                let shadowed = shadowed.map_or_else(String::new, |places| {
                    format!(" (would have a move in {})", counted(places, "position"))
                });
                row.say("td", &[("class", &"number")], &format!("{}{shadowed}", grouped(rule.positions)));
                row.say("td", &[("class", &"number")], &grouped(rule.with_choice));
                if needs {
                    let fails = rule.needed_for.map_or_else(String::new, grouped);
                    row.say("td", &[("class", &"number")], &fails);
                }
            });
            body.line();
        }
        if let Some(positions) = claim.no_rule {
            body.put("tr", &[], |row| {
                row.say("th", &[("scope", &"row")], "(no rule)");
                row.say("td", &[("class", &"number")], &grouped(positions));
                row.say("td", &[], "");
            });
        }
    });
}

/// What a recogniser answers, with one side to move.
fn recognised(out: &mut Markup, side: &Recognised) {
    let sentence = format!("{} to move: {}", side.to_move, counted(side.positions, "position"));
    out.say("h4", &[], &sentence);
    table(out, &["rule", "answer", "#positions", "#wrong"], |body| {
        for rule in &side.rules {
            body.put("tr", &[], |row| {
                row.say("th", &[("scope", &"row")], &rule.name);
                row.say("td", &[], &rule.answer);
                row.say("td", &[("class", &"number")], &grouped(rule.positions));
                row.say("td", &[("class", &"number")], &grouped(rule.wrong));
            });
            body.line();
        }
    });
    if !side.unknown.is_empty() {
        let share = 100.0 * side.unknown_share;
        let words = format!(
            "unknown: {} ({share:.3} %): {}",
            number_text(side.unknown.positions()),
            worth(&side.unknown)
        );
        out.say("p", &[], &words);
    }
}

fn worth(left: &Left) -> String {
    let (wins, losses) = (left.wins.values().sum::<u64>(), left.losses.values().sum::<u64>());
    let parts = [(left.draws, "drawn"), (wins, "won"), (losses, "lost")];
    let told = parts.iter().filter(|(count, _)| *count > 0);
    told.map(|(count, what)| format!("{} {what}", grouped(*count))).collect::<Vec<_>>().join(", ")
}

/// Positions that a query lists; of a longest play the moves.
fn listed(out: &mut Markup, claim: &ClaimReport, lines: &Lines) {
    if !claim.line.is_empty() {
        line_of(out, &claim.line, None, lines);
        return;
    }
    if !claim.listed.is_empty() {
        out.put("ul", &[("class", &"listed")], |list| {
            for fen in &claim.listed {
                list.put("li", &[], |item| item.say("code", &[], fen));
            }
        });
    }
}
