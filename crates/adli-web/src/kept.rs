//! What was worked out lately, and may be asked for again.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};

/// Values by what they were made of; of too many, the one that was not asked for the longest time goes.
pub struct Kept<K, V> {
    most: usize,
    inner: Mutex<Inner<K, V>>,
}

struct Inner<K, V> {
    clock: u64,
    values: HashMap<K, (u64, V)>,
}

impl<K: Hash + Eq + Clone, V: Clone> Kept<K, V> {
    /// Nothing yet, and at most so many.
    pub fn new(most: usize) -> Kept<K, V> {
        Kept { most, inner: Mutex::new(Inner { clock: 0, values: HashMap::new() }) }
    }

    /// A value that is known.
    pub fn get(&self, key: &K) -> Option<V> {
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        inner.clock += 1;
        let now = inner.clock;
        let (asked, value) = inner.values.get_mut(key)?;
        *asked = now;
        Some(value.clone())
    }

    /// Keeps a value.
    pub fn put(&self, key: K, value: V) {
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        inner.clock += 1;
        let now = inner.clock;
        inner.values.insert(key, (now, value));
        while inner.values.len() > self.most {
            let Some(oldest) = inner.values.iter().min_by_key(|(_, (asked, _))| *asked) else { return };
            let oldest = oldest.0.clone();
            inner.values.remove(&oldest);
        }
    }

    /// A value that is known, or is now worked out. Nobody waits for anybody else's.
    ///
    /// # Errors
    /// What the work says.
    pub fn get_or<E>(&self, key: K, work: impl FnOnce() -> Result<V, E>) -> Result<V, E> {
        if let Some(value) = self.get(&key) {
            return Ok(value);
        }
        let value = work()?;
        self.put(key, value.clone());
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_asked_for_lately_stays() {
        let kept = Kept::new(2);
        kept.put(1, "one");
        kept.put(2, "two");
        assert_eq!(kept.get(&1), Some("one"));
        kept.put(3, "three");
        assert_eq!((kept.get(&1), kept.get(&2), kept.get(&3)), (Some("one"), None, Some("three")));
    }
}
