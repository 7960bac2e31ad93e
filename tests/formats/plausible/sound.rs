//! Sound values of many kinds, some of them unusual, each written as every number type in both byte orders.

use std::f64::consts::TAU;
use std::path::Path;

use half::f16;

use crate::document::Document;
use crate::store::Store;

/// Where an element is: its number, how many there are, and its row and column.
struct At {
    index: u64,
    size: u64,
    row: u64,
    column: u64,
}

/// Pseudo-random numbers, the same in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    #[expect(clippy::cast_precision_loss, reason = "53 bits are exact")]
    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Approximately normal: a sum of uniform numbers.
    fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.unit()).sum::<f64>() - 6.0
    }
}

#[expect(clippy::cast_precision_loss, reason = "small numbers")]
fn real(number: u64) -> f64 {
    number as f64
}

/// A smooth value from -1 to 1.
fn wave(at: &At) -> f64 {
    f64::midpoint((real(at.row) / 40.0 * TAU).sin(), (real(at.column) / 53.0 * TAU + 1.0).cos())
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small positive numbers")]
fn whole(value: f64) -> u64 {
    value.max(0.0) as u64
}

/// The bit patterns of integers of `bits` bits: the lower bits of each number.
type Integer = fn(&mut Random, &At, u32) -> u64;

const INTEGERS: &[(&str, Integer)] = &[
    ("constant", |_, _, _| 42),
    ("random bits", |random, _, _| random.next()),
    ("small and random", |random, _, _| random.below(100)),
    ("a ramp", |_, at, _| at.index),
    ("a ramp of 256", |_, at, _| at.index * 256),
    ("a ramp shifted by 8", |_, at, _| at.index << 8),
    ("a ramp shifted to the top", |_, at, bits| (at.index % 127) << (bits - 8)),
    ("a ramp of 1000", |_, at, _| at.index * 1000),
    ("a ramp downwards", |_, at, _| at.size - at.index),
    ("a counter that starts again", |_, at, _| at.index % 60),
    ("a counter per row", |_, at, _| at.column % 120),
    ("rows of the same", |_, at, _| at.row % 120),
    ("alternating rows", |_, at, _| if at.row % 2 == 0 { 3 } else { 90 }),
    ("a checkerboard", |_, at, _| if (at.row + at.column).is_multiple_of(2) { 1 } else { 0x7f00 }),
    ("a checkerboard across a byte", |_, at, _| 255 + (at.row + at.column) % 2),
    ("a mask", |random, _, _| random.below(2)),
    ("a mask of all bits", |random, _, _| if random.below(3) == 0 { u64::MAX } else { 0 }),
    ("a mask with regions", |_, at, _| if wave(at) > 0.2 { u64::MAX } else { 0 }),
    ("one bit", |random, _, bits| 1 << random.below(u64::from(bits))),
    ("powers of two", |_, at, bits| 1 << (at.index % u64::from(bits))),
    ("flags below noise", |random, _, bits| (random.below(256) << (bits - 8)) | random.below(4)),
    ("regions below noise", |random, at, bits| {
        (random.below(256) << (bits - 8)) | whole(wave(at) * 6.0 + 7.0)
    }),
    ("hashes", |_, at, bits| at.index.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - bits)),
    ("categories", |random, _, _| [3, 17, 18, 44, 101][usize::try_from(random.below(5)).unwrap()]),
    ("sparse", |random, _, _| if random.below(40) == 0 { random.below(120) } else { 0 }),
    ("sorted ids", |random, at, bits| at.index * ((1 << (bits - 1)) / at.size).max(1) + random.below(2)),
    ("ids from a million on", |random, at, _| 1_000_000 + at.index * 3 + random.below(2)),
    ("smooth", |_, at, _| whole(wave(at) * 50.0 + 60.0)),
    ("smooth with noise", |random, at, _| whole(wave(at) * 40.0 + 60.0 + random.normal() * 3.0)),
    ("smooth and wide", |_, at, bits| whole((wave(at) + 1.0) * (f64::from(bits.min(50)) - 2.0).exp2())),
    ("a fixed point", |_, at, bits| whole((wave(at) + 1.0) * 30.0) << (bits - 8)),
    ("saturated", |_, at, bits| match wave(at) * 3.0 {
        value if value > 1.0 => (1 << (bits - 1)) - 1,
        value => whole(value * 50.0 + 50.0),
    }),
    ("grey of three bytes", |_, at, _| whole(wave(at) * 50.0 + 60.0) * 0x01_0101),
    ("colours", |_, at, _| {
        let level = whole(wave(at) * 50.0 + 60.0);
        (level << 16) | ((level + 9) << 8) | (level / 2)
    }),
    ("a phase that wraps", |_, at, bits| whole((wave(at) * 2.5 + 3.0) * 255.0) << (bits - 8)),
    ("seconds", |_, at, _| 1_700_000_000 + at.index * 3600),
    ("days as digits", |_, at, _| 20_200_100 + at.index / 31 % 12 * 100 + at.index % 31),
    ("noise in front, then nothing", |random, at, _| if at.index * 4 < at.size { random.next() } else { 0 }),
    ("a flag in the upper byte", |_, at, _| if wave(at) > 0.1 { 256 } else { 0 }),
    ("a picture shifted up", |random, at, bits| {
        whole((wave(at) * 30.0 + 90.0 + random.normal() * 2.0).min(127.0)) << (bits - 8)
    }),
    ("a picture of twelve bits", |random, at, _| {
        whole(wave(at) * 900.0 + 1000.0 + random.normal() * 9.0) << 3
    }),
    ("labels with two marks at the end", |random, at, bits| match at.row % 7 {
        0 => u64::MAX >> (64 - bits) ^ random.below(2),
        row => row + at.column / 20,
    }),
    ("black and white with noise", |random, at, bits| {
        if wave(at) > 0.0 { random.below(9) } else { (u64::MAX >> (64 - bits)) - random.below(9) }
    }),
    ("dates of ten years", |random, _, _| 1_000_000_000 + random.below(300_000_000)),
    ("dates before a day", |random, _, _| 1_100_000_000 - whole(-(random.unit() + 1e-9).ln() * 3e7)),
    ("ids of about a billion", |random, _, _| 1_060_000_000 + whole(random.normal() * 2e7 + 2e8)),
    ("a document of two colours", |random, at, bits| {
        let most = (1_u64 << (bits - 1)) - 1;
        if wave(at) > 0.0 { random.below(9) } else { most - random.below(9) }
    }),
];

/// Values of floats with so many bits.
type Float = fn(&mut Random, &At, u32) -> f64;

const FLOATS: &[(&str, Float)] = &[
    ("constant", |_, _, _| 0.1),
    ("uniform", |random, _, _| random.unit()),
    ("normal", |random, _, _| random.normal()),
    ("a ramp", |_, at, _| real(at.index)),
    ("whole numbers", |random, _, _| (random.normal() * 500.0).round()),
    ("decimals", |_, at, _| (wave(at) * 200.0 + 2800.0).round() / 10.0),
    ("smooth", |_, at, _| wave(at) * 12.0 + 281.0),
    ("smooth through zero", |_, at, _| wave(at)),
    ("smooth with noise", |random, at, _| wave(at) * 12.0 + random.normal()),
    ("very large", |random, _, bits| (1.0 + random.unit()) * [6e3, 3e37, 1e300][scale(bits)]),
    ("very small", |random, _, bits| (1.0 + random.unit()) * [1e-4, 3e-37, 1e-300][scale(bits)]),
    ("of all magnitudes", |random, _, bits| {
        ((random.unit() - 0.5) * [20.0, 240.0, 1900.0][scale(bits)]).exp2()
    }),
    ("powers of two", |_, at, _| (real(at.index % 20) - 10.0).exp2()),
    ("powers of two of all magnitudes", |_, at, bits| {
        let span = [28, 240, 2000][scale(bits)];
        (real(at.index % span) - real(span / 2)).exp2()
    }),
    ("mostly not a number", |random, at, _| if random.below(20) > 0 { f64::NAN } else { wave(at) + 9.0 }),
    ("never a number", |_, _, _| f64::NAN),
    ("with a missing value", |random, at, _| if random.below(3) == 0 { -9999.0 } else { wave(at) * 9.0 }),
    ("with a huge missing value", |random, at, _| {
        if random.below(3) == 0 { 9.969_209_968_386_869e36 } else { wave(at) * 9.0 }
    }),
    ("sparse", |random, _, _| if random.below(40) == 0 { random.unit() } else { 0.0 }),
    ("a checkerboard", |_, at, _| if (at.row + at.column).is_multiple_of(2) { -1.5 } else { 0.3 }),
    ("gradients that nearly vanish", |random, _, bits| random.normal() * [1e-7, 1e-40, 1e-310][scale(bits)]),
    ("squares of them", |random, _, bits| random.normal().powi(2) * [1e-6, 1e-12, 1e-12][scale(bits)]),
    ("probabilities of many", |random, _, _| random.unit() * 5e-5),
    ("infinite at times", |random, at, _| if random.below(9) == 0 { f64::INFINITY } else { wave(at) }),
    ("of fewer digits than it could have", |_, at, _| f64::from(f16::from_f64(wave(at) * 100.0))),
];

fn scale(bits: u32) -> usize {
    match bits {
        16 => 0,
        32 => 1,
        _ => 2,
    }
}

const SHAPES: &[&[u64]] =
    &[&[4096], &[64, 64], &[48, 85], &[16, 16, 16], &[100, 40], &[64, 100], &[30, 40, 3]];

/// Shows an array of every kind of values. Gives how many there were.
pub fn each(mut show: impl FnMut(&str, &Path)) -> usize {
    let mut written = 0;
    let mut write = |name: &str, data_type: &str, value: &mut dyn FnMut(&mut Random, &At) -> Vec<u8>| {
        for is_big in [false, true] {
            let shape = SHAPES[written % SHAPES.len()];
            let bytes = elements(shape, written as u64, is_big, value);
            let store = array(data_type, shape, is_big, &bytes);
            show(&format!("{name}, {data_type}, {shape:?}, big: {is_big}"), &store.path(""));
            written += 1;
        }
    };
    for bits in [8, 16, 32, 64] {
        for (name, kind) in INTEGERS {
            let nbytes = bits as usize / 8;
            let mut unsigned =
                |random: &mut Random, at: &At| kind(random, at, bits).to_le_bytes()[..nbytes].to_vec();
            write(name, &format!("uint{bits}"), &mut unsigned);
            // Signed values stay below the sign bit, but for those that use all bits on purpose.
            let mut signed = |random: &mut Random, at: &At| {
                let value = kind(random, at, bits);
                let value = if name.contains("bit") || value == u64::MAX {
                    value
                } else {
                    value & ((1 << (bits - 1)) - 1)
                };
                value.to_le_bytes()[..nbytes].to_vec()
            };
            write(name, &format!("int{bits}"), &mut signed);
        }
    }
    for (name, kind) in FLOATS {
        #[expect(clippy::cast_possible_truncation, reason = "the nearest float32 is wanted")]
        let mut narrow = |random: &mut Random, at: &At| (kind(random, at, 32) as f32).to_le_bytes().to_vec();
        write(name, "float32", &mut narrow);
        write(name, "float64", &mut |random, at| kind(random, at, 64).to_le_bytes().to_vec());
        write(name, "float16", &mut |random, at| f16::from_f64(kind(random, at, 16)).to_le_bytes().to_vec());
    }
    written
}

fn elements(
    shape: &[u64],
    seed: u64,
    is_big: bool,
    value: &mut dyn FnMut(&mut Random, &At) -> Vec<u8>,
) -> Vec<u8> {
    let (size, width) = (shape.iter().product::<u64>(), *shape.last().unwrap());
    let mut random = Random(seed);
    let each = (0..size).map(|index| {
        let at = At { index, size, row: index / width, column: index % width };
        let mut bytes = value(&mut random, &at);
        if is_big {
            bytes.reverse();
        }
        bytes
    });
    each.flatten().collect()
}

fn array(data_type: &str, shape: &[u64], is_big: bool, bytes: &[u8]) -> Store {
    let edges = format!("{shape:?}");
    let mut document = Document::v3().shaped(&edges, &edges).dotted().typed(data_type);
    if is_big {
        document = document.with("codecs", r#"[{"name": "bytes", "configuration": {"endian": "big"}}]"#);
    }
    Store::of(&document).file(&vec!["0"; shape.len()].join("."), bytes)
}
