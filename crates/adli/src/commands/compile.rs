//! `adli compile`: a proved strategy as a table with a move for every position.

use std::io::{self, Write};

use adli_claims::{Options, Verdict as Decided};
use adli_exhaustive::compile;
use adli_lang::ast::Expectation;
use adli_lang::term::{OptionId, StrategyId};
use adli_lang::{Claim, ClaimKind, Program};
use adli_position::Compiled;
use adli_workbench::choose_strategy;
use schemars::JsonSchema;
use serde::Serialize;

use super::prove::decide_unnamed;
use super::watcher::Watcher;
use crate::args::CompileArgs;
use crate::failure::{Failure, Verdict};
use crate::files::write_file;
use crate::interrupt;
use crate::output::{Report, note};
use crate::settings::Settings;
use crate::texts::Text;
use crate::words::{grouped, list};

/// What was written.
#[derive(Serialize, JsonSchema)]
pub struct Written {
    file: String,
    strategy: String,
    material: String,
    /// The theorems that were proved.
    theorems: Vec<String>,
    /// Classes of positions with a move.
    moves: usize,
    bytes: usize,
    table: String,
}

pub fn run(args: &CompileArgs, settings: &mut Settings) -> Result<Verdict, Failure> {
    let text = Text::find(&args.text.file)?;
    let programs = text.programs(&args.text.set)?;
    let [program] = &programs[..] else {
        let message =
            format!("`{}` is about {} materials, and a table is about one", text.name, programs.len());
        return Err(Failure::input(message));
    };
    let strategy = choose_strategy(&text, program, args.strategy.as_deref())?;
    let memory = args.limits.memory_or(Options::default().memory);
    settings.start_threads()?;
    interrupt::listen();
    let watcher = Watcher::new(args.limits.time);
    let theorems = theorems(program, strategy);
    if theorems.is_empty() {
        let message = format!("`{}` has no theorem about this strategy: nothing is proved of it", text.name);
        let help = "state one, such as `theorem wins: s reaches mate`; \
                    a theorem `under` options counts if `--set` sets them";
        return Err(Failure::input(message).help(help));
    }
    let options = Options { claims: theorems.clone(), memory, ..Options::default() };
    let tables = settings.tables().ok();
    let report = decide_unnamed(&text, &programs, &options, tables.as_ref(), &watcher);
    if let Some(claim) = report.claims.iter().find(|claim| claim.verdict != Decided::Proved) {
        let (name, reason) = (&claim.name, claim.reason.as_deref().unwrap_or_default());
        if claim.verdict == Decided::Internal {
            return Err(Failure::internal(format!("`{name}` could not be proved: {reason}")));
        }
        note(&format!(
            "`{name}` is not proved, so nothing is written; `adli prove --claim {name}` tells more"
        ));
        return Ok(if claim.verdict == Decided::Refuted { Verdict::Refuted } else { Verdict::Unknown });
    }
    let compiled = compile(program, strategy, text.digest(&args.text.set), &options, &watcher);
    drop(watcher);
    let compiled: Compiled = compiled?;
    let bytes = compiled.to_bytes();
    write_file(&args.output, &bytes)?;
    settings.output.report(&Written {
        file: text.name.clone(),
        strategy: compiled.strategy.clone(),
        material: compiled.material.clone(),
        theorems,
        moves: compiled.moves(),
        bytes: bytes.len(),
        table: args.output.display().to_string(),
    })?;
    Ok(Verdict::Holds)
}

/// Theorems that say where a strategy leads or what it keeps, and that the text expects to hold. A theorem
/// under other options than those that are set speaks of another strategy than that of the table.
fn theorems(program: &Program, wanted: StrategyId) -> Vec<String> {
    let about = |claim: &Claim| match &claim.says {
        ClaimKind::Reaches { strategy, .. } => *strategy == wanted && claim.proof.is_none(),
        ClaimKind::Keeps { strategy, .. } => *strategy == wanted,
        _ => false,
    };
    let refuted =
        |expect: &Expectation| matches!(expect, Expectation::Verdict(word) if word.text == "refuted");
    let holds = program.claims.iter().filter(|claim| !claim.expect.as_ref().is_some_and(refuted));
    let is_set = |&(option, value): &(OptionId, i32)| {
        program.options.get(usize::from(option.0)).is_some_and(|option| option.value == value)
    };
    let of_the_table = |claim: &&Claim| about(claim) && claim.under.iter().all(is_set);
    holds.filter(of_the_table).map(|claim| claim.name.clone()).collect()
}

impl Report for Written {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let theorems: Vec<String> = self.theorems.iter().map(|name| format!("`{name}`")).collect();
        writeln!(out, "proved: {}", list(&theorems, "and"))?;
        let (moves, bytes) = (grouped(self.moves as u64), grouped(self.bytes as u64));
        writeln!(out, "`{}` of `{}`: a move for {moves} classes of positions", self.strategy, self.file)?;
        writeln!(out, "`{}`: {bytes} bytes", self.table)
    }
}
