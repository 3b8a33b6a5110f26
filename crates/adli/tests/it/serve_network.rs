//! `adli serve` with many clients, and with `--listen`: limits for each client, and the answers beyond them.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};

use crate::common::run;
use crate::common::served::Served;

fn connect(served: &Served) -> TcpStream {
    let stream = TcpStream::connect(&served.host).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    stream
}

/// All that is sent until the connection is closed; a reset is an error.
fn answer(mut stream: TcpStream) -> String {
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

/// 700 connections, all of them idle: the first 512 have their places, and each of the others reads why it
/// has none, whether it has sent a request by then or not.
#[test]
fn there_is_an_answer_where_there_is_no_place() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::start(folder.path(), &[]);
    let mut open: Vec<TcpStream> = (0..700).map(|_| connect(&served)).collect();
    let without = open.split_off(512);
    for (number, mut stream) in without.into_iter().enumerate() {
        if number % 2 == 0 {
            // Perhaps it has read the answer and gone by now.
            let _ = stream.write_all(format!("GET / HTTP/1.1\r\nHost: {}\r\n\r\n", served.host).as_bytes());
        }
        let told = answer(stream);
        assert!(told.starts_with("HTTP/1.1 503 "), "{number}: {told:?}");
        let (_, body) = told.split_once("\r\n\r\n").unwrap();
        let body: Value = serde_json::from_str(body).unwrap();
        assert_eq!(body["error"], "too many connections", "{number}");
    }
    // A request that is sent at once, with a body that the server will not read.
    for _ in 0..20 {
        let mut stream = connect(&served);
        let head = "POST /api/check HTTP/1.1\r\nContent-Length: 20000\r\n\r\n";
        stream.write_all(format!("{head}{}", "x".repeat(20_000)).as_bytes()).unwrap();
        assert!(answer(stream).starts_with("HTTP/1.1 503 "));
    }
    drop(open);
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(served.ask("GET", "/api/library", "").0, 200);
}

/// The limits for clients of a network, on the addresses that are given, by whichever of them a client comes.
#[test]
fn a_network_is_served_within_limits() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::start(folder.path(), &["--listen", "0.0.0.0:0", "--listen", "127.0.0.1:0"]);
    // One job after another: what one may take is written in its report.
    let job = served.job(&json!({"prove": {"text": {"library": "krk"}, "claims": ["no_stalemate"]}}));
    let limits = &job["report"]["limits"];
    assert_eq!((&limits["memory_bytes"], &limits["seconds"]), (&json!(1 << 30), &json!(60.0)), "{job}");
    // The 25th connection; `ask` has closed its own.
    std::thread::sleep(Duration::from_millis(200));
    let open: Vec<TcpStream> = (0..24).map(|_| connect(&served)).collect();
    assert!(answer(connect(&served)).starts_with("HTTP/1.1 503 "));
    drop(open);
    std::thread::sleep(Duration::from_millis(1000));
    // A hundred requests at once and 20 a second.
    let statuses: Vec<u16> = (0..400).map(|_| served.ask("GET", "/api/library", "").0).collect();
    assert_eq!(statuses[..50], [200; 50]);
    assert!(statuses.contains(&429), "{statuses:?}");
    std::thread::sleep(Duration::from_millis(1200));
    // Another name is not ours, unless it was given.
    let mut stream = connect(&served);
    stream.write_all(b"GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n").unwrap();
    assert!(answer(stream).starts_with("HTTP/1.1 403 "));
}

#[test]
fn this_machine_has_no_such_limits() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::start(folder.path(), &["--listen", "127.0.0.1:0"]);
    let job = served.job(&json!({"prove": {"text": {"library": "krk"}, "claims": ["no_stalemate"]}}));
    assert_eq!(job["report"]["limits"]["memory_bytes"], json!(4u64 << 30), "{job}");
    let open: Vec<TcpStream> = (0..30).map(|_| connect(&served)).collect();
    assert!((0..200).all(|_| served.ask("GET", "/api/library", "").0 == 200));
    drop(open);
}

#[test]
fn addresses_that_cannot_be_listened_to() {
    let folder = tempfile::tempdir().unwrap();
    let told = |args: &[&str]| {
        let output = run(Path::new(folder.path()), &[&["serve", "--port", "0"], args].concat(), 2);
        String::from_utf8(output.stderr).unwrap()
    };
    for address in ["nonsense", "203.0.113.1:99999", "::g", "", "localhost", "127.0.0.1:-1"] {
        let told = told(&["--listen", address]);
        assert!(
            told.contains("write an address of this machine, such as `192.168.1.5`"),
            "{address}: {told}"
        );
    }
    // An address set aside for documentation (RFC 5737), which no machine has.
    let foreign = told(&["--listen", "203.0.113.1"]);
    assert!(foreign.contains("cannot listen at 203.0.113.1"), "{foreign}");
    assert!(foreign.contains("`--listen` takes addresses of this machine"), "{foreign}");
    assert!(told(&["--name", "adli.example"]).contains("--listen"));
}
