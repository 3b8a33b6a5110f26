//! The endgames' pages: what `adli stats` says, and the longest win.

use adli_chess::Diagram;
use adli_claims::grouped;
use adli_workbench::{Outcomes, Side};

use super::position::capital;
use crate::api::{all_endgames, counted};
use crate::asked::{Asked, position};
use crate::desk::Call;
use crate::html::Html;
use crate::page::Page;
use crate::refusal::Refusal;
use crate::route::Route;

pub fn routes() -> Vec<Route> {
    vec![
        Route::page("/endgames", "all endgames", &[], |call, _| Ok(list(call))),
        Route::page("/endgames/{material}", "an endgame: counts and the longest win", &[], endgame),
    ]
}

fn list(call: Call<'_>) -> Page {
    Page::new("Endgames", |html| {
        html.words(
            "p",
            "Endgames of three men are solved at once, those of four when somebody asks; those of five are shown if their tables are there (`adli solve KRPKR`).",
        );
        let endgames = all_endgames(call);
        for men in 3..=5 {
            html.words("h2", &format!("{} men", ["Three", "Four", "Five"][men - 3]));
            let some: Vec<String> = endgames
                .iter()
                .filter(|(material, is_known)| material.men() == men && (*is_known || men < 5))
                .map(|(material, _)| material.to_string())
                .collect();
            if some.is_empty() {
                html.words("p", "None: no tables of so many men are here. Whoever started Adli can make some: `adli solve KRPKR`, then load this page again.");
                continue;
            }
            html.put("ul", &[], |html| {
                for name in some {
                    html.put("li", &[], |html| {
                        html.link(&format!("/endgames/{name}"), &name);
                    });
                }
            });
        }
    })
}

fn endgame(call: Call<'_>, asked: &Asked) -> Result<Page, Refusal> {
    let found = counted(call, asked.material()?)?;
    let counts = &found.counts;
    Ok(Page::new(&counts.material, |html| {
        figures(html, &[("White", &counts.white), ("Black", &counts.black)]);
        let zugzwangs = counts.mutual_zugzwangs.placements;
        html.words("p", &format!("Mutual zugzwangs: {}.", grouped(zugzwangs)));
        let Some(longest) = &found.longest else { return };
        html.words("h2", "The longest win");
        html.words("p", &format!("{}.", capital(&longest.words)));
        if let Ok(start) = position(&longest.fen) {
            html.put("figure", &[("class", "adli-board")], |html| {
                html.diagram(&Diagram::new(&start));
            });
        }
        let moves: Vec<&str> = longest.line.iter().map(|mv| mv.san.as_str()).collect();
        html.put("p", &[("class", "adli-line")], |html| {
            html.text(&moves.join(" "));
        });
        html.put("p", &[], |html| {
            html.link(&format!("/?fen={}", longest.fen.replace(' ', "_")), "Show it on the board");
        });
    }))
}

/// One of the counts.
type Figure = fn(&Outcomes) -> u64;

/// How many positions there are of each kind, for each side to move.
fn figures(html: &mut Html, sides: &[(&str, &Side)]) {
    let rows: [(&str, Figure); 6] = [
        ("legal positions", |counts| counts.legal),
        ("won", |counts| counts.wins),
        ("drawn", |counts| counts.draws),
        ("lost", |counts| counts.losses),
        ("checkmates", |counts| counts.checkmates),
        ("stalemates", |counts| counts.stalemates),
    ];
    html.put("table", &[("class", "adli-figures")], |html| {
        html.put("caption", &[], |html| {
            html.text("Positions by who is to move");
        });
        html.put("thead", &[], |html| {
            html.put("tr", &[], |html| {
                html.put("td", &[], |_| {});
                for (name, _) in sides {
                    html.put("th", &[("scope", "col")], |html| {
                        html.text(&format!("{name} to move"));
                    });
                }
            });
        });
        html.put("tbody", &[], |html| {
            for (name, of) in rows {
                html.put("tr", &[], |html| {
                    html.put("th", &[("scope", "row")], |html| {
                        html.text(name);
                    });
                    for (_, side) in sides {
                        html.put("td", &[], |html| {
                            html.text(&grouped(of(&side.placements)));
                        });
                    }
                });
            }
        });
    });
}
