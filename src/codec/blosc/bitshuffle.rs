//! Undoing the bit shuffle, which Blosc makes of a block before it compresses it.
//!
//! ```text
//! block           a0 a1 b0 b1 c0 c1 …     elements a, b, c, … of 2 bytes
//! bit shuffled    8 rows for each plane: bit 0 of a0 b0 c0 …, bit 1 of a0 b0 c0 …, …
//! ```
//!
//! A byte of each of the 8 rows of a plane is a square of 8 times 8 bits. Turned around it is a byte of 8 elements.

#![expect(clippy::inline_always, reason = "only what is inlined is compiled for the processor at hand")]

use fearless_simd::{Level, Simd, dispatch, prelude::*, u8x16, u8x32, u64x4};

use super::shuffle::{Planes, put_together, zipped};

const TILE: usize = 32;
/// Of elements that go through planes at a time: they stay in the nearest cache.
const STRETCH_NBYTES: usize = 16 << 10;

/// Both slices are one whole block. Blosc1, unlike Blosc2, leaves it as it is unless its elements are a multiple of 8.
pub fn bitunshuffle(typesize: usize, shuffled: &[u8], block: &mut [u8]) {
    bitunshuffle_at(Level::new(), typesize, shuffled, block);
}

fn bitunshuffle_at(level: Level, typesize: usize, shuffled: &[u8], block: &mut [u8]) {
    let elements = block.len().checked_div(typesize).unwrap_or(0);
    if elements == 0 || !elements.is_multiple_of(8) {
        block.copy_from_slice(shuffled);
        return;
    }
    let (whole, behind) = block.split_at_mut(elements.saturating_mul(typesize));
    if let Some(rest) = shuffled.get(whole.len()..) {
        behind.copy_from_slice(rest);
    }
    dispatch!(level, simd => turn_stretches(simd, typesize, shuffled, whole));
}

#[inline(always)]
fn turn_stretches<S: Simd>(simd: S, typesize: usize, shuffled: &[u8], block: &mut [u8]) {
    let row_nbytes = block.len() / typesize / 8;
    let columns = (STRETCH_NBYTES / typesize / 8).clamp(1, row_nbytes);
    let stride = columns * 8;
    let mut planes = vec![0; stride.saturating_mul(typesize)];
    for (number, stretch) in block.chunks_mut(stride * typesize).enumerate() {
        let elements = stretch.len() / typesize;
        for (plane, rows) in planes.chunks_exact_mut(stride).zip(shuffled.chunks_exact(row_nbytes * 8)) {
            let mut own: [&[u8]; 8] = [&[]; 8];
            for (own, row) in own.iter_mut().zip(rows.chunks_exact(row_nbytes)) {
                *own =
                    row.get(number * columns..).and_then(|row| row.get(..elements / 8)).unwrap_or_default();
            }
            turn(simd, own, plane);
        }
        put_together(simd, typesize, Planes { bytes: &planes, stride }, stretch);
    }
}

#[inline(always)]
fn turn<S: Simd>(simd: S, rows: [&[u8]; 8], plane: &mut [u8]) {
    let mut columns = rows.map(|row| row.as_chunks::<TILE>().0.iter());
    let rest = rows.map(|row| row.as_chunks::<TILE>().1);
    let (whole, behind) = plane.split_at_mut((rows[0].len() - rest[0].len()) * 8);
    for tile in whole.chunks_exact_mut(TILE * 8) {
        let mut squares = [u64x4::splat(simd, 0); 8];
        for (square, column) in squares.iter_mut().zip(&mut columns) {
            let bytes: u8x32<S> = column.next().copied().unwrap_or_default().simd_into(simd);
            *square = bytes.bitcast();
        }
        store(simd, squares_turned(squares), tile);
    }
    for (i, bytes) in behind.as_chunks_mut::<8>().0.iter_mut().enumerate() {
        let mut square = [0; 8];
        for (byte, row) in square.iter_mut().zip(rest) {
            *byte = row.get(i).copied().unwrap_or_default();
        }
        *bytes = square_turned(square);
    }
}

#[inline(always)]
fn store<S: Simd>(simd: S, squares: [u64x4<S>; 8], tile: &mut [u8]) {
    let (low, high) = tile.split_at_mut(TILE * 4);
    let [mut lows, mut highs] = [[u8x16::splat(simd, 0); 8]; 2];
    for ((low, high), square) in lows.iter_mut().zip(&mut highs).zip(squares) {
        let bytes: u8x32<S> = square.bitcast();
        (*low, *high) = bytes.split();
    }
    for (half, registers) in [(low, lows), (high, highs)] {
        for (place, register) in half.as_chunks_mut::<16>().0.iter_mut().zip(zipped(registers)) {
            *place = register.into();
        }
    }
}

/// The squares whose corners change places: how far apart rows and bits are, and which bits come from the upper row.
const STEPS: [(u32, u64); 3] =
    [(4, 0x0f0f_0f0f_0f0f_0f0f), (2, 0x3333_3333_3333_3333), (1, 0x5555_5555_5555_5555)];

#[inline(always)]
fn squares_turned<S: Simd>(mut rows: [u64x4<S>; 8]) -> [u64x4<S>; 8] {
    for (distance, mask) in STEPS {
        for upper in rows.chunks_exact_mut(2 * distance as usize) {
            let (upper, lower) = upper.split_at_mut(distance as usize);
            for (upper, lower) in upper.iter_mut().zip(lower) {
                let differ = ((*upper >> distance) ^ *lower) & mask;
                *lower ^= differ;
                *upper ^= differ << distance;
            }
        }
    }
    rows
}

/// Takes 8 bytes as a square of 8 times 8 bits: bit `i` of byte `j` becomes bit `j` of byte `i`.
pub fn square_turned(square: [u8; 8]) -> [u8; 8] {
    // swap the off-diagonal bits of each 2×2 square, then the off-diagonal 2×2 squares of each
    // 4×4 square, then the off-diagonal 4×4 squares
    let mut bits = u64::from_le_bytes(square);
    for (distance, mask) in
        [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)]
    {
        let differ = (bits ^ (bits >> distance)) & mask;
        bits ^= differ ^ (differ << distance);
    }
    bits.to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::levels;

    /// What comes out, which is the same with everything that the processor can do.
    fn bitunshuffled(typesize: usize, shuffled: &[u8]) -> Vec<u8> {
        let with = |level| {
            let mut block = vec![0xee; shuffled.len()];
            bitunshuffle_at(level, typesize, shuffled, &mut block);
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
    fn a_bit_shuffle_of_one_byte_elements_is_undone() {
        // bit 0 is set in elements 0 and 1, bit 7 in element 7
        assert_eq!(bitunshuffled(1, &[0x03, 0, 0, 0, 0, 0, 0, 0x80]), [1, 1, 0, 0, 0, 0, 0, 0x80]);
    }

    #[test]
    fn a_bit_shuffle_of_two_byte_elements_is_undone() {
        let mut shuffled = [0; 16];
        shuffled[0] = 0x01; // bit 0 of the first byte: element 0
        shuffled[9] = 0x82; // bit 1 of the second byte: elements 1 and 7
        let expected = [0x01, 0, 0, 0x02, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x02];
        assert_eq!(bitunshuffled(2, &shuffled), expected);
    }

    #[test]
    fn a_bit_shuffle_is_undone_for_every_typesize() {
        for typesize in (1..=20).chain([100, 255]) {
            for elements in (0..300).step_by(8).chain([1000, 2048, 4104]) {
                let block = block(elements * typesize + typesize / 2);
                let mut shuffled = block.clone();
                shuffled[..elements * typesize].fill(0);
                for bit in 0..elements * typesize * 8 {
                    let (element, bit_of_element) = (bit / (typesize * 8), bit % (typesize * 8));
                    let place = bit_of_element * elements + element;
                    shuffled[place / 8] |= (block[bit / 8] >> (bit % 8) & 1) << (place % 8);
                }
                assert_eq!(
                    bitunshuffled(typesize, &shuffled),
                    block,
                    "typesize {typesize}, {elements} elements"
                );
            }
        }
    }

    #[test]
    fn a_block_whose_elements_are_no_multiple_of_8_is_not_bit_shuffled() {
        let block = block(3 * 333);
        assert_eq!(bitunshuffled(3, &block), block);
    }
}
