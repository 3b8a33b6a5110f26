//! A model as a counterexample: a line that the plain interpreter has replayed.
//!
//! Nothing of a model is believed. The interpreter works out for itself, by the letter of `laws.adv`, which moves are
//! legal, which step applies and what it allows, whether what the lemma supposes holds and what it concludes does not.

use adli_chess::{Move, Square};
use adli_lang::term::{StrategyId, TermId};
use adli_lang::{Claim, ClaimKind, Interpreter, MovesFrom, Program, SlotMove, State, Stopped};
use adli_prove::{Failure, LineMove, Reason};

/// Replays a line against a lemma.
///
/// # Errors
/// What the interpreter finds otherwise: a fault of ours.
pub fn replay(program: &Program, claim: &Claim, line: &[State]) -> Result<Failure, String> {
    let (strategy, given, show) = match &claim.says {
        ClaimKind::Play { strategy, given, show, .. } => (Some(*strategy), *given, *show),
        ClaimKind::Everywhere { domain, show } => (None, *domain, *show),
        _ => return Err("only lemmas have counterexamples".into()),
    };
    let interpreter = |moves_from: MovesFrom| {
        let mut interpreter = Interpreter::new(program).moves_from(moves_from);
        for &(option, value) in &claim.under {
            interpreter.set_option(option, value);
        }
        interpreter
    };
    let Some((first, last)) = line.first().zip(line.last()) else { return Err("the line is empty".into()) };
    let legal = program.laws.legal.ok_or("there are no laws")?;
    let is_legal = interpreter(MovesFrom::Laws).definition_holds(legal, &[*first]).map_err(stopped)?;
    if !is_legal || !first.is_home(&program.endgame) {
        return Err("the first position is not legal, or not at home".into());
    }
    if strategy.is_some_and(|s| side(program, s) != Some(first.turn().index())) {
        return Err("the strategy is not to move in the first position".into());
    }
    let mut moves = Vec::new();
    for pair in line.windows(2) {
        moves.push(line_move(program, strategy, &pair[0], &pair[1], interpreter)?);
    }
    let holds = |term: TermId| interpreter(MovesFrom::Core).holds(term, line).map_err(stopped);
    if !holds(given)? {
        return Err("what the lemma supposes does not hold of the line".into());
    }
    if holds(show)? {
        return Err("what the lemma concludes holds of the line".into());
    }
    let fen = |state: &State| state.position(&program.endgame).map(|p| p.to_string()).unwrap_or_default();
    Ok(Failure {
        fen: fen(first),
        reason: Reason::Conclusion,
        rule: moves.iter().rev().find_map(|mv: &LineMove| mv.rule.clone()),
        line: moves.iter().map(|mv| mv.uci.clone()).collect(),
        moves,
        end: fen(last),
        answer: None,
        value: None,
        cycle_from: None,
        tree: None,
    })
}

fn side(program: &Program, strategy: StrategyId) -> Option<usize> {
    program.strategies.get(usize::from(strategy.0)).map(|found| usize::from(found.side))
}

/// A move of the line, if it is legal and, for the strategy's side, allowed.
fn line_move<'p>(
    program: &'p Program,
    strategy: Option<StrategyId>,
    before: &State,
    after: &State,
    interpreter: impl Fn(MovesFrom) -> Interpreter<'p>,
) -> Result<LineMove, String> {
    let legal = interpreter(MovesFrom::Laws).legal_moves(before).map_err(stopped)?;
    let Some((mv, _)) = legal.iter().find(|(_, state)| state == after) else {
        return Err("a move of the line is not legal".into());
    };
    let own = strategy.filter(|&s| side(program, s) == Some(before.turn().index()));
    let mut rule = None;
    if let Some(strategy) = own {
        let choice = interpreter(MovesFrom::Core).choice(strategy, before).map_err(stopped)?;
        let choice = choice.ok_or("no step applies where one was said to")?;
        if !choice.moves.iter().any(|(_, state)| state == after) {
            return Err("the strategy does not allow a move of the line".into());
        }
        let steps = program.strategies.get(usize::from(strategy.0)).map(|found| &found.steps);
        rule = steps.and_then(|steps| steps.get(choice.step)).map(|step| step.name.clone());
    }
    let position = before.position(&program.endgame).map_err(|_| "a position is not legal".to_owned())?;
    let mv = chess_move(before, mv).ok_or("a move leaves the board")?;
    Ok(LineMove { uci: mv.to_string(), san: position.san(mv), rule, fen: position.to_string() })
}

fn chess_move(state: &State, mv: &SlotMove) -> Option<Move> {
    let square = |(file, rank): (i32, i32)| Square::at(file as i8 - 1, rank as i8 - 1);
    Some(Move { from: square(state.place(mv.man))?, to: square(mv.to)?, promotion: mv.promotion })
}

fn stopped(stopped: Stopped) -> String {
    stopped.to_string()
}
