//! The column evaluator: core terms over whole columns of positions at once.

mod block;
mod builder;
mod cells;
mod choose;
mod compile;
#[cfg(test)]
mod conformance;
mod engine;
mod made;
mod notions;
mod run;
#[cfg(test)]
mod tests;

pub(crate) use block::File;
pub(crate) use engine::Engine;
pub(crate) use made::Compiled;
