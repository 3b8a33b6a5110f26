//! Connections: how many, from whom, and how long each may take.
//!
//! Each connection is a task of its own. A client that sends its request drop by drop, or does not read what it is sent, is given up after a
//! while; until then it takes one of the places for connections and nothing else.

use std::convert::Infallible;
use std::future::{Future, poll_fn};
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::Sleep;

use crate::clients::{Client, Clients};
use crate::limits;

/// The client that sends a request.
#[derive(Clone, Copy)]
pub struct Peer(pub Client);

/// What all listeners share.
#[derive(Clone)]
pub struct Door {
    /// Answers requests.
    pub router: Router,
    /// Clients, where they are told apart.
    pub clients: Option<Arc<Clients>>,
    /// Places for connections.
    pub places: Arc<Semaphore>,
    /// Places for refused connections whose clients are still reading the answer.
    pub leaving: Arc<Semaphore>,
    /// How long a client may take.
    pub patience: Duration,
    /// Becomes true when the server ends.
    pub ending: watch::Receiver<bool>,
}

/// The answer to a connection beyond the limit.
const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nContent-Length: 35\r\nConnection: close\r\n\r\n{\"error\":\"too many connections\"}   ";

/// Takes connections until the server ends.
pub async fn listen(listener: TcpListener, mut door: Door) {
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = ends(&mut door.ending) => return,
        };
        // No more files may be open for a moment, or a client was gone before it was there.
        let Ok((stream, peer)) = accepted else {
            tokio::time::sleep(Duration::from_millis(20)).await;
            continue;
        };
        let peer = Client::from(peer.ip());
        let place = Arc::clone(&door.places).try_acquire_owned();
        let client = door.clients.as_ref().map(|clients| clients.connects(peer));
        match (place, client) {
            (Ok(place), None) => {
                tokio::spawn(serve(stream, peer, door.clone(), place));
            }
            (Ok(place), Some(Some(client))) => {
                tokio::spawn(serve(stream, peer, door.clone(), (place, client)));
            }
            _ => {
                let waits = Arc::clone(&door.leaving).try_acquire_owned().ok();
                tokio::spawn(turn_away(stream, waits));
            }
        }
    }
}

/// Refuses a connection. Closing it with unread bytes would reset it, and the client might lose the answer.
/// So the rest of the request is read and dropped, for a limited time and a limited number of connections
/// (`waits`).
async fn turn_away(mut stream: TcpStream, waits: Option<OwnedSemaphorePermit>) {
    let answered = async {
        stream.writable().await?;
        stream.try_write(FULL)?;
        poll_fn(|context| Pin::new(&mut stream).poll_shutdown(context)).await?;
        while waits.is_some() {
            stream.readable().await?;
            match stream.try_read(&mut [0; 4096]) {
                Ok(0) => break,
                Err(error) if error.kind() != io::ErrorKind::WouldBlock => return Err(error),
                Ok(_) | Err(_) => {}
            }
        }
        io::Result::Ok(())
    };
    // What goes wrong with a connection is its client's affair.
    let _ = tokio::time::timeout(limits::LEAVING_TIME, answered).await;
}

/// Waits until the server ends.
async fn ends(ending: &mut watch::Receiver<bool>) {
    let _ = ending.wait_for(|is_ending| *is_ending).await;
}

/// One connection, to its end.
async fn serve<P>(stream: TcpStream, peer: Client, door: Door, place: P) {
    let _ = stream.set_nodelay(true);
    let router = TowerToHyperService::new(door.router);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(Peer(peer));
        let answered = router.call(request);
        async move { Ok::<_, Infallible>(answered.await.unwrap_or_else(|never| match never {})) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(door.patience)
        .max_buf_size(limits::HEAD)
        .serve_connection(TokioIo::new(Timed { stream, patience: door.patience, waits: None }), service);
    let mut connection = std::pin::pin!(connection);
    let mut ending = door.ending;
    // What goes wrong with a connection is its client's affair.
    tokio::select! {
        _ = connection.as_mut() => {}
        () = ends(&mut ending) => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
    drop(place);
}

/// A stream that is given up if nothing of what is sent is taken for too long.
struct Timed {
    stream: TcpStream,
    patience: Duration,
    waits: Option<Pin<Box<Sleep>>>,
}

impl Timed {
    fn timed<T>(&mut self, polled: Poll<io::Result<T>>, context: &mut Context<'_>) -> Poll<io::Result<T>> {
        if polled.is_ready() {
            self.waits = None;
            return polled;
        }
        let patience = self.patience;
        let waits = self.waits.get_or_insert_with(|| Box::pin(tokio::time::sleep(patience)));
        match waits.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncRead for Timed {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Timed {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.timed(polled, context)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let polled = Pin::new(&mut self.stream).poll_flush(context);
        self.timed(polled, context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let polled = Pin::new(&mut self.stream).poll_shutdown(context);
        self.timed(polled, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.timed(polled, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
