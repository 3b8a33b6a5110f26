//! From the trees of several files to names: what each file declares, and what it brings in from others.
//!
//! A file that another one uses is read with its letters standing for men of the first file, and with its options as they are set
//! there; so each `use` makes a copy of its own.

use std::collections::HashMap;
use std::rc::Rc;

use adli_lang::ast::{Expr, ExprKind, Header, Item, ItemKind, Name, OptionItem, OptionValues, Use};

use crate::Stopped;
use crate::chess::{Cast, Kind, MEN, Side};
use crate::named::{Copy, Named, Settings, declares};
use crate::read::{Reader, unknown};
use crate::value::Value;

/// The names of values that an option may have.
fn values_of(item: &Item) -> &[Name] {
    match &item.kind {
        ItemKind::Option(OptionItem { values: OptionValues::Names(names), .. }) => names,
        _ => &[],
    }
}

impl Reader {
    /// Reads what a file declares, and the files that it uses: with whom, and with which settings.
    pub(crate) fn copy(
        &mut self,
        name: &str,
        user: Option<(usize, &Use)>,
        settings: &Settings,
    ) -> Result<usize, Stopped> {
        let Some(file) = self.files.get(name).cloned() else { return unknown(name) };
        let number = self.copies.len();
        let (names, uses) = (HashMap::new(), Vec::new());
        let (letters, sides, cast) = (HashMap::new(), Vec::new(), Cast([None; MEN]));
        self.copies.push(Copy { file: Rc::clone(&file), names, letters, sides, cast, uses });
        match (file.header(), user) {
            (Some(header), _) => self.header(number, header, user)?,
            // A file without a header belongs to the file that uses it.
            (None, Some((user, _))) => {
                let Copy { letters, sides, cast, .. } = &self.copies[user];
                let (letters, sides, cast) = (letters.clone(), sides.clone(), *cast);
                let copy = &mut self.copies[number];
                (copy.letters, copy.sides, copy.cast) = (letters, sides, cast);
            }
            (None, None) => return unknown("a file without a header"),
        }
        for item in &file.items {
            match &item.kind {
                ItemKind::Use(used) if used.path.text != "geometry" => self.used(number, used, settings)?,
                ItemKind::Option(option) => self.option(number, option, settings)?,
                _ => {}
            }
        }
        for (at, item) in file.items.iter().enumerate() {
            let (sort, named): (usize, fn(usize) -> Named) = match &item.kind {
                ItemKind::Def(_) => (0, Named::Definition),
                ItemKind::Strategy(_) => (1, Named::Strategy),
                ItemKind::Advice(_) => (2, Named::Advice),
                ItemKind::Recogniser(_) => (3, Named::Recogniser),
                ItemKind::Moves(_) => return unknown("a declaration"),
                ItemKind::Endgame(_) | ItemKind::Use(_) | ItemKind::Option(_) | ItemKind::Claim(_) => {
                    continue;
                }
            };
            let Some(name) = item.kind.name() else { continue };
            let declared = named(self.declared[sort].len());
            self.declared[sort].push((number, at));
            self.copies[number].names.insert(name.text.clone(), declared);
        }
        Ok(number)
    }

    /// The men of a header. Those of the first file are numbered; those of another are played by men of the file that uses it.
    fn header(&mut self, copy: usize, header: &Header, user: Option<(usize, &Use)>) -> Result<(), Stopped> {
        if !header.alternatives.is_empty() {
            return unknown("men of several kinds");
        }
        for (side, written) in [Side::White, Side::Black].into_iter().zip(&header.sides) {
            self.copies[copy].sides.push(written.name.text.clone());
            for man in &written.men {
                let Some(kind) = man.text.chars().next().and_then(Kind::of_letter) else {
                    return unknown("a man");
                };
                let slot = match user {
                    None => {
                        self.men.0.push((side, kind));
                        self.men.0.len() - 1
                    }
                    Some((user, used)) => {
                        let said = used.men.iter().find(|(theirs, _)| theirs.text == man.text);
                        let player = said.map_or(&man.text, |(_, ours)| &ours.text);
                        match self.copies[user].letters.get(player) {
                            Some(&slot) => slot,
                            None => return unknown(player),
                        }
                    }
                };
                if slot >= MEN || self.copies[copy].letters.insert(man.text.clone(), slot).is_some() {
                    return unknown("too many men, or like men");
                }
                self.copies[copy].cast.0[slot] = Some(kind);
            }
        }
        Ok(())
    }

    /// Brings in names of another file.
    fn used(&mut self, copy: usize, used: &Use, settings: &Settings) -> Result<(), Stopped> {
        let wanted: Option<Vec<String>> =
            used.names.as_ref().map(|names| names.iter().map(|name| name.text.clone()).collect());
        let brings = |name: &str| wanted.as_ref().is_none_or(|all| all.iter().any(|listed| listed == name));
        let Some(file) = self.files.get(&used.path.text).cloned() else { return unknown(&used.path.text) };
        // What is set for this file and belongs to that one is passed on.
        let mut theirs: Settings = used.settings.iter().map(|(n, e)| (n.text.clone(), e.clone())).collect();
        let own = |name: &str| declares(&self.copies[copy].file, name);
        theirs.extend(settings.iter().filter(|(name, _)| !own(name) && brings(name)).cloned());
        let number = self.copy(&used.path.text, Some((copy, used)), &theirs)?;
        let of_an_option: Vec<&Name> = file.items.iter().flat_map(values_of).collect();
        let declared: Vec<(String, Named)> = self.copies[number]
            .names
            .iter()
            .filter(|(name, _)| {
                declares(&file, name) && brings(name) || of_an_option.iter().any(|n| n.text == **name)
            })
            .map(|(name, named)| (name.clone(), named.clone()))
            .collect();
        self.copies[copy].names.extend(declared);
        self.copies[copy].uses.push((wanted, number));
        Ok(())
    }

    fn option(&mut self, copy: usize, option: &OptionItem, settings: &Settings) -> Result<(), Stopped> {
        let set = settings.iter().find(|(name, _)| *name == option.name.text);
        let value = self.setting(set.map_or(&option.default, |(_, value)| value))?;
        if let OptionValues::Names(names) = &option.values {
            for name in names {
                let word = Value::Symbol(self.symbol(&name.text));
                self.copies[copy].names.insert(name.text.clone(), Named::Fixed(word));
            }
        }
        self.copies[copy].names.insert(option.name.text.clone(), Named::Fixed(value));
        Ok(())
    }

    fn setting(&mut self, value: &Expr) -> Result<Value, Stopped> {
        Ok(match &value.kind {
            ExprKind::Number(number) => Value::Number(*number),
            ExprKind::Truth(truth) => Value::Truth(*truth),
            ExprKind::Name(name) => Value::Symbol(self.symbol(name)),
            ExprKind::Negative(inner) => match self.setting(inner)? {
                Value::Number(number) => Value::Number(-number),
                _ => return unknown("a setting"),
            },
            _ => return unknown("a setting"),
        })
    }
}
