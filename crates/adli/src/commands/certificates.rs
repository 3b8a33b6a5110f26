//! The certificates of a proof: a folder that is put in its place when everything has been decided.

use std::cell::RefCell;
use std::collections::BTreeSet;

use adli_certificate::{Folder, Text as Named};
use adli_claims::Report;
use adli_lang::Program;

use crate::args::ProveArgs;
use crate::failure::Failure;
use crate::methods::Registered;
use crate::output::note;
use crate::texts::Text;

/// Where methods write their certificates, if one of them has any.
pub struct Certificates {
    folder: Option<RefCell<Folder>>,
}

impl Certificates {
    /// A folder that is not there yet; a passing one if nobody named one.
    pub fn begin(args: &ProveArgs, methods: &[&Registered]) -> Result<Certificates, Failure> {
        let mut folder = None;
        if methods.iter().any(|method| method.about.certifies) {
            let begun = args.certificates.as_deref().map_or_else(Folder::passing, Folder::begin);
            let mut begun = begun.map_err(|error| Failure::input(error.to_string()))?;
            begun.note_reduced(args.reduce);
            folder = Some(RefCell::new(begun));
        }
        Ok(Certificates { folder })
    }

    pub fn folder(&self) -> Option<&RefCell<Folder>> {
        self.folder.as_ref()
    }

    /// Writes the certificates if a folder for them was named and there are any.
    pub fn finish(
        self,
        text: &Text,
        programs: &[Program],
        args: &ProveArgs,
        report: &mut Report,
    ) -> Result<(), Failure> {
        let (Some(folder), Some(goal)) = (self.folder, &args.certificates) else { return Ok(()) };
        // What the laws are certified by alone says nothing about the text, and an older folder stays.
        if !report.claims.iter().any(|claim| claim.certificate.is_some()) {
            note(&"no claim was proved, so that no certificates were written");
            return Ok(());
        }
        finish(folder.into_inner(), text, programs, args)?;
        let path = goal.display().to_string();
        report.claims.iter_mut().for_each(|claim| claim.certificates_are_in(&path));
        Ok(())
    }
}

/// Puts the folder in its place, with the texts that its claims rest on.
fn finish(folder: Folder, text: &Text, programs: &[Program], args: &ProveArgs) -> Result<(), Failure> {
    let used: BTreeSet<u16> = programs
        .iter()
        .flat_map(|program| &program.definitions)
        .map(|definition| definition.span.source)
        .filter(|&number| number != text.number)
        .collect();
    let named =
        |number: u16| text.sources.get(number).map(|source| Named::new(source.name.clone(), &source.text));
    let source = named(text.number).unwrap_or_else(|| Named::new(text.name.clone(), ""));
    let source = source.with_options(args.set.iter().cloned());
    let library = used.into_iter().filter_map(named).collect();
    let program = format!("adli {}", env!("CARGO_PKG_VERSION"));
    folder.finish(&program, source, library).map_err(|error| Failure::input(error.to_string()))
}
