//! Advice, forcing trees and tables of rules.

use std::collections::{BTreeMap, BTreeSet};

use adli_chess::{Colour, Move, Position, Square};
use adli_claims::{ClaimReport, Options, Reason, Unwatched, Verdict};
use adli_exhaustive::Asking;
use adli_lang::term::AdviceId;
use adli_lang::{Interpreter, Leaf, MovesFrom, NodeId, Sources, State, Tree, TreeNode, check};
use adli_position::Searched;

use crate::common::prove;

fn report(text: &str) -> Vec<ClaimReport> {
    let mut sources = Sources::library();
    let source = sources.add("mine", text);
    let checked = check(&sources, source, &[]);
    let complaints: Vec<String> = checked.diagnostics.iter().map(|d| d.render(&sources)).collect();
    assert!(!checked.has_errors(), "{}", complaints.join("\n"));
    prove("mine", &checked.programs, &Options::default(), &Unwatched).claims
}

fn library(name: &str, replace: &[(&str, &str)]) -> String {
    let (_, text) = adli_lang::TEXTS.iter().find(|(known, _)| *known == name).unwrap();
    let mut text = (*text).to_owned();
    for (from, to) in replace {
        assert!(text.contains(from), "{from}");
        text = text.replace(from, to);
    }
    text
}

fn claim<'r>(claims: &'r [ClaimReport], name: &str) -> &'r ClaimReport {
    claims.iter().find(|claim| claim.name == name).unwrap()
}

/// Niblett's table 4.1 as printed: classes of positions by the number of plies, positions of `divide` left out.
const TABLE_4_1: [(u32, u64); 32] = [
    (1, 189),
    (3, 587),
    (5, 16),
    (7, 10),
    (9, 33),
    (11, 34),
    (13, 73),
    (15, 87),
    (17, 139),
    (19, 117),
    (21, 187),
    (23, 246),
    (25, 416),
    (27, 385),
    (29, 536),
    (31, 829),
    (33, 772),
    (35, 880),
    (37, 1285),
    (39, 1214),
    (41, 1027),
    (43, 1413),
    (45, 1394),
    (47, 1064),
    (49, 1151),
    (51, 1215),
    (53, 830),
    (55, 481),
    (57, 344),
    (59, 142),
    (61, 142),
    (63, 31),
];

#[test]
fn bratkos_table_and_lemmas() {
    let claims = report(&library("krk/bratko-al1", &[]));
    for claim in &claims {
        assert_eq!(claim.as_claimed, Some(true), "{}", claim.name);
    }
    let found: BTreeMap<u32, u64> = claim(&claims, "without_divide")
        .classes_by_moves
        .iter()
        .map(|(moves, classes)| (2 * moves - 1, *classes))
        .collect();
    // The classes of all positions, less those of `divide`.
    assert_eq!(found.values().sum::<u64>(), 21_959 - 4_144);
    assert_ne!(TABLE_4_1.iter().map(|(_, classes)| classes).sum::<u64>(), 21_959 - 4_144);
    let differs: Vec<(u32, u64, u64)> = TABLE_4_1
        .iter()
        .filter(|(plies, printed)| found.get(plies) != Some(printed))
        .map(|&(plies, printed)| (plies, printed, found.get(&plies).copied().unwrap_or(0)))
        .collect();
    println!("{found:?}");
    assert_eq!(differs, [(55, 481, 688), (57, 344, 481), (59, 142, 344)]);
    assert_eq!(claim(&claims, "wins").longest_moves, Some(34));
}

/// A search that knows neither the language nor the prover: goals written out in this file, moves of the fast core.
struct Plain<'a> {
    plies: u32,
    /// What ends a tree after an own move.
    reach: &'a dyn Fn(&Position, &Position) -> bool,
    first: &'a dyn Fn(&Position, Move) -> bool,
}

impl Plain<'_> {
    fn can(&self, root: &Position) -> bool {
        root.legal_moves()
            .any(|mv| (self.first)(root, mv) && self.after_us(root, &root.play(mv), self.plies - 1))
    }

    fn after_us(&self, root: &Position, at: &Position, left: u32) -> bool {
        if at.is_stalemate() {
            return false;
        }
        if (self.reach)(root, at) || at.is_mate() {
            return true;
        }
        left > 0 && at.legal_moves().all(|reply| self.after_them(root, &at.play(reply), left - 1))
    }

    fn after_them(&self, root: &Position, at: &Position, left: u32) -> bool {
        left > 0 && at.legal_moves().any(|mv| self.after_us(root, &at.play(mv), left - 1))
    }
}

/// King, rook and king of a position; the rook may be gone.
fn men(position: &Position) -> Option<(Square, Square, Square)> {
    let find = |colour, kind| {
        position
            .occupied()
            .into_iter()
            .find(|&at| position.at(at).is_some_and(|man| man.colour == colour && man.kind == kind))
    };
    use adli_chess::Kind::{King, Rook};
    Some((find(Colour::White, King)?, find(Colour::White, Rook)?, find(Colour::Black, King)?))
}

fn steps(a: Square, b: Square) -> i32 {
    (i32::from(a.file()) - i32::from(b.file())).abs().max((i32::from(a.rank()) - i32::from(b.rank())).abs())
}

fn walk(a: Square, b: Square) -> i32 {
    let lines = |x: u8, y: u8| (i32::from(x) - i32::from(y)).abs();
    lines(a.file(), b.file()) + lines(a.rank(), b.rank())
}

/// How far the white king has to go to the square beside the rook, on the black king's side.
fn to_critical(position: &Position) -> i32 {
    let (king, rook, black) = men(position).unwrap();
    let toward = |x: u8, y: u8| i32::from(x) + (i32::from(y) - i32::from(x)).signum();
    (i32::from(king.file()) - toward(rook.file(), black.file())).abs()
        + (i32::from(king.rank()) - toward(rook.rank(), black.rank())).abs()
}

/// Not exposed, and the rook between the kings; Black to move.
fn split(position: &Position) -> bool {
    let Some((king, rook, black)) = men(position) else { return false };
    let inside = |x: u8, a: u8, b: u8| a < x && x < b || b < x && x < a;
    let divides =
        inside(rook.file(), king.file(), black.file()) || inside(rook.rank(), king.rank(), black.rank());
    divides && steps(rook, king) <= steps(rook, black)
}

/// All positions of KRK with White to move where some advice of Bratko's table has a tree, by the prover.
fn satisfiable(advice: &str) -> BTreeSet<String> {
    let text = library("krk/bratko-al1", &[]);
    let text = format!("{text}\nquery where_it_is: list 1000000 where White to move and can {advice}\n");
    let mut sources = Sources::library();
    let source = sources.add("mine", &text);
    let checked = check(&sources, source, &[]);
    let options = Options { claims: vec!["where_it_is".to_owned()], ..Options::default() };
    let claims = prove("mine", &checked.programs, &options, &Unwatched).claims;
    claims[0].listed.iter().cloned().collect()
}

fn every_krk_position() -> Vec<Position> {
    let mut all = Vec::new();
    for king in Square::all() {
        for rook in Square::all().filter(|&at| at != king) {
            for black in Square::all().filter(|&at| at != king && at != rook) {
                let man = |colour, kind| adli_chess::Man { colour, kind };
                let men = [
                    (king, man(Colour::White, adli_chess::Kind::King)),
                    (rook, man(Colour::White, adli_chess::Kind::Rook)),
                    (black, man(Colour::Black, adli_chess::Kind::King)),
                ];
                all.extend(Position::from_men(Colour::White, men));
            }
        }
    }
    all
}

#[test]
fn backing_up_agrees_with_a_plain_search() {
    let any = |_: &Position, _: Move| true;
    let mate = |_: &Position, at: &Position| at.is_mate();
    let divided = |_: &Position, at: &Position| split(at);
    let rook = |position: &Position, mv: Move| {
        position.at(mv.from).is_some_and(|man| man.kind == adli_chess::Kind::Rook)
    };
    let area = |position: &Position| {
        let (_, rook, black) = men(position).unwrap();
        let beyond = |x: u8, y: u8| if y < x { i32::from(x) } else { 7 - i32::from(x) };
        if rook.file() == black.file() || rook.rank() == black.rank() {
            100
        } else {
            beyond(rook.file(), black.file()) * beyond(rook.rank(), black.rank())
        }
    };
    let squeezed = |root: &Position, at: &Position| split(at) && area(at) < area(root);
    let king = |position: &Position, mv: Move| !rook(position, mv);
    let free = |at: &Position| {
        let (king, ..) = men(at).unwrap();
        area(at) > 2 || ![king.file(), king.rank()].iter().any(|line| [0, 7].contains(line))
    };
    let approached = |root: &Position, at: &Position| {
        let (king, rook, black) = men(at).unwrap();
        let l_pattern = walk(king, black) == 2
            && walk(rook, king) == 1
            && (king.rank() == black.rank() && rook.file() == king.file()
                || king.file() == black.file() && rook.rank() == king.rank());
        let exposed = steps(rook, king) > steps(rook, black);
        to_critical(at) < to_critical(root) && free(at) && (split(at) || !exposed && l_pattern)
    };
    let kept = |root: &Position, at: &Position| {
        let ((king, rook, _), (before, ..)) = (men(at).unwrap(), men(root).unwrap());
        split(at) && free(at) && steps(king, rook) <= steps(before, rook)
    };
    let searches: [(&str, Plain<'_>); 5] = [
        ("approach", Plain { plies: 1, reach: &approached, first: &king }),
        ("keep_room", Plain { plies: 1, reach: &kept, first: &king }),
        ("mate_soon", Plain { plies: 3, reach: &mate, first: &any }),
        ("divide", Plain { plies: 5, reach: &divided, first: &any }),
        ("squeeze", Plain { plies: 1, reach: &squeezed, first: &rook }),
    ];
    let all = every_krk_position();
    assert_eq!(all.len(), 175_168);
    for (name, plain) in searches {
        let found = satisfiable(name);
        assert!(!found.is_empty(), "{name}");
        // Three plies are searched from one position in seven, five from one in twenty-nine, and every night from all of them.
        let thorough = std::env::var_os("ADLI_THOROUGH").is_some();
        let step = match plain.plies {
            0..=1 => 1,
            _ if thorough => 1,
            2..=3 => 7,
            _ => 29,
        };
        for position in all.iter().step_by(step) {
            assert_eq!(found.contains(&position.to_string()), plain.can(position), "{name}: {position}");
        }
    }
}

/// Wrong in one place: `wins` is refuted by a line that goes on for ever, and the tree that was played is there to be looked at.
fn refuted_with_a_tree(from: &str, to: &str, least: u64) {
    let text = library("krk/bratko-al1", &[(from, to)]);
    let claims = report(&text);
    let wins = claim(&claims, "wins");
    assert_eq!(wins.verdict, Verdict::Refuted, "{to}");
    let failures = wins.failures.as_ref().unwrap();
    assert!(failures.extent.number > least && !failures.shown[0].line.is_empty(), "{to}");
    let mut sources = Sources::library();
    let source = sources.add("mine", &text);
    let program = &check(&sources, source, &[]).programs[0];
    let asking = Asking::new(program, &Unwatched).unwrap();
    for failure in &failures.shown {
        let tree = failure.tree.as_ref().unwrap();
        let id = program.advice.iter().position(|advice| advice.name == tree.advice).unwrap();
        let root = State::from_position(&program.endgame, &tree.fen.parse().unwrap()).unwrap();
        let searched = asking.tree(AdviceId(id as u16), &root).unwrap();
        let searched = searched.confirmed().unwrap();
        assert!(matches!(searched, Searched::Found(tree) if !tree.is_empty()), "{to}");
    }
}

/// What is done to a move of a tree.
type Change<'c> = &'c dyn Fn(&mut TreeNode);

/// A tree with one of its moves written otherwise: the one with this number, in the order in which moves are written down.
fn otherwise(tree: &Tree, number: usize, change: Change<'_>) -> Tree {
    fn copy(tree: &Tree, node: &TreeNode, into: &mut Tree, number: usize, change: Change<'_>) -> NodeId {
        let branches = tree.branches(node).map(|next| copy(tree, next, into, number, change)).collect();
        let mut copied = TreeNode { branches, ..node.clone() };
        if into.len() == number {
            change(&mut copied);
        }
        into.add(copied)
    }
    let mut copied = Tree::new(tree.advice, tree.root);
    copy(tree, tree.first().unwrap(), &mut copied, number, change);
    copied
}

/// The plain interpreter takes a tree, and none in which a reply is missing or stands twice, an own move is missing or has a second one beside it, or an end has no
/// reason or another one, wherever that is.
#[test]
fn a_tree_with_anything_wrong_is_not_confirmed() {
    let text = library("krk/bratko-al1", &[]);
    let mut sources = Sources::library();
    let source = sources.add("mine", &text);
    let program = &check(&sources, source, &[]).programs[0];
    let id = AdviceId(program.advice.iter().position(|advice| advice.name == "divide").unwrap() as u16);
    let position: Position = "7R/6k1/8/8/8/8/8/K7 w - - 0 1".parse().unwrap();
    let root = State::from_position(&program.endgame, &position).unwrap();
    let found = Asking::new(program, &Unwatched).unwrap().tree(id, &root).unwrap().confirmed().unwrap();
    let Searched::Found(tree) = found else { panic!("no tree") };
    let confirms =
        |tree: &Tree| Interpreter::new(program).moves_from(MovesFrom::Core).confirms(tree).unwrap();
    let same = otherwise(&tree, usize::MAX, &|_| {});
    assert!(confirms(&same) && same.len() as u64 == tree.extent().moves && same.len() > 10);
    let changes: [(&str, Change<'_>); 5] = [
        ("a move is missing", &|node| node.branches.truncate(node.branches.len().saturating_sub(1))),
        ("a move stands twice in the place of another", &|node| {
            if let Some(&first) = node.branches.first() {
                node.branches.pop();
                node.branches.push(first);
            }
        }),
        ("a move stands twice", &|node| node.branches.extend(node.branches.first().copied())),
        ("the end has no reason", &|node| node.leaf = None),
        ("the end has another reason", &|node| node.leaf = Some(Leaf::Stalemate)),
    ];
    for (what, change) in changes {
        let mut wrong = 0;
        for number in 0..same.len() {
            let changed = otherwise(&tree, number, change);
            let is_same = changed == same;
            assert_eq!(confirms(&changed), is_same, "{what}: {number}");
            wrong += usize::from(!is_same);
        }
        assert!(wrong > 0, "{what}");
    }
    assert!(!confirms(&Tree::new(tree.advice, tree.root)));
}

#[test]
#[ignore = "ten seconds; `just exhaustive` runs it"]
fn wrong_tables_are_refuted_with_a_position_and_a_tree() {
    // A goal negated: the room grows.
    refuted_with_a_tree("area' < area", "area' > area", 100_000);
    // A constraint reordered: straight moves of the king first.
    refuted_with_a_tree("oblique(K, K') else K", "not oblique(K, K') else K", 100_000);
    // A goal negated in a tree that is played to its end.
    let goal = "reach after us: split'\n    hold after us: not stalemate'\n    within 5 plies, quickest";
    refuted_with_a_tree(goal, &goal.replace("split'", "not split'"), 1_000);
    // Figure 4.3: without an order of moves, mate in two is put off for ever in weak mode, but not in strong mode.
    let lazy = [("move where check' else any", "move any"), ("within 3 plies, quickest", "within 3 plies")];
    let strong = report(&library("krk/bratko-al1", &lazy));
    assert_eq!(claim(&strong, "wins").verdict, Verdict::Proved);
    let weak =
        [("move where check' else any", "move any one move"), ("within 3 plies, quickest", "within 3 plies")];
    let weak = report(&library("krk/bratko-al1", &weak));
    let wins = claim(&weak, "wins");
    assert_eq!(wins.verdict, Verdict::Refuted);
    let cycle = wins.failures.as_ref().unwrap().shown.iter().find(|shown| shown.reason == Reason::Cycle);
    assert!(cycle.unwrap().moves.iter().all(|mv| mv.rule.as_deref() != Some("divide")));
}

/// A march of the king to e4 in two moves, the rook waiting only where he must: played to its end, or asked again after each move.
fn march(order: &str, goal: &str, mode: &str) -> ClaimReport {
    let text = format!(
        "endgame KRK White K R v Black k
        use geometry
        advice march for White to win each move {order} reach after us: {goal} hold after them: alive(R)' within 5 plies {mode}
        strategy s for White to win try march
        theorem arrives: s reaches mate or (K = e4) within 2 moves
          from White to move and steps(K, e4) = 2 and k.rank = 8 and R = a1"
    );
    report(&text).remove(0)
}

#[test]
fn the_order_of_moves_below_the_first_decides_in_both_modes() {
    let [nearer, e4] = ["K where steps(K', e4) < steps(K, e4)", "K' = e4"];
    let [right, reordered] = [format!("{nearer} else R"), format!("R else {nearer}")];
    for mode in ["", "one move"] {
        assert_eq!(march(&right, e4, mode).verdict, Verdict::Proved, "{mode}");
        assert_eq!(march("any by least steps(K', e4)", e4, mode).verdict, Verdict::Proved, "{mode}");
        let wrong = [(reordered.as_str(), e4), ("any by most steps(K', e4)", e4), (&right, "K' /= e4")];
        for (order, goal) in wrong {
            let claim = march(order, goal, mode);
            assert_eq!(claim.verdict, Verdict::Refuted, "{order}, {goal}, {mode}");
            let shown = &claim.failures.as_ref().unwrap().shown;
            // The failure has a position, a line and the tree that was played.
            assert!(
                shown.iter().all(|shown| !shown.line.is_empty()
                    && (shown.tree.is_some() || shown.reason == Reason::TooSlow)),
                "{order}, {goal}, {mode}"
            );
        }
    }
    // The rook moves first and only then the king: three moves if the tree is played to its end; otherwise the rook moves for ever.
    let slow = march(&reordered, e4, "");
    assert_eq!(slow.failures.as_ref().unwrap().shown[0].reason, Reason::TooSlow);
    let for_ever = march(&reordered, e4, "one move");
    assert_eq!(for_ever.failures.as_ref().unwrap().shown[0].reason, Reason::Cycle);
}

#[test]
fn replies_are_those_of_the_first_class_and_rank() {
    let text = "endgame KRK White K R v Black k
        use geometry
        advice lure for White to win replies k where captured(R)' else any reach after them: captured(R)' within 2 plies
        advice chase for White to win replies any by most steps(k', K') reach after them: steps(k', K') >= 4 within 2 plies
        def offered = some move: (some move: captured(R)')'
        def far = some move: (mate or (some move: steps(k', K') >= 4))'
        def mates = some move: mate'
        lemma lured: in every position where White to move: can lure iff offered or mates
        lemma chased: in every position where White to move: can chase iff far
        lemma not_all: in every position where White to move: can lure expect refuted
        lemma some_do: in every position where White to move: not can lure expect refuted";
    for claim in report(text) {
        assert_eq!(claim.as_claimed, Some(true), "{}", claim.name);
    }
}

#[test]
fn goals_that_contradict_one_another_where_nobody_sees_it_leave_the_table_without_a_move() {
    let text = "endgame KRK White K R v Black k
        advice nowhere for White to win reach after us: K'.file + K'.rank = 16 hold after us: K'.file < 8 within 3 plies
        strategy s for White to win try nowhere
        theorem wins: s reaches mate from White to move";
    let claims = report(text);
    let wins = claim(&claims, "wins");
    assert_eq!(wins.verdict, Verdict::Refuted);
    assert!(wins.failures.as_ref().unwrap().shown.iter().any(|shown| shown.reason == Reason::Stuck));
}

#[test]
fn a_table_without_a_rule_for_a_position_is_refuted() {
    let only = "endgame KRK White K R v Black k
        advice mate_now for White to win reach after us: mate' within 1 ply
        strategy s for White to win when check after pass try mate_now
        theorem wins: s reaches mate from White to move";
    let claims = report(only);
    assert_eq!(claims[0].verdict, Verdict::Refuted);
    assert_eq!(claims[0].failures.as_ref().unwrap().shown[0].reason, Reason::Stuck);
}

/// A tree of one ply that begins with a reply ends with it. Then the rules apply again, and where none has a
/// move the strategy fails.
#[test]
fn a_tree_of_one_reply_ends_with_the_reply() {
    let claims = report(
        "endgame KRKN White K R v Black k n
use geometry
advice first for White to win
  reach after us: true
  hold after us: alive(n)' and n' in file c
  within 3 plies, quickest
advice second for White to win
  hold after us: true
  within 1 ply
strategy alone for White to win
  try first
strategy both for White to win
  try first then second, again
def begins = White to move and K = a4 and R = e5 and k = d3 and n = c5
theorem alone_mates: alone reaches mate from begins
theorem both_mate: both reaches mate from begins",
    );
    let [alone, both] = ["alone_mates", "both_mate"].map(|name| claim(&claims, name));
    assert_eq!(alone.verdict, Verdict::Refuted, "Black is not mated from here in fewer than 15 moves");
    assert_eq!(both.verdict, Verdict::Refuted);
    assert_eq!(alone.rules, both.rules);
}
