//! The audit of one table, and how it is told.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Instant;

use adli_chess::{Diagram, Letters, Material, Position, Setup};
use adli_tables::layout::Layout;
use adli_tables::{Audit, Known, Loaded, Value, Wrong, audit, converts_into};
use schemars::JsonSchema;
use serde::Serialize;

use crate::failure::Failure;
use crate::output::Report;
use crate::progress::Bar;
use crate::tables::{Found, Tables};
use crate::words::{deed, grouped, list};

/// What an audit of a table found.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Audited {
    pub material: String,
    pub verdict: Sound,
    /// Why the table was not looked at, or not believed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Places of the table that were looked at, both sides to move, and legal positions among them.
    pub places: u64,
    pub legal: u64,
    /// How many places are wrong, and the first of them.
    pub wrong: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<Counterexample>,
    /// The BLAKE3 digest of the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    pub seconds: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Sound {
    Right,
    /// Some values do not follow from the laws of chess.
    Wrong,
    /// The file is not what was written.
    Damaged,
    /// A table that this one relies on is damaged or wrong.
    NotRun,
}

/// A position whose value does not follow from its moves.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Counterexample {
    pub fen: String,
    stored: Claimed,
    follows: Claimed,
    #[serde(skip)]
    diagram: Option<String>,
}

/// A value for the side to move, or that there is no such position.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct Claimed {
    outcome: &'static str,
    plies: Option<u16>,
    #[serde(skip)]
    words: String,
}

/// The units of progress that an audit takes.
pub fn audit_units(material: Material) -> u64 {
    let rows = Layout::places_of(material) as u64 / 64;
    if material.is_symmetric() { rows } else { 2 * rows }
}

/// Audits the table of a canonical material. Those that it relies on are only compared with their digests.
pub fn audit_table(tables: &Tables, material: Material, bar: &Bar<'_>) -> Result<Audited, Failure> {
    let start = Instant::now();
    let mut audited = Audited::not_run(material);
    let table = match tables.find(material)? {
        Found::Intact(table) => *table,
        Found::Missing => return Err(tables.missing(&[material])),
        Found::Damaged(error) => {
            audited.verdict = Sound::Damaged;
            audited.reason = Some(format!("`{}`: {error}", tables.store.path(material).display()));
            return Ok(audited);
        }
    };
    audited.digest = Some(hex(table.digest()));
    match relied_on(tables, material)? {
        Err(damaged) => audited.reason = Some(format!("it relies on {}, damaged", list(&damaged, "and"))),
        Ok(mut known) => {
            known.insert(Arc::new(Loaded::new(table)));
            let found = audit(&known, material, bar).map_err(|error| tables.explain(material, error))?;
            audited.fill_in(&found);
        }
    }
    audited.seconds = start.elapsed().as_secs_f64();
    Ok(audited)
}

/// The tables that one relies on, or those of them that are damaged.
fn relied_on(tables: &Tables, material: Material) -> Result<Result<Known, Vec<Material>>, Failure> {
    let mut known = Known::default();
    let (mut missing, mut damaged) = (Vec::new(), Vec::new());
    for smaller in converts_into(material) {
        match tables.find(smaller)? {
            Found::Intact(table) => known.insert(Arc::new(Loaded::new(*table))),
            Found::Missing => missing.push(smaller),
            Found::Damaged(_) => damaged.push(smaller),
        }
    }
    if !missing.is_empty() {
        return Err(tables.missing(&missing));
    }
    Ok(if damaged.is_empty() { Ok(known) } else { Err(damaged) })
}

impl Audited {
    pub fn not_run(material: Material) -> Audited {
        Audited {
            material: material.to_string(),
            verdict: Sound::NotRun,
            reason: None,
            places: 0,
            legal: 0,
            wrong: 0,
            first: None,
            digest: None,
            seconds: 0.0,
        }
    }

    /// The result for a table that relies on a wrong one; `None` if all that it relies on were found right.
    pub fn relying(material: Material, audited: &[Audited]) -> Option<Audited> {
        let smaller: Vec<String> = converts_into(material).iter().map(ToString::to_string).collect();
        let is_wrong = |table: &&Audited| table.verdict == Sound::Wrong && smaller.contains(&table.material);
        let wrong: Vec<&str> = audited.iter().filter(is_wrong).map(|table| table.material.as_str()).collect();
        let reason = Some(format!("it relies on {}, wrong", list(&wrong, "and")));
        (!wrong.is_empty()).then(|| Audited { reason, ..Audited::not_run(material) })
    }

    fn fill_in(&mut self, found: &Audit) {
        self.verdict = if found.wrong == 0 { Sound::Right } else { Sound::Wrong };
        (self.places, self.legal, self.wrong) = (found.places, found.legal, found.wrong);
        self.first = found.first.as_ref().map(Counterexample::new);
    }
}

impl Counterexample {
    fn new(wrong: &Wrong) -> Counterexample {
        let mut setup = Setup::empty(wrong.turn);
        for &(square, man) in &wrong.men {
            setup.men[square.index()] = Some(man);
        }
        // What is stored for a position that is not legal may be the very thing that is wrong.
        let legal = Position::from_men(wrong.turn, wrong.men.iter().copied()).ok();
        let claimed = |value: Option<Value>| {
            let words = value
                .map_or("not a legal position".to_owned(), |value| format!("{} {}", wrong.turn, deed(value)));
            Claimed {
                outcome: value.map_or("illegal", Value::outcome),
                plies: value.and_then(Value::plies),
                words,
            }
        };
        Counterexample {
            fen: setup.to_string(),
            stored: claimed(wrong.stored),
            follows: claimed(wrong.follows),
            diagram: legal.map(|position| Diagram::new(&position).text(Letters::Ascii)),
        }
    }
}

impl Report for Audited {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let Audited { material, legal, seconds, .. } = self;
        let reason = self.reason.as_deref().unwrap_or("");
        match self.verdict {
            Sound::Right if *legal == 0 => writeln!(out, "{material:<6} right"),
            Sound::Wrong if self.reason.is_some() => writeln!(out, "{material:<6} wrong    {reason}"),
            Sound::Right => {
                writeln!(out, "{material:<6} right    {} positions checked, {seconds:.2} s", grouped(*legal))
            }
            Sound::Damaged => writeln!(out, "{material:<6} damaged  {reason}"),
            Sound::NotRun => writeln!(out, "{material:<6} not run  {reason}"),
            Sound::Wrong => {
                let (wrong, places) = (grouped(self.wrong), grouped(self.places));
                writeln!(out, "{material:<6} wrong    {wrong} of {places} places, {seconds:.2} s")?;
                self.first.iter().try_for_each(|first| first.text(out))
            }
        }
    }
}

impl Counterexample {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "{}", self.diagram.as_deref().unwrap_or(""))?;
        writeln!(out, "  {}", self.fen)?;
        writeln!(out, "  the table says:            {}", self.stored.words)?;
        writeln!(out, "  from the moves it follows: {}", self.follows.words)
    }
}

/// A digest, as such things are written.
pub fn hex(digest: &[u8; 32]) -> String {
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}
