//! How much zarrscope takes from a store: every limit there is, in one place.
//!
//! Stores come from other people. What is over a limit is an error that names it, and nothing else suffers: the node or the
//! chunk stays visible. [`LIMITS`] is the table of those that a user can change.

/// One limit that a user can change.
#[derive(Debug, Clone, Copy)]
pub struct Limit {
    /// Its option on the command line, which the message names.
    pub option: &'static str,
    /// What holds without the option.
    pub default: u64,
    /// What is limited.
    pub of: &'static str,
}

/// The bytes that any array on the way through a chain may have.
pub const CHUNK_BYTES: Limit = Limit {
    option: "--max-chunk-bytes",
    default: 1 << 30,
    of: "bytes of a decoded chunk; nothing is read of a chunk that has more",
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
/// The levels of lists and objects in a metadata document. The reader of JSON has no more.
pub const JSON_DEPTH: Limit = Limit {
    option: "--max-json-depth",
    default: 127,
    of: "levels of lists and objects in a document, at most 127",
};
/// The names in one directory that is listed.
pub const NODES: Limit =
    Limit { option: "--max-nodes", default: 2_000_000, of: "names below one node that are listed at once" };
/// The links to directories, one behind the other, that a listing or a walk follows. Links across can make a small store
/// endless; people need one, to a directory on another disk.
pub const LINKS: Limit = Limit {
    option: "--max-links",
    default: 1,
    of: "links to directories, one behind the other, that are followed to find nodes and chunks",
};
/// The bytes of decoded chunks that the explorer keeps.
pub const CACHE_BYTES: Limit = Limit {
    option: "--cache-bytes",
    default: 256 << 20,
    of: "bytes of decoded chunks that the explorer keeps; the one on the screen is always kept",
};
/// The threads that decode; zero stands for as many as there are cores.
pub const THREADS: Limit = Limit {
    option: "--threads",
    default: 0,
    of: "threads of `decode` and `verify`; as many as there are cores",
};

/// Every limit that a user can change.
pub const LIMITS: &[Limit] =
    &[CHUNK_BYTES, DOCUMENT_BYTES, DOCUMENT_VALUES, JSON_DEPTH, NODES, LINKS, CACHE_BYTES, THREADS];

/// The levels of nodes that are looked at: nobody has more, and whoever goes down does so on a stack.
pub const LEVELS: usize = 256;
/// The codecs of one chain. Each costs memory and time before any chunk is read.
pub const CODECS: usize = 64;
/// How many times the bytes of a shard, and 1 MiB, its inner chunks may have together. More have to lie on each other.
pub const SHARD_READS: u64 = 16;
/// How far past the size that the next stage expects a stage may go on, in bytes. What ends within this is passed on, so
/// that the next stage can say how many bytes it found; what does not end is stopped.
pub const STAGE_SLACK: u64 = 1 << 20;
/// How many bytes more than its codecs can make of a chunk a stored chunk may have and is read all the same: its stages
/// then tell what is wrong with it.
pub const STORED_SLACK: u64 = 64 << 20;
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
    /// As [`LINKS`].
    pub links: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            document_bytes: DOCUMENT_BYTES.default,
            document_values: DOCUMENT_VALUES.default,
            json_depth: JSON_DEPTH.default,
            nodes: NODES.default,
            links: LINKS.default,
        }
    }
}

/// What was expected where something is over a limit: "at most 5 bytes (--max-document-bytes)".
#[must_use]
pub fn at_most(most: u64, unit: &str, limit: Limit) -> String {
    format!("at most {most} {unit} ({})", limit.option)
}
