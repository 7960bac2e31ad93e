use super::rule::{Rule, Severity, rules};
use crate::codec::CodecError;
use crate::metadata::{DocumentError, v2};
use crate::pipeline::{Fault, MissingChunks};
use crate::store::StoreError;

const CORE: &str = "https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html";
const ARRAY: &str = "https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#array-metadata";
const GROUP: &str = "https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#group-metadata";
const STORES: &str = "https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#stores";
const GRIDS: &str = "https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#chunk-grids";
const KEYS: &str = "https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#chunk-key-encoding";
const CODECS: &str = "https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#codecs";
const REGISTRY: &str = "https://github.com/zarr-developers/zarr-extensions/tree/main/codecs";
const SHARDS: &str = "https://zarr-specs.readthedocs.io/en/latest/v3/codecs/sharding-indexed/index.html";
const CHECKSUMS: &str = "https://zarr-specs.readthedocs.io/en/latest/v3/codecs/crc32c/index.html";
const CONSOLIDATED: &str = "https://zarr.readthedocs.io/en/stable/user-guide/consolidated_metadata/";
const LIMITS: &str = "zarrscope --help: Limits";
const VIRTUAL: &str = "https://icechunk.io/en/latest/virtual/";
const REFERENCES: &str = "https://fsspec.github.io/kerchunk/spec.html";

rules! { FAULTS:
    pub DOCUMENT = Error("document", "a document cannot be read, or is not JSON", CORE);
    FORMAT = Error("document-format", "a document is of an unknown format or kind of node", CORE);
    SHAPE = Error("document-shape", "the shape is not a list of sizes", ARRAY);
    DATA_TYPE = Error("document-data-type", "the data type is unknown, or wrongly configured", ARRAY);
    GRID = Error("document-chunk-grid", "the chunk grid is unknown, or does not fit the shape", GRIDS);
    KEY = Error("document-chunk-keys", "the chunk key encoding is unknown", KEYS);
    FILL = Error("document-fill-value", "the fill value does not belong to the data type", ARRAY);
    CODEC = Error("document-codecs", "the codecs are wrongly configured, or do not fit together", CODECS);
    EXTENSION = Error("document-extension", "a member must be understood, but is unknown", ARRAY);
    pub(super) NAMES = Error("document-dimension-names", "the names of dimensions do not fit the shape", ARRAY);
    ATTRIBUTES = Error("document-attributes", "the attributes are not an object", GROUP);
    COPIES = Error("document-consolidated", "the consolidated metadata have an unknown form", CONSOLIDATED);
    pub UNREADABLE = Error("store-unreadable", "what is stored cannot be read: a server does not answer, or a permission is missing", STORES);
    BROKEN = Error("store-broken", "what is stored cannot be read: links form a loop, or a device fails", STORES);
    NO_FILE = Error("store-kind", "a key leads to something other than the file or directory it should be", STORES);
    OVER_LIMIT = Error("store-limit", "there is more to read than the limits allow", LIMITS);
    MEMBER = Error("store-archive", "a member of the archive cannot be read", STORES);
    REFERENCE = Error("store-reference", "a reference leads to nothing", REFERENCES);
    pub REFUSED = Error("reference-refused", "a reference leads to a place that is not allowed (--allow-references)", REFERENCES);
    SOURCE = Error("reference-source-changed", "a reference leads to bytes that changed after it was written", VIRTUAL);
    LENGTH = Error("chunk-length", "the number of bytes does not fit their shape and data type", CODECS);
    CHECKSUM = Error("chunk-checksum", "a checksum does not match the bytes", CHECKSUMS);
    CORRUPT = Error("chunk-corrupt", "bytes break the rules of their format", REGISTRY);
    ENDED = Error("chunk-truncated", "bytes end too early for their format", REGISTRY);
    LIMIT = Error("chunk-limit", "a chunk would be larger than the limits allow", LIMITS);
    pub(super) UNKNOWN_CODEC = Error("codec-unknown", "a codec is unknown, so nothing can be decoded", REGISTRY);
    ELEMENT = Error("chunk-element", "an element cannot be decoded", REGISTRY);
    INDEX = Error("shard-index", "the shard index has impossible entries", SHARDS);
    NO_FILL = Error("shard-fill-value", "an inner chunk is missing, and the fill value cannot be encoded", SHARDS);
    ADDRESS = Error("chunk-address", "there is no such chunk in the grid", GRIDS);
    MISSING = Error("chunk-missing", "a chunk, or an inner chunk of a shard, is missing where one is expected (--expect, --keys)", STORES);
    pub HEADER_ONLY = Note("header-only-array", "an array has chunks in its grid, but none is stored", STORES);
    pub STRAY = Note("stray-key", "a key below an array belongs to none of its chunks", KEYS);
    pub ALL_FILL = Note("all-fill-chunk", "a stored chunk is nothing but the fill value (--expect)", ARRAY);
    pub PARTLY_FILLED = Note("shard-partly-filled", "a shard lacks inner chunks, while nearly all others are full", SHARDS);
    pub DOUBTFUL = Error("values-doubtful", "a chunk decodes, but its values look wrong (--values)", CODECS);
    pub NO_CHUNK = Warning("expect-line", "a line of the --expect file names no chunk of an array", KEYS);
    pub REMARK = Note("chunk-remark", "chunks decode, but readers should know this about them", CODECS);
    pub ODD_NAMES = Warning("store-names", "names of an archive or of references are passed over, or are there twice", STORES);
    pub SUM_VALUES = Error("sum-values", "the values of a chunk are not those that were recorded (--sums)", STORES);
    pub SUM_MISSING = Error("sum-missing", "chunks that were recorded are not there (--sums)", STORES);
    pub SUM_BYTES = Note("sum-bytes", "chunks were written again: their bytes are not those that were recorded, their values are (--sums)", STORES);
    pub SUM_NEW = Note("sum-new", "chunks were not recorded (--sums)", STORES);
    pub UNLISTED = Note("nodes-unlisted", "a server lists no names: only nodes named in documents are known", STORES);
}

/// Whether a finding says that something could not be read or asked for, and nothing of the data.
pub fn is_unread(rule: &Rule) -> bool {
    [UNREADABLE.id, REFUSED.id].contains(&rule.id)
}

pub fn broken_by(fault: &Fault) -> &'static Rule {
    match fault {
        Fault::Metadata(error) => of_document(error),
        Fault::Store(error) => of_store(error),
        Fault::Stage(fault) => of_codec(&fault.error),
        Fault::Address(_) => &ADDRESS,
        Fault::Missing(missing) => match **missing {
            MissingChunks::ListedSize { .. } => &LENGTH,
            _ => &MISSING,
        },
    }
}

const MEMBERS: &[(&[&str], &Rule)] = &[
    (&["zarr_format", "node_type"], &FORMAT),
    (&["shape"], &SHAPE),
    (&["data_type", "dtype"], &DATA_TYPE),
    (&["chunk_grid", "chunks"], &GRID),
    (&["chunk_key_encoding", "dimension_separator"], &KEY),
    (&["fill_value"], &FILL),
    (&["codecs", "compressor", "filters", "order"], &CODEC),
    (&["dimension_names"], &NAMES),
    (&["attributes"], &ATTRIBUTES),
    (&["consolidated_metadata"], &COPIES),
];

fn of_document(error: &DocumentError) -> &'static Rule {
    if error.is_unread {
        return &UNREADABLE;
    }
    if error.document == v2::ATTRIBUTES {
        return &ATTRIBUTES;
    }
    let Some(first) = error.pointer.split('/').nth(1) else { return &DOCUMENT };
    MEMBERS.iter().find(|(names, _)| names.contains(&first)).map_or(&EXTENSION, |(_, rule)| rule)
}

fn of_store(error: &StoreError) -> &'static Rule {
    match error {
        StoreError::Io { .. } if !error.is_unread() => &BROKEN,
        StoreError::NoKey(_) => &BROKEN,
        StoreError::Io { .. }
        | StoreError::Unanswered { .. }
        | StoreError::Changed { .. }
        | StoreError::Unlisted { .. }
        | StoreError::Answer { .. }
        | StoreError::Unasked { .. } => &UNREADABLE,
        StoreError::NotAFile { .. } | StoreError::NotADirectory { .. } => &NO_FILE,
        StoreError::OverLimit { .. } => &OVER_LIMIT,
        StoreError::Member { .. } => &MEMBER,
        StoreError::Refused { .. } => &REFUSED,
        StoreError::Reference { .. } => &REFERENCE,
        StoreError::SourceChanged { .. } => &SOURCE,
        StoreError::OutOfRange { .. } => &ENDED,
    }
}

fn of_codec(error: &CodecError) -> &'static Rule {
    match error {
        CodecError::Length { .. } | CodecError::TooMuch { .. } => &LENGTH,
        CodecError::Checksum { .. } => &CHECKSUM,
        CodecError::Corrupt { .. } | CodecError::Blosc(_) => &CORRUPT,
        CodecError::Ended { .. } => &ENDED,
        CodecError::Limit { .. } => &LIMIT,
        CodecError::Unknown { .. }
        | CodecError::Unbound { .. }
        | CodecError::OnlyDecoded
        | CodecError::NotEncoded { .. } => &UNKNOWN_CODEC,
        CodecError::Element { .. } => &ELEMENT,
        CodecError::ShardIndex { .. }
        | CodecError::InnerNBytes { .. }
        | CodecError::InnerTotal { .. }
        | CodecError::Index { .. } => &INDEX,
        // What is wrong inside is what is wrong.
        CodecError::InnerChunk { error, .. } | CodecError::Block { error, .. } => of_codec(error),
        CodecError::NoFillValue { .. } => &NO_FILL,
        CodecError::Document(_) => &CODEC,
        CodecError::Store(error) => of_store(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(pointer: &str) -> Fault {
        let (expected, found) = (String::new(), String::new());
        DocumentError::new("zarr.json", pointer, expected, found).into()
    }

    #[test]
    fn a_fault_of_a_document_breaks_the_rule_of_its_member() {
        for (pointer, id) in [
            ("", "document"),
            ("/shape", "document-shape"),
            ("/codecs/0/configuration/level", "document-codecs"),
            ("/filters/1", "document-codecs"),
            ("/future", "document-extension"),
            ("/storage_transformers/0", "document-extension"),
        ] {
            assert_eq!(broken_by(&document(pointer)).id, id, "{pointer}");
        }
    }

    #[test]
    fn what_is_wrong_in_an_inner_chunk_is_what_is_wrong() {
        let inner = |error| CodecError::InnerChunk {
            coords: vec![0],
            stage: "a".to_owned(),
            codec_index: 0,
            error: Box::new(error),
        };
        assert_eq!(of_codec(&inner(CodecError::Checksum { stored: 1, computed: 2 })).id, "chunk-checksum");
        assert_eq!(of_codec(&inner(inner(CodecError::TooMuch { limit: 1 }))).id, "chunk-length");
    }
}
