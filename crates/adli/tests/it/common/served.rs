//! The server as a process of its own, and a small client.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::adli;

/// A server, which is killed if a test goes wrong.
pub struct Served {
    pub process: Child,
    /// Such as `127.0.0.1:41234`.
    pub host: String,
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Served {
    pub fn start(folder: &Path, more: &[&str]) -> Served {
        let mut command = adli(folder);
        command.args(["serve", "--port", "0"]).args(more).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let host = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
        Served { process, host }
    }

    /// The status and the body.
    pub fn ask(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let (host, length) = (&self.host, body.len());
        let asked = format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        );
        stream.write_all(asked.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
    }

    pub fn json(&self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        let (status, text) = self.ask(method, path, &body.to_string());
        (status, serde_json::from_str(&text).unwrap_or_else(|_| panic!("{text}")))
    }

    /// A job, when it is over.
    pub fn job(&self, asked: &Value) -> Value {
        let (status, taken) = self.json("POST", "/api/jobs", asked);
        assert_eq!(status, 202, "{taken}");
        self.over(taken["job"].as_str().unwrap())
    }

    pub fn over(&self, id: &str) -> Value {
        let begun = Instant::now();
        loop {
            let found = self.json("GET", &format!("/api/jobs/{id}"), &Value::Null).1;
            if !["queued", "running"].contains(&found["state"].as_str().unwrap()) {
                return found;
            }
            assert!(begun.elapsed() < Duration::from_secs(300), "{found}");
            sleep(Duration::from_millis(50));
        }
    }

    /// The memory that it uses, in KiB.
    #[cfg(target_os = "linux")]
    pub fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().trim_end_matches(" kB").parse().unwrap()
    }
}
