//! `sharding_indexed`: many inner chunks in one file or object, with an index of where each lies.
//!
//! Specification: [sharding_indexed](https://zarr-specs.readthedocs.io/en/latest/v3/codecs/sharding-indexed/index.html).
//! Configuration: `{"chunk_shape": [2, 2], "codecs": […], "index_codecs": […], "index_location": "end"}`.
//! The index is a uint64 array of the inner chunk grid's shape with one more dimension of two: offset and nbytes. Both
//! are 2^64-1 for an inner chunk that is not stored, which reads as the fill value.
//!
//! Reading one inner chunk is the primitive; decoding the whole shard is a loop over it.

mod decode;
mod encode;
mod index_form;
mod map;
mod missing;

use std::borrow::Cow;
use std::ops::Range;

pub use index_form::IndexForm;
pub use map::{ShardMap, Use};
pub use missing::MissingInner;

use super::run::Overheard;
use super::work::CHECKSUM;
use super::{
    ArrayToBytes, Build, Chain, CodecError, CodecRow, DecodeOptions, Lesson, StageFault, StageWork, WhichEnd,
};
use crate::limits::{INNER_COORDS, INNER_DIMENSIONS, STAGE_SLACK};
use crate::metadata::{
    ArrayRepresentation, ChunkGrid, CodecMetadata, DataType, Elements, Field, Integer, Scalar, delinear,
    lengths, linear, product, starts,
};
use crate::store::{ByteSource, Slice, StoreError};

/// The codec, bound to the shape of its shards.
///
/// ```
/// use zarrscope::{Array, Hierarchy};
///
/// let array = Array::open(&Hierarchy::open("sample-data/sharded.zarr")?, "plain")?;
/// let sharding = array.chain().sharding().expect("a shard");
/// assert_eq!(sharding.grid().grid_shape(), [2, 2]);
/// assert_eq!(sharding.inner().decoded().shape, [4, 4]);
/// # Ok::<(), zarrscope::Error>(())
/// ```
#[derive(Debug)]
pub struct Sharding {
    decoded: ArrayRepresentation,
    grid: ChunkGrid,
    inner: Chain,
    index: Chain,
    index_nbytes: u64,
    index_location: WhichEnd,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShardIndex {
    grid_shape: Vec<u64>,
    elements: Elements,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entry {
    Missing,
    Stored { offset: u64, nbytes: u64 },
}

const ENTRY_NBYTES: u64 = 16;

const INDEX_TYPE: DataType = DataType::Integer(Integer { bits: 64, signed: false });

pub const ROW: CodecRow = CodecRow {
    lesson: Lesson::Shard,
    ..CodecRow::new(
        "sharding_indexed",
        "packs many inner chunks and their index into one shard",
        Build::ArrayToBytes(build),
    )
};

fn build(codec: &CodecMetadata, decoded: &ArrayRepresentation) -> Field<Box<dyn ArrayToBytes>> {
    let grid = read_grid(codec, &decoded.shape)?;
    let shape = grid.common_shape().unwrap_or_default();
    let inner = ArrayRepresentation { shape, ..decoded.clone() };
    let mut index_shape = grid.grid_shape();
    index_shape.push(2);
    let fill_value = Some(Scalar::Integer(u64::MAX.into()));
    let index = ArrayRepresentation { shape: index_shape, data_type: INDEX_TYPE, fill_value };
    let index = read_chain(codec, "index_codecs", index)?;
    let Some(index_nbytes) = index.encoded_nbytes() else {
        let (mut fault, member) = if index.decoded().nbytes().is_none() {
            let found = index.decoded().to_string();
            (codec.fault("an index of less than 2^64 bytes", found), "chunk_shape")
        } else {
            let names: Vec<&str> = index.stages().map(|stage| stage.codec.name.as_str()).collect();
            (codec.fault("index codecs whose output has a fixed size", names.join(", ")), "index_codecs")
        };
        fault.pointer.push_str("/configuration/");
        fault.pointer.push_str(member);
        return Err(fault);
    };
    let index_location = match codec.optional("index_location") {
        Some(place) => WhichEnd::read(&place)?,
        None => WhichEnd::End,
    };
    let inner = read_chain(codec, "codecs", inner)?;
    let sharding = Sharding { decoded: decoded.clone(), grid, inner, index, index_nbytes, index_location };
    let found = sharding.coordinates();
    if found > INNER_COORDS {
        let expected =
            format!("inner chunks of at most {INNER_DIMENSIONS} dimensions, or {INNER_COORDS} coordinates");
        let mut fault = codec.fault(expected, format!("{found} coordinates of inner chunks"));
        fault.pointer.push_str("/configuration/chunk_shape");
        return Err(fault);
    }
    Ok(Box::new(sharding))
}

fn read_grid(codec: &CodecMetadata, shard: &[u64]) -> Field<ChunkGrid> {
    let expected = format!("an array of {} positive integers that divide the shard's shape", shard.len());
    let place = codec.required("chunk_shape", &expected)?;
    let edges = place.list("positive integers", |item| item.positive("a positive integer"))?;
    if edges.len() != shard.len()
        || !shard.iter().zip(&edges).all(|(shard, edge)| shard.is_multiple_of(*edge))
    {
        let mut fault = place.unexpected(format!("{expected} {shard:?}"));
        if divides_in_other_order(shard, &edges) {
            fault.found.push_str(REARRANGED);
        }
        return Err(fault);
    }
    Ok(ChunkGrid::regular(shard, &edges))
}

/// zarr-python 3.4.2 compares the inner shape with the chunk as it is before any `transpose`, and stores as many inner chunks
/// along each transposed dimension as fit whole: of a chunk of 4×6 in shards of 6×4 with inner chunks of 4×3 just one, of
/// twelve elements. The others are in no file. tensorstore refuses the document.
const REARRANGED: &str = ", which divides it only with the dimensions in another order: behind a transpose zarr-python \
    writes such shards, but only the inner chunks that fit whole; the other elements are lost";

fn divides_in_other_order(shard: &[u64], edges: &[u64]) -> bool {
    // More dimensions than this are not looked through: there are too many orders.
    const RANK: usize = 6;
    let Some((edge, rest)) = edges.split_first() else { return shard.is_empty() };
    if edges.len() != shard.len() || edges.len() > RANK {
        return false;
    }
    for (axis, size) in shard.iter().enumerate() {
        let mut others = shard.to_vec();
        others.remove(axis);
        if size.is_multiple_of(*edge) && divides_in_other_order(&others, rest) {
            return true;
        }
    }
    false
}

fn read_chain(codec: &CodecMetadata, member: &str, decoded: ArrayRepresentation) -> Field<Chain> {
    let place = codec.required(member, "an array of codecs")?;
    let chain = Chain::build(&place.list("codecs", CodecMetadata::read)?, place.pointer(), decoded)?;
    match chain.fault() {
        Some(fault) => Err(fault.clone()),
        None => Ok(chain),
    }
}

impl Sharding {
    /// Of all inner chunks, those of inner shards too, where they are many for each.
    fn coordinates(&self) -> u128 {
        let own = if self.grid.rank() > INNER_DIMENSIONS { self.grid.rank() as u128 } else { 0 };
        let inner = self.inner.sharding().map_or(0, Self::coordinates);
        self.grid.size().unwrap_or(u128::MAX).saturating_mul(own.saturating_add(inner))
    }

    pub(super) fn most_nbytes(&self) -> Option<u64> {
        let inner = self.inner.most_encoded_nbytes()?;
        let count = u64::try_from(self.grid.size()?).unwrap_or(u64::MAX);
        Some(count.saturating_mul(inner).saturating_add(self.index_nbytes))
    }

    /// The grid of inner chunks within one shard.
    pub fn grid(&self) -> &ChunkGrid {
        &self.grid
    }

    /// The chain of the inner chunks.
    pub fn inner(&self) -> &Chain {
        &self.inner
    }

    pub(crate) fn index(&self) -> &Chain {
        &self.index
    }

    pub(crate) fn index_nbytes(&self) -> u64 {
        self.index_nbytes
    }

    pub(crate) fn index_offset(&self, shard_nbytes: u64) -> Option<u64> {
        let rest = shard_nbytes.checked_sub(self.index_nbytes)?;
        Some(if self.index_location == WhichEnd::Start { 0 } else { rest })
    }

    pub(crate) fn read_index(
        &self,
        shard: &dyn ByteSource,
        work: &mut StageWork,
    ) -> Result<ShardIndex, CodecError> {
        let found = shard.nbytes();
        let Some(offset) = self.index_offset(found) else {
            let what = "the shard index".to_owned();
            return Err(CodecError::Length { expected: self.index_nbytes, what, found });
        };
        let range = SourceRange { source: shard, offset, nbytes: self.index_nbytes };
        let mut overheard = Overheard { every_checksum: work.is_traced, ..Overheard::default() };
        let elements = self.index.decode(&range, work.options, &mut overheard);
        if work.is_traced {
            let place = format!("{} bytes at the {}", self.index_nbytes, self.index_location.name());
            work.note("shard index", place);
        }
        for (stage, note) in overheard.notes.iter().filter(|(_, note)| note.name == CHECKSUM) {
            work.note("index checksum", format!("{} ({stage})", note.value));
        }
        let elements = elements.map_err(StageFault::of_index)?;
        work.pass_on("shard index", overheard);
        let index = ShardIndex { grid_shape: self.grid.grid_shape(), elements };
        if work.is_traced {
            let (stored, missing) = index.count();
            work.note("inner chunks", format!("{stored} stored, {missing} missing"));
        }
        Ok(index)
    }

    pub(crate) fn inner_source<'a>(
        &self,
        shard: &'a dyn ByteSource,
        index: &ShardIndex,
        coords: &[u64],
    ) -> Result<Option<SourceRange<'a>>, CodecError> {
        let Entry::Stored { offset, nbytes } = index.entry(coords) else { return Ok(None) };
        let end = shard.nbytes();
        if offset.checked_add(nbytes).is_none_or(|last| last > end) {
            return Err(CodecError::ShardIndex { coords: coords.to_vec(), end, offset, nbytes });
        }
        if !self.inner.reads_ranges()
            && let Some(most) = self.inner.most_encoded_nbytes()
            && nbytes > most.saturating_add(STAGE_SLACK)
        {
            let limit = most.saturating_add(STAGE_SLACK);
            return Err(CodecError::InnerNBytes { coords: coords.to_vec(), limit, nbytes });
        }
        Ok(Some(SourceRange { source: shard, offset, nbytes }))
    }

    fn index_of(&self, shard: &[u8]) -> Option<ShardIndex> {
        const MOST: u64 = 1 << 20;
        if self.index_nbytes > MOST {
            return None;
        }
        let options = DecodeOptions { ignore_checksums: true, ..DecodeOptions::default() };
        self.read_index(&Slice(shard), &mut StageWork::new(&options)).ok()
    }
}

impl ArrayToBytes for Sharding {
    fn decode(&self, input: &dyn ByteSource, work: &mut StageWork) -> Result<Elements, CodecError> {
        // All inner chunks are wanted: one read costs less than one for each. A file of any other size is left alone.
        let bytes = if input.nbytes() <= work.limit { Some(input.read_all()?) } else { None };
        let slice = bytes.as_deref().map(Slice);
        let shard = slice.as_ref().map_or(input, |slice| slice as &dyn ByteSource);
        self.decode_box(shard, &self.read_index(shard, work)?, &whole(&self.decoded.shape), work)
    }

    fn locate(&self, index: u64, encoded: &[u8]) -> Option<Range<u64>> {
        let (inner, _) = self.grid.locate(&delinear(index, &self.decoded.shape))?;
        match self.index_of(encoded)?.entry(&inner) {
            Entry::Stored { offset, nbytes } => Some(offset..offset.checked_add(nbytes)?),
            Entry::Missing => {
                let start = self.index_offset(encoded.len() as u64)?;
                Some(start..start + self.index_nbytes)
            }
        }
    }

    fn locate_back(&self, byte: u64, _size: u64, encoded: &[u8]) -> Option<Range<u64>> {
        let index = self.index_of(encoded)?;
        let holds = |entry: &Entry| match entry {
            Entry::Stored { offset, nbytes } => byte.checked_sub(*offset).is_some_and(|past| past < *nbytes),
            Entry::Missing => false,
        };
        let Some((inner, _)) = index.iter().find(|(_, entry)| holds(entry)) else { return Some(0..0) };
        let extent = self.grid.extent(&inner)?;
        let first = linear(&starts(&extent), &self.decoded.shape)?;
        Some(first..first.checked_add(product(&lengths(&extent))?)?)
    }

    fn encode(&self, input: &Elements, work: &mut StageWork) -> Result<Vec<u8>, CodecError> {
        self.encode_shard(input, work)
    }

    fn sharding(&self) -> Option<&Sharding> {
        Some(self)
    }
}

fn whole(shape: &[u64]) -> Vec<Range<u64>> {
    shape.iter().map(|edge| 0..*edge).collect()
}

impl ShardIndex {
    pub fn entry(&self, coords: &[u64]) -> Entry {
        let number = linear(coords, &self.grid_shape).and_then(|number| usize::try_from(number).ok());
        number.map_or(Entry::Missing, |number| self.at(number))
    }

    fn at(&self, linear: usize) -> Entry {
        let number = |index| match self.elements.get(index) {
            Some(Scalar::Integer(number)) => u64::try_from(number).unwrap_or(u64::MAX),
            _ => u64::MAX,
        };
        match (number(linear * 2), number(linear * 2 + 1)) {
            (u64::MAX, u64::MAX) => Entry::Missing,
            (offset, nbytes) => Entry::Stored { offset, nbytes },
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = (Vec<u64>, Entry)> + '_ {
        let count = self.elements.size() / 2;
        (0..count).map(|number| (delinear(number as u64, &self.grid_shape), self.at(number)))
    }

    fn total(&self) -> u64 {
        (0..self.elements.size() / 2).fold(0, |sum: u64, linear| sum.saturating_add(self.at(linear).cost()))
    }

    pub fn count(&self) -> (usize, usize) {
        let size = self.elements.size() / 2;
        let stored = (0..size).filter(|linear| self.at(*linear) != Entry::Missing).count();
        (stored, size - stored)
    }
}

impl Entry {
    /// In bytes that are read, with the entry in the index. So inner chunks of no bytes are not free.
    fn cost(self) -> u64 {
        match self {
            Self::Stored { nbytes, .. } => nbytes.saturating_add(ENTRY_NBYTES),
            Self::Missing => 0,
        }
    }
}

#[derive(Clone, Copy)]
pub struct SourceRange<'a> {
    pub source: &'a dyn ByteSource,
    pub offset: u64,
    pub nbytes: u64,
}

impl ByteSource for SourceRange<'_> {
    fn nbytes(&self) -> u64 {
        self.nbytes
    }

    fn read_range(&self, offset: u64, nbytes: u64) -> Result<Cow<'_, [u8]>, StoreError> {
        let outside = StoreError::OutOfRange { offset, nbytes, end: self.nbytes };
        if offset.checked_add(nbytes).is_none_or(|end| end > self.nbytes) {
            return Err(outside);
        }
        self.source.read_range(self.offset.checked_add(offset).ok_or(outside)?, nbytes)
    }

    fn joined_gap(&self) -> u64 {
        self.source.joined_gap()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Trace;
    use super::super::fixture::{metadata, representation, texts};
    use super::*;
    use crate::store::StoreError;
    use serde_json::{Value, json};
    use std::borrow::Cow;
    use std::cell::RefCell;

    /// 2×4 uint8 in inner chunks of 2×2.
    fn configuration(location: &str) -> Value {
        json!({
            "chunk_shape": [2, 2], "codecs": ["bytes"], "index_location": location,
            "index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}}],
        })
    }

    fn built(configuration: Value) -> Field<Box<dyn ArrayToBytes>> {
        let mut decoded = representation("uint8", &[2, 4]);
        decoded.fill_value = Some(Scalar::Integer(9));
        build(&metadata("sharding_indexed", configuration), &decoded)
    }

    fn index(entries: &[(u64, u64)]) -> Vec<u8> {
        entries
            .iter()
            .flat_map(|(offset, nbytes)| [offset.to_le_bytes(), nbytes.to_le_bytes()].concat())
            .collect()
    }

    fn decode(configuration: Value, shard: &[u8]) -> Result<Vec<String>, String> {
        let options = DecodeOptions::default();
        let elements = built(configuration).unwrap().decode(&Slice(shard), &mut StageWork::new(&options));
        elements.map(|elements| texts(&elements)).map_err(|error| error.to_string())
    }

    const MISSING: (u64, u64) = (u64::MAX, u64::MAX);

    fn encode(configuration: Value, elements: &[u8]) -> Vec<u8> {
        let elements = Elements::new(representation("uint8", &[2, 4]).data_type, elements.to_vec());
        let options = DecodeOptions::default();
        built(configuration).unwrap().encode(&elements, &mut StageWork::new(&options)).unwrap()
    }

    #[test]
    fn a_shard_is_encoded_in_c_order_without_gaps() {
        let shard = [&[1, 2, 5, 6, 3, 4, 7, 8][..], &index(&[(0, 4), (4, 4)])].concat();
        assert_eq!(encode(configuration("end"), &[1, 2, 3, 4, 5, 6, 7, 8]), shard);
        let shard = [&index(&[(32, 4), (36, 4)])[..], &[1, 2, 5, 6, 3, 4, 7, 8]].concat();
        assert_eq!(encode(configuration("start"), &[1, 2, 3, 4, 5, 6, 7, 8]), shard);
    }

    #[test]
    fn many_inner_chunks_of_very_many_dimensions_are_refused() {
        let ones = vec![1; 5000];
        let codecs = json!({"chunk_shape": ones, "codecs": ["bytes"],
            "index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}}]});
        let built = |edge: u64| {
            let mut shape: Vec<u64> = vec![1; 5000];
            shape[0] = edge;
            build(&metadata("sharding_indexed", codecs.clone()), &representation("uint8", &shape))
        };
        assert!(built(800).is_ok());
        assert_eq!(
            built(900).unwrap_err().to_string(),
            "/codecs/0/configuration/chunk_shape: expected inner chunks of at most 64 dimensions, or 4194304 coordinates, \
             found 4500000 coordinates of inner chunks"
        );
    }

    #[test]
    fn an_inner_chunk_of_nothing_but_the_fill_value_is_left_out() {
        let shard = [&index(&[MISSING, (32, 4)])[..], &[3, 4, 7, 9]].concat();
        assert_eq!(encode(configuration("start"), &[9, 9, 3, 4, 9, 9, 7, 9]), shard);
        assert_eq!(encode(configuration("end"), &[9; 8]), index(&[MISSING, MISSING]));
    }

    #[test]
    fn inner_chunks_in_any_order_with_a_gap() {
        let shard = [&[3, 4, 7, 8, 0, 1, 2, 5, 6][..], &index(&[(5, 4), (0, 4)])].concat();
        assert_eq!(decode(configuration("end"), &shard).unwrap(), ["1", "2", "3", "4", "5", "6", "7", "8"]);
        let shard = [&index(&[(36, 4), (32, 4)])[..], &[3, 4, 7, 8, 1, 2, 5, 6]].concat();
        assert_eq!(decode(configuration("start"), &shard).unwrap(), ["1", "2", "3", "4", "5", "6", "7", "8"]);
    }

    #[test]
    fn a_missing_inner_chunk_reads_as_the_fill_value() {
        let shard = [&[1, 2, 5, 6][..], &index(&[(0, 4), MISSING])].concat();
        assert_eq!(decode(configuration("end"), &shard).unwrap(), ["1", "2", "9", "9", "5", "6", "9", "9"]);
        assert_eq!(decode(configuration("end"), &index(&[MISSING, MISSING])).unwrap(), ["9"; 8]);
    }

    #[test]
    fn texts_that_inner_chunks_share_are_no_more_than_a_chunk_may_be() {
        let mut decoded = representation("string", &[4]);
        decoded.fill_value = Some(Scalar::Text("".into()));
        let codecs = json!({
            "chunk_shape": [1], "codecs": ["vlen-utf8"],
            "index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}}],
        });
        let codec = build(&metadata("sharding_indexed", codecs), &decoded).unwrap();
        let text = [&[1, 0, 0, 0, 40, 0, 0, 0][..], &[b'x'; 40]].concat();
        let shard = [text, index(&[(0, 48); 4])].concat();
        let decode = |max_chunk_bytes| {
            let options = DecodeOptions { max_chunk_bytes, ..DecodeOptions::default() };
            codec.decode(&Slice(&shard), &mut StageWork::new(&options))
        };
        assert_eq!(texts(&decode(160).unwrap()).len(), 4);
        assert_eq!(
            decode(159).unwrap_err().to_string(),
            "expected a decoded form of at most 159 bytes (--max-chunk-bytes), found 160 bytes and more (4 string)"
        );
    }

    #[test]
    fn a_missing_inner_chunk_without_a_known_fill_value_is_an_error() {
        let decoded = representation("uint8", &[2, 4]);
        let codec = build(&metadata("sharding_indexed", configuration("end")), &decoded).unwrap();
        let decode =
            |shard: &[u8]| codec.decode(&Slice(shard), &mut StageWork::new(&DecodeOptions::default()));
        let whole = [&[3, 4, 7, 8, 1, 2, 5, 6][..], &index(&[(4, 4), (0, 4)])].concat();
        assert_eq!(texts(&decode(&whole).unwrap())[0], "1");
        let partial = [&[1, 2, 5, 6][..], &index(&[(0, 4), MISSING])].concat();
        assert_eq!(decode(&partial), Err(CodecError::NoFillValue { coords: vec![0, 1] }));
    }

    #[test]
    fn an_index_in_big_endian_with_a_checksum() {
        let mut configuration = configuration("end");
        configuration["index_codecs"] =
            json!([{"name": "bytes", "configuration": {"endian": "big"}}, "crc32c"]);
        let mut index: Vec<u8> = [0, 4, 4, 4_u64].into_iter().flat_map(u64::to_be_bytes).collect();
        index.extend(crc32c::crc32c(&index).to_le_bytes());
        let shard = [&[1, 2, 5, 6, 3, 4, 7, 8][..], &index].concat();
        assert_eq!(decode(configuration.clone(), &shard).unwrap()[4], "5");
        let mut damaged = shard;
        damaged[8] ^= 1;
        assert!(
            decode(configuration, &damaged)
                .unwrap_err()
                .starts_with("shard index: crc32c: expected the checksum")
        );
    }

    #[test]
    fn ignored_checksums_inside_a_shard_are_noted() {
        let mut configuration = configuration("end");
        configuration["codecs"] = json!(["bytes", "crc32c"]);
        configuration["index_codecs"] =
            json!([{"name": "bytes", "configuration": {"endian": "little"}}, "crc32c"]);
        let shard = [&[1, 2, 5, 6, 0, 0, 0, 0][..], &index(&[(0, 8), MISSING]), &[0; 4]].concat();
        let options = DecodeOptions { ignore_checksums: true, ..DecodeOptions::default() };
        let mut work = StageWork::new(&options);
        let elements = built(configuration).unwrap().decode(&Slice(&shard), &mut work).unwrap();
        assert_eq!(texts(&elements)[..2], ["1", "2"]);
        let said = |place: &str| {
            let mut notes = work.notes.iter().filter(|note| note.name == "checksum mismatch ignored");
            notes.any(|note| note.value.starts_with(&format!("{place}: crc32c: stored 0x00000000, computed")))
        };
        assert!(said("shard index") && said("inner chunk (0, 0)"), "{:?}", work.notes);
    }

    #[test]
    fn an_index_of_too_many_inner_chunks_is_refused() {
        let mut configuration = configuration("end");
        configuration["chunk_shape"] = json!([1, 1]);
        let decoded = representation("uint8", &[1 << 40, 1 << 40]);
        let fault = build(&metadata("sharding_indexed", configuration), &decoded).unwrap_err();
        assert_eq!(
            fault.to_string(),
            "/codecs/0/configuration/chunk_shape: expected an index of less than 2^64 bytes, found \
             1099511627776×1099511627776×2 uint64"
        );
    }

    #[test]
    fn an_index_that_points_outside_is_named() {
        let shard = [&[1, 2, 5, 6][..], &index(&[(0, 4), (33, 4)])].concat();
        assert_eq!(
            decode(configuration("end"), &shard).unwrap_err(),
            "shard index, inner chunk (0, 1): expected a range within 36 bytes, found 4 bytes at byte 33"
        );
        let shard = [&[1, 2, 5, 6][..], &index(&[(0, 4), (u64::MAX, 4)])].concat();
        assert!(decode(configuration("end"), &shard).unwrap_err().contains("inner chunk (0, 1)"));
        assert_eq!(
            decode(configuration("end"), &[0; 31]).unwrap_err(),
            "expected 32 bytes (the shard index), found 31"
        );
    }

    #[test]
    fn a_fault_in_an_inner_chunk_names_it() {
        let shard = [&[1, 2, 5][..], &index(&[(0, 3), MISSING])].concat();
        assert_eq!(
            decode(configuration("end"), &shard).unwrap_err(),
            "inner chunk (0, 0): bytes: expected 4 bytes (2×2 uint8), found 3"
        );
    }

    #[test]
    fn the_configuration_is_checked() {
        let fault = |member: &str, value: Value| {
            let mut configuration = configuration("end");
            configuration[member] = value;
            built(configuration).unwrap_err().to_string()
        };
        assert_eq!(
            fault("chunk_shape", json!([2, 3])),
            "/codecs/0/configuration/chunk_shape: expected an array of 2 positive integers that divide the shard's \
             shape [2, 4], found [2,3]"
        );
        let lost = fault("chunk_shape", json!([4, 2]));
        assert!(
            lost.contains("that divide the shard's shape [2, 4], found [4,2], which divides it only"),
            "{lost}"
        );
        assert!(
            lost.ends_with("only the inner chunks that fit whole; the other elements are lost"),
            "{lost}"
        );
        assert!(fault("index_location", json!("middle")).contains("expected \"start\" or \"end\""));
        assert!(
            fault("codecs", json!([]))
                .starts_with("/codecs/0/configuration/codecs: expected one array->bytes codec")
        );
        assert_eq!(
            fault("index_codecs", json!([{"name": "bytes", "configuration": {"endian": "little"}}, "gzip"])),
            "/codecs/0/configuration/index_codecs: expected index codecs whose output has a fixed size, found bytes, gzip"
        );
        assert!(fault("index_codecs", json!(["bytes"])).contains("/index_codecs/0/configuration"));
    }

    /// Counts what is read from it.
    struct Counting<'a> {
        bytes: &'a [u8],
        ranges: RefCell<Vec<(u64, u64)>>,
    }

    impl ByteSource for Counting<'_> {
        fn nbytes(&self) -> u64 {
            self.bytes.len() as u64
        }

        fn read_range(&self, offset: u64, nbytes: u64) -> Result<Cow<'_, [u8]>, StoreError> {
            self.ranges.borrow_mut().push((offset, nbytes));
            Slice(self.bytes).read_range(offset, nbytes).map(|bytes| Cow::Owned(bytes.into_owned()))
        }
    }

    #[test]
    fn one_inner_chunk_costs_two_range_reads() {
        let shard = [&[3, 4, 7, 8, 1, 2, 5, 6][..], &index(&[(4, 4), (0, 4)])].concat();
        let source = Counting { bytes: &shard, ranges: RefCell::default() };
        let codec = built(configuration("end")).unwrap();
        let sharding = codec.sharding().unwrap();
        let options = DecodeOptions::default();
        let index = sharding.read_index(&source, &mut StageWork::new(&options)).unwrap();
        let range = sharding.inner_source(&source, &index, &[0, 1]).unwrap().unwrap();
        let trace =
            Trace::record(sharding.inner(), range.read_all().unwrap().into_owned(), &options, usize::MAX);
        assert_eq!(texts(trace.result().unwrap()), ["3", "4", "7", "8"]);
        assert_eq!(*source.ranges.borrow(), [(8, 32), (0, 4)]);
    }

    #[test]
    fn shards_within_shards() {
        // The outer shard is 2×4 in inner chunks of 2×2, each of which is a shard of inner chunks of 1×2.
        let mut outer = configuration("end");
        let mut inner = configuration("start");
        inner["chunk_shape"] = json!([1, 2]);
        outer["codecs"] = json!([{"name": "sharding_indexed", "configuration": inner}]);
        let shard = [&index(&[(32, 2), MISSING])[..], &[1, 2], &index(&[(0, 34), MISSING])].concat();
        assert_eq!(decode(outer, &shard).unwrap(), ["1", "2", "9", "9", "9", "9", "9", "9"]);
    }

    #[test]
    fn the_inner_chunks_that_decode_are_left() {
        let shard = [&[1, 2, 5, 3, 4, 7, 8][..], &index(&[(0, 3), (3, 4)])].concat();
        let options = DecodeOptions::default();
        let mut work = StageWork::new(&options);
        let error = built(configuration("end")).unwrap().decode(&Slice(&shard), &mut work).unwrap_err();
        assert!(error.to_string().starts_with("inner chunk (0, 0): bytes: expected 4 bytes"), "{error}");
        let partial = work.partial.unwrap();
        assert_eq!(partial.value.bytes(), [9, 9, 3, 4, 9, 9, 7, 8]);
        assert_eq!((partial.filled, partial.consumed), (4, None));
        let notes: Vec<String> =
            work.notes.iter().map(|note| format!("{}: {}", note.name, note.value)).collect();
        assert_eq!(
            notes,
            [
                "shard index: 32 bytes at the end",
                "inner chunks: 2 stored, 0 missing",
                "broken inner chunks: 1: (0, 0)"
            ]
        );
    }

    #[test]
    fn the_first_fault_is_reported_and_bulk_decoding_ends_there() {
        let shard = [&[3, 4, 7, 8][..], &index(&[(99, 3), (0, 2)])].concat();
        let options = DecodeOptions::default();
        for is_traced in [true, false] {
            let mut work = StageWork { is_traced, ..StageWork::new(&options) };
            let error = built(configuration("end")).unwrap().decode(&Slice(&shard), &mut work).unwrap_err();
            assert!(error.to_string().contains("found 3 bytes at byte 99"), "{error}");
            assert_eq!(work.partial, None, "no inner chunk decodes");
            assert_eq!(work.notes.is_empty(), !is_traced);
        }
    }

    #[test]
    fn behind_very_many_broken_inner_chunks_no_other_is_tried() {
        let mut configuration = configuration("end");
        configuration["chunk_shape"] = json!([1]);
        let shard =
            [&[7, 8][..], &index(&[(1, 1)]), &index(&[(0, 2)].repeat(2000)), &index(&[(0, 1)])].concat();
        let options = DecodeOptions::default();
        let mut work = StageWork::new(&options);
        let sharding = build(&metadata("sharding_indexed", configuration), &representation("uint8", &[2002]));
        assert!(sharding.unwrap().decode(&Slice(&shard), &mut work).is_err());
        let note = work.notes.last().unwrap();
        assert!(note.value.starts_with("2001, of which 1024 were tried: (1), (2), "), "{}", note.value);
        assert_eq!(work.partial.map(|partial| partial.filled), Some(2001));
    }

    #[test]
    fn the_checksum_of_the_index_is_noted() {
        let mut configuration = configuration("start");
        configuration["index_codecs"].as_array_mut().unwrap().push(json!("crc32c"));
        let entries = index(&[MISSING, MISSING]);
        let notes = |checksum: u32| {
            let options = DecodeOptions::default();
            let mut work = StageWork::new(&options);
            let shard = [&entries[..], &checksum.to_le_bytes()].concat();
            let _ = built(configuration.clone()).unwrap().decode(&Slice(&shard), &mut work);
            work.notes.into_iter().map(|note| format!("{}: {}", note.name, note.value)).collect::<Vec<_>>()
        };
        let sound = crc32c::crc32c(&entries);
        let expected = format!("index checksum: {sound:#010x} (crc32c)");
        assert_eq!(notes(sound)[..2], ["shard index: 36 bytes at the start".to_owned(), expected]);
        assert_eq!(notes(7)[1..], ["index checksum: 0x00000007 (crc32c)"]);
    }
}
