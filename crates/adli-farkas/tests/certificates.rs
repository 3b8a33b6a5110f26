//! Problems and lines by hand: read, written, refused.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

use adli_farkas::{Limits, Lines, Problem, check, check_lines};

const PROBLEM: &str = "p linear 2 2 2 2\na 1 1 x1 -1 x2 <= -1\na 2 -1 x1 1 x2 <= -1\n1 0\n2 0\n";

fn problem(text: &str) -> Result<Problem, String> {
    Problem::read(text.as_bytes(), &Limits::default()).map_err(|fault| fault.to_string())
}

fn lines(text: &str) -> Result<Lines, String> {
    let problem = problem(PROBLEM).unwrap();
    check_lines(&problem, text.as_bytes(), &Limits::default())
        .map(|(lines, _)| lines)
        .map_err(|fault| fault.to_string())
}

#[test]
fn what_is_written_is_read_again() {
    let read = problem(PROBLEM).unwrap();
    let mut text = Vec::new();
    read.write(&["x1 is the king's".to_owned(), "two\nlines".to_owned()], &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert!(text.starts_with("p linear 2 2 2 2\nc x1 is the king's\nc two lines\na 1 1 x1"), "{text}");
    assert_eq!(problem(&text).unwrap(), read);
    let written = "p farkas 1 1\na 3 1 x1 <= 4\n1 -1 1 -2 0\n";
    let mut again = Vec::new();
    lines(written).unwrap().write(&mut again).unwrap();
    assert_eq!(again, written.as_bytes());
}

#[test]
fn problems_are_read_strictly() {
    for (from, to) in [
        ("p linear", "p cnf"),
        ("2 2 2 2", "2 2 2"),
        ("2 2 2 2", "2 2 2 2 "),
        ("2 2 2 2", "2 2 2 99999999999999999999"),
        ("2 2 2 2", "4294967295 2 2 2"),
        ("1 x1 -1 x2 <=", "1 x2 -1 x1 <="),
        ("1 x1 -1 x2 <=", "0 x1 -1 x2 <="),
        ("1 x1 -1 x2 <=", "1 x1 -1 x3 <="),
        ("1 x1 -1 x2 <=", "1 x0 -1 x2 <="),
        ("1 x1 -1 x2 <=", "1 x1 -1 y2 <="),
        ("1 x1 -1 x2 <=", "<="),
        ("1 x1 -1 x2 <=", "+1 x1 -1 x2 <="),
        ("1 x1 -1 x2 <=", "1  x1 -1 x2 <="),
        ("<= -1\na 2", "< -1\na 2"),
        ("a 2", "a 3"),
        ("\n2 0\n", "\n3 0\n"),
        ("\n2 0\n", "\n2\n"),
        ("\n2 0\n", "\n2 0 0\n"),
        ("\n2 0\n", "\n2 0"),
        ("\n2 0\n", "\n2 0\n\n"),
        ("\n2 0\n", "\n-0\n"),
    ] {
        assert!(PROBLEM.contains(from), "{from}");
        let text = PROBLEM.replacen(from, to, 1);
        assert!(problem(&text).is_err(), "{text}");
    }
}

/// Multipliers as large as they may be do not overflow unnoticed.
#[test]
fn large_numbers_are_sums_or_refused() {
    let most = i64::MAX;
    assert!(lines(&format!("p farkas 0 1\n{most} -1 {most} -2 0\n")).is_ok());
    let text = format!("p linear 1 1 1 0\na 1 {most} x1 <= {}\n", i64::MIN);
    let problem = problem(&text).unwrap();
    let many = format!("{most} -1 {most} -1 {most} -1 ");
    let lines = format!("p farkas 0 1\n{}0\n", many.repeat(3));
    let fault = check_lines(&problem, lines.as_bytes(), &Limits::default()).unwrap_err();
    assert!(fault.to_string().contains("the sum is too large"), "{fault}");
}

#[test]
fn solutions_are_put_into_the_problem() {
    let text = "p linear 3 2 2 2\na 1 1 x1 -1 x2 <= -1\na 2 1 x1 <= 4\n1 3 0\n-2 0\n";
    let problem = problem(text).unwrap();
    assert!(problem.is_satisfied(&[5, 6], &[true, false, false]));
    assert!(problem.is_satisfied(&[5, 5], &[false, false, true]));
    // An inequality that is not as the variable says; a clause that does not hold; too few values.
    assert!(!problem.is_satisfied(&[5, 5], &[true, false, true]));
    assert!(!problem.is_satisfied(&[5, 5], &[false, false, false]));
    assert!(!problem.is_satisfied(&[4, 5], &[true, true, true]));
    assert!(!problem.is_satisfied(&[5], &[true, false, false]));
    assert!(!problem.is_satisfied(&[i64::MAX, i64::MIN], &[true, false, false]));
}

#[test]
fn memory_is_a_limit_and_not_a_fault() {
    let small = Limits { memory: 20 };
    let fault = Problem::read(PROBLEM.as_bytes(), &small).unwrap_err();
    assert!(fault.is_limit());
    let read = problem(PROBLEM).unwrap();
    let proof = "4 0 1 2 3 0\n";
    let fault = check(&read, "p farkas 0 1\n1 -1 1 -2 0\n".as_bytes(), proof.as_bytes(), &small).unwrap_err();
    assert!(fault.is_limit(), "{fault}");
}
