//! What programs are told. Values are those of the literature: rook and king mate in 16 moves at most, and the shortest mates are seen by eye.

use std::collections::BTreeSet;

use adli_lang::Code;
use serde_json::{Value, json};

use crate::client::{Response, fen, get, post, send};
use crate::tools::TestServer;

const MATE_IN_ONE: &str = "8/8/8/8/8/k1K5/8/1R6 w - - 0 1";
const STALEMATE: &str = "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1";

fn standard(server: &TestServer, position: &str) -> Value {
    let answer = get(server.address, &format!("/standard?fen={}", fen(position)));
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()
}

/// The names and meanings of Lichess's tablebase server.
#[test]
fn values_in_the_shape_of_lichess() {
    let server = TestServer::start();
    let found = standard(&server, MATE_IN_ONE);
    for (name, value) in [
        ("category", json!("win")),
        ("dtm", json!(1)),
        ("dtz", Value::Null),
        ("precise_dtz", Value::Null),
        ("dtw", Value::Null),
        ("dtc", Value::Null),
        ("checkmate", json!(false)),
        ("stalemate", json!(false)),
        ("variant_win", json!(false)),
        ("variant_loss", json!(false)),
        ("insufficient_material", json!(false)),
    ] {
        assert!(found.get(name).is_some(), "{name}");
        assert_eq!(found[name], value, "{name}");
    }
    let moves = found["moves"].as_array().unwrap();
    // Of the rook 14, of the king all but those beside the other king.
    assert_eq!(moves.len(), 19, "{moves:?}");
    let best = &moves[0];
    assert_eq!((&best["uci"], &best["san"]), (&json!("b1a1"), &json!("Ra1#")));
    assert_eq!((&best["category"], &best["checkmate"]), (&json!("loss"), &json!(true)));
    // Nought stands for a draw there, and so a mate has none.
    assert_eq!((&best["dtm"], &best["zeroing"]), (&Value::Null, &json!(false)));
    // Best first: those that win, by their distance, then draws.
    let order: Vec<(i64, i64)> = moves
        .iter()
        .map(|mv| match mv["category"].as_str().unwrap() {
            "loss" => (0, -mv["dtm"].as_i64().unwrap_or(0)),
            "draw" => (1, 0),
            _ => (2, 0),
        })
        .collect();
    assert!(order.is_sorted(), "{order:?}");
    let stale = standard(&server, STALEMATE);
    assert_eq!(
        (&stale["stalemate"], &stale["dtm"], &stale["category"]),
        (&json!(true), &json!(0), &json!("draw"))
    );
    let kings = standard(&server, "7k/8/8/8/8/8/8/K7 w - - 0 1");
    assert_eq!(kings["insufficient_material"], json!(true));
    // Rook and king need 16 moves at most: this is a position that needs them all.
    let longest = get(server.address, "/api/endgames/KRK").json()["longest"].clone();
    assert_eq!(longest["words"], json!("White mates in 16 moves (31 plies)"));
    let longest = standard(&server, longest["fen"].as_str().unwrap());
    assert_eq!(longest["dtm"], json!(31));
    // Black to move loses, with the sign of it.
    let lost = standard(&server, "8/8/8/8/8/k1K5/8/R7 b - - 0 1");
    assert_eq!((&lost["category"], &lost["checkmate"]), (&json!("loss"), &json!(true)));
}

#[test]
fn a_main_line_ends_with_mate() {
    let server = TestServer::start();
    let path = format!("/standard/mainline?fen={}", fen("8/8/8/3k4/8/8/8/K6R w - - 0 1"));
    let line = get(server.address, &path).json();
    let moves = line["mainline"].as_array().unwrap();
    assert_eq!(line["winner"], json!("w"));
    assert_eq!(line["dtm"], json!(moves.len()));
    assert!(moves.last().unwrap()["san"].as_str().unwrap().ends_with('#'));
    // The side to move after a move is mated in one ply fewer each time.
    for (number, mv) in moves.iter().enumerate() {
        let left = (moves.len() - number - 1) as i64;
        let expected = if left == 0 { Value::Null } else { json!(if left % 2 == 0 { -left } else { left }) };
        assert_eq!(mv["dtm"], expected, "{number}");
    }
    let draw = get(server.address, &format!("/standard/mainline?fen={}", fen(STALEMATE))).json();
    assert_eq!((&draw["mainline"], &draw["winner"]), (&json!([]), &Value::Null));
}

#[test]
fn values_are_told_in_words() {
    let server = TestServer::start();
    let told = get(server.address, &format!("/api/position?fen={}", fen(MATE_IN_ONE))).json();
    assert_eq!(told["value"], json!("White mates in 1 move (1 ply)"));
    assert_eq!(told["groups"][0]["moves"][0]["san"], json!("Ra1#"));
    assert_eq!(told["longest"]["words"], json!("White mates in 16 moves (31 plies)"));
    // Spaces written in all the ways there are.
    for written in
        ["8/8/8/8/8/k1K5/8/1R6+w+-+-+0+1", "8%2F8%2F8%2F8%2F8%2Fk1K5%2F8%2F1R6%20w%20-%20-%200%201"]
    {
        let again = get(server.address, &format!("/api/position?fen={written}")).json();
        assert_eq!(again["value"], told["value"], "{written}");
    }
}

#[test]
fn what_is_wrong_is_said() {
    let server = TestServer::start();
    let told = |answer: Response| (answer.status, answer.error());
    let (status, error) = told(get(server.address, "/api/position"));
    assert_eq!((status, error.as_str()), (400, "it is not said which position is meant"));
    let (status, error) = told(get(server.address, "/standard?fen=8/8/8/8/8/8/8/8_w_-_-_0_1"));
    assert!(status == 400 && error.contains("king"), "{error}");
    // Five men, and no tables.
    let five = get(server.address, &format!("/api/position?fen={}", fen("8/8/8/3k4/8/8/1P6/KR5r w - - 0 1")));
    assert_eq!(five.status, 404);
    assert!(five.json()["help"].as_str().unwrap().contains("adli solve"));
    // Eight men.
    let many =
        get(server.address, &format!("/api/position?fen={}", fen("8/8/8/3k4/8/8/PPPPP3/KR6 w - - 0 1")));
    assert_eq!(many.status, 400);
    // Four men are solved, as a job.
    let four = get(server.address, &format!("/api/position?fen={}", fen("8/8/8/3k4/4n3/8/8/K6R w - - 0 1")));
    assert_eq!(four.status, 202);
    let job = four.json()["job"].as_str().unwrap().to_owned();
    assert_eq!(get(server.address, &format!("/api/jobs/{job}")).json()["what"], json!("solve KRKN"));
    assert_eq!(get(server.address, "/api/library/krkk").status, 404);
    assert_eq!(get(server.address, "/api/jobs/7").status, 404);
    assert_eq!(get(server.address, "/api/nothing").status, 404);
    assert_eq!(send(server.address, "PUT", "/api/library", &[], b"").unwrap().status, 405);
    let other_men = json!({"text": {"library": "krk"}, "fen": "8/8/8/3k4/8/8/8/K5Q1 w - - 0 1"});
    let (status, error) = told(post(server.address, "/api/explain", &other_men));
    assert!(status == 400 && error.contains("KQK"), "{error}");
}

#[test]
fn texts_are_checked_explained_and_evaluated() {
    let server = TestServer::start();
    let words =
        "endgame KRK White K R v Black k\n\u{2d}- \u{2654} first\nlemma l: in every position: not mat\n";
    let checked =
        post(server.address, "/api/check", &json!({"text": {"name": "mine", "words": words}})).json();
    let told = &checked["diagnostics"][0];
    assert_eq!(told["severity"], json!("error"));
    // Places are counted in UTF-16, as a browser does.
    let units: Vec<u16> = words.encode_utf16().collect();
    let (from, to) = (told["from"].as_u64().unwrap() as usize, told["to"].as_u64().unwrap() as usize);
    assert_eq!(String::from_utf16(&units[from..to]).unwrap(), "mat");
    let krk = json!({"library": "krk"});
    let checked = post(server.address, "/api/check", &json!({"text": krk})).json();
    assert_eq!((&checked["quick"], &checked["diagnostics"]), (&json!(true), &json!([])));
    let fen = checked["example"].as_str().unwrap();
    let explained = post(server.address, "/api/explain", &json!({"text": krk, "fen": fen})).json();
    let rule = &explained["applies"]["rule"];
    assert!(!rule["moves"].as_array().unwrap().is_empty(), "{explained}");
    let words = get(server.address, "/api/library/krk").json()["words"].as_str().unwrap().to_owned();
    let units: Vec<u16> = words.encode_utf16().collect();
    let (from, to) = (rule["from"].as_u64().unwrap() as usize, rule["to"].as_u64().unwrap() as usize);
    let stretch = String::from_utf16(&units[from..to]).unwrap();
    assert!(stretch.contains(rule["name"].as_str().unwrap()), "{stretch}");
    // An expression of the text.
    let words = "endgame KRK White K R v Black k\nlemma l: in every position: not check\n";
    let at = words.find("not check").unwrap();
    let selected =
        json!({"text": {"name": "mine", "words": words}, "fen": MATE_IN_ONE, "from": at, "to": at + 9});
    assert_eq!(post(server.address, "/api/evaluate", &selected).json()["value"], json!("true"));
    let nothing = json!({"text": {"name": "mine", "words": words}, "fen": MATE_IN_ONE, "from": 3, "to": 9});
    assert_eq!(post(server.address, "/api/evaluate", &nothing).status, 422);
    let laid_out =
        post(server.address, "/api/format", &json!({"text": {"name": "a", "words": words}})).json();
    assert!(laid_out["words"].as_str().unwrap().contains("lemma l"));
}

#[test]
fn a_game_is_played_and_judged() {
    let server = TestServer::start();
    let krk = json!({"library": "krk"});
    let start = post(server.address, "/api/check", &json!({"text": krk})).json()["example"].clone();
    // The strategy against the longest defence, to the mate.
    let mut moves: Vec<String> = Vec::new();
    let over = loop {
        assert!(moves.len() < 100, "{moves:?}");
        let asked = json!({"text": krk, "fen": start, "moves": moves});
        let next = post(server.address, "/api/play", &asked);
        assert_eq!(next.status, 200, "{}", next.text());
        let next = next.json();
        match next["over"].as_str() {
            Some(over) => break over.to_owned(),
            None => moves.push(next["move"]["uci"].as_str().unwrap().to_owned()),
        }
    };
    assert_eq!(over, "Black is checkmated");
    // The first move of the strategy is by the rules and makes progress.
    let judged =
        post(server.address, "/api/train", &json!({"text": krk, "fen": start, "move": moves[0]})).json();
    assert_eq!(
        (&judged["by_rules"], &judged["value"], &judged["progress"]),
        (&json!(true), &json!("kept"), &json!("progress"))
    );
    // A rook that is given away.
    let fen = "8/8/8/3k4/8/8/8/K6R w - - 0 1";
    let judged = post(server.address, "/api/train", &json!({"text": krk, "fen": fen, "move": "h1h5"})).json();
    assert_eq!(judged["by_rules"], json!(false), "{judged}");
    let judged = post(server.address, "/api/train", &json!({"text": krk, "fen": fen, "move": "h1d1"})).json();
    assert_eq!(judged["by_rules"], json!(false), "{judged}");
    let lost = json!({"text": krk, "fen": "8/8/8/8/4k3/8/8/K6R w - - 0 1", "move": "h1h4"});
    let lost = post(server.address, "/api/train", &lost).json();
    assert_eq!(lost["value"], json!("kept"), "{lost}");
    let lost = json!({"text": krk, "fen": "8/8/8/8/6k1/8/8/K6R w - - 0 1", "move": "h1h4"});
    let lost = post(server.address, "/api/train", &lost).json();
    assert_eq!(lost["value"], json!("win given away"), "{lost}");
}

/// What is described is there, and everything that the description refers to is in it.
#[test]
fn the_description_is_whole() {
    let server = TestServer::start();
    let described = get(server.address, "/api/openapi.json").json();
    assert_eq!(described["openapi"], json!("3.1.0"));
    let schemas = described["components"]["schemas"].as_object().unwrap();
    let text = described.to_string();
    let referred: BTreeSet<&str> =
        text.split("\"$ref\":\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(referred.len() > 20);
    for reference in referred {
        let name = reference.strip_prefix("#/components/schemas/").unwrap();
        assert!(schemas.contains_key(name), "{reference}");
    }
    let paths = described["paths"].as_object().unwrap();
    for path in
        ["/api/check", "/api/position", "/api/explain", "/api/jobs", "/standard", "/api/jobs/{id}/events"]
    {
        assert!(paths.contains_key(path), "{path}");
    }
    for (path, operations) in paths {
        let path = path.replace("{material}", "KRK").replace("{name}", "krk").replace("{id}", "none");
        for (method, operation) in operations.as_object().unwrap() {
            assert!(operation["summary"].is_string(), "{path}");
            let method = method.to_uppercase();
            let more = [("Content-Type", "application/json")];
            let answer = send(server.address, &method, &path, &more, b"").unwrap();
            let is_there = answer.status != 405
                && (answer.status != 404 || !answer.text().contains("nothing at this address"));
            assert!(is_there, "{method} {path}: {}", answer.status);
        }
    }
    assert_eq!(get(server.address, "/api/schema/prove").json()["title"], json!("prove"));
}

#[test]
fn writers_and_learners_are_answered() {
    let server = TestServer::start();
    let krk = json!({"library": "krk"});
    // What could stand where a word has been begun, and what a word is.
    let words = "endgame KRK White K R v Black k\nlemma l: in every position: not che\n";
    let text = json!({"name": "mine", "words": words});
    let at = words.find("che\n").unwrap() + 3;
    let offered = post(server.address, "/api/complete", &json!({"text": text, "at": at})).json();
    assert_eq!((&offered["from"], &offered["to"]), (&json!(at - 3), &json!(at)));
    assert!(offered["items"].as_array().unwrap().iter().any(|item| item["label"] == "check"), "{offered}");
    let words = words.replace("not che", "not check");
    let asked = json!({"text": {"name": "mine", "words": words}, "at": at, "fen": MATE_IN_ONE});
    let hovered = post(server.address, "/api/hover", &asked).json();
    assert_eq!(hovered["value"], json!("false"), "{hovered}");
    // With a prime it is what holds after the move: the rook mates on the first file.
    let words = "endgame KRK White K R v Black k\nstrategy s for White to win\n  step a: move where mate'\n  step b: move\n  step c: move\n";
    let text = json!({"name": "mine", "words": words});
    let at = words.find("mate'").unwrap();
    let asked = json!({"text": text, "at": at, "fen": MATE_IN_ONE, "move": "Ra1"});
    assert_eq!(post(server.address, "/api/hover", &asked).json()["value"], json!("true"));
    // A rule that is never reached is warned of, apart from the mistakes.
    let warned = post(server.address, "/api/warnings", &json!({"text": text})).json();
    let told = warned["diagnostics"].as_array().unwrap();
    assert_eq!(told.len(), 1, "{warned}");
    assert_eq!((&told[0]["severity"], &told[0]["code"]), (&json!("warning"), &json!("idle-rule")));
    assert!(told[0]["message"].as_str().unwrap().contains("`c` is never reached"), "{warned}");
    // So is the first example of the page of messages, and not the second.
    let warnings = Code::IdleRule.examples().map(|example| {
        let text = json!({"name": "mine", "words": format!("endgame KRK White K R v Black k\n{example}")});
        post(server.address, "/api/warnings", &json!({"text": text})).json()["diagnostics"]
            .as_array()
            .unwrap()
            .len()
    });
    assert_eq!(warnings.collect::<Vec<_>>(), [1, 0]);
    let nowhere = json!({"text": {"name": "mine", "words": words}, "at": 0});
    assert_eq!(post(server.address, "/api/hover", &nowhere).status, 200);
    // Positions to practise, each of which can be set up.
    let sets = post(server.address, "/api/exercises", &json!({"text": krk})).json()["sets"].clone();
    let sets = sets.as_array().unwrap();
    assert!(sets.len() > 2, "{sets:?}");
    for exercise in sets.iter().flat_map(|set| set["positions"].as_array().unwrap()) {
        let path = format!("/api/position?fen={}", fen(exercise["fen"].as_str().unwrap()));
        assert_eq!(get(server.address, &path).status, 200, "{exercise}");
    }
    // Pictures of a proof, and of a condition by squares.
    let plots = post(server.address, "/api/plots", &json!({"text": krk})).json()["plots"].clone();
    assert!(plots.as_array().unwrap().len() > 2, "{plots}");
    for plot in plots.as_array().unwrap() {
        assert!(plot["svg"].as_str().unwrap().starts_with("<svg") && plot["title"].is_string());
    }
    let heat = json!({"text": krk, "heat": {"condition": "check", "man": "k"}});
    let heat = post(server.address, "/api/plots", &heat);
    assert_eq!((heat.status, heat.json()["plots"].as_array().unwrap().len()), (200, 1), "{}", heat.text());
    let wrong = json!({"text": krk, "heat": {"condition": "chek", "man": "k"}});
    assert_eq!(post(server.address, "/api/plots", &wrong).status, 422);
    // A failure that is kept is a line that `adli check` reads again.
    let failure = json!({"claim": "wins", "fen": MATE_IN_ONE, "reason": "stalemate", "rule": "squeeze"});
    let kept = post(server.address, "/api/keep", &json!({"failures": [failure]})).json();
    let kept = adli_workbench::read_kept(kept["epd"].as_str().unwrap()).unwrap();
    assert_eq!((kept.len(), kept[0].claim.as_str()), (1, "wins"));
    assert_eq!((kept[0].reason.as_deref(), kept[0].rule.as_deref()), (Some("stalemate"), Some("squeeze")));
}
