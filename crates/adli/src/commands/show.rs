//! `adli show`: a diagram of a position.

use std::path::Path;

use adli_chess::{Colour, Diagram, Letters, Mark, Position, Square, SquareSet, Style};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use schemars::JsonSchema;
use serde::Serialize;

use crate::args::{Format, ShowArgs, Side};
use crate::failure::{Failure, Verdict};
use crate::files::write_file;
use crate::output::{Output, note};
use crate::settings::Settings;

/// A diagram as it was asked for, and its parts checked.
struct Wanted<'a> {
    position: Position,
    diagram: Diagram,
    kind: Kind,
    file: Option<&'a Path>,
    letters: Letters,
    style: Style,
    pixels: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Text,
    Svg,
    Png,
}

/// What was drawn, for programs.
#[derive(Serialize, JsonSchema)]
pub struct Shown<'a> {
    fen: String,
    kind: Kind,
    /// The file that was written; otherwise the diagram itself follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a Path>,
    #[serde(skip_serializing_if = "Option::is_none")]
    diagram: Option<String>,
}

pub fn run(args: &ShowArgs, settings: &mut Settings) -> Result<Verdict, Failure> {
    let wanted = Wanted::check(args)?;
    let output = &mut settings.output;
    if wanted.kind == Kind::Png && wanted.file.is_none() && !takes_bytes(output) {
        return Err(Failure::input("a PNG cannot be shown here").help("name a file with `-o FILE`"));
    }
    let drawn = wanted.draw()?;
    match wanted.file {
        Some(file) => {
            write_file(file, &drawn)?;
            note(&format!("`{}` is written", file.display()));
        }
        None if output.format() == Format::Text => output.bytes(&drawn)?,
        None => {}
    }
    let diagram = wanted.file.is_none().then(|| String::from_utf8_lossy(&drawn).into_owned());
    let Wanted { position, kind, file, .. } = wanted;
    output.as_json(&Shown { fen: position.to_string(), kind, file, diagram })?;
    Ok(Verdict::Holds)
}

fn takes_bytes(output: &Output) -> bool {
    output.format() == Format::Text && !output.is_terminal()
}

impl Wanted<'_> {
    /// All that is wrong with squares and arrows is said at once.
    fn check(args: &ShowArgs) -> Result<Wanted<'_>, Failure> {
        let position = args.position.check()?;
        let kind = Kind::check(args)?;
        let mut faults = Vec::new();
        let mut marked = SquareSet::EMPTY;
        let below = if args.from == Side::White { Colour::White } else { Colour::Black };
        let mut diagram = Diagram::new(&position).below(below);
        for name in &args.mark {
            match name.parse::<Square>() {
                Ok(square) => marked = marked.with(square),
                Err(fault) => faults.push(fault.to_string()),
            }
        }
        for name in &args.arrow {
            match ends(name) {
                Some((from, to)) => diagram = diagram.arrow(from, to),
                None => faults.push(format!("`{name}` is not an arrow: write two squares, such as `e2e4`")),
            }
        }
        if !faults.is_empty() {
            return Err(Failure::inputs(faults));
        }
        if !marked.is_empty() {
            diagram = diagram.mark(marked, Mark::Tint);
        }
        Ok(Wanted {
            position,
            diagram,
            kind,
            file: args.output.as_deref(),
            letters: if args.unicode { Letters::Unicode } else { Letters::Ascii },
            style: if args.print { Style::Print } else { Style::Colour },
            pixels: args.size.into(),
        })
    }

    fn draw(&self) -> Result<Vec<u8>, Failure> {
        Ok(match self.kind {
            Kind::Text => self.diagram.text(self.letters).into_bytes(),
            Kind::Svg => self.diagram.svg(self.style).into_bytes(),
            Kind::Png => png(&self.diagram.svg(self.style), self.pixels)?,
        })
    }
}

/// The squares at the ends of an arrow.
fn ends(text: &str) -> Option<(Square, Square)> {
    let (from, to) = text.split_at_checked(2)?;
    let (from, to) = (from.parse().ok()?, to.parse().ok()?);
    (from != to).then_some((from, to))
}

impl Kind {
    /// What was said, or what the file's ending says.
    fn check(args: &ShowArgs) -> Result<Kind, Failure> {
        let ending = args.output.as_ref().and_then(|path| path.extension()).map(|e| e.to_ascii_lowercase());
        let ending = ending.as_ref().map(|ending| ending.to_string_lossy());
        match (args.svg, args.png, ending.as_deref()) {
            (true, ..) => Ok(Kind::Svg),
            (_, true, _) => Ok(Kind::Png),
            (.., Some("svg")) => Ok(Kind::Svg),
            (.., Some("png")) => Ok(Kind::Png),
            (.., None | Some("txt")) => Ok(Kind::Text),
            (.., Some(other)) => Err(Failure::input(format!("cannot draw a `.{other}` file"))
                .help("end the name with `.svg`, `.png` or `.txt`, or say `--svg` or `--png`")),
        }
    }
}

/// Paints a drawing.
fn png(svg: &str, pixels: u32) -> Result<Vec<u8>, Failure> {
    let internal = |what: String| Failure::internal(format!("cannot paint the diagram: {what}"));
    let tree = Tree::from_str(svg, &Options::default()).map_err(|error| internal(error.to_string()))?;
    let mut pixmap = Pixmap::new(pixels, pixels).ok_or_else(|| internal("no room".to_owned()))?;
    let size = tree.size();
    let scale = Transform::from_scale(pixels as f32 / size.width(), pixels as f32 / size.height());
    resvg::render(&tree, scale, &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|error| internal(error.to_string()))
}
