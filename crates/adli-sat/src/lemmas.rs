//! What follows from lemmas, as clauses: a lemma from others, a theorem from a measure that falls.
//!
//! Both look at plays as the lemmas see them ([`adli_symbolic::lemmas`]); a number that nobody looks into has the range that the
//! text gives it. A lemma may follow from others (`by (first, second)`): a long play is then cut into shorter ones, each of which is
//! easier for a solver, and that the parts make up the whole is itself a problem with a certificate.
//!
//! That the plays of a theorem end is one problem more, *ends*: a play of R rounds, where R is a number that follows from the text. Nothing
//! of the text's words `falls` or `except` is believed: they only say how long R must be. If the lemmas say less than the
//! words, a problem has a solution, and the theorem is not proved.

use adli_chess::Kind;
use adli_lang::term::{DefId, Term};
use adli_lang::{Claim, ClaimKind, Excepted, Program, Range, Ranges};
use adli_symbolic::lemmas::{Atoms, Play, Premises, Theorem};

use crate::aig::{Aig, Number, Wire};
use crate::clauses::{Cnf, encode};
use crate::wires::{Made, Refused, Wires, unbound};

/// The longest plays that are looked at.
const MAX_ROUNDS: u64 = 4000;
/// The widest range of a number that nobody looks into.
const WIDEST: i64 = 512;

/// Atoms as inputs of a circuit.
struct Inputs<'r> {
    aig: Aig,
    ranges: &'r Ranges<'r>,
}

impl<'r> Inputs<'r> {
    fn new(ranges: &'r Ranges<'r>) -> Inputs<'r> {
        Inputs { aig: Aig::new(), ranges }
    }
}

impl Atoms for Inputs<'_> {
    type Truth = Wire;
    type Kinds = Wires;
    type Algebra = Aig;

    const PRODUCTS: bool = false;

    fn algebra(&mut self) -> &mut Aig {
        &mut self.aig
    }

    fn name(definition: &str, at: &str) -> String {
        format!("{at}.{definition}")
    }

    fn truth(&mut self, name: &str) -> Wire {
        self.aig.input(name)
    }

    fn number(&mut self, def: DefId, definition: &str, name: &str) -> Made<Number> {
        let [Range { low, high }, _] = self.ranges.result(def).ok_or_else(unbound)?;
        if high - low > WIDEST {
            return Err(Refused::TooLarge(format!("`{definition}` has too many values")));
        }
        Ok(Number::input(&mut self.aig, name, low as i32, high as i32))
    }

    fn one_of(&mut self, name: &str, values: usize) -> Vec<Wire> {
        let number = Number::input(&mut self.aig, name, 0, values.max(1) as i32 - 1);
        (0..values).map(|value| number.is(&mut self.aig, value as i32)).collect()
    }

    /// A pawn may have become something else.
    fn kinds(&mut self, _: Kind, name: &str) -> Vec<Wire> {
        self.one_of(name, Kind::ALL.len())
    }

    fn refused(why: String) -> Refused {
        Refused::Unsupported(why)
    }
}

/// Clauses that say all that holds of a play.
fn clauses(play: &Play<Inputs<'_>>) -> Cnf {
    encode(&play.atoms.aig, &play.asserted)
}

/// Whether a lemma is about the board of eight alone: no other is proved with circuits.
fn covers(lemma: &Claim) -> bool {
    lemma.sizes.is_none()
}

/// The lemmas from which a lemma follows, and the problem that has no solution if it does.
pub(crate) fn of_lemma<'p>(program: &'p Program, claim: &'p Claim) -> Made<(Premises<'p>, Cnf)> {
    let (strategy, last, given, show) = match &claim.says {
        ClaimKind::Play { strategy, last, given, show } => (Some(*strategy), *last, *given, *show),
        ClaimKind::Everywhere { domain, show } => (None, 0, *domain, *show),
        _ => return Err(Refused::Unsupported("only a lemma follows from lemmas".into())),
    };
    let premises = Premises::new(program, claim, strategy, claim.by.iter(), covers);
    let premises = premises.map_err(Refused::Unsupported)?;
    let ranges = Ranges::new(program);
    let play = premises.play(Inputs::new(&ranges), usize::from(last), |play| {
        let (given, show) = (play.holds(given, 0)?, play.holds(show, 0)?);
        Ok(play.atoms.aig.and(given, !show))
    })?;
    let cnf = clauses(&play);
    Ok((premises, cnf))
}

/// The theorem that a claim is, if it has a proof by lemmas.
pub(crate) fn theorem<'p>(program: &'p Program, claim: &'p Claim) -> Option<Made<Theorem<'p>>> {
    Some(Theorem::of(program, claim, covers)?.map_err(Refused::Unsupported))
}

/// A problem of a theorem: its part of the proof, what is not known if it has a solution, and the clauses.
pub(crate) type Posed = (String, String, Cnf);

/// The problems of a theorem, and how many rounds no play lasts if none of them has a solution.
pub(crate) fn problems(program: &Program, theorem: &Theorem<'_>) -> Made<(u64, Vec<Posed>)> {
    let ranges = Ranges::new(program);
    let rounds = rounds(program, theorem, &ranges)?;
    if rounds > MAX_ROUNDS {
        return Err(Refused::TooLarge(format!("plays of {rounds} moves are too long for a problem")));
    }
    let mut problems = theorem.problems(|| Inputs::new(&ranges))?;
    let unsaid = format!("that every play ends within {rounds} moves");
    let plies = 2 * rounds as usize;
    problems.push(theorem.problem("ends", &unsaid, Inputs::new(&ranges), plies, |_| Ok(Wire::TRUE))?);
    let posed = problems.into_iter().map(|problem| (problem.part, problem.unsaid, clauses(&problem.play)));
    Ok((rounds, posed.collect()))
}

/// How many rounds no play can last, if the lemmas say what the text says.
fn rounds(program: &Program, theorem: &Theorem<'_>, ranges: &Ranges<'_>) -> Made<u64> {
    if let Some(within) = theorem.within {
        return Ok(u64::from(within));
    }
    // Of several numbers the first that changes falls, so there are as many values as there are rows of them.
    let mut values: u64 = 1;
    for &part in &theorem.proof.measure {
        let Term::Call(def, ..) = program.terms.get(part) else {
            return Err(Refused::Unsupported("give the measure a name of its own".into()));
        };
        let range = ranges.result(*def).map(|[range, _]| range);
        let of_part = range.map_or(0, |range| (range.high - range.low + 1).unsigned_abs());
        values = values.saturating_mul(of_part);
    }
    let (mut early, mut places, mut steps) = (0, 0, 0);
    for exception in &theorem.proof.except {
        let moves = u64::from(exception.moves);
        let longest = match (&exception.what, exception.early) {
            (_, true) => &mut early,
            (Excepted::Where(_), false) => &mut places,
            (Excepted::Steps(_), false) => &mut steps,
        };
        *longest = moves.max(*longest);
    }
    let falls = u64::from(theorem.proof.moves);
    Ok(early.saturating_add(falls.saturating_mul(values)).saturating_add(places.max(falls + steps)))
}
