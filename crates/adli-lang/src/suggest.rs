//! "Did you mean": the nearest of some names.

/// The name that differs least from what was written, if it differs little.
#[must_use]
pub fn suggest<'a>(written: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let allowed = match written.chars().count() {
        0..=2 => 0,
        3..=5 => 1,
        6..=40 => 2,
        _ => return None,
    };
    // Of names that differ as little, one that goes on where the writer stopped (`wher` is `where`, not `when`), or is as long as what he
    // wrote (`form` is `from`, not `for`).
    let unlike = |name: &str| (!name.starts_with(written), name.len().abs_diff(written.len()));
    let near = names.into_iter().filter(|name| *name != written);
    let near = near.map(|name| (distance(written, name), unlike(name), name));
    near.filter(|(distance, ..)| *distance <= allowed).min().map(|(.., name)| name)
}

/// How many letters have to be put in, left out, changed, or exchanged with their neighbours.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.to_lowercase().chars().collect();
    let b: Vec<char> = b.to_lowercase().chars().collect();
    let mut rows = [(0..=b.len()).collect::<Vec<_>>(), vec![0; b.len() + 1], vec![0; b.len() + 1]];
    for i in 1..=a.len() {
        rows.rotate_right(1);
        let [row, above, two_above] = &mut rows;
        row[0] = i;
        for j in 1..=b.len() {
            let changed = above[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = changed.min(above[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(two_above[j - 2] + 1);
            }
        }
    }
    rows[0][b.len()]
}
