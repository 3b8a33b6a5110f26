//! Lemmas and queries about single positions, by code over columns.

use adli_chess::Colour;
use adli_claims::{ClaimReport, Decision, Evidence, Extent, Limit, Refutation};
use adli_lang::ClaimKind;
use adli_lang::term::TermId;
use adli_static::compile_terms;

use super::scan::{Batch, Scan};
use super::{Static, no_code};

/// How many positions of each value are kept to be shown.
const KEPT: usize = 2;

/// What is counted of a domain and a condition.
#[derive(Clone, Default)]
struct Tally {
    domain: u64,
    holds: u64,
    half_classes: u64,
    /// The first positions of the domain where the condition does not hold, with their scores.
    fails: Vec<(u8, Vec<u8>)>,
}

impl Tally {
    fn keep(&mut self, score: u8, squares: impl FnOnce() -> Vec<u8>) {
        if self.fails.iter().filter(|(other, _)| *other == score).count() < KEPT {
            self.fails.push((score, squares()));
        }
    }
}

impl Static<'_> {
    pub(super) fn single(&self, says: &ClaimKind, report: &mut ClaimReport) -> Result<Decision, Limit> {
        let (domain, condition) = match says {
            ClaimKind::Everywhere { domain, show } => (*domain, Some(*show)),
            ClaimKind::Share(part, of) => (*of, Some(*part)),
            ClaimKind::CountPositions(domain) | ClaimKind::CountClasses(domain) => (*domain, None),
            _ => return Err(Limit::NotRun("this is not a claim about single positions".into())),
        };
        let mut terms = vec![domain];
        terms.extend(condition);
        let images = self.images(&terms);
        if images.len() == 1 {
            report.symmetries = Some(if self.program.endgame.has_pawns() { 2 } else { 8 });
        } else if matches!(says, ClaimKind::CountClasses(_)) {
            let why = "classes are counted only of what is shown to be symmetric";
            return Err(Limit::NotRun(why.into()));
        }
        let mut all = Tally::default();
        let mut fails = Vec::new();
        for turn in Colour::ALL {
            let (tally, scan) = self.tally(turn, &terms, images)?;
            all.domain += tally.domain;
            all.holds += tally.holds;
            all.half_classes += tally.half_classes;
            for (score, squares) in tally.fails {
                fails.extend(scan.value(score).map(|value| (value, turn, squares)));
            }
        }
        let (positions, holds) = (all.domain / 2, all.holds / 2);
        report.positions = Some(positions);
        match says {
            ClaimKind::Everywhere { show, .. } => {
                if holds < positions {
                    report.share = Some(holds as f64 / positions as f64);
                    fails.sort_by_key(|(value, turn, squares)| {
                        (value.plies().unwrap_or(u16::MAX), turn.index(), squares.clone())
                    });
                    let most = self.options.max_failures.max(1);
                    let replayed = fails
                        .into_iter()
                        .take(most)
                        .map(|(value, turn, squares)| self.exception(domain, *show, turn, value, &squares));
                    let replayed = replayed.collect::<Result<_, _>>()?;
                    let extent = Extent::positions(positions - holds);
                    return Ok(Decision::Fails(Refutation::new(extent, Default::default(), replayed)?));
                }
            }
            ClaimKind::Share(..) => {
                report.number = Some(holds);
                report.share = (positions > 0).then(|| holds as f64 / positions as f64);
            }
            ClaimKind::CountClasses(_) => report.number = Some(all.half_classes / 2),
            _ => report.number = Some(positions),
        }
        Ok(Decision::Holds(Evidence::EveryPosition))
    }

    fn tally(
        &self,
        turn: Colour,
        terms: &[TermId],
        images: &[adli_chess::Symmetry],
    ) -> Result<(Tally, Scan<'_>), Limit> {
        let compiled =
            compile_terms(self.program, self.under, turn.index() as u16, terms).map_err(no_code)?;
        let mut scan = Scan::new(self.rows()?, &self.program.endgame, turn, images);
        scan.looks = compiled.looks();
        if compiled.constant(0) == Some(0) {
            return Ok((Tally::default(), scan));
        }
        let second = terms.len() > 1;
        let see = |(tally, runner): &mut (Tally, adli_static::TermRunner<'_>), batch: &Batch| {
            runner.begin();
            let inside = runner.values(0, &batch.columns).to_vec();
            if inside.iter().all(|&inside| inside == 0) {
                return;
            }
            let holds = if second { runner.values(1, &batch.columns) } else { &inside[..] };
            for (at, (&inside, &holds)) in inside.iter().zip(holds).enumerate() {
                let halves = u64::from(batch.halves[at]);
                tally.domain += inside * halves;
                tally.holds += inside * holds * halves;
                tally.half_classes += inside * u64::from(batch.half_classes[at]);
                if inside != 0 && holds == 0 {
                    tally.keep(batch.scores[at], || batch.squares(at));
                }
            }
        };
        let begin = || (Tally::default(), compiled.runner());
        let join = |all: &mut (Tally, _), (part, _): (Tally, adli_static::TermRunner<'_>)| {
            all.0.domain += part.domain;
            all.0.holds += part.holds;
            all.0.half_classes += part.half_classes;
            part.fails.into_iter().for_each(|(score, squares)| all.0.keep(score, || squares));
        };
        let tally = scan.run(self.watch, begin, see, join)?.0;
        Ok((tally, scan))
    }
}
