//! Failures as users see them, each replayed by the plain interpreter first.
//!
//! A line is a list of positions. The interpreter works out for itself which moves are legal (by `laws.adv`),
//! which rule applies and what it allows; if it does not come to the same line, that is a fault of ours and is
//! reported as such. Inside conditions it may take moves from the fast core, because a search of five plies by the
//! letter of the laws would take minutes; the moves of the line itself are always those of the laws.

use std::collections::HashSet;

use adli_chess::{Move, Position, Square};
use adli_lang::term::{StrategyId, TermId};
use adli_lang::{Choice, Commitment, Interpreter, MovesFrom, SlotMove, State, Step, Stopped};

use crate::columns::{Engine, FUEL};
use crate::limit::Limit;
use crate::report::{Failure, Failures, LineMove, PlayedTree, Reason};
use crate::space::Code;
use crate::ways::Shown;

/// What a line is to show.
#[derive(Clone, Copy)]
pub(crate) struct Exhibit<'a> {
    pub(crate) strategy: StrategyId,
    /// Positions from the first on, a move between any two.
    pub(crate) line: &'a [Code],
    pub(crate) reason: Reason,
    /// The number of the position in the line to which the last one returns.
    pub(crate) cycle: Option<usize>,
    /// What is as good as mate.
    pub(crate) or: Option<TermId>,
    /// For a lemma: what holds of the line and what does not.
    pub(crate) lemma: Option<(TermId, TermId)>,
    /// The most moves that are allowed.
    pub(crate) within: Option<u32>,
}

impl Exhibit<'_> {
    /// One without a line, about a strategy alone.
    pub(crate) fn of(strategy: StrategyId) -> Exhibit<'static> {
        let (cycle, or, lemma, within) = (None, None, None, None);
        Exhibit { strategy, line: &[], reason: Reason::Conclusion, cycle, or, lemma, within }
    }
}

/// How many lines that are too much work for the plain interpreter are passed over before it is given up. So many are looked for
/// even if fewer are to be shown: a verdict does not depend on how many somebody wants to see.
pub(crate) const MAX_PASSED_OVER: usize = 8;

impl Engine<'_> {
    /// Shows what speaks against a claim, in the order given but one of each kind first; one for each class of positions and
    /// each rule. `exhibit` has everything but the line.
    ///
    /// One line at least is replayed, shown or not, because a refutation rests on it. What is too much work for the plain
    /// interpreter is passed over; only if nothing could be replayed is that the answer.
    pub(crate) fn exhibit(
        &self,
        exhibit: &Exhibit<'_>,
        lines: Vec<Shown>,
        most: usize,
        failures: &mut Failures,
    ) -> Result<(), Limit> {
        let mut kinds = HashSet::new();
        let (firsts, rest): (Vec<Shown>, Vec<Shown>) =
            lines.into_iter().partition(|(_, reason, _)| kinds.insert(*reason));
        let mut seen = HashSet::new();
        let (mut replayed, mut passed_over) = (0, Vec::new());
        for (line, reason, cycle) in firsts.into_iter().chain(rest) {
            if replayed >= most.max(1) || passed_over.len() >= MAX_PASSED_OVER {
                break;
            }
            let Some(&first) = line.first() else { continue };
            let last = line.iter().rfind(|&&code| self.choice(exhibit.strategy, code).is_some());
            let step = last.and_then(|&code| self.choice(exhibit.strategy, code)).and_then(|choice| choice.0);
            let alike = (self.space().class(first), step, reason);
            if seen.contains(&alike) {
                continue;
            }
            self.go_on()?;
            match self.replay(&Exhibit { line: &line, reason, cycle, ..*exhibit }) {
                Ok(failure) => {
                    seen.insert(alike);
                    replayed += 1;
                    failures.shown.extend((failures.shown.len() < most).then_some(failure));
                }
                Err(Limit::Work(_)) => passed_over.push(first),
                Err(other) => return Err(other),
            }
        }
        // Whoever is stopped while looking for a line finds none.
        if replayed == 0 {
            self.go_on()?;
        }
        match passed_over.first() {
            Some(&first) if replayed == 0 => Err(Limit::Unreplayed { fen: self.fen(first), steps: FUEL }),
            None if replayed == 0 => Err(Limit::NoLine),
            _ => Ok(()),
        }
    }

    pub(crate) fn fen(&self, code: Code) -> String {
        let position = self.space().state(code).position(&self.program.endgame);
        position.map(|position| position.to_string()).unwrap_or_default()
    }

    /// Replays a line and says it in the notation of chess.
    pub(crate) fn replay(&self, exhibit: &Exhibit<'_>) -> Result<Failure, Limit> {
        let space = self.space();
        let endgame = &space.endgame;
        let strategy = self.program.strategies.get(usize::from(exhibit.strategy.0));
        let states: Vec<State> = exhibit.line.iter().map(|&code| space.state(code)).collect();
        let mut laws = self.interpreter(MovesFrom::Laws);
        let mut core = self.interpreter(MovesFrom::Core);
        let mut moves = Vec::new();
        let mut rule = None;
        let mut tree: Option<PlayedTree> = None;
        // To which tree the strategy is committed in each position.
        let mut committed: Option<Commitment> = None;
        let mut commitments = vec![committed];
        for pair in states.windows(2) {
            self.go_on()?;
            (laws, core) = (laws.fuel(FUEL), core.fuel(FUEL));
            let legal = laws.legal_moves(&pair[0]).map_err(stopped)?;
            let same =
                |state: &State| space.canonical(space.code(state)) == space.canonical(space.code(&pair[1]));
            let Some((mv, _)) = legal.iter().find(|(_, after)| same(after)) else {
                return Err(disagrees("a move of the line is not legal"));
            };
            let mut applied = None;
            if let Some(strategy) = strategy.filter(|s| usize::from(s.side) == pair[0].turn().index()) {
                let choice = choose(&mut core, exhibit.strategy, committed.as_ref(), &pair[0])?;
                let choice = choice.ok_or_else(|| disagrees("no rule applies where one was said to"))?;
                if !choice.moves.iter().any(|(_, after)| same(after)) {
                    return Err(disagrees("the strategy does not allow a move of the line"));
                }
                let step = strategy.steps.get(choice.step);
                applied = step.map(|step| step.name.clone());
                rule.clone_from(&applied);
                if committed.is_none() {
                    tree = self.tree_begun(step, &pair[0]);
                }
                committed = match (committed, step.and_then(|step| step.advice)) {
                    (Some(tree), _) => core.follow(&tree, &pair[0], &pair[1]).map_err(stopped)?,
                    (None, Some(advice)) => {
                        core.commitment(choice.step, advice, &pair[0], &pair[1]).map_err(stopped)?
                    }
                    (None, None) => None,
                };
            } else if let Some(tree) = committed {
                committed = core.follow(&tree, &pair[0], &pair[1]).map_err(stopped)?;
            }
            commitments.push(committed);
            let position = pair[0].position(endgame).map_err(|_| disagrees("a position is not legal"))?;
            let mv = chess_move(&pair[0], mv).ok_or_else(|| disagrees("a move leaves the board"))?;
            moves.push(LineMove {
                uci: mv.to_string(),
                san: position.san(mv),
                rule: applied,
                fen: position.to_string(),
            });
        }
        self.confirm(exhibit, &states, &commitments, &mut laws)?;
        let fen =
            |state: &State| state.position(endgame).map(|p: Position| p.to_string()).unwrap_or_default();
        // No rule is to blame where none has a move, where the other side moved, or for how long it all took.
        if matches!(exhibit.reason, Reason::Stuck | Reason::Mated | Reason::TooSlow | Reason::FiftyMoves) {
            (rule, tree) = (None, None);
        }
        Ok(Failure {
            fen: states.first().map(fen).unwrap_or_default(),
            reason: exhibit.reason,
            rule,
            line: moves.iter().map(|mv| mv.uci.clone()).collect(),
            moves,
            end: states.last().map(fen).unwrap_or_default(),
            answer: None,
            value: None,
            cycle_from: exhibit.cycle,
            tree,
        })
    }

    /// The tree that a step begins, if it tries advice.
    fn tree_begun(&self, step: Option<&Step>, root: &State) -> Option<PlayedTree> {
        let advice = self.program.advice.get(usize::from(step?.advice?.0))?;
        let position = root.position(&self.space().endgame).ok()?;
        Some(PlayedTree { advice: advice.name.clone(), fen: position.to_string() })
    }

    /// Whether the end of the line is what it is said to be.
    fn confirm(
        &self,
        exhibit: &Exhibit<'_>,
        states: &[State],
        commitments: &[Option<Commitment>],
        laws: &mut Interpreter<'_>,
    ) -> Result<(), Limit> {
        let (Some(last), Some(&last_code)) = (states.last(), exhibit.line.last()) else {
            return Err(disagrees("an empty line"));
        };
        let mut core = self.interpreter(MovesFrom::Core);
        let holds = |interpreter: &mut Interpreter<'_>, def: Option<adli_lang::term::DefId>| match def {
            Some(def) => interpreter.definition_holds(def, &[*last]).map_err(stopped),
            None => Ok(false),
        };
        let mated = holds(laws, self.program.laws.mate)?;
        let reached = match exhibit.or {
            Some(or) => core.holds(or, &[*last]).map_err(stopped)?,
            None => false,
        };
        let stuck = || {
            let committed = commitments.last().and_then(Option::as_ref);
            let choice = choose(&mut self.interpreter(MovesFrom::Core), exhibit.strategy, committed, last)?;
            Ok::<bool, Limit>(choice.is_none())
        };
        let movers = exhibit.line.iter().take(exhibit.line.len().saturating_sub(1));
        let own_moves = movers.filter(|&&code| self.is_own(exhibit.strategy, code)).count() as u32;
        let as_said = match exhibit.reason {
            Reason::Stuck => stuck()? && !mated && !reached,
            // Whoever is mated has no move, whatever his rules say; a man may have left as well.
            Reason::Mated => mated && self.is_own(exhibit.strategy, last_code),
            Reason::Stalemate => holds(laws, self.program.laws.stalemate)? && !reached,
            Reason::HomeLeft => !last.is_home(&self.program.endgame) && !mated && !reached,
            Reason::Cycle => {
                // The same position under another commitment would be no cycle.
                let back = |at: usize| {
                    states.get(at) == Some(last)
                        && commitments.get(at).copied().flatten() == commitments.last().copied().flatten()
                };
                exhibit.cycle.is_some_and(back)
            }
            Reason::TooSlow => exhibit.within.is_some_and(|within| own_moves > within),
            Reason::FiftyMoves => exhibit.line.len() > 101,
            Reason::Conclusion => match exhibit.lemma {
                Some((given, show)) => {
                    core.holds(given, states).map_err(stopped)?
                        && !core.holds(show, states).map_err(stopped)?
                }
                None => false,
            },
            // What tables say is not replayed; the moves themselves were.
            Reason::ValueLost | Reason::NotOptimal | Reason::NotSymmetric => true,
            // Recognisers make no moves; `recognise` shows what they answer.
            Reason::WrongAnswer | Reason::Unanswered | Reason::Unused => false,
        };
        if as_said { Ok(()) } else { Err(disagrees("the end of the line is not what it was said to be")) }
    }
}

/// What a strategy does, or the tree to which it is committed.
fn choose(
    interpreter: &mut Interpreter<'_>,
    strategy: StrategyId,
    committed: Option<&Commitment>,
    state: &State,
) -> Result<Option<Choice>, Limit> {
    let Some(tree) = committed else { return interpreter.choice(strategy, state).map_err(stopped) };
    let moves = interpreter.tree_moves(tree, state).map_err(stopped)?;
    Ok((!moves.is_empty()).then_some(Choice { step: tree.step, moves }))
}

pub(crate) fn stopped(stopped: Stopped) -> Limit {
    Limit::of(stopped, FUEL)
}

fn disagrees(what: &str) -> Limit {
    Limit::Internal(format!("the plain interpreter disagrees: {what}"))
}

fn chess_move(state: &State, mv: &SlotMove) -> Option<Move> {
    let square = |(file, rank): (i32, i32)| Square::at(file as i8 - 1, rank as i8 - 1);
    Some(Move { from: square(state.place(mv.man))?, to: square(mv.to)?, promotion: mv.promotion })
}
