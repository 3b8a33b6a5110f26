//! Random texts by every method that takes them: verdicts are those of the exhaustive method, and what is counted by diagrams too.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::Write as _;
use std::time::{Duration, Instant};

use adli_bdd::Bdd;
use adli_certificate::Folder;
use adli_claims::{ClaimReport, Limit, Method, Options, Report, Unwatched, Verdict, Watch, drive};
use adli_coq::{AtHand, Coq, Coqc, Library, Workshop};
use adli_differential::generate::{Topic, text};
use adli_exhaustive::{Exhaustive, met_in_play, moves_left};
use adli_lang::Program;
use adli_sat::Sat;
use adli_smt::{Asks, Smt};
use adli_values::TableSource;
use adli_watch::By;

use crate::common::prove_with;
use crate::compare::{checked, figures, tables};

/// What each text is about, in turn: what most methods take comes up most often.
const TOPICS: [Topic; 9] = [
    Topic::Lemmas,
    Topic::Imports,
    Topic::Steps,
    Topic::Lemmas,
    Topic::Positions,
    Topic::Values,
    Topic::Lemmas,
    Topic::Plays,
    Topic::Given,
];

/// How long a method may take for the claims of a text.
const LONGEST: Duration = Duration::from_secs(30);

/// Stops when it is time.
struct Until(Instant);

impl Watch for Until {
    fn stopped(&self) -> Option<By> {
        (Instant::now() > self.0).then_some(By::Time)
    }
}

fn ask(programs: &[Program], method: &dyn Method, claims: Vec<String>, longest: Duration) -> Report {
    let options = Options { claims, ..Options::default() };
    drive("random", programs, &[method], &|_, _| Vec::new(), &options, &Until(Instant::now() + longest))
}

/// The theorems of Coq cost half a minute each, so only some claims go to it.
struct InCoq {
    folder: tempfile::TempDir,
    workshop: Workshop,
    left: u64,
}

impl InCoq {
    /// `None` if no claim goes to Coq, or if Coq is not installed, which is said past the test harness.
    fn new(left: u64) -> Option<InCoq> {
        if left == 0 {
            return None;
        }
        let folder = tempfile::tempdir().unwrap();
        let Ok(coqc) = Coqc::find("coqc") else {
            let why = b"SKIPPED: coqc is not installed (Debian: apt-get install coq)\n";
            std::io::stderr().write_all(why).unwrap();
            return None;
        };
        let library = Library::kept_below(std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("coq"));
        let workshop = Workshop { coqc, library, folder: folder.path().to_owned() };
        Some(InCoq { folder, workshop, left })
    }

    fn ask(&mut self, programs: &[Program], claims: &[ClaimReport]) -> Vec<ClaimReport> {
        let source = TableSource::new(&|_| None);
        let mut decided = Vec::new();
        for claim in claims {
            let at_hand = AtHand {
                moves_left,
                met: met_in_play,
                tables: Box::new(|_, _, _| Err(Limit::NotRun("no tables are at hand".into()))),
            };
            let coq = Coq::new(Some(&self.workshop), Box::new(Exhaustive::new(&source)), at_hand);
            // What is refuted is refuted by the other method.
            if self.left == 0 || claim.verdict != Verdict::Proved {
                continue;
            }
            let report = ask(programs, &coq, vec![claim.name.clone()], Duration::from_secs(300));
            self.left -= u64::from(report.claims[0].verdict == Verdict::Proved);
            decided.extend(report.claims);
        }
        assert!(self.folder.path().exists());
        decided
    }
}

/// Compares texts from a number on; so many claims go to Coq.
pub fn compare(first: u64, texts: u64, by_coq: u64) {
    let mut decided: BTreeMap<&str, usize> = BTreeMap::new();
    let mut not_run: BTreeMap<String, usize> = BTreeMap::new();
    let (mut differing, mut in_coq) = (Vec::new(), InCoq::new(by_coq));
    for seed in first..first + texts {
        let topic = TOPICS[(seed % TOPICS.len() as u64) as usize];
        let text = text(topic, seed);
        let Ok(programs) = checked(&text) else { continue };
        let every =
            prove_with("random", &programs, &Options::default(), &|material| tables(material), &Unwatched);
        let place = tempfile::tempdir().unwrap();
        let folder = |name: &str| RefCell::new(Folder::begin(&place.path().join(name)).unwrap());
        let (sat, smt) = (folder("sat"), folder("smt"));
        let time = Duration::from_secs(10);
        let smt = Smt {
            asks: Asks::Ourselves(&smt),
            time,
            small: false,
            quantified: false,
            write: None,
            places: None,
        };
        let sat = Sat::new(Some(&sat), false, Options::default().memory);
        let methods: [(&str, &dyn Method); 3] = [("sat", &sat), ("bdd", &Bdd::default()), ("smt", &smt)];
        let answers =
            methods.map(|(name, method)| (name, ask(&programs, method, Vec::new(), LONGEST).claims));
        let answers =
            answers.into_iter().chain(in_coq.as_mut().map(|coq| ("coq", coq.ask(&programs, &every.claims))));
        for (method, claims) in answers {
            for ours in &claims {
                let theirs = every.claims.iter().find(|claim| claim.name == ours.name).unwrap();
                let undecided =
                    |claim: &ClaimReport| matches!(claim.verdict, Verdict::NotRun | Verdict::Unknown);
                let counts_differ = method == "bdd" && figures(ours) != figures(theirs);
                if undecided(ours) || undecided(theirs) {
                    let why = ours.reason.clone().unwrap_or_default();
                    *not_run.entry(format!("{method}: {why}")).or_default() += 1;
                } else if ours.verdict == theirs.verdict && !counts_differ {
                    *decided.entry(method).or_default() += 1;
                } else {
                    differing.push(seed);
                    println!("text {seed}, {topic:?}\n{text}\n{}: by {method} {:?}", ours.name, ours.verdict);
                    println!("{:?}\nby looking at every position {:?}", figures(ours), theirs.verdict);
                    println!("{:?}", figures(theirs));
                }
            }
        }
    }
    println!("{texts} texts from {first}: claims that agree, by method: {decided:?}; not run: {not_run:#?}");
    assert!(differing.is_empty(), "texts {differing:?} differ");
    let all = ["sat", "bdd", "smt"].iter().all(|method| decided.contains_key(method));
    assert!(texts < 9 || all && decided["bdd"] * 2 >= texts as usize, "too little was compared");
    assert!(texts < 9 || in_coq.is_none() || decided.contains_key("coq"), "Coq has decided nothing");
}
