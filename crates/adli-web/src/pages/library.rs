//! The library's pages.

use super::position::address;
use crate::api::{claim_lines, entries};
use crate::asked::Asked;
use crate::desk::Call;
use crate::html::Html;
use crate::page::Page;
use crate::refusal::Refusal;
use crate::route::Route;

pub fn routes() -> Vec<Route> {
    vec![
        Route::page("/library", "every text of the library", &[], |_, _| Ok(list())),
        Route::page("/library/{*name}", "a text of the library", &[], text),
    ]
}

fn list() -> Page {
    Page::new("The library", |html| {
        html.words(
            "p",
            "Texts that come with Adli. Each says how an endgame is played, and claims what that achieves.",
        );
        html.put("dl", &[], |html| {
            for entry in entries() {
                html.put("dt", &[], |html| {
                    html.link(&format!("/library/{}", entry.name), &entry.name);
                    entry.material.iter().for_each(|material| {
                        html.text(&format!(" ({material})"));
                    });
                });
                html.put("dd", &[], |html| {
                    let claims = match entry.claims {
                        0 => String::new(),
                        1 => " 1 claim.".to_owned(),
                        several => format!(" {several} claims."),
                    };
                    html.said(&format!("{}.{claims}", entry.title));
                });
            }
        });
    })
}

fn text(call: Call<'_>, asked: &Asked) -> Result<Page, Refusal> {
    let name = asked.get("name").unwrap_or_default();
    let read = call.desk.texts.of_library(name)?;
    let entry = entries().iter().find(|entry| entry.name == read.text.name);
    let start = adli_workbench::example(&read.text, &read.checked.programs);
    Ok(Page::new(&read.text.name.clone(), |html| {
        entry.into_iter().for_each(|entry| {
            html.words("p", &format!("{}.", entry.title));
            entry.men.iter().for_each(|men| {
                html.words("p", &format!("The men: {men}."));
            });
        });
        if let Some(start) = start {
            html.put("p", &[], |html| {
                html.link(&address(&start.to_string(), name), "Open on the board");
            });
        }
        claims(html, &claim_lines(&read));
        html.words("h2", "The text");
        html.put("pre", &[("class", "adli-text")], |html| {
            html.text(read.text.words());
        });
    }))
}

fn claims(html: &mut Html, lines: &[crate::api::ClaimLine]) {
    if lines.is_empty() {
        return;
    }
    html.words("h2", "What it claims");
    html.put("ul", &[], |html| {
        for line in lines {
            html.put("li", &[], |html| {
                html.put("pre", &[("class", "adli-text")], |html| {
                    html.text(&line.says);
                });
            });
        }
    });
}
