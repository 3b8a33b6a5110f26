//! Limits for each client, where a network is served.

use std::io::Write as _;
use std::time::Duration;

use serde_json::json;

use crate::client::{connect, get, post};
use crate::tools::TestServer;

#[test]
fn a_client_of_a_network_may_ask_so_often() {
    let server = TestServer::with(|config| config.addresses = vec!["0.0.0.0:0".parse().unwrap()]);
    let answers: Vec<u16> = (0..150).map(|_| get(server.address, "/api/library").status).collect();
    assert_eq!(answers[..90], [200; 90]);
    let refused = get(server.address, "/api/library");
    assert!(answers.contains(&429), "{answers:?}");
    if refused.status == 429 {
        assert_eq!(refused.header("retry-after"), Some("1"));
        assert_eq!(refused.error(), "you ask too often");
    }
    std::thread::sleep(Duration::from_millis(1500));
    assert_eq!(get(server.address, "/api/library").status, 200);
}

#[test]
fn a_client_of_a_network_has_so_many_connections_and_jobs() {
    let server = TestServer::with(|config| config.addresses = vec!["0.0.0.0:0".parse().unwrap()]);
    let words = "endgame KRK White K R v Black k\nquery mates: count positions where mate\n";
    let ask = || {
        post(server.address, "/api/jobs", &json!({"prove": {"text": {"name": "never ends", "words": words}}}))
    };
    let statuses: Vec<u16> = (0..4).map(|_| ask().status).collect();
    assert_eq!(statuses, [202, 202, 202, 429]);
    let mut open: Vec<_> = (0..40).map(|_| connect(server.address)).collect();
    open.iter_mut().for_each(|stream| {
        let _ = stream.write_all(b"GET / HTTP/1.1\r\n");
    });
    std::thread::sleep(Duration::from_millis(200));
    let full = crate::client::raw(server.address, b"");
    assert!(full.is_none_or(|answer| answer.status == 503));
    drop(open);
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(get(server.address, "/api/library").status, 200);
}
