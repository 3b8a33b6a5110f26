//! What the names of a file stand for.

use std::collections::HashMap;
use std::rc::Rc;

use adli_lang::ast::{Expr, File};

use crate::chess::Cast;
use crate::value::Value;

/// What a name of a file stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Named {
    Definition(usize),
    Strategy(usize),
    Advice(usize),
    Recogniser(usize),
    /// An option as it is set, or one of the names that it may have.
    Fixed(Value),
}

/// A file as another one uses it: a file that is used twice is there twice, with its own men and settings.
pub(crate) struct Copy {
    pub(crate) file: Rc<File>,
    pub(crate) names: HashMap<String, Named>,
    /// The men of the first file that its letters stand for.
    pub(crate) letters: HashMap<String, usize>,
    pub(crate) sides: Vec<String>,
    /// The men of its header, as it has them: what `home` means in it.
    pub(crate) cast: Cast,
    /// The files that it uses: which names it wants, and the copy.
    pub(crate) uses: Vec<(Option<Vec<String>>, usize)>,
}

/// How an option is set.
pub(crate) type Settings = Vec<(String, Expr)>;

/// Whether a file declares a name itself.
pub(crate) fn declares(file: &File, name: &str) -> bool {
    file.items.iter().any(|item| item.kind.name().is_some_and(|own| own.text == name))
}
