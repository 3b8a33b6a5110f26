//! Every report follows the schema that `adli schema` prints for it, and has a version.

use std::collections::BTreeSet;
use std::fs;

use crate::common::{run, run_json, solved};
use serde_json::Value;

/// Checks a value against a schema: as much of JSON Schema as our schemas use, and a complaint about the rest.
struct Validator<'s> {
    root: &'s Value,
}

impl Validator<'_> {
    fn check(&self, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
        let Some(schema) = schema.as_object() else {
            return if schema == &Value::Bool(true) {
                Ok(())
            } else {
                Err(format!("{at}: nothing is allowed"))
            };
        };
        for (word, says) in schema {
            match word.as_str() {
                "$ref" => {
                    let place = says.as_str().unwrap().strip_prefix('#').unwrap();
                    self.check(self.root.pointer(place).unwrap(), value, at)?;
                }
                "type" => {
                    let kinds = says.as_array().cloned().unwrap_or_else(|| vec![says.clone()]);
                    if !kinds.iter().any(|kind| is(value, kind.as_str().unwrap())) {
                        return Err(format!("{at}: {value} is not {says}"));
                    }
                }
                "properties" => {
                    for (name, inner) in says.as_object().unwrap() {
                        if let Some(part) = value.get(name) {
                            self.check(inner, part, &format!("{at}.{name}"))?;
                        }
                    }
                }
                "required" => {
                    for name in says.as_array().unwrap() {
                        let name = name.as_str().unwrap();
                        if value.is_object() && value.get(name).is_none() {
                            return Err(format!("{at}: `{name}` is missing"));
                        }
                    }
                }
                "additionalProperties" | "patternProperties" => {
                    let known = schema.get("properties").and_then(Value::as_object);
                    let inner = if word == "patternProperties" {
                        says.as_object().unwrap().values().next().unwrap()
                    } else {
                        says
                    };
                    // Where names are given by a pattern nothing else is allowed, which the pattern's own check says.
                    if word == "additionalProperties" && schema.contains_key("patternProperties") {
                        continue;
                    }
                    for (name, part) in value.as_object().into_iter().flatten() {
                        if known.is_none_or(|known| !known.contains_key(name)) {
                            self.check(inner, part, &format!("{at}.{name}"))?;
                        }
                    }
                }
                "items" => {
                    for (number, part) in value.as_array().into_iter().flatten().enumerate() {
                        self.check(says, part, &format!("{at}[{number}]"))?;
                    }
                }
                "prefixItems" => {
                    let parts = value.as_array().into_iter().flatten();
                    for (number, (inner, part)) in says.as_array().unwrap().iter().zip(parts).enumerate() {
                        self.check(inner, part, &format!("{at}[{number}]"))?;
                    }
                }
                "minItems" | "maxItems" => {
                    let (most, length) =
                        (says.as_u64().unwrap(), value.as_array().map_or(0, Vec::len) as u64);
                    if value.is_array()
                        && (word == "minItems" && length < most || word == "maxItems" && length > most)
                    {
                        return Err(format!("{at}: {length} items, {word} {most}"));
                    }
                }
                "enum" if !says.as_array().unwrap().contains(value) => {
                    return Err(format!("{at}: {value} is none of {says}"));
                }
                "const" if says != value => return Err(format!("{at}: {value} is not {says}")),
                "anyOf" | "oneOf" => {
                    let tried: Vec<_> =
                        says.as_array().unwrap().iter().map(|inner| self.check(inner, value, at)).collect();
                    if !tried.iter().any(Result::is_ok) {
                        return Err(format!("{at}: {value} fits nowhere: {tried:?}"));
                    }
                }
                "allOf" => {
                    says.as_array().unwrap().iter().try_for_each(|inner| self.check(inner, value, at))?
                }
                "enum" | "const" | "$schema" | "$defs" | "title" | "description" | "format" | "minimum"
                | "maximum" | "default" => {}
                other => return Err(format!("{at}: this test does not know `{other}`")),
            }
        }
        Ok(())
    }
}

fn is(value: &Value, kind: &str) -> bool {
    match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "null" => value.is_null(),
        _ => false,
    }
}

const MINE: &str = "endgame KRK White K R v Black k
use geometry
recogniser r when k in corner => unknown otherwise => win for White
strategy s for White to win
  step mate_now: move where mate'
lemma plays: for play p0 .. p2 of s given home throughout show steps(K, k) at p2 > 9
query some_mates: list 3 where mate
query often: share check where Black to move
theorem wins: s reaches mate from White to move
theorem keeps: s keeps value from White to move
theorem known: r sound
";

/// A text with a refuted claim.
const HUNT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/repair.in/first.adv");

#[test]
fn every_report_follows_its_schema() {
    let tables = solved(&["KRK", "KQK"]);
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (mine, moves, certificates) = (at("mine.adv"), at("kqk.moves"), at("certificates"));
    let (set, pictures) = (at("ready.dddmp"), at("pictures"));
    fs::write(&mine, MINE).unwrap();
    let fen = "8/8/8/8/8/k1K5/8/1R6 w - - 0 1";
    let schemas: Value = serde_json::from_slice(&run(tables.path(), &["schema"], 0).stdout).unwrap();
    let mut left: BTreeSet<&str> = schemas.as_object().unwrap().keys().map(String::as_str).collect();
    let sat = ["prove", "krk", "--by", "sat", "--claim", "no_stalemate", "--certificates", &certificates];
    for (name, args, code) in [
        ("annotate", &["annotate", "tests/files/game.pgn", "--by", "krk"][..], 0),
        ("audit", &["audit", "KRK"], 0),
        ("cat", &["cat", "krk"], 0),
        ("check", &["check", &mine, "krk"], 0),
        ("compare", &["compare", "krk", "held", "held_or_l"], 1),
        ("compile", &["compile", "kqk", "-o", &moves], 0),
        ("error", &["probe", "nothing"], 2),
        ("explain", &["explain", "krk", fen], 0),
        ("explain", &["explain", "krk/bratko-al1", fen, "--move", "Kc4"], 0),
        ("explain-epd", &["explain", "krk", "--epd", "tests/files/suite.epd"], 0),
        (
            "explain-recogniser-epd",
            &["explain", &mine, "--recogniser", "r", "--epd", "tests/files/suite.epd"],
            0,
        ),
        ("explain-recogniser", &["explain", &mine, fen, "--recogniser", "r"], 0),
        ("export", &["export", "kpk/recogniser", "--as", "c"], 0),
        ("fmt", &["fmt", "--check", &mine], 1),
        ("library", &["library"], 0),
        ("message", &["message"], 0),
        ("methods", &["methods"], 0),
        ("line", &["line", fen], 0),
        ("measure", &["measure", "krk", "--of", "room"], 1),
        ("play", &["play", "krk", fen], 0),
        ("plot", &["plot", "krk", "-o", &pictures, "--claim", "krk"], 0),
        ("probe", &["probe", fen], 0),
        ("probe-epd", &["probe", "--epd", "tests/files/suite.epd"], 0),
        ("prove", &["prove", "krk"], 0),
        ("prove", &["prove", &mine], 1),
        ("prove", &["prove", &mine, "--by", "bdd"], 1),
        ("prove", &["prove", "kpk/recogniser"], 0),
        ("prove", &sat, 0),
        ("prove-several", &["prove", "kqk", &mine], 1),
        ("report", &["report", &mine, "-o", &pictures], 1),
        ("set", &["set", "krk", "ready", "--dddmp", &set], 0),
        ("set-read", &["set", &set], 0),
        ("show", &["show", fen], 0),
        ("solve", &["solve", "KRK"], 0),
        ("solve-by-bdd", &["solve", "KRK", "--by", "bdd"], 0),
        ("stats", &["stats", "KRK"], 0),
        ("stats", &["stats", "KRK", "--by", "bdd"], 0),
        ("suggest", &["suggest", &mine, "--time", "5s"], 0),
        ("suggest-claim", &["suggest", HUNT], 0),
        ("tree", &["tree", "krk/bratko-al1", fen, "--advice", "mate_soon"], 0),
        ("tree", &["tree", "krk/bratko-al1", fen, "--advice", "mate_soon", "--fold"], 0),
        ("verify", &["verify", &certificates], 0),
    ] {
        let report = run_json(tables.path(), args, code);
        assert_eq!(
            (&report["version"], &report["adli"]),
            (&1.into(), &env!("CARGO_PKG_VERSION").into()),
            "{args:?}"
        );
        let root = &schemas[name];
        if let Err(why) = (Validator { root }).check(root, &report, name) {
            panic!("{args:?}: {why}");
        }
        left.remove(name);
    }
    // A server says where it is and goes on: `serve.rs` reads that.
    left.remove("serve");
    // So does whoever watches: `watch.rs` reads that.
    left.remove("watch");
    assert_eq!(left, BTreeSet::new(), "reports that nobody asked for");
    let one: Value = serde_json::from_slice(&run(tables.path(), &["schema", "probe"], 0).stdout).unwrap();
    assert_eq!(one, schemas["probe"]);
}

/// A report says of what it is one: the same text and options have the same digests, others have others.
#[test]
fn a_report_says_of_which_text_and_options_it_is_one() {
    let folder = tempfile::tempdir().unwrap();
    let plain = run_json(folder.path(), &["prove", "krk", "--claim", "no_stalemate"], 0);
    let again = run_json(folder.path(), &["prove", "krk", "--claim", "no_stalemate"], 0);
    let set = run_json(
        folder.path(),
        &["prove", "krk", "--claim", "no_stalemate", "--set", "spare=2", "--time", "60s"],
        0,
    );
    assert_eq!(plain["digests"], again["digests"]);
    assert_eq!(plain["digests"]["text"], set["digests"]["text"]);
    assert_ne!(plain["digests"]["everything"], set["digests"]["everything"]);
    assert_eq!((&set["options"]["spare"], &set["limits"]["seconds"]), (&"2".into(), &60.0.into()));
    assert_eq!(plain["limits"].get("seconds"), None);
}
