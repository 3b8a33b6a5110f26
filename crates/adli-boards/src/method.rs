//! The method, for the driver.

use adli_claims::{
    About, ClaimReport, Claims, Covered, Deciding, Decision, Ended, Limit, Method, Unsupported, asks_at_home,
};
use adli_lang::{Claim, ClaimKind, Program};

use crate::board::{MAX_MEN, MAX_SIZE, Space};
use crate::claims::Work;
use crate::compile::Made;
use crate::run::{Compiled, Machine};

/// What it says about itself. On boards of other sizes it *is* the exhaustive method, and is called so.
pub const BOARDS: About = About {
    name: "exhaustive",
    does: "Look at every position of a board of a given size",
    takes: "lemmas, `reaches mate` and queries, for three men (four on small boards), no pawns",
    costs: "time and memory in proportion to the positions: seconds at size eight, minutes at twelve",
    leaves: "counts and replayed failures; whoever doubts them runs it again",
    certifies: false,
    asked_unnamed: false,
};

/// The least board on which two kings have a place.
const MIN_SIZE: u8 = 3;

/// Every position of a board of some size.
pub struct Boards {
    size: u8,
}

impl Boards {
    /// On a board of this size.
    #[must_use]
    pub fn new(size: u8) -> Boards {
        Boards { size }
    }
}

impl Method for Boards {
    fn about(&self) -> &'static About {
        &BOARDS
    }

    fn takes(&self, program: &Program, claim: &Claim) -> Result<(), Unsupported> {
        asks_at_home(program, claim)?;
        let endgame = &program.endgame;
        let men = &endgame.men;
        let like =
            |at: usize| men[..at].iter().any(|man| (man.side, man.kind) == (men[at].side, men[at].kind));
        let why = if !(MIN_SIZE..=MAX_SIZE).contains(&self.size) {
            format!("every position is looked at on boards of {MIN_SIZE} to {MAX_SIZE} files")
        } else if claim.sizes.is_some_and(|least| u32::from(self.size) < least) {
            format!("this is claimed of boards of at least {} files", claim.sizes.unwrap_or_default())
        } else if men.len() > MAX_MEN {
            format!("a board of a given size is for at most {MAX_MEN} men")
        } else if endgame.has_pawns() {
            "a board of a given size has no pawns".to_owned()
        } else if (0..men.len()).any(like) {
            "a board of a given size is not for two men of one kind and side".to_owned()
        } else if claim.fifty {
            "the fifty-move rule is counted on the board of eight alone".to_owned()
        } else {
            match &claim.says {
                ClaimKind::Reaches { or: Some(_), .. } => {
                    "what is as good as mate is decided on the board of eight alone".to_owned()
                }
                ClaimKind::Keeps { .. } | ClaimKind::Optimal { .. } | ClaimKind::Recognises { .. } => {
                    "there are no tables of values for boards of a given size".to_owned()
                }
                ClaimKind::Symmetric { .. } => {
                    "symmetry of a strategy is decided on the board of eight alone".to_owned()
                }
                _ => return Ok(()),
            }
        };
        Err(Unsupported(why))
    }

    fn begin(&self, claims: &Claims<'_>, go: &mut dyn FnMut(&mut dyn Deciding)) {
        let program = claims.program;
        let mut compiled: Vec<Made<Compiled>> = Vec::new();
        let mut unders = Vec::new();
        for claim in &program.claims {
            if !unders.contains(&&claim.under) {
                unders.push(&claim.under);
                compiled.push(Compiled::new(program, &claim.under, self.size));
            }
        }
        let space = Space::new(self.size, program.endgame.men.len());
        let mut machines = Vec::new();
        machines.resize_with(compiled.len(), || None);
        go(&mut Prover { claims: *claims, unders, compiled: &compiled, space, machines });
    }
}

struct Prover<'p> {
    claims: Claims<'p>,
    unders: Vec<&'p Vec<(adli_lang::term::OptionId, i32)>>,
    compiled: &'p [Made<Compiled>],
    space: Space,
    /// Claims with the same options share what has been worked out.
    machines: Vec<Option<Machine<'p>>>,
}

impl Deciding for Prover<'_> {
    fn decide(&mut self, claim: &Claim, report: &mut ClaimReport) -> Result<Decision, Ended> {
        report.size = (self.space.size != 8).then_some(self.space.size.unsigned_abs().into());
        self.claim(claim, report).map_err(|limit| Ended { limit, covered: Covered::Untold })
    }
}

impl Prover<'_> {
    fn claim(&mut self, claim: &Claim, report: &mut ClaimReport) -> Result<Decision, Limit> {
        let fault = || Limit::Internal("a claim is missing".into());
        let at = self.unders.iter().position(|under| **under == claim.under).ok_or_else(fault)?;
        let compiled = match &self.compiled[at] {
            Ok(compiled) => compiled,
            Err(why) => return Err(Limit::NotRun(why.0.into())),
        };
        let number = self.claims.program.claims.iter().position(|known| known.name == claim.name);
        let parts = number.and_then(|number| compiled.claims.get(number)).ok_or_else(fault)?;
        let parts = parts.clone().map_err(|why| Limit::NotRun(why.0.into()))?;
        let bytes = Machine::bytes_a_position(compiled).saturating_mul(self.space.len() as u64);
        if bytes > self.claims.options.memory {
            return Err(Limit::Memory("the positions of the board"));
        }
        let space = self.space;
        let machine = self.machines[at].get_or_insert_with(|| Machine::new(compiled, space));
        Work { claims: &self.claims, claim, machine, parts }.decide(report)
    }
}
