//! What stands around the rules: types, tables, the functions that find the men, and those that a caller calls.

use std::fmt::Write;

use adli_chess::{Colour, Kind};
use adli_lang::Answer;

use super::pack::{Array, ArrayId};
use super::{Exported, Language, Request, Unit};

/// What a function of the rules is called.
pub(super) fn rules_name(name: &str, unit: usize, turn: usize, with_rule: bool) -> String {
    format!("{name}_{}_{unit}_{turn}", if with_rule { "which" } else { "rules" })
}

/// What an array is called.
pub(super) fn array_name(language: Language, name: &str, array: ArrayId) -> String {
    match language {
        Language::Rust => format!("{}_T{}", name.to_uppercase(), array.0),
        Language::C => format!("{name}_t{}", array.0),
    }
}

/// The whole text.
pub(super) fn code(exported: &Exported<'_>, head: &[String], header: Option<&str>) -> String {
    let Request { language, name, units, with_rule, .. } = *exported.request;
    let mut out = comment(head);
    match (language, header) {
        (Language::Rust, _) => {
            out.push_str(&answers(language));
            out.push_str(RUST_MEN);
        }
        (Language::C, Some(header)) => {
            let _ = writeln!(out, "#include \"{header}\"");
        }
        (Language::C, None) => {
            out.push_str("#include <stdint.h>\n\n");
            out.push_str(&c_types());
            out.push_str(&declarations(exported.request));
        }
    }
    if language == Language::C {
        helpers(name, &exported.functions, &mut out);
    }
    for (number, array) in exported.arrays.all.iter().enumerate() {
        table(language, &array_name(language, name, ArrayId(number)), array, &mut out);
    }
    out.push_str(&exported.functions);
    for (number, unit) in units.iter().enumerate() {
        finder(language, name, number, unit, &mut out);
    }
    entry(exported.request, false, &mut out);
    if with_rule {
        entry(exported.request, true, &mut out);
    }
    out
}

/// The header for C: what a caller needs.
pub(super) fn header(exported: &Exported<'_>, head: &[String]) -> String {
    let request = exported.request;
    let guard = format!("ADLI_{}_H", request.name.to_uppercase());
    let mut out = comment(head);
    let _ = writeln!(out, "#ifndef {guard}\n#define {guard}\n\n#include <stdint.h>\n");
    out.push_str("#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n");
    out.push_str(&c_types());
    out.push_str(&declarations(request));
    out.push_str("\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
    out
}

fn comment(head: &[String]) -> String {
    let mut out = String::new();
    for line in head {
        let _ = writeln!(out, "{}", format!("// {line}").trim_end());
    }
    out.push('\n');
    out
}

/// The types of men and answers, which are the same in every header and are read once.
fn c_types() -> String {
    format!(
        "/* The same for all recognisers: who asks several fills the men in once. */\n#ifndef ADLI_TYPES\n#define ADLI_TYPES\n{}{C_MEN}#endif\n",
        answers(Language::C)
    )
}

const RUST_MEN: &str = "
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

const C_MEN: &str = "
/* The men of one side: bit 0 is a1, bit 7 is h1, bit 63 is h8. */
typedef struct {
    uint64_t king, queens, rooks, bishops, knights, pawns;
} adli_men;
";

/// What a caller reads before he calls.
const ASK: &str = "What is known of a legal position without castling rights and captures in passing.";
const ASK_RULE: &str = "The same, and the number of the rule that gave the answer";

/// The functions for callers, declared.
fn declarations(request: &Request<'_>) -> String {
    let name = request.name;
    let mut out = format!(
        "\n/* {ASK}\n *\n *     adli_men white = {{0}}, black = {{0}};\n *     white.king = UINT64_C(1) << 4;  (e1)\n *     black.king = UINT64_C(1) << 60; (e8)\n *     if ({name}(&white, &black, 1) == ADLI_DRAW) .. with White to move\n */\n"
    );
    let _ = writeln!(out, "{};", c_signature(name, false));
    if request.with_rule {
        let _ = writeln!(
            out,
            "\n/* {ASK_RULE} in `*rule`;\n * 0 where the men are not those of the recogniser. */\n{};",
            c_signature(name, true)
        );
    }
    out
}

fn c_signature(name: &str, with_rule: bool) -> String {
    let (suffix, rule) = if with_rule { ("_with_rule", ", int *rule") } else { ("", "") };
    format!(
        "adli_answer {name}{suffix}(const adli_men *white, const adli_men *black, int white_to_move{rule})"
    )
}

/// The functions of our own that the rules call; no others, so that no compiler complains.
fn helpers(name: &str, functions: &str, out: &mut String) {
    let _ = write!(
        out,
        "
static inline unsigned {name}_first(uint64_t set) {{
#if defined(__GNUC__)
    return (unsigned)__builtin_ctzll(set | UINT64_C(0x8000000000000000));
#else
    unsigned square = 0;
    while (square < 63 && !((set >> square) & 1)) square++;
    return square;
#endif
}}
"
    );
    if functions.contains(&format!("{name}_count(")) {
        let _ = write!(
            out,
            "
static inline uint64_t {name}_count(uint64_t set) {{
    set = set - ((set >> 1) & UINT64_C(0x5555555555555555));
    set = (set & UINT64_C(0x3333333333333333)) + ((set >> 2) & UINT64_C(0x3333333333333333));
    return (((set + (set >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f)) * UINT64_C(0x0101010101010101)) >> 56;
}}
"
        );
    }
    if functions.contains(&format!("{name}_mod(")) {
        let _ = write!(
            out,
            "
static inline int64_t {name}_mod(int64_t number, int64_t by) {{
    int64_t rest = number % by;
    return rest < 0 ? rest + by : rest;
}}
"
        );
    }
}

/// An array with its words.
fn table(language: Language, name: &str, array: &Array, out: &mut String) {
    let (element, length) = (language.element(array.element), array.words.len());
    let _ = match language {
        Language::Rust => writeln!(out, "\nstatic {name}: [{element}; {length}] = ["),
        Language::C => writeln!(out, "\nstatic const {element} {name}[{length}] = {{"),
    };
    let wide = array.element.bytes() == 8;
    let word = |&word: &u64| match (wide, language) {
        (true, Language::Rust) => format!("{word:#x}"),
        (true, Language::C) => format!("UINT64_C({word:#x})"),
        (false, _) => (word as i64).to_string(),
    };
    for words in array.words.chunks(if wide { 4 } else { 32 }) {
        let words: Vec<String> = words.iter().map(word).collect();
        let _ = writeln!(out, "    {},", words.join(", "));
    }
    out.push_str(if language == Language::Rust { "];\n" } else { "};\n" });
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
                writeln!(out, "    {} = {number}{comma} /* {} */", language.answer(answer), answer.meaning())
            }
        };
    }
    out.push_str(if language == Language::Rust { "}\n" } else { "} adli_answer;\n" });
    out
}

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

/// A function that finds the squares of the men, if they are those of a material. `turned` is 0, or 56 if the first side plays down the
/// board.
fn finder(language: Language, name: &str, number: usize, unit: &Unit<'_>, out: &mut String) {
    let rust = language == Language::Rust;
    let (men, all) = (men(unit), unit.endgame.men.len());
    let _ = if rust {
        writeln!(
            out,
            "\n/// {men}\n#[allow(non_snake_case)]\n#[inline]\nfn {name}_find_{number}(first: &Men, second: &Men, turned: usize) -> Option<[usize; {all}]> {{"
        )
    } else {
        writeln!(
            out,
            "\n/* {men} */\nstatic inline int {name}_find_{number}(const adli_men *first, const adli_men *second, unsigned turned, unsigned *s) {{"
        )
    };
    let dot = if rust { "." } else { "->" };
    let give_up = if rust { "return None;" } else { "return 0;" };
    // Kinds that are not there, and then the squares of those that are, one after the other.
    let mut none = Vec::new();
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
                lines.push(if rust {
                    format!("let s{slot} = ({left}.trailing_zeros() as usize & 63) ^ turned;")
                } else {
                    format!("s[{slot}] = {name}_first({left}) ^ turned;")
                });
                lines.push(format!("{left} &= {left} - 1;"));
            }
            none.push(left);
        }
    }
    lines.iter().for_each(|line| {
        let _ = writeln!(out, "    {line}");
    });
    let rest = none.join(" | ");
    let _ = if rust {
        let squares: Vec<String> = (0..all).map(|slot| format!("s{slot}")).collect();
        writeln!(out, "    if {rest} != 0 {{ {give_up} }}\n    Some([{}])\n}}", squares.join(", "))
    } else {
        writeln!(out, "    return ({rest}) == 0;\n}}")
    };
}

fn men(unit: &Unit<'_>) -> String {
    unit.endgame.material().map_or_else(|| unit.endgame.name.clone(), |material| material.to_string())
}

/// A function that a caller calls.
fn entry(request: &Request<'_>, with_rule: bool, out: &mut String) {
    let Request { language, name, units, .. } = *request;
    let unknown = language.answer(Answer::Unknown);
    let _ = match (language, with_rule) {
        (Language::Rust, false) => writeln!(
            out,
            "\n/// {ASK}\n#[must_use]\n#[allow(non_snake_case)]\npub fn {name}(white: &Men, black: &Men, white_to_move: bool) -> Answer {{"
        ),
        (Language::Rust, true) => writeln!(
            out,
            "\n/// {ASK_RULE}; none where the men\n/// are not those of the recogniser.\n#[must_use]\n#[allow(non_snake_case, dead_code)]\npub fn {name}_with_rule(white: &Men, black: &Men, white_to_move: bool) -> (Answer, Option<u16>) {{"
        ),
        (Language::C, _) => {
            let most = units.iter().map(|unit| unit.endgame.men.len()).max().unwrap_or(1);
            writeln!(out, "\n{} {{\n    unsigned s[{most}];", c_signature(name, with_rule))
        }
    };
    // First every unit as its header has the men, which is what was proved; then every unit with colours exchanged.
    // With alternatives on both sides one unit with colours exchanged has the men of another.
    for (first, second, turned) in [("white", "black", 0), ("black", "white", 56)] {
        for (number, unit) in units.iter().enumerate() {
            let men = unit.endgame.men.len();
            let asked = ask(request, with_rule, number, men, turned != 0);
            let find = format!("{name}_find_{number}({first}, {second}, {turned}");
            let _ = match language {
                Language::Rust => writeln!(out, "    if let Some(s) = {find}) {{\n        {asked}\n    }}"),
                Language::C => writeln!(out, "    if ({find}, s)) {asked}"),
            };
        }
    }
    let _ = match (language, with_rule) {
        (Language::Rust, false) => writeln!(out, "    {unknown}\n}}"),
        (Language::Rust, true) => writeln!(out, "    ({unknown}, None)\n}}"),
        (Language::C, false) => writeln!(out, "    return {unknown};\n}}"),
        (Language::C, true) => writeln!(out, "    *rule = 0;\n    return {unknown};\n}}"),
    };
}

/// Statement that returns the answer of a unit whose men have been found, perhaps with colours exchanged.
fn ask(request: &Request<'_>, with_rule: bool, unit: usize, men: usize, exchanged: bool) -> String {
    let squares: Vec<String> = (0..men).map(|slot| format!("s[{slot}]")).collect();
    let squares = squares.join(", ");
    let turns = if exchanged { [1, 0] } else { [0, 1] };
    let [white, black] = turns.map(|turn| rules_name(request.name, unit, turn, with_rule));
    match request.language {
        Language::Rust => {
            let call = format!("if white_to_move {{ {white}({squares}) }} else {{ {black}({squares}) }}");
            if with_rule {
                format!("let (answer, rule) = {call};\n        return (answer, Some(rule));")
            } else {
                format!("return {call};")
            }
        }
        Language::C => {
            let rule = if with_rule { ", rule" } else { "" };
            format!("return white_to_move ? {white}({squares}{rule}) : {black}({squares}{rule});")
        }
    }
}
