//! Proofs that are right, and what is wrong with the others. Small ones are written by hand from the definition of the
//! format; each has a twin in the other form.
#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

use adli_lrat::{Checked, Fault, Limits, Problem, Wrong, check_proof, sort_proof};

/// Every full clause over two variables.
const FOUR: &str = "c four clauses\np cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n";

fn problem(text: &str) -> Result<Problem, Fault> {
    Problem::read(text.as_bytes(), &Limits::default())
}

fn check(text: &str, proof: &[u8]) -> Result<Checked, Fault> {
    check_proof(&problem(text).unwrap(), proof, &Limits::default())
}

fn message(text: &str, proof: &[u8]) -> String {
    check(text, proof).unwrap_err().to_string()
}

/// A text proof in binary.
fn binary(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    for line in text.lines() {
        let mut words = line.split_whitespace().peekable();
        let first: i64 = words.next().unwrap().parse().unwrap();
        if words.next_if_eq(&"d").is_some() {
            bytes.push(b'd');
        } else {
            bytes.push(b'a');
            put(&mut bytes, first);
        }
        words.for_each(|word| put(&mut bytes, word.parse().unwrap()));
    }
    bytes
}

fn put(bytes: &mut Vec<u8>, number: i64) {
    let mut code = number.unsigned_abs() * 2 + u64::from(number < 0);
    while code >= 0x80 {
        bytes.push((code & 0x7f) as u8 | 0x80);
        code >>= 7;
    }
    bytes.push(code as u8);
}

#[test]
fn a_right_proof_is_accepted_in_both_forms() {
    let proof = "5 2 0 1 2 0\n5 d 1 2 0\n6 -2 0 3 4 0\n7 0 5 6 0\n";
    let expected = Checked { steps: 3, hints: 6, deleted: 2 };
    assert_eq!(check(FOUR, proof.as_bytes()).unwrap(), expected);
    assert_eq!(check(FOUR, &binary(proof)).unwrap(), expected);
    // Comments, blanks and what stands after the empty clause do not matter.
    let same = "c a comment\n  5 2 0\n1 2 0\n\n6 -2 0 3 4 0 7 0 5 6 0 whatever";
    assert_eq!(check(FOUR, same.as_bytes()).unwrap().steps, 3);
    // A problem that has the empty clause needs no step.
    assert_eq!(check("p cnf 0 1\n0\n", b"").unwrap(), Checked::default());
}

#[test]
fn a_sorted_proof_says_the_same() {
    let proof = "5 -3 2 -1 0 4 0\n5 d 1 200 0\n300 0 5 6 0\n301 1 0 1 0\n";
    let mut sorted = Vec::new();
    sort_proof(proof.as_bytes(), &mut sorted, &Limits::default()).unwrap().unwrap();
    assert_eq!(sorted, binary("5 -3 -1 2 0 4 0\n5 d 1 200 0\n300 0 5 6 0\n"));
    assert!(sort_proof(b"5 -3 2".as_slice(), &mut sorted, &Limits::default()).is_err());
    let numbers: Vec<Vec<i64>> = problem(FOUR).unwrap().numbers().collect();
    assert_eq!(numbers, [[1, 2], [-1, 2], [1, -2], [-1, -2]]);
}

#[test]
fn what_is_wrong_is_named() {
    let cases = [
        // The empty clause without its reasons, from missing and from deleted clauses.
        (
            "5 0 0\n",
            "the hints do not contradict the clause's negation (step that adds clause 5, before byte 5)",
        ),
        ("5 0 9 0\n", "there is no clause 9 (step that adds clause 5, before byte 7)"),
        ("5 0 5 0\n", "there is no clause 5 (step that adds clause 5, before byte 7)"),
        ("5 d 1 0\n6 2 0 1 2 0\n", "there is no clause 1 (step that adds clause 6, before byte 19)"),
        ("5 d 1 1 0\n", "there is no clause 1 (before byte 9)"),
        (
            "5 0 0 1 2 0\n",
            "the hints do not contradict the clause's negation (step that adds clause 5, before byte 5)",
        ),
        // A clause that does not follow, hints in an order that does not, a hint that leaves two literals.
        (
            "5 2 0 3 4 0\n",
            "clause 3 does not follow up: two of its literals are not false (step that adds clause 5, before byte 11)",
        ),
        (
            "5 0 1 2 0\n",
            "clause 1 does not follow up: two of its literals are not false (step that adds clause 5, before byte 9)",
        ),
        // Numbers.
        (
            "4 2 0 1 2 0\n",
            "4 cannot be the number of the next clause (step that adds clause 4, before byte 11)",
        ),
        (
            "999999999 2 0 1 2 0\n",
            "999999999 cannot be the number of the next clause (step that adds clause 999999999, before byte 19)",
        ),
        (
            "5 3 0 1 2 0\n",
            "variable 3 is larger than the header says (step that adds clause 5, before byte 11)",
        ),
        ("5 99999999999999999999 0\n", "a number is too large (step that adds clause 5, before byte 20)"),
        // The end comes too early.
        ("", "it ends before the empty clause is reached (before byte 0)"),
        ("5 2 0 1 2 0\n", "it ends before the empty clause is reached (before byte 12)"),
        ("5 2 0 1 2", "it ends in the middle of a clause or step (step that adds clause 5, before byte 9)"),
        // What this checker does not take, and what nobody does.
        ("5 2 0 -1 2 0\n", "it is a RAT step, which is not taken (step that adds clause 5, before byte 8)"),
        ("5 x 0\n", "`x` cannot be here (step that adds clause 5, before byte 2)"),
        ("5 2\u{7f} 0\n", "a byte 0x7f cannot be here (step that adds clause 5, before byte 3)"),
    ];
    for (proof, expected) in cases {
        assert_eq!(message(FOUR, proof.as_bytes()), expected, "{proof}");
    }
}

#[test]
fn binary_proofs_are_refused_with_the_same_words() {
    assert!(message(FOUR, &binary("5 0 9 0\n")).starts_with("there is no clause 9"));
    assert!(message(FOUR, &binary("5 2 0 -1 2 0\n")).starts_with("it is a RAT step"));
    assert!(message(FOUR, b"a\x0a\x04\x00\x02").starts_with("it ends in the middle"));
    assert!(
        message(FOUR, b"a\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01")
            .starts_with("a number is too large")
    );
    assert!(message(FOUR, b"ab").starts_with("it ends in the middle"));
    assert!(message(FOUR, b"d\x00x").starts_with("`x` cannot be here"));
}

#[test]
fn problems_are_read_exactly() {
    let read = problem(FOUR).unwrap();
    assert_eq!((read.variables(), read.clauses()), (2, 4));
    let cases = [
        ("", "there is no header `p cnf VARIABLES CLAUSES` (before byte 0)"),
        ("1 2 0\n", "there is no header `p cnf VARIABLES CLAUSES` (before byte 1)"),
        ("p cnf 2\n", "it ends in the middle of a clause or step (before byte 8)"),
        ("p cnf 2 -1\n", "a number is too large (before byte 10)"),
        ("p cnf 2 1\n1 3 0\n", "variable 3 is larger than the header says (before byte 13)"),
        ("p cnf 2 1\n1 2\n", "it ends in the middle of a clause or step (before byte 14)"),
        ("p cnf 2 2\n1 2 0\n", "the header says 2 clauses, and there are 1 (before byte 16)"),
        ("p cnf 2 1\n1 2 0\n1 0\n", "the header says 1 clauses, and there are more (before byte 16)"),
        ("p cnf 2 1\n1 - 2 0\n", "a byte 0x20 cannot be here (before byte 13)"),
    ];
    for (text, expected) in cases {
        assert_eq!(problem(text).unwrap_err().to_string(), expected, "{text}");
    }
}

#[test]
fn a_short_file_cannot_ask_for_much_memory() {
    let small = Limits { memory: 1 << 16 };
    let many = Problem::read("p cnf 2147483647 1\n1 0\n".as_bytes(), &small).unwrap();
    let fault = check_proof(&many, b"2 0 1 0".as_slice(), &small).unwrap_err();
    assert!(matches!(fault.wrong, Wrong::Memory));
    let long = format!("p cnf 9 1\n{}0\n", "1 ".repeat(1 << 16));
    assert!(matches!(Problem::read(long.as_bytes(), &small).unwrap_err().wrong, Wrong::Memory));
    let short = Problem::read(FOUR.as_bytes(), &small).unwrap();
    let hints = format!("5 0 {}0", "1 ".repeat(1 << 16));
    assert!(matches!(check_proof(&short, hints.as_bytes(), &small).unwrap_err().wrong, Wrong::Memory));
    let literals = format!("5 {}0 1 0", "1 ".repeat(1 << 16));
    assert!(matches!(check_proof(&short, literals.as_bytes(), &small).unwrap_err().wrong, Wrong::Memory));
}

/// A file that cannot be read is not a proof.
#[test]
fn a_reader_that_fails_is_a_fault() {
    struct Broken;
    impl std::io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("gone"))
        }
    }
    let fault = check_proof(&problem(FOUR).unwrap(), Broken, &Limits::default()).unwrap_err();
    assert!(fault.to_string().starts_with("it cannot be read: gone"));
}

/// All sets of at most three clauses over two variables, and every proof of at most two steps with at most three hints: whatever
/// is accepted has no model by trying all four assignments.
#[test]
fn nothing_that_has_a_model_is_ever_proved() {
    let clauses: [&[i64]; 9] = [&[], &[1], &[-1], &[2], &[-2], &[1, 2], &[-1, 2], &[1, -2], &[-1, -2]];
    let mut accepted = 0;
    for chosen in 0_u32..512 {
        let set: Vec<_> = (0..9).filter(|i| chosen >> i & 1 == 1).map(|i| clauses[i]).collect();
        if set.len() > 3 || set.is_empty() {
            continue;
        }
        let show = |c: &[i64]| c.iter().map(|l| format!("{l} ")).collect::<String>() + "0";
        let lines: Vec<String> = set.iter().map(|c| show(c)).collect();
        let text = format!("p cnf 2 {}\n{}\n", set.len(), lines.join("\n"));
        let holds = |assignment: u32, c: &&[i64]| {
            c.iter().any(|l| (assignment >> (l.unsigned_abs() - 1) & 1 == 1) == (*l > 0))
        };
        let has_model = (0..4).any(|assignment| set.iter().all(|c| holds(assignment, c)));
        let problem = problem(&text).unwrap();
        let n = set.len() as u64;
        for middle in &clauses[1..] {
            for first in 0..(n + 1).pow(2) {
                for last in 0..(n + 2).pow(3) {
                    let hints = |mut number: u64, base: u64, count: u32| -> String {
                        let mut text = String::new();
                        for _ in 0..count {
                            if !number.is_multiple_of(base) {
                                text += &format!("{} ", number % base);
                            }
                            number /= base;
                        }
                        text + "0"
                    };
                    let proof = format!(
                        "{} {} {}\n{} 0 {}\n",
                        n + 1,
                        show(middle),
                        hints(first, n + 1, 2),
                        n + 2,
                        hints(last, n + 2, 3)
                    );
                    if check_proof(&problem, proof.as_bytes(), &Limits::default()).is_ok() {
                        assert!(!has_model, "{text}{proof}");
                        accepted += 1;
                    }
                }
            }
        }
    }
    assert!(accepted > 1000, "the test tries no proof that is right: {accepted}");
}
