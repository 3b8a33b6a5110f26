//! Games in Portable Game Notation, as any chess program reads and writes them.
//!
//! A [`Game`] is a line of play with comments, annotation glyphs and variations. Displaying it writes PGN; [`Games`] reads it. Comments may
//! colour squares and draw arrows, in the way in which most programs and the studies of Lichess have it: `[%csl Ge4]` and `[%cal Ge2e4]`.

mod comment;
mod fault;
mod read;
mod write;

use std::collections::HashSet;
use std::fmt;

use crate::{Colour, GamePosition, Move, NotAMove, Position};

pub use comment::{Brush, Comment};
pub use fault::{NotAGame, Unread};
pub use read::Games;

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

impl GameResult {
    const ALL: [GameResult; 4] = [
        GameResult::Won(Colour::White),
        GameResult::Won(Colour::Black),
        GameResult::Drawn,
        GameResult::Unknown,
    ];
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

/// A line of play from a position, with comments and variations. Displaying it writes PGN.
///
/// ```
/// use adli_chess::{Brush, Game};
///
/// let mut game = Game::new("8/8/8/8/8/k1K5/8/1R6 w - - 0 1".parse()?);
/// let mate = game.position().read_san("Ra1#")?;
/// game.tag("White", "Rook").play(mate)?.comment("the only mate").arrow(Brush::Green, mate.from, mate.to);
/// assert!(game.to_string().ends_with("\n1. Ra1# {[%cal Gb1a1] the only mate} 1-0\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    start: GamePosition,
    last: GamePosition,
    tags: Vec<(String, String)>,
    line: GameLine,
    result: Option<GameResult>,
}

/// Moves that follow one another: those of the game, or of a variation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameLine {
    /// Before the first move.
    pub comment: Comment,
    /// In their order.
    pub moves: Vec<GameMove>,
}

/// A move of a game with what is said of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameMove {
    /// Who makes it.
    pub turn: Colour,
    /// The number of the move.
    pub number: u16,
    /// The move; castling is the king's move.
    pub mv: Move,
    /// The same in SAN.
    pub san: String,
    /// Numbers of annotation glyphs: 1 is `!`, 2 is `?`, and so on.
    pub glyphs: Vec<u8>,
    /// After the move.
    pub comment: Comment,
    /// What might have been played instead.
    pub variations: Vec<GameLine>,
}

impl GameMove {
    /// A legal move of a position, of which nothing is said yet.
    ///
    /// # Errors
    /// If it is not legal.
    pub fn new(position: &GamePosition, mv: Move) -> Result<GameMove, NotAMove> {
        let turn = position.position().turn();
        if !position.is_legal(mv) {
            return Err(NotAMove::Illegal(mv.to_string(), turn));
        }
        Ok(GameMove {
            turn,
            number: position.position().fullmoves(),
            mv,
            san: position.san(mv),
            glyphs: Vec::new(),
            comment: Comment::default(),
            variations: Vec::new(),
        })
    }
}

impl Game {
    /// A game that begins with this position.
    #[must_use]
    pub fn new(start: Position) -> Game {
        Game::from_start(start.into())
    }

    /// A game that begins where somebody may still castle.
    #[must_use]
    pub fn from_start(start: GamePosition) -> Game {
        Game { start, last: start, tags: Vec::new(), line: GameLine::default(), result: None }
    }

    /// Sets a tag, such as `White`. `Result`, `SetUp` and `FEN` are written by the game itself; other names
    /// than letters, digits and underscores cannot be written and are left out.
    pub fn tag(&mut self, name: &str, value: &str) -> &mut Game {
        if is_tag(name) {
            self.tags.retain(|(other, _)| other != name);
            self.tags.push((name.to_owned(), value.to_owned()));
        }
        self
    }

    /// Sets tags as [`Game::tag`] does, one after the other, in one go.
    pub(crate) fn set_tags(&mut self, tags: impl IntoIterator<Item = (String, String)>) {
        let all: Vec<_> =
            self.tags.drain(..).chain(tags.into_iter().filter(|(name, _)| is_tag(name))).collect();
        let mut seen = HashSet::new();
        let is_last: Vec<bool> = all.iter().rev().map(|(name, _)| seen.insert(name.as_str())).collect();
        let mut is_last = is_last.into_iter().rev();
        self.tags = all;
        self.tags.retain(|_| is_last.next() == Some(true));
    }

    /// The value of a tag that was set.
    #[must_use]
    pub fn tagged(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// Adds a move.
    ///
    /// # Errors
    /// If it is not legal in the position that has been reached.
    pub fn play(&mut self, mv: Move) -> Result<&mut Game, NotAMove> {
        self.line.moves.push(GameMove::new(&self.last, mv)?);
        self.last = self.last.play(mv);
        Ok(self)
    }

    /// What is said of the last move, or before the first one.
    pub fn last_comment(&mut self) -> &mut Comment {
        match self.line.moves.last_mut() {
            Some(played) => &mut played.comment,
            None => &mut self.line.comment,
        }
    }

    /// Adds a comment on the last move, or before the first one.
    pub fn comment(&mut self, text: &str) -> &mut Game {
        self.last_comment().say(text);
        self
    }

    /// Colours a square after the last move.
    pub fn mark(&mut self, brush: Brush, square: crate::Square) -> &mut Game {
        self.last_comment().mark(brush, square);
        self
    }

    /// Draws an arrow after the last move.
    pub fn arrow(&mut self, brush: Brush, from: crate::Square, to: crate::Square) -> &mut Game {
        self.last_comment().arrow(brush, from, to);
        self
    }

    /// Adds an annotation glyph to the last move.
    pub fn glyph(&mut self, number: u8) -> &mut Game {
        if let Some(played) = self.line.moves.last_mut()
            && !played.glyphs.contains(&number)
        {
            played.glyphs.push(number);
        }
        self
    }

    /// Adds a variation: what might have been played instead of the last move. Without a last move it is lost.
    pub fn variation(&mut self, line: GameLine) -> &mut Game {
        if let Some(played) = self.line.moves.last_mut().filter(|_| !line.moves.is_empty()) {
            played.variations.push(line);
        }
        self
    }

    /// Says how the game ended. Mate and stalemate on the board need no saying.
    pub fn result(&mut self, result: GameResult) -> &mut Game {
        self.result = Some(result);
        self
    }

    /// The position that it begins with.
    #[must_use]
    pub const fn start(&self) -> &GamePosition {
        &self.start
    }

    /// The moves with what is said of them.
    #[must_use]
    pub const fn line(&self) -> &GameLine {
        &self.line
    }

    /// What is said of the move of that number, counted from 0, and its glyphs.
    pub fn said_of(&mut self, ply: usize) -> Option<(&mut Comment, &mut Vec<u8>)> {
        self.line.moves.get_mut(ply).map(|played| (&mut played.comment, &mut played.glyphs))
    }

    /// Puts the moves of a line in the place of those that are there.
    ///
    /// # Errors
    /// If one is not legal where it stands.
    pub fn set_line(&mut self, line: GameLine) -> Result<&mut Game, NotAMove> {
        let mut last = self.start;
        for played in &line.moves {
            GameMove::new(&last, played.mv)?;
            last = last.play(played.mv);
        }
        (self.line, self.last) = (line, last);
        Ok(self)
    }

    /// The position that has been reached.
    #[must_use]
    pub const fn position(&self) -> &Position {
        self.last.position()
    }

    /// How it ended: as the board says, or else as somebody said.
    #[must_use]
    pub fn final_result(&self) -> GameResult {
        let last = self.position();
        if last.is_mate() {
            GameResult::Won(!last.turn())
        } else if last.is_stalemate() {
            GameResult::Drawn
        } else {
            self.result.unwrap_or(GameResult::Unknown)
        }
    }
}

/// Whether a tag of that name can be written, and is not written by the game itself.
fn is_tag(name: &str) -> bool {
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    is_name && !["Result", "SetUp", "FEN"].contains(&name)
}
