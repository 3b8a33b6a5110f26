//! One walk over core terms, whatever truth values, numbers and positions are.
//!
//! Every method that looks at more than one position at a time has to say what a term means for it: as gates of a circuit, as operations
//! on columns of positions, as what lemmas know. What a conjunction, a call, a set or a quantifier *is* does not depend on
//! that, and is said here once ([`Walk`]). What does depend on it is handed in: an [`Algebra`] joins truth values and numbers, and a
//! [`Domain`] knows positions, what may be supposed, and how a quantifier over moves is dealt with.
//!
//! One argument is also the same for several methods: what follows from lemmas, whatever the words in them mean ([`lemmas`]).
//!
//! The plain interpreter of `adli-lang` does not use this walk: it is what the walk is compared with. The smallest domain, plain
//! values at one position, is among the tests (`tests/it/concrete.rs`); it is also the one to read first.

mod algebra;
mod board;
mod domain;
mod env;
pub mod hash;
pub mod lemmas;
mod walk;

pub use algebra::{Algebra, Arithmetic, Comparison, Kinds, Made, SIZE, Single, Squares};
pub use board::BoardId;
pub use domain::{Call, Domain, OverMoves, Sight};
pub use env::{Bound, Env, Value};
pub use walk::Walk;
