//! What rests on what: for each claim the method, the evidence, and everything that is taken for granted.

use adli_claims::{ClaimReport, Report, counted, grouped, list};

use super::{table, title};
use crate::markup::Markup;

/// Writes the table.
pub(super) fn rests(out: &mut Markup, report: &Report) {
    table(out, &["claim", "method", "rests on", "on condition", "evidence"], |body| {
        for (number, claim) in report.claims.iter().enumerate() {
            body.put("tr", &[], |row| {
                row.put("th", &[("scope", &"row")], |cell| {
                    let to = format!("#claim-{}", number + 1);
                    cell.say("a", &[("href", &to)], &title(claim, false));
                });
                row.say("td", &[], &claim.method);
                row.put("td", &[], |cell| cell.prose(&rests_on(claim)));
                row.put("td", &[], |cell| cell.prose(&condition(claim)));
                row.put("td", &[], |cell| cell.prose(&evidence(claim)));
            });
            body.line();
        }
    });
}

fn rests_on(claim: &ClaimReport) -> String {
    let mut parts: Vec<String> = claim.rests_on.iter().map(|name| format!("`{name}`")).collect();
    for rested in &claim.rests_on_theorems {
        let moves = counted(rested.moves.into(), "move");
        parts.push(format!("`{}`, proved in its own text: at most {moves} from there on", rested.theorem));
    }
    if parts.is_empty() { "the laws and the text alone".to_owned() } else { parts.join(", ") }
}

fn condition(claim: &ClaimReport) -> String {
    let advice: Vec<String> = claim.assumes.iter().map(|name| format!("`{name}`")).collect();
    match advice.is_empty() {
        true => "none".to_owned(),
        false => format!("the other side plays the replies of {}", list(&advice, "and")),
    }
}

fn evidence(claim: &ClaimReport) -> String {
    let mut parts = Vec::new();
    if let Some(certificate) = &claim.certificate {
        let bytes: u64 = certificate.problems.iter().map(|problem| problem.proof_bytes).sum();
        parts.push(format!(
            "{}, {} of proof, checked by {}",
            counted(certificate.problems.len() as u64, "certificate"),
            counted(bytes, "byte"),
            certificate.checked_by.join(", ")
        ));
    }
    if let Some(kernel) = &claim.kernel {
        parts.push(format!(
            "the theorem `{}`, checked by the kernel of {}; it trusts {}, and not {}",
            kernel.theorem,
            kernel.by,
            list(&kernel.trusts, "and"),
            list(&kernel.does_not_trust, "or")
        ));
    }
    if let Some(said) = &claim.said {
        parts.push(format!("what {} say, which nobody has checked", list(&said.by, "and")));
    }
    if let Some(failures) = &claim.failures {
        parts.push(format!(
            "{} replayed by the plain interpreter",
            counted(failures.shown.len() as u64, "failure")
        ));
    }
    if let Some(images) = claim.symmetries {
        parts.push(format!("one position for up to {} images", grouped(images as u64)));
    }
    if parts.is_empty() {
        "counts; whoever doubts them runs it again, or by another method".to_owned()
    } else {
        parts.join("; ")
    }
}
