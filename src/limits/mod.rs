//! How much zarrscope takes from a store: every limit that an option raises, and those that none does.
//!
//! Stores come from other people, and a few bytes can claim to be any number of them. What is over a limit is an error
//! that names the option which raises it. Only that one node or chunk fails, and it stays visible.

#[derive(Debug, Clone, Copy)]
pub struct Limit {
    /// On the command line; error messages name it.
    pub option: &'static str,
    pub default: u64,
    /// For the help of the option.
    pub of: &'static str,
}

/// Before and after each codec of a chain.
pub const CHUNK_BYTES: Limit = Limit {
    option: "--max-chunk-bytes",
    default: 1 << 30,
    of: "bytes of a decoded chunk; a chunk with more is not read at all",
};
pub const DOCUMENT_BYTES: Limit =
    Limit { option: "--max-document-bytes", default: 32 << 20, of: "bytes of a metadata document" };
/// Each value takes some 200 bytes of memory, where two bytes of text are enough for it.
pub const DOCUMENT_VALUES: Limit = Limit {
    option: "--max-document-values",
    default: 400_000,
    of: "values in a metadata document: texts, numbers, lists, objects",
};
/// `serde_json` refuses more.
pub const JSON_DEPTH: Limit = Limit {
    option: "--max-json-depth",
    default: 127,
    of: "levels of lists and objects in a document, at most 127",
};
pub const NODES: Limit = Limit {
    option: "--max-nodes",
    default: 2_000_000,
    of: "names listed at once below one node, and nodes in all that a command goes through",
};
/// Two links back and forth make a small store endless. One is enough for what people use them for: a directory on another disk.
pub const LINKS: Limit = Limit {
    option: "--max-links",
    default: 1,
    of: "links to directories followed in a row to find nodes and chunks",
};
/// Values that are written out in the file are kept in memory.
pub const REFERENCE_BYTES: Limit = Limit {
    option: "--max-reference-bytes",
    default: 256 << 20,
    of: "bytes of a file of references to chunks (Kerchunk), of an Icechunk file that says where chunks are, and what is kept of all those of an array",
};
/// Each takes some 100 bytes of memory, where a few bytes of text are enough for it.
pub const REFERENCES: Limit = Limit {
    option: "--max-references",
    default: 2_000_000,
    of: "references in a file, including those that its rules (gen) count through",
};
/// Bytes of templates that a file of references expands in all, those of a template once for each of its references. Expanding
/// them takes some seconds.
pub const GENERATED_TEXT: u64 = 512 << 20;
/// Dimensions that a rule of such a file counts through. Each is looked at for each reference.
pub const GENERATED_DIMENSIONS: usize = 32;
/// A server could go on for ever. A page of S3 has a thousand names.
pub const LIST_PAGES: Limit = Limit {
    option: "--max-list-pages",
    default: 100_000,
    of: "pages of one list of names on a server, usually of a thousand names each",
};
/// Chunks of an array that are asked for one by one, where a server lists no names: each takes a request.
pub const ASKED_CHUNKS: Limit = Limit {
    option: "--max-asked-chunks",
    default: 10_000,
    of: "chunks of one array that are asked for one by one to learn which there are, where a server lists no names (`verify` reads each of up to 10 000 000, `decode` all that it is asked for)",
};
/// The bytes of the names of one such list, with room for 2 000 000 of 64 bytes.
pub const LISTED_NAMES_BYTES: u64 = 128 << 20;
/// A longer name is none that a store takes: S3, Google and Azure take 1024 bytes.
pub const NAME_BYTES: usize = 4096;
/// The bytes of an address with all that is written as `%41`. Clients take less than 64 KiB.
pub const ADDRESS_BYTES: usize = 32 << 10;
pub const CACHE_BYTES: Limit = Limit {
    option: "--cache-bytes",
    default: 256 << 20,
    of: "bytes of decoded chunks that the explorer keeps; the one on the screen is always kept",
};
/// Zero means as many as there are cores.
pub const THREADS: Limit = Limit {
    option: "--threads",
    default: 0,
    of: "threads of `decode`, `verify`, `diff`, `stats` and `picture`; by default one for each core, or 16 if chunks come from a server; at most 256",
};

pub const LIMITS: &[Limit] = &[
    CHUNK_BYTES,
    DOCUMENT_BYTES,
    DOCUMENT_VALUES,
    JSON_DEPTH,
    NODES,
    LINKS,
    REFERENCE_BYTES,
    REFERENCES,
    LIST_PAGES,
    ASKED_CHUNKS,
    CACHE_BYTES,
    THREADS,
];

/// Labels of one dimension that are read to find the nearest. They are not kept, but all of them are looked at.
pub const LABELS: u64 = 1 << 24;
/// Bytes of labels that are texts, of one dimension: one fill value may stand for all of them.
pub const LABEL_BYTES: u64 = 1 << 30;
/// Masks of flags of an array. Each element is held against all of them; a number has 64 bits.
pub const FLAG_MASKS: usize = 256;
/// Dimensions whose labels are looked for: each takes some reading, and NumPy has no more.
pub const LABELLED_DIMENSIONS: usize = 64;
/// Pixels of the screen: each takes some bytes in the form that a terminal takes. On larger ones pictures are characters.
pub const GRAPHICS_PIXELS: u64 = 1 << 24;
/// Real hierarchies have a handful of levels; going down is recursive, so that a very deep store would overflow the stack.
pub const LEVELS: usize = 256;
/// With those inside of codecs. Real arrays have fewer than twenty. Each costs memory and time before any chunk is read, and
/// may go through all bytes of a chunk.
pub const CODECS: usize = 64;
/// The inner chunks of a shard and their index entries may have so many times its bytes, plus [`SHARD_SLACK`]. Entries may overlap:
/// without a limit, one range of a small shard could be decoded again for millions of inner chunks. Shards in a shard share
/// this limit: else each level would multiply it.
pub const SHARD_READS: u64 = 16;
/// Bytes that a shard counts more than it has, for small ones whose inner chunks share their bytes.
pub const SHARD_SLACK: u64 = 64 << 10;
/// Dimensions and inner chunks of a shard, multiplied: each step of an inner chunk goes through all coordinates, but an index
/// has only 16 bytes for it, however many they are. NumPy has at most 64 dimensions; shards of so many are left alone.
pub const INNER_COORDS: u128 = 1 << 22;
pub const INNER_DIMENSIONS: usize = 64;
/// Streams that follow each other in one chunk: so many, and one more for each `output` bytes that come out. Empty ones take
/// a few bytes each, but each costs the time to begin anew.
#[derive(Debug, Clone, Copy)]
pub struct Streams {
    pub most: u64,
    pub output: u64,
}

/// Streams of bzip2, or blocks of xz, which take memory too. Writers put hundreds of kilobytes into each.
pub const STREAMS: Streams = Streams { most: 1024, output: 16 << 10 };
/// Members of gzip. What is logged line by line may have very small ones.
pub const MEMBERS: Streams = Streams { most: 1 << 16, output: 64 };
/// Bytes that a stage may give beyond what the next stage expects. Within this, the next stage reports how many it found;
/// beyond it the stage is stopped: a compressed stream of a few bytes can go on almost without end.
pub const STAGE_SLACK: u64 = 1 << 20;
/// Bytes that a stage of encoding may give for each byte of the elements, and [`STAGE_SLACK`]: as a text in base64 a `float8` takes
/// sixteen, but each codec of a chain could make its input longer.
pub const ENCODED_GROWTH: u64 = 32;
/// Bytes of a stored chunk beyond what its codecs can make of a sound one. Such a chunk is still read, so that its stages
/// show what is wrong.
pub const STORED_SLACK: u64 = 64 << 20;
/// Bytes of a zip archive that are read to find its list of members. A sparse file of any size costs nothing to make, and the
/// `zip` crate would look through all of it for a list that is not where the end of the archive says.
pub const ZIP_SEARCH: u64 = 16 << 20;
/// Chunks of an array that are verified one by one, where a server lists no names.
pub const READ_CHUNKS: u64 = 10_000_000;
/// Bytes of a list of the keys that a store has, which takes its size and some 90 bytes of memory for each key.
pub const KEYS_BYTES: u64 = 1 << 30;
/// Bytes of a file of digests of chunks: some five million chunks, of which each takes at most some 200 bytes of memory.
pub const SUMS_BYTES: u64 = 1 << 30;
/// Chunks whose sizes, or shard indexes, are looked at to plan a read.
pub const PLANNED_CHUNKS: u64 = 10_000;
/// Bytes of a list of chunks that may be missing: a million keys.
pub const LIST_BYTES: u64 = 64 << 20;
/// Lines of such a list that are named because no chunk is meant; the others are counted.
pub const IDLE_LINES: usize = 1_000;
/// For the grid of the explorer, where the user has not asked which chunks are stored.
pub const ASKED_UNASKED: u64 = 1_000;
/// Bytes per second of an answer that is waited for, however long it takes.
pub const ANSWER_RATE: u64 = 16 << 10;
/// Bytes of a chunk that is written out in a manifest of Icechunk, which itself writes at most 64 KiB there.
pub const INLINE_BYTES: u64 = 1 << 20;
pub const HISTORY: usize = 1000;
/// Bytes of snapshots that are read for the history of a repository, where each is a file: some seconds.
pub const HISTORY_BYTES: u64 = 1 << 30;
/// Bytes of the message of a snapshot that are kept: one may have hundreds of megabytes, which take no room in its file.
pub const MESSAGE_BYTES: usize = 4096;
pub const CATALOG_NODES: usize = 1_000_000;
/// Some 200 bytes are enough for a node that says the same as others.
pub const CATALOG_BYTES: usize = 160 << 20;
/// Bytes of intermediate values that one trace keeps.
pub const TRACE_BYTES: usize = 512 << 20;

/// Columns and rows of a terminal that are drawn on: more than letters of a readable size have room for on any screen. A
/// terminal may claim 65 535 of both, which would be 200 GB.
pub const SCREEN: (u16, u16) = (1_000, 500);
/// Dimensions of an array on the screen. Each frame looks at all of them several times, and NumPy has no more than 64.
pub const SCREEN_DIMENSIONS: usize = 4096;
/// More threads than this only wait for each other.
pub const MOST_THREADS: usize = 256;

/// What is read of a hierarchy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of a metadata document: 32 MiB by default.
    pub document_bytes: u64,
    /// Values in a metadata document, such as texts, numbers, lists and objects: 400 000 by default.
    pub document_values: u64,
    /// Levels of lists and objects in a document: 127 by default, and at most.
    pub json_depth: u64,
    /// Names listed at once below one node, and nodes in all that one call goes through: 2 000 000 by default.
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

/// "at most 5 bytes (--max-document-bytes)".
pub fn at_most(most: u64, unit: &str, limit: Limit) -> String {
    format!("at most {most} {unit} ({})", limit.option)
}

/// Signals that end a program as SIGTERM does, and that schedulers and limits of time send.
#[cfg(all(unix, feature = "explorer"))]
pub(crate) const SELDOM_SENT: [i32; 6] = {
    use signal_hook::consts::{SIGALRM, SIGPROF, SIGUSR1, SIGUSR2, SIGVTALRM, SIGXCPU};
    [SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU]
};
