//! What a position and its moves are worth: for programs as `adli probe` tells it, and for people who look at a board.

#![expect(missing_docs, reason = "fields are named as in the JSON")]

use adli_chess::{Colour, Position};
use adli_tables::Value;
use schemars::JsonSchema;
use serde::Serialize;

use crate::end::End;
use crate::line::{Line, LineRequest};
use crate::moves::{ValuedMove, Worth, valued_moves};
use crate::stats::Longest;
use crate::words::{counted_moves, deed, verdict};

/// The value of a position: the fields that scripts rely on, in their order, and then more.
#[derive(Clone, Serialize, JsonSchema)]
pub struct Probed {
    pub fen: String,
    pub outcome: &'static str,
    pub plies: Option<u16>,
    pub moves: Vec<ProbedMove>,
    pub material: String,
    pub turn: String,
    pub check: bool,
    /// Why the game is over, if it is.
    pub over: Option<End>,
    #[serde(skip)]
    #[schemars(skip)]
    pub position: Position,
    #[serde(skip)]
    #[schemars(skip)]
    pub value: Value,
}

#[derive(Clone, Serialize, JsonSchema)]
pub struct ProbedMove {
    pub uci: String,
    pub san: String,
    /// Of the position after the move, for its own side to move.
    pub outcome: &'static str,
    pub plies: Option<u16>,
    #[serde(skip)]
    #[schemars(skip)]
    pub for_mover: Value,
}

impl Probed {
    /// The value of a position and of all its moves.
    ///
    /// # Errors
    /// Why a value is not known.
    pub fn of<W: Worth + ?Sized>(worth: &W, position: &Position) -> Result<Probed, W::Error> {
        let (value, moves) = valued_moves(worth, position)?;
        Ok(Probed::new(position, value, &moves))
    }

    fn new(position: &Position, value: Value, moves: &[ValuedMove]) -> Probed {
        let moves = moves.iter().map(|valued| ProbedMove {
            uci: valued.mv.to_string(),
            san: position.san(valued.mv),
            outcome: valued.after.outcome(),
            plies: valued.after.plies(),
            for_mover: valued.for_mover(),
        });
        Probed {
            fen: position.to_string(),
            outcome: value.outcome(),
            plies: value.plies(),
            moves: moves.collect(),
            material: position.material().map_or(String::new(), |material| material.to_string()),
            turn: position.turn().to_string().to_lowercase(),
            check: position.is_check(),
            over: End::of(position),
            position: *position,
            value,
        }
    }
}

/// What is said beside a board: the value in words, and what each move comes to.
#[derive(Clone, Serialize, JsonSchema)]
pub struct PositionReport {
    pub fen: String,
    pub turn: String,
    pub material: String,
    /// In a sentence, such as `White mates in 14 moves (27 plies)`.
    pub value: String,
    /// For the side to move: `win`, `draw` or `loss`.
    pub outcome: &'static str,
    /// To mate; none for a draw.
    pub plies: Option<u16>,
    pub check: bool,
    /// Why the game is over, if it is.
    pub over: Option<End>,
    /// The moves by what they come to, best first.
    pub groups: Vec<MoveGroup>,
    /// What is to be said if nobody wants to move.
    pub mutual_zugzwang: Option<String>,
    /// Best play of both sides; a draw has none.
    pub mainline: Vec<MainlineMove>,
    /// The longest win with these men, if somebody has counted.
    pub longest: Option<Longest>,
}

/// Moves that come to the same.
#[derive(Clone, Serialize, JsonSchema)]
pub struct MoveGroup {
    /// Such as `mate in 14 moves`, `draw` or `mated in 3 moves`.
    pub title: String,
    /// For the side that moves.
    pub outcome: &'static str,
    pub moves: Vec<GroupedMove>,
}

#[derive(Clone, Serialize, JsonSchema)]
pub struct GroupedMove {
    pub uci: String,
    pub san: String,
    /// What the side that moves then does, such as `mates in 14 moves (27 plies)`.
    pub words: String,
    /// For the side that moves.
    pub outcome: &'static str,
    /// To mate, this move counted.
    pub plies: Option<u16>,
}

#[derive(Clone, Serialize, JsonSchema)]
pub struct MainlineMove {
    pub uci: String,
    pub san: String,
}

impl PositionReport {
    /// What is to be said of a position; what the longest win is has been counted beforehand, or not.
    ///
    /// # Errors
    /// Why a value is not known.
    pub fn of<W: Worth + ?Sized>(
        worth: &W,
        position: &Position,
        longest: Option<Longest>,
    ) -> Result<PositionReport, W::Error> {
        let probed = Probed::of(worth, position)?;
        let line = Line::of(worth, position, LineRequest::default())?;
        let mainline = line.moves.into_iter().map(|mv| MainlineMove { uci: mv.uci, san: mv.san });
        Ok(PositionReport {
            value: verdict(position, probed.value),
            groups: grouped(&probed.moves),
            mutual_zugzwang: mutual_zugzwang(worth, position, probed.value)?,
            mainline: mainline.collect(),
            fen: probed.fen,
            turn: probed.turn,
            material: probed.material,
            outcome: probed.outcome,
            plies: probed.plies,
            check: probed.check,
            over: probed.over,
            longest,
        })
    }
}

/// Moves by what they come to; they are in that order already.
fn grouped(moves: &[ProbedMove]) -> Vec<MoveGroup> {
    let groups = moves.chunk_by(|one, next| one.for_mover == next.for_mover);
    let group = |moves: &[ProbedMove]| {
        let value = moves.first()?.for_mover;
        let moves = moves.iter().map(|mv| GroupedMove {
            uci: mv.uci.clone(),
            san: mv.san.clone(),
            words: deed(value),
            outcome: value.outcome(),
            plies: value.plies(),
        });
        Some(MoveGroup { title: title(value), outcome: value.outcome(), moves: moves.collect() })
    };
    groups.filter_map(group).collect()
}

fn title(value: Value) -> String {
    let moves = |plies: u16| counted_moves(plies.div_ceil(2).into());
    match value {
        Value::Win(plies) => format!("mate in {}", moves(plies)),
        Value::Draw => "draw".to_owned(),
        Value::Loss(plies) => format!("mated in {}", moves(plies)),
    }
}

/// Whether both sides would do better if they were not to move, said in a sentence. What counts is who wins, not how soon.
///
/// # Errors
/// Why a value is not known.
pub fn mutual_zugzwang<W: Worth + ?Sized>(
    worth: &W,
    position: &Position,
    value: Value,
) -> Result<Option<String>, W::Error> {
    let Some(passed) = position.passed() else { return Ok(None) };
    worth.prepare(&[passed])?;
    let other = worth.value(&passed)?;
    // Points of the side to move here: if it moves, and if the other side does.
    let (moves, waits) = (points(value), -points(other));
    if moves >= waits {
        return Ok(None);
    }
    let (turn, rest) = (position.turn(), passed.turn());
    let does = |value: Value| match value {
        Value::Win(_) => "wins",
        Value::Draw => "only draws",
        Value::Loss(_) => "loses",
    };
    Ok(Some(match (value, other) {
        (Value::Loss(_), Value::Loss(_)) => "mutual zugzwang: whoever is to move loses".to_owned(),
        _ => {
            let [first, second] = in_order([(turn, value), (rest, other)]);
            let told = |(side, value): (Colour, Value)| format!("{side} to move {}", does(value));
            format!("mutual zugzwang: {}, {}; neither side wants to move", told(first), told(second))
        }
    }))
}

/// White first.
fn in_order(sides: [(Colour, Value); 2]) -> [(Colour, Value); 2] {
    let [one, other] = sides;
    if one.0 == Colour::White { [one, other] } else { [other, one] }
}

fn points(value: Value) -> i8 {
    match value {
        Value::Win(_) => 1,
        Value::Draw => 0,
        Value::Loss(_) => -1,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

    use adli_chess::{Kind, Man, Square};
    use adli_tables::stats::count;
    use adli_tables::{Known, Unwatched, solve_all};

    use super::*;
    use crate::StatsReport;

    fn solved(material: &str) -> Known {
        solve_all(&[material.parse().unwrap()], &Unwatched).unwrap()
    }

    fn report(known: &Known, fen: &str) -> PositionReport {
        PositionReport::of(known, &fen.parse().unwrap(), None).unwrap()
    }

    /// The longest win of king and rook takes 16 moves (Thompson), and its line ends with mate.
    #[test]
    fn a_position_is_told_in_words_with_units() {
        let known = solved("KRK");
        let told = report(&known, "8/8/8/8/8/2k5/1R6/K7 w - - 0 1");
        assert_eq!(told.value, "White mates in 16 moves (31 plies)");
        assert_eq!((told.outcome, told.plies, told.mainline.len()), ("win", Some(31), 31));
        assert!(told.mainline[30].san.ends_with('#'));
        assert_eq!(told.groups[0].title, "mate in 16 moves");
        let last = told.groups.last().unwrap();
        assert_eq!((last.title.as_str(), last.outcome), ("draw", "draw"));
        let all: usize = told.groups.iter().map(|group| group.moves.len()).sum();
        assert_eq!(all, "8/8/8/8/8/2k5/1R6/K7 w - - 0 1".parse::<Position>().unwrap().legal_moves().count());
        let mated = report(&known, "8/8/8/8/8/1k6/8/KR6 b - - 0 1");
        assert_eq!((mated.groups[0].outcome, mated.groups[0].title.starts_with("mated in ")), ("loss", true));
    }

    /// Every book has them: the king in front of his pawn without the opposition, and the pawn on the seventh rank.
    #[test]
    fn mutual_zugzwangs_are_said() {
        let pawn = solved("KPK");
        let sentence = |known: &Known, fen: &str| report(known, fen).mutual_zugzwang;
        let both = Some(
            "mutual zugzwang: White to move only draws, Black to move loses; neither side wants to move",
        );
        for turn in ["w", "b"] {
            for (men, said) in [
                ("8/3k4/8/3K4/3P4/8/8/8", both),
                ("4k3/4P3/3K4/8/8/8/8/8", both),
                ("7k/8/8/8/8/3K4/3P4/8", None),
            ] {
                let fen = format!("{men} {turn} - - 0 1");
                assert_eq!(sentence(&pawn, &fen).as_deref(), said, "{fen}");
            }
        }
    }

    /// A second method counts them: the statistics of the whole table.
    #[test]
    fn as_many_mutual_zugzwangs_are_said_as_are_counted() {
        let known = solved("KPK");
        let material = "KPK".parse().unwrap();
        let stats = StatsReport::new(&count(known.get(material).unwrap(), &Unwatched).unwrap());
        let kinds = [(Colour::White, Kind::King), (Colour::White, Kind::Pawn), (Colour::Black, Kind::King)];
        let mut said = 0;
        for place in 0..1usize << 18 {
            let on = |man: usize| Square::from_index(place >> (6 * man) & 63);
            let men = kinds.iter().enumerate().map(|(at, &(colour, kind))| (on(at), Man { colour, kind }));
            let apart = on(0) != on(1) && on(1) != on(2) && on(0) != on(2);
            let Some(position) = Position::from_men(Colour::White, men).ok().filter(|_| apart) else {
                continue;
            };
            let value = known.value(&position).unwrap();
            said += u64::from(mutual_zugzwang(&known, &position, value).unwrap().is_some());
        }
        assert_eq!(said, stats.mutual_zugzwangs.placements);
        assert_eq!(stats.longest().unwrap().words, "White mates in 28 moves (55 plies)");
    }
}
