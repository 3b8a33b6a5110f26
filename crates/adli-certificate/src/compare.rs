//! Do the clauses of a folder belong to a text?
//!
//! The same text gives the same bytes of clauses. So whoever has the text puts its claims into clauses again and compares digests, and
//! knows which claims the proofs of the folder are about. How clauses are made is not known here: somebody hands in what the text
//! gives.

use std::collections::BTreeMap;

use crate::manifest::{Certificate, Manifest, Part, full_name};

/// A problem that a text gives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Given {
    /// The claim, named as its certificate would be.
    pub claim: String,
    /// Which part of the claim.
    pub part: Option<String>,
    /// The digest of its clauses.
    pub blake3: String,
}

/// A claim of the folder beside the same claim of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Compared {
    /// The claim.
    pub claim: String,
    /// How many of its problems have the same clauses in both.
    pub same: usize,
    /// What differs, in words; nothing if the clauses are the same.
    pub differences: Vec<String>,
}

/// Compares a folder with what a text gives, claim by claim in the order of the folder. The certificates of the claim
/// `unordered` are found by their digests instead of their parts, because these are numbers that depend on what else was proved; one that
/// the text does not need is not compared.
#[must_use]
pub fn compare(manifest: &Manifest, given: &[Given], unordered: &str) -> Vec<Compared> {
    let mut all: Vec<Compared> = Vec::new();
    for certificate in &manifest.certificates {
        let difference = if is_of(&certificate.claim, unordered) {
            let is_needed = |given: &Given| {
                given.claim == certificate.claim && given.blake3 == certificate.clauses().blake3
            };
            if !given.iter().any(is_needed) {
                continue;
            }
            None
        } else {
            differs(certificate, given)
        };
        let claim = claim_at(&mut all, &certificate.claim);
        match difference {
            None => claim.same += 1,
            Some(difference) => claim.differs(difference),
        }
    }
    for missing in missing(manifest, given, unordered) {
        let difference = if is_of(&missing.claim, unordered) {
            "the folder lacks clauses that the text gives for it".to_owned()
        } else {
            let name = full_name(&missing.claim, missing.part.as_deref());
            format!("the folder has no certificate for the clauses `{name}` of the text")
        };
        claim_at(&mut all, &missing.claim).differs(difference);
    }
    all
}

impl Compared {
    /// Notes a difference; what several parts have in common is said once.
    fn differs(&mut self, difference: String) {
        if !self.differences.contains(&difference) {
            self.differences.push(difference);
        }
    }
}

fn claim_at<'a>(all: &'a mut Vec<Compared>, claim: &str) -> &'a mut Compared {
    let at = all.iter().position(|known| known.claim == claim).unwrap_or_else(|| {
        all.push(Compared { claim: claim.to_owned(), same: 0, differences: Vec::new() });
        all.len() - 1
    });
    &mut all[at]
}

/// What is different about a certificate.
fn differs(certificate: &Certificate, given: &[Given]) -> Option<String> {
    let mut of_claim = given.iter().filter(|given| given.claim == certificate.claim).peekable();
    if of_claim.peek().is_none() {
        return Some("the text gives no clauses for it".to_owned());
    }
    let Part { file, blake3, .. } = certificate.clauses();
    match of_claim.find(|given| given.part == certificate.part) {
        None => Some(format!("the text gives no clauses for `{}`", certificate.name())),
        Some(given) if given.blake3 != *blake3 => {
            Some(format!("the clauses in `{file}` are not those of the text"))
        }
        Some(_) => None,
    }
}

/// Problems that the text gives for claims of the folder and that the folder lacks.
fn missing<'a>(manifest: &Manifest, given: &'a [Given], unordered: &str) -> Vec<&'a Given> {
    let mut certified: BTreeMap<&str, Vec<&Certificate>> = BTreeMap::new();
    for each in &manifest.certificates {
        certified.entry(&each.claim).or_default().push(each);
    }
    let is_missing = |given: &&Given| {
        let of_claim = certified.get(given.claim.as_str()).map(Vec::as_slice).unwrap_or_default();
        if is_of(&given.claim, unordered) {
            !of_claim.iter().any(|each| each.clauses().blake3 == given.blake3)
        } else {
            !of_claim.is_empty() && !of_claim.iter().any(|each| each.part == given.part)
        }
    };
    given.iter().filter(is_missing).collect()
}

/// Whether a name is that of a claim; texts for several materials have the material after a full stop.
fn is_of(name: &str, claim: &str) -> bool {
    name.split('.').next() == Some(claim)
}
