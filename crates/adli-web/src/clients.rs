//! Clients, told apart by their addresses where a network is served: how many connections each has, and how often it asks.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::limits;
use crate::refusal::Refusal;

/// All clients of late.
#[derive(Default)]
pub struct Clients {
    known: Mutex<HashMap<IpAddr, Client>>,
}

/// A bucket of requests that fills by and by.
struct Client {
    connections: usize,
    /// Answers with a search that are being worked out.
    searches: usize,
    left: f64,
    since: Instant,
}

impl Clients {
    fn known(&self) -> MutexGuard<'_, HashMap<IpAddr, Client>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A client opens a connection; nothing if it has too many.
    pub fn connects(self: &Arc<Clients>, address: IpAddr) -> Option<Connection> {
        let mut known = self.known();
        if known.len() >= limits::CLIENTS && !known.contains_key(&address) {
            known.retain(|_, client| client.connections + client.searches > 0);
        }
        let client = known.entry(address).or_insert_with(Client::new);
        if client.connections >= limits::CLIENT_CONNECTIONS {
            return None;
        }
        client.connections += 1;
        Some(Connection { clients: Arc::clone(self), address })
    }

    /// A client makes a request.
    ///
    /// # Errors
    /// It asks too often.
    pub fn asks(&self, address: IpAddr, now: Instant) -> Result<(), Refusal> {
        let mut known = self.known();
        let client = known.entry(address).or_insert_with(Client::new);
        let since = now.saturating_duration_since(client.since).as_secs_f64();
        client.left = (client.left + since * limits::CLIENT_RATE).min(limits::CLIENT_BURST);
        client.since = now;
        if client.left < 1.0 {
            return Err(Refusal::often("you ask too often").help("ask again in a second"));
        }
        client.left -= 1.0;
        Ok(())
    }
}

impl Clients {
    /// A client asks for something that takes a search.
    ///
    /// # Errors
    /// One of its questions is being searched for already.
    pub fn searches(self: &Arc<Clients>, address: IpAddr) -> Result<Searching, Refusal> {
        let mut known = self.known();
        let client = known.entry(address).or_insert_with(Client::new);
        if client.searches >= limits::CLIENT_SEARCHES {
            return Err(
                Refusal::often("another question of yours is being answered").help("wait for its answer")
            );
        }
        client.searches += 1;
        Ok(Searching { clients: Arc::clone(self), address })
    }
}

/// A search for a client, as long as it waits.
pub struct Searching {
    clients: Arc<Clients>,
    address: IpAddr,
}

impl Drop for Searching {
    fn drop(&mut self) {
        if let Some(client) = self.clients.known().get_mut(&self.address) {
            client.searches = client.searches.saturating_sub(1);
        }
    }
}

impl Client {
    fn new() -> Client {
        Client { connections: 0, searches: 0, left: limits::CLIENT_BURST, since: Instant::now() }
    }
}

/// A connection of a client, as long as it is open.
pub struct Connection {
    clients: Arc<Clients>,
    address: IpAddr,
}

impl Drop for Connection {
    fn drop(&mut self) {
        if let Some(client) = self.clients.known().get_mut(&self.address) {
            client.connections = client.connections.saturating_sub(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_client_may_ask_so_often_and_others_as_well() {
        let (clients, now) = (Clients::default(), Instant::now());
        let (one, other): (IpAddr, IpAddr) = ([192, 0, 2, 1].into(), [192, 0, 2, 2].into());
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
        let one: IpAddr = [192, 0, 2, 1].into();
        let open: Vec<_> = (0..limits::CLIENT_CONNECTIONS).map(|_| clients.connects(one).unwrap()).collect();
        assert!(clients.connects(one).is_none());
        drop(open);
        assert!(clients.connects(one).is_some());
    }

    #[test]
    fn a_client_has_one_search_at_a_time() {
        let clients = Arc::new(Clients::default());
        let (one, other): (IpAddr, IpAddr) = ([192, 0, 2, 1].into(), [192, 0, 2, 2].into());
        let first = clients.searches(one).unwrap();
        assert!(clients.searches(one).is_err() && clients.searches(other).is_ok());
        drop(first);
        assert!(clients.searches(one).is_ok());
    }
}
