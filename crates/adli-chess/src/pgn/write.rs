//! Games as PGN.

use std::fmt;

use super::{Game, GameLine};
use crate::{Colour, GamePosition};

/// No line of moves is longer than this, unless a single word is.
const COLUMNS: usize = 80;

/// The tags that every game has, in their order, with what stands for unknown.
pub(super) const ROSTER: [(&str, &str); 6] =
    [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?"), ("White", "?"), ("Black", "?")];

impl Game {
    fn write_tags(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, unknown) in ROSTER {
            write_tag(f, name, self.tagged(name).unwrap_or(unknown))?;
        }
        write_tag(f, "Result", &self.final_result().to_string())?;
        let start = self.start.to_string();
        if start != GamePosition::START {
            write_tag(f, "SetUp", "1")?;
            write_tag(f, "FEN", &start)?;
        }
        let is_extra = |name: &str| ROSTER.iter().all(|(other, _)| *other != name);
        self.tags.iter().filter(|(name, _)| is_extra(name)).try_for_each(|(n, value)| write_tag(f, n, value))
    }
}

/// The pieces of the movetext between which a line may end.
fn words(line: &GameLine, words: &mut Vec<String>) {
    words.extend(line.comment.words());
    let mut needs_number = true;
    for played in &line.moves {
        let (number, san) = (played.number, &played.san);
        words.push(match played.turn {
            Colour::White => format!("{number}. {san}"),
            Colour::Black if needs_number => format!("{number}... {san}"),
            Colour::Black => san.clone(),
        });
        words.extend(played.glyphs.iter().map(|glyph| format!("${glyph}")));
        words.extend(played.comment.words());
        for variation in &played.variations {
            let first = words.len();
            self::words(variation, words);
            if let Some(word) = words.get_mut(first) {
                word.insert(0, '(');
            }
            if let Some(last) = words.last_mut() {
                last.push(')');
            }
        }
        needs_number = !played.comment.is_empty() || !played.variations.is_empty();
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_tags(f)?;
        let mut all = Vec::new();
        words(&self.line, &mut all);
        all.push(self.final_result().to_string());
        let mut column = 0;
        for word in all {
            let width = word.chars().count();
            if column == 0 || column + 1 + width > COLUMNS {
                // A line that begins with this sign would be passed over.
                let blank = if word.starts_with('%') { " " } else { "" };
                write!(f, "\n{blank}{word}")?;
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
