//! The words of the two languages.

use adli_lang::Answer;

use super::pack::Element;

/// What a recogniser is printed as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// A Rust module.
    Rust,
    /// C99, a file to include or to compile.
    C,
}

/// The words of Rust.
const RUST: &str = "abstract as async await become box break const continue crate do dyn else enum extern false final fn for gen \
    if impl in let loop macro match mod move mut override priv pub ref return self static struct super trait true try type typeof \
    unsafe unsized use virtual where while yield main";
/// The words of C and of C++, which reads headers too.
const C: &str = "alignas alignof and and_eq asm auto bitand bitor bool break case catch char class compl const constexpr continue \
    decltype default delete do double else enum explicit export extern false float for friend goto if inline int long mutable \
    namespace new noexcept not not_eq nullptr operator or or_eq private protected public register restrict return short signed \
    sizeof static static_assert struct switch template this throw true try typedef typeid typename union unsigned using virtual void \
    volatile while xor xor_eq main";

impl Language {
    pub(super) fn comment(self) -> &'static str {
        "//"
    }

    /// Whether a name means something else to a compiler.
    #[must_use]
    pub fn reserves(self, name: &str) -> bool {
        match self {
            Language::Rust => RUST.split_whitespace().any(|word| word == name),
            Language::C => C.split_whitespace().any(|word| word == name),
        }
    }

    /// The head of a function of the squares of some men; it may say which rule gives the answer.
    pub(super) fn signature(self, name: &str, men: usize, with_rule: bool) -> String {
        let list = |form: &dyn Fn(usize) -> String| (0..men).map(form).collect::<Vec<_>>().join(", ");
        match self {
            Language::Rust => {
                let men = list(&|man| format!("s{man}: usize"));
                let answer = if with_rule { "(Answer, u16)" } else { "Answer" };
                format!(
                    "#[allow(unused_variables, non_snake_case, clippy::all)]\n#[inline]\nfn {name}({men}) -> {answer}"
                )
            }
            Language::C => {
                let men = list(&|man| format!("unsigned s{man}"));
                let rule = if with_rule { ", int *rule" } else { "" };
                format!("static adli_answer {name}({men}{rule})")
            }
        }
    }

    /// A place in an array, as a number of a place in another.
    pub(super) fn index(self, array: &str, at: &str) -> String {
        match self {
            Language::Rust => format!("{array}[{at}] as usize"),
            Language::C => format!("{array}[{at}]"),
        }
    }

    /// A word of an array.
    pub(super) fn word(self, element: Element, array: &str, at: &str) -> String {
        match (self, element) {
            (Language::Rust, Element::U64) => format!("{array}[{at}]"),
            (Language::Rust, Element::I8) => format!("{array}[{at}] as i64 as u64"),
            (Language::Rust, _) => format!("u64::from({array}[{at}])"),
            // A byte with a sign becomes the same number in two's complement.
            (Language::C, _) => format!("(uint64_t){array}[{at}]"),
        }
    }

    /// The type of the elements of an array.
    pub(super) fn element(self, element: Element) -> &'static str {
        match (self, element) {
            (Language::Rust, Element::U8) => "u8",
            (Language::Rust, Element::I8) => "i8",
            (Language::Rust, Element::U16) => "u16",
            (Language::Rust, Element::U64) => "u64",
            (Language::C, Element::U8) => "uint8_t",
            (Language::C, Element::I8) => "int8_t",
            (Language::C, Element::U16) => "uint16_t",
            (Language::C, Element::U64) => "uint64_t",
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

    /// Gives an answer, and the number of its rule to those who want it.
    pub(super) fn give(self, answer: &str, rule: Option<u16>) -> String {
        match (self, rule) {
            (_, None) => format!("return {answer};"),
            (Language::Rust, Some(rule)) => format!("return ({answer}, {rule});"),
            (Language::C, Some(rule)) => format!("*rule = {rule}; return {answer};"),
        }
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

    /// How many squares a set has; `name` is that of the recogniser.
    pub(super) fn count(self, name: &str, value: &str) -> String {
        match self {
            Language::Rust => format!("u64::from(({value}).count_ones())"),
            Language::C => format!("{name}_count({value})"),
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
    pub(super) fn divide(self, name: &str, a: &str, by: i32, remainder: bool) -> String {
        match (self, remainder) {
            (Language::Rust, false) => format!("(({a}) as i64).div_euclid({by}) as u64"),
            (Language::Rust, true) => format!("(({a}) as i64).rem_euclid({by}) as u64"),
            (Language::C, false) => {
                format!("(uint64_t)(((int64_t)({a}) - {name}_mod((int64_t)({a}), {by})) / {by})")
            }
            (Language::C, true) => format!("(uint64_t){name}_mod((int64_t)({a}), {by})"),
        }
    }
}
