//! A strategy, and a position to which it is put.

use std::fs;
use std::path::Path;

use adli_chess::{Colour, Move, Position};
use adli_lang::term::StrategyId;
use adli_lang::{
    Aim, Choice, Commitment, Interpreter, MovesFrom, Program, SlotMove, State, Stopped, Strategy,
};
use adli_prove::{Answer, Compiled, Unwatched, choice};

use crate::args::StrategyArgs;
use crate::failure::Failure;
use crate::selection::{Offer, STRATEGY, select};
use crate::texts::Text;
use crate::view::View;
use crate::words::list;

/// How many terms the plain interpreter evaluates in one position before the prover is asked instead.
const FUEL: u64 = 20_000_000;
/// The same where a tree is played out, of which nobody else can be asked.
const TREE_FUEL: u64 = 400_000_000;

/// A strategy of a text, for one material.
pub struct Chosen {
    pub text: Text,
    pub program: Program,
    pub id: StrategyId,
    /// How the board of the position stands to that of the text.
    pub view: View,
    /// The table that its moves are taken from, if one was named.
    pub compiled: Option<Compiled>,
}

impl Chosen {
    /// The strategy that was asked for, and the position as it was typed.
    pub fn find(args: &StrategyArgs) -> Result<(Chosen, Position), Failure> {
        let text = Text::find(&args.text.file)?;
        let position = args.position.check()?;
        let programs = text.programs(&args.text.set)?;
        // A text without a strategy is told so, whatever the position.
        if programs.iter().all(|program| program.strategies.is_empty()) {
            select::<()>(&STRATEGY, &text, Vec::new(), args.strategy.as_deref())?;
        }
        let (program, view) = fitting(&text, &programs, &position)?;
        let id = choose(&text, program, args.strategy.as_deref())?;
        let mut chosen = Chosen { program: program.clone(), text, id, view, compiled: None };
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
        Some(Answer { mv: self.view.turned(answer.mv), ..answer })
    }

    pub fn strategy(&self) -> &Strategy {
        &self.program.strategies[usize::from(self.id.0)]
    }

    /// Who plays the strategy in the position that was typed.
    pub fn side(&self) -> Colour {
        self.view.side(Colour::ALL[usize::from(self.strategy().side).min(1)])
    }

    /// A position as the text sees it.
    pub fn seen(&self, position: &Position) -> Position {
        self.view.seen(position)
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

    /// Why the men are no longer those of the text.
    pub fn what_has_left_home(&self, position: &Position) -> &'static str {
        let has_promoted = |state: State| {
            let mut men = self.program.endgame.slots();
            men.any(|(slot, man)| state.alive(slot) && state.kind(slot) != man.kind)
        };
        if self.any_state(position).is_some_and(has_promoted) {
            "a pawn has promoted"
        } else {
            "a man has been captured"
        }
    }

    /// Is there something to be learnt from how soon the strategy mates? Not if it plays for a draw, or from a table.
    pub fn has_mates_to_count(&self) -> bool {
        self.compiled.is_none() && self.strategy().aim == Aim::Win
    }

    /// Does the strategy try advice?
    pub fn searches(&self) -> bool {
        self.strategy().steps.iter().any(|step| step.advice.is_some())
    }

    /// Where the plain interpreter takes moves from: a search by the letter of the laws would take minutes.
    pub fn moves_from(&self) -> MovesFrom {
        if self.searches() { MovesFrom::Core } else { MovesFrom::Laws }
    }

    pub fn interpreter(&self) -> Interpreter<'_> {
        interpreter(&self.program, self.moves_from())
    }

    /// What the strategy does, or the tree that it plays out. Where rules search, or the plain interpreter takes too long, the
    /// prover is asked: by search, then by tables.
    pub fn choice(&self, state: &State, tree: Option<&Commitment>) -> Result<Option<Choice>, Failure> {
        if let Some(tree) = tree {
            let moves = self.interpreter().fuel(TREE_FUEL).tree_moves(tree, state)?;
            return Ok((!moves.is_empty()).then_some(Choice { step: tree.step, moves }));
        }
        let by_prover = || choice(&self.program, self.id, state, &Unwatched);
        if self.searches() {
            return Ok(by_prover()?);
        }
        match self.interpreter().choice(self.id, state) {
            Err(Stopped::TooLong | Stopped::TooDeep) => Ok(by_prover()?),
            found => Ok(found?),
        }
    }

    /// To which tree the strategy is committed after a move; `step` is the step that made it, if it is an own move.
    pub fn follow(
        &self,
        tree: Option<&Commitment>,
        step: Option<usize>,
        before: &State,
        after: &State,
    ) -> Result<Option<Commitment>, Failure> {
        let mut interpreter = self.interpreter().fuel(TREE_FUEL);
        let advice = step.and_then(|step| self.strategy().steps.get(step)?.advice);
        match (tree, step.zip(advice)) {
            (Some(tree), _) => Ok(interpreter.follow(tree, before, after)?),
            (None, Some((step, advice))) => Ok(interpreter.commitment(step, advice, before, after)?),
            (None, None) => Ok(None),
        }
    }

    /// Moves of the strategy in the position that was typed, in the order of UCI notation.
    pub fn typed_moves(
        &self,
        typed: &Position,
        state: &State,
        moves: &[(SlotMove, State)],
    ) -> Result<Vec<(Move, State)>, Failure> {
        let typed = moves.iter().map(|(mv, after)| Ok((self.view.played(typed, state, *mv)?, *after)));
        let mut typed = typed.collect::<Result<Vec<_>, Failure>>()?;
        typed.sort_by_cached_key(|(mv, _)| mv.to_string());
        Ok(typed)
    }
}

/// The plain interpreter, for one position.
pub fn interpreter(program: &Program, moves: MovesFrom) -> Interpreter<'_> {
    Interpreter::new(program).fuel(FUEL).moves_from(moves)
}

/// The program whose men are those of a position, and how the position's board stands to that of the text.
pub fn fitting<'p>(
    text: &Text,
    programs: &'p [Program],
    position: &Position,
) -> Result<(&'p Program, View), Failure> {
    for view in View::ALL {
        let shown = view.seen(position);
        let is_at_home = |program: &&Program| {
            State::from_position(&program.endgame, &shown)
                .is_some_and(|state| state.is_home(&program.endgame))
        };
        if let Some(program) = programs.iter().find(is_at_home) {
            return Ok((program, view));
        }
    }
    let about: Vec<String> = programs.iter().map(|program| program.endgame.name.clone()).collect();
    let men = position
        .material()
        .map_or_else(|| format!("{} men", position.occupied().len()), |material| material.to_string());
    Err(Failure::input(format!("the position is {men}; `{}` is about {}", text.name, list(&about, "and"))))
}

/// The strategy of that name, or the only one.
pub fn choose(text: &Text, program: &Program, wanted: Option<&str>) -> Result<StrategyId, Failure> {
    let offers = program.strategies.iter().enumerate().map(|(number, found)| Offer {
        name: &found.name,
        is_own: found.span.source == text.number,
        what: StrategyId(number as u16),
    });
    select(&STRATEGY, text, offers.collect(), wanted)
}
