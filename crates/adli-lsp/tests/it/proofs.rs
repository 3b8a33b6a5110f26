//! Claims proved from the editor: the lens, progress, cancelling, and that no verdict outlives its words.

use serde_json::{Value, json};

use crate::client::{Client, place};

const URI: &str = "file:///rules/mine.adv";
/// 216 positions are mate, as every book has it; the theorem is wrong.
const TEXT: &str = "endgame KRK White K R v Black k
query mates: count positions where mate
strategy s for White to win
  step wait: move K
theorem wins: s reaches mate
";

fn lenses(client: &mut Client) -> Vec<(String, Value)> {
    let lenses = client.ask("textDocument/codeLens", json!({"textDocument": {"uri": URI}}));
    let lenses = lenses.as_array().unwrap().clone();
    lenses.iter().map(|lens| (lens["command"]["title"].as_str().unwrap().to_owned(), lens.clone())).collect()
}

fn titles(client: &mut Client) -> Vec<String> {
    lenses(client).into_iter().map(|(title, _)| title).collect()
}

fn prove(client: &mut Client, claim: &str) {
    let params = json!({"command": "adli.prove", "arguments": [URI, claim]});
    assert_eq!(client.ask("workspace/executeCommand", params), Value::Null);
}

fn ended(client: &mut Client) -> String {
    let end = client.wait("the end of a proof", |message| message["params"]["value"]["kind"] == "end");
    end["params"]["value"]["message"].as_str().unwrap().to_owned()
}

#[test]
fn a_claim_is_proved_where_it_stands() {
    let mut client = Client::able();
    client.open(URI, TEXT);
    let before = lenses(&mut client);
    assert_eq!(before.iter().map(|(title, _)| title.as_str()).collect::<Vec<_>>(), ["prove", "prove"]);
    assert_eq!(before[0].1["range"]["start"], place(TEXT, "query", 0));
    assert_eq!(before[0].1["command"]["arguments"], json!([URI, "mates"]));
    assert_eq!(client.diagnostics(URI, 1), [] as [Value; 0]);
    prove(&mut client, "mates");
    let token = client.notified("window/workDoneProgress/create")["token"].clone();
    let begin = client.wait("the beginning", |message| message["params"]["value"]["kind"] == "begin");
    assert_eq!((&begin["params"]["token"], &begin["params"]["value"]["cancellable"]), (&token, &json!(true)));
    assert_eq!(ended(&mut client), "mates: 216");
    prove(&mut client, "wins");
    let said = ended(&mut client);
    assert!(said.starts_with("wins: refuted, from "), "{said}");
    let after = titles(&mut client);
    assert_eq!(after[0], "216");
    assert!(after[1].starts_with("refuted, from "), "{after:?}");
    client.wait("a refresh", |message| message["method"] == "workspace/codeLens/refresh");
    // What was refuted is told where it stands, with a position.
    let told = loop {
        let told = client.diagnostics(URI, 1);
        if !told.is_empty() {
            break told;
        }
    };
    assert_eq!(told[0]["range"]["start"], place(TEXT, "theorem", 0));
    assert!(told[0]["message"].as_str().unwrap().contains(" w - - "), "{told:?}");
    // Other words, no verdict: not in the lens, and not among what is wrong.
    client.change(URI, 2, &TEXT.replace("move K", "move R"));
    assert_eq!(client.diagnostics(URI, 2), [] as [Value; 0]);
    assert!(titles(&mut client)[1].starts_with("prove (before the text changed: refuted"));
    client.leave();
}

#[test]
fn a_text_of_three_men_is_proved_when_it_is_saved() {
    let mut client = Client::able();
    client.open(URI, TEXT);
    client.tell("textDocument/didSave", json!({"textDocument": {"uri": URI}}));
    client.wait("a refresh", |message| message["method"] == "workspace/codeLens/refresh");
    client.wait("a second refresh", |message| message["method"] == "workspace/codeLens/refresh");
    let titles = titles(&mut client);
    assert!(titles[0] == "216" && titles[1].starts_with("refuted"), "{titles:?}");
    client.leave();
}

#[test]
fn a_proof_is_given_up_by_hand_and_by_a_change() {
    let for_ever = format!("{TEXT}-- for ever\n");
    let mut client = Client::able();
    client.open(URI, &for_ever);
    prove(&mut client, "mates");
    let token = client.notified("window/workDoneProgress/create")["token"].clone();
    let report = client.wait("progress", |message| message["params"]["value"]["kind"] == "report");
    assert_eq!(report["params"]["value"]["percentage"], 7);
    assert_eq!(titles(&mut client)[0], "proving ..");
    // Questions are answered meanwhile, and asking again begins nothing.
    prove(&mut client, "mates");
    client.tell("window/workDoneProgress/cancel", json!({"token": token}));
    let said = ended(&mut client);
    assert!(said.contains("unknown") && said.contains("stopped before the end"), "{said}");
    assert!(titles(&mut client)[0].starts_with("unknown"));
    prove(&mut client, "mates");
    client.wait("progress", |message| message["params"]["value"]["kind"] == "report");
    client.change(URI, 2, TEXT);
    ended(&mut client);
    assert!(titles(&mut client)[0].starts_with("prove (before the text changed: unknown"));
    client.leave();
}

#[test]
fn what_cannot_be_proved_is_refused() {
    let mut client = Client::new(&json!({}));
    client.open(URI, TEXT);
    let mut refused = |arguments: Value| {
        let params = json!({"command": "adli.prove", "arguments": arguments});
        client.refused("workspace/executeCommand", params)["code"].as_i64().unwrap()
    };
    assert_eq!(refused(json!([URI, "loses"])), -32602);
    assert_eq!(refused(json!([URI])), -32602);
    assert_eq!(refused(json!(["file:///elsewhere.adv", "wins"])), -32602);
    client.change(URI, 2, &TEXT.replace("move K", "move Q"));
    let params = json!({"command": "adli.prove", "arguments": [URI, "wins"]});
    assert_eq!(client.refused("workspace/executeCommand", params)["code"], -32803);
    // A client that cannot ask for lenses anew is told the verdict; a fault of ours does not end the server.
    client.change(URI, 3, &format!("{TEXT}-- panic\n"));
    prove(&mut client, "mates");
    assert!(client.notified("window/showMessage")["message"].as_str().unwrap().contains("fault of Adli"));
    client.change(URI, 4, TEXT);
    prove(&mut client, "mates");
    assert_eq!(client.notified("window/showMessage")["message"], "mates: 216");
    client.leave();
}
