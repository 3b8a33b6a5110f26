//! An imported name means what it means in its own file, under the stated renaming of men and options.
//!
//! A random file A is imported into a file B in which A's men are played by others, among more men, with an option set. At random legal
//! positions of A, whatever A says of the position B must say of its image: definitions, conditions that ask strategies, advice and
//! recognisers, the moves that a strategy allows. Where A's men are not the men on the board, its strategies and recognisers
//! must be silent and its `home` false. The plain interpreter answers both times; what it is asked are different programs.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use adli_chess::{Colour, Kind};
use adli_differential::generate::{Random, Topic, text};
use adli_lang::ast::{File, Header, ItemKind};
use adli_lang::term::{Slot, StrategyId};
use adli_lang::{Interpreter, Program, Severity, Sources, State, Value, check, parse};

/// How much the interpreter may work on a value.
const FUEL: u64 = 40_000;
/// Positions of A that are tried for each file, legal or not.
const PLACEMENTS: usize = 60;

/// What came of many imports.
#[derive(Default, Debug)]
struct Seen {
    /// Names that were compared, by what they ask.
    compared: BTreeMap<&'static str, usize>,
    /// Positions where A has to be silent.
    silent: usize,
    /// Values that took too long.
    given_up: usize,
    /// Positions with like men, and with a man of several kinds.
    like_men: usize,
    alternatives: usize,
    /// Files that have A through one without a header.
    indirect: usize,
    /// Why B was refused.
    refused: BTreeMap<String, usize>,
}

/// How A's men are played in B.
struct Casting {
    /// A's letter and B's, for each man of A in the order of its header.
    men: Vec<(char, char)>,
    /// B's header.
    header: String,
    /// B's `where`, if it needs one.
    played: String,
}

pub fn header(file: &File) -> &Header {
    file.header().unwrap()
}

pub fn letters(header: &Header, side: usize) -> Vec<char> {
    header.sides[side].men.iter().map(|man| man.text.chars().next().unwrap()).collect()
}

impl Casting {
    /// The men of B who play A's, in the order of A's header; like men are played by like men.
    fn slots(&self, b: &Program) -> Vec<Slot> {
        let mut slots: Vec<Slot> = Vec::new();
        for (_, ours) in &self.men {
            let all = b.endgame.with_letter(*ours);
            slots.push(*all.iter().find(|slot| !slots.contains(slot)).unwrap());
        }
        slots
    }
}

/// The kinds that a header gives to its men, as it says them.
fn alternatives(header: &Header) -> String {
    let said = header.alternatives.iter().map(|(man, kinds)| {
        let kinds: Vec<&str> = kinds.iter().map(|kind| kind.text.as_str()).collect();
        format!("{} is {}", man.text, kinds.join(" or "))
    });
    let said: Vec<String> = said.collect();
    if said.is_empty() { String::new() } else { format!(" where {}", said.join(" and ")) }
}

/// Chooses B's men: an officer of White's may be a pawn that has promoted, and Black may have a man more.
fn casting(header: &Header, random: &mut Random) -> Casting {
    let (white, black) = (letters(header, 0), letters(header, 1));
    let mut men: Vec<(char, char)> = white.iter().chain(&black).map(|&letter| (letter, letter)).collect();
    let mut played = String::new();
    let officer = white.iter().find(|letter| "QRBN".contains(**letter));
    if let Some(&officer) = officer.filter(|_| !white.contains(&'P') && random.below(3) > 0) {
        men.iter_mut().filter(|man| man.0 == officer).for_each(|man| man.1 = 'P');
        played = format!(" where {officer} is P");
    }
    let more = ['n', 'p', 'r'][random.below(3)];
    let more = (random.below(3) > 0 && !black.contains(&more)).then_some(more);
    let ours: Vec<char> = men.iter().map(|man| man.1).collect();
    let white_men: Vec<String> = ours[..white.len()].iter().map(char::to_string).collect();
    let black_men: Vec<String> = ours[white.len()..].iter().chain(&more).map(char::to_string).collect();
    let name = format!("{}{}", white_men.concat(), black_men.concat().to_uppercase());
    let alternatives = alternatives(header);
    let header =
        format!("endgame {name} White {} v Black {}{alternatives}", white_men.join(" "), black_men.join(" "));
    Casting { men, header, played }
}

/// A condition on the man of a letter, or on one of the men that share it.
fn asked(file: &File, letter: char, condition: impl Fn(&str) -> String) -> String {
    let alike =
        [0, 1].into_iter().flat_map(|side| letters(header(file), side)).filter(|other| *other == letter);
    match alike.count() {
        1 => condition(&letter.to_string()),
        _ => format!("(some x in {letter}: {})", condition("x")),
    }
}

/// Headers with like men and with men of several kinds, and the letter of these.
const SHAPES: [(&str, char, &str); 5] = [
    ("KBBK White K B B v Black k", 'B', "White"),
    ("KKNN White K v Black k n n", 'n', "Black"),
    ("KMK White K M v Black k where M is B or N", 'M', "White"),
    ("KMMK White K M M v Black k where M is R or N", 'M', "White"),
    ("KKM White K v Black k m where m is Q or N", 'm', "Black"),
];

/// A random file with one of these headers.
fn shaped(random: &mut Random) -> String {
    let (header, letter, side) = SHAPES[random.below(SHAPES.len())];
    let head = format!("endgame {header}\nuse geometry\n");
    let file = parse(0, &head).file;
    let mut condition = || {
        let (number, other) = (random.below(7) + 1, random.below(7) + 1);
        let joined = random.one_of(&["and", "or", "iff"]);
        let kind = random.one_of(&["B", "N", "R", "Q"]);
        asked(&file, letter, |man| {
            let first = [format!("steps({man}, k) > {number}"), format!("{man}.rank < {number}")];
            let then = [
                format!("kind({man}) = {kind}"),
                format!("K.file > {other}"),
                format!("k in attacks({man})"),
            ];
            format!("({} {joined} {})", first[other % 2], then[number % 3])
        })
    };
    let [a, b, c, d] = [(); 4].map(|()| condition());
    let alike = format!("def alike = up to symmetry (K.file < {} and {a})\n", random.below(5) + 2);
    let alike = if random.once_in(2) { alike } else { String::new() };
    format!(
        "{head}{alike}def truth = {b}\ndef number = if {c} then K.rank else k.file\n\
         recogniser found\n  when {d} => draw\n  otherwise => unknown\n\
         strategy plan for {side} to win\n  step first: move {letter} where {b}\n  step rest: move where ({a})'\n"
    )
}

/// A, with a definition for everything that it can be asked, and the names of these with what they ask.
pub fn widened(text: &str) -> (String, Vec<(String, &'static str)>) {
    let file = parse(0, text).file;
    let mut lines = String::from("option spare: Int = 2\n");
    lines += "def see_home = home\ndef see_option = steps(K, k) > spare\n";
    let mut names = vec![("see_home".to_owned(), "home"), ("see_option".to_owned(), "option")];
    for letter in letters(header(&file), 0).into_iter().skip(1) {
        let name = format!("see_promoted_{letter}");
        let body = asked(&file, letter, |man| format!("promoted({man}) or kind({man}) = Q"));
        // Like men have one definition.
        if !names.iter().any(|(known, _)| *known == name) {
            let _ = writeln!(lines, "def {name} = {body}");
            names.push((name, "promoted"));
        }
    }
    for item in &file.items {
        let (line, what) = match &item.kind {
            ItemKind::Def(def) if def.params.is_empty() && !def.change => {
                let said = &text[item.span.start as usize..item.span.end as usize];
                let what = if said.contains("up to symmetry") { "symmetry" } else { "definition" };
                (format!("def see_{0} = {0}", def.name.text), what)
            }
            ItemKind::Strategy(strategy) => {
                (format!("def see_{0} = {0}.step = none", strategy.name.text), "strategy")
            }
            ItemKind::Advice(advice) if advice.params.is_empty() => {
                (format!("def see_{0} = can {0}", advice.name.text), "advice")
            }
            ItemKind::Recogniser(found) => {
                let name = &found.name.text;
                let more = format!("def see_answer_{name} = {name}.answer = unknown\n");
                names.push((format!("see_answer_{name}"), "answer"));
                (format!("{more}def see_{name} = {name}.rule"), "recogniser")
            }
            _ => continue,
        };
        names.push((format!("see_{}", item.kind.name().unwrap().text), what));
        let _ = writeln!(lines, "{line}");
    }
    (format!("{text}{lines}"), names)
}

/// Adds `user`, a file with A's header and with definitions of A under the same names. It has them through a
/// file without a header, which sets A's option.
pub fn add_user<'a>(
    sources: &mut Sources,
    a_text: &str,
    names: impl Iterator<Item = &'a String>,
    spare: &str,
) {
    let mut between = format!("use \"a\" with spare = {spare}\n");
    let mut user = format!("{}\nuse \"between\"\n", a_text.lines().next().unwrap());
    for name in names {
        let _ = writeln!(between, "def between_{name} = {name}");
        let _ = writeln!(user, "def {name} = between_{name}");
    }
    sources.add("between", &between);
    sources.add("user", &user);
}

pub fn program(sources: &Sources, root: u16, settings: &[(&str, &str)]) -> Result<Program, String> {
    programs(sources, root, settings).map(|mut programs| programs.remove(0))
}

/// One for each choice of kinds.
fn programs(sources: &Sources, root: u16, settings: &[(&str, &str)]) -> Result<Vec<Program>, String> {
    let checked = check(sources, root, settings);
    let errors = checked.diagnostics.iter().filter(|found| found.severity > Severity::Warning);
    let errors: Vec<String> = errors.map(|found| found.message.clone()).collect();
    if checked.programs.is_empty() { Err(errors.join("; ")) } else { Ok(checked.programs) }
}

/// The value of a definition that a program knows by name.
fn value(program: &Program, name: &str, state: &State, seen: &mut Seen) -> Option<Value> {
    let found = program.definitions.iter().find(|definition| definition.name == name).unwrap();
    let value = Interpreter::new(program).fuel(FUEL).value(found.body, &[*state]).ok();
    seen.given_up += usize::from(value.is_none());
    value
}

/// The moves that a strategy allows, as A's men and squares.
fn allowed(
    program: &Program,
    name: &str,
    state: &State,
    men: &[Slot],
    seen: &mut Seen,
) -> Option<Vec<String>> {
    let at = program.strategies.iter().position(|strategy| strategy.name == name).unwrap();
    let choice = Interpreter::new(program).fuel(FUEL).choice(StrategyId(at as u16), state);
    let Ok(choice) = choice else {
        seen.given_up += 1;
        return None;
    };
    let moves = choice.into_iter().flat_map(|choice| choice.moves);
    let mut moves: Vec<String> = moves
        .map(|(mv, _)| {
            let man = men.iter().position(|slot| *slot == mv.man);
            format!("{man:?} {:?} {:?}", mv.to, mv.promotion)
        })
        .collect();
    moves.sort();
    Some(moves)
}

fn point(random: &mut Random) -> (i32, i32) {
    (random.below(8) as i32 + 1, random.below(8) as i32 + 1)
}

/// Imports A into B and compares them. `None` if A itself is refused.
fn compare(seed: u64, seen: &mut Seen) -> Option<()> {
    let mut random = Random::new(seed ^ 0x1_0000_0000);
    let topics = [Topic::Steps, Topic::Trees, Topic::Recognisers, Topic::Values];
    let a_text = match random.once_in(3) {
        true => shaped(&mut random),
        false => text(topics[random.below(topics.len())], seed),
    };
    let (a_text, names) = widened(&a_text);
    let mut sources = Sources::library();
    let a_source = sources.add("a", &a_text);
    let spare = random.below(3).to_string();
    let all = programs(&sources, a_source, &[("spare", &spare)]).ok()?;
    let file = parse(0, &a_text).file;
    let casting = casting(header(&file), &mut random);
    let strategies: Vec<String> = all[0].strategies.iter().map(|strategy| strategy.name.clone()).collect();
    let indirect = random.once_in(3);
    let mut b_text = if indirect {
        add_user(&mut sources, &a_text, names.iter().map(|(name, _)| name), &spare);
        format!("{}\nuse \"user\"{}\n", casting.header, casting.played)
    } else {
        format!("{}\nuse \"a\"{} with spare = {spare}\n", casting.header, casting.played)
    };
    for (name, _) in &names {
        let _ = writeln!(b_text, "def got_{name} = {name}");
    }
    let b_source = sources.add("b", &b_text);
    let theirs = match programs(&sources, b_source, &[]) {
        Ok(theirs) => theirs,
        Err(why) => {
            *seen.refused.entry(why).or_default() += 1;
            return Some(());
        }
    };
    seen.indirect += usize::from(indirect);
    // A file names only the strategies of files that it uses itself.
    let strategies = if indirect { Vec::new() } else { strategies };
    let question = Question { seed, a_text, b_text, names, strategies };
    for b in &theirs {
        let men = casting.slots(b);
        let played = |a: &&Program| {
            let kind = |slot: &Slot| b.endgame.man(*slot).kind;
            men.iter().zip(&a.endgame.men).all(|(slot, man)| [man.kind, Kind::Pawn].contains(&kind(slot)))
        };
        let a = all.iter().find(played).unwrap();
        question.ask(a, b, &men, &mut random, seen);
    }
    Some(())
}

/// What is compared of two files.
struct Question {
    seed: u64,
    a_text: String,
    b_text: String,
    names: Vec<(String, &'static str)>,
    strategies: Vec<String>,
}

impl Question {
    /// Compares what A says of random positions with what B says of their images, where these men play A's.
    fn ask(&self, a: &Program, b: &Program, men: &[Slot], random: &mut Random, seen: &mut Seen) {
        let Question { seed, a_text, b_text, names, strategies } = self;
        let own: Vec<Slot> = a.endgame.slots().map(|(slot, _)| slot).collect();
        let legal = a.laws.legal.unwrap();
        let alike = own.iter().any(|slot| a.endgame.with_letter(a.endgame.man(*slot).letter).len() > 1);
        let alternatives = a_text.lines().next().unwrap().contains(" where ");
        for number in 0..PLACEMENTS {
            let turn = if number % 2 == 0 { Colour::White } else { Colour::Black };
            let (mut ours, mut image) = (State::empty(&a.endgame, turn), State::empty(&b.endgame, turn));
            for at in 0..men.len() {
                let place = point(random);
                ours.put(own[at], place);
                image.put(men[at], place);
                image.promote(men[at], a.endgame.man(own[at]).kind);
            }
            if !Interpreter::new(a).definition_holds(legal, &[ours]).unwrap_or(false) {
                continue;
            }
            seen.like_men += usize::from(alike);
            seen.alternatives += usize::from(alternatives);
            for (name, what) in names {
                let there = value(a, name, &ours, seen);
                let here = value(b, &format!("got_{name}"), &image, seen);
                if let (Some(there), Some(here)) = (there, here) {
                    assert_eq!(there, here, "seed {seed}: `{name}` at {ours:?}\n{a_text}\n{b_text}");
                    *seen.compared.entry(what).or_default() += 1;
                }
            }
            for name in strategies {
                let there = allowed(a, name, &ours, &own, seen);
                let here = allowed(b, name, &image, men, seen);
                if let (Some(there), Some(here)) = (there, here) {
                    assert_eq!(there, here, "seed {seed}: moves of `{name}` at {ours:?}\n{a_text}\n{b_text}");
                    *seen.compared.entry("moves").or_default() += 1;
                }
            }
            silent(b, names, &image, (*seed, a_text, b_text), seen);
        }
    }
}

/// Puts B's own men on the board where they are not those of A, and expects A to be silent.
fn silent(b: &Program, names: &[(String, &str)], image: &State, place: (u64, &str, &str), seen: &mut Seen) {
    let mut state = *image;
    let home = b.endgame.home();
    let mut others = false;
    for (slot, man) in b.endgame.slots() {
        if state.kind(slot) != man.kind || !state.alive(slot) {
            others = true;
            let free = (1..=8).flat_map(|file| (2..=7).map(move |rank| (file, rank)));
            let taken = |place: &(i32, i32)| b.endgame.slots().any(|(other, _)| state.place(other) == *place);
            let free = free.into_iter().find(|place| !taken(place)).unwrap();
            state.put(slot, free);
            state.promote(slot, man.kind);
        }
    }
    if !others || !state.has_cast(&home) {
        return;
    }
    let expected = |what: &str| match what {
        "home" => Some(Value::Bool(false)),
        "strategy" | "answer" => Some(Value::Bool(true)),
        "recogniser" => Some(Value::Int(0)),
        _ => None,
    };
    for (name, what) in names {
        let Some(expected) = expected(what) else { continue };
        if let Some(found) = value(b, &format!("got_{name}"), &state, seen) {
            let (seed, a_text, b_text) = place;
            assert_eq!(found, expected, "seed {seed}: `{name}` at {state:?}\n{a_text}\n{b_text}");
            seen.silent += 1;
        }
    }
}

/// Compares many imports, and fails if so little was compared that a mistake could hide.
pub fn imports(first: u64, many: u64) {
    let mut seen = Seen::default();
    let read = (first..first + many).filter(|&seed| compare(seed, &mut seen).is_some()).count();
    println!("{read} of {many} files from {first} imported: {seen:?}");
    if many < 10 {
        return;
    }
    let whats =
        ["home", "option", "promoted", "definition", "strategy", "moves", "advice", "recogniser", "answer"];
    for what in whats {
        assert!(seen.compared.get(what).is_some_and(|&count| count > 100), "too little is compared: {what}");
    }
    let compared = seen.compared.values().sum::<usize>();
    let rare = [seen.like_men, seen.alternatives, seen.compared.get("symmetry").copied().unwrap_or_default()];
    assert!(rare.iter().all(|&count| count > 20), "too little is compared: {rare:?}");
    assert!(seen.indirect * 5 > read, "too few files lie between");
    assert!(seen.silent > 100 && seen.given_up * 3 < compared, "too little is compared");
    assert!(seen.refused.values().sum::<usize>() * 5 < read, "too many imports are refused");
}
