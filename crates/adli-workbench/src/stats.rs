//! The counts of a whole endgame, and its longest win.

#![expect(missing_docs, reason = "fields are named as in the JSON")]

use std::collections::BTreeMap;

use adli_tables::Value;
use adli_tables::stats::{Count, SideStats, Stats};
use schemars::JsonSchema;
use serde::Serialize;

use crate::words::deed;

/// The fields that scripts rely on, and more.
#[derive(Clone, Serialize, JsonSchema)]
pub struct StatsReport {
    pub material: String,
    pub white: Side,
    pub black: Side,
    pub mutual_zugzwangs: Zugzwangs,
}

/// Counts for one side to move; of placements, where nothing else is said.
#[derive(Clone, Serialize, JsonSchema)]
pub struct Side {
    #[serde(flatten)]
    pub placements: Outcomes,
    pub longest_win_plies: Option<u16>,
    pub longest_loss_plies: Option<u16>,
    pub win_by_plies: BTreeMap<u16, u64>,
    pub loss_by_plies: BTreeMap<u16, u64>,
    /// The same up to the symmetries of the board.
    pub classes: Outcomes,
    /// A position with the longest win, and one with the longest loss.
    pub longest_win_fen: Option<String>,
    pub longest_loss_fen: Option<String>,
}

/// How many positions there are of each kind.
#[derive(Clone, Copy, Serialize, JsonSchema)]
pub struct Outcomes {
    pub legal: u64,
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    pub checkmates: u64,
    pub stalemates: u64,
}

#[derive(Clone, Copy, Serialize, JsonSchema)]
pub struct Zugzwangs {
    pub placements: u64,
    pub classes: u64,
    /// White wins if Black is to move, a draw if White is.
    pub white_wins_or_draw: Both,
    /// Black wins if White is to move, a draw if Black is.
    pub black_wins_or_draw: Both,
    /// Whoever is to move loses.
    pub mover_loses: Both,
}

#[derive(Clone, Copy, Serialize, JsonSchema)]
pub struct Both {
    pub placements: u64,
    pub classes: u64,
}

/// The longest win of an endgame.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Longest {
    /// A position that takes so long.
    pub fen: String,
    /// Such as `White mates in 16 moves (31 plies)`.
    pub words: String,
}

impl StatsReport {
    /// What was counted.
    #[must_use]
    pub fn new(stats: &Stats) -> StatsReport {
        let [white, black] = &stats.sides;
        let zugzwangs = &stats.zugzwangs;
        let kinds = [zugzwangs.white_wins_or_draw, zugzwangs.black_wins_or_draw, zugzwangs.mover_loses];
        StatsReport {
            material: stats.material.to_string(),
            white: Side::new(white),
            black: Side::new(black),
            mutual_zugzwangs: Zugzwangs::new(kinds.map(Both::from)),
        }
    }

    /// The longest win of either side, with the winner to move; nothing if nobody wins.
    #[must_use]
    pub fn longest(&self) -> Option<Longest> {
        let sides = [("White", &self.white), ("Black", &self.black)];
        let wins = sides
            .into_iter()
            .filter_map(|(name, side)| Some((side.longest_win_plies?, name, side.longest_win_fen.as_ref()?)));
        // Of equals, White's.
        let (plies, name, fen) = wins.rev().max_by_key(|(plies, ..)| *plies)?;
        Some(Longest { fen: fen.clone(), words: format!("{name} {}", deed(Value::Win(plies))) })
    }
}

impl Zugzwangs {
    /// Of these three kinds, in the order of the fields.
    #[must_use]
    pub fn new(kinds: [Both; 3]) -> Zugzwangs {
        let all = |of: fn(&Both) -> u64| kinds.iter().map(of).sum();
        let [white_wins_or_draw, black_wins_or_draw, mover_loses] = kinds;
        Zugzwangs {
            placements: all(|count| count.placements),
            classes: all(|count| count.classes),
            white_wins_or_draw,
            black_wins_or_draw,
            mover_loses,
        }
    }
}

impl Side {
    fn new(side: &SideStats) -> Side {
        let by_plies = |parity: u16| {
            let some = side.by_plies.iter().filter(|&(plies, _)| plies % 2 == parity);
            some.map(|(&plies, count)| (plies, count.placements)).collect()
        };
        Side {
            placements: Outcomes::new(side, |count| count.placements),
            longest_win_plies: side.longest_win_plies(),
            longest_loss_plies: side.longest_loss_plies(),
            win_by_plies: by_plies(1),
            loss_by_plies: by_plies(0),
            classes: Outcomes::new(side, |count| count.classes),
            longest_win_fen: side.longest_win.map(|position| position.to_string()),
            longest_loss_fen: side.longest_loss.map(|position| position.to_string()),
        }
    }
}

impl Outcomes {
    fn new(side: &SideStats, of: impl Fn(Count) -> u64) -> Outcomes {
        Outcomes {
            legal: of(side.legal),
            wins: of(side.wins),
            draws: of(side.draws),
            losses: of(side.losses),
            checkmates: of(side.checkmates),
            stalemates: of(side.stalemates),
        }
    }
}

impl From<Count> for Both {
    fn from(Count { placements, classes }: Count) -> Both {
        Both { placements, classes }
    }
}
