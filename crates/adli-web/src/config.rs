//! How a server is set.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use crate::limits;

/// How a server is set.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens.
    pub addresses: Vec<SocketAddr>,
    /// Names under which it is called from elsewhere, such as `adli.example`.
    pub names: Vec<String>,
    /// How many threads work.
    pub threads: usize,
    /// How many bytes a proof may take.
    pub memory: u64,
    /// After how many seconds a job is given up.
    pub seconds: f64,
    /// How long a client may take to send a request: first its head, then its body; and to take a part of the answer.
    pub patience: Duration,
}

/// The port where nothing else is said: the year 840, when al-Adli wrote his book of chess, and a zero for luck.
pub const PORT: u16 = 8400;

impl Config {
    /// A server for this machine alone.
    #[must_use]
    pub fn local(port: u16, threads: usize, memory: u64, seconds: f64) -> Config {
        let address = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port);
        Config {
            addresses: vec![address],
            names: Vec::new(),
            threads,
            memory,
            seconds,
            patience: limits::PATIENCE,
        }
    }

    /// Whether others than this machine are served, so that clients are told apart.
    #[must_use]
    pub fn serves_network(&self) -> bool {
        self.addresses.iter().any(|address| !address.ip().is_loopback())
    }

    /// Whether a `Host` header names us: this machine by its names and loopback addresses, the addresses where we listen, and
    /// the names that were given. Where we listen on all addresses any of them may be ours; but none is a name that somebody
    /// else could make point to us, which is what this is about.
    #[must_use]
    pub fn is_ours(&self, host: &str) -> bool {
        let Some((name, port)) = split(host) else { return false };
        let at_port = |address: &&SocketAddr| address.port() == port.unwrap_or(80);
        if self.names.iter().any(|known| known.eq_ignore_ascii_case(name)) {
            return true;
        }
        let literal = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>().ok();
        self.addresses.iter().filter(at_port).any(|address| match literal {
            None => name.eq_ignore_ascii_case("localhost"),
            Some(ip) => {
                let is_loopback = [Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()].contains(&ip);
                is_loopback || ip == address.ip() || address.ip().is_unspecified()
            }
        })
    }
}

/// The name and the port of a `Host` header.
fn split(host: &str) -> Option<(&str, Option<u16>)> {
    let bracket = host.rfind(']').map_or(0, |at| at + 1);
    match host.get(bracket..)?.rfind(':') {
        None => Some((host, None)),
        Some(at) => {
            let (name, port) = host.split_at_checked(bracket + at)?;
            let port = port.get(1..)?;
            let is_number = !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit());
            Some((name, Some(if is_number { port.parse().ok()? } else { return None })))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_names_are_ours() {
        let local = Config::local(8400, 1, 0, 0.0);
        for host in ["localhost:8400", "LOCALHOST:8400", "127.0.0.1:8400", "[::1]:8400"] {
            assert!(local.is_ours(host), "{host}");
        }
        for host in [
            "localhost",
            "localhost:80",
            "example.org:8400",
            "localhost.example.org:8400",
            "192.168.1.5:8400",
            "127.0.0.1:8400:8400",
            "",
            ":8400",
            "[::1]8400",
            "localhost:+8400",
            "[::1",
        ] {
            assert!(!local.is_ours(host), "{host}");
        }
        let everywhere = Config { addresses: vec!["0.0.0.0:80".parse().unwrap()], ..local.clone() };
        assert!(everywhere.is_ours("192.168.1.5") && everywhere.is_ours("192.168.1.5:80"));
        assert!(!everywhere.is_ours("evil.example") && everywhere.serves_network());
        let named = Config { names: vec!["adli.example".to_owned()], ..local };
        assert!(named.is_ours("adli.example") && named.is_ours("Adli.example:443"));
        assert!(!named.is_ours("adli.example.evil.example"));
    }
}
