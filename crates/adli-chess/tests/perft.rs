//! Counts lines of play and compares with published figures.

use adli_chess::Position;

fn perft(position: &Position, depth: usize) -> usize {
    match depth {
        0 => 1,
        1 => position.legal_moves().count(),
        _ => position.legal_moves().map(|mv| perft(&position.play(mv), depth - 1)).sum(),
    }
}

#[test]
fn published_counts() {
    for line in include_str!("perft.txt").lines().filter(|line| !line.starts_with('#')) {
        let (fen, counts) = line.split_once(" ; ").unwrap();
        let position: Position = fen.parse().unwrap();
        for (depth, count) in counts.split(' ').enumerate() {
            assert_eq!(perft(&position, depth + 1).to_string(), count, "{fen}, {} half moves", depth + 1);
        }
    }
}
