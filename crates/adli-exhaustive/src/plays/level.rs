//! Plays of one length, as rows of a table: plays that agree in everything that matters later are one row.

use adli_position::space::Code;

/// The plays that have come so far, as rows. A row is a stretch of words: position, number of plays, the row it
/// came from, the position before it was turned, and what is remembered; so it is read in one go.
#[derive(Default)]
pub(super) struct Level {
    words: Vec<u64>,
    width: usize,
    pub(super) rows: usize,
    /// Rows by the hash of what they hold: number plus one, or 0.
    slots: Vec<u32>,
}

/// Words of a row before what is remembered.
pub(super) const HEAD: usize = 4;

/// How many rows a group has at least.
const GROUP: usize = 1 << 12;

impl Level {
    /// No rows yet; so many words are remembered in each.
    pub(super) fn new(remembered: usize) -> Level {
        Level { width: HEAD + remembered, ..Level::default() }
    }

    pub(super) fn row(&self, row: usize) -> &[u64] {
        &self.words[row * self.width..][..self.width]
    }

    /// The memory of its rows and slots.
    pub(super) fn bytes(&self) -> u64 {
        (self.rows * (16 + 8 * self.width)) as u64
    }

    /// The rows in groups. Rows that differ in what is remembered never become one; kept apart, they need
    /// smaller tables, which stay in the cache.
    pub(super) fn groups(self) -> Vec<Level> {
        let mut order: Vec<usize> = (0..self.rows).collect();
        order.sort_by(|&a, &b| self.row(a)[HEAD..].cmp(&self.row(b)[HEAD..]));
        let mut groups: Vec<Level> = Vec::new();
        let mut last: Option<&[u64]> = None;
        for &number in &order {
            let row = self.row(number);
            let full = groups.last().is_none_or(|group| group.rows >= GROUP);
            if full && last != Some(&row[HEAD..]) {
                groups.push(Level { width: self.width, ..Level::default() });
            }
            if let Some(group) = groups.last_mut() {
                group.words.extend_from_slice(row);
                group.rows += 1;
            }
            last = Some(&row[HEAD..]);
        }
        groups
    }

    /// Adds a row, or makes one that is there stand for more plays.
    pub(super) fn add(&mut self, head: [u64; HEAD], values: &[u64]) {
        let [code, weight, ..] = head;
        if self.slots.len() < 2 * self.rows + 2 {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut slot = hash(code, values) as usize & mask;
        while self.slots[slot] != 0 {
            let start = (self.slots[slot] as usize - 1) * self.width;
            let row = &mut self.words[start..][..self.width];
            if row[0] == code && row[HEAD..] == *values {
                row[1] = row[1].saturating_add(weight);
                return;
            }
            slot = (slot + 1) & mask;
        }
        self.rows += 1;
        self.slots[slot] = self.rows as u32;
        self.words.extend(head);
        self.words.extend_from_slice(values);
    }

    fn grow(&mut self) {
        let size = (4 * self.rows).next_power_of_two().max(1024);
        self.slots = vec![0; size];
        for number in 0..self.rows {
            let row = self.row(number);
            let mut slot = hash(row[0], &row[HEAD..]) as usize & (size - 1);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (size - 1);
            }
            self.slots[slot] = number as u32 + 1;
        }
    }
}

/// Mixes by multiplication; the high bits are the good ones, and are folded onto the low ones.
fn hash(code: Code, values: &[u64]) -> u64 {
    let mix = |hash: u64, value: u64| {
        let product = (hash ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        product ^ product >> 32
    };
    mix(values.iter().fold(mix(1, code), |hash, &value| mix(hash, value)), 1)
}
