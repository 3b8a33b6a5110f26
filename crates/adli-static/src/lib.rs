//! Static conditions as operations on sets of squares.
//!
//! A recogniser looks at one position and makes no move, so everything it asks comes down to a few words of 64 bits, one
//! bit for each square. This crate finds them:
//!
//! ```text
//! core terms --unfold--> expressions --lower--> code --run--> columns of positions
//!                                                   \--export--> Rust, C
//! ```
//!
//! Nothing of chess is built in. That a bishop's squares are a few lookups and intersections follows from what
//! `laws.adv` says about them; how is said at the head of [`lower`].
//!
//! ```
//! use adli_lang::{Sources, check};
//! use adli_static::{Columns, Runner, compile};
//!
//! let mut sources = Sources::library();
//! let text = "endgame KRK White K R v Black k use geometry
//!             recogniser r when k in attacks(R) and k in corner => unknown otherwise => win for White";
//! let source = sources.add("example", text);
//! let program = &check(&sources, source, &[]).programs[0];
//! let recogniser = &program.recognisers[0];
//!
//! let compiled = compile(program, &[], 1, &recogniser.branches).unwrap();
//! let columns = Columns { men: vec![vec![19, 19], vec![7, 8], vec![0, 0]], seen: Default::default() };
//! let mut rules = vec![0; 2];
//! Runner::new(&compiled).decide(&columns, &mut rules);
//! assert_eq!(rules, [0, 0]); // the king on a1, the rook on h1 and on a2
//! ```

mod code;
mod columns;
mod evaluate;
mod export;
mod expr;
mod lower;
mod node;
mod program;
mod unfold;

pub use code::{Seen, TooMuch};
pub use columns::{Columns, Runner, TermRunner};
pub use export::{Exported, Language, Request, Unit, export, field};
pub use program::{Compiled, CompiledTerms, compile, compile_terms};
