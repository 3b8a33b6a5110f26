//! Claims about positions where the opponent of the strategy is to move: he moves first, and every move of his counts.
//! Expectations come from the plain interpreter, which plays all moves one by one, and from tables.
use std::collections::{BTreeMap, HashMap};

use adli_chess::{Colour, Position};
use adli_claims::{Options, Reason, Unwatched, Verdict};
use adli_lang::term::{Slot, StrategyId, TermId};
use adli_lang::{ClaimKind, Interpreter, MovesFrom, Program, State};
use adli_tables::{Known, Value, probe, solve_all};

use crate::common::prove;
use crate::common::{claim, programs, text};

/// The squares of the two kings.
type Kings = ((i32, i32), (i32, i32));

/// All positions of a claim about three men, with both kings on given squares.
fn starts(program: &Program, domain: TermId, kings: &[Kings]) -> Vec<State> {
    let mut interpreter = Interpreter::new(program).moves_from(MovesFrom::Core);
    let mut states = Vec::new();
    for &(white, black) in kings {
        for at in 0..64 {
            for turn in [Colour::White, Colour::Black] {
                let mut state = State::empty(&program.endgame, turn);
                state.put(Slot(0), white);
                state.put(Slot(1), (at % 8 + 1, at / 8 + 1));
                state.put(Slot(2), black);
                if interpreter.holds(domain, &[state]).unwrap() {
                    states.push(state);
                }
            }
        }
    }
    states
}

/// The plays of White's only strategy, by the plain interpreter.
struct Plays<'p> {
    program: &'p Program,
    interpreter: Interpreter<'p>,
    follow: HashMap<State, Vec<State>>,
}

impl<'p> Plays<'p> {
    fn from(program: &'p Program, starts: &[State]) -> Plays<'p> {
        let interpreter = Interpreter::new(program).moves_from(MovesFrom::Core);
        let mut plays = Plays { program, interpreter, follow: HashMap::new() };
        let mut todo = starts.to_vec();
        while let Some(state) = todo.pop() {
            if !plays.follow.contains_key(&state) {
                let next = plays.next(&state);
                todo.extend(&next);
                plays.follow.insert(state, next);
            }
        }
        plays
    }

    fn next(&mut self, state: &State) -> Vec<State> {
        let after = |moves: Vec<(adli_lang::SlotMove, State)>| moves.into_iter().map(|(_, s)| s).collect();
        if state.turn() == Colour::Black {
            return after(self.interpreter.legal_moves(state).unwrap());
        }
        let home = state.is_home(&self.program.endgame);
        let choice = if home { self.interpreter.choice(StrategyId(0), state).unwrap() } else { None };
        choice.map_or_else(Vec::new, |choice| after(choice.moves))
    }

    fn is_mate(&mut self, state: &State) -> bool {
        let mate = self.program.laws.mate.unwrap();
        state.turn() == Colour::Black && self.interpreter.definition_holds(mate, &[*state]).unwrap()
    }

    /// How many own moves a play takes at most, where every play ends in mate: what is known of all that follow is
    /// carried back until nothing new is learnt.
    fn worst(&mut self) -> HashMap<State, u32> {
        let states: Vec<State> = self.follow.keys().copied().collect();
        let mut known: HashMap<State, u32> = HashMap::new();
        for state in &states {
            if self.is_mate(state) {
                known.insert(*state, 0);
            }
        }
        loop {
            let before = known.len();
            for state in &states {
                let next = &self.follow[state];
                if !known.contains_key(state)
                    && !next.is_empty()
                    && next.iter().all(|s| known.contains_key(s))
                {
                    let worst = next.iter().map(|s| known[s]).max().unwrap();
                    known.insert(*state, worst + u32::from(state.turn() == Colour::White));
                }
            }
            if known.len() == before {
                return known;
            }
        }
    }
}

fn value(known: &Known, program: &Program, state: &State) -> Value {
    probe(known, &state.position(&program.endgame).unwrap()).unwrap()
}

/// What a claim speaks of.
fn domain(program: &Program, name: &str) -> TermId {
    match program.claims.iter().find(|claim| claim.name == name).unwrap().says {
        ClaimKind::Reaches { from, .. }
        | ClaimKind::Keeps { from, .. }
        | ClaimKind::Optimal { from, .. }
        | ClaimKind::Longest(_, from) => from,
        _ => unreachable!("{name} is about a strategy"),
    }
}

/// Mates if it can, cuts the king off if it can, and is stuck or stalemates otherwise.
const RULES: &str = "endgame KQK White K Q v Black k use geometry
    strategy s for White to win
      step mate: move where mate'
      step shut: move Q where Q'.rank = 2 and Q.rank /= 2
      step near: move K where steps(K', k') < steps(K, k)";

const KINGS: [((i32, i32), (i32, i32)); 3] = [((3, 3), (1, 1)), ((3, 4), (2, 1)), ((5, 3), (4, 1))];
const WHERE: &str = "(K = c3 and k = a1 or K = c4 and k = b1 or K = e3 and k = d1)";

#[test]
fn the_opponent_moves_first() {
    let source = format!(
        "{RULES}
         theorem theirs: s reaches mate from Black to move and {WHERE} expect refuted
         theorem both: s reaches mate from {WHERE} expect refuted
         theorem ours: s reaches mate from White to move and {WHERE} expect refuted
         query slow: longest s from Black to move and {WHERE}"
    );
    let (report, programs) = (text(&source), programs("test", Some(&source)));
    let program = &programs[0];
    for name in ["theirs", "both", "ours"] {
        let starts = starts(program, domain(program, name), &KINGS);
        let worst = Plays::from(program, &starts).worst();
        let mut by_moves: BTreeMap<u32, u64> = BTreeMap::new();
        starts.iter().filter_map(|s| worst.get(s)).for_each(|n| *by_moves.entry(*n).or_default() += 1);
        let found = claim(&report, name);
        let failing = starts.iter().filter(|s| !worst.contains_key(s)).count() as u64;
        assert!(failing > 0 && by_moves.len() > 1, "{name}: {by_moves:?}");
        assert_eq!(found.positions, Some(starts.len() as u64), "{name}");
        assert_eq!(found.by_moves, by_moves, "{name}");
        assert_eq!(found.failures.as_ref().unwrap().extent.number, failing, "{name}");
        if name == "theirs" {
            let most = by_moves.keys().next_back().copied();
            assert_eq!(claim(&report, "slow").longest_moves, most);
            let best = solve_all(&["KQK".parse().unwrap()], &adli_claims::Unwatched).unwrap();
            let lost = |s: &State| match value(&best, program, s) {
                Value::Loss(plies) => Some(u32::from(plies) / 2),
                _ => None,
            };
            let mut optimal: BTreeMap<u32, u64> = BTreeMap::new();
            starts.iter().filter_map(lost).for_each(|n| *optimal.entry(n).or_default() += 1);
            assert_eq!(found.optimal_by_moves, optimal);
        }
    }
}

#[test]
fn a_failing_line_begins_with_the_opponents_move() {
    let source = format!("{RULES} theorem theirs: s reaches mate from Black to move expect refuted");
    let options = Options { max_failures: 40, ..Options::default() };
    let report = prove("x", &programs("x", Some(&source)), &options, &Unwatched);
    let failures = report.claims[0].failures.as_ref().unwrap();
    assert!(failures.extent.number <= report.claims[0].positions.unwrap());
    let kinds: Vec<Reason> = failures.kinds.keys().copied().collect();
    let mut first: Vec<Reason> = failures.shown[..kinds.len()].iter().map(|f| f.reason).collect();
    first.sort_unstable();
    assert_eq!(first, kinds, "one of each kind comes first");
    assert!(kinds.contains(&Reason::HomeLeft) && kinds.contains(&Reason::Stuck), "{kinds:?}");
    assert_eq!(failures.shown.len(), 40);
    for failure in &failures.shown {
        let mut position: Position = failure.fen.parse().unwrap();
        assert_eq!(position.turn(), Colour::Black, "{}", failure.fen);
        for uci in &failure.line {
            position = position.play(position.read_uci(uci).unwrap());
        }
        let men = |fen: &str| fen.split(' ').take(2).collect::<Vec<_>>().join(" ");
        assert_eq!(men(&position.to_string()), men(&failure.end));
        assert_eq!(failure.reason == Reason::HomeLeft, !failure.end.contains('Q'), "{}", failure.end);
    }
}

#[test]
fn a_proved_strategy_fails_there_only_by_what_black_does_at_once() {
    // From every position with White to move it is proved to win.
    let source = adli_lang::TEXTS.iter().find(|(name, _)| *name == "krk/malikovic-janicic").unwrap().1;
    let source = format!(
        "{source}
         theorem theirs: mj reaches mate from Black to move expect refuted
         theorem good: mj reaches mate from Black to move and not (stalemate or some move: captured(R)')
         theorem mated: mj reaches mate from mate
         query bad: count positions where Black to move and (stalemate or some move: captured(R)')"
    );
    let names = ["theirs", "good", "mated", "bad"].map(str::to_owned).to_vec();
    let options = Options { claims: names, ..Options::default() };
    let report = prove("x", &programs("x", Some(&source)), &options, &Unwatched);
    let theirs = claim(&report, "theirs");
    let failures = theirs.failures.as_ref().unwrap();
    assert_eq!(
        (theirs.positions, Some(failures.extent.number)),
        (Some(223_944), claim(&report, "bad").number)
    );
    assert!(failures.shown.iter().all(|failure| failure.line.len() <= 1));
    assert_eq!(claim(&report, "good").verdict, Verdict::Proved);
    assert_eq!(claim(&report, "good").positions, Some(223_944 - failures.extent.number));
    assert_eq!(claim(&report, "mated").by_moves, BTreeMap::from([(0, 216)]));
}

#[test]
fn a_move_that_gives_the_win_away_is_found_after_the_opponents() {
    let source = format!(
        "{RULES} step rest: move
         theorem keeps: s keeps value from Black to move and {WHERE} expect refuted
         theorem best: s is optimal from Black to move and {WHERE} expect refuted"
    );
    let programs = programs("test", Some(&source));
    let program = &programs[0];
    let known = solve_all(&["KQK".parse().unwrap()], &adli_claims::Unwatched).unwrap();
    let report = text(&source);
    let starts = starts(program, domain(program, "keeps"), &KINGS);
    let plays = Plays::from(program, &starts);
    let own = |state: &&State| state.turn() == Colour::White && state.is_home(&program.endgame);
    let asked: Vec<&State> = plays.follow.keys().filter(own).collect();
    let lets_go = |state: &State| {
        let won = matches!(value(&known, program, state), Value::Win(_));
        won && plays.follow[state].iter().any(|s| !matches!(value(&known, program, s), Value::Loss(_)))
    };
    let keeps = claim(&report, "keeps");
    let failures = keeps.failures.as_ref().unwrap();
    assert_eq!(keeps.positions, Some(starts.len() as u64));
    assert_eq!(keeps.met, Some(asked.len() as u64));
    assert_eq!(failures.extent.number, asked.iter().filter(|s| lets_go(s)).count() as u64);
    assert!(failures.extent.number > 0);
    let not_best = |state: &State| {
        let Value::Win(plies) = value(&known, program, state) else { return false };
        plays.follow[state].iter().any(|s| value(&known, program, s) != Value::Loss(plies - 1))
    };
    let fails =
        |state: &&State| plays.follow[*state].iter().any(|s| s.is_home(&program.endgame) && not_best(s));
    let best = claim(&report, "best").failures.as_ref().unwrap();
    assert_eq!(best.extent.number, starts.iter().filter(fails).count() as u64);
    for failure in failures.shown.iter().chain(&best.shown) {
        let position: Position = failure.fen.parse().unwrap();
        assert_eq!(position.turn(), Colour::Black);
        let in_domain = |state: &State| state.position(&program.endgame).unwrap().to_string() == failure.fen;
        assert!(starts.iter().any(in_domain), "{}", failure.fen);
    }
}

#[test]
fn a_theorem_about_nothing_is_warned_of() {
    let source = format!(
        "{RULES} theorem a: s reaches mate from White to move and Q = K
         theorem b: s keeps value from White to move and Q = K
         theorem c: s is optimal from White to move and Q = K"
    );
    let report = text(&source);
    for claim in &report.claims {
        assert!(claim.warnings.iter().any(|w| w == "the theorem speaks of no position"), "{claim:?}");
    }
}

/// Where the goal is reached already the strategy is not asked, whoever is to move and whatever other claims have asked.
#[test]
fn rules_are_counted_where_the_strategy_is_asked() {
    let text = "endgame KQK White K Q v Black k
        use geometry
        strategy s for Black to draw
          step any: move k
        theorem met: s reaches mate or (K not in {e2, f2}) from K = e2 and k = h1
        theorem own: s reaches mate or (k = h1) from Black to move and K = e2 and k = h1
        theorem theirs: s reaches mate or (K = e2) from White to move and K = e2 and k = h1";
    let report = prove("test", &programs("test", Some(text)), &Options::default(), &Unwatched);
    let applies = |name: &str| {
        let claim = report.claims.iter().find(|claim| claim.name == name).unwrap();
        claim.rules[0].positions
    };
    assert!(applies("met") > 0);
    // The king stands where he wants to be.
    assert_eq!(applies("own"), 0);
    // So does the other: nobody moves.
    assert_eq!(applies("theirs"), 0);
}
