//! The commands, one file each.

mod annotate;
mod audit;
mod audit_coq;
mod certificates;
pub mod check;
mod compare;
mod compile;
mod coq;
mod diagrams;
mod explain;
mod explain_text;
mod export;
mod failures_text;
mod fmt;
pub mod kept;
mod library;
mod line;
mod lsp;
mod measure;
mod message;
mod methods;
mod pictures;
mod play;
mod plot;
mod print;
mod probe;
pub mod prove;
mod prove_games;
pub mod prove_text;
mod recognised_text;
mod repair;
mod report;
pub mod schema;
mod serve;
mod set;
mod show;
pub mod solve;
mod stats;
mod stats_text;
mod suggest;
mod suites;
mod tree;
mod tree_boards;
mod tree_shapes;
mod uci;
mod verify;
mod verify_coq;
mod verify_kernel;
mod verify_text;
mod watch;
mod watch_text;
mod watcher;
mod win_sets;

use crate::args::{Args, Command};
use crate::failure::{Failure, Verdict};
use crate::heap;
use crate::settings::Settings;

/// Runs the command that was typed.
pub fn run(args: Args) -> Result<Verdict, Failure> {
    if matches!(args.command, Command::Serve(_) | Command::Watch(_) | Command::Lsp(_)) {
        heap::give_back();
    }
    let mut settings = Settings::new(args.global);
    match args.command {
        Command::Solve(args) => solve::run(&args, &mut settings),
        Command::Probe(args) => probe::run(&args, &mut settings),
        Command::Line(args) => line::run(&args, &mut settings),
        Command::Stats(args) => stats::run(&args, &mut settings),
        Command::Audit(args) => audit::run(&args, &mut settings),
        Command::Check(args) => check::run(&args, &mut settings),
        Command::Fmt(args) => fmt::run(&args, &mut settings),
        Command::Explain(args) => explain::run(&args, &mut settings),
        Command::Play(args) => play::run(&args, &mut settings),
        Command::Tree(args) => tree::run(&args, &mut settings),
        Command::Prove(args) => prove::run(&args, &mut settings),
        Command::Verify(args) => verify::run(&args, &mut settings),
        Command::Export(args) => export::run(&args, &mut settings),
        Command::Suggest(args) => suggest::run(&args, &mut settings),
        Command::Compare(args) => compare::run(&args, &mut settings),
        Command::Set(args) => set::run(&args, &mut settings),
        Command::Measure(args) => measure::run(&args, &mut settings),
        Command::Compile(args) => compile::run(&args, &mut settings),
        Command::Annotate(args) => annotate::run(&args, &mut settings),
        Command::Uci(args) => uci::run(&args, &mut settings),
        Command::Serve(args) => serve::run(&args, &mut settings),
        Command::Watch(args) => watch::run(&args, &mut settings),
        Command::Lsp(args) => lsp::run(&args, &mut settings),
        Command::Show(args) => show::run(&args, &mut settings),
        Command::Plot(args) => plot::run(&args, &mut settings),
        Command::Report(args) => report::run(&args, &mut settings),
        Command::Library(_) => library::list(&mut settings),
        Command::Cat(args) => library::cat(&args, &mut settings),
        Command::Message(args) => message::run(&args, &mut settings),
        Command::Methods(_) => methods::run(&mut settings),
        Command::Schema(args) => schema::run(&args, &mut settings),
        Command::Completions(args) => print::completions(&args, &mut settings),
        Command::Man(args) => print::man(&args, &mut settings),
    }
}
