//! Rook against knight by a second program, which shares nothing with the first: neither the language nor the prover, neither the core of
//! chess nor the tables. It solves the endgame backwards, to mate or to the capture of the knight for good, finds from where a harbour
//! can be entered, counts again what `library/knkr/adli.adv` claims, and finds what each of its set-ups is for.

/// A square: the file from 0, and eight times the rank from 0.
type At = usize;

fn lines(at: At) -> (i32, i32) {
    ((at % 8) as i32, (at / 8) as i32)
}

fn steps(a: At, b: At) -> i32 {
    let ((x, y), (u, v)) = (lines(a), lines(b));
    (x - u).abs().max((y - v).abs())
}

fn jumps(a: At, b: At) -> bool {
    let ((x, y), (u, v)) = (lines(a), lines(b));
    (x - u).abs() * (y - v).abs() == 2
}

/// Whether a rook sees a square past some men.
fn sees(rook: At, to: At, men: &[At]) -> bool {
    let ((x, y), (u, v)) = (lines(rook), lines(to));
    if rook == to || x != u && y != v {
        return false;
    }
    let inside = |at: At| {
        let (s, t) = lines(at);
        let (s_in, t_in) = (s >= x.min(u) && s <= x.max(u), t >= y.min(v) && t <= y.max(v));
        at != rook && at != to && s_in && t_in
    };
    !men.iter().any(|&at| inside(at))
}

/// White king, rook, black king, knight.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Men {
    wk: At,
    r: At,
    bk: At,
    n: At,
}

/// After a move: the men, or somebody has been taken and this is whether White wins.
enum After {
    Men(Men),
    Taken(bool),
}

struct Board {
    near: Vec<Vec<At>>,
    jump: Vec<Vec<At>>,
}

impl Board {
    fn new() -> Board {
        let all = |related: fn(At, At) -> bool| {
            (0..64).map(|a| (0..64).filter(|&b| related(a, b)).collect()).collect()
        };
        Board { near: all(|a, b| steps(a, b) == 1), jump: all(jumps) }
    }

    /// Without the knight, Black to move: he can take the rook, or has no move.
    fn white_wins_without_knight(&self, wk: At, r: At, bk: At) -> bool {
        if steps(r, bk) == 1 && steps(wk, r) > 1 {
            return false;
        }
        let flees = self.near[bk].iter().any(|&to| to != r && steps(to, wk) > 1 && !sees(r, to, &[wk]));
        flees || sees(r, bk, &[wk])
    }

    fn black_moves(&self, m: Men, mut visit: impl FnMut(After) -> bool) -> bool {
        for &to in self.near[m.bk].iter().filter(|&&to| to != m.n && steps(to, m.wk) > 1) {
            let stop = if to == m.r {
                visit(After::Taken(false))
            } else {
                !sees(m.r, to, &[m.wk, m.n]) && visit(After::Men(Men { bk: to, ..m }))
            };
            if stop {
                return true;
            }
        }
        self.jump[m.n].iter().filter(|&&to| to != m.bk && to != m.wk).any(|&to| {
            if to == m.r {
                return visit(After::Taken(false));
            }
            !sees(m.r, m.bk, &[m.wk, to]) && visit(After::Men(Men { n: to, ..m }))
        })
    }

    fn white_moves(&self, m: Men, mut visit: impl FnMut(After) -> bool) -> bool {
        for &to in self.near[m.wk].iter().filter(|&&to| to != m.r && steps(to, m.bk) > 1) {
            let stop = if to == m.n {
                visit(After::Taken(self.white_wins_without_knight(to, m.r, m.bk)))
            } else {
                !jumps(to, m.n) && visit(After::Men(Men { wk: to, ..m }))
            };
            if stop {
                return true;
            }
        }
        let in_check = jumps(m.n, m.wk);
        for (across, up) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let (mut x, mut y) = lines(m.r);
            loop {
                (x, y) = (x + across, y + up);
                let to = (x + 8 * y) as At;
                if !(0..8).contains(&x) || !(0..8).contains(&y) || to == m.wk || to == m.bk {
                    break;
                }
                if to == m.n {
                    if visit(After::Taken(self.white_wins_without_knight(m.wk, to, m.bk))) {
                        return true;
                    }
                    break;
                }
                if !in_check && visit(After::Men(Men { r: to, ..m })) {
                    return true;
                }
            }
        }
        false
    }
}

/// What is known by position, with White to move and with Black to move: plies to the win, or one of these.
struct Values {
    white: Vec<u8>,
    black: Vec<u8>,
}

const NOT_LEGAL: u8 = 254;
const OPEN: u8 = 255;

fn index(m: Men) -> usize {
    ((m.wk * 64 + m.r) * 64 + m.bk) * 64 + m.n
}

/// The eight images of a square.
fn image(at: At, symmetry: usize) -> At {
    let (mut x, mut y) = (at % 8, at / 8);
    if symmetry & 1 == 1 {
        x = 7 - x;
    }
    if symmetry & 2 == 2 {
        y = 7 - y;
    }
    if symmetry & 4 == 4 {
        (x, y) = (y, x);
    }
    x + 8 * y
}

fn put(table: &mut [u8], m: Men, value: u8) {
    for s in 0..8 {
        let m = Men { wk: image(m.wk, s), r: image(m.r, s), bk: image(m.bk, s), n: image(m.n, s) };
        table[index(m)] = value;
    }
}

/// Positions with the black king between a1, d1 and d4: one of each class, or a few more.
fn classes(mut visit: impl FnMut(Men)) {
    for bk in (0..64).filter(|bk| bk % 8 < 4 && bk / 8 <= bk % 8) {
        for wk in (0..64).filter(|&wk| steps(wk, bk) > 1) {
            for r in (0..64).filter(|&r| r != wk && r != bk) {
                for n in (0..64).filter(|&n| n != wk && n != bk && n != r) {
                    visit(Men { wk, r, bk, n });
                }
            }
        }
    }
}

fn solve(board: &Board) -> Values {
    let mut values = Values { white: vec![NOT_LEGAL; 1 << 24], black: vec![NOT_LEGAL; 1 << 24] };
    classes(|m| {
        if !sees(m.r, m.bk, &[m.wk, m.n]) {
            put(&mut values.white, m, OPEN);
        }
        if !jumps(m.n, m.wk) {
            put(&mut values.black, m, OPEN);
        }
    });
    for plies in 0.. {
        let mut found = false;
        classes(|m| {
            let (white, black) = (values.white[index(m)], values.black[index(m)]);
            if plies % 2 == 1 && white == OPEN {
                let wins = board.white_moves(m, |after| match after {
                    After::Men(m) => values.black[index(m)] < plies,
                    After::Taken(wins) => wins,
                });
                if wins {
                    put(&mut values.white, m, plies);
                    found = true;
                }
            } else if plies % 2 == 0 && black == OPEN {
                let mut moves = 0;
                let saved = board.black_moves(m, |after| {
                    moves += 1;
                    !matches!(after, After::Men(m) if values.white[index(m)] < NOT_LEGAL)
                });
                let mated = moves == 0 && sees(m.r, m.bk, &[m.wk, m.n]);
                if !saved && (moves > 0 || mated) {
                    put(&mut values.black, m, plies);
                    found = true;
                }
            }
        });
        if !found && plies > 1 {
            break;
        }
    }
    values
}

/// How far a square is from the nearest edge, and from the nearest corner.
fn margins(at: At) -> (i32, i32) {
    let (x, y) = lines(at);
    let (x, y) = (x.min(7 - x), y.min(7 - y));
    (x.min(y), x.max(y))
}

/// By how many files and ranks two squares differ, the smaller number first.
fn apart(a: At, b: At) -> (i32, i32) {
    let ((x, y), (u, v)) = (lines(a), lines(b));
    let (across, up) = ((x - u).abs(), (y - v).abs());
    (across.min(up), across.max(up))
}

fn walk(a: At, b: At) -> i32 {
    let (less, more) = apart(a, b);
    less + more
}

fn together(m: Men) -> bool {
    let ((edge, corner), knight) = (margins(m.bk), margins(m.n));
    let sound = if corner == 3 {
        true
    } else if edge > 0 {
        knight != (1, 1) || steps(m.wk, m.n) > 1
    } else {
        corner == 2 && knight.0 > 0 && knight != (1, 1)
    };
    walk(m.bk, m.n) < 3 && sound
}

fn leading(m: Men) -> bool {
    margins(m.bk).0 > 0 && steps(m.wk, m.n) - steps(m.bk, m.n) > 1
}

fn central(m: Men) -> bool {
    let (edge, corner) = margins(m.n);
    edge + corner > 3 && steps(m.bk, m.n) < steps(m.wk, m.n) && walk(m.bk, m.n) < 6
}

fn diagonal(m: Men) -> bool {
    let (edge, corner) = margins(m.bk);
    apart(m.bk, m.n) == (2, 2) && edge > 0 && corner > 1
}

fn abreast(m: Men) -> bool {
    walk(m.bk, m.n) == 1 && margins(m.n).1 > 1 && walk(m.wk, m.n) > 2 && apart(m.r, m.bk).0 > 0
}

fn facing(m: Men) -> bool {
    apart(m.bk, m.n) == (0, 2) && apart(m.wk, m.bk) == (0, 2)
}

fn middle(m: Men) -> bool {
    margins(m.bk).0 > 1 && margins(m.n).0 > 1 && walk(m.bk, m.n) < 6 && apart(m.r, m.n).0 > 1
}

fn outpost(m: Men) -> bool {
    let ((x, y), (u, v), (s, t)) = (lines(m.bk), lines(m.n), lines(m.r));
    let divides = (s - x) * (s - u) < 0 || (t - y) * (t - v) < 0;
    margins(m.n).0 == 3 && margins(m.bk).0 > 0 && !divides && apart(m.r, m.n).0 > 1
}

fn cornered(m: Men) -> bool {
    margins(m.bk).1 < 2 && jumps(m.bk, m.n) && walk(m.wk, m.n) > 4
}

type SetUp = (&'static str, fn(Men) -> bool);

/// The set-ups of the library, White to move, in its order.
const SET_UPS: [SetUp; 9] = [
    ("together", together),
    ("leading", leading),
    ("central", central),
    ("diagonal", diagonal),
    ("abreast", abreast),
    ("facing", facing),
    ("middle", middle),
    ("outpost", outpost),
    ("cornered", cornered),
];

/// A harbour of these set-ups: nothing is lost in eleven plies.
fn is_harbour(values: &Values, set_ups: &[SetUp], m: Men) -> bool {
    let value = values.white[index(m)];
    (value == OPEN || (12..NOT_LEGAL).contains(&value)) && set_ups.iter().any(|(_, holds)| holds(m))
}

/// In how many plies Black, to move, enters a harbour or takes the rook, up to eleven; a game that is over on the way will do. Otherwise 0.
fn entering(board: &Board, values: &Values, set_ups: &[SetUp]) -> Vec<u8> {
    let mut white = vec![0; 1 << 24];
    classes(|m| {
        let legal = values.white[index(m)] != NOT_LEGAL;
        if legal && (is_harbour(values, set_ups, m) || !board.white_moves(m, |_| true)) {
            put(&mut white, m, 1);
        }
    });
    let mut black = vec![0; 1 << 24];
    for plies in (1..=11).step_by(2) {
        classes(|m| {
            let enters = |after| match after {
                After::Men(m) => white[index(m)] == 1,
                After::Taken(_) => true,
            };
            // Stalemate is a draw too.
            let holds = || board.black_moves(m, enters) || !board.black_moves(m, |_| true);
            if values.black[index(m)] == OPEN && black[index(m)] == 0 && holds() {
                put(&mut black, m, plies);
            }
        });
        classes(|m| {
            let escapes = |after| match after {
                After::Men(m) => black[index(m)] == 0,
                After::Taken(wins) => wins,
            };
            let open = values.white[index(m)] != NOT_LEGAL && white[index(m)] == 0;
            if open && !board.white_moves(m, escapes) {
                put(&mut white, m, 1);
            }
        });
    }
    black
}

fn text() -> &'static str {
    let (_, text) = adli_lang::TEXTS.iter().find(|(name, _)| *name == "knkr/adli").expect("it is there");
    text
}

#[test]
#[ignore = "ten seconds: the endgame is solved by a program of its own; `just exhaustive` runs it"]
fn a_second_program_counts_the_same() {
    let board = Board::new();
    let values = solve(&board);
    let count = |table: &[u8], wanted: fn(u8) -> bool| table.iter().filter(|&&value| wanted(value)).count();
    assert_eq!(count(&values.black, |value| value == OPEN), 11_170_456);
    assert_eq!(values.white.iter().filter(|&&value| value < NOT_LEGAL).max(), Some(&53), "27 moves");
    let plies = entering(&board, &values, &SET_UPS);
    let (mut harbours, mut unsound, mut by_plies, mut holding, mut near) = (0, 0, [0; 12], 0, 0);
    // How far ahead must be looked where no harbour can be entered: by the plies to which a wrong move loses.
    let mut deepest = [0; 64];
    for (at, &plies) in plies.iter().enumerate() {
        let m = Men { wk: at >> 18, r: at >> 12 & 63, bk: at >> 6 & 63, n: at & 63 };
        if values.white[at] != NOT_LEGAL && is_harbour(&values, &SET_UPS, m) {
            harbours += 1;
            unsound += u32::from(values.white[at] != OPEN);
        }
        if values.black[at] != OPEN || !board.black_moves(m, |_| true) {
            continue;
        }
        if plies > 0 {
            by_plies[usize::from(plies)] += 1;
            continue;
        }
        holding += 1;
        near += u32::from(steps(m.bk, m.n) < 3);
        let mut worst = 0;
        board.black_moves(m, |after| {
            if let After::Men(m) = after
                && values.white[index(m)] < NOT_LEGAL
            {
                worst = worst.max(values.white[index(m)]);
            }
            false
        });
        deepest[usize::from(worst)] += 1;
    }
    // Whoever enters, or comes where he can, keeps the draw, because no harbour is lost; and 54 plies show every other mistake.
    assert_eq!((harbours, unsound), (2_689_888, 0));
    let (soon, later) = (by_plies[3] + by_plies[5], by_plies[7..].iter().sum());
    let counts = [by_plies[1], soon, later, holding, near];
    assert_eq!(counts, [8_639_432, 1_861_608, 565_764, 103_604, 2_344]);
    assert_eq!((deepest[52..].iter().sum::<u32>(), deepest[54..].iter().sum::<u32>()), (8, 0));
    for count in counts {
        assert!(text().contains(&format!("expect {count}\n")), "{count}");
    }
}

/// What each set-up is for: how many positions it decides at once where none above it does, and how many more are left to `hold_out` without it.
#[test]
#[ignore = "half a minute: the endgame is gone through for each set-up; `just exhaustive` runs it"]
fn every_set_up_is_needed() {
    let board = Board::new();
    let values = solve(&board);
    let all = entering(&board, &values, &SET_UPS);
    let left = |plies: &[u8]| (0..1 << 24).filter(|&at| values.black[at] == OPEN && plies[at] == 0).count();
    let mut found = String::new();
    let mut decided = [0_u32; SET_UPS.len()];
    for at in (0..1 << 24).filter(|&at| all[at] == 1) {
        let m = Men { wk: at >> 18, r: at >> 12 & 63, bk: at >> 6 & 63, n: at & 63 };
        let first = SET_UPS.iter().position(|&set_up| {
            board.black_moves(m, |after| matches!(after, After::Men(m) if is_harbour(&values, &[set_up], m)))
        });
        if let Some(first) = first {
            decided[first] += 1;
        }
    }
    for (at, (name, _)) in SET_UPS.iter().enumerate() {
        let others: Vec<SetUp> = SET_UPS.into_iter().filter(|(other, _)| other != name).collect();
        let more = left(&entering(&board, &values, &others)) - left(&all);
        found +=
            &format!("knkr/adli {name}\tat_once\t{}\nknkr/adli {name}\tleft_without\t{more}\n", decided[at]);
    }
    let two: Vec<SetUp> =
        SET_UPS.into_iter().filter(|(name, _)| ["together", "abreast"].contains(name)).collect();
    let alone = left(&entering(&board, &values, &two));
    found += &format!("knkr/adli together and abreast alone\tleft\t{alone}\n");
    let ours = |line: &&str| SET_UPS.iter().any(|(name, _)| line.starts_with(&format!("knkr/adli {name}")));
    let recorded = include_str!("../data/knkr.tsv").lines().filter(ours);
    assert_eq!(found.lines().collect::<Vec<_>>(), recorded.collect::<Vec<_>>());
}
