//! The axes of an image.
//!
//! Source: [OME-Zarr 0.5, axes](https://ngff.openmicroscopy.org/0.5/#axes-md)
//!
//! ```json
//! [{"name": "c", "type": "channel"}, {"name": "y", "type": "space", "unit": "micrometer"}]
//! ```

use std::fmt;

use serde_json::Value;

use super::read::{LISTED, first, text};
use crate::meaning::attributes::{MeaningNotes, shown};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "explorer", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum AxisKind {
    Space,
    Time,
    Channel,
    Other,
}

#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "explorer", derive(serde::Serialize))]
pub struct OmeAxis {
    pub name: String,
    pub kind: AxisKind,
    pub unit: Option<String>,
}

const KINDS: [(&str, AxisKind); 3] =
    [("space", AxisKind::Space), ("time", AxisKind::Time), ("channel", AxisKind::Channel)];

const SIGNS: &[(&str, &str)] = &[
    ("angstrom", "Å"),
    ("picometer", "pm"),
    ("nanometer", "nm"),
    ("micrometer", "µm"),
    ("micron", "µm"),
    ("um", "µm"),
    ("millimeter", "mm"),
    ("centimeter", "cm"),
    ("meter", "m"),
    ("kilometer", "km"),
    ("nanosecond", "ns"),
    ("microsecond", "µs"),
    ("millisecond", "ms"),
    ("second", "s"),
    ("minute", "min"),
    ("hour", "h"),
    ("day", "d"),
];

impl OmeAxis {
    pub fn unit_sign(&self) -> Option<&str> {
        let unit = self.unit.as_deref()?;
        let singular = unit.strip_suffix('s').unwrap_or(unit);
        for (name, sign) in SIGNS {
            if *name == unit || *name == singular {
                return Some(sign);
            }
        }
        Some(unit)
    }

    pub(super) fn read_all(image: &Value, notes: &mut MeaningNotes) -> Vec<Self> {
        let axes = match image.get("axes") {
            None | Some(Value::Null) => return Vec::new(),
            Some(Value::Array(axes)) => first(axes, "axes", LISTED, notes),
            Some(other) => {
                notes.unexpected("axes", "a list of axes", other);
                return Vec::new();
            }
        };
        axes.iter().enumerate().map(|(index, axis)| Self::read(index, axis, notes)).collect()
    }

    fn read(index: usize, axis: &Value, notes: &mut MeaningNotes) -> Self {
        let name = match axis {
            // Version 0.3 has names alone.
            Value::String(name) => Some(name.clone()),
            _ => text(axis, "name"),
        };
        let name = name.unwrap_or_else(|| {
            notes.add("axes", format!("expected an axis with a name, found {}", shown(axis)));
            format!("axis {index}")
        });
        let kind = match axis["type"].as_str() {
            Some(given) => match KINDS.iter().find(|(known, _)| *known == given) {
                Some((_, kind)) => *kind,
                None => AxisKind::Other,
            },
            None => match name.as_str() {
                "x" | "y" | "z" => AxisKind::Space,
                "t" => AxisKind::Time,
                "c" => AxisKind::Channel,
                _ => AxisKind::Other,
            },
        };
        Self { name, kind, unit: text(axis, "unit") }
    }
}

impl fmt::Display for AxisKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(KINDS.iter().find(|(_, kind)| kind == self).map_or("other", |(name, _)| name))
    }
}
