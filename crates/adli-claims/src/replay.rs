//! Failures as users see them, each replayed by the plain interpreter first.
//!
//! This is the only place where a [`Failure`] is made, whatever method found it. A line is a list of positions. The
//! interpreter works out for itself which moves are legal (by `laws.adv`), which rule applies and what it allows, whether what
//! a lemma supposes holds and what it concludes does not, and which rule of a recogniser gives the answer. If it does not come
//! to the same line, that is a fault of ours and is reported as such. Inside conditions it may take moves from the fast core,
//! because a search of five plies by the letter of the laws would take minutes; the moves of the line itself are always those
//! of the laws.

use adli_chess::{Move, Square};
use adli_lang::term::{DefId, OptionId, RecogniserId, StrategyId, TermId};
use adli_lang::{
    Choice, Commitment, Interpreter, MovesFrom, Program, SlotMove, State, Step, Stopped, Strategy, Tables,
    Value,
};
use adli_watch::Watch;

use crate::failure::{Failure, LineMove, PlayedTree};
use crate::limit::Limit;
use crate::notation::{Notation, Seen};
use crate::reason::Reason;

/// What a line is to show.
#[derive(Clone, Copy)]
pub struct Line<'a> {
    /// Whose rules are played; nobody's if the line is about positions alone.
    pub strategy: Option<StrategyId>,
    /// Positions from the first on, a move between any two.
    pub states: &'a [State],
    /// What goes wrong at its end.
    pub reason: Reason,
    /// The number of the position in the line to which the last one returns.
    pub cycle: Option<usize>,
    /// What is as good as mate.
    pub or: Option<TermId>,
    /// For a lemma: what holds of the line and what does not.
    pub lemma: Option<(TermId, TermId)>,
    /// The most moves that are allowed.
    pub within: Option<u32>,
}

impl<'a> Line<'a> {
    /// A line of positions that goes wrong for a reason, and nothing else said of it.
    #[must_use]
    pub fn new(states: &'a [State], reason: Reason) -> Line<'a> {
        Line { strategy: None, states, reason, cycle: None, or: None, lemma: None, within: None }
    }
}

/// What a recogniser says of the first position of a line.
#[derive(Clone, Copy)]
pub struct Says {
    /// Which recogniser.
    pub recogniser: RecogniserId,
    /// Which of its rules gives the answer.
    pub rule: usize,
}

/// The plain interpreter with what it needs to replay lines of a claim.
#[derive(Clone, Copy)]
pub struct Replay<'a> {
    /// The program of the claim.
    pub program: &'a Program,
    /// Options that the claim sets.
    pub under: &'a [(OptionId, i32)],
    /// Values, if there are any.
    pub tables: Option<&'a dyn Tables>,
    /// How many terms may be evaluated at one position.
    pub fuel: u64,
    /// Asked whether to go on.
    pub watch: &'a dyn Watch,
    /// How many files and ranks the board has: eight for chess.
    pub size: i32,
}

impl<'a> Replay<'a> {
    /// Replays a line and says it in the notation of chess.
    ///
    /// # Errors
    /// Too much work for the interpreter, or that it finds something else: then the fault is ours.
    pub fn line(&self, line: &Line<'_>) -> Result<Failure, Limit> {
        let mut played = self.played(line)?;
        self.confirm(line, &played.commitments)?;
        // No rule is to blame where none has a move, where the other side moved, or for how long it all took.
        if matches!(line.reason, Reason::Stuck | Reason::Mated | Reason::TooSlow | Reason::FiftyMoves) {
            (played.rule, played.tree) = (None, None);
        }
        let (rule, tree, moves) = (played.rule, played.tree, played.moves);
        Ok(Failure { rule, tree, cycle_from: line.cycle, ..self.failure(line, moves) })
    }

    /// Replays a line that begins where a recogniser, or a lemma, is wrong. What the position is worth the tables say.
    ///
    /// # Errors
    /// As for other lines.
    pub fn answer(&self, line: &Line<'_>, says: Option<Says>, worth: String) -> Result<Failure, Limit> {
        let Some(first) = line.states.first() else { return Err(disagrees("an empty line")) };
        let mut laws = self.interpreter(MovesFrom::Laws);
        let (mut rule, mut answer) = (None, None);
        if let Some(says) = says {
            let recogniser = self.program.recognisers.get(usize::from(says.recogniser.0));
            let recogniser = recogniser.ok_or_else(|| disagrees("there is no such recogniser"))?;
            let given = recogniser.rules.get(says.rule).ok_or_else(|| disagrees("there is no such rule"))?;
            let body = self.program.definitions.get(recogniser.rule.0 as usize).map(|found| found.body);
            let found = body.map(|body| laws.value(body, &[*first]));
            if found != Some(Ok(Value::Int(says.rule as i32 + 1))) {
                return Err(disagrees("another rule gives the answer"));
            }
            rule = Some(given.name.clone());
            answer = Some(given.answer_for(first.turn().index() as u16).word().to_owned());
        }
        if let Some((given, show)) = line.lemma {
            let holds = |laws: &mut Interpreter<'_>, term| laws.holds(term, &[*first]);
            let inside = holds(&mut laws, given).map_err(|why| self.stopped(why))?;
            if !inside || holds(&mut laws, show).map_err(|why| self.stopped(why))? {
                return Err(disagrees("the lemma holds there"));
            }
        }
        if says.is_none() && line.lemma.is_none() {
            return Err(disagrees("the line is about nothing"));
        }
        let played = self.played(line)?;
        Ok(Failure { rule, answer, value: Some(worth), ..self.failure(line, played.moves) })
    }

    /// The moves of a longest play, for a query: it is replayed like a failure, and is more than `fewer` own moves long.
    ///
    /// # Errors
    /// As for other lines.
    pub fn longest(
        &self,
        strategy: StrategyId,
        states: &[State],
        fewer: u32,
    ) -> Result<Vec<LineMove>, Limit> {
        let line =
            Line { strategy: Some(strategy), within: Some(fewer), ..Line::new(states, Reason::TooSlow) };
        Ok(self.line(&line)?.moves)
    }

    /// The plain interpreter with the options of the claim.
    #[must_use]
    pub fn interpreter(&self, moves: MovesFrom) -> Interpreter<'a> {
        let mut interpreter =
            Interpreter::new(self.program).size(self.size).moves_from(moves).fuel(self.fuel);
        if let Some(tables) = self.tables {
            interpreter = interpreter.tables(tables);
        }
        self.under.iter().for_each(|&(option, value)| interpreter.set_option(option, value));
        interpreter
    }

    fn strategy(&self, line: &Line<'_>) -> Option<&'a Strategy> {
        self.program.strategies.get(usize::from(line.strategy?.0))
    }

    fn fen(&self, state: &State) -> String {
        self.seen(state).map(|seen| seen.to_string()).unwrap_or_default()
    }

    /// A position as its readers see it, men of one kind being alike.
    fn seen(&self, state: &State) -> Result<Seen, Limit> {
        let endgame = &self.program.endgame;
        let seen = if self.size == 8 {
            state.position(endgame).ok().map(|position| Seen::Chess(Box::new(position)))
        } else {
            let placement = state.placement(endgame, self.size);
            placement.map(|placement| Seen::Other(Box::new(placement), state.passing()))
        };
        seen.ok_or_else(|| disagrees("a position is not legal"))
    }

    fn failure(&self, line: &Line<'_>, moves: Vec<LineMove>) -> Failure {
        let fen = |state: Option<&State>| state.map(|state| self.fen(state)).unwrap_or_default();
        let size = (self.size != 8).then_some(self.size.unsigned_abs());
        let (first, last) = (fen(line.states.first()), fen(line.states.last()));
        Failure { size, ..Failure::replayed(first, line.reason, moves, last) }
    }

    fn stopped(&self, stopped: Stopped) -> Limit {
        Limit::of(stopped, self.fuel)
    }

    /// Plays the line: every move is legal, and those of the strategy are allowed.
    fn played(&self, line: &Line<'_>) -> Result<Played, Limit> {
        let strategy = self.strategy(line);
        let stopped = |why| self.stopped(why);
        let (mut laws, mut core) = (self.interpreter(MovesFrom::Laws), self.interpreter(MovesFrom::Core));
        let mut played = Played { moves: Vec::new(), rule: None, tree: None, commitments: vec![None] };
        // To which tree the strategy is committed in each position.
        let mut committed: Option<Commitment> = None;
        for pair in line.states.windows(2) {
            if let Some(by) = self.watch.stopped() {
                return Err(Limit::Stopped(by));
            }
            (laws, core) = (laws.fuel(self.fuel), core.fuel(self.fuel));
            let legal = laws.legal_moves(&pair[0]).map_err(stopped)?;
            let there = self.seen(&pair[1])?;
            // Like men may have changed their names.
            let same = |state: &State| *state == pair[1] || self.seen(state).is_ok_and(|seen| seen == there);
            let Some((mv, _)) = legal.iter().find(|(_, after)| same(after)) else {
                return Err(disagrees("a move of the line is not legal"));
            };
            let own = strategy.zip(line.strategy);
            let own = own.filter(|(s, _)| usize::from(s.side) == pair[0].turn().index());
            let mut applied = None;
            if let Some((strategy, id)) = own {
                let choice = self.choose(&mut core, id, committed.as_ref(), &pair[0])?;
                let choice = choice.ok_or_else(|| disagrees("no rule applies where one was said to"))?;
                if !choice.moves.iter().any(|(_, after)| same(after)) {
                    return Err(disagrees("the strategy does not allow a move of the line"));
                }
                let step = strategy.steps.get(choice.step);
                applied = step.map(|step| step.name.clone());
                played.rule.clone_from(&applied);
                if committed.is_none() {
                    played.tree = self.tree_begun(step, &pair[0]);
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
            played.commitments.push(committed);
            let seen = self.seen(&pair[0])?;
            let (uci, san) = match &seen {
                Seen::Chess(position) => {
                    let mv = chess_move(&pair[0], mv).ok_or_else(|| disagrees("a move leaves the board"))?;
                    (mv.to_string(), position.san(mv))
                }
                Seen::Other(..) => {
                    let mv = (mv, &pair[1]);
                    let notation = Notation { program: self.program, state: &pair[0], legal: &legal, mv };
                    (notation.uci(), notation.san(&mut laws).map_err(stopped)?)
                }
            };
            played.moves.push(LineMove { uci, san, rule: applied, fen: seen.to_string() });
        }
        Ok(played)
    }

    /// The tree that a step begins, if it tries advice.
    fn tree_begun(&self, step: Option<&Step>, root: &State) -> Option<PlayedTree> {
        let advice = self.program.advice.get(usize::from(step?.advice?.0))?;
        Some(PlayedTree { advice: advice.name.clone(), fen: self.seen(root).ok()?.to_string() })
    }

    /// What a strategy does, or the tree to which it is committed.
    fn choose(
        &self,
        interpreter: &mut Interpreter<'_>,
        strategy: StrategyId,
        committed: Option<&Commitment>,
        state: &State,
    ) -> Result<Option<Choice>, Limit> {
        let stopped = |why| self.stopped(why);
        let Some(tree) = committed else { return interpreter.choice(strategy, state).map_err(stopped) };
        let moves = interpreter.tree_moves(tree, state).map_err(stopped)?;
        Ok((!moves.is_empty()).then_some(Choice { step: tree.step, moves }))
    }

    /// Whether the end of the line is what it is said to be.
    fn confirm(&self, line: &Line<'_>, commitments: &[Option<Commitment>]) -> Result<(), Limit> {
        let Some((first, last)) = line.states.first().zip(line.states.last()) else {
            return Err(disagrees("an empty line"));
        };
        let stopped = |why| self.stopped(why);
        let (mut laws, mut core) = (self.interpreter(MovesFrom::Laws), self.interpreter(MovesFrom::Core));
        let mut holds = |def: Option<DefId>, state: &State| match def {
            Some(def) => laws.definition_holds(def, &[*state]).map_err(stopped),
            None => Ok(false),
        };
        if !holds(self.program.laws.legal, first)? {
            return Err(disagrees("the first position is not legal"));
        }
        let is_own = |state: &State| {
            self.strategy(line).is_some_and(|strategy| usize::from(strategy.side) == state.turn().index())
        };
        let mated = holds(self.program.laws.mate, last)?;
        let reached = match line.or {
            Some(or) => core.holds(or, &[*last]).map_err(stopped)?,
            None => false,
        };
        let stuck = |core: &mut Interpreter<'_>| {
            let Some(strategy) = line.strategy else { return Ok(false) };
            let committed = commitments.last().and_then(Option::as_ref);
            Ok::<bool, Limit>(self.choose(core, strategy, committed, last)?.is_none())
        };
        let movers = line.states.iter().take(line.states.len().saturating_sub(1));
        let own_moves = movers.filter(|state| is_own(state)).count() as u32;
        let as_said = match line.reason {
            Reason::Stuck => stuck(&mut core.fuel(self.fuel))? && !mated && !reached,
            // Whoever is mated has no move, whatever his rules say; a man may have left as well.
            Reason::Mated => mated && is_own(last),
            Reason::Stalemate => holds(self.program.laws.stalemate, last)? && !reached,
            Reason::HomeLeft => {
                let is_played = self.strategy(line).map_or_else(
                    || last.is_home(&self.program.endgame),
                    |strategy| strategy.casts.iter().any(|cast| last.has_cast(cast)),
                );
                !is_played && !mated && !reached
            }
            Reason::Cycle => {
                // The same position under another commitment would be no cycle.
                let back = |at: usize| {
                    line.states.get(at) == Some(last)
                        && commitments.get(at).copied().flatten() == commitments.last().copied().flatten()
                };
                line.cycle.is_some_and(back)
            }
            Reason::TooSlow => line.within.is_some_and(|within| own_moves > within),
            Reason::FiftyMoves => line.states.len() > 101,
            Reason::Conclusion => match line.lemma {
                Some((given, show)) => {
                    first.is_home(&self.program.endgame)
                        && (line.strategy.is_none() || is_own(first))
                        && core.holds(given, line.states).map_err(stopped)?
                        && !core.holds(show, line.states).map_err(stopped)?
                }
                None => false,
            },
            // What tables say is not replayed; the moves themselves were.
            Reason::ValueLost | Reason::NotOptimal | Reason::NotSymmetric => true,
            // Recognisers make no moves; `answer` shows what they say.
            Reason::WrongAnswer | Reason::Unanswered | Reason::Unused => false,
        };
        if as_said { Ok(()) } else { Err(disagrees("the end of the line is not what it was said to be")) }
    }
}

/// What a line has come to.
struct Played {
    moves: Vec<LineMove>,
    /// The rule of the last own move, and the tree that was begun last.
    rule: Option<String>,
    tree: Option<PlayedTree>,
    commitments: Vec<Option<Commitment>>,
}

fn disagrees(what: &str) -> Limit {
    Limit::Internal(format!("the plain interpreter disagrees: {what}"))
}

fn chess_move(state: &State, mv: &SlotMove) -> Option<Move> {
    let square = |(file, rank): (i32, i32)| Square::at(file as i8 - 1, rank as i8 - 1);
    Some(Move { from: square(state.place(mv.man))?, to: square(mv.to)?, promotion: mv.promotion })
}
