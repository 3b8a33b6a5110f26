//! Counts of a whole endgame from its win sets: those of the paper's table, and those of `adli stats`.

use std::collections::BTreeMap;
use std::rc::Rc;

use adli_chess::{Colour, Material};

use crate::atlas::{Atlas, unbound};
use crate::board::Cast;
use crate::field::Field;
use crate::relation::Wins;
use crate::store::{Made, Set};

/// The text of an endgame that says nothing but who is on the board.
#[must_use]
pub fn text_of(material: Material) -> String {
    let name = material.to_string();
    let mut sides = name.splitn(3, 'K').skip(1);
    let mut letters = |king: &str| {
        let men: String =
            sides.next().unwrap_or_default().chars().filter(char::is_ascii_alphabetic).collect();
        let men = men.replace('v', "");
        std::iter::once(king.to_owned()).chain(men.chars().map(String::from)).collect::<Vec<_>>().join(" ")
    };
    let (white, black) = (letters("K"), letters("K").to_lowercase());
    format!("endgame {name} White {white} v Black {black}\n")
}

/// How many positions, with men who are alike not told apart, and how many classes of symmetric ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counted {
    /// Positions.
    pub placements: u64,
    /// Classes.
    pub classes: u64,
}

/// Counts for one side to move.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SideCounts {
    /// Legal positions.
    pub legal: Counted,
    /// Won for the side to move.
    pub wins: Counted,
    /// Neither.
    pub draws: Counted,
    /// Lost for the side to move.
    pub losses: Counted,
    /// Mate.
    pub checkmates: Counted,
    /// Stalemate.
    pub stalemates: Counted,
    /// Won or lost positions by plies to mate.
    pub by_plies: BTreeMap<u16, u64>,
    /// A position with the longest win, and one with the longest loss.
    pub longest: [Option<String>; 2],
}

/// Positions in which neither side wants to move: White wins or draws, Black wins or draws, whoever moves loses.
pub type Zugzwangs = [Counted; 3];

/// The win sets of one side, with one side to move, as the paper counts them: men who are alike are told apart.
#[derive(Clone, PartialEq, Debug)]
pub struct WinSets {
    /// The most moves to mate; nothing if no position is won.
    pub longest_moves: Option<u32>,
    /// Won positions.
    pub won: u64,
    /// Legal positions.
    pub legal: u64,
    /// The nodes of all win sets, each counted for itself, without complement edges and ends.
    pub nodes: u64,
    /// The nodes of the set of legal positions.
    pub legal_nodes: u64,
    /// Positions that are won in so many moves.
    pub by_moves: BTreeMap<u32, u64>,
}

impl WinSets {
    /// Nodes for each hundred legal positions: the percentages of the paper.
    #[must_use]
    pub fn percent(&self) -> f64 {
        100.0 * self.nodes as f64 / (self.legal as f64).max(1.0)
    }

    /// The same of the set of legal positions.
    #[must_use]
    pub fn legal_percent(&self) -> f64 {
        100.0 * self.legal_nodes as f64 / (self.legal as f64).max(1.0)
    }
}

impl Atlas<'_> {
    /// The paper's row for the men at home: a side's win sets, that side to move and then the other.
    ///
    /// # Errors
    /// No room, or the work was stopped.
    pub fn win_sets(&mut self, winner: Colour) -> Made<[WinSets; 2]> {
        let wins = self.wins(winner)?;
        let home = Cast::home(&self.program.endgame, winner);
        let layers = wins.casts.get(&home.men).ok_or_else(unbound)?;
        let of = |legal: &Set, sets: &[Set]| {
            let counts: Vec<u64> = sets.iter().map(|set| self.store.count(set) as u64).collect();
            let won = counts.last().copied().unwrap_or(0);
            let before = std::iter::once(&0).chain(&counts);
            let by_moves =
                counts.iter().zip(before).zip(0..).map(|((now, before), moves)| (moves, now - before));
            WinSets {
                longest_moves: (won > 0).then(|| sets.len() as u32 - 1),
                won,
                legal: self.store.count(legal) as u64,
                nodes: sets.iter().map(|set| self.store.plain_nodes(&[set])).sum(),
                legal_nodes: self.store.plain_nodes(&[legal]),
                by_moves: by_moves.filter(|(_, count)| *count > 0).collect(),
            }
        };
        Ok([of(&layers.legal[0], &layers.won), of(&layers.legal[1], &layers.lost)])
    }

    /// Everything that `adli stats` counts, White to move and then Black.
    ///
    /// # Errors
    /// No room, or the work was stopped.
    pub fn stats(&mut self) -> Made<([SideCounts; 2], Zugzwangs)> {
        let wins = [self.wins(Colour::White)?, self.wins(Colour::Black)?];
        let sides = [self.side_counts(&wins, Colour::White)?, self.side_counts(&wins, Colour::Black)?];
        Ok((sides, self.zugzwangs(&wins)?))
    }

    fn counted(&self, cast: &Cast, set: &Set) -> Made<Counted> {
        let mut field = Field::default();
        field.add(&self.store, cast, set)?;
        Ok(Counted { placements: self.count(&field)?, classes: self.classes(&field)? })
    }

    /// Won and lost positions with a side to move, by moves: they grow.
    fn worth_of<'w>(&self, wins: &'w [Rc<Wins>; 2], cast: &Cast) -> Made<(&'w [Set], &'w [Set])> {
        let ours = wins[cast.turn.index()].casts.get(&cast.men).ok_or_else(unbound)?;
        let theirs = wins[(!cast.turn).index()].casts.get(&cast.men).ok_or_else(unbound)?;
        Ok((&ours.won, &theirs.lost))
    }

    fn side_counts(&mut self, wins: &[Rc<Wins>; 2], turn: Colour) -> Made<SideCounts> {
        let cast = Cast::home(&self.program.endgame, turn);
        let legal = self.legal(&cast)?;
        let mate = self.law(self.program.laws.mate, &cast)?;
        let stalemate = self.law(self.program.laws.stalemate, &cast)?;
        let (won, lost) = self.worth_of(wins, &cast)?;
        let nothing = self.store.constant(false);
        let (wins, losses) = (won.last().unwrap_or(&nothing), lost.last().unwrap_or(&nothing));
        let draws = self.store.without(&self.store.without(&legal, wins)?, losses)?;
        let mut by_plies = BTreeMap::new();
        let mut longest = [None, None];
        for (sets, less) in [(won, 1), (lost, 0)] {
            let mut before = nothing.clone();
            for (moves, set) in sets.iter().enumerate() {
                let count = self.count_of(&cast, &self.store.without(set, &before)?)?;
                if count > 0 {
                    by_plies.insert((2 * moves).saturating_sub(less) as u16, count);
                }
                before = set.clone();
            }
        }
        for (place, sets) in longest.iter_mut().zip([won, lost]) {
            let last = match sets {
                [.., before, last] => self.store.without(last, before)?,
                [only] => only.clone(),
                [] => nothing.clone(),
            };
            let mut field = Field::default();
            field.add(&self.store, &cast, &last)?;
            *place = self.first_positions(&field, 1)?.first().map(|state| self.fen(state));
        }
        Ok(SideCounts {
            legal: self.counted(&cast, &legal)?,
            wins: self.counted(&cast, wins)?,
            draws: self.counted(&cast, &draws)?,
            losses: self.counted(&cast, losses)?,
            checkmates: self.counted(&cast, &self.store.and(&legal, &mate)?)?,
            stalemates: self.counted(&cast, &self.store.and(&legal, &stalemate)?)?,
            by_plies,
            longest,
        })
    }

    fn zugzwangs(&mut self, wins: &[Rc<Wins>; 2]) -> Made<Zugzwangs> {
        let white = Cast::home(&self.program.endgame, Colour::White);
        let black = white.passed();
        let (first, second) = (self.legal(&white)?, self.legal(&black)?);
        let both = self.store.and(&first, &second)?;
        let nothing = self.store.constant(false);
        let worth = |cast: &Cast| {
            let (won, lost) = self.worth_of(wins, cast)?;
            let (won, lost) = (won.last().unwrap_or(&nothing), lost.last().unwrap_or(&nothing));
            let draw = self.store.without(&self.store.without(&both, won)?, lost)?;
            Ok((lost.clone(), draw))
        };
        let ((white_lost, white_draw), (black_lost, black_draw)) = (worth(&white)?, worth(&black)?);
        let count = |a: &Set, b: &Set| self.counted(&white, &self.store.and(&both, &self.store.and(a, b)?)?);
        Ok([
            count(&black_lost, &white_draw)?,
            count(&white_lost, &black_draw)?,
            count(&white_lost, &black_lost)?,
        ])
    }
}
