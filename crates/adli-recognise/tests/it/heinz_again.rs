//! The printed recogniser of Heinz (2001), section 7, written a second time from the paper, as a program and not as a text of the language.
//!
//! It goes through every placement of the men by itself, with attacks and legality of its own, and compares each answer with
//! the value that stands in the table. Nothing of the language, of its compiler or of the prover is used: what they count of
//! `knn/heinz-2001` is in `data/recognisers.txt`, and must be what is counted here, by material, side to move and answer.
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

use adli_chess::{Colour, Kind, Material};
use adli_tables::layout::Place;
use adli_tables::{Known, Score, Unwatched, Value, solve_all};

/// A bit for each square, a1 first, then b1.
type Set = u64;

fn set(squares: &[&str]) -> Set {
    let bit = |name: &&str| {
        let letters = name.as_bytes();
        1 << (u32::from(letters[0] - b'a') + 8 * u32::from(letters[1] - b'1'))
    };
    squares.iter().map(bit).fold(0, |all, bit: Set| all | bit)
}

/// Where a man gets by one of these steps of files and ranks, or by several until somebody stands in his way.
fn attacks(from: u32, steps: &[(i32, i32)], slides: bool, occupied: Set) -> Set {
    let mut all = 0;
    for &(files, ranks) in steps {
        let (mut file, mut rank) = ((from % 8) as i32 + files, (from / 8) as i32 + ranks);
        while (0..8).contains(&file) && (0..8).contains(&rank) {
            let bit = 1 << (8 * rank + file);
            all |= bit;
            if !slides || occupied & bit != 0 {
                break;
            }
            (file, rank) = (file + files, rank + ranks);
        }
    }
    all
}

const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const ROUND: [(i32, i32); 8] = [(1, 1), (1, -1), (-1, 1), (-1, -1), (0, 1), (0, -1), (1, 0), (-1, 0)];
const JUMPS: [(i32, i32); 8] = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];

/// What the paper calls its auxiliary functions and constants.
struct Board {
    k_attck: Vec<Set>,
    n_attck: Vec<Set>,
    corner: Set,
    edge: Set,
    xcorner: Set,
    inner: Set,
    checked_from: Set,
}

impl Board {
    fn new() -> Board {
        let ranks = (0..64).filter(|s| [0, 7].contains(&(s / 8)) || [0, 7].contains(&(s % 8)));
        Board {
            k_attck: (0..64).map(|s| attacks(s, &ROUND, false, 0)).collect(),
            n_attck: (0..64).map(|s| attacks(s, &JUMPS, false, 0)).collect(),
            corner: set(&["a1", "h1", "a8", "h8"]),
            edge: ranks.fold(0, |all, s| all | 1 << s),
            xcorner: set(&["b2", "g2", "b7", "g7"]),
            inner: set(&["c3", "f3", "c6", "f6"]),
            // The print has "el"; the other seven squares say that c1 is meant.
            checked_from: set(&["c1", "f1", "a3", "h3", "a6", "h6", "c8", "f8"]),
        }
    }
}

/// Where everybody stands.
struct Men {
    strong_k: u32,
    strong_nn: [u32; 2],
    weak_k: u32,
    weak_minor: u32,
    /// A bishop, or a knight.
    bishop: bool,
    strong_to_move: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Says {
    Draw,
    Mated,
    Mates,
    MatesNext,
    Fails,
}

fn within(square: u32, set: Set) -> bool {
    set >> square & 1 != 0
}

impl Men {
    fn occupied(&self) -> Set {
        let [a, b] = self.strong_nn;
        [self.strong_k, a, b, self.weak_k, self.weak_minor].iter().fold(0, |all, s| all | 1 << s)
    }

    fn minor_attacks(&self, board: &Board) -> Set {
        match self.bishop {
            true => attacks(self.weak_minor, &DIAGONAL, true, self.occupied()),
            false => board.n_attck[self.weak_minor as usize],
        }
    }

    /// The kings do not touch, and nobody could take the king of the side that has just moved.
    fn legal(&self, board: &Board) -> bool {
        if within(self.weak_k, board.k_attck[self.strong_k as usize]) {
            return false;
        }
        match self.strong_to_move {
            true => !self.strong_nn.iter().any(|&n| within(self.weak_k, board.n_attck[n as usize])),
            false => !within(self.strong_k, self.minor_attacks(board)),
        }
    }

    /// The algorithm in the order of the print.
    fn recognise(&self, board: &Board) -> Says {
        let strong_k_area = board.k_attck[self.strong_k as usize];
        let strong_nn: Set = 1 << self.strong_nn[0] | 1 << self.strong_nn[1];
        let weak_b_n: Set = 1 << self.weak_minor;
        let weak_k_area = board.k_attck[self.weak_k as usize];
        let weak_to_move = !self.strong_to_move;
        let xcorner_too = if self.bishop { 0 } else { board.xcorner };

        // Weak-win part
        if within(self.strong_k, board.corner) && strong_k_area & !strong_nn & !weak_k_area == 0 {
            let b_mates = board.xcorner & strong_k_area;
            let n_mates = board.n_attck[self.strong_k as usize];
            let mates = if self.bishop { b_mates } else { n_mates };
            if self.strong_to_move && weak_b_n & mates != 0 {
                return Says::Mated;
            }
            let not_in_check = board.n_attck[self.weak_k as usize] & strong_nn == 0;
            if weak_to_move && not_in_check && self.minor_attacks(board) & mates != 0 {
                return Says::Mates;
            }
            return Says::Draw;
        }

        // Weak-draw part (I)
        if !within(self.weak_k, board.edge | xcorner_too) {
            return Says::Draw;
        }

        // NN-mate part
        let gate = board.inner & board.k_attck[self.weak_minor as usize];
        if within(self.weak_k, board.corner)
            && weak_k_area & board.xcorner & weak_b_n != 0
            && strong_nn & gate != 0
        {
            let checks = board.n_attck[self.weak_k as usize];
            if strong_nn & checks != 0 {
                return Says::Mated;
            }
            let strong_in_check =
                within(self.strong_k, board.k_attck[self.weak_minor as usize] & board.checked_from);
            if self.bishop && (weak_to_move || strong_in_check) {
                return Says::Draw;
            }
            // The gate is one square, so that one knight is left.
            let other = (strong_nn & !gate).trailing_zeros() as usize;
            if self.strong_to_move && checks & board.n_attck[other] != 0 {
                let at_once = self.bishop || !within(self.strong_k, board.n_attck[self.weak_minor as usize]);
                return if at_once { Says::Mates } else { Says::MatesNext };
            }
            return Says::Fails;
        }

        // Weak-draw part (II)
        let apart = |a: u32, b: u32| a.abs_diff(b);
        let files = apart(self.strong_k % 8, self.weak_k % 8);
        if files.max(apart(self.strong_k / 8, self.weak_k / 8)) > 4 {
            return Says::Draw;
        }
        if weak_to_move {
            let [first, last] = self.strong_nn.map(|n| board.n_attck[n as usize]);
            let esc_area = weak_k_area & !weak_b_n & !strong_k_area & !first & !last;
            if esc_area & !board.edge & !xcorner_too != 0 {
                return Says::Draw;
            }
        }
        Says::Fails
    }
}

/// Whether an answer is right; nothing in the table of decided positions means a draw.
fn is_right(says: Says, value: Option<Value>) -> bool {
    match says {
        Says::Fails => true,
        Says::Draw => value.is_none(),
        Says::Mated => value == Some(Value::Loss(0)),
        Says::Mates => value == Some(Value::Win(1)),
        Says::MatesNext => matches!(value, Some(Value::Win(1 | 3))),
    }
}

/// The squares of the men and the side to move, as one number.
fn key(men: &Men) -> u64 {
    let (a, b) = (men.strong_nn[0].min(men.strong_nn[1]), men.strong_nn[0].max(men.strong_nn[1]));
    let all = [men.strong_k, men.weak_k, a, b, men.weak_minor, u32::from(men.strong_to_move)];
    all.iter().fold(0, |key, &one| key << 6 | u64::from(one))
}

/// The positions of a table that are not drawn, in all eight images.
fn decided(known: &Known, material: Material, bishop: bool) -> HashMap<u64, Value> {
    let rows = known.get(material).unwrap();
    let layout = rows.layout();
    let turns = |square: u32, image: u32| {
        let (file, rank) = (square % 8, square / 8);
        let (file, rank) = if image & 4 != 0 { (rank, file) } else { (file, rank) };
        (if image & 1 != 0 { 7 - file } else { file }) + 8 * if image & 2 != 0 { 7 - rank } else { rank }
    };
    let mut all = HashMap::new();
    for turn in Colour::ALL {
        for slice in 0..layout.slices() {
            for row in 0..layout.slice_rows() {
                for (place, &score) in rows.row(turn, slice, row).iter().enumerate() {
                    let value = match Score(score).value(turn) {
                        None | Some(Value::Draw) => continue,
                        Some(value) => value,
                    };
                    let men = layout.men(Place { slice, row, place: place as u8 });
                    let of = |colour, kind| {
                        let mine =
                            men.iter().filter(move |(_, man)| man.colour == colour && man.kind == kind);
                        mine.map(|(square, _)| square.index() as u32).collect::<Vec<_>>()
                    };
                    let minor = if bishop { Kind::Bishop } else { Kind::Knight };
                    let knights = of(Colour::White, Kind::Knight);
                    for image in 0..8 {
                        let men = Men {
                            strong_k: turns(of(Colour::White, Kind::King)[0], image),
                            strong_nn: [turns(knights[0], image), turns(knights[1], image)],
                            weak_k: turns(of(Colour::Black, Kind::King)[0], image),
                            weak_minor: turns(of(Colour::Black, minor)[0], image),
                            bishop,
                            strong_to_move: turn == Colour::White,
                        };
                        let before = all.insert(key(&men), value);
                        assert!(before.is_none_or(|before| before == value), "two values of one position");
                    }
                }
            }
        }
    }
    all
}

/// A small set that has all keys and a few others, so that most draws need no look into the map.
struct Sieve(Vec<u64>);

impl Sieve {
    const BITS: u32 = 24;

    fn place(key: u64) -> (usize, u32) {
        let mixed = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - Sieve::BITS);
        ((mixed / 64) as usize, (mixed % 64) as u32)
    }

    fn new(keys: impl Iterator<Item = u64>) -> Sieve {
        let mut words = vec![0; 1 << (Sieve::BITS - 6)];
        for key in keys {
            let (word, bit) = Sieve::place(key);
            words[word] |= 1 << bit;
        }
        Sieve(words)
    }

    fn may_have(&self, key: u64) -> bool {
        let (word, bit) = Sieve::place(key);
        self.0[word] >> bit & 1 != 0
    }
}

/// For each answer how often it is given, and how often wrongly.
type Counts = BTreeMap<Says, (u64, u64)>;

fn count(board: &Board, bishop: bool, strong_to_move: bool, values: &HashMap<u64, Value>) -> Counts {
    let sieve = Sieve::new(values.keys().copied());
    let mut counts = Counts::new();
    let mut seen = [(0_u64, 0_u64); 5];
    for strong_k in 0..64 {
        for weak_k in (0..64).filter(|&s| s != strong_k) {
            for first in (0..64).filter(|&s| s != strong_k && s != weak_k) {
                for second in (first + 1..64).filter(|&s| s != strong_k && s != weak_k) {
                    let taken = [strong_k, weak_k, first, second];
                    for weak_minor in (0..64).filter(|s| !taken.contains(s)) {
                        let strong_nn = [first, second];
                        let men = Men { strong_k, strong_nn, weak_k, weak_minor, bishop, strong_to_move };
                        if !men.legal(board) {
                            continue;
                        }
                        let (says, key) = (men.recognise(board), key(&men));
                        let value = if sieve.may_have(key) { values.get(&key).copied() } else { None };
                        seen[says as usize].0 += 1;
                        seen[says as usize].1 += u64::from(!is_right(says, value));
                    }
                }
            }
        }
    }
    for says in [Says::Draw, Says::Mated, Says::Mates, Says::MatesNext, Says::Fails] {
        if seen[says as usize].0 > 0 {
            counts.insert(says, seen[says as usize]);
        }
    }
    counts
}

/// The lines of the printed recogniser in the data file of the other implementation, without those of single rules.
fn figures() -> String {
    let lines = include_str!("../data/recognisers.txt").lines();
    let own = lines.skip_while(|line| !line.contains("heinz-2001")).take_while(|line| !line.contains("adli"));
    own.filter(|line| !line.contains("rule")).fold(String::new(), |all, line| all + line + "\n")
}

#[test]
#[ignore = "minutes; `just exhaustive` runs it"]
fn a_second_program_counts_the_same_mistakes() {
    let board = Board::new();
    let mut found = String::new();
    let mut mistakes = Vec::new();
    for (name, bishop) in [("KNNKB", true), ("KNNKN", false)] {
        let material: Material = name.parse().unwrap();
        let values = decided(&solve_all(&[material], &Unwatched).unwrap(), material, bishop);
        let sides = [true, false].map(|strong| count(&board, bishop, strong, &values));
        let all: u64 = sides.iter().flat_map(BTreeMap::values).map(|(given, _)| given).sum();
        mistakes.push(sides.iter().flat_map(BTreeMap::values).map(|(_, wrong)| wrong).sum::<u64>());
        let _ = writeln!(found, "knn/heinz-2001 {name}: Refuted, {all} positions");
        for (side, counts) in ["strong", "weak"].into_iter().zip(&sides) {
            let positions: u64 = counts.values().map(|(given, _)| given).sum();
            let unknown = counts.get(&Says::Fails).map_or(0, |(given, _)| *given);
            let _ = writeln!(found, "  {side} to move: {positions} positions, {unknown} unknown");
            for (says, (given, wrong)) in counts {
                let word = match says {
                    Says::Draw => "draw",
                    Says::Mated => "mated",
                    Says::Mates => "mates",
                    Says::MatesNext => "mates_next",
                    Says::Fails => "unknown",
                };
                let _ = writeln!(found, "    {word}: {given}, wrong {wrong}");
            }
        }
    }
    assert_eq!(found, figures());
    assert_eq!(mistakes, [136, 2344]);
}
