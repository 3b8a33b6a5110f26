//! Source text to checked core terms, with diagnostics, a formatter and a plain interpreter.

mod arithmetic;
pub mod ast;
mod diagnostic;
mod elaborate;
mod endgame;
mod expression;
mod interpret;
mod layout;
mod lexer;
mod library;
mod load;
mod parse;
mod play;
mod program;
mod ranges;
mod source;
mod state;
mod suggest;
pub mod term;
mod terms;
mod token;

pub use diagnostic::{Diagnostic, Severity, line_and_column};
pub use elaborate::{Checked, check};
pub use endgame::{Endgame, HeaderMan, MAX_SLOTS};
pub use interpret::{Interpreter, MovesFrom, Stopped, Tables, Value};
pub use layout::format;
pub use lexer::Comment;
pub use library::TEXTS;
pub use parse::{Parsed, parse};
pub use play::{Choice, SlotMove};
pub use program::{
    Claim, ClaimKind, Definition, Enumeration, Excepted, Key, Laws, MoveRule, OptionValue, Program, Proof,
    ProofException, Step, Strategy,
};
pub use ranges::{Range, Ranges};
pub use source::{Source, Sources, Span};
pub use state::{Point, State};
pub use terms::{Terms, Variable};
