//! Positions that are against a claim, as users see them: asked again of the plain interpreter, probed, and with a line of
//! best play.

use adli_chess::{Colour, Position, Square};
use adli_lang::term::TermId;
use adli_lang::{Answer, Interpreter, MovesFrom, Recogniser, State, Stopped, Value as Meaning};
use adli_tables::{Value, probe};

use super::{Static, is_right};
use crate::limit::Limit;
use crate::report::{Failure, LineMove, Reason};

/// How many terms the plain interpreter may evaluate at one position.
const FUEL: u64 = 50_000_000;
/// How many plies of best play are shown.
const LINE: usize = 24;

impl Static<'_> {
    /// A position where a rule's answer is wrong, or `unknown` where it should not be.
    pub(super) fn exhibit(
        &self,
        recogniser: &Recogniser,
        turn: Colour,
        rule: u16,
        value: Value,
        squares: &[u8],
    ) -> Result<Failure, Limit> {
        let (state, position) = self.placed(turn, squares)?;
        let found = self.interpreter().value(self.program[recogniser.rule].body, &[state]);
        if found != Ok(Meaning::Int(i32::from(rule) + 1)) {
            return Err(disagrees("another rule gives the answer"));
        }
        let rule = &recogniser.rules[usize::from(rule)];
        let answer = rule.answer_for(turn.index() as u16);
        self.confirm_value(&position, value)?;
        // A win that is denied is played to its end; of a draw or loss that is denied one move is enough.
        let plies = match (answer, value) {
            (Answer::Mates | Answer::MatesNext, _) if !is_right(answer, value, true) => 1,
            (_, Value::Draw) => 1,
            _ => LINE,
        };
        let reason = if answer == Answer::Unknown { Reason::Unanswered } else { Reason::WrongAnswer };
        let mut failure = self.failure(&position, reason, plies)?;
        failure.rule = Some(rule.name.clone());
        failure.answer = Some(answer.word().to_owned());
        failure.value = Some(worth(value));
        Ok(failure)
    }

    /// A position of a domain where a lemma does not hold.
    pub(super) fn exception(
        &self,
        domain: TermId,
        show: TermId,
        turn: Colour,
        value: Value,
        squares: &[u8],
    ) -> Result<Failure, Limit> {
        let (state, position) = self.placed(turn, squares)?;
        let mut interpreter = self.interpreter();
        let inside = interpreter.holds(domain, &[state]).map_err(stopped)?;
        let holds = interpreter.holds(show, &[state]).map_err(stopped)?;
        if !inside || holds {
            return Err(disagrees("the lemma holds there"));
        }
        self.confirm_value(&position, value)?;
        let mut failure = self.failure(&position, Reason::Conclusion, LINE)?;
        failure.value = Some(worth(value));
        Ok(failure)
    }

    fn interpreter(&self) -> Interpreter<'_> {
        let mut interpreter =
            Interpreter::new(self.program).moves_from(MovesFrom::Laws).fuel(FUEL).tables(self.tables);
        self.under.iter().for_each(|&(option, value)| interpreter.set_option(option, value));
        interpreter
    }

    fn placed(&self, turn: Colour, squares: &[u8]) -> Result<(State, Position), Limit> {
        let squares: Vec<Square> =
            squares.iter().map(|&square| Square::new(square % 8, square / 8)).collect();
        let state = State::at_home(&self.program.endgame, turn, &squares);
        let position =
            state.position(&self.program.endgame).map_err(|_| disagrees("the position is not legal"))?;
        Ok((state, position))
    }

    fn confirm_value(&self, position: &Position, value: Value) -> Result<(), Limit> {
        let found = probe(self.known()?, position);
        if found == Ok(value) { Ok(()) } else { Err(disagrees("the table has another value")) }
    }

    /// A line of best play; every move is one of the laws.
    fn failure(&self, start: &Position, reason: Reason, plies: usize) -> Result<Failure, Limit> {
        let known = self.known()?;
        let mut laws = self.interpreter();
        let mut position = *start;
        let mut moves = Vec::new();
        while moves.len() < plies {
            let value = |mv| probe(known, &position.play(mv)).ok();
            let best = position.legal_moves().filter_map(|mv| Some((value(mv)?, mv)));
            // The worst for the opponent; of equal moves the first.
            let Some((_, best)) = best.min_by_key(|(value, _)| *value) else { break };
            let state = State::from_position(&self.program.endgame, &position);
            let legal =
                state.map(|state| laws.legal_moves(&state)).ok_or_else(|| disagrees("an unknown man"))?;
            let next = position.play(best);
            let same = |after: &State| {
                after.position(&self.program.endgame).is_ok_and(|after| placement(&after) == placement(&next))
            };
            if !legal.map_err(stopped)?.iter().any(|(_, after)| same(after)) {
                return Err(disagrees("a move of the line is not legal"));
            }
            let (fen, san) = (position.to_string(), position.san(best));
            moves.push(LineMove { uci: best.to_string(), san, rule: None, fen });
            position = next;
        }
        Ok(Failure {
            fen: start.to_string(),
            reason,
            rule: None,
            line: moves.iter().map(|mv| mv.uci.clone()).collect(),
            moves,
            end: position.to_string(),
            answer: None,
            value: None,
            cycle_from: None,
            tree: None,
        })
    }
}

/// Men and side to move, without the counters.
fn placement(position: &Position) -> String {
    position.to_string().split(' ').take(2).collect::<Vec<_>>().join(" ")
}

/// `draw`, `win in 3 plies`.
fn worth(value: Value) -> String {
    match value.plies() {
        None => value.outcome().to_owned(),
        Some(1) => format!("{} in 1 ply", value.outcome()),
        Some(plies) => format!("{} in {plies} plies", value.outcome()),
    }
}

fn stopped(stopped: Stopped) -> Limit {
    Limit::of(stopped, FUEL)
}

fn disagrees(what: &str) -> Limit {
    Limit::Internal(format!("the plain interpreter or the table disagrees: {what}"))
}
