use super::{ArrayToBytes, BytesToBytes};
use crate::metadata::ArrayRepresentation;

/// By how much an `array -> bytes` codec may make an array larger: a bool as JSON is six times as large.
const GROWTH: u64 = 16;
/// The part of its input that a `bytes -> bytes` codec may add: at worst zlib adds 5 bytes to 16 KiB, Blosc 16 to all.
const SHARE: u64 = 8;
const OVERHEAD: u64 = 1 << 10;
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NBytes {
    Exactly(u64),
    AtMost(u64),
    Any,
}

impl NBytes {
    pub(crate) const fn exactly(self) -> Option<u64> {
        match self {
            Self::Exactly(nbytes) => Some(nbytes),
            Self::AtMost(_) | Self::Any => None,
        }
    }

    #[doc(hidden)]
    pub const fn most(self) -> Option<u64> {
        match self {
            Self::Exactly(nbytes) | Self::AtMost(nbytes) => Some(nbytes),
            Self::Any => None,
        }
    }

    pub(super) const fn grown(nbytes: u64) -> Self {
        Self::AtMost(nbytes.saturating_mul(GROWTH).saturating_add(OVERHEAD))
    }

    pub(super) fn of_array(codec: &dyn ArrayToBytes, decoded: &ArrayRepresentation) -> Self {
        match (codec.encoded_nbytes(), codec.sharding()) {
            (Some(nbytes), _) => Self::Exactly(nbytes),
            // Between inner chunks that were written again there may be gaps.
            (None, Some(sharding)) => sharding.most_nbytes().map_or(Self::Any, Self::grown),
            (None, None) if decoded.data_type.is_variable() => Self::Any,
            (None, None) => decoded.nbytes().map_or(Self::Any, Self::grown),
        }
    }

    pub(super) fn through(self, codec: &dyn BytesToBytes) -> Self {
        match (codec.encoded_nbytes(self.most()), self) {
            (_, Self::Any) => Self::Any,
            (Some(nbytes), Self::Exactly(_)) => Self::Exactly(nbytes),
            (Some(nbytes), Self::AtMost(_)) => Self::AtMost(nbytes),
            (None, Self::Exactly(nbytes) | Self::AtMost(nbytes)) => {
                Self::AtMost(nbytes.saturating_add(nbytes / SHARE).saturating_add(OVERHEAD))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Chain;
    use super::super::fixture::representation;
    use super::*;
    use crate::metadata::{CodecMetadata, Json};
    use serde_json::{Value, json};

    /// What a chunk of 10 elements is encoded to.
    fn encoded(data_type: &str, codecs: &Value) -> NBytes {
        let codecs = Json::at(codecs, "/codecs".into()).list("codecs", CodecMetadata::read).unwrap();
        let chain = Chain::build(&codecs, "/codecs", representation(data_type, &[10])).unwrap();
        match (chain.encoded_nbytes(), chain.most_encoded_nbytes()) {
            (Some(nbytes), _) => NBytes::Exactly(nbytes),
            (None, Some(nbytes)) => NBytes::AtMost(nbytes),
            (None, None) => NBytes::Any,
        }
    }

    #[test]
    fn a_chunk_is_encoded_to_so_many_bytes_or_to_no_more_than_its_codecs_can_make_of_it() {
        let gzip = json!({"name": "gzip", "configuration": {"level": 1}});
        // 10 bytes, an eighth of them, and 1 KiB; then the same of that.
        let (once, twice) = (1035, 1035 + 129 + 1024);
        for (data_type, codecs, expected) in [
            ("uint8", json!(["bytes"]), NBytes::Exactly(10)),
            ("uint8", json!(["bytes", "crc32c"]), NBytes::Exactly(14)),
            ("uint8", json!(["bytes", gzip]), NBytes::AtMost(once)),
            ("uint8", json!(["bytes", gzip, "crc32c"]), NBytes::AtMost(once + 4)),
            ("uint8", json!(["bytes", gzip, gzip]), NBytes::AtMost(twice)),
            ("string", json!(["vlen-utf8", gzip]), NBytes::Any),
            ("uint8", json!(["bytes", "nobody.knows", "crc32c"]), NBytes::Any),
        ] {
            assert_eq!(encoded(data_type, &codecs), expected, "{codecs}");
        }
    }

    #[test]
    fn a_shard_has_no_more_than_its_index_its_inner_chunks_and_gaps() {
        let index = json!([{"name": "bytes", "configuration": {"endian": "little"}}, "crc32c"]);
        let shard = |codecs: Value| {
            json!([{"name": "sharding_indexed", "configuration":
                {"chunk_shape": [5], "codecs": codecs, "index_codecs": index}}])
        };
        // Two inner chunks of 5 bytes, and two entries of 16 bytes with a checksum.
        assert_eq!(encoded("uint8", &shard(json!(["bytes"]))), NBytes::grown(2 * 5 + 2 * 16 + 4));
        let whole = shard(json!(["bytes"]));
        // A shard within a shard.
        let NBytes::AtMost(inner) = NBytes::grown(5 + 16 + 4) else { unreachable!() };
        assert_eq!(encoded("uint8", &shard(whole)), NBytes::grown(2 * inner + 2 * 16 + 4));
        assert_eq!(encoded("string", &shard(json!(["vlen-utf8"]))), NBytes::Any);
    }
}
