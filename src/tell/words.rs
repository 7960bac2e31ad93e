use std::{ops::Range, time::Duration};

use crate::doctor::confidence::level::{CERTAIN, LIKELY};
pub use crate::metadata::text::{count, grouped, ratio, shape, size};
use crate::metadata::text::{escape, shorten};
use crate::pipeline::ChunkTarget;
use crate::store::FileKind;

pub fn target(target: &ChunkTarget) -> String {
    let range = ranges(std::slice::from_ref(&target.range));
    let form = form_behind(target.file.kind);
    escape(&format!("{}, {range}{form}", target.file.path.display())).into_owned()
}

pub fn target_form(kind: FileKind) -> &'static str {
    match kind {
        FileKind::Native => "native",
        FileKind::Virtual => "virtual",
        _ => "reference",
    }
}

pub fn form_behind(kind: FileKind) -> &'static str {
    match kind {
        FileKind::Native => ", native",
        FileKind::Virtual => ", virtual",
        _ => "",
    }
}

pub fn written_out(kind: FileKind) -> &'static str {
    match kind {
        FileKind::Repository => "written out in the manifest of the repository",
        _ => "written out as text in the file of references",
    }
}

pub fn short_target(target: &ChunkTarget) -> String {
    let path = &target.file.path;
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    escape(&format!("{name} at byte {}{}", target.range.start, form_behind(target.file.kind))).into_owned()
}

pub fn ranges(ranges: &[Range<u64>]) -> String {
    const SHOWN: usize = 8;
    let one = |range: &Range<u64>| match range.end.saturating_sub(range.start) {
        1 => range.start.to_string(),
        _ => format!("{}:{}", range.start, range.end),
    };
    let shown: Vec<String> = ranges.iter().take(SHOWN).map(one).collect();
    format!("bytes {}{}", shown.join(", "), if ranges.len() > SHOWN { ", …" } else { "" })
}

/// Makes a text from a store safe to show.
pub fn cut(text: &str, most: usize) -> String {
    shorten(&escape(text), most)
}

/// The first of these names, each cut, and how many more there are of `all`.
pub fn names(names: &[String], all: usize, listed: usize, longest: usize) -> String {
    let shown: Vec<String> = names.iter().take(listed).map(|own| cut(own, longest)).collect();
    let more = all.saturating_sub(shown.len());
    format!("{}{}", shown.join(", "), if more > 0 { format!(", … {more} more") } else { String::new() })
}

/// With the first and the last number, because "2 of 3" may be taken for the second.
pub fn level_name(index: usize, count: usize) -> String {
    match count.saturating_sub(1) {
        0 => format!("level {index} (the only one)"),
        last => format!("level {index} (0–{last})"),
    }
}

pub fn slices(region: &[Range<u64>]) -> String {
    let slices: Vec<String> = region.iter().map(|range| format!("{}:{}", range.start, range.end)).collect();
    slices.join(", ")
}

pub fn time(elapsed: Duration) -> String {
    let micros = elapsed.as_micros();
    match micros {
        0 => "< 1 µs".to_owned(),
        1..1000 => format!("{micros} µs"),
        1000..1_000_000 => format!("{:.1} ms", elapsed.as_secs_f64() * 1e3),
        _ => format!("{:.1} s", elapsed.as_secs_f64()),
    }
}

pub fn large(number: Option<u128>) -> String {
    number.map_or("more than 2^128".to_owned(), grouped)
}

pub fn common_shape(edges: Option<&[u64]>) -> String {
    edges.map_or("of several shapes".to_owned(), shape)
}

/// `certain` is proven by decoding or by a checksum; `possible` is left where nothing explains more.
pub fn confidence(confidence: f64) -> &'static str {
    if confidence >= CERTAIN {
        "certain"
    } else if confidence >= LIKELY {
        "likely"
    } else {
        "possible"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_sizes_and_times() {
        assert_eq!(
            [grouped(0), grouped(999), grouped(12_431), grouped(1_000_000)],
            ["0", "999", "12 431", "1 000 000"]
        );
        assert_eq!(
            [size(0), size(99_999), size(100_000), size(2_100_000)],
            ["0 B", "99 999 B", "100.0 kB", "2.1 MB"]
        );
        assert_eq!(size(u64::MAX), "18446.7 PB");
        assert_eq!(count(1, "chunk"), "1 chunk");
        assert_eq!(shape(&[10, 200]), "(10, 200)");
        assert_eq!(time(Duration::from_nanos(999)), "< 1 µs");
        assert_eq!(time(Duration::from_micros(12)), "12 µs");
        assert_eq!(time(Duration::from_micros(1234)), "1.2 ms");
    }
}
