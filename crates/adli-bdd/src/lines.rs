//! Lines of play that show where a claim fails: found with sets, walked by the plain interpreter.
//!
//! Sets say from where a play may go wrong within so many plies; the interpreter says what the moves are. Among them one is taken that brings
//! the play nearer to what goes wrong. So every line begins with a position of the claim and is as short as possible.

use std::collections::BTreeMap;

use adli_claims::{Failure, Limit, Line, Reason, Replay, Watch, in_order};
use adli_lang::term::{StrategyId, TermId};
use adli_lang::{Claim, Interpreter, MovesFrom, Outcome, Program, State, Tables};

use crate::atlas::Atlas;
use crate::board::{cast, squares};
use crate::field::Field;
use crate::store::{Made, Refused};

/// How many terms the plain interpreter may evaluate at one position of a line.
pub(crate) const FUEL: u64 = 20_000_000;
/// The most plies to something wrong, or in a line.
const MOST_PLIES: usize = 4000;
/// So many positions are tried for one kind of failure.
const TRIED: usize = 5;

/// A line, what goes wrong at its end, and where a cycle begins.
pub(crate) type Shown = (Vec<State>, Reason, Option<usize>);

/// What positions are worth, as far as sets were worked out.
pub(crate) struct Worth<'a, 'p>(pub(crate) &'a Atlas<'p>);

impl Tables for Worth<'_, '_> {
    fn value(&self, state: &State) -> Option<Outcome> {
        let atlas = self.0;
        let endgame = &atlas.program.endgame;
        let (cast, at) = (cast(endgame, state), squares(endgame, state));
        let holds = |set: &crate::store::Set| atlas.store.holds(set, &at);
        let ours = atlas.wins[cast.turn.index()].as_ref()?.casts.get(&cast.men)?;
        let theirs = atlas.wins[(!cast.turn).index()].as_ref()?.casts.get(&cast.men)?;
        if !holds(&ours.legal[0]) {
            return None;
        }
        if let Some(moves) = ours.won.iter().position(holds) {
            return Some(Outcome::Win(moves as u32));
        }
        Some(if theirs.lost.last().is_some_and(holds) { Outcome::Loss } else { Outcome::Draw })
    }
}

/// What replays lines of a claim; with values, or without where nothing that is replayed asks for them.
pub(crate) fn replayer<'a>(
    program: &'a Program,
    watch: &'a dyn Watch,
    claim: &'a Claim,
    tables: Option<&'a dyn Tables>,
) -> Replay<'a> {
    Replay { program, under: &claim.under, tables, fuel: FUEL, watch, size: 8 }
}

impl Atlas<'_> {
    /// Whether a position is in a field.
    pub(crate) fn is_in(&self, field: &Field, state: &State) -> bool {
        let endgame = &self.program.endgame;
        let set = field.get(&cast(endgame, state));
        set.is_some_and(|set| self.store.holds(set, &squares(endgame, state)))
    }

    /// What follows a position when a strategy is played.
    fn following(
        &self,
        interpreter: &mut Interpreter<'_>,
        strategy: StrategyId,
        state: &State,
    ) -> Made<Vec<State>> {
        let stopped = |why| Refused::Internal(format!("the plain interpreter has no answer: {why}"));
        let own = self.asked(strategy)?.turn == state.turn();
        let moves = if own {
            let choice = interpreter.choice(strategy, state).map_err(stopped)?;
            choice.map(|choice| choice.moves).unwrap_or_default()
        } else {
            interpreter.legal_moves(state).map_err(stopped)?
        };
        Ok(moves.into_iter().map(|(_, after)| after).collect())
    }

    fn fresh_interpreter(&self, replay: &Replay<'_>) -> Interpreter<'_> {
        let mut interpreter = Interpreter::new(self.program).moves_from(MovesFrom::Core).fuel(FUEL);
        replay.under.iter().for_each(|&(option, value)| interpreter.set_option(option, value));
        interpreter
    }

    /// The positions from which a play leads to some of these, by how many plies: up to the first that a claim speaks of.
    fn ways_to(
        &mut self,
        strategy: StrategyId,
        or: Option<TermId>,
        to: &Field,
        from: &Field,
    ) -> Made<Vec<Field>> {
        let mut layers = vec![to.clone()];
        let mut all = to.clone();
        let casts: Vec<_> = self.all_casts();
        while let Some(last) = layers.last() {
            if !last.restricted(&self.store, from, true)?.is_empty()
                || last.is_empty()
                || layers.len() > MOST_PLIES
            {
                break;
            }
            let last = last.clone();
            let mut next = Field::default();
            for cast in &casts {
                let moves = self.played(strategy, cast)?;
                let leads = self.leading(&moves, &last, true)?;
                let over = self.is_over(strategy, cast, or)?;
                next.add(&self.store, cast, &self.store.without(&leads, &over)?)?;
            }
            let next = next.restricted(&self.store, &all, false)?;
            all = all.joined(&self.store, &next)?;
            layers.push(next);
        }
        Ok(layers)
    }

    /// Shortest lines from positions of a claim to where something is wrong at once.
    pub(crate) fn lines_to(
        &mut self,
        (strategy, or): (StrategyId, Option<TermId>),
        wrong: &BTreeMap<Reason, Field>,
        from: &Field,
        replay: &Replay<'_>,
    ) -> Made<Vec<Shown>> {
        let mut shown = Vec::new();
        for (&reason, field) in wrong.iter().filter(|(_, field)| !field.is_empty()) {
            let layers = self.ways_to(strategy, or, field, from)?;
            let Some(last) = layers.last() else { continue };
            let begins = last.restricted(&self.store, from, true)?;
            for start in self.first_positions(&begins, TRIED)? {
                let mut interpreter = self.fresh_interpreter(replay);
                let mut line = vec![start];
                for layer in layers.iter().rev().skip(1) {
                    let Some(state) = line.last() else { break };
                    let next = self.following(&mut interpreter, strategy, state)?;
                    line.extend(next.into_iter().find(|next| self.is_in(layer, next)));
                }
                if line.len() == layers.len() {
                    shown.push((line, reason, None));
                }
            }
        }
        Ok(shown)
    }

    /// Lines on through positions from which a play need not end, until one comes again.
    pub(crate) fn cycles(
        &mut self,
        strategy: StrategyId,
        endless: &Field,
        from: &Field,
        replay: &Replay<'_>,
    ) -> Made<Vec<Shown>> {
        let mut shown = Vec::new();
        let begins = from.restricted(&self.store, endless, true)?;
        for start in self.first_positions(&begins, TRIED)? {
            let mut interpreter = self.fresh_interpreter(replay);
            let mut line = vec![start];
            while line.len() < MOST_PLIES {
                let Some(state) = line.last() else { break };
                let next = self.following(&mut interpreter, strategy, state)?;
                let Some(next) = next.into_iter().find(|next| self.is_in(endless, next)) else { break };
                let known = line.iter().position(|state| *state == next);
                line.push(next);
                if known.is_some() {
                    shown.push((line, Reason::Cycle, known));
                    break;
                }
            }
        }
        Ok(shown)
    }

    /// A play of the greatest length from a position: `within` are the positions by how long they take.
    pub(crate) fn longest_line(
        &self,
        (strategy, or): (StrategyId, Option<TermId>),
        within: &[Field],
        start: &State,
        replay: &Replay<'_>,
    ) -> Made<Vec<State>> {
        let mut interpreter = self.fresh_interpreter(replay);
        let side = self.asked(strategy)?.turn;
        let takes = |state: &State| within.iter().position(|field| self.is_in(field, state));
        let mut line = vec![*start];
        while line.len() < MOST_PLIES {
            let Some(state) = line.last().copied() else { break };
            let own = state.turn() == side;
            let over = or.is_some_and(|or| interpreter.holds(or, &[state]) == Ok(true));
            let next = if over { Vec::new() } else { self.following(&mut interpreter, strategy, &state)? };
            let next = next.into_iter().filter_map(|next| Some((takes(&next)?, next)));
            let Some((left, next)) = next.max_by_key(|(takes, _)| *takes) else { break };
            if own && takes(&state) != Some(left + 1) {
                return Err(Refused::Internal("the plain interpreter plays another line".into()));
            }
            line.push(next);
        }
        Ok(line)
    }
}

/// Replays lines, one of each kind first, `most` of them and at least one. By which rule a line was played is
/// known when it has been
/// replayed, so that twice as many are replayed as are shown.
pub(crate) fn exhibit(
    replay: &Replay<'_>,
    about: &Line<'_>,
    lines: Vec<Shown>,
    kinds: &BTreeMap<Reason, u64>,
    most: usize,
) -> Result<Vec<Failure>, Limit> {
    let mut replayed = Vec::new();
    let mut unreplayed = None;
    for (states, reason, cycle) in in_order(lines, kinds, |(_, reason, _)| (*reason, ())) {
        if replayed.len() >= 2 * most.max(1) {
            break;
        }
        match replay.line(&Line { states: &states, reason, cycle, ..*about }) {
            Ok(failure) => replayed.push(failure),
            Err(Limit::Work(_)) => unreplayed = unreplayed.or(states.first().copied()),
            Err(other) => return Err(other),
        }
    }
    match unreplayed {
        Some(state) if replayed.is_empty() => {
            let position = state.position(&replay.program.endgame);
            let fen = position.map(|position| position.to_string()).unwrap_or_default();
            Err(Limit::Unreplayed { fen, steps: replay.fuel })
        }
        _ => {
            let mut shown =
                in_order(replayed, kinds, |failure: &Failure| (failure.reason, failure.rule.clone()));
            shown.truncate(most.max(1));
            Ok(shown)
        }
    }
}
