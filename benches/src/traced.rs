//! One chunk of 1 MiB, traced for the explorer, beside the same chunk decoded without a trace; one thread.

use std::path::Path;

use zarrscope::codec::DecodeOptions;
use zarrscope::hierarchy::Hierarchy;
use zarrscope::pipeline::Array;

use crate::measure::{median, time};
use crate::programs::Programs;
use crate::stores::{array_at, document};
use crate::throughput::chains;

/// As much as the explorer keeps.
const KEEP: usize = 512 << 20;
/// Chunks in a measurement.
const CHUNKS: u64 = 16;

pub fn run_all() {
    let programs = Programs::build();
    println!("| codecs | decoded µs | traced µs | traced/decoded |");
    println!("| --- | --- | --- | --- |");
    for (name, codecs) in chains() {
        let path = array_at(name, &document("float32", (&[8192, 8192], &[512, 512]), &codecs), &programs);
        row(name, &path);
    }
}

fn row(name: &str, path: &Path) {
    let hierarchy = Hierarchy::open(path).expect("a store");
    let array = Array::open(&hierarchy, "").expect("an array that can be used");
    let options = DecodeOptions::default();
    let chunks = || (0..CHUNKS).map(|column| [3, column]);
    let decoded = median(|| time(|| chunks().for_each(|coords| drop(array.decode(&coords, &options)))));
    let traced = median(|| {
        time(|| chunks().for_each(|coords| drop(array.trace_within(&coords.to_vec().into(), &options, KEEP))))
    });
    let micros = |time: std::time::Duration| time.as_secs_f64() * 1e6 / CHUNKS as f64;
    let ratio = micros(traced) / micros(decoded);
    println!("| {name} | {:.0} | {:.0} | {ratio:.2} |", micros(decoded), micros(traced));
}
