//! draft
mod coder;
mod context;
mod train;
use coder::*;
use context::*;
use train::*;
pub type Row = [u8; 64];
#[derive(Clone, Copy, Default)]
pub struct Masks { pub care: u64, pub check: u64 }
#[derive(Debug)]
pub struct Corrupt;
pub struct Block<'a> { pub rows: &'a [Row], pub masks: &'a [Masks] }

pub const OC: usize = 16;
pub const KC: usize = 12;
pub const CLASSES: usize = 128;
const LIT: usize = 2;
const FIRST: usize = 2 + 17;
const CONTEXTS: usize = 32768;

pub struct Model { first: Row, officer: Vec<u16>, king: Vec<u16>, class_of: Box<[u8; CONTEXTS]>, freqs: Vec<Frequencies>, alias: Box<[Alias; 256]>, slots: Vec<Slots>, pub raw: Vec<Vec<u8>> }

pub type Counts=[u32;16];
const W1: usize = 16 * NEAR;
struct Pass1 { o: Vec<u32>, k: Vec<u32> }
impl Visitor for Pass1 {
    fn row(&mut self, _: bool, _: bool) {}
    fn place(&mut self, o: u16, k: u16, n: u16, s: usize, _: u8) -> usize { let n = n as usize; self.o[o as usize * W1 + n * 16 + s] += 1; self.k[k as usize * W1 + n * 16 + s] += 1; s }
}
struct Pass2<'a> { m: &'a Model, c: Vec<Counts>, special: Vec<Counts> }
impl Visitor for Pass2<'_> {
    fn row(&mut self, b: bool, e: bool) { self.special[b as usize][e as usize] += 1; }
    fn place(&mut self, o: u16, k: u16, n: u16, s: usize, v: u8) -> usize {
        let c = self.m.officer[o as usize] + self.m.king[k as usize] + n; self.c[c as usize][s] += 1;
        if s == LITERAL { self.special[LIT][v as usize >> 4] += 1; self.special[LIT + 1 + (v as usize >> 4)][v as usize & 15] += 1; }
        s }
}
struct Emit<'a> { m: &'a Model, out: Vec<(u8, u8)> }
impl Visitor for Emit<'_> {
    fn row(&mut self, b: bool, e: bool) { self.out.push((b as u8, e as u8)); }
    fn place(&mut self, o: u16, k: u16, n: u16, s: usize, v: u8) -> usize {
        let c = self.m.officer[o as usize] + self.m.king[k as usize] + n; let class = self.m.class_of[c as usize];
        let s = if self.m.freqs[class as usize][s] == 0 { LITERAL } else { s };
        self.out.push((class, s as u8));
        if s == LITERAL { self.out.push((LIT as u8, v >> 4)); self.out.push((LIT as u8 + 1 + (v >> 4), v & 15)); }
        s }
}
impl Model {
    pub fn train(blocks: &[Block<'_>]) -> Model {
        let mut tally = vec![[0u32; 256]; 64];
        for b in blocks { if let (Some(r), Some(m)) = (b.rows.first(), b.masks.first()) { for k in squares(m.care) { tally[k][r[k] as usize] += 1; } } }
        let mut first = [DRAW; 64];
        for k in 0..64 { let best = (0..256).fold(DRAW as usize, |b, v| if tally[k][v] > tally[k][b] { v } else { b }); first[k] = best as u8; }
        let mut p1 = Pass1 { o: vec![0; W1 * OFFICER_SHAPES], k: vec![0; W1 * KING_SHAPES] };
        for b in blocks { walk(b.rows, b.masks, &first, &mut p1); }
        let oc = cluster(&p1.o, W1, OC, 6, 100., 4.);
        let kc = cluster(&p1.k, W1, KC, 6, 100., 4.);
        let mut m = Model { first, officer: oc.iter().map(|&c| c as u16 * (KC * NEAR) as u16).collect(), king: kc.iter().map(|&c| c as u16 * NEAR as u16).collect(), class_of: Box::new([0; CONTEXTS]), freqs: vec![], alias: Box::new([Alias::default(); 256]), slots: vec![], raw: vec![] };
        let mut p2 = Pass2 { m: &m, c: vec![[0; 16]; OC * KC * NEAR], special: vec![[0; 16]; FIRST] };
        for b in blocks { walk(b.rows, b.masks, &first, &mut p2); }
        let cc = cluster(p2.c.as_flattened(), 16, CLASSES, 6, 150., 6.);
        let (c2, special) = (p2.c, p2.special);
        let used = cc.iter().copied().max().unwrap_or(0) as usize + 1;
        let mut sums = vec![[0u32; 16]; used];
        for (i, &c) in cc.iter().enumerate() { for s in 0..16 { sums[c as usize][s] += c2[i][s]; } m.class_of[i] = c + FIRST as u8; }
        m.freqs = special.iter().enumerate().map(|(i, c)| frequencies(c, if i < 2 { &[0, 1] } else { &[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15] })).chain(sums.iter().map(|c| frequencies(c, &[LITERAL]))).collect();
        for (i, f) in m.freqs.iter().enumerate() { m.alias[i] = Alias::new(f); }
        m.slots = m.freqs.iter().map(Slots::new).collect();
        m.raw = vec![oc, kc, cc];
        m
    }
    pub fn classes(&self) -> usize { self.freqs.len() }
    pub fn freqs(&self) -> &[Frequencies] { &self.freqs }
    pub fn encode_block(&self, b: &Block<'_>) -> Vec<u8> {
        let mut e = Emit { m: self, out: Vec::with_capacity(4500) };
        walk(b.rows, b.masks, &self.first, &mut e);
        let mut enc = Encoder::new();
        for &(c, s) in e.out.iter().rev() { enc.symbol(&self.slots[c as usize], s as usize); }
        enc.finish()
    }
    pub fn decode_block(&self, bytes: &[u8], masks: &[Masks], out: &mut [Row]) -> Result<(), Corrupt> {
        let mut dec = Decoder::new(bytes)?;
        let mut equal_before = 0usize;
        let (mut officer, mut king) = ([0; 64], [0; 64]);
        for r in 0..masks.len() {
            let (done, rest) = out.split_at_mut(r);
            let before = Before::new(done, &self.first);
            let base = before.base; let second = before.second;
            let current = &mut rest[0];
            *current = *base;
            equal_before = dec.symbol(&self.alias[equal_before])?;
            if equal_before == 0 {
                shapes(&before, masks[r].check, &mut officer, &mut king);
                let mut ctx = [0u16; 64];
                for k in 0..64 { ctx[k] = self.officer[officer[k] as usize] + self.king[king[k] as usize]; }
                let mut kinds = [0u8; 72];
                let (mut last, mut west) = (0u8, base[0]);
                let mut rest = masks[r].care;
                while rest != 0 {
                    let k = rest.trailing_zeros() as usize; rest &= rest - 1;
                    let c = ctx[k] + (last * KINDS as u8 + kinds[k]) as u16;
                    let symbol = dec.symbol(&self.alias[self.class_of[c as usize % CONTEXTS] as usize])?;
                    last = KIND[symbol];
                    kinds[k + 8] = last;
                    west = if symbol == LITERAL {
                        let hi = dec.symbol(&self.alias[LIT])?; let lo = dec.symbol(&self.alias[LIT + 1 + hi])?; (hi * 16 + lo) as u8
                    } else { value_of(symbol, base[k], &Seen { west, south: current[k.saturating_sub(8)], second: second[k] }) };
                    current[k] = west;
                }
            }
        }
        dec.finish()
    }
}
