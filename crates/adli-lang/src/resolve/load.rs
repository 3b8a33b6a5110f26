//! Finds and reads all texts that a text uses, and what each of them names.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use crate::resolve::roles::{Reading, players, set_twice, written};
use crate::resolve::words::{INSTEAD_OF_ADVICE, in_header, taken};
use crate::source::NOWHERE;
use crate::suggest::suggest;
use crate::syntax::ast::{Asked, Header, Item, ItemKind, Rule, Use};
use crate::syntax::{Parsed, parse};
use crate::{Diagnostic, Sources, Span};

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
    fn use_item(&self, used: &Used) -> Option<&Use> {
        match &self.parsed.file.items.get(used.item)?.kind {
            ItemKind::Use(wanted) => Some(wanted),
            _ => None,
        }
    }

    pub(crate) fn header(&self) -> Option<&Header> {
        self.parsed.file.header()
    }
}

/// The declaration of a strategy of that name.
fn strategy_called(parsed: &Parsed, name: &str) -> Option<usize> {
    let is_it =
        |item: &Item| matches!(&item.kind, ItemKind::Strategy(strategy) if strategy.name.text == name);
    parsed.file.items.iter().position(is_it)
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
        loaded: Loaded::empty(),
    };
    let root_text = loader.first(root);
    // The laws are there whatever is written.
    loader.words = 0;
    let laws = sources.find(LAWS).map(|source| loader.laws(source));
    let Loader { mut loaded, .. } = loader;
    loaded.laws = laws;
    if laws.is_none() {
        let nowhere = Span { source: root, start: 0, end: 0 };
        loaded.diagnostics.push(Diagnostic::error(nowhere, "the laws of chess are missing: no text `laws`"));
    }
    if root == NOWHERE {
        let nowhere = Span { source: root, start: 0, end: 0 };
        let message = format!("there is no such text; there are {NOWHERE} at most");
        loaded.diagnostics.push(Diagnostic::error(nowhere, message));
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
                let mut complaint = Diagnostic::error(wanted.path.span, message).did_you_mean(near);
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
            self.loaded.diagnostics.push(Diagnostic::error(wanted.path.span, message));
            return;
        }
        if self.open.len() >= MAX_USES {
            let message = format!("more than {MAX_USES} texts use one another in a row");
            self.loaded.diagnostics.push(Diagnostic::error(wanted.path.span, message));
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
        let reader = if parsed.file.header().is_some() || self.asks_for_header(source) { from } else { 0 };
        let ours = &self.loaded.texts[reader].reading.men;
        let men = match parsed.file.header() {
            Some(header) => players(ours, header, wanted),
            None => {
                for (there, _) in wanted.men.iter().filter(|(there, _)| !there.text.is_empty()) {
                    let message = format!("`{}` is no man of that text: it has no header", there.text);
                    self.loaded.diagnostics.push(Diagnostic::error(there.span, message));
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

    /// Whether a file without a header says something that depends on the men of a header, itself or through what it uses.
    fn asks_for_header(&mut self, source: u16) -> bool {
        if let Some(&known) = self.asks_for_header.get(&source) {
            return known;
        }
        // Files that use one another in a circle are refused elsewhere.
        self.asks_for_header.insert(source, false);
        let parsed = self.parsed(source);
        let words = self.sources.get(source).map_or("", |s| s.text.as_str());
        let asks = parsed.tokens.iter().any(|lexeme| {
            let word = words.get(lexeme.span.start as usize..lexeme.span.end as usize);
            word.is_some_and(|word| HEADER_WORDS.contains(&word))
        });
        let asks = asks
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
fn brings(wanted: &Use, name: &str) -> bool {
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

impl Loaded {
    fn empty() -> Loaded {
        Loaded { texts: Vec::new(), laws: None, diagnostics: Vec::new() }
    }

    pub(crate) fn item(&self, declared: Declared) -> &crate::syntax::ast::Item {
        &self.texts[declared.text].parsed.file.items[declared.item]
    }

    /// `then` after the last rule of a strategy goes with the rule if it names advice, and with the strategy if it names strategies. Words
    /// alone do not tell, because the end of a line means nothing.
    fn settle_then(&mut self, number: usize) {
        let names = |name: &str| {
            let declared = self.texts[number].names.get(name)?;
            Some(matches!(self.item(*declared).kind, ItemKind::Strategy(_)))
        };
        let mut settled = Vec::new();
        for (at, item) in self.texts[number].parsed.file.items.iter().enumerate() {
            let ItemKind::Strategy(strategy) = &item.kind else { continue };
            let Some(Rule::Try { then, .. }) = strategy.rules.last() else { continue };
            let is_strategy = |asked: &Asked| names(&asked.name.text) == Some(true);
            if strategy.then.is_empty() && then.first().is_some_and(is_strategy) {
                settled.push((at, then.iter().map(|asked| asked.name.clone()).collect()));
            }
        }
        for (at, hands_over) in settled {
            let item = &mut self.texts[number].parsed.file.items[at];
            let ItemKind::Strategy(strategy) = &mut item.kind else { continue };
            strategy.then = hands_over;
            if let Some(Rule::Try { then, .. }) = strategy.rules.last_mut() {
                then.clear();
            }
        }
    }

    /// Whether two names stand for one declaration that is read in two ways, and that is no clash: strategies may go on for another with
    /// several men, and the values of an option are the same words whatever it is set to.
    fn is_read_again(&self, one: Declared, other: Declared) -> bool {
        let place = |declared: Declared| (self.texts[declared.text].source, declared.item, declared.value);
        let may_be = one.value.is_some() || matches!(self.item(one).kind, ItemKind::Strategy(_));
        may_be && place(one) == place(other)
    }

    /// The strategies of that name that go on for a text, in the order in which it uses them.
    pub(crate) fn going_on(&self, number: usize, name: &str) -> Vec<Declared> {
        let mut found = Vec::new();
        for used in &self.texts[number].uses {
            let listed = self.texts[number].use_item(used).is_some_and(|wanted| brings(wanted, name));
            if let Some(text) = used.text.filter(|_| listed) {
                let item = strategy_called(&self.texts[text].parsed, name);
                found.extend(item.map(|item| Declared { text, item, value: None }));
            }
        }
        found
    }

    /// Whether a text wants a strategy of that name from another that could not be read with its men.
    pub(crate) fn is_wanted(&self, number: usize, name: &str) -> bool {
        let text = &self.texts[number];
        let from_elsewhere = text.names.get(name).is_some_and(|declared| {
            declared.text != number && matches!(self.item(*declared).kind, ItemKind::Strategy(_))
        });
        from_elsewhere || self.is_missing(number, name)
    }

    /// Whether a name may be one that a `use` brings in whose text could not be read with these men.
    pub(crate) fn is_missing(&self, number: usize, name: &str) -> bool {
        let text = &self.texts[number];
        let listed = |used: &Used| text.use_item(used).is_some_and(|wanted| brings(wanted, name));
        text.uses.iter().any(|used| used.text.is_none() && listed(used))
    }

    /// What a program calls a declaration: by its name, unless that name means something else in the first text. Then the name of its
    /// text stands before it, so that a look-up by name finds what the first text means.
    pub(crate) fn name_in_program(&self, declared: Declared, name: &str) -> String {
        let own = self.item(declared).kind.name().map_or(name, |own| &own.text);
        let known = self.texts.first().and_then(|first| first.names.get(own));
        let source = self.texts[declared.text].source;
        let before = self.texts[..declared.text].iter().filter(|text| text.source == source).count();
        let after = self.texts[declared.text + 1..].iter().any(|text| text.source == source);
        match known {
            Some(known) if (known.text, known.item) == (declared.text, declared.item) => name.to_owned(),
            None if before == 0 && !after => name.to_owned(),
            _ if before == 0 => format!("{}:{name}", self.texts[declared.text].path),
            _ => format!("{}#{}:{name}", self.texts[declared.text].path, before + 1),
        }
    }

    /// Where another text first says that it uses this one.
    pub(crate) fn use_of(&self, number: usize) -> Option<Span> {
        let used = self.texts.iter().flat_map(|text| text.uses.iter().map(move |used| (text, used)));
        let mut used = used.filter(|(_, used)| used.text == Some(number));
        used.find_map(|(text, used)| Some(text.use_item(used)?.path.span))
    }

    /// The names that a text declares itself, with their places.
    fn own_names(&self, number: usize) -> Vec<(String, Span, Declared)> {
        let mut names = Vec::new();
        for (item, declaration) in self.texts[number].parsed.file.items.iter().enumerate() {
            let declared = Declared { text: number, item, value: None };
            if let ItemKind::Option(option) = &declaration.kind
                && let crate::syntax::ast::OptionValues::Names(values) = &option.values
            {
                for (value, name) in values.iter().enumerate() {
                    let declared = Declared { value: Some(value as u16), ..declared };
                    names.push((name.text.clone(), name.span, declared));
                }
            }
            let Some(name) = declaration.kind.name() else { continue };
            names.push((name.text.clone(), name.span, declared));
        }
        names.retain(|(text, ..)| !text.is_empty());
        names
    }

    /// What a text knows: its own names, those it uses, and the laws.
    fn gather_names(&mut self, number: usize) {
        let mut names: HashMap<String, (Declared, Span)> = HashMap::new();
        let mut ambiguous = HashSet::new();
        let mut complaints = Vec::new();
        for (text, span, declared) in self.own_names(number) {
            // Claims and advice have no value, so that their names cannot be taken for words that are built in.
            let complaint = match self.item(declared).kind {
                ItemKind::Claim(_) => in_header,
                ItemKind::Advice(_) if !INSTEAD_OF_ADVICE.contains(&text.as_str()) => in_header,
                _ => taken,
            };
            complaints.extend(complaint(&text, span, self.texts[number].header(), "choose another name"));
            if let Some((_, first)) = names.get(&text) {
                let message = format!("`{text}` is declared twice");
                complaints.push(Diagnostic::error(span, message).note(*first, "first here"));
            } else {
                names.insert(text, (declared, span));
            }
        }
        for used in &self.texts[number].uses {
            let Some(wanted) = self.texts[number].use_item(used) else { continue };
            let Some(known) = used.text else { continue };
            let offered = self.own_names(known);
            let place = wanted.path.span;
            for name in wanted.names.iter().flatten() {
                if !offered.iter().any(|(text, ..)| *text == name.text) {
                    let message = format!("`{}` has nothing called `{}`", wanted.path.text, name.text);
                    let near = suggest(&name.text, offered.iter().map(|(text, ..)| text.as_str()));
                    complaints.push(Diagnostic::error(name.span, message).did_you_mean(near));
                }
            }
            for (text, span, declared) in offered {
                let claim = matches!(self.item(declared).kind, ItemKind::Claim(_));
                let listed = wanted.names.as_ref().is_none_or(|list| list.iter().any(|n| n.text == text));
                // The values of an option come with it.
                let value = declared.value.is_some();
                if claim || !(listed || value) {
                    continue;
                }
                match names.get(&text) {
                    Some((other, _)) if *other == declared => {}
                    Some((other, _)) if self.is_read_again(*other, declared) => {
                        ambiguous.extend((!value).then_some(text));
                    }
                    Some((_, first)) => {
                        let message =
                            format!("`{text}` of `{}` clashes with another `{text}`", wanted.path.text);
                        let help = "list the names you need: `use \"...\" (name, name)`";
                        let clash = Diagnostic::error(place, message).help(help);
                        complaints.push(clash.note(*first, "this one").note(span, "and this one"));
                    }
                    None => {
                        names.insert(text, (declared, span));
                    }
                }
            }
        }
        if let Some(laws) = self.laws.filter(|&laws| laws != number) {
            for (text, law, declared) in self.own_names(laws) {
                if let Some((_, span)) = names.get(&text) {
                    let message = format!("`{text}` already has a meaning in the laws of chess");
                    let complaint = Diagnostic::error(*span, message).note(law, "that one");
                    complaints.push(complaint.help("choose another name"));
                } else {
                    names.insert(text, (declared, Span::default()));
                }
            }
        }
        // A text that the laws themselves use is not told about clashes with the laws.
        let under_laws = self.laws.is_some_and(|laws| {
            laws == number || self.texts[laws].uses.iter().any(|used| used.text == Some(number))
        });
        if !under_laws {
            self.diagnostics.extend(complaints);
        }
        self.texts[number].ambiguous = ambiguous;
        self.texts[number].names = names.into_iter().map(|(text, (declared, _))| (text, declared)).collect();
    }
}
