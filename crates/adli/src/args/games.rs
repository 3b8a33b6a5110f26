//! What can be typed about games, suites of positions and other chess programs.

use std::path::PathBuf;

use super::shared::setting;

/// Positions: one as FEN, or many as EPD.
#[derive(Debug, clap::Args)]
pub struct PositionsArgs {
    /// The position, such as '8/8/8/8/8/k1K5/8/1R6 w - - 0 1'; the quotation marks may be left out
    #[arg(required_unless_present = "epd", value_name = "FEN")]
    pub fen: Vec<String>,
    /// Answer every position of this file, a line each; in text, as EPD again with `bm`, `dm` and `c0`
    #[arg(long, value_name = "FILE", conflicts_with = "fen")]
    pub epd: Option<PathBuf>,
}

/// An engine for any chess program, by the protocol UCI
///
/// It plays the strategy of a text, a table that `adli compile` wrote, or best play by tables. Programs set the same with the options `Strategy`, `Moves`,
/// `Tables`, `Explain` and `MultiPV`. `info string` names the rule that chose the move, and why; a score is told only where it is proved.
/// `docs/engines.md` has the rest.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  adli uci
  adli uci krk
  adli uci my-rules.adv --compiled my.moves")]
pub struct UciArgs {
    /// What is played: a file that ends in `.adv`, or an entry of the library such as `krk`; `#NAME` behind it for one strategy of
    /// several [default: best play]
    #[arg(value_name = "FILE|NAME")]
    pub strategy: Option<String>,
    /// Take moves from the table that `adli compile` wrote, and ask no rules
    #[arg(long, value_name = "TABLE", requires = "strategy")]
    pub compiled: Option<String>,
}

/// Judge the endgame of a game by rules and tables
///
/// From the first position with the men of the text on, or of tables that are there, each move is told: which rule applied, where a side
/// left the rules, where it gave half a point away. Endgames of up to four men are solved in memory if there are no tables.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  adli annotate game.pgn --by krk
  adli annotate games.pgn --by kpk/adli -o annotated.pgn
  adli annotate game.pgn --format json")]
pub struct AnnotateArgs {
    /// A file of games in PGN
    #[arg(value_name = "GAME.pgn")]
    pub game: PathBuf,
    /// The rules: a file that ends in `.adv`, or an entry of the library such as `krk` [default: tables alone]
    #[arg(long, value_name = "FILE|NAME")]
    pub by: Option<String>,
    /// Which strategy, if the text has several for a side
    #[arg(long, value_name = "NAME", requires = "by")]
    pub strategy: Option<String>,
    /// Set an option of the text, such as `spare=2`; may be given several times
    #[arg(long, value_name = "OPTION=VALUE", value_parser = setting, requires = "by")]
    pub set: Vec<(String, String)>,
    /// Write the games with comments and arrows to this file, as PGN
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}
