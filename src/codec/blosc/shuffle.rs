//! Undoing the two rearrangements Blosc makes before it compresses a block.
//!
//! Both take the elements of a block apart, so that bytes (or bits) that are alike come to lie side
//! by side. Bytes behind the last whole element stay where they are.
//!
//! ```text
//! block           a0 a1 b0 b1 c0 c1       elements a, b, c of 2 bytes
//! byte shuffled   a0 b0 c0 a1 b1 c1       one plane for each byte of an element
//! bit shuffled    8 rows for each plane: bit 0 of a0 b0 c0 …, bit 1 of a0 b0 c0 …, …
//! ```

/// Elements that are put together at once. So many bytes of a plane fit a register.
const TILE: usize = 8;

/// Undoes a byte shuffle: puts the elements of `block` together from the planes in `shuffled`.
///
/// Both are one whole block, of one length.
pub fn unshuffle(typesize: usize, shuffled: &[u8], block: &mut [u8]) {
    let plane_nbytes = block.len().checked_div(typesize).unwrap_or(0);
    copy_behind(plane_nbytes.saturating_mul(typesize), shuffled, block);
    match typesize {
        2 => interleave::<2>(plane_nbytes, shuffled, block, |element| element),
        4 => interleave::<4>(plane_nbytes, shuffled, block, |element| element),
        8 => interleave::<8>(plane_nbytes, shuffled, block, |element| element),
        16 => interleave::<16>(plane_nbytes, shuffled, block, |element| element),
        _ => scatter(typesize, plane_nbytes, shuffled, block),
    }
}

/// Undoes a bit shuffle; what is in `shuffled` is lost.
///
/// Both are one whole block, of one length. Blosc1 leaves a block as it is where the number of its
/// elements is no multiple of 8 (Blosc2 does not).
pub fn bitunshuffle(typesize: usize, shuffled: &mut [u8], block: &mut [u8]) {
    let plane_nbytes = block.len().checked_div(typesize).unwrap_or(0);
    if !plane_nbytes.is_multiple_of(8) {
        block.copy_from_slice(shuffled);
        return;
    }
    copy_behind(plane_nbytes.saturating_mul(typesize), shuffled, block);
    // rows of bits to planes of bytes, plane by plane, then planes to elements
    let planes = block.chunks_exact_mut(plane_nbytes.max(1)).take(typesize);
    for (rows, plane) in shuffled.chunks_exact(plane_nbytes.max(1)).zip(planes) {
        interleave::<8>(plane_nbytes / 8, rows, plane, transpose_bits);
    }
    if typesize > 1 {
        shuffled.copy_from_slice(block);
        unshuffle(typesize, shuffled, block);
    }
}

/// The bytes behind the last whole element are not shuffled.
fn copy_behind(elements_nbytes: usize, shuffled: &[u8], block: &mut [u8]) {
    if let (Some(from), Some(to)) = (shuffled.get(elements_nbytes..), block.get_mut(elements_nbytes..)) {
        to.copy_from_slice(from);
    }
}

/// Puts elements of `N` bytes together, a tile at a time, and finishes each.
fn interleave<const N: usize>(
    plane_nbytes: usize,
    shuffled: &[u8],
    block: &mut [u8],
    finish: impl Fn([u8; N]) -> [u8; N],
) {
    let mut planes = shuffled.chunks_exact(plane_nbytes.max(1));
    let planes: [&[u8]; N] = std::array::from_fn(|_| planes.next().unwrap_or_default());
    let (elements, _) = block.as_chunks_mut::<N>();
    let (tiles, rest) = elements.as_chunks_mut::<TILE>();

    // Plain loops: closures over arrays are fast only where the compiler happens to inline them.
    let mut columns = planes.map(|plane| plane.as_chunks::<TILE>().0.iter());
    for tile in tiles {
        let mut own = [[0; N]; TILE];
        for (j, column) in columns.iter_mut().enumerate() {
            let row = column.next().copied().unwrap_or_default();
            for (element, byte) in own.iter_mut().zip(row) {
                if let Some(place) = element.get_mut(j) {
                    *place = byte;
                }
            }
        }
        for (element, own) in tile.iter_mut().zip(own) {
            *element = finish(own);
        }
    }
    let rows = planes.map(|plane| plane.as_chunks::<TILE>().1);
    for (i, element) in rest.iter_mut().enumerate() {
        *element = finish(rows.map(|row| row.get(i).copied().unwrap_or_default()));
    }
}

/// Puts elements of any size together, a plane at a time.
fn scatter(typesize: usize, plane_nbytes: usize, shuffled: &[u8], block: &mut [u8]) {
    for (j, plane) in shuffled.chunks_exact(plane_nbytes.max(1)).take(typesize).enumerate() {
        let places = block.chunks_exact_mut(typesize).filter_map(|element| element.get_mut(j));
        for (place, byte) in places.zip(plane) {
            *place = *byte;
        }
    }
}

/// Takes 8 bytes as a square of 8 times 8 bits: bit `i` of byte `j` becomes bit `j` of byte `i`.
fn transpose_bits(square: [u8; 8]) -> [u8; 8] {
    // swap the off-diagonal bits of each 2×2 square, then the off-diagonal 2×2 squares of each
    // 4×4 square, then the off-diagonal 4×4 squares
    [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)]
        .into_iter()
        .fold(u64::from_le_bytes(square), |bits, (distance, mask)| {
            let differ = (bits ^ (bits >> distance)) & mask;
            bits ^ differ ^ (differ << distance)
        })
        .to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unshuffled(typesize: usize, shuffled: &[u8]) -> Vec<u8> {
        let mut block = vec![0xee; shuffled.len()];
        unshuffle(typesize, shuffled, &mut block);
        block
    }

    fn bitunshuffled(typesize: usize, shuffled: &[u8]) -> Vec<u8> {
        let mut block = vec![0xee; shuffled.len()];
        bitunshuffle(typesize, &mut shuffled.to_vec(), &mut block);
        block
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
            for nbytes in [0, 1, 16, 127, 128, 136, 250, 1000, 1027] {
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
            for elements in [0, 8, 24, 64, 72, 136] {
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
