//! Jobs, and those who watch them.

use std::io::{BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{connect, delete, get, head, post};
use crate::tools::TestServer;

const WORDS: &str = "endgame KRK White K R v Black k
query mates: count positions where mate
lemma no_mate: in every position: not mate
";

fn start(address: SocketAddr, name: &str) -> String {
    let asked = json!({"prove": {"text": {"name": name, "words": WORDS}}});
    let taken = post(address, "/api/jobs", &asked);
    assert_eq!(taken.status, 202, "{}", taken.text());
    taken.json()["job"].as_str().unwrap().to_owned()
}

fn job(address: SocketAddr, id: &str) -> Value {
    get(address, &format!("/api/jobs/{id}")).json()
}

/// Waits until it is over.
fn over(address: SocketAddr, id: &str) -> Value {
    let begun = Instant::now();
    loop {
        let found = job(address, id);
        if !["queued", "running"].contains(&found["state"].as_str().unwrap()) {
            return found;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "{found}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// The events of a job: their names and data, until the stream ends.
fn events(address: SocketAddr, id: &str) -> Vec<(String, Value)> {
    let mut stream = connect(address);
    let head = head(address, "GET", &format!("/api/jobs/{id}/events"), &[("Accept", "text/event-stream")]);
    stream.write_all(format!("{head}Connection: close\r\n\r\n").as_bytes()).unwrap();
    let mut events = Vec::new();
    let mut name = String::new();
    for line in BufReader::new(stream).lines() {
        let Ok(line) = line else { break };
        if let Some(found) = line.strip_prefix("event: ") {
            found.clone_into(&mut name);
        }
        if let Some(data) = line.strip_prefix("data: ") {
            events.push((name.clone(), serde_json::from_str(data).unwrap()));
        }
    }
    events
}

#[test]
fn a_proof_is_told_claim_by_claim_and_then_as_a_whole() {
    let server = TestServer::start();
    let id = start(server.address, "mine");
    let told = events(server.address, &id);
    let claims: Vec<&Value> = told.iter().filter(|(name, _)| name == "claim").map(|(_, data)| data).collect();
    assert_eq!(claims.len(), 2, "{told:?}");
    // 216 mates of rook and king, Black to move: counted by hand in the literature.
    assert_eq!((&claims[0]["name"], &claims[0]["number"]), (&json!("mates"), &json!(216)));
    assert_eq!(claims[1]["verdict"], json!("refuted"));
    let (last, done) = told.last().unwrap();
    assert_eq!((last.as_str(), &done["state"]), ("done", &json!("done")));
    assert_eq!(done["report"]["claims"].as_array().unwrap().len(), 2);
    let failure = &done["report"]["claims"][1]["failures"]["shown"][0];
    assert!(failure["fen"].is_string() && failure["reason"].is_string(), "{failure}");
    // Whoever comes later is told the same.
    let again = events(server.address, &id);
    assert_eq!(again.iter().filter(|(name, _)| name == "claim").count(), 2);
    // What has been decided is not decided again.
    let once_more = over(server.address, &start(server.address, "mine"));
    assert_eq!(once_more["report"]["claims"], done["report"]["claims"]);
}

#[test]
fn a_proof_that_never_ends_is_watched_and_given_up_while_others_are_served() {
    let server = TestServer::start();
    let id = start(server.address, "never ends");
    // Somebody who watches and goes away stops nothing.
    let mut leaves = connect(server.address);
    let asks = head(server.address, "GET", &format!("/api/jobs/{id}/events"), &[]);
    leaves.write_all(format!("{asks}\r\n").as_bytes()).unwrap();
    // Somebody who never reads holds nothing up.
    let mut deaf = connect(server.address);
    deaf.write_all(format!("{asks}\r\n").as_bytes()).unwrap();
    thread::sleep(Duration::from_millis(300));
    drop(leaves);
    let begun = Instant::now();
    for _ in 0..50 {
        assert_eq!(get(server.address, "/api/position?fen=8/8/8/3k4/8/8/8/K6R_w_-_-_0_1").status, 200);
    }
    assert!(begun.elapsed() < Duration::from_secs(10));
    // After a moment something can be told from what is done.
    thread::sleep(Duration::from_millis(700));
    let running = job(server.address, &id);
    assert_eq!(running["state"], json!("running"));
    let progress = &running["progress"];
    assert_eq!((&progress["claim"], &progress["unit"]), (&json!("for ever"), &json!("positions")));
    assert!(progress["done"].as_u64().unwrap() > 0 && progress["of"] == json!(1_000_000));
    assert!(progress["left_seconds"].as_f64().is_some_and(|left| left > 1.0), "{progress}");
    let (address, watched) = (server.address, id.clone());
    let watcher = thread::spawn(move || (Instant::now(), events(address, &watched)));
    thread::sleep(Duration::from_secs(2));
    assert_eq!(delete(server.address, &format!("/api/jobs/{id}")).status, 200);
    let found = over(server.address, &id);
    assert_eq!(found["state"], json!("cancelled"));
    // What is not decided is unknown, with what was covered, and nothing else.
    for claim in found["report"]["claims"].as_array().unwrap() {
        assert_eq!(claim["verdict"], json!("unknown"));
        assert!(claim["reason"].as_str().unwrap().contains("stopped before the end"), "{claim}");
    }
    let (since, told) = watcher.join().unwrap();
    let progress = told.iter().filter(|(name, _)| name == "progress").count() as f64;
    let most = 10.0 * since.elapsed().as_secs_f64() + 2.0;
    assert!(progress >= 10.0 && progress <= most, "{progress} of at most {most}");
    assert_eq!(told.last().unwrap().1["state"], json!("cancelled"));
    assert_eq!(delete(server.address, &format!("/api/jobs/{id}")).status, 409);
}

#[test]
fn a_proof_that_takes_too_long_is_unknown() {
    let server = TestServer::with(|config| config.seconds = 1.0);
    let found = over(server.address, &start(server.address, "never ends"));
    assert_eq!(found["state"], json!("done"));
    let claim = &found["report"]["claims"][0];
    assert_eq!(claim["verdict"], json!("unknown"));
    assert!(claim["reason"].as_str().unwrap().contains("the time allowed was not enough"), "{claim}");
    // With more time it may become known: it is not remembered as decided.
    let asked = json!({"prove": {"text": {"library": "krk"}, "seconds": 0.001}});
    let id = post(server.address, "/api/jobs", &asked).json()["job"].as_str().unwrap().to_owned();
    let hasty = over(server.address, &id);
    let verdicts = hasty["report"]["claims"].as_array().unwrap();
    assert!(verdicts.iter().any(|claim| claim["verdict"] == json!("unknown")), "{hasty}");
}

/// A short proof does not wait behind a long one.
#[test]
fn short_proofs_go_past_long_ones() {
    let server = TestServer::start();
    let long = json!({"prove": {"text": {"name": "never ends", "words": WORDS.replace("KRK", "KRKN").replace("Black k", "Black k n")}}});
    let long = post(server.address, "/api/jobs", &long);
    assert_eq!(long.status, 202, "{}", long.text());
    let long = long.json()["job"].as_str().unwrap().to_owned();
    thread::sleep(Duration::from_millis(200));
    assert_eq!(over(server.address, &start(server.address, "mine"))["state"], json!("done"));
    assert_eq!(job(server.address, &long)["state"], json!("running"));
}

#[test]
fn a_job_that_breaks_breaks_nothing_else() {
    let server = TestServer::start();
    for _ in 0..3 {
        let found = over(server.address, &start(server.address, "breaks"));
        assert_eq!(found["state"], json!("failed"));
        assert!(found["help"].as_str().unwrap().contains("please report it"), "{found}");
    }
    assert_eq!(over(server.address, &start(server.address, "mine"))["state"], json!("done"));
}

#[test]
fn so_many_jobs_wait_and_are_remembered() {
    let server = TestServer::start();
    // Two run, sixteen wait.
    let mut ids = Vec::new();
    let refused = loop {
        let asked =
            json!({"prove": {"text": {"name": "never ends", "words": WORDS}, "max_failures": ids.len()}});
        let taken = post(server.address, "/api/jobs", &asked);
        if taken.status != 202 {
            break taken;
        }
        ids.push(taken.json()["job"].as_str().unwrap().to_owned());
        assert!(ids.len() < 30);
        thread::sleep(Duration::from_millis(10));
    };
    assert_eq!((refused.status, ids.len()), (503, 18), "{}", refused.text());
    for id in ids.iter().rev() {
        assert_eq!(delete(server.address, &format!("/api/jobs/{id}")).status, 200);
    }
    ids.iter().for_each(|id| assert_eq!(over(server.address, id)["state"], json!("cancelled")));
    // 64 that are over are remembered.
    let first = start(server.address, "mine");
    over(server.address, &first);
    for _ in 0..70 {
        over(server.address, &start(server.address, "mine"));
    }
    assert_eq!(get(server.address, &format!("/api/jobs/{first}")).status, 404);
}

#[test]
fn what_cannot_be_proved_is_said_before_anything_is_begun() {
    let server = TestServer::start();
    let text = json!({"name": "mine", "words": WORDS});
    for (asked, status, part) in [
        (json!({"prove": {"text": text, "claims": ["no_mates"]}}), 400, "has no claim called `no_mates`"),
        (json!({"prove": {"text": text, "by": "magic"}}), 400, "no method called `magic`"),
        (
            json!({"prove": {"text": {"name": "a", "words": "endgame KRK White K R v Black k"}}}),
            422,
            "claims nothing",
        ),
        (json!({"prove": {"text": {"name": "a", "words": "lemma"}}}), 422, "the text has a mistake"),
        (json!({"prove": {"text": {"library": "nothing"}}}), 404, "no library text called `nothing`"),
        (json!({}), 400, "not said what the job is"),
        (json!({"solve": {"material": "KRPKR"}}), 404, "no table of KRPKR"),
        (json!({"solve": {"material": "XYZ"}}), 404, "XYZ"),
    ] {
        let refused = post(server.address, "/api/jobs", &asked);
        assert_eq!(refused.status, status, "{asked}: {}", refused.text());
        assert!(refused.error().contains(part), "{asked}: {}", refused.text());
    }
}
