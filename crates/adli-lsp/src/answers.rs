//! Answers to questions about a document.

use std::path::Path;

use adli_chess::{Diagram, Letters, Mark, Square, SquareSet};
use adli_workbench::{
    Edit, Extent, Hover, Symbol, What, complete, definition, hover, laid_out, references, rename, symbols,
};
use serde_json::{Value, json};

use crate::checker::diagnostic;
use crate::desk::Desk;
use crate::lens::lenses;
use crate::message::{Fault, params};
use crate::params::{About, At, Within};
use crate::read::Read;
use crate::uri::uri_of;

/// The answer to a question.
///
/// # Errors
/// There is none.
pub fn answer(desk: &Desk, method: &str, asked: Value) -> Result<Value, Fault> {
    match method {
        "textDocument/documentSymbol" => {
            let read = desk.read(&params::<About>(asked)?.text_document.uri)?;
            Ok(outline(&read, desk.client().nested_symbols))
        }
        "textDocument/formatting" => {
            let read = desk.read(&params::<About>(asked)?.text_document.uri)?;
            formatting(&read)
        }
        "textDocument/codeLens" => {
            let read = desk.read(&params::<About>(asked)?.text_document.uri)?;
            Ok(lenses(desk, &read))
        }
        "textDocument/codeAction" => {
            let Within { text_document, range } = params(asked)?;
            let read = desk.read(&text_document.uri)?;
            let within = Extent { from: read.lines.byte(range.start), to: read.lines.byte(range.end) };
            Ok(actions(&read, within))
        }
        _ => at_place(desk, method, asked),
    }
}

/// The questions about a place.
const AT_PLACE: [&str; 6] = ["hover", "completion", "definition", "references", "prepareRename", "rename"];

/// The answer to a question about a place.
fn at_place(desk: &Desk, method: &str, asked: Value) -> Result<Value, Fault> {
    let name = method.strip_prefix("textDocument/").filter(|name| AT_PLACE.contains(name));
    let name = name.ok_or_else(|| Fault::unknown(method))?;
    let at: At = params(asked)?;
    let read = desk.read(&at.text_document.uri)?;
    let place = read.lines.byte(at.position);
    match name {
        "hover" => Ok(hovered(desk, &read, place)),
        "completion" => Ok(completed(&read, place)),
        "definition" => defined(desk, &read, place),
        "references" => Ok(referred(&read, place, &at)),
        "prepareRename" => Ok(renamable(&read, place)),
        _ => renamed(&read, place, &at),
    }
}

fn hovered(desk: &Desk, read: &Read, place: u32) -> Value {
    let example = read.example();
    let Some(found) = hover(&read.text, &[], place, example.as_ref(), None) else { return Value::Null };
    let board = found.value.as_ref().zip(example).map(|(_, position)| {
        let squares = found.squares.iter().flatten().filter_map(|square| square.parse::<Square>().ok());
        let squares: SquareSet = squares.collect();
        let diagram = Diagram::new(&position);
        let diagram = if squares.is_empty() { diagram } else { diagram.mark(squares, Mark::Tint) };
        diagram.text(Letters::Ascii)
    });
    let is_markdown = desk.client().markdown;
    let (kind, value) = if is_markdown {
        ("markdown", in_markdown(&found, board.as_deref()))
    } else {
        ("plaintext", in_plain(&found, board.as_deref()))
    };
    json!({"contents": {"kind": kind, "value": value}, "range": read.lines.range(found.at)})
}

fn in_markdown(found: &Hover, board: Option<&str>) -> String {
    let mut said = format!("{}\n\n```adv\n{}\n```", found.title, found.detail);
    if let (Some(value), Some(board)) = (&found.value, board) {
        said.push_str(&format!("\n\n`{value}` in this position:\n\n```text\n{board}```"));
    }
    said
}

fn in_plain(found: &Hover, board: Option<&str>) -> String {
    let mut said = format!("{}\n\n{}", found.title, found.detail);
    if let (Some(value), Some(board)) = (&found.value, board) {
        said.push_str(&format!("\n\n{value} in this position:\n\n{board}"));
    }
    said
}

fn completed(read: &Read, place: u32) -> Value {
    let found = complete(&read.text, place);
    let range = read.lines.range(found.at);
    let items = found.items.iter().enumerate().map(|(number, offered)| {
        let kind = match offered.what {
            "man" | "variable" | "parameter" => 6,
            "definition" | "change" => 3,
            "strategy" | "piece of advice" | "recogniser" => 7,
            "text" => 9,
            "option" => 10,
            "value" | "step" => 20,
            "keyword" => 14,
            _ => 1,
        };
        json!({
            "label": offered.label,
            "kind": kind,
            "detail": offered.what,
            "documentation": offered.detail,
            // In the order of the workbench: names of the text first.
            "sortText": format!("{number:05}"),
            "textEdit": {"range": range, "newText": offered.label},
        })
    });
    json!({"isIncomplete": false, "items": items.collect::<Vec<_>>()})
}

/// Texts of the library are no files: they are written into a folder where every editor can open them.
fn defined(desk: &Desk, read: &Read, place: u32) -> Result<Value, Fault> {
    let Some(target) = definition(&read.text, place) else { return Ok(Value::Null) };
    if target.own {
        return Ok(json!({"uri": read.moment.uri, "range": read.lines.range(target.at)}));
    }
    let source = read.text.sources.get(target.source).ok_or_else(Fault::internal)?;
    let path = Path::new(&target.text);
    let path = match path.is_absolute() {
        true => path.to_owned(),
        false => desk.tools.library_file(&target.text, &source.text).map_err(Fault::failed)?,
    };
    let lines = crate::lines::Lines::new(source.text.as_str().into(), desk.client().units);
    Ok(json!({"uri": uri_of(&path), "range": lines.range(target.at)}))
}

fn referred(read: &Read, place: u32, at: &At) -> Value {
    let with_declaration = at.context.as_ref().and_then(|context| context["includeDeclaration"].as_bool());
    let declared = definition(&read.text, place).filter(|target| target.own).map(|target| target.at);
    let wanted = |at: &Extent| with_declaration != Some(false) || declared != Some(*at);
    let location = |at: Extent| json!({"uri": read.moment.uri, "range": read.lines.range(at)});
    references(&read.text, place).into_iter().filter(wanted).map(location).collect()
}

fn renamable(read: &Read, place: u32) -> Value {
    let here = references(&read.text, place).into_iter().find(|at| at.from <= place && place <= at.to);
    here.map_or(
        Value::Null,
        |at| json!({"range": read.lines.range(at), "placeholder": at.words(read.text.words())}),
    )
}

fn renamed(read: &Read, place: u32, at: &At) -> Result<Value, Fault> {
    let new = at.new_name.as_deref().ok_or_else(|| Fault::params("there is no new name"))?;
    let edits = rename(&read.text, place, new).map_err(|trouble| Fault::failed(trouble.to_string()))?;
    Ok(changes(read, &edits))
}

fn changes(read: &Read, edits: &[Edit]) -> Value {
    let edit = |edit: &Edit| json!({"range": read.lines.range(edit.at), "newText": edit.insert});
    let edits: Vec<Value> = edits.iter().map(edit).collect();
    json!({"changes": {read.moment.uri.as_str(): edits}})
}

fn outline(read: &Read, is_nested: bool) -> Value {
    let symbols = symbols(&read.text);
    if is_nested {
        return symbols.iter().map(|symbol| nested(read, symbol)).collect();
    }
    let flat = |symbol: &Symbol| {
        let location = json!({"uri": read.moment.uri, "range": read.lines.range(symbol.at)});
        json!({"name": symbol.name, "kind": symbol_kind(symbol.what), "location": location})
    };
    symbols.iter().flat_map(|symbol| [symbol].into_iter().chain(&symbol.inside)).map(flat).collect()
}

fn nested(read: &Read, symbol: &Symbol) -> Value {
    json!({
        "name": symbol.name,
        "detail": symbol.what.word(),
        "kind": symbol_kind(symbol.what),
        "range": read.lines.range(symbol.at),
        "selectionRange": read.lines.range(symbol.name_at),
        "children": symbol.inside.iter().map(|inside| nested(read, inside)).collect::<Vec<_>>(),
    })
}

fn symbol_kind(what: What) -> u8 {
    match what {
        What::Text => 4,
        What::Endgame => 3,
        What::Side | What::Man | What::Parameter | What::Variable => 13,
        What::Option => 10,
        What::Value => 22,
        What::Definition | What::Change => 12,
        What::Strategy | What::Advice | What::Recogniser => 5,
        What::Step => 6,
        What::Claim => 17,
    }
}

/// One edit from the first line that changes to the last, so that the cursor stays where it is.
fn formatting(read: &Read) -> Result<Value, Fault> {
    let new = laid_out(&read.text).map_err(|trouble| Fault::failed(trouble.to_string()))?;
    let old = read.text.words();
    if new == old {
        return Ok(json!([]));
    }
    let same = |a: &mut dyn Iterator<Item = &str>, b: &mut dyn Iterator<Item = &str>| -> usize {
        a.zip(b).take_while(|(a, b)| a == b).map(|(a, _)| a.len()).sum()
    };
    let before = same(&mut old.split_inclusive('\n'), &mut new.split_inclusive('\n'));
    let (old_rest, new_rest) = (old.get(before..).unwrap_or(""), new.get(before..).unwrap_or(""));
    let after = same(&mut old_rest.split_inclusive('\n').rev(), &mut new_rest.split_inclusive('\n').rev());
    let at = Extent { from: before as u32, to: (old.len() - after) as u32 };
    let insert = new_rest.get(..new_rest.len() - after).unwrap_or(new_rest);
    Ok(json!([{"range": read.lines.range(at), "newText": insert}]))
}

/// What may be written instead of what is complained about.
fn actions(read: &Read, within: Extent) -> Value {
    let touches = |at: Extent| at.from <= within.to && within.from <= at.to;
    let mut actions = Vec::new();
    for complaint in read.report.diagnostics.iter().filter(|complaint| touches(complaint.at)) {
        for fix in &complaint.fixes {
            let edit = Edit { at: fix.at, insert: fix.insert.clone() };
            actions.push(json!({
                "title": fix.title,
                "kind": "quickfix",
                "diagnostics": [diagnostic(read, complaint)],
                "isPreferred": complaint.fixes.len() == 1,
                "edit": changes(read, &[edit]),
            }));
        }
    }
    json!(actions)
}
