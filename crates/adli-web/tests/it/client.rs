//! A small client: what it sends is written out, so that it can also send what no proper client would.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;

/// What came back.
#[derive(Debug)]
pub struct Response {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Response {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("not JSON: {}", self.text()))
    }

    /// The sentence of a refusal.
    pub fn error(&self) -> String {
        self.json()["error"].as_str().unwrap_or_default().to_owned()
    }
}

pub fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    stream.set_nodelay(true).unwrap();
    stream
}

/// Sends bytes as they are, and reads one answer; nothing if the connection is closed without one.
pub fn raw(address: SocketAddr, bytes: &[u8]) -> Option<Response> {
    let mut stream = connect(address);
    // Whoever is refused early may find that nobody reads on.
    let _ = stream.write_all(bytes);
    read(&mut BufReader::new(stream))
}

/// Reads one answer.
pub fn read(reader: &mut impl BufRead) -> Option<Response> {
    let mut line = String::new();
    reader.read_line(&mut line).ok().filter(|length| *length > 0)?;
    let status = line.split(' ').nth(1)?.parse().ok()?;
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        headers.push((name.to_lowercase(), value.trim().to_owned()));
    }
    let mut response = Response { status, headers, body: Vec::new() };
    if response.header("transfer-encoding") == Some("chunked") {
        loop {
            let mut size = String::new();
            reader.read_line(&mut size).ok()?;
            let size = usize::from_str_radix(size.trim(), 16).ok()?;
            let mut chunk = vec![0; size + 2];
            reader.read_exact(&mut chunk).ok()?;
            if size == 0 {
                break;
            }
            response.body.extend(&chunk[..size]);
        }
    } else {
        let length = response.header("content-length").map_or(0, |length| length.parse().unwrap());
        response.body = vec![0; length];
        reader.read_exact(&mut response.body).ok()?;
    }
    Some(response)
}

/// The first lines of a request.
pub fn head(address: SocketAddr, method: &str, path: &str, more: &[(&str, &str)]) -> String {
    let mut head = format!("{method} {path} HTTP/1.1\r\n");
    if !more.iter().any(|(name, _)| *name == "Host") {
        head.push_str(&format!("Host: {address}\r\n"));
    }
    more.iter().for_each(|(name, value)| head.push_str(&format!("{name}: {value}\r\n")));
    head
}

pub fn get(address: SocketAddr, path: &str) -> Response {
    get_with(address, path, &[])
}

pub fn get_with(address: SocketAddr, path: &str, more: &[(&str, &str)]) -> Response {
    let head = head(address, "GET", path, more);
    raw(address, format!("{head}Connection: close\r\n\r\n").as_bytes()).unwrap()
}

pub fn post(address: SocketAddr, path: &str, body: &Value) -> Response {
    send(address, "POST", path, &[("Content-Type", "application/json")], body.to_string().as_bytes()).unwrap()
}

pub fn delete(address: SocketAddr, path: &str) -> Response {
    send(address, "DELETE", path, &[], b"").unwrap()
}

/// A request with a body of any bytes.
pub fn send(
    address: SocketAddr,
    method: &str,
    path: &str,
    more: &[(&str, &str)],
    body: &[u8],
) -> Option<Response> {
    let head = head(address, method, path, more);
    let mut bytes = format!("{head}Content-Length: {}\r\nConnection: close\r\n\r\n", body.len()).into_bytes();
    bytes.extend(body);
    raw(address, &bytes)
}

/// A position in an address.
pub fn fen(fen: &str) -> String {
    fen.replace(' ', "_")
}
