//! What can be typed: one definition for parsing, help, man page and completions.

mod editors;
mod games;
mod library;
mod pictures;
mod recognisers;
mod rules;
mod serve;
mod sets;
mod shared;

use std::path::PathBuf;

pub use editors::{LspArgs, WatchArgs};
pub use games::{AnnotateArgs, PositionsArgs, UciArgs};
pub use library::{CatArgs, LibraryArgs, MessageArgs, SchemaArgs};
pub use pictures::{PlotArgs, ReportArgs};
pub use recognisers::{ExportArgs, ExportLanguage, SuggestArgs};
pub use rules::{
    CheckArgs, CompileArgs, ExplainArgs, FmtArgs, MeasureArgs, PlayArgs, ProveArgs, StrategyArgs, TreeArgs,
    VerifyArgs,
};

pub use serve::ServeArgs;
pub use sets::{BitsArg, CompareArgs, DiagramArgs, SetArgs};
pub use shared::TextArgs;

use clap::{Parser, Subcommand, ValueEnum};

/// Chess-endgame strategies that are proved.
///
/// Somebody writes down how an endgame should be played, as readable rules; `adli prove` says whether they
/// reach what they promise from every position, and if not, where they fail. Endgames of up to five men are
/// solved exactly (distance to mate, best play on both sides), and the tables are checked by independent code.
///
/// Results go to standard output, everything else to standard error.
#[derive(Debug, Parser)]
#[command(name = "adli", version, after_help = EXIT_CODES, max_term_width = 100)]
pub struct Args {
    #[command(flatten)]
    pub global: Global,
    #[command(subcommand)]
    pub command: Command,
}

const EXIT_CODES: &str = "\
Exit codes:
  0  done; what was asked holds
  1  refuted: a counterexample was found, an audit failed, or a file is not laid out
  2  usage or input error: bad option, FEN, material, file or source text
  3  unknown: a limit (time, memory, scope) was reached, or you stopped it
  4  internal error or failed self-check; please report it

Units are always named, plies or moves. A value is for the side to move. The fifty-move rule is out
unless a claim asks for it.

Examples:
  adli prove krk
  adli explain krk '8/8/8/8/3k4/8/8/KR6 w - - 0 1'
  adli solve KRKN
  adli probe '8/8/8/8/8/k1K5/8/1R6 w - - 0 1'
  adli line '8/8/8/8/3k4/8/8/KR6 w - - 0 1' --pgn
  adli stats KRKN --format json
  adli audit --men 4";

/// Options that every command takes.
#[derive(Debug, clap::Args)]
pub struct Global {
    /// How results are written
    #[arg(long, global = true, value_enum, default_value_t = Format::Text, value_name = "FORMAT")]
    pub format: Format,
    /// The folder of tables [default: `adli/tables` in your cache folder, or what `ADLI_TABLES` says]
    #[arg(long, global = true, value_name = "DIR")]
    pub tables: Option<PathBuf>,
    /// How many threads work [default: one for each processor]
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// For programs
    Json,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Solve(SolveArgs),
    Probe(ProbeArgs),
    Line(LineArgs),
    Stats(StatsArgs),
    Audit(AuditArgs),
    Check(CheckArgs),
    Fmt(FmtArgs),
    Prove(ProveArgs),
    Verify(VerifyArgs),
    Export(ExportArgs),
    Suggest(SuggestArgs),
    Compare(CompareArgs),
    Set(SetArgs),
    Measure(MeasureArgs),
    Compile(CompileArgs),
    Explain(ExplainArgs),
    Play(PlayArgs),
    Tree(TreeArgs),
    Annotate(AnnotateArgs),
    Uci(UciArgs),
    Show(ShowArgs),
    Plot(PlotArgs),
    Report(ReportArgs),
    Serve(ServeArgs),
    Watch(WatchArgs),
    Lsp(LspArgs),
    Library(LibraryArgs),
    Cat(CatArgs),
    Message(MessageArgs),
    Methods(MethodsArgs),
    Schema(SchemaArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

/// Which materials a command is about.
#[derive(Clone, Debug, clap::Args)]
#[group(required = true, multiple = false)]
pub struct SelectionArgs {
    /// Materials such as `KRK`, `KRKN` or `KRvKN`, White first; small letters are accepted
    #[arg(value_name = "MATERIAL")]
    pub materials: Vec<String>,
    /// All materials of 3 men, of 3 and 4 men, or of 3 to 5 men
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(3..=5))]
    pub men: Option<u8>,
}

/// Solve endgames, with everything they convert into
///
/// Tables that are there and intact are kept; a damaged one is named and replaced. Ctrl-C stops cleanly:
/// tables that are finished stay, and the next run goes on from there.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  adli solve KRKN                all that rook against knight needs: KRK, KNK, KRKN
  adli solve --men 4 --audit     all 35 materials of three and four men, each audited
  adli solve KRPKR --memory 2GiB
  adli solve KRKN --by bdd       longest, won, legal, nodes: the table of Hurd's paper")]
pub struct SolveArgs {
    #[command(flatten)]
    pub selection: SelectionArgs,
    /// Audit each table after it has been written
    #[arg(long)]
    pub audit: bool,
    /// Work out sets of won positions as decision diagrams instead, from the laws alone; no table is written or read
    #[arg(long, value_name = "METHOD", value_parser = ["bdd"], conflicts_with = "audit")]
    pub by: Option<String>,
    /// Write the sets as lemmas into a folder, a text for each number of moves; three men without pawns
    #[arg(long, value_name = "DIR", requires = "by")]
    pub lemmas: Option<PathBuf>,
    #[command(flatten)]
    pub diagrams: DiagramArgs,
}

/// A position, and what to do if its tables are missing.
#[derive(Debug, clap::Args)]
pub struct PositionArgs {
    /// The position, such as '8/8/8/8/8/k1K5/8/1R6 w - - 0 1'; the quotation marks may be left out
    #[arg(required = true, value_name = "FEN")]
    pub fen: Vec<String>,
}

/// The value of a position, and of every legal move, best first
///
/// Distances are to mate, with best play on both sides. In text, a move is valued for the side that makes
/// it, counted from the position given. In JSON, `outcome` and `plies` of a move are those of the position
/// after it, for its own side to move.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  adli probe '8/8/8/8/8/k1K5/8/1R6 w - - 0 1'
  adli probe --solve --format json '8/8/2R5/8/7k/3K4/8/4n3 w - - 0 1'
  adli probe --epd suite.epd > answered.epd")]
pub struct ProbeArgs {
    #[command(flatten)]
    pub positions: PositionsArgs,
    /// Solve missing or damaged tables first
    #[arg(long)]
    pub solve: bool,
}

/// A line of best play for both sides
///
/// The winner takes the shortest way to mate, the loser the longest; among equals the first in the order of
/// UCI notation is played. A draw has no line of best play: nothing is shown unless `--plies` asks for
/// moves that keep it.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  adli line '8/8/8/8/3k4/8/8/KR6 w - - 0 1'
  adli line --pgn '8/8/8/8/3k4/8/8/KR6 w - - 0 1' > mate.pgn")]
pub struct LineArgs {
    #[command(flatten)]
    pub position: PositionArgs,
    /// Write a game in PGN, with the position it starts from
    #[arg(long)]
    pub pgn: bool,
    /// Stop after this many plies; in a drawn position, show this many plies of moves that keep the draw
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=1000))]
    pub plies: Option<u16>,
    /// Solve missing or damaged tables first
    #[arg(long)]
    pub solve: bool,
}

/// Counts of a whole endgame, by outcome and distance
///
/// Placements count every square of the board for itself, two like men being interchangeable; classes count
/// positions up to the symmetries of the board (eight without pawns, two with).
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  adli stats KRK
  adli stats KNKR --format json
  adli stats KRK --by bdd")]
pub struct StatsArgs {
    /// The material, such as `KRKN`; the other colouring, `KNKR`, gives the same with the sides exchanged
    #[arg(value_name = "MATERIAL")]
    pub material: String,
    /// Solve missing or damaged tables first
    #[arg(long)]
    pub solve: bool,
    /// Count sets of positions as decision diagrams instead, from the laws alone; no table is read
    #[arg(long, value_name = "METHOD", value_parser = ["bdd"], conflicts_with = "solve")]
    pub by: Option<String>,
    #[command(flatten)]
    pub diagrams: DiagramArgs,
}

/// Check finished tables by independent code
///
/// Each file is compared with its digest; then every value of the table must follow from the values after
/// the moves, by the plain laws of chess. A table relies on those it converts into, so these are audited
/// too, unless `--only` is given.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "\
Examples:
  adli audit KRKN
  adli audit --men 4 --format json
  adli audit KPK --by coq
  adli audit --men 4 --by coq-extracted")]
pub struct AuditArgs {
    #[command(flatten)]
    pub selection: SelectionArgs,
    /// Audit only the materials named, taking the tables they rely on for right
    #[arg(long)]
    pub only: bool,
    /// Ask a checker that Coq has proved right instead: inside Coq's kernel (`coq`, three men), or as a program of its own (`coq-extracted`)
    #[arg(long, value_name = "METHOD")]
    pub by: Option<AuditBy>,
    /// The program `adli-verified`, if it is not where it is looked for
    #[arg(long, value_name = "PROGRAM")]
    pub checker: Option<String>,
}

/// Who audits tables, if not Adli's own code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AuditBy {
    Coq,
    CoqExtracted,
}

/// A diagram: text, SVG or PNG
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  adli show '8/8/8/8/8/k1K5/8/1R6 w - - 0 1' --unicode
  adli show '8/8/8/8/8/k1K5/8/1R6 w - - 0 1' --arrow b1a1 --mark a3 -o mate.svg
  adli show '8/8/8/8/8/k1K5/8/1R6 w - - 0 1' --print --png -o mate.png")]
pub struct ShowArgs {
    #[command(flatten)]
    pub position: PositionArgs,
    /// In text, use the chess symbols of Unicode instead of letters
    #[arg(long, conflicts_with_all = ["svg", "png"])]
    pub unicode: bool,
    /// Draw an SVG
    #[arg(long, conflicts_with = "png")]
    pub svg: bool,
    /// Draw a PNG
    #[arg(long)]
    pub png: bool,
    /// Write to this file; without `--svg` or `--png`, its ending says what is drawn
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Mark squares, such as `e4,d5`
    #[arg(long, value_name = "SQUARES", value_delimiter = ',')]
    pub mark: Vec<String>,
    /// Draw an arrow, such as `e2e4`; may be given several times
    #[arg(long, value_name = "FROM-TO", value_delimiter = ',')]
    pub arrow: Vec<String>,
    /// The side that is below
    #[arg(long, value_enum, value_name = "SIDE", default_value_t = Side::White)]
    pub from: Side,
    /// Draw black on white, for print
    #[arg(long)]
    pub print: bool,
    /// The width and height of a PNG in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 904)]
    #[arg(value_parser = clap::value_parser!(u16).range(64..=8192))]
    pub size: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Side {
    White,
    Black,
}

/// The methods by which claims are decided: what each takes, costs and leaves as evidence
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  adli methods
  adli methods --format json")]
pub struct MethodsArgs {}

/// Completions of this command line for a shell, on standard output
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  adli completions bash > ~/.local/share/bash-completion/completions/adli")]
pub struct CompletionsArgs {
    #[arg(value_enum, value_name = "SHELL")]
    pub shell: clap_complete::Shell,
}

/// The man page, on standard output
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  adli man > adli.1
  adli man solve > adli-solve.1")]
pub struct ManArgs {
    /// The page of this command instead of the overview
    #[arg(value_name = "COMMAND")]
    pub command: Option<String>,
}
