//! Forcing trees as a game with variations, and as a drawing.

use std::fmt::Write;

use adli_chess::{Colour, Game, GameLine, GameMove, GamePosition, GameResult, NotAMove};
use adli_workbench::{Branch, Shown};

use crate::failure::Failure;
use crate::words::{list, seen_as};

/// The tree in PGN: the first reply is the main line, the others are variations.
pub fn pgn(shown: &Shown, tree: &Branch) -> Result<String, Failure> {
    let mut game = Game::new(shown.position);
    let own = if shown.position.turn() == Colour::White { "White" } else { "Black" };
    game.tag("Event", "forcing tree").tag(own, &shown.advice);
    let mut line = grown(&shown.position.into(), std::slice::from_ref(tree))
        .map_err(|error| Failure::internal(error.to_string()))?;
    if let Some(fen) = &shown.seen_as {
        line.comment.say(&seen_as(fen));
    }
    game.set_line(line).map_err(|error| Failure::internal(error.to_string()))?;
    game.result(GameResult::Unknown);
    Ok(game.to_string())
}

/// Moves of one position and what follows: the first, with the others as variations of it.
fn grown(position: &GamePosition, branches: &[Branch]) -> Result<GameLine, NotAMove> {
    let mut line = GameLine::default();
    for (number, branch) in branches.iter().enumerate() {
        let mv = position.read_uci(&branch.uci)?;
        let mut played = GameMove::new(position, mv)?;
        played.comment.say(&remarks(branch));
        let then = grown(&position.play(mv), &branch.then)?;
        if number == 0 {
            line.moves.push(played);
            line.moves.extend(then.moves);
        } else if let Some(first) = line.moves.first_mut() {
            let mut moves = vec![played];
            moves.extend(then.moves);
            first.variations.push(GameLine { moves, ..GameLine::default() });
        }
    }
    Ok(line)
}

/// For which replies a move stands, and how the tree ends with it.
fn remarks(branch: &Branch) -> String {
    let alike = branch.alike.as_ref().filter(|alike| !alike.others.is_empty()).map(|alike| {
        if alike.is_all { "whatever he does".to_owned() } else { format!("or {}", list(&alike.others, "or")) }
    });
    let ends = branch.ends.filter(|ends| *ends != "mate").map(str::to_owned);
    alike.into_iter().chain(ends).collect::<Vec<String>>().join(": ")
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
