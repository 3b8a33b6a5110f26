//! The methods that claims are decided by: one line each.
//!
//! `--by`, its help, `adli methods` and the table in `docs/proving.md` are made from this list. Whoever is asked when nobody
//! names a method says so himself ([`About::asked_unnamed`]); the first of the list that takes a claim decides it.

use std::cell::RefCell;
use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;

use adli_bdd::{BDD, Bdd};
use adli_boards::Boards;
use adli_certificate::Folder;
use adli_claims::{About, Claims, Deciding, Method, Unsupported};
use adli_coq::{AtHand, COQ, Coq, Workshop};
use adli_exhaustive::{EXHAUSTIVE, Exhaustive, met_in_play, moves_left};
use adli_lang::{Claim, Program};
use adli_recognise::{TABLE_SCAN, TableScan};
use adli_sat::{SAT, Sat};
use adli_smt::solver::{Program as Tool, Solver};
use adli_smt::{Asks, Places, SMT, Smt};
use adli_values::TableSource;
use clap::builder::{PossibleValue, PossibleValuesParser};

use crate::worth::for_coq;

/// What methods may work with.
pub struct Equipment<'a> {
    /// Tables that are at hand.
    pub tables: &'a TableSource<'a>,
    /// Where certificates are written, for methods that have some.
    pub folder: Option<&'a RefCell<Folder>>,
    /// Whether problems are made smaller first.
    pub reduce: bool,
    /// How many bytes may be used.
    pub memory: u64,
    /// How many files the board has, if it is not that of chess.
    pub size: Option<u8>,
    /// The programs that are asked instead of the solver that is built in.
    pub solvers: &'a [Tool],
    /// Whether problems keep their quantifiers.
    pub quantified: bool,
    /// Where problems are written instead of being solved.
    pub write: Option<&'a Path>,
    /// How places in the text are called.
    pub places: Option<Places<'a>>,
    /// Where Coq works, if it does.
    pub coq: Option<&'a Workshop>,
}

/// A method that can be named.
pub struct Registered {
    /// What it says about itself.
    pub about: &'static About,
    /// Whether it takes a claim.
    pub takes: fn(&Program, &Claim) -> Result<(), Unsupported>,
    /// The method, ready for work.
    pub make: for<'a> fn(&Equipment<'a>) -> Box<dyn Method + 'a>,
}

#[rustfmt::skip]
static METHODS: [Registered; 6] = [
    Registered { about: &TABLE_SCAN, takes: TableScan::would_take, make: |with| Box::new(TableScan::new(with.tables)) },
    Registered { about: &EXHAUSTIVE, takes: Exhaustive::would_take, make: |with| every_position(with) },
    Registered { about: &SAT, takes: Sat::would_take, make: |with| Box::new(Sat::new(with.folder, with.reduce, with.memory)) },
    Registered { about: &BDD, takes: Bdd::would_take, make: |_| Box::new(Bdd::default()) },
    Registered { about: &SMT, takes: Smt::would_take, make: |with| linear_arithmetic(with) },
    Registered { about: &COQ, takes: Coq::would_take, make: |with| by_kernel(with) },
];

/// Looking at every position is one method for users; which engine does it depends on the board.
fn every_position<'a>(with: &Equipment<'a>) -> Box<dyn Method + 'a> {
    match with.size {
        Some(size) => Box::new(Boards::new(size)),
        None => Box::new(Exhaustive::new(with.tables)),
    }
}

/// What every position shows, checked by Coq, with data that helps.
fn by_kernel<'a>(with: &Equipment<'a>) -> Box<dyn Method + 'a> {
    let source = with.tables;
    let at_hand = AtHand {
        moves_left,
        met: met_in_play,
        tables: Box::new(move |program, options, watch| for_coq(source, program, options, watch)),
    };
    Box::new(Coq::new(with.coq, Box::new(Exhaustive::new(source)), at_hand))
}

/// How long a solver may take for a problem before it is cut into smaller ones.
const BEFORE_CUTTING: Duration = Duration::from_secs(300);

/// The solver that is built in is asked unless others are named, or problems are only written.
fn linear_arithmetic<'a>(with: &Equipment<'a>) -> Box<dyn Method + 'a> {
    let asks = match with.folder {
        _ if with.write.is_some() => Asks::Nobody,
        _ if !with.solvers.is_empty() => {
            Asks::Others(with.solvers.iter().map(|tool| Box::new(tool.clone()) as Box<dyn Solver>).collect())
        }
        Some(folder) => Asks::Ourselves(folder),
        // Without a folder nothing can be certified.
        None => Asks::Nobody,
    };
    let write = with.write.map(Path::to_owned);
    Box::new(Smt {
        asks,
        time: BEFORE_CUTTING,
        small: true,
        quantified: with.quantified,
        write,
        places: with.places,
    })
}

/// Linear arithmetic for whoever wants verdicts and keeps no certificates: they are written and checked, and go.
struct Uncollected;

impl Method for Uncollected {
    fn about(&self) -> &'static About {
        &SMT
    }

    fn takes(&self, program: &Program, claim: &Claim) -> Result<(), Unsupported> {
        Smt::would_take(program, claim)
    }

    fn begin(&self, claims: &Claims<'_>, go: &mut dyn FnMut(&mut dyn Deciding)) {
        // Without a place for certificates there are no proofs, and the claims come back undecided, with the reason.
        let folder = Folder::passing().map(RefCell::new).map_err(|error| error.to_string());
        let asks = folder.as_ref().map_or_else(|why| Asks::Nowhere(why.clone()), Asks::Ourselves);
        Smt { asks, time: BEFORE_CUTTING, small: false, quantified: false, write: None, places: None }
            .begin(claims, go);
    }
}

/// How much larger than the least the boards are whose plays are looked at one by one.
const LARGER: [u8; 2] = [0, 2];

/// Who is asked about boards of every size from one on: first those who know the plays of one board each, then whoever proves it.
pub(crate) fn for_every_size(least: u8) -> Vec<Box<dyn Method>> {
    let boards = LARGER.iter().map(|by| Box::new(Boards::new(least.saturating_add(*by))) as Box<dyn Method>);
    boards.chain([Box::new(Uncollected) as Box<dyn Method>]).collect()
}

static MORE: OnceLock<&'static [Registered]> = OnceLock::new();

/// Adds methods to those that come with Adli.
pub(crate) fn register(more: &'static [Registered]) {
    // Whoever comes first: a program begins once.
    let _ = MORE.set(more);
}

/// All methods, in the order in which they are asked.
pub(crate) fn all() -> impl Iterator<Item = &'static Registered> {
    METHODS.iter().chain(MORE.get().copied().unwrap_or_default())
}

/// The methods of that name; those that are asked unnamed if there is no name.
pub(crate) fn chosen(name: Option<&str>) -> Vec<&'static Registered> {
    let wanted = |about: &About| name.map_or(about.asked_unnamed, |name| about.name == name);
    all().filter(|method| wanted(method.about)).collect()
}

/// The methods that are asked when nobody names one, ready for work with these tables.
pub(crate) fn unnamed<'a>(tables: &'a TableSource<'a>, memory: u64) -> Vec<Box<dyn Method + 'a>> {
    uncollected(None, tables, memory)
}

/// The methods of that name, or those that are asked unnamed, for somebody who wants verdicts and keeps no certificates.
pub(crate) fn uncollected<'a>(
    name: Option<&str>,
    tables: &'a TableSource<'a>,
    memory: u64,
) -> Vec<Box<dyn Method + 'a>> {
    let (folder, solvers) = (None, &[][..]);
    let (reduce, quantified, size, write, places, coq) = (false, false, None, None, None, None);
    let with = Equipment { tables, folder, reduce, memory, size, solvers, quantified, write, places, coq };
    let made = |method: &&Registered| match method.about.name {
        name if name == SMT.name => Box::new(Uncollected),
        _ => (method.make)(&with),
    };
    chosen(name).iter().map(made).collect()
}

/// The names of those that may be named there: all but Coq, which needs a place to work and programs that need not be there.
pub(crate) fn uncollected_names() -> Vec<&'static str> {
    all().map(|method| method.about.name).filter(|name| *name != COQ.name).collect()
}

/// Methods that are ready for work, as a driver takes them.
pub(crate) fn listed<'m>(made: &'m [Box<dyn Method + 'm>]) -> Vec<&'m dyn Method> {
    made.iter().map(|method| &**method).collect()
}

/// The names of all methods that take a claim.
pub(crate) fn that_take(program: &Program, claim: &Claim) -> Vec<&'static str> {
    let takes = |method: &&Registered| (method.takes)(program, claim).is_ok();
    all().filter(takes).map(|method| method.about.name).collect()
}

/// What may stand after `--by`.
pub(crate) fn names() -> PossibleValuesParser {
    let value = |method: &Registered| PossibleValue::new(method.about.name).help(method.about.does);
    PossibleValuesParser::new(all().map(value))
}
