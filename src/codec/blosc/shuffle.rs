//! Undoing the byte shuffle, which Blosc makes of a block before it compresses it.
//!
//! Bytes that are alike come to lie side by side. Bytes behind the last whole element stay where they are.
//!
//! ```text
//! block           a0 a1 b0 b1 c0 c1       elements a, b, c of 2 bytes
//! byte shuffled   a0 b0 c0 a1 b1 c1       one plane for each byte of an element
//! ```
//!
//! A tile is a register of bytes from each plane. Zipping registers often enough, each holds whole elements.

#![expect(clippy::inline_always, reason = "only what is inlined is compiled for the processor at hand")]

use fearless_simd::{Level, Simd, dispatch, prelude::*, u8x16};

const REGISTER: usize = 16;
const TILE: usize = 64;

#[derive(Clone, Copy)]
pub struct Planes<'a> {
    pub bytes: &'a [u8],
    pub stride: usize,
}

impl<'a> Planes<'a> {
    #[inline(always)]
    fn from(self, plane: usize, element: usize) -> &'a [u8] {
        self.bytes.get(plane.saturating_mul(self.stride).saturating_add(element)..).unwrap_or_default()
    }

    /// Planes whose length is a power of two drive each other out of a cache: so each of them is read once.
    #[inline(always)]
    fn tile<const N: usize>(self, first: usize, element: usize) -> [[u8; TILE]; N] {
        let mut tile = [[0; TILE]; N];
        for (plane, row) in (first..).zip(&mut tile) {
            if let Some(bytes) = self.from(plane, element).first_chunk() {
                *row = *bytes;
            }
        }
        tile
    }
}

pub fn unshuffle(typesize: usize, shuffled: &[u8], block: &mut [u8]) {
    unshuffle_at(Level::new(), typesize, shuffled, block);
}

fn unshuffle_at(level: Level, typesize: usize, shuffled: &[u8], block: &mut [u8]) {
    let elements = block.len().checked_div(typesize).unwrap_or(0);
    let (whole, behind) = block.split_at_mut(elements.saturating_mul(typesize));
    if let Some(rest) = shuffled.get(whole.len()..) {
        behind.copy_from_slice(rest);
    }
    let planes = Planes { bytes: shuffled, stride: elements };
    dispatch!(level, simd => put_together(simd, typesize, planes, whole));
}

#[inline(always)]
pub fn put_together<S: Simd>(simd: S, typesize: usize, planes: Planes, elements: &mut [u8]) {
    match typesize {
        _ if elements.is_empty() => {}
        1 => {
            if let Some(bytes) = planes.bytes.get(..elements.len()) {
                elements.copy_from_slice(bytes);
            }
        }
        2 => whole::<2, S>(simd, planes, elements),
        4 => whole::<4, S>(simd, planes, elements),
        8 => whole::<8, S>(simd, planes, elements),
        16 => whole::<16, S>(simd, planes, elements),
        _ => any(simd, typesize, planes, elements),
    }
}

#[inline(always)]
fn whole<const N: usize, S: Simd>(simd: S, planes: Planes, elements: &mut [u8]) {
    let mut tiles = elements.chunks_exact_mut(TILE * N);
    let mut start = 0;
    for places in &mut tiles {
        let rows = planes.tile::<N>(0, start);
        start += TILE;
        for (quarter, places) in places.chunks_exact_mut(REGISTER * N).enumerate() {
            let registers = zipped(column(simd, &rows, quarter));
            for (place, register) in places.as_chunks_mut::<REGISTER>().0.iter_mut().zip(registers) {
                *place = register.into();
            }
        }
    }
    rest(N, planes, start, tiles.into_remainder());
}

/// In groups of at most 16 bytes of an element. A whole register is written also where a group has fewer: what is too much
/// is in the next element's place before its own bytes, because the last group comes first.
#[inline(always)]
fn any<S: Simd>(simd: S, typesize: usize, planes: Planes, elements: &mut [u8]) {
    let count = elements.len() / typesize;
    let last = typesize - typesize % REGISTER;
    for start in (0..count / TILE).map(|tile| tile * TILE) {
        let Some(behind) = elements.get_mut(start * typesize..) else { return };
        let group = |first| Group { planes, start, first, typesize };
        match typesize % REGISTER {
            0 => {}
            1 => put_group::<1, S>(simd, group(last), behind),
            2 => put_group::<2, S>(simd, group(last), behind),
            3..=4 => put_group::<4, S>(simd, group(last), behind),
            5..=8 => put_group::<8, S>(simd, group(last), behind),
            _ => put_group::<REGISTER, S>(simd, group(last), behind),
        }
        for first in (0..last).step_by(REGISTER) {
            put_group::<REGISTER, S>(simd, group(first), behind);
        }
    }
    let start = count - count % TILE;
    rest(typesize, planes, start, elements.get_mut(start * typesize..).unwrap_or_default());
}

#[derive(Clone, Copy)]
struct Group<'a> {
    planes: Planes<'a>,
    start: usize,
    first: usize,
    typesize: usize,
}

#[inline(always)]
fn put_group<const N: usize, S: Simd>(simd: S, group: Group, behind: &mut [u8]) {
    let Group { planes, start, first, typesize } = group;
    let rows = planes.tile::<N>(first, start);
    let mut at = first;
    for quarter in 0..TILE / REGISTER {
        let mut bytes = [[0; REGISTER]; N];
        for (place, register) in bytes.iter_mut().zip(zipped(column(simd, &rows, quarter))) {
            *place = register.into();
        }
        for own in bytes.as_flattened().as_chunks::<N>().0 {
            if let Some(place) = behind.get_mut(at..at + N) {
                place.copy_from_slice(own);
            } else if let Some(place) = behind.get_mut(at..) {
                // The last element of a block, behind which there is nothing.
                place.iter_mut().zip(own).for_each(|(place, byte)| *place = *byte);
            }
            at += typesize;
        }
    }
}

fn rest(typesize: usize, planes: Planes, start: usize, elements: &mut [u8]) {
    for plane in 0..typesize {
        let slots = elements.chunks_exact_mut(typesize).filter_map(|element| element.get_mut(plane));
        for (place, byte) in slots.zip(planes.from(plane, start)) {
            *place = *byte;
        }
    }
}

#[inline(always)]
fn column<const N: usize, S: Simd>(simd: S, rows: &[[u8; TILE]; N], number: usize) -> [u8x16<S>; N] {
    let mut registers = [u8x16::splat(simd, 0); N];
    for (register, row) in registers.iter_mut().zip(rows) {
        let bytes = row.as_chunks::<REGISTER>().0.get(number);
        *register = bytes.copied().unwrap_or_default().simd_into(simd);
    }
    registers
}

#[inline(always)]
pub fn zipped<const N: usize, S: Simd>(registers: [u8x16<S>; N]) -> [u8x16<S>; N] {
    let mut registers = registers;
    for _ in 0..N.ilog2() {
        let from = registers;
        let (low, high) = from.split_at(N / 2);
        for ((pair, a), b) in registers.as_chunks_mut::<2>().0.iter_mut().zip(low).zip(high) {
            *pair = [a.zip_low(*b), a.zip_high(*b)];
        }
    }
    registers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::levels;

    /// What comes out, which is the same with everything that the processor can do.
    fn unshuffled(typesize: usize, shuffled: &[u8]) -> Vec<u8> {
        let with = |level| {
            let mut block = vec![0xee; shuffled.len()];
            unshuffle_at(level, typesize, shuffled, &mut block);
            block
        };
        let mut results: Vec<_> = levels().into_iter().map(with).collect();
        results.dedup();
        assert_eq!(results.len(), 1, "typesize {typesize}, {} bytes", shuffled.len());
        results.remove(0)
    }

    /// A block in which all bytes and bits differ enough to be distinguished.
    fn block(nbytes: usize) -> Vec<u8> {
        (0..nbytes).map(|i| (i * i % 251).to_le_bytes()[0]).collect()
    }

    #[test]
    fn a_byte_shuffle_of_two_byte_elements_is_undone() {
        assert_eq!(unshuffled(2, b"abcABC"), b"aAbBcC");
    }

    #[test]
    fn bytes_behind_the_last_element_stay() {
        assert_eq!(unshuffled(3, b"abAB12xy"), b"aA1bB2xy");
        assert_eq!(unshuffled(4, b"xyz"), b"xyz");
    }

    #[test]
    fn a_byte_shuffle_is_undone_for_every_typesize() {
        for typesize in (1..=20).chain([100, 255]) {
            for nbytes in (0..150).chain([250, 1000, 1027, 16 << 10, 70_001]) {
                let block = block(nbytes);
                let elements = nbytes / typesize;
                let mut shuffled = block.clone();
                for (i, byte) in block[..elements * typesize].iter().enumerate() {
                    shuffled[i % typesize * elements + i / typesize] = *byte;
                }
                assert_eq!(unshuffled(typesize, &shuffled), block, "typesize {typesize}, {nbytes} bytes");
            }
        }
    }
}
