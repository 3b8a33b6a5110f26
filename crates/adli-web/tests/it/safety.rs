//! Who may ask, and with what.

use std::io::{BufReader, Write};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::client::{connect, get, get_with, head, post, raw, read, send};
use crate::tools::TestServer;

const JSON: (&str, &str) = ("Content-Type", "application/json");

/// A name that somebody else has made to point to this machine.
#[test]
fn a_request_for_another_host_is_refused() {
    let server = TestServer::start();
    let port = server.address.port();
    for host in [format!("localhost:{port}"), format!("127.0.0.1:{port}"), format!("[::1]:{port}")] {
        assert_eq!(get_with(server.address, "/api/library", &[("Host", &host)]).status, 200, "{host}");
    }
    for host in [
        format!("evil.example:{port}"),
        format!("127.0.0.1.evil.example:{port}"),
        "localhost".to_owned(),
        format!("192.0.2.1:{port}"),
        format!("localhost:{}", port.wrapping_add(1)),
    ] {
        let refused = get_with(server.address, "/api/library", &[("Host", &host)]);
        assert_eq!(refused.status, 403, "{host}");
        assert!(refused.json()["help"].is_string());
    }
    let none = raw(server.address, b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n").unwrap();
    assert_eq!(none.status, 400);
    // In the first line, where it counts more than the header.
    let named =
        format!("GET http://evil.example/ HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n");
    assert_eq!(raw(server.address, named.as_bytes()).unwrap().status, 403);
    let twice = format!(
        "GET / HTTP/1.1\r\nHost: localhost:{port}\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
    );
    assert_eq!(raw(server.address, twice.as_bytes()).unwrap().status, 400);
}

#[test]
fn a_page_of_another_site_cannot_drive_us() {
    let server = TestServer::start();
    let own = format!("http://{}", server.address);
    let body = json!({"text": {"library": "krk"}}).to_string();
    let ask = |more: &[(&str, &str)]| {
        let all: Vec<(&str, &str)> = [JSON].iter().chain(more).copied().collect();
        send(server.address, "POST", "/api/check", &all, body.as_bytes()).unwrap().status
    };
    assert_eq!(ask(&[]), 200);
    assert_eq!(ask(&[("Origin", &own), ("Sec-Fetch-Site", "same-origin")]), 200);
    for origin in ["http://evil.example", "null", "http://localhost", "https://127.0.0.1", "file://"] {
        assert_eq!(ask(&[("Origin", origin)]), 403, "{origin}");
    }
    for site in ["cross-site", "same-site"] {
        assert_eq!(ask(&[("Sec-Fetch-Site", site)]), 403, "{site}");
        assert_eq!(ask(&[("Sec-Fetch-Site", site), ("Sec-Fetch-Mode", "navigate")]), 403, "{site}");
        // A picture of another site that is an address of ours; and a link that somebody follows.
        let image = [("Sec-Fetch-Site", site), ("Sec-Fetch-Mode", "no-cors")];
        assert_eq!(get_with(server.address, "/api/library", &image).status, 403, "{site}");
        let link = [("Sec-Fetch-Site", site), ("Sec-Fetch-Mode", "navigate")];
        assert_eq!(get_with(server.address, "/library", &link).status, 200, "{site}");
    }
    // What a form of any page may send without being asked.
    for kind in
        ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/jsonp", ""]
    {
        let sent = send(server.address, "POST", "/api/check", &[("Content-Type", kind)], body.as_bytes());
        assert_eq!(sent.unwrap().status, 415, "{kind}");
    }
    let named = [("Content-Type", "application/json; charset=utf-8")];
    assert_eq!(send(server.address, "POST", "/api/check", &named, body.as_bytes()).unwrap().status, 200);
    // We never agree to be asked by others.
    let asks_first = [("Origin", "http://evil.example"), ("Access-Control-Request-Method", "POST")];
    let preflight = send(server.address, "OPTIONS", "/api/check", &asks_first, b"").unwrap();
    assert_eq!(preflight.status, 403);
    assert!(preflight.header("access-control-allow-origin").is_none());
}

#[test]
fn every_answer_has_the_headers_that_keep_browsers_from_misusing_it() {
    let server = TestServer::start();
    for path in ["/", "/library", "/api/library", "/nothing", "/api/nothing", "/api/openapi.json", "/?fen=x"]
    {
        let answer = get(server.address, path);
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("x-frame-options", "DENY"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            assert_eq!(answer.header(name), Some(value), "{path}");
        }
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'none'"), "{path}: {policy}");
        assert!(policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe"), "{path}: {policy}");
        assert!(answer.header("access-control-allow-origin").is_none());
        assert!(answer.header("set-cookie").is_none());
    }
    // A page's nonce is in its policy and in the page, and another one each time.
    let nonces = [(); 2].map(|()| {
        let page = get(server.address, "/library");
        let policy = page.header("content-security-policy").unwrap();
        let nonce = policy.split("'nonce-").nth(1).unwrap().split('\'').next().unwrap().to_owned();
        assert!(nonce.len() == 32 && page.text().contains(&nonce) && !page.text().contains("ADLI_NONCE"));
        nonce
    });
    assert_ne!(nonces[0], nonces[1]);
}

/// No path of a request reaches the file system.
#[test]
fn no_path_leads_out_of_the_page() {
    let server = TestServer::start();
    for path in [
        "/../../../../etc/passwd",
        "/assets/../../Cargo.toml",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/assets/..%2f..%2fCargo.toml",
        "//etc/passwd",
        "/library/../../../etc/passwd",
        "/library/%2e%2e%2f%2e%2e%2fetc%2fpasswd",
        "/api/library/..%2f..%2fCargo.toml",
        "/api/schema/..%2fprove",
        "/index.html",
        "/assets/%00",
    ] {
        let answer = get(server.address, path);
        assert_eq!(answer.status, 404, "{path}: {}", answer.text());
        assert!(!answer.text().contains("root:") && !answer.text().contains("[package]"));
    }
}

#[test]
fn what_is_too_large_is_refused() {
    let server = TestServer::start();
    let huge = vec![b' '; 300 << 10];
    let declared = send(server.address, "POST", "/api/check", &[JSON], &huge).unwrap();
    assert_eq!(declared.status, 413);
    // A body that says that it is larger than all memory, and never comes.
    let head = head(server.address, "POST", "/api/check", &[JSON]);
    let promised = format!("{head}Content-Length: 999999999999999\r\n\r\n");
    assert_eq!(raw(server.address, promised.as_bytes()).unwrap().status, 413);
    // One that does not say how large it is.
    let mut chunked = format!("{head}Transfer-Encoding: chunked\r\n\r\n").into_bytes();
    for _ in 0..40 {
        chunked.extend(b"2000\r\n");
        chunked.extend([b' '; 0x2000]);
        chunked.extend(b"\r\n");
    }
    chunked.extend(b"0\r\n\r\n");
    if let Some(refused) = raw(server.address, &chunked) {
        assert_eq!(refused.status, 413);
    }
    let words = "-- long\n".repeat(20_000);
    let long = post(server.address, "/api/check", &json!({"text": {"name": "mine", "words": words}}));
    assert_eq!(long.status, 413);
    assert!(long.error().contains("128 KiB"), "{}", long.error());
    // The head of a request.
    let padded = get_with(server.address, "/", &[("X-Long", &"x".repeat(40 << 10))]);
    assert_eq!(padded.status, 431);
    let many: Vec<(String, String)> = (0..300).map(|n| (format!("X-{n}"), "x".to_owned())).collect();
    let many: Vec<(&str, &str)> = many.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    assert_eq!(get_with(server.address, "/", &many).status, 431);
    let position = get(server.address, &format!("/api/position?fen={}", "8/".repeat(500)));
    assert_eq!(position.status, 400);
    assert_eq!(get(server.address, "/api/library").status, 200);
}

#[test]
fn what_is_nested_too_deeply_is_refused_and_nothing_breaks() {
    let server = TestServer::start();
    let brackets = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let objects = format!("{}1{}", "{\"text\":".repeat(10_000), "}".repeat(10_000));
    for deep in [brackets, objects] {
        let refused = send(server.address, "POST", "/api/check", &[JSON], deep.as_bytes()).unwrap();
        assert_eq!(refused.status, 400, "{}", refused.text());
    }
    for (open, close) in [("(", ")"), ("not ", ""), ("if true then ", ""), ("-", ""), ("{", "}")] {
        let inside = format!("{}true{}", open.repeat(9_000), close.repeat(9_000));
        let words = format!(
            "endgame KRK White K R v Black k\ndef deep: {inside}\nlemma l: in every position: deep\n"
        );
        let text = json!({"name": "deep", "words": words});
        let checked = post(server.address, "/api/check", &json!({"text": text}));
        assert_eq!(checked.status, 200, "{open}: {}", checked.text());
        let told = checked.json()["diagnostics"].as_array().unwrap().len();
        // Whatever is said of it, proofs and explanations of it are answered too.
        let fen = "8/8/8/3k4/8/8/8/K6R w - - 0 1";
        let explained = post(server.address, "/api/explain", &json!({"text": text, "fen": fen}));
        assert!([400, 409, 422].contains(&explained.status), "{open}: {}", explained.text());
        let evaluated = json!({"text": text, "fen": fen, "from": 40, "to": 900});
        let evaluated = post(server.address, "/api/evaluate", &evaluated);
        assert!((400..504).contains(&evaluated.status), "{open} {told}: {}", evaluated.text());
    }
    assert_eq!(get(server.address, "/api/library").status, 200);
}

#[test]
fn what_is_not_text_is_refused() {
    let server = TestServer::start();
    let bad: [&[u8]; 6] = [
        b"\xff\xfe\x00",
        b"{\"text\": {\"name\": \"a\", \"words\": \"\xc3\x28\"}}",
        b"",
        b"{",
        b"{\"text\": {\"library\": 7}}",
        b"{\"text\": {\"library\": \"krk\"}, \"more\": 1}",
    ];
    for body in bad {
        let refused = send(server.address, "POST", "/api/check", &[JSON], body).unwrap();
        assert_eq!(refused.status, 400, "{body:?}: {}", refused.text());
        assert!(refused.error().starts_with("the request cannot be read"), "{}", refused.error());
    }
    for path in ["/api/position?fen=%ff%fe", "/api/position?fen=\u{e9}", "/library/%ff", "/?text=%c3%28"] {
        let answer = raw(
            server.address,
            format!("{}Connection: close\r\n\r\n", head(server.address, "GET", path, &[])).as_bytes(),
        );
        assert!((400..500).contains(&answer.unwrap().status), "{path}");
    }
    // No HTTP at all.
    for bytes in
        [&b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"[..], b"hello\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n"]
    {
        if let Some(answer) = raw(server.address, bytes) {
            assert!(answer.status >= 400, "{bytes:?}");
        }
    }
    assert_eq!(get(server.address, "/api/library").status, 200);
}

/// A hundred clients that send a byte now and then, or nothing, or do not read: others are served meanwhile, and they are given up.
#[test]
fn slow_clients_hold_nobody_up() {
    let server = TestServer::with(|config| config.patience = Duration::from_secs(2));
    let begun = Instant::now();
    let mut slow = Vec::new();
    for number in 0..100 {
        let mut stream = connect(server.address);
        let head = head(server.address, "POST", "/api/check", &[JSON]);
        match number % 4 {
            0 => {}
            1 => stream.write_all(b"GET / HT").unwrap(),
            2 => stream.write_all(format!("{head}Content-Length: 100\r\n\r\n{{\"te").as_bytes()).unwrap(),
            // Asks for much, and reads nothing of it.
            _ => {
                let ask = crate::client::head(server.address, "GET", "/api/openapi.json", &[]);
                let _ = stream.write_all(format!("{ask}\r\n").repeat(200).as_bytes());
            }
        }
        slow.push(stream);
    }
    let mut longest = Duration::ZERO;
    while begun.elapsed() < Duration::from_secs(4) {
        // A byte now and then is no sign of life.
        slow.iter_mut().step_by(4).for_each(|stream| {
            let _ = stream.write_all(b"G");
        });
        let asked = Instant::now();
        assert_eq!(get(server.address, "/api/position?fen=8/8/8/3k4/8/8/8/K6R_w_-_-_0_1").status, 200);
        longest = longest.max(asked.elapsed());
    }
    assert!(longest < Duration::from_secs(2), "{longest:?}");
    // All of them have been given up by now, those who sent part of a body with a word about it.
    for (number, stream) in slow.into_iter().enumerate().filter(|(number, _)| number % 4 != 3) {
        stream.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
        match read(&mut BufReader::new(stream)) {
            Some(answer) => assert_eq!(answer.status, 408, "{number}"),
            None => assert_ne!(number % 4, 2, "told why"),
        }
    }
}
