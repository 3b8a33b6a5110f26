//! What stands around the rules: types, tables, and the function that finds the men.

use std::fmt::Write;

use adli_chess::{Colour, Kind};
use adli_lang::Answer;

use super::{Language, Unit};

/// The whole text.
pub(super) fn text(
    language: Language,
    name: &str,
    head: &[String],
    units: &[Unit<'_>],
    tables: &[Box<[u64]>],
    functions: &str,
) -> String {
    let mut out = String::new();
    for line in head {
        let _ = writeln!(out, "{}", format!("// {line}").trim_end());
    }
    out.push('\n');
    if language == Language::C {
        out.push_str("#include <stdint.h>\n\n#ifndef ADLI_TYPES\n#define ADLI_TYPES\n");
    }
    out.push_str(&answers(language));
    out.push_str(if language == Language::Rust { RUST_TYPES } else { C_TYPES });
    for (number, table) in tables.iter().enumerate() {
        let _ = match language {
            Language::Rust => writeln!(out, "\nstatic T{number}: [u64; {}] = [", table.len()),
            Language::C => writeln!(out, "\nstatic const uint64_t T{number}[{}] = {{", table.len()),
        };
        for words in table.chunks(4) {
            let words: Vec<String> = words.iter().map(|word| format!("{word:#x}")).collect();
            let suffix = if language == Language::C { "u" } else { "" };
            let words: Vec<String> = words.into_iter().map(|word| format!("{word}{suffix}")).collect();
            let _ = writeln!(out, "    {},", words.join(", "));
        }
        out.push_str(if language == Language::Rust { "];\n" } else { "};\n" });
    }
    out.push_str(functions);
    for (number, unit) in units.iter().enumerate() {
        finder(language, number, unit, &mut out);
    }
    entry(language, name, units, &mut out);
    out
}

/// The type of the answers; the list is that of the language.
fn answers(language: Language) -> String {
    let mut out = String::new();
    let elsewhere = "What is known of a position, for the side to move. Where the men are not those of the recogniser, nothing.";
    out.push_str(&match language {
        Language::Rust => format!(
            "/// {elsewhere}\n#[derive(Clone, Copy, PartialEq, Eq, Debug)]\n#[allow(dead_code)]\npub enum Answer {{\n"
        ),
        Language::C => format!("/* {elsewhere} */\ntypedef enum {{\n"),
    });
    for (number, &answer) in Answer::ALL.iter().enumerate() {
        let comma = if number + 1 < Answer::ALL.len() { "," } else { "" };
        let _ = match language {
            Language::Rust => writeln!(out, "    /// {}\n    {answer:?},", answer.meaning()),
            Language::C => {
                writeln!(out, "    {}{comma} /* {} */", language.answer(answer), answer.meaning())
            }
        };
    }
    out.push_str(if language == Language::Rust { "}\n" } else { "} adli_answer;\n" });
    out
}

const RUST_TYPES: &str = "
/// The men of one side: bit 0 is a1, bit 7 is h1, bit 63 is h8.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Men {
    pub king: u64,
    pub queens: u64,
    pub rooks: u64,
    pub bishops: u64,
    pub knights: u64,
    pub pawns: u64,
}
";

const C_TYPES: &str = "
/* The men of one side: bit 0 is a1, bit 7 is h1, bit 63 is h8. */
typedef struct {
    uint64_t king, queens, rooks, bishops, knights, pawns;
} adli_men;

static inline unsigned adli_first(uint64_t set) {
#if defined(__GNUC__)
    return (unsigned)__builtin_ctzll(set | UINT64_C(0x8000000000000000));
#else
    unsigned square = 0;
    while (square < 63 && !((set >> square) & 1)) square++;
    return square;
#endif
}

static inline uint64_t adli_count(uint64_t set) {
    set = set - ((set >> 1) & UINT64_C(0x5555555555555555));
    set = (set & UINT64_C(0x3333333333333333)) + ((set >> 2) & UINT64_C(0x3333333333333333));
    return (((set + (set >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f)) * UINT64_C(0x0101010101010101)) >> 56;
}

static inline int64_t adli_mod(int64_t number, int64_t by) {
    int64_t rest = number % by;
    return rest < 0 ? rest + by : rest;
}
#endif
";

/// What the exported code calls the bitboard of a kind of men.
#[must_use]
pub const fn field(kind: Kind) -> &'static str {
    match kind {
        Kind::King => "king",
        Kind::Queen => "queens",
        Kind::Rook => "rooks",
        Kind::Bishop => "bishops",
        Kind::Knight => "knights",
        Kind::Pawn => "pawns",
    }
}

/// A function that answers if the men are those of a material. `turned` is 0, or 56 if the first side plays down the board.
fn finder(language: Language, number: usize, unit: &Unit<'_>, out: &mut String) {
    let rust = language == Language::Rust;
    let _ = if rust {
        writeln!(
            out,
            "\n/// {}\n#[inline]\nfn find_{number}(first: &Men, second: &Men, first_to_move: bool, turned: usize) -> Option<Answer> {{",
            men(unit)
        )
    } else {
        writeln!(
            out,
            "\n/* {} */\nstatic int find_{number}(const adli_men *first, const adli_men *second, int first_to_move, unsigned turned,\n    adli_answer *answer) {{",
            men(unit)
        )
    };
    let dot = if rust { "." } else { "->" };
    let give_up = if rust { "return None;" } else { "return 0;" };
    // Kinds that are not there, and then the squares of those that are, one after the other.
    let mut none = Vec::new();
    let mut squares: Vec<(u8, String)> = Vec::new();
    let mut lines = Vec::new();
    for (side, colour) in [("first", Colour::White), ("second", Colour::Black)] {
        for kind in Kind::ALL {
            let slots: Vec<u8> = unit
                .endgame
                .slots()
                .filter(|(_, man)| man.side == colour && man.kind == kind)
                .map(|(slot, _)| slot.0)
                .collect();
            let set = format!("{side}{dot}{}", field(kind));
            if slots.is_empty() {
                none.push(set);
                continue;
            }
            let left = format!("{side}_{}", field(kind));
            lines.push(if rust {
                format!("let mut {left} = {set};")
            } else {
                format!("uint64_t {left} = {set};")
            });
            for slot in slots {
                let empty = format!("{left} == 0");
                lines.push(if rust {
                    format!("if {empty} {{ {give_up} }}")
                } else {
                    format!("if ({empty}) {give_up}")
                });
                let first = if rust {
                    format!("let s{slot} = ({left}.trailing_zeros() as usize & 63) ^ turned;")
                } else {
                    format!("const unsigned s{slot} = adli_first({left}) ^ turned;")
                };
                lines.push(first);
                lines.push(format!("{left} &= {left} - 1;"));
                squares.push((slot, format!("s{slot}")));
            }
            none.push(left);
        }
    }
    lines.iter().for_each(|line| {
        let _ = writeln!(out, "    {line}");
    });
    let rest = none.join(" | ");
    squares.sort();
    let squares: Vec<String> = squares.into_iter().map(|(_, name)| name).collect();
    let call = |turn: usize| format!("unit_{number}_{turn}({})", squares.join(", "));
    let _ = if rust {
        writeln!(
            out,
            "    if {rest} != 0 {{ {give_up} }}\n    Some(if first_to_move {{ {} }} else {{ {} }})\n}}",
            call(0),
            call(1)
        )
    } else {
        writeln!(
            out,
            "    if (({rest}) != 0) {give_up}\n    *answer = first_to_move ? {} : {};\n    return 1;\n}}",
            call(0),
            call(1)
        )
    };
}

fn men(unit: &Unit<'_>) -> String {
    unit.endgame.material().map_or_else(|| unit.endgame.name.clone(), |material| material.to_string())
}

/// The function that a caller calls.
fn entry(language: Language, name: &str, units: &[Unit<'_>], out: &mut String) {
    let unknown = language.answer(Answer::Unknown);
    let _ = match language {
        Language::Rust => writeln!(
            out,
            "\n/// What is known of a legal position without castling rights and captures in passing.\n#[must_use]\npub fn {name}(white: &Men, black: &Men, white_to_move: bool) -> Answer {{"
        ),
        Language::C => writeln!(
            out,
            "\n/* What is known of a legal position without castling rights and captures in passing. */\nadli_answer {name}(const adli_men *white, const adli_men *black, int white_to_move);\nadli_answer {name}(const adli_men *white, const adli_men *black, int white_to_move) {{\n    adli_answer answer = {unknown};"
        ),
    };
    for number in 0..units.len() {
        let _ = match language {
            Language::Rust => writeln!(
                out,
                "    if let Some(answer) = find_{number}(white, black, white_to_move, 0) {{ return answer; }}\n    if let Some(answer) = find_{number}(black, white, !white_to_move, 56) {{ return answer; }}"
            ),
            Language::C => writeln!(
                out,
                "    if (find_{number}(white, black, white_to_move, 0, &answer)) return answer;\n    if (find_{number}(black, white, !white_to_move, 56, &answer)) return answer;"
            ),
        };
    }
    let _ = match language {
        Language::Rust => writeln!(out, "    {unknown}\n}}"),
        Language::C => writeln!(out, "    return answer;\n}}"),
    };
}
