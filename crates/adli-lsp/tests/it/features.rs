//! Each feature once, on a text of which every answer can be read off.

use serde_json::{Value, json};

use crate::client::{Client, at, place};

const URI: &str = "file:///rules/mine.adv";
const TEXT: &str = "endgame KRK White K R v Black k
use geometry
-- How far the black king is shut in. \u{1d11e}
def room = beyond(R.file, k.file)
strategy s for White to win
  step squeeze: move R where room' < room
theorem wins: s reaches mate expect refuted
";

fn opened() -> Client {
    let mut client = Client::able();
    client.open(URI, TEXT);
    client
}

#[test]
fn mistakes_are_told_as_one_types_and_the_newest_words_count() {
    let mut client = opened();
    assert_eq!(client.diagnostics(URI, 1), [] as [Value; 0]);
    client.change(URI, 2, &TEXT.replace("room'", "rom'"));
    client.change(URI, 3, &TEXT.replace("beyond", "beyon"));
    let told = client.diagnostics(URI, 3);
    assert_eq!((&told[0]["severity"], &told[0]["code"]), (&json!(1), &json!("unknown-name")));
    assert_eq!(told[0]["range"]["start"], place(TEXT, "beyond", 0));
    assert!(told[0]["message"].as_str().unwrap().contains("beyon"), "{told:?}");
    // A version that comes late is not taken, and said so.
    client.change(URI, 2, TEXT);
    assert!(client.notified("window/logMessage")["message"].as_str().unwrap().contains("newer"));
    client.change(URI, 4, TEXT);
    assert_eq!(client.diagnostics(URI, 4), [] as [Value; 0]);
    client.tell("textDocument/didClose", json!({"textDocument": {"uri": URI}}));
    let gone = client.wait("no diagnostics", |message| {
        message["method"] == "textDocument/publishDiagnostics" && message["params"]["version"].is_null()
    });
    assert_eq!(gone["params"]["diagnostics"], json!([]));
    client.leave();
}

/// The example is the workbench's; four files lie beyond the d-file, and so on: what is compared is that a value and the board are there.
#[test]
fn hover_has_the_value_in_a_position_and_a_board() {
    let mut client = opened();
    let found = client.ask("textDocument/hover", at(URI, &place(TEXT, "room", 2)));
    let said = found["contents"]["value"].as_str().unwrap();
    assert_eq!(found["contents"]["kind"], "markdown");
    assert!(said.contains("How far the black king is shut in."), "{said}");
    assert!(said.contains("in this position"), "{said}");
    assert!(said.contains("+-----------------+") && said.contains("a b c d e f g h"), "{said}");
    assert_eq!(found["range"]["start"], place(TEXT, "room", 2));
    // With a prime it speaks of a move, and none is made here.
    let primed = client.ask("textDocument/hover", at(URI, &place(TEXT, "room'", 0)));
    let said = primed["contents"]["value"].as_str().unwrap();
    assert!(said.contains("`room'` is that after the move") && !said.contains("in this position"), "{said}");
    // A man is a square, which is marked.
    let man = client.ask("textDocument/hover", at(URI, &place(TEXT, "R.file", 0)));
    assert!(man["contents"]["value"].as_str().unwrap().contains("[R]"), "{man}");
    assert_eq!(client.ask("textDocument/hover", at(URI, &place(TEXT, "-- How", 0))), Value::Null);
    client.leave();
    let mut plain = Client::new(&json!({}));
    plain.open(URI, TEXT);
    let found = plain.ask("textDocument/hover", at(URI, &place(TEXT, "room", 1)));
    assert_eq!(found["contents"]["kind"], "plaintext");
    plain.leave();
}

#[test]
fn completion_knows_what_may_stand_there() {
    let mut client = opened();
    let words = TEXT.replace("room' < room", "ro");
    client.change(URI, 2, &words);
    let mut end = place(&words, "ro\n", 0);
    end["character"] = json!(end["character"].as_u64().unwrap() + 2);
    let offered = client.ask("textDocument/completion", at(URI, &end));
    let labels: Vec<&str> =
        offered["items"].as_array().unwrap().iter().map(|item| item["label"].as_str().unwrap()).collect();
    assert!(labels.contains(&"room"), "{labels:?}");
    let room = offered["items"].as_array().unwrap().iter().find(|item| item["label"] == "room").unwrap();
    assert_eq!(room["textEdit"]["range"], json!({"start": place(&words, "ro\n", 0), "end": end}));
    client.leave();
}

#[test]
fn names_lead_to_where_they_are_declared() {
    let mut client = opened();
    let own = client.ask("textDocument/definition", at(URI, &place(TEXT, "room", 2)));
    assert_eq!((&own["uri"], &own["range"]["start"]), (&json!(URI), &place(TEXT, "room", 0)));
    let library = client.ask("textDocument/definition", at(URI, &place(TEXT, "beyond", 0)));
    assert_eq!(library["uri"], "file:///library/geometry.adv");
    // What is there is a definition of that name.
    let geometry = adli_lang::Sources::library();
    let geometry = &geometry.get(geometry.find("geometry").unwrap()).unwrap().text;
    let line = library["range"]["start"]["line"].as_u64().unwrap();
    assert!(geometry.lines().nth(line as usize).unwrap().contains("beyond("));
    // A text beside this one, as it is open.
    client.open("file:///rules/more.adv", "def twice = 2\n");
    let words =
        TEXT.replace("use geometry", "use geometry\nuse more").replace("< room\n", "< twice * room\n");
    client.change(URI, 2, &words);
    let beside = client.ask("textDocument/definition", at(URI, &place(&words, "twice", 0)));
    assert_eq!(beside["uri"], "file:///rules/more.adv");
    assert_eq!(client.diagnostics(URI, 2), [] as [Value; 0]);
    // When that one changes, this one is looked at anew.
    client.change("file:///rules/more.adv", 2, "def thrice = 3\n");
    assert_eq!(client.diagnostics(URI, 2)[0]["range"]["start"], place(&words, "twice", 0));
    client.leave();
}

#[test]
fn uses_are_found_and_renamed() {
    let mut client = opened();
    let mut asked = at(URI, &place(TEXT, "room", 0));
    asked["context"] = json!({"includeDeclaration": true});
    assert_eq!(client.ask("textDocument/references", asked.clone()).as_array().unwrap().len(), 3);
    asked["context"] = json!({"includeDeclaration": false});
    assert_eq!(client.ask("textDocument/references", asked.clone()).as_array().unwrap().len(), 2);
    assert_eq!(client.ask("textDocument/prepareRename", asked.clone())["placeholder"], "room");
    asked["newName"] = json!("space");
    let edits = client.ask("textDocument/rename", asked.clone())["changes"][URI].clone();
    let words = applied(TEXT, &edits);
    assert_eq!(words, TEXT.replace("room", "space"));
    asked["newName"] = json!("and");
    let refused = client.refused("textDocument/rename", asked);
    assert!(refused["message"].as_str().unwrap().contains("no name"), "{refused}");
    client.leave();
}

#[test]
fn the_outline_has_steps_below_their_strategy() {
    let mut client = opened();
    let outline = client.ask("textDocument/documentSymbol", json!({"textDocument": {"uri": URI}}));
    let names: Vec<&str> =
        outline.as_array().unwrap().iter().map(|symbol| symbol["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["KRK", "geometry", "room", "s", "wins"]);
    assert_eq!(outline[3]["children"][0]["name"], "squeeze");
    assert_eq!(outline[2]["selectionRange"]["start"], place(TEXT, "room", 0));
    client.leave();
    let mut flat = Client::new(&json!({}));
    flat.open(URI, TEXT);
    let outline = flat.ask("textDocument/documentSymbol", json!({"textDocument": {"uri": URI}}));
    assert_eq!(outline[4]["location"]["uri"], URI, "{outline}");
    flat.leave();
}

#[test]
fn a_text_is_laid_out_by_the_edit() {
    let mut client = opened();
    let params = json!({"textDocument": {"uri": URI}, "options": {"tabSize": 2, "insertSpaces": true}});
    assert_eq!(client.ask("textDocument/formatting", params.clone()), json!([]));
    let words = TEXT.replace("def room = beyond(R.file, k.file)", "def   room =\n beyond( R.file,k.file )");
    client.change(URI, 2, &words);
    let edits = client.ask("textDocument/formatting", params.clone());
    let laid_out = applied(&words, &edits);
    assert_eq!(laid_out, adli_lang::format(&words).unwrap_or_default());
    client.change(URI, 3, "def (");
    assert_eq!(client.refused("textDocument/formatting", params)["code"], -32803);
    client.leave();
}

#[test]
fn hints_are_actions() {
    let mut client = opened();
    let words = TEXT.replace("room' <", "rom' <");
    client.change(URI, 2, &words);
    let here = place(&words, "rom'", 0);
    let params = json!({"textDocument": {"uri": URI}, "range": {"start": here, "end": here}, "context": {"diagnostics": []}});
    let actions = client.ask("textDocument/codeAction", params);
    assert_eq!(actions[0]["kind"], "quickfix");
    assert_eq!(applied(&words, &actions[0]["edit"]["changes"][URI]), TEXT);
    let away = json!({"line": 0, "character": 0});
    let params = json!({"textDocument": {"uri": URI}, "range": {"start": away, "end": away}, "context": {"diagnostics": []}});
    assert_eq!(client.ask("textDocument/codeAction", params), json!([]));
    client.leave();
}

/// The comment has a letter of four bytes: two code units of UTF-16.
#[test]
fn places_are_counted_as_the_client_wants() {
    let words = "endgame KRK White K R v Black k\n-- \u{1d11e}\u{e9}\ndef x = 1 -- \u{1d11e}\u{e9} \ndef y = x + \"\u{1d11e}\" z\n";
    let mut errors = Vec::new();
    for encodings in [json!(["utf-8", "utf-16"]), json!(["utf-16"])] {
        let mut client = Client::new(&json!({"general": {"positionEncodings": encodings}}));
        client.open(URI, words);
        let told = client.diagnostics(URI, 1);
        errors.push(told.iter().map(|one| one["range"]["end"]["character"].as_u64().unwrap()).max().unwrap());
        client.leave();
    }
    assert!(errors[0] > errors[1], "{errors:?}");
}

#[test]
fn what_is_wrong_beside_a_text_is_told() {
    let mut client = opened();
    client.change(URI, 2, &TEXT.replace("use geometry", "use geometry\nuse broken"));
    let told = client.diagnostics(URI, 2);
    assert!(told[0]["message"].as_str().unwrap().contains("broken.adv"), "{told:?}");
    // A text that is in no file.
    client.open("untitled:Untitled-1", TEXT);
    assert_eq!(client.diagnostics("untitled:Untitled-1", 1), [] as [Value; 0]);
    client.leave();
}

/// The words after edits, whose places are in UTF-16.
fn applied(words: &str, edits: &Value) -> String {
    let byte = |place: &Value| {
        let line = place["line"].as_u64().unwrap() as usize;
        let start: usize = words.split_inclusive('\n').take(line).map(str::len).sum();
        let units = place["character"].as_u64().unwrap() as usize;
        let mut counted = 0;
        let inside = words[start..].char_indices().find(|(_, c)| {
            let here = counted >= units;
            counted += c.len_utf16();
            here
        });
        start + inside.map_or(words.len() - start, |(at, _)| at)
    };
    let mut edits: Vec<_> = edits.as_array().unwrap().iter().collect();
    edits.sort_by_key(|edit| std::cmp::Reverse(byte(&edit["range"]["start"])));
    let mut new = words.to_owned();
    for edit in edits {
        let range = byte(&edit["range"]["start"])..byte(&edit["range"]["end"]);
        new.replace_range(range, edit["newText"].as_str().unwrap());
    }
    new
}
