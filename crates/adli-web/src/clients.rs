//! Clients, told apart by their networks where a network is served: how many connections each has, and how
//! often it asks.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::limits;
use crate::refusal::Refusal;

/// A client, as far as addresses tell clients apart: an IPv4 address, or the first 64 bits of an IPv6
/// address. The other 64 are the client's own to choose: a single machine can use as many of them as it
/// likes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Client(IpAddr);

/// The bits of an IPv6 address that name a network.
const NETWORK: u128 = !0 << 64;

impl From<IpAddr> for Client {
    fn from(address: IpAddr) -> Client {
        // An IPv4 client of a socket that takes both has an IPv6 address with all of its own in the last 32
        // bits.
        Client(match address.to_canonical() {
            IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & NETWORK).into(),
            address => address,
        })
    }
}

/// All clients of late.
#[derive(Default)]
pub struct Clients {
    known: Mutex<HashMap<Client, Usage>>,
}

/// Connections and searches of a client, and a bucket of requests that refills at a steady rate.
struct Usage {
    connections: usize,
    /// Answers with a search that are being worked out.
    searches: usize,
    left: f64,
    since: Instant,
}

impl Clients {
    fn known(&self) -> MutexGuard<'_, HashMap<Client, Usage>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A client opens a connection; nothing if it has too many.
    pub fn connects(self: &Arc<Clients>, client: Client) -> Option<Connection> {
        let mut known = self.known();
        if known.len() >= limits::CLIENTS && !known.contains_key(&client) {
            known.retain(|_, usage| usage.connections + usage.searches > 0);
        }
        let usage = known.entry(client).or_insert_with(Usage::new);
        if usage.connections >= limits::CLIENT_CONNECTIONS {
            return None;
        }
        usage.connections += 1;
        Some(Connection { clients: Arc::clone(self), client })
    }

    /// A client makes a request.
    ///
    /// # Errors
    /// It asks too often.
    pub fn asks(&self, client: Client, now: Instant) -> Result<(), Refusal> {
        let mut known = self.known();
        let usage = known.entry(client).or_insert_with(Usage::new);
        let since = now.saturating_duration_since(usage.since).as_secs_f64();
        usage.left = (usage.left + since * limits::CLIENT_RATE).min(limits::CLIENT_BURST);
        usage.since = now;
        if usage.left < 1.0 {
            return Err(Refusal::often("you ask too often").help("ask again in a second"));
        }
        usage.left -= 1.0;
        Ok(())
    }
}

impl Clients {
    /// A client asks for something that takes a search.
    ///
    /// # Errors
    /// One of its questions is being searched for already.
    pub fn searches(self: &Arc<Clients>, client: Client) -> Result<Searching, Refusal> {
        let mut known = self.known();
        let usage = known.entry(client).or_insert_with(Usage::new);
        if usage.searches >= limits::CLIENT_SEARCHES {
            return Err(
                Refusal::often("another question of yours is being answered").help("wait for its answer")
            );
        }
        usage.searches += 1;
        Ok(Searching { clients: Arc::clone(self), client })
    }
}

/// A search for a client, as long as it waits.
pub struct Searching {
    clients: Arc<Clients>,
    client: Client,
}

impl Drop for Searching {
    fn drop(&mut self) {
        if let Some(usage) = self.clients.known().get_mut(&self.client) {
            usage.searches = usage.searches.saturating_sub(1);
        }
    }
}

impl Usage {
    fn new() -> Usage {
        Usage { connections: 0, searches: 0, left: limits::CLIENT_BURST, since: Instant::now() }
    }
}

/// A connection of a client, as long as it is open.
pub struct Connection {
    clients: Arc<Clients>,
    client: Client,
}

impl Drop for Connection {
    fn drop(&mut self) {
        if let Some(usage) = self.clients.known().get_mut(&self.client) {
            usage.connections = usage.connections.saturating_sub(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn client(address: &str) -> Client {
        Client::from(address.parse::<IpAddr>().unwrap())
    }

    /// RFC 4291, 2.5.4: the last 64 bits of an address name an interface, which a machine chooses itself (RFC
    /// 8981).
    #[test]
    fn an_ipv6_network_is_one_client() {
        let one = client("2001:db8:0:1::1");
        assert_eq!(one, client("2001:db8:0:1:ffff:ffff:ffff:ffff"));
        assert_ne!(one, client("2001:db8:0:2::1"));
        assert_eq!(client("::ffff:192.0.2.1"), client("192.0.2.1"));
        assert_ne!(client("::ffff:192.0.2.1"), client("::ffff:192.0.2.2"));
        let (clients, now) = (Arc::new(Clients::default()), Instant::now());
        let of_one = |host: usize| client(&format!("2001:db8:0:1::{host:x}"));
        let asked = (0..1000).take_while(|&host| clients.asks(of_one(host), now).is_ok()).count();
        assert_eq!(asked as f64, limits::CLIENT_BURST);
        let open: Vec<_> = (0..1000).map_while(|host| clients.connects(of_one(host))).collect();
        assert_eq!(open.len(), limits::CLIENT_CONNECTIONS);
        assert!(clients.connects(client("2001:db8:0:2::1")).is_some());
    }

    #[test]
    fn a_client_may_ask_so_often_and_others_as_well() {
        let (clients, now) = (Clients::default(), Instant::now());
        let (one, other) = (client("192.0.2.1"), client("192.0.2.2"));
        let asked = (0..1000).take_while(|_| clients.asks(one, now).is_ok()).count();
        assert_eq!(asked as f64, limits::CLIENT_BURST);
        assert!(clients.asks(other, now).is_ok());
        let later = now + Duration::from_secs(1);
        let again = (0..1000).take_while(|_| clients.asks(one, later).is_ok()).count();
        assert_eq!(again as f64, limits::CLIENT_RATE);
    }

    #[test]
    fn connections_are_counted_while_they_are_open() {
        let clients = Arc::new(Clients::default());
        let one = client("192.0.2.1");
        let open: Vec<_> = (0..limits::CLIENT_CONNECTIONS).map(|_| clients.connects(one).unwrap()).collect();
        assert!(clients.connects(one).is_none());
        drop(open);
        assert!(clients.connects(one).is_some());
    }

    #[test]
    fn a_client_has_one_search_at_a_time() {
        let clients = Arc::new(Clients::default());
        let (one, other) = (client("192.0.2.1"), client("192.0.2.2"));
        let first = clients.searches(one).unwrap();
        assert!(clients.searches(one).is_err() && clients.searches(other).is_ok());
        drop(first);
        assert!(clients.searches(one).is_ok());
    }
}
