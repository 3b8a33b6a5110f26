//! What is said of a move, with coloured squares and arrows.
//!
//! Programs put what is not for reading into commands in brackets: `[%csl Ge4,Rd5]` colours squares, `[%cal Ge2e4]` draws arrows, `[%clk 0:05:00]` is
//! a clock, and so on. The first two are understood; others are kept and written again as they were.

use std::fmt;

use crate::Square;

/// What is said of a move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Comment {
    /// Words, with one blank between two of them.
    pub text: String,
    /// Squares that are coloured.
    pub marks: Vec<(Brush, Square)>,
    /// Arrows from one square to another.
    pub arrows: Vec<(Brush, Square, Square)>,
    /// Other commands with what they are given, such as `clk` and `0:05:00`.
    pub commands: Vec<(String, String)>,
}

/// The colours of squares and arrows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "their names say it")]
pub enum Brush {
    Green,
    Red,
    Yellow,
    Blue,
}

impl Brush {
    const ALL: [Brush; 4] = [Brush::Green, Brush::Red, Brush::Yellow, Brush::Blue];

    fn letter(self) -> char {
        match self {
            Brush::Green => 'G',
            Brush::Red => 'R',
            Brush::Yellow => 'Y',
            Brush::Blue => 'B',
        }
    }
}

impl Comment {
    /// Nothing is said at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Comment::default()
    }

    /// Adds words. Braces cannot be written and become round; a bracket that would be taken for a command loses its sign.
    pub fn say(&mut self, text: &str) -> &mut Comment {
        let mut plain = String::with_capacity(text.len());
        for sign in without_braces(text).chars() {
            if !(sign == '%' && plain.ends_with('[')) {
                plain.push(sign);
            }
        }
        for word in plain.split_whitespace() {
            if !self.text.is_empty() {
                self.text.push(' ');
            }
            self.text.push_str(word);
        }
        self
    }

    /// Colours a square, once.
    pub fn mark(&mut self, brush: Brush, square: Square) -> &mut Comment {
        if !self.marks.contains(&(brush, square)) {
            self.marks.push((brush, square));
        }
        self
    }

    /// Draws an arrow, once.
    pub fn arrow(&mut self, brush: Brush, from: Square, to: Square) -> &mut Comment {
        if !self.arrows.contains(&(brush, from, to)) {
            self.arrows.push((brush, from, to));
        }
        self
    }

    /// Adds what stands between two braces.
    pub fn read(&mut self, text: &str) {
        let plain = without_braces(text);
        let mut text = plain.as_str();
        while let Some((before, command, after)) = next_command(text) {
            self.say(before);
            self.command(command);
            text = after;
        }
        self.say(text);
    }

    /// What stands between `[%` and `]`.
    fn command(&mut self, command: &str) {
        let (name, given) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
        let given: String = given.split_whitespace().collect::<Vec<_>>().join(" ");
        let parts = || given.split(',').map(str::trim).filter(|part| !part.is_empty());
        match name {
            "csl" => {
                if let Some(marks) = parts().map(read_mark).collect::<Option<Vec<_>>>() {
                    marks.into_iter().for_each(|(brush, square)| {
                        self.mark(brush, square);
                    });
                    return;
                }
            }
            "cal" => {
                if let Some(arrows) = parts().map(read_arrow).collect::<Option<Vec<_>>>() {
                    arrows.into_iter().for_each(|(brush, from, to)| {
                        self.arrow(brush, from, to);
                    });
                    return;
                }
            }
            _ => {}
        }
        self.commands.push((name.to_owned(), given));
    }

    /// The pieces between which a line may end, with braces around all of it; none if nothing is said.
    pub(super) fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        let list = |parts: Vec<String>| parts.join(",");
        let commands = self.commands.iter().map(|(name, given)| match given.as_str() {
            "" => format!("[%{name}]"),
            given => format!("[%{name} {given}]"),
        });
        words.extend(commands);
        if !self.marks.is_empty() {
            let marks = self.marks.iter().map(|(brush, square)| format!("{}{square}", brush.letter()));
            words.push(format!("[%csl {}]", list(marks.collect())));
        }
        if !self.arrows.is_empty() {
            let arrows = self.arrows.iter();
            let arrows = arrows.map(|(brush, from, to)| format!("{}{from}{to}", brush.letter()));
            words.push(format!("[%cal {}]", list(arrows.collect())));
        }
        words.extend(self.text.split_whitespace().map(str::to_owned));
        if let Some(first) = words.first_mut() {
            first.insert(0, '{');
        }
        if let Some(last) = words.last_mut() {
            last.push('}');
        }
        words
    }
}

/// What stands in the braces, in one line.
impl fmt::Display for Comment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = self.words().join(" ");
        f.write_str(words.trim_start_matches('{').trim_end_matches('}'))
    }
}

/// Braces cannot stand between braces.
fn without_braces(text: &str) -> String {
    text.replace('{', "(").replace('}', ")")
}

/// The words before the next command, the command without its brackets, and what follows.
fn next_command(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once("[%")?;
    let (command, after) = rest.split_once(']')?;
    let is_command = command.starts_with(|c: char| c.is_ascii_alphabetic()) && !command.contains("[%");
    is_command.then_some((before, command, after))
}

fn read_brush(text: &str) -> Option<(Brush, &str)> {
    let letter = text.chars().next()?;
    let brush = Brush::ALL.into_iter().find(|brush| brush.letter() == letter)?;
    Some((brush, text.get(1..)?))
}

fn read_mark(text: &str) -> Option<(Brush, Square)> {
    let (brush, square) = read_brush(text)?;
    Some((brush, square.parse().ok()?))
}

fn read_arrow(text: &str) -> Option<(Brush, Square, Square)> {
    let (brush, squares) = read_brush(text)?;
    Some((brush, squares.get(..2)?.parse().ok()?, squares.get(2..)?.parse().ok()?))
}
