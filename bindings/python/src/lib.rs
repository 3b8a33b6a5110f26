//! Adli for Python: a thin face on [`adli_command::embed`].
//!
//! Each function takes what was asked, has the work done by threads of its own while Python goes on ([`work`]), and hands over the JSON of
//! the command line. What is made of it, and how it is typed, is in `python/adli`.

#![forbid(unsafe_code)]

mod work;

use std::path::PathBuf;

use adli_command::embed::{self, Asked, Explaining, Place, Solving, Source, Wanted};
use pyo3::prelude::*;

use work::{Watching, run};

/// The JSON of a report, and whether it is one of what was asked or of why there is none.
type Told = (bool, String);

/// A text: the words, if they are given, and the file or name.
type Text = (Option<String>, String);

fn asked((words, name): Text, set: Vec<(String, String)>) -> Asked {
    let source = match words {
        Some(words) => Source::Words { words, path: PathBuf::from(name) },
        None => Source::Named(name),
    };
    Asked { source, set }
}

/// What Python knows as `adli._adli`.
#[pymodule]
mod _adli {
    use super::*;

    /// `adli check`
    #[pyfunction]
    fn check(
        py: Python<'_>,
        text: Text,
        set: Vec<(String, String)>,
        place: (Option<PathBuf>, Option<u16>),
    ) -> PyResult<Told> {
        let asked = asked(text, set);
        run(py, place, Watching::default(), move |place, watch| embed::check(&asked, place, watch))
    }

    /// `adli prove`
    #[pyfunction]
    #[expect(clippy::too_many_arguments, reason = "as many as there are things to be said")]
    fn prove(
        py: Python<'_>,
        text: Text,
        set: Vec<(String, String)>,
        claims: Vec<String>,
        by: Option<String>,
        max_failures: u16,
        memory: Option<u64>,
        seconds: Option<f64>,
        needs: bool,
        place: (Option<PathBuf>, Option<u16>),
        watching: (Option<Py<PyAny>>, Option<Py<PyAny>>),
    ) -> PyResult<Told> {
        let asked = asked(text, set);
        let wanted = Wanted { claims, by, max_failures, memory, seconds, needs };
        let watching = Watching::new(watching, seconds);
        run(py, place, watching, move |place, watch| embed::prove(&asked, &wanted, place, watch))
    }

    /// `adli explain`
    #[pyfunction]
    fn explain(
        py: Python<'_>,
        text: Text,
        set: Vec<(String, String)>,
        fen: String,
        strategy: Option<String>,
        recogniser: Option<String>,
        r#move: Option<String>,
    ) -> PyResult<Told> {
        let asked = asked(text, set);
        let about = Explaining { fen, strategy, recogniser, asked: r#move };
        run(py, (None, Some(1)), Watching::default(), move |_, watch| embed::explain(&asked, &about, watch))
    }

    /// `adli probe`
    #[pyfunction]
    fn probe(
        py: Python<'_>,
        fen: String,
        solve: bool,
        place: (Option<PathBuf>, Option<u16>),
        watching: (Option<Py<PyAny>>, Option<Py<PyAny>>),
    ) -> PyResult<Told> {
        if !solve {
            // A look into a file is done before a thread has started.
            let (tables, threads) = place;
            let place = Place { tables, threads };
            return Ok(work::told(embed::probe(&fen, false, &place, &work::unwatched())));
        }
        let watching = Watching::new(watching, None);
        run(py, place, watching, move |place, watch| embed::probe(&fen, true, place, watch))
    }

    /// `adli solve`
    #[pyfunction]
    fn solve(
        py: Python<'_>,
        materials: Vec<String>,
        men: Option<u8>,
        audit: bool,
        memory: Option<u64>,
        place: (Option<PathBuf>, Option<u16>),
        watching: (Option<Py<PyAny>>, Option<Py<PyAny>>),
    ) -> PyResult<Told> {
        let wanted = Solving { materials, men, audit, memory };
        let watching = Watching::new(watching, None);
        run(py, place, watching, move |place, watch| embed::solve(&wanted, place, watch))
    }

    /// `adli schema`
    #[pyfunction]
    fn schema(name: &str) -> Option<String> {
        embed::schema(name)
    }
}
