//! An array whose values are what its attributes say they mean.

use std::sync::Arc;

use super::Array;
use crate::codec::{Lesson, StageInfo};
use crate::meaning::{Meaning, MeaningSource};
use crate::metadata::{DataType, Elements, GroupOrArray, Scalar};

impl Array {
    /// What its elements mean, as its attributes say it. Nothing is read.
    #[must_use]
    pub fn meaning(&self) -> Option<Meaning> {
        let Ok(GroupOrArray::Array(array)) = &self.document().node else { return None };
        let empty = serde_json::Map::new();
        let source = MeaningSource {
            attributes: array.attributes.as_ref().unwrap_or(&empty),
            data_type: &self.metadata.data_type,
            zarr_format: self.document().zarr_format(),
            fill_value: (!array.fill_is_undefined).then_some(&self.metadata.fill_value),
            scaling_codec: self.scaling_codec(),
        };
        Some(Meaning::read(&source, array, &self.document().value))
    }

    /// The codec that scales or shifts numbers, where the chain has one.
    fn scaling_codec(&self) -> Option<&str> {
        let scales = |stage: &&StageInfo| stage.row().is_some_and(|row| row.lesson == Lesson::ScaleOffset);
        let chain = self.chain();
        let inner = chain.sharding().and_then(|sharding| sharding.inner().stages().find(scales));
        chain.stages().find(scales).or(inner).map(|stage| stage.codec.name.as_str())
    }

    /// The same array, of which regions, statistics and pictures have physical values. Chunks and their traces stay as they are.
    #[must_use]
    pub fn physical(&self) -> Self {
        let mut array = self.clone();
        array.values = self.meaning().map(Arc::new);
        array
    }

    /// What its values mean, where they are physical ones.
    #[must_use]
    pub fn shown_meaning(&self) -> Option<&Arc<Meaning>> {
        self.values.as_ref()
    }

    /// The data type of the values that regions, statistics and pictures have.
    #[must_use]
    pub fn values_type(&self) -> &DataType {
        self.values.as_ref().map_or(&self.metadata.data_type, |meaning| &meaning.physical)
    }

    /// The value of a missing element.
    pub(super) fn values_fill(&self) -> Vec<u8> {
        let fill = &self.metadata.fill_value;
        match &self.values {
            Some(meaning) => meaning.convert_one(fill).bytes(&meaning.physical),
            None => fill.bytes(&self.metadata.data_type),
        }
    }

    /// The values of elements that the codecs gave.
    #[must_use]
    pub fn values_of(&self, elements: Elements) -> Elements {
        match &self.values {
            Some(meaning) => meaning.convert(elements),
            None => elements,
        }
    }

    /// The value of one element.
    pub(super) fn value_of(&self, raw: Scalar) -> Scalar {
        match &self.values {
            Some(meaning) => meaning.convert_one(&raw),
            None => raw,
        }
    }
}
