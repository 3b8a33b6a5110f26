//! Counts lines of play and compares with published figures.

use adli_chess::Position;

fn perft(position: &Position, length: usize) -> usize {
    match length {
        0 => 1,
        1 => position.legal_moves().count(),
        _ => position.legal_moves().map(|mv| perft(&position.play(mv), length - 1)).sum(),
    }
}

#[test]
fn published_counts() {
    for line in include_str!("../perft.txt").lines().filter(|line| !line.starts_with('#')) {
        let (fen, counts) = line.split_once(" ; ").unwrap();
        let position: Position = fen.parse().unwrap();
        for (length, count) in counts.split(' ').filter_map(|pair| pair.split_once(':')) {
            let lines = perft(&position, length.parse().unwrap());
            assert_eq!(lines.to_string(), count, "{fen}, {length} half moves");
        }
    }
}
