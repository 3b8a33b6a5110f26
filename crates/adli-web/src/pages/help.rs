//! How the page is used, and exercises, as far as there is something to say without script.

use crate::page::Page;
use crate::route::Route;

const QUERY: &[(&str, &str)] = &[("text", "a text of the library")];

pub fn routes() -> Vec<Route> {
    vec![
        Route::page("/help", "how the page is used", &[], |_, _| Ok(help())),
        Route::page("/exercises", "exercises from a text", QUERY, |_, _| Ok(exercises())),
    ]
}

fn help() -> Page {
    Page::new("Help", |html| {
        html.words("p", "Somebody writes down how an endgame is played; Adli proves on every position that it is right, or shows the position where it fails.");
        html.words("h2", "A position");
        html.words("p", "The address is the position: `/?fen=8/8/8/3k4/8/8/8/K6R_w_-_-_0_1`, with `_` for spaces. Values are for best play on both sides, in moves to mate; the fifty-move rule is out.");
        html.words("h2", "Verdicts");
        html.put("dl", &[], |html| {
            for (verdict, means) in [
                ("proved", "it holds in every position"),
                ("refuted", "there is a position where it fails, and it is shown"),
                (
                    "unknown",
                    "a limit of time or memory was reached; it is said what had been covered by then",
                ),
                ("not run", "the method that was asked does not take claims of this kind"),
            ] {
                html.words("dt", verdict).words("dd", means);
            }
        });
        html.words("h2", "Further");
        html.put("ul", &[], |html| {
            for (to, words) in [
                ("/library", "the library"),
                ("/endgames", "endgames"),
                ("/messages", "messages about rules, by their codes"),
                ("/api/openapi.json", "the description for programs (OpenAPI)"),
            ] {
                html.put("li", &[], |html| {
                    html.link(to, words);
                });
            }
        });
    })
}

fn exercises() -> Page {
    Page::new("Exercises", |html| {
        html.words(
            "p",
            "Exercises are played on the board, and need script. The library shows every text without it.",
        );
        html.put("p", &[], |html| {
            html.link("/library", "The library");
        });
    })
}
