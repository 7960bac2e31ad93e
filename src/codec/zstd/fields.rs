use super::super::reader::Reader;
use super::super::signature::MOST_FIELDS;
use super::super::{FieldReading, StoredField};
use super::frame::{BlockKind, ZstdBlockHeader};

const DESCRIPTOR: usize = 4;

pub(super) fn of_frame(input: &[u8]) -> Vec<StoredField> {
    let mut fields = Vec::new();
    let mut at = DESCRIPTOR + 1;
    let Some(flags) = input.get(DESCRIPTOR).copied() else { return fields };
    let mut push = |nbytes: usize, reading, name, meaning| {
        fields.push(StoredField::at(at, nbytes, reading, name, meaning));
        at += nbytes;
    };
    let is_single = flags & 0x20 != 0;
    if !is_single {
        push(1, FieldReading::Plain, "window", "how far back a match may lie: exponent and mantissa");
    }
    let dictionary = [0, 1, 2, 4].get(usize::from(flags & 3)).copied().unwrap_or(0);
    if dictionary > 0 {
        push(dictionary, FieldReading::Number, "dictionary", "the number of the dictionary");
    }
    match (flags >> 6, is_single) {
        (0, false) => {}
        (0, true) => push(1, FieldReading::Number, "nbytes", "how many bytes come out"),
        (1, _) => push(2, FieldReading::Number, "nbytes", "how many bytes come out, less 256"),
        (2, _) => push(4, FieldReading::Number, "nbytes", "how many bytes come out"),
        _ => push(8, FieldReading::Number, "nbytes", "how many bytes come out"),
    }
    let end = blocks(input, at, &mut fields);
    if flags & 4 != 0
        && let Some(end) = end
    {
        let meaning = "the low half of the XXH64 of what comes out";
        fields.push(StoredField::at(end, 4, FieldReading::Little, "checksum", meaning));
    }
    fields
}

fn blocks(input: &[u8], mut at: usize, fields: &mut Vec<StoredField>) -> Option<usize> {
    while fields.len() < MOST_FIELDS {
        let mut reader = Reader::new(input.get(at..)?);
        let ZstdBlockHeader { is_last, kind, size, stored } = ZstdBlockHeader::read(&mut reader)?;
        let kind = match kind? {
            BlockKind::Raw => format!("{size} bytes stored as they are"),
            BlockKind::Rle => format!("one byte that is repeated {size} times"),
            BlockKind::Compressed => format!("{size} compressed bytes"),
        };
        let last = if is_last { ", the last one" } else { "" };
        let meaning = format!("the header of a block{last}: {kind}").into();
        fields.push(StoredField { meaning, ..StoredField::at(at, 3, FieldReading::Plain, "block", "") });
        at = at.checked_add(3)?.checked_add(stored)?;
        if is_last {
            return Some(at);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::super::FieldPlace;
    use super::*;

    fn places(input: &[u8]) -> Vec<(FieldPlace, usize, &'static str)> {
        of_frame(input).into_iter().map(|field| (field.place, field.nbytes, field.name)).collect()
    }

    /// Frames by the specification (RFC 8878, section 3.1.1), written by hand.
    #[test]
    fn the_fields_of_a_frame_lie_where_its_flags_say() {
        use FieldPlace::FromStart as At;
        // One segment, a size of one byte, a checksum; a repeated byte, and a block of two bytes stored as they are.
        let frame = b"\x28\xb5\x2f\xfd\x24\x07\x2a\0\0x\x11\0\0yz....";
        let expected =
            [(At(5), 1, "nbytes"), (At(6), 3, "block"), (At(10), 3, "block"), (At(15), 4, "checksum")];
        assert_eq!(places(frame), expected);
        let meanings: Vec<String> =
            of_frame(frame).into_iter().map(|field| field.meaning.into_owned()).collect();
        assert_eq!(meanings[1], "the header of a block: one byte that is repeated 5 times");
        assert_eq!(meanings[2], "the header of a block, the last one: 2 bytes stored as they are");
        // A window, a dictionary of two bytes, a size of eight; the block is cut.
        let frame = b"\x28\xb5\x2f\xfd\xc2W..12345678\x05\0";
        assert_eq!(places(frame), [(At(5), 1, "window"), (At(6), 2, "dictionary"), (At(8), 8, "nbytes")]);
        assert!(places(b"\x28\xb5\x2f\xfd").is_empty());
    }

    #[test]
    fn of_many_blocks_the_first_are_named() {
        let frame = [&b"\x28\xb5\x2f\xfd\x20\0"[..], &[0; 9000]].concat();
        assert_eq!(places(&frame).len(), MOST_FIELDS);
    }
}
