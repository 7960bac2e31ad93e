//! Whether bytes are elements of some width or halves of wider ones. Halves are not alike: one has the size of the number,
//! the other its last digits.

use super::{case::Failing, plausible::sample::share};
use crate::metadata::{ArrayRepresentation, little_endian};

const LOOKED_AT: usize = 4096;
/// Fewer numbers of each half say nothing.
const LEAST: usize = 24;
/// Fewer different numbers say nothing.
const LEAST_DISTINCT: usize = 3;
/// Halves of wider numbers are at least so far apart: beside noise, those of both signs and one size are a quarter.
const APART: f64 = 0.2;
/// The same for few numbers, times the root of how many there are: elements of one field come so far once in ten thousand.
const APART_BY_CHANCE: f64 = 3.0;
/// How far they are apart at most, where they are elements of their own.
const ALIKE: f64 = 0.12;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Width {
    Narrow,
    Wide,
    Unclear,
}

pub fn width_of(array: &ArrayRepresentation, failing: &Failing) -> Width {
    let width = array.data_type.nbytes();
    let found = failing.input.len() as u64;
    let Some(nbytes) = array.nbytes() else { return Width::Unclear };
    if found == 0 || !nbytes.is_multiple_of(found) {
        return Width::Unclear;
    }
    match usize::try_from(nbytes / found) {
        Ok(times) if times > 1 && width.is_multiple_of(times) => {
            width_in(failing.input, width / times, times)
        }
        _ => Width::Unclear,
    }
}

fn width_in(bytes: &[u8], narrow: usize, times: usize) -> Width {
    if !(1..=8).contains(&narrow) || times < 2 {
        return Width::Unclear;
    }
    // A power of two of numbers that follow each other is a row often enough: the halves are taken from all over.
    let step = (bytes.len() / narrow / times / LOOKED_AT).max(1);
    let (mut size, mut distinct, mut farthest) = (usize::MAX, 0, 0.0);
    // In the wrong order of bytes both halves look like noise: the order that shows more is the right one.
    for key in [little_endian, big_endian] {
        let mut parts = vec![Vec::new(); times];
        for element in bytes.chunks_exact(narrow.saturating_mul(times)).step_by(step) {
            // What is zero as a whole, as much of a field may be, has the same halves whatever it is.
            if element.iter().any(|byte| *byte != 0) {
                for (part, number) in parts.iter_mut().zip(element.chunks_exact(narrow)) {
                    part.push(key(number));
                }
            }
        }
        for part in &mut parts {
            part.sort_unstable();
            distinct = part.chunk_by(|one, other| one == other).count().max(distinct);
        }
        let first = parts.first().map(Vec::as_slice).unwrap_or_default();
        size = first.len().min(size);
        farthest = parts.iter().map(|other| apart(first, other)).fold(farthest, f64::max);
    }
    if size < LEAST || distinct < LEAST_DISTINCT {
        return Width::Unclear;
    }
    match farthest {
        far if far >= APART.max(APART_BY_CHANCE / share(size, 1).sqrt()) => Width::Wide,
        near if near <= ALIKE => Width::Narrow,
        _ => Width::Unclear,
    }
}

fn big_endian(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |key, byte| (key << 8) | u64::from(*byte))
}

fn apart(one: &[u64], other: &[u64]) -> f64 {
    let below =
        |numbers: &[u64], end: u64| share(numbers.partition_point(|number| *number <= end), numbers.len());
    let ends = one.iter().chain(other);
    ends.map(|end| (below(one, *end) - below(other, *end)).abs()).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_of_wider_numbers_are_not_alike() {
        let floats: Vec<u8> =
            (0..400_u16).flat_map(|step| (281.0 + f64::from(step).sin() * 12.0).to_le_bytes()).collect();
        assert_eq!((width_in(&floats, 4, 2), width_in(&floats, 2, 4)), (Width::Wide, Width::Wide));
        let narrow: Vec<u8> =
            (0..800_u16).flat_map(|step| (281.0 + f32::from(step).sin() * 12.0).to_le_bytes()).collect();
        assert_eq!((width_in(&narrow, 4, 2), width_in(&narrow, 2, 2)), (Width::Narrow, Width::Wide));
        let counts: Vec<u8> = (0..400_u32).flat_map(|step| (step * 7 % 90).to_le_bytes()).collect();
        assert_eq!(width_in(&counts, 2, 2), Width::Wide);
        assert_eq!(width_in(&[0; 4000], 2, 2), Width::Unclear);
    }
}
