//! What is sent back.

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use serde::Serialize;

/// Data as JSON. What cannot be written is a fault of ours.
pub fn json(status: StatusCode, data: &impl Serialize) -> Response {
    match serde_json::to_vec(data) {
        Ok(bytes) => whole(status, "application/json", bytes),
        Err(_) => {
            let told = br#"{"error":"an answer could not be written"}"#;
            whole(StatusCode::INTERNAL_SERVER_ERROR, "application/json", told.to_vec())
        }
    }
}

/// Bytes of some type, made for this request alone.
pub fn whole(status: StatusCode, kind: &'static str, bytes: Vec<u8>) -> Response {
    let mut response = Response::new(Body::from(bytes));
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
