//! Endgames and texts as decision diagrams, for several commands.

use adli_bdd::{Atlas, BitOrder, Refused, Room, Store, text_of};
use adli_chess::Material;
use adli_claims::{Limit, Watch};
use adli_lang::{Program, Sources, check};

use crate::args::{BitsArg, DiagramArgs};
use crate::failure::Failure;

/// The memory for diagrams if nothing is said.
const USUAL: u64 = 3 << 30;

/// The room that diagrams may take.
pub fn room(args: &DiagramArgs) -> Room {
    Room::within(args.limits.memory_or(USUAL))
}

/// The order of bits that is asked for.
pub fn order(args: &DiagramArgs) -> BitOrder {
    match args.bits {
        None | Some(BitsArg::High) => BitOrder::HighFirst,
        Some(BitsArg::Low) => BitOrder::LowFirst,
    }
}

/// An option that would change nothing is a misunderstanding. Tables have limits of their own.
pub fn without_effect(args: &DiagramArgs, memory_counts: bool) -> Result<(), Failure> {
    let message = if args.bits.is_some() {
        "only decision diagrams have an order of bits: add `--by bdd`"
    } else if args.limits.time.is_some() {
        "only decision diagrams have a limit on time here: add `--by bdd`"
    } else if args.limits.memory.is_some() && !memory_counts {
        "only decision diagrams have a limit on memory here: add `--by bdd`"
    } else {
        return Ok(());
    };
    Err(Failure::input(message))
}

/// The program of a material that says nothing but who is on the board.
pub fn program(material: Material) -> Result<Program, Failure> {
    let mut sources = Sources::library();
    let source = sources.add(&material.to_string(), &text_of(material));
    let program = check(&sources, source, &[]).programs.into_iter().next();
    program.ok_or_else(|| Failure::internal(format!("there is no program for {material}")))
}

/// Sets of positions of a program.
pub fn atlas<'p>(
    program: &'p Program,
    args: &DiagramArgs,
    watch: &'p dyn Watch,
) -> Result<Atlas<'p>, Failure> {
    let store = Store::new(program.endgame.men.len(), order(args), room(args)).map_err(refused)?;
    Atlas::new(program, &[], store, watch).map_err(refused)
}

/// What a user can do about it.
pub fn refused(refused: Refused) -> Failure {
    match refused {
        Refused::Memory => Failure::limit(refused.to_string()).help("allow more with `--memory`"),
        Refused::Unsupported(what) => Failure::input(what),
        other => Limit::from(other).into(),
    }
}
