use serde_json::{Value, json};

use super::super::{BYTES, CRC32C, ChecksumFacts, CodecRow, WhichEnd};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IndexForm {
    pub side: WhichEnd,
    pub is_big: bool,
    pub has_checksum: bool,
}

impl IndexForm {
    pub const fn common(side: WhichEnd) -> Self {
        Self { side, is_big: false, has_checksum: true }
    }

    pub fn of(configuration: &Value) -> Self {
        let codecs = configuration.get("index_codecs").and_then(Value::as_array);
        let (mut is_big, mut has_checksum) = (false, false);
        for codec in codecs.into_iter().flatten() {
            is_big |= codec.pointer("/configuration/endian").is_some_and(|endian| endian == "big");
            let row = codec.get("name").or(Some(codec)).and_then(Value::as_str).and_then(CodecRow::find);
            has_checksum |= row.is_some_and(|row| row.label() == CRC32C.label());
        }
        let is_start = configuration.get("index_location").is_some_and(|side| side == WhichEnd::Start.name());
        Self { side: if is_start { WhichEnd::Start } else { WhichEnd::End }, is_big, has_checksum }
    }

    pub fn codecs(self) -> Value {
        let order = if self.is_big { "big" } else { "little" };
        let mut codecs = vec![json!({"name": BYTES.name, "configuration": {"endian": order}})];
        codecs.extend(self.has_checksum.then(|| json!({"name": CRC32C.name})));
        Value::Array(codecs)
    }

    pub fn nbytes(self, inner_chunks: u64) -> Option<u64> {
        let checksum = if self.has_checksum { ChecksumFacts::NBYTES as u64 } else { 0 };
        inner_chunks.checked_mul(super::ENTRY_NBYTES)?.checked_add(checksum)
    }

    pub fn checksum_agrees(index: &[u8]) -> bool {
        match index.split_last_chunk() {
            Some((payload, stored)) => crc32c::crc32c(payload) == u32::from_le_bytes(*stored),
            None => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        for bits in 0..8_u8 {
            let side = if bits & 1 == 0 { WhichEnd::End } else { WhichEnd::Start };
            let form = IndexForm { side, is_big: bits & 2 != 0, has_checksum: bits & 4 != 0 };
            let configuration = json!({"index_codecs": form.codecs(), "index_location": side.name()});
            assert_eq!(IndexForm::of(&configuration), form);
        }
        assert_eq!(
            IndexForm::of(&json!({"index_codecs": ["bytes", "crc32c"]})),
            IndexForm::common(WhichEnd::End)
        );
    }

    #[test]
    fn a_checksum_behind_its_bytes_agrees() {
        assert!(IndexForm::checksum_agrees(b"123456789\x83\x92\x06\xe3"));
        assert!(!IndexForm::checksum_agrees(b"12345678\x83\x92\x06\xe3"));
        assert!(!IndexForm::checksum_agrees(b"123"));
    }
}
