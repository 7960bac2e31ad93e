use super::{access::quotient, facts::StorageFacts};
use crate::metadata::text::{count, shape, size};

#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "explorer", derive(serde::Serialize))]
pub struct Advice {
    pub rule: &'static str,
    pub number: f64,
    pub text: String,
    pub source: &'static str,
}

const LEAST_CHUNK: u64 = 1 << 20;
/// So few chunks cost little, however small they are.
const FEW_CHUNKS: u128 = 16;
const MOST_CHUNK: u64 = 256 << 20;
/// Listing them takes a hundred requests.
const MANY_OBJECTS: u64 = 100_000;
const FEW_OBJECTS: u64 = 1000;
/// Large enough for few files, small enough to be written at once.
const SHARD: u64 = 64 << 20;
/// Bytes of the index of a shard, for each inner chunk and after all of them.
const INDEX_ENTRY: u64 = 16;
const INDEX_CHECKSUM: u64 = 4;
const AMPLIFICATION: f64 = 10.0;
const BETTER: f64 = 2.0;
/// Above this ratio, a header or a checksum explains the bytes.
const NO_RATIO: f64 = 0.99;
const WORTH_COMPRESSING: f64 = 1.2;
const MOST_OVERHANG: f64 = 0.25;

const RULES: [fn(&StorageFacts) -> Option<Advice>; 10] = [
    small_chunks,
    large_chunks,
    many_objects,
    sharding,
    read_amplification,
    chunk_shape,
    larger_than_decoded,
    not_compressed,
    overhang,
    fill_value_chunks,
];

pub fn advice(facts: &StorageFacts) -> Vec<Advice> {
    RULES.iter().filter_map(|rule| rule(facts)).collect()
}

#[expect(clippy::cast_precision_loss, reason = "a number for a reader")]
fn number(number: u64) -> f64 {
    number as f64
}

/// Below this size nothing is gained by another way of storing.
fn is_worth_it(facts: &StorageFacts) -> bool {
    facts.stored_nbytes >= LEAST_CHUNK || facts.decoded_nbytes.unwrap_or(0) >= LEAST_CHUNK.into()
}

fn small_chunks(facts: &StorageFacts) -> Option<Advice> {
    // Inner chunks may be small: the shard is what a store has.
    let nbytes = facts.chunk_nbytes()?;
    if nbytes >= LEAST_CHUNK {
        return None;
    }
    // No chunk needs to be larger than the array.
    let all = u64::try_from(facts.chunks.unwrap_or(u128::MAX)).unwrap_or(u64::MAX);
    let times = LEAST_CHUNK.div_ceil(nbytes.max(1)).min(all);
    let mut chunks = String::new();
    if let Some(now) = facts.chunks {
        if now < FEW_CHUNKS {
            return None;
        }
        let fewer = now.div_ceil(times.max(1).into());
        chunks = format!(", {} instead of {}", count(fewer, "chunk"), count(now, "chunk"));
    }
    let own = facts.chunk_shape.as_deref().map(shape).unwrap_or_default();
    let then = size(nbytes.saturating_mul(times));
    let text = format!(
        "chunks {own} decode to {}; if they were {times} times as large, each would have {then}{chunks}",
        size(nbytes)
    );
    let source = "zarr-python's user guide: chunks of at least 1 MB decoded seem to perform better";
    Some(Advice { rule: "small-chunks", number: number(nbytes), text, source })
}

fn large_chunks(facts: &StorageFacts) -> Option<Advice> {
    let nbytes = facts.unit_nbytes()?;
    if nbytes <= MOST_CHUNK {
        return None;
    }
    let thing = if facts.inner_shape.is_some() { "inner chunks" } else { "chunks" };
    let own = facts.unit_shape().map(shape).unwrap_or_default();
    let text = format!("{thing} {own} decode to {}: one element costs all of that", size(nbytes));
    let source = "Dask's best practices: many chunks have to fit into memory, often two for each thread; 256 MiB on 16 threads are 8 GiB";
    Some(Advice { rule: "large-chunks", number: number(nbytes), text, source })
}

fn many_objects(facts: &StorageFacts) -> Option<Advice> {
    if facts.stored <= MANY_OBJECTS {
        return None;
    }
    let objects = count(facts.stored.into(), "stored object");
    let text = format!("{objects}: listing, copying and deleting them takes long");
    let source = "S3 lists 1000 objects a request: 100 000 of them take a hundred requests";
    Some(Advice { rule: "many-objects", number: number(facts.stored), text, source })
}

fn sharding(facts: &StorageFacts) -> Option<Advice> {
    let mean = facts.stored_nbytes.checked_div(facts.stored)?.max(1);
    if facts.inner_shape.is_some() || facts.stored < FEW_OBJECTS || mean >= LEAST_CHUNK {
        return None;
    }
    let each = (SHARD / mean.saturating_add(INDEX_ENTRY)).clamp(1, facts.stored);
    let shards = facts.stored.div_ceil(each).max(1);
    let index =
        facts.stored.saturating_mul(INDEX_ENTRY).saturating_add(shards.saturating_mul(INDEX_CHECKSUM));
    let text = format!(
        "{} of {} on average; as inner chunks of shards, {each} in each, they are {} of {} with the index, and each can still \
         be read alone",
        count(facts.stored.into(), "object"),
        size(mean),
        count(shards.into(), "object"),
        size(facts.stored_nbytes.saturating_add(index) / shards),
    );
    let source = "zarr-python's user guide: sharding keeps many small chunks in few objects; shards of 64 MiB were counted with";
    Some(Advice { rule: "sharding", number: number(shards), text, source })
}

fn read_amplification(facts: &StorageFacts) -> Option<Advice> {
    let access = facts.access.as_ref()?;
    let times = access.amplification;
    // Few bytes are read in one go, however few of them are wanted.
    if times <= AMPLIFICATION || access.read_nbytes <= LEAST_CHUNK.into() {
        return None;
    }
    let text = format!(
        "reading {} whole at one place of the others decodes {} ({}) for {}: {times:.0} times as many bytes",
        access.dimensions.join(", "),
        bytes(access.read_nbytes),
        count(access.chunks, "chunk"),
        bytes(access.wanted_nbytes),
    );
    let source = "counted: the bytes of all chunks that the access touches, for the bytes it wants; more than ten times, and more than 1 MiB";
    Some(Advice { rule: "read-amplification", number: times, text, source })
}

fn chunk_shape(facts: &StorageFacts) -> Option<Advice> {
    let access = facts.access.as_ref()?;
    let now = access.amplification;
    let then = quotient(access.better_read_nbytes, access.wanted_nbytes);
    if now <= AMPLIFICATION || access.read_nbytes <= LEAST_CHUNK.into() || then * BETTER > now {
        return None;
    }
    let own = facts.unit_shape().map(shape).unwrap_or_default();
    let text = format!(
        "chunks {own} are short in {}; as {} the same read decodes {}, {} times as many bytes as are wanted, and other reads may \
         decode more",
        access.dimensions.join(", "),
        shape(&access.better_chunk_shape),
        bytes(access.better_read_nbytes),
        if then < 10.0 { format!("{then:.1}") } else { format!("{then:.0}") },
    );
    let source = "counted: chunks of the same number of elements that follow the access, if they read half as much or less";
    Some(Advice { rule: "chunk-shape", number: then, text, source })
}

fn larger_than_decoded(facts: &StorageFacts) -> Option<Advice> {
    let ratio = facts.ratio()?;
    if ratio >= NO_RATIO || !is_worth_it(facts) {
        return None;
    }
    let decoded = bytes(facts.decoded_nbytes?);
    let text =
        format!("{} are stored for {decoded}: its codecs add more than they save", size(facts.stored_nbytes));
    let source = "counted: stored bytes beside decoded ones, from 1 MiB on; one part in a hundred is allowed for headers and checksums";
    Some(Advice { rule: "larger-than-decoded", number: ratio, text, source })
}

fn not_compressed(facts: &StorageFacts) -> Option<Advice> {
    let sample = facts.sample?;
    let ratio = sample.compressible?;
    if facts.compresses || !is_worth_it(facts) || ratio < WORTH_COMPRESSING {
        return None;
    }
    let text = format!(
        "no codec compresses; an ordinary compressor makes {} {ratio:.1} times smaller (zarrscope try has others)",
        count(sample.chunks.into(), "sampled chunk")
    );
    let source = "counted: a few chunks compressed in memory; a fifth less is the threshold";
    Some(Advice { rule: "not-compressed", number: ratio, text, source })
}

fn overhang(facts: &StorageFacts) -> Option<Advice> {
    let part = facts.overhang?;
    if part <= MOST_OVERHANG || !is_worth_it(facts) {
        return None;
    }
    let own = facts.chunk_shape.as_deref().map(shape).unwrap_or_default();
    let text = format!(
        "{:.0} % of what chunks {own} cover lies past the array {}: it is encoded and decoded for nothing",
        part * 100.0,
        shape(&facts.shape)
    );
    let source =
        "Zarr's specification: chunks at the edge have their whole shape; a quarter is the threshold";
    Some(Advice { rule: "overhang", number: part, text, source })
}

fn fill_value_chunks(facts: &StorageFacts) -> Option<Advice> {
    let sample = facts.sample?;
    if sample.fill_only == 0 {
        return None;
    }
    let text = format!(
        "{} of {} have nothing but the fill value: they need not be stored",
        sample.fill_only,
        count(sample.chunks.into(), "sampled chunk")
    );
    let source = "Zarr's specification: a missing chunk reads as the fill value; zarr-python leaves them out unless told to write them";
    Some(Advice { rule: "fill-value-chunks", number: number(sample.fill_only), text, source })
}

fn bytes(number: u128) -> String {
    size(u64::try_from(number).unwrap_or(u64::MAX))
}
