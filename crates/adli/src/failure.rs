//! What can go wrong, and the exit codes that say so.

use std::fmt;
use std::process::ExitCode;

use adli_claims::Limit;
use adli_lang::Stopped;
use adli_tables::TableError;
use adli_web::Refusal;
use adli_workbench::{Told as Complaint, Trouble};
use schemars::JsonSchema;
use serde::Serialize;

use crate::words::list;

/// What a command that ran to its end found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// What was asked is done, or holds.
    Holds,
    /// A counterexample was found, or an audit failed.
    Refuted,
    /// Something that was read is wrong, and has been told.
    WrongInput,
    /// A limit was reached, or something was not run.
    Unknown,
    /// A check of our own results failed, and has been told.
    SelfCheckFailed,
}

impl From<Verdict> for ExitCode {
    fn from(verdict: Verdict) -> ExitCode {
        match verdict {
            Verdict::Holds => ExitCode::SUCCESS,
            Verdict::Refuted => ExitCode::from(1),
            Verdict::WrongInput => ExitCode::from(2),
            Verdict::Unknown => ExitCode::from(3),
            Verdict::SelfCheckFailed => ExitCode::from(INTERNAL),
        }
    }
}

/// Why a command did not run to its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Failure {
    kind: Kind,
    /// What is wrong, one line for each thing.
    messages: Vec<String>,
    /// What the user can do.
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<String>,
    /// For programs, what people have been shown already.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    details: Vec<String>,
    /// What is wrong with a text, with places.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    diagnostics: Vec<Complaint>,
}

/// A failure for programs.
#[derive(Serialize, JsonSchema)]
pub struct Told<'f> {
    error: &'f Failure,
    exit_code: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Input,
    Limit,
    Internal,
}

impl Failure {
    /// What was typed, or a file that was read, is wrong.
    pub fn input(message: impl Into<String>) -> Failure {
        Failure::inputs(vec![message.into()])
    }

    /// Several things that were typed are wrong.
    pub fn inputs(messages: Vec<String>) -> Failure {
        Failure { kind: Kind::Input, messages, help: None, details: Vec::new(), diagnostics: Vec::new() }
    }

    /// A command line that makes no sense, as it was told to the user.
    pub fn usage(told: &str) -> Failure {
        let mut parts = told.trim().splitn(2, "\n\n").map(str::trim);
        let message = parts.next().unwrap_or_default();
        let failure = Failure::input(one_line(message.strip_prefix("error: ").unwrap_or(message)));
        match parts.next() {
            Some(help) => failure.help(help),
            None => failure,
        }
    }

    /// A limit was reached, or somebody asked to stop.
    pub fn limit(message: impl Into<String>) -> Failure {
        Failure { kind: Kind::Limit, ..Failure::input(message) }
    }

    /// Something happened that never should.
    pub fn internal(message: impl Into<String>) -> Failure {
        Failure { kind: Kind::Internal, ..Failure::input(message).help(REPORT) }
    }

    /// A panic.
    pub fn panic(told: &str) -> Failure {
        Failure::internal(one_line(told))
    }

    /// Says what the user can do.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Failure {
        Failure { help: Some(help.into()), ..self }
    }

    /// Hands over to programs what people have been shown already.
    #[must_use]
    pub fn details(self, details: Vec<String>) -> Failure {
        Failure { details, ..self }
    }

    /// The same with places, of a text.
    #[must_use]
    pub fn diagnostics(self, diagnostics: Vec<Complaint>) -> Failure {
        Failure { diagnostics, ..self }
    }

    /// Is something wrong with what was typed or read?
    pub fn is_input(&self) -> bool {
        self.kind == Kind::Input
    }

    /// Everything in one line, for who has no more.
    pub fn in_a_line(&self) -> String {
        let told: Vec<&str> = self.messages.iter().chain(&self.help).map(String::as_str).collect();
        one_line(&told.join("; "))
    }

    /// Was a limit reached, or the work stopped?
    pub fn is_limit(&self) -> bool {
        self.kind == Kind::Limit
    }

    /// What is wrong and what can be done, for somebody who sees it beside his text.
    pub fn in_short(&self) -> String {
        let told = self.messages.join("; ");
        match &self.help {
            Some(help) => format!("{told}\nhelp: {help}"),
            None => told,
        }
    }

    /// What the server of a page answers instead.
    pub fn for_page(&self) -> Refusal {
        let told = self.messages.join("; ");
        let refusal = match self.kind {
            Kind::Input => Refusal::bad(told),
            Kind::Limit => Refusal::limit(told),
            Kind::Internal => return Refusal::internal(told),
        };
        match &self.help {
            Some(help) => refusal.help(help.clone()),
            None => refusal,
        }
    }

    /// What the command ends with.
    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(self.code())
    }

    fn code(&self) -> u8 {
        match self.kind {
            Kind::Input => 2,
            Kind::Limit => 3,
            Kind::Internal => INTERNAL,
        }
    }

    /// What programs are told.
    pub fn as_json(&self) -> impl Serialize {
        Told { error: self, exit_code: self.code() }
    }
}

impl From<Limit> for Failure {
    fn from(limit: Limit) -> Failure {
        let told = limit.to_string();
        match limit {
            _ if limit.is_fault() => Failure::internal(told),
            _ if limit.is_file() => Failure::input(told),
            _ => Failure::limit(told),
        }
    }
}

impl From<Stopped> for Failure {
    fn from(stopped: Stopped) -> Failure {
        match stopped {
            Stopped::TooLong => Failure::limit(stopped.to_string())
                .help("look fewer plies ahead, or make a table once for all with `adli compile`"),
            Stopped::TooDeep => Failure::limit(stopped.to_string()),
            Stopped::NeedsTables | Stopped::Unbound => Failure::internal(stopped.to_string()),
        }
    }
}

impl From<adli_files::Trouble> for Failure {
    fn from(trouble: adli_files::Trouble) -> Failure {
        Failure::input(trouble.to_string())
    }
}

/// Why a question to the workbench has no answer, and what can be done about it on the command line.
impl From<Trouble> for Failure {
    fn from(trouble: Trouble) -> Failure {
        let told = trouble.to_string();
        match trouble {
            Trouble::Limit(limit) => limit.into(),
            Trouble::Stopped(stopped) => stopped.into(),
            Trouble::Unconfirmed(_) | Trouble::NoValue(_) => Failure::limit(told),
            Trouble::Internal(_) => Failure::internal(told),
            Trouble::Unchosen(unchosen) => unchosen.into(),
            Trouble::OtherMen { .. }
            | Trouble::Over(_)
            | Trouble::OtherAdvice { .. }
            | Trouble::NoExpression { .. }
            | Trouble::BoundOutside { .. }
            | Trouble::NeedsMove { .. }
            | Trouble::NotRenamed { .. }
            | Trouble::Mistakes { .. } => Failure::input(told),
            Trouble::OtherTurn { .. } => Failure::input(told).help("see a line with `adli play`"),
            Trouble::OtherTable { .. } => Failure::input(told).help("make it again with `adli compile`"),
            Trouble::Illegal { position, in_line: true, .. } => {
                let number = position.fullmoves();
                Failure::input(told).help(format!("the position at move {number} is {position}"))
            }
            Trouble::Illegal { position, .. } => {
                let mut legal: Vec<String> = position.legal_moves().map(|mv| position.san(mv)).collect();
                legal.sort();
                Failure::input(told).help(format!("the legal moves are {}", list(&legal, "and")))
            }
        }
    }
}

/// Of tables in memory: nothing is there that a user could have damaged.
impl From<TableError> for Failure {
    fn from(error: TableError) -> Failure {
        match error {
            TableError::Stopped(_) | TableError::TooLong(_) => Failure::limit(error.to_string()),
            _ => Failure::internal(error.to_string()),
        }
    }
}

/// The exit code of a fault of ours.
pub const INTERNAL: u8 = 4;

const REPORT: &str = "this is a fault of Adli, not yours; please report it with the command that you typed";

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let label = if self.kind == Kind::Internal { "internal error" } else { "error" };
        for (i, message) in self.messages.iter().enumerate() {
            write!(f, "{}{label}: {message}", if i == 0 { "" } else { "\n" })?;
        }
        self.help.iter().try_for_each(|help| write!(f, "\nhelp: {help}"))
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use adli_claims::By;

    use super::*;

    #[test]
    fn says_everything_that_is_wrong_and_then_what_to_do() {
        let failure = Failure::inputs(vec!["this".into(), "that".into()]).help("do better");
        assert_eq!(failure.to_string(), "error: this\nerror: that\nhelp: do better");
    }

    /// Whatever a library answers, only what is a limit has the exit code of one.
    #[test]
    fn a_fault_of_ours_is_never_told_as_a_limit() {
        let fault = Failure::from(Limit::Internal("a move that nobody made".into()));
        assert_eq!(fault.kind, Kind::Internal);
        assert_eq!(fault.help.as_deref(), Some(REPORT));
        for limit in
            [Limit::Stopped(By::Time), Limit::Size(7), Limit::NotRun("there are too many men".into())]
        {
            assert_eq!(Failure::from(limit).kind, Kind::Limit);
        }
        assert_eq!(Failure::from(Limit::File("cannot write `x`".into())).kind, Kind::Input);
        assert_eq!(Failure::from(Stopped::Unbound).kind, Kind::Internal);
        assert_eq!(Failure::from(TableError::Disagrees).kind, Kind::Internal);
        assert_eq!(Failure::from(TableError::Stopped(By::Hand)), Failure::limit("stopped before the end"));
    }
}
