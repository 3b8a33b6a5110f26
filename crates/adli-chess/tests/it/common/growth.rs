//! Whether work grows with what it is done on, or faster: measured on two sizes of the same thing. Tests of other crates include this file.

/// So many times as much is given the second time.
const TIMES: usize = 8;
/// So many times as long it may take for each time as much. What grows with the square takes [`TIMES`] as long.
const SLACK: f64 = 3.0;
/// What takes less than this (in seconds) is too short to be measured.
const SHORT: f64 = 0.05;

/// Texts by the name of what they are full of, each made in any size.
pub type Texts<'t> = [(&'t str, fn(usize) -> String)];

/// Does some work on things of two sizes, `small` and [`TIMES`] that, and fails if the larger takes longer than its size explains. Time
/// is that of this thread, so that other programs do not count; and a thing is given three times, of which the shortest counts.
pub fn grows_with_size<T>(name: &str, small: usize, thing: impl Fn(usize) -> T, work: impl Fn(T)) {
    let shortest = |size: usize| {
        let once = || {
            let thing = thing(size);
            let start = busy();
            work(thing);
            busy() - start
        };
        (0..3).map(|_| once()).fold(f64::MAX, f64::min)
    };
    let (few, many) = (shortest(small), shortest(TIMES * small));
    let limit = SLACK * TIMES as f64 * few.max(SHORT);
    assert!(many <= limit, "{name}: {small} take {few:.3} s, and {} take {many:.3} s", TIMES * small);
}

/// How long this thread has been running, in seconds; without Linux, how long the program has.
fn busy() -> f64 {
    use std::{fs, sync::LazyLock, time::Instant};
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let nanoseconds = fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|read| read.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| START.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}
