//! How sure each hypothesis is, from 0 to 1.
//!
//! The numbers order the hypotheses about one chunk; they are no probabilities. Each was set by a rule that its line
//! says, and is held in place by the chunks of `tests/doctor` that were damaged on purpose: `tests/formats/doctor.rs` wants the true
//! cause first for each of them. A number may move only as long as that holds. 0.5 or less is shown where nothing better is
//! found. `structure::rank` puts hypotheses in order, and `tell::words::confidence` has the word for a number.

/// What is shown at all, beside what, and in which word.
pub mod level {
    /// Proven by decoding or by a checksum.
    #[cfg(feature = "explorer")]
    pub const CERTAIN: f64 = 0.96;
    #[cfg(feature = "explorer")]
    pub const LIKELY: f64 = 0.7;
    /// From here on a hypothesis is sure, and lesser ones are not worth showing: a wrong one over it would hide the right.
    pub const SURE: f64 = 0.9;
    /// What is still worth showing beside a sure one: one strong sign, or the rest of a proof.
    pub const BESIDE: f64 = 0.6;
}

pub mod file {
    /// Nothing is there: no other reading of that is possible.
    pub const EMPTY: f64 = 0.99;
    /// All bytes are zero where the codec never writes that: a hole in a file, by the way file systems make them.
    pub const ALL_ZEROS: f64 = 0.97;
    /// It begins as another kind of file does: such a magic is no chance.
    pub const FOREIGN: f64 = 0.97;
    /// The format itself says that bytes are missing: a rule of the format.
    pub const CUT: f64 = 0.93;
    /// Fewer bytes than fixed, and other chunks have all of them: as sure as the format saying so.
    pub const CUT_AMONG_WHOLE: f64 = 0.93;
    /// Fewer bytes than fixed, and no whole number of elements: no other data type explains that.
    pub const CUT_IN_AN_ELEMENT: f64 = 0.8;
    /// Fewer bytes than fixed, in an inner chunk or a whole part of the chunk: another data type explains that too.
    pub const CUT_IN_HALF: f64 = 0.6;
    /// Fewer bytes than fixed, a whole part of the chunk, and they are elements of the declared width.
    pub const CUT_OF_WIDE: f64 = 0.8;
    /// Fewer bytes than fixed, and nothing to compare with.
    pub const CUT_MAYBE: f64 = 0.5;
    /// Bytes are left over, and a checksum or the format confirms where the sound ones end.
    pub const ADDED_PROVEN: f64 = 0.96;
    /// Bytes are left over, and other chunks have the right size; a little less than a cut, so that a cut comes first.
    pub const ADDED_AMONG_WHOLE: f64 = 0.92;
    /// Bytes are left over, and nothing to compare with.
    pub const ADDED_MAYBE: f64 = 0.5;
    /// As many bytes again, or as in all other chunks: another data type explains that better.
    pub const ADDED_UNLIKELY: f64 = 0.4;
    /// Zeros in a row that no compressor writes; see `HOLE`.
    pub const HOLE: f64 = 0.94;
}

pub mod damage {
    /// The stored checksum is the computed one backwards: a chance of 1 in 2^32.
    pub const SWAPPED: f64 = 0.98;
    /// One bit explains the checksum of a small chunk; see `NO_CHANCE`.
    pub const BIT_OF_FEW: f64 = 0.98;
    /// One bit explains the checksum of a large chunk: other damage may look the same by chance.
    pub const BIT_OF_MANY: f64 = 0.92;
    /// One bit of all, put right, makes the chunk decode: proven, but for a check that is weaker than 32 bits.
    pub const BIT_BY_TRIAL: f64 = 0.97;
    /// One bit explains the checksum of a shard index, which is small.
    pub const BIT_OF_INDEX: f64 = 0.97;
    /// One bit of the header, put right, makes the chunk decode, and none of the others does; no checksum confirms it.
    pub const BIT_OF_HEADER: f64 = 0.9;
    /// All decodes but for the checksum: damage, or a wrong checksum.
    pub const CHECKSUM_ONLY: f64 = 0.55;
    /// It begins as it should: damage is what is left when nothing explains more.
    pub const SOMEWHERE: f64 = 0.5;
}

pub mod codecs {
    /// Another chain decodes the chunk, and a mark or a checksum confirms it.
    pub const PROVEN: f64 = 0.98;
    /// How much less for every further difference to the document: few mistakes are likelier than many.
    pub const PROVEN_STEP: f64 = 0.04;
    /// Another chain decodes the chunk, and only the length confirms it.
    pub const BY_LENGTH: f64 = 0.9;
    /// The same where only the length speaks: each difference weighs twice.
    pub const BY_LENGTH_STEP: f64 = 0.08;
    /// There is a mark, but the bytes are too many to decode.
    pub const BY_MARK: f64 = 0.85;
    /// An option gives every element a value: whether the values are right, is not known. The gentler option comes first.
    pub const OPTION: [f64; 2] = [0.5, 0.45];
    /// However many codecs are others, it did decode.
    pub const LEAST: f64 = 0.1;
    /// With the nearly same name the chunk decodes.
    pub const NAME_DECODES: f64 = 0.97;
    /// A name with one wrong letter, where nothing can be tried.
    pub const NAME_NEAR: f64 = 0.5;
}

pub mod shard {
    /// From here on what is wrong with an inner chunk is reason enough not to try other forms of index.
    pub const INNER_EXPLAINS: f64 = 0.6;
    /// Another form of index is sound, covers the shard, and the inner chunks decode.
    pub const INDEX_PROVEN: f64 = 0.98;
    /// The same, but with gaps between the inner chunks, which few writers leave.
    pub const INDEX_WITH_GAPS: f64 = 0.93;
    /// The index covers the shard, but not all inner chunks decode.
    pub const INDEX_COVERS: f64 = 0.8;
    /// How much less for every further difference to the document.
    pub const INDEX_STEP: f64 = 0.03;
    /// Inner chunks of another shape decode with a sound index.
    pub const INNER_SHAPE: f64 = 0.98;
    /// How much less where another shape decodes too: then the values decide, which may be wrong.
    pub const RIVAL: f64 = 0.08;
    /// Bytes without an entry decode as the inner chunk whose entry is wrong.
    pub const ENTRY_PROVEN: f64 = 0.97;
    /// Bytes without an entry decode as an inner chunk, and an entry is empty: some writers leave the bytes of what they erased.
    pub const ENTRY_EMPTY: f64 = 0.75;
    /// One entry lies outside, all others are sound.
    pub const ENTRY_OUTSIDE: f64 = 0.6;
    /// The shard is shorter than its index.
    pub const CUT_IN_INDEX: f64 = 0.85;
    /// An index at the start names bytes after the end, in order: the same sign as of a cut file.
    pub const CUT_BEHIND_INDEX: f64 = 0.93;
    /// Inner chunks follow each other to the end, and no index does.
    pub const CUT_BEFORE_INDEX: f64 = 0.92;
    /// What is where the index should be is none: most of its entries lie outside.
    pub const NO_INDEX: f64 = 0.65;
    /// What is there looks like an index, but its checksum does not agree.
    pub const INDEX_DAMAGED: f64 = 0.6;
    /// A sound index with a checksum ends before the end.
    pub const ADDED: f64 = 0.97;
    /// The chunk decodes whole with the inner codecs.
    pub const NO_SHARD: f64 = 0.95;
    /// A sound index with a checksum is in a chunk that should be no shard, and the inner chunks decode.
    pub const IS_SHARD: f64 = 0.98;
    /// The same, where the inner chunks do not decode with the codecs that are declared.
    pub const IS_SHARD_OF_OTHERS: f64 = 0.93;
}

/// The number of bytes alone: it never proves anything, so that all of these are below the signs of damage.
pub mod sizes {
    /// The bytes are exactly the bits of the chunk, and the first byte says how many are left over.
    pub const PACKED_BITS: f64 = 0.95;
    /// How much less for a data type where only this chunk would have it.
    pub const ALONE_OF_TYPE: f64 = 0.03;
    /// Another data type of the same kind, such as `float32` for `float64`: the commonest mistake.
    pub const SAME_KIND: f64 = 0.58;
    /// A data type of another kind.
    pub const OTHER_KIND: f64 = 0.42;
    /// How much more where all other chunks have the same size: then the document is wrong, not the chunk.
    pub const ALL_ALIKE: f64 = 0.25;
    /// How much less where another chunk has the size that the document says.
    pub const ALONE: f64 = 0.1;
    /// What is left of it in any case.
    pub const LEAST: f64 = 0.1;
    /// What it is at most: without a proof it stays below one.
    pub const MOST: f64 = 0.95;
    /// How much more where the elements are alike in the narrower type: as much as siblings that are all alike say.
    pub const NARROW: f64 = 0.25;
    /// How much less for another type, and more for another shape, where every other element would be of another kind.
    pub const WIDE: f64 = 0.3;
    /// How many times nearer neighbours are in a shape, to choose it over the first that fits: less may be chance.
    pub const TIMES_NEARER: f64 = 1.25;
    /// How much more for a shape in which neighbours are so much nearer than in the declared one: then it comes before a
    /// cut, which leaves the elements in their rows.
    pub const NEARER: f64 = 0.45;
    /// The same where the elements may be narrower too: then it stays below another data type.
    pub const NEARER_MAYBE: f64 = 0.15;
    /// A chunk at the edge has just the bytes within the array, as other formats write it.
    pub const CLIPPED: f64 = 0.94;
    /// A chunk shape that is the shape of the array.
    pub const WHOLE_ARRAY: f64 = 0.6;
    /// Any other chunk shape that fits.
    pub const CHUNK_SHAPE: f64 = 0.4;
}

pub mod keys {
    /// Keys of another encoding are there, and the first of these chunks decodes.
    pub const ENCODING_PROVEN: f64 = 0.97;
    /// Keys of another encoding are there, and none of the declared one.
    pub const ENCODING: f64 = 0.85;
    /// With smaller chunks the grid ends where the keys end, and such a chunk decodes.
    pub const SMALLER_CHUNKS: f64 = 0.95;
    /// With the dimensions of the shape in another order the grid ends where the keys do.
    pub const PERMUTED_SHAPE: f64 = 0.92;
    /// Chunks of as many elements, of which the grid ends where the keys do, and all of it is stored.
    pub const RESHAPED_CHUNKS: f64 = 0.9;
    /// The grid is full, and what lies beyond it are few.
    pub const LEFT_OVER: f64 = 0.85;
    /// The same for a larger array, which would have more chunks there.
    pub const LARGER_BUT_FEW: f64 = 0.4;
    /// With a larger array a chunk beyond the grid decodes; less than smaller chunks, which explain more.
    pub const LARGER_PROVEN: f64 = 0.75;
    /// A larger array, where that chunk does not decode.
    pub const LARGER: f64 = 0.4;
}

pub mod document {
    /// The text ends before the JSON does.
    pub const CUT: f64 = 0.95;
    /// With another value there a stored chunk decodes; many values may do that, so that it is no proof.
    pub const DECODES: f64 = 0.9;
    /// With another value the document can be used, and no chunk is stored to try it.
    pub const USABLE: f64 = 0.5;
    /// How much less where several values are as near and decode, for the first of them.
    pub const FIRST_OF_RIVALS: f64 = 0.25;
    pub const OTHER_RIVAL: f64 = 0.45;
    /// The same for those that are farther.
    pub const FARTHER: f64 = 0.55;
    /// What is left of it in any case.
    pub const LEAST: f64 = 0.05;
}

/// Values that do not look like values. These were measured with `tests/formats/plausible.rs`: arrays misread on purpose, and
/// sound ones of many kinds, none of which may get a hypothesis. Values prove nothing, so that the most is 0.9.
pub mod values {
    /// Two signs at once, or one that no sound array of the tests comes near.
    pub const CLEAR: f64 = 0.9;
    /// One sign, with nothing against it.
    pub const STRONG: f64 = 0.85;
    /// One sign that is weaker than it could be.
    pub const FAIR: f64 = 0.8;
    /// A sign that rests on an assumption: the order of planes, a few exponents.
    pub const WEAK: f64 = 0.7;
}

/// What the chunks around one show.
pub mod around {
    /// Two chunks fit in each other's places, and not in their own: all their borders say so.
    pub const EXCHANGED: f64 = 0.95;
    /// Read otherwise, a chunk goes on from its neighbours, and its values are like theirs.
    pub const READ_OTHERWISE: f64 = 0.93;
    /// Zeros from one sector of a file to another, where zero is far from all values.
    pub const HOLE_ALIGNED: f64 = 0.93;
    /// Zeros in a row where no other element is zero.
    pub const HOLE: f64 = 0.8;
    /// One bit makes an impossible value one like its neighbours.
    pub const FLIPPED_BIT: f64 = 0.9;
    /// One value is far from all others of a calm field, and no bit explains it: it may be a mark that nobody stated.
    pub const STRAY: f64 = 0.8;
    /// Nearly all inner chunks of a shard are in each other's places, and in one order of the index all of them go on.
    pub const OTHER_ENTRIES: f64 = 0.95;
    /// A chunk, or a part of a shard, is missing, and what lies around it is full: it may never have been measured.
    pub const MISSING: f64 = 0.6;
    /// Neither the borders nor the values fit.
    pub const FOREIGN: f64 = 0.9;
    /// The borders do not fit, and the values might.
    pub const NOT_CONTINUED: f64 = 0.8;
    /// The values do not fit, and borders say nothing.
    pub const OTHER_VALUES: f64 = 0.7;
    /// The borders of a chunk are the sharpest of the array, by little.
    pub const SHARPEST: f64 = 0.65;
    /// With another document all values are as the attributes state, and many are not now.
    pub const STATED: f64 = 0.93;
    /// Hardly any value is as the attributes state, and nothing that was tried makes them so.
    pub const UNSCALED: f64 = 0.75;
    /// With another order of elements all chunks go on from each other, and hardly any does now.
    pub const OTHER_ORDER: f64 = 0.9;
    /// The values of one chunk differ from those of all others as one operation makes them.
    pub const CHANGED_VALUES: f64 = 0.85;
    /// Two documents contradict each other: at least one of them is wrong.
    pub const CONTRADICTED: f64 = 0.9;
    /// Values break a rule that every sparse matrix keeps: more than any sign of how numbers look.
    pub const NO_MATRIX: f64 = 0.96;
    /// One chunk alone breaks what the rows of a matrix keep elsewhere, and what no rule asks for.
    pub const ODD_ROWS: f64 = 0.9;
    /// Bytes other than 0 and 1 in few chunks of bools.
    pub const NO_BOOLS: f64 = 0.85;
    /// A chunk holds what another array has at its place, or goes on from that array's chunks; more than another reading of
    /// it, which such values may nearly allow.
    pub const OF_OTHER_ARRAY: f64 = 0.95;
    /// Other chunks of a level show what it was made from, and one does not.
    pub const OTHER_LEVEL: f64 = 0.85;
    /// Missing chunks are surrounded by one value, which is not the fill value.
    pub const OTHER_FILL: f64 = 0.8;
}

/// What was done to a file after it was written.
pub mod undone {
    /// Undone, the chunk decodes.
    pub const DECODES: f64 = 0.96;
    /// It cannot be undone, and the marks are no chance.
    pub const LOST: f64 = 0.9;
}
