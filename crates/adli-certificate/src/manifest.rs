//! What a folder says of itself.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

/// The name of the manifest in its folder.
pub const MANIFEST: &str = "certificates.json";
/// What the manifest says it is.
pub(crate) const FORMAT: &str = "adli certificates";
/// The version that is written, and the only one that is read.
pub(crate) const VERSION: u32 = 1;

/// The contents of a folder.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    pub(crate) format: String,
    pub(crate) version: u32,
    /// The program that wrote it.
    pub program: String,
    /// The text whose claims are certified.
    pub source: Text,
    /// The texts of the library that it rests on, the laws of chess among them.
    pub library: Vec<Text>,
    /// Whether problems were made smaller first (`--reduce`); a text gives the same clauses only if this is the same.
    #[serde(default, skip_serializing_if = "is_false")]
    pub reduced: bool,
    /// One for each claim, or for each part of one.
    pub certificates: Vec<Certificate>,
}

fn is_false(value: &bool) -> bool {
    !value
}

/// A text, by name and digest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Text {
    /// Such as `krk/malikovic-janicic`.
    pub name: String,
    /// The digest of its bytes.
    pub blake3: String,
    /// Options that were not as the text has them; a claim is certified only with these.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
}

impl Text {
    /// Names a text.
    #[must_use]
    pub fn new(name: impl Into<String>, text: &str) -> Text {
        let blake3 = blake3::hash(text.as_bytes()).to_hex().to_string();
        Text { name: name.into(), blake3, options: BTreeMap::new() }
    }

    /// The same with options that were set from outside.
    #[must_use]
    pub fn with_options(mut self, options: impl IntoIterator<Item = (String, String)>) -> Text {
        self.options.extend(options);
        self
    }
}

/// Clauses that cannot be satisfied unless a claim is wrong, and the proof that they cannot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// The name of the claim in the text.
    pub claim: String,
    /// Which part of the claim, if it was cut into several; together they make up the claim.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<String>,
    /// What is claimed, in words or as the text has it.
    pub statement: String,
    /// How many variables the clauses have.
    pub variables: u32,
    /// How many clauses there are.
    pub clauses: u64,
    /// The clauses, as DIMACS text.
    pub cnf: Part,
    /// The proof, as LRAT.
    pub proof: Part,
    /// Who found the proof.
    pub solver: String,
}

/// A file of the folder.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// Its name.
    pub file: String,
    /// Its length.
    pub bytes: u64,
    /// The digest of its bytes.
    pub blake3: String,
}

impl Manifest {
    /// The names of all files, the manifest included.
    pub(crate) fn files(&self) -> BTreeSet<&str> {
        let parts = self.certificates.iter().flat_map(|each| [&each.cnf, &each.proof]);
        parts.map(|part| part.file.as_str()).chain([MANIFEST]).collect()
    }

    /// What is wrong with the manifest itself, before any other file is looked at.
    pub(crate) fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        if self.certificates.is_empty() {
            faults.push("there is no certificate in it".to_owned());
        }
        let mut claims = BTreeSet::new();
        for each in &self.certificates {
            if !claims.insert((&each.claim, &each.part)) {
                faults.push(format!("there are two certificates for `{}`", each.name()));
            }
        }
        let names = self.certificates.iter().flat_map(|each| [&each.cnf.file, &each.proof.file]);
        // Some systems do not tell capital letters from small ones.
        let mut files = BTreeSet::from([MANIFEST.to_owned()]);
        for name in names {
            if !is_plain(name) {
                faults.push(format!("`{name}` cannot be the name of a file of this folder"));
            } else if !files.insert(name.to_ascii_lowercase()) {
                faults.push(format!("`{name}` is named twice"));
            }
        }
        faults
    }
}

impl Certificate {
    /// The claim, with its part.
    #[must_use]
    pub fn name(&self) -> String {
        full_name(&self.claim, self.part.as_deref())
    }
}

/// A claim, with its part: also how its files are called.
pub(crate) fn full_name(claim: &str, part: Option<&str>) -> String {
    part.map_or_else(|| claim.to_owned(), |part| format!("{claim}.{part}"))
}

/// Is this a name that leads out of no folder and is the same on every system?
pub(crate) fn is_plain(name: &str) -> bool {
    let is_known = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    !name.is_empty() && name.len() <= 200 && !name.starts_with('.') && name.chars().all(is_known)
}
