//! How a method is added: a type, and one line for the registry. This one proves of lemmas about no position that they hold.

use std::process::ExitCode;

use adli_claims::{About, ClaimReport, Claims, Deciding, Decision, Ended, Evidence, Method, Unsupported};
use adli_command::methods::Registered;
use adli_lang::term::Term;
use adli_lang::{Claim, ClaimKind, Program};

const NOTHING: About = About {
    name: "nothing",
    does: "Proves that what is said of no position holds",
    takes: "lemmas about every position where `false`",
    costs: "nothing",
    leaves: "nothing",
    certifies: false,
    asked_unnamed: false,
};

struct Nothing;

impl Nothing {
    fn would_take(program: &Program, claim: &Claim) -> Result<(), Unsupported> {
        let ClaimKind::Everywhere { domain, .. } = claim.says else {
            return Err(Unsupported("it is no lemma about positions".into()));
        };
        let empty = *program.terms.get(domain) == Term::Bool(false);
        if empty { Ok(()) } else { Err(Unsupported("it speaks of some position".into())) }
    }
}

impl Method for Nothing {
    fn about(&self) -> &'static About {
        &NOTHING
    }

    fn takes(&self, program: &Program, claim: &Claim) -> Result<(), Unsupported> {
        Nothing::would_take(program, claim)
    }

    fn begin(&self, _claims: &Claims<'_>, go: &mut dyn FnMut(&mut dyn Deciding)) {
        go(&mut Nothing);
    }
}

impl Deciding for Nothing {
    fn decide(&mut self, _claim: &Claim, report: &mut ClaimReport) -> Result<Decision, Ended> {
        report.positions = Some(0);
        Ok(Decision::Holds(Evidence::EveryPosition))
    }
}

static MORE: [Registered; 1] =
    [Registered { about: &NOTHING, takes: Nothing::would_take, make: |_| Box::new(Nothing) }];

fn main() -> ExitCode {
    adli_command::run(&MORE)
}
