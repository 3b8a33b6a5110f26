//! Failures as users see them, each replayed by the plain interpreter first.
//!
//! A line is a list of positions. The interpreter works out for itself which moves are legal (by `laws.adv`),
//! which rule applies and what it allows; if it does not come to the same line, that is a fault of ours and is
//! reported as such. Inside conditions it may take moves from the fast core, because a search of five plies by the
//! letter of the laws would take minutes; the moves of the line itself are always those of the laws.

use adli_chess::{Move, Position, Square};
use adli_lang::term::{StrategyId, TermId};
use adli_lang::{Interpreter, MovesFrom, SlotMove, State, Stopped};

use crate::columns::Engine;
use crate::limit::Limit;
use crate::report::{Failure, LineMove, Reason};
use crate::space::Code;

/// What a line is to show.
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

impl Engine<'_> {
    /// Replays a line and says it in the notation of chess.
    pub(crate) fn replay(&self, exhibit: &Exhibit<'_>) -> Result<Failure, Limit> {
        let space = self.space();
        let endgame = &space.endgame;
        let strategy = self.program.strategies.get(usize::from(exhibit.strategy.0));
        let states: Vec<State> = exhibit.line.iter().map(|&code| space.state(code)).collect();
        let mut laws = self.interpreter(MovesFrom::Laws);
        let mut moves = Vec::new();
        let mut rule = None;
        for pair in states.windows(2) {
            let legal = laws.legal_moves(&pair[0]).map_err(stopped)?;
            let same =
                |state: &State| space.canonical(space.code(state)) == space.canonical(space.code(&pair[1]));
            let Some((mv, _)) = legal.iter().find(|(_, after)| same(after)) else {
                return Err(disagrees("a move of the line is not legal"));
            };
            let mut applied = None;
            if let Some(strategy) = strategy.filter(|s| usize::from(s.side) == pair[0].turn().index()) {
                let choice =
                    self.interpreter(MovesFrom::Core).choice(exhibit.strategy, &pair[0]).map_err(stopped)?;
                let choice = choice.ok_or_else(|| disagrees("no rule applies where one was said to"))?;
                if !choice.moves.iter().any(|(_, after)| same(after)) {
                    return Err(disagrees("the strategy does not allow a move of the line"));
                }
                applied = strategy.steps.get(choice.step).map(|step| step.name.clone());
                rule.clone_from(&applied);
            }
            let position = pair[0].position(endgame).map_err(|_| disagrees("a position is not legal"))?;
            let mv = chess_move(&pair[0], mv).ok_or_else(|| disagrees("a move leaves the board"))?;
            moves.push(LineMove {
                uci: mv.to_string(),
                san: position.san(mv),
                rule: applied,
                fen: position.to_string(),
            });
        }
        self.confirm(exhibit, &states, &mut laws)?;
        let fen =
            |state: &State| state.position(endgame).map(|p: Position| p.to_string()).unwrap_or_default();
        if matches!(exhibit.reason, Reason::Stuck | Reason::Mated) {
            rule = None;
        }
        Ok(Failure {
            fen: states.first().map(fen).unwrap_or_default(),
            reason: exhibit.reason,
            rule,
            line: moves.iter().map(|mv| mv.uci.clone()).collect(),
            moves,
            end: states.last().map(fen).unwrap_or_default(),
            cycle_from: exhibit.cycle,
        })
    }

    /// Whether the end of the line is what it is said to be.
    fn confirm(
        &self,
        exhibit: &Exhibit<'_>,
        states: &[State],
        laws: &mut Interpreter<'_>,
    ) -> Result<(), Limit> {
        let Some(last) = states.last() else { return Err(disagrees("an empty line")) };
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
            Ok(self.interpreter(MovesFrom::Core).choice(exhibit.strategy, last).map_err(stopped)?.is_none())
        };
        let movers = exhibit.line.iter().take(exhibit.line.len().saturating_sub(1));
        let own_moves = movers.filter(|&&code| self.is_own(exhibit.strategy, code)).count() as u32;
        let as_said = match exhibit.reason {
            Reason::Stuck => stuck()? && !mated && !reached,
            Reason::Mated => mated && stuck()?,
            Reason::Stalemate => holds(laws, self.program.laws.stalemate)? && !reached,
            Reason::HomeLeft => !last.is_home(&self.program.endgame) && !mated && !reached,
            Reason::Cycle => exhibit.cycle.is_some_and(|at| states.get(at) == Some(last)),
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
        };
        if as_said { Ok(()) } else { Err(disagrees("the end of the line is not what it was said to be")) }
    }
}

fn stopped(stopped: Stopped) -> Limit {
    match stopped {
        Stopped::TooLong | Stopped::TooDeep => Limit::Work,
        other => Limit::Internal(other.to_string()),
    }
}

fn disagrees(what: &str) -> Limit {
    Limit::Internal(format!("the plain interpreter disagrees: {what}"))
}

fn chess_move(state: &State, mv: &SlotMove) -> Option<Move> {
    let square = |(file, rank): (i32, i32)| Square::at(file as i8 - 1, rank as i8 - 1);
    Some(Move { from: square(state.place(mv.man))?, to: square(mv.to)?, promotion: mv.promotion })
}
