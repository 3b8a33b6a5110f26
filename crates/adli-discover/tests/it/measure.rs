//! Measures of the library's strategies: some exist, some cannot, and both can be checked without the search.
use adli_chess::{Man, Position, Square};
use adli_claims::{Options, Unwatched, Verdict};
use adli_discover::{Measure, MeasureError, MeasureRequest, Opposed, find_measure};
use adli_exhaustive::{Exhaustive, prove};
use adli_lang::{Sources, check};
use adli_values::TableSource;

const KRK: &str = "krk/malikovic-janicic";
/// Where the paper's second lemma says that its measure falls in three moves.
const SECOND_LEMMA: &str = "measure > 24 and mj.step not in {ready_to_mate, rook_home, rook_safe}";

fn find(text: &str, strategy: &str, quantities: &[&str], within: &str) -> Result<Measure, MeasureError> {
    let sources = Sources::library();
    let source = sources.find(text).unwrap();
    let request = MeasureRequest {
        strategy: strategy.to_owned(),
        quantities: quantities.iter().map(|&quantity| quantity.to_owned()).collect(),
        within: within.to_owned(),
        stays: false,
        sizes: None,
        settings: Vec::new(),
    };
    let tables = TableSource::empty();
    let method = Exhaustive::new(&tables);
    find_measure(&sources, source, &request, &[vec![&method]], &Options::default(), &Unwatched)
}

/// The verdict about a lemma that somebody pasted into the library's text.
fn pasted(text: &str) -> Verdict {
    let mut sources = Sources::library();
    let krk = sources.get(sources.find(KRK).unwrap()).unwrap().text.clone();
    let source = sources.add("mine", &format!("{krk}\n{text}"));
    let checked = check(&sources, source, &[]);
    assert!(!checked.has_errors(), "{text}");
    let options = Options { claims: vec!["falling_falls".to_owned()], ..Options::default() };
    let report = prove("mine", &checked.programs, &options, &Unwatched);
    assert_eq!(report.claims.len(), 1);
    report.claims[0].verdict
}

/// The authors suspected that no quantity falls with every single move; with the step as a part, theirs does.
#[test]
fn the_papers_measure_and_the_step_fall_with_every_move() {
    let found = find(KRK, "mj", &["measure", "mj.step"], SECOND_LEMMA).unwrap();
    let Measure::Found { text, weights, lemma, .. } = found else { panic!("{found:?}") };
    assert_eq!(lemma.verdict, Verdict::Proved);
    assert!(lemma.plays.unwrap() > 100_000);
    assert!(weights.iter().all(|(_, weight)| (1..20).contains(&weight.abs())), "{weights:?}");
    assert_eq!(pasted(&text), Verdict::Proved, "{text}");
    // It takes the step to do it, and it takes just these weights.
    let (_, weight) = weights.iter().find(|(part, _)| part == "mj.step = keep_diag").unwrap();
    let without = text.replace(&format!("keep_diag: {weight}"), "keep_diag: 0");
    assert_ne!(without, text);
    assert_eq!(pasted(&without), Verdict::Refuted);
}

/// The paper's measure has 100 in the place of what it cannot say. Where it says something, above 24, there is a measure for
/// every step, the rook's ways home included.
#[test]
fn above_24_there_is_a_measure_for_every_step() {
    let quantities = ["room", "walk(K, critical)", "measure", "mj.step"];
    let found = find(KRK, "mj", &quantities, "24 < measure < 100").unwrap();
    let Measure::Found { text, lemma, .. } = found else { panic!("{found:?}") };
    assert_eq!((lemma.verdict, pasted(&text)), (Verdict::Proved, Verdict::Proved), "{text}");
}

#[test]
fn without_the_step_there_is_none_and_a_few_plays_show_it() {
    let found = find(KRK, "mj", &["room", "walk(K, critical)"], SECOND_LEMMA).unwrap();
    let Measure::Impossible { parts, plays, .. } = found else { panic!("{found:?}") };
    assert_eq!(parts, ["room", "walk(K, critical)"]);
    assert!((1..=3).contains(&plays.len()), "{plays:?}");
    let mut sums = [0, 0];
    for Opposed { times, change, play } in &plays {
        let [before, after] = [&play.fen, &play.end].map(|fen| room_and_walk(fen));
        let grown = [after[0] - before[0], after[1] - before[1]];
        assert_eq!(change[..], grown, "{play:?}");
        assert!(*times > 0 && play.line.len() == 2);
        sums[0] += grown[0] * *times as i64;
        sums[1] += grown[1] * *times as i64;
    }
    assert_eq!(sums, [0, 0]);
}

/// The two quantities as the paper defines them, on coordinates.
fn room_and_walk(fen: &str) -> [i64; 2] {
    let position: Position = fen.parse().unwrap();
    let square = |letter: char| {
        let man = Man::from_letter(letter).unwrap();
        position.of(man).into_iter().next().unwrap()
    };
    let at = |square: Square| [i64::from(square.file()) + 1, i64::from(square.rank()) + 1];
    let (king, rook, black) = (at(square('K')), at(square('R')), at(square('k')));
    let beyond = |axis: usize| if black[axis] < rook[axis] { rook[axis] - 1 } else { 8 - rook[axis] };
    let shares = rook[0] == black[0] || rook[1] == black[1];
    let room = if shares { 15 } else { beyond(0) + beyond(1) };
    let walk = (0..2).map(|axis| (rook[axis] + (black[axis] - rook[axis]).signum() - king[axis]).abs()).sum();
    [room, walk]
}

#[test]
fn what_makes_no_sense_is_refused() {
    assert!(matches!(find(KRK, "mj", &[], "true"), Err(MeasureError::NoQuantity)));
    assert!(matches!(find(KRK, "other", &["room"], "true"), Err(MeasureError::Strategy(_))));
    assert!(
        matches!(find(KRK, "mj", &["critical"], "true"), Err(MeasureError::Quantity(q)) if q == "critical")
    );
    for (quantity, within) in [("rooms", "true"), ("room +", "true"), ("room", "romm > 3"), ("room'", "true")]
    {
        assert!(
            matches!(find(KRK, "mj", &[quantity], within), Err(MeasureError::Text(..))),
            "{quantity} {within}"
        );
    }
}

#[test]
fn a_set_in_which_nothing_is_played_proves_nothing() {
    let found = find(KRK, "mj", &["room"], "false").unwrap();
    assert_eq!(found, Measure::Unknown("no play of a move and a reply begins there".to_owned()));
}
