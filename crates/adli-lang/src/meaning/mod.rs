//! What a term means, for one position and slowly: the plain interpreter. It is the oracle, and shares no code with
//! anything it is compared with.

mod grown;
mod interpret;
mod member;
mod play;
mod squares;
mod state;
mod tree;
mod value;

pub use grown::{Extent, NodeId, Tree, TreeNode};
pub use interpret::Interpreter;
pub use play::{Choice, SlotMove};
pub use state::{Point, State};
pub use tree::{Commitment, Leaf};
pub use value::{MovesFrom, Outcome, Stopped, Tables, Value};
