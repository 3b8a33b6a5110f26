use adli_claims::{Options, Unwatched, Verdict};
use adli_exhaustive::{Exhaustive, prove};
use adli_lang::{Sources, check};
use adli_repair::{Kind, RepairRequest, Repaired, repair};
use adli_values::TableSource;

fn repaired(text: &str, claim: &str) -> Repaired {
    let mut sources = Sources::library();
    let number = sources.add("text", text);
    let request = RepairRequest { claim: claim.to_owned(), settings: Vec::new(), most: 3, edits: 60 };
    let tables = TableSource::empty();
    let method = Exhaustive::new(&tables);
    repair(&sources, number, &request, &[&method], &Options::default(), &Unwatched).unwrap()
}

#[test]
fn look() {
    for (text, claim) in [
        (include_str!("../data/rule5.adv"), "rule_five"),
        (include_str!("../data/hunt.adv"), "caught"),
        (include_str!("../data/round.adv"), "wins"),
    ] {
        let found = repaired(text, claim);
        eprintln!(
            "{claim} {:?} {} edits {} decided {} {:?}",
            found.verdict, found.failures, found.edits, found.decided, found.stopped
        );
        for r in &found.repairs {
            eprintln!(
                "  {:?} {:?} {} {:?}\n   {}\n    -{:?}\n    +{:?}",
                r.kind, r.verdict, r.failures, r.breaks, r.what, r.old, r.new
            );
        }
    }
}
