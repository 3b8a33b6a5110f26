//! Random edits of library texts, with a question after each: nothing crashes, and every question is answered.

use std::time::{Duration, Instant};

use adli_workbench::{Library, Text};
use serde_json::{Value, json};

use crate::client::{Client, at};

/// Numbers that look random: the generator of Marsaglia (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, number: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % number.max(1) as u64) as usize
    }
}

const PIECES: [&str; 20] = [
    "(",
    ")",
    "\n",
    " ",
    "'",
    "\"",
    "--",
    ".",
    "def x = ",
    "use ",
    "step ",
    "move ",
    "and ",
    "theorem t: ",
    "\u{1d11e}",
    "{",
    "\r",
    "0",
    "k",
    "every s in board: ",
];

const METHODS: [&str; 9] = [
    "hover",
    "completion",
    "definition",
    "references",
    "prepareRename",
    "rename",
    "documentSymbol",
    "formatting",
    "codeLens",
];

/// Somebody changes a text a little: writes, deletes, repeats. Now and then it is as it was again.
fn edited(words: &mut String, original: &str, random: &mut Random) {
    let mut place = |words: &str| {
        let mut at = random.below(words.len() + 1);
        while !words.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let (a, b) = (place(words), place(words));
    let (from, to) = (a.min(b), a.max(b).min(a.min(b) + 60));
    let to = (from..=to).rev().find(|&at| words.is_char_boundary(at)).unwrap_or(from);
    match random.below(10) {
        0..=4 => words.insert_str(from, PIECES[random.below(PIECES.len())]),
        5..=6 => words.replace_range(from..to, ""),
        7 => {
            let copied = words[from..to].to_owned();
            words.insert_str(to, &copied);
        }
        8 => words.truncate(from),
        _ => original.clone_into(words),
    }
}

/// Changes texts of the library so many times, and asks something after each change.
fn edit(times: usize, seed: u64) {
    let mut random = Random(seed);
    let mut client = Client::able();
    let names: Vec<String> = Library::all().texts.into_iter().map(|entry| entry.name).collect();
    let mut version = 1;
    let mut faults = Vec::new();
    for round in 0..times.div_ceil(25) {
        let original = Text::of_library(&names[random.below(names.len())]).unwrap();
        let original = original.words();
        let uri = format!("file:///random/{round}.adv");
        let mut words = original.to_owned();
        client.open(&uri, &words);
        for _ in 0..25 {
            edited(&mut words, original, &mut random);
            version += 1;
            client.change(&uri, version, &words);
            let lines = words.matches('\n').count();
            let place = json!({"line": random.below(lines + 2), "character": random.below(60)});
            let mut params = at(&uri, &place);
            params["newName"] = json!("renamed");
            let method = format!("textDocument/{}", METHODS[random.below(METHODS.len())]);
            let id = client.begin(&method, params);
            let answer = client.answer(id);
            if answer["error"]["code"] == -32603 {
                faults.push(format!("{method} at {place} of:\n{words}"));
            }
        }
        client.tell("textDocument/didClose", json!({"textDocument": {"uri": uri}}));
    }
    assert!(faults.is_empty(), "{} faults, the first: {}", faults.len(), faults[0]);
    // What goes wrong in a thread that nobody waits for is in the log.
    let id = client.begin("shutdown", Value::Null);
    client.answer(id);
    let logged = client.heard_of("window/logMessage");
    assert!(
        logged.iter().all(|told| !told["message"].as_str().unwrap().contains("fault of Adli")),
        "{logged:?}"
    );
}

#[test]
fn some_hundred_edits() {
    edit(300, 20_260_101);
}

#[test]
#[ignore = "minutes; run by `just lsp`"]
fn ten_thousand_edits() {
    edit(10_000, 7);
}

/// With the compiler's optimisation off this is an upper bound.
#[test]
#[ignore = "measures time; run by `just lsp`"]
fn answers_within_a_tenth_of_a_second() {
    let text = Text::of_library("krk").unwrap();
    let words = text.words();
    let uri = "file:///krk.adv";
    let mut client = Client::able();
    client.open(uri, words);
    let lines = words.lines().count();
    let mut slowest = Duration::ZERO;
    let mut version = 1;
    for method in METHODS {
        let mut worst = Duration::ZERO;
        for line in (0..lines).step_by(7) {
            version += 1;
            client.change(uri, version, &format!("{words}-- {version}\n"));
            let start = Instant::now();
            let mut params = at(uri, &json!({"line": line, "character": 8}));
            params["newName"] = json!("renamed");
            let id = client.begin(&format!("textDocument/{method}"), params);
            client.answer(id);
            worst = worst.max(start.elapsed());
        }
        println!("{method}: at most {:.1} ms after a change", worst.as_secs_f64() * 1e3);
        slowest = slowest.max(worst);
    }
    let start = Instant::now();
    client.change(uri, version + 1, &words.replace("strategy", "strateg"));
    client.diagnostics(uri, version + 1);
    println!("diagnostics: {:.1} ms after a change", start.elapsed().as_secs_f64() * 1e3);
    slowest = slowest.max(start.elapsed());
    client.leave();
    assert!(slowest < Duration::from_millis(100), "{slowest:?}");
}
