//! The channels of an image, and how they are meant to be shown.
//!
//! Source: [OME-Zarr 0.5, omero](https://ngff.openmicroscopy.org/0.5/#omero-md)
//!
//! ```json
//! {"channels": [{"label": "DAPI", "color": "0000FF", "active": true,
//!                "window": {"min": 0, "max": 65535, "start": 0, "end": 1500}}],
//!  "rdefs": {"defaultZ": 5, "defaultT": 0, "model": "color"}}
//! ```

use serde_json::Value;

use super::read::{LISTED, each, list, member, text};
use crate::meaning::attributes::{MeaningNotes, finite, shown};

#[derive(Debug, Clone, PartialEq)]
pub struct OmeChannel {
    pub label: Option<String>,
    pub color: Option<[u8; 3]>,
    pub window: Option<(f64, f64)>,
    pub limits: Option<(f64, f64)>,
    pub active: Option<bool>,
    /// Whether its colour stands for the least number, and black for the greatest.
    pub is_inverted: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "explorer", derive(serde::Serialize))]
pub struct OmeDefaults {
    pub z: Option<u64>,
    pub t: Option<u64>,
    #[cfg_attr(feature = "explorer", serde(rename = "grey"))]
    pub is_grey: bool,
}

impl OmeDefaults {
    pub(super) fn read(omero: &Value, notes: &mut MeaningNotes) -> Self {
        let mut found = Self::default();
        let Some(all) = member(omero, "rdefs") else { return found };
        for (name, place) in [("defaultZ", &mut found.z), ("defaultT", &mut found.t)] {
            let Some(value) = member(all, name) else { continue };
            *place = value.as_u64();
            if place.is_none() {
                notes.unexpected(name, "a whole number that is not below 0", value);
            }
        }
        if let Some(model) = member(all, "model") {
            match model.as_str() {
                Some("greyscale") => found.is_grey = true,
                Some("color") => {}
                _ => notes.unexpected("model", "greyscale or color", model),
            }
        }
        found
    }
}

impl OmeChannel {
    pub(super) fn read_all(omero: &Value, notes: &mut MeaningNotes) -> Vec<Self> {
        let channels = omero.as_object().and_then(|omero| list(omero, "channels", notes));
        let channels = channels.unwrap_or_default();
        each(channels, "channels", LISTED, notes, |channel, notes| Some(Self::read(channel, notes)))
    }

    fn read(channel: &Value, notes: &mut MeaningNotes) -> Self {
        if !channel.is_object() {
            notes.add("channels", format!("expected an object for each channel, found {}", shown(channel)));
        }
        let mut color = None;
        if let Some(given) = member(channel, "color") {
            let digits = given.as_str().map(|text| text.strip_prefix('#').unwrap_or(text));
            if let Some(digits) = digits
                && digits.len() == 6
                && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
                && let Ok(number) = u32::from_str_radix(digits, 16)
            {
                let [_, red, green, blue] = number.to_be_bytes();
                color = Some([red, green, blue]);
            } else {
                notes.unexpected("color", "six hexadecimal digits", given);
            }
        }
        Self {
            label: text(channel, "label"),
            color,
            window: window(channel, ["start", "end"], notes),
            limits: window(channel, ["min", "max"], notes),
            active: channel["active"].as_bool(),
            is_inverted: channel["inverted"].as_bool() == Some(true),
        }
    }
}

fn window(channel: &Value, ends: [&str; 2], notes: &mut MeaningNotes) -> Option<(f64, f64)> {
    let window = member(channel, "window")?;
    let [start, end] = ends;
    match [finite(&window[start]), finite(&window[end])] {
        [Some(low), Some(high)] if low <= high => Some((low, high)),
        [None, None] if window.is_object() => None,
        _ => {
            notes.unexpected("window", &format!("numbers {start} and {end}, the greater last"), window);
            None
        }
    }
}
