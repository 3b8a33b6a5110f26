//! How many positions take how many moves: columns over a common axis, one row of them for each thing that is counted.
//!
//! The rows share both scales, so that they are compared by eye: the same number of moves is in the same place, and the same height is
//! the same number of positions. Rows, and not columns side by side or in front of one another: each is labelled where it stands, needs no
//! key and no colour, and a strategy that takes twice as long as best play does not hide it. Columns begin at zero, and the scale is linear.

use std::collections::BTreeMap;

use adli_claims::grouped;

use crate::axis::{round_step, ticks};
use crate::frame::{Anchor, Bar, EDGE, HEAD, Letter, Picture, Sheet, WIDTH, width_of};
use crate::theme::Tone;

/// How high the tallest column of a row may be, and the room for its label above.
const ROW: f64 = 120.0;
const LABEL: f64 = 44.0;
/// Below the last row: numbers and what they count.
const FOOT: f64 = 50.0;
const SMALL: f64 = 11.0;
/// No column is wider than this.
const WIDEST: f64 = 60.0;

/// One row of columns.
pub(crate) struct Row<'a> {
    /// What is counted, such as "best play", and what is said beside it.
    pub(crate) label: String,
    pub(crate) beside: String,
    /// How many positions have which number.
    pub(crate) counts: &'a BTreeMap<u32, u64>,
    pub(crate) tone: Tone,
}

/// What is counted, and in what.
pub(crate) struct Counted {
    /// One of the numbers below the columns, such as `move`, and several.
    pub(crate) unit: [&'static str; 2],
    /// What stands below the axis, such as `moves to mate`.
    pub(crate) axis: &'static str,
    /// What stands beside the other one, such as `positions`.
    pub(crate) of: &'static str,
}

/// Draws rows of columns.
pub(crate) fn columns(mut sheet: Sheet, counted: &Counted, rows: &[Row<'_>]) -> Picture {
    let numbers = || rows.iter().flat_map(|row| row.counts.keys().copied());
    let (first, last) = (numbers().min().unwrap_or(0).min(1), numbers().max().unwrap_or(1));
    let most = rows.iter().flat_map(|row| row.counts.values().copied()).max().unwrap_or(1);
    let heights = ticks(most, 5);
    let top = heights.last().copied().unwrap_or(1).max(1);
    let beside = width_of(&grouped(top), SMALL).max(width_of(counted.of, SMALL));
    let left = EDGE + beside + 6.0;
    let slot = ((WIDTH - EDGE - left) / f64::from(last - first + 1)).min(WIDEST);
    let plot = Plot { left, slot, first, last, top };
    let mut description = String::new();
    for (number, row) in rows.iter().enumerate() {
        let base = HEAD + (LABEL + ROW) * (number + 1) as f64;
        plot.row(&mut sheet, counted, row, base, &heights);
        description.push_str(&told(counted, row));
    }
    let base = HEAD + (LABEL + ROW) * rows.len() as f64;
    plot.foot(&mut sheet, counted, base);
    sheet.finish(base + FOOT, description.trim_end().to_owned())
}

/// All figures of a row in words.
fn told(counted: &Counted, row: &Row<'_>) -> String {
    let [one, several] = counted.unit;
    let figure = |(&number, &count): (&u32, &u64)| {
        let unit = if number == 1 { one } else { several };
        format!("{number} {unit}: {}", grouped(count))
    };
    let figures: Vec<String> = row.counts.iter().map(figure).collect();
    format!("{}, {}: {}. ", row.label, row.beside, figures.join(", "))
}

/// Where numbers and heights are on the sheet.
struct Plot {
    left: f64,
    slot: f64,
    first: u32,
    last: u32,
    top: u64,
}

impl Plot {
    /// The middle of the column of a number.
    fn middle(&self, number: u32) -> f64 {
        self.left + (f64::from(number - self.first) + 0.5) * self.slot
    }

    fn height(&self, count: u64) -> f64 {
        count as f64 / self.top as f64 * ROW
    }

    fn row(&self, sheet: &mut Sheet, counted: &Counted, row: &Row<'_>, base: f64, heights: &[u64]) {
        let small = Letter { size: SMALL, tone: Tone::Faint, ..Letter::default() };
        for &count in heights {
            let y = base - self.height(count);
            sheet.rule((self.left, y), (self.left + f64::from(self.last - self.first + 1) * self.slot, y));
            let beside = Letter { anchor: Anchor::End, ..small };
            sheet.text(&grouped(count), (self.left - 6.0, y + 4.0), beside);
        }
        let over = base - ROW - 17.0;
        sheet.label(&row.label, &row.beside, (self.left, over));
        let right = Letter { anchor: Anchor::End, ..small };
        sheet.text(counted.of, (self.left - 6.0, over), right);
        let gap = (self.slot * 0.18).min(6.0);
        for (&number, &count) in row.counts {
            let height = self.height(count).max(if count > 0 { 0.8 } else { 0.0 });
            let bar = Bar {
                x: self.middle(number) - self.slot / 2.0 + gap / 2.0,
                y: base - height,
                width: (self.slot - gap).max(0.5),
                height,
                tone: row.tone,
                shade: 1.0,
            };
            let unit = counted.unit[usize::from(number != 1)];
            sheet.bar(bar, &format!("{number} {unit}: {} {}", grouped(count), counted.of));
        }
        self.figures(sheet, row, base);
    }

    /// Figures over the columns: all of them if there is room, otherwise those of the tallest and the last.
    fn figures(&self, sheet: &mut Sheet, row: &Row<'_>, base: f64) {
        let widest = row.counts.values().map(|&count| width_of(&grouped(count), SMALL)).fold(0.0, f64::max);
        let has_room = widest + 4.0 <= self.slot;
        let tallest = row.counts.iter().max_by_key(|(number, count)| (**count, std::cmp::Reverse(**number)));
        let last = row.counts.iter().next_back();
        let mut told: Vec<(&u32, &u64)> = match has_room {
            true => row.counts.iter().collect(),
            false => tallest.into_iter().chain(last).collect(),
        };
        told.dedup();
        // Two that stand close to one another would be written over each other.
        if let [(one, _), (other, _)] = told[..]
            && f64::from(one.abs_diff(*other)) * self.slot < widest + 4.0
        {
            told.truncate(1);
        }
        for (&number, &count) in told {
            let words = grouped(count);
            let half = width_of(&words, SMALL) / 2.0;
            let mut x = self.middle(number).clamp(self.left + half, WIDTH - EDGE - half);
            // The last column is lower than the one before it, which the figure must not cover.
            if !has_room && row.counts.keys().next_back() == Some(&number) {
                x = (self.middle(number) - self.slot / 2.0 + half).min(WIDTH - EDGE - half);
            }
            let letter = Letter { size: SMALL, anchor: Anchor::Middle, ..Letter::default() };
            sheet.text(&words, (x, base - self.height(count) - 4.0), letter);
        }
    }

    /// Numbers below the last row, as many as there is room for.
    fn foot(&self, sheet: &mut Sheet, counted: &Counted, base: f64) {
        let room = width_of(&self.last.to_string(), SMALL) + 8.0;
        let step = round_step((room / self.slot).ceil() as u64, 1) as u32;
        let letter = Letter { size: SMALL, anchor: Anchor::Middle, tone: Tone::Faint, ..Letter::default() };
        for number in (self.first..=self.last).filter(|number| number % step == 0) {
            sheet.text(&number.to_string(), (self.middle(number), base + 16.0), letter);
        }
        let middle = self.left + f64::from(self.last - self.first + 1) * self.slot / 2.0;
        let middle = middle.max(self.left + width_of(counted.axis, 12.0) / 2.0);
        let letter = Letter { size: 12.0, anchor: Anchor::Middle, ..Letter::default() };
        sheet.text(counted.axis, (middle, base + 36.0), letter);
    }
}
