//! A page for people: the template with what is to be read in it.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::assets::template;
use crate::html::Html;
use crate::random;
use crate::refusal::Refusal;
use crate::reply::whole;

/// A page.
pub struct Page {
    status: StatusCode,
    title: String,
    main: String,
}

impl Page {
    /// A page with a title, which is also its heading.
    pub fn new(title: &str, inside: impl FnOnce(&mut Html)) -> Page {
        let mut html = Html::default();
        html.words("h1", title);
        inside(&mut html);
        Page { status: StatusCode::OK, title: title.replace('`', ""), main: html.finish() }
    }
}

/// What went wrong, as a page.
pub fn refused(refusal: Refusal) -> Page {
    let waits = refusal.told.job.is_some();
    let title = if waits { "In a moment" } else { "That did not work" };
    let page = Page::new(title, |html| {
        html.words("p", &refusal.told.error);
        match (&refusal.told.help, waits) {
            (_, true) => html.words("p", "Load this page again in a moment: it is being worked out."),
            (Some(help), false) => html.words("p", help),
            (None, false) => html,
        };
        html.put("p", &[], |html| {
            html.link("/", "Back to the board");
        });
    });
    Page { status: refusal.status, ..page }
}

impl IntoResponse for Page {
    fn into_response(self) -> Response {
        let nonce = match random::word() {
            Ok(nonce) => nonce,
            Err(refusal) => return refusal.into_response(),
        };
        let mut title = Html::default();
        title.text(&format!("{} \u{2013} Adli", self.title));
        // The words of the page come last, so that nothing in them is taken for a place of the template.
        let page = template().replace("ADLI_NONCE", &nonce).replace("<!--adli:title-->", &title.finish());
        let page = page.replacen("<!--adli:main-->", &self.main, 1);
        let mut response = whole(self.status, "text/html; charset=utf-8", page.into_bytes());
        let policy = format!(
            "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
        );
        if let Ok(policy) = HeaderValue::from_str(&policy) {
            response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
        }
        response
    }
}
