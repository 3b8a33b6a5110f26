//! What a folder says of itself.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The name of the manifest in its folder.
pub const MANIFEST: &str = "certificates.json";
/// What the manifest says it is.
pub(crate) const FORMAT: &str = "adli certificates";
/// The version that is written. Version 1 is read as well ([`Manifest::read`]).
pub(crate) const VERSION: u32 = 2;

/// The hexadecimal digits of a digest.
const DIGITS: usize = 64;

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
    /// The digest of the manifest itself, with zeros in the place of these digits, so that no letter of a statement changes unseen. Older
    /// manifests have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) digest: Option<String>,
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

/// What shows that a claim, or a part of one, holds.
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
    /// The files, and how they show it.
    pub evidence: Evidence,
}

/// How files show that a claim holds: each kind has a checker of its own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind")]
pub enum Evidence {
    /// Clauses that cannot be satisfied unless the claim is wrong, and the proof that they cannot.
    #[serde(rename = "cnf+lrat")]
    Clauses(Clauses),
    /// Clauses over inequalities between integers, lines of linear arithmetic, and the proof that these and those cannot all hold.
    #[serde(rename = "linear+lrat")]
    Linear(Linear),
}

impl Evidence {
    /// All its files.
    pub(crate) fn parts(&self) -> Vec<&Part> {
        match self {
            Evidence::Clauses(Clauses { cnf, proof, .. }) => vec![cnf, proof],
            Evidence::Linear(Linear { text, problem, farkas, proof, .. }) => {
                text.iter().chain([problem, farkas, proof]).collect()
            }
        }
    }

    /// The file with the problem, which a text gives again.
    #[must_use]
    pub fn problem(&self) -> &Part {
        match self {
            Evidence::Clauses(Clauses { cnf, .. }) => cnf,
            Evidence::Linear(Linear { problem, .. }) => problem,
        }
    }
}

/// Clauses, and the proof that they cannot be satisfied.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clauses {
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

/// A problem of linear arithmetic, and the proof that it has no solution.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Linear {
    /// How many integers there are.
    pub integers: u32,
    /// How many variables the clauses have, those that stand for inequalities included.
    pub variables: u32,
    /// How many of them stand for inequalities.
    pub inequalities: u64,
    /// How many clauses there are.
    pub clauses: u64,
    /// How many lines of linear arithmetic the proof rests on.
    pub lines: u64,
    /// The problem as SMT-LIB text, for other solvers and for readers; nothing rests on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<Part>,
    /// Inequalities and clauses.
    pub problem: Part,
    /// The lines.
    pub farkas: Part,
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
    /// The manifest that a JSON text holds, of this version or the one before.
    pub(crate) fn read(mut value: Value) -> Result<Manifest, Unread> {
        if value.get("format").and_then(Value::as_str) != Some(FORMAT) {
            return Err(Unread::Foreign("not a manifest of certificates".to_owned()));
        }
        match value.get("version").and_then(Value::as_u64) {
            Some(1) => say_evidence(&mut value),
            Some(version) if version == u64::from(VERSION) => {}
            _ => {
                return Err(Unread::Foreign(
                    "of another version of the format than 1 and 2, which are what this program reads"
                        .to_owned(),
                ));
            }
        }
        serde_json::from_value(value).map_err(|error| Unread::Wrong(error.to_string()))
    }

    /// The manifest as a file, with its digest.
    pub(crate) fn to_bytes(&self) -> serde_json::Result<Vec<u8>> {
        let zeros = "0".repeat(DIGITS);
        let blank = Manifest { digest: Some(zeros.clone()), ..self.clone() };
        let mut text = serde_json::to_string_pretty(&blank)?;
        text.push('\n');
        let digest = blake3::hash(text.as_bytes()).to_hex();
        if let Some(at) = text.rfind(&zeros) {
            text.replace_range(at..at + DIGITS, &digest);
        }
        Ok(text.into_bytes())
    }

    /// Whether these bytes, from which it was read, are those that were written.
    pub(crate) fn is_as_written(&self, bytes: &[u8]) -> bool {
        let Some(digest) = &self.digest else { return true };
        let Ok(text) = std::str::from_utf8(bytes) else { return false };
        let Some(at) = text.rfind(digest.as_str()).filter(|_| digest.len() == DIGITS) else { return false };
        let plain = [&text[..at], &"0".repeat(DIGITS), &text[at + DIGITS..]].concat();
        blake3::hash(plain.as_bytes()).to_hex().as_str() == digest
    }

    /// All files but the manifest.
    fn parts(&self) -> impl Iterator<Item = &Part> {
        self.certificates.iter().flat_map(|each| each.evidence.parts())
    }

    /// The names of all files, the manifest included.
    pub(crate) fn files(&self) -> BTreeSet<&str> {
        self.parts().map(|part| part.file.as_str()).chain([MANIFEST]).collect()
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
        // Some systems do not tell capital letters from small ones.
        let mut files = BTreeSet::from([MANIFEST.to_owned()]);
        for name in self.parts().map(|part| &part.file) {
            if !is_plain(name) {
                faults.push(format!("`{name}` cannot be the name of a file of this folder"));
            } else if !files.insert(name.to_ascii_lowercase()) {
                faults.push(format!("`{name}` is named twice"));
            }
        }
        faults
    }
}

/// Why a JSON text is no manifest.
pub(crate) enum Unread {
    /// It is something else.
    Foreign(String),
    /// It is one, and something is wrong with it.
    Wrong(String),
}

/// Puts the certificates of version 1, in which there was one kind of evidence and nobody said so, as version 2 has them.
fn say_evidence(manifest: &mut Value) {
    let certificates = manifest.get_mut("certificates").and_then(Value::as_array_mut);
    for certificate in certificates.into_iter().flatten().filter_map(Value::as_object_mut) {
        let own = |name: &String| !["claim", "part", "statement", "kind"].contains(&name.as_str());
        let names: Vec<String> = certificate.keys().filter(|name| own(name)).cloned().collect();
        let mut evidence = Map::from_iter([("kind".to_owned(), "cnf+lrat".into())]);
        evidence.extend(names.into_iter().filter_map(|name| certificate.remove_entry(&name)));
        certificate.insert("evidence".to_owned(), evidence.into());
    }
}

impl Certificate {
    /// The claim, with its part.
    #[must_use]
    pub fn name(&self) -> String {
        full_name(&self.claim, self.part.as_deref())
    }

    /// The file of the clauses.
    pub(crate) fn clauses(&self) -> &Part {
        self.evidence.problem()
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
