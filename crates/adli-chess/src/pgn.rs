//! Games in Portable Game Notation, as any chess program reads them.

use std::fmt;

use crate::{Colour, Move, NotAMove, Position};

/// No line of moves is longer than this, unless a single word is.
const COLUMNS: usize = 80;

/// The tags that every game has, in their order, with what stands for unknown.
const ROSTER: [(&str, &str); 6] =
    [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?"), ("White", "?"), ("Black", "?")];

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// This side has won.
    Won(Colour),
    /// Nobody has won.
    Drawn,
    /// The game goes on, or nobody knows.
    Unknown,
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameResult::Won(Colour::White) => "1-0",
            GameResult::Won(Colour::Black) => "0-1",
            GameResult::Drawn => "1/2-1/2",
            GameResult::Unknown => "*",
        })
    }
}

/// A line of play from a position, with comments. Displaying it writes PGN.
///
/// ```
/// use adli_chess::Game;
///
/// let mut game = Game::new("8/8/8/8/8/k1K5/8/1R6 w - - 0 1".parse()?);
/// let mate = game.position().read_san("Ra1#")?;
/// game.tag("White", "Rook").play(mate)?.comment("the only mate");
/// assert!(game.to_string().ends_with("\n1. Ra1# {the only mate} 1-0\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    start: Position,
    last: Position,
    tags: Vec<(String, String)>,
    opening_comment: String,
    moves: Vec<Played>,
    result: Option<GameResult>,
}

#[derive(Clone, Debug)]
struct Played {
    turn: Colour,
    number: u16,
    san: String,
    comment: String,
}

impl Game {
    /// A game that begins with this position.
    #[must_use]
    pub fn new(start: Position) -> Game {
        Game {
            start,
            last: start,
            tags: Vec::new(),
            opening_comment: String::new(),
            moves: Vec::new(),
            result: None,
        }
    }

    /// Sets a tag, such as `White`. `Result`, `SetUp` and `FEN` are written by the game itself; other names
    /// than letters, digits and underscores cannot be written and are left out.
    pub fn tag(&mut self, name: &str, value: &str) -> &mut Game {
        let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if is_name && !["Result", "SetUp", "FEN"].contains(&name) {
            self.tags.retain(|(other, _)| other != name);
            self.tags.push((name.to_owned(), value.to_owned()));
        }
        self
    }

    /// Adds a move.
    ///
    /// # Errors
    /// If it is not legal in the position that has been reached.
    pub fn play(&mut self, mv: Move) -> Result<&mut Game, NotAMove> {
        if !self.last.is_legal(mv) {
            return Err(NotAMove::Illegal(mv.to_string(), self.last.turn()));
        }
        self.moves.push(Played {
            turn: self.last.turn(),
            number: self.last.fullmoves(),
            san: self.last.san(mv),
            comment: String::new(),
        });
        self.last = self.last.play(mv);
        Ok(self)
    }

    /// Adds a comment on the last move, or before the first one.
    pub fn comment(&mut self, text: &str) -> &mut Game {
        let comment = match self.moves.last_mut() {
            Some(played) => &mut played.comment,
            None => &mut self.opening_comment,
        };
        if !comment.is_empty() {
            comment.push(' ');
        }
        comment.push_str(text);
        self
    }

    /// Says how the game ended. Mate and stalemate on the board need no saying.
    pub fn result(&mut self, result: GameResult) -> &mut Game {
        self.result = Some(result);
        self
    }

    /// The position that has been reached.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.last
    }

    fn final_result(&self) -> GameResult {
        if self.last.is_mate() {
            GameResult::Won(!self.last.turn())
        } else if self.last.is_stalemate() {
            GameResult::Drawn
        } else {
            self.result.unwrap_or(GameResult::Unknown)
        }
    }

    fn write_tags(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let given = |name| self.tags.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str());
        for (name, unknown) in ROSTER {
            write_tag(f, name, given(name).unwrap_or(unknown))?;
        }
        write_tag(f, "Result", &self.final_result().to_string())?;
        write_tag(f, "SetUp", "1")?;
        write_tag(f, "FEN", &self.start.to_string())?;
        let is_extra = |name: &str| ROSTER.iter().all(|(other, _)| *other != name);
        self.tags.iter().filter(|(name, _)| is_extra(name)).try_for_each(|(n, value)| write_tag(f, n, value))
    }

    /// The pieces of the movetext between which a line may end.
    fn words(&self) -> Vec<String> {
        let mut words = comment_words(&self.opening_comment);
        let mut needs_number = true;
        for Played { turn, number, san, comment } in &self.moves {
            words.push(match turn {
                Colour::White => format!("{number}. {san}"),
                Colour::Black if needs_number => format!("{number}... {san}"),
                Colour::Black => san.clone(),
            });
            words.extend(comment_words(comment));
            needs_number = !comment.is_empty();
        }
        words.push(self.final_result().to_string());
        words
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_tags(f)?;
        let mut column = 0;
        for word in self.words() {
            let width = word.chars().count();
            if column == 0 || column + 1 + width > COLUMNS {
                write!(f, "\n{word}")?;
                column = width;
            } else {
                write!(f, " {word}")?;
                column += 1 + width;
            }
        }
        f.write_str("\n")
    }
}

fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(char::is_control, " ");
    writeln!(f, "[{name} \"{value}\"]")
}

/// The words of a comment with its braces. A closing brace inside would end it too early.
fn comment_words(comment: &str) -> Vec<String> {
    let text = comment.replace('}', ")");
    let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    if let Some(first) = words.first_mut() {
        first.insert(0, '{');
    }
    if let Some(last) = words.last_mut() {
        last.push('}');
    }
    words
}
