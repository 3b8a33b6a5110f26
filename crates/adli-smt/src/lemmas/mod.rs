//! Theorems about whole plays that follow from lemmas, on boards of every size.
//!
//! A theorem `S reaches mate from D by a, b falls in 3 moves (..) except .. safe (..)` says that every play ends, and ends in mate. How
//! long plays are depends on the size of the board, so no play can be written out. What is shown instead is about plays of a few
//! moves, as the lemmas see them ([`adli_symbolic::lemmas`]), for all sizes at once:
//!
//! - *begins*, *moves*, *home*, *mate*: from a position of D the strategy is asked; where it is asked a step applies; nobody is missing after a
//!   round; and who has no move is mated;
//! - *early*: what is excepted `in the first e moves` is nowhere after e rounds of any play;
//! - *over*: no play goes on for a rounds from a position that is excepted and `over in a moves`;
//! - *falls*: if nothing excepted holds at m rounds in a row, the measure after them is less than before, as a row of numbers of which
//!   the first that changes falls.
//!
//! Then let each number of the measure have at most v values wherever the strategy is asked (shown of the positions themselves, with
//! bounds that are linear in the size), and let V be the product. The measure at the rounds e, e + m, e + 2m, .. falls as long
//! as nothing is excepted, so before m * V rounds after the first e something is, or the play is over; and if something is, the play
//! ends within a moves from there. That makes at most e + m * V + (a - 1) moves. Nothing of the text's words is believed: they say what is
//! shown.

mod bound;
mod theorem;
mod unknowns;

pub(crate) use bound::{Bound, Values};
pub(crate) use theorem::{Argument, ends, problems, theorem};
