//! The server: what runs, from its first connection to its last.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tokio::sync::{Semaphore, watch};

use crate::api;
use crate::assets::Assets;
use crate::config::Config;
use crate::desk::Desk;
use crate::guard::guard;
use crate::hall::Hall;
use crate::jobs::Jobs;
use crate::limits;
use crate::listen::{Door, listen};
use crate::openapi;
use crate::page::refused;
use crate::pages;
use crate::pool::Pool;
use crate::refusal::Refusal;
use crate::reply::json;
use crate::route::Route;
use crate::tools::Tools;

/// Between looks whether somebody wants the server to end.
const LOOK: Duration = Duration::from_millis(100);
/// For connections that are open then.
const FAREWELL: Duration = Duration::from_secs(2);

/// Serves until [`Tools::is_ending`]. Calls `ready` with the addresses once connections are taken, and ends
/// at once if it returns `false`.
///
/// # Errors
/// Nobody can listen there, or threads cannot be started.
pub fn serve(
    mut config: Config,
    tools: Arc<dyn Tools>,
    ready: impl FnOnce(&[SocketAddr]) -> bool,
) -> io::Result<()> {
    let mut listeners = Vec::new();
    for address in &mut config.addresses {
        let listener = std::net::TcpListener::bind(*address)
            .map_err(|error| io::Error::new(error.kind(), format!("cannot listen at {address}: {error}")))?;
        listener.set_nonblocking(true)?;
        // Port 0 asks for any that is free.
        *address = listener.local_addr()?;
        listeners.push(listener);
    }
    let addresses = config.addresses.clone();
    let threads = config.threads;
    let jobs = Jobs::start(threads)?;
    let routes: Vec<Route> = pages::routes().into_iter().chain(api::routes()).collect();
    let hall = Arc::new(Hall {
        description: openapi::described(&routes).to_string().into_bytes(),
        desk: Arc::new(Desk::new(Arc::clone(&tools), config, Arc::clone(&jobs))),
        clients: Arc::default(),
        assets: Assets::new(),
        quick: Pool::new("quick answers", threads.max(2), limits::QUICK_QUEUE)?,
        slow: Pool::new("slow answers", 2, limits::SLOW_QUEUE)?,
    });
    let tells_apart = hall.desk.config.serves_network();
    // One thread is plenty for connections: all work is done elsewhere.
    let runtime = Builder::new_current_thread().enable_io().enable_time().build()?;
    runtime.block_on(async {
        let (end, ending) = watch::channel(false);
        let places = Arc::new(Semaphore::new(limits::CONNECTIONS));
        let clients = tells_apart.then(|| Arc::clone(&hall.clients));
        let (router, patience) = (router(routes, &hall), hall.desk.config.patience);
        let leaving = Arc::new(Semaphore::new(limits::LEAVING));
        let door = Door { router, clients, places: Arc::clone(&places), leaving, patience, ending };
        for listener in listeners {
            tokio::spawn(listen(TcpListener::from_std(listener)?, door.clone()));
        }
        drop(door);
        if !ready(&addresses) {
            return Ok(());
        }
        while !tools.is_ending() {
            tokio::time::sleep(LOOK).await;
        }
        jobs.cancel_all();
        let _ = end.send(true);
        let all = u32::try_from(limits::CONNECTIONS).unwrap_or(u32::MAX);
        let _ = tokio::time::timeout(FAREWELL, places.acquire_many(all)).await;
        Ok(())
    })
}

fn router(routes: Vec<Route>, hall: &Arc<Hall>) -> Router {
    let mut router = Router::new();
    for route in routes {
        router = router.route(route.path, route.go);
    }
    router
        .fallback(elsewhere)
        .method_not_allowed_fallback(wrong_method)
        .layer(from_fn_with_state(Arc::clone(hall), guard))
        .with_state(Arc::clone(hall))
}

/// A file of the page, or nothing.
async fn elsewhere(State(hall): State<Arc<Hall>>, request: Request) -> Response {
    let path = request.uri().path();
    if let Some(asset) = hall.assets.get(path, request.headers()) {
        return asset;
    }
    let nothing = Refusal::missing("there is nothing at this address");
    let is_api = path.starts_with("/api/") || path.starts_with("/standard");
    if is_api { nothing.into_response() } else { refused(nothing).into_response() }
}

async fn wrong_method() -> Response {
    let told = Refusal::bad("this address is asked in another way").help("`/api/openapi.json` says how").told;
    json(StatusCode::METHOD_NOT_ALLOWED, &told)
}
