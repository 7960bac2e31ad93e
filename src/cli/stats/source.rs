use serde_json::{Value, json};

use crate::meaning::{Meaning, MeaningSource};
use crate::metadata::{ArrayDocument, DataType, GroupOrArray, Json, Scalar, TimeKind, TimeType, fill_value};
use crate::pipeline::Array;

#[derive(Debug, Clone)]
pub(in crate::cli) struct CountedValues {
    raw: DataType,
    pub(super) meaning: Option<Meaning>,
    pub(super) source: Value,
}

impl CountedValues {
    pub(super) fn of(array: &Array) -> Self {
        let meaning = array.shown_meaning().map(|meaning| Meaning::clone(meaning));
        let metadata = &array.metadata;
        let data_type = match &metadata.data_type {
            DataType::Time(TimeType { kind, unit, scale }) => {
                let name = match kind {
                    TimeKind::Date => "numpy.datetime64",
                    TimeKind::Span => "numpy.timedelta64",
                };
                json!({"name": name, "configuration": {"unit": unit.name(), "scale_factor": scale}})
            }
            other => json!(other.to_string()),
        };
        let mut source = json!({"zarr_format": array.document().zarr_format(), "data_type": data_type});
        if let (Some(_), Ok(GroupOrArray::Array(document))) = (&meaning, &array.document().node) {
            source["attributes"] = json!(document.attributes.as_ref().ok());
            if !document.fill_is_undefined {
                source["fill_value"] = fill_value::write(&metadata.fill_value);
            }
        }
        Self { raw: metadata.data_type.clone(), meaning, source }
    }

    pub(super) fn read(source: &Value) -> Option<Self> {
        let document = ArrayDocument::read(&Json::root(source));
        let raw = document.data_type.clone().ok()?;
        let mut meaning = None;
        if let Some(attributes) = source.get("attributes") {
            let own = MeaningSource {
                attributes: attributes.as_object()?,
                data_type: &raw,
                zarr_format: u8::try_from(source["zarr_format"].as_u64()?).ok()?,
                fill_value: source.get("fill_value").and(document.fill_value.as_ref().ok()),
                scaling_codec: None,
            };
            meaning = Some(Meaning::read(&own, &document, &Value::Null));
        }
        Some(Self { raw, meaning, source: source.clone() })
    }

    pub(super) fn value_of(&self, scalar: &Scalar) -> Value {
        if let Some(meaning) = &self.meaning
            && meaning.time.is_some()
            && let Some(date) = meaning.label(scalar)
        {
            return date.into();
        }
        fill_value::write(scalar)
    }

    pub(super) fn scalar(&self, value: &Value) -> Option<Scalar> {
        fill_value::read(&Json::root(value), self.data_type()).ok()
    }

    pub(super) fn data_type(&self) -> &DataType {
        self.meaning.as_ref().map_or(&self.raw, |meaning| &meaning.physical)
    }
}
