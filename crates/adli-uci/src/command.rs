//! What a chess program says to an engine, line by line.
//!
//! The protocol asks an engine to pass over what it does not know: words before a command, and commands that it has never heard of.

use std::time::Duration;

use adli_chess::GamePosition;

/// A line that means something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Command {
    /// Say who you are, and what can be set.
    Uci,
    IsReady,
    SetOption {
        name: String,
        value: String,
    },
    NewGame,
    Position(Placed),
    Go(Go),
    Stop,
    PonderHit,
    Quit,
}

/// A position as it was sent: the first one as FEN, and moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Placed {
    pub(crate) fen: String,
    pub(crate) moves: Vec<String>,
}

/// For how long a move is looked for, and which.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Go {
    /// Nothing else is played.
    pub(crate) search_moves: Vec<String>,
    /// No answer before somebody says `stop`.
    pub(crate) infinite: bool,
    /// No answer before the other side has moved as expected, or somebody says `stop`.
    pub(crate) ponder: bool,
    /// A mate in so many moves is looked for.
    pub(crate) mate: Option<u32>,
    pub(crate) move_time: Option<Duration>,
    /// What is left on the clock, and is added with every move: White's and Black's.
    pub(crate) left: [Option<Duration>; 2],
    pub(crate) added: [Duration; 2],
    pub(crate) moves_to_go: Option<u32>,
}

/// Words that begin a command.
const FIRST: [&str; 9] =
    ["uci", "isready", "setoption", "ucinewgame", "position", "go", "stop", "ponderhit", "quit"];

/// Words that a move cannot be, after `go`.
const LIMITS: [&str; 12] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
];

impl Command {
    /// Reads a line; nothing if there is no command in it.
    pub(crate) fn read(line: &str) -> Option<Command> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let at = words.iter().position(|word| FIRST.contains(word))?;
        let rest = words.get(at + 1..)?;
        Some(match *words.get(at)? {
            "uci" => Command::Uci,
            "isready" => Command::IsReady,
            "setoption" => set_option(rest)?,
            "ucinewgame" => Command::NewGame,
            "position" => Command::Position(placed(rest)?),
            "go" => Command::Go(go(rest)),
            "stop" => Command::Stop,
            "ponderhit" => Command::PonderHit,
            _ => Command::Quit,
        })
    }
}

/// `name Some Name value some value`: both may have blanks.
fn set_option(words: &[&str]) -> Option<Command> {
    let (first, rest) = words.split_first()?;
    if *first != "name" {
        return None;
    }
    let end = rest.iter().position(|word| *word == "value").unwrap_or(rest.len());
    let name = rest.get(..end)?.join(" ");
    let value = rest.get(end + 1..).unwrap_or_default().join(" ");
    (!name.is_empty()).then_some(Command::SetOption { name, value })
}

/// `startpos moves ..` or `fen .. moves ..`
fn placed(words: &[&str]) -> Option<Placed> {
    let end = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let moves = words.get(end + 1..).unwrap_or_default();
    let fen = match words.get(..end)? {
        ["startpos", ..] => GamePosition::START.to_owned(),
        ["fen", fields @ ..] => fields.join(" "),
        _ => return None,
    };
    Some(Placed { fen, moves: moves.iter().map(|mv| (*mv).to_owned()).collect() })
}

fn go(words: &[&str]) -> Go {
    let mut go = Go::default();
    let mut words = words.iter().copied().peekable();
    while let Some(word) = words.next() {
        // What is given after a word; less than nothing is nothing.
        let mut number = || {
            let given = words.next_if(|given| !LIMITS.contains(given))?.parse::<i64>().ok()?;
            Some(u64::try_from(given).unwrap_or(0))
        };
        let short = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
        match word {
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "wtime" => go.left[0] = number().map(Duration::from_millis),
            "btime" => go.left[1] = number().map(Duration::from_millis),
            "winc" => go.added[0] = number().map_or(Duration::ZERO, Duration::from_millis),
            "binc" => go.added[1] = number().map_or(Duration::ZERO, Duration::from_millis),
            "movestogo" => go.moves_to_go = number().map(short),
            "movetime" => go.move_time = number().map(Duration::from_millis),
            "mate" => go.mate = number().map(short),
            "searchmoves" => {
                while let Some(mv) = words.next_if(|word| !LIMITS.contains(word)) {
                    go.search_moves.push(mv.to_owned());
                }
            }
            _ => {}
        }
    }
    go
}

impl Go {
    /// How much time a move may take for a side, if the clock says anything; something is left for the way to the other program.
    pub(crate) fn allowed(&self, side: usize) -> Option<Duration> {
        const ON_THE_WAY: Duration = Duration::from_millis(30);
        /// A game goes on for so many moves, if nobody says.
        const MOVES_LEFT: u32 = 20;
        let less = |time: Duration| time.saturating_sub(ON_THE_WAY).max(time / 2);
        if let Some(time) = self.move_time {
            return Some(less(time));
        }
        let left = self.left.get(side).copied().flatten()?;
        let share = left / self.moves_to_go.unwrap_or(MOVES_LEFT).clamp(1, MOVES_LEFT);
        let added = self.added.get(side).copied().unwrap_or_default();
        Some(less((share + added / 2).min(left / 2)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines as the protocol's description has them.
    #[test]
    fn reads_what_programs_send() {
        assert_eq!(Command::read("uci"), Some(Command::Uci));
        assert_eq!(Command::read("  joho isready "), Some(Command::IsReady));
        assert_eq!(Command::read("joho"), None);
        assert_eq!(Command::read(""), None);
        let option = |name: &str, value: &str| {
            Some(Command::SetOption { name: name.to_owned(), value: value.to_owned() })
        };
        assert_eq!(Command::read("setoption name Clear Hash"), option("Clear Hash", ""));
        assert_eq!(
            Command::read("setoption name Strategy value my rules/k r k.adv"),
            option("Strategy", "my rules/k r k.adv")
        );
        assert_eq!(Command::read("setoption value x"), None);
        let placed = Placed { fen: "8/8 w - -".to_owned(), moves: vec!["e2e4".to_owned()] };
        assert_eq!(Command::read("position fen 8/8 w - - moves e2e4"), Some(Command::Position(placed)));
        assert_eq!(Command::read("position"), None);
    }

    #[test]
    fn reads_limits_in_any_order() {
        let Some(Command::Go(go)) = Command::read(
            "go searchmoves e2e4 d2d4 wtime 1000 btime -5 infinite depth 3 movestogo 4 mate x ponder winc 20",
        ) else {
            unreachable!("it is a `go`")
        };
        assert_eq!(go.search_moves, ["e2e4", "d2d4"]);
        assert_eq!(go.left, [Some(Duration::from_secs(1)), Some(Duration::ZERO)]);
        assert!(go.infinite && go.ponder && go.mate.is_none());
        assert_eq!(go.allowed(0), Some(Duration::from_millis(230)));
        assert_eq!(go.allowed(1), Some(Duration::ZERO));
        assert_eq!(Go::default().allowed(0), None);
    }
}
