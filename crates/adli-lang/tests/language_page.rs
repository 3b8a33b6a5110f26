//! Every block of code on the page about the language checks.

use adli_lang::{Sources, check, format};

const PAGE: &str = include_str!("../../../docs/language.md");
const HEADER: &str = "endgame KRK White K R v Black k\nuse geometry\n";

#[test]
fn every_example_checks_and_can_be_laid_out() {
    let blocks = PAGE.split("```adv\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let mut count = 0;
    for block in blocks {
        let text = if block.contains("endgame") { block.to_owned() } else { format!("{HEADER}{block}") };
        let mut sources = Sources::library();
        let source = sources.add("example", &text);
        let checked = check(&sources, source, &[]);
        let shown: String = checked.diagnostics.iter().map(|d| d.render(&sources)).collect();
        assert!(shown.is_empty(), "{block}\n{shown}");
        let laid_out = format(&text).unwrap();
        assert_eq!(format(&laid_out).as_deref(), Ok(laid_out.as_str()));
        count += 1;
    }
    assert!(count > 15, "{count} examples");
}
