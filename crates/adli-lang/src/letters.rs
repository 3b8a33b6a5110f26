//! Letters that look like others, and characters that are not seen: a text means what people read in it.
//!
//! A name has the letters of one alphabet. One that mixes them (`mate` with a Cyrillic `a`), or whose letters all look like Latin
//! ones, would be read as another name. Characters that show nothing, or change the order in which others are shown,
//! stand nowhere, not even in comments.

/// What is wrong with a character.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Strange {
    /// Where it begins, in bytes of the stretch that was looked at.
    pub(crate) at: usize,
    /// The character.
    pub(crate) letter: char,
    /// What it is, for a message about the stretch.
    pub(crate) what: String,
    /// What may be written instead of the stretch, if that is known.
    pub(crate) instead: Option<String>,
}

/// Letters of other alphabets, each with the Latin letter that looks the same.
const ALIKE: [(&str, &str); 3] = [
    // Cyrillic.
    ("аеорсухѕіјԁԛԝһАВСЕНІЈКМОРЅТХУ", "aeopcyxsijdqwhABCEHIJKMOPSTXY"),
    // Greek.
    ("οναΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ovaABEZHIKMNOPTYX"),
    // Latin, but others than those on a keyboard.
    ("ıɑɡſǀ", "iagfl"),
];

/// The Latin letter or the digit that looks like this character of another alphabet, or like this form of it.
fn looks_like(letter: char) -> Option<char> {
    // Forms as wide as Chinese characters have the order of ASCII, and so have bold and other mathematical ones.
    let nth = |number: u32, letters: &str| letters.chars().nth(number as usize % letters.len());
    match letter as u32 {
        wide @ 0xff01..=0xff5e => char::from_u32(wide - 0xff01 + 0x21),
        bold @ 0x1d400..=0x1d6a3 => {
            nth(bold - 0x1d400, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
        }
        digit @ 0x1d7ce..=0x1d7ff => nth(digit - 0x1d7ce, "0123456789"),
        _ => {
            let place = |(theirs, ours): &(&str, &str)| {
                let at = theirs.chars().position(|other| other == letter)?;
                ours.chars().nth(at)
            };
            ALIKE.iter().find_map(place)
        }
    }
}

/// Letters with and without accents, as most languages of Europe have them.
fn is_latin(letter: char) -> bool {
    letter.is_ascii_alphabetic() || matches!(letter as u32, 0xaa | 0xba | 0xc0..=0x24f | 0x1e00..=0x1eff)
}

/// Whether a character shows nothing, or changes how others are shown.
pub(crate) fn is_hidden(letter: char) -> bool {
    matches!(
        letter as u32,
        0x00..=0x08 | 0x0e..=0x1f | 0x7f..=0x84 | 0x86..=0x9f | 0xad | 0x34f | 0x61c | 0x115f | 0x1160 | 0x17b4
            | 0x17b5 | 0x180b..=0x180f | 0x200b..=0x200f | 0x202a..=0x202e | 0x2060..=0x206f | 0x3164
            | 0xfe00..=0xfe0f | 0xfeff | 0xffa0 | 0xfff0..=0xfffb | 0x1d173..=0x1d17a | 0xe0000..=0xe0fff
    )
}

/// Whether a character ends a line for some programs, and not for others.
fn ends_line_elsewhere(letter: char) -> bool {
    matches!(letter, '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// A character with its number, by which it is found.
pub(crate) fn numbered(letter: char) -> String {
    let number = letter as u32;
    if is_hidden(letter) || letter.is_whitespace() || letter.is_control() {
        format!("U+{number:04X}")
    } else {
        format!("`{letter}` (U+{number:04X})")
    }
}

/// The first character of a name or number that is not seen.
pub(crate) fn hidden_in_name(name: &str) -> Option<Strange> {
    let (at, letter) = name.char_indices().find(|(_, letter)| is_hidden(*letter))?;
    let what = format!("has a character that is not seen, {}", numbered(letter));
    Some(Strange { at, letter, what, instead: Some(name.replace(is_hidden, "")) })
}

/// The first character of a name that would make people read another name.
pub(crate) fn strange_in_name(name: &str) -> Option<Strange> {
    if let Some(strange) = hidden_in_name(name) {
        return Some(strange);
    }
    let letters = || name.char_indices().filter(|(_, letter)| letter.is_alphanumeric());
    let has_latin = letters().any(|(_, letter)| is_latin(letter) && looks_like(letter).is_none());
    let all_alike = letters().all(|(_, letter)| letter.is_ascii() || looks_like(letter).is_some());
    let is_other = |letter: char| !letter.is_ascii() && (!is_latin(letter) || looks_like(letter).is_some());
    let (at, letter) = letters().find(|(_, letter)| is_other(*letter))?;
    let what = match looks_like(letter) {
        Some(ours) if has_latin || all_alike => {
            format!("has the character {}, which looks like `{ours}`", numbered(letter))
        }
        _ if has_latin || letter.is_numeric() => {
            format!("mixes alphabets: {} is of another than the rest", numbered(letter))
        }
        _ => return None,
    };
    let plain: String = name.chars().map(|letter| looks_like(letter).unwrap_or(letter)).collect();
    let instead = Some(plain).filter(|plain| plain.is_ascii());
    Some(Strange { at, letter, what, instead })
}

/// The first character of a comment that would make people see another text.
pub(crate) fn strange_in_comment(comment: &str) -> Option<Strange> {
    let (at, letter) =
        comment.char_indices().find(|(_, letter)| is_hidden(*letter) || ends_line_elsewhere(*letter))?;
    let what = match ends_line_elsewhere(letter) {
        true => format!("goes on after {}, where some programs begin a new line", numbered(letter)),
        false => format!("has a character that is not seen, {}", numbered(letter)),
    };
    Some(Strange { at, letter, what, instead: None })
}
