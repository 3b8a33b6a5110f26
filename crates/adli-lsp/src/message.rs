//! Messages as JSON-RPC has them.

use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// A message of the client.
#[derive(Debug, PartialEq)]
pub enum Message {
    /// It wants an answer.
    Request {
        /// By which the answer is known.
        id: Value,
        /// What is asked.
        method: String,
        /// About what.
        params: Value,
    },
    /// It wants none.
    Notification {
        /// What has happened.
        method: String,
        /// To what.
        params: Value,
    },
    /// The answer to something that we asked. We only ask for what needs no answer.
    Response,
    /// None of these.
    Bad(Value, Fault),
}

/// Why a request has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// As the protocol numbers them.
    pub code: i32,
    /// For people.
    pub message: String,
}

impl Fault {
    fn new(code: i32, message: impl Into<String>) -> Fault {
        Fault { code, message: message.into() }
    }

    /// It is no JSON.
    pub fn parse(message: impl Into<String>) -> Fault {
        Fault::new(-32700, message)
    }

    /// It is no request, or comes at the wrong time.
    pub fn invalid(message: impl Into<String>) -> Fault {
        Fault::new(-32600, message)
    }

    /// Nobody here knows how to answer it.
    pub fn unknown(method: &str) -> Fault {
        Fault::new(-32601, format!("`{method}` is not known here"))
    }

    /// It is about nothing that we know.
    pub fn params(message: impl Into<String>) -> Fault {
        Fault::new(-32602, message)
    }

    /// A fault of ours.
    pub fn internal() -> Fault {
        Fault::new(-32603, "this is a fault of Adli; please report it with the text")
    }

    /// The client has not said hello.
    pub fn uninitialized() -> Fault {
        Fault::new(-32002, "the first request is `initialize`")
    }

    /// The client no longer wants it.
    pub fn cancelled() -> Fault {
        Fault::new(-32800, "cancelled")
    }

    /// It can be asked, but not be done.
    pub fn failed(message: impl Into<String>) -> Fault {
        Fault::new(-32803, message)
    }

    /// As the protocol has it.
    pub fn json(&self) -> Value {
        json!({"code": self.code, "message": self.message})
    }
}

/// What a message says.
pub fn parse(bytes: &[u8]) -> Message {
    let mut value: Value = match serde_json::from_slice(bytes) {
        Ok(value) => value,
        Err(error) => return Message::Bad(Value::Null, Fault::parse(format!("this is no JSON: {error}"))),
    };
    let id = value.get("id").cloned().filter(|id| id.is_string() || id.is_number());
    let params = value.get_mut("params").map_or(Value::Null, Value::take);
    match (value.get("method").and_then(Value::as_str).map(str::to_owned), id) {
        (Some(method), Some(id)) => Message::Request { id, method, params },
        (Some(method), None) => Message::Notification { method, params },
        (None, Some(_)) if value.get("result").is_some() || value.get("error").is_some() => Message::Response,
        (None, id) => {
            let fault = Fault::invalid("this is neither a request nor an answer");
            Message::Bad(id.unwrap_or(Value::Null), fault)
        }
    }
}

/// Parameters as they should be.
///
/// # Errors
/// They are not.
pub fn params<T: DeserializeOwned>(params: Value) -> Result<T, Fault> {
    serde_json::from_value(params).map_err(|error| Fault::params(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_sort_is_told_from_the_others() {
        let request = Message::Request { id: json!(1), method: "a".to_owned(), params: Value::Null };
        assert_eq!(parse(br#"{"id": 1, "method": "a"}"#), request);
        let notification = Message::Notification { method: "b".to_owned(), params: json!([2]) };
        assert_eq!(parse(br#"{"method": "b", "params": [2], "id": null}"#), notification);
        assert_eq!(parse(br#"{"id": "x", "result": null}"#), Message::Response);
        for (bad, code) in
            [("{", -32700), ("[]", -32600), ("3", -32600), ("{\"id\": 3}", -32600), ("\u{0}", -32700)]
        {
            assert!(matches!(parse(bad.as_bytes()), Message::Bad(_, fault) if fault.code == code), "{bad}");
        }
    }
}
