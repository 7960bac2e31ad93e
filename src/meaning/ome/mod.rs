//! Microscopy: images in several sizes, their channels, labels over them, plates and wells.
//!
//! Source: [OME-Zarr 0.4](https://ngff.openmicroscopy.org/0.4/), in the attributes of V2, and
//! [OME-Zarr 0.5](https://ngff.openmicroscopy.org/0.5/), in the attribute `ome` of V3, and the candidate
//! [0.6rc0](https://github.com/ome/ngff-spec/blob/0.6rc0/index.md). Nothing that it says is believed
//! beyond this group: a path is one below it, and lists have an end.

mod axis;
mod channel;
mod image;
mod label;
mod plate;
mod read;
mod scene;
#[cfg(test)]
mod tests;

use serde_json::{Map, Value};

pub use axis::{AxisKind, OmeAxis};
pub use channel::{OmeChannel, OmeDefaults};
pub use image::{OmeImage, OmeLevel, OmeSystem};
pub use label::OmeLabels;
pub use plate::{OmeField, OmePlate, PlateWell};
pub use scene::OmeSceneStep;

use super::attributes::{MeaningNote, MeaningNotes, beginning};
use read::{LISTED, each, first};

const OME: &str = "ome";
pub(super) const NAMES: [&str; 7] =
    [OME, "multiscales", "omero", "image-label", "plate", "well", "bioformats2raw.layout"];
/// The group of the labels over an image, and its attribute with their names.
const LABELS: &str = "labels";
const NOTES: usize = 20;

#[derive(Debug, Clone, PartialEq, Default)]
pub struct OmeMetadata {
    pub version: Option<String>,
    /// Most groups have one image.
    pub images: Vec<OmeImage>,
    pub channels: Vec<OmeChannel>,
    pub defaults: OmeDefaults,
    /// Names.
    pub labels: Vec<String>,
    pub label_count: usize,
    /// For an image whose elements are labels.
    pub label: Option<OmeLabels>,
    pub plate: Option<OmePlate>,
    /// Images of the well.
    pub fields: Option<Vec<OmeField>>,
    /// bioformats2raw lists the images below.
    pub is_collection: bool,
    /// Transformations between images below.
    pub scene: Vec<OmeSceneStep>,
    pub notes: Vec<MeaningNote>,
}

impl OmeMetadata {
    /// `None` where attributes say nothing of OME-Zarr. Before version 0.5, a group that lists labels is known by its key only.
    pub fn read(attributes: &Map<String, Value>, key: &str) -> Option<Self> {
        let mut notes = MeaningNotes::default();
        let (members, has_own) = match attributes.get(OME) {
            Some(Value::Object(members)) => (members, true),
            // Some other thing is called so, unless the rest says more.
            _ => (attributes, false),
        };
        let mut found = Self {
            version: version(members),
            images: images(members, &mut notes),
            is_collection: members.contains_key("bioformats2raw.layout"),
            ..Self::default()
        };
        if let Some(omero) = members.get("omero") {
            found.channels = OmeChannel::read_all(omero, &mut notes);
            found.defaults = OmeDefaults::read(omero, &mut notes);
        }
        if let Some(Value::Object(label)) = members.get("image-label") {
            found.label = Some(OmeLabels::read(label, &mut notes));
        }
        if let Some(Value::Object(plate)) = members.get("plate") {
            found.plate = Some(OmePlate::read(plate, &mut notes));
        }
        if let Some(Value::Object(well)) = members.get("well") {
            found.fields = Some(OmeField::read_all(well, &mut notes));
        }
        if let Some(Value::Object(scene)) = members.get("scene").filter(|_| has_own) {
            found.scene = OmeSceneStep::read_all(scene, &mut notes);
        }
        // Anything may have an attribute of this name.
        if has_own || found.is_something() || key.rsplit('/').next() == Some(LABELS) {
            found.read_labels(members, &mut notes);
        }
        let more = notes.0.len().saturating_sub(NOTES);
        notes.0.truncate(NOTES);
        if more > 0 {
            notes.add("ome", format!("{more} more notes are left out"));
        }
        found.notes = notes.0;
        if found.is_something() { Some(found) } else { None }
    }

    fn read_labels(&mut self, members: &Map<String, Value>, notes: &mut MeaningNotes) {
        let Some(Value::Array(labels)) = members.get(LABELS) else { return };
        for name in first(labels, LABELS, LISTED, notes) {
            if let Value::String(name) = name {
                self.labels.push(beginning(name));
            }
        }
        let odd = labels.len().min(LISTED).saturating_sub(self.labels.len());
        if odd > 0 {
            notes.add(LABELS, format!("expected names, found {odd} of another form"));
        }
        self.label_count = labels.len();
    }

    fn is_something(&self) -> bool {
        let has_list = !self.images.is_empty() || !self.labels.is_empty() || !self.channels.is_empty();
        let is_place = self.plate.is_some() || self.fields.is_some() || !self.scene.is_empty();
        has_list || is_place || self.label.is_some() || self.is_collection || !self.notes.is_empty()
    }

    /// `OME image, 3 levels, czyx, 2 channels`.
    pub fn in_short(&self) -> String {
        let count = |number: usize, thing: &str| crate::metadata::text::count(number as u128, thing);
        let mut parts = Vec::new();
        if let Some(plate) = &self.plate {
            let edges = format!("{}×{}", plate.rows.len(), plate.columns.len());
            parts.extend(["OME plate".to_owned(), edges, count(plate.well_count, "well")]);
        }
        if let Some(fields) = &self.fields {
            parts.extend(["OME well".to_owned(), count(fields.len(), "field")]);
        }
        if let Some(image) = self.images.first() {
            parts.push(if self.label.is_some() { "OME label image" } else { "OME image" }.to_owned());
            parts.push(count(image.level_count, "level"));
            let names = image.axis_names();
            if !names.is_empty() {
                parts.push(names);
            }
            if !self.channels.is_empty() {
                parts.push(count(self.channels.len(), "channel"));
            }
        }
        if !self.labels.is_empty() {
            let names = crate::metadata::text::shorten(&self.labels.join(", "), 60);
            parts.push(format!("OME labels: {names}"));
        }
        if self.is_collection {
            parts.push("OME images by bioformats2raw".to_owned());
        }
        if parts.is_empty() {
            parts.push("OME-Zarr".to_owned());
        }
        parts.join(", ")
    }
}

/// The version is in one of several places before 0.5.
fn version(members: &Map<String, Value>) -> Option<String> {
    let mut places = vec![members.get("version")];
    places.push(members.get("multiscales").and_then(|images| images.get(0)?.get("version")));
    for name in ["plate", "well", "omero", "image-label"] {
        places.push(members.get(name).and_then(|member| member.get("version")));
    }
    places.into_iter().flatten().find_map(Value::as_str).map(beginning)
}

fn images(members: &Map<String, Value>, notes: &mut MeaningNotes) -> Vec<OmeImage> {
    match members.get("multiscales") {
        Some(Value::Array(images)) => each(images, "multiscales", LISTED / 8, notes, OmeImage::read),
        // Other conventions have objects under this name.
        None | Some(Value::Null | Value::Object(_)) => Vec::new(),
        Some(other) => {
            notes.unexpected("multiscales", "a list of images", other);
            Vec::new()
        }
    }
}
