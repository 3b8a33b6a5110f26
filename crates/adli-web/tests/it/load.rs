//! A bounded load: so many values a second, none lost, and how long they take.

use std::io::{BufReader, Write};
use std::net::SocketAddr;
use std::thread;
use std::time::{Duration, Instant};

use crate::client::{connect, fen, head, read};
use crate::tools::TestServer;

const CLIENTS: usize = 8;
const EACH_SECOND: usize = 200;

/// For so many seconds; how long each answer took, sorted.
fn load(address: SocketAddr, seconds: usize) -> Vec<Duration> {
    let each = EACH_SECOND * seconds / CLIENTS;
    let begun = Instant::now();
    let clients = (0..CLIENTS).map(|number| {
        thread::spawn(move || {
            let mut stream = connect(address);
            let mut reader = BufReader::new(stream.try_clone().unwrap());
            let mut took = Vec::new();
            for turn in 0..each {
                // Each at its time, whether those before were quick or not.
                let due =
                    begun + Duration::from_secs_f64((turn * CLIENTS + number) as f64 / EACH_SECOND as f64);
                thread::sleep(due.saturating_duration_since(Instant::now()));
                // The king and the rook on other squares each time; the black king where he is never in the way.
                let (file, rank) = ((turn + number) % 7, 1 + turn / 7 % 3);
                let mut ranks = vec!["8".to_owned(); 8];
                ranks[0] = "7k".to_owned();
                ranks[8 - rank] = if file == 0 { "K7".to_owned() } else { format!("{file}K{}", 7 - file) };
                ranks[3] = "R7".to_owned();
                let path = format!("/api/position?fen={}", fen(&format!("{} w - - 0 1", ranks.join("/"))));
                let asked = Instant::now().max(due);
                stream.write_all(format!("{}\r\n", head(address, "GET", &path, &[])).as_bytes()).unwrap();
                let answer = read(&mut reader).expect("an answer that was not lost");
                assert_eq!(answer.status, 200, "{}", answer.text());
                assert!(answer.json()["value"].as_str().unwrap().starts_with("White mates in"));
                // From when it was due: whoever waits behind a slow one waits too.
                took.push(asked.max(due).elapsed().max(due.elapsed()));
            }
            took
        })
    });
    let clients: Vec<_> = clients.collect();
    let mut took: Vec<Duration> = clients.into_iter().flat_map(|client| client.join().unwrap()).collect();
    took.sort();
    assert_eq!(took.len(), each * CLIENTS);
    took
}

fn tell(took: &[Duration]) -> Duration {
    let at = |share: f64| took[((took.len() - 1) as f64 * share) as usize];
    let (middle, most, last) = (at(0.5), at(0.99), at(1.0));
    println!("{} values: median {middle:?}, 99th percentile {most:?}, longest {last:?}", took.len());
    most
}

/// The bound is for machines that do other things as well; the figures are in the documentation.
#[test]
fn two_hundred_values_a_second_for_five_seconds() {
    let server = TestServer::start();
    assert!(tell(&load(server.address, 5)) < Duration::from_secs(2));
}

#[test]
#[ignore = "half a minute: `just load`"]
fn two_hundred_values_a_second_for_thirty_seconds() {
    let server = TestServer::start();
    assert!(tell(&load(server.address, 30)) < Duration::from_secs(1));
}
