//! What a program would hand over: the exhaustive method, no folder of tables. Texts of some names behave badly, as no method should.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use adli_chess::Material;
use adli_claims::{ClaimReport, Report, Watch};
use adli_tables::Store;
use adli_web::{Config, Proof, Refusal, Tools, serve};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};

#[derive(Default)]
pub struct TestTools {
    ending: AtomicBool,
}

impl Tools for TestTools {
    fn methods(&self) -> Vec<&'static str> {
        vec!["exhaustive"]
    }

    fn prove(&self, proof: &Proof<'_>, watch: &dyn Watch, tell: &(dyn Fn(&ClaimReport) + Sync)) -> Report {
        match proof.text.name.as_str() {
            "breaks" => panic!("the board is round"),
            "never ends" => {
                let mut done = 0;
                watch.begins("for ever");
                while watch.stopped().is_none() {
                    done += 1;
                    watch.advance(done, 1_000_000);
                    thread::sleep(Duration::from_millis(1));
                }
            }
            _ => {}
        }
        let Proof { text, programs, options, .. } = proof;
        let report = adli_exhaustive::prove(&text.name, programs, options, watch);
        report.claims.iter().for_each(tell);
        report
    }

    fn proved(&self, _: &Proof<'_>, report: &Report, seconds: f64) -> Result<Box<RawValue>, Refusal> {
        let mut value = serde_json::to_value(report).unwrap();
        value["limits"] = json!({"seconds": seconds});
        Ok(to_raw_value(&value).unwrap())
    }

    fn tables(&self) -> Option<Store> {
        None
    }

    fn missing(&self, materials: &[Material]) -> Refusal {
        Refusal::missing(format!("there is no table of {}", materials[0])).help("make it with `adli solve`")
    }

    fn solve(&self, _: Material, _: u64, _: &dyn Watch, _: &dyn Fn(u64)) -> Result<(), Refusal> {
        Err(Refusal::limit("nothing is solved in tests"))
    }

    fn schema(&self, name: &str) -> Option<Value> {
        (name == "prove").then(|| json!({"title": "prove"}))
    }

    fn is_ending(&self) -> bool {
        self.ending.load(Ordering::Relaxed)
    }
}

/// A server, until it is dropped.
pub struct TestServer {
    pub address: SocketAddr,
    tools: Arc<TestTools>,
    thread: Option<JoinHandle<()>>,
}

impl TestServer {
    pub fn start() -> TestServer {
        TestServer::with(|_| {})
    }

    pub fn with(change: impl FnOnce(&mut Config)) -> TestServer {
        let mut config = Config::local(0, 2, 1 << 30, 300.0);
        change(&mut config);
        let tools = Arc::new(TestTools::default());
        let (send, receive) = mpsc::channel();
        let handed_over = Arc::clone(&tools);
        let thread = thread::spawn(move || {
            serve(config, handed_over, |addresses| send.send(addresses[0]).is_ok()).unwrap();
        });
        let address: SocketAddr = receive.recv().unwrap();
        // Where all addresses are listened to, this one is.
        let address = SocketAddr::new([127, 0, 0, 1].into(), address.port());
        TestServer { address, tools, thread: Some(thread) }
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.tools.ending.store(true, Ordering::Relaxed);
        self.thread.take().map(JoinHandle::join);
    }
}
