//! `adli methods`: the methods, what each takes, costs and leaves.

use std::io::{self, Write};

use schemars::JsonSchema;
use serde::Serialize;

use crate::failure::{Failure, Verdict};
use crate::methods::all;
use crate::output::Report;
use crate::settings::Settings;

/// All methods, in the order in which they are asked.
#[derive(Serialize, JsonSchema)]
pub struct Methods {
    methods: Vec<Described>,
}

#[derive(Serialize, JsonSchema)]
struct Described {
    /// As in `--by sat`.
    name: &'static str,
    does: &'static str,
    takes: &'static str,
    costs: &'static str,
    leaves: &'static str,
    /// Whether it is asked when nobody names a method.
    asked_unnamed: bool,
}

pub fn run(settings: &mut Settings) -> Result<Verdict, Failure> {
    let described = |about: &adli_claims::About| Described {
        name: about.name,
        does: about.does,
        takes: about.takes,
        costs: about.costs,
        leaves: about.leaves,
        asked_unnamed: about.asked_unnamed,
    };
    let methods = all().map(|method| described(method.about)).collect();
    settings.output.report(&Methods { methods })?;
    Ok(Verdict::Holds)
}

impl Report for Methods {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        for method in &self.methods {
            let unnamed = if method.asked_unnamed { "; asked when none is named" } else { "" };
            writeln!(out, "{}: {}{unnamed}", method.name, method.does)?;
            writeln!(out, "  takes   {}", method.takes)?;
            writeln!(out, "  costs   {}", method.costs)?;
            writeln!(out, "  leaves  {}\n", method.leaves)?;
        }
        writeln!(
            out,
            "`adli prove FILE --by NAME` asks one of them; otherwise the first that takes a claim decides it"
        )
    }
}
