//! Exported code does in every position what `prove` counted: answers and numbers of rules, for each side to
//! move, in C and in Rust, for every shape of header.
//!
//! The counts of `prove` come from columns of positions with their symmetries; those of the code from the
//! compiled program, to which every legal position is shown as bitboards. With four men the ordinary tests
//! look at few squares of the kings ([`DOMAIN`]); `just exhaustive` goes through all positions.
use std::collections::BTreeMap;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use adli_chess::{Colour, Kind, Man, Position, Square};
use serde_json::Value;

use crate::common::{run_json, solved};

/// A header, with a condition about the men besides the kings.
struct Shape {
    name: &'static str,
    header: &'static str,
    men: &'static str,
}

/// Every shape that is quick: at most three men, pawns among them.
const SMALL: [Shape; 6] = [
    Shape { name: "pawn", header: "KPK strong K P v weak k", men: "P.rank > 4 or P.file = k.file" },
    Shape { name: "rook", header: "KRK White K R v Black k", men: "R in ring(k) or R.file < 3" },
    Shape {
        name: "one",
        header: "KM strong K M v weak k where M is P or R",
        men: "M is R and M.rank > K.rank",
    },
    Shape {
        name: "second",
        header: "KKm strong K v weak k m where m is B or Q",
        men: "m is B or m in ring(K)",
    },
    Shape {
        name: "three",
        header: "KM strong K M v weak k where M is P or B or Q",
        men: "M is B and M.file > 3 or M is Q and k in ring(M) or M is P and M.rank = 6",
    },
    Shape { name: "kings", header: "KK strong K v weak k", men: "K.rank > k.rank" },
];

/// Four men, whose tables are quick to make.
const FOUR: [Shape; 6] = [
    Shape {
        name: "both",
        header: "KMKm strong K M v weak k m where M is B or N and m is B or N",
        men: "M is N and steps(M, m) > 2 or m is N and m.file = 4",
    },
    Shape { name: "alike", header: "KNNK strong K N N v weak k", men: "some x in N: k in attacks(x)" },
    Shape { name: "second_alike", header: "KKNN strong K v weak k n n", men: "some x in n: K in attacks(x)" },
    Shape {
        name: "each",
        header: "KMMK strong K M M v weak k where M is B or N",
        men: "some x in M: kind(x) = B and k in attacks(x) or kind(x) = N and x.file = 4",
    },
    Shape { name: "same", header: "KRKR strong K R v weak k r", men: "R.file = r.file or k in attacks(R)" },
    Shape {
        name: "mixed",
        header: "KMNK strong K M N v weak k where M is B or R",
        men: "M is R and N in ring(M) or k in attacks(N)",
    },
];

/// Four men whose tables lead into many others.
const PAWNS: [Shape; 2] = [
    Shape { name: "pawns", header: "KPKP strong K P v weak k p", men: "P.file = p.file or p.rank < 4" },
    Shape {
        name: "either",
        header: "KMKm strong K M v weak k m where M is P or B and m is P or B",
        men: "M is P and m is B or M.rank > m.rank",
    },
];

/// Domain of the claims where only some squares of the kings are tried; [`is_in_domain`] says it again.
const DOMAIN: &str = " from K = c2 and k.file + k.rank = 9";

fn is_in_domain(king: Man, square: usize) -> bool {
    if king.colour == Colour::White { square == 10 } else { square % 8 + square / 8 == 7 }
}

/// Rules with all answers, different on the two wings and for the two sides.
fn text(shape: &Shape, domain: &str) -> String {
    let sides = if shape.header.contains("strong") { ["strong", "weak"] } else { ["White", "Black"] };
    let rules = "recogniser rec
      when STRONG to move and K.file < k.file and k in edge => win for STRONG
      when WEAK to move and steps(K, k) > 4 and K.rank > 2 => at_most_draw for WEAK
      when MEN {
        when (K.file + 2 * k.rank) mod 5 = 1 => mates_next
        when STRONG to move and k.file > 5 => at_least_draw
        when k.rank < 3 => loss
        otherwise => draw
      }
      when WEAK to move and k in file a => mated
      when K.file = 3 and k.file = 8 => draw
      when k = h8 => mates
      otherwise => unknown";
    let rules = rules.replace("STRONG", sides[0]).replace("WEAK", sides[1]).replace("MEN", shape.men);
    format!("endgame {}\nuse geometry\n{rules}\ntheorem t: rec sound{domain}\n", shape.header)
}

/// Numbers of positions by side to move (1 for the second), answer and rule.
type Counts = BTreeMap<(usize, String, u64), u64>;

/// The compiled programs go through positions on standard input: the number of men, whether White is to move,
/// and for each man his kind and square. At the end they print how often they gave which answer.
const C: &str = "#include <stdio.h>
#include <string.h>
#include \"rec.h\"
static unsigned long counts[2][16][64];
int main(void) {
    int n;
    while ((n = getchar()) != EOF) {
        int white_to_move = getchar(), rule = -1;
        adli_men men[2];
        memset(men, 0, sizeof men);
        while (n--) {
            int kind = getchar();
            uint64_t *sets[] = {&men[kind / 6].king, &men[kind / 6].queens, &men[kind / 6].rooks,
                &men[kind / 6].bishops, &men[kind / 6].knights, &men[kind / 6].pawns};
            *sets[kind % 6] |= UINT64_C(1) << getchar();
        }
        adli_answer answer = rec_with_rule(&men[0], &men[1], white_to_move, &rule);
        if (answer != rec(&men[0], &men[1], white_to_move)) return 1;
        counts[!white_to_move][answer][rule]++;
    }
    for (int turn = 0; turn < 2; turn++) for (int a = 0; a < 16; a++) for (int r = 0; r < 64; r++)
        if (counts[turn][a][r]) printf(\"%d %d %d %lu\\n\", turn, a, r, counts[turn][a][r]);
    return 0;
}
";

const RUST: &str = "mod rec;
use std::io::Read;
fn main() {
    let input = std::io::BufReader::with_capacity(1 << 16, std::io::stdin().lock());
    let mut bytes = input.bytes().map(Result::unwrap);
    let mut counts = [[[0_u64; 64]; 16]; 2];
    while let Some(n) = bytes.next() {
        let white_to_move = bytes.next().unwrap() != 0;
        let mut men = [rec::Men::default(); 2];
        for _ in 0..n {
            let (kind, square) = (bytes.next().unwrap(), bytes.next().unwrap());
            let side = &mut men[usize::from(kind / 6)];
            let rec::Men { king, queens, rooks, bishops, knights, pawns } = side;
            *[king, queens, rooks, bishops, knights, pawns][usize::from(kind % 6)] |= 1 << square;
        }
        let (answer, rule) = rec::rec_with_rule(&men[0], &men[1], white_to_move);
        assert_eq!(answer, rec::rec(&men[0], &men[1], white_to_move));
        counts[usize::from(!white_to_move)][answer as usize][usize::from(rule.unwrap_or(0))] += 1;
    }
    for (turn, counts) in counts.iter().enumerate() {
        for (answer, counts) in counts.iter().enumerate() {
            for (rule, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
                println!(\"{turn} {answer} {rule} {count}\");
            }
        }
    }
}
";

/// The answers in the order of the exported types.
const ANSWERS: [&str; 9] =
    ["unknown", "win", "draw", "loss", "mated", "mates", "mates_next", "at_least_draw", "at_most_draw"];

/// Counts of `prove` for a material.
fn proved(claim: &Value) -> Counts {
    let mut counts = Counts::new();
    for (turn, side) in claim["recognised"].as_array().unwrap().iter().enumerate() {
        for rule in side["rules"].as_array().unwrap() {
            let (answer, name) = (rule["answer"].as_str().unwrap(), rule["name"].as_str().unwrap());
            let positions = rule["positions"].as_u64().unwrap();
            if positions > 0 {
                counts.insert((turn, answer.to_owned(), name.parse().unwrap()), positions);
            }
        }
    }
    counts
}

/// The kinds of the men of a material such as KNKB, with their sides.
fn men(material: &str) -> Vec<Man> {
    let second = material.rfind('K').unwrap();
    let kind = |letter| Kind::ALL.into_iter().find(|kind| kind.letter() == letter).unwrap();
    let man = |(at, letter)| Man { colour: Colour::ALL[usize::from(at >= second)], kind: kind(letter) };
    material.char_indices().map(man).collect()
}

/// Shows every legal position of some men, or those of the domain; perhaps with colours exchanged.
fn show(men: &[Man], all: bool, exchanged: bool, out: &mut impl Write) {
    let mut squares = vec![0_usize; men.len()];
    place(men, 0, all, &mut squares, &mut |squares| {
        let placed = || {
            let square = |&square: &usize| Square::from_index(if exchanged { square ^ 56 } else { square });
            let colour = |man: &Man| if exchanged { !man.colour } else { man.colour };
            men.iter().zip(squares).map(move |(man, at)| (square(at), Man { colour: colour(man), ..*man }))
        };
        for turn in Colour::ALL {
            if Position::from_men(turn, placed()).is_ok() {
                out.write_all(&[men.len() as u8, u8::from(turn == Colour::White)]).unwrap();
                for (square, man) in placed() {
                    let kind = "KQRBNP".find(man.kind.letter()).unwrap();
                    out.write_all(&[(6 * man.colour.index() + kind) as u8, square.index() as u8]).unwrap();
                }
            }
        }
    });
}

/// All ways to put the men from a number on squares that are free; like men in one order only.
fn place(men: &[Man], number: usize, all: bool, squares: &mut Vec<usize>, see: &mut dyn FnMut(&[usize])) {
    if number == men.len() {
        return see(squares);
    }
    let least = match number.checked_sub(1).filter(|&before| men[before] == men[number]) {
        Some(before) => squares[before] + 1,
        None => 0,
    };
    for square in least..64 {
        let is_king = men[number].kind == Kind::King;
        let is_wanted = all || !is_king || is_in_domain(men[number], square);
        if is_wanted && !squares[..number].contains(&square) {
            squares[number] = square;
            place(men, number + 1, all, squares, see);
        }
    }
}

/// Exports and compiles a recogniser, and returns the material, positions and unknown positions that the head
/// states.
fn compiled(tables: &Path, folder: &Path, language: &str) -> Vec<(String, u64, u64)> {
    let (code, main) = if language == "c" { ("rec.c", "main.c") } else { ("rec.rs", "main.rs") };
    let at = |name: &str| folder.join(name).display().to_string();
    let export = ["export", &at("rec.adv"), "--as", language, "--with-rule", "--unproved", "-o", &at(code)];
    let json = run_json(tables, &export, 0);
    std::fs::write(folder.join(main), if language == "c" { C } else { RUST }).unwrap();
    let (compiler, arguments) = match language {
        "c" => ("cc", &["-std=c99", "-O2", "-Wall", "-Wextra", "-Werror", "main.c", "rec.c"][..]),
        _ => ("rustc", &["--edition", "2021", "-O", "main.rs"][..]),
    };
    let mut compile = Command::new(compiler);
    let output = compile.current_dir(folder).args(arguments).args(["-o", language]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    // What stands at the head of the code is what the report says.
    let code = std::fs::read_to_string(folder.join(code)).unwrap().replace(',', "");
    let materials = json["materials"].as_array().unwrap().iter();
    let stated = materials.map(|material| {
        let name = material["material"].as_str().unwrap().to_owned();
        let [all, left] = ["positions", "unknown"].map(|field| material[field].as_u64().unwrap());
        let said = code.split(&format!("// {name}: ")).nth(1).unwrap();
        let said: String = said.lines().take(2).collect();
        assert!(said.contains(&format!("{all} positions")), "{name}: {said}");
        assert!(said.contains(&format!("; {left} positions are left unknown")), "{name}: {said}");
        (name, all, left)
    });
    stated.collect()
}

/// Counts of the compiled program for a material.
fn counted(folder: &Path, language: &str, men: &[Man], all: bool, exchanged: bool) -> Counts {
    let mut program = Command::new(folder.join(language));
    let mut child = program.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut positions = BufWriter::with_capacity(1 << 16, child.stdin.take().unwrap());
    show(men, all, exchanged, &mut positions);
    positions.flush().unwrap();
    drop(positions);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{language}: the two functions differ");
    let mut counts = Counts::new();
    for line in String::from_utf8(output.stdout).unwrap().lines() {
        let numbers: Vec<u64> = line.split(' ').map(|number| number.parse().unwrap()).collect();
        let turn = if exchanged { 1 - numbers[0] } else { numbers[0] };
        counts.insert((turn as usize, ANSWERS[numbers[1] as usize].to_owned(), numbers[2]), numbers[3]);
    }
    counts
}

/// The men of a material in an order that does not matter, perhaps with colours exchanged.
fn sorted(men: &[Man], exchanged: bool) -> Vec<(bool, char)> {
    let mut men: Vec<_> =
        men.iter().map(|man| ((man.colour == Colour::White) != exchanged, man.kind.letter())).collect();
    men.sort_unstable();
    men
}

/// Compares the exported code of a shape with what `prove` counts, as it stands and, where that is not
/// another material of the same header, with colours exchanged.
fn compare(tables: &Path, shape: &Shape, all: bool) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("rec.adv");
    std::fs::write(&file, text(shape, if all { "" } else { DOMAIN })).unwrap();
    let report = run_json(tables, &["prove", &file.display().to_string()], 1);
    let claims = report["claims"].as_array().unwrap();
    let units: Vec<(Vec<Man>, Counts)> =
        claims.iter().map(|claim| (men(claim["material"].as_str().unwrap()), proved(claim))).collect();
    for language in ["c", "rust"] {
        let stated = compiled(tables, folder.path(), language);
        for (number, (men, proved)) in units.iter().enumerate() {
            let name = &stated[number].0;
            let found = counted(folder.path(), language, men, all, false);
            assert_eq!(found, *proved, "{} {language} {name}", shape.name);
            if all {
                let unknown = found.iter().filter(|((_, answer, _), _)| answer == "unknown");
                let counts = (found.values().sum(), unknown.map(|(_, count)| count).sum());
                assert_eq!((stated[number].1, stated[number].2), counts, "{} {language} {name}", shape.name);
            }
            let is_another = units.iter().any(|(other, _)| sorted(men, true) == sorted(other, false));
            if !is_another {
                let found = counted(folder.path(), language, men, all, true);
                assert_eq!(found, *proved, "{} {language} {name}, colours exchanged", shape.name);
            }
        }
    }
}

#[test]
fn whole_endgames_of_three_men_are_what_was_proved() {
    let tables = solved(&["KPK", "KBK", "KQK", "KRK"]);
    SMALL.iter().for_each(|shape| compare(tables.path(), shape, true));
}

/// With alternatives on both sides every exported answer of some materials was that of another, with colours
/// exchanged.
#[test]
fn four_men_are_what_was_proved_of_some_squares_of_the_kings() {
    let tables = solved(&["KBKB", "KBKN", "KNKN", "KNNK", "KRKR", "KBNK", "KRNK", "KBBK"]);
    FOUR.iter().for_each(|shape| compare(tables.path(), shape, false));
}

#[test]
#[ignore = "minutes; `just exhaustive` runs it"]
fn whole_endgames_of_four_men_are_what_was_proved() {
    let tables = solved(&["KPKP", "KBKP", "KBKB", "KBKN", "KNKN", "KNNK", "KRKR", "KBNK", "KRNK", "KBBK"]);
    FOUR.iter().chain(&PAWNS).for_each(|shape| compare(tables.path(), shape, true));
}

/// The diagrams of a DDDMP file, read from the format's description: nodes with a variable and two edges,
/// where a minus is a complement.
struct Diagrams {
    nodes: Vec<Option<(usize, i64, i64)>>,
    /// Man, whether a bit of his file, and which bit.
    variables: Vec<(char, bool, usize)>,
    roots: Vec<i64>,
}

impl Diagrams {
    fn read(text: &str) -> Diagrams {
        let mut diagrams = Diagrams { nodes: vec![None], variables: Vec::new(), roots: Vec::new() };
        for words in text.lines().map(|line| line.split(' ').collect::<Vec<_>>()) {
            match &words[..] {
                [".suppvarnames", names @ ..] => {
                    let name = |name: &&str| {
                        let mut parts = name.split('.');
                        let man = parts.next().unwrap().chars().next().unwrap();
                        let is_file = parts.next() == Some("file");
                        (man, is_file, parts.next().unwrap().parse().unwrap())
                    };
                    diagrams.variables = names.iter().filter(|name| !name.is_empty()).map(name).collect();
                }
                [".rootids", roots @ ..] => {
                    diagrams.roots = roots.iter().filter_map(|root| root.parse().ok()).collect();
                }
                [_, "T", ..] => diagrams.nodes.push(None),
                [_, variable, yes, no] if !words[0].starts_with('.') => {
                    let node = (variable.parse().unwrap(), yes.parse().unwrap(), no.parse().unwrap());
                    diagrams.nodes.push(Some(node));
                }
                _ => {}
            }
        }
        diagrams
    }

    fn has(&self, turn: Colour, men: &[(char, usize)]) -> bool {
        let mut edge = self.roots[turn.index()];
        let mut says = edge > 0;
        while let Some((variable, yes, no)) = self.nodes[edge.unsigned_abs() as usize] {
            let (man, is_file, bit) = self.variables[variable];
            let square = men.iter().find(|(letter, _)| *letter == man).unwrap().1;
            let number = if is_file { square % 8 } else { square / 8 };
            edge = if number & bit != 0 { yes } else { no };
            says ^= edge < 0;
        }
        says
    }
}

/// A set in a file has the positions that its words mean, with the pawn on either side.
#[test]
fn sets_in_files_are_those_of_the_text() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    for (header, pawn, down) in
        [("KKP White K v Black k p", 'p', true), ("KPK White K P v Black k", 'P', false)]
    {
        let condition = format!("{pawn}.rank < 5 and K.file < {pawn}.file and (White to move or k.rank = 5)");
        std::fs::write(at("set.adv"), format!("endgame {header}\ndef far = {condition}\n")).unwrap();
        let report = run_json(folder.path(), &["set", &at("set.adv"), "far", "--dddmp", &at("set.dddmp")], 0);
        let diagrams = Diagrams::read(&std::fs::read_to_string(at("set.dddmp")).unwrap());
        let man = |colour, kind| Man { colour, kind };
        let side = if down { Colour::Black } else { Colour::White };
        let mut counts = [0; 2];
        for number in 0..64_usize.pow(3) {
            let [king, other, p] = [number / 4096, number / 64 % 64, number % 64];
            let men = [
                (Square::from_index(king), man(Colour::White, Kind::King)),
                (Square::from_index(other), man(Colour::Black, Kind::King)),
                (Square::from_index(p), man(side, Kind::Pawn)),
            ];
            for turn in Colour::ALL {
                let holds = p / 8 < 4 && king % 8 < p % 8 && (turn == Colour::White || other / 8 == 4);
                let is_meant = holds && Position::from_men(turn, men).is_ok();
                let is_there = diagrams.has(turn, &[('K', king), ('k', other), (pawn, p)]);
                assert_eq!(is_there, is_meant, "{header} {king} {other} {p} {turn:?}");
                counts[turn.index()] += u64::from(is_there);
            }
        }
        for (side, count) in ["white", "black"].into_iter().zip(counts) {
            assert_eq!(report[side]["positions"], count, "{header} {side}");
            assert!(count > 1000);
        }
    }
}
