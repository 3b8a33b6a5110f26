//! What can be typed about the library.

/// What ships with Adli: every text of the library with its endgame and what it is about
///
/// Names are what `adli prove`, `adli explain` and all commands about rules take; `adli cat NAME` prints a text.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  adli library
  adli library --format json")]
pub struct LibraryArgs {}

/// A text of the library, on standard output
///
/// A good beginning for rules of your own: print one, change it, and have it proved.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  adli cat krk
  adli cat kqk/beginner > mine.adv
  adli cat laws --format json")]
pub struct CatArgs {
    /// An entry of the library such as `krk` or `krk/bratko`; `adli library` lists them
    #[arg(value_name = "NAME")]
    pub name: String,
}

/// What a message about rules means, with a wrong and a right example
///
/// Messages show their code in brackets: `error[unknown-name]`. Without a code all of them are listed.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  adli message unknown-name
  adli message")]
pub struct MessageArgs {
    /// The code of a message, such as `unknown-name`
    #[arg(value_name = "CODE")]
    pub code: Option<String>,
}

/// What the JSON of every command looks like, as JSON schemas
///
/// They are made from the types that write the reports. Every report has the `version` of the JSON, which changes when a field goes
/// away or means something else; new fields do not change it.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  adli schema > schemas.json
  adli schema prove")]
pub struct SchemaArgs {
    /// Only the report of this command; `error` is what any of them prints if it fails
    #[arg(value_name = "REPORT")]
    pub name: Option<String>,
}
