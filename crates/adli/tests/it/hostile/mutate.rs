//! What can happen to texts and to files.

use adli_lang::{Token, Word, parse};

use super::chance::Chance;

/// Words that can stand for one another, so that many changed texts still mean something.
const LIKE: [&[&str]; 14] = [
    &["and", "or", "implies", "iff"],
    &["=", "/=", "<", "<=", ">", ">="],
    &["+", "-", "*"],
    &["|", "&", "-"],
    &["some", "every"],
    &["count", "sum"],
    &["least", "most"],
    &["White", "Black", "strong", "weak"],
    &["win", "draw", "loss", "unknown", "mated", "mates", "mates_next", "at_least_draw", "at_most_draw"],
    &["K", "k", "R", "Q", "P", "N", "n", "r", "q", "p", "B", "b", "m"],
    &["mate", "check", "stalemate", "no_move", "legal", "home", "true", "false"],
    &["us", "them"],
    &["file", "rank", "step", "allows", "answer", "rule"],
    &["steps", "walk", "files", "ranks", "min", "max"],
];

/// Numbers at the ends of what is allowed, and beyond.
const NUMBERS: [&str; 14] = [
    "0",
    "1",
    "2",
    "3",
    "7",
    "8",
    "9",
    "31",
    "32",
    "63",
    "64",
    "8388607",
    "2147483647",
    "99999999999999999999",
];

/// Pieces that change what a text says.
const PIECES: [&str; 30] = [
    "'",
    "not",
    "after pass",
    "at root",
    "at before",
    "at p0",
    "at p2",
    "at {p0, p2}",
    "throughout",
    "(",
    ")",
    "{",
    "}",
    "some move:",
    "every move:",
    "count move:",
    "up to symmetry (check)",
    "if check then",
    "else",
    "let x = 3 in",
    "case when mate: 0 otherwise:",
    "value(White) = win",
    "moves_to_mate",
    "White to move",
    "from all",
    "under fifty",
    "expect refuted",
    "sum s in board:",
    "mod 2",
    ".file",
];

/// A text with a few changes. Most are small, so that many texts still mean something.
pub fn text(texts: &[String], chance: &mut Chance) -> String {
    let mut text = texts[chance.below(texts.len())].clone();
    let changes = if chance.below(3) == 0 { 2 + chance.below(2) } else { 1 };
    for _ in 0..changes {
        text = match chance.below(30) {
            0 => lines(&text, texts, chance),
            1 => String::from_utf8_lossy(&bytes(text.as_bytes(), chance)).into_owned(),
            2 => splice(&text, texts, chance),
            _ => words(&text, texts, chance),
        };
        if text.len() > 40_000 {
            break;
        }
    }
    text
}

fn tokens(text: &str) -> Vec<(usize, usize)> {
    let tokens = parse(0, text).tokens;
    let words = tokens.iter().filter(|lexeme| lexeme.token != Token::End);
    words.map(|lexeme| (lexeme.span.start as usize, lexeme.span.end as usize)).collect()
}

/// One word changed.
fn words(text: &str, texts: &[String], chance: &mut Chance) -> String {
    let tokens = tokens(text);
    if tokens.is_empty() {
        return text.to_owned();
    }
    let at = chance.below(tokens.len());
    let (start, end) = tokens[at];
    let old = &text[start..end];
    let new = match chance.below(24) {
        0 => String::new(),
        1 => format!("{old} {old}"),
        2 => {
            let other = &texts[chance.below(texts.len())];
            let of_other = self::tokens(other);
            let (from, to) = of_other[chance.below(of_other.len())];
            other[from..to].to_owned()
        }
        3 => {
            let (from, to) = tokens[chance.below(tokens.len())];
            text[from..to].to_owned()
        }
        4 => format!("{old} {}", chance.one_of(&PIECES)),
        5 => format!("{} {old}", chance.one_of(&PIECES)),
        6 => format!("({old})"),
        _ => return alike(text, &tokens, chance),
    };
    [&text[..start], " ", &new, " ", &text[end..]].concat()
}

/// One word for another of its kind, or a number for another.
fn alike(text: &str, tokens: &[(usize, usize)], chance: &mut Chance) -> String {
    for _ in 0..20 {
        let (start, end) = tokens[chance.below(tokens.len())];
        let old = &text[start..end];
        let classes: Vec<&[&str]> = LIKE.iter().copied().filter(|class| class.contains(&old)).collect();
        let new = match classes[..] {
            [] if old.starts_with(|c: char| c.is_ascii_digit()) => chance.one_of(&NUMBERS),
            [] => continue,
            _ => {
                let class = classes[chance.below(classes.len())];
                // Names that the text does not have would only be told to be unknown.
                let is_known = |word: &&&str| {
                    let is_name = word.starts_with(char::is_alphabetic) && Word::from_text(word).is_none();
                    !is_name || tokens.iter().any(|&(start, end)| text[start..end] == ***word)
                };
                let known: Vec<&str> = class.iter().filter(is_known).copied().collect();
                known[chance.below(known.len())]
            }
        };
        return [&text[..start], new, &text[end..]].concat();
    }
    text.to_owned()
}

/// Lines left out, doubled, exchanged, or taken from another text.
fn lines(text: &str, texts: &[String], chance: &mut Chance) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    if lines.is_empty() {
        return String::new();
    }
    let (at, to) = (chance.below(lines.len()), chance.below(lines.len()));
    match chance.below(4) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(to, lines[at]),
        2 => lines.swap(at, to),
        _ => {
            let other: Vec<&str> = texts[chance.below(texts.len())].lines().collect();
            let from = chance.below(other.len());
            let piece = other[from..other.len().min(from + 1 + chance.below(8))].iter().copied();
            lines.splice(at..at, piece);
        }
    }
    lines.join("\n")
}

/// The beginning of one text and the end of another.
fn splice(text: &str, texts: &[String], chance: &mut Chance) -> String {
    let other = &texts[chance.below(texts.len())];
    let (mine, others) = (tokens(text), tokens(other));
    if mine.is_empty() || others.is_empty() {
        return text.to_owned();
    }
    let (start, _) = mine[chance.below(mine.len())];
    let (from, _) = others[chance.below(others.len())];
    [&text[..start], " ", &other[from..]].concat()
}

/// Bytes with one change.
pub fn bytes(old: &[u8], chance: &mut Chance) -> Vec<u8> {
    let mut bytes = old.to_vec();
    // Beginnings matter more than their share: that is where headers are.
    let near = if chance.below(3) == 0 { bytes.len().min(256) } else { bytes.len() };
    let at = chance.below(near);
    let length = (1 + chance.below(16)).min(bytes.len() - at.min(bytes.len()));
    match chance.below(8) {
        0 | 1 if !bytes.is_empty() => bytes[at] ^= 1 << chance.below(8),
        2 if !bytes.is_empty() => bytes[at] = chance.next() as u8,
        3 => bytes.truncate(at),
        4 => drop(bytes.splice(at..at, (0..length).map(|_| chance.next() as u8).collect::<Vec<_>>())),
        5 => drop(bytes.drain(at..at + length)),
        6 => bytes.extend_from_within(at..at + length),
        _ => bytes[at..at + length].fill(if chance.below(2) == 0 { 0 } else { 0xff }),
    }
    bytes
}
