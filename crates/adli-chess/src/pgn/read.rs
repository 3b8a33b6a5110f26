//! Reads games, one after the other, from a file of any length.
//!
//! What is read of a file at a time is one line; what is kept is one game. A game has at most [`MAX_BYTES`], and variations stand within
//! one another at most [`MAX_DEPTH`] deep; they are kept on a stack of our own, so that no file exhausts that of the program. Reading is patient with what programs
//! write (numbers of moves are not looked at, signs for check may be missing, a game without a result ends where the next begins, bytes that are
//! no UTF-8 are taken for Latin-1, as in old files) and strict with the moves: each has to be legal where it stands.

use std::io::{BufRead, Read};

use super::write::ROSTER;
use super::{Game, GameLine, GameMove, GameResult, NotAGame, Unread};
use crate::GamePosition;

/// No game is longer than this.
pub(super) const MAX_BYTES: usize = 4 << 20;

/// So deep variations may stand within one another.
pub(super) const MAX_DEPTH: usize = 64;

/// Signs by which programs let a side pass.
const PASSES: [&str; 5] = ["--", "Z0", "null", "pass", "@@@@"];

/// What the tag `Variant` may say: the laws of chess, whatever the first position.
const LAWS: [&str; 6] = ["standard", "from position", "chess", "normal", "chess960", "fischerandom"];

/// The games of a text. After one that cannot be read there are no more.
///
/// ```
/// use adli_chess::Games;
///
/// let study = "[FEN \"8/8/8/8/8/k1K5/8/1R6 w - - 0 1\"]\n\n1. Ra1# { [%csl Ga1] mate } (1. Rb8? Ka4) *";
/// let game = Games::new(study.as_bytes()).next().ok_or("no game")??;
/// let mate = &game.line().moves[0];
/// assert_eq!((mate.san.as_str(), mate.comment.text.as_str()), ("Ra1#", "mate"));
/// assert_eq!(mate.variations[0].moves[0].glyphs, [2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Games<R> {
    source: Source<R>,
    is_over: bool,
}

impl<R: BufRead> Games<R> {
    /// The games of this text.
    pub fn new(text: R) -> Games<R> {
        Games { source: Source::new(text), is_over: false }
    }
}

impl<R: BufRead> Iterator for Games<R> {
    type Item = Result<Game, NotAGame>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let read = self.source.game().map_err(|what| NotAGame { line: self.source.number, what });
        self.is_over = !matches!(read, Ok(Some(_)));
        read.transpose()
    }
}

/// The moves of the game, or of a variation that is being read.
struct Open {
    line: GameLine,
    /// Glyphs before the first move, as some programs write them in variations; they are about that move.
    early: Vec<u8>,
    /// Before the last move, and after it.
    before: GamePosition,
    after: GamePosition,
}

impl Open {
    fn new(start: GamePosition) -> Open {
        Open { line: GameLine::default(), early: Vec::new(), before: start, after: start }
    }

    fn comment(&mut self, text: &str) {
        match self.line.moves.last_mut() {
            Some(played) => played.comment.read(text),
            None => self.line.comment.read(text),
        }
    }

    fn play(&mut self, san: &str) -> Result<(), Unread> {
        if PASSES.contains(&san) {
            return Err(Unread::Pass(san.to_owned()));
        }
        let mv = self.after.read_san(san).map_err(Unread::Move)?;
        let mut played = GameMove::new(&self.after, mv).map_err(Unread::Move)?;
        played.glyphs.append(&mut self.early);
        self.line.moves.push(played);
        self.before = self.after;
        self.after = self.after.play(mv);
        Ok(())
    }

    fn glyph(&mut self, number: u8) {
        let glyphs = self.line.moves.last_mut().map_or(&mut self.early, |played| &mut played.glyphs);
        if !glyphs.contains(&number) {
            glyphs.push(number);
        }
    }

    /// Takes a variation in the place of the last move; of one without moves the words are about that move.
    fn variation(&mut self, line: GameLine) {
        match self.line.moves.last_mut() {
            Some(played) if line.moves.is_empty() => played.comment.read(&line.comment.to_string()),
            Some(played) => played.variations.push(line),
            None => {}
        }
    }
}

/// The signs after a move, and their numbers.
const SIGNS: [(&str, u8); 6] = [("!!", 3), ("??", 4), ("!?", 5), ("?!", 6), ("!", 1), ("?", 2)];

/// The text, a line at a time.
struct Source<R> {
    text: R,
    line: Vec<char>,
    at: usize,
    /// Of the line, from 1.
    number: usize,
    /// How much of the present game has been read.
    bytes: usize,
    /// Between braces nothing is for other programs.
    is_comment: bool,
}

impl<R: BufRead> Source<R> {
    fn new(text: R) -> Source<R> {
        Source { text, line: Vec::new(), at: 0, number: 0, bytes: 0, is_comment: false }
    }

    /// The next character; nothing at the end of the text.
    fn peek(&mut self) -> Result<Option<char>, Unread> {
        while self.at >= self.line.len() {
            if !self.next_line()? {
                return Ok(None);
            }
        }
        Ok(self.line.get(self.at).copied())
    }

    fn next_line(&mut self) -> Result<bool, Unread> {
        let mut bytes = Vec::new();
        let left = (MAX_BYTES + 1).saturating_sub(self.bytes) as u64;
        let read = Read::take(&mut self.text, left).read_until(b'\n', &mut bytes);
        let read = read.map_err(|error| Unread::Source(error.to_string()))?;
        self.bytes += read;
        if self.bytes > MAX_BYTES {
            return Err(Unread::TooLong);
        }
        if read == 0 {
            return Ok(false);
        }
        (self.at, self.number) = (0, self.number + 1);
        // A line that begins with this sign is for other programs.
        if bytes.first() == Some(&b'%') && !self.is_comment {
            self.line.clear();
            return Ok(true);
        }
        if self.number == 1 && matches!(bytes.as_slice(), [0xff, 0xfe, ..] | [0xfe, 0xff, ..]) {
            return Err(Unread::WideLetters);
        }
        let text = String::from_utf8(bytes);
        self.line = match text {
            Ok(text) => text.trim_start_matches('\u{feff}').chars().collect(),
            Err(error) => error.into_bytes().into_iter().map(char::from).collect(),
        };
        Ok(true)
    }

    fn skip_blanks(&mut self) -> Result<Option<char>, Unread> {
        loop {
            match self.peek()? {
                Some(c) if c.is_whitespace() => self.at += 1,
                other => return Ok(other),
            }
        }
    }

    /// The next game; nothing if there is none.
    fn game(&mut self) -> Result<Option<Game>, Unread> {
        self.bytes = self.line.len() - self.at.min(self.line.len());
        if self.skip_blanks()?.is_none() {
            return Ok(None);
        }
        let mut tags = Vec::new();
        while self.skip_blanks()? == Some('[') {
            tags.push(self.tag()?);
        }
        let variant = tags.iter().find(|(name, _)| name == "Variant");
        if let Some((_, laws)) = variant.filter(|(_, name)| !LAWS.contains(&&*name.to_lowercase())) {
            return Err(Unread::OtherLaws(laws.clone()));
        }
        let start = tags.iter().find(|(name, _): &&(String, String)| name == "FEN");
        let start = start.map_or(GamePosition::START, |(_, fen)| fen.as_str());
        let mut game = Game::from_start(start.parse().map_err(Unread::Start)?);
        // What is written where nothing is known says nothing.
        let is_unknown = |tag: &(String, String)| ROSTER.contains(&(tag.0.as_str(), tag.1.as_str()));
        let tagged = tags.iter().find(|(name, _)| name == "Result").and_then(|(_, value)| read_result(value));
        game.set_tags(tags.into_iter().filter(|tag| !is_unknown(tag)));
        let (line, result) = self.moves(*game.start())?;
        game.set_line(line).map_err(Unread::Move)?;
        if let Some(result) = result.or(tagged).filter(|result| *result != GameResult::Unknown) {
            game.result(result);
        }
        Ok(Some(game))
    }

    /// `[White "Adli"]`
    fn tag(&mut self) -> Result<(String, String), Unread> {
        self.at += 1;
        self.skip_blanks()?;
        let name = self.word(|c| c.is_ascii_alphanumeric() || c == '_');
        if name.is_empty() || self.skip_blanks()? != Some('"') {
            return Err(Unread::Tag);
        }
        self.at += 1;
        let mut value = String::new();
        loop {
            let c = self.line.get(self.at).copied().ok_or(Unread::Tag)?;
            self.at += 1;
            match c {
                '"' => break,
                '\\' if matches!(self.line.get(self.at), Some('"' | '\\')) => {
                    value.extend(self.line.get(self.at));
                    self.at += 1;
                }
                c if c.is_control() => return Err(Unread::Tag),
                c => value.push(c),
            }
        }
        if self.skip_blanks()? != Some(']') {
            return Err(Unread::Tag);
        }
        self.at += 1;
        Ok((name, value))
    }

    /// As many characters of this line as are of a sort.
    fn word(&mut self, is_of_sort: impl Fn(char) -> bool) -> String {
        let rest = self.line.get(self.at..).unwrap_or_default();
        let word: String = rest.iter().take_while(|&&c| is_of_sort(c)).collect();
        self.at += word.chars().count();
        word
    }

    /// All moves up to the result, or to the next game.
    fn moves(&mut self, start: GamePosition) -> Result<(GameLine, Option<GameResult>), Unread> {
        let mut outer: Vec<Open> = Vec::new();
        let mut open = Open::new(start);
        let result = loop {
            match self.skip_blanks()? {
                None | Some('[') => break None,
                Some('{') => open.comment(&self.comment()?),
                Some(';') => {
                    self.at += 1;
                    open.comment(&self.word(|_| true));
                }
                Some('(') => {
                    self.at += 1;
                    if open.line.moves.is_empty() {
                        return Err(Unread::Bracket('('));
                    }
                    if outer.len() >= MAX_DEPTH {
                        return Err(Unread::TooDeep);
                    }
                    let variation = Open::new(open.before);
                    outer.push(std::mem::replace(&mut open, variation));
                }
                Some(')') => {
                    self.at += 1;
                    let whole = outer.pop().ok_or(Unread::Bracket(')'))?;
                    let done = std::mem::replace(&mut open, whole);
                    open.variation(done.line);
                }
                Some('$') => {
                    self.at += 1;
                    let number = self.word(|c| c.is_ascii_digit());
                    open.glyph(number.parse().map_err(|_| Unread::Stray(format!("${number}")))?);
                }
                // The one result that may follow without a blank.
                Some('*') => {
                    self.at += 1;
                    if outer.is_empty() {
                        break Some(GameResult::Unknown);
                    }
                }
                Some(_) => {
                    let token = self.word(|c| !c.is_whitespace() && !"(){}[];$*".contains(c));
                    match read_result(&token) {
                        Some(result) if outer.is_empty() => break Some(result),
                        Some(_) => {}
                        None => self.token(&token, &mut open)?,
                    }
                }
            }
        };
        if outer.is_empty() { Ok((open.line, result)) } else { Err(Unread::OpenVariation) }
    }

    /// The number of a move, a move, or a sign.
    fn token(&mut self, token: &str, open: &mut Open) -> Result<(), Unread> {
        if token.is_empty() {
            let stray = self.peek()?.map(String::from).unwrap_or_default();
            return Err(Unread::Stray(stray));
        }
        // `12.`, `12...`, `12.Kd4`, `...`; but not a castling with zeros.
        let after_number = token.trim_start_matches(|c: char| c.is_ascii_digit());
        let rest = match after_number.strip_prefix('.') {
            Some(_) => after_number.trim_start_matches(['.', '…']),
            None if after_number.is_empty() => "",
            None => token.trim_start_matches('…'),
        };
        let san = rest.trim_end_matches(['!', '?']);
        let signs = rest.get(san.len()..).unwrap_or_default();
        if !san.is_empty() && san != "e.p." && san != "ep" {
            open.play(san)?;
        }
        match SIGNS.iter().find(|(sign, _)| *sign == signs) {
            Some((_, number)) => open.glyph(*number),
            // Such as `!!!`: words, since they have no number.
            None => open.comment(signs),
        }
        Ok(())
    }

    /// What stands between braces, over as many lines as it takes.
    fn comment(&mut self) -> Result<String, Unread> {
        let begun = self.number;
        self.at += 1;
        self.is_comment = true;
        let mut text = String::new();
        loop {
            match self.peek()? {
                None => {
                    self.number = begun;
                    return Err(Unread::OpenComment);
                }
                Some('}') => {
                    self.at += 1;
                    self.is_comment = false;
                    return Ok(text);
                }
                Some(c) => {
                    text.push(c);
                    self.at += 1;
                }
            }
        }
    }
}

fn read_result(text: &str) -> Option<GameResult> {
    GameResult::ALL.into_iter().find(|result| result.to_string() == text)
}
