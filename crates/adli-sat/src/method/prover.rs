//! Claims cut into problems, and what their answers say of the claims.
//!
//! A lemma becomes a problem that has a solution just if the lemma is wrong. If the solver finds none, its proof is
//! checked by a program that knows nothing of solver and encoder, and only then the lemma is called proved. If it
//! finds one, the solution is read as a line of play, and the plain interpreter replays it.

use std::collections::BTreeSet;

use adli_claims::{
    Certified, ClaimReport, Claims, Deciding, Decision, Ended, Evidence, Extent, Limit, Line, ProblemReport,
    Reason, Refutation, Replay, Unit, Watch,
};
use adli_lang::term::{OptionId, TermId};
use adli_lang::{Claim, ClaimKind, Program, State};
use adli_symbolic::lemmas::{Premises, Theorem};

use super::desk::{Desk, NamedProblem, Solved, since};
use crate::clauses::Cnf;
use crate::diagram::{AHEAD_ONLY, Diagrams};
use crate::lemmas;
use crate::problem::{Found, Posed, other_moves, pose_with};
use crate::wires::Refused;

impl From<Refused> for Limit {
    fn from(refused: Refused) -> Limit {
        match refused {
            Refused::Stopped(by) => Limit::Stopped(by),
            refused => Limit::NotRun(refused.to_string()),
        }
    }
}

/// How many terms the plain interpreter may evaluate at one position of a model.
const FUEL: u64 = 50_000_000;
/// The name of the certificates that circuits look at all moves; no claim can have it.
const MOVES: &str = "laws-moves";
/// The name of the certificates that diagrams say what conditions say.
pub const AHEAD: &str = "look-ahead";
/// Options that a claim sets.
type Under = Vec<(OptionId, i32)>;
/// Up to so many positions a count has a certificate that there are no others.
const CERTIFIED: u64 = 5000;

/// Decides the claims of one program.
pub(super) struct Prover<'a> {
    program: &'a Program,
    /// There are other materials, so that names of certificates say which.
    several: bool,
    /// It has been proved that circuits look at all moves.
    moves_are_all: bool,
    /// For each way in which claims set options.
    options: Vec<OfOptions<'a>>,
    desk: &'a mut dyn Desk,
    watch: &'a dyn Watch,
}

/// What is known where options are set in one way.
struct OfOptions<'a> {
    under: Under,
    /// Conditions that look ahead.
    diagrams: Diagrams<'a>,
    /// The numbers of those that have been shown to be right, with the names of their certificates.
    shown: Vec<(usize, String)>,
}

impl Deciding for Prover<'_> {
    fn rests_on(&mut self, claim: &Claim) -> Result<Vec<String>, Ended> {
        Ok(match lemmas::theorem(self.program, claim) {
            Some(theorem) => theorem.map_err(Limit::from)?.premises.names(),
            None if self.follows(claim) => claim.by.clone(),
            None => Vec::new(),
        })
    }

    fn decide(&mut self, claim: &Claim, report: &mut ClaimReport) -> Result<Decision, Ended> {
        if let Some(theorem) = lemmas::theorem(self.program, claim) {
            return Ok(self.by_lemmas(&theorem.map_err(Limit::from)?, report)?);
        }
        Ok(match &claim.says {
            _ if self.follows(claim) => self.by_parts(claim, report),
            ClaimKind::CountPositions(domain) => self.count(claim, *domain, None, report),
            ClaimKind::List(most, domain) => self.count(claim, *domain, Some(*most as usize), report),
            _ => self.lemma(claim, report),
        }?)
    }

    fn is_about_nothing(&mut self, lemma: &Claim) -> Result<Option<bool>, Ended> {
        if !self.desk.solves() {
            return Ok(None);
        }
        let mut report = ClaimReport::new(self.program, lemma, "sat");
        Ok(Some(matches!(self.lemma(lemma, &mut report)?, Decision::Holds(_))))
    }
}

/// What a proof supposes has been proved: the driver was told of every lemma.
fn supposed(premises: &Premises<'_>, report: &ClaimReport) -> Result<(), Limit> {
    let proved = |name: &String| report.rests_on.contains(name);
    if premises.names().iter().all(proved) {
        return Ok(());
    }
    Err(Limit::Internal("a lemma was supposed that nobody has proved".into()))
}

impl<'a> Prover<'a> {
    pub(super) fn new(claims: &Claims<'a>, desk: &'a mut dyn Desk) -> Prover<'a> {
        Prover {
            program: claims.program,
            several: claims.programs.len() > 1,
            moves_are_all: false,
            options: Vec::new(),
            desk,
            watch: claims.watch,
        }
    }

    /// Whether a lemma is shown by others.
    fn follows(&self, claim: &Claim) -> bool {
        matches!(claim.says, ClaimKind::Play { .. } | ClaimKind::Everywhere { .. })
            && self.desk.reduces()
            && !claim.by.is_empty()
    }

    fn material(&self) -> String {
        let endgame = &self.program.endgame;
        endgame.material().map_or_else(|| endgame.name.clone(), |material| material.to_string())
    }

    /// The circuits look at some squares only when they look for moves. Has it proved, once, that nobody can go elsewhere.
    fn no_other_moves(&mut self) -> Result<(), Limit> {
        if self.moves_are_all {
            return Ok(());
        }
        for problem in other_moves(self.program)? {
            let what = "no legal move goes to a square that the circuits do not look at";
            self.solve(&problem.cnf, MOVES, problem.part.as_deref(), what)?
                .never(|| Limit::Internal("a legal move goes to a square that was not looked at".into()))?;
        }
        self.moves_are_all = true;
        Ok(())
    }

    /// The diagrams for claims with these options.
    fn diagrams(&mut self, under: &Under) -> Diagrams<'a> {
        if let Some(known) = self.options.iter().find(|known| known.under == *under) {
            return known.diagrams.clone();
        }
        // With patterns for all that looks at moves problems are smaller; without them they say what the text says.
        let plies = if self.desk.reduces() { 1 } else { AHEAD_ONLY };
        let diagrams = Diagrams::new(plies, self.watch);
        self.options.push(OfOptions { under: under.clone(), diagrams: diagrams.clone(), shown: Vec::new() });
        diagrams
    }

    /// Has it proved, once for each, that the diagrams on which a claim rests say what their conditions say.
    fn diagrams_are_right(
        &mut self,
        claim: &Claim,
        numbers: BTreeSet<usize>,
        report: &mut ClaimReport,
    ) -> Result<Vec<ProblemReport>, Limit> {
        let mut problems = Vec::new();
        for number in numbers {
            let Some(of) = self.options.iter().position(|known| known.under == claim.under) else { continue };
            let known = self.options[of].shown.iter().find(|(shown, _)| *shown == number);
            if let Some((_, name)) = known {
                report.rests_on.push(name.clone());
                continue;
            }
            let Some(ahead) = self.options[of].diagrams.get(number) else { continue };
            let part = self.options.iter().map(|of| of.shown.len()).sum::<usize>() + 1;
            let solved = self.solve(&ahead.problem, AHEAD, Some(&part.to_string()), &ahead.says)?;
            let solved = solved.never(|| Limit::Internal("a diagram differs from its condition".into()))?;
            let name = format!("{AHEAD} {part}");
            self.options[of].shown.push((number, name.clone()));
            report.rests_on.push(name.clone());
            problems.push(ProblemReport { part: Some(name), ..solved });
        }
        Ok(problems)
    }

    fn lemma(&mut self, claim: &Claim, report: &mut ClaimReport) -> Result<Decision, Limit> {
        let begun = self.watch.seconds();
        let diagrams = self.diagrams(&claim.under);
        let posed = pose_with(self.program, claim, &diagrams)?;
        let encoding = since(self.watch, begun).map(|seconds| seconds / posed.len().max(1) as f64);
        self.no_other_moves()?;
        let rests_on: BTreeSet<usize> = posed.iter().flat_map(|problem| problem.rests_on.clone()).collect();
        let mut problems = self.diagrams_are_right(claim, rests_on, report)?;
        for problem in &posed {
            match self.solve(&problem.cnf, &claim.name, problem.part.as_deref(), &statement(claim))? {
                Solved::Never(mut solved) => {
                    solved.encoding_seconds = encoding;
                    problems.push(solved);
                }
                Solved::Model(model) => return self.refute(claim, problem, &model),
            }
        }
        Ok(certified(problems))
    }

    /// A lemma that follows from others.
    fn by_parts(&mut self, claim: &Claim, report: &ClaimReport) -> Result<Decision, Limit> {
        let (premises, cnf) = lemmas::of_lemma(self.program, claim)?;
        supposed(&premises, report)?;
        let solved = self.solve(&cnf, &claim.name, Some("follows"), &statement(claim))?;
        let solved =
            solved.never(|| Limit::Undecided("the lemmas that it names do not say as much".into()))?;
        Ok(certified(vec![solved]))
    }

    /// A theorem that follows from lemmas: they are proved, and so is that it follows.
    fn by_lemmas(&mut self, theorem: &Theorem<'_>, report: &mut ClaimReport) -> Result<Decision, Limit> {
        let (rounds, posed) = lemmas::problems(self.program, theorem)?;
        supposed(&theorem.premises, report)?;
        let mut problems = Vec::new();
        for (part, unsaid, cnf) in posed {
            let solved = self.solve(&cnf, &theorem.claim.name, Some(&part), &statement(theorem.claim))?;
            problems.push(solved.never(|| Limit::Undecided(unsaid))?);
        }
        report.longest_moves = u32::try_from(rounds).ok();
        Ok(certified(problems))
    }

    /// Counts or lists positions by evaluating the circuit, and has it proved that there are no others.
    fn count(
        &mut self,
        claim: &Claim,
        domain: TermId,
        list: Option<usize>,
        report: &mut ClaimReport,
    ) -> Result<Decision, Limit> {
        let diagrams = self.diagrams(&claim.under);
        let found = Found::all(self.program, &claim.under, domain, &diagrams, &|| self.watch.stopped())?;
        report.positions = Some(found.count);
        match list {
            None => report.number = Some(found.count),
            Some(most) => {
                let fen = |state: &State| state.position(&self.program.endgame).map(|p| p.to_string());
                report.listed = found.first.iter().take(most).filter_map(|state| fen(state).ok()).collect();
            }
        }
        if found.count > CERTIFIED {
            let what = format!(
                "counted by evaluating the circuit; more than {CERTIFIED} positions have no certificate"
            );
            report.warnings.push(what);
            return Ok(Decision::Holds(Evidence::EveryPosition));
        }
        self.no_other_moves()?;
        let others = found.others(self.program, &claim.under, domain, &diagrams)?;
        let mut problems = self.diagrams_are_right(claim, found.rests_on, report)?;
        for (part, cnf) in others {
            let solved = self.solve(&cnf, &claim.name, Some(&part), &statement(claim))?;
            problems.push(
                solved
                    .never(|| Limit::Internal("the solver finds a position that was not counted".into()))?,
            );
        }
        Ok(certified(problems))
    }

    fn refute(&self, claim: &Claim, problem: &Posed, model: &[bool]) -> Result<Decision, Limit> {
        let states =
            problem.line(self.program, model).map_err(|refused| Limit::Internal(refused.to_string()))?;
        let (strategy, lemma, unit) = match claim.says {
            ClaimKind::Play { strategy, given, show, .. } => (Some(strategy), (given, show), Unit::Plays),
            ClaimKind::Everywhere { domain, show } => (None, (domain, show), Unit::Positions),
            _ => return Err(Limit::Internal("only lemmas have counterexamples".into())),
        };
        let (program, under, watch) = (self.program, &claim.under[..], self.watch);
        let line = Line { strategy, lemma: Some(lemma), ..Line::new(&states, Reason::Conclusion) };
        let failure = Replay { program, under, tables: None, fuel: FUEL, watch, size: 8 }.line(&line)?;
        let extent = Extent::one_found(unit);
        Ok(Decision::Fails(Refutation::new(extent, Default::default(), vec![failure])?))
    }

    /// Has a problem solved, under the name of its certificate.
    fn solve(&mut self, cnf: &Cnf, claim: &str, part: Option<&str>, says: &str) -> Result<Solved, Limit> {
        let material = self.material().to_lowercase();
        let name = if self.several { format!("{claim}.{material}") } else { claim.to_owned() };
        self.desk.solve(&NamedProblem { name: &name, part, cnf }, says, self.watch)
    }
}

fn certified(problems: Vec<ProblemReport>) -> Decision {
    let cnf = problems.iter().map(|problem| problem.cnf).max().unwrap_or_default();
    let checked_by = vec!["adli-lrat".into()];
    Decision::Holds(Evidence::Certificate(Certified { path: None, cnf, checked_by, problems }))
}

/// What a certificate says of a claim, in words.
fn statement(claim: &Claim) -> String {
    match claim.says {
        ClaimKind::Play { last, .. } => format!("lemma `{}`, about plays of {last} plies", claim.name),
        ClaimKind::Reaches { .. } => format!("theorem `{}`, from its lemmas", claim.name),
        ClaimKind::CountPositions(_) | ClaimKind::List(..) => {
            format!("query `{}`: there are no other positions than those found", claim.name)
        }
        _ => format!("lemma `{}`, about every position", claim.name),
    }
}
