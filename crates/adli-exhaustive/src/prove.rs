//! The exhaustive method: every position that a claim speaks of, every allowed move, every reply.

use adli_claims::{
    About, ClaimReport, Claims, Covered, Deciding, Decision, Ended, Evidence, Extent, Limit, Line, Method,
    Options, Reason, Refutation, Report, Unsupported, Watch, drive,
};
use adli_lang::term::OptionId;
use adli_lang::{Claim, ClaimKind, Program};
use adli_position::space::Space;
use adli_values::{TableSource, Tables};

use crate::engine::Engine;
use crate::ground::Ground;
use crate::idle::Why;
use crate::plays::Plays;
use crate::reaches::{Reaches, with_steps};
use crate::single;
use crate::ways::first_asked;

/// What the exhaustive method says about itself.
pub const EXHAUSTIVE: About = About {
    name: "exhaustive",
    does: "Look at every position",
    takes: "every claim about the board of eight but those about recognisers; five men where the claim is narrow",
    costs: "seconds for three men, minutes for four; memory in proportion to the positions met",
    leaves: "counts and replayed failures; whoever doubts them runs it again, or by another method",
    certifies: false,
    asked_unnamed: true,
};

/// Decides the claims of a file by this method. `programs` are what [`adli_lang::check`] made of it, one for each material; tables
/// are solved where a claim looks at values.
#[must_use]
pub fn prove(file: &str, programs: &[Program], options: &Options, watch: &dyn Watch) -> Report {
    let tables = TableSource::empty();
    drive(file, programs, &[&Exhaustive::new(&tables)], &|_, _| Vec::new(), options, watch)
}

/// The exhaustive method, with the tables that are at hand.
pub struct Exhaustive<'t> {
    tables: &'t TableSource<'t>,
}

impl<'t> Exhaustive<'t> {
    /// With these tables.
    #[must_use]
    pub fn new(tables: &'t TableSource<'t>) -> Exhaustive<'t> {
        Exhaustive { tables }
    }

    /// Whether it takes a claim.
    ///
    /// # Errors
    /// Why not.
    pub fn would_take(program: &Program, claim: &Claim) -> Result<(), Unsupported> {
        let why = if matches!(claim.says, ClaimKind::Recognises { .. }) {
            "the exhaustive method plays strategies; claims about recognisers are for the scan"
        } else if claim.sizes.is_some() {
            "the exhaustive method knows only the board of eight"
        } else if Space::new(&program.endgame).is_none() {
            "there are too many men for the exhaustive method"
        } else {
            return Ok(());
        };
        Err(Unsupported(why.into()))
    }
}

impl Method for Exhaustive<'_> {
    fn about(&self) -> &'static About {
        &EXHAUSTIVE
    }

    fn takes(&self, program: &Program, claim: &Claim) -> Result<(), Unsupported> {
        Exhaustive::would_take(program, claim)
    }

    fn begin(&self, claims: &Claims<'_>, go: &mut dyn FnMut(&mut dyn Deciding)) {
        let Some(space) = Space::new(&claims.program.endgame) else { return };
        let tables = Tables::new(&claims.program.endgame, claims.watch, claims.options.memory, self.tables);
        go(&mut Prover { claims: *claims, space: &space, tables: &tables, engines: Vec::new() });
    }
}

/// Options that are set, and whether symmetries are used.
type EngineKey = (Vec<(OptionId, i32)>, bool);

struct Prover<'p> {
    claims: Claims<'p>,
    space: &'p Space,
    tables: &'p Tables<'p>,
    /// Claims with the same options share what has been worked out.
    engines: Vec<(EngineKey, Engine<'p>)>,
}

impl Deciding for Prover<'_> {
    fn decide(&mut self, claim: &Claim, report: &mut ClaimReport) -> Result<Decision, Ended> {
        let key = (claim.under.clone(), folds(self.claims.options, claim));
        let at = self.engines.iter().position(|(known, _)| *known == key);
        let mut engine = match at {
            Some(at) => self.engines.swap_remove(at).1,
            None => engine(self.claims.program, (self.space, self.tables), &self.claims, claim),
        };
        engine.covered = Covered::default();
        let decided = self.claim(&mut engine, claim, report);
        let covered = engine.covered;
        report.symmetries = Some(engine.fold.group().len()).filter(|&order| order > 1);
        // An engine that was stopped half-way has tables with holes in them.
        if decided.is_ok() {
            self.engines.push((key, engine));
        }
        decided.map_err(|limit| Ended { limit, covered })
    }

    fn is_about_nothing(&mut self, lemma: &Claim) -> Result<Option<bool>, Ended> {
        let mut report = ClaimReport::new(self.claims.program, lemma, EXHAUSTIVE.name);
        Ok(Some(matches!(self.decide(lemma, &mut report)?, Decision::Holds(_))))
    }
}

/// Whether symmetries may be used. A claim that says that there are some is decided without.
fn folds(options: &Options, claim: &Claim) -> bool {
    options.symmetries && !matches!(claim.says, ClaimKind::Symmetric { .. })
}

fn engine<'e>(
    program: &'e Program,
    (space, tables): (&'e Space, &'e Tables<'e>),
    claims: &Claims<'e>,
    claim: &Claim,
) -> Engine<'e> {
    let ground = Ground { program, space, options: claim.under.clone(), tables, watch: claims.watch };
    Engine::new(ground, claims.options.memory, folds(claims.options, claim))
}

impl Prover<'_> {
    fn claim(
        &self,
        engine: &mut Engine<'_>,
        claim: &Claim,
        report: &mut ClaimReport,
    ) -> Result<Decision, Limit> {
        let Claims { options, watch, .. } = self.claims;
        match &claim.says {
            ClaimKind::Reaches { strategy, or, within, from } => {
                if claim.proof.is_some() {
                    let note = "decided by playing it out; the lemmas after `by` were not looked at";
                    report.notes.push(note.into());
                }
                let (strategy, or, within, from) = (*strategy, *or, *within, *from);
                let mut rests = Vec::new();
                for (rest, rested) in claim.rests.iter().zip(&report.rests_on_theorems) {
                    rests.push((rest.from, rested.moves));
                }
                // Moves without capture are counted through all materials.
                if claim.fifty {
                    rests.clear();
                    report.rests_on_theorems.clear();
                }
                let theorem = Reaches { strategy, or, within, from, fifty: claim.fifty, rests };
                let decided = theorem.decide(engine, options, report, |done| watch.met(done))?;
                self.shadows(&theorem, claim, report)?;
                if options.needed {
                    self.needs(&theorem, claim, report)?;
                }
                Ok(decided)
            }
            ClaimKind::Play { last, strategy, given, show } => {
                let plays = Plays { strategy: *strategy, last: *last, given: *given, show: *show };
                self.plays(engine, &plays, report)
            }
            says => single::decide(engine, says, options, report),
        }
    }

    fn plays(
        &self,
        engine: &mut Engine<'_>,
        plays: &Plays,
        report: &mut ClaimReport,
    ) -> Result<Decision, Limit> {
        let Claims { options, watch, .. } = self.claims;
        let mut found = plays.decide(engine, |done, of| watch.advance(done, of))?;
        report.positions = Some(found.starts);
        report.plays = Some(found.plays);
        if found.bad == 0 {
            return Ok(Decision::Holds(Evidence::EveryPosition));
        }
        found.lines.sort();
        let lines = found.lines.into_iter().map(|line| (line, Reason::Conclusion, None)).collect();
        let (strategy, lemma) = (Some(plays.strategy), Some((plays.given, plays.show)));
        let about = Line { strategy, lemma, ..Line::new(&[], Reason::Conclusion) };
        let replayed = engine.exhibit(&about, lines, &Default::default(), options.max_failures)?;
        Ok(Decision::Fails(Refutation::new(Extent::plays(found.bad), Default::default(), replayed)?))
    }

    /// Rules that never apply: would they, if they stood alone?
    fn shadows(&self, theorem: &Reaches, claim: &Claim, report: &mut ClaimReport) -> Result<(), Limit> {
        for number in 0..report.rules.len() {
            let goes_on =
                self.claims.program[theorem.strategy].steps.get(number).is_some_and(|step| step.cast > 0);
            if report.rules[number].positions > 0 || goes_on {
                continue;
            }
            let alone = with_steps(self.claims.program, theorem.strategy, |step| step == number);
            let mut engine = engine(&alone, (self.space, self.tables), &self.claims, claim);
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
        let program = self.claims.program;
        for number in 0..report.rules.len() {
            let without = with_steps(program, theorem.strategy, |step| step != number);
            let mut engine = engine(&without, (self.space, self.tables), &self.claims, claim);
            let mut again = ClaimReport::new(program, claim, EXHAUSTIVE.name);
            let options = Options { max_failures: 0, ..self.claims.options.clone() };
            report.rules[number].needed_for =
                Some(match theorem.decide(&mut engine, &options, &mut again, |_| ())? {
                    Decision::Holds(_) => 0,
                    Decision::Fails(refutation) => refutation.extent().number,
                });
        }
        Ok(())
    }
}
