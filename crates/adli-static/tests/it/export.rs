//! Exported code, compiled by rustc and by a C compiler, agrees with the language.
//!
//! The compiled program goes through all placements of the men and writes one byte for each side to move. In the ordinary
//! tests every position of a three-man endgame is asked of the plain interpreter; of four men every position is compared with the
//! columns, and some with the interpreter. `just exhaustive` asks the interpreter more often, and goes on to five men.
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use adli_chess::{Colour, Square};
use adli_lang::{Answer, Interpreter, Program, Sources, State, Value, check};
use adli_static::{Columns, Compiled, Language, Request, Runner, Unit, compile, export, field};

/// By which a digest of answers is multiplied for each of them.
const PRIME: u64 = 1_099_511_628_211;

/// Numbers and single squares: the interpreter is quick enough to be asked everywhere.
const NUMBERS: &str = "endgame KPK strong K P v weak k
    use geometry
    recogniser numbers
      when weak to move and steps(k, P) = 1 and steps(K, P) > 1 => draw
      when steps(k, (P.file, 8)) > 9 - P.rank and not (k.file = P.file and k.rank > P.rank) => win for strong
      when (K.file + 2 * P.rank - k.file) mod 3 = 1 and abs(K.rank - k.rank) < min(P.rank, P.file) => at_most_draw for weak
      when (K.rank * k.file) div 5 > 4 and k /= (P.file + 1, P.rank + 1) => at_least_draw
      otherwise => unknown";

/// Sets of squares, over which the interpreter takes its time.
const SETS: &str = "endgame KPK strong K P v weak k
    use geometry
    def way = {s: s.file = P.file and s.rank > P.rank}
    recogniser sets
      when weak to move and k in ring(P) and P not in attacks(K) => draw
      when ring(k) & way = {} and count(way) < 4 => win for strong
      when (sum s in ring(K): s.rank) > 40 and k not in attacks(P) => at_least_draw
      otherwise => unknown";

const FOUR: &str = "endgame KBKN strong K B v weak k n
    use geometry
    def escapes = ring(k) - {n} - ring(K) - attacks(B)
    recogniser four
      when k in corner | xcorner and escapes = {} {
        when weak to move and k in attacks(B) => mated
        when strong to move and count(attacks(B) & jumps(n)) > 1 => mates_next
        when up to symmetry (n = b1 and K in {b3, c3}) => loss for weak
        otherwise => unknown
      }
      when steps(K, k) > steps(n, k) + 2 and steps(B, n) < walk(K, n) div 2 => draw
      when n in attacks(B) and (some s in jumps(n): s not in attacks(B) | ring(K)) => at_least_draw for weak
      when in_check(strong) => at_most_draw for strong
      when max(K.file, k.file) - n.file <= -2 => win
      otherwise => unknown";

struct Material<'p> {
    program: &'p Program,
    sides: [Compiled; 2],
}

impl<'p> Material<'p> {
    fn new(program: &'p Program) -> Material<'p> {
        let branches = &program.recognisers[0].branches;
        Material { program, sides: [0, 1].map(|turn| compile(program, &[], turn, branches).unwrap()) }
    }

    fn text(materials: &[Material<'p>], language: Language) -> String {
        Material::printed(materials, language, "recognise", None).0
    }

    /// Code and header; the function says also which rule gave the answer.
    fn printed(
        materials: &[Material<'p>],
        language: Language,
        name: &str,
        header: Option<&str>,
    ) -> (String, String) {
        let units: Vec<Unit<'_>> = materials
            .iter()
            .map(|m| Unit { endgame: &m.program.endgame, sides: [&m.sides[0], &m.sides[1]] })
            .collect();
        let rules = &materials[0].program.recognisers[0].rules;
        let request = Request { language, name, rules, units: &units, with_rule: true };
        let exported = export(&request);
        let head = ["a test".to_owned()];
        (exported.code(&head, header), exported.header(&head))
    }

    fn fields(&self) -> Vec<(&'static str, &'static str)> {
        let men = self.program.endgame.men.iter();
        men.map(|man| (if man.side == Colour::White { "white" } else { "black" }, field(man.kind))).collect()
    }

    /// A program that writes the answers for all placements, first side to move and second, as bytes; or only a digest of
    /// them. With `turned` the colours are exchanged and the board is turned round.
    fn driver(&self, language: Language, turned: bool, digest: bool) -> String {
        let fields = self.fields();
        let mut text = String::new();
        let rust = language == Language::Rust;
        if rust {
            text.push_str("mod exported;\nuse exported::{Men, recognise};\nuse std::io::Write;\n");
            text.push_str("fn main() {\n let mut sum = 0_u64;\n");
            text.push_str("let mut out = std::io::BufWriter::new(std::io::stdout().lock());\n");
        } else {
            text.push_str(
                "#include <stdio.h>\n#include \"exported.c\"\nint main(void) {\nuint64_t sum = 0;\n",
            );
        }
        for man in 0..fields.len() {
            let _ = if rust {
                writeln!(text, "for s{man} in 0..64_u32 {{")
            } else {
                writeln!(text, "for (unsigned s{man} = 0; s{man} < 64; s{man}++) {{")
            };
        }
        let mut distinct = Vec::new();
        for a in 0..fields.len() {
            distinct.extend((0..a).map(|b| format!("s{a} == s{b}")));
        }
        let distinct = distinct.join(" || ");
        text.push_str(&if rust {
            format!("if {distinct} {{ continue; }}\nlet (mut white, mut black) = (Men::default(), Men::default());\n")
        } else {
            format!("if ({distinct}) continue;\nadli_men white = {{0}}, black = {{0}};\n")
        });
        for (man, (side, field)) in fields.iter().enumerate() {
            let side = match (turned, *side) {
                (false, side) => side,
                (true, "white") => "black",
                (true, _) => "white",
            };
            let flip = if turned { 56 } else { 0 };
            let _ = if rust {
                writeln!(text, "{side}.{field} |= 1_u64 << (s{man} ^ {flip});")
            } else {
                writeln!(text, "{side}.{field} |= UINT64_C(1) << (s{man} ^ {flip});")
            };
        }
        for first in [!turned, turned] {
            let answer = match language {
                Language::Rust => format!("recognise(&white, &black, {first}) as u8"),
                Language::C => format!("recognise(&white, &black, {})", u8::from(first)),
            };
            let _ = match (rust, digest) {
                (true, true) => {
                    writeln!(text, "sum = sum.wrapping_mul({PRIME}).wrapping_add(u64::from({answer}));")
                }
                (true, false) => writeln!(text, "out.write_all(&[{answer}]).unwrap();"),
                (false, true) => writeln!(text, "sum = sum * UINT64_C({PRIME}) + (uint64_t){answer};"),
                (false, false) => writeln!(text, "putchar((int){answer});"),
            };
        }
        text.push_str(&"}".repeat(fields.len()));
        text.push_str(match (rust, digest) {
            (true, true) => "write!(out, \"{sum}\").unwrap(); }",
            (true, false) => "out.write_all(&[]).unwrap(); let _ = &mut sum; }",
            (false, true) => "printf(\"%llu\", (unsigned long long)sum); return 0; }",
            (false, false) => "(void)sum; return 0; }",
        });
        text
    }

    /// Runs the exported code, compiled, over all placements.
    fn answers(&self, all: &[Material<'p>], language: Language, turned: bool, digest: bool) -> Vec<u8> {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let run = |program: &str, arguments: &[&str], main: &Path| {
            let output =
                Command::new(program).args(arguments).arg(main).arg("-o").arg(at("run")).output().unwrap();
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{said}");
            assert!(said.is_empty(), "the exported code is not free of warnings: {said}");
        };
        match language {
            Language::Rust => {
                std::fs::write(at("exported.rs"), Material::text(all, language)).unwrap();
                std::fs::write(at("main.rs"), self.driver(language, turned, digest)).unwrap();
                run("rustc", &["--edition", "2021", "-O"], &at("main.rs"));
            }
            Language::C => {
                std::fs::write(at("exported.c"), Material::text(all, language)).unwrap();
                std::fs::write(at("main.c"), self.driver(language, turned, digest)).unwrap();
                run("cc", &["-std=c99", "-O2", "-Wall", "-Wextra", "-Wpedantic"], &at("main.c"));
            }
        }
        Command::new(at("run")).output().unwrap().stdout
    }

    /// All placements in the order of the driver, in parts.
    fn for_placements(&self, mut see: impl FnMut(&Columns)) {
        let men = self.program.endgame.men.len();
        let mut columns = Columns { men: vec![Vec::new(); men], ..Columns::default() };
        for number in 0..1_u64 << (6 * men) {
            let square = |man: usize| (number >> (6 * (men - 1 - man)) & 63) as u8;
            let taken = (0..men).fold(0_u64, |taken, man| taken | 1 << square(man));
            if taken.count_ones() as usize != men {
                continue;
            }
            for (man, column) in columns.men.iter_mut().enumerate() {
                column.push(square(man));
            }
            if columns.len() == 4096 {
                see(&columns);
                columns.men.iter_mut().for_each(Vec::clear);
            }
        }
        see(&columns);
    }

    /// Compares answers with the columns everywhere, and with the interpreter at every so many placements.
    fn compare(&self, answers: &[u8], every: usize) {
        let recogniser = &self.program.recognisers[0];
        let rule = self.program[recogniser.rule].body;
        let mut runners = [Runner::new(&self.sides[0]), Runner::new(&self.sides[1])];
        let mut answers = answers.chunks_exact(2);
        let (mut number, mut given) = (0_usize, [0_u64; 9]);
        self.for_placements(|columns| {
            let mut rules = [vec![0; columns.len()], vec![0; columns.len()]];
            for (runner, rules) in runners.iter_mut().zip(&mut rules) {
                runner.decide(columns, rules);
            }
            for at in 0..columns.len() {
                let answer = answers.next().expect("as many answers as placements");
                let squares = || -> Vec<Square> {
                    columns.men.iter().map(|column| Square::new(column[at] % 8, column[at] / 8)).collect()
                };
                for turn in Colour::ALL {
                    let found = Answer::ALL[usize::from(answer[turn.index()])];
                    let by = rules[turn.index()][at];
                    let said = recogniser.rules[usize::from(by)].answer_for(turn.index() as u16);
                    assert_eq!(found, said, "{:?} {turn:?}", squares());
                    given[found as usize] += 1;
                    if number.is_multiple_of(every) {
                        let state = State::at_home(&self.program.endgame, turn, &squares());
                        let rule = Interpreter::new(self.program).value(rule, &[state]);
                        assert_eq!(rule, Ok(Value::Int(i32::from(by) + 1)), "{state:?}");
                    }
                }
                number += 1;
            }
        });
        assert!(answers.next().is_none(), "more answers than placements");
        // Each answer of the text is given somewhere, so that the comparison is about something.
        for rule in &recogniser.rules {
            assert!(given[rule.answer as usize] > 0, "{:?} is never given", rule.answer);
        }
    }
}

fn compare(text: &str, languages: &[(Language, bool)], every: usize) {
    let programs = crate::common::programs(text);
    let materials: Vec<Material<'_>> = programs.iter().map(Material::new).collect();
    for material in &materials {
        for &(language, turned) in languages {
            material.compare(&material.answers(&materials, language, turned, false), every);
        }
    }
}

#[test]
fn three_men_agree_with_the_interpreter_everywhere() {
    compare(NUMBERS, &[(Language::Rust, false)], 1);
    compare(SETS, &[(Language::C, true)], 101);
}

#[test]
fn four_men_agree_everywhere() {
    compare(FOUR, &[(Language::C, false)], 2000);
}

#[test]
#[ignore = "minutes; `just exhaustive` runs it"]
fn sets_agree_with_the_interpreter_everywhere_and_four_men_often() {
    compare(SETS, &[(Language::Rust, true)], 1);
    compare(FOUR, &[(Language::Rust, true)], 101);
    compare(FOUR, &[(Language::C, true)], 2000);
}

/// All placements of five men, both sides to move: two thousand million answers of the library's recogniser for each material, as a
/// digest.
#[test]
#[ignore = "minutes; `just exhaustive` runs it"]
fn five_men_agree_everywhere() {
    let sources = Sources::library();
    let programs = check(&sources, sources.find("knn/adli").unwrap(), &[]).programs;
    let materials: Vec<Material<'_>> = programs.iter().map(Material::new).collect();
    for (material, language) in materials.iter().zip([Language::Rust, Language::C]) {
        let rules = &material.program.recognisers[0].rules;
        let mut runners = [Runner::new(&material.sides[0]), Runner::new(&material.sides[1])];
        let mut sum = 0_u64;
        material.for_placements(|columns| {
            let mut by = [vec![0; columns.len()], vec![0; columns.len()]];
            runners.iter_mut().zip(&mut by).for_each(|(runner, by)| runner.decide(columns, by));
            for (&first, &second) in by[0].iter().zip(&by[1]) {
                for (turn, rule) in [first, second].into_iter().enumerate() {
                    let answer = rules[usize::from(rule)].answer_for(turn as u16) as u64;
                    sum = sum.wrapping_mul(PRIME).wrapping_add(answer);
                }
            }
        });
        let found = material.answers(&materials, language, false, true);
        assert_eq!(String::from_utf8(found).unwrap(), sum.to_string(), "{language:?}");
    }
}

/// A program of two recognisers for the same men, each asked for its answers and rules in all placements.
fn driver_of_two(language: Language) -> String {
    let men = "white.king = 1_u64 << s0; white.pawns = 1_u64 << s1; black.king = 1_u64 << s2;";
    match language {
        Language::Rust => format!(
            "#![deny(warnings)]\nmod first;\nmod second;\nuse std::io::Write;\nfn main() {{
            let mut out = std::io::BufWriter::new(std::io::stdout().lock());
            for s0 in 0..64 {{ for s1 in 0..64 {{ for s2 in 0..64 {{
                if s0 == s1 || s0 == s2 || s1 == s2 {{ continue; }}
                for turn in [true, false] {{
                    let (mut white, mut black) = (first::Men::default(), first::Men::default());
                    {men}
                    let (answer, rule) = first::first_with_rule(&white, &black, turn);
                    let rule = rule.unwrap() as u8;
                    out.write_all(&[first::first(&white, &black, turn) as u8, answer as u8, rule]).unwrap();
                    let (mut white, mut black) = (second::Men::default(), second::Men::default());
                    {men}
                    let (answer, rule) = second::second_with_rule(&white, &black, turn);
                    let rule = rule.unwrap() as u8;
                    out.write_all(&[second::second(&white, &black, turn) as u8, answer as u8, rule]).unwrap();
                }}
            }} }} }}
            let none = second::Men::default();
            assert_eq!(second::second_with_rule(&none, &none, true), (second::Answer::Unknown, None));
            }}"
        ),
        Language::C => format!(
            "#include <stdio.h>\n#include \"first.h\"\n#include \"second.h\"\n#include \"first.h\"\nint main(void) {{
            for (unsigned s0 = 0; s0 < 64; s0++) for (unsigned s1 = 0; s1 < 64; s1++) for (unsigned s2 = 0; s2 < 64; s2++) {{
                if (s0 == s1 || s0 == s2 || s1 == s2) continue;
                adli_men white = {{0}}, black = {{0}};
                {}
                for (int turn = 1; turn >= 0; turn--) {{
                    int rule = -1;
                    putchar(first(&white, &black, turn));
                    putchar(first_with_rule(&white, &black, turn, &rule));
                    putchar(rule);
                    putchar(second(&white, &black, turn));
                    putchar(second_with_rule(&white, &black, turn, &rule));
                    putchar(rule);
                }}
            }}
            adli_men none = {{0}};
            int rule = -1;
            return second_with_rule(&none, &none, 1, &rule) != ADLI_UNKNOWN || rule != 0; }}",
            men.replace("1_u64", "UINT64_C(1)")
        ),
    }
}

/// Names of tables and functions were the same in all exported code, and there was no header.
#[test]
fn two_recognisers_did_not_live_in_one_program() {
    let programs = [crate::common::programs(NUMBERS).remove(0), crate::common::programs(SETS).remove(0)];
    let materials = [[Material::new(&programs[0])], [Material::new(&programs[1])]];
    let mut expected = Vec::new();
    let mut runners: Vec<[Runner<'_>; 2]> =
        materials.iter().map(|[m]| [Runner::new(&m.sides[0]), Runner::new(&m.sides[1])]).collect();
    materials[0][0].for_placements(|columns| {
        let mut by = vec![[vec![0; columns.len()], vec![0; columns.len()]]; 2];
        for (runners, by) in runners.iter_mut().zip(&mut by) {
            runners.iter_mut().zip(by).for_each(|(runner, by)| runner.decide(columns, by));
        }
        for at in 0..columns.len() {
            for turn in 0..2 {
                for (number, by) in by.iter().enumerate() {
                    let rule = by[turn][at];
                    let rules = &programs[number].recognisers[0].rules;
                    let answer = rules[usize::from(rule)].answer_for(turn as u16) as u8;
                    expected.extend([answer, answer, rule as u8 + 1]);
                }
            }
        }
    });
    for language in [Language::C, Language::Rust] {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let end = if language == Language::C { "c" } else { "rs" };
        for (name, material) in ["first", "second"].into_iter().zip(&materials) {
            let (code, header) = Material::printed(material, language, name, Some(&format!("{name}.h")));
            std::fs::write(at(&format!("{name}.{end}")), code).unwrap();
            std::fs::write(at(&format!("{name}.h")), header).unwrap();
        }
        std::fs::write(at(&format!("main.{end}")), driver_of_two(language)).unwrap();
        let (compiler, arguments) = match language {
            Language::C => (
                "cc",
                &[
                    "-std=c99",
                    "-O2",
                    "-Wall",
                    "-Wextra",
                    "-Wpedantic",
                    "-Werror",
                    "main.c",
                    "first.c",
                    "second.c",
                ][..],
            ),
            Language::Rust => ("rustc", &["--edition", "2021", "-O", "main.rs"][..]),
        };
        let mut compile = Command::new(compiler);
        let output = compile.current_dir(folder.path()).args(arguments).args(["-o", "run"]).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let output = Command::new(at("run")).output().unwrap();
        assert!(output.status.success(), "{language:?}: {output:?}");
        assert!(output.stdout == expected, "{language:?}: {} bytes", output.stdout.len());
        if language == Language::C {
            // One text that includes both is a program too.
            let both = "#include \"first.c\"\n#include \"second.c\"\nint main(void) { return 0; }\n";
            std::fs::write(at("both.c"), both).unwrap();
            let mut compile = Command::new("cc");
            let compile =
                compile.current_dir(folder.path()).args(["-std=c99", "-Wall", "-Wextra", "-Werror"]);
            let output = compile.args(["both.c", "-o", "both"]).output().unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        }
    }
}

/// The men of other endgames are not recognised, whatever the colours.
#[test]
fn other_men_are_unknown() {
    let programs = crate::common::programs(FOUR);
    let materials: Vec<Material<'_>> = programs.iter().map(Material::new).collect();
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("exported.rs"), Material::text(&materials, Language::Rust)).unwrap();
    let main = "mod exported; use exported::{Answer, Men, recognise};
        fn main() {
            let king = |square: u32| Men { king: 1 << square, ..Men::default() };
            let all = [
                (king(0), king(63)),
                (Men { bishops: 2, ..king(0) }, king(63)),
                (Men { bishops: 6, ..king(0) }, Men { knights: 1 << 40, ..king(63) }),
                (Men { bishops: 2, pawns: 1 << 20, ..king(0) }, Men { knights: 1 << 40, ..king(63) }),
                (Men { knights: 2, ..king(0) }, Men { knights: 1 << 40, ..king(63) }),
                (Men { bishops: 2, ..king(0) }, Men { knights: 3 << 40, ..king(63) }),
                (Men { bishops: 2, knights: 1 << 40, ..Men::default() }, king(63)),
            ];
            for (a, b) in all {
                assert_eq!(recognise(&a, &b, true), Answer::Unknown);
                assert_eq!(recognise(&b, &a, true), Answer::Unknown);
            }
            let all = (2..63).map(|s| (Men { bishops: 2, ..king(0) }, Men { knights: 1 << s, ..king(63) }));
            let known = |a: &Men, b: &Men, turn| recognise(a, b, turn) != Answer::Unknown;
            let as_white = all.clone().filter(|(a, b)| known(a, b, true)).count();
            let as_black = all.filter(|(a, b)| known(b, a, false)).count();
            assert!(as_white > 0 && as_black > 0);
        }";
    std::fs::write(at("main.rs"), main).unwrap();
    let mut rustc = Command::new("rustc");
    rustc.args(["--edition", "2021", "-O"]).arg(at("main.rs")).arg("-o").arg(at("run"));
    assert!(rustc.output().unwrap().status.success());
    let run = Command::new(at("run")).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
}
