//! Verdicts that are kept: what has been decided once is not decided again while nothing that it rests on has changed.
//!
//! A verdict is kept under a digest of everything that it follows from: the text and those that it uses, the options that are set, the
//! claim, the method, what is asked about it, and the version of the program. Only what was decided is kept: with more time or memory, what
//! is unknown may become known.
//!
//! Several may ask at a time: nobody waits while somebody else's claims are decided.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use adli_claims::{ClaimReport, Options, Report};
use adli_position::Compiled;

use crate::Text;

/// Verdicts by the digests of what they follow from.
pub struct Verdicts {
    most: usize,
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    known: HashMap<[u8; 32], Vec<ClaimReport>>,
    /// In the order in which they were decided.
    order: VecDeque<[u8; 32]>,
}

impl Verdicts {
    /// Nothing has been decided. Of more claims than so many, those that were decided first are forgotten.
    #[must_use]
    pub fn new(most: usize) -> Verdicts {
        Verdicts { most, inner: Mutex::default() }
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many claims are decided.
    #[must_use]
    pub fn len(&self) -> usize {
        self.inner().known.len()
    }

    /// Whether none is.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn keep(&self, key: [u8; 32], reports: &[ClaimReport]) {
        let mut inner = self.inner();
        if inner.known.insert(key, reports.to_vec()).is_none() {
            inner.order.push_back(key);
        }
        while inner.known.len() > self.most {
            let Some(oldest) = inner.order.pop_front() else { return };
            inner.known.remove(&oldest);
        }
    }

    /// The report about the claims of a text, or about those that the options name. Only what is not known is asked of `decide`, whose
    /// options then name those claims.
    pub fn report(
        &self,
        text: &Text,
        settings: &[(String, String)],
        options: &Options,
        method: &str,
        decide: impl FnOnce(&Options) -> Report,
    ) -> Report {
        let names = if options.claims.is_empty() { text.claims() } else { options.claims.clone() };
        let used = words_used(text);
        let key = |claim: &str| key(&used, settings, options, claim, method);
        let mut found: Vec<(&str, Vec<ClaimReport>)> = Vec::new();
        let mut open = Vec::new();
        for name in &names {
            let known = self.inner().known.get(&key(name)).cloned();
            if known.is_none() {
                open.push(name.clone());
            }
            found.push((name, known.unwrap_or_default()));
        }
        if !open.is_empty() {
            let report = decide(&Options { claims: open, ..options.clone() });
            for claim in report.claims {
                let place = found.iter_mut().find(|(name, _)| *name == claim.name);
                place.into_iter().for_each(|(_, reports)| reports.push(claim.clone()));
            }
        }
        for (name, reports) in &found {
            let is_decided = |claim: &ClaimReport| claim.as_claimed.is_some();
            if !reports.is_empty() && reports.iter().all(is_decided) {
                self.keep(key(name), reports);
            }
        }
        // All claims for the first material, then for the next.
        let materials = found.iter().map(|(_, reports)| reports.len()).max().unwrap_or(0);
        let of = |material: usize| found.iter().filter_map(move |(_, reports)| reports.get(material));
        Report { file: text.name.clone(), claims: (0..materials).flat_map(of).cloned().collect() }
    }
}

/// The words of a text and of all that it uses.
fn words_used(text: &Text) -> Vec<&str> {
    text.used().into_iter().filter_map(|number| text.sources.get(number)).map(|it| it.text.as_str()).collect()
}

fn key(
    used: &[&str],
    settings: &[(String, String)],
    options: &Options,
    claim: &str,
    method: &str,
) -> [u8; 32] {
    let asked = format!("{} {} {}", settings.len(), options.max_failures, options.needed);
    let settings = settings.iter().flat_map(|(name, value)| [name.as_str(), value.as_str()]);
    let parts = [env!("CARGO_PKG_VERSION"), claim, method, &asked];
    Compiled::digest(parts.into_iter().chain(settings).chain(used.iter().copied()))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use adli_claims::Unwatched;
    use adli_exhaustive::prove;

    use super::*;

    const TEXT: &str = "endgame KRK White K R v Black k
query mates: count positions where mate
lemma no_mate: in every position: not mate expect refuted
";

    fn text(words: &str) -> Text {
        Text::given("mine", "mine", words, (), &BTreeMap::new()).unwrap_or_else(|_| unreachable!())
    }

    /// How many claims are asked of the prover, and what the report says.
    fn asked(verdicts: &Verdicts, words: &str, method: &str) -> (usize, Report) {
        let text = text(words);
        let programs = text.check(&[]).programs;
        let mut asked = 0;
        let report = verdicts.report(&text, &[], &Options::default(), method, |options| {
            asked = options.claims.len();
            prove(&text.name, &programs, options, &Unwatched)
        });
        (asked, report)
    }

    #[test]
    fn what_was_decided_is_not_asked_again() {
        let verdicts = Verdicts::new(4);
        let (first, report) = asked(&verdicts, TEXT, "exhaustive");
        assert_eq!((first, verdicts.len()), (2, 2));
        assert_eq!(report.claims.iter().map(|claim| claim.number).collect::<Vec<_>>(), [Some(216), None]);
        assert_eq!(asked(&verdicts, TEXT, "exhaustive"), (0, report));
        // Another text, another method.
        assert_eq!(asked(&verdicts, &format!("{TEXT}-- changed\n"), "exhaustive").0, 2);
        assert_eq!(asked(&verdicts, TEXT, "sat").0, 2);
        // The first have been forgotten by now.
        assert_eq!((verdicts.len(), asked(&verdicts, TEXT, "exhaustive").0), (4, 2));
    }
}
