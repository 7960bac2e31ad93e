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
fn field(time: u64, row: u64, column: u64) -> f64 {
    let (t, y, x) = (time as f64, row as f64, column as f64);
    280.0 + 9.0 * (t / 7.0 + y / 13.0).sin() + 6.0 * (x / 11.0).cos() + 0.1 * noise(time * 997 + row, column)
}

/// What is found of that field, with the values of the time, row and column that each place is given.
fn layers(value: impl Fn(u64, u64, u64) -> f64) -> Vec<(String, String)> {
    let mut chunks = Vec::new();
    for chunk in 0..8 * 3 * 3_u64 {
        let (step, top, left) = (chunk / 9, chunk / 3 % 3 * 8, chunk % 3 * 8);
        let places = (0..6 * 8 * 8).map(|at| (step * 6 + at / 64, top + at / 8 % 8, left + at % 8));
        let bytes = places.flat_map(|(time, row, column)| (value(time, row, column) as f32).to_le_bytes());
        chunks.push((format!("c/{step}/{}/{}", chunk / 3 % 3, chunk % 3), bytes.collect()));
    }
    let document = Document::v3().shaped("[48, 24, 24]", "[6, 8, 8]").typed("float32");
    found(&in_memory(&document, chunks))
}

#[test]
fn a_layer_of_chunks_that_are_wrong_alike_is_found_along_its_axis() {
    assert_eq!(layers(field), []);
    let changed = |change: &dyn Fn(u64, f64) -> f64| {
        layers(|time, row, column| change(time / 6, field(time, row, column)))
    };
    let celsius = changed(&|step, value| if step == 4 { value - 273.15 } else { value });
    assert_eq!(celsius.len(), 9, "{celsius:?}");
    for (key, what) in &celsius {
        assert!(key.starts_with("c/4/") && what.contains("kelvin and degrees Celsius"), "{key}: {what}");
    }
    // A field that changes at one time, and does not change back, is another one from there on.
    assert_eq!(changed(&|step, value| if step > 4 { value + 40.0 } else { value }), []);
}

#[test]
fn a_layer_whose_rows_run_the_other_way_is_found_where_no_border_is_torn() {
    // Values differ by little, so that no single border says anything.
    let gentle = |time: u64, row: u64, column: u64| {
        let (t, y, x) = (time as f64, row as f64, column as f64);
        0.05 * t + 0.06 * y + (x / 5.0).sin() + 0.4 * noise(time * 997 + row, column)
    };
    assert_eq!(layers(gentle), []);
    let reversed =
        layers(|time, row, column| gentle(time, if time / 6 == 4 { 23 - row } else { row }, column));
    assert_eq!(reversed.len(), 9, "{reversed:?}");
    let what = "all chunks at 4 along dimension 0 are reversed together along dimension 1";
    assert!(reversed.iter().all(|(key, own)| key.starts_with("c/4/") && own == what), "{reversed:?}");
    let around = |time: u64, row: u64, column: u64| {
        let x = column as f64 / 24.0 * std::f64::consts::TAU;
        2.0 * x.sin() + (2.0 * x).cos() + 0.02 * time as f64 + 0.4 * noise(time * 997 + row, column)
    };
    assert_eq!(layers(around), []);
    let rolled = layers(|time, row, column| {
        around(time, row, if time / 6 == 2 { (column + 18) % 24 } else { column })
    });
    let what = "all chunks at 2 along dimension 0 are rotated together by 6 places along dimension 2 towards its end";
    assert_eq!(rolled.len(), 9, "{rolled:?}");
    assert!(rolled.iter().all(|(key, own)| key.starts_with("c/2/") && own == what), "{rolled:?}");
}

#[test]
fn a_layer_with_another_sign_or_level_is_found_where_no_border_is_torn() {
    let wave = |time: u64, row: u64, column: u64| {
        let (t, y, x) = (time as f64, row as f64, column as f64);
        (y / 5.0 + t / 60.0).sin() + (x / 5.0).sin() + 0.3 * noise(time * 997 + row, column)
    };
    let in_layer = |change: &dyn Fn(f64) -> f64| {
        layers(|time, row, column| {
            let value = wave(time, row, column);
            if time / 6 == 3 { change(value) } else { value }
        })
    };
    for (found, what) in
        [(in_layer(&|value| -value), "with the other sign"), (in_layer(&|value| value + 1.0), "too large")]
    {
        assert_eq!(found.len(), 9, "{what}: {found:?}");
        assert!(found.iter().all(|(key, own)| key.starts_with("c/3/") && own.contains(what)), "{found:?}");
    }
}

/// What is found of a coordinate of 40 values in one chunk, six hours apart.
fn times(change: impl Fn(&mut Vec<f64>)) -> Vec<(String, String)> {
    let mut values: Vec<f64> = (0..40).map(|step| 6.0 * f64::from(step)).collect();
    change(&mut values);
    let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    let document = Document::v3()
        .shaped(&format!("[{}]", values.len()), &format!("[{}]", values.len()))
        .typed("float64")
        .with("dimension_names", r#"["time"]"#)
        .with("attributes", r#"{"units": "hours since 2020-01-01"}"#);
    let store = Store::new().group("");
    store.put("time", &document, &[("c/0", bytes)]);
    found(&store.hierarchy())
}

#[test]
fn coordinates_that_are_not_in_order_say_what_was_done_to_them() {
    assert_eq!(times(|_| {}), []);
    assert_eq!(times(|times| times.reverse()), []);
    // A gap, days and months, and what starts again too often to be an accident.
    assert_eq!(times(|times| times[20..].iter_mut().for_each(|time| *time += 48.0)), []);
    assert_eq!(times(|times| times.iter_mut().for_each(|time| *time *= *time)), []);
    assert_eq!(times(|times| times.iter_mut().for_each(|time| *time %= 12.0)), []);
    let one = |what: &str| [at("c/0", what)];
    assert_eq!(
        times(|times| times[7] = 36.0),
        one("one value of the coordinate is wrong: at 7, 36 should be 42")
    );
    assert_eq!(
        times(|times| times[7] = 43.0),
        one("one value of the coordinate is wrong: at 7, 43 should be 42")
    );
    assert_eq!(times(|times| times[7] = 100.0), one("one value of the coordinate is wrong: 100 at 7"));
    assert_eq!(times(|times| times[7] = -1e6), one("the element (7) has an impossible value: -1000000"));
    assert_eq!(times(|times| times[7] = 51.0), one("one value of the coordinate is wrong: 51 at 7"));
    assert_eq!(
        times(|times| times[10..20].iter_mut().for_each(|time| *time += 100.0)),
        one("the values of the coordinate from 10 to 19 are 100 too large")
    );
    assert_eq!(
        times(|times| times.insert(8, 42.0)),
        one("the coordinate has a value twice, at 7 and 8: a step was written twice")
    );
    assert_eq!(
        times(|times| times.copy_within(8..16, 16)),
        one("the values of the coordinate from 16 to 23 are a copy of those from 8 to 15")
    );
    assert_eq!(
        times(|times| times[8..16].reverse()),
        one("the values of the coordinate from 8 to 15 are in the reverse order")
    );
    assert_eq!(
        times(|times| (8..16).for_each(|at| times.swap(at, at + 16))),
        one("the values of the coordinate from 8 to 15 and from 24 to 31 are exchanged")
    );
    assert_eq!(
        times(|times| times[30..].iter_mut().for_each(|time| *time -= 61.0)),
        one("from 30 on the coordinate begins anew: its values are 61 too small")
    );
}

#[test]
fn labels_that_were_numbered_chunk_by_chunk_differ_across_all_borders() {
    // Objects of 8 × 8 that lie across the borders of chunks of 16 × 16, numbered in the whole image or in each chunk.
    let labels = |number: &dyn Fn(u64, u64) -> u64| {
        let mut chunks = Vec::new();
        for chunk in 0..36_u64 {
            let (top, left) = (chunk / 6 * 16, chunk % 6 * 16);
            let places = (0..256).map(|at| (top + at / 16, left + at % 16));
            let bytes = places.flat_map(|(row, column)| (number(row, column) as u32).to_le_bytes()).collect();
            chunks.push((format!("c/{}/{}", chunk / 6, chunk % 6), bytes));
        }
        found(&in_memory(&Document::v3().shaped("[96, 96]", "[16, 16]").typed("uint32"), chunks))
    };
    let object = |row: u64, column: u64| ((row + 4) / 8, (column + 4) / 8);
    let whole = |row, column| object(row, column).0 * 13 + object(row, column).1 + 1;
    assert_eq!(labels(&whole), []);
    let tiled = |row: u64, column: u64| {
        let (down, right) = object(row % 16, column % 16);
        // Chunks have other objects first.
        1 + (down * 3 + right + row / 16 * 5 + column / 16 * 4) % 9
    };
    let what = "the labels begin anew in every chunk: what crosses a border has another number on each side";
    assert_eq!(labels(&tiled), [at("", what)]);
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
