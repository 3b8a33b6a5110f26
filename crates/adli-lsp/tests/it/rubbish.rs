//! Orders of messages that no client should send, and bytes that are none.

use adli_lsp::End;
use serde_json::{Value, json};

use crate::client::{Client, at};

#[test]
fn rubbish_is_answered_and_the_next_message_is_heard() {
    let mut client = Client::silent();
    assert_eq!(client.refused("textDocument/hover", json!({}))["code"], -32002);
    client.tell("textDocument/didOpen", json!({"textDocument": {"uri": "file:///x.adv", "text": "x"}}));
    client.ask("initialize", json!({"capabilities": 7}));
    assert_eq!(client.refused("initialize", json!({}))["code"], -32600);
    for (bytes, code) in [
        (&b"Content-Length: 1\r\n\r\n{"[..], -32700),
        (b"Content-Length: 2\r\n\r\n\xff\xff", -32700),
        (b"Content-Length: 2\r\n\r\n[]", -32600),
        (b"Content-Length: two\r\n\r\n", -32700),
        (b"what is this\r\n\r\n", -32700),
        (b"Content-Length: 11\r\n\r\n{\"id\":null}", -32600),
    ] {
        client.raw(bytes);
        let told =
            client.wait("a complaint", |message| message["id"].is_null() && message.get("error").is_some());
        assert_eq!(told["error"]["code"], code, "{}", String::from_utf8_lossy(bytes));
    }
    assert_eq!(client.refused("textDocument/cook", json!({}))["code"], -32601);
    assert_eq!(client.refused("workspace/executeCommand", json!({"command": "rm"}))["code"], -32601);
    assert_eq!(client.refused("textDocument/hover", json!({"textDocument": 3}))["code"], -32602);
    let far = json!({"line": 0, "character": 0});
    assert_eq!(client.refused("textDocument/hover", at("file:///x.adv", &far))["code"], -32602);
    // Unknown, out of order, and of the wrong shape: told to nobody but the log.
    for method in
        ["textDocument/didChange", "textDocument/didClose", "textDocument/didSave", "cook", "$/cook"]
    {
        client.tell(
            method,
            json!({"textDocument": {"uri": "file:///x.adv"}, "contentChanges": [{"text": ""}]}),
        );
        client.tell(method, json!([1]));
    }
    client.send(&json!({"jsonrpc": "2.0", "id": "adli-0", "result": null}));
    client.tell("$/cancelRequest", json!({"id": 999}));
    client.tell("window/workDoneProgress/cancel", Value::Null);
    // Places that are nowhere.
    client.open("file:///x.adv", "endgame KRK White K R v Black k\n");
    let nowhere = json!({"line": 4_000_000_000_u32, "character": 4_000_000_000_u32});
    for method in ["hover", "definition", "prepareRename"] {
        let found = client.ask(&format!("textDocument/{method}"), at("file:///x.adv", &nowhere));
        assert_eq!(found, Value::Null);
    }
    let nowhere = json!({"line": -1, "character": 0});
    assert_eq!(client.refused("textDocument/hover", at("file:///x.adv", &nowhere))["code"], -32602);
    assert_eq!(client.ask("shutdown", Value::Null), Value::Null);
    assert_eq!(client.refused("textDocument/hover", json!({}))["code"], -32600);
    assert_eq!(client.end(), End::Orderly);
}

#[test]
fn the_end_of_the_input_is_the_end() {
    assert_eq!(Client::silent().end(), End::Abrupt(None));
    assert_eq!(Client::able().end(), End::Abrupt(None));
    let mut cut = Client::able();
    cut.raw(b"Content-Length: 100\r\n\r\n{");
    assert_eq!(cut.end(), End::Abrupt(Some("the input ends within a message".to_owned())));
    let mut client = Client::able();
    client.tell("exit", Value::Null);
    assert_eq!(client.end(), End::Abrupt(None));
}

#[test]
fn a_question_that_nobody_wants_answered_is_not() {
    let mut client = Client::able();
    let words = adli_workbench::Text::of_library("krk").unwrap();
    client.open("file:///krk.adv", words.words());
    let place = json!({"line": 40, "character": 5});
    let ids: Vec<u64> =
        (0..20).map(|_| client.begin("textDocument/completion", at("file:///krk.adv", &place))).collect();
    let last = *ids.last().unwrap();
    client.tell("$/cancelRequest", json!({"id": last}));
    let answers: Vec<Value> = ids.iter().map(|id| client.answer(*id)).collect();
    // It may have been answered before it was taken back; none is left without an answer.
    let is_fine = |answer: &Value| answer.get("result").is_some() || answer["error"]["code"] == -32800;
    assert!(answers.iter().all(is_fine));
    assert!(answers[0].get("result").is_some());
    client.leave();
}
