//! Whether rules derive a row of words, whatever the rules: Earley's algorithm.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::ebnf::{Form, Rules};

/// A symbol on the right side of a plain rule.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Symbol {
    Word(String),
    Class(String),
    Rule(usize),
}

/// The rules without repetitions, options and brackets.
#[derive(Default)]
pub struct Plain {
    /// For each rule its alternatives.
    alternatives: Vec<Vec<Vec<Symbol>>>,
    empty: Vec<bool>,
    text: usize,
}

/// A rule, an alternative of it, how much of it has been read, and where it began.
type Item = (usize, usize, usize, usize);

impl Plain {
    pub fn new(rules: &Rules) -> Plain {
        let numbers: BTreeMap<&str, usize> =
            rules.keys().enumerate().map(|(i, name)| (name.as_str(), i)).collect();
        let mut plain = Plain { alternatives: vec![Vec::new(); rules.len()], ..Plain::default() };
        for (number, form) in rules.values().enumerate() {
            plain.alternatives[number] = plain.choices(form, &numbers);
        }
        plain.text = numbers["text"];
        plain.find_empty();
        plain
    }

    fn choices(&mut self, form: &Form, numbers: &BTreeMap<&str, usize>) -> Vec<Vec<Symbol>> {
        match form {
            Form::Choice(choices) => {
                choices.iter().flat_map(|choice| self.choices(choice, numbers)).collect()
            }
            Form::Row(row) => vec![row.iter().map(|part| self.symbol(part, numbers)).collect()],
            _ => vec![vec![self.symbol(form, numbers)]],
        }
    }

    fn symbol(&mut self, form: &Form, numbers: &BTreeMap<&str, usize>) -> Symbol {
        match form {
            Form::Word(word) => return Symbol::Word(word.clone()),
            Form::Class(class) => return Symbol::Class(class.clone()),
            Form::Rule(name) => {
                return Symbol::Rule(*numbers.get(name.as_str()).unwrap_or_else(|| panic!("no rule {name}")));
            }
            _ => {}
        }
        let number = self.alternatives.len();
        self.alternatives.push(Vec::new());
        self.alternatives[number] = match form {
            Form::Optional(inner) => [vec![Vec::new()], self.choices(inner, numbers)].concat(),
            Form::Repeated(inner) => {
                let mut more = self.choices(inner, numbers);
                more.iter_mut().for_each(|row| row.insert(0, Symbol::Rule(number)));
                [vec![Vec::new()], more].concat()
            }
            _ => self.choices(form, numbers),
        };
        Symbol::Rule(number)
    }

    /// Which rules derive nothing at all.
    fn find_empty(&mut self) {
        self.empty = vec![false; self.alternatives.len()];
        loop {
            let nothing =
                |row: &Vec<Symbol>| row.iter().all(|s| matches!(s, Symbol::Rule(r) if self.empty[*r]));
            let now: Vec<bool> = self.alternatives.iter().map(|rows| rows.iter().any(nothing)).collect();
            if now == self.empty {
                return;
            }
            self.empty = now;
        }
    }

    /// How many words of the text can be the beginning of one, and whether all of them are one.
    pub fn recognise(&self, words: &[&str], is_in: impl Fn(&str, &str) -> bool) -> Result<(), usize> {
        let mut sets: Vec<Vec<Item>> = Vec::with_capacity(words.len() + 1);
        // For each place, which items wait there for which rule.
        let mut waiting: Vec<HashMap<usize, Vec<Item>>> = Vec::with_capacity(words.len() + 1);
        let mut next: Vec<Item> =
            (0..self.alternatives[self.text].len()).map(|alt| (self.text, alt, 0, 0)).collect();
        for place in 0..=words.len() {
            let mut todo = std::mem::take(&mut next);
            if todo.is_empty() {
                return Err(place - 1);
            }
            let mut set: HashSet<Item> = todo.iter().copied().collect();
            let mut wait: HashMap<usize, Vec<Item>> = HashMap::new();
            while let Some(item @ (rule, alternative, read, from)) = todo.pop() {
                let mut found: Vec<Item> = Vec::new();
                match self.alternatives[rule][alternative].get(read) {
                    Some(Symbol::Rule(inner)) => {
                        wait.entry(*inner).or_default().push(item);
                        found.extend((0..self.alternatives[*inner].len()).map(|alt| (*inner, alt, 0, place)));
                        if self.empty[*inner] {
                            found.push((rule, alternative, read + 1, from));
                        }
                    }
                    Some(Symbol::Word(word)) if words.get(place) == Some(&word.as_str()) => {
                        next.push((rule, alternative, read + 1, from));
                    }
                    Some(Symbol::Class(class)) if words.get(place).is_some_and(|word| is_in(word, class)) => {
                        next.push((rule, alternative, read + 1, from));
                    }
                    Some(_) => {}
                    None => {
                        let there = if from == place { wait.get(&rule) } else { waiting[from].get(&rule) };
                        found.extend(there.into_iter().flatten().map(|&(r, a, n, f)| (r, a, n + 1, f)));
                    }
                }
                todo.extend(found.into_iter().filter(|item| set.insert(*item)));
            }
            waiting.push(wait);
            sets.push(set.into_iter().collect());
        }
        let whole = |&(rule, alternative, read, from): &Item| {
            rule == self.text && from == 0 && read == self.alternatives[rule][alternative].len()
        };
        if sets[words.len()].iter().any(whole) { Ok(()) } else { Err(words.len()) }
    }
}
