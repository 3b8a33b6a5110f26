//! What can be typed for those who write rules in an editor.

use super::shared::{LimitArgs, TextArgs};

/// Check and prove a text again at each save, and say what has changed
///
/// First everything is told in brief; then, whenever the file or one that it uses is saved, what is otherwise than before: claims that turned, where
/// they fail now and no longer fail, rules that apply more or less often. A proof of words that have been saved over is given up. Ctrl-C ends it.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Failures that are gained or lost are told by example, each tried with the text of before and of now.
With `--format json` each save is one line.

Examples:
  adli watch my-rules.adv
  adli watch my-rules.adv --claim wins --time 30s
  adli watch my-rules.adv --format json")]
pub struct WatchArgs {
    #[command(flatten)]
    pub text: TextArgs,
    /// Only this claim; may be given several times
    #[arg(long, value_name = "NAME")]
    pub claim: Vec<String>,
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// A language server for editors, over standard input and output
///
/// Started by the editor, not by hand; `docs/editors.md` says how. Mistakes as you type, hover, completion, definitions, references, renaming, an outline,
/// layout, what may have been meant, and above each claim: prove.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit code 1: the editor left without saying so (`exit` without `shutdown`).

Example:
  adli lsp --time 2m")]
pub struct LspArgs {
    #[command(flatten)]
    pub limits: LimitArgs,
}
