//! Comparisons, named sets and their files.

use adli_bdd::{Atlas, BitOrder, Named, Relation, Room, Store, read_dddmp, write_dddmp, write_dot};
use adli_claims::Unwatched;
use adli_lang::Program;
use cpu_time::ProcessTime;

use crate::programs;

fn atlas(program: &Program) -> Atlas<'_> {
    let store = Store::new(program.endgame.men.len(), BitOrder::HighFirst, Room::within(1 << 30)).unwrap();
    Atlas::new(program, &[], store, &Unwatched).unwrap()
}

const KRK: &str = "endgame KRK White K R v Black k
use geometry
def near = steps(K, k) = 2
def nearly = steps(K, k) = 2 and not (K = a1 and k = c3 and R = h8 and White to move)
def far = steps(K, k) > 2
def not_far = not far
strategy mates for White to win
  step mate: move R where mate'
strategy checks for White to win
  step check: move R where check'
";

#[test]
fn one_position_makes_a_difference_and_is_found() {
    let programs = programs("difference", Some(KRK));
    let mut atlas = atlas(&programs[0]);
    let named = |name: &str| Named::find(&programs[0], name).unwrap();
    let compared = atlas.compare(named("nearly"), named("near"), 5).unwrap();
    assert_eq!(compared.relation, Relation::FirstInSecond);
    assert_eq!((compared.differ, compared.only), (1, [0, 1]));
    let [only] = &compared.shown[..] else { panic!("one position") };
    let position = only.state.position(&programs[0].endgame).unwrap();
    assert_eq!(position.to_string(), "7R/8/8/8/8/2k5/8/K7 w - - 0 1");
    assert_eq!(only.says, ["no".to_owned(), "yes".to_owned()]);
    assert_eq!(atlas.compare(named("near"), named("not_far"), 1).unwrap().relation, Relation::Same);
    assert_eq!(atlas.compare(named("near"), named("far"), 1).unwrap().relation, Relation::Different);
}

#[test]
fn a_strategy_that_mates_allows_some_of_the_checks() {
    let programs = programs("strategies", Some(KRK));
    let mut atlas = atlas(&programs[0]);
    let named = |name: &str| Named::find(&programs[0], name).unwrap();
    let compared = atlas.compare(named("mates"), named("checks"), 1).unwrap();
    assert_eq!(compared.relation, Relation::FirstInSecond);
    assert_eq!(compared.only[0], 0);
    assert_eq!(compared.shown.len(), 1);
}

#[test]
fn recognisers_of_kpk_are_compared_in_seconds() {
    let library = adli_lang::TEXTS.iter().find(|(name, _)| *name == "kpk/recogniser").unwrap().1;
    // A king who is outside the square of the pawn is too late; with the exceptions of the whole recogniser, and without.
    let more = "
recogniser outside
  when weak to move and (P in ring(k) - ring(K) or free = {}) => unknown
  when rook_pawn and K = goal => unknown
  when posts = {} => win for strong
  otherwise => unknown
recogniser hasty
  when posts = {} => win for strong
  otherwise => unknown
";
    let programs = programs("recognisers", Some(&format!("{library}{more}")));
    let begun = ProcessTime::now();
    let mut atlas = atlas(&programs[0]);
    let named = |name: &str| Named::find(&programs[0], name).unwrap();
    let compared = atlas.compare(named("outside"), named("kpk"), 1).unwrap();
    assert_eq!(compared.relation, Relation::FirstInSecond);
    assert!(compared.sizes[0] > 0 && compared.sizes[0] < compared.sizes[1]);
    assert_eq!(atlas.compare(named("hasty"), named("kpk"), 1).unwrap().relation, Relation::Different);
    assert!(begun.elapsed().as_secs_f64() < 5.0 * crate::PATIENCE);
}

#[test]
fn files_are_read_again_and_changed_ones_refused() {
    let programs = programs("files", Some(KRK));
    let mut atlas = atlas(&programs[0]);
    let field = atlas.named(Named::find(&programs[0], "near").unwrap()).unwrap();
    let bytes = write_dddmp(atlas.store(), &programs[0].endgame, "near", &field).unwrap();
    let read = read_dddmp(&bytes).unwrap();
    assert_eq!(read.placements.iter().sum::<u128>(), u128::from(atlas.count(&field).unwrap()));
    assert_eq!(read.men, ["K", "R", "k"]);
    for length in (0..bytes.len()).step_by(bytes.len() / 50) {
        assert!(read_dddmp(&bytes[..length]).is_err(), "{length} bytes");
    }
    for at in (0..bytes.len()).step_by(bytes.len() / 200) {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        assert!(read_dddmp(&changed).is_err(), "byte {at}");
    }
    let graph = write_dot(atlas.store(), &programs[0].endgame, "near", &field).unwrap();
    assert!(graph.starts_with("digraph") && graph.contains("K0.file.4"));
}

#[test]
fn too_little_room_is_an_answer() {
    let programs = programs("room", Some(KRK));
    let store = Store::new(3, BitOrder::HighFirst, Room { nodes: 1 << 12, entries: 1 << 10 }).unwrap();
    let mut atlas = Atlas::new(&programs[0], &[], store, &Unwatched).unwrap();
    assert_eq!(atlas.wins(adli_chess::Colour::White).unwrap_err(), adli_bdd::Refused::Memory);
}

#[test]
fn a_set_is_said_again_in_a_few_words() {
    let text = "endgame KRK White K R v Black k
use geometry
def faces = White to move and k in edge and walk(K, k) = 2 and K.file = k.file
def plain = k in edge and steps(K, k) = 2
def strange = (K.file * 3 + R.rank * 5 + k.file * k.rank) mod 7 = 3
";
    let programs = programs("described", Some(text));
    let said = |name: &str| {
        let mut atlas = atlas(&programs[0]);
        let field = atlas.named(Named::find(&programs[0], name).unwrap()).unwrap();
        adli_bdd::describe(atlas, name, &field).unwrap()
    };
    // That it means the set has been confirmed by then; here it is only that there is one.
    assert!(said("faces").is_some_and(|words| words.starts_with("def faces = ")));
    // No brackets and no `not` that say nothing.
    assert_eq!(said("plain").as_deref(), Some("def plain = steps(K, k) = 2 and k in edge"));
    assert_eq!(said("strange"), None);
}
