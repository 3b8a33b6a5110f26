//! What the client can do, and what we can.

use serde_json::{Value, json};

use crate::lines::Units;

/// The command that proves a claim: the address of the text, the name of the claim.
pub const PROVE: &str = "adli.prove";

/// What the client can do.
#[derive(Clone, Copy, Debug, Default)]
pub struct Client {
    /// What is counted on a line.
    pub units: Units,
    /// Shows Markdown where somebody rests on a word.
    pub markdown: bool,
    /// Shows an outline of several levels.
    pub nested_symbols: bool,
    /// Shows how long work goes.
    pub progress: bool,
    /// Asks for lenses again when it is told to.
    pub renews_lenses: bool,
}

impl Client {
    /// As the client says of itself.
    pub fn new(params: &Value) -> Client {
        let can = |pointer: &str| params.pointer(&format!("/capabilities/{pointer}"));
        let is = |pointer: &str| can(pointer).and_then(Value::as_bool) == Some(true);
        let has = |pointer: &str, wanted: &str| {
            let list = can(pointer).and_then(Value::as_array);
            list.is_some_and(|list| list.iter().any(|one| one == wanted))
        };
        let units = if has("general/positionEncodings", "utf-8") { Units::Utf8 } else { Units::Utf16 };
        Client {
            units,
            markdown: has("textDocument/hover/contentFormat", "markdown"),
            nested_symbols: is("textDocument/documentSymbol/hierarchicalDocumentSymbolSupport"),
            progress: is("window/workDoneProgress"),
            renews_lenses: is("workspace/codeLens/refreshSupport"),
        }
    }
}

/// What we say to `initialize`.
pub fn hello(client: Client) -> Value {
    let encoding = match client.units {
        Units::Utf16 => "utf-16",
        Units::Utf8 => "utf-8",
    };
    json!({
        "serverInfo": {"name": "adli", "version": env!("CARGO_PKG_VERSION")},
        "capabilities": {
            "positionEncoding": encoding,
            // Texts of rules take a few pages: they are sent as a whole.
            "textDocumentSync": {"openClose": true, "change": 1, "save": true},
            "hoverProvider": true,
            "completionProvider": {"triggerCharacters": [".", "\""]},
            "definitionProvider": true,
            "referencesProvider": true,
            "renameProvider": {"prepareProvider": true},
            "documentSymbolProvider": true,
            "documentFormattingProvider": true,
            "codeActionProvider": {"codeActionKinds": ["quickfix"]},
            "codeLensProvider": {"resolveProvider": false},
            "executeCommandProvider": {"commands": [PROVE]},
        },
    })
}
