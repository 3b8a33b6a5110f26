//! Makes sentences by rules.

use super::ebnf::{Form, Rules};

/// Numbers that look random (SplitMix64).
pub struct Chance(pub u64);

impl Chance {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % limit.max(1) as u64) as usize
    }

    fn one_of<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len())]
    }
}

pub struct Maker<'a> {
    pub rules: &'a Rules,
    pub chance: Chance,
    pub words: Vec<String>,
    /// How many of these rules one is inside of.
    depth: usize,
    open: usize,
}

/// From here on the shortest way out is taken.
const DEEP: usize = 40;

impl<'a> Maker<'a> {
    pub fn new(rules: &'a Rules, seed: u64) -> Maker<'a> {
        Maker { rules, chance: Chance(seed), words: Vec::new(), depth: 0, open: 0 }
    }

    pub fn rule(&mut self, name: &str) {
        self.depth += 1;
        // What goes on for as long as it can is in brackets where something else follows that it would take.
        let is_open = name == "open";
        let brackets = is_open && self.open > 0;
        self.open += usize::from(is_open);
        if brackets {
            self.words.push("(".to_owned());
        }
        let rules = self.rules;
        self.form(&rules[name]);
        if brackets {
            self.words.push(")".to_owned());
        }
        self.open -= usize::from(is_open);
        self.depth -= 1;
    }

    fn form(&mut self, form: &Form) {
        match form {
            Form::Word(word) => self.words.push(word.clone()),
            Form::Class(class) => {
                let word = self.word(class);
                self.words.push(word);
            }
            Form::Rule(name) => self.rule(name),
            Form::Row(row) => row.iter().for_each(|part| self.form(part)),
            Form::Choice(choices) => {
                let plain: Vec<&Form> = choices.iter().filter(|choice| !has_rules(choice)).collect();
                let choice = match plain[..] {
                    [_, ..] if self.depth > DEEP => plain[self.chance.below(plain.len())],
                    _ => &choices[self.chance.below(choices.len())],
                };
                self.form(choice);
            }
            Form::Optional(inner) => {
                if self.depth <= DEEP && self.chance.below(2) == 0 {
                    self.form(inner);
                }
            }
            Form::Repeated(inner) => {
                while self.depth <= DEEP && self.chance.below(3) == 0 {
                    self.form(inner);
                }
            }
        }
    }

    /// A word of a class. No name is a word that means something in some place.
    fn word(&mut self, class: &str) -> String {
        match class {
            "NAME" => self.chance.one_of(&["White", "room", "zz", "d_1", "K", "k", "Int", "far9"]).to_owned(),
            "LETTER" => self.chance.one_of(&["K", "R", "k", "m"]).to_owned(),
            "FILE" => self.chance.one_of(&["a", "h"]).to_owned(),
            "POSITION" => format!("p{}", self.chance.below(32)),
            "NUMBER" => self.chance.one_of(&["0", "1", "42", "2147483647"]).to_owned(),
            "SQUARE" => self.chance.one_of(&["a1", "d5", "h8"]).to_owned(),
            "TEXT" => "\"krk/bratko\"".to_owned(),
            _ => panic!("no class of words `{class}`"),
        }
    }
}

fn has_rules(form: &Form) -> bool {
    match form {
        Form::Word(_) | Form::Class(_) => false,
        Form::Rule(_) => true,
        Form::Row(parts) | Form::Choice(parts) => parts.iter().any(has_rules),
        Form::Optional(_) | Form::Repeated(_) => false,
    }
}
