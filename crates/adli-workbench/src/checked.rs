//! What is said of a text that was checked: once by lines and columns, for people and their tools, and once by places in the text, for an
//! editor that shows it beside a board.

#![expect(missing_docs, reason = "fields are named as in the JSON")]

use std::cmp::Reverse;

use adli_claims::Watch;
use adli_exhaustive::{Idle, Why, idle_rules};
use adli_lang::ast::{ItemKind, Rule};
use adli_lang::{
    Checked, Code, Diagnostic, Program, Severity, Sources, Span, Warning, line_and_column, parse,
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::example::example;
use crate::extent::{Extent, InText};
use crate::kept::KeptReport;
use crate::text::Text;

/// At most this many complaints about a text are told, errors before warnings; the counts are of all.
const MAX_TOLD: usize = 500;

#[derive(Clone, Serialize, JsonSchema)]
pub struct CheckedFile {
    pub file: String,
    /// What the text speaks of; nothing if there are errors.
    pub materials: Vec<String>,
    pub strategies: Vec<String>,
    pub claims: Vec<String>,
    pub errors: usize,
    pub warnings: usize,
    pub diagnostics: Vec<Told>,
    /// What has become of failures that are kept beside the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kept: Option<KeptReport>,
}

/// A complaint, for editors. Lines and columns are counted from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Told {
    pub severity: &'static str,
    /// The kind of complaint; `adli message CODE` explains it. It stays when the words change.
    pub code: &'static str,
    pub message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    #[serde(flatten)]
    pub place: Option<Place>,
    pub notes: Vec<Note>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Note {
    pub message: String,
    #[serde(flatten)]
    pub place: Option<Place>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Place {
    pub file: String,
    pub line: usize,
    pub column: usize,
    pub end_line: usize,
    pub end_column: usize,
}

impl CheckedFile {
    /// What is said of a text.
    #[must_use]
    pub fn new(text: &Text, checked: &Checked) -> CheckedFile {
        let count = |severity| checked.diagnostics.iter().filter(|d| d.severity == severity).count();
        let first = checked.programs.first();
        let claims = first.iter().flat_map(|program| &program.claims);
        let own = |span: Span| span.source == text.number;
        let told = told(checked).map(|diagnostic| Told {
            severity: severity(diagnostic.severity),
            code: diagnostic.code.name(),
            message: diagnostic.message.clone(),
            help: diagnostic.help.clone(),
            place: Place::of(&text.sources, diagnostic.span),
            notes: diagnostic
                .notes
                .iter()
                .map(|(span, message)| Note {
                    message: message.clone(),
                    place: Place::of(&text.sources, *span),
                })
                .collect(),
        });
        CheckedFile {
            file: text.name.clone(),
            materials: materials(checked),
            strategies: strategies(text, checked),
            claims: claims.filter(|claim| own(claim.span)).map(|claim| claim.name.clone()).collect(),
            errors: count(Severity::Error) + count(Severity::Internal),
            warnings: count(Severity::Warning),
            diagnostics: told.collect(),
            kept: None,
        }
    }
}

impl Place {
    fn of(sources: &Sources, span: Span) -> Option<Place> {
        let source = sources.get(span.source)?;
        let (line, column) = line_and_column(&source.text, span.start);
        let (end_line, end_column) = line_and_column(&source.text, span.end);
        Some(Place { file: source.name.clone(), line, column, end_line, end_column })
    }
}

/// The complaints that are told, in the order of the text. Warnings never take the place of an error.
fn told(checked: &Checked) -> impl Iterator<Item = &Diagnostic> {
    let mut told: Vec<(usize, &Diagnostic)> = checked.diagnostics.iter().enumerate().collect();
    told.sort_by_key(|(place, diagnostic)| (Reverse(diagnostic.severity), *place));
    told.truncate(MAX_TOLD);
    told.sort_by_key(|(place, _)| *place);
    told.into_iter().map(|(_, diagnostic)| diagnostic)
}

fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Warning => "warning",
        Severity::Error => "error",
        Severity::Internal => "internal",
    }
}

fn materials(checked: &Checked) -> Vec<String> {
    checked.programs.iter().map(|program| program.endgame.name.clone()).collect()
}

/// The strategies of the text itself.
fn strategies(text: &Text, checked: &Checked) -> Vec<String> {
    let strategies = checked.programs.first().into_iter().flat_map(|program| &program.strategies);
    let own = strategies.filter(|strategy| strategy.span.source == text.number);
    own.map(|strategy| strategy.name.clone()).collect()
}

/// Warnings about rules of a text that apply for no material. As long as the watch is patient; what is not found by then is not
/// complained of.
#[must_use]
pub fn idle_warnings(text: &Text, programs: &[Program], watch: &dyn Watch) -> Vec<Diagnostic> {
    let mut found = programs.iter().map(|program| idle_rules(program, watch));
    let first = found.next().unwrap_or_default();
    let others: Vec<Vec<Idle>> = found.collect();
    let same = |a: &Idle, b: &Idle| (&a.strategy, &a.rule) == (&b.strategy, &b.rule);
    let everywhere = |idle: &Idle| others.iter().all(|others| others.iter().any(|other| same(idle, other)));
    let own = first.into_iter().filter(|idle| idle.span.source == text.number && everywhere(idle));
    own.map(|idle| {
        let warning = Warning::new(Code::IdleRule, idle.span, idle.why.about(&idle.rule));
        Diagnostic::from(match idle.why {
            Why::NotSeen(_) => warning.help("`adli prove` looks at every position of a claim"),
            _ => warning,
        })
    })
    .collect()
}

/// What is said of a text while somebody writes it. Claims and rules are those that could be read, also where the text has mistakes.
#[derive(Clone, Serialize, JsonSchema)]
pub struct TextReport {
    /// What the text speaks of; nothing if there are errors.
    pub materials: Vec<String>,
    /// Its own; nothing if there are errors.
    pub strategies: Vec<String>,
    pub claims: Vec<ClaimPlace>,
    pub rules: Vec<RulePlace>,
    pub diagnostics: Vec<PlacedDiagnostic>,
    /// A position to begin with, if the text has a meaning.
    pub example: Option<String>,
    /// There are three men or fewer, so that its claims may be decided at once.
    pub quick: bool,
}

#[derive(Clone, Serialize, JsonSchema)]
pub struct ClaimPlace {
    pub name: String,
    /// `lemma`, `theorem` or `query`.
    pub kind: String,
    #[serde(flatten)]
    pub at: Extent,
}

#[derive(Clone, Serialize, JsonSchema)]
pub struct RulePlace {
    pub strategy: String,
    /// Of a step its name; of a rule that tries advice the words after `try`.
    pub name: String,
    #[serde(flatten)]
    pub at: Extent,
}

/// A complaint at a place of the text.
#[derive(Clone, Serialize, JsonSchema)]
pub struct PlacedDiagnostic {
    pub severity: &'static str,
    /// The kind of complaint, as in `adli message CODE`.
    pub code: &'static str,
    pub message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    #[serde(flatten)]
    pub at: Extent,
    pub notes: Vec<PlacedNote>,
    /// What may be written instead.
    pub fixes: Vec<Fix>,
}

#[derive(Clone, Serialize, JsonSchema)]
pub struct PlacedNote {
    pub message: String,
    /// Where, if it is in this text.
    #[serde(flatten)]
    pub at: Option<Extent>,
    /// The text where it is, if it is another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

/// What may be written instead of a stretch of the text.
#[derive(Clone, Serialize, JsonSchema)]
pub struct Fix {
    pub title: String,
    #[serde(flatten)]
    pub at: Extent,
    pub insert: String,
}

impl TextReport {
    /// What is said of a text. Rules that never apply are warned of only if somebody has added that to what was checked
    /// ([`idle_warnings`]).
    #[must_use]
    pub fn new(text: &Text, checked: &Checked) -> TextReport {
        let parsed = parse(text.number, text.words());
        let (mut claims, mut rules) = (Vec::new(), Vec::new());
        for item in &parsed.file.items {
            match &item.kind {
                ItemKind::Claim(claim) => {
                    let words = text.sources.text(item.span);
                    let kind = words.split_whitespace().next().unwrap_or_default().to_owned();
                    claims.push(ClaimPlace { name: claim.name.text.clone(), kind, at: item.span.into() });
                }
                ItemKind::Strategy(strategy) => rules.extend(strategy.rules.iter().map(|rule| {
                    let (name, span) = match rule {
                        Rule::Step(step) => (step.name.text.clone(), step.span),
                        Rule::Try { advice, span, .. } => {
                            let names: Vec<&str> = advice.iter().map(|asked| asked.text.as_str()).collect();
                            (names.join(", "), *span)
                        }
                    };
                    RulePlace { strategy: strategy.name.text.clone(), name, at: span.into() }
                })),
                _ => {}
            }
        }
        let few = |program: &Program| program.endgame.men.len() <= 3;
        let told = told(checked);
        TextReport {
            materials: materials(checked),
            strategies: strategies(text, checked),
            claims,
            rules,
            diagnostics: told.map(|diagnostic| PlacedDiagnostic::new(text, diagnostic)).collect(),
            example: example(text, &checked.programs).map(|position| position.to_string()),
            quick: !checked.programs.is_empty() && checked.programs.iter().all(few),
        }
    }
}

impl PlacedDiagnostic {
    fn new(text: &Text, diagnostic: &Diagnostic) -> PlacedDiagnostic {
        // What is wrong with a text that is used is told at the head of this one, and where it is in a note.
        let own = Extent::within(diagnostic.span, text.number);
        let elsewhere = own.is_none().then(|| (diagnostic.span, "here".to_owned()));
        let notes = elsewhere.into_iter().chain(diagnostic.notes.iter().cloned());
        let note = |(span, message): (Span, String)| {
            let at = Extent::within(span, text.number);
            let file = text.sources.get(span.source).filter(|_| at.is_none());
            PlacedNote { message, at, file: file.map(|source| source.name.clone()) }
        };
        PlacedDiagnostic {
            severity: severity(diagnostic.severity),
            code: diagnostic.code.name(),
            message: diagnostic.message.clone(),
            help: diagnostic.help.clone(),
            at: own.unwrap_or_default(),
            notes: notes.map(note).collect(),
            fixes: diagnostic.fix.iter().filter_map(|fix| Fix::new(text, fix)).collect(),
        }
    }
}

impl Fix {
    /// Only what this text can be changed by.
    fn new(text: &Text, fix: &adli_lang::Fix) -> Option<Fix> {
        let at = Extent::within(fix.span, text.number)?;
        let verb = if fix.span.is_empty() { "add" } else { "write" };
        let title = format!("{verb} `{}`", fix.insert.trim());
        Some(Fix { title, at, insert: fix.insert.clone() })
    }
}

impl InText for TextReport {
    fn extents(&mut self) -> Vec<&mut Extent> {
        let claims = self.claims.iter_mut().map(|claim| &mut claim.at);
        let rules = self.rules.iter_mut().map(|rule| &mut rule.at);
        let told = self.diagnostics.iter_mut().flat_map(PlacedDiagnostic::extents);
        claims.chain(rules).chain(told).collect()
    }
}

impl InText for PlacedDiagnostic {
    fn extents(&mut self) -> Vec<&mut Extent> {
        let notes = self.notes.iter_mut().filter_map(|note| note.at.as_mut());
        let fixes = self.fixes.iter_mut().map(|fix| &mut fix.at);
        [&mut self.at].into_iter().chain(notes).chain(fixes).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A warning for each of many lines, and an error in the last one.
    #[test]
    fn an_error_is_told_however_many_warnings_come_before_it() {
        let mut words = "endgame KRK White K R v Black k\n".to_owned();
        let warnings = MAX_TOLD + 100;
        for number in 0..warnings {
            words += &format!("lemma l{number}: in every position where false: K = k\n");
        }
        words += "def wrong = chek\n";
        let mut sources = Sources::library();
        let number = sources.add("text", &words);
        let text = Text { sources, number, name: "text".to_owned() };
        let checked = text.check(&[]);
        let file = CheckedFile::new(&text, &checked);
        assert!(file.errors == 1 && file.warnings >= warnings, "{} {}", file.errors, file.warnings);
        let lines: Vec<usize> =
            file.diagnostics.iter().map(|told| told.place.as_ref().unwrap().line).collect();
        assert!(lines.len() == MAX_TOLD && lines.is_sorted(), "{lines:?}");
        assert_eq!(file.diagnostics.last().unwrap().severity, "error");
        let report = TextReport::new(&text, &checked);
        assert_eq!(report.diagnostics.len(), MAX_TOLD);
        assert_eq!(report.diagnostics.last().unwrap().severity, "error");
    }
}
