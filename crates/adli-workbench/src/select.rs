//! Which of the things that a text has under names of its own is meant.

use std::collections::BTreeSet;
use std::fmt;

use adli_lang::suggest;

use crate::Text;
use adli_claims::list;

/// What a text has under names of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// `strategy`.
    Strategy,
    /// `advice`.
    Advice,
    /// `recogniser`.
    Recogniser,
}

impl Sort {
    /// One of them.
    #[must_use]
    pub fn one(self) -> &'static str {
        match self {
            Sort::Strategy => "strategy",
            Sort::Advice => "piece of advice",
            Sort::Recogniser => "recogniser",
        }
    }

    /// Several of them.
    #[must_use]
    pub fn several(self) -> &'static str {
        match self {
            Sort::Strategy => "strategies",
            Sort::Advice => "pieces of advice",
            Sort::Recogniser => "recognisers",
        }
    }
}

/// One that may be chosen.
pub struct Offer<'n, T> {
    /// Its name.
    pub name: &'n str,
    /// It is written in the text itself, and not in one that it uses.
    pub is_own: bool,
    /// What is chosen with it.
    pub what: T,
}

/// Why nothing was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unchosen {
    /// What was looked for.
    pub sort: Sort,
    /// The name of the text.
    pub text: String,
    /// The name that was given.
    pub wanted: Option<String>,
    /// A name that may have been meant.
    pub near: Option<String>,
    /// The names of the text itself.
    pub own: Vec<String>,
    /// The names of texts that it uses.
    pub used: Vec<String>,
}

impl fmt::Display for Unchosen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unchosen { sort, text, wanted, own, used, .. } = self;
        match (wanted, own.len(), used.len()) {
            (Some(wanted), ..) => write!(f, "`{text}` has no {} called `{wanted}`", sort.one()),
            (None, 0, 0) => write!(f, "`{text}` has no {}", sort.one()),
            (None, 0, _) => write!(f, "`{text}` has no {} of its own", sort.one()),
            (None, ..) => {
                let quoted: Vec<String> = own.iter().map(|name| format!("`{name}`")).collect();
                write!(f, "`{text}` has the {} {}", sort.several(), list(&quoted, "and"))
            }
        }
    }
}

/// The one of that name, or the only one of the text itself.
///
/// # Errors
/// There is none, or there are several.
pub fn select<T>(
    sort: Sort,
    text: &Text,
    mut offers: Vec<Offer<'_, T>>,
    wanted: Option<&str>,
) -> Result<T, Box<Unchosen>> {
    // A name of the text itself comes before the same name of another; of several materials one is enough.
    offers.sort_by_key(|offer| !offer.is_own);
    let mut seen = BTreeSet::new();
    offers.retain(|offer| seen.insert(offer.name));
    let own = offers.iter().filter(|offer| offer.is_own).count();
    let at = match wanted {
        Some(wanted) => offers.iter().position(|offer| offer.name == wanted),
        None => (own == 1).then_some(0),
    };
    if let Some(at) = at {
        return Ok(offers.swap_remove(at).what);
    }
    let near = wanted.and_then(|wanted| suggest(wanted, offers.iter().map(|offer| offer.name)));
    let near = near.map(str::to_owned);
    let mut names: Vec<String> = offers.iter().map(|offer| offer.name.to_owned()).collect();
    let used = names.split_off(own);
    let wanted = wanted.map(str::to_owned);
    Err(Box::new(Unchosen { sort, text: text.name.clone(), wanted, near, own: names, used }))
}
