use std::{ops::Range, sync::Arc};

use serde_json::{Map, Value};

use super::{Array, LabelPlace, encoded::key_below, labels::group_of};
use crate::codec::{Lesson, StageInfo};
use crate::meaning::{Meaning, MeaningSource};
use crate::metadata::{BoxMut, DataType, Elements, Scalar};

const SLAB: usize = 1 << 20;
/// Bounds of a cell: two ends, or the corners of a polygon.
const CORNERS: u64 = 8;

#[doc(hidden)]
impl Array {
    pub fn meaning(&self) -> Option<Meaning> {
        let empty = Map::new();
        self.meaning_of(self.fields()?.attributes.as_ref().unwrap_or(&empty))
    }

    fn meaning_of(&self, attributes: &Map<String, Value>) -> Option<Meaning> {
        let array = self.fields()?;
        let source = MeaningSource {
            attributes,
            data_type: &self.metadata.data_type,
            zarr_format: self.document().zarr_format(),
            fill_value: self.defined_fill(),
            scaling_codec: self.scaling_codec(),
        };
        Some(Meaning::read(&source, array, &self.document().value))
    }

    fn scaling_codec(&self) -> Option<&str> {
        let scales = |stage: &&StageInfo| stage.row().is_some_and(|row| row.lesson == Lesson::ScaleOffset);
        let chain = self.chain();
        let mut found = chain.stages().find(scales);
        if found.is_none()
            && let Some(sharding) = chain.sharding()
        {
            found = sharding.inner().stages().find(scales);
        }
        Some(found?.codec.name.as_str())
    }

    #[must_use]
    pub fn physical(&self) -> Self {
        let mut array = self.clone();
        array.values = self.meaning().map(Arc::new);
        array
    }

    /// The same where the coordinate is known whose bounds these may be: bounds need no units and no calendar of their own.
    ///
    /// Source: [CF conventions, cell boundaries](https://cfconventions.org/cf-conventions/cf-conventions.html#cell-boundaries).
    #[must_use]
    pub fn physical_at(&self, place: LabelPlace) -> Self {
        let mut array = self.physical();
        if let Some(attributes) = self.attributes_as_bounds(place) {
            array.values = self.meaning_of(&attributes).map(Arc::new);
        }
        array
    }

    pub fn may_be_bounds(&self) -> bool {
        let has_units = self.fields().and_then(|fields| fields.attributes.as_ref().ok());
        let has_units = has_units.is_some_and(|attributes| attributes.contains_key("units"));
        let shape = &self.metadata.shape;
        !has_units && shape.len() > 1 && shape.last().is_some_and(|corners| (2..=CORNERS).contains(corners))
    }

    fn attributes_as_bounds(&self, place: LabelPlace) -> Option<Map<String, Value>> {
        let own = place.key.rsplit('/').next()?;
        if !self.may_be_bounds() {
            return None;
        }
        let mut attributes = self.fields()?.attributes.clone().ok()?;
        for name in self.dimension_names(place.hierarchy, place.key).into_iter().flatten() {
            let node = place.hierarchy.describe(&key_below(group_of(place.key), &name)?);
            let Some(Ok(found)) = node.kind.array().map(|array| array.attributes.as_ref()) else { continue };
            let names = |member: &str| found.get(member).and_then(Value::as_str) == Some(own);
            if names("bounds") || names("climatology") {
                for member in ["units", "calendar"] {
                    if let Some(value) = found.get(member) {
                        attributes.entry(member).or_insert_with(|| value.clone());
                    }
                }
                return Some(attributes);
            }
        }
        None
    }

    pub fn shown_meaning(&self) -> Option<&Arc<Meaning>> {
        self.values.as_ref()
    }

    /// What numbers mean in a picture, where stored ones may have names too.
    pub fn drawn_meaning(&self) -> Option<Arc<Meaning>> {
        let stored = || self.meaning().filter(Meaning::names_stored).map(Arc::new);
        self.shown_meaning().cloned().or_else(stored)
    }

    pub fn values_type(&self) -> &DataType {
        self.values.as_ref().map_or(&self.metadata.data_type, |meaning| &meaning.physical)
    }

    pub(super) fn values_fill(&self) -> Vec<u8> {
        let fill = &self.metadata.fill_value;
        match &self.values {
            Some(meaning) => meaning.convert_one(fill).bytes(&meaning.physical),
            None => fill.bytes(&self.metadata.data_type),
        }
    }

    pub fn values_of(&self, elements: Elements) -> Elements {
        match &self.values {
            Some(meaning) => meaning.convert(elements),
            None => elements,
        }
    }

    /// Puts the values of a box into place, slab by slab: they may take eight times the bytes of the elements.
    pub(super) fn put_values(&self, elements: Elements, within: &[Range<u64>], mut place: BoxMut) {
        let converts = self.values.as_ref().is_some_and(|meaning| !meaning.keeps_values());
        let longer = within.iter().enumerate().find(|(_, range)| range.end - range.start > 1);
        let (axis, range) = match longer {
            Some((axis, range)) if converts && elements.bytes().len() > SLAB => (axis, range.clone()),
            _ => {
                // The box fits by construction, here and below.
                let _ = place.copy(&self.values_of(elements), within);
                return;
            }
        };
        // In C order, the rows of the first dimension that has several follow each other.
        let rows = usize::try_from(range.end - range.start).unwrap_or(usize::MAX);
        let row = (elements.bytes().len() / rows).max(1);
        let some = (SLAB / row).max(1);
        let mut rest = Some(place);
        let mut start = range.start;
        for bytes in elements.bytes().chunks(row.saturating_mul(some)) {
            let end = start.saturating_add(some as u64).min(range.end);
            let Some(mut own) = rest.take() else { return };
            if end < range.end {
                let Some((first, others)) = own.split(axis, end - start) else { return };
                own = first;
                rest = Some(others);
            }
            let mut slab = within.to_vec();
            if let Some(rows) = slab.get_mut(axis) {
                *rows = start..end;
            }
            let raw = Elements::new(elements.data_type().clone(), bytes.to_vec());
            let _ = own.copy(&self.values_of(raw), &slab);
            start = end;
        }
    }

    pub(super) fn value_of(&self, raw: Scalar) -> Scalar {
        match &self.values {
            Some(meaning) => meaning.convert_one(&raw),
            None => raw,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::DecodeOptions;
    use crate::hierarchy::Hierarchy;

    #[test]
    fn values_of_many_elements_are_put_in_their_places_slab_by_slab() {
        let directory = tempfile::tempdir().unwrap();
        let document = r#"{"zarr_format": 3, "node_type": "array", "shape": [1, 1201, 1000], "data_type": "uint8",
            "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [1, 1201, 1000]}},
            "chunk_key_encoding": "default", "fill_value": 0, "codecs": ["bytes"],
            "attributes": {"scale_factor": 0.5, "_FillValue": 250}}"#;
        std::fs::write(directory.path().join("zarr.json"), document).unwrap();
        std::fs::create_dir_all(directory.path().join("c/0/0")).unwrap();
        let stored: Vec<u8> = (0..=250).cycle().take(1_201_000).collect();
        std::fs::write(directory.path().join("c/0/0/0"), &stored).unwrap();
        let array = Array::open(&Hierarchy::open(directory.path()).unwrap(), "").unwrap().physical();
        for region in [array.whole(), vec![0..1, 1..1200, 0..1000], vec![0..1, 7..8, 0..1000]] {
            let values = array.read_region(&region, &DecodeOptions::default()).unwrap();
            let values: Vec<f64> = values.to_vec().unwrap();
            let first = usize::try_from(region[1].start * 1000).unwrap();
            let expected = stored.iter().skip(first);
            let is_right = |(value, stored): (&f64, &u8)| {
                if *stored == 250 {
                    value.is_nan()
                } else {
                    value.to_bits() == (f64::from(*stored) / 2.0).to_bits()
                }
            };
            assert!(values.iter().zip(expected).all(is_right), "{region:?}");
        }
    }
}
