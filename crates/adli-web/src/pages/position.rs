//! The board's page: a position, what it is worth, its moves, and the rule of a text that applies.

use adli_chess::{Diagram, Position};
use adli_workbench::{Chosen, Consultation, PositionReport, Trouble, example, explain, read_move};

use crate::api::report;
use crate::asked::Asked;
use crate::desk::Call;
use crate::html::Html;
use crate::limits;
use crate::page::Page;
use crate::pool::Patience;
use crate::refusal::Refusal;
use crate::route::Route;
use crate::texts::ReadText;

/// The text that is shown if none is named.
const TEXT: &str = "krk";

const QUERY: &[(&str, &str)] = &[
    ("fen", "the position as FEN; `_` may stand for a space"),
    ("text", "a text of the library"),
    ("strategy", "one of its strategies"),
];

pub fn routes() -> Vec<Route> {
    vec![Route::page("/", "a position, its value and its moves, and the rules of a text", QUERY, board)]
}

fn board(call: Call<'_>, asked: &Asked) -> Result<Page, Refusal> {
    let name = asked.get("text").unwrap_or(TEXT);
    let read = call.desk.texts.of_library(name)?;
    let position = match asked.get("fen") {
        Some(_) => asked.position()?,
        None => example(&read.text, &read.checked.programs)
            .ok_or_else(|| Refusal::bad(format!("`{name}` is about no position")).help("name a position"))?,
    };
    let valued = report(call, &position);
    let title = match &valued {
        Ok(report) => report.value.clone(),
        Err(refusal) if refusal.told.job.is_some() => "the value is being worked out".to_owned(),
        Err(_) => "a position".to_owned(),
    };
    let link = |fen: &str| address(fen, name);
    Ok(Page::new(&capital(&title), |html| {
        html.put("figure", &[("class", "adli-board")], |html| {
            html.diagram(&Diagram::new(&position));
            html.put("figcaption", &[], |html| {
                html.put("code", &[], |html| {
                    html.text(&position.to_string());
                });
            });
        });
        match &valued {
            Ok(report) => values(html, &position, report, &link),
            Err(refusal) => {
                html.words("p", &refusal.told.error);
                refusal.told.help.iter().for_each(|help| {
                    html.words("p", help);
                });
            }
        }
        rules(html, call, &read, &position, asked.get("strategy"), name);
        ask(html, &position, name);
    }))
}

/// The address of a position with a text.
pub fn address(fen: &str, text: &str) -> String {
    format!("/?fen={}&text={text}", fen.replace(' ', "_"))
}

/// The value, the moves and the line of best play.
fn values(html: &mut Html, position: &Position, report: &PositionReport, link: &dyn Fn(&str) -> String) {
    html.put("section", &[("class", "adli-value"), ("aria-label", "value")], |html| {
        html.words("p", &format!("{}.", report.value));
        report.mutual_zugzwang.iter().for_each(|told| {
            html.words("p", &format!("{}.", capital(told)));
        });
        if let Some(longest) = &report.longest {
            html.put("p", &[], |html| {
                html.text(&format!("The longest win with these men: {}. ", longest.words));
                html.link(&link(&longest.fen), "Show it");
            });
        }
    });
    if report.groups.is_empty() {
        return;
    }
    html.put("section", &[("class", "adli-moves"), ("aria-labelledby", "moves")], |html| {
        html.put("h2", &[("id", "moves")], |html| {
            html.text(&format!("Moves of {}, best first", position.turn()));
        });
        for group in &report.groups {
            html.words("h3", &capital(&group.title));
            html.put("ul", &[], |html| {
                for mv in &group.moves {
                    html.put("li", &[], |html| {
                        match read_move(position, &mv.uci) {
                            Ok(read) => html.link(&link(&position.play(read).to_string()), &mv.san),
                            Err(_) => html.text(&mv.san),
                        };
                    });
                }
            });
        }
    });
    if report.mainline.is_empty() {
        return;
    }
    html.put("section", &[("class", "adli-line"), ("aria-labelledby", "line")], |html| {
        html.put("h2", &[("id", "line")], |html| {
            html.text("Best play");
        });
        let moves: Vec<&str> = report.mainline.iter().map(|mv| mv.san.as_str()).collect();
        html.words("p", &moves.join(" "));
    });
}

/// Which rule of the text applies.
fn rules(
    html: &mut Html,
    call: Call<'_>,
    read: &ReadText,
    position: &Position,
    strategy: Option<&str>,
    name: &str,
) {
    html.put("section", &[("class", "adli-rules"), ("aria-labelledby", "rules")], |html| {
        html.put("h2", &[("id", "rules")], |html| {
            html.text("Rules: ").link(&format!("/library/{name}"), name);
        });
        match explained(call, read, position, strategy) {
            Ok(explained) => match &explained.rule {
                Some(applying) => {
                    let rule = &applying.rule;
                    let named = rule.name.as_deref().unwrap_or("without a name");
                    html.words("p", &format!("Rule {} of {}, `{named}`, applies:", rule.number, rule.of));
                    html.put("pre", &[("class", "adli-text")], |html| {
                        html.text(&rule.text);
                    });
                    let moves: Vec<&str> = applying.moves.iter().map(|mv| mv.san.as_str()).collect();
                    html.words("p", &format!("It plays {}.", adli_workbench::list(&moves, "or")));
                }
                None => {
                    html.words("p", &format!("No rule of `{}` applies here.", explained.strategy));
                }
            },
            Err(trouble) => {
                html.words("p", &format!("{}.", capital(&trouble.to_string())));
            }
        }
    });
}

fn explained(
    call: Call<'_>,
    read: &ReadText,
    position: &Position,
    strategy: Option<&str>,
) -> Result<adli_workbench::Explained, Trouble> {
    let chosen = Chosen::new(read.text.clone(), &read.checked.programs, position, strategy)?;
    let patience = Patience::new(call.watch, limits::ASIDE_TIME);
    explain(&Consultation::new(&chosen, &patience), position, None)
}

/// A form for another position.
fn ask(html: &mut Html, position: &Position, name: &str) {
    html.put("form", &[("class", "adli-ask"), ("action", "/"), ("method", "get")], |html| {
        html.put("label", &[("for", "fen")], |html| {
            html.text("Position (FEN)");
        });
        let fen = position.to_string();
        html.open("input", &[("id", "fen"), ("name", "fen"), ("value", &fen), ("size", "60")]);
        html.open("input", &[("type", "hidden"), ("name", "text"), ("value", name)]);
        html.put("button", &[("type", "submit")], |html| {
            html.text("Show");
        });
    });
}

/// A sentence begins with a capital letter.
pub fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    first + letters.as_str()
}
