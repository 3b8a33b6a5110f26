//! `adli serve`, the program as it is: what its page proves is what the command line proves, and it ends when it is asked.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::common::served::Served;
use crate::common::{adli, run_json};

/// Times differ from run to run, limits are the server's own, and only a command line names texts to be read.
fn without_times(mut report: Value) -> Value {
    report.as_object_mut().unwrap().retain(|name, _| !["limits", "read_from"].contains(&&name[..]));
    for claim in report["claims"].as_array_mut().unwrap() {
        claim.as_object_mut().unwrap().remove("seconds");
    }
    report
}

#[test]
fn the_page_proves_what_the_command_line_proves() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::start(folder.path(), &[]);
    for text in ["krk", "kqk/beginner"] {
        let job = served.job(&json!({"prove": {"text": {"library": text}, "max_failures": 5}}));
        assert_eq!(job["state"], json!("done"), "{job}");
        let told = run_json(folder.path(), &["prove", text, "--max-failures", "5"], 0);
        assert_eq!(without_times(job["report"].clone()), without_times(told), "{text}");
    }
    // By another method.
    let asked = json!({"prove": {"text": {"library": "krk"}, "by": "bdd", "claims": ["no_stalemate"]}});
    let job = served.job(&asked);
    assert_eq!(
        (&job["state"], &job["report"]["claims"][0]["method"]),
        (&json!("done"), &json!("bdd")),
        "{job}"
    );
    let (status, refused) =
        served.json("POST", "/api/jobs", &json!({"prove": {"text": {"library": "krk"}, "by": "coq"}}));
    assert_eq!(status, 400, "{refused}");
    let (status, schema) = served.json("GET", "/api/schema/prove", &Value::Null);
    assert_eq!((status, &schema["title"]), (200, &json!("prove")));
}

/// Four men: solved when somebody asks, kept in the folder, and told as `adli probe` tells it.
#[test]
fn tables_of_four_men_are_made_when_they_are_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::start(folder.path(), &[]);
    let fen = "8/8/8/3k4/4n3/8/8/K6R w - - 0 1";
    let path = format!("/standard?fen={}", fen.replace(' ', "_"));
    let (status, told) = served.json("GET", &path, &Value::Null);
    assert_eq!(status, 202, "{told}");
    let job = served.over(told["job"].as_str().unwrap());
    assert_eq!(job["state"], json!("done"), "{job}");
    assert!(
        job["progress"]["done"].as_u64() > Some(0) && job["progress"]["done"] == job["progress"]["of"],
        "{job}"
    );
    assert!(folder.path().join("KRKN.adt").is_file());
    let (status, told) = served.json("GET", &path, &Value::Null);
    assert_eq!(status, 200, "{told}");
    let probed = run_json(folder.path(), &["probe", fen], 0);
    assert_eq!(told["category"], probed["outcome"]);
    let sans = |moves: &Value| -> Vec<String> {
        moves.as_array().unwrap().iter().map(|mv| mv["san"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(sans(&told["moves"]), sans(&probed["moves"]));
    // What is counted is what `adli stats` counts.
    let counted = loop {
        let (status, told) = served.json("GET", "/api/endgames/KRKN", &Value::Null);
        if status == 200 {
            break told;
        }
        served.over(told["job"].as_str().unwrap());
    };
    let stats = run_json(folder.path(), &["stats", "KRKN"], 0);
    for part in ["white", "black", "mutual_zugzwangs"] {
        assert_eq!(counted[part], stats[part], "{part}");
    }
    // Five men, and no table.
    let (status, told) = served.json("GET", "/standard?fen=8/8/8/3k4/8/8/1P6/KR5r_w_-_-_0_1", &Value::Null);
    assert_eq!(status, 404);
    assert!(told["help"].as_str().unwrap().contains("`adli solve KRPKR"), "{told}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_whatever_it_does() {
    let folder = tempfile::tempdir().unwrap();
    let mut served = Served::start(folder.path(), &[]);
    let (status, _) = served.json("POST", "/api/jobs", &json!({"solve": {"material": "KPKP"}}));
    assert_eq!(status, 202);
    // Somebody who watches, and does not go.
    let mut watches = TcpStream::connect(&served.host).unwrap();
    watches.write_all(b"GET / HTT").unwrap();
    sleep(Duration::from_millis(500));
    let asked = Instant::now();
    let kill = |id: u32| Command::new("kill").args(["-INT", &id.to_string()]).status().unwrap();
    assert!(kill(served.process.id()).success());
    let status = served.process.wait().unwrap();
    assert_eq!(status.code(), Some(0));
    assert!(asked.elapsed() < Duration::from_secs(10), "{:?}", asked.elapsed());
}

#[test]
fn programs_are_told_where_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = adli(folder.path());
    command.args(["serve", "--port", "0", "--format", "json"]).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut process = command.spawn().unwrap();
    let lines = BufReader::new(process.stdout.as_mut().unwrap()).lines().map(Result::unwrap);
    let mut told = String::new();
    for line in lines {
        told.push_str(&line);
        if line == "}" {
            break;
        }
    }
    let _ended = Served { process, host: String::new() };
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!(told["version"], json!(1));
    assert!(told["addresses"][0].as_str().unwrap().starts_with("http://127.0.0.1:"), "{told}");
}

#[test]
fn a_port_that_is_taken_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::start(folder.path(), &[]);
    let port = served.host.rsplit(':').next().unwrap();
    let second = adli(folder.path()).args(["serve", "--port", port]).output().unwrap();
    assert_eq!(second.status.code(), Some(2));
    let told = String::from_utf8(second.stderr).unwrap();
    assert!(told.contains("cannot listen at 127.0.0.1") && told.contains("--port"), "{told}");
}

/// Memory that proofs have freed goes back to the system, whichever thread freed it.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[test]
fn memory_is_given_back() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::start(folder.path(), &[]);
    for text in ["krk/bratko", "kpk/adli", "kqk/adli", "kpk/recogniser"] {
        let job = served.job(&json!({"prove": {"text": {"library": text}}}));
        assert_eq!(job["state"], json!("done"), "{job}");
    }
    // 120 to 160 MiB if the allocator may keep what it likes, 56 MiB if not.
    let held = served.memory();
    assert!(held < 85 << 10, "{held} KiB");
}

/// The same of proofs that are given up while they hold the most.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[test]
fn memory_of_cancelled_proofs_is_given_back() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::start(folder.path(), &[]);
    for text in ["knkr/bratko-1979", "kqk/pawn"] {
        let asked = json!({"prove": {"text": {"library": text}}});
        let (status, taken) = served.json("POST", "/api/jobs", &asked);
        assert_eq!(status, 202, "{taken}");
        let path = format!("/api/jobs/{}", taken["job"].as_str().unwrap());
        while served.memory() < 150 << 10 {
            let job = served.json("GET", &path, &Value::Null).1;
            assert!(["queued", "running"].contains(&job["state"].as_str().unwrap()), "{job}");
            sleep(Duration::from_millis(5));
        }
        assert_eq!(served.json("DELETE", &path, &Value::Null).0, 200);
        let job = served.over(taken["job"].as_str().unwrap());
        assert_eq!(job["state"], json!("cancelled"), "{job}");
    }
    // 160 to 460 MiB if the allocator may keep what it likes, 50 MiB if not.
    let held = served.memory();
    assert!(held < 85 << 10, "{held} KiB");
}

/// What hostile clients send is not kept: texts without number, huge bodies, proofs that are given up.
#[cfg(target_os = "linux")]
#[test]
fn memory_is_bounded() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::start(folder.path(), &["--time", "1s"]);
    let filler = "-- filler\n".repeat(11_000);
    let ask = |number: usize| {
        let words = format!(
            "endgame KRK White K R v Black k\nquery q: count positions where file(k) = {}\n{filler}",
            number % 8 + 1
        );
        let text = json!({"name": format!("text {number}"), "words": format!("-- {number}\n{words}")});
        assert_eq!(served.json("POST", "/api/check", &json!({"text": text})).0, 200);
        // Whether the refusal is read before the connection is closed is a matter of luck.
        let mut huge = TcpStream::connect(&served.host).unwrap();
        let head =
            format!("POST /api/check HTTP/1.1\r\nHost: {}\r\nContent-Length: 1048576\r\n\r\n", served.host);
        let _ = huge.write_all(head.as_bytes()).and_then(|()| huge.write_all(&[b'x'; 1 << 20]));
    };
    (0..50).for_each(ask);
    let before = served.memory();
    (50..300).for_each(ask);
    let after = served.memory();
    assert!(after < before + (150 << 10), "{before} KiB, then {after} KiB");
}
