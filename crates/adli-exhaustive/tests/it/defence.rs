//! The longest defence against a strategy's own rules: a line that follows it is as long as the theorem says.
use adli_chess::{Colour, Position};
use adli_claims::{Options, Unwatched};
use adli_exhaustive::{Defence, Outlook, with_defence};
use adli_lang::term::StrategyId;
use adli_lang::{Interpreter, MovesFrom, Program, State};

use crate::common::prove;
use crate::common::{claim, programs};

/// The queen takes room, the king comes nearer; several moves are allowed in many positions.
const RULES: &str = "endgame KQK White K Q v Black k use geometry
    def room = if Q.file = k.file or Q.rank = k.rank then size * size
      else beyond(Q.file, k.file) * beyond(Q.rank, k.rank)
    def safe = steps(Q, k) >= 2 or steps(Q, K) = 1
    strategy mine for White to win
      always not stalemate'
      step mate_now: move where mate'
      step squeeze: move Q where let was = room in (safe and 2 < room < was and every move: room' < was)' least room'
      step approach: move K where safe' least (if K' in edge then 1 else 0, steps(K', k'), walk(K', k'))
      step release: move Q where safe' least room'";

/// Plays a line by the plain interpreter; `takes` says which number each side goes by. How many own moves until mate?
fn follow(program: &Program, start: State, defence: &mut Defence<'_, '_>, takes: fn(Outlook) -> u32) -> u32 {
    let mut interpreter = Interpreter::new(program).moves_from(MovesFrom::Core);
    let (mut state, mut own) = (start, 0);
    loop {
        let white = state.turn() == Colour::White;
        let moves = if white {
            interpreter.choice(StrategyId(0), &state).unwrap().unwrap().moves
        } else {
            interpreter.legal_moves(&state).unwrap()
        };
        let mut after: Vec<(u32, State)> =
            moves.into_iter().map(|(_, after)| (takes(defence.outlook(&after).unwrap()), after)).collect();
        after.sort_by_key(|(takes, _)| *takes);
        // The slowest own choice is asked for by the number itself.
        let quickest = white && takes(Outlook { worst: 1, best: 0 }) == 0;
        let Some(&(_, next)) = (if quickest { after.first() } else { after.last() }) else { return own };
        own += u32::from(white);
        state = next;
        assert!(own < 100);
    }
}

#[test]
fn a_line_is_as_long_as_the_theorem_says() {
    let starts = [
        ("8/8/8/3k4/8/8/8/KQ6 w - - 0 1", "White to move and K = a1 and Q = b1 and k = d5"),
        ("8/8/8/8/4k3/8/1Q6/K7 w - - 0 1", "White to move and K = a1 and Q = b2 and k = e4"),
        ("8/8/8/8/3k4/8/6Q1/7K b - - 0 1", "Black to move and K = h1 and Q = g2 and k = d4"),
    ];
    for (fen, domain) in starts {
        let position: Position = fen.parse().unwrap();
        let source = format!("{RULES} theorem here: mine reaches mate from {domain}");
        let programs = programs("test", Some(&source));
        let report = prove("test", &programs, &Options::default(), &Unwatched);
        let here = claim(&report, "here");
        assert_eq!(here.positions, Some(1));
        let start = State::from_position(&programs[0].endgame, &position).unwrap();
        let lengths =
            with_defence(&programs[0], StrategyId(0), &start, &Options::default(), &Unwatched, |d| {
                let outlook = d.outlook(&start).unwrap();
                let program = &programs[0];
                (outlook, follow(program, start, d, |o| o.worst), follow(program, start, d, |o| o.best))
            });
        let (outlook, worst, best) = lengths.unwrap();
        assert_eq!((outlook.worst, outlook.best), (worst, best));
        assert_eq!(here.longest_moves, Some(worst), "{fen}");
        assert_eq!(here.luckiest_by_moves.keys().copied().collect::<Vec<_>>(), [best], "{fen}");
    }
}
