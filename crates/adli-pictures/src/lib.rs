//! Pictures and pages of what was proved.
//!
//! Data in, strings out: the report of a proof ([`adli_claims::Report`]) becomes plots ([`of_report`]), counts by the square of a man a board
//! ([`heat`]), an endgame's distances columns ([`distances`]), and all of it a page ([`Page`]). The command line writes them into files, the page
//! shows them; both ask here.
//!
//! ```
//! use adli_pictures::{Heat, heat};
//!
//! let mut squares = [0; 64];
//! squares[0] = 12;
//! let counted = Heat {
//!     what: "stalemate".into(), man: "k".into(), material: "KRK".into(), squares, sample: false,
//! };
//! let picture = heat(&counted);
//! assert_eq!(picture.name, "heat-black-k-stalemate-krk");
//! assert!(picture.svg().contains("k on a1: 12 positions"));
//! ```
//!
//! The same data give the same bytes. Nothing prints, reads a file, a clock or the environment.

#![forbid(unsafe_code)]

mod axis;
mod bars;
mod board;
mod columns;
mod frame;
mod markup;
mod page;
mod plots;
mod theme;

pub use board::{Heat, heat};
pub use frame::Picture;
pub use markup::{Attributes, Markup, Svg};
pub use page::Page;
pub use plots::{Distances, distances, named_apart, of_claim, of_report};
pub use theme::STYLE;
