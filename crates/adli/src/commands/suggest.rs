//! `adli suggest`: rules that a recogniser lacks, proved.

use std::io::{self, Write};

use adli_claims::Options;
use adli_recognise::{Proposal, SuggestError, SuggestRequest, Suggested, suggest_rules};
use adli_values::TableSource;
use schemars::JsonSchema;
use serde::Serialize;

use super::export::recogniser_name;
use super::repair;
use super::watcher::Watcher;
use crate::args::SuggestArgs;
use crate::failure::{Failure, Verdict};
use crate::interrupt;
use crate::methods;
use crate::output::Report;
use crate::settings::Settings;
use crate::texts::{Text, tell};
use crate::words::grouped;

/// What was found, for programs.
#[derive(Serialize, JsonSchema)]
pub struct Found {
    file: String,
    recogniser: String,
    #[serde(flatten)]
    suggested: Suggested,
}

pub fn run(args: &SuggestArgs, settings: &mut Settings) -> Result<Verdict, Failure> {
    let text = Text::find(&args.text.file)?;
    let programs = text.programs(&args.text.set)?;
    let has_recogniser = programs
        .iter()
        .flat_map(|program| &program.recognisers)
        .any(|found| found.span.source == text.number);
    if args.claim.is_some() || args.recogniser.is_none() && !has_recogniser {
        return repair::run(args, &text, &programs, settings);
    }
    let recogniser = recogniser_name(&text, &programs, args.recogniser.as_deref())?;
    let request = SuggestRequest {
        recogniser: recogniser.clone(),
        settings: args.text.set.clone(),
        most: usize::from(args.rules),
    };
    let options = Options { memory: args.limits.memory_or(Options::default().memory), ..Options::default() };
    settings.start_threads()?;
    interrupt::listen();
    let tables = settings.tables().ok();
    let watcher = Watcher::new(args.limits.time);
    let load = |material| tables.as_ref()?.for_proofs(material, &watcher);
    let tables = TableSource::new(&load);
    let made = methods::unnamed(&tables, options.memory);
    let asked = methods::listed(&made);
    let suggested = suggest_rules(&text.sources, text.number, &request, &asked, &tables, &options, &watcher);
    drop(made);
    drop(watcher);
    let suggested = suggested.map_err(|error| match error {
        SuggestError::Text(checked) => {
            tell(&text.sources, &checked);
            Failure::input("the text with the proposed rules has errors")
        }
        SuggestError::Recogniser(_) => Failure::input(error.to_string())
            .help("rules are proposed for a recogniser of the text itself, not of one it uses"),
        SuggestError::Limit(limit) => limit.into(),
    })?;
    let holds = !suggested.proposals.is_empty() || suggested.unknown + suggested.wrong == 0;
    settings.output.report(&Found { file: text.name.clone(), recogniser, suggested })?;
    Ok(if holds { Verdict::Holds } else { Verdict::Refuted })
}

impl Report for Found {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let Suggested { unknown, unknown_then, wrong, wrong_then, uses, proposals } = &self.suggested;
        let name = &self.recogniser;
        writeln!(
            out,
            "-- `{name}` leaves {} positions unknown and is wrong in {}",
            grouped(*unknown),
            grouped(*wrong)
        )?;
        if *unknown + *wrong == 0 {
            return writeln!(out, "-- there is nothing to propose");
        }
        if proposals.is_empty() {
            return writeln!(
                out,
                "-- there is no rule of a few conditions that decides more without an error"
            );
        }
        if let Some(uses) = uses {
            writeln!(out, "\n-- after the header, for the words of the rules\n{uses}")?;
        }
        proposals.iter().try_for_each(|proposal| proposal_text(proposal, out))?;
        writeln!(
            out,
            "\n-- with all of them {} positions are unknown and {} wrong",
            grouped(*unknown_then),
            grouped(*wrong_then)
        )
    }
}

fn proposal_text(proposal: &Proposal, out: &mut dyn Write) -> io::Result<()> {
    let by: Vec<String> = proposal
        .by
        .iter()
        .map(|by| format!("{} {} to move {}", by.material, by.to_move, grouped(by.positions)))
        .collect();
    let (at, decides) = (&proposal.at, grouped(proposal.decides));
    if proposal.replaces {
        writeln!(out, "\n-- in place of rule {at}; decides {decides} positions, all rightly")?;
        writeln!(out, "-- {}", by.join(", "))?;
        return writeln!(out, "{}", proposal.rule);
    }
    writeln!(out, "\n-- before rule {at}; decides {decides} positions, all rightly")?;
    writeln!(out, "-- {}", by.join(", "))?;
    writeln!(out, "{}", proposal.rule)
}
