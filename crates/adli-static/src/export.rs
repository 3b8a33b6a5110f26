//! Recognisers as source code that depends on nothing: Rust or C, bitboards in, answer out.
//!
//! The code of each material and side to move becomes one function of the men's squares. Conditions are asked part
//! by part, and what a part needs is worked out just before it; so a position that an early rule decides costs what that rule
//! costs. What costs most is not a look into a table but a branch that goes one way as often as the other, because the
//! processor guesses wrongly. So rules that give the same answer for little work are asked in one branch, even if
//! there are others between them ([`Printer::asked_together`]).
//!
//! Around these functions stands one that finds the men: it takes the bitboards of White and Black, and serves
//! both colours by turning the board round. The two languages differ in a few words, which are in [`words`]. Tables are made as small as
//! they can be without slowing the code down ([`pack`]).
//!
//! Every name begins with that of the recogniser, so that several live in one program; only the types of men and answers are the
//! same for all of them.

mod frame;
mod pack;
mod words;

use std::collections::HashSet;
use std::fmt::Write;

use adli_lang::{Answer, Endgame, RecogniserRule};

use crate::code::{At, Code, Op, TableId};
use crate::program::{Compiled, Guarded, Then};
pub use frame::field;
use pack::{Arrays, Packed};
pub use words::Language;

/// A recogniser's code for one material.
pub struct Unit<'a> {
    /// The men.
    pub endgame: &'a Endgame,
    /// For the first side to move, and for the second.
    pub sides: [&'a Compiled; 2],
}

/// What is to be printed.
pub struct Request<'a> {
    /// As what.
    pub language: Language,
    /// The name of the function; every other name begins with it.
    pub name: &'a str,
    /// The rules that give answers.
    pub rules: &'a [RecogniserRule],
    /// The code for each material.
    pub units: &'a [Unit<'a>],
    /// Whether a second function says also which rule gave the answer.
    pub with_rule: bool,
}

/// A recogniser that has been printed; what is known of it can still be put at its head.
pub struct Exported<'a> {
    request: &'a Request<'a>,
    arrays: Arrays,
    functions: String,
}

/// Prints a recogniser.
#[must_use]
pub fn export<'a>(request: &'a Request<'a>) -> Exported<'a> {
    let exported = Exported { request, arrays: Arrays::default(), functions: String::new() };
    let mut printer = Printer { exported, with_rule: false };
    for with_rule in [false, true].into_iter().filter(|&with_rule| !with_rule || request.with_rule) {
        printer.with_rule = with_rule;
        for (number, unit) in request.units.iter().enumerate() {
            for (turn, compiled) in unit.sides.iter().enumerate() {
                printer.function(number, turn, unit.endgame.men.len(), compiled);
            }
        }
    }
    printer.exported
}

impl Exported<'_> {
    /// How many bytes the tables have in the program.
    #[must_use]
    pub fn table_bytes(&self) -> usize {
        self.arrays.bytes()
    }

    /// The source text. `head` is what it says first, as lines of a comment. In C the types and the functions for callers are declared in the
    /// file `header`, or in the text itself if there is none.
    #[must_use]
    pub fn code(&self, head: &[String], header: Option<&str>) -> String {
        frame::code(self, head, header)
    }

    /// The header for C.
    #[must_use]
    pub fn header(&self, head: &[String]) -> String {
        frame::header(self, head)
    }
}

struct Printer<'a> {
    exported: Exported<'a>,
    /// Whether functions say which rule gave the answer.
    with_rule: bool,
}

/// The function that is being printed.
struct Function {
    code: Code,
    turn: usize,
    depth: usize,
    /// Values that have been worked out where the text stands now.
    there: HashSet<At>,
}

impl Printer<'_> {
    fn function(&mut self, unit: usize, turn: usize, men: usize, compiled: &Compiled) {
        let name = frame::rules_name(self.exported.request.name, unit, turn, self.with_rule);
        let signature = self.language().signature(&name, men, self.with_rule);
        let _ = writeln!(self.exported.functions, "\n{signature} {{");
        let mut function = Function { code: compiled.code.clone(), turn, depth: 1, there: HashSet::new() };
        let unused = self.language().unused(men);
        if !unused.is_empty() {
            self.line(&function, &unused);
        }
        self.list(&mut function, &compiled.list);
        self.exported.functions.push_str("}\n");
    }

    fn language(&self) -> Language {
        self.exported.request.language
    }

    fn rule(&self, number: u16) -> Option<&RecogniserRule> {
        self.exported.request.rules.get(usize::from(number))
    }

    fn line(&mut self, function: &Function, text: &str) {
        let _ = writeln!(self.exported.functions, "{:width$}{text}", "", width = 4 * function.depth);
    }

    fn list(&mut self, function: &mut Function, list: &[Guarded]) {
        for (number, guarded) in list.iter().enumerate() {
            // Every list ends with a rule that always applies.
            let [first, rest @ ..] = &guarded.when[..] else {
                self.then(function, &guarded.then, &[]);
                return;
            };
            let (first, also) = self.asked_together(function, *first, &list[number..]);
            self.work_out(function, first);
            let condition = self.language().holds(&self.value(function, first));
            let block = (!rest.is_empty()).then_some(function.depth);
            self.line(function, &self.language().begin(&condition, block));
            let before = function.there.clone();
            function.depth += 1;
            for &part in rest {
                self.work_out(function, part);
                let condition = self.language().holds(&self.value(function, part));
                self.line(function, &self.language().leave_unless(&condition, function.depth - 1));
            }
            self.then(function, &guarded.then, &also);
            function.depth -= 1;
            function.there = before;
            self.line(function, self.language().end(block));
        }
    }

    /// The condition of the first of some rules, or of a later one that gives the same answer: that one counts where the
    /// first parts of the rules between them do not hold. The later rule is asked again in its own place, where they do. Also
    /// says which rules these are.
    fn asked_together(&self, function: &mut Function, first: At, list: &[Guarded]) -> (At, Vec<u16>) {
        let (mut any, mut also) = (first, Vec::new());
        if self.with_rule {
            return (any, also);
        }
        let Some(answer) = list.first().and_then(|rule| self.cheap_answer(function, rule)) else {
            return (any, also);
        };
        // That the rules between do not apply, as far as their first parts say so.
        let mut free = None;
        for later in list.get(1..).unwrap_or_default() {
            let Some(&part) = later.when.first().filter(|&&part| is_cheap(&function.code, part)) else {
                break;
            };
            if self.cheap_answer(function, later) == Some(answer) {
                let holds = free.map_or(part, |free| function.code.push(Op::And(part, free)));
                any = function.code.push(Op::Or(any, holds));
                also.extend(later.then.rule());
            } else {
                let not = function.code.push(Op::Not(part));
                free = Some(free.map_or(not, |free| function.code.push(Op::And(free, not))));
            }
        }
        (any, also)
    }

    /// The answer of a rule that has one part and is cheap.
    fn cheap_answer(&self, function: &Function, guarded: &Guarded) -> Option<Answer> {
        let [part] = guarded.when[..] else { return None };
        let rule = self.rule(guarded.then.rule()?)?;
        is_cheap(&function.code, part).then(|| rule.answer_for(function.turn as u16))
    }

    fn then(&mut self, function: &mut Function, then: &Then, also: &[u16]) {
        match then {
            Then::List(inner) => self.list(function, inner),
            Then::Rule(number) => {
                let names = std::iter::once(number).chain(also).map(|rule| (rule + 1).to_string());
                let names: Vec<String> = names.collect();
                let Some(rule) = self.rule(*number) else { return };
                let answer = self.language().answer(rule.answer_for(function.turn as u16));
                let give = self.language().give(&answer, self.with_rule.then_some(*number + 1));
                let text = format!("{give} {} rule {}", self.language().comment(), names.join(" or "));
                self.line(function, &text);
            }
        }
    }

    /// Prints what a value needs and is not there yet.
    fn work_out(&mut self, function: &mut Function, at: At) {
        for needed in function.code.needed(&[at]) {
            let op = function.code.op(needed);
            if matches!(op, Op::Const(_)) || !function.there.insert(needed) {
                continue;
            }
            let expression = self.expression(function, op);
            let text = self.language().declare(needed.0, &expression);
            self.line(function, &text);
        }
    }

    fn value(&self, function: &Function, at: At) -> String {
        match function.code.op(at) {
            Op::Const(word) => self.language().literal(word),
            _ => format!("v{}", at.0),
        }
    }

    /// The word of a table for the square of a man, or of two.
    fn look(&mut self, function: &Function, table: TableId, first: u8, second: Option<u8>) -> String {
        let packed = self.exported.arrays.pack(&function.code.tables[table.0 as usize]);
        let Packed { classes: [of_first, of_second], width, words, through } = packed;
        let language = self.language();
        let name = self.exported.request.name;
        let square = |man: u8, classes: Option<pack::ArrayId>| {
            let square = format!("s{man}");
            classes.map_or(square.clone(), |classes| {
                language.index(&frame::array_name(language, name, classes), &square)
            })
        };
        let index = match second {
            None => square(first, of_first),
            Some(second) => format!("{width} * {} + {}", square(first, of_first), square(second, of_second)),
        };
        let array = |id: pack::ArrayId| frame::array_name(language, name, id);
        let element = |id: pack::ArrayId| self.exported.arrays.all[id.0].element;
        match through {
            None => language.word(element(words), &array(words), &index),
            Some(inner) => {
                language.word(element(inner), &array(inner), &language.index(&array(words), &index))
            }
        }
    }

    fn expression(&mut self, function: &Function, op: Op) -> String {
        let (language, name) = (self.language(), self.exported.request.name);
        let value = |at: At| self.value(function, at);
        match op {
            Op::Const(word) => language.literal(word),
            // Recognisers never look into the tables of an endgame; the checker has seen to that.
            Op::Seen(_) => language.literal(0),
            Op::Bit(man) => format!("{} << s{man}", language.literal(1)),
            Op::Row(table, man) => self.look(function, table, man, None),
            Op::Rows(table, a, b) => self.look(function, table, a, Some(b)),
            Op::And(a, b) => format!("{} & {}", value(a), value(b)),
            Op::Or(a, b) => format!("{} | {}", value(a), value(b)),
            Op::AndNot(a, b) => format!("{} & {}", value(a), language.complement(&value(b))),
            Op::Test(a, man) => format!("({} >> s{man}) & 1", value(a)),
            Op::IsSome(a) => language.truth(&format!("{} != 0", value(a))),
            Op::IsEmpty(a) => language.truth(&format!("{} == 0", value(a))),
            Op::Not(a) => format!("{} ^ 1", value(a)),
            Op::Fill(a) => language.negate(&value(a)),
            Op::Select(c, a, b) => {
                format!("{} ^ (({} ^ {}) & {})", value(b), value(a), value(b), language.negate(&value(c)))
            }
            Op::Count(a) => language.count(name, &value(a)),
            Op::Add(a, b) => language.arithmetic("+", &value(a), &value(b)),
            Op::Sub(a, b) => language.arithmetic("-", &value(a), &value(b)),
            Op::Mul(a, b) => language.arithmetic("*", &value(a), &value(b)),
            Op::Div(a, by) => language.divide(name, &value(a), by, false),
            Op::Mod(a, by) => language.divide(name, &value(a), by, true),
            Op::Abs(a) => language.choose(
                &language.compare("<", &value(a), "0"),
                &language.negate(&value(a)),
                &value(a),
            ),
            Op::Min(a, b) => {
                language.choose(&language.compare("<", &value(a), &value(b)), &value(a), &value(b))
            }
            Op::Max(a, b) => {
                language.choose(&language.compare("<", &value(a), &value(b)), &value(b), &value(a))
            }
            Op::Eq(a, b) => language.truth(&format!("{} == {}", value(a), value(b))),
            Op::Less(a, b) => language.truth(&language.compare("<", &value(a), &value(b))),
            Op::AtMost(a, b) => language.truth(&language.compare("<=", &value(a), &value(b))),
        }
    }
}

/// Whether a man stands on a square of a set that is known, or looked up by one man.
fn is_cheap(code: &Code, part: At) -> bool {
    matches!(code.op(part), Op::Test(set, _) if matches!(code.op(set), Op::Const(_) | Op::Row(..)))
}
