//! What the reader of SMT-LIB takes, and what it refuses.

use adli_linear::{Limits, problem_of, read};

fn refused(text: &str) -> String {
    match read(text, &Limits::default()) {
        Ok(_) => panic!("{text}"),
        Err(mistake) => mistake.to_string(),
    }
}

#[test]
fn what_is_not_understood_is_refused_with_its_line() {
    for (text, expected) in [
        ("(assert (< x 1))", "line 1: `x` is not known here"),
        ("(declare-const x Int)\n(assert x)", "line 2: a truth value is wanted here, not a number"),
        ("(declare-const x Int)\n(assert (= x true))", "line 2: what is compared is of different sorts"),
        ("(declare-const x Int)(declare-const x Int)", "line 1: `x` is there already"),
        (
            "(declare-const x Int)(assert (= 1 (* x x)))",
            "line 1: this is not linear: a constant is wanted here",
        ),
        (
            "(declare-const x Int)(assert (= 1 (div x 0)))",
            "line 1: a quotient by 0 may be anything, and is not taken",
        ),
        ("(declare-const x Real)", "line 1: only the sorts `Int` and `Bool` are known here"),
        (
            "(declare-fun f (Int) Int)",
            "line 1: the command `declare-fun` is not known here, or not like this",
        ),
        ("(assert (forall ((x Int)) (= x x)))", "line 1: `forall` is not known here, or not like this"),
        ("(check-sat)\n(assert false)", "line 2: nothing can be added after `check-sat` or `exit`"),
        ("(exit)(assert false)", "line 1: nothing can be added after `check-sat` or `exit`"),
        ("(push 1)", "line 1: the command `push` is not known here, or not like this"),
        ("(assert true", "line 1: a `)` is missing"),
        ("(assert true))", "line 1: a `)` too many"),
        ("(declare-const and Int)", "line 1: a name is missing, or cannot be one"),
        ("(declare-const |5| Int)", "line 1: a name in `|` that looks like a number"),
        ("(assert (= 1 99999999999999999999))", "line 1: the number is too large"),
        ("(assert (= 1 01))", "line 1: `01` is not known here"),
        ("(define-fun f ((a Int)) Int (f a))(assert (= (f 1) 2))", "line 1: terms are nested too deeply"),
        ("(define-fun f ((a Int)) Int a)(assert (= (f true) 2))", "line 1: `f` takes other arguments"),
        ("(assert (let ((a 1) (a 2)) (= a 1)))", "line 1: `a` is bound twice"),
    ] {
        assert_eq!(refused(text), expected);
    }
    let deep = format!("(assert {}true{})", "(not ".repeat(5000), ")".repeat(5000));
    assert!(refused(&deep).ends_with("lists are nested too deeply"));
}

/// A short text can ask for a lot of work, and is told to stop.
#[test]
fn what_is_too_much_is_refused() {
    let mut text = "(declare-const x Int)(define-fun f0 ((a Int)) Int (ite (< a x) a x))".to_owned();
    for level in 1..60 {
        let below = level - 1;
        text +=
            &format!("(define-fun f{level} ((a Int)) Int (+ (f{below} (* 2 a)) (f{below} (+ 1 (* 2 a)))))");
    }
    text += "(assert (= 0 (f59 x)))";
    let limits = Limits { formulas: 10_000, terms: 100_000 };
    assert!(read(&text, &limits).is_err_and(|mistake| mistake.what.contains("more")));
    // Sums that grow with every definition are longer together than the text.
    let mut text = "(declare-const a0 Int)(declare-const s0 Int)".to_owned();
    for next in 1..3000 {
        let last = next - 1;
        text += &format!("(declare-const a{next} Int)(define-fun s{next} () Int (+ s{last} a{next}))");
    }
    assert!(read(&text, &limits).is_err_and(|mistake| mistake.what.contains("more formulas")));
    let large = "(declare-const x Int)(assert (= 0 (* 4611686018427387904 (* 2 x))))";
    assert!(refused(large).contains("larger than is calculated with here"));
}

/// A definition does not see the names of where it is called, and the innermost name counts.
#[test]
fn names_have_their_places() {
    let text = "(declare-const x Int)(define-fun f ((a Int)) Int (+ a x))
        (assert (= x 1))(assert (let ((x 10)) (= (f x) 11)))(assert (let ((x 2) (y x)) (= (+ x y) 3)))";
    let plain = "(declare-const x Int)(assert (= x 1))(assert (= (+ 10 x) 11))(assert (= (+ 2 x) 3))";
    let problem = |text| problem_of(text, &Limits::default()).unwrap().problem;
    assert_eq!(problem(text), problem(plain));
}

/// Choices that are maxima or minima become these, and then comparisons speak of the integers alone.
#[test]
fn a_maximum_needs_no_integer_of_its_own() {
    for text in [
        "(assert (<= (ite (< a b) b a) 5))",
        "(assert (<= (ite (>= a b) b a) 5))",
        "(assert (<= (+ (abs (- a b)) (ite (>= a 0) a (- a))) 5))",
    ] {
        let text = format!("(declare-const a Int)(declare-const b Int){text}");
        assert_eq!(problem_of(&text, &Limits::default()).unwrap().integers.len(), 2, "{text}");
    }
}
