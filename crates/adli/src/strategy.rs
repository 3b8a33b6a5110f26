//! A strategy, and a position to which it is put.

use std::fs;
use std::path::Path;

use adli_chess::{Colour, Move, Position, Square};
use adli_lang::term::StrategyId;
use adli_lang::{
    Choice, Commitment, Interpreter, MovesFrom, Program, SlotMove, State, Stopped, Strategy, suggest,
};
use adli_prove::{Answer, Compiled};

use crate::args::StrategyArgs;
use crate::failure::Failure;
use crate::texts::Text;
use crate::words::list;

/// How many terms may be evaluated in one position; far more than any sensible rule takes.
const FUEL: u64 = 400_000_000;

/// A strategy of a text, for one material.
pub struct Chosen {
    pub text: Text,
    pub program: Program,
    pub id: StrategyId,
    /// The sides of the position are the other way round than in the text.
    pub is_turned: bool,
    /// The table that its moves are taken from, if one was named.
    pub compiled: Option<Compiled>,
}

impl Chosen {
    /// The strategy that was asked for, and the position as it was typed.
    pub fn find(args: &StrategyArgs) -> Result<(Chosen, Position), Failure> {
        let text = Text::find(&args.text.file)?;
        let position = args.position.check()?;
        let programs = text.programs(&args.text.set)?;
        if !programs.iter().any(|program| program.strategies.iter().any(|s| s.span.source == text.number)) {
            return Err(Failure::input(format!("`{}` has no strategy", text.name)));
        }
        let (program, is_turned) = fitting(&text, &programs, &position)?;
        let id = choose(&text, program, args.strategy.as_deref())?;
        let mut chosen = Chosen { program: program.clone(), text, id, is_turned, compiled: None };
        if let Some(path) = &args.compiled {
            chosen.compiled = Some(chosen.read_table(path, &args.text.set)?);
        }
        Ok((chosen, position))
    }

    /// A table that was made of this strategy of this text.
    fn read_table(&self, path: &Path, settings: &[(String, String)]) -> Result<Compiled, Failure> {
        let name = path.display();
        let bytes =
            fs::read(path).map_err(|error| Failure::input(format!("cannot read `{name}`: {error}")))?;
        let table = Compiled::from_bytes(&bytes).map_err(|why| {
            Failure::input(format!("`{name}`: {why}")).help("make it again with `adli compile`")
        })?;
        let strategy = &self.strategy().name;
        if table.of_texts != self.text.digest(settings)
            || table.material != self.program.endgame.name
            || table.strategy != *strategy
        {
            let (of, material) = (&table.strategy, &table.material);
            let message =
                format!("`{name}` was made of `{of}` for {material}, by another text, library or option");
            return Err(Failure::input(message).help("make it again with `adli compile`"));
        }
        Ok(table)
    }

    /// The move that a table has for the position that was typed.
    pub fn table_move(&self, table: &Compiled, position: &Position, commitment: u8) -> Option<Answer> {
        let answer = table.look_up(&self.program.endgame, &self.seen(position), commitment)?;
        Some(Answer { mv: self.turned(answer.mv), ..answer })
    }

    pub fn strategy(&self) -> &Strategy {
        &self.program.strategies[usize::from(self.id.0)]
    }

    /// Who plays the strategy in the position that was typed.
    pub fn side(&self) -> Colour {
        let side = Colour::ALL[usize::from(self.strategy().side).min(1)];
        if self.is_turned { !side } else { side }
    }

    /// A position as the text sees it.
    pub fn seen(&self, position: &Position) -> Position {
        if self.is_turned { position.flipped() } else { *position }
    }

    /// The same as a state, men who have been captured included.
    pub fn any_state(&self, position: &Position) -> Option<State> {
        State::from_position(&self.program.endgame, &self.seen(position))
    }

    /// The same as a state, if its men are those of the text.
    pub fn state(&self, position: &Position) -> Option<State> {
        let state = State::from_position(&self.program.endgame, &self.seen(position))?;
        state.is_home(&self.program.endgame).then_some(state)
    }

    pub fn interpreter(&self) -> Interpreter<'_> {
        // A search by the letter of the laws would take minutes.
        let searches = self.strategy().steps.iter().any(|step| step.advice.is_some());
        let moves = if searches { MovesFrom::Core } else { MovesFrom::Laws };
        Interpreter::new(&self.program).fuel(FUEL).moves_from(moves)
    }

    /// What the strategy does, or the tree that it plays out; its moves in the order of UCI notation.
    pub fn choice(&self, state: &State, tree: Option<&Commitment>) -> Result<Option<Choice>, Failure> {
        let mut interpreter = self.interpreter();
        let mut choice = match tree {
            None => interpreter.choice(self.id, state).map_err(stopped)?,
            Some(tree) => {
                let moves = interpreter.tree_moves(tree, state).map_err(stopped)?;
                (!moves.is_empty()).then_some(Choice { step: tree.step, moves })
            }
        };
        if let Some(choice) = &mut choice {
            choice.moves.sort_by_cached_key(|(mv, _)| core_move(state, *mv).map(|mv| mv.to_string()));
        }
        Ok(choice)
    }

    /// To which tree the strategy is committed after a move; `step` is the step that made it, if it is an own move.
    pub fn follow(
        &self,
        tree: Option<&Commitment>,
        step: Option<usize>,
        before: &State,
        after: &State,
    ) -> Result<Option<Commitment>, Failure> {
        let mut interpreter = self.interpreter();
        let advice = step.and_then(|step| self.strategy().steps.get(step)?.advice);
        match (tree, step.zip(advice)) {
            (Some(tree), _) => interpreter.follow(tree, before, after).map_err(stopped),
            (None, Some((step, advice))) => {
                interpreter.commitment(step, advice, before, after).map_err(stopped)
            }
            (None, None) => Ok(None),
        }
    }

    /// A move of the strategy in the position that was typed.
    pub fn typed_move(&self, state: &State, mv: SlotMove) -> Result<Move, Failure> {
        let mv = core_move(state, mv).ok_or_else(|| Failure::internal("a move leaves the board"))?;
        Ok(self.turned(mv))
    }

    /// A move of the text's position in the position that was typed.
    fn turned(&self, mv: Move) -> Move {
        let turned = |square: Square| Square::new(square.file(), 7 - square.rank());
        if self.is_turned { Move { from: turned(mv.from), to: turned(mv.to), ..mv } } else { mv }
    }
}

/// The program whose men are those of a position, and whether the colours are the other way round.
pub fn fitting<'p>(
    text: &Text,
    programs: &'p [Program],
    position: &Position,
) -> Result<(&'p Program, bool), Failure> {
    for is_turned in [false, true] {
        let shown = if is_turned { position.flipped() } else { *position };
        let is_at_home = |program: &&Program| {
            State::from_position(&program.endgame, &shown)
                .is_some_and(|state| state.is_home(&program.endgame))
        };
        if let Some(program) = programs.iter().find(is_at_home) {
            return Ok((program, is_turned));
        }
    }
    let about: Vec<String> = programs.iter().map(|program| program.endgame.name.clone()).collect();
    let men = position
        .material()
        .map_or_else(|| format!("{} men", position.occupied().len()), |material| material.to_string());
    Err(Failure::input(format!("the position is {men}; `{}` is about {}", text.name, list(&about, "and"))))
}

/// A move of the text's position.
pub fn core_move(state: &State, mv: SlotMove) -> Option<Move> {
    let square =
        |(file, rank): (i32, i32)| Square::at(i8::try_from(file - 1).ok()?, i8::try_from(rank - 1).ok()?);
    Some(Move { from: square(state.place(mv.man))?, to: square(mv.to)?, promotion: mv.promotion })
}

/// Why an evaluation has no result.
pub fn stopped(stopped: Stopped) -> Failure {
    match stopped {
        Stopped::TooLong => Failure::limit(stopped.to_string())
            .help("look fewer plies ahead, or make a table once for all with `adli compile`"),
        Stopped::TooDeep => Failure::limit(stopped.to_string()),
        Stopped::NeedsTables | Stopped::Unbound => Failure::internal(stopped.to_string()),
    }
}

/// The strategy of that name, or the only one.
pub fn choose(text: &Text, program: &Program, wanted: Option<&str>) -> Result<StrategyId, Failure> {
    let numbered = || program.strategies.iter().enumerate().map(|(n, found)| (StrategyId(n as u16), found));
    let own: Vec<_> = numbered().filter(|(_, found)| found.span.source == text.number).collect();
    let names: Vec<String> = own.iter().map(|(_, found)| format!("`{}`", found.name)).collect();
    let name = &text.name;
    match (wanted, &own[..]) {
        (None, [(only, _)]) => Ok(*only),
        (None, _) => Err(Failure::input(format!("`{name}` has the strategies {}", list(&names, "and")))
            .help("choose one with `--strategy NAME`")),
        (Some(wanted), _) => {
            let found = numbered().find(|(_, strategy)| strategy.name == wanted);
            found.map(|(id, _)| id).ok_or_else(|| {
                let failure = Failure::input(format!("`{name}` has no strategy called `{wanted}`"));
                match suggest(wanted, program.strategies.iter().map(|found| found.name.as_str())) {
                    Some(near) => failure.help(format!("did you mean `{near}`?")),
                    None if names.is_empty() => failure,
                    None => failure.help(format!("it has {}", list(&names, "and"))),
                }
            })
        }
    }
}
