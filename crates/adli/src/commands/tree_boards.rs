//! A folded tree as diagrams: one for each own move, with the squares shaded on which the other king may stand when it is made.

use std::fmt::Write;

use adli_chess::{Colour, Diagram, Kind, Mark, Position, SquareSet, Style};
use adli_workbench::{FoldedMove, FoldedReplies, Shown};

use crate::words::seen_as;

/// How wide a diagram is, and how far its neighbours are away.
const BOARD: usize = 200;
const COLUMN: usize = BOARD + 80;
const ROW: usize = BOARD + 64;
const TOP: usize = 44;
/// So many letters fit over a diagram.
const LETTERS: usize = 38;

/// What is drawn so far.
#[derive(Default)]
struct Sheet {
    body: String,
    rows: usize,
    columns: usize,
}

/// The drawing: from left to right, a row for each line of groups.
pub fn boards(shown: &Shown, first: &FoldedMove) -> String {
    let mut sheet = Sheet::default();
    let below = shown.position.turn();
    sheet.answer(first, below, "", 0);
    let mut title = format!("{}: {}", shown.advice, shown.fen);
    if let Some(fen) = &shown.seen_as {
        let _ = write!(title, " ({})", seen_as(fen));
    }
    let (width, height) = ((sheet.columns + 1) * COLUMN + 60, sheet.rows * ROW + TOP);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"#fbfaf7\"/>\n<text x=\"8\" y=\"18\" \
         font-size=\"14\" fill=\"#23282c\">{title}</text>\n{}</svg>\n",
        sheet.body
    )
}

impl Sheet {
    /// Draws an own move and what follows; answers the height of its diagram.
    fn answer(&mut self, answer: &FoldedMove, below: Colour, replies: &str, column: usize) -> usize {
        let is_all = answer.groups.len() == 1;
        let next = answer.groups.iter().map(|group| self.group(group, below, is_all, column + 1));
        let heights: Vec<usize> = next.collect();
        let y = self.place(&heights, column);
        let diagram = shaded(&answer.positions, below).arrow(answer.mv.from, answer.mv.to);
        self.board(&diagram, column, y, replies, &answer.san, answer.ends);
        self.lines(column, y, &heights);
        y
    }

    /// Draws what follows replies; answers the height of its diagram.
    fn group(&mut self, group: &FoldedReplies, below: Colour, is_all: bool, column: usize) -> usize {
        let replies = if is_all && group.replies.len() > 1 {
            "whatever he does".to_owned()
        } else {
            shortened(&group.replies)
        };
        if let Some(answer) = &group.answer {
            return self.answer(answer, below, &replies, column);
        }
        let y = self.place(&[], column);
        self.board(&shaded(&group.boards, below), column, y, &replies, "", group.ends);
        y
    }

    /// The height of a diagram before others, or of one in a row of its own.
    fn place(&mut self, heights: &[usize], column: usize) -> usize {
        self.columns = self.columns.max(column);
        match heights {
            [first, .., last] => (first + last) / 2,
            [only] => *only,
            [] => {
                self.rows += 1;
                TOP + (self.rows - 1) * ROW
            }
        }
    }

    fn board(
        &mut self,
        diagram: &Diagram,
        column: usize,
        y: usize,
        replies: &str,
        san: &str,
        ends: Option<&str>,
    ) {
        let x = 12 + column * COLUMN;
        let (above, board, below) = (y + 12, y + 18, y + BOARD + 34);
        let _ = writeln!(self.body, "<text x=\"{x}\" y=\"{above}\" fill=\"#5a646b\">{replies}</text>");
        self.body.push_str(&diagram.svg_within(Style::Colour, (x, board), BOARD));
        let ends = ends.map_or(String::new(), |ends| format!(" <tspan fill=\"#2f7d4f\">{ends}</tspan>"));
        let _ = writeln!(
            self.body,
            "<text x=\"{x}\" y=\"{below}\" font-size=\"14\" font-weight=\"bold\" fill=\"#23282c\">{san}{ends}</text>"
        );
    }

    fn lines(&mut self, column: usize, y: usize, heights: &[usize]) {
        let (from, to) = (12 + column * COLUMN + BOARD + 4, 12 + (column + 1) * COLUMN - 4);
        let middle = 18 + BOARD / 2;
        for height in heights {
            let (start, stop) = (y + middle, height + middle);
            let _ = writeln!(
                self.body,
                "<path d=\"M{from} {start} L{to} {stop}\" stroke=\"#9db0ba\" fill=\"none\"/>"
            );
        }
    }
}

/// The men who stand alike in all positions, and where the others may stand: kings on tinted squares, others on squares with a dot.
fn shaded(positions: &[Position], below: Colour) -> Diagram {
    let mut diagram = Diagram::common(positions).below(below).coordinates(false).without_turn();
    let [mut kings, mut others] = [SquareSet::EMPTY; 2];
    if let [first, .., _] = positions {
        for position in positions {
            for square in position.occupied() {
                let Some(man) = position.at(square).filter(|man| man.colour != first.turn()) else {
                    continue;
                };
                let set = if man.kind == Kind::King { &mut kings } else { &mut others };
                *set = set.with(square);
            }
        }
    }
    for (squares, mark) in [(kings, Mark::Tint), (others, Mark::Dot)] {
        if squares.len() > 1 {
            diagram = diagram.mark(squares, mark);
        }
    }
    diagram
}

/// As many replies as fit over a diagram.
fn shortened(replies: &[String]) -> String {
    let mut text = String::new();
    for (number, reply) in replies.iter().enumerate() {
        if text.len() + reply.len() + 2 > LETTERS {
            let _ = write!(text, ", and {} more", replies.len() - number);
            break;
        }
        let comma = if number > 0 { ", " } else { "" };
        let _ = write!(text, "{comma}{reply}");
    }
    text
}
