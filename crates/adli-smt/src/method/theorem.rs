//! Theorems that follow from lemmas: the problems of the argument, and how many values the numbers of the measure have.

use adli_claims::{ClaimReport, Decision, Limit};
use adli_lang::Claim;
use adli_lang::term::{Term, TermId};
use adli_symbolic::Walk;
use adli_symbolic::lemmas::Theorem;

use super::asking::{Asked, Name, Shown, evidence};
use super::prover::{Prover, Solved};
use super::{sizes, statement};
use crate::formula::{Linear, Truth};
use crate::lemmas::{self, Argument, Bound, Values};
use crate::logic::{Names, Refused};
use crate::problem::Problem;
use crate::text::smt_lib;

/// The steepest bound that is looked for.
const STEEPEST: i64 = 64;
/// The largest constant of a bound.
const WIDEST: i64 = 1 << 10;

impl Prover<'_> {
    /// The lemmas that have to be proved first.
    pub(super) fn lemmas_of(&self, claim: &Claim) -> Result<Vec<String>, Limit> {
        match lemmas::theorem(self.program, claim) {
            Some(theorem) => Ok(theorem.map_err(|refused| self.limit(refused))?.premises.names()),
            None => Ok(Vec::new()),
        }
    }

    /// A theorem that follows from lemmas, which have been proved.
    pub(super) fn by_lemmas(&mut self, claim: &Claim, report: &mut ClaimReport) -> Result<Decision, Limit> {
        let program = self.program;
        let none = || Limit::NotRun("give the theorem a proof `by` lemmas".into());
        let theorem = lemmas::theorem(program, claim).ok_or_else(none)?;
        let theorem = theorem.map_err(|refused| self.limit(refused))?;
        if !theorem.premises.names().iter().all(|name| report.rests_on.contains(name)) {
            return Err(Limit::Internal("a lemma was supposed that nobody has proved".into()));
        }
        let mut shown = Vec::new();
        for argument in lemmas::problems(&theorem).map_err(|refused| self.limit(refused))? {
            shown.push(self.argued(claim, &argument)?);
        }
        let mut values = Vec::new();
        for &part in &theorem.proof.measure {
            values.push(self.values(&theorem, part, &mut shown)?);
        }
        let bound = Bound { falls: theorem.proof.moves, values, ends: lemmas::ends(theorem.proof) };
        let at = |size: i64| bound.at(size).ok_or_else(|| Limit::Internal("a bound is no number".into()));
        match claim.sizes {
            Some(least) => {
                let (least, eight) = (i64::from(least), i64::from(least.max(8)));
                let (few, more) = (at(least)?, at(eight)?);
                report.moves_by_size = Some(format!(
                    "{bound} moves for every n >= {least} ({few} for n = {least}, {more} for n = {eight})"
                ));
            }
            None => {
                let moves = at(8)?;
                if theorem.within.is_some_and(|within| moves > u64::from(within)) {
                    return Err(Limit::Undecided(format!("the lemmas say no more than {moves} moves")));
                }
                report.longest_moves = u32::try_from(moves).ok();
            }
        }
        Ok(Decision::Holds(evidence(shown)?))
    }

    /// Has a problem of the argument solved; if it has a solution then the lemmas do not say enough.
    fn argued(&self, claim: &Claim, argument: &Argument) -> Result<Shown, Limit> {
        let Argument { part, formulas, asserted, unsaid } = argument;
        let name = Name { says: statement(claim), ..self.name(&claim.name, Some(part)) };
        let text = smt_lib(formulas, asserted, &[], &name.to_string());
        self.smt.save(&name, &text)?;
        match self.ask(&name, &text, formulas, asserted, 0)? {
            Asked::Never(shown) => Ok(shown),
            Asked::Model(_) => Err(Limit::Undecided(unsaid.clone())),
        }
    }

    /// How many values a number of the measure has at most, wherever the strategy is asked: bounds are guessed, and shown.
    fn values(
        &mut self,
        theorem: &Theorem<'_>,
        part: TermId,
        shown: &mut Vec<Shown>,
    ) -> Result<Values, Limit> {
        let (program, claim) = (self.program, theorem.claim);
        let named = match program.terms.get(part) {
            Term::Call(def, _, arguments) if arguments.is_empty() => program.definitions.get(def.0 as usize),
            _ => None,
        };
        let unnamed = || Limit::NotRun("give each number of the measure a name of its own".into());
        let definition = named.ok_or_else(unnamed)?.name.as_str();
        let reaches = self.reaches()?;
        let second = program.strategy(theorem.strategy).is_some_and(|strategy| strategy.side == 1);
        let begun = Problem::begin(program, &claim.under, (&reaches, sizes(claim)), self.watch, second);
        let posed = begun.and_then(|mut problem| {
            let names = Names::given(problem.line.clone());
            let number = problem.terms.number(part, &names)?;
            Ok((problem, number))
        });
        let (mut problem, number) = posed.map_err(|refused: Refused| self.limit(refused))?;
        let size = problem.terms.logic.size.clone();
        let name = |which: &str| Name {
            says: format!("the bounds of `{definition}` in {}", statement(claim)),
            ..self.name(&claim.name, Some(&format!("{definition}-{which}")))
        };
        let (most, least) = (name("most"), name("least"));
        let more = |problem: &mut Problem<'_>, slope: i64, offset: i64| {
            let bound = size.times(slope).more(offset + 1);
            problem.terms.logic.formulas.at_most(&bound, &number)
        };
        let unbounded = || Limit::Undecided(format!("no bound of `{definition}` is found"));
        let mut slope = 0;
        // The smallest slope, and then the smallest constant.
        loop {
            let over = more(&mut problem, slope, WIDEST);
            if self.never(&mut problem, &most, over)? {
                break;
            }
            slope += 1;
            if slope > STEEPEST {
                return Err(unbounded());
            }
        }
        let (mut below, mut offset) = (-WIDEST, WIDEST);
        while below + 1 < offset {
            let middle = (below + offset).div_euclid(2);
            let over = more(&mut problem, slope, middle);
            if self.never(&mut problem, &most, over)? { offset = middle } else { below = middle }
        }
        let mut low = 0;
        let under = |problem: &mut Problem<'_>, low: i64| {
            problem.terms.logic.formulas.at_most(&number, &Linear::constant(low - 1))
        };
        while {
            let lower = under(&mut problem, low);
            !self.never(&mut problem, &least, lower)?
        } {
            low = if low == 0 { -1 } else { 2 * low };
            if low < -WIDEST {
                return Err(unbounded());
            }
        }
        for (name, outside) in [(most, more(&mut problem, slope, offset)), (least, under(&mut problem, low))]
        {
            match self.solve(&mut problem, &name, &[outside])? {
                Solved::Never(of) => shown.push(of),
                Solved::Model(..) => {
                    return Err(Limit::Internal("a bound holds, and then it does not".into()));
                }
            }
        }
        Ok(Values { slope, offset: offset - low + 1 })
    }

    /// Whether something never holds of a problem's solutions; without a certificate.
    fn never(&self, problem: &mut Problem<'_>, name: &Name, outside: Truth) -> Result<bool, Limit> {
        Ok(matches!(self.solve(problem, &name.only_asked("try"), &[outside])?, Solved::Never(_)))
    }
}
