//! What is readable of a chunk behind a stage that failed: the other stages go on with what it had given.
//!
//! What had not come out is taken for zeros; which elements depend on that is known from where each of them is.

use std::sync::Arc;

use super::Marks;
use super::chain::{Chain, Representation};
use super::nbytes::NBytes;
use super::probe::encoded_bytes;
use super::trace::{Outcome, StageTrace, Trace};
use super::value::Value;
use super::work::{DecodeOptions, Partial, StageWork};
use crate::metadata::{Elements, delinear, linear};
use crate::store::Slice;

#[derive(Debug, Clone, PartialEq)]
pub struct Salvage {
    pub elements: Elements,
    losses: Vec<Loss>,
}

#[derive(Debug, Clone, PartialEq)]
struct Loss {
    place: usize,
    given: Given,
}

#[derive(Debug, Clone, PartialEq)]
enum Given {
    Bytes(u64),
    Elements(u64),
    AllBut(Vec<Vec<u64>>),
    Unmarked(Arc<Marks>),
}

impl Loss {
    fn of(place: usize, partial: &Partial) -> Vec<Self> {
        let mut given = Vec::new();
        match &partial.value {
            Value::Bytes(bytes) => given.push(Given::Bytes(bytes.len() as u64)),
            Value::Array(elements) => {
                given.extend(partial.marks.clone().map(Given::Unmarked));
                if partial.filled > 0 {
                    given.push(Given::AllBut(partial.broken.clone()));
                }
                if given.is_empty() {
                    given.push(Given::Elements(elements.size() as u64));
                }
            }
        }
        given.into_iter().map(|given| Self { place, given }).collect()
    }
}

#[doc(hidden)]
impl Chain {
    pub fn salvage(&self, trace: &Trace, options: &DecodeOptions) -> Option<Salvage> {
        let options = DecodeOptions { ignore_checksums: true, ..*options };
        let failed = trace.stages.iter().find(|stage| matches!(stage.outcome, Outcome::Failed(_)))?;
        let place = self.stages().position(|info| *info == failed.info)?;
        let partial = failed.partial.as_ref()?;
        let arrays = self.array_to_array.len();
        let mut losses = Loss::of(place, partial);
        let mut elements = match padded(failed)? {
            Value::Bytes(mut bytes) => {
                for stage in self.bytes_to_bytes.get(..place.checked_sub(arrays + 1)?)?.iter().rev() {
                    bytes = stage.codec.decode(&bytes, &mut StageWork::new(&options)).ok()?;
                }
                self.array_to_bytes.codec.decode(&Slice(&bytes), &mut StageWork::new(&options)).ok()?
            }
            Value::Array(elements) => elements,
        };
        let rest = self.array_to_array.get(..place.min(arrays)).unwrap_or_default();
        for (place, stage) in rest.iter().enumerate().rev() {
            let mut work = StageWork::new(&options);
            elements = match stage.codec.decode(&elements, &mut work) {
                Ok(elements) => elements,
                // What stands for elements that are lost may have no value here either.
                Err(_) => {
                    let partial = work.partial?;
                    partial.marks.as_ref()?;
                    losses.extend(Loss::of(place, &partial));
                    match partial.value {
                        Value::Array(elements) => elements,
                        Value::Bytes(_) => return None,
                    }
                }
            };
        }
        Some(Salvage { elements, losses })
    }

    pub(crate) fn decode_needed(
        &self,
        stored: Vec<u8>,
        is_needed: impl Fn(u64) -> bool,
        options: &DecodeOptions,
    ) -> Option<Elements> {
        let trace = Trace::record(self, stored, options, usize::MAX);
        let salvage = self.salvage(&trace, options)?;
        let shape = &self.decoded().shape;
        let size = self.decoded().size()?;
        let is_there = |index| self.is_readable(&trace, &salvage, &delinear(index, shape));
        let all_there = (0..size).all(|index| !is_needed(index) || is_there(index));
        if all_there { Some(salvage.elements) } else { None }
    }

    /// Whether a stage that failed has given the element at these coordinates of its output.
    pub fn is_given(&self, partial: &Partial, coords: &[u64], shape: &[u64]) -> bool {
        let is_marked = |marks: &Arc<Marks>| linear(coords, shape).is_none_or(|index| marks.contains(index));
        !partial.marks.as_ref().is_some_and(is_marked)
            && (partial.broken.is_empty() || self.is_within(&partial.broken, coords) == Some(false))
    }

    /// Whether an element lies within one of these inner chunks, which are in the order of their coordinates.
    fn is_within(&self, broken: &[Vec<u64>], coords: &[u64]) -> Option<bool> {
        let (inner, _) = self.sharding()?.grid().locate(coords)?;
        Some(broken.binary_search(&inner).is_ok())
    }

    pub fn is_readable(&self, trace: &Trace, salvage: &Salvage, coords: &[u64]) -> bool {
        salvage.losses.iter().all(|loss| self.reads(trace, loss, coords).unwrap_or(false))
    }

    fn reads(&self, trace: &Trace, loss: &Loss, coords: &[u64]) -> Option<bool> {
        let arrays = self.array_to_array.len();
        let front = self.array_to_array.get(..loss.place.min(arrays))?;
        let coords = front.iter().try_fold(coords.to_vec(), |coords, stage| stage.codec.locate(&coords))?;
        let shape = match front.last() {
            Some(stage) => &stage.codec.encoded().shape,
            None => &self.decoded().shape,
        };
        let index = linear(&coords, shape)?;
        match &loss.given {
            Given::Unmarked(marks) => Some(!marks.contains(index)),
            Given::Elements(size) => Some(index < *size),
            Given::AllBut(broken) => self.is_within(broken, &coords).map(|is_lost| !is_lost),
            Given::Bytes(nbytes) => {
                let encoded = |info| encoded_bytes(trace, info).unwrap_or_default();
                let stage = &self.array_to_bytes;
                let mut ranges = vec![stage.codec.locate(index, encoded(&stage.info))?];
                for stage in self.bytes_to_bytes.get(..loss.place.checked_sub(arrays + 1)?)? {
                    ranges = stage.codec.locate(&ranges, encoded(&stage.info))?;
                }
                Some(ranges.iter().all(|range| range.end <= *nbytes))
            }
        }
    }
}

fn padded(failed: &StageTrace) -> Option<Value> {
    match (&failed.partial.as_ref()?.value, &failed.info.decoded) {
        (Value::Bytes(bytes), Representation::Bytes(NBytes::Exactly(nbytes))) => {
            let mut bytes = bytes.clone();
            bytes.resize(usize::try_from(*nbytes).ok()?, 0);
            Some(Value::Bytes(bytes))
        }
        (Value::Array(elements), Representation::Array(array)) if !array.data_type.is_variable() => {
            let mut bytes = elements.bytes().to_vec();
            bytes.resize(usize::try_from(array.nbytes()?).ok()?, 0);
            Some(Value::Array(Elements::new(array.data_type.clone(), bytes)))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::representation;
    use super::*;
    use crate::metadata::{CodecMetadata, Json, delinear};
    use serde_json::{Value as JsonValue, json};

    /// The elements of a damaged chunk; `-` for those that are not readable.
    fn read(name: &str, shape: &[u64], codecs: &JsonValue, stored: &[u8]) -> Option<Vec<String>> {
        let codecs = Json::at(codecs, "/codecs".into()).list("codecs", CodecMetadata::read).unwrap();
        let chain = Chain::build(&codecs, "/codecs", representation(name, shape)).unwrap();
        let options = DecodeOptions::default();
        let trace = Trace::record(&chain, stored.to_vec(), &options, usize::MAX);
        let salvage = chain.salvage(&trace, &options)?;
        let text = |index: usize| {
            let coords = delinear(index as u64, shape);
            let readable = chain.is_readable(&trace, &salvage, &coords);
            if readable { salvage.elements.get(index).unwrap().to_string() } else { "-".to_owned() }
        };
        Some((0..salvage.elements.size()).map(text).collect())
    }

    #[test]
    fn the_elements_in_front_of_the_end_of_a_short_chunk() {
        let codecs = json!([{"name": "transpose", "configuration": {"order": [1, 0]}}, "bytes"]);
        // 2×3 uint8 in columns, of which four bytes are there: 1 4 | 2 5 | missing.
        assert_eq!(read("uint8", &[2, 3], &codecs, &[1, 4, 2, 5]).unwrap(), ["1", "2", "-", "4", "5", "-"]);
    }

    #[test]
    fn all_elements_where_only_a_checksum_is_wrong() {
        let codecs = json!([{"name": "bytes"}, "crc32c"]);
        assert_eq!(read("uint8", &[2], &codecs, &[1, 2, 0, 0, 0, 0]).unwrap(), ["1", "2"]);
    }

    #[test]
    fn what_a_cut_compressor_had_given() {
        // Stored blocks of DEFLATE keep their bytes as they are: one of 3 bytes, then one that breaks off.
        let mut stored = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];
        stored.extend([0, 3, 0, 0xfc, 0xff, 10, 11, 12, 1, 3, 0, 0xfc, 0xff, 13]);
        let codecs = json!(["bytes", {"name": "gzip", "configuration": {"level": 0}}]);
        let found = read("uint8", &[6], &codecs, &stored).unwrap();
        assert_eq!(found[..3], ["10", "11", "12"]);
        assert_eq!(found[4..], ["-", "-"]);
    }

    #[test]
    fn the_other_inner_chunks_of_a_shard() {
        let codecs = json!([{"name": "sharding_indexed", "configuration": {
            "chunk_shape": [2], "codecs": ["bytes", "crc32c"],
            "index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}}]}}]);
        let mut shard = vec![1, 2];
        shard.extend(crc32c::crc32c(&[1, 2]).to_le_bytes());
        shard.extend([3, 4, 0, 0, 0, 0]);
        shard.extend([0_u64, 6, 6, 6].into_iter().flat_map(u64::to_le_bytes));
        assert_eq!(read("uint8", &[4], &codecs, &shard).unwrap(), ["1", "2", "-", "-"]);
    }

    #[test]
    fn nothing_where_nothing_came_out() {
        let codecs = json!(["bytes", {"name": "gzip", "configuration": {"level": 1}}]);
        assert_eq!(read("uint8", &[2], &codecs, b"nothing"), None);
        assert_eq!(read("uint8", &[2], &json!(["bytes"]), &[1, 2]), None, "a sound chunk");
    }
}
