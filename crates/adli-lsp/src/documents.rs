//! The documents that are open in the editor: their newest words, what was last read of them, and the verdicts about their claims.
//!
//! Every change gives a document a new *stamp*, and so it gives one to those that use it. What was found out is about a stamp; it is told as long
//! as the document still has that one.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use adli_claims::ClaimReport;

use crate::read::{Moment, Read};
use crate::uri::path_of;

/// All that are open.
#[derive(Default)]
pub struct Documents {
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    clock: u64,
    all: BTreeMap<String, Document>,
}

struct Document {
    moment: Moment,
    read: Option<Arc<Read>>,
    /// The stamp for which it was last told what is wrong.
    told: Option<u64>,
    /// The stamp for which rules that never apply were last looked for.
    looked: Option<u64>,
    verdicts: BTreeMap<String, Decided>,
}

/// What came out of a claim.
#[derive(Clone)]
pub struct Decided {
    /// Of everything that it depends on.
    pub digest: [u8; 32],
    /// A report for each material.
    pub reports: Vec<ClaimReport>,
}

impl Inner {
    fn tick(&mut self) -> u64 {
        self.clock += 1;
        self.clock
    }

    /// What depends on a file is to be looked at anew.
    fn touch(&mut self, path: Option<&Path>) {
        let Some(path) = path else { return };
        let stamp = self.tick();
        for document in self.all.values_mut() {
            let depends = document.read.as_ref().is_some_and(|read| read.depends_on(path));
            if depends && document.moment.path.as_deref() != Some(path) {
                document.moment.stamp = stamp;
            }
        }
    }
}

impl Documents {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A document is open, with these words. One that is open already has them from now on.
    pub fn open(&self, uri: &str, version: Option<i64>, words: &str) {
        let mut inner = self.inner();
        let moment = Moment {
            uri: uri.to_owned(),
            path: path_of(uri),
            version,
            words: words.into(),
            stamp: inner.tick(),
        };
        let path = moment.path.clone();
        let verdicts = inner.all.remove(uri).map_or_else(BTreeMap::new, |before| before.verdicts);
        let document = Document { moment, read: None, told: None, looked: None, verdicts };
        inner.all.insert(uri.to_owned(), document);
        inner.touch(path.as_deref());
    }

    /// A document has other words. Whether it has: not if it is not open, or has a newer version already.
    pub fn change(&self, uri: &str, version: Option<i64>, words: &str) -> bool {
        let mut inner = self.inner();
        let stamp = inner.tick();
        let Some(document) = inner.all.get_mut(uri) else { return false };
        if document.moment.version.zip(version).is_some_and(|(known, new)| new < known) {
            return false;
        }
        document.moment = Moment { version, words: words.into(), stamp, ..document.moment.clone() };
        let path = document.moment.path.clone();
        inner.touch(path.as_deref());
        true
    }

    /// A document is closed; `last` is done before anybody can say more about it.
    pub fn close(&self, uri: &str, last: impl FnOnce()) {
        let mut inner = self.inner();
        if let Some(document) = inner.all.remove(uri) {
            inner.touch(document.moment.path.as_deref());
            last();
        }
    }

    /// A file has changed outside of the editor. What is open there is as it is there.
    pub fn changed_outside(&self, uri: &str) {
        let mut inner = self.inner();
        if !inner.all.contains_key(uri) {
            inner.touch(path_of(uri).as_deref());
        }
    }

    /// A document as it is now, and what was last read of it.
    pub fn now(&self, uri: &str) -> Option<(Moment, Option<Arc<Read>>)> {
        let inner = self.inner();
        let document = inner.all.get(uri)?;
        let read = document.read.clone().filter(|read| read.moment.stamp == document.moment.stamp);
        Some((document.moment.clone(), read))
    }

    /// The words of a file that is open.
    pub fn words_at(&self, path: &Path) -> Option<String> {
        let inner = self.inner();
        let open = inner.all.values().find(|document| document.moment.path.as_deref() == Some(path));
        open.map(|document| document.moment.words.to_string())
    }

    /// Keeps what was read.
    pub fn keep(&self, read: &Arc<Read>) {
        if let Some(document) = self.inner().all.get_mut(&read.moment.uri)
            && document.moment.stamp == read.moment.stamp
        {
            document.read = Some(Arc::clone(read));
        }
    }

    /// A document of which it is not told what is wrong with it as it is now. It counts as told from now on.
    pub fn next_untold(&self) -> Option<String> {
        let mut inner = self.inner();
        let is_told = |document: &Document| document.told == Some(document.moment.stamp);
        let (uri, document) = inner.all.iter_mut().find(|(_, document)| !is_told(document))?;
        document.told = Some(document.moment.stamp);
        Some(uri.clone())
    }

    /// A document without mistakes in which nobody has looked for rules that never apply. It counts as looked at from now on.
    pub fn next_unexamined(&self) -> Option<Arc<Read>> {
        let mut inner = self.inner();
        inner.all.values_mut().find_map(|document| {
            let stamp = document.moment.stamp;
            let read = document.read.clone().filter(|read| read.moment.stamp == stamp)?;
            let is_new = document.looked != Some(stamp) && !read.checked.has_errors();
            document.looked = Some(stamp);
            is_new.then_some(read)
        })
    }

    /// Whether a document still is what was read.
    pub fn is_current(&self, moment: &Moment) -> bool {
        self.inner().all.get(&moment.uri).is_some_and(|document| document.moment.stamp == moment.stamp)
    }

    /// Does something, if a document still is what was read; it stays so meanwhile.
    pub fn while_current(&self, moment: &Moment, act: impl FnOnce()) {
        let inner = self.inner();
        if inner.all.get(&moment.uri).is_some_and(|document| document.moment.stamp == moment.stamp) {
            act();
        }
    }

    /// A claim of a document has been decided; what is wrong with the document is to be told again.
    pub fn decided(&self, uri: &str, claim: &str, decided: Decided) {
        if let Some(document) = self.inner().all.get_mut(uri) {
            document.verdicts.insert(claim.to_owned(), decided);
            document.told = None;
        }
    }

    /// What came out of a document's claims, now or before it changed.
    pub fn verdicts(&self, uri: &str) -> BTreeMap<String, Decided> {
        self.inner().all.get(uri).map_or_else(BTreeMap::new, |document| document.verdicts.clone())
    }
}
