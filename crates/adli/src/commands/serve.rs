//! `adli serve`: a page in the browser.

use std::io::{self, Write};
use std::net::SocketAddr;
use std::process::{Command, Stdio};
use std::sync::Arc;

use adli_chess::Material;
use adli_claims::{ClaimReport, Options, Report as Proofs, Watch};
use adli_tables::Store;
use adli_web::{Config, Proof, Refusal, Tools, serve};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

use super::prove::decide_uncollected;
use super::prove_text::{Limits, Proved};
use super::schema;
use super::solve::refuse_beyond;
use crate::args::ServeArgs;
use crate::failure::{Failure, Verdict};
use crate::interrupt;
use crate::make::Plan;
use crate::methods;
use crate::output::{self, Report, Versioned, note};
use crate::settings::Settings;
use crate::size::Size;
use crate::tables::Tables;

/// Where the page is.
#[derive(Serialize, JsonSchema)]
pub struct Served {
    addresses: Vec<String>,
}

/// How long a proof may take, in seconds: for somebody on this machine, and for everybody else.
const SECONDS: [f64; 2] = [600.0, 60.0];
/// How many bytes one may take.
const MEMORY: [u64; 2] = [4 << 30, 1 << 30];

pub fn run(args: &ServeArgs, settings: &mut Settings) -> Result<Verdict, Failure> {
    settings.start_threads()?;
    interrupt::listen();
    output::go_on_after_panics();
    let config = config(args, settings.threads);
    let tables = settings.tables().ok();
    let hands_over = Arc::new(HandedOver { tables, threads: settings.threads });
    let mut told = Ok(());
    let ready = |addresses: &[SocketAddr]| {
        let addresses: Vec<String> = addresses.iter().map(|address| format!("http://{address}/")).collect();
        let first = addresses.first().cloned().unwrap_or_default();
        told = settings.output.report(&Served { addresses });
        if told.is_err() {
            return false;
        }
        note(&"press Ctrl-C to end");
        if args.open {
            open(&first);
        }
        true
    };
    serve(config, hands_over, ready).map_err(|error| {
        let help = match error.kind() {
            io::ErrorKind::AddrNotAvailable => {
                "`--listen` takes addresses of this machine; `0.0.0.0` means all of them"
            }
            _ => "choose another port with `--port N`; `--port 0` takes any that is free",
        };
        Failure::input(error.to_string()).help(help)
    })?;
    told?;
    Ok(Verdict::Holds)
}

fn config(args: &ServeArgs, threads: usize) -> Config {
    let local = Config::local(args.port, threads, 0, 0.0);
    let listened = args.listen.iter().map(|(ip, port)| SocketAddr::new(*ip, port.unwrap_or(args.port)));
    let addresses = if args.listen.is_empty() { local.addresses.clone() } else { listened.collect() };
    let config = Config { addresses, names: args.name.clone(), ..local };
    let network = usize::from(config.serves_network());
    Config {
        memory: args.memory.map_or(MEMORY[network], |size| size.0),
        seconds: args.time.map_or(SECONDS[network], |time| time.as_secs_f64()),
        ..config
    }
}

/// Opens the page; where that fails, its address has been printed.
fn open(address: &str) {
    let (program, before): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("rundll32", &["url.dll,FileProtocolHandler"]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(before).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Err(error) = command.spawn() {
        note(&format!("no browser could be opened ({program}: {error}); open {address} yourself"));
    }
}

impl Report for Served {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        self.addresses.iter().try_for_each(|address| writeln!(out, "{address}"))
    }
}

/// What the server works with: our methods, our folder of tables.
struct HandedOver {
    tables: Option<Tables>,
    threads: usize,
}

impl HandedOver {
    fn tables(&self) -> Result<&Tables, Refusal> {
        let nowhere = || Refusal::limit("there is no folder for tables").help("name one with `--tables DIR`");
        self.tables.as_ref().ok_or_else(nowhere)
    }
}

impl Tools for HandedOver {
    fn methods(&self) -> Vec<&'static str> {
        methods::uncollected_names()
    }

    fn prove(&self, proof: &Proof<'_>, watch: &dyn Watch, tell: &(dyn Fn(&ClaimReport) + Sync)) -> Proofs {
        decide_uncollected(proof, self.tables.as_ref(), watch, tell)
    }

    fn proved(&self, proof: &Proof<'_>, report: &Proofs, seconds: f64) -> Result<Box<RawValue>, Refusal> {
        let Options { memory, max_failures, .. } = *proof.options;
        let limits = Limits {
            memory_bytes: memory,
            seconds: Some(seconds),
            failures_shown: u16::try_from(max_failures).unwrap_or(u16::MAX),
        };
        let proved = Versioned::new(Proved::within(report, proof.text, &[], limits));
        to_raw_value(&proved).map_err(|error| Refusal::internal(error.to_string()))
    }

    fn tables(&self) -> Option<Store> {
        self.tables.as_ref().map(Tables::anew)
    }

    fn missing(&self, materials: &[Material]) -> Refusal {
        match self.tables() {
            Ok(tables) => {
                Refusal { status: Refusal::missing("").status, ..tables.missing(materials).for_page() }
            }
            Err(refusal) => refusal,
        }
    }

    fn solve(
        &self,
        material: Material,
        memory: u64,
        watch: &dyn Watch,
        whole: &dyn Fn(u64),
    ) -> Result<(), Refusal> {
        let tables = self.tables()?;
        let made = Plan::new(tables, &[material], self.threads, false).and_then(|plan| {
            refuse_beyond(Some(Size(memory)), plan.memory())?;
            whole(plan.rows());
            plan.told_to(watch).carry_out(&mut |_| Ok(())).1
        });
        made.map_err(|failure| failure.for_page())
    }

    fn schema(&self, name: &str) -> Option<Value> {
        schema::find(name)
    }

    fn is_ending(&self) -> bool {
        interrupt::is_requested()
    }
}
