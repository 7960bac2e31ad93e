//! `BloscLZ`, the compressor Blosc brings along: a relative of `FastLZ`.
//!
//! A stream is a row of instructions, each led by a control byte `c`:
//!
//! ```text
//! c < 32    literals: the next c + 1 bytes are output
//! c >= 32   match: bytes that were output before are output again
//!     length    (c >> 5) + 2; where c >> 5 is 7, the following bytes are added, up to and with the
//!               first that is not 255
//!     distance  (c & 31) * 256 + next byte + 1; where that is 8192, the largest there is, it is
//!               two bytes more, big endian, that are added
//! ```
//!
//! The first control byte is always of literals; its upper three bits are a marker and not read.

mod encode;

pub use encode::compress;

const FAR_DISTANCE: usize = 8192;
const LONG_LENGTH: u8 = 7;

/// `at` counts from the start of the stream: the first byte that is not there, or where the next instruction would be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BloscLzError {
    #[error("byte {at} is cut off")]
    CutOff { at: usize },
    #[error("before byte {at}: {length} bytes to write, room for {room}")]
    TooMany { at: usize, length: usize, room: usize },
    #[error("before byte {at}: a match {distance} bytes back, only {written} are written")]
    Distance { at: usize, distance: usize, written: usize },
}

pub fn decompress(input: &[u8], output: &mut [u8]) -> Result<usize, BloscLzError> {
    let mut reader = LzReader { input, at: 0 };
    let mut writer = LzWriter { output, written: 0 };
    let mut control = reader.byte()? & 31;
    loop {
        if control < 32 {
            writer.literals(reader.bytes(usize::from(control).saturating_add(1))?, reader.at)?;
        } else {
            let (length, distance) = reader.rest_of_match(control)?;
            writer.repeat(length, distance, reader.at)?;
        }
        let Ok(next) = reader.byte() else {
            return Ok(writer.written);
        };
        control = next;
    }
}

struct LzReader<'a> {
    input: &'a [u8],
    at: usize,
}

impl<'a> LzReader<'a> {
    fn byte(&mut self) -> Result<u8, BloscLzError> {
        let byte = *self.input.get(self.at).ok_or(BloscLzError::CutOff { at: self.at })?;
        self.at = self.at.saturating_add(1);
        Ok(byte)
    }

    fn bytes(&mut self, length: usize) -> Result<&'a [u8], BloscLzError> {
        let end = self.at.saturating_add(length);
        let bytes = self.input.get(self.at..end).ok_or(BloscLzError::CutOff { at: self.input.len() })?;
        self.at = end;
        Ok(bytes)
    }

    fn rest_of_match(&mut self, control: u8) -> Result<(usize, usize), BloscLzError> {
        let mut length = usize::from(control >> 5).saturating_add(2);
        let mut is_continued = control >> 5 == LONG_LENGTH;
        while is_continued {
            let more = self.byte()?;
            length = length.saturating_add(more.into());
            is_continued = more == u8::MAX;
        }
        let mut distance = usize::from(u16::from_be_bytes([control & 31, self.byte()?])).saturating_add(1);
        if distance == FAR_DISTANCE {
            distance = distance.saturating_add(u16::from_be_bytes([self.byte()?, self.byte()?]).into());
        }
        Ok((length, distance))
    }
}

struct LzWriter<'a> {
    output: &'a mut [u8],
    written: usize,
}

impl LzWriter<'_> {
    fn end(&self, length: usize, at: usize) -> Result<usize, BloscLzError> {
        let room = self.output.len().saturating_sub(self.written);
        if length > room {
            return Err(BloscLzError::TooMany { at, length, room });
        }
        Ok(self.written.saturating_add(length))
    }

    fn literals(&mut self, literals: &[u8], at: usize) -> Result<(), BloscLzError> {
        let end = self.end(literals.len(), at)?;
        if let Some(place) = self.output.get_mut(self.written..end) {
            place.copy_from_slice(literals);
        }
        self.written = end;
        Ok(())
    }

    fn repeat(&mut self, length: usize, distance: usize, at: usize) -> Result<(), BloscLzError> {
        let end = self.end(length, at)?;
        let Some(start) = self.written.checked_sub(distance) else {
            return Err(BloscLzError::Distance { at, distance, written: self.written });
        };
        // A match longer than its distance repeats what it has itself written, so all bytes from
        // its start on repeat: each round can copy everything there is and so doubles it.
        while self.written < end {
            let piece = self.written.min(end.saturating_sub(self.written).saturating_add(start));
            self.output.copy_within(start..piece, self.written);
            self.written = self.written.saturating_add(piece.saturating_sub(start));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(input: &[u8], room: usize) -> Result<Vec<u8>, BloscLzError> {
        let mut output = vec![0; room];
        let written = decompress(input, &mut output)?;
        output.truncate(written);
        Ok(output)
    }

    /// `length` literals that count up, in instructions of 32.
    fn literals(length: u16) -> (Vec<u8>, Vec<u8>) {
        let bytes: Vec<u8> = (0..length).map(|i| i.to_le_bytes()[0] ^ i.to_be_bytes()[0]).collect();
        let control = |chunk: &[u8]| (chunk.len() - 1).to_le_bytes()[0];
        let stream = bytes.chunks(32).flat_map(|chunk| [&[control(chunk)], chunk].concat()).collect();
        (bytes, stream)
    }

    #[test]
    fn literals_are_output_as_they_are() {
        assert_eq!(decoded(&[2, b'a', b'b', b'c', 0, b'd'], 4).unwrap(), b"abcd");
    }

    #[test]
    fn the_marker_in_the_first_control_byte_is_not_read() {
        assert_eq!(decoded(&[0x20 | 2, b'a', b'b', b'c'], 3).unwrap(), b"abc");
    }

    #[test]
    fn the_shortest_match_repeats_three_bytes() {
        assert_eq!(decoded(&[3, b'a', b'b', b'c', b'd', 0x20, 3], 7).unwrap(), b"abcdabc");
    }

    #[test]
    fn a_match_may_overlap_what_it_writes() {
        assert_eq!(decoded(&[0, b'x', 0xa0, 0], 8).unwrap(), b"xxxxxxxx");
        assert_eq!(decoded(&[3, b'-', b'a', b'b', b'c', 0xc0, 2, 0, b'!'], 13).unwrap(), b"-abcabcabcab!");
    }

    #[test]
    fn a_long_match_adds_bytes_to_its_length() {
        assert_eq!(decoded(&[0, b'x', 0xe0, 0, 0], 10).unwrap(), [b'x'; 10]);
        assert_eq!(decoded(&[0, b'x', 0xe0, 255, 10, 0], 275).unwrap(), [b'x'; 275]);
    }

    #[test]
    fn a_match_of_distance_8191_is_the_furthest_near_one() {
        let (mut bytes, mut stream) = literals(8200);
        stream.extend([0x20 | 31, 254]);
        bytes.extend_from_within(9..12);
        assert_eq!(decoded(&stream, 8203).unwrap(), bytes);
    }

    #[test]
    fn a_far_match_has_two_bytes_more() {
        let (mut bytes, mut stream) = literals(9000);
        stream.extend([0x20 | 31, 255, 0, 0]);
        bytes.extend_from_within(9000 - 8192..9003 - 8192);
        stream.extend([0xe0 | 31, 1, 255, 0x03, 0x2b]);
        bytes.extend_from_within(0..10);
        assert_eq!(decoded(&stream, 9013).unwrap(), bytes);
    }

    #[test]
    fn a_low_byte_of_255_alone_is_not_far() {
        let (mut bytes, mut stream) = literals(300);
        stream.extend([0x20, 255]);
        bytes.extend_from_within(300 - 256..303 - 256);
        assert_eq!(decoded(&stream, 303).unwrap(), bytes);
    }

    #[test]
    fn the_output_may_have_room_left() {
        assert_eq!(decoded(&[0, b'x'], 5).unwrap(), b"x");
    }

    #[test]
    fn a_stream_that_is_cut_off_says_where() {
        for input in [&[][..], &[4, b'a'], &[0, b'a', 0x20], &[0, b'a', 0xe0, 255], &[0, b'a', 0x3f, 255, 0]]
        {
            assert_eq!(decoded(input, 999), Err(BloscLzError::CutOff { at: input.len() }));
        }
    }

    #[test]
    fn a_match_from_before_the_output_is_refused() {
        let error = decoded(&[1, b'a', b'b', 0x20, 2], 9).unwrap_err();
        assert_eq!(error.to_string(), "before byte 5: a match 3 bytes back, only 2 are written");
    }

    #[test]
    fn nothing_is_written_behind_the_output() {
        let error = decoded(&[0, b'a', 0xe0, 255, 255, 0, 0], 100).unwrap_err();
        assert_eq!(error.to_string(), "before byte 7: 519 bytes to write, room for 99");
        let error = decoded(&[2, b'a', b'b', b'c'], 2).unwrap_err();
        assert_eq!(error, BloscLzError::TooMany { at: 4, length: 3, room: 2 });
    }
}
