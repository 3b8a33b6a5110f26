//! Diagrams as drawings.
//!
//! The drawing stands alone: no style sheet, no fonts, no references by name, so that
//! several diagrams can be put into one page without disturbing each other. A square is 100 units wide. From
//! back to front: squares, tints, marks, men, arrows. In print everything is black on white: dark squares
//! are hatched, and what stands on a hatched square has a white seam to keep the hatching off.

use std::fmt::Write;

use super::shapes::{glyph, shape};
use super::{Diagram, Mark};
use crate::{Colour, Man, Place};

/// How a drawing looks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Style {
    /// In colour, for the screen.
    Colour,
    /// Black on white, with hatched dark squares, for the press.
    Print,
}

const SQUARE: f32 = 100.0;
/// Space around the board, for coordinates and the side to move; and without any of them.
const WIDE_MARGIN: f32 = 52.0;
const NARROW_MARGIN: f32 = 6.0;
/// The distance between the lines of a hatching, along the edge of a square.
const HATCHING: usize = 10;

/// The colours of a style.
struct Palette {
    paper: &'static str,
    light: &'static str,
    dark: &'static str,
    ink: &'static str,
    white: &'static str,
    black: &'static str,
    tint: &'static str,
    dot: &'static str,
    ring: &'static str,
    cross: &'static str,
    arrow: &'static str,
}

const SCREEN: Palette = Palette {
    paper: "#fbfaf7",
    light: "#ece8dd",
    dark: "#9db0ba",
    ink: "#23282c",
    white: "#ffffff",
    black: "#3a4147",
    tint: "#e8b53a",
    dot: "#2f7d4f",
    ring: "#1f66ad",
    cross: "#b5382c",
    arrow: "#c2571a",
};

const PRESS: Palette = Palette {
    paper: "#fff",
    light: "#fff",
    dark: "none", // hatched
    ink: "#000",
    white: "#fff",
    black: "#000",
    tint: "#000",
    dot: "#000",
    ring: "#000",
    cross: "#000",
    arrow: "#000",
};

impl Diagram {
    /// The diagram as an SVG document.
    #[must_use]
    pub fn svg(&self, style: Style) -> String {
        let drawing = Drawing::new(self, style);
        let size = drawing.size() / 2.0;
        drawing.finish(&format!(r#"width="{size}" height="{size}""#))
    }

    /// The diagram as a part of another SVG document: where its upper left corner is, and how wide it is.
    #[must_use]
    pub fn svg_within(&self, style: Style, (x, y): (usize, usize), width: usize) -> String {
        let place = format!(r#"x="{x}" y="{y}" width="{width}" height="{width}""#);
        Drawing::new(self, style).finish(&place)
    }
}

struct Drawing<'a> {
    diagram: &'a Diagram,
    style: Style,
    palette: &'static Palette,
    margin: f32,
    /// How wide the board is.
    board: f32,
    svg: String,
}

impl<'a> Drawing<'a> {
    fn new(diagram: &'a Diagram, style: Style) -> Drawing<'a> {
        let palette = if style == Style::Print { &PRESS } else { &SCREEN };
        let has_edge = diagram.coordinates || diagram.turn.is_some();
        let margin = if has_edge { WIDE_MARGIN } else { NARROW_MARGIN };
        let board = f32::from(diagram.size) * SQUARE;
        Drawing { diagram, style, palette, margin, board, svg: String::new() }
    }

    fn size(&self) -> f32 {
        self.board + 2.0 * self.margin
    }

    fn finish(mut self, place: &str) -> String {
        let size = self.size();
        let _ = writeln!(
            self.svg,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" {place} role="img">"#
        );
        let _ = writeln!(self.svg, "<title>{}</title>", self.title());
        let _ = writeln!(self.svg, r#"<rect width="{size}" height="{size}" fill="{}"/>"#, self.palette.paper);
        let _ = writeln!(self.svg, r#"<g transform="translate({0} {0})">"#, self.margin);
        self.board();
        self.coordinates();
        self.turn();
        self.marks();
        self.men();
        self.arrows();
        self.svg.push_str("</g>\n</svg>\n");
        self.svg
    }

    /// What the picture shows, for who cannot see it.
    fn title(&self) -> String {
        let side = |colour| {
            let men = self.diagram.men.iter().filter(|(_, man)| man.colour == colour);
            let men = men.map(|(square, man)| format!("{}{square}", man.kind.letter()));
            format!("{colour}: {}", men.collect::<Vec<_>>().join(" "))
        };
        let turn = self.diagram.turn.map_or(String::new(), |turn| format!("; {turn} to move"));
        format!("{}; {}{turn}", side(Colour::White), side(Colour::Black))
    }

    /// The upper left corner of a square.
    fn corner(&self, square: Place) -> (f32, f32) {
        let (row, column) = self.diagram.row_and_column(square);
        (f32::from(column) * SQUARE, f32::from(row) * SQUARE)
    }

    fn centre(&self, square: Place) -> (f32, f32) {
        let (x, y) = self.corner(square);
        (x + SQUARE / 2.0, y + SQUARE / 2.0)
    }

    fn board(&mut self) {
        let Palette { light, dark, ink, .. } = self.palette;
        let (board, files) = (self.board, self.diagram.size);
        let _ = writeln!(self.svg, r#"<rect width="{board}" height="{board}" fill="{light}"/>"#);
        let squares = (0..files).flat_map(|rank| (0..files).map(move |file| Place { file, rank }));
        let dark_squares =
            squares.filter(|square| (u16::from(square.file) + u16::from(square.rank)) % 2 == 0);
        let mut path = String::new();
        for square in dark_squares {
            let (x, y) = self.corner(square);
            match self.style {
                Style::Colour => {
                    let _ = write!(path, "M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z");
                }
                Style::Print => path.push_str(&hatching(x, y)),
            }
        }
        let _ = match self.style {
            Style::Colour => writeln!(self.svg, r#"<path d="{path}" fill="{dark}"/>"#),
            Style::Print => writeln!(self.svg, r#"<path d="{path}" stroke="{ink}" stroke-width="1.6"/>"#),
        };
        let _ = writeln!(
            self.svg,
            r#"<rect x="-2" y="-2" width="{0}" height="{0}" fill="none" stroke="{ink}" stroke-width="4"/>"#,
            board + 4.0
        );
    }

    fn coordinates(&mut self) {
        if !self.diagram.coordinates {
            return;
        }
        let _ = writeln!(
            self.svg,
            r#"<g fill="none" stroke="{}" stroke-width="3" stroke-linecap="round" stroke-linejoin="round">"#,
            self.palette.ink
        );
        for i in 0..self.diagram.size {
            let at = (f32::from(i) + 0.5) * SQUARE;
            let file = Place::file_name(self.diagram.square(0, i).file);
            let rank = (self.diagram.square(i, 0).rank + 1).to_string();
            self.label(&file, at, self.board + 35.0);
            self.label(&rank, -26.0, at + 10.0);
        }
        self.svg.push_str("</g>\n");
    }

    /// Letters or digits beside the board, centred at a point; on a board of eight each label is one.
    fn label(&mut self, name: &str, x: f32, y: f32) {
        let step = 15.0;
        let first = x - step * (name.len() as f32 - 1.0) / 2.0;
        for (number, letter) in name.chars().enumerate() {
            let x = first + step * number as f32;
            let _ = writeln!(self.svg, r#"<path transform="translate({x} {y})" d="{}"/>"#, glyph(letter));
        }
    }

    /// A disc of the colour of the side to move, beside its edge of the board.
    fn turn(&mut self) {
        let Some(turn) = self.diagram.turn else { return };
        let y = if turn == self.diagram.below { self.board - 24.0 } else { 24.0 };
        let fill = if turn == Colour::White { self.palette.white } else { self.palette.ink };
        let _ = writeln!(
            self.svg,
            r#"<circle cx="{}" cy="{y}" r="13" fill="{fill}" stroke="{}" stroke-width="3"/>"#,
            self.board + 27.0,
            self.palette.ink
        );
    }

    /// Tints first, so that they do not cover other marks.
    fn marks(&mut self) {
        let (tints, others): (Vec<_>, Vec<_>) =
            self.diagram.marks.iter().partition(|(mark, _)| *mark == Mark::Tint);
        for (mark, squares) in tints.into_iter().chain(others) {
            for &square in squares {
                self.mark(*mark, square);
            }
        }
    }

    fn mark(&mut self, mark: Mark, square: Place) {
        let Palette { paper, tint, dot, ring, cross, .. } = self.palette;
        let (x, y) = self.corner(square);
        let (cx, cy) = self.centre(square);
        let _ = match (mark, self.style) {
            (Mark::Tint, Style::Colour) => writeln!(
                self.svg,
                r#"<rect x="{x}" y="{y}" width="{SQUARE}" height="{SQUARE}" fill="{tint}" fill-opacity="0.6"/>"#
            ),
            // Without colour, a heavy frame.
            (Mark::Tint, Style::Print) => {
                let frame =
                    format!(r#"<rect x="{}" y="{}" width="84" height="84" fill="none""#, x + 8.0, y + 8.0);
                writeln!(
                    self.svg,
                    r#"{frame} stroke="{paper}" stroke-width="16"/>{frame} stroke="{tint}" stroke-width="7"/>"#
                )
            }
            (Mark::Dot, _) => self.seamed(&format!(r#"<circle cx="{cx}" cy="{cy}" r="15""#), dot, true),
            (Mark::Ring, _) => self.seamed(&format!(r#"<circle cx="{cx}" cy="{cy}" r="46""#), ring, false),
            (Mark::Cross, _) => self.seamed(
                &format!(r#"<path d="M{} {}l44 44m0 -44l-44 44""#, x + 28.0, y + 28.0),
                cross,
                false,
            ),
        };
    }

    /// An element, given up to its attributes, filled or drawn as a line; in print on a white seam.
    fn seamed(&mut self, element: &str, ink: &str, filled: bool) -> std::fmt::Result {
        if self.style == Style::Print {
            let width = if filled { 8 } else { 17 };
            writeln!(
                self.svg,
                r#"{element} fill="none" stroke="{}" stroke-width="{width}" stroke-linecap="round"/>"#,
                self.palette.paper
            )?;
        }
        if filled {
            writeln!(self.svg, r#"{element} fill="{ink}"/>"#)
        } else {
            writeln!(
                self.svg,
                r#"{element} fill="none" stroke="{ink}" stroke-width="7" stroke-linecap="round"/>"#
            )
        }
    }

    fn men(&mut self) {
        for &(square, man) in &self.diagram.men {
            self.man(man, square);
        }
    }

    fn man(&mut self, man: Man, square: Place) {
        let Palette { paper, ink, white, black, .. } = self.palette;
        let (fill, fine) = if man.colour == Colour::White { (white, ink) } else { (black, white) };
        let shape = shape(man.kind);
        let (x, y) = self.corner(square);
        let _ = write!(
            self.svg,
            r#"<g transform="translate({x} {y})" stroke-linejoin="round" stroke-linecap="round">"#
        );
        if self.style == Style::Print {
            let parts = shape.parts.concat();
            let _ =
                write!(self.svg, r#"<path d="{parts}" fill="{paper}" stroke="{paper}" stroke-width="11"/>"#);
        }
        for part in shape.parts {
            let _ = write!(self.svg, r#"<path d="{part}" fill="{fill}" stroke="{ink}" stroke-width="3.5"/>"#);
        }
        if !shape.lines.is_empty() {
            let lines = shape.lines.concat();
            let _ = write!(self.svg, r#"<path d="{lines}" fill="none" stroke="{fine}" stroke-width="3"/>"#);
        }
        for (cx, cy, r) in shape.dots {
            let _ = write!(self.svg, r#"<circle cx="{cx}" cy="{cy}" r="{r}" fill="{fine}"/>"#);
        }
        self.svg.push_str("</g>\n");
    }

    fn arrows(&mut self) {
        for &(from, to) in &self.diagram.arrows {
            if from != to {
                self.arrow(from, to);
            }
        }
    }

    /// An arrow from the centre of a square to that of another one, kept off the men that stand there.
    fn arrow(&mut self, from: Place, to: Place) {
        let ((x, y), (tip_x, tip_y)) = (self.centre(from), self.centre(to));
        let (across, down) = (tip_x - x, tip_y - y);
        let angle = down.atan2(across).to_degrees();
        let kept_off = |square| if self.diagram.man(square).is_some() { 36.0 } else { 8.0 };
        // Drawn to the right from the origin, then turned and moved to where it belongs.
        let (start, tip) = (kept_off(from), across.hypot(down) - kept_off(to));
        let neck = (tip - 36.0).max(start);
        let outline = format!("M{start} -6H{neck}V-21L{tip} 0L{neck} 21V6H{start}Z");
        let (seam, width) = match self.style {
            Style::Colour => (self.palette.white, 2),
            Style::Print => (self.palette.paper, 5),
        };
        let opacity = if self.style == Style::Colour { 0.85 } else { 1.0 };
        let _ = writeln!(
            self.svg,
            r#"<path d="{outline}" transform="translate({x} {y}) rotate({angle:.3})" fill="{}" fill-opacity="{opacity}" stroke="{seam}" stroke-width="{width}" stroke-linejoin="round"/>"#,
            self.palette.arrow
        );
    }
}

/// Parallel lines across the square at a corner.
fn hatching(x: f32, y: f32) -> String {
    let mut path = String::new();
    for i in 0..2 * (SQUARE as usize / HATCHING) {
        // From the left or lower edge to the upper or right one.
        let at = (HATCHING * i) as f32 + HATCHING as f32 / 2.0;
        let over = (at - SQUARE).max(0.0);
        let (x1, y1, x2, y2) = (x + over, y + at - over, x + at - over, y + over);
        let _ = write!(path, "M{x1} {y1}L{x2} {y2}");
    }
    path
}
