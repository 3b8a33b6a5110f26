//! The method `bdd`: claims decided by sets of positions.
//!
//! Every set is the whole set, so what holds of it holds of every position. Nothing is certified: whoever doubts an answer has it
//! worked out again, by the exhaustive method or with the other order of bits. Where a claim fails, positions are taken from the
//! set of those against it, and the plain interpreter replays them.

use adli_claims::{
    About, ClaimReport, Claims, Deciding, Decision, Ended, Evidence, Limit, Method, Unsupported, asks_at_home,
};
use adli_lang::term::{OptionId, Term, TermId};
use adli_lang::{Claim, ClaimKind, Program};

use crate::atlas::Atlas;
use crate::store::{BitOrder, Room, Store};

/// What this method says about itself.
pub const BDD: About = About {
    name: "bdd",
    does: "Sets of positions as decision diagrams",
    takes: "lemmas about positions, counts, and what strategies reach or keep, without advice; up to five men, pawns of one side",
    costs: "seconds for three men, minutes for four; memory for at most so many nodes as were allowed",
    leaves: "counts and replayed failures; nobody has to believe our tables, which are not used",
    certifies: false,
    asked_unnamed: false,
};

/// The most men.
const MOST_MEN: usize = 5;

/// The method.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bdd {
    order: BitOrder,
}

impl Bdd {
    /// With this order of bits.
    #[must_use]
    pub fn new(order: BitOrder) -> Bdd {
        Bdd { order }
    }

    /// Whether it takes a claim.
    ///
    /// # Errors
    /// Why not, with the place in the text.
    pub fn would_take(program: &Program, claim: &Claim) -> Result<(), Unsupported> {
        asks_at_home(program, claim)?;
        let refuse = |why: &str| Err(Unsupported(why.into()));
        if claim.sizes.is_some() {
            return refuse("decision diagrams are of the board of eight");
        }
        if program.endgame.men.len() > MOST_MEN {
            return refuse("there are too many men for decision diagrams");
        }
        if program.endgame.has_passing() {
            return refuse(
                "decision diagrams do not know taking in passing: one side may have pawns, not both",
            );
        }
        if claim.fifty {
            return refuse("moves without capture or pawn move are not counted by decision diagrams");
        }
        let roots = match &claim.says {
            ClaimKind::Everywhere { domain, show } => vec![*domain, *show],
            ClaimKind::CountPositions(of) | ClaimKind::CountClasses(of) | ClaimKind::List(_, of) => vec![*of],
            ClaimKind::Share(part, of) => vec![*part, *of],
            ClaimKind::Reaches { strategy, or, from, .. } => {
                let steps = program.strategy(*strategy).map_or(&[][..], |found| &found.steps);
                steps.iter().map(|step| step.condition).chain(*or).chain([*from]).collect()
            }
            ClaimKind::Keeps { strategy, from, .. } | ClaimKind::Longest(strategy, from) => {
                let steps = program.strategy(*strategy).map_or(&[][..], |found| &found.steps);
                steps.iter().map(|step| step.condition).chain([*from]).collect()
            }
            ClaimKind::Tally { .. } => {
                return refuse("positions are told apart by a value one by one; take `exhaustive`");
            }
            ClaimKind::Play { .. } => {
                return refuse(
                    "a line of several moves has too many bits for a diagram; take `exhaustive` or `sat`",
                );
            }
            ClaimKind::Optimal { .. } | ClaimKind::Symmetric { .. } => {
                return refuse("moves are compared with one another by the exhaustive method");
            }
            ClaimKind::Recognises { .. } => {
                return refuse("what a recogniser answers is compared with tables");
            }
        };
        match asks_for_trees(program, &roots) {
            Some(place) => Err(Unsupported(format!(
                "{place} asks for a forcing tree, which is searched and backed up, not made into a decision diagram"
            ))),
            None => Ok(()),
        }
    }
}

/// What asks for a forcing tree: its name and place, if there is one.
fn asks_for_trees(program: &Program, roots: &[TermId]) -> Option<String> {
    let found = program.reach(roots.iter().copied());
    let is_tree = |term: &Term| matches!(term, Term::Forces(_) | Term::PliesToGoal(_));
    let tree = found.into_iter().find(|(_, term)| is_tree(term))?.0;
    let holds = |body: TermId| program.terms.reach([body]).any(|(term, _)| term == tree);
    let definition = program.definitions.iter().find(|definition| holds(definition.body));
    let steps = program.strategies.iter().flat_map(|strategy| &strategy.steps);
    let step = steps.into_iter().find(|step| holds(step.condition));
    Some(match (definition, step) {
        (Some(definition), _) => format!("`{}`", definition.name),
        (None, Some(step)) => format!("the rule `{}`", step.name),
        _ => "the claim".to_owned(),
    })
}

impl Method for Bdd {
    fn about(&self) -> &'static About {
        &BDD
    }

    fn takes(&self, program: &Program, claim: &Claim) -> Result<(), Unsupported> {
        Bdd::would_take(program, claim)
    }

    fn begin(&self, claims: &Claims<'_>, go: &mut dyn FnMut(&mut dyn Deciding)) {
        go(&mut Work { claims: *claims, order: self.order, atlases: Vec::new() });
    }
}

/// Options that a claim sets.
type Under = Vec<(OptionId, i32)>;

/// The method at work on one program.
struct Work<'p> {
    claims: Claims<'p>,
    order: BitOrder,
    /// Claims with the same options share what has been worked out.
    atlases: Vec<(Under, Atlas<'p>)>,
}

impl<'p> Work<'p> {
    fn atlas(&mut self, under: &Under) -> Result<Atlas<'p>, Limit> {
        if let Some(at) = self.atlases.iter().position(|(known, _)| known == under) {
            return Ok(self.atlases.swap_remove(at).1);
        }
        // One at a time: each may take all the room there is.
        self.atlases.clear();
        let Claims { program, options, watch, .. } = self.claims;
        let store = Store::new(program.endgame.men.len(), self.order, Room::within(options.memory))?;
        Ok(Atlas::new(program, under, store, watch)?)
    }
}

impl Deciding for Work<'_> {
    fn decide(&mut self, claim: &Claim, report: &mut ClaimReport) -> Result<Decision, Ended> {
        let mut atlas = self.atlas(&claim.under)?;
        let decided = atlas.decide(claim, &self.claims, report);
        if decided.is_ok() {
            self.atlases.push((claim.under.clone(), atlas));
        }
        Ok(decided?)
    }

    fn is_about_nothing(&mut self, lemma: &Claim) -> Result<Option<bool>, Ended> {
        let mut report = ClaimReport::new(self.claims.program, lemma, "bdd");
        Ok(Some(matches!(self.decide(lemma, &mut report)?, Decision::Holds(_))))
    }
}

impl Atlas<'_> {
    fn decide(
        &mut self,
        claim: &Claim,
        claims: &Claims<'_>,
        report: &mut ClaimReport,
    ) -> Result<Decision, Limit> {
        let most = claims.options.max_failures;
        match &claim.says {
            ClaimKind::Everywhere { domain, show } => {
                return self.everywhere(claim, *domain, *show, most, report);
            }
            ClaimKind::CountPositions(of) => {
                let field = self.domain(*of)?;
                let count = self.count(&field)?;
                (report.positions, report.number) = (Some(count), Some(count));
            }
            ClaimKind::CountClasses(of) => {
                let field = self.domain(*of)?;
                report.positions = Some(self.count(&field)?);
                report.number = Some(self.classes(&field)?);
            }
            ClaimKind::List(most, of) => {
                let field = self.domain(*of)?;
                report.positions = Some(self.count(&field)?);
                let first = self.first_positions(&field, *most as usize)?;
                report.listed = first.iter().map(|state| self.fen(state)).collect();
            }
            ClaimKind::Share(part, of) => {
                let field = self.domain(*of)?;
                let part = self.among(&field, *part)?;
                let (number, of) = (self.count(&part)?, self.count(&field)?);
                (report.number, report.positions) = (Some(number), Some(of));
                report.share = (of > 0).then(|| number as f64 / of as f64);
            }
            ClaimKind::Reaches { .. } => return self.reaches(claim, most, report),
            ClaimKind::Keeps { strategy, value, from } => {
                return self.keeps(claim, (*strategy, *value, *from), most, report);
            }
            ClaimKind::Longest(strategy, from) => self.longest(claim, *strategy, *from, report)?,
            _ => return Err(Limit::Internal("a claim was asked of the wrong method".into())),
        }
        Ok(Decision::Holds(Evidence::EveryPosition))
    }

    /// A position as FEN.
    pub(crate) fn fen(&self, state: &adli_lang::State) -> String {
        state.position(&self.program.endgame).map(|position| position.to_string()).unwrap_or_default()
    }
}
