//! Who may ask: a page of ours, or a program of the user's; not somebody else's page in the user's browser.
//!
//! A browser sends requests to this machine for any page that asks it to. Three things tell us. `Host` must name us: a foreign name that has
//! been made to point here (DNS rebinding) would make our answers readable to its page. `Origin`, which browsers send with whatever may
//! change something, must be ours. And `Sec-Fetch-Site`, where it is sent, must not say that another site asks, unless somebody has
//! followed a link, which shows him our page and nothing to the other. Programs send none of these but `Host`.
//!
//! What is sent in a body must be called JSON, which no form of a foreign page can do without asking first, and we never agree to that.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{Request, State};
use axum::http::header::{self, HeaderName};
use axum::http::{HeaderMap, HeaderValue, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::config::Config;
use crate::hall::Hall;
use crate::listen::Peer;
use crate::refusal::Refusal;

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const SEC_FETCH_MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");

/// Answers only who may ask, and sends every answer with the headers that keep browsers from misusing it.
pub async fn guard(State(hall): State<Arc<Hall>>, request: Request, next: Next) -> Response {
    let mut response = match admit(&hall, &request) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
    for (name, value) in HEADERS {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

/// What every answer has, unless it has its own.
const HEADERS: [(HeaderName, &str); 7] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::CONTENT_SECURITY_POLICY, "default-src 'none'; frame-ancestors 'none'; base-uri 'none'"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
];

fn admit(hall: &Hall, request: &Request) -> Result<(), Refusal> {
    let config = &hall.desk.config;
    if let Some(Peer(peer)) = request.extensions().get::<Peer>()
        && config.serves_network()
    {
        hall.clients.asks(*peer, Instant::now())?;
    }
    let headers = request.headers();
    host(config, request, headers)?;
    origin(config, headers)?;
    site(request.method(), headers)?;
    content_type(request.method(), headers)
}

fn host(config: &Config, request: &Request, headers: &HeaderMap) -> Result<(), Refusal> {
    let mut hosts = headers.get_all(header::HOST).iter();
    let (Some(host), None) = (hosts.next(), hosts.next()) else {
        return Err(Refusal::bad("a request has one `Host` header"));
    };
    // A request may name its host in its first line instead, where it comes before the header.
    let named = request.uri().authority().map(|authority| authority.as_str());
    let is_ours = |host: &str| config.is_ours(host);
    if host.to_str().is_ok_and(is_ours) && named.is_none_or(is_ours) {
        return Ok(());
    }
    Err(Refusal::forbidden("the request is for another host")
        .help("use the address that `adli serve` printed; other names are allowed with `--name HOST`"))
}

fn origin(config: &Config, headers: &HeaderMap) -> Result<(), Refusal> {
    let is_ours = |origin: &HeaderValue| {
        let origin = origin.to_str().unwrap_or_default();
        let host = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        host.is_some_and(|host| config.is_ours(host))
    };
    if headers.get_all(header::ORIGIN).iter().all(is_ours) {
        return Ok(());
    }
    Err(Refusal::forbidden("the request comes from another site"))
}

fn site(method: &Method, headers: &HeaderMap) -> Result<(), Refusal> {
    let says = |name: &HeaderName, what: &[&str]| {
        headers.get_all(name).iter().any(|value| value.to_str().is_ok_and(|value| what.contains(&value)))
    };
    let is_read = method == Method::GET || method == Method::HEAD;
    let is_link = is_read && says(&SEC_FETCH_MODE, &["navigate"]);
    if says(&SEC_FETCH_SITE, &["cross-site", "same-site"]) && !is_link {
        return Err(Refusal::forbidden("the request comes from another site"));
    }
    Ok(())
}

fn content_type(method: &Method, headers: &HeaderMap) -> Result<(), Refusal> {
    if method != Method::POST {
        return Ok(());
    }
    let named = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let kind = named.split(';').next().unwrap_or_default().trim();
    if kind.eq_ignore_ascii_case("application/json") { Ok(()) } else { Err(Refusal::unlabelled()) }
}
