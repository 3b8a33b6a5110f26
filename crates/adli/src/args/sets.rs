//! Commands about sets of positions.

use std::path::PathBuf;

use clap::ValueEnum;

use super::shared::{LimitArgs, TextArgs};

/// How diagrams are made.
#[derive(Debug, clap::Args)]
pub struct DiagramArgs {
    /// Which bit of a file or rank a decision diagram asks first [default: high]
    #[arg(long, value_enum, value_name = "BIT")]
    pub bits: Option<BitsArg>,
    #[command(flatten)]
    pub limits: LimitArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BitsArg {
    /// The highest: smaller diagrams
    High,
    /// The lowest, as in Hurd's paper
    Low,
}

/// Are two definitions, recognisers or strategies the same? If not, where do they first differ?
///
/// Conditions are compared in every legal position with all men at home; of recognisers the answers are compared, of strategies the moves that they
/// allow. One is part of the other if it says nothing that the other does not say. What is shown has been asked of the plain
/// interpreter.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit codes:
  0  they are the same
  1  they differ, and a position shows it
  2  the text or a name is wrong, or they cannot be compared
  3  a limit was reached

Examples:
  adli compare krk held held_or_l
  adli compare mine.adv first_try second_try --format json")]
pub struct CompareArgs {
    #[command(flatten)]
    pub text: TextArgs,
    /// A name of the text
    #[arg(value_name = "A")]
    pub first: String,
    /// Another one
    #[arg(value_name = "B")]
    pub second: String,
    /// How many positions are shown
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=100))]
    pub max_shown: u8,
    #[command(flatten)]
    pub diagrams: DiagramArgs,
}

/// The set of positions that a name stands for: how many, how large its diagram is, samples, files
///
/// Of a condition these are the legal positions with all men at home where it holds; of a recogniser those where it knows an answer; of a strategy those
/// from which all its plays end in mate. A file that `--dddmp` has written is read again and counted by `adli set FILE.dddmp`; one that was
/// changed is refused.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit codes:
  0  done
  2  the text, the name or the file is wrong
  3  a limit was reached

Examples:
  adli set krk ready
  adli set krk ready --dddmp ready.dddmp --dot ready.dot
  adli set ready.dddmp")]
pub struct SetArgs {
    #[command(flatten)]
    pub text: TextArgs,
    /// A condition, recogniser or strategy of the text
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
    /// How many positions are shown
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(0..=100))]
    pub samples: u8,
    /// Write the set in the format of CUDD, one diagram for each side to move
    #[arg(long, value_name = "FILE")]
    pub dddmp: Option<PathBuf>,
    /// Write its diagrams as a graph for Graphviz
    #[arg(long, value_name = "FILE")]
    pub dot: Option<PathBuf>,
    #[command(flatten)]
    pub diagrams: DiagramArgs,
}
