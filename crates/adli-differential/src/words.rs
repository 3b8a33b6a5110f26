//! The words that every text knows, written again: those of the laws and those of `geometry`.
//!
//! Each is what the tables at the end of `docs/language.md` say of it.

use crate::chess::{MEN, Men, Point, Position, Side, point, square, squares_where};
use crate::value::Value;

/// A word of the laws, of `geometry`, or built in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Word {
    Size,
    Board,
    Edge,
    Corner,
    Xcorner,
    AllMen,
    MenOf,
    TurnSide,
    Other,
    King,
    SideOf,
    KindOf,
    Alive,
    Captured,
    Passing,
    Nowhere,
    Check,
    Mate,
    Stalemate,
    NoMove,
    Legal,
    InCheck,
    Attacks,
    Hits,
    Clear,
    Empty,
    Between,
    Straight,
    Slanted,
    Forward,
    Start,
    Advances,
    Files,
    Ranks,
    Steps,
    Walk,
    Oblique,
    Inside,
    Toward,
    Beyond,
    Ring,
    Jumps,
    Count,
    Abs,
    Min,
    Max,
    Worth,
    MovesToMate,
}

impl Word {
    /// The word of a name with so many arguments.
    pub fn named(name: &str, arguments: usize) -> Option<Word> {
        Some(match (name, arguments) {
            ("size", 0) => Word::Size,
            ("board", 0) => Word::Board,
            ("edge", 0) => Word::Edge,
            ("corner", 0) => Word::Corner,
            ("xcorner", 0) => Word::Xcorner,
            ("men", 0) => Word::AllMen,
            ("men", 1) => Word::MenOf,
            ("to_move", 0) => Word::TurnSide,
            ("other", 1) => Word::Other,
            ("king", 1) => Word::King,
            ("side", 1) => Word::SideOf,
            ("kind", 1) => Word::KindOf,
            ("alive", 1) => Word::Alive,
            ("captured", 1) => Word::Captured,
            ("passing", 0) => Word::Passing,
            ("nowhere", 0) => Word::Nowhere,
            ("check", 0) => Word::Check,
            ("mate", 0) => Word::Mate,
            ("stalemate", 0) => Word::Stalemate,
            ("no_move", 0) => Word::NoMove,
            ("legal", 0) => Word::Legal,
            ("in_check", 1) => Word::InCheck,
            ("attacks", 1) => Word::Attacks,
            ("hits", 2) => Word::Hits,
            ("clear", 2) => Word::Clear,
            ("empty", 1) => Word::Empty,
            ("between", 3) => Word::Between,
            ("straight", 2) => Word::Straight,
            ("slanted", 2) => Word::Slanted,
            ("forward", 1) => Word::Forward,
            ("start", 1) => Word::Start,
            ("advances", 2) => Word::Advances,
            ("files", 2) => Word::Files,
            ("ranks", 2) => Word::Ranks,
            ("steps", 2) => Word::Steps,
            ("walk", 2) => Word::Walk,
            ("oblique", 2) => Word::Oblique,
            ("inside", 3) => Word::Inside,
            ("toward", 2) => Word::Toward,
            ("beyond", 2) => Word::Beyond,
            ("ring", 1) => Word::Ring,
            ("jumps", 1) => Word::Jumps,
            ("count", 1) => Word::Count,
            ("abs", 1) => Word::Abs,
            ("min", 2) => Word::Min,
            ("max", 2) => Word::Max,
            ("value", 1) => Word::Worth,
            ("moves_to_mate", 0) => Word::MovesToMate,
            _ => return None,
        })
    }

    /// Whether the man among its arguments is only asked about, so that nothing relies on his being there.
    pub fn only_asks(self) -> bool {
        matches!(self, Word::SideOf | Word::KindOf | Word::Alive | Word::Captured)
    }
}

fn steps(a: Point, b: Point) -> i32 {
    (a.0 - b.0).abs().max((a.1 - b.1).abs())
}

fn straight(a: Point, b: Point) -> bool {
    a != b && (a.0 == b.0 || a.1 == b.1)
}

fn slanted(a: Point, b: Point) -> bool {
    a != b && (a.0 - b.0).abs() == (a.1 - b.1).abs()
}

fn inside(x: i32, a: i32, b: i32) -> bool {
    a.min(b) < x && x < a.max(b)
}

/// Strictly between, on a file, a rank or a diagonal.
fn between(a: Point, s: Point, b: Point) -> bool {
    let on_file = a.0 == b.0 && s.0 == a.0 && inside(s.1, a.1, b.1);
    let on_rank = a.1 == b.1 && s.1 == a.1 && inside(s.0, a.0, b.0);
    let on_diagonal = slanted(a, b) && slanted(a, s) && inside(s.0, a.0, b.0) && inside(s.1, a.1, b.1);
    on_file || on_rank || on_diagonal
}

/// The man and the position he is seen in, among the arguments of a word.
fn seen(arguments: &[Value]) -> Option<(usize, Position)> {
    arguments.iter().find_map(|value| if let Value::Man(man, at) = value { Some((*man, *at)) } else { None })
}

/// What a word is worth, if it looks neither at moves nor at tables; nothing if it is given something else than it takes.
pub(crate) fn value(word: Word, men: &Men, here: &Position, given: &[Value]) -> Option<Value> {
    let number = |at: usize| given.get(at).and_then(Value::as_number);
    let at = |at: usize| given.get(at).and_then(Value::as_point);
    let side = |at: usize| if let Some(Value::Side(side)) = given.get(at) { Some(*side) } else { None };
    let standing =
        |from: &Position| (0..MEN).filter_map(|man| from.squares[man].map(point)).collect::<Vec<_>>();
    let set_of = |holds: &dyn Fn(Point) -> bool| Value::Squares(squares_where(men.1, holds));
    let ends = |rank_or_file: i32| rank_or_file == 1 || rank_or_file == men.1;
    let beside_ends = |rank_or_file: i32| rank_or_file == 2 || rank_or_file == men.1 - 1;
    Some(match word {
        Word::Size => Value::Number(men.1),
        Word::Board => set_of(&|_| true),
        Word::Edge => set_of(&|s| ends(s.0) || ends(s.1)),
        Word::Corner => set_of(&|s| ends(s.0) && ends(s.1)),
        Word::Xcorner => set_of(&|s| beside_ends(s.0) && beside_ends(s.1)),
        Word::AllMen | Word::MenOf => {
            let wanted = if word == Word::MenOf { Some(side(0)?) } else { None };
            let there = (0..men.0.len())
                .filter(|&man| here.squares[man].is_some() && wanted.is_none_or(|side| men.0[man].0 == side));
            Value::Men(there.fold(0, |set, man| set | 1 << man), *here)
        }
        Word::TurnSide => Value::Side(here.turn),
        Word::Other => Value::Side(side(0)?.other()),
        Word::King => Value::Point(here.point_of(men.king(side(0)?))),
        Word::SideOf => Value::Side(men.0[seen(given)?.0].0),
        Word::KindOf => seen(given).map(|(man, at)| Value::Kind(at.kinds[man]))?,
        Word::Alive => seen(given).map(|(man, at)| Value::Truth(at.squares[man].is_some()))?,
        Word::Captured => seen(given).map(|(man, at)| Value::Truth(at.squares[man].is_none()))?,
        Word::Passing => Value::Point(here.passing.map_or((0, 0), point)),
        Word::Nowhere => Value::Point((0, 0)),
        Word::Check => Value::Truth(here.in_check(men, here.turn)),
        Word::Legal => Value::Truth(here.is_legal(men)),
        Word::InCheck => Value::Truth(here.in_check(men, side(0)?)),
        Word::Attacks => seen(given).map(|(man, at)| Value::Squares(at.attacks(men, man)))?,
        Word::Hits => {
            let (man, from) = seen(&given[..1])?;
            Value::Truth(square(at(1)?, men.1).is_some_and(|to| from.attacks(men, man) >> to & 1 == 1))
        }
        Word::Clear => {
            let (a, b) = (at(0)?, at(1)?);
            Value::Truth(!standing(here).into_iter().any(|s| between(a, s, b)))
        }
        Word::Empty => {
            let wanted = at(0)?;
            Value::Truth(!standing(here).contains(&wanted))
        }
        Word::Between => Value::Truth(between(at(0)?, at(1)?, at(2)?)),
        Word::Straight => Value::Truth(straight(at(0)?, at(1)?)),
        Word::Slanted => Value::Truth(slanted(at(0)?, at(1)?)),
        Word::Forward => Value::Number(side(0)?.forward()),
        Word::Start => Value::Number(side(0)?.start(men.1)),
        Word::Advances => {
            let (man, from) = seen(&given[..1])?;
            let (side, stands, to): (Side, Point, Point) = (men.0[man].0, from.point_of(man), at(1)?);
            let far = (to.1 - stands.1) * side.forward();
            let fits = far == 1 || far == 2 && stands.1 == side.start(men.1);
            let blocked = standing(&from).into_iter().any(|s| between(stands, s, to));
            Value::Truth(stands.0 == to.0 && fits && !blocked)
        }
        Word::Files => Value::Number((at(0)?.0 - at(1)?.0).abs()),
        Word::Ranks => Value::Number((at(0)?.1 - at(1)?.1).abs()),
        Word::Steps => Value::Number(steps(at(0)?, at(1)?)),
        Word::Walk => Value::Number((at(0)?.0 - at(1)?.0).abs() + (at(0)?.1 - at(1)?.1).abs()),
        Word::Oblique => Value::Truth(at(0)?.0 != at(1)?.0 && at(0)?.1 != at(1)?.1),
        Word::Inside => Value::Truth(inside(number(0)?, number(1)?, number(2)?)),
        Word::Toward => Value::Number(number(0)? + (number(1)? - number(0)?).signum()),
        Word::Beyond => {
            Value::Number(if number(1)? < number(0)? { number(0)? - 1 } else { men.1 - number(0)? })
        }
        Word::Ring => {
            let centre = at(0)?;
            set_of(&|s| steps(centre, s) == 1)
        }
        Word::Jumps => {
            let from = at(0)?;
            set_of(&|s| (from.0 - s.0).abs().min((from.1 - s.1).abs()) == 1 && steps(from, s) == 2)
        }
        Word::Count => {
            let Some(Value::Squares(set)) = given.first() else { return None };
            Value::Number(set.count_ones() as i32)
        }
        Word::Abs => Value::Number(number(0)?.abs()),
        Word::Min => Value::Number(number(0)?.min(number(1)?)),
        Word::Max => Value::Number(number(0)?.max(number(1)?)),
        Word::Mate | Word::Stalemate | Word::NoMove | Word::Worth | Word::MovesToMate => return None,
    })
}
