//! The program as a child with limits, and what is expected of it whatever it is given.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How much it may ask for, in KiB. `--memory` is not set, so this is what it takes by itself for small texts.
const MEMORY: u32 = 2 << 20;
/// How long it may compute, in seconds, though it was told to stop after one or two.
const SECONDS: u32 = 20;
/// How long it may take on a busy machine.
const WAIT: Duration = Duration::from_secs(240);

/// How a run ended.
pub struct Ended {
    pub code: Option<i32>,
    pub signal: Option<String>,
    pub stdout: Vec<u8>,
    pub stderr: String,
    /// Where it ran.
    pub folder: PathBuf,
}

/// Runs the program in a folder.
pub fn run(folder: &Path, tables: &Path, args: &[String]) -> Ended {
    let limits = format!("ulimit -c 0; ulimit -v {MEMORY}; ulimit -t {SECONDS}; exec \"$0\" \"$@\"");
    let mut child = Command::new("sh")
        .args(["-c", &limits, env!("CARGO_BIN_EXE_adli"), "--threads", "1"])
        .args(args)
        .env("ADLI_TABLES", tables)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut out, mut err) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
    let reader = thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = out.read_to_end(&mut bytes);
        bytes
    });
    let complaints = thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = err.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    });
    let began = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break Some(status);
        }
        if began.elapsed() > WAIT {
            child.kill().unwrap();
            child.wait().unwrap();
            break None;
        }
        thread::sleep(Duration::from_millis(2));
    };
    let code = status.and_then(|status| status.code());
    let signal = match status {
        None => Some("it did not end".to_owned()),
        Some(status) if status.code().is_none() => Some(status.to_string()),
        Some(_) => None,
    };
    let (stdout, stderr) = (reader.join().unwrap(), complaints.join().unwrap());
    Ended { code, signal, stdout, stderr, folder: folder.to_owned() }
}

/// What is wrong with how a run ended, if anything is.
pub fn judge(ended: &Ended, args: &[String]) -> Option<String> {
    if let Some(signal) = &ended.signal {
        return Some(signal.clone());
    }
    if !matches!(ended.code, Some(0..=3)) {
        return Some(format!("exit code {:?}", ended.code));
    }
    if ended.stderr.contains("internal error") {
        return Some("an internal error".to_owned());
    }
    let json = args.iter().any(|arg| arg == "json");
    if json && !ended.stdout.is_empty() && ended.code != Some(2) {
        let values = serde_json::Deserializer::from_slice(&ended.stdout).into_iter::<serde_json::Value>();
        if let Some(error) = values.filter_map(Result::err).next() {
            return Some(format!("what it writes is no JSON: {error}"));
        }
    }
    None
}
