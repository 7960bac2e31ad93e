use std::hash::{DefaultHasher, Hash, Hasher};
use std::{cmp::Ordering, collections::BTreeSet};

use super::conventions::{
    FILL_DIFFERS, FILL_FORM, FILTER_DTYPES, NO_SUCH_ARRAY, NOT_ORDERED, REPEATED, UNREAD, rule_of,
};
use super::faults::{HEADER_ONLY, PARTLY_FILLED, STRAY, UNKNOWN_CODEC, broken_by};
use super::{Breach, BreachPlace, Rule, attributes::dimension_names};
use crate::codec::{DecodeOptions, viewed_dtypes};
use crate::meaning::Meaning;
use crate::metadata::text::{chunk_count, count, escape, shorten};
use crate::metadata::{ArrayDocument, DataType, Elements, GroupOrArray, NodeDocument, Scalar, join_pointer};
use crate::pipeline::{Array, ReadError, RelatedArray, RelatedShape, ShardTally, Survey};

/// Of a coordinate that is read.
pub(super) const ELEMENTS: u64 = 1 << 20;
const CHUNKS: u128 = 4_096;
const COORDINATE_CHUNK_BYTES: u64 = 64 << 20;
/// Shards whose index is read, and bytes that these indexes may have together.
const SHARDS: u64 = 4_096;
const INDEX_BYTES: u64 = 64 << 20;
const STRAYS: usize = 16;

/// The values of a dimension, to be compared with others of that name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Coordinate {
    pub(super) size: u64,
    pub(super) digest: u64,
}

impl Coordinate {
    fn of(elements: &Elements) -> Self {
        let mut hasher = DefaultHasher::new();
        let mut size = 0;
        for element in elements.iter() {
            size += 1;
            element.to_string().hash(&mut hasher);
        }
        Self { size, digest: hasher.finish() }
    }
}

pub(super) struct ArrayCheck<'a> {
    pub(super) path: &'a str,
    pub(super) document: &'a NodeDocument,
    pub(super) found: &'a mut Vec<Breach>,
}

impl ArrayCheck<'_> {
    pub(super) fn add(&mut self, rule: &'static Rule, place: BreachPlace, reason: String) {
        self.found.push(Breach { rule, path: self.path.to_owned(), place, reason });
    }

    pub(super) fn dimensions(&mut self, array: &ArrayDocument) {
        let mut seen = BTreeSet::new();
        let mut repeated = BTreeSet::new();
        for name in dimension_names(array).iter().flatten() {
            if !seen.insert(name) {
                repeated.insert(name);
            }
        }
        for name in repeated {
            let reason = format!("expected a different name for each dimension, found \"{name}\" again");
            self.add(&REPEATED, BreachPlace::Node, reason);
        }
    }

    pub(super) fn codecs(&mut self, array: &Array) {
        for stage in array.chain().stages() {
            let pointer = stage.codec.pointer.clone();
            let place = BreachPlace::Member { document: stage.codec.role.document(), pointer };
            if !stage.is_known() && stage.codec.must_understand {
                let reason = format!("expected a known codec, found \"{}\"", stage.codec.name);
                self.add(&UNKNOWN_CODEC, place.clone(), reason);
            }
            let Some((read, given)) = viewed_dtypes(stage) else { continue };
            let reason =
                format!("expected the filter to give {read}, which its bytes are read as, found {given}");
            self.add(&FILTER_DTYPES, place, reason);
        }
    }

    pub(super) fn values(&mut self, meaning: &Meaning, array: &Array) {
        for note in &meaning.notes {
            let Some(rule) = rule_of(note.kind) else { continue };
            let place = BreachPlace::attribute(self.document, &join_pointer("", &note.attribute));
            self.add(rule, place, note.message.clone());
        }
        self.fill_form();
        let fill = &array.metadata.fill_value;
        // Where the fill value is masked by another attribute, nothing is missing.
        if let Some(value) = meaning.mask.fill
            && meaning.value(fill).masked.is_none()
            && matches!(&self.document.node, Ok(GroupOrArray::Array(array)) if !array.fill_is_undefined)
        {
            let reason = format!(
                "expected the fill value {fill}, which missing chunks have, found {value}: elements that were never \
                 written are not masked"
            );
            self.add(&FILL_DIFFERS, BreachPlace::attribute(self.document, "/_FillValue"), reason);
        }
    }

    /// What xarray writes into V3 for real numbers are their bytes in base64, and it reads nothing else.
    fn fill_form(&mut self) {
        let Ok(GroupOrArray::Array(own)) = &self.document.node else { return };
        let (Ok(DataType::Float(_)), Ok(attributes)) = (&own.data_type, &own.attributes) else { return };
        if self.document.zarr_format() == 3
            && let Some(found) = attributes.get("_FillValue").filter(|found| found.is_number())
        {
            let reason =
                format!("expected the bytes of a number in base64, as xarray writes them, found {found}");
            self.add(&FILL_FORM, BreachPlace::attribute(self.document, "/_FillValue"), reason);
        }
    }

    pub(super) fn named(&mut self, related: &[RelatedArray]) {
        for one in related {
            if one.shape != RelatedShape::NoArray {
                continue;
            }
            let place = BreachPlace::attribute(self.document, &join_pointer("", one.attribute));
            let name = shorten(&escape(&one.name), 100);
            let reason =
                format!("expected an array \"{name}\" beside the array or in a group above, found none");
            self.add(&NO_SUCH_ARRAY, place, reason);
        }
    }

    pub fn keys(&mut self, array: &Array, options: &DecodeOptions, go_on: &dyn Fn() -> bool) -> Option<()> {
        let survey = Survey::take_names(&array.stored_chunks(), |_| go_on())?;
        for error in &survey.unreadable {
            let fault = error.clone().into();
            let key = crate::store::relative(error.key(), &array.key).to_owned();
            self.add(broken_by(&fault), BreachPlace::Key(key), fault.message());
        }
        let size = array.metadata.chunk_grid.size();
        // The array of a grid mapping has attributes only: it has no dimensions.
        let has_attributes_only = array.metadata.shape.is_empty()
            && super::attributes(self.document).is_some_and(|attributes| !attributes.is_empty());
        if survey.stored() == 0
            && survey.hidden == 0
            && survey.blocked().next().is_none()
            && size != Some(0)
            && !has_attributes_only
        {
            let reason = format!("expected stored chunks, found none of {}", chunk_count(size));
            self.add(&HEADER_ONLY, BreachPlace::Node, reason);
        }
        for key in survey.strays.iter().take(STRAYS) {
            let reason = "expected the key of a chunk of the grid, found another one".to_owned();
            self.add(&STRAY, BreachPlace::Key(key.clone()), reason);
        }
        let more = survey.stray_count.saturating_sub(survey.strays.len().min(STRAYS) as u64);
        if more > 0 {
            let keys = count(more.into(), "other key");
            let reason = format!("expected keys of chunks of the grid, found {keys} more");
            self.add(&STRAY, BreachPlace::Node, reason);
        }
        self.shards(array, &survey, options);
        Some(())
    }

    /// Finds shards that seem to have lost inner chunks. Indexes are read where they are few, small and on a disk: that costs less
    /// than listing the keys. `verify` and `doctor` look at all of them.
    fn shards(&mut self, array: &Array, survey: &Survey, options: &DecodeOptions) {
        let Some(sharding) = array.chain().sharding() else { return };
        let nbytes = sharding.index_nbytes().saturating_mul(survey.stored());
        // Behind other codecs a shard would have to be decoded for its index.
        if array.is_remote()
            || !array.chain().reads_ranges()
            || survey.stored() > SHARDS
            || nbytes > INDEX_BYTES
        {
            return;
        }
        let mut shards = ShardTally::default();
        for (coords, _) in survey.iter() {
            if let Ok(Some(inner)) = array.missing_inner(coords, options) {
                shards.add(coords, &inner);
            }
        }
        if let Some(note) = shards.note(array) {
            let more = match note.chunks {
                0 | 1 => String::new(),
                chunks => format!("; {chunks} shards lack some, this is the first"),
            };
            self.add(&PARTLY_FILLED, BreachPlace::Key(note.key), note.value + &more);
        }
    }

    /// The values too, to be compared with those of other groups.
    pub(super) fn order(&mut self, array: &Array, options: &DecodeOptions) -> Option<Coordinate> {
        let [size] = *array.metadata.shape.as_slice() else { return None };
        let decoded = array.chain().decoded().nbytes().unwrap_or(u64::MAX);
        if size > ELEMENTS
            || array.metadata.chunk_grid.size().is_none_or(|size| size > CHUNKS)
            || decoded > COORDINATE_CHUNK_BYTES
        {
            let reason =
                format!("expected at most {ELEMENTS} elements in {CHUNKS} chunks of 64 MiB, found more");
            self.add(&UNREAD, BreachPlace::Node, reason);
            return None;
        }
        // The meaning of the values is decided by the attributes: dates are compared as dates.
        match array.physical().read_region(std::slice::from_ref(&(0..size)), options) {
            Ok(values) => {
                if let Some(reason) = disorder(values.elements().iter()) {
                    self.add(&NOT_ORDERED, BreachPlace::Node, reason);
                }
                return Some(Coordinate::of(values.elements()));
            }
            Err(ReadError::Chunk { coords, fault }) => {
                self.add(broken_by(&fault), BreachPlace::Key(array.chunk_key(&coords)), fault.message());
            }
            Err(error) => self.add(&UNREAD, BreachPlace::Node, error.to_string()),
        }
        None
    }
}

fn compare(one: &Scalar, other: &Scalar) -> Option<Ordering> {
    match (one, other) {
        (Scalar::Integer(one), Scalar::Integer(other)) => Some(one.cmp(other)),
        (Scalar::Float(one), Scalar::Float(other)) => one.value().partial_cmp(&other.value()),
        (Scalar::Time(_, one), Scalar::Time(_, other)) => Some(one.cmp(other)),
        _ => None,
    }
}

fn disorder(values: impl Iterator<Item = Scalar>) -> Option<String> {
    let mut before: Option<Scalar> = None;
    let mut way: Option<Ordering> = None;
    for (index, value) in values.enumerate() {
        if !matches!(value, Scalar::Integer(_) | Scalar::Float(_) | Scalar::Time(..)) {
            return None;
        }
        if let Some(before) = &before {
            let next = compare(before, &value);
            let is_apart = matches!(next, Some(Ordering::Less | Ordering::Greater));
            if !is_apart || (way.is_some() && way != next) {
                return Some(format!(
                    "expected values that only rise or only fall, found {value} at {index} after {before}"
                ));
            }
            way = next;
        } else if compare(&value, &value).is_none() {
            return Some(format!("expected numbers, found {value} at {index}"));
        }
        before = Some(value);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::float::{Float, FloatType};

    fn integers(values: &[i128]) -> Option<String> {
        disorder(values.iter().map(|value| Scalar::Integer(*value)))
    }

    #[test]
    fn values_run_one_way_or_not() {
        for sound in [&[][..], &[7], &[1, 2, 9], &[9, 2, -1]] {
            assert_eq!(integers(sound), None, "{sound:?}");
        }
        let expected = "expected values that only rise or only fall, found 2 at 3 after 3";
        assert_eq!(integers(&[1, 2, 3, 2]).as_deref(), Some(expected));
        assert!(integers(&[1, 1]).is_some() && integers(&[3, 2, 2]).is_some());
        let floats = |values: &[f64]| {
            let float = |value: &f64| Scalar::Float(Float::nearest(FloatType::Float64, *value).unwrap());
            disorder(values.iter().map(float))
        };
        assert_eq!(floats(&[0.5, 1.5]), None);
        assert!(floats(&[0.5, f64::NAN]).is_some() && floats(&[f64::NAN]).is_some());
        assert_eq!(disorder([Scalar::Text("b".into()), Scalar::Text("a".into())].into_iter()), None);
    }
}
