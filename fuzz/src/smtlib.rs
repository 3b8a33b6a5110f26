//! The reader of SMT-LIB texts.

use adli_linear::{Limits, problem_of};

/// Any text is read or refused, with a message and within a small allowance; what is read becomes a problem that the checker's reader takes, and
/// the same one every time.
pub fn smtlib(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let limits = Limits { formulas: 5_000, terms: 20_000 };
    match problem_of(text, &limits) {
        Ok(encoded) => {
            let mut written = Vec::new();
            encoded.problem.write(&encoded.comments(), &mut written).expect("memory takes what is written");
            let read = adli_farkas::Problem::read(written.as_slice(), &adli_farkas::Limits::default());
            assert_eq!(read.ok().as_ref(), Some(&encoded.problem), "{text}");
            assert_eq!(problem_of(text, &limits).ok(), Some(encoded), "{text}");
        }
        Err(mistake) => assert!(!mistake.to_string().is_empty()),
    }
}
