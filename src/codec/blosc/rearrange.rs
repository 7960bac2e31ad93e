use super::bitshuffle::square_turned;

pub fn shuffle(typesize: usize, block: &[u8]) -> Vec<u8> {
    let typesize = typesize.max(1);
    let (whole, behind) = block.split_at(block.len() - block.len() % typesize);
    let mut shuffled = Vec::with_capacity(block.len());
    // No bytes have no plane, however large an element is.
    for plane in 0..typesize.min(whole.len()) {
        shuffled.extend(whole.iter().skip(plane).step_by(typesize));
    }
    shuffled.extend_from_slice(behind);
    shuffled
}

pub fn bitshuffle(typesize: usize, block: &[u8]) -> Vec<u8> {
    let elements = block.len() / typesize.max(1);
    if elements == 0 || !elements.is_multiple_of(8) {
        return block.to_vec();
    }
    let mut planes = shuffle(typesize, block);
    let row_nbytes = elements / 8;
    let mut rows = vec![0; elements];
    // Bytes behind the last element may be as many as a plane has.
    for plane in planes.chunks_exact_mut(elements).take(typesize) {
        for (column, square) in plane.as_chunks::<8>().0.iter().enumerate() {
            for (row, byte) in rows.chunks_exact_mut(row_nbytes).zip(square_turned(*square)) {
                if let Some(place) = row.get_mut(column) {
                    *place = byte;
                }
            }
        }
        plane.copy_from_slice(&rows);
    }
    planes
}

#[cfg(test)]
mod tests {
    use super::super::bitshuffle::bitunshuffle;
    use super::super::shuffle::unshuffle;
    use super::*;

    #[test]
    fn bytes_of_elements_come_apart() {
        assert_eq!(shuffle(2, b"aAbBcC."), b"abcABC.");
        assert_eq!(shuffle(1, b"abc"), b"abc");
        assert_eq!(shuffle(9, b"abc"), b"abc");
    }

    #[test]
    fn bits_of_elements_come_apart() {
        // Bit 0 of all eight elements, then bit 1, …: the diagonal stays the diagonal.
        assert_eq!(bitshuffle(1, &[1, 2, 4, 8, 16, 32, 64, 128]), [1, 2, 4, 8, 16, 32, 64, 128]);
        assert_eq!(bitshuffle(1, &[1; 8]), [255, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(bitshuffle(1, b"seven b"), b"seven b");
    }

    #[test]
    fn both_are_undone_for_every_typesize() {
        for (typesize, elements) in
            (1..40).flat_map(|typesize| [(typesize, 8), (typesize, 104), (typesize, 33)])
        {
            let block: Vec<u8> = (0..typesize * elements + typesize / 2)
                .map(|i: usize| (i * i % 251).to_le_bytes()[0])
                .collect();
            let mut back = vec![0; block.len()];
            unshuffle(typesize, &shuffle(typesize, &block), &mut back);
            assert_eq!(back, block, "bytes {typesize}");
            bitunshuffle(typesize, &bitshuffle(typesize, &block), &mut back);
            assert_eq!(back, block, "bits {typesize}");
        }
    }
}
