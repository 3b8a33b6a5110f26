//! The files of the page. They are part of the program: no path of a request is looked up anywhere but in their list.

use std::hash::{DefaultHasher, Hasher};
use std::io::Write;
use std::sync::OnceLock;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;

include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The page into which everything is written.
const TEMPLATE: &str = "/index.html";

/// A file of the page.
struct Asset {
    path: &'static str,
    bytes: &'static [u8],
    tag: String,
    /// Compressed when it is first asked for.
    gzip: OnceLock<Vec<u8>>,
}

/// All of them.
pub struct Assets(Vec<Asset>);

impl Assets {
    /// Those that the program carries.
    pub fn new() -> Assets {
        let files = FILES.iter().filter(|(path, _)| *path != TEMPLATE);
        let asset = |(path, bytes): &(&'static str, &'static [u8])| {
            let mut hasher = DefaultHasher::new();
            hasher.write(bytes);
            Asset { path, bytes, tag: format!("\"{:016x}\"", hasher.finish()), gzip: OnceLock::new() }
        };
        Assets(files.map(asset).collect())
    }

    /// A file, if the path is that of one.
    pub fn get(&self, path: &str, headers: &HeaderMap) -> Option<Response> {
        let asset = self.0.iter().find(|asset| asset.path == path)?;
        let header = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
        let is_known = header(header::IF_NONE_MATCH).is_some_and(|known| {
            known.split(',').any(|tag| tag.trim().trim_start_matches("W/") == asset.tag)
        });
        let kind = kind(path);
        let takes_gzip = header(header::ACCEPT_ENCODING)
            .is_some_and(|known| known.split(',').any(|one| one.trim().starts_with("gzip")));
        let gzip = Some(asset.gzip()).filter(|gzip| takes_gzip && gzip.len() < asset.bytes.len());
        let body = match gzip {
            _ if is_known => Body::empty(),
            Some(gzip) => Body::from(Bytes::copy_from_slice(gzip)),
            None => Body::from(asset.bytes),
        };
        let mut response = Response::new(body);
        if is_known {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
        }
        // A name with the digest of what is in it never means anything else.
        let is_hashed = path.starts_with("/assets/");
        let keeps = if is_hashed { "public, max-age=31536000, immutable" } else { "no-cache" };
        let mut put = |name: HeaderName, value: &str| {
            if let Ok(value) = HeaderValue::from_str(value) {
                response.headers_mut().insert(name, value);
            }
        };
        put(header::CONTENT_TYPE, kind);
        put(header::CACHE_CONTROL, keeps);
        put(header::ETAG, &asset.tag);
        put(header::VARY, "accept-encoding");
        if gzip.is_some() {
            put(header::CONTENT_ENCODING, "gzip");
        }
        Some(response)
    }
}

impl Asset {
    fn gzip(&self) -> &[u8] {
        self.gzip.get_or_init(|| {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
            // What cannot be compressed is sent as it is.
            match encoder.write_all(self.bytes).and_then(|()| encoder.finish()) {
                Ok(bytes) => bytes,
                Err(_) => self.bytes.to_vec(),
            }
        })
    }
}

fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "css" => "text/css; charset=utf-8",
        "html" => "text/html; charset=utf-8",
        "ico" => "image/x-icon",
        "js" => "text/javascript; charset=utf-8",
        "json" | "map" => "application/json",
        "png" => "image/png",
        "svg" => "image/svg+xml",
        "txt" => "text/plain; charset=utf-8",
        "webmanifest" => "application/manifest+json",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}

/// The page into which everything is written.
pub fn template() -> &'static str {
    let found = FILES.iter().find(|(path, _)| *path == TEMPLATE);
    found.and_then(|(_, bytes)| std::str::from_utf8(bytes).ok()).unwrap_or("<!--adli:main-->")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Without them a page would be empty, or its editor without style.
    #[test]
    fn the_template_has_its_three_places() {
        for place in ["<!--adli:main-->", "<!--adli:title-->", "ADLI_NONCE"] {
            assert!(template().contains(place), "{place}");
        }
    }
}
