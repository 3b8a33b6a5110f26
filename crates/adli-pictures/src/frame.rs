//! What every picture has: a name for its file, a title, a description for those who do not see it, and paper.

use crate::markup::{At, Attributes, Markup, Svg};
use crate::theme::{STYLE, Tone};

/// How wide pictures are, and how far from the edge everything stays.
pub(crate) const WIDTH: f64 = 720.0;
pub(crate) const EDGE: f64 = 20.0;
/// Where what is drawn begins, below title and subtitle.
pub(crate) const HEAD: f64 = 64.0;

/// A picture as SVG.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// What its file is called, without the ending: small letters, digits, `-` and `_`.
    pub name: String,
    /// What it shows, in a line.
    pub title: String,
    /// What it shows, with all figures, for those who do not see it.
    pub description: String,
    height: u32,
    body: Svg,
}

/// A picture that is being drawn.
pub(crate) struct Sheet {
    name: String,
    title: String,
    subtitle: String,
    pub(crate) markup: Markup,
}

impl Sheet {
    pub(crate) fn new(name: &str, title: String, subtitle: String) -> Sheet {
        let mut sheet = Sheet { name: file_name(name), title, subtitle, markup: Markup::default() };
        let (title, subtitle) = (shortened(&sheet.title, 76), shortened(&sheet.subtitle, 104));
        sheet.text(&title, (EDGE, 28.0), Letter { size: 17.0, bold: true, ..Letter::default() });
        sheet.text(&subtitle, (EDGE, 47.0), Letter { tone: Tone::Faint, size: 13.0, ..Letter::default() });
        sheet
    }

    pub(crate) fn finish(self, height: f64, description: String) -> Picture {
        let Sheet { name, title, subtitle, markup } = self;
        let description =
            if subtitle.is_empty() { description } else { format!("{subtitle}. {description}") };
        Picture { name, title, description, height: height.ceil() as u32, body: markup.into_svg() }
    }

    /// Words, with their base line at a point.
    pub(crate) fn text(&mut self, words: &str, (x, y): (f64, f64), letter: Letter) {
        let Letter { tone, size, bold, anchor } = letter;
        let (x, y, size) = (At(x), At(y), At(size));
        let (class, fill, anchor) = (tone.class(), tone.colour(), anchor.name());
        let mut with: Vec<(&'static str, &dyn std::fmt::Display)> =
            vec![("class", &class), ("fill", &fill), ("x", &x), ("y", &y), ("font-size", &size)];
        if let Some(anchor) = &anchor {
            with.push(("text-anchor", anchor));
        }
        if bold {
            with.push(("font-weight", &"600"));
        }
        self.markup.say("text", &with, words);
        self.markup.line();
    }

    /// A label, and what is said beside it; below it, if there is not enough room, with the label a line higher.
    pub(crate) fn label(&mut self, label: &str, beside: &str, (x, y): (f64, f64)) {
        const SIZE: f64 = 13.0;
        if x + width_of(label, SIZE) + 8.0 + width_of(beside, SIZE) > WIDTH - EDGE {
            let bold = Letter { size: SIZE, bold: true, ..Letter::default() };
            self.text(label, (x, y - 16.0), bold);
            return self.text(beside, (x, y), Letter { tone: Tone::Faint, bold: false, ..bold });
        }
        let (class, fill, more, paler) =
            (Tone::Ink.class(), Tone::Ink.colour(), Tone::Faint.class(), Tone::Faint.colour());
        let with: Attributes<'_> = &[("x", &At(x)), ("y", &At(y)), ("font-size", &SIZE)];
        self.markup.put("text", with, |text| {
            text.say("tspan", &[("class", &class), ("fill", &fill), ("font-weight", &"600")], label);
            text.say("tspan", &[("class", &more), ("fill", &paler), ("dx", &8)], beside);
        });
        self.markup.line();
    }

    /// A filled bar, and what it says to somebody who points at it.
    pub(crate) fn bar(&mut self, bar: Bar, says: &str) {
        let Bar { x, y, width, height, tone, shade } = bar;
        let (class, fill) = (tone.class(), tone.colour());
        let (x, y, width, height) = (At(x), At(y), At(width), At(height));
        let shade = Hundredths(shade);
        let with: [(&'static str, &dyn std::fmt::Display); 7] = [
            ("class", &class),
            ("fill", &fill),
            ("x", &x),
            ("y", &y),
            ("width", &width),
            ("height", &height),
            ("fill-opacity", &shade),
        ];
        let with: Attributes<'_> = if shade.0 >= 1.0 { &with[..6] } else { &with };
        match says {
            "" => self.markup.leaf("rect", with),
            _ => self.markup.put("rect", with, |inside| inside.say("title", &[], says)),
        }
        self.markup.line();
    }

    /// A thin line.
    pub(crate) fn rule(&mut self, from: (f64, f64), to: (f64, f64)) {
        let path = format!("M{} {}L{} {}", At(from.0), At(from.1), At(to.0), At(to.1));
        let (class, stroke) = (Tone::Rule.class(), Tone::Rule.colour());
        self.markup.leaf("path", &[("class", &class), ("stroke", &stroke), ("d", &path)]);
        self.markup.line();
    }
}

/// A filled bar: from its upper left corner; `shade` is how strong its colour is, between 0 and 1.
#[derive(Clone, Copy)]
pub(crate) struct Bar {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) tone: Tone,
    pub(crate) shade: f64,
}

/// How strong a colour is, in hundredths.
struct Hundredths(f64);

impl std::fmt::Display for Hundredths {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.2}", self.0)
    }
}

/// How words are written.
#[derive(Clone, Copy)]
pub(crate) struct Letter {
    pub(crate) tone: Tone,
    pub(crate) size: f64,
    pub(crate) bold: bool,
    pub(crate) anchor: Anchor,
}

impl Default for Letter {
    fn default() -> Letter {
        Letter { tone: Tone::Ink, size: 12.0, bold: false, anchor: Anchor::Start }
    }
}

/// Which end of words is at their point.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

impl Anchor {
    fn name(self) -> Option<&'static str> {
        match self {
            Anchor::Start => None,
            Anchor::Middle => Some("middle"),
            Anchor::End => Some("end"),
        }
    }
}

impl Picture {
    /// The picture as a file of its own, which follows the reader's light or dark theme.
    #[must_use]
    pub fn svg(&self) -> String {
        self.document(true).finish()
    }

    /// The picture as a part of a page that has the rules of [`STYLE`]: no style sheet of its own, no inline style, no names that could clash.
    #[must_use]
    pub fn inline(&self) -> String {
        self.document(false).finish()
    }

    /// The same, for a page that is written here.
    pub(crate) fn drawn(&self) -> Svg {
        self.document(false).into_svg()
    }

    fn document(&self, alone: bool) -> Markup {
        let mut markup = Markup::default();
        let (width, height) = (At(WIDTH), At(self.height.into()));
        let view = format!("0 0 {width} {height}");
        let with: Attributes<'_> = &[
            ("xmlns", &"http://www.w3.org/2000/svg"),
            ("viewBox", &view),
            ("width", &width),
            ("height", &height),
            ("role", &"img"),
            ("class", &"adli-picture"),
            ("font-family", &"system-ui, sans-serif"),
        ];
        markup.put("svg", with, |inside| {
            inside.line();
            inside.say("title", &[], &self.title);
            inside.line();
            inside.say("desc", &[], &self.description);
            inside.line();
            if alone {
                inside.put("style", &[], |style| {
                    style.fixed("@media all{\n");
                    style.fixed(STYLE);
                    style.fixed("}");
                });
                inside.line();
            }
            let (class, fill) = (Tone::Paper.class(), Tone::Paper.colour());
            inside
                .leaf("rect", &[("class", &class), ("fill", &fill), ("width", &width), ("height", &height)]);
            inside.line();
            inside.svg(&self.body);
        });
        markup.line();
        markup
    }
}

/// A name that every file system takes: what is neither a letter nor a digit becomes `-`.
fn file_name(name: &str) -> String {
    let mut plain = String::new();
    for sign in name.chars().take(80) {
        let sign = if sign.is_ascii_alphanumeric() || sign == '_' { sign.to_ascii_lowercase() } else { '-' };
        if sign != '-' || !plain.ends_with('-') {
            plain.push(sign);
        }
    }
    plain.trim_matches('-').to_owned()
}

/// As many signs as there is room for.
pub(crate) fn shortened(words: &str, most: usize) -> String {
    if words.chars().count() <= most {
        return words.to_owned();
    }
    let kept: String = words.chars().take(most.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

/// How wide words are at most, about: no font is at hand to measure them.
pub(crate) fn width_of(words: &str, size: f64) -> f64 {
    words
        .chars()
        .map(|sign| {
            if sign.is_ascii_digit() || sign.is_lowercase() {
                0.58
            } else if sign == ',' || sign == ' ' {
                0.3
            } else {
                0.68
            }
        })
        .sum::<f64>()
        * size
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No word begins so far to the right that it ends beside the paper.
    #[test]
    fn what_has_no_room_beside_a_label_stands_below_it() {
        let drawn = |beside: &str| {
            let mut sheet = Sheet::new("x", "x".to_owned(), String::new());
            sheet.label("by the rules, at worst", beside, (83.4, 91.0));
            sheet.finish(120.0, String::new()).svg()
        };
        let short = drawn("at most 24 moves, 9.36 on average");
        assert!(short.contains("<tspan") && !short.contains("y=\"75\""), "{short}");
        let long = drawn("at most 24 moves more, 9.36 on average; as quick as best play from 1.6 %");
        assert!(!long.contains("<tspan") && long.contains("x=\"83.4\" y=\"75\""), "{long}");
        assert!(long.contains("x=\"83.4\" y=\"91\""), "{long}");
    }
}
