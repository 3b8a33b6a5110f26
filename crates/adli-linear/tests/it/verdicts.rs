//! Problems with known answers.

use std::io::Write;

use adli_farkas::{Problem, check};
use adli_linear::{Allowed, Files, Limits, Verdict, prove};
use adli_watch::{By, Unwatched, Watch};
use tempfile::TempDir;

/// The verdict on a text; a certificate is checked again from its files.
pub(crate) fn decide(text: &str) -> Verdict {
    let root = TempDir::new().unwrap();
    let path = |name: &str| root.path().join(name);
    let (problem, farkas, proof) = (path("a.linear"), path("a.farkas"), path("a.lrat"));
    let files = Files { problem: &problem, farkas: &farkas, proof: &proof };
    let (verdict, _) = prove(text, &files, &Limits::default(), &Allowed::default(), &Unwatched).unwrap();
    if let Verdict::Unsatisfiable(checked) = &verdict {
        let open = |path| std::fs::File::open(path).unwrap();
        let limits = adli_farkas::Limits::default();
        let read = Problem::read(open(&problem), &limits).unwrap();
        assert_eq!(check(&read, open(&farkas), open(&proof), &limits).unwrap(), *checked);
    }
    verdict
}

fn is_unsatisfiable(text: &str) {
    let verdict = decide(text);
    assert!(matches!(verdict, Verdict::Unsatisfiable(_)), "{verdict:?}\n{text}");
}

fn is_satisfiable(text: &str) {
    let verdict = decide(text);
    assert!(matches!(verdict, Verdict::Satisfiable(_)), "{verdict:?}\n{text}");
}

#[test]
fn integers_are_not_fractions() {
    is_unsatisfiable("(declare-const x Int)(assert (= (* 2 x) 5))");
    // An even number and an odd one, without bounds.
    let both = "(declare-const x Int)(declare-const a Int)(declare-const b Int)";
    is_unsatisfiable(&format!("{both}(assert (= x (* 2 a)))(assert (= x (+ 1 (* 2 b))))"));
    is_unsatisfiable(&format!(
        "{both}(assert (= (+ (* 6 x) (* 10 a) (* 15 b)) 1))(assert (<= 0 x 4))(assert (<= 0 a 2))(assert (<= 0 b 1))"
    ));
    is_satisfiable(&format!("{both}(assert (= (+ (* 6 x) (* 10 a) (* 15 b)) 1))"));
    is_unsatisfiable(&format!("{both}(assert (= (mod x 6) 4))(assert (= (mod x 4) 3))"));
}

#[test]
fn nothing_and_nonsense() {
    is_satisfiable("");
    is_satisfiable("(declare-const x Int)(declare-const p Bool)(assert p)");
    is_unsatisfiable("(assert false)");
    is_unsatisfiable("(declare-const p Bool)(assert p)(assert (not p))");
    is_unsatisfiable("(declare-const x Int)(assert (< x x))");
    is_satisfiable("(declare-const x Int)(assert (> x 9000000000000000000))");
}

/// On a board of any size from 3: two kings that are not neighbours, and one that goes to where the other stands in a step.
#[test]
fn kings_on_every_board() {
    let board = "(declare-const n Int)(assert (>= n 3))
        (define-fun max ((a Int) (b Int)) Int (ite (>= a b) a b))
        (define-fun steps ((a Int) (b Int) (c Int) (d Int)) Int (max (abs (- a c)) (abs (- b d))))
        (define-fun on ((a Int) (b Int)) Bool (and (<= 1 a n) (<= 1 b n)))
        (declare-const Kf Int)(declare-const Kr Int)(declare-const kf Int)(declare-const kr Int)
        (declare-const x Int)(declare-const y Int)
        (assert (and (on Kf Kr) (on kf kr) (on x y) (>= (steps Kf Kr kf kr) 2) (= (steps Kf Kr x y) 1)))";
    is_unsatisfiable(&format!("{board}(assert (and (= x kf) (= y kr)))"));
    is_satisfiable(&format!("{board}(assert (= (steps x y kf kr) 1))"));
    // The triangle inequality, and that walks are at most twice as long as steps.
    is_unsatisfiable(&format!("{board}(assert (> (steps Kf Kr kf kr) (+ 1 (steps x y kf kr))))"));
    let walk = "(+ (abs (- Kf kf)) (abs (- Kr kr)))";
    is_unsatisfiable(&format!("{board}(assert (> {walk} (* 2 (steps Kf Kr kf kr))))"));
    is_satisfiable(&format!(
        "{board}(assert (= {walk} (* 2 (steps Kf Kr kf kr))))(assert (> n 100))(assert (= x n))"
    ));
}

/// Coq is asked where it is installed.
#[test]
fn lines_are_goals_for_coq() {
    let text = "p linear 2 1 2 2\na 1 2 x1 <= 5\na 2 -2 x1 <= -5\n1 0\n2 0\n";
    let problem = Problem::read(text.as_bytes(), &adli_farkas::Limits::default()).unwrap();
    let lines = "p farkas 1 2\na 3 1 x1 <= 2\n1 -1 2 3 0\n1 -2 2 -3 0\n";
    let (lines, _) = adli_farkas::check_lines(&problem, lines.as_bytes(), &Default::default()).unwrap();
    let mut goals = Vec::new();
    adli_linear::write_goals(&problem, &lines, 0..2, &mut goals).unwrap();
    let first = "Goal forall x1 : Z, (2) * x1 <= 5 -> (1) * x1 > 2 -> False. Proof. lia. Qed.";
    assert_eq!(String::from_utf8(goals.clone()).unwrap().lines().nth(2), Some(first));
    let root = TempDir::new().unwrap();
    std::fs::write(root.path().join("lines.v"), goals).unwrap();
    match std::process::Command::new("coqc").arg("lines.v").current_dir(root.path()).status() {
        Ok(status) => assert!(status.success()),
        // Written past the harness, which swallows what a passing test prints.
        Err(_) => std::io::stderr()
            .write_all(b"SKIPPED: coqc is not installed (Debian: apt-get install coq)\n")
            .unwrap(),
    }
}

/// More pigeons than holes, as numbers.
#[test]
fn pigeons() {
    let count = 6;
    let mut text = String::new();
    for pigeon in 0..count {
        text += &format!("(declare-const p{pigeon} Int)(assert (<= 1 p{pigeon} {}))", count - 1);
    }
    let all: Vec<String> = (0..count).map(|pigeon| format!("p{pigeon}")).collect();
    is_unsatisfiable(&format!("{text}(assert (distinct {}))", all.join(" ")));
    is_satisfiable(&format!("{text}(assert (distinct {}))", all[1..].join(" ")));
}

#[test]
fn somebody_can_stop_it() {
    struct Stopped;
    impl Watch for Stopped {
        fn stopped(&self) -> Option<By> {
            Some(By::Hand)
        }
    }
    let mut text = String::new();
    let all: Vec<String> = (0..14).map(|pigeon| format!("p{pigeon}")).collect();
    all.iter().for_each(|pigeon| text += &format!("(declare-const {pigeon} Int)(assert (<= 1 {pigeon} 13))"));
    text += &format!("(assert (distinct {}))", all.join(" "));
    let encoded = adli_linear::problem_of(&text, &Limits::default()).unwrap();
    let (decided, _) = adli_linear::decide(&encoded.problem, &Allowed::default(), &Stopped);
    assert_eq!(decided, adli_linear::Decided::Unknown("stopped before the end".to_owned()));
}
