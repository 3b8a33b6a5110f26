//! Claims about recognisers, and other claims that look at one position and at what the tables say of it.
//!
//! Such a claim is a question about every position for itself, so nothing has to be kept but counts: the positions of a
//! table are gone through row by row ([`scan`]), static conditions are evaluated as code over columns of them
//! (`adli-static`), and what they say is compared with the score that stands in the table. Five men take seconds, and no more
//! memory than the table.
//!
//! A table keeps one position of each class of images. If the text is shown to be symmetric one answer counts for all
//! images; otherwise each image is asked for itself, and the value is still that of the table, because the value of a
//! position does not change when the board is turned.
//!
//! Nothing that is shown rests on the code alone: each failure is asked again of the plain interpreter, and its value is
//! probed ([`show`]).

mod judge;
mod scan;
mod show;
mod single;

use adli_chess::Symmetry;
use adli_claims::{
    About, ClaimReport, Claims, Covered, Deciding, Decision, Ended, Limit, Method, Options, Unsupported,
    Watch,
};
use adli_lang::term::{OptionId, Pos, RecogniserId, Term, TermId};
use adli_lang::{Answer, Claim, ClaimKind, Demand, Program, Recogniser};
use adli_position::{Domain, Space};
use adli_static::TooMuch;
use adli_symmetry::Symmetries;
use adli_tables::{Known, Rows, Value};
use adli_values::{TableSource, Tables};

pub(crate) use judge::{Judge, unused};
pub(crate) use scan::{Batch, Scan};

/// What this method says about itself.
pub const TABLE_SCAN: About = About {
    name: "scan",
    does: "Compare rules with the table of the endgame, row by row",
    takes: "claims about recognisers; lemmas and queries about single positions that look at values or at five men, and at no moves",
    costs: "seconds for five men, besides the table itself; no more memory than the table",
    leaves: "counts and replayed failures; the tables can be audited",
    certifies: false,
    asked_unnamed: true,
};

/// The scan of a table, with the tables that are at hand.
pub struct TableScan<'t> {
    tables: &'t TableSource<'t>,
}

impl<'t> TableScan<'t> {
    /// With these tables.
    #[must_use]
    pub fn new(tables: &'t TableSource<'t>) -> TableScan<'t> {
        TableScan { tables }
    }

    /// Whether it takes a claim.
    ///
    /// # Errors
    /// Why not.
    pub fn would_take(program: &Program, claim: &Claim) -> Result<(), Unsupported> {
        let narrow = |domain| {
            let space = Space::new(&program.endgame);
            space.is_some_and(|space| Domain::new(program, &space, &claim.under, domain).is_narrow())
        };
        let why = if claim.sizes.is_some() {
            "tables are of the board of eight"
        } else if !is_static(program, &claim.says, narrow) {
            "the scan looks at each position for itself, and at its value"
        } else {
            return Ok(());
        };
        Err(Unsupported(why.into()))
    }
}

impl Method for TableScan<'_> {
    fn about(&self) -> &'static About {
        &TABLE_SCAN
    }

    fn takes(&self, program: &Program, claim: &Claim) -> Result<(), Unsupported> {
        TableScan::would_take(program, claim)
    }

    fn begin(&self, claims: &Claims<'_>, go: &mut dyn FnMut(&mut dyn Deciding)) {
        let tables = Tables::new(&claims.program.endgame, claims.watch, claims.options.memory, self.tables);
        go(&mut Scanning { claims: *claims, tables: &tables });
    }
}

/// At work on one program.
struct Scanning<'p> {
    claims: Claims<'p>,
    tables: &'p Tables<'p>,
}

impl Deciding for Scanning<'_> {
    fn decide(&mut self, claim: &Claim, report: &mut ClaimReport) -> Result<Decision, Ended> {
        let Claims { programs, program, options, watch } = self.claims;
        let work = Static { program, tables: self.tables, options, under: &claim.under, watch };
        // Rows are gone through at once, and nothing is known before the last.
        let nothing = |limit| Ended { limit, covered: Covered::Nothing };
        let decided = work.decide(&claim.says, report).map_err(nothing)?;
        Ok(unused(programs, claim, report).unwrap_or(decided))
    }

    fn is_about_nothing(&mut self, lemma: &Claim) -> Result<Option<bool>, Ended> {
        let mut report = ClaimReport::new(self.claims.program, lemma, "recognise");
        Ok(Some(matches!(self.decide(lemma, &mut report)?, Decision::Holds(_))))
    }
}

/// Decides static claims of a program.
pub(crate) struct Static<'a> {
    pub(crate) program: &'a Program,
    pub(crate) tables: &'a Tables<'a>,
    pub(crate) options: &'a Options,
    pub(crate) under: &'a [(OptionId, i32)],
    pub(crate) watch: &'a dyn Watch,
}

impl Static<'_> {
    /// The verdict and all that is counted.
    pub(crate) fn decide(&self, says: &ClaimKind, report: &mut ClaimReport) -> Result<Decision, Limit> {
        match says {
            ClaimKind::Recognises { recogniser, demand, from } => {
                self.recognises(*recogniser, *demand, *from, report)
            }
            says => self.single(says, report),
        }
    }

    fn known(&self) -> Result<&Known, Limit> {
        self.tables.known().ok_or_else(|| self.tables.absence())
    }

    /// The table of the endgame.
    pub(crate) fn rows(&self) -> Result<&dyn Rows, Limit> {
        let material = self.program.endgame.material();
        let rows = material.and_then(|material| self.known().ok()?.get(material.canonical()));
        rows.ok_or_else(|| self.tables.absence())
    }

    /// The images that have to be asked: one if the terms are shown to be symmetric, otherwise all.
    pub(crate) fn images(&self, terms: &[TermId]) -> &'static [Symmetry] {
        let all = self.program.endgame.symmetries();
        let mut symmetries = Symmetries::new(self.program, self.under);
        // Everybody is at home.
        let shown = symmetries.terms(terms, &[], &[u16::MAX]).group().len();
        if self.options.symmetries && shown == all.len() { &all[..1] } else { all }
    }

    /// Images to count separately where positions of a domain are counted by rule. Two rules that give the same
    /// answer may share a class of images, so it is the number of the rule that has to be shown symmetric.
    pub(crate) fn images_by_rule(
        &self,
        recogniser: &Recogniser,
        domain: Option<TermId>,
    ) -> &'static [Symmetry] {
        let terms: Vec<TermId> = [self.program[recogniser.rule].body].into_iter().chain(domain).collect();
        self.images(&terms)
    }
}

/// The program with one claim only: that a recogniser is sound on every position.
#[must_use]
pub fn soundness(program: &Program, recogniser: RecogniserId) -> Program {
    let mut program = program.clone();
    let from = program.terms.truth(true);
    let says = ClaimKind::Recognises { recogniser, demand: Demand::Sound, from };
    let name = program.recogniser(recogniser).map_or("", |r| r.name.as_str()).to_owned();
    let (under, span) = (Vec::new(), adli_lang::Span::default());
    program.claims = vec![adli_lang::Claim {
        name,
        says,
        supposes: None,
        under,
        fifty: false,
        sizes: None,
        by: Vec::new(),
        rests: Vec::new(),
        proof: None,
        expect: None,
        reported: Vec::new(),
        span,
    }];
    program
}

/// Whether a claim is decided here: it is about a recogniser, about values, or about five men, and looks at no moves.
/// A domain of five men that is `narrow` needs no table.
pub(crate) fn is_static(program: &Program, says: &ClaimKind, narrow: impl FnOnce(TermId) -> bool) -> bool {
    let (domain, further) = match says {
        ClaimKind::Recognises { .. } => return true,
        ClaimKind::Everywhere { domain, show } => (*domain, Some(*show)),
        ClaimKind::CountPositions(domain) | ClaimKind::CountClasses(domain) => (*domain, None),
        ClaimKind::Share(part, of) => (*of, Some(*part)),
        _ => return false,
    };
    let about = LooksAt::new(program, further.into_iter().chain([domain]));
    let men = program.endgame.men.len();
    !about.moves && (about.recognisers || about.values || men >= 5 && !narrow(domain))
}

/// What terms look at, through the definitions they call. A value elsewhere is as much as a move.
#[derive(Default)]
struct LooksAt {
    moves: bool,
    recognisers: bool,
    values: bool,
}

impl LooksAt {
    fn new(program: &Program, terms: impl Iterator<Item = TermId>) -> LooksAt {
        let mut about = LooksAt::default();
        let mut walk = program.terms.reach(terms);
        while let Some((_, node)) = walk.next() {
            match node {
                Term::OverMoves(..) | Term::Step(..) | Term::Allows(..) => about.moves = true,
                Term::Forces(_) | Term::PliesToGoal(_) => about.moves = true,
                // Rows have the values of their own positions only.
                Term::Value(pos, _) | Term::MovesToMate(pos) => {
                    about.values = true;
                    about.moves |= !matches!(program.terms.pos(*pos), Pos::Given(_));
                }
                // Whether a position is legal or mate is known from the table.
                Term::Call(def, ..) if [program.laws.legal, program.laws.mate].contains(&Some(*def)) => {}
                Term::Call(def, ..) => {
                    about.recognisers |=
                        program.recognisers.iter().any(|r| r.answer == *def || r.rule == *def);
                    walk.also(program.definition(*def).map(|definition| definition.body));
                }
                _ => {}
            }
        }
        about
    }
}

/// Why there is no code for a claim.
pub(crate) fn no_code(why: TooMuch) -> Limit {
    Limit::NotRun(why.to_string())
}

/// Whether an answer is right; `exactly` if it says how soon somebody mates.
pub(crate) fn is_right(answer: Answer, value: Value, exactly: bool) -> bool {
    match answer {
        Answer::Unknown => true,
        Answer::Win => matches!(value, Value::Win(_)),
        Answer::Draw => value == Value::Draw,
        Answer::Loss => matches!(value, Value::Loss(_)),
        Answer::Mated => value == Value::Loss(0),
        Answer::Mates => value == Value::Win(1),
        Answer::MatesNext => value == Value::Win(3) || value == Value::Win(1) && !exactly,
        Answer::AtLeastDraw => !matches!(value, Value::Loss(_)),
        Answer::AtMostDraw => !matches!(value, Value::Win(_)),
    }
}

/// Whether a position where a recogniser answers so is against a claim.
fn is_against(demand: Demand, answer: Answer, value: Value) -> bool {
    match demand {
        Demand::Sound => !is_right(answer, value, false),
        Demand::Complete => answer == Answer::Unknown || !is_right(answer, value, false),
        Demand::Exact => answer == Answer::Unknown || !is_right(answer, value, true),
        Demand::Used => false,
    }
}
