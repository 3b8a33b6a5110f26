//! Proposes rules for a recogniser that leaves positions unknown or answers wrongly.
//!
//! The positions of every rule that says `unknown`, and of every rule that is wrong somewhere, are sorted by the conditions they
//! satisfy: those that the text itself has, and a standard set ([`adli_learn::features`]). A conjunction that holds for many positions of one
//! worth and for none of another ([`adli_learn::best_rule`]) is a rule; what it decides is taken away, and the next one is searched
//! ([`drafts`]). So a decision list grows before the old rule. Where wrong answers remain after that the old rule itself is
//! restricted: by a conjunction that holds for many positions where it is right and for none where it is wrong.
//!
//! Nothing is shown that has not been proved: the rules are put into the text ([`edit`]), and the whole recogniser is compared with
//! the tables again, like any claim. The count of a proposal is that of this proof. A rule that turns out to be wrong somewhere, because
//! the positions it was learnt from were a sample, is left out.

mod drafts;
mod edit;
mod gather;
mod told;

use std::fmt;

use adli_claims::{Limit, Method, Options, Recognised, Watch, drive};
use adli_lang::term::RecogniserId;
use adli_lang::{Checked, Program, Recogniser, Sources, check};
use adli_learn::with_geometry;
use adli_values::{TableSource, Tables};
use schemars::JsonSchema;
use serde::Serialize;

use crate::recognise::{Static, soundness};
use drafts::{Drafted, drafts};
use edit::{Draft, written};
use told::told;

/// What is asked.
#[derive(Clone, Debug)]
pub struct SuggestRequest {
    /// The recogniser, by name.
    pub recogniser: String,
    /// Options of the text that are set from outside.
    pub settings: Vec<(String, String)>,
    /// How many rules are proposed at most in the place of each rule that is unknown or wrong.
    pub most: usize,
}

/// A rule that was proved.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Proposal {
    /// The rule, ready to paste.
    pub rule: String,
    /// Before which rule of the text it goes, or which rule it replaces.
    pub at: String,
    /// Whether it replaces that rule.
    pub replaces: bool,
    /// How many positions it decides, all of them rightly.
    pub decides: u64,
    /// The same by material and side to move.
    pub by: Vec<Decided>,
}

/// How many positions a rule decides.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Decided {
    /// The material.
    pub material: String,
    /// The side to move.
    pub to_move: String,
    /// How many.
    pub positions: u64,
}

/// What was found.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Suggested {
    /// How many positions are unknown as the text stands.
    pub unknown: u64,
    /// How many would be.
    pub unknown_then: u64,
    /// How many answers are wrong as the text stands.
    pub wrong: u64,
    /// How many would be.
    pub wrong_then: u64,
    /// What the text has to say besides, so that it understands the rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uses: Option<String>,
    /// The rules.
    pub proposals: Vec<Proposal>,
}

/// Why there are no proposals.
#[derive(Debug)]
pub enum SuggestError {
    /// The text has errors, which the sources can show.
    Text(Checked),
    /// There is no such recogniser in the text.
    Recogniser(String),
    /// A limit was reached, or the tables are not there.
    Limit(Limit),
}

impl fmt::Display for SuggestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SuggestError::Text(_) => f.write_str("the text has errors"),
            SuggestError::Recogniser(name) => write!(f, "the text has no recogniser `{name}`"),
            SuggestError::Limit(limit) => limit.fmt(f),
        }
    }
}

impl std::error::Error for SuggestError {}

impl From<Limit> for SuggestError {
    fn from(limit: Limit) -> SuggestError {
        SuggestError::Limit(limit)
    }
}

/// Proposes rules for a recogniser of a text. They are learnt from `tables`, and proved by the first of `methods` that takes
/// claims about recognisers.
///
/// # Errors
/// If the text has errors or no such recogniser, or a limit is reached.
pub fn suggest_rules(
    sources: &Sources,
    root: u16,
    request: &SuggestRequest,
    methods: &[&dyn Method],
    tables: &TableSource<'_>,
    options: &Options,
    watch: &dyn Watch,
) -> Result<Suggested, SuggestError> {
    let own = sources.get(root).map_or("", |source| source.text.as_str());
    let workshop = Workshop { sources, request, methods, tables, options, watch };
    workshop.programs(own)?;
    let text = &*with_geometry(own, |text| workshop.programs(text).is_ok());
    let programs = workshop.programs(text)?;
    let told = told(&workshop, text, &programs)?;
    let Drafted { unknown, wrong, drafts } = drafts(&workshop, &told)?;
    drop(told);
    if drafts.is_empty() {
        return Ok(Suggested {
            unknown,
            unknown_then: unknown,
            wrong,
            wrong_then: wrong,
            uses: None,
            proposals: Vec::new(),
        });
    }
    let Proved { judged, drafts, proposals } = workshop.proved(text, drafts)?;
    let unknown_then = sum(&judged, |side| side.unknown.positions());
    // The rules may speak of what the text as it stands does not know.
    let pasted = written(own, &request.recogniser, &drafts);
    let is_understood = pasted.is_some_and(|(pasted, _)| workshop.programs(&pasted).is_ok());
    let uses = (!is_understood).then(|| "use geometry".to_owned());
    Ok(Suggested { unknown, unknown_then, wrong, wrong_then: sum(&judged, wrong_answers), uses, proposals })
}

/// Rules that are right everywhere, and what the recogniser answers with them.
struct Proved {
    judged: Judged,
    drafts: Vec<Draft>,
    proposals: Vec<Proposal>,
}

/// What a recogniser answers in each material.
type Judged = Vec<(String, Vec<Recognised>)>;

fn sum(judged: &Judged, of: impl Fn(&Recognised) -> u64) -> u64 {
    judged.iter().flat_map(|(_, sides)| sides).map(of).sum()
}

fn wrong_answers(side: &Recognised) -> u64 {
    side.rules.iter().map(|rule| rule.wrong).sum()
}

struct Workshop<'a> {
    sources: &'a Sources,
    request: &'a SuggestRequest,
    methods: &'a [&'a dyn Method],
    tables: &'a TableSource<'a>,
    options: &'a Options,
    watch: &'a dyn Watch,
}

impl Workshop<'_> {
    fn checked(&self, text: &str) -> (Checked, u16) {
        let mut sources = self.sources.clone();
        let number = sources.add("suggest", text);
        let settings: Vec<(&str, &str)> =
            self.request.settings.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        (check(&sources, number, &settings), number)
    }

    fn programs(&self, text: &str) -> Result<Vec<Program>, SuggestError> {
        let (checked, _) = self.checked(text);
        if checked.has_errors() { Err(SuggestError::Text(checked)) } else { Ok(checked.programs) }
    }

    fn missing(&self) -> SuggestError {
        SuggestError::Recogniser(self.request.recogniser.clone())
    }

    fn id(&self, program: &Program) -> Result<RecogniserId, SuggestError> {
        let mut found = program.recognisers_here().filter(|(_, r)| r.name == self.request.recogniser);
        found.next().map(|(id, _)| id).ok_or_else(|| self.missing())
    }

    fn recogniser<'p>(&self, program: &'p Program) -> Result<&'p Recogniser, SuggestError> {
        program.recognisers.get(usize::from(self.id(program)?.0)).ok_or_else(|| self.missing())
    }

    fn tables<'p>(&'p self, program: &'p Program) -> Tables<'p> {
        Tables::new(&program.endgame, self.watch, self.options.memory, self.tables)
    }

    fn work<'p>(&'p self, program: &'p Program, tables: &'p Tables<'p>) -> Static<'p> {
        Static { program, tables, options: self.options, under: &[], watch: self.watch }
    }

    /// Compares the recogniser with the tables, like a claim.
    fn judged(&self, programs: &[Program]) -> Result<Judged, SuggestError> {
        let mut claims = Vec::new();
        for program in programs {
            claims.push(soundness(program, self.id(program)?));
        }
        let options = Options { claims: Vec::new(), max_failures: 0, ..self.options.clone() };
        let report = drive("", &claims, self.methods, &|_, _| Vec::new(), &options, self.watch);
        let mut judged = Vec::new();
        for claim in report.claims {
            if let Some(limit) = &claim.ended {
                return Err(limit.clone().into());
            }
            judged.push((claim.material.clone(), claim.recognised));
        }
        Ok(judged)
    }

    /// Puts rules into the text and compares the whole with the tables. A rule that is not right everywhere is left out, and
    /// the others are proved again.
    fn proved(&self, text: &str, mut drafts: Vec<Draft>) -> Result<Proved, SuggestError> {
        loop {
            let (new, names) =
                written(text, &self.request.recogniser, &drafts).ok_or_else(|| self.missing())?;
            let judged = self.judged(&self.programs(&new)?)?;
            let mut proposals = Vec::new();
            let mut kept = Vec::new();
            for (draft, written) in drafts.iter().zip(names) {
                let (by, faults) = decided(&judged, &written.new);
                let decides = by.iter().map(|decided| decided.positions).sum();
                kept.push(faults == 0 && decides > 0);
                let replaces = draft.answer.is_none();
                proposals.push(Proposal { rule: written.rule, at: written.old, replaces, decides, by });
            }
            if kept.iter().all(|&kept| kept) {
                return Ok(Proved { judged, drafts, proposals });
            }
            let mut kept = kept.into_iter();
            drafts.retain(|_| kept.next() == Some(true));
        }
    }
}

/// What a rule decides, and how many of its answers are wrong.
fn decided(judged: &Judged, name: &str) -> (Vec<Decided>, u64) {
    let (mut by, mut faults) = (Vec::new(), 0);
    for (material, side) in judged.iter().flat_map(|(m, sides)| sides.iter().map(move |side| (m, side))) {
        for rule in side.rules.iter().filter(|rule| rule.name == name && rule.positions > 0) {
            faults += rule.wrong;
            let (material, to_move) = (material.clone(), side.to_move.clone());
            by.push(Decided { material, to_move, positions: rule.positions });
        }
    }
    (by, faults)
}
