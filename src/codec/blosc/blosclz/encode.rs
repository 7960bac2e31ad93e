const KNOWN_NBYTES: usize = 4;
const NEAR: usize = super::FAR_DISTANCE - 1;
const FAR: usize = super::FAR_DISTANCE + u16::MAX as usize;
const LEAST_FAR: usize = 6;
/// The last bytes are literals: C-Blosc passes over a match that ends the stream.
const TAIL: usize = 12;
const LITERALS: usize = 32;
/// The length that a control byte holds by itself, with the code that says that more follows.
const SHORT: usize = 8;
/// Where nothing is found for long, steps become longer by one for each so many bytes, by the power of two.
const PATIENCE: u32 = 6;

pub fn compress(input: &[u8], bits: u8) -> Vec<u8> {
    let mut writer = LzEncoder { input, bits: bits.into(), places: vec![0; 1 << bits], output: Vec::new() };
    let end = input.len().saturating_sub(TAIL);
    // The first instruction has to be of literals.
    let mut start = 0;
    let mut at = 1;
    writer.find(0);
    while at < end {
        let rest = |start| input.get(start..end).unwrap_or_default().iter();
        let found = writer.find(at).map(|from| {
            (at - from, rest(from).zip(rest(at)).take_while(|(one, other)| one == other).count())
        });
        match found {
            Some((distance, length))
                if length >= KNOWN_NBYTES
                    && (distance <= NEAR || (distance <= FAR && length >= LEAST_FAR)) =>
            {
                writer.literals(start, at);
                writer.repeat(length, distance);
                at += length;
                start = at;
            }
            _ => at += 1 + ((at - start) >> PATIENCE),
        }
    }
    writer.literals(start, input.len());
    writer.output
}

struct LzEncoder<'a> {
    input: &'a [u8],
    bits: u32,
    places: Vec<u32>,
    output: Vec<u8>,
}

impl LzEncoder<'_> {
    fn find(&mut self, at: usize) -> Option<usize> {
        let known = self.input.get(at..)?.first_chunk::<KNOWN_NBYTES>()?;
        let hash = u32::from_le_bytes(*known).wrapping_mul(0x9e37_79b1) >> (32 - self.bits);
        let place = self.places.get_mut(hash as usize)?;
        let found = std::mem::replace(place, u32::try_from(at.checked_add(1)?).ok()?);
        usize::try_from(found.checked_sub(1)?).ok()
    }

    fn literals(&mut self, start: usize, end: usize) {
        for part in self.input.get(start..end).unwrap_or_default().chunks(LITERALS) {
            self.output.push(u8::try_from(part.len() - 1).unwrap_or_default());
            self.output.extend_from_slice(part);
        }
    }

    fn repeat(&mut self, length: usize, distance: usize) {
        let (near, far) = match distance {
            0..=NEAR => (distance.saturating_sub(1), None),
            _ => (NEAR, u16::try_from(distance - super::FAR_DISTANCE).ok()),
        };
        let [high, low] = u16::try_from(near).unwrap_or_default().to_be_bytes();
        let code = u8::try_from(length.min(SHORT + 1).saturating_sub(2)).unwrap_or_default();
        self.output.push(code << 5 | high);
        if length > SHORT {
            let mut more = length - SHORT - 1;
            while more >= usize::from(u8::MAX) {
                self.output.push(u8::MAX);
                more -= usize::from(u8::MAX);
            }
            self.output.push(u8::try_from(more).unwrap_or_default());
        }
        self.output.push(low);
        self.output.extend(far.into_iter().flat_map(u16::to_be_bytes));
    }
}

#[cfg(test)]
mod tests {
    use super::super::decompress;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_row_of_the_same_byte_is_a_literal_and_a_match() {
        // One literal, a match of 27 bytes at distance 1 (7 + 2 + 18), and the last 12 as literals.
        let expected = [&[0, b'a', 0xe0, 18, 0, 11][..], &[b'a'; 12]].concat();
        assert_eq!(compress(&[b'a'; 40], 12), expected);
        // A match of 8 bytes says its length in the control byte: 6 + 2.
        let expected = [&[0, b'a', 0xc0, 0, 11][..], &[b'a'; 12]].concat();
        assert_eq!(compress(&[b'a'; 21], 12), expected);
    }

    #[test]
    fn the_end_of_a_stream_is_of_literals() {
        for nbytes in 0..300 {
            let input: Vec<u8> = (0..nbytes).map(|i: usize| (i % 5).to_le_bytes()[0]).collect();
            let stream = compress(&input, 12);
            let tail = &input[nbytes.saturating_sub(TAIL)..];
            assert!(stream.ends_with(tail), "{nbytes}");
        }
    }

    #[test]
    fn a_match_may_be_as_far_away_as_the_format_allows() {
        let known: Vec<u8> = (0..64_u8).map(|i| i.wrapping_mul(37) ^ 0x5a).collect();
        for distance in [NEAR - 1, NEAR, NEAR + 1, NEAR + 2, FAR - 1, FAR, FAR + 1] {
            let input = [&known[..], &vec![0; distance - known.len()], &known, &[1; 20]].concat();
            let stream = compress(&input, 16);
            let mut output = vec![0; input.len()];
            assert_eq!(decompress(&stream, &mut output), Ok(input.len()), "{distance}");
            assert!(output == input, "{distance}");
        }
    }

    proptest! {
        #[test]
        fn what_is_compressed_decompresses_to_the_same(
            parts in prop::collection::vec((prop::collection::vec(any::<u8>(), 1..20), 1_usize..40), 1..30),
            bits in 8_u8..17,
        ) {
            let input: Vec<u8> = parts.iter().flat_map(|(part, times)| part.repeat(*times)).collect();
            let mut output = vec![0; input.len()];
            prop_assert_eq!(decompress(&compress(&input, bits), &mut output), Ok(input.len()));
            prop_assert_eq!(output, input);
        }
    }
}
