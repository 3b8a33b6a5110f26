//! Where names come from, where they are used, and how they could be called instead.

#![expect(missing_docs, reason = "fields are named as in the JSON")]

use adli_lang::ast::{ItemKind, Rule};
use adli_lang::{Token, parse};
use schemars::JsonSchema;
use serde::Serialize;

use crate::extent::{Extent, InText};
use crate::index::{Declaration, Index, Meaning, Reference, What};
use crate::text::Text;
use crate::trouble::Trouble;

/// Where a name is declared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Target {
    /// The name of the text where that is: a name of the library, or a path.
    pub text: String,
    /// Whether it is the text that was asked about.
    pub own: bool,
    /// The name there, in bytes of that text.
    #[serde(flatten)]
    pub at: Extent,
    /// The number of that text among the sources.
    #[serde(skip)]
    #[schemars(skip)]
    pub source: u16,
}

/// A stretch of the text, and what is written there instead.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Edit {
    #[serde(flatten)]
    pub at: Extent,
    pub insert: String,
}

/// A declaration of the text, for an outline.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Symbol {
    pub name: String,
    pub what: What,
    /// The whole of it.
    #[serde(flatten)]
    pub at: Extent,
    /// Its name.
    pub name_at: Extent,
    /// The steps of a strategy.
    pub inside: Vec<Symbol>,
}

impl InText for Edit {
    fn extents(&mut self) -> Vec<&mut Extent> {
        vec![&mut self.at]
    }
}

impl InText for Symbol {
    fn extents(&mut self) -> Vec<&mut Extent> {
        let Symbol { at, name_at, inside, .. } = self;
        [at, name_at].into_iter().chain(inside.iter_mut().flat_map(Symbol::extents)).collect()
    }
}

/// Where the name at a place is declared.
#[must_use]
pub fn definition(text: &Text, place: u32) -> Option<Target> {
    let index = Index::of(text);
    let declared = index.definition(place)?;
    let source = declared.span.source;
    let name = text.sources.get(source)?.name.clone();
    Some(Target { text: name, own: source == text.number, at: declared.span.into(), source })
}

/// Everywhere in the text where the name at a place means the same.
#[must_use]
pub fn references(text: &Text, place: u32) -> Vec<Extent> {
    Index::of(text).uses(place).into_iter().map(Extent::from).collect()
}

/// The edits after which a name of the text is called otherwise, and everything means what it meant.
///
/// # Errors
/// The name is not one of this text, the new one is none, or somebody else is called so.
pub fn rename(text: &Text, place: u32, new: &str) -> Result<Vec<Edit>, Trouble> {
    let index = Index::of(text);
    let refused = |name: &str, why: String| Trouble::NotRenamed { name: name.to_owned(), why };
    let found = index.at(place).ok_or_else(|| refused("", "there is no name here".to_owned()))?;
    let old = text.sources.text(found.span);
    let declared = match found.meaning {
        Meaning::Declared(number) => index.declarations.get(number),
        Meaning::Word(_) => return Err(refused(old, "it is a word of the language".to_owned())),
        Meaning::Unknown => None,
    };
    let declared = declared.ok_or_else(|| refused(old, "nothing is called so".to_owned()))?;
    may_be_renamed(text, &index, declared).map_err(|why| refused(old, why))?;
    is_free(&index, new).map_err(|why| refused(old, why))?;
    let edits: Vec<Edit> =
        index.uses(place).into_iter().map(|span| Edit { at: span.into(), insert: new.to_owned() }).collect();
    // Nothing may have got another meaning by it.
    let after = text.with_words(&edited(text.words(), &edits));
    let meaning = |found: &Reference| match found.meaning {
        Meaning::Declared(number) => Ok(number),
        Meaning::Word(known) => Err(known.word),
        Meaning::Unknown => Err(""),
    };
    let meanings = |index: &Index| index.references.iter().map(meaning).collect::<Vec<_>>();
    let had_errors = text.check(&[]).has_errors();
    if meanings(&index) != meanings(&Index::of(&after)) || !had_errors && after.check(&[]).has_errors() {
        return Err(refused(old, format!("`{new}` would mean something else in places")));
    }
    Ok(edits)
}

fn may_be_renamed(text: &Text, index: &Index, declared: &Declaration) -> Result<(), String> {
    if declared.span.source != text.number || declared.what == What::Text {
        return Err("it belongs to another text".to_owned());
    }
    if matches!(declared.what, What::Man | What::Endgame) {
        return Err("the letters of men and the name of an endgame say what they are".to_owned());
    }
    // A claim or a piece of advice may be called like something else; which of them a word means is not known here.
    let same = |other: &&Declaration| other.name == declared.name && other.scope == declared.scope;
    if index.declarations.iter().filter(same).count() > 1 {
        return Err("several things are called so".to_owned());
    }
    Ok(())
}

/// Whether a name is one, and nobody has it.
fn is_free(index: &Index, new: &str) -> Result<(), String> {
    let tokens = parse(0, new).tokens;
    let is_name = matches!(&tokens[..], [only, end] if only.token == Token::Name
        && end.token == Token::End
        && only.span.end as usize == new.len()
        && only.span.start == 0);
    if !is_name {
        return Err(format!(
            "`{new}` is no name: letters, digits and underscores, and no word of the language"
        ));
    }
    if let Some(known) = adli_lang::known_word(new) {
        return Err(format!("`{new}` already has a meaning: {}", known.meaning));
    }
    match index.declarations.iter().find(|other| other.name == new) {
        Some(_) => Err(format!("something else is called `{new}`")),
        None => Ok(()),
    }
}

/// The words after some edits, which do not overlap and are in order.
fn edited(words: &str, edits: &[Edit]) -> String {
    let (mut out, mut at) = (String::new(), 0);
    for edit in edits {
        out.push_str(words.get(at..edit.at.from as usize).unwrap_or(""));
        out.push_str(&edit.insert);
        at = edit.at.to as usize;
    }
    out + words.get(at..).unwrap_or("")
}

/// The declarations of a text, in its order.
#[must_use]
pub fn symbols(text: &Text) -> Vec<Symbol> {
    let parsed = parse(text.number, text.words());
    let items = parsed.file.items.iter().filter_map(|item| {
        let (name, what) = match &item.kind {
            ItemKind::Endgame(header) => (&header.name, What::Endgame),
            ItemKind::Use(used) => (&used.path, What::Text),
            ItemKind::Option(option) => (&option.name, What::Option),
            ItemKind::Def(def) => (&def.name, if def.change { What::Change } else { What::Definition }),
            ItemKind::Strategy(strategy) => (&strategy.name, What::Strategy),
            ItemKind::Advice(advice) => (&advice.name, What::Advice),
            ItemKind::Recogniser(recogniser) => (&recogniser.name, What::Recogniser),
            ItemKind::Claim(claim) => (&claim.name, What::Claim),
            ItemKind::Moves(_) => return None,
        };
        let steps = match &item.kind {
            ItemKind::Strategy(strategy) => &strategy.rules[..],
            _ => &[],
        };
        let steps = steps.iter().filter_map(|rule| match rule {
            Rule::Step(step) => Some(Symbol {
                name: step.name.text.clone(),
                what: What::Step,
                at: step.span.into(),
                name_at: step.name.span.into(),
                inside: Vec::new(),
            }),
            Rule::Try { .. } => None,
        });
        let (at, name_at) = (item.span.into(), name.span.into());
        Some(Symbol { name: name.text.clone(), what, at, name_at, inside: steps.collect() })
    });
    items.filter(|symbol| !symbol.name.is_empty()).collect()
}
