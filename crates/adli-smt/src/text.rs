//! Problems as SMT-LIB 2: what a person may read and any solver of linear arithmetic takes.
//!
//! What comes up more than once, and what has a name in the user's text, is a definition of its own; what has no name is numbered in
//! the order in which it is written. The same problem gives the same bytes. What speaks of a number that a quantifier binds is a function
//! of that number.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use adli_symbolic::hash::HashMap;

use crate::formula::{Formulas, Item, Linear, Node, Part, PartNode, Truth};
use crate::terms::Said;

/// Writes a problem. `said` are the names that the user's text has for parts of it, the first of several first.
pub(crate) fn smt_lib(
    formulas: &Formulas,
    asserted: &[Truth],
    said: &[(String, Said)],
    about: &str,
) -> String {
    let items = formulas.items(asserted);
    let mut text = String::new();
    about.lines().for_each(|line| _ = writeln!(text, "; {line}"));
    let logic = if asserted.iter().any(|&truth| formulas.is_quantified(truth)) { "LIA" } else { "QF_LIA" };
    _ = writeln!(text, "(set-logic {logic})\n(set-option :produce-models true)");
    let mut writer = Writer { formulas, names: HashMap::default() };
    let mut taken = BTreeSet::new();
    for &item in &items {
        let (name, sort) = match item {
            Item::Part(part) => match formulas.part(part) {
                PartNode::Variable(name) => (name, "Int"),
                _ => continue,
            },
            Item::Node(truth) => match formulas.node(truth) {
                Node::Flag(name) => (name, "Bool"),
                _ => continue,
            },
        };
        _ = writeln!(text, "(declare-const {} {sort})", quoted(name));
        writer.names.insert(item, quoted(name));
        taken.insert(name.to_string());
    }
    let named = names(formulas, said);
    let shared = writer.shared(&items, asserted);
    let mut number = 0;
    for &item in &items {
        if writer.names.contains_key(&item) || item == Item::Node(Truth::TRUE) || is_bound(formulas, item) {
            continue;
        }
        let name = match named.get(&item) {
            Some(name) if !taken.contains(*name) => (*name).to_owned(),
            _ if shared.contains(&item) => {
                number += 1;
                format!("${number}")
            }
            _ => continue,
        };
        let (sort, value) = match item {
            Item::Node(truth) => ("Bool", writer.node(truth)),
            Item::Part(part) => ("Int", writer.part_node(part)),
        };
        let bound: Vec<String> = formulas.bound_in(item).iter().map(|&part| bound(part)).collect();
        let parameters: Vec<String> = bound.iter().map(|bound| format!("({bound} Int)")).collect();
        let called = quoted(&name);
        _ = writeln!(text, "(define-fun {called} ({}) {sort} {value})", parameters.join(" "));
        let use_of = if bound.is_empty() { called } else { format!("({called} {})", bound.join(" ")) };
        writer.names.insert(item, use_of);
        taken.insert(name);
    }
    for &truth in asserted {
        _ = writeln!(text, "(assert {})", writer.truth(truth));
    }
    text.push_str("(check-sat)\n");
    text
}

/// The command that asks for the values of all variables and flags.
pub(crate) fn ask_values(formulas: &Formulas, asserted: &[Truth]) -> String {
    let variables = formulas.variables(asserted);
    let names = variables.iter().filter_map(Linear::as_part).filter_map(|part| match formulas.part(part) {
        PartNode::Variable(name) => Some(quoted(name)),
        _ => None,
    });
    let flags = formulas.flags(asserted).into_iter().filter_map(|flag| match formulas.node(flag) {
        Node::Flag(name) => Some(quoted(name)),
        _ => None,
    });
    let all: Vec<String> = names.chain(flags).collect();
    format!("(get-value ({}))\n", all.join(" "))
}

/// What the text calls nodes and parts.
fn names<'s>(formulas: &Formulas, said: &'s [(String, Said)]) -> HashMap<Item, &'s str> {
    let mut names = HashMap::default();
    for (name, said) in said {
        let item = match *said {
            Said::Truth(truth) if truth.is_negated() || truth.as_constant().is_some() => continue,
            Said::Truth(truth) if matches!(formulas.node(truth), Node::Flag(_)) => continue,
            Said::Truth(truth) => Item::Node(truth),
            Said::Part(part) => Item::Part(part),
        };
        names.entry(item).or_insert(name.as_str());
    }
    names
}

/// What a number is called that a quantifier binds.
fn bound(part: Part) -> String {
    format!("b{}", part.number())
}

/// Whether it is such a number, whose name is short enough.
fn is_bound(formulas: &Formulas, item: Item) -> bool {
    matches!(item, Item::Part(part) if matches!(formulas.part(part), PartNode::Bound(_)))
}

/// A name as SMT-LIB takes it.
fn quoted(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
    if name.chars().all(plain) { name.to_owned() } else { format!("|{name}|") }
}

/// How deep an expression is before a part of it gets a name.
const DEEP: u32 = 8;

struct Writer<'f> {
    formulas: &'f Formulas,
    names: HashMap<Item, String>,
}

impl Writer<'_> {
    /// What is written more than once, or would be deep inside.
    fn shared(&self, items: &[Item], asserted: &[Truth]) -> BTreeSet<Item> {
        let mut uses: HashMap<Item, u32> = HashMap::default();
        for truth in asserted {
            *uses.entry(Item::Node(truth.plain())).or_default() += 1;
        }
        items
            .iter()
            .for_each(|&item| self.formulas.inside(item, |inner| *uses.entry(inner).or_default() += 1));
        let mut depth: HashMap<Item, u32> = HashMap::default();
        let mut shared = BTreeSet::new();
        for &item in items {
            let mut deep = 0;
            self.formulas.inside(item, |inner| deep = deep.max(depth.get(&inner).copied().unwrap_or(0) + 1));
            // A comparison of variables is as short as a name for it.
            let short = deep < 2 && !matches!(item, Item::Part(_));
            if deep > DEEP || (uses.get(&item).copied().unwrap_or(0) > 1 && !short) {
                shared.insert(item);
                deep = 0;
            }
            depth.insert(item, deep);
        }
        shared
    }

    fn truth(&self, truth: Truth) -> String {
        let name = self.names.get(&Item::Node(truth.plain()));
        match (name, truth.is_negated(), self.formulas.node(truth)) {
            (Some(name), false, _) => name.clone(),
            (Some(name), true, _) => format!("(not {name})"),
            (None, false, _) => self.node(truth),
            (None, true, Node::True) => "false".to_owned(),
            (None, true, Node::AtMost(sum, bound)) => self.comparison(">", sum, *bound),
            (None, true, Node::All(all)) => {
                let parts: Vec<String> = all.iter().map(|&one| self.truth(!one)).collect();
                format!("(or {})", parts.join(" "))
            }
            (None, true, _) => format!("(not {})", self.node(truth.plain())),
        }
    }

    /// A node, written out.
    fn node(&self, truth: Truth) -> String {
        match self.formulas.node(truth) {
            Node::True => "true".to_owned(),
            Node::Flag(name) => quoted(name),
            Node::AtMost(sum, bound) => self.comparison("<=", sum, *bound),
            Node::Equal(sum, value) => self.comparison("=", sum, *value),
            Node::All(all) => {
                let parts: Vec<String> = all.iter().map(|&one| self.truth(one)).collect();
                format!("(and {})", parts.join(" "))
            }
            Node::Some(number, body) => format!("(exists (({} Int)) {})", bound(*number), self.truth(*body)),
        }
    }

    /// A comparison, with what is taken away on one side on the other.
    fn comparison(&self, sign: &str, sum: &Linear, with: i64) -> String {
        let side = |sum: &Linear, wanted: i64| {
            let mut terms: Vec<String> = Vec::new();
            for &(part, times) in sum.terms().iter().filter(|(_, times)| times.signum() == wanted) {
                terms.push(self.times(part, times.abs()));
            }
            terms
        };
        let (mut left, mut right) = (side(sum, 1), side(sum, -1));
        match with.signum() {
            1 => right.push(with.to_string()),
            -1 if !right.is_empty() => left.push(with.unsigned_abs().to_string()),
            -1 => right.push(format!("(- {})", with.unsigned_abs())),
            _ => {}
        }
        format!("({sign} {} {})", added(&left), added(&right))
    }

    fn times(&self, part: Part, times: i64) -> String {
        let name = self.part(part);
        match times {
            1 => name,
            -1 => format!("(- {name})"),
            _ if times < 0 => format!("(* (- {}) {name})", times.unsigned_abs()),
            _ => format!("(* {times} {name})"),
        }
    }

    fn sum(&self, sum: &Linear) -> String {
        let mut terms: Vec<String> =
            sum.terms().iter().map(|&(part, times)| self.times(part, times)).collect();
        match sum.offset() {
            0 => {}
            offset if offset < 0 => terms.push(format!("(- {})", offset.unsigned_abs())),
            offset => terms.push(offset.to_string()),
        }
        added(&terms)
    }

    fn part(&self, part: Part) -> String {
        self.names.get(&Item::Part(part)).cloned().unwrap_or_else(|| self.part_node(part))
    }

    /// A part, written out.
    fn part_node(&self, part: Part) -> String {
        match self.formulas.part(part) {
            PartNode::Variable(name) => quoted(name),
            PartNode::Bound(_) => bound(part),
            PartNode::Choose(condition, yes, no) => {
                format!("(ite {} {} {})", self.truth(*condition), self.sum(yes), self.sum(no))
            }
            PartNode::Max(a, b) => {
                let (a, b) = (self.sum(a), self.sum(b));
                format!("(ite (<= {a} {b}) {b} {a})")
            }
            PartNode::Abs(a) => format!("(abs {})", self.sum(a)),
            PartNode::Div(a, by) => format!("(div {} {by})", self.sum(a)),
        }
    }
}

fn added(terms: &[String]) -> String {
    match terms {
        [] => "0".to_owned(),
        [only] => only.clone(),
        _ => format!("(+ {})", terms.join(" ")),
    }
}
