//! What `adli serve` takes.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use adli_web::PORT;

use super::shared::duration;
use crate::size::Size;

/// A page on which rules are written, proved and played, in your browser
///
/// Prints the address of the page. Only this machine is served, unless `--listen` says otherwise; nothing is asked of
/// anybody else on the network. Ctrl-C ends it.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  adli serve --open
  adli serve --port 9000
  adli serve --listen 192.168.1.5          for the whole class; each client within limits
  adli serve --listen 0.0.0.0 --name adli.example.org --time 30s")]
pub struct ServeArgs {
    /// Open the page in your browser
    #[arg(long)]
    pub open: bool,
    /// The port; 0 takes any that is free
    #[arg(long, value_name = "N", default_value_t = PORT)]
    pub port: u16,
    /// Serve a network: an address of this machine, with a port or without; `0.0.0.0` means all of them; may be given several times
    #[arg(long, value_name = "ADDRESS", value_parser = address)]
    pub listen: Vec<(IpAddr, Option<u16>)>,
    /// A name by which others call this machine, such as `adli.example.org`; may be given several times
    #[arg(long, value_name = "HOST", requires = "listen")]
    pub name: Vec<String>,
    /// Give a proof up after this time [default: 10m; 1m where a network is served]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,
    /// How much memory a proof may use at a time [default: 4GiB; 1GiB where a network is served]
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<Size>,
}

/// `192.168.1.5`, `192.168.1.5:8400` or `[::1]:8400`.
fn address(text: &str) -> Result<(IpAddr, Option<u16>), String> {
    let with_port = text.parse::<SocketAddr>().map(|address| (address.ip(), Some(address.port())));
    with_port
        .or_else(|_| text.parse::<IpAddr>().map(|ip| (ip, None)))
        .map_err(|_| "write an address of this machine, such as `192.168.1.5` or `0.0.0.0:8400`".to_owned())
}
