//! What several commands about texts of rules take.

use std::time::Duration;

use crate::size::Size;

/// Which text, and how it is set.
#[derive(Debug, clap::Args)]
pub struct TextArgs {
    /// A file that ends in `.adv`, or an entry of the library such as `krk` or `krk/bratko`
    #[arg(value_name = "FILE|NAME")]
    pub file: String,
    /// Set an option of the text, such as `spare=2`; may be given several times
    #[arg(long, value_name = "OPTION=VALUE", value_parser = setting)]
    pub set: Vec<(String, String)>,
}

/// How much a command may take.
#[derive(Clone, Debug, clap::Args)]
pub struct LimitArgs {
    /// Give up after this time (exit code 3), such as `30s`, `5m` or `1h`
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,
    /// Refuse (exit code 3) what needs more memory than this, such as `2GiB` or `500MB`
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<Size>,
}

impl LimitArgs {
    /// The memory in bytes, or `usual` if nothing was said.
    pub fn memory_or(&self, usual: u64) -> u64 {
        self.memory.map_or(usual, |size| size.0)
    }
}

/// `spare=2`
pub(super) fn setting(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() && !value.trim().is_empty() => {
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err("write the name of an option and its value, such as `spare=2`".to_owned()),
    }
}

/// `30s`, `5m`, `1h`, or a number of seconds.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let seconds = match unit.trim() {
        "" | "s" => 1.0,
        "ms" => 0.001,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => 0.0,
    };
    let total = number.parse::<f64>().unwrap_or(0.0) * seconds;
    Duration::try_from_secs_f64(total)
        .ok()
        .filter(|time| !time.is_zero())
        .ok_or_else(|| "write a time above zero with its unit, such as `30s`, `5m` or `1h`".to_owned())
}
