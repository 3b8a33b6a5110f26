//! Options of imported files: each file keeps its own value, and the report says what was set from outside.

use std::fs;
use std::path::Path;

use crate::common::run_json;

const BASE: &str = "endgame KQK White K Q v Black k
use geometry
option n: Int = 1
def near = steps(K, k) <= n
query nears: count positions where near
";

const OTHER: &str = "endgame KQK White K Q v Black k
use \"base.adv\" (near) with n = 3
def near3 = near
";

const FIRST: &str = "endgame KQK White K Q v Black k
use \"base.adv\" (near)
use \"other.adv\" (near3)
query nears: count positions where near
query nears3: count positions where near3
";

/// Answers of a file and its `options`, with what `--set` says.
fn asked(folder: &Path, file: &str, set: Option<&str>) -> (Vec<u64>, serde_json::Value) {
    let path = folder.join(file);
    let mut args = vec!["prove", path.to_str().unwrap()];
    args.extend(set.iter().flat_map(|set| ["--set", set]));
    let report = run_json(folder, &args, 0);
    let claims = report["claims"].as_array().unwrap();
    (claims.iter().map(|claim| claim["number"].as_u64().unwrap()).collect(), report["options"].clone())
}

/// `near` meant 3 in the first file because another file sets the option to 3 for itself.
#[test]
fn an_option_that_one_file_sets_is_not_set_for_another() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("base.adv", BASE), ("other.adv", OTHER), ("first.adv", FIRST)] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let base = |n: &str| {
        let (answers, options) = asked(folder.path(), "base.adv", Some(&format!("n={n}")));
        assert_eq!(options, serde_json::json!({ "n": n }));
        answers[0]
    };
    let (plain, options) = asked(folder.path(), "base.adv", None);
    assert_eq!((plain[0], options), (base("1"), serde_json::json!({})));
    // Kings never touch.
    let [two, three] = ["2", "3"].map(base);
    assert!(plain[0] == 0 && 0 < two && two < three, "{two} {three}");

    let first = asked(folder.path(), "first.adv", None);
    assert_eq!(first, (vec![0, three], serde_json::json!({})));
    let set = asked(folder.path(), "first.adv", Some("n=2"));
    assert_eq!(set, (vec![two, three], serde_json::json!({ "n": "2" })));
}
