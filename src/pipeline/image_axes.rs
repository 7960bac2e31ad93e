//! The axes of an image as dimensions of its levels. OME-Zarr 0.4 names axes only in the group of the image.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::{Array, image_levels::LevelPlace};
use crate::hierarchy::Hierarchy;
use crate::limits::Limits;
use crate::meaning::{AxisKind, OmeLabels, OmeMetadata};
use crate::metadata::{DOCUMENT, GroupOrArray, NodeDocument, v2};
use crate::store::{MemoryStore, join};

#[doc(hidden)]
impl Array {
    pub fn dimension_names(&self, hierarchy: &Hierarchy, key: &str) -> Vec<Option<String>> {
        let own = self.meaning().map(|meaning| meaning.dimensions).unwrap_or_default();
        if own.iter().any(Option::is_some) {
            return own;
        }
        image_axes(hierarchy, key, self.metadata.shape.len()).unwrap_or(own)
    }

    /// As its own attributes or those of its group say.
    pub(super) fn image_kind(&self) -> &ImageKind {
        self.image_kind.get_or_init(|| {
            let own = self.fields().and_then(|fields| fields.attributes.as_ref().ok().map(ImageKind::read));
            let group = self.key.rsplit_once('/').map_or("", |(group, _)| group);
            match own {
                Some(kind @ (ImageKind::Light | ImageKind::Labels(_))) => kind,
                _ if self.key.is_empty() => ImageKind::Unknown,
                _ => self.kind_of_group(group).unwrap_or_default(),
            }
        })
    }

    fn kind_of_group(&self, group: &str) -> Option<ImageKind> {
        let read = |name: &str| self.store().read(&join(group, name), MOST).ok().flatten();
        let limits = Limits::default();
        let document = match read(DOCUMENT) {
            Some(bytes) => NodeDocument::read(&bytes, &limits),
            // Only the attributes matter.
            None => match read(v2::ATTRIBUTES) {
                Some(bytes) => {
                    NodeDocument::read_v2(v2::GROUP, br#"{"zarr_format": 2}"#, Some(&bytes), &limits)
                }
                None => return None,
            },
        };
        match document.node {
            Ok(GroupOrArray::Group(group)) => group.attributes.as_ref().ok().map(ImageKind::read),
            _ => None,
        }
    }
}

pub fn image_axes(hierarchy: &Hierarchy, key: &str, rank: usize) -> Option<Vec<Option<String>>> {
    let place = LevelPlace::find(hierarchy, key)?;
    let axes = &place.image()?.axes;
    if axes.len() != rank {
        return None;
    }
    Some(axes.iter().map(|axis| Some(axis.name.clone())).collect())
}

/// Number × scale + translation, and the sign of the unit. `None` where there is no scale, and for channels, which have names.
pub(super) fn coordinate_of(found: &LevelPlace, name: &str, size: u64) -> Option<(Array, Option<String>)> {
    let level = found.level()?;
    let (index, axis) = found.image()?.axes.iter().enumerate().find(|(_, axis)| axis.name == name)?;
    if axis.kind == AxisKind::Channel {
        return None;
    }
    let scale = *level.scale.as_ref()?.get(index)?;
    let start = match &level.translation {
        Some(start) => start.get(index).copied().unwrap_or(0.0),
        None => 0.0,
    };
    Some((linear(name, size, scale, start)?, axis.unit_sign().map(str::to_owned)))
}

/// In memory: number × scale + start.
pub(super) fn linear(name: &str, size: u64, scale: f64, start: f64) -> Option<Array> {
    let document = json!({
        "zarr_format": 2, "shape": [size], "chunks": [size.max(1)], "dtype": "<f8", "fill_value": null, "order": "C",
        "compressor": null, "filters": null,
    });
    let mut numbers = Vec::new();
    for at in 0..size {
        numbers.extend(number(at, scale, start).to_le_bytes());
    }
    let values = [(join(name, v2::ARRAY), document.to_string().into_bytes()), (join(name, "0"), numbers)];
    let store = MemoryStore::new("axes of the array", values);
    Array::open(&Hierarchy::in_store("axes of the array", store), name).ok()
}

/// A channel by its index or its name, with its name; an error says what is expected. `None` where it is no axis of channels.
pub(super) fn channel_of(
    found: &LevelPlace,
    name: &str,
    wanted: &str,
    size: u64,
) -> Option<Result<(u64, String), String>> {
    let axis = found.image()?.axes.iter().find(|axis| axis.name == name)?;
    if axis.kind != AxisKind::Channel {
        return None;
    }
    let label = |at: u64| found.metadata.channels.get(usize::try_from(at).ok()?)?.label.as_deref();
    let of_label =
        |is_meant: &dyn Fn(&str) -> bool| (0..size.min(CHANNELS)).find(|at| label(*at).is_some_and(is_meant));
    // As everywhere, a number is an index first.
    let index = wanted.parse().ok().filter(|at| *at < size);
    let index = index.or_else(|| of_label(&|own| own == wanted));
    if let Some(index) = index.or_else(|| of_label(&|own| own.eq_ignore_ascii_case(wanted))) {
        return Some(Ok((index, label(index).unwrap_or(wanted).to_owned())));
    }
    let names: Vec<&str> = (0..size.min(CHANNELS)).filter_map(label).collect();
    let names = if names.is_empty() { String::new() } else { format!(", or one of {}", names.join(", ")) };
    Some(Err(format!("the index of a channel below {size}{names}")))
}

/// More have hardly names.
const CHANNELS: u64 = 4096;

#[expect(clippy::cast_precision_loss, reason = "there are fewer labels")]
fn number(at: u64, scale: f64, start: f64) -> f64 {
    let exact = at as f64 * scale + start;
    format!("{exact:.14e}").parse().unwrap_or(exact)
}

const MOST: u64 = 1 << 20;

/// What an image says of its numbers.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum ImageKind {
    /// It is none, or not known.
    #[default]
    Unknown,
    /// Its numbers are light, however few they are.
    Light,
    Labels(Arc<OmeLabels>),
}

impl ImageKind {
    fn read(attributes: &Map<String, Value>) -> Self {
        OmeMetadata::read(attributes, "").map_or(Self::Unknown, |metadata| Self::of(&metadata))
    }

    pub fn of(metadata: &OmeMetadata) -> Self {
        match &metadata.label {
            Some(labels) => Self::Labels(Arc::new(labels.clone())),
            None if metadata.images.is_empty() => Self::Unknown,
            None => Self::Light,
        }
    }
}
