//! All that the server knows while it runs, and the ways to it that several requests share.

use std::sync::Arc;

use adli_chess::{Material, Position};
use adli_claims::Watch;
use adli_workbench::{Plays, StatsReport, Verdicts};

use crate::clients::Client;
use crate::config::Config;
use crate::jobs::{Job, Jobs, Order};
use crate::kept::Kept;
use crate::limits;
use crate::refusal::Refusal;
use crate::texts::Texts;
use crate::tools::Tools;
use crate::values::{Absent, Source, Values, material_of};

/// All that the server knows while it runs.
pub struct Desk {
    /// What the program handed over.
    pub tools: Arc<dyn Tools>,
    /// How it is set.
    pub config: Config,
    /// Work that takes long.
    pub jobs: Arc<Jobs>,
    /// What positions are worth.
    pub values: Values,
    /// Texts that were asked about lately.
    pub texts: Texts,
    /// What has been decided.
    pub verdicts: Verdicts,
    /// How long strategies take from every position, by what they are; nothing where that takes too much.
    pub plays: Kept<[u8; 32], Option<Arc<Plays>>>,
    /// Endgames that have been counted, in the colouring that was asked for.
    pub counts: Kept<Material, Arc<StatsReport>>,
}

/// A request on its way to an answer.
#[derive(Clone, Copy)]
pub struct Call<'a> {
    /// All that is known.
    pub desk: &'a Arc<Desk>,
    /// Ends the work when its time is over.
    pub watch: &'a dyn Watch,
    /// Who asks, where clients are told apart.
    pub client: Option<Client>,
}

impl Desk {
    /// Nothing is known yet.
    pub fn new(tools: Arc<dyn Tools>, config: Config, jobs: Arc<Jobs>) -> Desk {
        Desk {
            values: Values::new(Arc::clone(&tools)),
            tools,
            config,
            jobs,
            texts: Texts::new(),
            verdicts: Verdicts::new(limits::VERDICTS_KEPT),
            plays: Kept::new(limits::PLAYS_KEPT),
            counts: Kept::new(limits::COUNTS_KEPT),
        }
    }
}

impl Call<'_> {
    /// Whoever knows what a position is worth, and all that follows it.
    ///
    /// # Errors
    /// Nobody does. If tables can be made, they now are.
    pub fn values(&self, position: &Position) -> Result<Source, Refusal> {
        self.values_of(material_of(position)?)
    }

    /// The same for all positions of a material.
    ///
    /// # Errors
    /// As above.
    pub fn values_of(&self, material: Material) -> Result<Source, Refusal> {
        match self.desk.values.of(material, self.watch) {
            Ok(source) => Ok(source),
            Err(Absent::Refused(refusal)) => Err(refusal),
            Err(Absent::Makeable(material)) => {
                let job = self.solve(material)?;
                Err(Refusal::later(format!("the tables of {material} are made first"), &job.id))
            }
        }
    }

    /// Has the tables of a material made, and of all that it converts into.
    ///
    /// # Errors
    /// Too many jobs wait.
    pub fn solve(&self, material: Material) -> Result<Arc<Job>, Refusal> {
        let what = format!("solve {material}");
        if let Some(job) = self.desk.jobs.open(&what) {
            return Ok(job);
        }
        let desk = Arc::clone(self.desk);
        self.desk.jobs.add(Order {
            what,
            is_short: false,
            client: self.client,
            seconds: self.desk.config.seconds,
            work: Box::new(move |job| {
                let whole = |rows| job.progress.whole(rows);
                let done = desk.tools.solve(material, desk.config.memory, &job.progress, &whole);
                desk.values.renew();
                done.map(|()| None)
            }),
        })
    }
}
