//! Packed numbers: `scale_factor` and `add_offset`.
//!
//! Source: [CF conventions, packed data](https://cfconventions.org/cf-conventions/cf-conventions.html#packed-data).
//!
//! ```json
//! {"scale_factor": 0.01, "add_offset": 273.15}
//! ```
//!
//! What is stored is multiplied first, then the offset is added, each rounded to a float of 64 bits: attributes in JSON do not
//! say that they are narrower, and xarray computes with 64 bits for that reason.

use super::attributes::{MeaningNotes, MeaningSource, NoteKind, RawNumber, number};

pub(super) const SCALE: &str = "scale_factor";
pub(super) const OFFSET: &str = "add_offset";

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Packing {
    pub scale: Option<RawNumber>,
    pub offset: Option<RawNumber>,
}

impl Packing {
    pub(super) fn added(&self) -> f64 {
        self.offset.map_or(0.0, RawNumber::real)
    }

    pub(super) fn read(source: &MeaningSource, notes: &mut MeaningNotes) -> Option<Self> {
        let mut usable = |name: &str| {
            let found = number(source, name, notes)?;
            if !found.real().is_finite() {
                let text = format!("expected a finite number, found {found}; it is not used");
                notes.add_of(NoteKind::Packing, name, text);
                return None;
            }
            if name == SCALE && found.real() == 0.0 {
                let text = "expected another factor than 0, which makes all values the same, found 0";
                notes.add_of(NoteKind::Packing, name, text);
            }
            Some(found)
        };
        let packing = Self { scale: usable(SCALE), offset: usable(OFFSET) };
        if packing.scale.is_none() && packing.offset.is_none() {
            return None;
        }
        let has = |number: Option<RawNumber>, nothing: f64| {
            number.is_some_and(|number| (number.real() - nothing).abs() > 0.0)
        };
        let effective = match (has(packing.scale, 1.0), has(packing.offset, 0.0)) {
            (true, true) => Some((SCALE, "scale_factor and add_offset")),
            (true, false) => Some((SCALE, SCALE)),
            (false, true) => Some((OFFSET, OFFSET)),
            (false, false) => None,
        };
        if let Some(codec) = source.scaling_codec
            && let Some((name, names)) = effective
        {
            let text = format!(
                "expected values that are scaled once, found {names} beside the codec {codec}: they are packed twice"
            );
            notes.add_of(NoteKind::PackedTwice, name, text);
        }
        Some(packing)
    }

    pub fn unpack(&self, stored: f64) -> f64 {
        let mut number = stored;
        if let Some(scale) = self.scale {
            number *= scale.real();
        }
        if let Some(offset) = self.offset {
            number += offset.real();
        }
        number
    }

    /// Not rounded; `None` where the value comes from no stored number.
    pub fn pack(&self, value: f64) -> Option<f64> {
        let mut stored = value;
        if let Some(offset) = self.offset {
            stored -= offset.real();
        }
        if let Some(scale) = self.scale {
            stored /= scale.real();
        }
        if stored.is_finite() { Some(stored) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::DataType;
    use serde_json::{Map, Value, json};

    fn read(attributes: &Value, scaling_codec: Option<&str>) -> (Option<Packing>, Vec<String>) {
        let (map, mut notes) =
            (attributes.as_object().cloned().unwrap_or_else(Map::new), MeaningNotes::default());
        let source = MeaningSource {
            attributes: &map,
            data_type: &DataType::Bool,
            zarr_format: 3,
            fill_value: None,
            scaling_codec,
        };
        let packing = Packing::read(&source, &mut notes);
        (packing, notes.0.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn numbers_are_scaled_before_they_are_shifted() {
        let (packing, notes) = read(&json!({"scale_factor": 0.01, "add_offset": 273.15}), None);
        let packing = packing.unwrap();
        // What NumPy gives for `np.float64(-277) * 0.01 + 273.15`.
        assert_eq!((packing.unpack(-277.0).to_bits(), notes), (270.38_f64.to_bits(), Vec::new()));
        assert_eq!(packing.pack(273.15), Some(0.0));
    }

    #[test]
    fn what_cannot_be_used_is_noted() {
        let (packing, notes) = read(&json!({"scale_factor": "x", "add_offset": "NaN"}), None);
        assert_eq!(packing, None);
        assert_eq!(
            notes,
            [
                "scale_factor: expected a number, found \"x\"; it is not used",
                "add_offset: expected a number, found the text \"NaN\"; it is used",
                "add_offset: expected a finite number, found NaN; it is not used"
            ]
        );
        let (packing, notes) = read(&json!({"scale_factor": [0]}), None);
        assert_eq!(packing.unwrap().unpack(7.0).to_bits(), 0);
        assert_eq!(
            notes,
            ["scale_factor: expected another factor than 0, which makes all values the same, found 0"]
        );
        let (packing, _) = read(&json!({"scale_factor": 1e308}), None);
        assert!(packing.unwrap().unpack(1e10).is_infinite());
    }

    #[test]
    fn packing_twice_is_pointed_out() {
        let (_, notes) = read(&json!({"add_offset": 1}), Some("toy"));
        assert_eq!(
            notes,
            [
                "add_offset: expected values that are scaled once, found add_offset beside the codec toy: they are packed twice"
            ]
        );
        let (_, notes) = read(&json!({"add_offset": 0, "scale_factor": 1.0}), Some("toy"));
        assert!(notes.is_empty(), "what changes nothing is no second time");
    }
}
