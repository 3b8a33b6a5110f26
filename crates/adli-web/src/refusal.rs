//! Why a request is not answered, in the words and with the status that its sender gets.

use adli_claims::Limit;
use adli_lang::Stopped;
use adli_tables::TableError;
use adli_workbench::{Trouble, list};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Serialize;

use crate::reply::json;

/// What is said of a fault of ours.
pub const REPORT: &str = "this is a fault of Adli, not yours; please report it with what you asked";

/// Why a request is not answered.
#[derive(Debug)]
pub struct Refusal {
    /// The status of the answer.
    pub status: StatusCode,
    /// What is said.
    pub told: Told,
    /// After how many seconds it may be tried again.
    pub again: Option<u32>,
}

/// Why a request is not answered, as it is sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Error")]
pub struct Told {
    /// What is wrong.
    pub error: String,
    /// What can be done about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// The job that makes what is missing: ask again when it is done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub job: Option<String>,
}

impl Refusal {
    fn new(status: StatusCode, error: impl Into<String>) -> Refusal {
        Refusal { status, told: Told { error: error.into(), help: None, job: None }, again: None }
    }

    /// What was sent makes no sense.
    pub fn bad(error: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::BAD_REQUEST, error)
    }

    /// Whoever sent it may not.
    pub fn forbidden(error: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::FORBIDDEN, error)
    }

    /// There is no such thing.
    pub fn missing(error: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::NOT_FOUND, error)
    }

    /// It makes sense, but not now.
    pub fn untimely(error: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::CONFLICT, error)
    }

    /// The sender takes too long.
    pub fn slow() -> Refusal {
        Refusal::new(StatusCode::REQUEST_TIMEOUT, "the request took too long to arrive")
    }

    /// It is too large.
    pub fn large(error: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, error)
    }

    /// It is not JSON.
    pub fn unlabelled() -> Refusal {
        Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "what is sent must be JSON")
            .help("send the header `Content-Type: application/json`")
    }

    /// A text has mistakes where none may be.
    pub fn mistaken(error: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, error)
    }

    /// Somebody asks too much.
    pub fn often(error: impl Into<String>) -> Refusal {
        Refusal { again: Some(1), ..Refusal::new(StatusCode::TOO_MANY_REQUESTS, error) }
    }

    /// A limit was reached.
    pub fn limit(error: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::SERVICE_UNAVAILABLE, error)
    }

    /// Too many ask at once.
    pub fn busy() -> Refusal {
        Refusal { again: Some(1), ..Refusal::limit("the server is busy").help("ask again in a moment") }
    }

    /// A fault of ours.
    pub fn internal(error: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, error).help(REPORT)
    }

    /// Something has to be made first, and is being made.
    pub fn later(what: impl Into<String>, job: &str) -> Refusal {
        let mut refusal = Refusal::new(StatusCode::ACCEPTED, what).help("ask again when the job is done");
        refusal.told.job = Some(job.to_owned());
        refusal
    }

    /// Says what can be done.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Refusal {
        self.told.help = Some(help.into());
        self
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = json(self.status, &self.told);
        if let Some(again) = self.again {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(again));
        }
        response
    }
}

impl From<Limit> for Refusal {
    fn from(limit: Limit) -> Refusal {
        let told = limit.to_string();
        if limit.is_fault() { Refusal::internal(told) } else { Refusal::limit(told) }
    }
}

impl From<Stopped> for Refusal {
    fn from(stopped: Stopped) -> Refusal {
        match stopped {
            Stopped::TooLong => Refusal::limit(stopped.to_string()).help("look fewer plies ahead"),
            Stopped::TooDeep => Refusal::limit(stopped.to_string()),
            Stopped::NeedsTables | Stopped::Unbound => Refusal::internal(stopped.to_string()),
        }
    }
}

impl From<TableError> for Refusal {
    fn from(error: TableError) -> Refusal {
        match error {
            TableError::Stopped(_) | TableError::TooLong(_) => Refusal::limit(error.to_string()),
            TableError::TooManyMen(_) => Refusal::bad(error.to_string()),
            TableError::Disagrees => Refusal::internal(error.to_string()),
            _ => Refusal::limit(format!("a table cannot be read: {error}"))
                .help("`adli solve` replaces tables that are damaged"),
        }
    }
}

/// Why a question to the workbench has no answer, and what can be done about it on a page.
impl From<Trouble> for Refusal {
    fn from(trouble: Trouble) -> Refusal {
        let told = trouble.to_string();
        match trouble {
            Trouble::Limit(limit) => limit.into(),
            Trouble::Stopped(stopped) => stopped.into(),
            Trouble::Unconfirmed(_) | Trouble::NoValue(_) => Refusal::limit(told),
            Trouble::NoExpression { .. }
            | Trouble::BoundOutside { .. }
            | Trouble::NeedsMove { .. }
            | Trouble::NotRenamed { .. }
            | Trouble::Mistakes { .. } => Refusal::mistaken(told),
            Trouble::Internal(_) => Refusal::internal(told),
            Trouble::Unchosen(unchosen) => match (&unchosen.near, &unchosen.own[..]) {
                (Some(near), _) => Refusal::bad(told).help(format!("did you mean `{near}`?")),
                (None, [_, _, ..]) => Refusal::bad(told).help("say which one is meant"),
                _ => Refusal::bad(told),
            },
            Trouble::OtherMen { .. } | Trouble::OtherTable { .. } => Refusal::bad(told),
            Trouble::Over(_) | Trouble::OtherAdvice { .. } | Trouble::OtherTurn { .. } => {
                Refusal::untimely(told)
            }
            Trouble::Illegal { position, .. } => {
                let mut legal: Vec<String> = position.legal_moves().map(|mv| position.san(mv)).collect();
                legal.sort();
                Refusal::bad(told).help(format!("the legal moves are {}", list(&legal, "and")))
            }
        }
    }
}
