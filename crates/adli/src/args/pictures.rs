//! What can be typed about pictures and pages.

use std::path::PathBuf;

use super::rules::ProveArgs;
use super::shared::{LimitArgs, TextArgs};

/// The pictures of a proof, as SVG files
///
/// Claims are decided as by `adli prove`. Drawn is what was counted: the moves that the strategy needs beside those of best play, how many more
/// they are, how often each rule applies, tallies. With `--heat`, a board instead: how many positions have a man on each square where a condition
/// holds; with `--man` and without `--heat`, from how many a claim fails. Of a material such as `KRK`, the distances to mate of its
/// table are drawn. Files follow the reader's light or dark theme.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit codes:
  0  drawn, whatever the verdicts
  2  the text, an option or a condition is wrong, there is nothing to draw, or a file cannot be written
  3  a limit was reached before everything was counted

Examples:
  adli plot krk -o pictures
  adli plot krk -o pictures --heat 'Black to move and stalemate' --man k
  adli plot my-rules.adv -o pictures --claim wins --man R
  adli plot KRK -o pictures")]
pub struct PlotArgs {
    #[command(flatten)]
    pub text: TextArgs,
    /// The folder for the pictures; it is made if it is not there
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
    /// Only this claim; may be given several times
    #[arg(long, value_name = "NAME")]
    pub claim: Vec<String>,
    /// Draw a board: where this condition holds, such as 'White to move and check'
    #[arg(long, value_name = "CONDITION", requires = "man", conflicts_with = "claim")]
    pub heat: Option<String>,
    /// By whose square the positions of a board are counted, such as `k`; without `--heat`, those from which claims fail
    #[arg(long, value_name = "MAN")]
    pub man: Option<String>,
    /// Replace files that are not pictures of Adli
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// A report of a proof as one HTML page
///
/// The page has verdicts, counts, pictures, failures with diagrams, what rests on what, the text, and how to do it again. It is one file,
/// `index.html`, that needs no script, no network and nothing beside it: open it, or put it on any web server.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit codes, as those of `adli prove`; the page is written in all cases but 2:
  0  every claim is as the text expects
  1  a claim is refuted, or proved where the text expects the contrary
  2  the text, an option or a name is wrong, or the file cannot be written
  3  a claim is unknown; or one that you named, or every one, was not run
  4  a self-check failed; please report it

Examples:
  adli report krk -o krk-report
  adli report my-rules.adv -o report --max-failures 50
  adli report krk -o krk-report --by sat")]
pub struct ReportArgs {
    #[command(flatten)]
    pub text: TextArgs,
    /// The folder for the page; it is made if it is not there
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
    /// Only this claim; may be given several times
    #[arg(long, value_name = "NAME")]
    pub claim: Vec<String>,
    /// How claims are decided [default: each by the first method that takes it; `adli methods` tells more]
    #[arg(long, value_name = "METHOD", value_parser = crate::methods::names())]
    pub by: Option<String>,
    /// Show at most this many failures of a claim
    #[arg(long, value_name = "N", default_value_t = 20)]
    #[arg(value_parser = clap::value_parser!(u16).range(0..=1000))]
    pub max_failures: u16,
    /// Replace an `index.html` that is not a report of Adli
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub limits: LimitArgs,
}

impl ReportArgs {
    /// What `adli prove` would be asked.
    pub fn prove(&self) -> ProveArgs {
        ProveArgs {
            files: vec![self.text.file.clone()],
            set: self.text.set.clone(),
            claim: self.claim.clone(),
            by: self.by.clone(),
            size: None,
            max_failures: self.max_failures,
            brief: false,
            limits: self.limits.clone(),
            needs: false,
            pgn: None,
            epd: None,
            certificates: None,
            solver: Vec::new(),
            quantified: false,
            write: None,
            reduce: false,
        }
    }
}
