//! How often each rule applies, or how many positions have each value: a bar for each, in the order of the text.
//!
//! Of rules, the darker part of a bar are the positions where the rule leaves a choice; figures and shares stand at its end.

use adli_claims::{counted, grouped};

use crate::frame::{Anchor, Bar, EDGE, HEAD, Letter, Picture, Sheet, WIDTH, shortened, width_of};
use crate::theme::Tone;

const ROW: f64 = 26.0;
const THICK: f64 = 16.0;
/// Longer names are cut; whoever points at a bar sees all of it.
const MOST_SIGNS: usize = 34;

/// A rule, or what happens where there is none.
pub(crate) struct Share {
    pub(crate) name: String,
    pub(crate) positions: u64,
    pub(crate) with_choice: u64,
}

/// Draws bars.
pub(crate) fn bars(mut sheet: Sheet, shares: &[Share]) -> Picture {
    let all: u64 = shares.iter().map(|share| share.positions).sum();
    let most = shares.iter().map(|share| share.positions).max().unwrap_or(1).max(1);
    let names: Vec<String> = shares.iter().map(|share| shortened(&share.name, MOST_SIGNS)).collect();
    let names_end = EDGE + names.iter().map(|name| width_of(name, 13.0)).fold(40.0, f64::max) + 8.0;
    let figures: Vec<String> = shares.iter().map(|share| figure(share, all)).collect();
    let room = figures.iter().map(|figure| width_of(figure, 12.0)).fold(0.0, f64::max) + 8.0;
    let scale = (WIDTH - EDGE - room - names_end).max(40.0) / most as f64;
    let chosen = shares.iter().any(|share| share.with_choice > 0);
    let top = if chosen { key(&mut sheet, names_end) } else { HEAD };
    let mut description = String::new();
    for (number, ((share, name), figure)) in shares.iter().zip(&names).zip(&figures).enumerate() {
        let y = top + ROW * number as f64;
        let base = y + THICK - 4.0;
        let beside = Letter { size: 13.0, anchor: Anchor::End, ..Letter::default() };
        sheet.text(name, (names_end - 8.0, base), beside);
        let width = |positions: u64| (positions as f64 * scale).max(if positions > 0 { 0.8 } else { 0.0 });
        let mut says = format!("{}: {}", share.name, counted(share.positions, "position"));
        if share.with_choice > 0 {
            says.push_str(&format!(", {} with a choice", grouped(share.with_choice)));
        }
        let bar = Bar {
            x: names_end,
            y,
            width: width(share.positions),
            height: THICK,
            tone: Tone::Light,
            shade: 1.0,
        };
        sheet.bar(bar, &says);
        if share.with_choice > 0 {
            sheet.bar(Bar { width: width(share.with_choice), tone: Tone::Main, ..bar }, &says);
        }
        let end = names_end + width(share.positions) + 6.0;
        sheet.text(figure, (end, base), Letter::default());
        description.push_str(&format!("{says}. "));
    }
    let height = top + ROW * shares.len() as f64 + 12.0;
    sheet.finish(height, description.trim_end().to_owned())
}

/// What the two parts of a bar are; answers where bars begin.
fn key(sheet: &mut Sheet, x: f64) -> f64 {
    let swatch = Bar { x, y: HEAD, width: 14.0, height: 10.0, tone: Tone::Main, shade: 1.0 };
    let letter = Letter { tone: Tone::Faint, ..Letter::default() };
    sheet.bar(swatch, "");
    sheet.text("leaves a choice of moves", (x + 20.0, HEAD + 9.0), letter);
    let next = x + 28.0 + width_of("leaves a choice of moves", 12.0);
    sheet.bar(Bar { x: next, tone: Tone::Light, ..swatch }, "");
    sheet.text("allows one move", (next + 20.0, HEAD + 9.0), letter);
    HEAD + 24.0
}

/// `119,236 (68.1 %)`
fn figure(share: &Share, all: u64) -> String {
    let positions = grouped(share.positions);
    match share.positions {
        0 => "never".to_owned(),
        _ => format!("{positions} ({})", percent(share.positions, all)),
    }
}

/// A share with one decimal; what is more than nothing is not written as nothing, and less than all not as all.
pub(crate) fn percent(part: u64, all: u64) -> String {
    if all == 0 || part == 0 {
        return "0 %".to_owned();
    }
    let share = 100.0 * part as f64 / all as f64;
    match share {
        _ if part == all => "100 %".to_owned(),
        _ if share < 0.1 => "< 0.1 %".to_owned(),
        _ if share > 99.9 => "> 99.9 %".to_owned(),
        _ => format!("{share:.1} %"),
    }
}
