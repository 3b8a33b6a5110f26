//! A thousand dialogues in any order, with rubbish between: nobody hangs, every `go` has one answer, and it is a legal move. Half of them end with
//! `stop`, the others because the input does.

use std::collections::BTreeSet;

use adli_chess::GamePosition;

use crate::client::Client;

/// Numbers that look random, the same every time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        // Steele and Vigna's SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % end as u64) as usize
    }

    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }
}

const FENS: [&str; 8] = [
    "8/8/8/3k4/8/8/8/K6R w - - 0 1",
    "8/8/8/3K4/8/8/8/k6r b - - 0 1",
    "8/8/8/8/8/2k5/1R6/K7 b - - 0 1",
    "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1",
    "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "8/8/8/3k4/8/3K4/3P4/8 w - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
];

const RUBBISH: [&str; 12] = [
    "",
    "  ",
    "position",
    "go go go",
    "setoption",
    "setoption name",
    "setoption name  value ",
    "\u{0}\u{7f}",
    "position fen",
    "stop stop uci",
    "d8d8d8",
    "ponderhit infinite",
];

/// What has to come right after what, at least once: a search is asked for, and somebody does not wait for its end.
const INTERRUPTED: [(&str, &str); 12] = [
    ("go", "isready"),
    ("go infinite", "isready"),
    ("go infinite", "stop"),
    ("go infinite", ""),
    ("go infinite", "ponderhit"),
    ("go ponder", "ponderhit"),
    ("go ponder", "stop"),
    ("go ponder", ""),
    ("go mate 3", "isready"),
    ("go mate 3", "stop"),
    ("go searchmoves h1h2 a1a2", "stop"),
    ("go searchmoves h1h2 a1a2", ""),
];

#[test]
fn a_thousand_dialogues() {
    let mut numbers = Numbers(1);
    let mut heard = BTreeSet::new();
    for number in 0..20 {
        // One engine has many of them; what it has worked out stays.
        let mut client = Client::new(["krk", "kqk", "", "no such text"][number % 4]);
        for _ in 0..50 {
            let mut said = dialogue(&mut client, &mut numbers);
            // Where it ends, nothing follows.
            said.push(String::new());
            heard.extend(said.windows(2).map(|two| (two[0].trim().to_owned(), two[1].clone())));
        }
    }
    for (first, next) in INTERRUPTED {
        assert!(
            heard.contains(&(first.to_owned(), next.to_owned())),
            "nobody said `{first}` and then `{next}`"
        );
    }
}

/// Has a dialogue; the lines that were said.
fn dialogue(client: &mut Client, numbers: &mut Numbers) -> Vec<String> {
    let seed = numbers.0;
    let before = client.lines().len();
    client.send("ucinewgame");
    // Where the next `go` is answered, the positions of those that were, and how many `readyok` there must be.
    let (mut at, mut asked, mut ready): (Option<GamePosition>, Vec<Option<GamePosition>>, usize) =
        (None, Vec::new(), 0);
    let mut said = Vec::new();
    for _ in 0..numbers.below(25) {
        let line = match numbers.below(12) {
            0 | 1 => {
                let fen = numbers.one(&FENS);
                at = fen.parse().ok();
                let moves: Vec<String> = (0..numbers.below(4))
                    .map_while(|_| {
                        let position = at?;
                        let legal: Vec<_> = position.legal_moves().collect();
                        let mv = *legal.get(numbers.below(legal.len().max(1)))?;
                        at = Some(position.play(mv));
                        Some(mv.to_string())
                    })
                    .collect();
                let stray = numbers.one(&["", "", "", " e9e9"]);
                format!("position fen {fen} moves {}{stray}", moves.join(" "))
            }
            2 => {
                at = GamePosition::START.parse().ok();
                "position startpos".to_owned()
            }
            3..=5 => {
                asked.push(at);
                let limit = numbers.one(&[
                    "",
                    "infinite",
                    "ponder",
                    "movetime 1",
                    "movetime 20",
                    "wtime 100 btime 100",
                    "depth 5",
                    "mate 3",
                    "searchmoves h1h2 a1a2",
                    "infinite ponder movetime 0",
                    "wtime -1 btime x",
                ]);
                format!("go {limit}")
            }
            6 => "stop".to_owned(),
            7 => {
                ready += 1;
                "isready".to_owned()
            }
            8 => numbers.one(&["ponderhit", "debug on", "register later"]).to_owned(),
            9 => {
                at = None;
                "ucinewgame".to_owned()
            }
            10 => {
                let option = numbers.one(&[
                    "Strategy value krk",
                    "Strategy value kqk#queen",
                    "Strategy value <empty>",
                    "Strategy value krk#none",
                    "MultiPV value 5",
                    "MultiPV value -5",
                    "Explain value false",
                    "Hash value 16",
                    "Tables value x y z",
                    "Moves value nowhere",
                ]);
                format!("setoption name {option}")
            }
            _ => {
                let line = numbers.one(&RUBBISH);
                // Some of it has a command in it.
                asked.extend(line.starts_with("go").then_some(at));
                at = at.filter(|_| line != "position fen");
                line.to_owned()
            }
        };
        said.push(line);
    }
    if numbers.below(2) == 0 {
        said.iter().for_each(|line| assert!(client.send(line)));
        client.send("stop");
    } else {
        // The end of the input: nothing waits any more for `stop`.
        client.run(said.join("\n").as_bytes());
    }
    // Each search is answered in its turn.
    client.wait_after(before, "bestmove", asked.len());
    client.send("isready");
    let lines = client.wait_after(before, "readyok", ready + 1);
    let answers: Vec<&str> = lines.iter().filter_map(|line| line.strip_prefix("bestmove ")).collect();
    assert_eq!(answers.len(), asked.len(), "{seed}: {said:#?}\n{lines:#?}");
    assert_eq!(lines.iter().filter(|line| *line == "readyok").count(), ready + 1, "{seed}: {said:#?}");
    for (answer, position) in answers.iter().zip(&asked) {
        match position.filter(|position| position.legal_moves().next().is_some()) {
            Some(position) => {
                assert!(position.read_uci(answer).is_ok(), "{seed}: {answer} {position}\n{said:#?}")
            }
            None => assert_eq!(*answer, "0000", "{seed}: {said:#?}"),
        }
    }
    said
}
