//! What can be set.
//!
//! There is no `Hash`: nothing here grows with a number that somebody sets, and an option without effect would be a lie.

/// What is played, and how it is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// A library entry or a file of rules, with `#NAME` for one strategy of several; best play if it is empty.
    pub strategy: String,
    /// A table of moves that was compiled of the strategy; none if it is empty.
    pub moves: String,
    /// The folder of tables; the usual one if it is empty.
    pub tables: String,
    /// Tell which rule chose the move, and why.
    pub explain: bool,
    /// So many moves are shown.
    pub multi_pv: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            strategy: String::new(),
            moves: String::new(),
            tables: String::new(),
            explain: true,
            multi_pv: 1,
        }
    }
}

/// More moves than these no position has.
const MAX_PV: usize = 218;

/// What changes with an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Change {
    /// What is played by.
    Rules,
    /// Where values come from.
    Tables,
    /// How it is told.
    Telling,
}

impl Options {
    /// The lines that declare them, with what they are set to at first.
    pub(crate) fn declared(&self) -> Vec<String> {
        let text = |name: &str, value: &str| {
            let value = if value.is_empty() { EMPTY } else { value };
            format!("option name {name} type string default {value}")
        };
        vec![
            text("Strategy", &self.strategy),
            text("Moves", &self.moves),
            text("Tables", &self.tables),
            format!("option name Explain type check default {}", self.explain),
            format!("option name MultiPV type spin default {} min 1 max {MAX_PV}", self.multi_pv),
        ]
    }

    /// Sets one, whose name is read as programs write it, in large or small letters.
    ///
    /// # Errors
    /// What is wrong with it; nothing is changed then.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<Change, String> {
        let text = if value == EMPTY { "" } else { value };
        match name.to_ascii_lowercase().as_str() {
            "strategy" => self.strategy = text.to_owned(),
            "moves" => self.moves = text.to_owned(),
            "tables" => {
                self.tables = text.to_owned();
                return Ok(Change::Tables);
            }
            "explain" => {
                self.explain = match value {
                    "true" => true,
                    "false" => false,
                    _ => return Err(format!("`Explain` is `true` or `false`, and not `{value}`")),
                };
                return Ok(Change::Telling);
            }
            "multipv" => {
                let number = value.parse().ok().filter(|number| (1..=MAX_PV).contains(number));
                let wrong = || format!("`MultiPV` is a number from 1 to {MAX_PV}, and not `{value}`");
                self.multi_pv = number.ok_or_else(wrong)?;
                return Ok(Change::Telling);
            }
            _ => {
                return Err(format!(
                    "there is no option `{name}`; there are Strategy, Moves, Tables, Explain and MultiPV"
                ));
            }
        }
        Ok(Change::Rules)
    }
}

/// How the protocol writes nothing.
const EMPTY: &str = "<empty>";
