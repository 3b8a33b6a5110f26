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

mod code;
pub mod core;
mod diagnostic;
mod elaborate;
mod letters;
mod library;
pub mod meaning;
mod resolve;
mod source;
mod suggest;
pub mod syntax;

pub use crate::core::{
    Advice, Answer, Branch, Cast, Claim, ClaimKind, Constraint, Decision, Demand, Endgame, Enumeration,
    Excepted, Key, MAX_SLOTS, MoveRule, Observed, Program, Proof, ProofException, Range, Ranges, Recogniser,
    RecogniserRule, Rest, Scopes, Step, Strategy, TermMap, Terms, term,
};
pub use code::{Code, MESSAGES};
pub use diagnostic::{Diagnostic, Fix, Severity, Warning, line_and_column};
pub use elaborate::{Checked, check};
pub use library::TEXTS;
pub use meaning::{
    Choice, Commitment, Extent, Interpreter, Leaf, MovesFrom, NodeId, Outcome, Point, SlotMove, State,
    Stopped, Tables, Tree, TreeNode, Value,
};
pub use resolve::{KNOWN, Known, known_word};
pub use source::{NOWHERE, Source, Sources, Span};
pub use suggest::suggest;
pub use syntax::ast::{self, Aim};
pub use syntax::{Lexeme, Token, Word, format, parse};
