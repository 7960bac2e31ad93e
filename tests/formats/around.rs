//! Bad chunks that decode: the doctor finds them beside their neighbours, and says nothing of sound arrays that look alike.

#![allow(
    clippy::unwrap_used,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "fields of small numbers"
)]

use serde_json::json;
use zarrscope::doctor::{Checkup, ChunkChoice};
use zarrscope::{Array, ChunkAddress, DecodeOptions, Hierarchy};

use crate::document::Document;
use crate::store::{Store, in_memory};

/// Chunks in each dimension, and elements of a chunk in each.
const CHUNKS: u64 = 5;
const EDGE: u64 = 16;

/// The elements of each chunk, chunk after chunk.
struct Grid {
    data_type: &'static str,
    chunks: Vec<Vec<u8>>,
}

/// A number between 0 and 1 that follows from a place, as noise.
fn noise(row: u64, column: u64) -> f64 {
    let mixed = (row * 7919 + column * 104_729 + 12_345).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    f64::from(u32::try_from(mixed >> 32).unwrap()) / f64::from(u32::MAX)
}

/// A temperature: fronts of some tens of elements, and a little noise.
fn temperature(row: u64, column: u64) -> f64 {
    let (y, x) = (row as f64, column as f64);
    280.0 + 12.0 * (y / 17.0).sin() + 9.0 * ((x + y / 3.0) / 11.0).cos() + 0.1 * noise(row, column)
}

fn grid<const N: usize>(data_type: &'static str, write: impl Fn(u64, u64) -> [u8; N]) -> Grid {
    let mut chunks = Vec::new();
    for chunk in 0..CHUNKS * CHUNKS {
        let (top, left) = (chunk / CHUNKS * EDGE, chunk % CHUNKS * EDGE);
        let places = (0..EDGE * EDGE).map(|place| (top + place / EDGE, left + place % EDGE));
        chunks.push(places.flat_map(|(row, column)| write(row, column)).collect());
    }
    Grid { data_type, chunks }
}

fn floats(value: impl Fn(u64, u64) -> f64) -> Grid {
    grid("float32", |row, column| (value(row, column) as f32).to_le_bytes())
}

fn integers(value: impl Fn(u64, u64) -> f64) -> Grid {
    grid("uint16", |row, column| (value(row, column) as u16).to_le_bytes())
}

impl Grid {
    /// Its document, with chunks of that shape.
    fn document(&self, chunk: [u64; 2]) -> Document {
        let shape = format!("{:?}", [CHUNKS * EDGE; 2]);
        Document::v3().shaped(&shape, &format!("{chunk:?}")).typed(self.data_type)
    }

    /// Its chunks with their keys, but for some.
    fn keyed(&self, without: &[usize]) -> Vec<(String, Vec<u8>)> {
        let chunks = self.chunks.iter().enumerate().filter(|(number, _)| !without.contains(number));
        let key = |number: u64| format!("c/{}/{}", number / CHUNKS, number % CHUNKS);
        chunks.map(|(number, chunk)| (key(number as u64), chunk.clone())).collect()
    }

    fn hierarchy(&self) -> Hierarchy {
        in_memory(&self.document([EDGE; 2]), self.keyed(&[]))
    }

    /// Each chunk is a shard of four inner chunks.
    fn in_shards(&self) -> Hierarchy {
        self.in_shards_but(&[])
    }

    /// The same without some inner chunks: the number of the shard, and that of the inner chunk.
    fn in_shards_but(&self, without: &[(usize, usize)]) -> Hierarchy {
        let little = r#"[{"name": "bytes", "configuration": {"endian": "little"}}]"#;
        let half = EDGE as usize / 2;
        let document = self.document([EDGE; 2]).sharded(&format!("{:?}", [half; 2]), little);
        let mut shards = self.keyed(&[]);
        for (shard_number, (_, chunk)) in shards.iter_mut().enumerate() {
            let row = chunk.len() / EDGE as usize;
            let (mut shard, mut index) = (Vec::new(), Vec::new());
            for (number, (top, left)) in [(0, 0), (0, 1), (1, 0), (1, 1)].into_iter().enumerate() {
                if without.contains(&(shard_number, number)) {
                    index.extend([0xff; 16]);
                    continue;
                }
                index.extend((shard.len() as u64).to_le_bytes());
                index.extend((chunk.len() as u64 / 4).to_le_bytes());
                for own in chunk.chunks(row).skip(top * half).take(half) {
                    shard.extend_from_slice(&own[left * row / 2..][..row / 2]);
                }
            }
            shard.extend(index);
            *chunk = shard;
        }
        in_memory(&document, shards)
    }

    /// All chunks in one shard, in this order; the index says where each is.
    fn sharded(&self, order: &[usize]) -> Hierarchy {
        let little = r#"[{"name": "bytes", "configuration": {"endian": "little"}}]"#;
        let document = self.document([CHUNKS * EDGE; 2]).sharded(&format!("{:?}", [EDGE; 2]), little);
        let mut shard = self.chunks.concat();
        let nbytes = self.chunks[0].len();
        for place in order {
            shard.extend((place * nbytes).to_le_bytes());
            shard.extend(nbytes.to_le_bytes());
        }
        in_memory(&document, [("c/0/0".to_owned(), shard)])
    }
}

fn look(hierarchy: &Hierarchy, choice: ChunkChoice) -> Checkup {
    Checkup::run(hierarchy, &DecodeOptions::default(), choice, &mut |_| {})
}

/// The first cause of each chunk that something is found of, with its key.
pub fn found(hierarchy: &Hierarchy) -> Vec<(String, String)> {
    let found = look(hierarchy, ChunkChoice::Quick).found;
    found.into_iter().map(|found| (found.key, found.verdict.hypotheses[0].hypothesis.clone())).collect()
}

fn one(grid: &Grid) -> (String, String) {
    let found = found(&grid.hierarchy());
    assert_eq!(found.len(), 1, "{found:?}");
    found.into_iter().next().unwrap()
}

pub fn at(key: &str, what: &str) -> (String, String) {
    (key.to_owned(), what.to_owned())
}

#[test]
fn sound_arrays_have_nothing_wrong() {
    let nothing: Vec<(String, String)> = Vec::new();
    assert_eq!(found(&floats(temperature).hierarchy()), nothing);
    assert_eq!(found(&integers(|row, column| 100.0 * temperature(row, column)).hierarchy()), nothing);
    assert_eq!(found(&floats(noise).hierarchy()), nothing, "noise");
    let mosaic = |row, column| temperature(row, column) + 300.0 * noise(row / EDGE, column / EDGE);
    assert_eq!(found(&floats(mosaic).hierarchy()), nothing, "each chunk has an offset of its own");
    let lake = |row: u64, column: u64| {
        if row.abs_diff(20) < 7 && column.abs_diff(30) < 12 { 270.0 } else { temperature(row, column) }
    };
    assert_eq!(
        found(&floats(lake).hierarchy()),
        nothing,
        "a patch of one value that ends elsewhere than chunks do"
    );
    let steps = |row, column| temperature(row, column) + if row / EDGE > 1 { 200.0 } else { 0.0 };
    assert_eq!(found(&floats(steps).hierarchy()), nothing, "a step where chunks end");
    let rain = |row, column| (temperature(row, column) - 288.0).max(0.0);
    assert_eq!(found(&floats(rain).hierarchy()), nothing, "cut off at zero, as rain is");
    let pixel =
        |row, column| if (row, column) == (20, 33) { 60_000.0 } else { 400.0 + 90.0 * noise(row, column) };
    assert_eq!(found(&integers(pixel).hierarchy()), nothing, "one hot pixel");
}

#[test]
fn exchanged_chunks_fit_in_each_others_places() {
    let mut grid = floats(temperature);
    grid.chunks.swap(6, 17);
    let what = "c/1/1 and c/3/2 are exchanged";
    assert_eq!(found(&grid.hierarchy()), [at("c/1/1", what), at("c/3/2", what)]);
    let mut corner = floats(temperature);
    corner.chunks.swap(0, 1);
    let what = "c/0/0 and c/0/1 are exchanged";
    assert_eq!(found(&corner.hierarchy()), [at("c/0/0", what), at("c/0/1", what)], "beside each other");
}

#[test]
fn what_fills_a_whole_shard_is_found_and_no_inner_chunk_beside_it_accused() {
    let mut grid = floats(temperature);
    assert_eq!(found(&grid.in_shards()), []);
    grid.chunks.swap(6, 17);
    let what = "c/1/1 and c/3/2 are exchanged";
    assert_eq!(found(&grid.in_shards()), [at("c/1/1", what), at("c/3/2", what)]);
    let array = Array::open(&grid.in_shards(), "").unwrap();
    let address = ChunkAddress { chunk: vec![1, 1], inner: vec![vec![0, 1]] };
    let verdict = array.examine(&address, &DecodeOptions::default());
    assert_eq!(verdict.hypotheses[0].hypothesis, what, "of its inner chunks as well");
    let mut zeros = floats(temperature);
    zeros.chunks[12].fill(0);
    // Missing inner chunks would read so; the fill value is another.
    let fill = |grid: &Grid| found(&grid.in_shards());
    assert_eq!(fill(&zeros), [], "inner chunks of the fill value may be missing ones");
    for value in zeros.chunks[12].chunks_mut(4) {
        value.copy_from_slice(&1.0_f32.to_le_bytes());
    }
    assert_eq!(fill(&zeros), [at("c/2/2", "the chunk has the value 1 throughout")]);
}

#[test]
fn exchanged_chunks_of_a_short_list_are_found() {
    let list = |value: &dyn Fn(f64) -> f64, chunks: u64, swapped: Option<(usize, usize)>| {
        let bytes = |at: u64| (value(at as f64) as f32).to_le_bytes();
        let chunk = |number: u64| (number * 20..(number + 1) * 20).flat_map(bytes).collect::<Vec<u8>>();
        let mut all: Vec<Vec<u8>> = (0..chunks).map(chunk).collect();
        if let Some((one, other)) = swapped {
            all.swap(one, other);
        }
        let document = Document::v3().shaped(&format!("[{}]", chunks * 20), "[20]").typed("float32");
        let keyed = all.into_iter().enumerate().map(|(number, chunk)| (format!("c/{number}"), chunk));
        found(&in_memory(&document, keyed.collect::<Vec<_>>()))
    };
    let wave = |at: f64| (at / 10.0).sin();
    let what = "c/1 and c/3 are exchanged";
    for value in [&(|at| at) as &dyn Fn(f64) -> f64, &(|at| at * at), &wave] {
        assert_eq!(list(value, 5, None), []);
        assert_eq!(list(value, 5, Some((1, 3))), [at("c/1", what), at("c/3", what)]);
    }
    let what = "c/7 and c/8 are exchanged";
    assert_eq!(list(&wave, 20, Some((7, 8))), [at("c/7", what), at("c/8", what)]);
    // A saw falls at each border, and no two chunks in each other's place make that any better.
    assert_eq!(list(&|at| at % 20.0, 5, None), []);
    assert_eq!(list(&|at| (at / 20.0).floor() * 3.0 % 7.0 + at % 20.0 / 100.0, 5, None), []);
}

#[test]
fn exchanged_entries_of_a_shard_index_are_found() {
    let grid = floats(temperature);
    let mut order: Vec<usize> = (0..grid.chunks.len()).collect();
    assert_eq!(found(&grid.sharded(&order)), []);
    order.swap(6, 17);
    let what = "the inner chunk (1, 1) of c/0/0 and the inner chunk (3, 2) of c/0/0 are exchanged";
    assert_eq!(found(&grid.sharded(&order))[0], at("c/0/0", what));
}

#[test]
fn one_chunk_that_is_read_wrongly_is_explained() {
    let mut transposed = floats(|row, column| temperature(4 * row, column));
    let own = transposed.chunks[12].clone();
    for (place, element) in transposed.chunks[12].chunks_exact_mut(4).enumerate() {
        let other = place % EDGE as usize * EDGE as usize + place / EDGE as usize;
        element.copy_from_slice(&own[4 * other..4 * other + 4]);
    }
    assert_eq!(
        one(&transposed),
        at("c/2/2", "the chunk is transposed: its dimensions are in the order [1, 0]")
    );

    let mut swapped = integers(|row, column| 10.0 * temperature(row, column));
    swapped.chunks[8].chunks_exact_mut(2).for_each(<[u8]>::reverse);
    assert_eq!(one(&swapped), at("c/1/3", "the chunk is in the other byte order"));

    let mut shifted = floats(temperature);
    shifted.chunks[11].rotate_right(3);
    assert_eq!(one(&shifted), at("c/2/1", "the chunk is shifted by 3 bytes towards its end"));
}

#[test]
fn a_chunk_of_something_else_is_foreign() {
    let mut grid = floats(temperature);
    grid.chunks[13] =
        floats(|row, column| 40.0 * (row as f64 / 9.0).sin().abs() + noise(row, column)).chunks[3].clone();
    let (key, what) = one(&grid);
    assert_eq!((key.as_str(), what.contains("foreign")), ("c/2/3", true), "{what}");
    let mut stale = floats(temperature);
    stale.chunks[13] = floats(|row, column| temperature(row + 206, column + 131)).chunks[13].clone();
    let (key, what) = one(&stale);
    assert_eq!((key.as_str(), what.contains("from another version")), ("c/2/3", true), "{what}");
}

#[test]
fn holes_and_flipped_bits_are_found_in_what_decodes() {
    let mut hole = floats(temperature);
    hole.chunks[9][256..512].fill(0);
    assert_eq!(one(&hole), at("c/1/4", "part of the chunk was never written: a hole of zeros"));
    let mut flipped = floats(temperature);
    flipped.chunks[9][4 * 37 + 3] ^= 0x20;
    assert_eq!(one(&flipped), at("c/1/4", "one bit of the element (2, 5) is flipped: bit 29"));
}

#[test]
fn what_was_judged_is_counted() {
    let mut grid = floats(temperature);
    grid.chunks[9][256..512].fill(0);
    let judged = |choice| {
        let checkup = look(&grid.hierarchy(), choice);
        (checkup.chunks, checkup.judged)
    };
    assert_eq!(judged(ChunkChoice::Number(4)), (25, 4));
    assert_eq!(judged(ChunkChoice::Quick), (25, 25));
    assert_eq!(judged(ChunkChoice::All), (25, 25));
}

/// A grid of bytes, with another document: chunks that are left out, a fill value, attributes.
fn stated(grid: &Grid, without: &[usize], members: &serde_json::Value) -> Hierarchy {
    in_memory(&grid.document([EDGE; 2]).members(members), grid.keyed(without))
}

/// Bytes of a mask: a disk.
fn mask(row: u64, column: u64) -> [u8; 1] {
    let far = |place: u64| (place as f64 - (CHUNKS * EDGE) as f64 / 2.0).powi(2);
    [u8::from(far(row) + far(column) < (EDGE as f64 * 1.7).powi(2))]
}

#[test]
fn values_that_were_changed_alike_are_told_by_what_undoes_it() {
    let counts = || integers(|row, column| 10.0 * temperature(row, column));
    let edit = |grid: &mut Grid, change: &dyn Fn(u16) -> u16| {
        for element in grid.chunks[12].as_chunks_mut::<2>().0 {
            *element = change(u16::from_le_bytes(*element)).to_le_bytes();
        }
    };
    let mut own: Vec<u16> =
        counts().chunks[12].as_chunks::<2>().0.iter().map(|value| u16::from_le_bytes(*value)).collect();
    own.sort_unstable();
    let middle = own[own.len() / 2];
    let cases: [(&dyn Fn(u16) -> u16, &str); 3] = [
        (&|value| value / 16, "the chunk has values that are 16 times too small"),
        (&|value| value * 10, "the chunk has values that are 10 times too large"),
        (&|value| value & 0xff, "the chunk has values that wrapped: they went through 8 bits"),
    ];
    for (change, what) in cases {
        let mut grid = counts();
        edit(&mut grid, change);
        assert_eq!(found(&grid.hierarchy()), [at("c/2/2", what)]);
    }
    // How much it was is estimated from the borders.
    let mut subtracted = counts();
    edit(&mut subtracted, &|value| value.wrapping_sub(middle));
    let (key, what) = one(&subtracted);
    assert!(key == "c/2/2" && what.ends_with("was subtracted from them in 16 bits"), "{what}");
    let mut celsius = floats(temperature);
    for element in celsius.chunks[12].as_chunks_mut::<4>().0 {
        *element = (f32::from_le_bytes(*element) - 273.15).to_le_bytes();
    }
    let (key, what) = one(&celsius);
    assert!(key == "c/2/2" && what.ends_with("as far as kelvin and degrees Celsius are apart"), "{what}");
    let mut gain = floats(temperature);
    for element in gain.chunks[12].as_chunks_mut::<4>().0 {
        *element = (f32::from_le_bytes(*element) * 1.3).to_le_bytes();
    }
    let what = "the chunk has values that are about 1.3 times too large";
    assert_eq!(found(&gain.hierarchy()), [at("c/2/2", what)], "in a mosaic all tiles differ, not one");
    let mut warmer = floats(temperature);
    for element in warmer.chunks[12].as_chunks_mut::<4>().0 {
        *element = (f32::from_le_bytes(*element) + 2.0).to_le_bytes();
    }
    assert_eq!(one(&warmer).0, "c/2/2");
    let mut constant = floats(temperature);
    constant.chunks[7] = 5.0_f32.to_le_bytes().repeat((EDGE * EDGE) as usize);
    assert_eq!(one(&constant), at("c/1/2", "the chunk has the value 5 throughout"));
    constant.chunks[7] = f32::NAN.to_le_bytes().repeat((EDGE * EDGE) as usize);
    assert_eq!(one(&constant), at("c/1/2", "the chunk is NaN throughout"));
    let mut inverted = grid("uint8", mask);
    inverted.chunks[6].iter_mut().for_each(|byte| *byte ^= 1);
    assert_eq!(one(&inverted), at("c/1/1", "the chunk is inverted: 0 and 1 are exchanged in it"));
    let mut cut = integers(|row, column| 7.0 * (temperature(row, column) - 250.0));
    edit(&mut cut, &|value| value.min(255));
    assert_eq!(one(&cut), at("c/2/2", "the chunk has values that are cut off at 255: they did not fit"));
}

#[test]
fn what_attributes_state_is_held_against_the_values() {
    let packed = grid("int16", |row, column| ((temperature(row, column) - 273.15) as i16).to_le_bytes());
    let unsigned = Grid { data_type: "uint16", chunks: packed.chunks.clone() };
    let range = json!({"attributes": {"valid_range": [-90, 60]}});
    assert_eq!(found(&stated(&packed, &[], &range)), []);
    assert_eq!(found(&stated(&unsigned, &[], &range))[0].1, "data type should be int16");
    assert_eq!(found(&unsigned.hierarchy()), [], "nothing is stated, and the order of values is smooth");
    let scaled = |scale: f64| {
        json!({"fill_value": 0.0, "attributes": {"valid_range": [200.0, 340.0]}, "codecs": [
            {"name": "scale_offset", "configuration": {"offset": 0.0, "scale": scale}},
            {"name": "bytes", "configuration": {"endian": "little"}}]})
    };
    let stored = floats(|row, column| 100.0 * temperature(row, column));
    assert_eq!(found(&stated(&stored, &[], &scaled(100.0))), []);
    let what = "the scale of scale_offset is the wrong way round: it is 100.0";
    assert_eq!(found(&stated(&stored, &[], &scaled(0.01)))[0].1, what);
}

#[test]
fn missing_chunks_among_one_value_show_another_fill_value() {
    // The four corners and the middles of the sides lie outside of the disk.
    let grid = grid("bool", mask);
    let empty: Vec<usize> =
        (0..grid.chunks.len()).filter(|chunk| grid.chunks[*chunk].iter().all(|byte| *byte == 0)).collect();
    assert!(empty.len() >= 4, "{empty:?}");
    assert_eq!(found(&stated(&grid, &empty, &json!({"fill_value": false}))), []);
    assert_eq!(
        found(&stated(&grid, &empty, &json!({"fill_value": true})))[0].1,
        "fill value should be false"
    );
}

#[test]
fn chunks_that_are_all_in_the_other_order_are_found() {
    let mut grid = floats(temperature);
    for chunk in &mut grid.chunks {
        let own = chunk.clone();
        for (place, element) in chunk.chunks_exact_mut(4).enumerate() {
            let other = place % EDGE as usize * EDGE as usize + place / EDGE as usize;
            element.copy_from_slice(&own[4 * other..4 * other + 4]);
        }
    }
    assert_eq!(found(&grid.hierarchy())[0].1, "a transpose of order [1, 0] is missing");
    let document = json!({"codecs": [{"name": "transpose", "configuration": {"order": [1, 0]}},
        {"name": "bytes", "configuration": {"endian": "little"}}]});
    assert_eq!(found(&stated(&grid, &[], &document)), []);
    assert_eq!(found(&stated(&floats(temperature), &[], &document))[0].1, "the transpose is superfluous");
}

#[test]
fn lists_that_moved_on_or_turned_negative_are_found() {
    let list = |values: &[i32]| {
        let document = Document::v3().shaped(&format!("[{}]", values.len()), "[50]").typed("int32");
        let bytes = |chunk: &[i32]| chunk.iter().flat_map(|value| value.to_le_bytes()).collect();
        let chunks = values.chunks(50).enumerate();
        in_memory(&document, chunks.map(|(number, chunk)| (format!("c/{number}"), bytes(chunk))))
    };
    let ids: Vec<i32> = (0..500).map(|place| 1000 + 7 * place + (place * place) % 5).collect();
    assert_eq!(found(&list(&ids)), []);
    let mut moved = ids.clone();
    moved[200..250].copy_from_slice(&ids[201..251]);
    assert_eq!(found(&list(&moved)), [at("c/4", "the chunk is shifted by 1 element towards its beginning")]);
    let mut late = ids.clone();
    late[200..250].copy_from_slice(&ids[199..249]);
    assert_eq!(found(&list(&late)), [at("c/4", "the chunk is shifted by 1 element towards its end")]);
    let counts: Vec<i32> = (0..500).map(|place: i32| 12_000 + place * 7919 % 47_000).collect();
    assert_eq!(found(&list(&counts)), []);
    let mut wrapped = counts;
    wrapped[300..350].iter_mut().for_each(|value| *value = (*value as i16).into());
    let what = "the chunk has values that wrapped: they went through 16 bits";
    assert_eq!(found(&list(&wrapped)), [at("c/6", what)]);
}

#[test]
fn what_is_found_can_be_seen_put_right() {
    let mended = |hierarchy: &Hierarchy| {
        let found = look(hierarchy, ChunkChoice::Quick).found;
        let hypothesis = &found.first().expect("something is wrong").verdict.hypotheses[0];
        assert!(hypothesis.can_be_tried(), "{}", hypothesis.hypothesis);
        let array = Array::open(hierarchy, "").unwrap().mended(&hypothesis.mends);
        array.read_region(&array.whole(), &DecodeOptions::default()).unwrap()
    };
    let array = Array::open(&floats(temperature).hierarchy(), "").unwrap();
    let sound = array.read_region(&array.whole(), &DecodeOptions::default()).unwrap();
    let mut exchanged = floats(temperature);
    exchanged.chunks.swap(6, 17);
    assert_eq!(mended(&exchanged.hierarchy()), sound);
    let mut order: Vec<usize> = (0..exchanged.chunks.len()).collect();
    order.swap(6, 17);
    assert_eq!(mended(&floats(temperature).sharded(&order)), sound, "entries of an index");
    let mut flipped = floats(temperature);
    flipped.chunks[9][4 * 37 + 3] ^= 0x20;
    assert_eq!(mended(&flipped.hierarchy()), sound);
    let steep = || floats(|row, column| temperature(4 * row, column));
    let array = Array::open(&steep().hierarchy(), "").unwrap();
    let sound = array.read_region(&array.whole(), &DecodeOptions::default()).unwrap();
    let mut upside_down = steep();
    upside_down.chunks[12] =
        upside_down.chunks[12].chunks(4 * EDGE as usize).rev().flatten().copied().collect();
    assert_eq!(mended(&upside_down.hierarchy()), sound);
}

#[test]
fn filters_that_the_document_lacks_are_named() {
    let store = |dtype: &str, filters: &str, chunks: &[Vec<u8>]| {
        let document = Document::v2().with("shape", "[400]").with("chunks", "[50]");
        let document = document.with("dtype", format!("\"{dtype}\"")).with("filters", filters);
        in_memory(
            &document,
            (0..).zip(chunks).map(|(number, chunk): (u64, _)| (number.to_string(), chunk.clone())),
        )
    };
    let values: Vec<i32> = (0..400_i32).map(|place| 90_000 + 3 * place + place * place % 7).collect();
    let differences = |chunk: &[i32]| {
        let steps = chunk.windows(2).map(|pair| pair[1] - pair[0]);
        std::iter::once(chunk[0]).chain(steps).flat_map(i32::to_le_bytes).collect::<Vec<u8>>()
    };
    let chunks: Vec<Vec<u8>> = values.chunks(50).map(differences).collect();
    let delta = r#"[{"id": "delta", "dtype": "<i4"}]"#;
    assert_eq!(found(&store("<i4", delta, &chunks)), []);
    assert_eq!(found(&store("<i4", "null", &chunks))[0].1, "the filter delta is missing");
    // Fifty bools are seven bytes, of which six bits are left over.
    let bits = |chunk: u8| vec![6, 0b1011_0001, chunk, 3, 0, 0xff, 0x80, 0x40];
    let chunks: Vec<Vec<u8>> = (0..8).map(bits).collect();
    assert_eq!(found(&store("|b1", r#"[{"id": "packbits"}]"#, &chunks)), []);
    let what = "the filter packbits is missing: eight bools are in each byte";
    assert_eq!(found(&store("|b1", "null", &chunks))[0].1, what);
}

/// Labels of cells a little smaller than a chunk, so that each chunk cuts some.
fn label(row: u64, column: u64) -> f64 {
    ((row + 3) / 13 * 20 + (column + row / 5) / 11 + 1) as f64
}

#[test]
fn labels_and_masks_are_held_against_what_agrees_with_them() {
    assert_eq!(found(&integers(label).hierarchy()), []);
    let mut renumbered = integers(label);
    let mut known: Vec<[u8; 2]> = Vec::new();
    for element in renumbered.chunks[12].as_chunks_mut::<2>().0 {
        let number = known.iter().position(|other| other == element).unwrap_or_else(|| {
            known.push(*element);
            known.len() - 1
        });
        *element = (number as u16 + 1).to_le_bytes();
    }
    let what = "the chunk has labels of its own: they were numbered by themselves";
    assert_eq!(one(&renumbered), at("c/2/2", what));
    // A mask of stripes, of which every chunk has both values.
    let stripes = |row, column| [u8::from((row + 2 * column) / 9 % 2 == 0)];
    assert_eq!(found(&grid("bool", stripes).hierarchy()), []);
    let mut inverted = grid("bool", stripes);
    inverted.chunks[7].iter_mut().for_each(|element| *element ^= 1);
    assert_eq!(one(&inverted), at("c/1/2", "the chunk is inverted: 0 and 1 are exchanged in it"));
}

#[test]
fn a_tile_of_a_mosaic_that_is_mirrored_is_found() {
    let mosaic = |row, column| temperature(2 * row, 2 * column) + 90.0 * noise(row / EDGE, column / EDGE);
    assert_eq!(found(&floats(mosaic).hierarchy()), []);
    let mut mirrored = floats(mosaic);
    for row in mirrored.chunks[12].chunks_exact_mut(4 * EDGE as usize) {
        let elements: Vec<u8> = row.chunks_exact(4).rev().flatten().copied().collect();
        row.copy_from_slice(&elements);
    }
    assert_eq!(one(&mirrored), at("c/2/2", "the chunk is reversed along dimension 1"));
}

#[test]
fn lists_that_begin_anew_lack_a_chunk_or_are_rounded_are_found() {
    let list = |values: &[i64], without: usize| {
        let document = Document::v3().shaped(&format!("[{}]", values.len()), "[50]").typed("int64");
        let bytes = |chunk: &[i64]| chunk.iter().flat_map(|value| value.to_le_bytes()).collect();
        let chunks = values.chunks(50).enumerate().filter(|(number, _)| *number != without);
        in_memory(&document, chunks.map(|(number, chunk)| (format!("c/{number}"), bytes(chunk))))
    };
    let all = usize::MAX;
    let times: Vec<i64> = (0..500).map(|place| 7000 + 3 * place).collect();
    assert_eq!(found(&list(&times, all)), []);
    let mut anew = times.clone();
    anew[200..250].iter_mut().for_each(|value| *value -= 7600);
    let what = "the chunk counts from a beginning of its own: its values are 7600 too small";
    assert_eq!(found(&list(&anew, all)), [at("c/4", what)]);
    let what = "the chunk is lost: it is missing, and reads as the fill value";
    assert_eq!(found(&list(&times, 6)), [at("c/6", what)]);
    assert_eq!(found(&list(&times, 9)), [], "the last chunk may not be written yet");
    let ids: Vec<i64> = (0..500).map(|place: i64| 900_000_001 + place * 7_654_321 % 100_000_007).collect();
    assert_eq!(found(&list(&ids, all)), []);
    let mut rounded = ids;
    rounded[300..350].iter_mut().for_each(|value| *value = *value as f32 as i64);
    let what = "the values of the chunk are rounded: they went through float32";
    assert_eq!(found(&list(&rounded, all)), [at("c/6", what)]);
}

#[test]
fn a_chunk_that_was_written_without_a_filter_is_named_so() {
    let values: Vec<i32> = (0..1000_i32).map(|place| 90_000 + 30 * place + place * place % 70).collect();
    let document = Document::v2().with("shape", "[1000]").with("chunks", "[50]").with("dtype", "\"<i4\"");
    let document = document.with("filters", r#"[{"id": "delta", "dtype": "<i4"}]"#);
    let plain = |chunk: &[i32]| chunk.iter().copied().flat_map(i32::to_le_bytes).collect::<Vec<u8>>();
    let differences = |chunk: &[i32]| {
        let steps = chunk.windows(2).map(|pair| pair[1] - pair[0]);
        std::iter::once(chunk[0]).chain(steps).flat_map(i32::to_le_bytes).collect::<Vec<u8>>()
    };
    let chunks = values.chunks(50).enumerate();
    let chunks = chunks.map(|(number, chunk)| {
        (number.to_string(), if number == 3 { plain(chunk) } else { differences(chunk) })
    });
    let what = "the chunk was written without the filter delta, which was undone all the same: it holds sums";
    assert_eq!(found(&in_memory(&document, chunks)), [at("3", what)]);
}

#[test]
fn arrays_of_a_group_contradict_each_other() {
    let field =
        floats(|row, column| if mask(row, column) == [1] { f64::NAN } else { temperature(row, column) });
    let group = |field: &Grid, mask: &Grid| {
        let store = Store::new().group("");
        for (name, grid) in [("sst", field), ("land", mask)] {
            let files: Vec<(String, Vec<u8>)> = grid.keyed(&[]);
            let files: Vec<(&str, Vec<u8>)> =
                files.iter().map(|(key, bytes)| (key.as_str(), bytes.clone())).collect();
            store.put(name, &grid.document([EDGE; 2]), &files);
        }
        store
    };
    let land = |row: u64, column: u64| mask(row, (column + 8).min(CHUNKS * EDGE - 1));
    let field_of = |what: &Grid| found(&group(&field, what).hierarchy());
    assert_eq!(field_of(&grid("bool", mask)), []);
    let mut odd = grid("bool", mask);
    odd.chunks[12] = vec![0; (EDGE * EDGE) as usize];
    assert_eq!(field_of(&odd), [at("c/2/2", "the chunk is no mask of what the other array has here")]);
    assert_eq!(field_of(&grid("bool", land)), [], "another mask, which has nothing to do with it");
    let above = grid("uint8", |row, column| mask(row.saturating_sub(1), column));
    let what = "the mask is shifted by 1 along dimension 0, towards its end";
    assert_eq!(field_of(&above), [at("zarr.json", what)]);
    let turned =
        grid("uint8", |row, column| u8::from((CHUNKS * EDGE - 1 - row) / 7 < column / 11).to_le_bytes());
    let coast = floats(|row, column| if row / 7 < column / 11 { f64::NAN } else { temperature(row, column) });
    let reversed = [at("zarr.json", "the mask is reversed along dimension 0")];
    assert_eq!(found(&group(&coast, &turned).hierarchy()), reversed);
}

#[test]
fn marks_that_the_document_does_not_name_are_told() {
    let with_mark = |mark: f64| {
        let mut grid = floats(temperature);
        for chunk in [3, 12] {
            grid.chunks[chunk][400..440].copy_from_slice(&(mark as f32).to_le_bytes().repeat(10));
        }
        grid
    };
    let what = "-9999 marks what is missing, but is read as a value";
    assert_eq!(found(&with_mark(-9999.0).hierarchy()), [at("c/0/3", what), at("c/2/2", what)]);
    let named = json!({"attributes": {"missing_value": -9999.0}});
    assert_eq!(found(&stated(&with_mark(-9999.0), &[], &named)), []);
    let fill = json!({"fill_value": -9999.0});
    assert_eq!(found(&stated(&with_mark(-9999.0), &[], &fill)), []);
    let ages: Vec<i32> =
        (0..600).map(|place| if place % 37 < 2 { i32::MIN } else { 20 + place % 61 }).collect();
    let document = Document::v3().shaped("[600]", "[100]").typed("int32");
    let chunks = ages.chunks(100).enumerate().map(|(number, chunk)| {
        (format!("c/{number}"), chunk.iter().flat_map(|age| age.to_le_bytes()).collect())
    });
    let told = found(&in_memory(&document, chunks));
    assert_eq!(told[0].1, "-2147483648 is where NaN became an integer");
}

#[test]
fn coordinates_whose_chunks_are_exchanged_or_never_written_are_found() {
    let list = |order: &[usize], names: &str| {
        let store = Store::new().group("");
        let document = Document::v3().typed("float64").with("dimension_names", names);
        let document = document.shaped(&format!("[{}]", if order.len() > 8 { 650 } else { 400 }), "[50]");
        let mut files = Vec::new();
        for (place, number) in order.iter().enumerate() {
            let chunk = (0..50).flat_map(|at| (100.0 + f64::from(*number as u32 * 50 + at)).to_le_bytes());
            files.push((format!("c/{place}"), chunk.collect::<Vec<u8>>()));
        }
        let files: Vec<(&str, Vec<u8>)> =
            files.iter().map(|(key, bytes)| (key.as_str(), bytes.clone())).collect();
        store.put("time", &document, &files);
        found(&store.hierarchy())
    };
    let all = [0, 1, 2, 3, 4, 5, 6, 7];
    assert_eq!(list(&all, r#"["time"]"#), []);
    let what = "c/2 and c/5 are exchanged";
    assert_eq!(list(&[0, 1, 5, 3, 4, 2, 6, 7], r#"["time"]"#), [at("c/2", what), at("c/5", what)]);
    let by_name = [0, 1, 10, 11, 12, 2, 3, 4, 5, 6, 7, 8, 9];
    let what = "the chunks are in the order of their numbers as text: 0, 1, 10, 11, …, 2";
    assert_eq!(list(&by_name, r#"["row"]"#), [at("", what)]);
    let what = "the end of time was never written: it reads as the fill value 0";
    assert_eq!(list(&all[..6], r#"["time"]"#), [at("c/6", what)]);
    assert_eq!(list(&all[..6], r#"["row"]"#), [], "a list that is no coordinate may grow");
}

#[test]
fn chunks_of_a_list_that_are_sorted_or_hold_differences_are_found() {
    let list = |values: &[f64], change: &dyn Fn(&mut [f64])| {
        let mut values = values.to_vec();
        change(&mut values[300..400]);
        let document = Document::v3().shaped("[1000]", "[100]").typed("float64");
        let chunks = values.chunks(100).enumerate().map(|(number, chunk)| {
            (format!("c/{number}"), chunk.iter().flat_map(|value| value.to_le_bytes()).collect())
        });
        found(&in_memory(&document, chunks))
    };
    let series = (0..1000_u64).map(|place| 15.0 + 8.0 * (place as f64 / 90.0).sin() + 0.2 * noise(3, place));
    let series: Vec<f64> = series.collect();
    assert_eq!(list(&series, &|_| {}), []);
    let differences = |chunk: &mut [f64]| {
        for place in (1..chunk.len()).rev() {
            chunk[place] -= chunk[place - 1];
        }
    };
    let what = "the chunk holds differences that were not added up, as delta stores them";
    assert_eq!(list(&series, &differences), [at("c/3", what)]);
    let ids: Vec<f64> = (0..1000_u64).map(|place| (1e6 * noise(place, place * place)).floor()).collect();
    assert_eq!(list(&ids, &|_| {}), []);
    let what = "the values of the chunk were sorted by themselves: they are not in the order of the others";
    assert_eq!(list(&ids, &|chunk| chunk.sort_unstable_by(f64::total_cmp)), [at("c/3", what)]);
}

#[test]
fn chunks_that_are_turned_sheared_rounded_or_copied_are_found() {
    let edge = EDGE as usize;
    let mut turned = floats(temperature);
    let from = turned.chunks[12].clone();
    for place in 0..edge * edge {
        let at = ((edge - 1 - place % edge) * edge + place / edge) * 4;
        turned.chunks[12][place * 4..place * 4 + 4].copy_from_slice(&from[at..at + 4]);
    }
    assert_eq!(one(&turned), at("c/2/2", "the chunk is turned by 90 degrees"));
    let mut sheared = floats(temperature);
    let (top, left) = (2 * EDGE, 2 * EDGE);
    let wide = (0..EDGE * EDGE).map(|place| temperature(top + place / (EDGE + 1), left + place % (EDGE + 1)));
    sheared.chunks[12] = wide.flat_map(|value| (value as f32).to_le_bytes()).collect();
    assert_eq!(
        one(&sheared),
        at("c/2/2", "the chunk is sheared: it was written from rows that are 1 element longer")
    );
    let heights = |row, column| 10_000.0 + 100.0 * temperature(row, column);
    assert_eq!(found(&integers(heights).hierarchy()), []);
    let mut rounded = integers(heights);
    for element in rounded.chunks[7].as_chunks_mut::<2>().0 {
        *element = (u16::from_le_bytes(*element) / 100 * 100).to_le_bytes();
    }
    assert_eq!(one(&rounded), at("c/1/2", "the values of the chunk are rounded to multiples of 100"));
    let counts = || integers(|row, column| (60.0 * noise(row, column)).floor());
    assert_eq!(found(&counts().hierarchy()), []);
    let mut copied = counts();
    copied.chunks[9] = copied.chunks[8].clone();
    let what = "c/1/3 and c/1/4 hold the same values: one is a copy";
    assert_eq!(found(&copied.hierarchy()), [at("c/1/3", what), at("c/1/4", what)]);
}

#[test]
fn a_picture_that_was_cut_from_longer_rows_is_sheared() {
    let pixel = |row: u64, column: u64| {
        let (y, x) = (row as f64 / 11.0, column as f64 / 9.0);
        (128.0 + 60.0 * x.sin() * y.cos() + 4.0 * noise(row, column)) as u8
    };
    let with_sheared = |sheared: u64| {
        let document = Document::v3().shaped("[160, 160]", "[32, 32]").typed("uint8");
        let chunks = (0..25_u64).map(|chunk| {
            let row = if chunk == sheared { 33 } else { 32 };
            let pixels =
                (0..1024).map(|place| pixel(chunk / 5 * 32 + place / row, chunk % 5 * 32 + place % row));
            (format!("c/{}/{}", chunk / 5, chunk % 5), pixels.collect())
        });
        found(&in_memory(&document, chunks))
    };
    assert_eq!(with_sheared(99), []);
    let what = "the chunk is sheared: it was written from rows that are 1 element longer";
    assert_eq!(with_sheared(12), [at("c/2/2", what)]);
}

#[test]
fn bits_of_packed_bools_in_the_other_order_are_found() {
    let stripes = |row: u64, column: u64| ((row + column) / 13).is_multiple_of(2);
    let with_reversed = |reversed: usize| {
        let document = Document::v2().with("shape", "[80, 320]").with("chunks", "[16, 64]");
        let document = document.with("dtype", "\"|b1\"").with("filters", r#"[{"id": "packbits"}]"#);
        let chunks = (0..25_u64).map(|chunk| {
            // The first byte counts the bits of padding.
            let mut bytes = vec![0];
            for byte in 0..EDGE * 64 / 8 {
                let bit = |bit: u64| {
                    let place = 8 * byte + bit;
                    stripes(chunk / 5 * EDGE + place / 64, chunk % 5 * 64 + place % 64)
                };
                let packed = (0..8).fold(0_u8, |packed, at| packed << 1 | u8::from(bit(at)));
                bytes.push(if chunk as usize == reversed { packed.reverse_bits() } else { packed });
            }
            (format!("{}.{}", chunk / 5, chunk % 5), bytes)
        });
        found(&in_memory(&document.dotted(), chunks))
    };
    assert_eq!(with_reversed(99), []);
    assert_eq!(with_reversed(7), [at("1.2", "the chunk has the bits of each byte in the other order")]);
}

#[test]
fn codes_name_categories_that_are_there() {
    let codes = |last: u8| {
        let chunks = (0..8_u8).map(|chunk| (0..50_u8).map(move |place| (place % 7 + chunk) % 5));
        let mut chunks: Vec<Vec<u8>> = chunks.map(Iterator::collect).collect();
        chunks[5][20] = last;
        let keys: Vec<String> = (0..8).map(|number| format!("c/{number}")).collect();
        let files: Vec<(&str, Vec<u8>)> = keys.iter().map(String::as_str).zip(chunks).collect();
        let store = Store::new().group("").group("kind");
        store.put("kind/codes", &Document::v3().shaped("[400]", "[50]").typed("int8"), &files);
        let categories = Document::v3().shaped("[5]", "[5]").typed("int32");
        store.put("kind/categories", &categories, &[("c/0", vec![1; 20])]);
        found(&store.hierarchy())
    };
    assert_eq!(codes(4), []);
    assert_eq!(codes(5), [at("c/5", "the chunk has codes of categories that are not there")]);
}

#[test]
fn temperatures_in_the_other_unit_and_unnamed_flags_are_told_by_attributes() {
    let in_units = |units: &str, less: f64| {
        let grid = floats(|row, column| temperature(row, column) - less);
        let attributes = json!({"standard_name": "air_temperature", "units": units});
        found(&stated(&grid, &[], &json!({"attributes": attributes})))
    };
    assert_eq!(in_units("K", 0.0), []);
    assert_eq!(in_units("degC", 273.15), []);
    assert_eq!(in_units("degC", 0.0)[0].1, "the units are K, not degC");
    assert_eq!(in_units("K", 273.15)[0].1, "the units are degC, not K");
    assert_eq!(in_units("K", 240.0), [], "above zero, kelvin may be as low as they like");
    let flags = json!({"attributes": {"flag_values": [0, 1, 2, 3], "flag_meanings": "a b c d"}});
    let classes = || grid("uint8", |row, column| [((row + 2 * column) / 7 % 4) as u8]);
    assert_eq!(found(&stated(&classes(), &[], &flags)), []);
    let mut unnamed = classes();
    unnamed.chunks[12][100] |= 0x80;
    let what = "the chunk has a value that the attributes do not name";
    assert_eq!(found(&stated(&unnamed, &[], &flags)), [at("c/2/2", what)]);
}

#[test]
fn whole_numbers_and_others_are_told_apart() {
    let counts = || floats(|row, column| (20.0 * noise(row, column)).floor());
    assert_eq!(found(&counts().hierarchy()), []);
    let edit = |grid: &mut Grid, change: &dyn Fn(f32) -> f32| {
        for element in grid.chunks[12].as_chunks_mut::<4>().0 {
            *element = change(f32::from_le_bytes(*element)).to_le_bytes();
        }
    };
    let mut logarithms = counts();
    edit(&mut logarithms, &f32::ln_1p);
    let what = "the values of the chunk were computed from those that belong there";
    assert!(found(&logarithms.hierarchy()).contains(&at("c/2/2", what)));
    let mut rounded = floats(|row, column| 9.0 * noise(row, column));
    edit(&mut rounded, &f32::round);
    let what = "the values of the chunk are rounded to whole numbers";
    assert!(found(&rounded.hierarchy()).contains(&at("c/2/2", what)));
}

#[test]
fn labels_of_a_coarser_level_are_those_of_the_finer_one() {
    let levels = |is_mean: bool| {
        let store = Store::new().group("");
        let coarse = integers(|row, column| {
            let of = |row: u64, column: u64| label(row, column);
            let four =
                [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(down, right)| of(2 * row + down, 2 * column + right));
            if is_mean { (four.iter().sum::<f64>() / 4.0).floor() } else { four[0] }
        });
        let mut fine = Vec::new();
        for chunk in 0..CHUNKS * CHUNKS {
            let (top, left) = (chunk / CHUNKS * 2 * EDGE, chunk % CHUNKS * 2 * EDGE);
            let places =
                (0..4 * EDGE * EDGE).map(|place| (top + place / (2 * EDGE), left + place % (2 * EDGE)));
            let bytes = places.flat_map(|(row, column)| (label(row, column) as u16).to_le_bytes()).collect();
            fine.push((format!("c/{}/{}", chunk / CHUNKS, chunk % CHUNKS), bytes));
        }
        let shape = format!("{:?}", [2 * CHUNKS * EDGE; 2]);
        let document = Document::v3().shaped(&shape, &format!("{:?}", [2 * EDGE; 2])).typed("uint16");
        for (name, document, chunks) in
            [("0", document, fine), ("1", coarse.document([EDGE; 2]), coarse.keyed(&[]))]
        {
            let files: Vec<(&str, Vec<u8>)> =
                chunks.iter().map(|(key, bytes)| (key.as_str(), bytes.clone())).collect();
            store.put(name, &document, &files);
        }
        found(&store.hierarchy())
    };
    assert_eq!(levels(false), []);
    assert_eq!(levels(true)[0].1, "the labels of the level were averaged: it has some that are not there");
}

#[test]
fn chunks_that_do_not_decode_are_told_by_what_makes_them_decode() {
    let text = |texts: &[&[u8]]| {
        let mut bytes = (texts.len() as u32).to_le_bytes().to_vec();
        for text in texts {
            bytes.extend((text.len() as u32).to_le_bytes());
            bytes.extend(*text);
        }
        bytes
    };
    let strings = |chunk: Vec<u8>| {
        let document = Document::v3().shaped("[4]", "[4]").typed("string").with("fill_value", "\"\"");
        let document = document.with("codecs", r#"[{"name": "vlen-utf8"}]"#);
        found(&in_memory(&document, [("c/0".to_owned(), chunk)]))
    };
    let towns: [&[u8]; 4] = [b"Bern", b"Basel", b"Chur", b"Z\xc3\xbcrich"];
    assert_eq!(strings(text(&towns)), []);
    let latin: [&[u8]; 4] = [b"Bern", b"Basel", b"Chur", b"Z\xfcrich"];
    assert_eq!(strings(text(&latin)), [at("c/0", "the texts are in Latin-1, not UTF-8")]);
    let mut long = text(&towns);
    long[14] = 0xff;
    assert_eq!(strings(long), [at("c/0", "the length of an element is wrong: it is 16711685")]);

    // A block of LZ4 that is one run of 64 bytes as they are, after the size that numcodecs writes.
    let lz4 = |chunk: u8| [&[64, 0, 0, 0, 0xf0, 49][..], &[chunk; 64]].concat();
    let chunks = |wrong: u8| {
        (0..6_u8).map(move |number| {
            let mut bytes = lz4(number + 1);
            bytes[0] = if number == 3 { wrong } else { 64 };
            (number.to_string(), bytes)
        })
    };
    let document = Document::v2().with("shape", "[96]").with("chunks", "[16]").with("dtype", "\"<i4\"");
    let document = document.with("compressor", r#"{"id": "lz4", "acceleration": 1}"#);
    assert_eq!(found(&in_memory(&document, chunks(64))), []);
    let what = "the header of lz4 is wrong: its nbytes is 20 00 00 00, in all other chunks 40 00 00 00";
    assert_eq!(found(&in_memory(&document, chunks(32))), [at("3", what)]);

    let lost: Vec<u8> =
        [vec![0; 512], (0..200_u8).map(|byte| byte.wrapping_mul(77) ^ 0x5a).collect()].concat();
    let document = Document::v2().with("shape", "[512]").with("chunks", "[512]").with("dtype", "\"<i4\"");
    let document = document.with("compressor", r#"{"id": "zlib", "level": 1}"#);
    let lost = found(&in_memory(&document, [("0".to_owned(), lost)]));
    assert_eq!(lost, [at("0", "the beginning of the file is zeros")]);
}

#[test]
fn an_impossible_value_is_named_where_no_bit_explains_it() {
    let set = |grid: &mut Grid, chunk: usize, element: usize, value: f32| {
        grid.chunks[chunk][4 * element..][..4].copy_from_slice(&value.to_le_bytes());
    };
    for (value, text) in [(1e6, "1000000"), (-9999.0, "-9999"), (1e30, "1.00e30"), (f32::INFINITY, "inf")] {
        let mut grid = floats(temperature);
        set(&mut grid, 12, 37, value);
        let what = format!("the element (2, 5) has an impossible value: {text}");
        assert_eq!(one(&grid), at("c/2/2", &what));
    }
    // Where it is stated, it is a mark.
    let mut marked = floats(temperature);
    set(&mut marked, 12, 37, -9999.0);
    let attributes = json!({"attributes": {"missing_value": -9999.0}});
    assert_eq!(found(&stated(&marked, &[], &attributes)), []);
    assert_eq!(found(&stated(&marked, &[], &json!({"fill_value": -9999.0}))), []);
    let nothing: [(String, String); 0] = [];
    let spike =
        |row, column| if (row, column) == (20, 33) { 60_000.0 } else { 400.0 + 90.0 * noise(row, column) };
    assert_eq!(found(&floats(spike).hierarchy()), nothing, "a hot element in noise");
    let heavy = |row, column| (std::f64::consts::PI * (noise(row, column) - 0.5)).tan();
    assert_eq!(found(&floats(heavy).hierarchy()), nothing, "values that are always far away here and there");
    let drops = |row: u64, column: u64| if row * 80 + column == 1733 { 5.0 } else { 0.0 };
    assert_eq!(found(&floats(drops).hierarchy()), nothing, "nearly all of it zero");
}

#[test]
fn a_chunk_that_is_missing_amid_full_ones_is_named() {
    let lost = |key| [at(key, "the chunk is lost: it is missing, and reads as the fill value")];
    let (zero, nan) = (json!({}), json!({"fill_value": "NaN"}));
    let grid = floats(temperature);
    assert_eq!(found(&stated(&grid, &[12], &zero)), lost("c/2/2"));
    assert_eq!(found(&stated(&grid, &[12], &nan)), lost("c/2/2"));
    // What is still to be written, a corner, a side, a lake whose shore is not where chunks end.
    for without in [vec![24], vec![22, 23, 24], vec![0], vec![4, 9, 14, 19, 24]] {
        assert_eq!(found(&stated(&grid, &without, &nan)), [], "{without:?}");
    }
    let far = |row: u64, column: u64| row.abs_diff(40).pow(2) + column.abs_diff(40).pow(2);
    let lake = |row, column| if far(row, column) < 300 { 0.0 } else { temperature(row, column) };
    assert_eq!(found(&stated(&floats(lake), &[12], &zero)), []);
}

#[test]
fn shards_that_lack_inner_chunks_amid_full_ones_are_named() {
    let mut grid = floats(temperature);
    let look = |grid: &Grid, shard: usize, lacks: &[usize]| {
        let without: Vec<_> = lacks.iter().map(|inner| (shard, *inner)).collect();
        found(&grid.in_shards_but(&without))
    };
    let what = |count| format!("the shard lacks {count} of 4 inner chunks, which read as the fill value");
    assert_eq!(look(&grid, 7, &[0, 1]), [at("c/1/2", &what(2))]);
    assert_eq!(look(&grid, 7, &[3]), [at("c/1/2", &what(1))]);
    // The end of what is still written.
    assert_eq!(look(&grid, 24, &[2, 3]), []);
    // Zeros beside what is missing: it may be zero as well.
    for element in grid.chunks[6].chunks_exact_mut(4) {
        element.fill(0);
    }
    assert_eq!(look(&grid, 7, &[0, 2]), []);
}

#[test]
fn entries_of_a_shard_index_in_another_order_are_found() {
    let grid = floats(temperature);
    let size = grid.chunks.len();
    let rotated: Vec<usize> = (0..size).map(|place| (place + size - 3) % size).collect();
    let what = "the entries of the shard index are rotated by 3 towards the end";
    assert_eq!(found(&grid.sharded(&rotated)), [at("c/0/0", what)]);
    let edge = CHUNKS as usize;
    let transposed: Vec<usize> = (0..size).map(|place| place % edge * edge + place / edge).collect();
    let what = "the entries of the shard index are transposed: they are in the order [1, 0] of dimensions";
    assert_eq!(found(&grid.sharded(&transposed)), [at("c/0/0", what)]);
    let reversed: Vec<usize> = (0..size).rev().collect();
    let noise = |row, column| noise(row * row + 13 * column * column, row * column);
    assert_eq!(found(&floats(noise).sharded(&reversed)), [], "of noise nothing is known");
}

#[test]
fn a_chunk_in_which_elements_slipped_from_some_place_on_is_found() {
    let mut lost = floats(temperature);
    let from = 4 * 70;
    lost.chunks[12].copy_within(from + 8.., from);
    let (key, what) = one(&lost);
    let begins = "the chunk is shifted by 2 elements towards its beginning from about element ";
    assert!(key == "c/2/2" && what.starts_with(begins), "{key}: {what}");
    let mut twice = floats(temperature);
    let size = twice.chunks[12].len();
    twice.chunks[12].copy_within(from..size - 4, from + 4);
    let (key, what) = one(&twice);
    let begins = "the chunk is shifted by 1 element towards its end from about element ";
    assert!(key == "c/2/2" && what.starts_with(begins), "{key}: {what}");
}

#[test]
fn labels_in_the_other_byte_order_are_named_so_first() {
    let mut grid =
        integers(|row, column| if label(row, column) > 0.0 { 3.0 + label(row, column) } else { 0.0 });
    grid.chunks[12].chunks_exact_mut(2).for_each(<[u8]>::reverse);
    assert_eq!(found(&grid.hierarchy())[0], at("c/2/2", "the chunk is in the other byte order"));
}

#[test]
fn logarithms_and_a_scale_the_wrong_way_round_are_told() {
    let slow = |row: u64, column: u64| (row as f64 / 40.0).sin() + (column as f64 / 30.0).cos();
    let power = |row, column| 10_f64.powf(2.0 + slow(row, column) + noise(row, column) / 100.0);
    let edit = |value: fn(f32) -> f32, of: &dyn Fn(u64, u64) -> f64| {
        let mut grid = floats(of);
        for element in grid.chunks[12].as_chunks_mut::<4>().0 {
            *element = value(f32::from_le_bytes(*element)).to_le_bytes();
        }
        one(&grid)
    };
    let what = "the chunk has decibels (10 · log10) among plain values";
    assert_eq!(edit(|value| 10.0 * value.log10(), &power), at("c/2/2", what));
    let what = "the chunk has plain values among decibels (10 · log10)";
    let decibels = |row, column| 10.0 * power(row, column).log10();
    assert_eq!(edit(|value| 10_f32.powf(value / 10.0), &decibels), at("c/2/2", what));

    let mut packed = integers(|row, column| 100.0 * temperature(row, column));
    packed.chunks[12] = integers(|row, column| 2.5 * temperature(row, column)).chunks[12].clone();
    let attributes = json!({"attributes": {"scale_factor": 0.158_113_883}});
    let (key, what) = found(&stated(&packed, &[], &attributes)).remove(0);
    assert!(key == "c/2/2" && what.ends_with(": scale_factor was applied the wrong way round"), "{what}");
}

#[test]
fn a_chunk_that_was_written_to_two_keys_is_a_copy() {
    let mut grid = floats(temperature);
    grid.chunks[12] = grid.chunks[3].clone();
    assert_eq!(one(&grid), at("c/2/2", "the chunk is a copy of c/0/3"));
    // Beside the one that it is a copy of.
    let mut grid = floats(temperature);
    grid.chunks[12] = grid.chunks[13].clone();
    assert_eq!(one(&grid), at("c/2/2", "the chunk is a copy of c/2/3"));
}

#[test]
fn ids_of_which_none_is_there_twice_are_no_copies() {
    // An odd factor takes no two numbers to the same one.
    let id = |number: u32| number.wrapping_mul(2_654_435_769).to_le_bytes();
    let with_copied = |copied: u32, is_unique: bool| {
        let document = Document::v3().shaped("[4096]", "[256]").typed("uint32");
        let chunks = (0..16_u32).map(|chunk| {
            let from = if chunk == copied { 3 } else { chunk };
            let own = |at: u32| if is_unique { from * 256 + at } else { (from * 256 + at) / 3 };
            (format!("c/{chunk}"), (0..256).flat_map(|at| id(own(at))).collect())
        });
        found(&in_memory(&document, chunks))
    };
    assert_eq!(with_copied(99, true), []);
    let what = "c/3 and c/12 hold the same values: one is a copy";
    assert_eq!(with_copied(12, true), [at("c/3", what), at("c/12", what)]);
    assert_eq!(with_copied(12, false), [], "numbers of groups are there again anyhow");
}

#[test]
fn channels_with_a_gain_and_floats_that_fade_out_are_sound() {
    let channel = |number: u64| {
        let gain = if number == 2 { 10.0 } else { 1.0 };
        let counts = move |row, column| gain * (80.0 + 60.0 * noise(row * (number + 1), column)).floor();
        integers(counts).chunks.concat()
    };
    let chunks: Vec<(String, Vec<u8>)> =
        (0..8).map(|number| (format!("c/{number}/0/0"), channel(number))).collect();
    let document = Document::v3().shaped("[8, 80, 80]", "[1, 80, 80]").typed("uint16");
    assert_eq!(found(&in_memory(&document, chunks)), []);
    let faint = |row, column| (1e-310 * noise(row, column)).to_le_bytes();
    assert_eq!(found(&grid("float64", faint).hierarchy()), []);
}

#[test]
fn a_frame_that_was_written_twice_is_a_copy() {
    let frame = |number: u64| {
        let seen = |row: u64, column: u64| 6000.0 + 900.0 * temperature(row + 2 * number, column + number);
        let grained = |row, column| (seen(row, column) + 70.0 * noise(row * (number + 3), column)) / 9.0;
        integers(grained).chunks.concat()
    };
    let document = Document::v3().shaped("[9, 80, 80]", "[1, 80, 80]").typed("uint16");
    let with = |frames: [u64; 9]| {
        let chunks = frames.into_iter().enumerate();
        found(&in_memory(&document, chunks.map(|(at, from)| (format!("c/{at}/0/0"), frame(from)))))
    };
    assert_eq!(with([0, 1, 2, 3, 4, 5, 6, 7, 8]), []);
    assert_eq!(with([0, 1, 2, 3, 4, 5, 5, 7, 8]), [at("c/6/0/0", "the chunk is a copy of c/5/0/0")]);
    // A loop comes back to where it began.
    assert_eq!(with([0, 1, 2, 0, 1, 2, 0, 1, 2]), []);
}

#[test]
fn what_is_counted_from_zero_is_never_less() {
    let shower = |row: u64, column: u64| (temperature(row, column) - 288.0).max(0.0);
    let drizzle = |row, column| shower(row, column) * (1.0 + noise(row, column));
    assert_eq!(found(&floats(drizzle).hierarchy()), [], "a shower begins with a large step");
    let mut below = floats(drizzle);
    below.chunks[12][4 * 37..][..4].copy_from_slice(&(-40.0_f32).to_le_bytes());
    let (key, what) = one(&below);
    assert!(key == "c/2/2" && what.ends_with(" has an impossible value: -40"), "{key}: {what}");

    let seldom = |row, column| if noise(row, column) < 0.9 { 0.0 } else { 250.0 * noise(column, row) };
    let counts = |from: u64| {
        grid("int16", move |row, column| {
            let value = seldom(row, column) as i16;
            let is_wrapped = from == row / EDGE * CHUNKS + column / EDGE && value > 127;
            (value - if is_wrapped { 256 } else { 0 }).to_le_bytes()
        })
    };
    assert_eq!(found(&counts(99).hierarchy()), []);
    let what = "the chunk has values that wrapped: they went through 8 bits";
    assert_eq!(one(&counts(12)), at("c/2/2", what));
}

#[test]
fn an_earthquake_is_no_noise_of_something_else() {
    // It begins with chunk 8, and fades out over those after it.
    let document = Document::v3().shaped("[4096]", "[256]").typed("int32");
    let ground = |at: u64| {
        let since = at.saturating_sub(2048) as f64;
        let shaking = if at < 2048 { 0.0 } else { 9000.0 * (-since / 150.0).exp() };
        (40.0 * (noise(at, 1) - 0.5) + shaking * (noise(at, 2) - 0.5)) as i32
    };
    let chunks = (0..16_u64).map(|chunk| {
        let places = chunk * 256..(chunk + 1) * 256;
        (format!("c/{chunk}"), places.flat_map(|at| ground(at).to_le_bytes()).collect())
    });
    assert_eq!(found(&in_memory(&document, chunks)), []);
}

#[test]
fn chunks_of_one_value_are_not_exchanged() {
    let sea = |row: u64, column: u64| {
        let is_land = [(0, 0), (1, 3), (3, 1), (4, 4)].contains(&(row / EDGE, column / EDGE));
        if is_land { 0.0 } else { temperature(row, column) }
    };
    let found = found(&floats(sea).hierarchy());
    assert!(found.iter().all(|(_, what)| !what.contains("exchanged")), "{found:?}");
}

#[test]
fn one_chunk_is_not_put_right_by_what_breaks_all_others() {
    let mut grid = floats(temperature);
    for number in grid.chunks[12].chunks_mut(4) {
        number.reverse();
    }
    let found = look(&grid.hierarchy(), ChunkChoice::Quick).found;
    assert_eq!(found.len(), 1);
    assert!(found[0].verdict.hypotheses.iter().all(|own| own.changes.is_empty()), "{:?}", found[0].verdict);
}

/// A mosaic in which each chunk has a level and a grain of its own.
fn mosaic(row: u64, column: u64) -> u16 {
    let tile = noise(row / EDGE, column / EDGE);
    (2000.0 * tile + 30.0 * temperature(row, column) + 400.0 * tile * noise(row, column)) as u16
}

#[test]
fn a_tile_of_a_mosaic_in_the_other_byte_order_is_told_by_its_inside() {
    let tiles = || grid("uint16", |row, column| mosaic(row, column).to_le_bytes());
    assert_eq!(found(&tiles().hierarchy()), []);
    let mut swapped = tiles();
    swapped.chunks[7].chunks_mut(2).for_each(<[u8]>::reverse);
    assert_eq!(one(&swapped), at("c/1/2", "the chunk is in the other byte order"));
}

#[test]
fn numbers_that_are_twice_as_wide_have_zeros_between_them() {
    let labels = |row: u64, column: u64| 1 + (row / 7 * 3 + column / 9) as u32 % 40;
    let mut grid = grid("uint32", |row, column| labels(row, column).to_le_bytes());
    assert_eq!(found(&grid.hierarchy()), []);
    let half = EDGE * EDGE / 2;
    let wide = |place: u64| u64::from(labels(32 + place / EDGE, 32 + place % EDGE)).to_le_bytes();
    grid.chunks[12] = (0..half).flat_map(wide).collect();
    assert_eq!(one(&grid), at("c/2/2", "the chunk holds numbers of 64 bits, read as 32"));
}

#[test]
fn what_went_around_within_a_chunk_is_told_where_it_leaps() {
    let document = Document::v3().shaped("[160]", "[16]").typed("uint32");
    let id = |at: u64| (10 * at + (100.0 * noise(at, 4)) as u64 % 9) as u32;
    let list = |rotated: bool| {
        let chunks = (0..10_u64).map(move |chunk| {
            let mut own: Vec<[u8; 4]> = (0..16).map(|at| id(16 * chunk + at).to_le_bytes()).collect();
            if rotated && chunk == 6 {
                own.rotate_right(1);
            }
            (format!("c/{chunk}"), own.concat())
        });
        found(&in_memory(&document, chunks))
    };
    assert_eq!(list(false), []);
    let what = "the chunk is rotated by 1 element towards its end: what left there is at the other end";
    assert_eq!(list(true), [at("c/6", what)]);

    // A picture in which rows beside each other are alike, but not much.
    let seen = |row: u64, column: u64| 20.0 * (temperature(row, column) - 250.0) + 60.0 * noise(row, column);
    let mut picture = integers(seen);
    assert_eq!(found(&picture.hierarchy()), []);
    picture.chunks[13].rotate_right(2 * EDGE as usize);
    let what = "the chunk is rotated by 1 row along dimension 0, towards its end: what left there is at the other end";
    assert_eq!(one(&picture), at("c/2/3", what));
}

#[test]
fn counts_of_another_rate_end_where_the_chunk_does() {
    let counts = |at: u64, rate: f64| {
        integers(move |row, column| {
            let is_other = row / EDGE * CHUNKS + column / EDGE == at;
            let level = if is_other { rate } else { 0.4 };
            // Half of the time, and more, it is nothing.
            (level * (1.0 + 2.0 * noise(row, column)) * noise(column, row)).floor()
        })
    };
    assert_eq!(found(&counts(99, 0.0).hierarchy()), []);
    let what = "the chunk holds values of something else: it is foreign, or damaged";
    assert_eq!(one(&counts(12, 6.0)), at("c/2/2", what));
}

#[test]
fn a_bit_of_counts_that_are_mostly_zero_is_found() {
    let seldom = |row, column| if noise(row, column) < 0.93 { 0.0 } else { 1.0 + 2.0 * noise(column, row) };
    let mut grid = grid("uint32", move |row, column| (seldom(row, column) as u32).to_le_bytes());
    assert_eq!(found(&grid.hierarchy()), []);
    grid.chunks[12][4 * 100 + 3] |= 0x80;
    assert_eq!(one(&grid), at("c/2/2", "one bit of the element (6, 4) is flipped: bit 31"));
}

#[test]
fn a_hole_in_a_mask_ends_where_the_chunk_does() {
    let land = |row: u64, column: u64| row.abs_diff(40).pow(2) + column.abs_diff(41).pow(2) < 1300;
    let grid = grid("bool", move |row, column| [u8::from(land(row, column))]);
    let without = |without: &[usize]| {
        // What is false throughout is left out, as writers do.
        let mut chunks = grid.keyed(without);
        chunks.retain(|(_, chunk)| chunk.contains(&1));
        found(&in_memory(&grid.document([EDGE; 2]).with("fill_value", "false"), chunks))
    };
    assert_eq!(without(&[]), []);
    assert_eq!(
        without(&[12]),
        [at("c/2/2", "the chunk is lost: it is missing, and reads as the fill value")]
    );
}

#[test]
fn a_temperature_of_a_million_kelvin_was_scaled_the_wrong_way() {
    let packed = |row, column| 100.0 * temperature(row, column);
    let members = |scale: f64| {
        let stated =
            json!({"standard_name": "air_temperature", "units": "K", "scale_factor": scale, "_FillValue": 0});
        json!({"attributes": stated})
    };
    let with = |scale: f64| found(&stated(&integers(packed), &[], &members(scale)));
    assert_eq!(with(0.01), []);
    let found = with(100.0);
    assert!(
        found.iter().all(|(_, what)| what == "scale_factor is the wrong way round: it is 0.01"),
        "{found:?}"
    );
    assert_eq!(found.len(), 1);
}

/// A picture that is rough everywhere, so that hardly a border tears: rows and columns of its own, and much grain.
fn rough(row: u64, column: u64) -> f64 {
    let (y, x) = (row as f64, column as f64);
    3000.0 + 14.0 * y + 9.0 * x + 300.0 * (y / 23.0).sin() * (x / 19.0).cos() + 260.0 * noise(row, column)
}

#[test]
fn what_strains_its_borders_is_at_ease_where_it_belongs() {
    assert_eq!(found(&integers(rough).hierarchy()), []);
    let mut exchanged = integers(rough);
    exchanged.chunks.swap(6, 18);
    let what = "c/1/1 and c/3/3 are exchanged";
    assert_eq!(found(&exchanged.hierarchy()), [at("c/1/1", what), at("c/3/3", what)]);
    let mut grid = integers(rough);
    for row in 0..CHUNKS as usize {
        for column in row + 1..CHUNKS as usize {
            grid.chunks.swap(row * CHUNKS as usize + column, column * CHUNKS as usize + row);
        }
    }
    // With each chunk transposed the whole picture is transposed, which fits as well.
    let ways = [
        "the keys of the chunks have their coordinates in the other order: column first",
        "a transpose of order [1, 0] is missing",
    ];
    let found = found(&grid.hierarchy());
    assert!(found.len() == 25 && found.iter().all(|(_, what)| ways.contains(&what.as_str())), "{found:?}");
}

#[test]
fn a_bit_of_an_id_in_order_is_flipped_back() {
    let document = Document::v3().shaped("[160]", "[16]").typed("uint64");
    let id = |at: u64| 1_000_000_000 * (at + 3) + (1e8 * noise(at, 4)) as u64;
    let list = |bit: u64| {
        let chunks = (0..10_u64).map(move |chunk| {
            let own = |at: u64| id(16 * chunk + at) ^ if (chunk, at) == (6, 5) { bit } else { 0 };
            (format!("c/{chunk}"), (0..16).flat_map(|at| own(at).to_le_bytes()).collect())
        });
        found(&in_memory(&document, chunks))
    };
    assert_eq!(list(0), []);
    assert_eq!(list(1 << 35), [at("c/6", "one bit of the element (5) is flipped: bit 35")]);
}

#[test]
fn a_mask_that_is_inverted_in_one_chunk_is_told() {
    let land = |row: u64, column: u64| temperature(row, column) > 283.0;
    let mut grid = grid("bool", move |row, column| [u8::from(land(row, column))]);
    assert_eq!(found(&grid.hierarchy()), []);
    grid.chunks[12].iter_mut().for_each(|own| *own = 1 - *own);
    assert_eq!(one(&grid), at("c/2/2", "the chunk is inverted: 0 and 1 are exchanged in it"));
}

/// Half of the elements are zero, so that the middle difference of neighbours is next to nothing where they differ much.
#[test]
fn rain_on_half_of_the_days_tears_no_border() {
    let document = Document::v3().shaped("[40, 12, 12]", "[4, 12, 12]").typed("float32");
    let rain = |day: u64, place: u64| (1e-4 * (noise(day, place) - 0.5).max(0.0)) as f32;
    let chunks = (0..10_u64).map(|chunk| {
        let elements = (0..4 * 144).map(move |at| rain(4 * chunk + at / 144, at % 144));
        (format!("c/{chunk}/0/0"), elements.flat_map(f32::to_le_bytes).collect())
    });
    assert_eq!(found(&in_memory(&document, chunks)), []);
}

/// Rows `down` to the last of a chunk, and what is right of `right`, become these bytes.
fn fill(grid: &mut Grid, chunk: usize, [rows, columns]: [std::ops::Range<usize>; 2], value: &[u8]) {
    let edge = EDGE as usize;
    for (place, element) in grid.chunks[chunk].chunks_mut(value.len()).enumerate() {
        if rows.contains(&(place / edge)) && columns.contains(&(place % edge)) {
            element.copy_from_slice(value);
        }
    }
}

const HOLE: &str = "part of the chunk was never written: a hole of zeros";

#[test]
fn boxes_of_zeros_are_holes_and_what_has_no_corners_is_not() {
    let grained = |row, column| 500.0 + 90.0 * temperature(row, column) + 60.0 * noise(row, column);
    let mut inside = integers(grained);
    fill(&mut inside, 7, [3..9, 4..13], &[0, 0]);
    assert_eq!(one(&inside), at("c/1/2", HOLE));
    // The end of a chunk, from the middle of a row on, up to neighbours that go on.
    let mut end = integers(grained);
    end.chunks[12][2 * 168..].fill(0);
    assert_eq!(one(&end), at("c/2/2", HOLE));
    // Where it rains here and there, a box between showers is dry, and one within a shower is a hole.
    let shower = |row: u64, column: u64| (temperature(row, column) - 279.0).max(0.0);
    let rain = || floats(move |row, column| shower(row, column) * (1.0 + noise(row, column)));
    assert_eq!(found(&rain().hierarchy()), []);
    let round = |row: u64, column: u64| {
        let is_spot = row.abs_diff(40).pow(2) + column.abs_diff(40).pow(2) < 40;
        if is_spot { 0.0 } else { temperature(row, column) }
    };
    assert_eq!(found(&floats(round).hierarchy()), [], "a spot");
    let band = |row: u64, column: u64| if row < 6 { 0.0 } else { temperature(row, column) };
    assert_eq!(found(&floats(band).hierarchy()), [], "a margin of zeros");
}

#[test]
fn lists_that_end_in_zeros_where_a_chunk_does_have_a_hole() {
    let list = |zeros: std::ops::Range<u64>| {
        let document = Document::v3().shaped("[4096]", "[256]").typed("float64");
        let chunks = (0..16_u64).map(|chunk| {
            let value = |at: u64| if zeros.contains(&at) { 0.0 } else { 5.0 * temperature(at, 3) - 1400.0 };
            (
                format!("c/{chunk}"),
                (chunk * 256..chunk * 256 + 256).flat_map(|at| value(at).to_le_bytes()).collect(),
            )
        });
        found(&in_memory(&document, chunks))
    };
    assert_eq!(list(0..0), []);
    assert_eq!(list(1400..1536), [at("c/5", HOLE)]);
    assert_eq!(list(1500..1576), [], "over the end of a chunk");
}

#[test]
fn values_that_are_cut_off_in_one_chunk_are_told() {
    let mut capped = floats(temperature);
    for element in capped.chunks[12].chunks_mut(4) {
        let value = f32::from_le_bytes(element.try_into().unwrap()).min(283.5);
        element.copy_from_slice(&value.to_le_bytes());
    }
    assert_eq!(one(&capped), at("c/2/2", "the chunk has values that are cut off at 283.5"));
    let everywhere = |row, column| temperature(row, column).min(290.0);
    assert_eq!(found(&floats(everywhere).hierarchy()), [], "a detector");
}

#[test]
fn rows_in_another_order_are_told_from_rows_that_differ() {
    let mut shuffled = floats(temperature);
    let rows: Vec<Vec<u8>> = shuffled.chunks[12].chunks(64).map(<[u8]>::to_vec).collect();
    let order = [7, 2, 11, 0, 14, 5, 9, 3, 12, 1, 15, 6, 10, 4, 13, 8];
    shuffled.chunks[12] = order.iter().flat_map(|row: &usize| rows[*row].clone()).collect();
    assert_eq!(one(&shuffled), at("c/2/2", "the rows of the chunk are in another order"));
    let striped = |row: u64, column: u64| {
        let is_comb = row / EDGE == 2 && column / EDGE == 2 && column.is_multiple_of(2);
        temperature(row, column) + if is_comb { 15.0 } else { 0.0 }
    };
    let found = found(&floats(striped).hierarchy());
    assert!(found.iter().all(|(_, what)| !what.contains("another order")), "{found:?}");
}

#[test]
fn what_is_often_zero_has_another_unit_or_floor_in_one_chunk() {
    let rain = |factor: f64, more: f64| {
        floats(move |row, column| {
            let wet = (8.0 * noise(row / 3, column / 3) - 4.5).max(0.0);
            let is_changed = (row / EDGE, column / EDGE) == (2, 3);
            if is_changed { wet * factor + more } else { wet }
        })
    };
    assert_eq!(found(&rain(1.0, 0.0).hierarchy()), []);
    let small = "the chunk has values in another unit: about 1000 times too small";
    assert_eq!(one(&rain(0.001, 0.0)), at("c/2/3", small));
    assert_eq!(one(&rain(1.0, 3.0)), at("c/2/3", "the chunk has values that are 3 too large"));
    let counts = |factor: u16| {
        grid("uint16", move |row, column| {
            let count = (4.0 * noise(row, column)).floor() as u16;
            (count * if (row / EDGE, column / EDGE) == (1, 1) { factor } else { 1 }).to_le_bytes()
        })
    };
    assert_eq!(found(&counts(1).hierarchy()), []);
    assert_eq!(one(&counts(2)), at("c/1/1", "the values of the chunk were multiplied by 2, or rounded"));
}

#[test]
fn the_cell_with_the_sharpest_borders_stands_out() {
    let texture = |row: u64, column: u64| temperature(row, column) + 4.0 * noise(row, column);
    assert_eq!(found(&floats(texture).hierarchy()), []);
    let mut foreign = floats(texture);
    foreign.chunks[12] = floats(|row, column| texture(row + 57, column + 21) - 9.0).chunks[3].clone();
    let (key, what) = one(&foreign);
    assert!(key == "c/2/2" && what.contains("does not fit what is around it"), "{key}: {what}");
    // Classes in patches that are larger than chunks: numbers say nothing of how far two are apart.
    let class = |row: u64, column: u64| {
        let (y, x) = (row as f64, column as f64);
        [3_u8, 40, 7, 90][usize::from((y / 9.0).sin() + (x / 13.0).cos() > 0.2)
            + 2 * usize::from((x / 7.0 + y / 11.0).sin() > 0.0)]
    };
    let classes = || grid("uint8", move |row, column| [class(row, column)]);
    assert_eq!(found(&classes().hierarchy()), []);
    let mut turned = classes();
    turned.chunks[6].reverse();
    let (key, what) = one(&turned);
    assert!(key == "c/1/1" && what.contains("turned by 180 degrees"), "{key}: {what}");
}

#[test]
fn one_chunk_in_the_other_byte_order_is_none_of_the_document() {
    let faint = |row, column| 600.0 * (noise(row, column) + noise(column, row));
    let mut swapped = integers(faint);
    swapped.chunks[12].chunks_mut(2).for_each(<[u8]>::reverse);
    let looked = look(&swapped.hierarchy(), ChunkChoice::Quick);
    let first = &looked.found[0].verdict.hypotheses[0];
    assert_eq!((looked.found.len(), first.hypothesis.as_str()), (1, "the chunk is in the other byte order"));
    assert!(first.changes.is_empty());
}

/// A group of three levels, each the means of the one before, of which `change` alters chunks of the finest.
fn pyramid(change: impl Fn(&mut Vec<(String, Vec<u8>)>)) -> Vec<(String, String)> {
    let store = Store::new().group("");
    for level in 0..3_u64 {
        let size = 128 >> level;
        let value = |row: u64, column: u64| {
            let all = (0..1_u64 << (2 * level)).map(|inside| {
                let (down, right) = (inside >> level, inside & ((1 << level) - 1));
                9.0 * temperature((row << level) + down, (column << level) + right)
            });
            all.sum::<f64>() / f64::from(1_u32 << (2 * level))
        };
        let grid = size / EDGE;
        let mut chunks = Vec::new();
        for chunk in 0..grid * grid {
            let (top, left) = (chunk / grid * EDGE, chunk % grid * EDGE);
            let places = (0..EDGE * EDGE).map(|place| (top + place / EDGE, left + place % EDGE));
            let bytes = places.flat_map(|(row, column)| (value(row, column) as u16).to_le_bytes()).collect();
            chunks.push((format!("c/{}/{}", chunk / grid, chunk % grid), bytes));
        }
        if level == 0 {
            change(&mut chunks);
        }
        let files: Vec<(&str, Vec<u8>)> =
            chunks.iter().map(|(key, bytes)| (key.as_str(), bytes.clone())).collect();
        let document =
            Document::v3().shaped(&format!("{:?}", [size; 2]), &format!("{:?}", [EDGE; 2])).typed("uint16");
        store.put(&level.to_string(), &document, &files);
    }
    found(&store.hierarchy())
}

#[test]
fn of_levels_the_odd_one_out_is_wrong() {
    assert_eq!(pyramid(|_| {}), []);
    let lost = pyramid(|chunks| drop(chunks.remove(20)));
    assert!(lost.iter().any(|(_, what)| what == "1 chunk is missing from the level 0: c/2/4"), "{lost:?}");
    let reversed = pyramid(|chunks| chunks[27].1.chunks_mut(32).for_each(|row| row.rotate_left(16)));
    assert!(reversed.iter().all(|(key, _)| key == "c/3/3"), "no coarser level is accused: {reversed:?}");
    assert!(!reversed.is_empty());
}
