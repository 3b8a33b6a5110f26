//! Commands about recognisers.

use std::path::PathBuf;

use clap::ValueEnum;

use super::shared::{LimitArgs, TextArgs};

/// Write a recogniser as source code: bitboards in, answer out, no dependencies
///
/// It is compared with the tables first, on every position; what is wrong anywhere is not exported. The code says what was proved, by which
/// version, against which tables, and how many bytes its own tables have. Every name begins with that of the recogniser, so
/// that several live in one program; `-o NAME.c` writes the header `NAME.h` too.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit codes:
  0  written
  1  the recogniser is wrong somewhere; nothing is written
  2  the text or an option is wrong
  3  it could not be proved, or has no code

Examples:
  adli export knn/adli --as rust -o knn.rs
  adli export knn/adli --as c -o knn.c
  adli export kpk/recogniser --as c --name pawn_ending --with-rule > pawn.c")]
pub struct ExportArgs {
    #[command(flatten)]
    pub text: TextArgs,
    /// The language
    #[arg(long = "as", value_name = "LANGUAGE", value_enum)]
    pub language: ExportLanguage,
    /// Write to this file instead of standard output; beside `NAME.c` the header `NAME.h` is written
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// What the function is called, and how all other names begin [default: the name of the recogniser]
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// Add a function that says also which rule gave the answer, by the number that it has in reports and in `r.rule`
    #[arg(long)]
    pub with_rule: bool,
    /// Which recogniser, if the text has several
    #[arg(long, value_name = "NAME")]
    pub recogniser: Option<String>,
    /// Export even what is wrong or could not be proved; the code says so
    #[arg(long)]
    pub unproved: bool,
    #[command(flatten)]
    pub limits: LimitArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExportLanguage {
    /// A Rust module
    Rust,
    /// C99
    C,
}

/// Propose rules for a recogniser, or edits after which a refuted claim holds
///
/// Of a recogniser every rule that says `unknown` or is wrong somewhere is worked on. Conditions are those that the text defines or asks and a
/// standard set: distances, edge and corner, attacks, escape squares.
///
/// Of a claim about a strategy or a piece of advice the first failures say whom to blame. Single edits are tried on them: a longer bound, less that is to
/// hold, more moves, another order, a guard, a further preference.
///
/// Everything is proved on all positions before it is shown, and printed ready to paste, with what it decides or how often the claim fails before and
/// after. Without `--claim` and `--recogniser` it is about the recogniser of the text if there is one, otherwise about the first claim that is
/// not as the text says.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit codes:
  0  there are rules, or an edit that proves the claim, or nothing to propose for
  1  there is no rule of a few conditions without an error, or no single edit proves the claim
  2  the text or an option is wrong
  3  a limit was reached

Examples:
  adli suggest knn/heinz-2001
  adli suggest mine.adv --claim wins --time 1m
  adli suggest mine.adv --rules 2 --format json")]
pub struct SuggestArgs {
    #[command(flatten)]
    pub text: TextArgs,
    /// Which recogniser, if the text has several
    #[arg(long, value_name = "NAME", conflicts_with = "claim")]
    pub recogniser: Option<String>,
    /// How many rules to propose at most in the place of each rule that is unknown or wrong
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=20))]
    pub rules: u8,
    /// Which claim to repair
    #[arg(long, value_name = "NAME")]
    pub claim: Option<String>,
    /// How many edits to show at most
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=20))]
    pub best: u8,
    /// How many edits to decide on all positions at most
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u16).range(1..=10_000))]
    pub edits: u16,
    #[command(flatten)]
    pub limits: LimitArgs,
}
