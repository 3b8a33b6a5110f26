//! What the messages that we know say, as the protocol names it.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A place of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Position {
    /// From 0.
    pub line: u32,
    /// From 0.
    pub character: u32,
}

/// A stretch of a text.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Range {
    /// Where it begins.
    pub start: Position,
    /// Where it ends.
    pub end: Position,
}

/// A document, with as much about it as a message says.
#[derive(Debug, Deserialize)]
pub struct Document {
    /// Its address.
    pub uri: String,
    /// How often it has been changed.
    pub version: Option<i64>,
    /// Its words, when it is opened.
    pub text: Option<String>,
}

/// What most requests and notifications have.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct About {
    /// Which document.
    pub text_document: Document,
}

/// A place in a document.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct At {
    /// Which document.
    pub text_document: Document,
    /// Where.
    pub position: Position,
    /// For `rename`.
    pub new_name: Option<String>,
    /// For `references`.
    pub context: Option<Value>,
}

/// A stretch of a document.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Within {
    /// Which document.
    pub text_document: Document,
    /// Where.
    pub range: Range,
}

/// A document has other words.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Changed {
    /// Which document.
    pub text_document: Document,
    /// One after the other.
    pub content_changes: Vec<Change>,
}

/// All its words: that is what we announce.
#[derive(Debug, Deserialize)]
pub struct Change {
    /// What a change of a part would have.
    pub range: Option<Value>,
    /// The words.
    pub text: String,
}

/// Files that have changed outside of the editor.
#[derive(Debug, Deserialize)]
pub struct Files {
    /// One after the other.
    pub changes: Vec<Document>,
}

/// A command.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Command {
    /// Which.
    pub command: String,
    /// With what.
    #[serde(default)]
    pub arguments: Vec<Value>,
    /// By which the client wants to hear how it goes.
    pub work_done_token: Option<Value>,
}
