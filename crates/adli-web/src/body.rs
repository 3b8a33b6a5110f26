//! What is sent to us.

use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, header};
use serde::de::DeserializeOwned;

use crate::limits;
use crate::refusal::Refusal;

/// The JSON of a request.
///
/// # Errors
/// It is too large, too slow, or not what is wanted.
pub async fn read<Q: DeserializeOwned>(
    headers: &HeaderMap,
    body: Body,
    patience: Duration,
) -> Result<Q, Refusal> {
    let too_large = || {
        Refusal::large(format!("a request may have {} KiB", limits::BODY >> 10))
            .help("longer texts are for the command line: `adli prove FILE`")
    };
    let length = headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    if length.is_some_and(|length: usize| length > limits::BODY) {
        return Err(too_large());
    }
    let bytes = match tokio::time::timeout(patience, to_bytes(body, limits::BODY)).await {
        Ok(Ok(bytes)) => bytes,
        Ok(Err(_)) => return Err(too_large()),
        Err(_) => return Err(Refusal::slow()),
    };
    // How deeply JSON is nested is bounded by the reader.
    serde_json::from_slice(&bytes)
        .map_err(|error| Refusal::bad(format!("the request cannot be read: {error}")))
}
