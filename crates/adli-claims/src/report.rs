//! What was found out, as data. The names of the fields are those of the JSON that `adli prove` prints; what
//! does not apply to a claim is left out.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Deref;

use adli_lang::{Claim, ClaimKind, Program};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::failure::{Failures, LineMove};
use crate::limit::Limit;
use crate::recognised::Recognised;

/// The verdicts about all claims of a file.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Report {
    /// The file or library entry.
    pub file: String,
    /// Its claims in the order of the text; if the header has several materials, all claims for the first
    /// material, then for the next.
    pub claims: Vec<ClaimReport>,
}

/// What a whole report comes to; the command line's exit code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Outcome {
    /// Every claim came out as its text says. Exit code 0.
    AsClaimed,
    /// Some claim was not decided, because a limit was reached. Exit code 3.
    Unknown,
    /// Some claim came out otherwise than its text says. Exit code 1.
    Refuted,
    /// A check of our own failed. Exit code 4.
    Internal,
}

impl Report {
    /// What the report comes to: the worst that happened to a claim. Claims that were not run do not count.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        self.claims.iter().map(ClaimReport::outcome).max().unwrap_or(Outcome::AsClaimed)
    }
}

/// The verdict about one claim, and what was counted on the way.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct ClaimReport {
    /// The name of the claim.
    pub name: String,
    /// The material, such as `KRK`.
    pub material: String,
    /// Lemma, theorem or query.
    pub kind: Kind,
    /// What came out, and what shows it. Everybody reads it; only the driver writes it.
    #[serde(flatten)]
    concluded: Concluded,
    /// How many files and ranks the board has, where the claim was decided for another one than that of chess.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<u32>,
    /// Reason why a claim that holds says nothing: no position or play satisfies what it supposes, the
    /// strategy never gets to move, a recogniser never answers. It is among the warnings too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vacuous: Option<String>,
    /// How many positions the claim speaks of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<u64>,
    /// For `keeps`: in how many positions met in play from those the strategy is asked. For `is symmetric`:
    /// 0 if it allows no move anywhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub met: Option<u64>,
    /// How many symmetries of the board the claim was shown to have: as many positions were decided by one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symmetries: Option<usize>,
    /// How many plays satisfy what a lemma supposes; 2^64 - 1 stands for that many or more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plays: Option<u64>,
    /// The answer to a query that asks for a number: positions, classes, moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<u64>,
    /// The answer to a query that asks for a share, between 0 and 1; the number is then that of the positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub share: Option<f64>,
    /// How many positions have which value, for a query that asks for it: numbers in their order, steps in that of the text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tally: Vec<Tallied>,
    /// The positions that a query lists, as FEN.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub listed: Vec<String>,
    /// The moves of a longest play, for a query that asks for it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<LineMove>,
    /// How good the strategy is, whatever the claim says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quality: Option<Quality>,
    /// The most moves a play can take, over all allowed moves and all replies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longest_moves: Option<u32>,
    /// The same on boards of every size: in terms of n, the number of files and ranks, such as `16n + 9 moves for every n >= 6`,
    /// and what that is on two boards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves_by_size: Option<String>,
    /// How many positions take at most so many moves: over all allowed moves and all replies.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub by_moves: BTreeMap<u32, u64>,
    /// The same if the strategy's side is lucky, and always chooses the quickest of its allowed moves.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub luckiest_by_moves: BTreeMap<u32, u64>,
    /// How many classes of positions under the symmetries of the board take at most so many moves.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub classes_by_moves: BTreeMap<u32, u64>,
    /// The most moves with best play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimal_longest_moves: Option<u32>,
    /// How many positions are won in so many moves with best play.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub optimal_by_moves: BTreeMap<u32, u64>,
    /// How many positions take so many moves more than with best play.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub excess_by_moves: BTreeMap<u32, u64>,
    /// The rules in the order of the text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<RuleReport>,
    /// By which rules plays go round for ever, and in how many positions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rounds: Vec<Round>,
    /// In how many of the positions where the strategy is asked no rule has a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_rule: Option<u64>,
    /// What a recogniser answers, for each side to move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub recognised: Vec<Recognised>,
    /// What a reader should know: a lemma that speaks of nothing, a rule that never applies.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// What was not looked at, although the text has it: the lemmas that are to show a theorem.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The pieces of advice whose replies are taken for granted: the claim holds as long as the other side plays them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub assumes: Vec<String>,
    /// Figures that the source of the text gives: what is counted, and how many.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "as_map")]
    #[schemars(with = "BTreeMap<String, u32>")]
    pub reported: Vec<(String, u32)>,
    /// The lemmas on which a proof by lemmas rests.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rests_on: Vec<String>,
    /// The theorems of other texts on which it rests, with the moves that they allow; their bounds are in ours.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rests_on_theorems: Vec<Rested>,
    /// Other methods, which take what this one did not run.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub taken_by: Vec<String>,
    /// How long it took, if the watch has a clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
}

/// What came out of a claim, and what shows it.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Concluded {
    /// The method by which it was decided.
    pub method: String,
    /// What came out.
    pub verdict: Verdict,
    /// What the text expects, if it says so: `refuted`, `proved` or a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// Whether it came out as the text says: proved, or as expected. Nothing if it was not decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub as_claimed: Option<bool>,
    /// Why it was not run, which limit was reached and what had been covered, or which check of our own failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The same as data.
    #[serde(skip)]
    pub ended: Option<Limit>,
    /// Where it fails.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failures: Option<Failures>,
    /// The certificates that the verdict rests on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<Certified>,
    /// The theorem that the verdict rests on, if a proof assistant has checked one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kernel: Option<KernelChecked>,
    /// The solvers that find no counterexample, if the verdict rests on what they say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub said: Option<Said>,
}

impl Concluded {
    pub(crate) fn undecided(method: String) -> Concluded {
        let (expected, as_claimed, reason, ended) = (None, None, None, None);
        let (failures, certificate, kernel, said) = (None, None, None, None);
        let verdict = Verdict::NotRun;
        Concluded {
            method,
            verdict,
            expected,
            as_claimed,
            reason,
            ended,
            failures,
            certificate,
            kernel,
            said,
        }
    }
}

impl Deref for ClaimReport {
    type Target = Concluded;

    fn deref(&self) -> &Concluded {
        &self.concluded
    }
}

impl ClaimReport {
    /// A report about a claim, by a method, in which nothing has been found out yet.
    #[must_use]
    pub fn new(program: &Program, claim: &Claim, method: &str) -> ClaimReport {
        let endgame = &program.endgame;
        let material = endgame.material().map_or_else(|| endgame.name.clone(), |m| m.to_string());
        let concluded = Concluded::undecided(method.to_owned());
        ClaimReport::blank(claim.name.clone(), material, Kind::of(&claim.says), concluded)
    }

    fn blank(name: String, material: String, kind: Kind, concluded: Concluded) -> ClaimReport {
        ClaimReport {
            name,
            material,
            kind,
            concluded,
            size: None,
            vacuous: None,
            positions: None,
            met: None,
            symmetries: None,
            plays: None,
            number: None,
            share: None,
            tally: Vec::new(),
            listed: Vec::new(),
            line: Vec::new(),
            quality: None,
            longest_moves: None,
            moves_by_size: None,
            by_moves: BTreeMap::new(),
            luckiest_by_moves: BTreeMap::new(),
            classes_by_moves: BTreeMap::new(),
            optimal_longest_moves: None,
            optimal_by_moves: BTreeMap::new(),
            excess_by_moves: BTreeMap::new(),
            rules: Vec::new(),
            rounds: Vec::new(),
            no_rule: None,
            recognised: Vec::new(),
            warnings: Vec::new(),
            notes: Vec::new(),
            assumes: Vec::new(),
            reported: Vec::new(),
            rests_on: Vec::new(),
            rests_on_theorems: Vec::new(),
            taken_by: Vec::new(),
            seconds: None,
        }
    }

    pub(crate) fn set_concluded(&mut self, concluded: Concluded) {
        self.concluded = concluded;
    }

    /// Where the certificates were put in the end.
    pub fn certificates_are_in(&mut self, path: &str) {
        if let Some(certificate) = &mut self.concluded.certificate {
            certificate.path = Some(path.to_owned());
        }
        if let Some(kernel) = &mut self.concluded.kernel {
            kernel.path = Some(format!("{path}/{}", kernel.folder));
        }
    }

    /// Forgets what was counted, but for what the claim is about.
    pub(crate) fn forget(&mut self) {
        let (size, positions, symmetries) = (self.size, self.positions, self.symmetries);
        let blank =
            ClaimReport::blank(self.name.clone(), self.material.clone(), self.kind, self.concluded.clone());
        *self = ClaimReport { size, positions, symmetries, ..blank };
    }

    /// What this claim comes to.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        match (self.verdict, self.as_claimed) {
            (Verdict::Internal, _) => Outcome::Internal,
            (Verdict::Unknown, _) => Outcome::Unknown,
            (Verdict::NotRun, _) | (_, Some(true)) => Outcome::AsClaimed,
            _ => Outcome::Refuted,
        }
    }
}

fn as_map<S: Serializer>(figures: &[(String, u32)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(figures.iter().map(|(what, number)| (what, number)))
}

/// A theorem of another text, proved there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Rested {
    /// As the text calls it, such as `queen.wins`.
    pub theorem: String,
    /// The most moves that it takes.
    pub moves: u32,
    /// Whether it speaks of no position.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub vacuous: bool,
}

/// A value, and how many positions have it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Tallied {
    /// The value.
    pub value: TallyValue,
    /// How many positions have it.
    pub positions: u64,
}

/// A value that positions have.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum TallyValue {
    /// A number.
    Number(i32),
    /// A truth value.
    Truth(bool),
    /// A step, a side, a kind of man: something with a name.
    Name(String),
}

impl fmt::Display for TallyValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TallyValue::Number(number) => number.fmt(f),
            TallyValue::Truth(truth) => truth.fmt(f),
            TallyValue::Name(name) => f.write_str(name),
        }
    }
}

/// What a claim is called in the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// About plays of a few moves, or about single positions.
    Lemma,
    /// About a whole strategy.
    Theorem,
    /// A question.
    Query,
}

impl Kind {
    /// What a claim that says this is called.
    #[must_use]
    pub fn of(says: &ClaimKind) -> Kind {
        match says {
            ClaimKind::Play { .. } | ClaimKind::Everywhere { .. } => Kind::Lemma,
            ClaimKind::Reaches { .. }
            | ClaimKind::Keeps { .. }
            | ClaimKind::Optimal { .. }
            | ClaimKind::Symmetric { .. }
            | ClaimKind::Recognises { .. } => Kind::Theorem,
            ClaimKind::CountPositions(_)
            | ClaimKind::CountClasses(_)
            | ClaimKind::List(..)
            | ClaimKind::Longest(..)
            | ClaimKind::Share(..)
            | ClaimKind::Tally { .. } => Kind::Query,
        }
    }
}

/// What a proof by SAT consists of.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Certified {
    /// The folder of the certificates, if they were kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The size of the largest problem.
    pub cnf: CnfSize,
    /// Who has checked the proofs.
    pub checked_by: Vec<String>,
    /// The problems, one or several for a claim.
    pub problems: Vec<ProblemReport>,
}

/// A theorem that the kernel of a proof assistant has checked, and what somebody who believes it believes.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct KernelChecked {
    /// Whose kernel.
    pub by: String,
    /// The name of the theorem.
    pub theorem: String,
    /// The folder of its files, if they were kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// What that folder is called among those of other claims.
    #[serde(skip)]
    pub folder: String,
    /// What has to be believed.
    pub trusts: Vec<String>,
    /// What need not be.
    pub does_not_trust: Vec<String>,
    /// What the theorem assumes, as the proof assistant names it: all of it is in a fixed list.
    pub assumptions: Vec<String>,
}

/// What solvers say that nobody has checked.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Said {
    /// Those who say of every problem that it has no solution.
    pub by: Vec<String>,
    /// The problems, one or several for a claim.
    pub problems: Vec<SaidOf>,
}

/// What solvers say of one problem.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct SaidOf {
    /// What it is called.
    pub name: String,
    /// How many cases stand for "no other move".
    pub cases: u64,
    /// The length of its text.
    pub bytes: u64,
    /// How long the solvers took, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// Who says that it has no solution.
    pub by: Vec<String>,
}

/// How large a problem is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, JsonSchema)]
pub struct CnfSize {
    /// Its clauses.
    pub clauses: u64,
    /// Its variables.
    pub variables: u64,
}

/// One problem that was shown to have no solution.
#[derive(Clone, PartialEq, Debug, Default, Serialize, JsonSchema)]
pub struct ProblemReport {
    /// Which part of the claim, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<String>,
    /// Its size.
    #[serde(flatten)]
    pub cnf: CnfSize,
    /// The size of the proof.
    pub proof_bytes: u64,
    /// How long the circuit and the clauses took, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub encoding_seconds: Option<f64>,
    /// How long the solver took.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solving_seconds: Option<f64>,
    /// How long the check of the proof took.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checking_seconds: Option<f64>,
}

/// What came out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It holds; of a query: it has been answered.
    Proved,
    /// Solvers find no counterexample, but there is no certificate of that: [`Said`] names them.
    Unsatisfiable,
    /// It does not, and positions show it; of a query: the answer is not the expected one.
    Refuted,
    /// A limit was reached.
    Unknown,
    /// The method does not take such claims.
    NotRun,
    /// A check of our own failed: please report it.
    Internal,
}

/// How good a strategy is on the positions of a claim.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Quality {
    /// It may give away what the position is worth, or get stuck.
    Faulty,
    /// It never gives it away, but need not get to the end.
    ValuePreserving,
    /// It reaches its aim from every position.
    Correct,
    /// It does so as fast as possible.
    Optimal,
}

/// A kind of cycle: plays that go round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Round {
    /// The rules by which they go round, in the order of the strategy.
    pub rules: Vec<String>,
    /// In how many of the positions met in play, with the strategy to move.
    pub positions: u64,
}

/// How often a rule applies.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct RuleReport {
    /// Its name.
    pub name: String,
    /// In how many positions it is the first that has a move.
    pub positions: u64,
    /// In how many of them it leaves a choice.
    pub with_choice: u64,
    /// In how many positions it would have a move if no rule stood before it. Counted only where `positions` is
    /// 0: such a rule never applies anywhere, or stands in the shadow of others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shadowed: Option<u64>,
    /// If it was asked what rules are needed for: from how many positions the claim fails without this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needed_for: Option<u64>,
}
