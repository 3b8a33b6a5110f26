//! Win sets of endgames by decision diagrams, with their costs.
#![allow(clippy::print_stdout, clippy::unwrap_used)]
use adli_bdd::*;
use adli_chess::Colour;
use adli_claims::Unwatched;
use adli_lang::{Sources, check};

fn main() {
    let order = match std::env::var("ORDER").as_deref() {
        Ok("low") => BitOrder::LowFirst,
        _ => BitOrder::HighFirst,
    };
    for name in std::env::args().skip(1) {
        let (white, black) = name.split_once('_').unwrap();
        let spaced = |s: &str| s.chars().map(String::from).collect::<Vec<_>>().join(" ");
        let text = format!("endgame E White {} v Black {}\n", spaced(white), spaced(&black.to_lowercase()));
        let mut sources = Sources::library();
        let source = sources.add("e", &text);
        let checked = check(&sources, source, &[]);
        assert!(
            !checked.has_errors(),
            "{}",
            checked.diagnostics.iter().map(|d| d.render(&sources)).collect::<String>()
        );
        let program = &checked.programs[0];
        let begun = cpu_time::ProcessTime::now();
        let store = Store::new(program.endgame.men.len(), order, {
            let mut r = Room::within(3 << 30);
            if let Ok(e) = std::env::var("CACHE") {
                r.entries = 1 << e.parse::<u32>().unwrap();
            }
            r
        })
        .unwrap();
        let mut atlas = Atlas::new(program, &[], store, &Unwatched).unwrap();
        let wins = atlas.wins(Colour::White).unwrap();
        let home = &wins.casts[&Cast::home(&program.endgame, Colour::White).men];
        let store = atlas.store();
        let sum = |sets: &[Set]| sets.iter().map(|s| store.plain_nodes(&[s])).sum::<u64>();
        let legal = home.legal.each_ref().map(|s| store.count(s));
        let won = [&home.won, &home.lost].map(|l| (l.len() - 1, store.count(l.last().unwrap()), sum(l)));
        let pct = |n: usize| 100.0 * won[n].2 as f64 / legal[n] as f64;
        println!(
            "{name} {:?} {} {:.2}% {} | {:?} {} {:.2}% {} | {:.1} s, {} nodes",
            won[0].0,
            won[0].1,
            pct(0),
            legal[0],
            won[1].0,
            won[1].1,
            pct(1),
            legal[1],
            begun.elapsed().as_secs_f64(),
            store.nodes_in_use()
        );
    }
}
