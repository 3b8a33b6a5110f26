//! Texts of the language.

use adli_lang::{Sources, Span, check, format, parse};

/// Longer texts take longer, and show nothing that a short one does not.
const LONGEST: usize = 4_000;

/// Any text is read, checked and laid out, and every complaint can be shown. What is laid out has every word and every comment of the text, and
/// is laid out already.
pub fn language(bytes: &[u8]) {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(LONGEST)]);
    let mut sources = Sources::library();
    let source = sources.add("text", &text);
    let checked = check(&sources, source, &[]);
    assert_eq!(checked.has_errors(), checked.programs.is_empty(), "{text:?}");
    for diagnostic in &checked.diagnostics {
        assert!(!diagnostic.render(&sources).is_empty());
    }
    let is_read = parse(0, &text).diagnostics.is_empty();
    match format(&text) {
        Ok(laid_out) => {
            assert_eq!(said(&laid_out), said(&text), "{text:?}");
            assert_eq!(format(&laid_out).as_deref(), Ok(laid_out.as_str()), "{text:?}");
        }
        Err(complaints) => assert!(!is_read && !complaints.is_empty(), "{text:?}"),
    }
}

/// The words and the comments of a text.
fn said(text: &str) -> [Vec<&str>; 2] {
    let parsed = parse(0, text);
    let of = |span: Span| text[span.start as usize..span.end as usize].trim();
    let words = parsed.tokens.iter().map(|lexeme| of(lexeme.span)).collect();
    [words, parsed.comments.iter().map(|comment| of(comment.span)).collect()]
}
