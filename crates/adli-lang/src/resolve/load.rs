//! Finds and reads all texts that a text uses, and what each of them names.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use crate::resolve::roles::{Reading, players, set_twice, written};
use crate::source::NOWHERE;
use crate::suggest::suggest;
use crate::syntax::ast::{Header, Item, ItemKind, Use};
use crate::syntax::{Parsed, parse};
use crate::{Code, Diagnostic, Sources, Span};

/// The text with the laws of chess; its names are known in every other text.
pub const LAWS: &str = "laws";

/// How many words and signs a text may have, with all texts it uses: few enough that 16 bits can number whatever they declare.
const MAX_WORDS: usize = 120_000;
/// Words whose meaning depends on the men of a header.
const HEADER_WORDS: [&str; 5] = ["home", "promoted", "symmetry", "strategy", "recogniser"];
/// How many texts may use one another in a row.
const MAX_USES: usize = 100;

/// What a name stands for: a declaration of a text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Declared {
    /// The text, by its place in [`Loaded::texts`].
    pub(crate) text: usize,
    /// The declaration, by its place in the text.
    pub(crate) item: usize,
    /// For a value of an enumeration, which one.
    pub(crate) value: Option<u16>,
}

/// A text and the names that are known in it. It is there once for each way in which it is read.
pub(crate) struct Text {
    pub(crate) source: u16,
    /// The name by which it is used.
    pub(crate) path: String,
    pub(crate) parsed: Parsed,
    pub(crate) reading: Reading,
    pub(crate) names: HashMap<String, Declared>,
    /// Strategies that several `use` bring in, with other men: only `then` may name them.
    pub(crate) ambiguous: HashSet<String>,
    /// Other texts by which it is completed.
    pub(crate) uses: Vec<Used>,
}

/// A text that another one uses.
pub(crate) struct Used {
    /// The declaration that says so.
    pub(crate) item: usize,
    /// The text, read with our men and settings; `None` if its men cannot be played.
    pub(crate) text: Option<usize>,
}

impl Text {
    pub(super) fn use_item(&self, used: &Used) -> Option<&Use> {
        match &self.parsed.file.items.get(used.item)?.kind {
            ItemKind::Use(wanted) => Some(wanted),
            _ => None,
        }
    }

    pub(crate) fn header(&self) -> Option<&Header> {
        self.parsed.file.header()
    }
}

/// All texts; the first is the one that was asked for.
pub(crate) struct Loaded {
    pub(crate) texts: Vec<Text>,
    pub(crate) laws: Option<usize>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

pub(crate) fn load(sources: &Sources, root: u16) -> Loaded {
    let mut loader = Loader {
        sources,
        parsed: HashMap::new(),
        known: HashMap::new(),
        asks_for_header: HashMap::new(),
        open: Vec::new(),
        words: 0,
        loaded: Loaded { texts: Vec::new(), laws: None, diagnostics: Vec::new() },
    };
    let root_text = loader.first(root);
    // The laws are there whatever is written.
    loader.words = 0;
    let laws = sources.find(LAWS).map(|source| loader.laws(source));
    let Loader { mut loaded, .. } = loader;
    loaded.laws = laws;
    if laws.is_none() {
        let nowhere = Span { source: root, start: 0, end: 0 };
        loaded.diagnostics.push(Diagnostic::error(
            Code::LawsOnly,
            nowhere,
            "the laws of chess are missing: no text `laws`",
        ));
    }
    if root == NOWHERE {
        let nowhere = Span { source: root, start: 0, end: 0 };
        let message = format!("there is no such text; there are {NOWHERE} at most");
        loaded.diagnostics.push(Diagnostic::error(Code::UnknownText, nowhere, message));
    }
    debug_assert_eq!(root_text, 0);
    for number in 0..loaded.texts.len() {
        loaded.gather_names(number);
    }
    for number in 0..loaded.texts.len() {
        loaded.settle_then(number);
    }
    loaded
}

struct Loader<'a> {
    sources: &'a Sources,
    parsed: HashMap<u16, Rc<Parsed>>,
    known: HashMap<(u16, Reading), usize>,
    asks_for_header: HashMap<u16, bool>,
    open: Vec<u16>,
    words: usize,
    loaded: Loaded,
}

impl Loader<'_> {
    fn parsed(&mut self, source: u16) -> Rc<Parsed> {
        let words = self.sources.get(source).map_or("", |s| s.text.as_str());
        Rc::clone(self.parsed.entry(source).or_insert_with(|| Rc::new(parse(source, words))))
    }

    /// The file that was asked for.
    fn first(&mut self, source: u16) -> usize {
        let parsed = self.parsed(source);
        self.text(source, Reading::first(parsed.file.header()))
    }

    /// The laws of chess, for the men of the first file.
    fn laws(&mut self, source: u16) -> usize {
        self.text(source, self.loaded.texts[0].reading.clone())
    }

    fn text(&mut self, source: u16, reading: Reading) -> usize {
        if let Some(&number) = self.known.get(&(source, reading.clone())) {
            return number;
        }
        let mut parsed = Parsed::clone(&self.parsed(source));
        self.words += parsed.tokens.len();
        if self.words > MAX_WORDS {
            parsed.refuse(format!("a text has at most {MAX_WORDS} words and signs, with all texts it uses"));
        }
        self.loaded.diagnostics.extend(parsed.diagnostics.iter().cloned());
        let number = self.loaded.texts.len();
        self.known.insert((source, reading.clone()), number);
        self.open.push(source);
        let wanted: Vec<(usize, Use)> = parsed
            .file
            .items
            .iter()
            .enumerate()
            .filter_map(
                |(i, item)| if let ItemKind::Use(u) = &item.kind { Some((i, u.clone())) } else { None },
            )
            .collect();
        let (names, ambiguous) = (HashMap::new(), HashSet::new());
        let path = self.sources.get(source).map_or(String::new(), |found| found.name.clone());
        let uses = Vec::new();
        self.loaded.texts.push(Text { source, path, parsed, reading, names, ambiguous, uses });
        for (item, wanted) in wanted {
            self.follow(number, item, &wanted);
        }
        self.open.pop();
        number
    }

    fn follow(&mut self, from: usize, item: usize, wanted: &Use) {
        let Some(source) = self.sources.find(&wanted.path.text) else {
            if !wanted.path.text.is_empty() {
                let message = format!("there is no text called `{}`", wanted.path.text);
                let near = suggest(&wanted.path.text, self.sources.names());
                let mut complaint =
                    Diagnostic::error(Code::UnknownText, wanted.path.span, message).did_you_mean(near);
                // Names that are no words stand in quotation marks.
                if let Some(near) = near.filter(|near| near.contains('/')) {
                    complaint = complaint.fix(wanted.path.span, format!("\"{near}\""));
                }
                self.loaded.diagnostics.push(complaint);
            }
            return;
        };
        if self.open.contains(&source) {
            let message = format!("`{}` uses itself, through the texts it uses", wanted.path.text);
            self.loaded.diagnostics.push(Diagnostic::error(Code::Circular, wanted.path.span, message));
            return;
        }
        if self.open.len() >= MAX_USES {
            let message = format!("more than {MAX_USES} texts use one another in a row");
            self.loaded.diagnostics.push(Diagnostic::error(Code::TooLarge, wanted.path.span, message));
            return;
        }
        let used = self.read(from, source, item, wanted);
        self.loaded.texts[from].uses.push(used);
    }

    /// Reads a text that another one uses, with the men that play its men and the options that are set there.
    fn read(&mut self, from: usize, source: u16, item: usize, wanted: &Use) -> Used {
        let parsed = self.parsed(source);
        let settings = self.settings(from, source, wanted);
        // What says nothing of the men that a header names means the same to all users, and is there once.
        let reader = if self.asks_for_header(source) { from } else { 0 };
        let ours = &self.loaded.texts[reader].reading.men;
        let men = match parsed.file.header() {
            Some(header) => players(ours, header, wanted),
            None => {
                for (there, _) in wanted.men.iter().filter(|(there, _)| !there.text.is_empty()) {
                    let message = format!("`{}` is no man of that text: it has no header", there.text);
                    self.loaded.diagnostics.push(Diagnostic::error(Code::ImportMen, there.span, message));
                }
                Ok(ours.clone())
            }
        };
        match men {
            Ok(men) => Used { item, text: Some(self.text(source, Reading { men, settings })) },
            Err(complaint) => {
                self.loaded.diagnostics.push(complaint);
                Used { item, text: None }
            }
        }
    }

    /// Returns whether the meaning of a file depends on the men of its reader: it has a header, whose men they play, or
    /// it has a word that depends on a header; or a file that it uses does.
    fn asks_for_header(&mut self, source: u16) -> bool {
        if let Some(&known) = self.asks_for_header.get(&source) {
            return known;
        }
        // Files that use one another in a circle are refused elsewhere.
        self.asks_for_header.insert(source, false);
        let parsed = self.parsed(source);
        let words = self.sources.get(source).map_or("", |s| s.text.as_str());
        let says_so = parsed.tokens.iter().any(|lexeme| {
            let word = words.get(lexeme.span.start as usize..lexeme.span.end as usize);
            word.is_some_and(|word| HEADER_WORDS.contains(&word))
        });
        let asks = parsed.file.header().is_some()
            || says_so
            || used_by(&parsed).any(|wanted| {
                let used = self.sources.find(&wanted.path.text);
                used.is_some_and(|used| self.asks_for_header(used))
            });
        self.asks_for_header.insert(source, asks);
        asks
    }

    /// The options of a text that are set where another one uses it: by `with`, or passed on from what is set for the user.
    fn settings(&mut self, from: usize, source: u16, wanted: &Use) -> Vec<(String, String)> {
        let mut settings: Vec<(String, String)> = Vec::new();
        for (name, value) in &wanted.settings {
            if let Some(value) = written(value)
                && self.knows_option(source, &name.text)
            {
                self.set(&mut settings, (&name.text, &value), name.span);
            }
        }
        let parsed = self.parsed(source);
        let user = &self.loaded.texts[from];
        let passed_on = user.reading.settings.iter().filter(|(name, _)| {
            !declares_option(&user.parsed, name) && declares_option(&parsed, name) && brings(wanted, name)
        });
        for (name, value) in passed_on.cloned().collect::<Vec<_>>() {
            self.set(&mut settings, (&name, &value), wanted.path.span);
        }
        settings.sort();
        settings
    }

    fn set(&mut self, settings: &mut Vec<(String, String)>, (name, value): (&str, &str), place: Span) {
        match settings.iter().find(|(other, _)| other == name) {
            Some((_, other)) if other != value => self.loaded.diagnostics.push(set_twice(name, place)),
            Some(_) => {}
            None => settings.push((name.to_owned(), value.to_owned())),
        }
    }

    /// Whether a file knows an option by a name: its own, or one of a file that it uses.
    fn knows_option(&mut self, source: u16, name: &str) -> bool {
        let parsed = self.parsed(source);
        declares_option(&parsed, name)
            || used_by(&parsed).filter(|wanted| brings(wanted, name)).any(|wanted| {
                let used = self.sources.find(&wanted.path.text);
                used.is_some_and(|used| declares_option(&self.parsed(used), name))
            })
    }
}

/// Whether a `use` brings in a name, if its file declares it.
pub(super) fn brings(wanted: &Use, name: &str) -> bool {
    wanted.names.as_ref().is_none_or(|all| all.iter().any(|listed| listed.text == name))
}

/// The files that a file uses.
fn used_by(parsed: &Parsed) -> impl Iterator<Item = &Use> {
    parsed.file.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Use(wanted) => Some(wanted),
        _ => None,
    })
}

fn declares_option(parsed: &Parsed, name: &str) -> bool {
    let is_it = |item: &Item| matches!(&item.kind, ItemKind::Option(option) if option.name.text == name);
    parsed.file.items.iter().any(is_it)
}
