//! Whether the first failures of a claim still stand in an edited text.
//!
//! A failure is a line of play. The plain interpreter replays it with the edited rules: if it comes to the same line and the same end, the
//! edited claim fails there too, and no proof is needed to know it. If it does not, the edit has made a difference, for better or
//! worse.

use adli_chess::Position;
use adli_claims::{Failure, Limit, Line, Replay, Watch};
use adli_lang::{Claim, ClaimKind, Program, State};

/// How many terms may be evaluated at one position. A failure that takes more may or may not stand.
const FUEL: u64 = 2_000_000;

/// A failure as it was found.
pub(crate) struct Witness {
    /// The number of the program: texts about several materials have several.
    pub(crate) program: usize,
    pub(crate) failure: Failure,
}

/// What became of the first failures.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) struct Trial {
    /// How many still stand.
    pub(crate) standing: usize,
    /// Of how many nobody can tell.
    pub(crate) unclear: usize,
}

/// Replays failures in a text.
///
/// # Errors
/// Whoever stopped it.
pub(crate) fn try_on(
    programs: &[Program],
    claim: &str,
    witnesses: &[&Witness],
    watch: &dyn Watch,
) -> Result<Trial, Limit> {
    let mut trial = Trial::default();
    for witness in witnesses {
        match stands(programs, claim, witness, watch)? {
            Some(true) => trial.standing += 1,
            Some(false) => {}
            None => trial.unclear += 1,
        }
    }
    Ok(trial)
}

/// Does a failure stand in a text? Nothing if that is too much work, or not a matter of the rules alone.
///
/// # Errors
/// Whoever stopped it.
pub(crate) fn stands(
    programs: &[Program],
    claim: &str,
    witness: &Witness,
    watch: &dyn Watch,
) -> Result<Option<bool>, Limit> {
    let Some(program) = programs.get(witness.program) else { return Ok(None) };
    let Some(claim) = program.claims.iter().find(|found| found.name == claim) else { return Ok(None) };
    let Some(states) = states(program, &witness.failure) else { return Ok(None) };
    let line = Line { cycle: witness.failure.cycle_from, ..about(claim, &states, &witness.failure) };
    let replay = Replay { program, under: &claim.under, tables: None, fuel: FUEL, watch, size: 8 };
    match replay.line(&line) {
        Ok(_) => Ok(Some(true)),
        Err(Limit::Internal(_)) => Ok(Some(false)),
        Err(Limit::Stopped(by)) => Err(Limit::Stopped(by)),
        Err(_) => Ok(None),
    }
}

/// The line with what the claim says of it.
fn about<'a>(claim: &Claim, states: &'a [State], failure: &Failure) -> Line<'a> {
    let line = Line::new(states, failure.reason);
    match claim.says {
        ClaimKind::Reaches { strategy, or, within, .. } => {
            Line { strategy: Some(strategy), or, within, ..line }
        }
        ClaimKind::Keeps { strategy, .. } => Line { strategy: Some(strategy), ..line },
        ClaimKind::Play { strategy, given, show, .. } => {
            Line { strategy: Some(strategy), lemma: Some((given, show)), ..line }
        }
        ClaimKind::Everywhere { domain, show } => Line { lemma: Some((domain, show)), ..line },
        _ => line,
    }
}

/// The positions of a failure's line.
fn states(program: &Program, failure: &Failure) -> Option<Vec<State>> {
    let fens = failure.moves.iter().map(|mv| mv.fen.as_str()).chain([failure.end.as_str()]);
    let state = |fen: &str| State::from_position(&program.endgame, &fen.parse::<Position>().ok()?);
    fens.map(state).collect()
}
