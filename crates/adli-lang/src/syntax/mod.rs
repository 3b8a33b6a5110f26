//! From a text to what was written in it, and back to a text in its one layout. Reading never gives up: what is wrong
//! becomes a complaint and a gap in the tree.

pub mod ast;
mod expression;
mod layout;
mod lexer;
mod parse;
mod token;

pub use layout::format;
pub use lexer::Comment;
pub use parse::{Parsed, parse};
pub use token::{Lexeme, Token, Word};
