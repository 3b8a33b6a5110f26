//! Source text to checked core terms, with diagnostics, a formatter and a plain interpreter.
//!
//! ```text
//! Sources --parse--> ast --check--> Program (core terms) --Interpreter--> Value
//!               \--format--> text             \--> every other method
//! ```
//!
//! Nothing here reads files, prints, or knows the rules of chess: they are a text of the language, `laws.adv`,
//! and become core terms like any other.
//!
//! ```
//! use adli_lang::{Interpreter, Sources, State, check, term::StrategyId};
//!
//! let mut sources = Sources::library();
//! let text = "endgame KRK White K R v Black k
//!             strategy s for White to win
//!               step mate_now: move R where mate'";
//! let source = sources.add("example", text);
//! let checked = check(&sources, source, &[]);
//! assert!(!checked.has_errors());
//! let program = &checked.programs[0];
//!
//! let position = "8/8/8/8/8/k1K5/8/1R6 w - - 0 1".parse().unwrap();
//! let state = State::from_position(&program.endgame, &position).unwrap();
//! let choice = Interpreter::new(program).choice(StrategyId(0), &state).unwrap().unwrap();
//! assert_eq!(choice.step, 0);
//! assert_eq!(choice.moves[0].0.to, (1, 1)); // the rook mates on a1
//! ```

mod arithmetic;
mod assumptions;
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
mod member;
mod parse;
mod play;
mod program;
mod ranges;
mod recogniser;
mod scope;
mod sets;
mod source;
mod state;
mod suggest;
pub mod term;
mod terms;
mod token;
mod tree;
mod value;
mod words;

pub use ast::Aim;
pub use diagnostic::{Diagnostic, Severity, Warning, line_and_column};
pub use elaborate::{Checked, check};
pub use endgame::{Endgame, HeaderMan, MAX_SLOTS};
pub use interpret::Interpreter;
pub use layout::format;
pub use lexer::Comment;
pub use library::TEXTS;
pub use parse::{Parsed, parse};
pub use play::{Choice, SlotMove};
pub use program::{
    Advice, Claim, ClaimKind, Constraint, Definition, Enumeration, Excepted, Guard, Key, Laws, MoveRule,
    OptionValue, Program, Proof, ProofException, Step, Strategy,
};
pub use ranges::{Range, Ranges};
pub use recogniser::{Answer, Branch, Decision, Demand, Recogniser, RecogniserRule};
pub use scope::{BoundName, Observed, Scope, Scopes, mentions};
pub use source::{Source, Sources, Span};
pub use state::{Point, State};
pub use suggest::suggest;
pub use terms::{Terms, Variable};
pub use tree::{Commitment, Leaf, Tree, TreeNode};
pub use value::{MovesFrom, Stopped, Tables, Value};
pub use words::{KNOWN, Known};
