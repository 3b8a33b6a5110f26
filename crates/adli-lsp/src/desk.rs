//! What all threads of the server share.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, OnceLock};

use adli_workbench::Verdicts;
use serde_json::{Value, json};

use crate::client::Client;
use crate::documents::Documents;
use crate::jobs::{Job, Jobs};
use crate::message::Fault;
use crate::out::Out;
use crate::read::Read;
use crate::tools::{Limits, Tools};

/// Verdicts about so many claims are remembered.
pub const VERDICTS_KEPT: usize = 1000;

/// What all threads of the server share.
pub struct Desk {
    /// What the program handed over.
    pub tools: Arc<dyn Tools>,
    /// How much a proof may take.
    pub limits: Limits,
    /// The way to the client.
    pub out: Arc<Out>,
    /// What is open in the editor.
    pub documents: Documents,
    /// Proofs that wait or run.
    pub jobs: Jobs,
    /// What has been decided.
    pub verdicts: Verdicts,
    /// What the client can do, once it has said so.
    pub client: OnceLock<Client>,
    /// Wakes whoever says what is wrong.
    pub changed: Sender<()>,
    /// How many proofs have got a token.
    pub tokens: AtomicU64,
}

impl Desk {
    /// What the client can do.
    pub fn client(&self) -> Client {
        self.client.get().copied().unwrap_or_default()
    }

    /// Something has changed of which there may be something to say.
    pub fn wake(&self) {
        // If nobody is there to be woken, the server is about to end.
        let _ = self.changed.send(());
    }

    /// What a document means as it is now.
    ///
    /// # Errors
    /// It is not open.
    pub fn read(&self, uri: &str) -> Result<Arc<Read>, Fault> {
        let now = self.documents.now(uri).ok_or_else(|| Fault::params(format!("`{uri}` is not open")))?;
        let (moment, read) = now;
        if let Some(read) = read {
            return Ok(read);
        }
        let open = |path: &std::path::Path| self.documents.words_at(path);
        let read = Arc::new(Read::new(moment, &*self.tools, &open, self.client().units));
        self.documents.keep(&read);
        Ok(read)
    }

    /// Has a claim of a document decided.
    ///
    /// # Errors
    /// The document is not open, has mistakes or has no such claim.
    pub fn prove(&self, uri: &str, claim: &str, token: Option<Value>) -> Result<(), Fault> {
        let read = self.read(uri)?;
        if read.checked.has_errors() {
            let message = format!("`{claim}` cannot be proved while the text has mistakes");
            return Err(Fault::failed(message));
        }
        if !read.report.claims.iter().any(|known| known.name == claim) {
            return Err(Fault::params(format!("the text has no claim called `{claim}`")));
        }
        if self.jobs.claims(uri).iter().any(|waiting| waiting == claim) {
            return Ok(());
        }
        let token = token.or_else(|| self.token());
        let out = Arc::clone(&self.out);
        self.jobs.add(Job::new(read, vec![claim.to_owned()], self.limits.seconds, token, out));
        self.renew_lenses();
        Ok(())
    }

    /// A token of ours, by which the client gets to know how work goes.
    fn token(&self) -> Option<Value> {
        self.client().progress.then(|| {
            let token = json!(format!("adli-proof-{}", self.tokens.fetch_add(1, Ordering::Relaxed)));
            self.out.request("window/workDoneProgress/create", json!({"token": token}));
            token
        })
    }

    /// The lenses say something else now.
    pub fn renew_lenses(&self) {
        if self.client().renews_lenses {
            self.out.request("workspace/codeLens/refresh", Value::Null);
        }
    }
}
