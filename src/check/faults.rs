//! The rules that decoding a store holds it to: those of `verify`.

use super::rule::{Rule, Severity};
use crate::codec::CodecError;
use crate::metadata::{DocumentError, v2};
use crate::pipeline::Fault;
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

const fn error(id: &'static str, summary: &'static str, source: &'static str) -> Rule {
    Rule::new(id, Severity::Error, summary, source)
}

/// What a member of a document has to be.
const fn member(id: &'static str, summary: &'static str) -> Rule {
    error(id, summary, ARRAY)
}

/// The document cannot be read, or is no JSON.
pub static DOCUMENT: Rule = error("document", "a document cannot be read, or is no JSON", CORE);
static FORMAT: Rule =
    error("document-format", "a document is of no format and kind of node that is read", CORE);
static SHAPE: Rule = member("document-shape", "the shape is no list of sizes");
static DATA_TYPE: Rule = member("document-data-type", "the data type is not known, or not configured well");
static GRID: Rule =
    error("document-chunk-grid", "the chunk grid is not known, or does not fit the shape", GRIDS);
static KEY: Rule = error("document-chunk-keys", "the chunk key encoding is not known", KEYS);
static FILL: Rule = member("document-fill-value", "the fill value is none of the data type");
static CODEC: Rule =
    error("document-codecs", "the codecs are not configured well, or do not fit each other", CODECS);
static EXTENSION: Rule =
    member("document-extension", "there is a member that has to be understood and is not known");
static NAMES: Rule = member("document-dimension-names", "the names of dimensions do not fit the shape");
static ATTRIBUTES: Rule = error("document-attributes", "the attributes are no object", GROUP);
static COPIES: Rule =
    error("document-consolidated", "the consolidated metadata have no known form", CONSOLIDATED);

pub static UNREADABLE: Rule = error("store-unreadable", "what is stored cannot be read", STORES);
static NO_FILE: Rule = error(
    "store-kind",
    "there is something else under a key than the file or directory it should be",
    STORES,
);
static OVER_LIMIT: Rule = error("store-limit", "there is more than the limits allow to read", LIMITS);
static MEMBER: Rule = error("store-archive", "a member of the archive cannot be read", STORES);
static REFERENCE: Rule =
    error("store-reference", "a reference leads to nothing, or to where it is not allowed", REFERENCES);

static SOURCE: Rule = error(
    "reference-source-changed",
    "a reference leads to bytes that were changed after it was written",
    VIRTUAL,
);

static LENGTH: Rule =
    error("chunk-length", "bytes have another length than their shape and data type take", CODECS);
static CHECKSUM: Rule = error("chunk-checksum", "a checksum is not that of the bytes", CHECKSUMS);
static CORRUPT: Rule = error("chunk-corrupt", "bytes break the rules of their format", REGISTRY);
static ENDED: Rule = error("chunk-truncated", "bytes end before their format does", REGISTRY);
static LIMIT: Rule = error("chunk-limit", "a chunk would be larger than the limits allow", LIMITS);
static UNKNOWN: Rule =
    error("codec-unknown", "a codec is not known, so that nothing can be decoded", REGISTRY);
static ELEMENT: Rule = error("chunk-element", "an element cannot be decoded", REGISTRY);
static INDEX: Rule = error("shard-index", "the index of a shard says what cannot be", SHARDS);
static NO_FILL: Rule =
    error("shard-fill-value", "an inner chunk is missing, and the fill value cannot be encoded", SHARDS);
static ADDRESS: Rule = error("chunk-address", "there is no such chunk in the grid", GRIDS);

static MISSING: Rule = error(
    "chunk-missing",
    "a chunk, or an inner chunk of a shard, is missing where one is expected (--expect)",
    STORES,
);

/// An array has a document and no chunk, though its grid has some.
pub static HEADER_ONLY: Rule = Rule::new(
    "header-only-array",
    Severity::Note,
    "an array has chunks in its grid, and none is stored",
    STORES,
);
/// A key below an array is none of its chunks.
pub static STRAY: Rule =
    Rule::new("stray-key", Severity::Note, "a key below an array belongs to none of its chunks", KEYS);
/// Chunks are stored though reading them gives what would be there without them.
pub static ALL_FILL: Rule = Rule::new(
    "all-fill-chunk",
    Severity::Note,
    "a stored chunk is nothing but the fill value (--expect)",
    ARRAY,
);
/// Shards lack inner chunks though nearly all others are full.
pub static PARTLY_FILLED: Rule = Rule::new(
    "shard-partly-filled",
    Severity::Note,
    "a shard lacks inner chunks, while nearly all others are full",
    SHARDS,
);
/// Chunks decode to values that are none.
pub static DOUBTFUL: Rule = Rule::new(
    "values-doubtful",
    Severity::Error,
    "a chunk decodes, but its values look wrong (--values)",
    CODECS,
);
/// A server lists no names, so that there may be other nodes.
pub static UNLISTED: Rule = Rule::new(
    "nodes-unlisted",
    Severity::Note,
    "a server lists no names: only nodes that documents name are known",
    STORES,
);
/// A line of the list of chunks that may be missing names none.
pub static NO_CHUNK: Rule = Rule::new(
    "expect-line",
    Severity::Warning,
    "a line of the file behind --expect names no chunk of an array",
    KEYS,
);
/// A remark on chunks that decode all the same.
pub static REMARK: Rule = Rule::new(
    "chunk-remark",
    Severity::Note,
    "chunks decode, but everybody should know this who reads them",
    CODECS,
);

pub(super) static FAULTS: &[&Rule] = &[
    &DOCUMENT,
    &FORMAT,
    &SHAPE,
    &DATA_TYPE,
    &GRID,
    &KEY,
    &FILL,
    &CODEC,
    &EXTENSION,
    &NAMES,
    &ATTRIBUTES,
    &COPIES,
    &UNREADABLE,
    &NO_FILE,
    &OVER_LIMIT,
    &MEMBER,
    &REFERENCE,
    &SOURCE,
    &LENGTH,
    &CHECKSUM,
    &CORRUPT,
    &ENDED,
    &LIMIT,
    &UNKNOWN,
    &ELEMENT,
    &INDEX,
    &NO_FILL,
    &ADDRESS,
    &MISSING,
    &HEADER_ONLY,
    &STRAY,
    &ALL_FILL,
    &PARTLY_FILLED,
    &DOUBTFUL,
    &NO_CHUNK,
    &REMARK,
    &UNLISTED,
];

/// The rule that a fault breaks.
pub fn broken_by(fault: &Fault) -> &'static Rule {
    match fault {
        Fault::Metadata(error) => of_document(error),
        Fault::Store(error) => of_store(error),
        Fault::Stage(fault) => of_codec(&fault.error),
        Fault::Address(_) => &ADDRESS,
        Fault::Missing(_) => &MISSING,
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
    if error.document == v2::ATTRIBUTES {
        return &ATTRIBUTES;
    }
    let Some(first) = error.pointer.split('/').nth(1) else { return &DOCUMENT };
    MEMBERS.iter().find(|(names, _)| names.contains(&first)).map_or(&EXTENSION, |(_, rule)| rule)
}

fn of_store(error: &StoreError) -> &'static Rule {
    match error {
        StoreError::Io { .. }
        | StoreError::Unanswered { .. }
        | StoreError::NoKey(_)
        | StoreError::Changed { .. }
        | StoreError::Unlisted { .. }
        | StoreError::Answer { .. } => &UNREADABLE,
        StoreError::NotAFile { .. } | StoreError::NotADirectory { .. } => &NO_FILE,
        StoreError::OverLimit { .. } => &OVER_LIMIT,
        StoreError::Member { .. } => &MEMBER,
        StoreError::Refused { .. } | StoreError::Reference { .. } => &REFERENCE,
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
        | CodecError::NotEncoded { .. } => &UNKNOWN,
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
        DocumentError { document: "zarr.json", pointer: pointer.to_owned(), codec: None, expected, found }
            .into()
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
