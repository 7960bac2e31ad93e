//! How much zarrscope takes from a store: every limit, in one place.
//!
//! Stores come from other people, and a few bytes can claim to be any number of them. What is over a limit is an error
//! that names the option which raises it. Only that one node or chunk fails, and it stays visible. [`LIMITS`] is the
//! table of the limits that a user can change.

/// One limit that a user can change.
#[derive(Debug, Clone, Copy)]
pub struct Limit {
    /// Its option on the command line, which error messages name.
    pub option: &'static str,
    /// The value without the option.
    pub default: u64,
    /// What is limited, for the help of the option.
    pub of: &'static str,
}

/// The bytes that an array may have before and behind each codec of a chain.
pub const CHUNK_BYTES: Limit = Limit {
    option: "--max-chunk-bytes",
    default: 1 << 30,
    of: "bytes of a decoded chunk; a chunk with more is not read at all",
};
/// The bytes of a metadata document.
pub const DOCUMENT_BYTES: Limit =
    Limit { option: "--max-document-bytes", default: 32 << 20, of: "bytes of a metadata document" };
/// The values in a metadata document: each takes some 200 bytes of memory, where two bytes of text are enough for it.
pub const DOCUMENT_VALUES: Limit = Limit {
    option: "--max-document-values",
    default: 400_000,
    of: "values in a metadata document: texts, numbers, lists, objects",
};
/// The levels of lists and objects in a metadata document. `serde_json` refuses more.
pub const JSON_DEPTH: Limit = Limit {
    option: "--max-json-depth",
    default: 127,
    of: "levels of lists and objects in a document, at most 127",
};
/// The names in one directory that is listed.
pub const NODES: Limit =
    Limit { option: "--max-nodes", default: 2_000_000, of: "names below one node that are listed at once" };
/// The links to directories, one behind the other, that a listing or a walk follows. Two that lead back and forth
/// make a small store endless. One is enough for what people use them for: a directory on another disk.
pub const LINKS: Limit = Limit {
    option: "--max-links",
    default: 1,
    of: "links to directories in a row that are followed to find nodes and chunks",
};
/// The bytes of a file of references. Values that are written out in it are kept in memory.
pub const REFERENCE_BYTES: Limit = Limit {
    option: "--max-reference-bytes",
    default: 256 << 20,
    of: "bytes of a file of references to chunks (Kerchunk), or of one of Icechunk that says where they are",
};
/// The references in a file: each takes some 100 bytes of memory, where a few bytes of text are enough for it.
pub const REFERENCES: Limit = Limit {
    option: "--max-references",
    default: 2_000_000,
    of: "references in a file, those among them that it only says how to count",
};
/// The bytes of decoded chunks that the explorer keeps.
pub const CACHE_BYTES: Limit = Limit {
    option: "--cache-bytes",
    default: 256 << 20,
    of: "bytes of decoded chunks that the explorer keeps; the one on the screen is always kept",
};
/// The threads that decode. Zero means as many as there are cores, as on the command line.
pub const THREADS: Limit = Limit {
    option: "--threads",
    default: 0,
    of: "threads of `decode`, `verify`, `diff`, `stats` and `picture`; as many as there are cores, 16 where chunks come from a server",
};

/// Every limit that a user can change.
pub const LIMITS: &[Limit] = &[
    CHUNK_BYTES,
    DOCUMENT_BYTES,
    DOCUMENT_VALUES,
    JSON_DEPTH,
    NODES,
    LINKS,
    REFERENCE_BYTES,
    REFERENCES,
    CACHE_BYTES,
    THREADS,
];

/// The labels of one dimension that are read to find the nearest. They are not kept, but all of them are looked at.
pub const LABELS: u64 = 1 << 24;
/// The levels of nodes that are looked at. Real hierarchies have a handful; going down is recursive, so that a store
/// made to be deep would overflow the stack.
pub const LEVELS: usize = 256;
/// The codecs of one array, with those inside of codecs, such as the ones of a shard. Real ones have fewer than twenty. Each
/// costs memory and time before any chunk is read, and each may go through all bytes of a chunk.
pub const CODECS: usize = 64;
/// How many times the bytes of a shard, plus 1 MiB, its inner chunks and their entries in the index may have together. The
/// entries of a shard index may overlap: without a limit, one range of a small shard could be decoded again for each of
/// millions of inner chunks. Shards in a shard share what is allowed to it: else each level would multiply it.
pub const SHARD_READS: u64 = 16;
/// How many bytes more than the next stage expects a stage may give. Within this, the next stage reports how many bytes
/// it found. Beyond it the stage is stopped: a compressed stream of a few bytes can go on almost without end.
pub const STAGE_SLACK: u64 = 1 << 20;
/// How many bytes a stored chunk may have beyond what its codecs can make of a sound one. Such a chunk is still read,
/// so that its stages show what is wrong with it.
pub const STORED_SLACK: u64 = 64 << 20;
/// The chunks of an array that are asked for one by one, where a server lists no names. Each takes a request.
pub const ASKED_CHUNKS: u64 = 10_000;
/// The chunks of an array that are verified one by one, where a server lists no names. Each is read, which somebody has asked for.
pub const READ_CHUNKS: u64 = 10_000_000;
/// The bytes of a list of chunks that may be missing: a million keys.
pub const LIST_BYTES: u64 = 64 << 20;
/// The chunks that are asked for one by one for the grid of the explorer, where nobody has asked which chunks are stored.
pub const ASKED_UNASKED: u64 = 1_000;
/// The snapshots of a repository that its history shows.
pub const HISTORY: usize = 1000;
/// The nodes of a hierarchy that are searched.
pub const CATALOG_NODES: usize = 1_000_000;
/// The bytes of the rows that searching keeps of them. Some 200 are enough for a node that says the same as others.
pub const CATALOG_BYTES: usize = 160 << 20;
/// The bytes of intermediate values that one trace keeps.
pub const TRACE_BYTES: usize = 512 << 20;

/// What is read of a hierarchy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// As [`DOCUMENT_BYTES`].
    pub document_bytes: u64,
    /// As [`DOCUMENT_VALUES`].
    pub document_values: u64,
    /// As [`JSON_DEPTH`].
    pub json_depth: u64,
    /// As [`NODES`].
    pub nodes: u64,
    #[doc(hidden)]
    pub links: u64,
    #[doc(hidden)]
    pub reference_bytes: u64,
    #[doc(hidden)]
    pub references: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            document_bytes: DOCUMENT_BYTES.default,
            document_values: DOCUMENT_VALUES.default,
            json_depth: JSON_DEPTH.default,
            nodes: NODES.default,
            links: LINKS.default,
            reference_bytes: REFERENCE_BYTES.default,
            references: REFERENCES.default,
        }
    }
}

/// How an error message names a limit: "at most 5 bytes (--max-document-bytes)".
pub fn at_most(most: u64, unit: &str, limit: Limit) -> String {
    format!("at most {most} {unit} ({})", limit.option)
}
