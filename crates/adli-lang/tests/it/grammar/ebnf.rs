//! Reads the rules of `docs/grammar.md`.

use std::collections::BTreeMap;

/// The right side of a rule.
#[derive(Clone, Debug)]
pub enum Form {
    /// A word or a sign, as it is written.
    Word(String),
    /// A class of words, such as `NAME`.
    Class(String),
    /// Another rule.
    Rule(String),
    /// One after the other.
    Row(Vec<Form>),
    /// One of these.
    Choice(Vec<Form>),
    /// Perhaps.
    Optional(Box<Form>),
    /// Any number of times.
    Repeated(Box<Form>),
}

pub type Rules = BTreeMap<String, Form>;

/// The contents of the blocks of that language on a page.
pub fn blocks<'a>(page: &'a str, language: &str) -> Vec<&'a str> {
    let fence = format!("```{language}\n");
    page.split(&fence).skip(1).map(|rest| rest.split("```").next().unwrap()).collect()
}

/// All rules of a page. A rule begins with its name at the beginning of a line.
pub fn rules(page: &str) -> Rules {
    let mut texts: Vec<String> = Vec::new();
    for line in blocks(page, "ebnf").into_iter().flat_map(str::lines).filter(|line| !line.is_empty()) {
        if line.starts_with(' ') {
            texts.last_mut().unwrap().push_str(line);
        } else {
            texts.push(line.to_owned());
        }
    }
    let mut rules = Rules::new();
    for text in &texts {
        let (name, right) = text.split_once('=').unwrap();
        let words = words(right);
        let mut reader = Reader { words: &words, at: 0 };
        let form = reader.choice();
        assert_eq!(reader.at, words.len(), "{text}");
        assert!(rules.insert(name.trim().to_owned(), form).is_none(), "{name} twice");
    }
    rules
}

fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' => 2 + rest[1..].find('"').unwrap(),
            _ if first.is_alphabetic() => rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len()),
            _ => 1,
        };
        words.push(rest[..length].to_owned());
        rest = rest[length..].trim_start();
    }
    words
}

struct Reader<'a> {
    words: &'a [String],
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> &str {
        self.words.get(self.at).map_or("", String::as_str)
    }

    fn choice(&mut self) -> Form {
        let mut choices = vec![self.row()];
        while self.peek() == "|" {
            self.at += 1;
            choices.push(self.row());
        }
        if choices.len() == 1 { choices.remove(0) } else { Form::Choice(choices) }
    }

    fn row(&mut self) -> Form {
        let mut row = Vec::new();
        while !["", "|", ")", "]", "}"].contains(&self.peek()) {
            row.push(self.item());
        }
        assert!(!row.is_empty(), "an empty alternative");
        if row.len() == 1 { row.remove(0) } else { Form::Row(row) }
    }

    fn item(&mut self) -> Form {
        let word = self.peek().to_owned();
        self.at += 1;
        match word.as_str() {
            "(" => self.closed(")"),
            "[" => Form::Optional(Box::new(self.closed("]"))),
            "{" => Form::Repeated(Box::new(self.closed("}"))),
            _ if word.starts_with('"') => Form::Word(word.trim_matches('"').to_owned()),
            _ if word.chars().all(char::is_uppercase) => Form::Class(word),
            _ => Form::Rule(word),
        }
    }

    fn closed(&mut self, close: &str) -> Form {
        let form = self.choice();
        assert_eq!(self.peek(), close);
        self.at += 1;
        form
    }
}
