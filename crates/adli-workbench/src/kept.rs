//! Failures that somebody keeps as tests: positions where a claim once failed, one line of EPD each.
//!
//! ```text
//! 8/8/8/8/8/8/2Q5/k2K4 w - - c0 "claim wins: stalemate by fewest_moves"; id "stalemate in the corner";
//! ```
//!
//! A test holds if its claim holds of that position alone: of a theorem from there, of a lemma there or for the plays that begin there. For that the
//! claim is given one condition more, which says where each man stands and who is to move; any method then decides it as it decides every claim.
//! Tests stand beside the text `mine.adv` in `mine.failures.epd`.

#![expect(missing_docs, reason = "fields are named as in the JSON")]

use std::collections::BTreeMap;
use std::fmt;

use adli_chess::{Epd, NotEpd, Position, Square};
use adli_claims::{ClaimReport, Failure, Verdict};
use adli_lang::ast::ItemKind;
use adli_lang::term::TermId;
use adli_lang::{Claim, ClaimKind, Endgame, Program, State, parse};
use schemars::JsonSchema;
use serde::Serialize;

use crate::text::Text;

/// The ending of the file beside a text, after the text's own name without its ending.
pub const KEPT_ENDING: &str = "failures.epd";

/// No file has more tests than this.
const MOST: usize = 1000;

/// A failure that is kept as a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptFailure {
    pub position: Position,
    /// The claim that failed there.
    pub claim: String,
    /// What went wrong, as a report has it: `stalemate`, `cycle`, ..
    pub reason: Option<String>,
    /// The rule to blame.
    pub rule: Option<String>,
    /// What the test is called.
    pub id: Option<String>,
}

/// Why a file of tests cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotKept {
    /// From 1.
    pub line: usize,
    pub why: WhyNotKept,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhyNotKept {
    /// It is no EPD.
    Epd(NotEpd),
    /// It does not say of which claim it is a failure.
    NoClaim,
    /// There are too many lines.
    TooMany,
}

impl fmt::Display for NotKept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match &self.why {
            WhyNotKept::Epd(why) => why.fmt(f),
            WhyNotKept::NoClaim => {
                f.write_str("it does not say which claim fails: `c0 \"claim wins: stalemate\";`")
            }
            WhyNotKept::TooMany => write!(f, "there are more than {MOST} tests"),
        }
    }
}

impl std::error::Error for NotKept {}

impl KeptFailure {
    /// A failure of a report, to be kept; nothing if it is about another board than that of chess.
    #[must_use]
    pub fn new(claim: &str, failure: &Failure, id: Option<&str>) -> Option<KeptFailure> {
        Some(KeptFailure {
            position: failure.fen.parse().ok().filter(|_| failure.size.is_none())?,
            claim: claim.to_owned(),
            reason: Some(failure.reason.name().to_owned()),
            rule: failure.rule.clone(),
            id: id.map(str::to_owned),
        })
    }

    /// As a line.
    #[must_use]
    pub fn epd(&self) -> Epd {
        let mut said = format!("claim {}", self.claim);
        if let Some(reason) = &self.reason {
            said.push_str(&format!(": {reason}"));
        }
        if let Some(rule) = &self.rule {
            said.push_str(&format!(" by {rule}"));
        }
        let epd = Epd::new(self.position).with("c0", &said);
        match &self.id {
            Some(id) => epd.with("id", id),
            None => epd,
        }
    }

    /// From a line.
    fn of(epd: &Epd) -> Option<KeptFailure> {
        let said = epd.operation("c0").join(" ");
        let (claim, rest) = match said.strip_prefix("claim ")?.split_once(':') {
            Some((claim, rest)) => (claim, rest.trim()),
            None => (said.strip_prefix("claim ")?, ""),
        };
        let (reason, rule) = match rest.split_once(" by ") {
            Some((reason, rule)) => (reason.trim(), Some(rule.trim().to_owned())),
            None => (rest, None),
        };
        let id = epd.operation("id");
        Some(KeptFailure {
            position: epd.position,
            claim: claim.trim().to_owned(),
            reason: (!reason.is_empty()).then(|| reason.to_owned()),
            rule,
            id: (!id.is_empty()).then(|| id.join(" ")),
        })
        .filter(|kept| !kept.claim.is_empty())
    }
}

/// The tests of a file. Empty lines, and lines that begin with `#`, are left out.
///
/// # Errors
/// The first line that is none.
pub fn read_kept(text: &str) -> Result<Vec<KeptFailure>, NotKept> {
    let mut kept = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let fault = |why| NotKept { line: number + 1, why };
        if kept.len() >= MOST {
            return Err(fault(WhyNotKept::TooMany));
        }
        let epd: Epd = line.parse().map_err(|why| fault(WhyNotKept::Epd(why)))?;
        kept.push(KeptFailure::of(&epd).ok_or_else(|| fault(WhyNotKept::NoClaim))?);
    }
    Ok(kept)
}

/// A file of tests.
#[must_use]
pub fn write_kept(kept: &[KeptFailure]) -> String {
    kept.iter().map(|kept| format!("{}\n", kept.epd())).collect()
}

/// What has become of the tests of a text.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct KeptReport {
    pub file: String,
    pub holding: usize,
    pub failing: usize,
    /// How many could not be decided.
    pub unknown: usize,
    pub tests: Vec<KeptTest>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct KeptTest {
    pub fen: String,
    pub claim: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    pub verdict: KeptVerdict,
    /// How it fails, or why it is not known whether it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum KeptVerdict {
    Holds,
    Fails,
    Unknown,
}

/// Why a test cannot be tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Untried {
    /// The text has no claim of this name.
    NoClaim(String),
    /// The text has mistakes.
    Mistakes,
    /// The claim is not about positions, or not about one with these men.
    OtherMen,
    /// No method answered.
    NoMethod,
}

impl fmt::Display for Untried {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Untried::NoClaim(name) => write!(f, "the text has no claim called `{name}`"),
            Untried::Mistakes => f.write_str("the text has mistakes"),
            Untried::OtherMen => f.write_str("the claim is not about a position with these men"),
            Untried::NoMethod => f.write_str("no method answered"),
        }
    }
}

/// The claims of some tests, each for its position alone: a program with no other claim, ready to be decided, or why there is none.
#[must_use]
pub fn narrowed(
    text: &Text,
    settings: &[(String, String)],
    kept: &[KeptFailure],
) -> Vec<Result<Program, Untried>> {
    // All conditions are read at once, as definitions at the end of the text.
    let conditions = |program: &Program| {
        let say = |(number, kept): (usize, &KeptFailure)| {
            let says = condition(&program.endgame, &kept.position)?;
            Some(format!("def {} = {says}\n", name(number)))
        };
        kept.iter().enumerate().filter_map(say).collect::<String>()
    };
    let programs = text.check(settings).programs;
    let mut found: BTreeMap<usize, Program> = BTreeMap::new();
    for (number, program) in programs.iter().enumerate() {
        let more = text.with_words(&format!("{}\n{}", text.words(), conditions(program)));
        let Some(program) = more.check(settings).programs.into_iter().nth(number) else { continue };
        for (at, kept) in kept.iter().enumerate() {
            if let Some(narrowed) = narrow(&program, kept, &name(at)) {
                found.entry(at).or_insert(narrowed);
            }
        }
    }
    let claims = parse(text.number, text.words()).file.items.into_iter().filter_map(|item| match item.kind {
        ItemKind::Claim(claim) => Some(claim.name.text),
        _ => None,
    });
    let claims: Vec<String> = claims.collect();
    let answer = |(at, kept): (usize, &KeptFailure)| {
        found.remove(&at).ok_or_else(|| {
            if !claims.contains(&kept.claim) {
                Untried::NoClaim(kept.claim.clone())
            } else if programs.is_empty() {
                Untried::Mistakes
            } else {
                Untried::OtherMen
            }
        })
    };
    kept.iter().enumerate().map(answer).collect()
}

/// What a condition is called while it is looked at.
fn name(number: usize) -> String {
    format!("the_position_that_is_kept_{number}")
}

/// Where every man stands, and who is to move, in the words of the text; nothing if the men are others.
fn condition(endgame: &Endgame, position: &Position) -> Option<String> {
    let state = State::with_cast(endgame, &endgame.home(), position)?;
    let mut letters: Vec<char> = endgame.men.iter().map(|man| man.letter).collect();
    letters.dedup();
    let mut says = Vec::new();
    for letter in letters {
        let squares = endgame.with_letter(letter).into_iter().map(|slot| {
            let (file, rank) = state.place(slot);
            Square::at(i8::try_from(file - 1).ok()?, i8::try_from(rank - 1).ok()?)
        });
        let squares: Vec<String> = squares.map(|square| Some(square?.to_string())).collect::<Option<_>>()?;
        says.push(match &squares[..] {
            [only] => format!("{letter} = {only}"),
            several => format!("{letter} = {{{}}}", several.join(", ")),
        });
    }
    let side = &endgame.sides[position.turn().index()];
    says.push(format!("{side} to move"));
    Some(says.join(" and "))
}

/// The claim of a test for its position alone.
fn narrow(program: &Program, kept: &KeptFailure, condition: &str) -> Option<Program> {
    let claim = program.claims.iter().find(|claim| claim.name == kept.claim)?;
    let here = program.definitions.iter().find(|definition| definition.name == condition)?.body;
    let mut program = Program { claims: Vec::new(), ..program.clone() };
    let says = narrower(&mut program, &claim.says, here)?;
    // Whatever it is expected to be, and by what, it is asked of this position anew.
    let alone = Claim { expect: None, by: Vec::new(), rests: Vec::new(), proof: None, ..claim.clone() };
    let claim = Claim { says, supposes: None, ..alone };
    program.claims = vec![claim];
    Some(program)
}

/// What a claim says, where one condition more holds.
fn narrower(program: &mut Program, says: &ClaimKind, here: TermId) -> Option<ClaimKind> {
    let mut says = says.clone();
    let domain = match &mut says {
        ClaimKind::Play { given, .. } => given,
        ClaimKind::Everywhere { domain, .. } => domain,
        ClaimKind::Reaches { from, .. }
        | ClaimKind::Keeps { from, .. }
        | ClaimKind::Optimal { from, .. }
        | ClaimKind::Recognises { from, .. } => from,
        _ => return None,
    };
    *domain = program.terms.and([*domain, here]);
    Some(says)
}

impl KeptReport {
    /// Takes over what became of a test: what the claim came to for its position alone, or why nobody could be asked.
    pub fn take(&mut self, kept: &KeptFailure, decided: Result<&ClaimReport, Untried>) {
        let (verdict, why) = match decided {
            Err(why) => (KeptVerdict::Unknown, Some(why.to_string())),
            Ok(claim) => judged(claim),
        };
        match verdict {
            KeptVerdict::Holds => self.holding += 1,
            KeptVerdict::Fails => self.failing += 1,
            KeptVerdict::Unknown => self.unknown += 1,
        }
        let (fen, claim, id) = (kept.position.to_string(), kept.claim.clone(), kept.id.clone());
        self.tests.push(KeptTest { fen, claim, id, verdict, why });
    }
}

/// What a claim about one position came to. A claim that no longer speaks of the position has not got better.
fn judged(claim: &ClaimReport) -> (KeptVerdict, Option<String>) {
    match claim.verdict {
        Verdict::Proved if claim.positions == Some(0) => {
            (KeptVerdict::Unknown, Some("the claim says nothing of this position".to_owned()))
        }
        Verdict::Proved => (KeptVerdict::Holds, None),
        Verdict::Refuted => {
            let shown = claim.failures.iter().flat_map(|failures| &failures.shown).next();
            let why = shown.map(|failure| match &failure.rule {
                Some(rule) => format!("{} by `{rule}`", failure.reason.name()),
                None => failure.reason.name().to_owned(),
            });
            (KeptVerdict::Fails, why)
        }
        _ => (KeptVerdict::Unknown, claim.reason.clone()),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

    use adli_claims::{Options, Unwatched};
    use adli_exhaustive::prove;

    use super::*;

    /// Every failure that a report shows fails again as a test, with all that was kept of it; from a position where nothing is wrong the same
    /// claim holds.
    #[test]
    fn kept_failures_fail_again() {
        let text = Text::of_library("kqk/beginner").unwrap();
        let programs = text.check(&[]).programs;
        let report = prove("kqk/beginner", &programs, &Options::default(), &Unwatched);
        let mut kept = Vec::new();
        for claim in &report.claims {
            let shown = claim.failures.iter().flat_map(|failures| &failures.shown);
            kept.extend(shown.filter_map(|failure| KeptFailure::new(&claim.name, failure, Some("again"))));
        }
        assert!(kept.len() >= 3, "{}", kept.len());
        let file = write_kept(&kept);
        assert_eq!(read_kept(&file).unwrap(), kept);
        kept.push(KeptFailure {
            position: "k7/8/1K6/8/8/8/8/6Q1 w - - 0 1".parse().unwrap(),
            ..kept[0].clone()
        });
        let tests = narrowed(&text, &[], &kept);
        let last = tests.len() - 1;
        for (at, test) in tests.into_iter().enumerate() {
            let program = test.unwrap();
            let report = prove("again", &[program], &Options::default(), &Unwatched);
            let verdict = judged(&report.claims[0]).0;
            let wanted = if at == last { KeptVerdict::Holds } else { KeptVerdict::Fails };
            assert_eq!(verdict, wanted, "{:?}", kept[at]);
            let shown = report.claims[0].failures.iter().flat_map(|failures| &failures.shown).next();
            if let Some(shown) = shown {
                let position: Position = shown.fen.parse().unwrap();
                assert_eq!(position, kept[at].position);
            }
        }
    }

    #[test]
    fn what_cannot_be_tested_is_told() {
        let text = Text::of_library("kqk/beginner").unwrap();
        let line = |claim: &str, fen: &str| format!("{fen} c0 \"claim {claim}: stuck\";\n");
        let queen = "8/8/8/8/8/8/2Q5/k2K4 w - -";
        let file = format!(
            "# of a Sunday\n\n{}{}{}",
            line("loses", queen),
            line("wins", "8/8/8/8/8/8/2R5/k2K4 w - -"),
            line("wins", queen)
        );
        let kept = read_kept(&file).unwrap();
        let tests = narrowed(&text, &[], &kept);
        let why: Vec<Option<&Untried>> = tests.iter().map(|test| test.as_ref().err()).collect();
        assert_eq!(why, [Some(&Untried::NoClaim("loses".into())), Some(&Untried::OtherMen), None]);
        let fault = read_kept(&format!("{file}{queen} id \"x\";")).unwrap_err();
        assert_eq!((fault.line, fault.why.clone()), (6, WhyNotKept::NoClaim));
        assert!(fault.to_string().starts_with("line 6: it does not say which claim fails"));
        assert!(matches!(read_kept("nonsense").unwrap_err().why, WhyNotKept::Epd(_)));
    }
}
