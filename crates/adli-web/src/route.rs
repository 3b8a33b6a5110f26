//! A way in: an address, what is sent there, what comes back, and who works it out. The router and the description for programs (OpenAPI)
//! are made of the same list.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{RawPathParams, RawQuery, Request, State};
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{self, MethodRouter};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::asked::Asked;
use crate::body;
use crate::clients::Client;
use crate::desk::Call;
use crate::hall::{Hall, Lane};
use crate::listen::Peer;
use crate::page::{Page, refused};
use crate::refusal::Refusal;
use crate::reply::whole;

/// How a type is described.
pub type Described = fn(&mut SchemaGenerator) -> Schema;

/// A way in.
pub struct Route {
    /// `GET`, `POST` or `DELETE`.
    pub method: Method,
    /// With names in braces.
    pub path: &'static str,
    /// What it is for.
    pub says: &'static str,
    /// What may follow the question mark, and what that means.
    pub query: &'static [(&'static str, &'static str)],
    /// What is sent, if it is JSON.
    pub takes: Option<Described>,
    /// What comes back, if it is JSON.
    pub gives: Option<Described>,
    /// What kind of thing comes back.
    pub kind: &'static str,
    /// Who answers.
    pub go: MethodRouter<Arc<Hall>>,
}

/// Where a network is served, who asks.
pub fn client(hall: &Hall, peer: &Peer) -> Option<Client> {
    hall.desk.config.serves_network().then_some(peer.0)
}

/// What the path and the rest of an address ask for.
pub fn asked(params: &RawPathParams, query: Option<&str>) -> Result<Asked, Refusal> {
    let mut asked = Asked::read(query.unwrap_or_default())?;
    params.iter().for_each(|(name, value)| asked.put(name, value));
    Ok(asked)
}

/// An answer as JSON, written by whoever works it out.
fn written(answer: &impl Serialize) -> Result<Vec<u8>, Refusal> {
    serde_json::to_vec(answer)
        .map_err(|error| Refusal::internal(format!("an answer could not be written: {error}")))
}

impl Route {
    /// A question that is all in its address.
    pub fn get<A: Serialize + JsonSchema + 'static>(
        path: &'static str,
        says: &'static str,
        query: &'static [(&'static str, &'static str)],
        lane: Lane,
        answer: fn(Call<'_>, &Asked) -> Result<A, Refusal>,
    ) -> Route {
        let go = move |State(hall): State<Arc<Hall>>,
                       Extension(peer): Extension<Peer>,
                       params: RawPathParams,
                       RawQuery(query): RawQuery| async move {
            let client = client(&hall, &peer);
            let asked = asked(&params, query.as_deref())?;
            let bytes = hall.answer(lane, client, move |call| written(&answer(call, &asked)?)).await?;
            Ok::<Response, Refusal>(whole(StatusCode::OK, "application/json", bytes))
        };
        let gives: Described = |generator| generator.subschema_for::<A>();
        Route {
            method: Method::GET,
            path,
            says,
            query,
            takes: None,
            gives: Some(gives),
            kind: "application/json",
            go: routing::get(go),
        }
    }

    /// A question with a body.
    pub fn post<Q: DeserializeOwned + JsonSchema + Send + 'static, A: Serialize + JsonSchema + 'static>(
        path: &'static str,
        says: &'static str,
        lane: Lane,
        answer: fn(Call<'_>, &Q) -> Result<A, Refusal>,
    ) -> Route {
        Route::sent(path, says, lane, StatusCode::OK, answer)
    }

    /// A wish with a body, which will be seen to.
    pub fn order<Q: DeserializeOwned + JsonSchema + Send + 'static, A: Serialize + JsonSchema + 'static>(
        path: &'static str,
        says: &'static str,
        answer: fn(Call<'_>, &Q) -> Result<A, Refusal>,
    ) -> Route {
        Route::sent(path, says, Lane::Quick, StatusCode::ACCEPTED, answer)
    }

    fn sent<Q: DeserializeOwned + JsonSchema + Send + 'static, A: Serialize + JsonSchema + 'static>(
        path: &'static str,
        says: &'static str,
        lane: Lane,
        status: StatusCode,
        answer: fn(Call<'_>, &Q) -> Result<A, Refusal>,
    ) -> Route {
        let go = move |State(hall): State<Arc<Hall>>, Extension(peer): Extension<Peer>, request: Request| async move {
            let client = client(&hall, &peer);
            let (head, sent) = request.into_parts();
            let asked: Q = body::read(&head.headers, sent, hall.desk.config.patience).await?;
            let bytes = hall.answer(lane, client, move |call| written(&answer(call, &asked)?)).await?;
            Ok::<Response, Refusal>(whole(status, "application/json", bytes))
        };
        let takes: Described = |generator| generator.subschema_for::<Q>();
        let gives: Described = |generator| generator.subschema_for::<A>();
        Route {
            method: Method::POST,
            path,
            says,
            query: &[],
            takes: Some(takes),
            gives: Some(gives),
            kind: "application/json",
            go: routing::post(go),
        }
    }

    /// A page for people. What goes wrong is a page too.
    pub fn page(
        path: &'static str,
        says: &'static str,
        query: &'static [(&'static str, &'static str)],
        answer: fn(Call<'_>, &Asked) -> Result<Page, Refusal>,
    ) -> Route {
        let go = move |State(hall): State<Arc<Hall>>,
                       Extension(peer): Extension<Peer>,
                       params: RawPathParams,
                       RawQuery(query): RawQuery| async move {
            let client = client(&hall, &peer);
            let page = match asked(&params, query.as_deref()) {
                Ok(asked) => hall.answer(Lane::Quick, client, move |call| answer(call, &asked)).await,
                Err(refusal) => Err(refusal),
            };
            page.unwrap_or_else(refused).into_response()
        };
        let (method, kind) = (Method::GET, "text/html");
        Route { method, path, says, query, takes: None, gives: None, kind, go: routing::get(go) }
    }
}
