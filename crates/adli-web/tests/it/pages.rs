//! Pages, as somebody without script reads them.

use crate::client::{fen, get, get_with};
use crate::tools::TestServer;

#[test]
fn the_value_of_a_position_is_readable_without_script() {
    let server = TestServer::start();
    let page = get(server.address, &format!("/?fen={}", fen("8/8/8/8/8/k1K5/8/1R6 w - - 0 1")));
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    let text = page.text();
    for part in [
        "<title>White mates in 1 move (1 ply) \u{2013} Adli</title>",
        "<h1>White mates in 1 move (1 ply)</h1>",
        "<svg ",
        ">Ra1#</a>",
        "Moves of White, best first",
        "name=\"fen\"",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(!text.contains("<!--adli:"));
    assert_eq!(text.matches("<h1>").count(), 1);
    // Without a position, one of the text.
    let page = get(server.address, "/?text=krk/bratko").text();
    assert!(page.contains("<h1>White mates in"), "{page}");
    assert!(page.contains("applies:"), "{page}");
}

#[test]
fn all_pages_are_there() {
    let server = TestServer::start();
    for (path, part) in [
        ("/", "<svg "),
        ("/library", "krk/bratko"),
        ("/library/krk/bratko", "What it claims"),
        ("/library/krk", "Open on the board"),
        ("/endgames", "KRK"),
        ("/endgames/KRK", "White mates in 16 moves (31 plies)"),
        ("/endgames/krk", "175,168"),
        ("/exercises", "Exercises"),
        ("/help", "unknown"),
        ("/messages", "id=\"unknown-name\""),
    ] {
        let page = get(server.address, path);
        assert_eq!(page.status, 200, "{path}");
        assert!(page.text().contains(part), "{path}: {part}\n{}", page.text());
    }
    let nothing = get(server.address, "/nothing");
    assert_eq!(nothing.status, 404);
    assert!(nothing.text().contains("<h1>That did not work</h1>"));
}

#[test]
fn what_somebody_writes_into_an_address_is_no_markup() {
    let server = TestServer::start();
    let script = "%3Cscript%3Ealert(1)%3C/script%3E";
    for path in [
        format!("/?fen={script}"),
        format!("/?text={script}"),
        format!("/library/{script}"),
        format!("/endgames/{script}"),
        format!("/?strategy={script}"),
        format!("/?fen=8/8/8/8/8/k1K5/8/1R6_w_-_-_0_1&text=krk&strategy=%22%3E{script}"),
        format!("/{script}"),
    ] {
        let page = get(server.address, &path);
        assert!(!page.text().contains("<script>alert"), "{path}\n{}", page.text());
    }
}

#[test]
fn tables_that_are_being_made_are_waited_for() {
    let server = TestServer::start();
    let page = get(server.address, &format!("/?fen={}", fen("8/8/8/3k4/4n3/8/8/K6R w - - 0 1")));
    assert!(page.text().contains("the tables of KRKN are made first"), "{}", page.text());
    assert!(page.text().contains("<svg "));
}

/// Files that the template asks for are there, and are sent once.
#[test]
fn files_of_the_page_are_kept_by_browsers() {
    let server = TestServer::start();
    let page = get(server.address, "/library").text();
    let files = page.split(&['"', '\''][..]).filter(|part| part.starts_with("/assets/"));
    for file in files {
        let plain = get(server.address, file);
        assert_eq!(plain.status, 200, "{file}");
        assert!(plain.header("cache-control").unwrap().contains("immutable"));
        let packed = get_with(server.address, file, &[("Accept-Encoding", "br, gzip;q=0.8")]);
        if packed.header("content-encoding") == Some("gzip") {
            assert!(packed.body.len() < plain.body.len() && packed.body.starts_with(&[0x1f, 0x8b]));
        }
        let tag = plain.header("etag").unwrap();
        let known = get_with(server.address, file, &[("If-None-Match", tag)]);
        assert_eq!((known.status, known.body.len()), (304, 0));
    }
}
