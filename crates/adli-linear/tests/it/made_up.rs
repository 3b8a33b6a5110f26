//! Made-up problems: small ones against trying out all integers, others against z3, if it is installed.

use std::io::Write;
use std::process::{Command, Stdio};

use adli_linear::{Allowed, Limits, Model, Verdict};
use adli_watch::Unwatched;

use crate::verdicts::decide;

/// Numbers that look random (SplitMix64).
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: i64) -> i64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % limit as u64) as i64
    }
}

enum Term {
    Integer(usize),
    Constant(i64),
    Plus(Box<Term>, Box<Term>),
    Minus(Box<Term>, Box<Term>),
    Times(i64, Box<Term>),
    Abs(Box<Term>),
    Div(Box<Term>, i64),
    Mod(Box<Term>, i64),
    Larger(Box<Term>, Box<Term>),
    Ite(Box<Truth>, Box<Term>, Box<Term>),
    /// A term with a name, and that plus twice another.
    Let(Box<Term>, Box<Term>),
}

enum Truth {
    Compare(&'static str, Term, Term),
    And(Vec<Truth>),
    Or(Vec<Truth>),
    Not(Box<Truth>),
    Same(Box<Truth>, Box<Truth>),
}

const INTEGERS: usize = 3;
const REACH: i64 = 3;

fn term(chance: &mut Chance, depth: i64) -> Term {
    let inner = |chance: &mut Chance| Box::new(term(chance, depth - 1));
    if depth == 0 {
        return if chance.below(4) > 0 {
            Term::Integer(chance.below(INTEGERS as i64) as usize)
        } else {
            Term::Constant(chance.below(9) - 4)
        };
    }
    let divisor = |chance: &mut Chance| [-3, -2, 2, 3, 4][chance.below(5) as usize];
    match chance.below(12) {
        0 | 1 => term(chance, 0),
        2 | 3 => Term::Plus(inner(chance), inner(chance)),
        4 => Term::Minus(inner(chance), inner(chance)),
        5 => Term::Times(chance.below(7) - 3, inner(chance)),
        6 => Term::Abs(inner(chance)),
        7 => Term::Div(inner(chance), divisor(chance)),
        8 => Term::Mod(inner(chance), divisor(chance)),
        9 => Term::Larger(inner(chance), inner(chance)),
        10 => Term::Ite(Box::new(truth(chance, depth - 1)), inner(chance), inner(chance)),
        _ => Term::Let(inner(chance), inner(chance)),
    }
}

fn truth(chance: &mut Chance, depth: i64) -> Truth {
    let inner = |chance: &mut Chance| truth(chance, depth - 1);
    match if depth <= 0 { 0 } else { chance.below(8) } {
        0..4 => {
            let how = ["<=", "<", ">=", ">", "=", "distinct"][chance.below(6) as usize];
            Truth::Compare(how, term(chance, depth.max(0)), term(chance, depth.max(0)))
        }
        4 => Truth::And(vec![inner(chance), inner(chance), inner(chance)]),
        5 => Truth::Or(vec![inner(chance), inner(chance)]),
        6 => Truth::Not(Box::new(inner(chance))),
        _ => Truth::Same(Box::new(inner(chance)), Box::new(inner(chance))),
    }
}

fn plain(number: i64) -> String {
    if number < 0 { format!("(- {})", -number) } else { number.to_string() }
}

impl Term {
    fn text(&self) -> String {
        match self {
            Term::Integer(integer) => format!("x{integer}"),
            Term::Constant(number) => plain(*number),
            Term::Plus(a, b) => format!("(+ {} {})", a.text(), b.text()),
            Term::Minus(a, b) => format!("(- {} {})", a.text(), b.text()),
            Term::Times(factor, a) => format!("(* {} {})", plain(*factor), a.text()),
            Term::Abs(a) => format!("(abs {})", a.text()),
            Term::Div(a, by) => format!("(div {} {})", a.text(), plain(*by)),
            Term::Mod(a, by) => format!("(mod {} {})", a.text(), plain(*by)),
            Term::Larger(a, b) => format!("(larger {} {})", a.text(), b.text()),
            Term::Ite(c, a, b) => format!("(ite {} {} {})", c.text(), a.text(), b.text()),
            Term::Let(a, b) => format!("(let ((it {}) (x0 {})) (+ it (* 2 x0)))", a.text(), b.text()),
        }
    }

    fn value(&self, x: &[i64]) -> i64 {
        match self {
            Term::Integer(integer) => x[*integer],
            Term::Constant(number) => *number,
            Term::Plus(a, b) => a.value(x) + b.value(x),
            Term::Minus(a, b) => a.value(x) - b.value(x),
            Term::Times(factor, a) => factor * a.value(x),
            Term::Abs(a) => a.value(x).abs(),
            Term::Div(a, by) => a.value(x).div_euclid(*by),
            Term::Mod(a, by) => a.value(x).rem_euclid(*by),
            Term::Larger(a, b) => a.value(x).max(b.value(x)),
            Term::Ite(c, a, b) => {
                if c.holds(x) {
                    a.value(x)
                } else {
                    b.value(x)
                }
            }
            Term::Let(a, b) => a.value(x) + 2 * b.value(x),
        }
    }
}

impl Truth {
    fn text(&self) -> String {
        let all = |parts: &[Truth]| parts.iter().map(Truth::text).collect::<Vec<_>>().join(" ");
        match self {
            Truth::Compare(how, a, b) => format!("({how} {} {})", a.text(), b.text()),
            Truth::And(parts) => format!("(and {})", all(parts)),
            Truth::Or(parts) => format!("(or {})", all(parts)),
            Truth::Not(a) => format!("(not {})", a.text()),
            Truth::Same(a, b) => format!("(= {} {})", a.text(), b.text()),
        }
    }

    fn holds(&self, x: &[i64]) -> bool {
        match self {
            Truth::Compare(how, a, b) => {
                let (a, b) = (a.value(x), b.value(x));
                match *how {
                    "<=" => a <= b,
                    "<" => a < b,
                    ">=" => a >= b,
                    ">" => a > b,
                    "=" => a == b,
                    _ => a != b,
                }
            }
            Truth::And(parts) => parts.iter().all(|part| part.holds(x)),
            Truth::Or(parts) => parts.iter().any(|part| part.holds(x)),
            Truth::Not(a) => !a.holds(x),
            Truth::Same(a, b) => a.holds(x) == b.holds(x),
        }
    }
}

fn problem(number: u64, is_bounded: bool) -> (String, Vec<Truth>) {
    let mut chance = Chance(number);
    let truths: Vec<Truth> = (0..=chance.below(6))
        .map(|_| {
            let depth = 1 + chance.below(3);
            truth(&mut chance, depth)
        })
        .collect();
    let mut text = "(set-logic QF_LIA)\n".to_owned();
    (0..INTEGERS).for_each(|integer| text += &format!("(declare-const x{integer} Int)\n"));
    text += "(define-fun larger ((a Int) (b Int)) Int (ite (>= a b) a b))\n";
    if is_bounded {
        (0..INTEGERS).for_each(|integer| text += &format!("(assert (<= (- {REACH}) x{integer} {REACH}))\n"));
    }
    truths.iter().for_each(|truth| text += &format!("(assert {})\n", truth.text()));
    (text + "(check-sat)\n", truths)
}

fn check_model(model: &Model, truths: &[Truth], text: &str) {
    let integers: Vec<i64> = model.integers.iter().map(|&(_, value)| value).collect();
    assert!(truths.iter().all(|truth| truth.holds(&integers)), "{model:?}\n{text}");
}

#[test]
fn bounded_ones_agree_with_trying_out_all_integers() {
    let mut counts = [0, 0];
    for number in 0..400 {
        let (text, truths) = problem(number, true);
        let all = || -REACH..=REACH;
        let is_satisfiable =
            all().any(|a| all().any(|b| all().any(|c| truths.iter().all(|truth| truth.holds(&[a, b, c])))));
        match decide(&text) {
            Verdict::Satisfiable(model) => {
                assert!(is_satisfiable, "{text}");
                check_model(&model, &truths, &text);
            }
            Verdict::Unsatisfiable(_) => assert!(!is_satisfiable, "{text}"),
            Verdict::Unknown(why) => panic!("{why}\n{text}"),
        }
        counts[usize::from(is_satisfiable)] += 1;
    }
    assert!(counts[0] > 50 && counts[1] > 50, "{counts:?}");
}

#[test]
fn unbounded_ones_agree_with_z3() {
    if Command::new("z3").arg("--version").stdout(Stdio::null()).status().is_err() {
        // Written past the harness, which swallows what a passing test prints.
        std::io::stderr().write_all(b"SKIPPED: z3 is not installed (Debian: apt-get install z3)\n").unwrap();
        return;
    }
    for number in 1000..1150 {
        let (text, truths) = problem(number, false);
        let said = ask_z3(&text);
        match decide(&text) {
            Verdict::Satisfiable(model) => {
                assert_ne!(said, "unsat", "{text}");
                check_model(&model, &truths, &text);
            }
            Verdict::Unsatisfiable(_) => assert_ne!(said, "sat", "{text}"),
            Verdict::Unknown(why) => println!("{number}: {why}"),
        }
    }
}

fn ask_z3(text: &str) -> String {
    let mut z3 = Command::new("z3")
        .args(["-in", "-T:20"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    z3.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    String::from_utf8(z3.wait_with_output().unwrap().stdout).unwrap().trim().to_owned()
}

/// The same text gives the same problem, and the same search.
#[test]
fn it_is_deterministic() {
    for number in 0..20 {
        let (text, _) = problem(number, true);
        let encoded = || adli_linear::problem_of(&text, &Limits::default()).unwrap();
        let (one, other) = (encoded(), encoded());
        assert_eq!(one, other);
        let decide = || adli_linear::decide(&one.problem, &Allowed::default(), &Unwatched);
        assert_eq!(decide(), decide());
    }
}
