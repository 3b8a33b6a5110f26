//! From a checked text to verdicts.

use adli_chess::Material;
use adli_lang::ast::Expectation;
use adli_lang::term::{OptionId, TermId};
use adli_lang::{Claim, ClaimKind, Program};
use adli_tables::Known;

use crate::columns::Engine;
use crate::idle::Why;
use crate::limit::{Covered, Limit};
use crate::plays::Plays;
use crate::reaches::{Reaches, with_steps};
use crate::recognise;
use crate::replay::Exhibit;
use crate::report::{ClaimReport, Extent, Failures, Kind, Reason, Verdict};
use crate::single;
use crate::space::Space;
use crate::tables::Tables;
use crate::ways::first_asked;
use crate::{Options, Report, Watch};

/// Decides the claims of a file. `programs` are what [`adli_lang::check`] made of it, one for each material.
///
/// Whatever the text says, there is a verdict for each claim: a limit that is reached makes it unknown.
#[must_use]
pub fn prove(file: &str, programs: &[Program], options: &Options, watch: &dyn Watch) -> Report {
    prove_with(file, programs, options, &|_| None, watch)
}

/// The same with tables that are at hand, for claims that look at values and for comparisons with best play: `load`
/// is asked for those of a material and of all it converts into. What it does not have is solved.
#[must_use]
pub fn prove_with(
    file: &str,
    programs: &[Program],
    options: &Options,
    load: &dyn Fn(Material) -> Option<Known>,
    watch: &dyn Watch,
) -> Report {
    let mut claims = Vec::new();
    for program in programs {
        let tables = Tables::new(&program.endgame, watch, options.memory, load);
        let space = Space::new(&program.endgame);
        let prover = Prover { programs, program, space, tables, options, watch };
        prover.claims(&mut claims);
    }
    Report { file: file.to_owned(), claims }
}

/// Options that are set, and whether symmetries are used.
type EngineKey = (Vec<(OptionId, i32)>, bool);

struct Prover<'p> {
    /// One for each material of the text, and the one at hand.
    programs: &'p [Program],
    program: &'p Program,
    space: Option<Space>,
    tables: Tables<'p>,
    options: &'p Options,
    watch: &'p dyn Watch,
}

impl Prover<'_> {
    fn claims(&self, claims: &mut Vec<ClaimReport>) {
        let material = self
            .program
            .endgame
            .material()
            .map_or_else(|| self.program.endgame.name.clone(), |m| m.to_string());
        // Claims with the same options share what has been worked out.
        let mut engines: Vec<(EngineKey, Engine<'_>)> = Vec::new();
        for claim in &self.program.claims {
            if !self.options.claims.is_empty() && !self.options.claims.contains(&claim.name) {
                continue;
            }
            self.watch.begins(&claim.name);
            let begun = self.watch.seconds();
            let mut report = ClaimReport::new(&claim.name, &material, kind(&claim.says));
            let mut covered = Covered::default();
            let decided = match (other_method(claim), &self.space) {
                (Some(why), _) => Err(Limit::NotRun(why)),
                _ if recognise::is_static(self.program, &claim.says, |domain| {
                    self.is_narrow(claim, domain)
                }) =>
                {
                    let work = recognise::Static {
                        program: self.program,
                        tables: &self.tables,
                        options: self.options,
                        under: &claim.under,
                        watch: self.watch,
                    };
                    let decided = work.decide(&claim.says, &mut report);
                    decided.map(|()| recognise::unused(self.programs, claim, &mut report))
                }
                (None, None) => Err(Limit::NotRun("there are too many men for the exhaustive method".into())),
                (None, Some(space)) => {
                    let key = (claim.under.clone(), self.folds(claim));
                    let at = engines.iter().position(|(known, _)| *known == key);
                    let (_, mut engine) = match at {
                        Some(at) => engines.swap_remove(at),
                        None => (key.clone(), self.engine(self.program, space, claim)),
                    };
                    engine.covered = Covered::default();
                    let decided = self.claim(&mut engine, claim, &mut report);
                    covered = engine.covered;
                    report.symmetries = Some(engine.fold.group().len()).filter(|&order| order > 1);
                    // An engine that was stopped half-way has tables with holes in them.
                    if decided.is_ok() {
                        engines.push((key, engine));
                    }
                    decided
                }
            };
            if let Err(limit) = decided {
                report = undecided(report, &limit, covered);
            }
            report.assumes = self.program.assumed_replies(&claim.says);
            expect(claim, &mut report);
            report.seconds = begun.and_then(|begun| Some(self.watch.seconds()? - begun));
            claims.push(report);
        }
    }

    fn engine<'e>(&'e self, program: &'e Program, space: &'e Space, claim: &Claim) -> Engine<'e> {
        let (options, folds) = (claim.under.clone(), self.folds(claim));
        Engine::new(program, space, options, &self.tables, self.watch, self.options.memory, folds)
    }

    fn is_narrow(&self, claim: &Claim, domain: TermId) -> bool {
        let space = self.space.as_ref();
        space.is_some_and(|space| self.engine(self.program, space, claim).is_narrow(domain))
    }

    /// Whether symmetries may be used. A claim that says that there are some is decided without.
    fn folds(&self, claim: &Claim) -> bool {
        self.options.symmetries && !matches!(claim.says, ClaimKind::Symmetric { .. })
    }

    fn claim(&self, engine: &mut Engine<'_>, claim: &Claim, report: &mut ClaimReport) -> Result<(), Limit> {
        match &claim.says {
            ClaimKind::Reaches { strategy, or, within, from, by } => {
                if by.is_some() {
                    report
                        .notes
                        .push("decided by playing it out; the lemmas after `by` were not looked at".into());
                }
                let theorem = Reaches {
                    strategy: *strategy,
                    or: *or,
                    within: *within,
                    from: *from,
                    fifty: claim.fifty,
                };
                theorem.decide(engine, self.options, report, |done| self.watch.met(done))?;
                self.shadows(&theorem, claim, report)?;
                if self.options.needed { self.needs(&theorem, claim, report) } else { Ok(()) }
            }
            ClaimKind::Play { last, strategy, given, show } => {
                let plays = Plays { strategy: *strategy, last: *last, given: *given, show: *show };
                self.plays(engine, &plays, report)
            }
            says => single::decide(engine, says, self.options, report),
        }
    }

    fn plays(&self, engine: &mut Engine<'_>, plays: &Plays, report: &mut ClaimReport) -> Result<(), Limit> {
        let mut found = plays.decide(engine, |done, of| self.watch.advance(done, of))?;
        report.positions = Some(found.starts);
        report.plays = Some(found.plays);
        let impossible = engine.program.terms.get(plays.show) == &adli_lang::term::Term::Bool(false);
        if found.plays == 0 && !impossible {
            report.warnings.push("no play satisfies what the lemma supposes".into());
        }
        if found.bad == 0 {
            report.verdict = Verdict::Proved;
            return Ok(());
        }
        report.verdict = Verdict::Refuted;
        found.lines.sort();
        let mut failures = Failures { extent: Extent::plays(found.bad), ..Failures::default() };
        let lines = found.lines.into_iter().map(|line| (line, Reason::Conclusion, None)).collect();
        let exhibit = Exhibit { lemma: Some((plays.given, plays.show)), ..Exhibit::of(plays.strategy) };
        engine.exhibit(&exhibit, lines, self.options.max_failures, &mut failures)?;
        report.failures = Some(failures);
        Ok(())
    }

    /// Rules that never apply: would they, if they stood alone?
    fn shadows(&self, theorem: &Reaches, claim: &Claim, report: &mut ClaimReport) -> Result<(), Limit> {
        let Some(space) = &self.space else { return Ok(()) };
        for number in 0..report.rules.len() {
            if report.rules[number].positions > 0 {
                continue;
            }
            let alone = with_steps(self.program, theorem.strategy, |step| step == number);
            let mut engine = self.engine(&alone, space, claim);
            engine.fold_for(Some(theorem.strategy), &[theorem.from], &[], &[]);
            let from = engine.domain(theorem.from)?;
            let codes = first_asked(&mut engine, theorem.strategy, &from, theorem.or)?;
            engine.ensure(theorem.strategy, &codes)?;
            let applies =
                |code: &&u64| engine.choice(theorem.strategy, **code).is_some_and(|c| c.0.is_some());
            let count = codes.iter().filter(applies).map(|&code| engine.weight(code)).sum::<u64>();
            let rule = &report.rules[number].name;
            // Elsewhere it may have moves.
            let warning = match count {
                0 => format!("the rule `{rule}` has no move where the claim begins"),
                _ => Why::Shadowed.about(rule),
            };
            report.warnings.push(warning);
            report.rules[number].shadowed = Some(count);
        }
        Ok(())
    }

    /// What each rule is needed for: the theorem without it.
    fn needs(&self, theorem: &Reaches, claim: &Claim, report: &mut ClaimReport) -> Result<(), Limit> {
        let Some(space) = &self.space else { return Ok(()) };
        for number in 0..report.rules.len() {
            let without = with_steps(self.program, theorem.strategy, |step| step != number);
            let mut engine = self.engine(&without, space, claim);
            let mut again = ClaimReport::new(&claim.name, "", Kind::Theorem);
            let options = Options { max_failures: 0, ..self.options.clone() };
            theorem.decide(&mut engine, &options, &mut again, |_| ())?;
            report.rules[number].needed_for =
                Some(again.failures.map_or(0, |failures| failures.extent.number));
        }
        Ok(())
    }
}

/// The report of a claim that was not decided. What had been counted by then is not to be read as an answer.
fn undecided(report: ClaimReport, limit: &Limit, covered: Covered) -> ClaimReport {
    let verdict = match limit {
        Limit::NotRun(_) => Verdict::NotRun,
        Limit::Internal(_) => Verdict::Internal,
        _ => Verdict::Unknown,
    };
    let reason = match (limit, covered) {
        (Limit::NotRun(_) | Limit::Internal(_) | Limit::Unreplayed { .. }, _) => limit.to_string(),
        (_, Covered::Nothing) => format!("{limit}; {covered}"),
        _ if report.symmetries.is_some() => format!("{limit}; {covered}, each for all its images"),
        _ => format!("{limit}; {covered}"),
    };
    let (positions, symmetries) = (report.positions, report.symmetries);
    let blank = ClaimReport::new(&report.name, &report.material, report.kind);
    ClaimReport { verdict, reason: Some(reason), positions, symmetries, ..blank }
}

/// Why a claim is for another method, if it is.
fn other_method(claim: &Claim) -> Option<String> {
    claim.sizes.is_some().then(|| "the exhaustive method knows only the board of eight".into())
}

/// What a claim is called.
#[must_use]
pub fn kind(says: &ClaimKind) -> Kind {
    match says {
        ClaimKind::Play { .. } | ClaimKind::Everywhere { .. } => Kind::Lemma,
        ClaimKind::Reaches { .. }
        | ClaimKind::Keeps { .. }
        | ClaimKind::Optimal { .. }
        | ClaimKind::Symmetric { .. }
        | ClaimKind::Recognises { .. } => Kind::Theorem,
        _ => Kind::Query,
    }
}

/// Compares a verdict with what the text says.
pub fn expect(claim: &Claim, report: &mut ClaimReport) {
    report.reported = claim.reported.clone();
    if let Some(Expectation::Number(number)) = &claim.expect {
        report.expected = Some(number.to_string());
        if report.verdict == Verdict::Proved && report.number != Some(u64::from(*number)) {
            report.verdict = Verdict::Refuted;
        }
    }
    let mut wanted = Verdict::Proved;
    if let Some(Expectation::Verdict(word)) = &claim.expect {
        report.expected = Some(word.text.clone());
        if word.text == "refuted" {
            wanted = Verdict::Refuted;
        }
    }
    if matches!(report.verdict, Verdict::Proved | Verdict::Refuted) {
        report.as_claimed = Some(report.verdict == wanted);
    }
}
