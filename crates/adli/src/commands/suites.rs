//! Suites of positions in EPD: every line is answered, and what it said itself is kept.

use std::io::{self, Write};
use std::path::Path;

use adli_chess::{Epd, Material, Position};
use adli_claims::Unwatched;
use adli_tables::Value;
use adli_workbench::{Consultation, Explained, Probed, Recognised};
use schemars::JsonSchema;
use serde::Serialize;

use super::explain::chosen_of;
use super::solve::make_missing;
use crate::args::{ExplainArgs, ProbeArgs};
use crate::failure::{Failure, Verdict};
use crate::files::read_text;
use crate::output::Report;
use crate::settings::Settings;
use crate::tables::{material_of, materials_of};
use crate::texts::Text;
use crate::words::verdict;

/// No suite is longer than this.
const MAX_BYTES: u64 = 64 << 20;

/// What is said of every position of a suite.
#[derive(Serialize, JsonSchema)]
pub struct Answered<T> {
    /// In the order of the file.
    positions: Vec<Answer<T>>,
    /// The lines of the suite with the answers.
    #[serde(skip)]
    lines: Vec<Line>,
}

/// A line of EPD, for people and for programs that read EPD.
struct Line(Epd);

#[derive(Serialize, JsonSchema)]
struct Answer<T> {
    /// What the suite calls the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    #[serde(flatten)]
    found: Found<T>,
}

#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum Found<T> {
    Answer(T),
    /// Why there is none.
    Nothing {
        fen: String,
        trouble: String,
    },
}

impl<T: Serialize> Report for Answered<T> {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        self.lines.iter().try_for_each(|Line(epd)| writeln!(out, "{epd}"))
    }
}

/// Operations of EPD that an answer sets.
type Operations = Vec<(&'static str, Vec<String>)>;

/// `adli probe --epd`
pub fn probe(file: &Path, args: &ProbeArgs, settings: &mut Settings) -> Result<Verdict, Failure> {
    let suite = read(file)?;
    let tables = settings.tables()?;
    let known = |epd: &&Epd| epd.position.material().is_some();
    if args.solve {
        settings.start_threads()?;
        let materials = suite.iter().filter(known).filter_map(|epd| epd.position.material());
        let mut materials: Vec<Material> = materials.map(Material::canonical).collect();
        materials.sort_unstable();
        materials.dedup();
        make_missing(&materials, &tables, settings.threads)?;
    }
    // All that is missing is told at once.
    let met = suite.iter().filter(known).flat_map(|epd| with_next(&epd.position));
    tables.need(&met.flat_map(|position| materials_of(&position)).collect())?;
    let answered = answer(suite, |position| {
        material_of(position)?;
        let probed = Probed::of(&tables, position)?;
        let words = verdict(position, probed.value);
        let best = probed.moves.first().map(|mv| mv.for_mover);
        let best = probed.moves.iter().filter(|mv| Some(mv.for_mover) == best).map(|mv| mv.san.clone());
        let mut operations: Operations = vec![("bm", best.collect())];
        if let Value::Win(plies) = probed.value {
            operations.push(("dm", vec![plies.div_ceil(2).to_string()]));
        }
        operations.push(("c0", vec![words]));
        Ok((probed, operations))
    })?;
    settings.output.report(&answered)?;
    Ok(Verdict::Holds)
}

/// A position and those after its moves.
fn with_next(position: &Position) -> Vec<Position> {
    let after = position.legal_moves().map(|mv| position.play(mv));
    [*position].into_iter().chain(after).collect()
}

/// `adli explain --epd`, of a strategy.
pub fn explain(file: &Path, args: &ExplainArgs, settings: &mut Settings) -> Result<Verdict, Failure> {
    let suite = read(file)?;
    let text = Text::find(&args.text.file)?;
    let programs = text.programs(&args.text.set)?;
    let text = text.into_inner();
    let answered = answer(suite, |position| {
        let chosen = chosen_of(text.clone(), &programs, position, &args.strategy, &args.text.set)?;
        let asking = Consultation::new(&chosen, &Unwatched);
        let explained: Explained = adli_workbench::explain(&asking, position, None)?;
        let operations: Operations = match &explained.rule {
            Some(applying) => vec![
                ("bm", applying.moves.iter().map(|mv| mv.san.clone()).collect()),
                ("c0", applying.rule.name.clone().into_iter().collect()),
                ("c1", vec![applying.rule.text.clone()]),
            ],
            None => vec![("c0", vec![format!("no rule of `{}` applies", explained.strategy)])],
        };
        Ok((explained, operations))
    })?;
    settings.output.report(&answered)?;
    Ok(Verdict::Holds)
}

/// `adli explain --epd`, of a recogniser.
pub fn recognise(file: &Path, args: &ExplainArgs, settings: &mut Settings) -> Result<Verdict, Failure> {
    let suite = read(file)?;
    let text = Text::find(&args.text.file)?;
    let programs = text.programs(&args.text.set)?;
    let answered = answer(suite, |position| {
        let told: Recognised =
            adli_workbench::recognise(&text, &programs, position, args.recogniser.as_deref())?;
        let operations: Operations =
            vec![("c0", vec![told.sentence.clone()]), ("c1", vec![told.rule.text.clone()])];
        Ok((told, operations))
    })?;
    settings.output.report(&answered)?;
    Ok(Verdict::Holds)
}

/// Answers every position. That one has no answer, because it is about other men or the other side is to move, is an answer too; a limit is not.
fn answer<T>(
    suite: Vec<Epd>,
    ask: impl Fn(&Position) -> Result<(T, Operations), Failure>,
) -> Result<Answered<T>, Failure> {
    let (mut positions, mut lines) = (Vec::new(), Vec::new());
    for epd in suite {
        let id = epd.text("id").map(str::to_owned);
        let (found, operations) = match ask(&epd.position) {
            Ok((found, operations)) => (Found::Answer(found), operations),
            Err(failure) if failure.is_input() => {
                let trouble = failure.in_a_line();
                let operations: Operations = vec![("c0", vec![trouble.clone()])];
                (Found::Nothing { fen: epd.position.to_string(), trouble }, operations)
            }
            Err(failure) => return Err(failure),
        };
        positions.push(Answer { id, found });
        lines.push(Line(with(epd, operations)));
    }
    Ok(Answered { positions, lines })
}

/// A line with some operations in the place of those of the same names.
fn with(mut epd: Epd, operations: Operations) -> Epd {
    epd.operations.retain(|(name, _)| operations.iter().all(|(other, _)| other != name));
    for (name, given) in operations.into_iter().filter(|(_, given)| !given.is_empty()) {
        let plain = |text: String| text.replace('"', "'").replace(char::is_control, " ");
        epd.operations.push((name.to_owned(), given.into_iter().map(plain).collect()));
    }
    epd
}

/// The lines of a suite; empty ones and those that begin with `#` are passed over.
fn read(file: &Path) -> Result<Vec<Epd>, Failure> {
    let shown = file.display();
    let text = read_text(file, MAX_BYTES)?;
    let mut suite = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        // A FEN with its two counts will do.
        let read = line.parse::<Epd>().or_else(|why| line.parse().map(Epd::new).map_err(|_| why));
        let epd = read.map_err(|why| {
            Failure::input(format!("`{shown}`, line {}: {why}", number + 1))
                .help("a line of EPD reads `8/8/8/8/8/k1K5/8/1R6 w - - id \"first\";`")
        })?;
        suite.push(epd);
    }
    Ok(suite)
}
