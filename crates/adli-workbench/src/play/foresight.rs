//! How long a strategy still takes, from a position that may be met: asked of a survey of one line, or of all its plays, which are kept.

use adli_chess::Position;
use adli_claims::{Options, Watch};
use adli_exhaustive::{Defence, Outlook, Outlooks};
use adli_lang::State;

use crate::chosen::Chosen;
use crate::end::End;
use crate::trouble::Trouble;

/// Somebody who knows how long a strategy still takes.
pub(super) trait Foresees {
    /// From the user's position, whoever is to move; nothing if play need not end in mate.
    fn outlook(&mut self, position: &Position) -> Option<Outlook>;
}

/// All plays from one position.
pub(super) struct Surveyed<'d, 'e, 'p> {
    pub(super) defence: &'d mut Defence<'e, 'p>,
    pub(super) chosen: &'d Chosen,
}

impl Foresees for Surveyed<'_, '_, '_> {
    fn outlook(&mut self, position: &Position) -> Option<Outlook> {
        let state = self.chosen.any_state(position)?;
        self.defence.outlook(&state)
    }
}

/// All plays of a strategy, followed once for many questions: worked out in a fraction of a second where there are three men, and then only
/// looked up. It borrows nothing and does not change, so that a server keeps it and many ask at a time; [`Plays::bytes`] says what that costs, and
/// [`Chosen::plays_key`] for which strategy it can be used again.
pub struct Plays {
    outlooks: Outlooks,
}

impl Plays {
    /// Follows all plays of a strategy, from every position where it is asked; with at most so much memory.
    ///
    /// # Errors
    /// Which limit was reached.
    pub fn of(chosen: &Chosen, memory: u64, watch: &dyn Watch) -> Result<Plays, Trouble> {
        let options = Options { memory, ..Options::default() };
        Ok(Plays { outlooks: Outlooks::of(&chosen.program, chosen.id, &options, watch)? })
    }

    /// How much memory they take, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.outlooks.bytes()
    }

    /// In how many own moves the strategy mates if it is asked in the user's position, whoever is to move; nothing if it need not.
    #[must_use]
    pub fn left(&self, chosen: &Chosen, position: &Position) -> Option<Outlook> {
        if position.turn() == chosen.side() {
            return self.outlooks.at(&chosen.state(position)?)?.outlook;
        }
        match End::of(position) {
            Some(End::Checkmate) => return Some(Outlook { worst: 0, best: 0 }),
            Some(_) => return None,
            None => {}
        }
        let mut most = Outlook { worst: 0, best: 0 };
        for mv in position.legal_moves() {
            let Outlook { worst, best } = self.left(chosen, &position.play(mv))?;
            most = Outlook { worst: most.worst.max(worst), best: most.best.max(best) };
        }
        Some(most)
    }

    /// One position of each class where the strategy is asked, as the text sees it, with the number of the step that applies and how long
    /// the strategy takes.
    pub(crate) fn classes(&self) -> impl Iterator<Item = (State, Option<usize>, Option<Outlook>)> + '_ {
        self.outlooks.classes().map(|(state, asked)| (state, asked.step, asked.outlook))
    }

    pub(super) fn of_strategy<'p>(&'p self, chosen: &'p Chosen) -> impl Foresees + 'p {
        Followed { plays: self, chosen }
    }
}

struct Followed<'p> {
    plays: &'p Plays,
    chosen: &'p Chosen,
}

impl Foresees for Followed<'_> {
    fn outlook(&mut self, position: &Position) -> Option<Outlook> {
        self.plays.left(self.chosen, position)
    }
}
