//! Forcing trees as a game with variations, and as a drawing.

use std::fmt::Write;

use adli_chess::{Colour, Game};
use adli_workbench::{Branch, Shown};

use crate::words::{list, seen_as};

/// The tree in PGN: the first reply is the main line, the others are variations.
pub fn pgn(shown: &Shown, tree: &Branch) -> String {
    let mut game = Game::new(shown.position);
    let own = if shown.position.turn() == Colour::White { "White" } else { "Black" };
    game.tag("Event", "forcing tree").tag(own, &shown.advice);
    let tags = game.to_string();
    let tags = tags.trim_end().trim_end_matches('*').trim_end();
    let mut words = Vec::new();
    if let Some(fen) = &shown.seen_as {
        words.extend(format!("{{{}}}", seen_as(fen)).split(' ').map(str::to_owned));
    }
    let first = usize::from(shown.position.turn() == Colour::Black);
    let ply = 2 * usize::from(shown.position.fullmoves()) + first;
    movetext(std::slice::from_ref(tree), ply, true, &mut words);
    words.push("*".to_owned());
    let mut text = format!("{tags}\n\n");
    let mut column = 0;
    for word in words {
        if column > 0 && column + 1 + word.len() > 80 {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        column += word.len();
        text.push_str(&word);
    }
    text.push('\n');
    text
}

/// Moves of one position: the first, then the others in brackets, then what follows the first.
fn movetext(branches: &[Branch], ply: usize, needs_number: bool, words: &mut Vec<String>) {
    let Some((main, others)) = branches.split_first() else { return };
    words.push(numbered(main, ply, needs_number));
    let said = remarks(main);
    let has_remarks = !said.is_empty();
    words.extend(said);
    for other in others {
        let start = words.len();
        words.push(numbered(other, ply, true));
        words.extend(remarks(other));
        movetext(&other.then, ply + 1, other.alike.is_some(), words);
        words[start].insert(0, '(');
        if let Some(last) = words.last_mut() {
            last.push(')');
        }
    }
    movetext(&main.then, ply + 1, !others.is_empty() || has_remarks, words);
}

/// For which replies a move stands, and how the tree ends with it.
fn remarks(branch: &Branch) -> Vec<String> {
    let alike = branch.alike.as_ref().filter(|alike| !alike.others.is_empty()).map(|alike| {
        if alike.is_all { "whatever he does".to_owned() } else { format!("or {}", list(&alike.others, "or")) }
    });
    let ends = branch.ends.filter(|ends| *ends != "mate").map(str::to_owned);
    let remarks: Vec<String> = alike.into_iter().chain(ends).collect();
    let told = if remarks.is_empty() { String::new() } else { format!("{{{}}}", remarks.join(": ")) };
    told.split_whitespace().map(str::to_owned).collect()
}

fn numbered(branch: &Branch, ply: usize, needs_number: bool) -> String {
    match (ply % 2, needs_number) {
        (0, _) => format!("{}. {}", ply / 2, branch.san),
        (_, true) => format!("{}... {}", ply / 2, branch.san),
        _ => branch.san.clone(),
    }
}

const ROW: usize = 22;
const COLUMN: usize = 92;
/// No letter of a title is wider on average.
const LETTER: usize = 8;

/// A drawing: from left to right, a row for each leaf.
pub fn svg(shown: &Shown, tree: &Branch) -> String {
    let mut body = String::new();
    let mut rows = 0;
    let mut columns = 0;
    draw(tree, 0, &mut rows, &mut columns, &mut body);
    let mut title = format!("{}: {}", shown.advice, shown.fen);
    if let Some(fen) = &shown.seen_as {
        let _ = write!(title, " ({})", seen_as(fen));
    }
    let (width, height) = (((columns + 1) * COLUMN + 120).max(LETTER * title.len() + 16), (rows + 2) * ROW);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" \
         font-size=\"13\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"#fbfaf7\"/>\n<text x=\"8\" y=\"16\" \
         fill=\"#23282c\">{title}</text>\n{body}</svg>\n"
    )
}

/// Draws a branch and answers the height of its middle.
fn draw(branch: &Branch, column: usize, rows: &mut usize, columns: &mut usize, body: &mut String) -> usize {
    *columns = (*columns).max(column);
    let x = 12 + column * COLUMN;
    let heights: Vec<usize> =
        branch.then.iter().map(|next| draw(next, column + 1, rows, columns, body)).collect();
    let y = match (heights.first(), heights.last()) {
        (Some(first), Some(last)) => (first + last) / 2,
        _ => {
            *rows += 1;
            (*rows + 1) * ROW
        }
    };
    let end = x + 8 * branch.san.len() + 4;
    for height in heights {
        let (start, stop) = (y - 4, height - 4);
        let next = x + COLUMN - 4;
        let _ =
            writeln!(body, "<path d=\"M{end} {start} L{next} {stop}\" stroke=\"#9db0ba\" fill=\"none\"/>");
    }
    let weight = if column.is_multiple_of(2) { "bold" } else { "normal" };
    let _ = writeln!(
        body,
        "<text x=\"{x}\" y=\"{y}\" font-weight=\"{weight}\" fill=\"#23282c\">{}</text>",
        branch.san
    );
    if let Some(ends) = branch.ends {
        let _ = writeln!(body, "<text x=\"{}\" y=\"{y}\" fill=\"#2f7d4f\">{ends}</text>", end + 8);
    }
    y
}
