//! A client that asks and never reads.

use std::io::{Write, pipe};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use adli_lsp::{Limits, serve};

use crate::client::Handed;

/// So much may be on its way: what waits to be written, and what the pipes and queues hold.
const MOST: usize = 48 << 20;

/// The server takes no more than it can keep, goes on when it is read again, and ends when the client goes.
#[test]
fn a_client_that_never_reads_costs_little_memory() {
    for reads_at_last in [true, false] {
        let ((server_in, mut input), (output, server_out)) =
            (pipe().expect("a pipe"), pipe().expect("a pipe"));
        let (end, ended) = mpsc::channel();
        let limits = Limits { seconds: 60.0, memory: 1 << 30 };
        thread::spawn(move || {
            end.send(serve(server_in, server_out, Arc::new(Handed), limits).expect("threads"))
        });
        let sent = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&sent);
        let asks = thread::spawn(move || {
            let body = format!("{{\"id\": 1, \"method\": \"{}\"}}", "x".repeat(1 << 16));
            let hello = r#"{"id": 0, "method": "initialize", "params": {"capabilities": {}}}"#;
            let message = |body: &str| format!("Content-Length: {}\r\n\r\n{body}", body.len());
            let _ = input.write_all(message(hello).as_bytes());
            while counted.load(Ordering::Relaxed) < 2 * MOST
                && input.write_all(message(&body).as_bytes()).is_ok()
            {
                counted.fetch_add(body.len(), Ordering::Relaxed);
            }
        });
        // It stands still, however long one waits.
        let mut before = usize::MAX;
        while before != sent.load(Ordering::Relaxed) {
            before = sent.load(Ordering::Relaxed);
            thread::sleep(Duration::from_secs(1));
        }
        assert!(before < MOST, "{before} bytes were taken from a client that reads nothing");
        let reader = reads_at_last.then(|| output.try_clone().expect("a pipe"));
        drop(output);
        let reader =
            reader.map(|mut output| thread::spawn(move || std::io::copy(&mut output, &mut std::io::sink())));
        asks.join().expect("it asked");
        assert!(ended.recv_timeout(Duration::from_secs(60)).is_ok(), "the server is still there");
        let read = reader.map(|reader| reader.join().expect("it read").expect("a pipe") as usize);
        assert!(read.is_none_or(|read| read > MOST), "it did not go on: {read:?} bytes");
    }
}
