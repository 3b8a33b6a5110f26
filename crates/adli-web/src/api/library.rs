//! The texts that come with Adli.

use std::sync::{Arc, OnceLock};

use adli_lang::ast::ItemKind;
use adli_lang::parse;
use adli_workbench::{Library, TextReport, example};
use schemars::JsonSchema;
use serde::Serialize;

use crate::desk::Call;
use crate::hall::Lane;
use crate::refusal::Refusal;
use crate::route::Route;

/// Every text of the library.
#[derive(Clone, Serialize, JsonSchema)]
pub struct LibraryList {
    /// By name.
    pub texts: Vec<LibraryEntry>,
}

/// A text of the library, as its head presents it.
#[derive(Clone, Serialize, JsonSchema)]
pub struct LibraryEntry {
    /// Its name.
    pub name: String,
    /// A shorter name that means the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub short: Option<&'static str>,
    /// What it says of itself first.
    pub title: String,
    /// What its endgame is called; nothing if it is for others to use.
    pub material: Option<String>,
    /// The men, as they are written.
    pub men: Option<String>,
    /// The names of its strategies.
    pub strategies: Vec<String>,
    /// How many lemmas, theorems and queries it has.
    pub claims: usize,
}

/// A text of the library with its words.
#[derive(Serialize, JsonSchema)]
pub struct LibraryText {
    #[serde(flatten)]
    entry: LibraryEntry,
    /// The text.
    words: String,
    /// A position to begin with.
    example: Option<String>,
    /// Its claims.
    claim_lines: Vec<ClaimLine>,
}

/// A claim as it is written.
#[derive(Clone, Serialize, JsonSchema)]
pub struct ClaimLine {
    /// Its name.
    pub name: String,
    /// `lemma`, `theorem` or `query`.
    pub kind: String,
    /// Its words.
    pub says: String,
}

pub fn routes() -> Vec<Route> {
    vec![
        Route::get("/api/library", "every text of the library", &[], Lane::Quick, |_, _| {
            Ok(LibraryList { texts: entries().to_vec() })
        }),
        Route::get(
            "/api/library/{*name}",
            "a text of the library with its words",
            &[],
            Lane::Quick,
            |call, asked| text(call, asked.get("name").unwrap_or_default()),
        ),
    ]
}

/// Every text of the library.
pub fn entries() -> &'static [LibraryEntry] {
    static ENTRIES: OnceLock<Vec<LibraryEntry>> = OnceLock::new();
    ENTRIES.get_or_init(|| {
        let sources = adli_lang::Sources::library();
        let entry = |entry: adli_workbench::Entry| {
            let words = sources.find(&entry.name).and_then(|number| sources.get(number));
            let items = words.map_or_else(Vec::new, |source| parse(0, &source.text).file.items);
            let strategy = |item: adli_lang::ast::Item| match item.kind {
                ItemKind::Strategy(strategy) => Some(strategy.name.text),
                _ => None,
            };
            LibraryEntry {
                name: entry.name,
                short: entry.short,
                title: entry.about,
                material: entry.endgame.as_ref().map(|endgame| endgame.name.clone()),
                men: entry.endgame.map(|endgame| endgame.men),
                strategies: items.into_iter().filter_map(strategy).collect(),
                claims: entry.claims,
            }
        };
        Library::all().texts.into_iter().map(entry).collect()
    })
}

fn text(call: Call<'_>, name: &str) -> Result<LibraryText, Refusal> {
    let read = call.desk.texts.of_library(name)?;
    let entry = entries().iter().find(|entry| entry.name == read.text.name).cloned();
    let entry = entry.ok_or_else(|| Refusal::internal("a text of the library is not in its list"))?;
    Ok(LibraryText {
        entry,
        words: read.text.words().to_owned(),
        example: example(&read.text, &read.checked.programs).map(|position| position.to_string()),
        claim_lines: claim_lines(&read),
    })
}

/// The claims of a text, as they are written.
pub fn claim_lines(read: &Arc<crate::texts::ReadText>) -> Vec<ClaimLine> {
    let report = TextReport::new(&read.text, &read.checked);
    let line = |claim: &adli_workbench::ClaimPlace| ClaimLine {
        name: claim.name.clone(),
        kind: claim.kind.clone(),
        says: claim.at.words(read.text.words()).to_owned(),
    };
    report.claims.iter().map(line).collect()
}
