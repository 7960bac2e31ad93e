//! Maps and texts in a `FlexBuffer`, as the configuration of a repository needs them: every place in it is checked.
//!
//! Specification: [FlexBuffers](https://flatbuffers.dev/internals/#flexbuffers).

const KEY: u8 = 4;
const STRING: u8 = 5;
const MAP: u8 = 9;

#[derive(Debug, Clone, Copy)]
pub(super) struct FlexValue<'b> {
    buffer: &'b [u8],
    place: usize,
    kind: u8,
    width: usize,
}

impl<'b> FlexValue<'b> {
    /// A buffer ends with the kind of its value and the width of its place.
    pub(super) fn root(buffer: &'b [u8]) -> Option<Self> {
        let (width, rest) = buffer.split_last()?;
        let width = usize::from(*width);
        let (packed, rest) = rest.split_last()?;
        Self::at(buffer, rest.len().checked_sub(width)?, width, *packed)
    }

    fn at(buffer: &'b [u8], element: usize, width: usize, packed: u8) -> Option<Self> {
        let kind = packed >> 2;
        let place = element.checked_sub(number(buffer, element, width)?)?;
        if !matches!(kind, KEY | STRING | MAP) {
            return None;
        }
        Some(Self { buffer, place, kind, width: 1 << (packed & 3) })
    }

    pub(super) fn members(self) -> impl Iterator<Item = (&'b str, Self)> {
        let Self { buffer, place, width, .. } = self;
        let before = |parts: usize| place.checked_sub(parts.checked_mul(width)?);
        let map = || {
            let size = number(buffer, before(1)?, width)?;
            let keys_width = number(buffer, before(2)?, width)?;
            let keys_at = before(3)?;
            let keys = keys_at.checked_sub(number(buffer, keys_at, width)?)?;
            // Each element has a place and a kind.
            if self.kind == MAP && size <= buffer.len() { Some((size, keys, keys_width)) } else { None }
        };
        let (size, keys, keys_width) = map().unwrap_or_default();
        (0..size).filter_map(move |index| {
            let key = keys.checked_add(index.checked_mul(keys_width)?)?;
            let name = until_zero(buffer, key.checked_sub(number(buffer, key, keys_width)?)?)?;
            let element = place.checked_add(index.checked_mul(width)?)?;
            let kinds = place.checked_add(size.checked_mul(width)?)?;
            let packed = *buffer.get(kinds.checked_add(index)?)?;
            Some((std::str::from_utf8(name).ok()?, Self::at(buffer, element, width, packed)?))
        })
    }

    pub(super) fn get(self, name: &str) -> Option<Self> {
        let (_, value) = self.members().find(|(own, _)| *own == name)?;
        Some(value)
    }

    pub(super) fn text(self) -> Option<&'b str> {
        let bytes = match self.kind {
            STRING => {
                let size = number(self.buffer, self.place.checked_sub(self.width)?, self.width)?;
                self.buffer.get(self.place..self.place.checked_add(size)?)?
            }
            KEY => until_zero(self.buffer, self.place)?,
            _ => return None,
        };
        std::str::from_utf8(bytes).ok()
    }
}

fn number(buffer: &[u8], place: usize, width: usize) -> Option<usize> {
    if !matches!(width, 1 | 2 | 4 | 8) {
        return None;
    }
    let bytes = buffer.get(place..place.checked_add(width)?)?;
    let number = bytes.iter().rev().fold(0, |number: u64, byte| number << 8 | u64::from(*byte));
    usize::try_from(number).ok()
}

fn until_zero(buffer: &[u8], place: usize) -> Option<&[u8]> {
    let rest = buffer.get(place..)?;
    rest.get(..rest.iter().position(|byte| *byte == 0)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `{"a": {"b": "xyz"}, "n": 7}`, written by hand.
    const BYTES: &[u8] = &[
        b'a', 0, b'n', 0, // 0: the names of the outer map
        b'b', 0, // 4: that of the inner one
        3, b'x', b'y', b'z', 0, // 6: a text of 3 bytes, at 7
        1, 8, // 11: the names of the inner map: one, at 12, which is 8 behind "b"
        1, 1, 1, // 13: these names are 1 in front, of 1 byte each; one member
        9, 0x14, // 16: the text is 9 in front; a text of width 1
        2, 19, 18, // 18: the names of the outer map: two, at 19
        2, 1, 2, // 21: these names are 2 in front, of 1 byte each; two members
        8, 7, 0x24, 0x04, // 24: the inner map is 8 in front; the number 7; a map, and a number
        4, 0x24, 1, // 28: the outer map is 4 in front; a map of width 1; in 1 byte
    ];

    #[test]
    fn members_are_found_by_their_names() {
        let root = FlexValue::root(BYTES).unwrap();
        assert_eq!(root.get("a").and_then(|map| map.get("b")).and_then(FlexValue::text), Some("xyz"));
        assert_eq!(root.members().map(|(name, _)| name).collect::<Vec<_>>(), ["a"]);
        assert!(root.get("b").is_none() && root.text().is_none());
    }

    #[test]
    fn what_is_damaged_is_no_panic() {
        let read = |bytes: &[u8]| {
            let all = FlexValue::root(bytes).into_iter().flat_map(FlexValue::members);
            all.flat_map(|(_, value)| value.members().filter_map(|(_, value)| value.text())).count()
        };
        assert_eq!(read(BYTES), 1);
        for end in 0..BYTES.len() {
            read(&BYTES[..end]);
        }
        for place in 0..BYTES.len() {
            for wrong in 0..=u8::MAX {
                let mut bytes = BYTES.to_vec();
                bytes[place] = wrong;
                assert!(read(&bytes) <= BYTES.len());
            }
        }
    }
}
