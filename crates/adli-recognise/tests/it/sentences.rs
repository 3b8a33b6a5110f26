//! Sentences of engines, textbooks and of Heinz's paper: each with its verdict, on how many positions it was decided, how many speak against it,
//! in which share it holds, and the exception that is decided soonest. `ADLI_BLESS=1` writes the files; read the difference.
use std::fmt::Write;

use adli_chess::Material;
use adli_claims::{Options, Unwatched, grouped};
use adli_tables::{Known, Unwatched as Alone, probe, solve_all};

use crate::common::prove_with;

/// What is claimed in some texts and what becomes of it.
fn decided(names: &[&str]) -> String {
    let mut found = String::new();
    for name in names {
        let programs = crate::common::programs(name, None);
        let materials: Vec<Material> =
            programs.iter().filter_map(|program| Some(program.endgame.material()?.canonical())).collect();
        let known = solve_all(&materials, &Alone).unwrap();
        let load = |_: Material| Some(known.clone());
        let options = Options { max_failures: 1, ..Options::default() };
        let report = prove_with(name, &programs, &options, &load, &Unwatched);
        let _ = writeln!(found, "{name}");
        for claim in &report.claims {
            assert_eq!(claim.as_claimed, Some(true), "{name} {}", claim.name);
            let _ = write!(found, "  {}: {:?}", claim.name, claim.verdict);
            let _ = write!(found, ", {} positions", grouped(claim.positions.unwrap()));
            if let Some(number) = claim.number {
                let _ = write!(found, ", {}", grouped(number));
            }
            if let Some(failures) = &claim.failures {
                let share = claim.share.unwrap();
                let _ =
                    write!(found, ", {} against it, holds in {share:.6}", grouped(failures.extent.number));
                let first = &failures.shown[0];
                confirm(&known, &first.fen, first.value.as_ref().unwrap());
                let _ = write!(found, "; {}: {}", first.fen, first.value.as_ref().unwrap());
            }
            found.push('\n');
        }
    }
    found
}

/// An exception is worth what is said of it.
fn confirm(known: &Known, fen: &str, value: &str) {
    let found = probe(known, &fen.parse().unwrap()).unwrap();
    assert!(value.starts_with(found.outcome()), "{fen}: {value}");
}

fn compare(names: &[&str], file: &str, listed: &str) {
    let found = decided(names);
    if std::env::var_os("ADLI_BLESS").is_some() {
        let path = format!("{}/tests/data/{file}", env!("CARGO_MANIFEST_DIR"));
        std::fs::write(path, &found).unwrap();
        return;
    }
    assert_eq!(found, listed);
}

#[test]
#[ignore = "a minute; `just exhaustive` runs it"]
fn sentences_of_engines_and_textbooks() {
    let names = ["kbpk", "knpk", "kpk", "kqkp", "krkp"].map(|name| format!("engine-sentences/{name}"));
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    compare(&names, "sentences.txt", include_str!("../data/sentences.txt"));
}

#[test]
#[ignore = "minutes; `just exhaustive` runs it"]
fn sentences_of_the_paper_on_two_knights() {
    compare(&["knn/knnkb", "knn/knnkn"], "two-knights.txt", include_str!("../data/two-knights.txt"));
}
