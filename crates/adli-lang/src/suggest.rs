//! "Did you mean": the nearest of some names, or a list of them.

/// How many names a message lists.
const MAX_LISTED: usize = 20;

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
    let (small, letters) = (written.to_lowercase(), written.to_lowercase().chars().count());
    // A name has at most four bytes for a letter, so that most are passed over before their letters are counted.
    let may_be_near = |name: &&str| {
        *name != written
            && name.len() <= 4 * (letters + allowed)
            && name.chars().count().abs_diff(letters) <= 2 * allowed
    };
    let near = names.into_iter().filter(may_be_near);
    let near = near.map(|name| (distance(&small, &name.to_lowercase()), unlike(name), name));
    near.filter(|(distance, ..)| *distance <= allowed).min().map(|(.., name)| name)
}

/// Names in backticks; of many only the first, and how many more there are.
pub(crate) fn listed(names: &[String]) -> String {
    let (shown, more) = names.split_at(names.len().min(MAX_LISTED));
    let shown = format!("`{}`", shown.join("`, `"));
    if more.is_empty() { shown } else { format!("{shown} and {} more", more.len()) }
}

/// How many letters have to be put in, left out, changed, or exchanged with their neighbours.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().collect();
    let b: Vec<char> = b.chars().collect();
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
