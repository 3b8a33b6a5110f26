//! What is otherwise in one report than in another about the same text: for somebody who changes his rules and wants to see what that did.
//!
//! A report shows some failures and not all, so one that is shown no longer need not have gone. What is listed here under `gained` and `lost` are therefore
//! candidates: shown in one of the reports alone. Whoever has both texts tries each with the other ([`crate::narrowed`]) and keeps what stands.

#![expect(missing_docs, reason = "fields are named as in the JSON")]

use adli_claims::{ClaimReport, Extent, Failure, Report};
use schemars::JsonSchema;
use serde::Serialize;

/// What has become of a claim.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ClaimChange {
    pub name: String,
    pub material: String,
    /// The verdict of before in words; nothing if the claim is new.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// The verdict of now; nothing if the claim has gone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// How much failed before and fails now, if that is otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failing: Option<FailingChange>,
    /// The most moves a play takes, before and now, if that is otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longest_moves: Option<[Option<u32>; 2]>,
    pub gained: Vec<FailedAt>,
    pub lost: Vec<FailedAt>,
    pub rules: Vec<RuleChange>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FailingChange {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<Extent>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<Extent>,
}

/// A failure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FailedAt {
    pub fen: String,
    /// What goes wrong there, and by which rule.
    pub what: String,
}

/// In how many positions a rule is the first that has a move; nothing where there is no such rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RuleChange {
    pub name: String,
    pub before: Option<u64>,
    pub after: Option<u64>,
}

impl ClaimChange {
    /// Whether all is as it was; so it may be when candidates among the failures have been tried.
    #[must_use]
    pub fn says_nothing(&self) -> bool {
        self.before == self.after
            && self.failing.is_none()
            && self.longest_moves.is_none()
            && self.gained.is_empty()
            && self.lost.is_empty()
            && self.rules.is_empty()
    }
}

/// The claims of which something is otherwise, those of now in their order and then those that have gone.
#[must_use]
pub fn changes(before: &Report, after: &Report) -> Vec<ClaimChange> {
    let same = |a: &ClaimReport, b: &ClaimReport| (&a.name, &a.material) == (&b.name, &b.material);
    let find = |all: &Report, one: &ClaimReport| all.claims.iter().find(|other| same(one, other)).cloned();
    let now = after.claims.iter().map(|claim| change(find(before, claim).as_ref(), Some(claim)));
    let gone = before.claims.iter().filter(|claim| find(after, claim).is_none());
    let gone = gone.map(|claim| change(Some(claim), None));
    now.chain(gone).flatten().collect()
}

fn change(before: Option<&ClaimReport>, after: Option<&ClaimReport>) -> Option<ClaimChange> {
    let claim = after.or(before)?;
    let failures = |report: Option<&ClaimReport>| {
        report.and_then(|report| report.failures.clone()).unwrap_or_default().shown
    };
    let extent = |report: Option<&ClaimReport>| Some(report?.failures.as_ref()?.extent);
    let (was, is) = (failures(before), failures(after));
    let failing = FailingChange { before: extent(before), after: extent(after) };
    let longest = [before, after].map(|report| report.and_then(|report| report.longest_moves));
    let changed = ClaimChange {
        name: claim.name.clone(),
        material: claim.material.clone(),
        before: before.map(ClaimReport::headline),
        after: after.map(ClaimReport::headline),
        failing: (failing.before != failing.after).then_some(failing),
        longest_moves: (longest[0] != longest[1]).then_some(longest),
        gained: only_in(&is, &was),
        lost: only_in(&was, &is),
        rules: rules(before, after),
    };
    (!changed.says_nothing()).then_some(changed)
}

/// The failures that the one shows and the other does not.
fn only_in(one: &[Failure], other: &[Failure]) -> Vec<FailedAt> {
    let is_new = |failure: &&Failure| {
        !other.iter().any(|known| (&known.fen, known.reason) == (&failure.fen, failure.reason))
    };
    let at = |failure: &Failure| FailedAt {
        fen: failure.fen.clone(),
        what: format!("{}{}", failure.what_fails(), failure.blamed()),
    };
    one.iter().filter(is_new).map(at).collect()
}

/// Rules that apply more or less often, come or go. Nothing if one of the reports counts none.
fn rules(before: Option<&ClaimReport>, after: Option<&ClaimReport>) -> Vec<RuleChange> {
    let (Some(before), Some(after)) = (before, after) else { return Vec::new() };
    if before.rules.is_empty() || after.rules.is_empty() {
        return Vec::new();
    }
    let count = |report: &ClaimReport, name: &str| {
        report.rules.iter().find(|rule| rule.name == name).map(|rule| rule.positions)
    };
    let gone = before.rules.iter().filter(|rule| count(after, &rule.name).is_none());
    let all = after.rules.iter().chain(gone).map(|rule| RuleChange {
        name: rule.name.clone(),
        before: count(before, &rule.name),
        after: count(after, &rule.name),
    });
    all.filter(|rule| rule.before != rule.after).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use adli_claims::{Options, Unwatched};
    use adli_exhaustive::prove;

    use super::*;
    use crate::Text;

    fn report(words: &str) -> Report {
        let text =
            Text::given("mine", "mine", words, (), &BTreeMap::new()).unwrap_or_else(|_| unreachable!());
        prove("mine", &text.check(&[]).programs, &Options::default(), &Unwatched)
    }

    const TEXT: &str = "endgame KRK White K R v Black k
strategy s for White to win
  step kill: move where mate'
  step wait: move K
theorem wins: s reaches mate
query mates: count positions where mate
";

    #[test]
    fn what_turned_is_told_and_nothing_else() {
        let before = report(TEXT);
        assert_eq!(changes(&before, &before), []);
        // A claim turns, one goes, one comes.
        let after =
            TEXT.replace("query mates", "query all").replace("reaches mate", "reaches mate expect refuted");
        let found = changes(&before, &report(&after));
        let told: Vec<_> =
            found.iter().map(|one| (&one.name[..], one.before.as_deref(), one.after.as_deref())).collect();
        assert_eq!(
            told,
            [
                ("wins", Some("refuted"), Some("refuted, as expected")),
                ("all", None, Some("216")),
                ("mates", Some("216"), None),
            ]
        );
        assert!(found[0].gained.is_empty() && found[0].lost.is_empty() && found[0].rules.is_empty());
    }

    #[test]
    fn rules_and_failures_are_compared() {
        let before = report(TEXT);
        let found = changes(&before, &report(&TEXT.replace("  step wait: move K\n", "")));
        let [wins] = &found[..] else { panic!("{found:?}") };
        let counted: Vec<_> = wins.rules.iter().map(|rule| (&rule.name[..], rule.after.is_some())).collect();
        assert!(counted.contains(&("wait", false)), "{counted:?}");
        // The king no longer moves: what never ended is stuck at once.
        assert!(wins.gained.iter().any(|failed| failed.what.starts_with("no rule has a move")), "{wins:?}");
        // A candidate only: a failure that is no longer shown, although the strategy is stuck there as before.
        let is_candidate = |failed: &FailedAt| failed.what == "no rule has a move";
        assert!(wins.lost.iter().any(is_candidate), "{wins:?}");
        assert!(wins.lost.iter().any(|failed| failed.what.starts_with("stalemate")), "{wins:?}");
    }
}
