//! What can be typed about texts of rules.

use std::path::PathBuf;
use std::time::Duration;

use super::PositionArgs;
use super::games::PositionsArgs;
use super::shared::{LimitArgs, TextArgs, duration, setting};
use crate::size::Size;

/// Read, resolve and type-check texts of rules
///
/// What is wrong is shown on standard error with the lines it is about. Errors give exit code 2; warnings
/// do not. With `--format json`, everything is on standard output, with places for an editor. Failures that are kept beside a file, as
/// positions in `my-rules.failures.epd`, are tried again: each is a test that its claim holds there.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit code 1: a failure that is kept still fails.

Examples:
  adli check my-rules.adv
  adli check library/*/*.adv --format json
  adli check krk --set spare=2")]
pub struct CheckArgs {
    /// Files that end in `.adv`, or entries of the library such as `krk`
    #[arg(required = true, value_name = "FILE|NAME")]
    pub files: Vec<String>,
    /// Set an option of the text, such as `spare=2`; may be given several times
    #[arg(long, value_name = "OPTION=VALUE", value_parser = setting)]
    pub set: Vec<(String, String)>,
}

/// Lay out texts of rules
///
/// Only spaces and line breaks change. A file is replaced as a whole or not at all; a text that cannot be
/// read is left as it is.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit code 1 with `--check`: a file would change.

Examples:
  adli fmt my-rules.adv
  adli fmt --check library/*/*.adv
  adli fmt - < my-rules.adv")]
pub struct FmtArgs {
    /// Files, or `-` for standard input to standard output
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<String>,
    /// Write nothing; name the files that would change, and exit with code 1 if there are any
    #[arg(long)]
    pub check: bool,
}

/// Which strategy of a text.
#[derive(Debug, clap::Args)]
pub struct StrategyArgs {
    /// Which strategy, if the text has several
    #[arg(long, value_name = "NAME")]
    pub strategy: Option<String>,
    /// Take moves from the table that `adli compile` wrote, and ask no rules
    #[arg(long, value_name = "TABLE")]
    pub compiled: Option<PathBuf>,
}

/// Which rule applies in a position, why the earlier ones do not, and what it allows
///
/// The values of the parts of a condition are shown as far as they decide it. Of a text with a recogniser and no
/// strategy it is told which rule answers. If the colours are the other way round than in the text, its rules are asked
/// about the position with colours exchanged and ranks mirrored; moves are those of your board.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  adli explain krk '8/8/8/8/3k4/8/8/KR6 w - - 0 1'
  adli explain krk '8/8/8/8/3k4/8/8/KR6 w - - 0 1' --move Rb8
  adli explain kpk/recogniser '8/8/8/3k4/8/3K4/3P4/8 w - - 0 1'
  adli explain krk --epd suite.epd
  adli explain my-rules.adv '8/8/8/8/3k4/8/8/KQ6 w - - 0 1' --format json")]
pub struct ExplainArgs {
    #[command(flatten)]
    pub text: TextArgs,
    #[command(flatten)]
    pub positions: PositionsArgs,
    #[command(flatten)]
    pub strategy: StrategyArgs,
    /// Which recogniser, if the text has several, or has a strategy too
    #[arg(long, value_name = "NAME", conflicts_with = "strategy")]
    pub recogniser: Option<String>,
    /// Also tell why this move is allowed or not, such as `Rb8` or `a1b1`
    #[arg(long = "move", value_name = "MOVE", conflicts_with_all = ["compiled", "epd"])]
    pub asked: Option<String>,
}

/// A line: the strategy against the longest defence
///
/// All plays of the strategy from the position are followed first; so the defence is the longest against these
/// rules, or one that they do not mate at all. Of the moves that a rule allows, the one that mates soonest is
/// played. Where that leaves a choice it is that of the tables: those of the folder if they are there, or solved in memory
/// for up to four men.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  adli play krk '8/8/8/8/3k4/8/8/KR6 w - - 0 1'
  adli play krk '8/8/8/8/3k4/8/8/KR6 w - - 0 1' --worst --pgn > line.pgn
  adli play krk '8/8/8/8/3k4/8/8/KR6 w - - 0 1' --with Kd3,d3d4")]
pub struct PlayArgs {
    #[command(flatten)]
    pub text: TextArgs,
    #[command(flatten)]
    pub position: PositionArgs,
    #[command(flatten)]
    pub strategy: StrategyArgs,
    /// Of the moves that a rule allows, play the one that mates last, or not at all
    #[arg(long)]
    pub worst: bool,
    /// Moves of the other side, such as `d4d5,Ke5`, before the longest defence takes over
    #[arg(long, value_name = "MOVES", value_delimiter = ',')]
    pub with: Vec<String>,
    /// Write a game in PGN, with the rules as comments
    #[arg(long)]
    pub pgn: bool,
    /// Stop after this many plies
    #[arg(long, value_name = "N", default_value_t = 200)]
    #[arg(value_parser = clap::value_parser!(u16).range(0..=1000))]
    pub plies: u16,
    /// Give up following all plays after this time (exit code 3), such as `30s` or `5m`
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,
}

/// Make a strategy into a table with a move for every position
///
/// The theorems about the strategy are decided first, and only what is proved is compiled. `adli play` and `adli explain` take
/// the moves from the table with `--compiled`: rules that look far ahead are then answered at once.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit codes:
  0  proved and written
  1  a theorem about the strategy does not hold
  2  the text or an option is wrong, or the file cannot be written
  3  a limit was reached

Examples:
  adli compile krk -o krk.moves
  adli compile knkr/adli -o knkr.moves
  adli play knkr/adli '8/8/8/3K4/8/kn6/8/7R b - - 0 1' --compiled knkr.moves")]
pub struct CompileArgs {
    #[command(flatten)]
    pub text: TextArgs,
    /// Where to write the table
    #[arg(short, long, value_name = "TABLE")]
    pub output: PathBuf,
    /// Which strategy, if the text has several
    #[arg(long, value_name = "NAME")]
    pub strategy: Option<String>,
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// A forcing tree of a piece of advice, or why there is none
///
/// The tree has one own move in every position and all replies. It is checked by the plain interpreter before it
/// is shown. With `--fold` replies that get the same answer are one branch: "whatever he does, Kb3". Exit code 1: there is no tree.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  adli tree krk/bratko-al1 '8/8/8/8/3k4/8/8/KR6 w - - 0 1' --advice divide
  adli tree krk/bratko-al1 '8/8/8/8/8/k1K5/8/1R6 w - - 0 1' --advice mate_soon --pgn > tree.pgn
  adli tree my-rules.adv '8/8/8/8/3k4/8/8/KR6 w - - 0 1' --svg > tree.svg
  adli tree my-rules.adv '8/8/8/8/3k4/8/8/KR6 w - - 0 1' --fold")]
pub struct TreeArgs {
    #[command(flatten)]
    pub text: TextArgs,
    #[command(flatten)]
    pub position: PositionArgs,
    /// Which piece of advice, if the text has several
    #[arg(long, value_name = "NAME")]
    pub advice: Option<String>,
    /// Make replies that get the same answer one branch
    #[arg(long)]
    pub fold: bool,
    /// Write a game in PGN with variations; with `--fold` a line for each group of replies
    #[arg(long, conflicts_with = "svg")]
    pub pgn: bool,
    /// Draw the tree; with `--fold` as diagrams, with the squares shaded where the other king may be
    #[arg(long)]
    pub svg: bool,
}

/// Decide the claims of a text
///
/// Every claim ends as proved, refuted (with a position and a line), unknown (with the limit that was
/// reached), or not run. A claim that the text expects to be refuted is as it should be when it is.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit codes:
  0  every claim is as the text expects
  1  a claim is refuted, or proved where the text expects the contrary
  2  the text, an option or a name is wrong
  3  a claim is unknown; or one that you named, or every one, was not run
  4  a self-check failed; please report it

Examples:
  adli prove krk
  adli prove krk --brief
  adli prove mine.adv yours.adv
  adli prove my-rules.adv --claim wins --max-failures 5
  adli prove krk --set spare=2 --format json
  adli prove kqk --needs
  adli prove kqk/beginner --pgn failures.pgn --epd failures.epd
  adli prove krk --by sat --certificates certificates
  adli prove krk/every-size --by smt --certificates certificates
  adli prove krk --by coq --claim krk --certificates theorem")]
pub struct ProveArgs {
    /// Files that end in `.adv`, or entries of the library such as `krk` or `krk/bratko`
    #[arg(required = true, value_name = "FILE|NAME")]
    pub files: Vec<String>,
    /// Set an option of the text, such as `spare=2`; may be given several times
    #[arg(long, value_name = "OPTION=VALUE", value_parser = setting)]
    pub set: Vec<(String, String)>,
    /// Only this claim; may be given several times
    #[arg(long, value_name = "NAME")]
    pub claim: Vec<String>,
    /// How claims are decided [default: each by the first method that takes it; `adli methods` tells more]
    #[arg(long, value_name = "METHOD", value_parser = crate::methods::names())]
    pub by: Option<String>,
    /// On a board of so many files and ranks instead of chess, by looking at every position: three men, no pawns
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(3..=16))]
    pub size: Option<u8>,
    /// Show at most this many failures of a claim
    #[arg(long, value_name = "N", default_value_t = 3)]
    #[arg(value_parser = clap::value_parser!(u16).range(0..=1000))]
    pub max_failures: u16,
    /// In text, a line or two for each claim: the verdict, and the first failure without a diagram
    #[arg(long)]
    pub brief: bool,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Also tell what each rule is needed for: leave it out, and prove again
    #[arg(long, conflicts_with = "brief")]
    pub needs: bool,
    /// Write the failures that are shown as games to this file, in PGN: one game each, which a study imports as a chapter
    #[arg(long, value_name = "FILE", conflicts_with = "size")]
    pub pgn: Option<PathBuf>,
    /// Write the positions of the failures that are shown to this file, as EPD
    #[arg(long, value_name = "FILE", conflicts_with = "size")]
    pub epd: Option<PathBuf>,
    /// Write certificates into this folder, for methods that have them (`--by sat`, `--by smt`, `--by coq`)
    #[arg(long, value_name = "DIR")]
    pub certificates: Option<PathBuf>,
    /// For `--by smt`, ask this program instead of the solver that is built in; its word is quoted, and is no proof
    #[arg(long, value_name = "PROGRAM", value_parser = ["z3", "cvc5"])]
    pub solver: Vec<String>,
    /// Leave quantifiers in the problems of `--by smt`, instead of the finitely many cases that they are replaced by: a second look
    /// by another program, with `--solver` or `--write`
    #[arg(long)]
    pub quantified: bool,
    /// Write the problems of `--by smt` into this folder, as SMT-LIB, instead of solving them
    #[arg(long, value_name = "DIR")]
    pub write: Option<PathBuf>,
    /// Make the problems of `--by sat` smaller first, with a certificate for that too: a lemma that says `by (..)` is shown
    /// by the lemmas it names
    #[arg(long)]
    pub reduce: bool,
}

/// Check certificates again, with nothing but the certificates
///
/// For every claim in the folder: the files are what was written, and the proof shows that the clauses cannot be
/// satisfied. That the clauses are those of a text is seen with `--text`: its claims are put into clauses again, with the options
/// that the folder was made with, and compared byte for byte; no solver is run. The format is described in `docs/certificates.md`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit codes:
  0  every certificate is right, and the clauses are those of the text
  1  a certificate is wrong, a file is missing, changed or too many, or the text gives other clauses
  2  this is not a folder of certificates, the text cannot be read, or a checker that was asked for is not installed
  3  you stopped it, the memory was not enough, or Coq's kernel was not asked about a certificate that is too large

Examples:
  adli verify certificates
  adli verify certificates --text krk
  adli verify certificates --coq
  adli verify certificates --coq-kernel
  adli verify certificates --acl2
  adli verify certificates --format json")]
pub struct VerifyArgs {
    /// The folder that `adli prove --certificates` wrote
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Compare the clauses with those of this text: a file that ends in `.adv`, or an entry of the library such as `krk`
    #[arg(long, value_name = "FILE|NAME")]
    pub text: Option<String>,
    /// Ask the checker that Coq has proved right too (`adli-verified`), and Coq itself about lines of linear arithmetic; `docs/proofs.md` says how to build it
    #[arg(long, value_name = "PROGRAM", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    pub coq: Option<String>,
    /// Make a theorem of each certificate of clauses, which Coq's kernel checks; the report says what has to be believed then. What is too large is passed over
    #[arg(long)]
    pub coq_kernel: bool,
    /// Ask ACL2's verified checker too, if it is installed; `docs/certificates.md` says how
    #[arg(long, value_name = "PROGRAM", num_args = 0..=1, require_equals = true, default_missing_value = "acl2")]
    pub acl2: Option<String>,
    /// Refuse what needs more memory than this, such as `2GiB` or `500MB`
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<Size>,
}

/// Find a quantity that falls with every move of a strategy and every reply
///
/// Quantities are expressions of the text: numbers, conditions (1 where they hold), enumerations such as the step
/// used (a weight for each). Small whole weights are searched under which their sum falls. What is found is proved like
/// any lemma, and printed ready to paste into the text; if there is none, a few plays show it.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit codes:
  0  found and proved
  1  there is none
  2  the text, a quantity or an option is wrong
  3  a limit was reached

Examples:
  adli measure krk --of measure --of mj.step \\
    --where 'measure > 24 and mj.step not in {ready_to_mate, rook_home, rook_safe}'
  adli measure krk --of room --of 'walk(K, critical)'")]
pub struct MeasureArgs {
    #[command(flatten)]
    pub text: TextArgs,
    /// A quantity, such as `room`, `exposed`, 'steps(K, k)' or `mj.step`; may be given several times
    #[arg(long, value_name = "EXPRESSION")]
    pub of: Vec<String>,
    /// Where it is to fall, as a condition on the position before the move
    #[arg(long = "where", value_name = "CONDITION", default_value = "true")]
    pub within: String,
    /// Suppose the condition of the position after the reply, too: the sum falls as long as play stays there
    #[arg(long, requires = "within")]
    pub stays: bool,
    /// On every board from this size on: plays on small boards, then linear arithmetic
    #[arg(long, value_name = "LEAST", num_args = 0..=1, require_equals = true, default_missing_value = "6",
        value_parser = clap::value_parser!(u8).range(3..=64))]
    pub every_size: Option<u8>,
    /// Which strategy, if the text has several
    #[arg(long, value_name = "NAME")]
    pub strategy: Option<String>,
    #[command(flatten)]
    pub limits: LimitArgs,
}
