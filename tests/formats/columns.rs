//! Columns of tables and of matrices: the doctor holds chunks against what goes with them elsewhere.

#![allow(
    clippy::unwrap_used,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "small numbers of a test"
)]

use crate::around::{at, found};
use crate::document::Document;
use crate::store::{Store, in_memory};

const ROWS: u64 = 64;
const CHUNKS: u64 = 12;

/// A number between 0 and 1 that follows from two others, as chance has it.
fn noise(row: u64, salt: u64) -> f64 {
    let mut mixed = row.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (salt + 1).wrapping_mul(0xd1b5_4a32_d192_ed03);
    for factor in [0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb] {
        mixed = (mixed ^ (mixed >> 29)).wrapping_mul(factor);
    }
    f64::from(u32::try_from(mixed >> 32).unwrap()) / f64::from(u32::MAX)
}

/// The chunks of a column, one after the other.
fn column(value: impl Fn(u64) -> f64) -> Vec<Vec<u8>> {
    let rows = |chunk: u64| chunk * ROWS..(chunk + 1) * ROWS;
    (0..CHUNKS).map(|chunk| rows(chunk).flat_map(|row| value(row).to_le_bytes()).collect()).collect()
}

fn table(columns: &[(&str, Vec<Vec<u8>>)]) -> Vec<(String, String)> {
    let store = Store::new().group("");
    for (name, chunks) in columns {
        let keys: Vec<String> = (0..CHUNKS).map(|chunk| format!("c/{chunk}")).collect();
        let files: Vec<(&str, Vec<u8>)> =
            keys.iter().map(String::as_str).zip(chunks).map(|(key, chunk)| (key, chunk.clone())).collect();
        let document =
            Document::v3().shaped(&format!("[{}]", CHUNKS * ROWS), &format!("[{ROWS}]")).typed("float64");
        store.put(name, &document, &files);
    }
    found(&store.hierarchy())
}

fn far(row: u64) -> f64 {
    1.0 + 40.0 * noise(row, 3).powi(2)
}

fn fare(row: u64) -> f64 {
    3.0 + 2.1 * far(row) + noise(row, 5)
}

fn tip(row: u64) -> f64 {
    0.15 * fare(row) * (0.6 + noise(row, 7))
}

#[test]
fn columns_that_go_together_show_which_chunk_does_not() {
    let taxis = |fares: Vec<Vec<u8>>| {
        table(&[
            ("distance", column(far)),
            ("fare", fares),
            ("tip", column(tip)),
            ("seat", column(|row| noise(row, 11))),
        ])
    };
    assert_eq!(taxis(column(fare)), []);
    let mut exchanged = column(fare);
    exchanged.swap(3, 8);
    let words = |other| format!("the chunk and c/{other} are exchanged");
    assert_eq!(taxis(exchanged), [at("c/3", &words(8)), at("c/8", &words(3))]);
    let mut moved = column(fare);
    moved[5].rotate_right(16);
    assert_eq!(taxis(moved), [at("c/5", "the chunk is shifted by 2 elements towards its end")]);
    let mut reversed = column(fare);
    reversed[5] = reversed[5].chunks(8).rev().flatten().copied().collect();
    assert_eq!(taxis(reversed), [at("c/5", "the chunk is in the reverse order")]);
    let mut foreign = column(fare);
    foreign[5] = column(|row| fare(row + 5000))[5].clone();
    let what = "the values of the chunk belong to other rows: they are in another order, or foreign";
    assert_eq!(taxis(foreign), [at("c/5", what)]);
    // Two columns alone do not say which of them is wrong.
    let mut moved = column(fare);
    moved[5].rotate_right(8);
    let [(key, what)] = table(&[("distance", column(far)), ("fare", moved)]).try_into().unwrap();
    assert!(key == "c/5" && what.contains("shifted by 1 element towards its"), "{key}: {what}");
    // Where columns have nothing to do with each other in several chunks, that is how they are.
    let loose = column(|row| if row / ROWS % 4 == 1 { noise(row, 13) } else { fare(row) });
    assert_eq!(taxis(loose), []);
}

#[test]
fn a_bound_that_is_met_everywhere_is_broken_in_one_chunk() {
    let walk = |row: u64| (0..row).map(|row| noise(row, 17) - 0.5).sum::<f64>() + 100.0;
    let low =
        |row: u64| walk(row).min(walk(row + 1)) - if noise(row, 19) < 0.3 { 0.0 } else { noise(row, 23) };
    let high =
        |row: u64| walk(row).max(walk(row + 1)) + if noise(row, 29) < 0.3 { 0.0 } else { noise(row, 31) };
    let days =
        |closes: Vec<Vec<u8>>| table(&[("low", column(low)), ("close", closes), ("high", column(high))]);
    assert_eq!(days(column(|row| walk(row + 1))), []);
    let mut moved = column(|row| walk(row + 1));
    moved[7].rotate_right(16);
    assert_eq!(days(moved), [at("c/7", "the chunk is shifted by 2 elements towards its end")]);
}

#[test]
fn a_column_ends_where_all_others_go_on() {
    let mut short = column(fare);
    short.truncate(9);
    let others = || [("distance", column(far)), ("tip", column(tip))];
    let what = "the writer stopped here: from this chunk on all are missing, and read as the fill value";
    let [one, other] = others();
    assert_eq!(table(&[one, other, ("fare", short.clone())]), [at("c/9", what)]);
    let [one, other] = others();
    let half_empty: Vec<Vec<u8>> =
        column(|row| if noise(row, 37) < 0.6 { 0.0 } else { 1.0 }).into_iter().take(9).collect();
    assert_eq!(table(&[one, other, ("flag", half_empty)]), [], "zero for the most part, and at the end");
}

/// A matrix of 6 × 6 chunks of 32 × 32: genes of very different rates.
fn matrix(change: impl Fn(&mut Vec<(String, Vec<u8>)>)) -> Vec<(String, String)> {
    const EDGE: u64 = 32;
    const SIDE: u64 = 6;
    let rate = |gene: u64| 40.0 * noise(gene, 41).powi(3);
    let count = |cell: u64, gene: u64| (rate(gene) * (0.4 + 1.2 * noise(cell, gene))).floor();
    let mut chunks = Vec::new();
    for chunk in 0..SIDE * SIDE {
        let (top, left) = (chunk / SIDE * EDGE, chunk % SIDE * EDGE);
        let places = (0..EDGE * EDGE).map(|place| (top + place / EDGE, left + place % EDGE));
        let bytes = places.flat_map(|(row, column)| (count(row, column) as u16).to_le_bytes()).collect();
        chunks.push((format!("c/{}/{}", chunk / SIDE, chunk % SIDE), bytes));
    }
    change(&mut chunks);
    let edge = format!("[{EDGE}, {EDGE}]");
    let size = EDGE * SIDE;
    found(&in_memory(&Document::v3().shaped(&format!("[{size}, {size}]"), &edge).typed("uint16"), chunks))
}

#[test]
fn columns_of_a_matrix_are_those_of_the_chunks_above_and_below() {
    assert_eq!(matrix(|_| {}), []);
    let moved = matrix(|chunks| chunks[14].1.rotate_right(2));
    assert_eq!(moved, [at("c/2/2", "the chunk is shifted by 1 element along dimension 1, towards its end")]);
    let exchanged = matrix(|chunks| {
        let (one, other) = (chunks[8].1.clone(), chunks[27].1.clone());
        chunks[8].1 = other;
        chunks[27].1 = one;
    });
    let what = "c/1/2 and c/4/3 are exchanged";
    assert_eq!(exchanged, [at("c/1/2", what), at("c/4/3", what)]);
}

/// A mask of clouds of 8 × 8 chunks of 32 × 32.
fn clouds(change: impl Fn(&mut Vec<(String, Vec<u8>)>)) -> Vec<(String, String)> {
    const EDGE: u64 = 32;
    const SIDE: u64 = 8;
    let is_cloud = |row: u64, column: u64| {
        let (y, x) = (row as f64 / 9.0, column as f64 / 11.0);
        (x + 1.7 * (y / 2.3).sin()).sin()
            + (y - 1.3 * (x / 1.9).cos()).cos()
            + 0.3 * noise(row / 3, column / 3)
            > 0.3
    };
    let mut chunks = Vec::new();
    for chunk in 0..SIDE * SIDE {
        let (top, left) = (chunk / SIDE * EDGE, chunk % SIDE * EDGE);
        let places = (0..EDGE * EDGE).map(|place| (top + place / EDGE, left + place % EDGE));
        let bytes = places.map(|(row, column)| u8::from(is_cloud(row, column))).collect();
        chunks.push((format!("c/{}/{}", chunk / SIDE, chunk % SIDE), bytes));
    }
    change(&mut chunks);
    let edge = format!("[{EDGE}, {EDGE}]");
    let size = EDGE * SIDE;
    found(&in_memory(
        &Document::v3().shaped(&format!("[{size}, {size}]"), &edge).typed("bool").with("fill_value", "false"),
        chunks,
    ))
}

#[test]
fn clouds_go_on_over_borders() {
    assert_eq!(clouds(|_| {}), []);
    let mut exchanged = clouds(|chunks| {
        let (one, other) = (chunks[18].1.clone(), chunks[45].1.clone());
        chunks[18].1 = other;
        chunks[45].1 = one;
    });
    exchanged.sort();
    let what = "c/2/2 and c/5/5 are exchanged";
    assert_eq!(exchanged, [at("c/2/2", what), at("c/5/5", what)]);
    // The writer stopped; before that it stored chunks without a cloud, too.
    let stopped = clouds(|chunks| {
        for chunk in [3, 9, 17] {
            chunks[chunk].1.fill(0);
        }
        chunks.truncate(43);
    });
    let what = "the writer stopped here: from this chunk on all are missing, and read as the fill value";
    assert!(stopped.contains(&at("c/5/3", what)), "{stopped:?}");
}

/// A field of 8 × 3 × 3 chunks of 6 × 8 × 8, each step, row and column a little farther on.
fn layers(change: impl Fn(u64, f64) -> f64) -> Vec<(String, String)> {
    let value = |time: u64, row: u64, column: u64| {
        let (t, y, x) = (time as f64, row as f64, column as f64);
        280.0
            + 9.0 * (t / 7.0 + y / 13.0).sin()
            + 6.0 * (x / 11.0).cos()
            + 0.1 * noise(time * 997 + row, column)
    };
    let mut chunks = Vec::new();
    for chunk in 0..8 * 3 * 3_u64 {
        let (step, top, left) = (chunk / 9, chunk / 3 % 3 * 8, chunk % 3 * 8);
        let places = (0..6 * 8 * 8).map(|at| (step * 6 + at / 64, top + at / 8 % 8, left + at % 8));
        let bytes = places
            .flat_map(|(time, row, column)| (change(step, value(time, row, column)) as f32).to_le_bytes());
        chunks.push((format!("c/{step}/{}/{}", chunk / 3 % 3, chunk % 3), bytes.collect()));
    }
    let document = Document::v3().shaped("[48, 24, 24]", "[6, 8, 8]").typed("float32");
    found(&in_memory(&document, chunks))
}

#[test]
fn a_layer_of_chunks_that_are_wrong_alike_is_found_along_its_axis() {
    assert_eq!(layers(|_, value| value), []);
    let celsius = layers(|step, value| if step == 4 { value - 273.15 } else { value });
    assert_eq!(celsius.len(), 9, "{celsius:?}");
    for (key, what) in &celsius {
        assert!(key.starts_with("c/4/") && what.contains("kelvin and degrees Celsius"), "{key}: {what}");
    }
    // A field that changes at one time, and does not change back, is another one from there on.
    assert_eq!(layers(|step, value| if step > 4 { value + 40.0 } else { value }), []);
}

#[test]
fn lists_that_stood_still_or_lost_their_sign_are_found() {
    let walk = |row: u64| (0..row).map(|row| noise(row, 43) - 0.5).sum::<f64>() + 100.0;
    let alone = |chunks: Vec<Vec<u8>>| table(&[("level", chunks)]);
    assert_eq!(alone(column(walk)), []);
    let stuck = column(|row| if row / ROWS == 6 { walk(6 * ROWS - 1) } else { walk(row) });
    let [(key, what)] = alone(stuck).try_into().unwrap();
    assert!(key == "c/6" && what.ends_with("throughout"), "{key}: {what}");
    let counts = |row: u64| (20_000.0 * noise(row / 9, 47)).floor() - 10_000.0;
    let unsigned =
        column(|row| if row / ROWS == 6 && counts(row) < 0.0 { counts(row) + 65_536.0 } else { counts(row) });
    let store = |chunks: Vec<Vec<u8>>| {
        let whole = |chunk: Vec<u8>| -> Vec<u8> {
            let values = chunk.chunks(8).map(|value| f64::from_le_bytes(value.try_into().unwrap()) as i32);
            values.flat_map(i32::to_le_bytes).collect()
        };
        let keyed =
            chunks.into_iter().enumerate().map(|(number, chunk)| (format!("c/{number}"), whole(chunk)));
        let document =
            Document::v3().shaped(&format!("[{}]", CHUNKS * ROWS), &format!("[{ROWS}]")).typed("int32");
        found(&in_memory(&document, keyed.collect::<Vec<_>>()))
    };
    assert_eq!(store(column(counts)), []);
    let what = "the chunk has values that wrapped: they went through 16 bits";
    assert_eq!(store(unsigned), [at("c/6", what)]);
}
