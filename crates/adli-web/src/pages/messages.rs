//! Every code of a message with its section of the page of messages.

use adli_lang::Code;

use crate::html::Html;
use crate::page::Page;
use crate::route::Route;

pub fn routes() -> Vec<Route> {
    vec![Route::page("/messages", "what messages about rules mean, by their codes", &[], |_, _| {
        Ok(messages())
    })]
}

fn messages() -> Page {
    Page::new("Messages", |html| {
        html.words("p", "Each message about rules has a code. Where an example has no header, `endgame KRK White K R v Black k` and `use geometry` stand before it.");
        for &code in Code::ALL {
            html.put("h3", &[("id", code.name())], |html| {
                html.said(&format!("`{code}`"));
            });
            section(html, code.section());
        }
    })
}

/// A paragraph, and examples between fences: the first gives the message.
fn section(html: &mut Html, markdown: &str) {
    for (at, part) in markdown.split("```").enumerate() {
        if at % 2 == 1 {
            html.words("p", if at == 1 { "Wrong:" } else { "Right:" });
            html.put("pre", &[], |html| {
                html.text(part.split_once('\n').unwrap_or_default().1);
            });
        } else if !part.trim().is_empty() {
            html.words("p", &part.replace('\n', " "));
        }
    }
}
