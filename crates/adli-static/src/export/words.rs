//! The words of the two languages.

use adli_lang::Answer;

/// What a recogniser is printed as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// A Rust module.
    Rust,
    /// C99, a file to include or to compile.
    C,
}

impl Language {
    pub(super) fn comment(self) -> &'static str {
        "//"
    }

    /// The head of a function of the squares of some men.
    pub(super) fn signature(self, name: &str, men: usize) -> String {
        let list = |form: &dyn Fn(usize) -> String| (0..men).map(form).collect::<Vec<_>>().join(", ");
        match self {
            Language::Rust => {
                let men = list(&|man| format!("s{man}: usize"));
                format!("#[allow(unused_variables, clippy::all)]\n#[inline]\nfn {name}({men}) -> Answer")
            }
            Language::C => {
                let men = list(&|man| format!("unsigned s{man}"));
                format!("static adli_answer {name}({men})")
            }
        }
    }

    /// That some squares need not be used.
    pub(super) fn unused(self, men: usize) -> String {
        match self {
            Language::Rust => String::new(),
            Language::C => (0..men).map(|man| format!("(void)s{man};")).collect::<Vec<_>>().join(" "),
        }
    }

    pub(super) fn literal(self, word: u64) -> String {
        let digits = if word < 10 { word.to_string() } else { format!("{word:#018x}") };
        match self {
            Language::Rust => format!("{digits}_u64"),
            Language::C => format!("UINT64_C({digits})"),
        }
    }

    pub(super) fn declare(self, number: u32, expression: &str) -> String {
        match self {
            Language::Rust => format!("let v{number} = {expression};"),
            Language::C => format!("const uint64_t v{number} = {expression};"),
        }
    }

    pub(super) fn holds(self, value: &str) -> String {
        format!("{value} != 0")
    }

    /// What follows is done if a condition holds; a block with a number can be left.
    pub(super) fn begin(self, condition: &str, block: Option<usize>) -> String {
        match (self, block) {
            (Language::Rust, Some(block)) => format!("if {condition} {{ 'rule{block}: {{"),
            (Language::Rust, None) => format!("if {condition} {{"),
            (Language::C, Some(_)) => format!("if ({condition}) do {{"),
            (Language::C, None) => format!("if ({condition}) {{"),
        }
    }

    pub(super) fn leave_unless(self, condition: &str, block: usize) -> String {
        match self {
            Language::Rust => format!("if !({condition}) {{ break 'rule{block}; }}"),
            Language::C => format!("if (!({condition})) break;"),
        }
    }

    pub(super) fn end(self, block: Option<usize>) -> &'static str {
        match (self, block) {
            (Language::Rust, Some(_)) => "}}",
            (Language::C, Some(_)) => "} while (0);",
            (_, None) => "}",
        }
    }

    pub(super) fn answer(self, answer: Answer) -> String {
        match self {
            Language::Rust => format!("Answer::{answer:?}"),
            Language::C => format!("ADLI_{}", answer.word().to_uppercase()),
        }
    }

    pub(super) fn give(self, answer: &str) -> String {
        format!("return {answer};")
    }

    pub(super) fn complement(self, value: &str) -> String {
        match self {
            Language::Rust => format!("!{value}"),
            Language::C => format!("~{value}"),
        }
    }

    /// Zero minus a word.
    pub(super) fn negate(self, value: &str) -> String {
        match self {
            Language::Rust => format!("({value}).wrapping_neg()"),
            Language::C => format!("(UINT64_C(0) - {value})"),
        }
    }

    pub(super) fn truth(self, condition: &str) -> String {
        match self {
            Language::Rust => format!("u64::from({condition})"),
            Language::C => format!("(uint64_t)({condition})"),
        }
    }

    pub(super) fn count(self, value: &str) -> String {
        match self {
            Language::Rust => format!("u64::from(({value}).count_ones())"),
            Language::C => format!("adli_count({value})"),
        }
    }

    /// Numbers in two's complement: the operation is the same as on words.
    pub(super) fn arithmetic(self, sign: &str, a: &str, b: &str) -> String {
        let name = match sign {
            "+" => "add",
            "-" => "sub",
            _ => "mul",
        };
        match self {
            Language::Rust => format!("({a}).wrapping_{name}({b})"),
            Language::C => format!("{a} {sign} {b}"),
        }
    }

    pub(super) fn compare(self, sign: &str, a: &str, b: &str) -> String {
        match self {
            Language::Rust => format!("(({a}) as i64) {sign} (({b}) as i64)"),
            Language::C => format!("(int64_t)({a}) {sign} (int64_t)({b})"),
        }
    }

    pub(super) fn choose(self, condition: &str, yes: &str, no: &str) -> String {
        match self {
            Language::Rust => format!("if {condition} {{ {yes} }} else {{ {no} }}"),
            Language::C => format!("({condition}) ? {yes} : {no}"),
        }
    }

    /// Quotient rounded down, or remainder that is never negative, by a positive number.
    pub(super) fn divide(self, a: &str, by: i32, remainder: bool) -> String {
        match (self, remainder) {
            (Language::Rust, false) => format!("(({a}) as i64).div_euclid({by}) as u64"),
            (Language::Rust, true) => format!("(({a}) as i64).rem_euclid({by}) as u64"),
            (Language::C, false) => {
                format!("(uint64_t)(((int64_t)({a}) - adli_mod((int64_t)({a}), {by})) / {by})")
            }
            (Language::C, true) => format!("(uint64_t)adli_mod((int64_t)({a}), {by})"),
        }
    }
}
