//! What a method has found out about a claim.

use std::collections::BTreeMap;

use crate::extent::Extent;
use crate::failure::Failure;
use crate::limit::Limit;
use crate::reason::Reason;
use crate::report::{Certified, KernelChecked, Said};

/// The answer of a method. What was counted on the way stands in the report of the claim.
#[derive(Debug)]
pub enum Decision {
    /// The claim holds; a query has been answered.
    Holds(Evidence),
    /// It does not.
    Fails(Refutation),
}

/// What a verdict rests on.
#[derive(Debug)]
pub enum Evidence {
    /// Every position that the claim speaks of was looked at. Whoever doubts it runs it again.
    EveryPosition,
    /// Certificates that a program which shares no code with the method has checked.
    Certificate(Certified),
    /// A theorem that the kernel of a proof assistant has checked, a program of others that knows nothing of this one.
    Kernel(KernelChecked),
    /// Solvers that find no counterexample, and no certificate of that. It is reported as such, and not as a proof.
    Solvers(Said),
}

/// Where a claim fails, with at least one failure that was replayed.
#[derive(Debug)]
pub struct Refutation {
    extent: Extent,
    kinds: BTreeMap<Reason, u64>,
    replayed: Vec<Failure>,
}

impl Refutation {
    /// How much fails, by what goes wrong where that was counted, and what was replayed.
    ///
    /// # Errors
    /// If nothing was replayed, nothing is refuted.
    pub fn new(
        extent: Extent,
        kinds: BTreeMap<Reason, u64>,
        replayed: Vec<Failure>,
    ) -> Result<Refutation, Limit> {
        if replayed.is_empty() {
            return Err(Limit::NoLine);
        }
        Ok(Refutation { extent, kinds, replayed })
    }

    /// Something that the claim promises is nowhere, so that no position shows it: every position was looked at.
    #[must_use]
    pub fn nowhere(kinds: BTreeMap<Reason, u64>) -> Refutation {
        Refutation { extent: Extent::default(), kinds, replayed: Vec::new() }
    }

    /// How much fails.
    #[must_use]
    pub fn extent(&self) -> Extent {
        self.extent
    }

    pub(crate) fn into_parts(self) -> (Extent, BTreeMap<Reason, u64>, Vec<Failure>) {
        (self.extent, self.kinds, self.replayed)
    }
}
