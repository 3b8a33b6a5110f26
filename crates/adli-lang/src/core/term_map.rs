//! Something kept for terms, in the place of their numbers.

use super::term::TermId;

/// What is known of terms. It takes room for every term up to the last of which something is known: for what is kept of
/// most terms of a program, not of a few.
#[derive(Clone, Debug, Default)]
pub struct TermMap<T> {
    known: Vec<Option<T>>,
}

impl<T> TermMap<T> {
    /// What is known of a term.
    #[must_use]
    pub fn get(&self, term: TermId) -> Option<&T> {
        self.known.get(term.index())?.as_ref()
    }

    /// Keeps something of a term, instead of what was known.
    pub fn insert(&mut self, term: TermId, value: T) {
        if self.known.len() <= term.index() {
            self.known.resize_with(term.index() + 1, || None);
        }
        self.known[term.index()] = Some(value);
    }
}
