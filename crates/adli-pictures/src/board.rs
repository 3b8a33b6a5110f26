//! How many positions there are with a man on each square: a board on which the squares have figures, and are the darker the more there are.

use adli_chess::Square;
use adli_claims::grouped;

use crate::bars::percent;
use crate::frame::{Anchor, Bar, HEAD, Letter, Picture, Sheet, WIDTH, shortened};
use crate::theme::Tone;

const SIDE: f64 = 60.0;
const LEFT: f64 = (WIDTH - 8.0 * SIDE) / 2.0;

/// What is counted by the square of a man.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heat {
    /// What holds in the positions that are counted: `k in edge`, or `wins` fails.
    pub what: String,
    /// The man by his letter, such as `R`.
    pub man: String,
    /// The endgame.
    pub material: String,
    /// How many positions have him on which square, from a1 and b1 to h8.
    pub squares: [u64; 64],
    /// These are some of the positions, and not all: so many were looked at.
    pub sample: bool,
}

/// Draws the board.
#[must_use]
pub fn heat(heat: &Heat) -> Picture {
    let Heat { what, man, material, squares, sample } = heat;
    let all: u64 = squares.iter().sum();
    let most = squares.iter().copied().max().unwrap_or(0);
    let title = format!("{material}: {}, by the square of {man}", shortened(what, 50));
    let counted = if *sample { "a sample of" } else { "all of" };
    let subtitle = match (all, sample) {
        (0, _) => "no position".to_owned(),
        (_, true) => format!("{} positions, a sample: others were not counted", grouped(all)),
        (_, false) => format!("{} positions; at most {} for a square", grouped(all), grouped(most)),
    };
    // On many disks files that differ in capitals alone are the same; capital letters are White's.
    let side = if man.chars().any(char::is_uppercase) { "white" } else { "black" };
    let mut sheet = Sheet::new(&format!("heat-{side}-{man}-{what}-{material}"), title, subtitle);
    let mut told = Vec::new();
    for (square, &count) in Square::all().zip(squares) {
        let (file, rank) = (f64::from(square.file()), f64::from(square.rank()));
        let (x, y) = (LEFT + file * SIDE, HEAD + (7.0 - rank) * SIDE);
        let shade = if most > 0 { count as f64 / most as f64 } else { 0.0 };
        let shade = (shade * 100.0).round() / 100.0;
        let bar = Bar { x, y, width: SIDE, height: SIDE, tone: Tone::Heat, shade: shade.max(0.001) };
        sheet.bar(bar, &format!("{man} on {square}: {} positions ({})", grouped(count), percent(count, all)));
        let tone = if count == 0 { Tone::Faint } else { Tone::Ink };
        let letter = Letter { tone, size: size_of(count), anchor: Anchor::Middle, ..Letter::default() };
        sheet.text(&grouped(count), (x + SIDE / 2.0, y + SIDE / 2.0 + 4.0), letter);
        if count > 0 {
            told.push(format!("{square}: {}", grouped(count)));
        }
    }
    edge(&mut sheet);
    let figures = if told.is_empty() { "none".to_owned() } else { told.join(", ") };
    let description = format!("{counted} the positions by the square of {man}: {figures}");
    sheet.finish(HEAD + 8.0 * SIDE + 34.0, description)
}

/// Lines between squares, letters and numbers beside them.
fn edge(sheet: &mut Sheet) {
    for number in 0..=8 {
        let along = f64::from(number) * SIDE;
        sheet.rule((LEFT + along, HEAD), (LEFT + along, HEAD + 8.0 * SIDE));
        sheet.rule((LEFT, HEAD + along), (LEFT + 8.0 * SIDE, HEAD + along));
    }
    let letter = Letter { tone: Tone::Faint, size: 13.0, anchor: Anchor::Middle, ..Letter::default() };
    for (number, file) in ('a'..='h').enumerate() {
        let along = (number as f64 + 0.5) * SIDE;
        sheet.text(&file.to_string(), (LEFT + along, HEAD + 8.0 * SIDE + 18.0), letter);
        sheet.text(&(8 - number).to_string(), (LEFT - 14.0, HEAD + along + 4.0), letter);
    }
}

/// Large figures are written smaller, so that they fit a square.
fn size_of(count: u64) -> f64 {
    match count {
        0..=99_999 => 13.0,
        100_000..=999_999 => 12.0,
        1_000_000..=99_999_999 => 10.0,
        _ => 8.0,
    }
}
