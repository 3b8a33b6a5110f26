//! Pages: what a text says stays text, verdicts are told apart, cycles are cycles, rules lead to their lines.

use adli_claims::Verdict;
use roxmltree::{Document, ParsingOptions};

use crate::wellformed::{is_inert, page_of};
use crate::{of_library, of_text};

fn parse(page: &str) -> Document<'_> {
    Document::parse_with_options(page, ParsingOptions { allow_dtd: true, ..ParsingOptions::default() })
        .unwrap()
}

fn text(document: &Document<'_>) -> String {
    document.descendants().filter_map(|node| node.text().filter(|_| node.is_text())).collect()
}

const HOSTILE: &str = "-- <script>alert('1')</script> \"quoted\" & `back` <!-- ]]> </pre></style>
endgame KRK White K R v Black k
use geometry
strategy s for White to win
  step mate_now: move where mate' -- </code><img src=x onerror=alert(1)>
theorem wins: s reaches mate from White to move -- <svg onload=alert(1)>
";

#[test]
fn a_text_full_of_markup_stays_text() {
    let name = "<script>alert(\"x\")</script>&'.adv";
    let report = of_text(name, HOSTILE);
    let page = page_of(&report, HOSTILE, &adli_pictures::of_report(&report));
    let document = parse(&page);
    is_inert(&document);
    assert!(!page.contains("<script") && !page.contains("<img"));
    let words = text(&document);
    for line in HOSTILE.lines() {
        assert!(words.contains(line), "{line}");
    }
    assert!(words.contains(name));
}

/// Control characters are in no XML; HTML readers would pass over them or stop.
#[test]
fn signs_that_cannot_be_written_are_replaced() {
    let report = of_text("mine\u{1}\u{b}\u{ffff}", HOSTILE);
    assert!(text(&parse(&page_of(&report, "-- \u{0}\u{7f}\u{9f}", &[]))).contains('\u{fffd}'));
}

/// The white king goes to and fro: the play never ends.
#[test]
fn a_cycle_is_shown_as_one_and_rules_lead_to_their_lines() {
    let (report, words) = of_library("kqk/beginner", &[]);
    assert_eq!(report.claims[0].verdict, Verdict::Refuted);
    let page = page_of(&report, &words, &[]);
    let document = parse(&page);
    let class = |name: &'static str| {
        document.descendants().filter(move |node| node.attribute("class") == Some(name)).count()
    };
    let shown = &report.claims[0].failures.as_ref().unwrap().shown;
    let cycles = shown.iter().filter(|failure| failure.cycle_from.is_some()).count();
    assert!(cycles > 0);
    assert_eq!((class("cycle"), class("failure")), (cycles, shown.len()));
    let line = words.lines().position(|line| line.contains("step fewest_moves")).unwrap() + 1;
    let to = format!("#line-{line}");
    let link = document.descendants().find(|node| node.attribute("href") == Some(&to)).unwrap();
    assert_eq!(link.text(), Some("fewest_moves"));
    for fen in shown.iter().map(|failure| &failure.fen) {
        assert!(text(&document).contains(fen.as_str()));
    }
    // Every board says where the men are.
    let boards = document.descendants().filter(|node| node.attribute("class") == Some("board"));
    for board in boards {
        let title = board.descendants().find(|node| node.tag_name().name() == "title");
        assert!(title.and_then(|title| title.text()).is_some_and(|words| words.starts_with("White: ")));
    }
}

/// Each verdict has its own sign, word and class, and none stands for another.
#[test]
fn verdicts_are_told_apart() {
    let words = "endgame KRK White K R v Black k
        use geometry
        strategy s for White to win
          step mate_now: move where mate'
        lemma holds: in every position where mate: check
        lemma fails: in every position where check: mate
        lemma elsewhere: in every position where mate: check for every size >= 6
        query n: count positions where mate
        query wrong: count positions where mate expect 215
        theorem wins: s reaches mate from White to move expect refuted";
    let page = page_of(&of_text("mine", words), words, &[]);
    let document = parse(&page);
    let table = document.descendants().find(|node| node.attribute("id") == Some("verdicts")).unwrap();
    let badges: Vec<(String, String)> = table
        .descendants()
        .filter_map(|node| Some((node, node.attribute("class")?.strip_prefix("verdict ")?)))
        .map(|(node, class)| {
            let words: String = node.descendants().filter(|n| n.is_text()).filter_map(|n| n.text()).collect();
            (class.to_owned(), words)
        })
        .collect();
    let expected = [
        ("proved", "✓ proved"),
        ("refuted", "✗ refuted"),
        ("notrun", "– not run"),
        ("proved", "✓ 216"),
        ("refuted", "✗ 216; the text expects 215"),
        ("refuted", "✗ refuted, as expected"),
    ];
    let badges: Vec<(&str, &str)> =
        badges.iter().map(|(class, words)| (class.as_str(), words.as_str())).collect();
    assert_eq!(badges, expected);
    assert!(
        text(&document)
            .contains("6 claims: 2 proved or answered, 3 refuted, 1 not run; 2 not as the text says")
    );
}
