//! What the program hands over to its server: methods, tables and schemas. The server has none of its own.

use adli_chess::Material;
use adli_claims::{ClaimReport, Options, Report, Watch};
use adli_lang::Program;
use adli_tables::Store;
use adli_workbench::Text;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::refusal::Refusal;

/// A text whose claims are to be decided.
pub struct Proof<'a> {
    /// The text.
    pub text: &'a Text,
    /// What it means, once for each material.
    pub programs: &'a [Program],
    /// Which claims, and within which limits.
    pub options: &'a Options,
    /// The method, if one is named.
    pub by: Option<&'a str>,
}

/// What the program hands over.
pub trait Tools: Send + Sync + 'static {
    /// The names of the methods by which the claims of a page are decided.
    fn methods(&self) -> Vec<&'static str>;

    /// Decides claims. Each is told as soon as it is decided.
    fn prove(&self, proof: &Proof<'_>, watch: &dyn Watch, tell: &(dyn Fn(&ClaimReport) + Sync)) -> Report;

    /// The JSON that `adli prove` writes of a report; with the time that it was given, in seconds.
    ///
    /// # Errors
    /// It cannot be written.
    fn proved(&self, proof: &Proof<'_>, report: &Report, seconds: f64) -> Result<Box<RawValue>, Refusal>;

    /// The folder of tables as it is now, if there is one.
    fn tables(&self) -> Option<Store>;

    /// That there are no tables of some materials, and how they are made.
    fn missing(&self, materials: &[Material]) -> Refusal;

    /// Solves a material and all that it converts into, and keeps the tables. `whole` is told how many rows that takes.
    ///
    /// # Errors
    /// What stopped it.
    fn solve(
        &self,
        material: Material,
        memory: u64,
        watch: &dyn Watch,
        whole: &dyn Fn(u64),
    ) -> Result<(), Refusal>;

    /// The JSON Schema of a report of the command line.
    fn schema(&self, name: &str) -> Option<Value>;

    /// Has somebody asked the program to end?
    fn is_ending(&self) -> bool;
}
