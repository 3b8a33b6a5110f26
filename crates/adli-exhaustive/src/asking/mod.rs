//! Questions about single positions of one program: what a strategy does there, which tree there is, what is wrong with a move.
//!
//! There is one way in which they are answered, whoever asks: a depth-first search ([`Search`]) first; where it gives up, the
//! tables of whole endgames, filled as far as this one answer needs.
//!
//! Who plays a game asks about one position after another, and most of what the search looks at for the second it has seen for the first.
//! What is true of a position does not depend on who asked about it before; so choices are made with what earlier searches remember, and trees are
//! folded with it. A tree that is not folded is another matter: of several moves that do, the search takes the one that it has come upon, and
//! people should be shown the same whatever they asked before. Such trees are searched afresh.

mod by_tables;

use std::cell::Cell;

use adli_claims::{Limit, Options, Watch};
use adli_lang::term::{AdviceId, StrategyId};
use adli_lang::{Choice, Commitment, Program, SlotMove, State};
use adli_position::{Folded, Kept, Refusal, Search, Searched, Space, Unconfirmed, Unfolds, made_move};

use crate::engine::{Engine, with_engine};
pub(crate) use by_tables::with_only;

/// More answers than these are not carried from one question to the next: some megabytes.
const MOST_KEPT: usize = 3 << 16;

/// Somebody who asks about positions of a program.
pub struct Asking<'p> {
    program: &'p Program,
    space: Space,
    watch: &'p dyn Watch,
    /// What searches remember; nothing while one is under way.
    kept: Cell<Option<Kept>>,
}

impl<'p> Asking<'p> {
    /// # Errors
    /// Where there are too many men.
    pub fn new(program: &'p Program, watch: &'p dyn Watch) -> Result<Asking<'p>, Limit> {
        Ok(Asking { program, space: Space::of(&program.endgame)?, watch, kept: Cell::new(None) })
    }

    /// What a strategy does at a position: the step, and the moves it allows.
    ///
    /// # Errors
    /// Which limit was reached.
    pub fn choice(&self, strategy: StrategyId, at: &State) -> Result<Option<Choice>, Limit> {
        let code = self.space.code(at);
        let kept = self.kept.take().filter(|kept| kept.answers() < MOST_KEPT);
        let kept = kept.unwrap_or_else(|| Kept::new(self.program));
        let mut search = Search::with(kept, self.program, &self.space, self.watch);
        let found = match search.asked(strategy, code) {
            Err(limit) if leaves_to_tables(&limit) => {
                // Tables need the room.
                drop(search);
                self.by_tables(self.program, |engine| engine.asked_by_tables(strategy, code))?
            }
            found => {
                self.kept.set(Some(search.into_kept()));
                found?
            }
        };
        let Some((step, moves)) = found else { return Ok(None) };
        let space = &self.space;
        let moves = moves.into_iter().map(|after| Ok((made_move(space, code, after)?, space.state(after))));
        Ok(Some(Choice { step, moves: moves.collect::<Result<_, Limit>>()? }))
    }

    /// The moves of a tree that is being played, with the own side to move; nothing where that is too much for a search.
    ///
    /// # Errors
    /// Which other limit was reached.
    pub fn tree_moves(&self, tree: &Commitment, at: &State) -> Result<Option<Vec<(SlotMove, State)>>, Limit> {
        let (space, code) = (&self.space, self.space.code(at));
        let Some(moves) = self.remembering(|search| search.tree_moves(tree, code))? else { return Ok(None) };
        let moves = moves.into_iter().map(|after| Ok((made_move(space, code, after)?, space.state(after))));
        Ok(Some(moves.collect::<Result<_, Limit>>()?))
    }

    /// To what a strategy is committed after a move of a tree, or after the first one; nothing where that is too much for a search.
    ///
    /// # Errors
    /// Which other limit was reached.
    pub fn follow(
        &self,
        tree: &Commitment,
        before: &State,
        at: &State,
    ) -> Result<Option<Option<Commitment>>, Limit> {
        let (before, at) = (self.space.code(before), self.space.code(at));
        self.remembering(|search| search.follow(tree, before, at))
    }

    /// What a search with all that earlier ones remember finds; nothing where it gives up.
    fn remembering<T>(
        &self,
        work: impl FnOnce(&mut Search<'_>) -> Result<T, Limit>,
    ) -> Result<Option<T>, Limit> {
        let kept = self.kept.take().filter(|kept| kept.answers() < MOST_KEPT);
        let kept = kept.unwrap_or_else(|| Kept::new(self.program));
        let mut search = Search::with(kept, self.program, &self.space, self.watch);
        let found = work(&mut search);
        self.kept.set(Some(search.into_kept()));
        match found {
            Err(limit) if leaves_to_tables(&limit) => Ok(None),
            found => found.map(Some),
        }
    }

    /// Searches for a forcing tree of a piece of advice, with its side to move.
    ///
    /// # Errors
    /// Which limit was reached.
    pub fn tree(&self, advice: AdviceId, root: &State) -> Result<Unconfirmed<'p>, Limit> {
        let root = self.space.code(root);
        let kept = Kept::new(self.program);
        self.grown(advice, kept, |search| search.tree(advice, root), |engine| engine.search(advice, root))
    }

    /// Searches for one as a folded tree, in which replies that get the same answer are one branch.
    ///
    /// # Errors
    /// Which limit was reached.
    pub fn folded(&self, advice: AdviceId, root: &State) -> Result<Unconfirmed<'p, Folded>, Limit> {
        let root = self.space.code(root);
        let kept = self.kept.take().unwrap_or_else(|| Kept::new(self.program));
        self.grown(advice, kept, |search| search.folded(advice, root), |engine| engine.folded(advice, root))
    }

    /// What a search finds that begins with what was kept, or tables do.
    fn grown<T: Unfolds>(
        &self,
        advice: AdviceId,
        kept: Kept,
        by_search: impl FnOnce(&mut Search<'_>) -> Result<Searched<T>, Limit>,
        by_tables: impl FnOnce(&mut Engine<'_>) -> Result<Searched<T>, Limit>,
    ) -> Result<Unconfirmed<'p, T>, Limit> {
        let mut search = Search::with(kept, self.program, &self.space, self.watch);
        match by_search(&mut search) {
            Err(limit) if leaves_to_tables(&limit) => {
                // Tables need the room.
                drop(search);
                let found = self.by_tables(&with_only(self.program, advice), by_tables)?;
                Ok(Unconfirmed::new(self.program, found, None))
            }
            found => {
                let nodes = search.nodes();
                self.kept.set(Some(search.into_kept()));
                Ok(Unconfirmed::new(self.program, found?, Some(nodes)))
            }
        }
    }

    /// Why no tree of a piece of advice begins with the move from its root to a position; nothing if one does.
    ///
    /// # Errors
    /// Which limit was reached.
    pub fn first_move_refused(
        &self,
        advice: AdviceId,
        root: &State,
        after: &State,
    ) -> Result<Option<Refusal>, Limit> {
        let (root, after) = (self.space.code(root), self.space.code(after));
        match self.search().refusal(advice, root, after) {
            Err(limit) if leaves_to_tables(&limit) => {
                let program = with_only(self.program, advice);
                self.by_tables(&program, |engine| engine.refusal(advice, root, after))
            }
            found => found,
        }
    }

    fn search(&self) -> Search<'_> {
        Search::new(self.program, &self.space, self.watch)
    }

    fn by_tables<T>(
        &self,
        program: &Program,
        work: impl FnOnce(&mut Engine<'_>) -> Result<T, Limit>,
    ) -> Result<T, Limit> {
        with_engine(program, Options::default().memory, self.watch, work)
    }
}

/// Whether a search that ended so is no answer, and tables may have one.
fn leaves_to_tables(limit: &Limit) -> bool {
    matches!(limit, Limit::Work(_) | Limit::NotRun(_))
}
