//! Positions that are against a claim, as users see them: asked again of the plain interpreter, probed, and with a line of
//! best play.

use adli_chess::{Colour, Position, Square};
use adli_claims::{Failure, Limit, Line, Reason, Replay, Says};
use adli_lang::term::{RecogniserId, TermId};
use adli_lang::{Answer, Recogniser, State};
use adli_tables::{Value, probe};

use super::{Static, is_right};

/// How many terms the plain interpreter may evaluate at one position.
const FUEL: u64 = 50_000_000;
/// How many plies of best play are shown.
const LINE: usize = 24;

impl Static<'_> {
    /// A position where a rule's answer is wrong, or `unknown` where it should not be.
    pub(super) fn exhibit(
        &self,
        (id, recogniser): (RecogniserId, &Recogniser),
        turn: Colour,
        rule: u16,
        value: Value,
        squares: &[u8],
    ) -> Result<Failure, Limit> {
        let position = self.placed(turn, squares)?;
        let rule = usize::from(rule);
        let answer =
            recogniser.rules.get(rule).map_or(Answer::Unknown, |rule| rule.answer_for(turn.index() as u16));
        self.confirm_value(&position, value)?;
        // A win that is denied is played to its end; of a draw or loss that is denied one move is enough.
        let plies = match (answer, value) {
            (Answer::Mates | Answer::MatesNext, _) if !is_right(answer, value, true) => 1,
            (_, Value::Draw) => 1,
            _ => LINE,
        };
        let reason = if answer == Answer::Unknown { Reason::Unanswered } else { Reason::WrongAnswer };
        let states = self.best_play(&position, plies)?;
        let says = Says { recogniser: id, rule };
        self.replay().answer(&Line::new(&states, reason), Some(says), worth(value))
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
        let position = self.placed(turn, squares)?;
        self.confirm_value(&position, value)?;
        let states = self.best_play(&position, LINE)?;
        let line = Line { lemma: Some((domain, show)), ..Line::new(&states, Reason::Conclusion) };
        self.replay().answer(&line, None, worth(value))
    }

    fn replay(&self) -> Replay<'_> {
        let (program, under, watch) = (self.program, self.under, self.watch);
        Replay { program, under, tables: Some(self.tables), fuel: FUEL, watch, size: 8 }
    }

    fn placed(&self, turn: Colour, squares: &[u8]) -> Result<Position, Limit> {
        let squares: Vec<Square> =
            squares.iter().map(|&square| Square::new(square % 8, square / 8)).collect();
        let state = State::at_home(&self.program.endgame, turn, &squares);
        state.position(&self.program.endgame).map_err(|_| disagrees("the position is not legal"))
    }

    fn confirm_value(&self, position: &Position, value: Value) -> Result<(), Limit> {
        let found = probe(self.known()?, position);
        if found == Ok(value) { Ok(()) } else { Err(disagrees("the table has another value")) }
    }

    /// A line of best play, as the tables have it.
    fn best_play(&self, start: &Position, plies: usize) -> Result<Vec<State>, Limit> {
        let known = self.known()?;
        let mut position = *start;
        let mut states = Vec::new();
        loop {
            let state = State::from_position(&self.program.endgame, &position);
            states.push(state.ok_or_else(|| disagrees("an unknown man"))?);
            let value = |mv| probe(known, &position.play(mv)).ok();
            let best = position.legal_moves().filter_map(|mv| Some((value(mv)?, mv)));
            // The worst for the opponent; of equal moves the first.
            match best.min_by_key(|(value, _)| *value) {
                Some((_, best)) if states.len() <= plies => position = position.play(best),
                _ => return Ok(states),
            }
        }
    }
}

/// `draw`, `win in 3 plies`.
fn worth(value: Value) -> String {
    match value.plies() {
        None => value.outcome().to_owned(),
        Some(1) => format!("{} in 1 ply", value.outcome()),
        Some(plies) => format!("{} in {plies} plies", value.outcome()),
    }
}

fn disagrees(what: &str) -> Limit {
    Limit::Internal(format!("the table disagrees: {what}"))
}
