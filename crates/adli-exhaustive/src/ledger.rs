//! How much memory is in use, accounted for before it is.

use std::cell::Cell;
use std::rc::Rc;

use adli_claims::Limit;

/// An account of memory.
pub(crate) struct Ledger {
    most: u64,
    used: Cell<u64>,
}

impl Ledger {
    /// With so many bytes to give.
    pub(crate) fn new(most: u64) -> Rc<Ledger> {
        Rc::new(Ledger { most, used: Cell::new(0) })
    }

    /// Accounts for memory that is about to be used.
    pub(crate) fn take(&self, bytes: u64, what: &'static str) -> Result<(), Limit> {
        let used = self.used.get().saturating_add(bytes);
        if used > self.most {
            return Err(Limit::Memory(what));
        }
        self.used.set(used);
        Ok(())
    }

    /// Some of it is not in use any more.
    pub(crate) fn give_back(&self, bytes: u64) {
        self.used.set(self.used.get().saturating_sub(bytes));
    }

    /// Whatever is taken while the loan lasts is given back at its end.
    pub(crate) fn loan(self: &Rc<Ledger>) -> Loan {
        Loan { ledger: Rc::clone(self), used: self.used.get() }
    }
}

/// Memory that is in use for a while.
#[must_use]
pub(crate) struct Loan {
    ledger: Rc<Ledger>,
    /// What was in use before.
    used: u64,
}

impl Drop for Loan {
    fn drop(&mut self) {
        self.ledger.used.set(self.used);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loan_is_given_back_and_what_was_taken_before_stays() {
        let ledger = Ledger::new(10);
        ledger.take(4, "a table").unwrap();
        {
            let _loan = ledger.loan();
            ledger.take(6, "a survey").unwrap();
            assert_eq!(ledger.take(1, "one more"), Err(Limit::Memory("one more")));
        }
        ledger.take(6, "another survey").unwrap();
        ledger.give_back(7);
        ledger.take(7, "a third").unwrap();
    }
}
