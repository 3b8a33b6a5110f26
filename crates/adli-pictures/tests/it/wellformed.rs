//! Every picture and every page of texts of three men is well-formed, and holds nothing that a strict page would refuse.

use adli_claims::Report;
use adli_lang::{Sources, check};
use adli_pictures::{Page, Picture, of_report};
use roxmltree::{Document, ParsingOptions};

use crate::of_library;

pub fn page_of(report: &Report, words: &str, pictures: &[Picture]) -> String {
    let made_from = [("text, BLAKE3".to_owned(), "00".to_owned())];
    Page {
        report,
        about: "A text",
        words,
        pictures,
        version: "0",
        command: "adli report x -o DIR",
        made_from: &made_from,
    }
    .html()
}

/// No script, no handlers, no inline style, nothing from elsewhere, and no two elements of one name.
pub fn is_inert(document: &Document<'_>) {
    let mut ids = std::collections::BTreeSet::new();
    for node in document.descendants().filter(|node| node.is_element()) {
        let name = node.tag_name().name();
        assert!(
            !["script", "iframe", "object", "embed", "img", "link", "foreignObject"].contains(&name),
            "{name}"
        );
        for attribute in node.attributes() {
            let (name, value) = (attribute.name(), attribute.value());
            assert!(name != "style" && !name.starts_with("on"), "{name}");
            assert!(name != "href" || value.starts_with('#'), "{value}");
            assert!(name != "id" || ids.insert(value.to_owned()), "two elements are called {value}");
        }
    }
}

#[test]
fn pictures_and_pages_of_texts_of_three_men() {
    let sources = Sources::library();
    let thorough = std::env::var_os("ADLI_THOROUGH").is_some();
    let mut seen = 0;
    for name in sources.names() {
        let checked = check(&sources, sources.find(name).unwrap(), &[]);
        let three = checked.programs.iter().all(|program| program.endgame.men.len() == 3);
        if checked.programs.is_empty() || !three || !(thorough || FEW.contains(&name)) {
            continue;
        }
        let names: Vec<&str> = checked.programs[0].claims.iter().map(|claim| claim.name.as_str()).collect();
        let first = LONG.iter().find(|(long, _)| *long == name && !(thorough && name == RECOGNISER));
        let names = first.map_or(&[][..], |(_, first)| names.get(..*first).unwrap());
        let (report, words) = of_library(name, names);
        let pictures = of_report(&report);
        for picture in &pictures {
            for svg in [picture.svg(), picture.inline()] {
                let document =
                    Document::parse(&svg).unwrap_or_else(|why| panic!("{name}, {}: {why}", picture.name));
                is_inert(&document);
                assert!(
                    document.descendants().all(|node| node.attribute("id").is_none()),
                    "{}",
                    picture.name
                );
            }
            assert!(picture.svg().contains("prefers-color-scheme") && !picture.inline().contains("<style"));
        }
        let page = page_of(&report, &words, &[]);
        let with_doctype = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
        let document =
            Document::parse_with_options(&page, with_doctype).unwrap_or_else(|why| panic!("{name}: {why}"));
        is_inert(&document);
        seen += 1;
    }
    assert!(seen >= if thorough { 12 } else { FEW.len() }, "{seen} texts");
}

/// Without `ADLI_THOROUGH=1` these alone: proved and refuted claims, lemmas, rules that go round, a recogniser.
const FEW: [&str; 4] = ["krk/malikovic-janicic", "krk/bratko", "kqk/beginner", RECOGNISER];

const RECOGNISER: &str = "kpk/recogniser";

/// Of these so many claims are decided, the first ones: the others take most of a minute, and are drawn alike. (Those of the recogniser are counts, which are
/// asked position by position here.)
const LONG: [(&str, usize); 3] = [("kpk/adli", 4), ("kpk/niblett", 4), (RECOGNISER, 2)];
