//! What all requests share.

use std::sync::Arc;
use std::time::Duration;

use crate::assets::Assets;
use crate::clients::{Client, Clients};
use crate::desk::{Call, Desk};
use crate::limits;
use crate::pool::Pool;
use crate::refusal::Refusal;

/// Where an answer is worked out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Lane {
    /// Looked up, or a text checked.
    Quick,
    /// With a search.
    Slow,
}

/// What all requests share.
pub struct Hall {
    /// All that is known.
    pub desk: Arc<Desk>,
    /// Clients, where they are told apart.
    pub clients: Arc<Clients>,
    /// The files of the page.
    pub assets: Assets,
    /// What programs are told about all ways in.
    pub description: Vec<u8>,
    /// Answers that are looked up.
    pub quick: Pool,
    /// Answers that take a search.
    pub slow: Pool,
}

impl Hall {
    /// Has a question answered.
    ///
    /// # Errors
    /// Too many are asked, or what the work says.
    pub async fn answer<A: Send + 'static>(
        &self,
        lane: Lane,
        client: Option<Client>,
        work: impl FnOnce(Call<'_>) -> Result<A, Refusal> + Send + 'static,
    ) -> Result<A, Refusal> {
        let desk = Arc::clone(&self.desk);
        let searcher = client.filter(|_| lane == Lane::Slow);
        let _searches = searcher.map(|client| self.clients.searches(client)).transpose()?;
        let pool = if lane == Lane::Quick { &self.quick } else { &self.slow };
        pool.run(lane.time(), move |watch| work(Call { desk: &desk, watch, client })).await
    }
}

impl Lane {
    /// How long an answer may take.
    fn time(self) -> Duration {
        match self {
            Lane::Quick => limits::QUICK_TIME,
            Lane::Slow => limits::SLOW_TIME,
        }
    }
}
