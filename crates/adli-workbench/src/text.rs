//! Texts of rules: of the library, and those that somebody hands over.
//!
//! A text may use others: of the library by their names, and those beside it. Where that is, a folder or an editor, only the caller knows
//! ([`Beside`]). Texts are checked by [`adli_lang::check`] whether they have mistakes or not; what a text with mistakes names
//! is in its [`crate::Index`].

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;

use adli_lang::ast::ItemKind;
use adli_lang::{Checked, Sources, TEXTS, check, parse};

/// No text uses more texts beside it than this.
pub const MAX_BESIDE: usize = 100;

/// The short names of library entries.
const SHORT: [(&str, &str); 3] = [("krk", "krk/malikovic-janicic"), ("kqk", "kqk/adli"), ("kpk", "kpk/adli")];

/// The texts on which all others rest: nothing beside a text may take their names.
pub const FOUNDATIONS: [&str; 2] = ["laws", "geometry"];

/// A text with all texts that it may use.
#[derive(Clone)]
pub struct Text {
    /// The text, those beside it, and the library.
    pub sources: Sources,
    /// Its number among them.
    pub number: u16,
    /// A path, or the name of a library entry.
    pub name: String,
}

/// Where the texts beside a text are.
pub trait Beside {
    /// Where a text is, so that others can be found beside it.
    type Place;
    /// Why a text that is there cannot be read.
    type Error;

    /// The text that another one means by a name; nothing if there is none beside it.
    ///
    /// # Errors
    /// It is there, and cannot be read.
    fn find(
        &self,
        by: &Self::Place,
        name: &str,
        is_library: bool,
    ) -> Result<Option<Found<Self::Place>>, Self::Error>;
}

/// A text beside another.
pub struct Found<P> {
    /// Where it is.
    pub place: P,
    /// How people call that place.
    pub shown: String,
    /// Its words.
    pub words: String,
}

/// Texts by the names under which others use them.
impl Beside for BTreeMap<String, String> {
    type Place = ();
    type Error = Infallible;

    fn find(&self, (): &(), name: &str, _: bool) -> Result<Option<Found<()>>, Infallible> {
        let words = self.get(name).cloned();
        Ok(words.map(|words| Found { place: (), shown: name.to_owned(), words }))
    }
}

/// Why a text cannot be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Untaken<E> {
    /// More than [`MAX_BESIDE`] texts use one another; this is the next.
    TooMany(String),
    /// A text beside it would take the place of one of the [`FOUNDATIONS`].
    Foundation {
        /// The text.
        shown: String,
        /// The name that it takes.
        name: String,
    },
    /// A text beside it cannot be read.
    Beside(E),
}

impl Text {
    /// The text of a library entry, by its long or its short name.
    #[must_use]
    pub fn of_library(what: &str) -> Option<Text> {
        let sources = Sources::library();
        let long = SHORT.iter().find(|(short, _)| *short == what).map_or(what, |(_, long)| long);
        let number = sources.find(long)?;
        Some(Text { sources, number, name: long.to_owned() })
    }

    /// A text that somebody hands over, with those beside it that it uses. `stem` is its name as others would use it: a text of the laws
    /// themselves is checked in their place.
    ///
    /// # Errors
    /// Something is wrong with a text beside it.
    pub fn given<B: Beside>(
        name: &str,
        stem: &str,
        words: &str,
        place: B::Place,
        beside: &B,
    ) -> Result<Text, Untaken<B::Error>> {
        let mut sources = Sources::library();
        let is_foundation = FOUNDATIONS.contains(&stem);
        let number = sources.add_file(if is_foundation { stem } else { name }, name, words);
        let mut found: BTreeSet<String> = BTreeSet::new();
        let mut unread = vec![(place, words.to_owned())];
        while let Some((place, words)) = unread.pop() {
            for item in parse(0, &words).file.items {
                let ItemKind::Use(wanted) = item.kind else { continue };
                let name = wanted.path.text;
                if name.is_empty() || found.contains(&name) {
                    continue;
                }
                let known = sources.find(&name);
                let used = beside.find(&place, &name, known.is_some()).map_err(Untaken::Beside)?;
                let Some(used) = used else { continue };
                if found.len() >= MAX_BESIDE {
                    return Err(Untaken::TooMany(used.shown));
                }
                // Nobody changes the laws of chess by leaving a text about.
                let known = known.and_then(|number| sources.get(number));
                let differs = known.is_some_and(|known| known.text != used.words);
                if FOUNDATIONS.contains(&name.as_str()) && differs && !is_foundation {
                    return Err(Untaken::Foundation { shown: used.shown, name });
                }
                sources.add_file(&name, &used.shown, &used.words);
                found.insert(name);
                unread.push((used.place, used.words));
            }
        }
        Ok(Text { sources, number, name: name.to_owned() })
    }

    /// The names of the library that mean something else here, each with the file that has taken its place.
    #[must_use]
    pub fn replaced(&self) -> Vec<(&'static str, &str)> {
        let taken = |(name, words): &(&'static str, &str)| {
            let source = self.sources.get(self.sources.find(name)?)?;
            (source.text != *words).then_some((*name, source.name.as_str()))
        };
        TEXTS.iter().filter_map(taken).collect()
    }

    /// The same text with other words, among the same texts.
    #[must_use]
    pub(crate) fn with_words(&self, words: &str) -> Text {
        let mut text = self.clone();
        let name = self.sources.names().find(|name| self.sources.find(name) == Some(self.number));
        if let Some(name) = name {
            text.sources.add(name, words);
        }
        text
    }

    /// What the text means, once for each material, and all that is to be said about it. Options are set from outside.
    #[must_use]
    pub fn check(&self, settings: &[(String, String)]) -> Checked {
        let settings: Vec<(&str, &str)> = settings.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
        check(&self.sources, self.number, &settings)
    }

    /// Its own words.
    #[must_use]
    pub fn words(&self) -> &str {
        self.sources.get(self.number).map_or("", |source| source.text.as_str())
    }

    /// The numbers of the text, of all that it uses, and of the laws.
    #[must_use]
    pub fn used(&self) -> BTreeSet<u16> {
        let mut used = BTreeSet::new();
        let mut unread: Vec<u16> =
            self.sources.find(FOUNDATIONS[0]).into_iter().chain([self.number]).collect();
        while let Some(number) = unread.pop() {
            let source = self.sources.get(number).filter(|_| used.insert(number));
            let items = source.map_or_else(Vec::new, |source| parse(number, &source.text).file.items);
            for item in items {
                let ItemKind::Use(wanted) = item.kind else { continue };
                unread.extend(self.sources.find(&wanted.path.text));
            }
        }
        used
    }

    /// What tables are made of: every text that may be used, and the options.
    #[must_use]
    pub fn digest(&self, settings: &[(String, String)]) -> [u8; 32] {
        let texts = (0..).map_while(|number| self.sources.get(number)).map(|source| source.text.as_str());
        let settings = settings.iter().flat_map(|(name, value)| [name.as_str(), value.as_str()]);
        adli_position::Compiled::digest(texts.chain(settings))
    }

    /// The digest of the text itself.
    #[must_use]
    pub fn own_digest(&self) -> [u8; 32] {
        adli_position::Compiled::digest(std::iter::once(self.words()))
    }

    /// What the text claims, as it is written: the names that a report must have.
    #[must_use]
    pub fn claims(&self) -> Vec<String> {
        let items = parse(self.number, self.words()).file.items.into_iter();
        items
            .filter_map(
                |item| if let ItemKind::Claim(claim) = item.kind { Some(claim.name.text) } else { None },
            )
            .collect()
    }
}

/// The short name of a library entry, if it has one.
#[must_use]
pub fn short_name(long: &str) -> Option<&'static str> {
    SHORT.iter().find(|(_, known)| *known == long).map(|(short, _)| *short)
}

/// All names of library entries that are short.
pub fn short_names() -> impl Iterator<Item = &'static str> {
    SHORT.iter().map(|(short, _)| *short)
}
