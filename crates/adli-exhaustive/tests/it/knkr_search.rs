//! Bratko's second table of rook against knight by a second program: a plain search, position by position, with its own moves and its own
//! words for what `library/knkr/bratko-1979.adv` says. It shares nothing with the language and the prover. For every position of a sample it
//! finds the piece of advice that is played and how many moves it allows; the prover must count the same.
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

use adli_claims::{Options, Unwatched};

use crate::common::prove;

/// A square: the file from 0, and eight times the rank from 0.
type At = i32;

fn differences(a: At, b: At) -> (i32, i32) {
    ((a % 8 - b % 8).abs(), (a / 8 - b / 8).abs())
}

fn steps(a: At, b: At) -> i32 {
    let (files, ranks) = differences(a, b);
    files.max(ranks)
}

fn jumps(a: At, b: At) -> bool {
    let (files, ranks) = differences(a, b);
    files * ranks == 2
}

/// How far a square is from the edge and from the corner: the smaller and the larger distance from an outer line.
fn margins(at: At) -> (i32, i32) {
    let (x, y) = ((at % 8).min(7 - at % 8), (at / 8).min(7 - at / 8));
    (x.min(y), x.max(y))
}

/// White king, rook, black king, knight; whether Black is to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct State {
    wk: At,
    r: Option<At>,
    bk: At,
    n: Option<At>,
    black: bool,
}

impl State {
    fn rook_sees(&self, to: At) -> bool {
        let Some(r) = self.r else { return false };
        let (files, ranks) = differences(r, to);
        if r == to || files * ranks != 0 {
            return false;
        }
        let step = ((to % 8 - r % 8).signum()) + 8 * (to / 8 - r / 8).signum();
        let men = [Some(self.wk), Some(self.bk), self.n];
        let mut at = r + step;
        while at != to && !men.contains(&Some(at)) {
            at += step;
        }
        at == to
    }

    fn is_legal(&self) -> bool {
        let men: Vec<At> = [Some(self.wk), self.r, Some(self.bk), self.n].into_iter().flatten().collect();
        let apart = (1..men.len()).all(|later| !men[..later].contains(&men[later]));
        let mover_attacked =
            if self.black { self.n.is_some_and(|n| jumps(n, self.wk)) } else { self.rook_sees(self.bk) };
        apart && steps(self.wk, self.bk) > 1 && !mover_attacked
    }

    fn check(&self) -> bool {
        if self.black { self.rook_sees(self.bk) } else { self.n.is_some_and(|n| jumps(n, self.wk)) }
    }

    fn moves(&self) -> Vec<State> {
        let mut found = Vec::new();
        let mut add = |next: State| {
            let next = State { black: !self.black, ..next };
            if next.is_legal() {
                found.push(next);
            }
        };
        for to in 0..64 {
            if self.black {
                let r = self.r.filter(|&r| r != to);
                if steps(self.bk, to) == 1 {
                    add(State { bk: to, r, ..*self });
                }
                if self.n.is_some_and(|n| jumps(n, to)) {
                    add(State { n: Some(to), r, ..*self });
                }
            } else {
                let n = self.n.filter(|&n| n != to);
                if steps(self.wk, to) == 1 {
                    add(State { wk: to, n, ..*self });
                }
                if self.rook_sees(to) && to != self.bk {
                    add(State { r: Some(to), n, ..*self });
                }
            }
        }
        found
    }

    fn mate(&self) -> bool {
        self.check() && self.moves().is_empty()
    }

    /// Black to move: the rook has been taken, or can be.
    fn rook_falls(&self) -> bool {
        self.moves().iter().any(|after| after.r.is_none())
    }

    /// White to move: he takes the knight for nothing, or mates.
    fn takes_knight(&self) -> bool {
        self.moves().iter().any(|after| after.n.is_none() && !after.rook_falls() || after.mate())
    }

    fn path(&self, to: At) -> i32 {
        steps(self.wk, to) - steps(self.bk, to) + 6
    }

    fn nsafety(&self) -> i32 {
        let n = self.n.unwrap();
        let around = (0..64).filter(|&to| jumps(n, to) && to != self.bk);
        5 * self.path(n).pow(2) + around.map(|to| self.path(to).pow(2)).sum::<i32>()
    }

    fn apart(&self) -> i32 {
        steps(self.bk, self.n.unwrap())
    }

    fn attacked(&self) -> bool {
        self.n.is_some_and(|n| steps(self.wk, n) == 1 || self.rook_sees(n))
    }

    fn mobility(&self) -> usize {
        let Some(n) = self.n else { return 0 };
        let safe = |to: At| to != self.bk && steps(self.wk, to) != 1 && !self.rook_sees(to);
        (0..64).filter(|&to| jumps(n, to) && safe(to)).count()
    }

    fn cramped(&self) -> bool {
        let (edge, corner) = margins(self.bk);
        let (files, ranks) = differences(self.bk, self.wk);
        edge == 0 && steps(self.bk, self.wk) == 2 || corner == 0 && files + ranks < 4
    }
}

/// Where a tree began, the position before the last move, the one after it, how many plies that makes.
type Asked<'a> = (&'a State, &'a State, &'a State, u32);

/// An option of the text and its value; nothing for the text as it is.
type Reading = Option<(&'static str, &'static str)>;

#[derive(Default)]
struct Search {
    reading: Reading,
    safe: HashMap<State, bool>,
    known: HashMap<(&'static str, State, State, u32), bool>,
}

/// The advice of each rule in the order in which it is tried.
const CENTRE: [&str; 5] = ["win_rook", "centre_1", "centre_2", "centre_3", "hold_4"];
const EDGE: [&str; 6] = ["win_rook", "edge_1", "edge_2", "edge_3", "edge_4", "hold_2"];
const APART: [&str; 6] = ["win_rook", "approach_0", "approach_1", "best_path", "hold_4", "hold_2"];

impl Search {
    fn reads(&self, option: &str, value: &str) -> bool {
        self.reading == Some((option, value))
    }

    /// Not mate, the knight there and not lost by force within two plies, or read otherwise; Black to move.
    fn alive_and_safe(&mut self, at: &State) -> bool {
        if let Some(&known) = self.safe.get(at) {
            return known;
        }
        let moves = at.moves();
        let lost = if self.reads("knight_safe", "unguarded") {
            false
        } else if self.reads("knight_safe", "one_ply") {
            State { black: false, ..*at }.takes_knight()
        } else if moves.is_empty() {
            at.check()
        } else {
            moves.iter().all(State::takes_knight)
        };
        let safe = !at.mate() && at.n.is_some() && !lost;
        self.safe.insert(*at, safe);
        safe
    }

    fn holds(&mut self, advice: &str, (root, _, at, ply): Asked<'_>) -> bool {
        if ply % 2 == 0 {
            return match advice {
                "win_rook" | "hold_2" => !at.mate() && at.n.is_some(),
                "best_path" if self.reads("onsafe", "false") => {
                    at.rook_falls() || !at.mate() && at.n.is_some()
                }
                "approach_0" | "approach_1" | "best_path" => at.rook_falls() || self.alive_and_safe(at),
                _ => self.alive_and_safe(at),
            };
        }
        let ((edge, corner), (root_edge, root_corner)) = (margins(at.bk), margins(root.bk));
        let beside_jump = || jumps(at.n.unwrap(), at.bk);
        let near = steps(at.bk, at.wk) < 3;
        let near_kings =
            self.reads("kings_close", "left_out") || near != self.reads("kings_close", "negated");
        let (far_from_edge, far_from_corner) = (edge >= root_edge, corner >= root_corner);
        let hunted = || steps(at.wk, at.n.unwrap()) == 1;
        match advice {
            "win_rook" => at.r.is_none() || at.check(),
            "centre_1" => {
                !beside_jump()
                    && far_from_edge
                    && far_from_corner
                    && at.apart() <= 2
                    && near_kings
                    && !hunted()
            }
            "centre_2" => !beside_jump() && far_from_edge && at.apart() <= 2 && near_kings,
            "centre_3" => !beside_jump() && far_from_corner && at.apart() <= 2 && near_kings,
            "edge_1" => !beside_jump() && far_from_corner && at.apart() <= 2 && !hunted(),
            "edge_2" => far_from_corner && at.apart() <= 3 && !hunted(),
            "edge_3" => at.apart() <= 2,
            "edge_4" => at.apart() <= 3,
            "approach_0" => {
                at.r.is_none()
                    || at.n.is_some()
                        && (self.reads("onsafe", "false") || !at.takes_knight())
                        && at.apart() <= root.apart()
                        && (self.reads("measure_holds", "false") || at.nsafety() >= root.nsafety())
                        && margins(at.n.unwrap()).1 > 0
            }
            _ => true,
        }
    }

    fn reaches(&self, advice: &str, (_, before, at, ply): Asked<'_>) -> bool {
        match (advice, ply) {
            ("win_rook", 3) if self.reads("second_check", "true") => at.r.is_none() || at.check(),
            ("win_rook", _) => at.r.is_none(),
            ("approach_0" | "approach_1", 6) => true,
            ("approach_0" | "approach_1", 4) => !at.check() && !at.attacked(),
            ("approach_0" | "approach_1", 2) => {
                let stalemate = || !at.check() && at.moves().is_empty();
                let cramped = !self.reads("cramped_counts", "false") && at.cramped();
                let quiet = !at.check() && !at.attacked() && !cramped;
                at.rook_falls() || stalemate() || quiet && at.mobility() >= before.mobility()
            }
            _ => false,
        }
    }

    /// Whether a tree goes on after a move.
    fn goes_on(&mut self, advice: &'static str, asked: Asked<'_>) -> bool {
        let (root, before, at, ply) = asked;
        let key = (advice, *before, *at, ply);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let (plies, has_goal) = match advice {
            "win_rook" => (3, true),
            "approach_0" | "approach_1" => (6, true),
            "hold_2" => (2, false),
            _ => (4, false),
        };
        let answer = if !self.holds(advice, asked) {
            false
        } else if self.reaches(advice, asked) {
            true
        } else {
            let moves = at.moves();
            if moves.is_empty() {
                // Stalemate draws; whoever is mated has lost.
                !at.check() || !at.black
            } else if ply == plies {
                !has_goal
            } else if at.black {
                moves.iter().any(|next| self.goes_on(advice, (root, at, next, ply + 1)))
            } else {
                moves.iter().all(|next| self.goes_on(advice, (root, at, next, ply + 1)))
            }
        };
        self.known.insert(key, answer);
        answer
    }

    /// The name of the step that is played, and how many moves it allows.
    fn choice(&mut self, root: &State) -> (String, usize) {
        let apart_from = if self.reads("apart_from", "4") { 4 } else { 5 };
        let (rule, names) = match (root.apart() >= apart_from, margins(root.bk).0 == 0) {
            (true, _) => (2, &APART[..]),
            (false, true) => (1, &EDGE[..]),
            (false, false) => (0, &CENTRE[..]),
        };
        self.known.clear();
        for &advice in names {
            let mut moves = root.moves();
            if self.reads("ten_only", "true") && matches!(advice, "approach_0" | "approach_1") {
                let better = |mine: i32| root.moves().iter().filter(|after| after.nsafety() > mine).count();
                moves.retain(|after| better(after.nsafety()) < 10);
            }
            let moves = moves.into_iter().filter(|after| self.goes_on(advice, (root, root, after, 1)));
            let keys = moves.map(|after| match advice {
                // Checks first; the surest path first.
                "win_rook" | "centre_1" | "centre_2" | "centre_3" | "edge_1" | "edge_2" | "edge_3" => {
                    i32::from(after.check())
                }
                "approach_0" | "approach_1" | "best_path" => after.nsafety(),
                _ => 0,
            });
            let keys: Vec<i32> = keys.collect();
            if let Some(best) = keys.iter().max() {
                // A step that comes up again has a number.
                let rules = [&CENTRE[..], &EDGE[..]];
                let name = match rules[..rule].iter().filter(|rule| rule.contains(&advice)).count() {
                    0 => advice.to_owned(),
                    times => format!("{advice}_{}", times + 1),
                };
                return (name, keys.iter().filter(|key| *key == best).count());
            }
        }
        ("none".to_owned(), 0)
    }
}

fn name(at: At) -> String {
    format!("{}{}", char::from(b'a' + (at % 8) as u8), at / 8 + 1)
}

/// Compares step and number of moves for all positions with these men on these squares, Black to move.
fn compare(places: &[(At, At, Option<At>)], reading: Reading) -> usize {
    let mut search = Search { reading, ..Search::default() };
    let mut found: BTreeMap<(String, usize), u64> = BTreeMap::new();
    let (mut positions, mut sample) = (0, Vec::new());
    for &(wk, r, king) in places {
        for bk in (0..64).filter(|&bk| king.is_none_or(|king| king == bk)) {
            for n in 0..64 {
                let state = State { wk, r: Some(r), bk, n: Some(n), black: true };
                if state.is_legal() && !state.moves().is_empty() {
                    positions += 1;
                    *found.entry(search.choice(&state)).or_default() += 1;
                }
            }
        }
        let king = king.map_or(String::new(), |king| format!(" and k = {}", name(king)));
        sample.push(format!("K = {} and R = {}{king}", name(wk), name(r)));
    }
    let (_, text) = adli_lang::TEXTS.iter().find(|(known, _)| *known == "knkr/bratko-1979").unwrap();
    let mut text = text[..text.find("\ntheorem").unwrap()].to_owned();
    let sample = sample.join(") or (");
    for (step, moves) in found.keys() {
        writeln!(
            text,
            "query {step}_by_{moves}: count positions where Black to move and not no_move and (({sample}))
               and knkr.step = {step} and (count move: knkr.allows) = {moves}"
        )
        .unwrap();
    }
    let programs = crate::common::programs_with("test", Some(&text), reading.as_slice());
    let report = prove("test", &programs, &Options::default(), &Unwatched);
    let proved: BTreeMap<String, u64> =
        report.claims.iter().map(|claim| (claim.name.clone(), claim.number.unwrap())).collect();
    let found: BTreeMap<String, u64> =
        found.into_iter().map(|((step, moves), count)| (format!("{step}_by_{moves}"), count)).collect();
    // All positions are counted on both sides, so none can be missing in another number of moves.
    assert_eq!(proved, found, "{reading:?}");
    positions
}

fn at(name: &str) -> At {
    let bytes = name.as_bytes();
    i32::from(bytes[0] - b'a') + 8 * i32::from(bytes[1] - b'1')
}

#[test]
fn a_plain_search_plays_as_the_table() {
    for reading in [None, Some(("knight_safe", "one_ply"))] {
        let positions = compare(&[(at("d4"), at("g6"), Some(at("f3")))], reading);
        assert!(positions > 40, "{positions}");
    }
}

#[test]
#[ignore = "minutes: searches of six plies; `just exhaustive` runs it"]
fn a_plain_search_plays_as_the_table_in_every_reading() {
    let some = [("d4", "g6", "f3"), ("e6", "a1", "e8"), ("b5", "h8", "a7")];
    let readings =
        include_str!("../data/knkr.tsv").lines().filter_map(|line| line.strip_prefix("knkr/bratko-1979 "));
    let mut readings: Vec<Reading> =
        readings.map(|line| line.split('\t').next().unwrap().split_once('=')).collect();
    readings.dedup();
    assert!(readings.len() > 5);
    for reading in readings {
        let positions = compare(&some.map(|(wk, r, bk)| (at(wk), at(r), Some(at(bk)))), reading);
        assert!(positions > 100, "{positions}");
    }
}

#[test]
#[ignore = "minutes: thousands of positions by plain search; `just exhaustive` runs it"]
fn a_plain_search_plays_as_the_table_on_thousands() {
    let some = [("c3", "g6"), ("e6", "a1"), ("h4", "d7")];
    for reading in [None, Some(("measure_holds", "false"))] {
        let positions = compare(&some.map(|(wk, r)| (at(wk), at(r), None)), reading);
        assert!(positions > 8_000, "{positions}");
    }
}

/// Search and backing-up agree on every position of the endgame, for advice that looks two and three plies ahead.
#[test]
#[ignore = "minutes: every position by plain search; `just exhaustive` runs it"]
fn shallow_advice_has_trees_where_a_plain_search_finds_them() {
    let mut search = Search::default();
    let advice = ["win_rook", "hold_2"];
    let (mut positions, mut trees) = (0, [0; 2]);
    // The black king between a1, d1 and d4 stands for all his images.
    for bk in (0..64).filter(|bk| bk % 8 < 4 && bk / 8 <= bk % 8) {
        let images = if bk / 8 == bk % 8 { 4 } else { 8 };
        for place in 0..1 << 18 {
            let (wk, r, n) = (place >> 12, place >> 6 & 63, place & 63);
            let root = State { wk, r: Some(r), bk, n: Some(n), black: true };
            if !root.is_legal() {
                continue;
            }
            positions += images;
            let moves = root.moves();
            for (advice, trees) in advice.iter().zip(&mut trees) {
                search.known.clear();
                if moves.iter().any(|after| search.goes_on(advice, (&root, &root, after, 1))) {
                    *trees += images;
                }
            }
        }
    }
    let (_, text) = adli_lang::TEXTS.iter().find(|(known, _)| *known == "knkr/bratko-1979").unwrap();
    let mut text = text[..text.find("\ntheorem").unwrap()].to_owned();
    text.push_str("query everything: count positions where Black to move ");
    for advice in advice {
        write!(text, "query {advice}_: count positions where Black to move and can {advice} ").unwrap();
    }
    let counted: Vec<u64> =
        crate::common::text(&text).claims.iter().map(|claim| claim.number.unwrap()).collect();
    assert_eq!(counted, [positions, trees[0], trees[1]]);
}
