use super::*;

/// Numbers that look random and are the same every time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }
}

#[derive(Clone)]
struct Table {
    rows: Vec<Row>,
    masks: Vec<Masks>,
}

impl Table {
    fn new(rows: usize, seed: u64, value: impl Fn(usize, usize, &mut Dice) -> u8) -> Table {
        let mut dice = Dice(seed);
        let mut table = Table { rows: vec![[0; 64]; rows], masks: vec![Masks::default(); rows] };
        for r in 0..rows {
            let [a, b, c] =
                [(); 3].map(|()| dice.roll(1 << 31) << 33 | dice.roll(1 << 31) << 2 | dice.roll(4));
            table.masks[r] = Masks { care: a | b, check: (a | b) & c & a };
            for k in context::squares(a | b) {
                table.rows[r][k] = value(r, k, &mut dice);
            }
        }
        table
    }

    /// Something like an endgame: the further the king from the corner and the officer, the longer it
    /// takes; here and there it is a draw, or over soon.
    fn endgame(rows: usize) -> Table {
        Table::new(rows, 7, |r, k, dice| match dice.roll(20) {
            0 => 128,
            1 => 255 - dice.roll(100) as u8,
            _ => 250 - ((r % 64).abs_diff(k) / 9 + k / 8 + k % 8 + dice.roll(2) as usize) as u8,
        })
    }

    fn noise(rows: usize) -> Table {
        Table::new(rows, 3, |_, _, dice| 1 + dice.roll(255) as u8)
    }

    fn blocks(&self) -> Vec<Block<'_>> {
        let chunks = self.rows.chunks(64).zip(self.masks.chunks(64));
        chunks.map(|(rows, masks)| Block { rows, masks, forecast: None }).collect()
    }
}

/// Encodes blocks with a model, checks that they come back, and says how many bytes they took.
fn round_trip(model: &Model, blocks: &[Block<'_>]) -> usize {
    let stored = Model::from_bytes(&model.to_bytes()).unwrap();
    let encoder = model.encoder();
    let mut size = 0;
    for block in blocks {
        let bytes = encoder.encode(block);
        let mut rows = vec![[77; 64]; block.rows.len()];
        stored.decode_block(&bytes, block.masks, block.forecast, &mut rows).unwrap();
        assert_eq!(rows, block.rows);
        size += bytes.len();
    }
    size
}

#[test]
fn what_is_encoded_is_decoded() {
    for table in [Table::endgame(640), Table::noise(130), Table::endgame(1), Table::endgame(0)] {
        let blocks = table.blocks();
        round_trip(&Model::train(&blocks), &blocks);
    }
}

#[test]
fn a_forecast_makes_it_short() {
    let table = Table::endgame(640);
    let mut forecast = table.rows.clone();
    forecast.iter_mut().step_by(5).for_each(|row| row[20] = 128);
    let mut blocks = table.blocks();
    for (block, forecast) in blocks.iter_mut().zip(forecast.chunks(64)) {
        block.forecast = Some(forecast);
    }
    let size = round_trip(&Model::train(&blocks), &blocks);
    assert!(size < 500, "{size}");
}

#[test]
fn draws_cost_nothing() {
    let table = Table::new(6400, 5, |_, _, _| 128);
    let blocks = table.blocks();
    let model = Model::train(&blocks);
    assert!(round_trip(&model, &blocks) <= 4 * blocks.len());
    assert!(model.to_bytes().len() < 600);
}

#[test]
fn structure_is_found_and_noise_is_not_inflated() {
    let places =
        |table: &Table| table.masks.iter().map(|masks| masks.care.count_ones() as usize).sum::<usize>();
    let table = Table::endgame(6400);
    let size = round_trip(&Model::train(&table.blocks()), &table.blocks());
    assert!(size * 8 < places(&table) * 3, "{size} for {}", places(&table));
    let table = Table::noise(6400);
    let size = round_trip(&Model::train(&table.blocks()), &table.blocks());
    assert!(size < places(&table) * 11 / 10, "{size} for {}", places(&table));
}

#[test]
fn a_model_encodes_what_it_was_not_trained_on() {
    let (endgame, noise) = (Table::endgame(640), Table::noise(640));
    let draws = Table::new(640, 9, |_, _, _| 128);
    for seen in [&endgame, &noise, &draws] {
        let model = Model::train(&seen.blocks()[..2]);
        for table in [&endgame, &noise, &draws] {
            round_trip(&model, &table.blocks());
        }
    }
    let model = Model::train(&[]);
    round_trip(&model, &noise.blocks());
}

#[test]
fn the_same_table_gives_the_same_bytes() {
    let table = Table::endgame(640);
    let [one, other] = [(); 2].map(|()| Model::train(&table.clone().blocks()));
    assert_eq!(one.to_bytes(), other.to_bytes());
    let block = &table.blocks()[3];
    assert_eq!(one.encoder().encode(block), other.encoder().encode(block));
    let bytes = one.to_bytes();
    assert_eq!(Model::from_bytes(&bytes).unwrap().to_bytes(), bytes);
}

#[test]
fn damaged_blocks_do_no_harm() {
    let table = Table::endgame(640);
    let model = Model::train(&table.blocks());
    let block = &table.blocks()[4];
    let bytes = model.encoder().encode(block);
    let mut rows = vec![[0; 64]; 64];
    let mut decode = |bytes: &[u8]| model.decode_block(bytes, block.masks, None, &mut rows);
    for length in 0..bytes.len() {
        assert_eq!(decode(&bytes[..length]), Err(Corrupt));
    }
    let mut noticed = 0;
    for bit in 0..bytes.len() * 8 {
        let mut damaged = bytes.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        noticed += usize::from(decode(&damaged).is_err());
    }
    assert!(noticed * 100 > bytes.len() * 8 * 99);
    assert_eq!(decode(&[bytes.as_slice(), &[0]].concat()), Err(Corrupt));
    let mut dice = Dice(1);
    for length in 0..3000 {
        let _ = decode(&(0..length).map(|_| dice.roll(256) as u8).collect::<Vec<u8>>());
    }
    assert_eq!(model.decode_block(&bytes, &block.masks[1..], None, &mut rows), Err(Corrupt));
    assert_eq!(model.decode_block(&bytes, block.masks, Some(&[]), &mut rows), Err(Corrupt));
}

#[test]
fn damaged_models_do_no_harm() {
    let table = Table::endgame(640);
    let model = Model::train(&table.blocks());
    let block = &table.blocks()[4];
    let (bytes, header) = (model.encoder().encode(block), model.to_bytes());
    let mut rows = vec![[0; 64]; 64];
    for length in 0..header.len() {
        assert!(Model::from_bytes(&header[..length]).is_err());
    }
    for i in 0..header.len() {
        for change in [1, 0x10, 0x80, 0xff] {
            let mut damaged = header.clone();
            damaged[i] ^= change;
            if let Ok(model) = Model::from_bytes(&damaged) {
                let _ = model.decode_block(&bytes, block.masks, None, &mut rows);
            }
        }
    }
}
