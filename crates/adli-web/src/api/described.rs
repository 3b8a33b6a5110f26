//! How programs learn what they may ask: the description of all ways in, and the schemas of the command line's reports.

use std::sync::Arc;

use axum::extract::{RawPathParams, State};
use axum::http::{Method, StatusCode};
use axum::response::Response;
use axum::routing;

use crate::hall::Hall;
use crate::refusal::Refusal;
use crate::reply::{json, whole};
use crate::route::{Route, asked};

pub fn routes() -> Vec<Route> {
    let route = |path, says, go| Route {
        method: Method::GET,
        path,
        says,
        query: &[],
        takes: None,
        gives: None,
        kind: "application/json",
        go,
    };
    vec![
        route("/api/openapi.json", "this description", routing::get(description)),
        route(
            "/api/schema/{name}",
            "the JSON Schema of a report of the command line, as `adli schema` prints it",
            routing::get(schema),
        ),
    ]
}

async fn description(State(hall): State<Arc<Hall>>) -> Response {
    whole(StatusCode::OK, "application/json", hall.description.clone())
}

async fn schema(State(hall): State<Arc<Hall>>, params: RawPathParams) -> Result<Response, Refusal> {
    let asked = asked(&params, None)?;
    let name = asked.get("name").unwrap_or_default();
    match hall.desk.tools.schema(name) {
        Some(schema) => Ok(json(StatusCode::OK, &schema)),
        None => Err(Refusal::missing("there is no report of that name").help("`adli schema` lists them")),
    }
}
