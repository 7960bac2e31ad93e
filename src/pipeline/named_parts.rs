use super::{
    EncodedParts, GroupContents, Home, ImageLevel, LabelPlace, LevelPlace, OpenNode, WellState, encoded_of,
    image_levels, ome_of,
};
use crate::hierarchy::{Glance, Hierarchy};
use crate::meaning::{EncodedElement, OmeMetadata};
use crate::store::join;

const SERIES: usize = 64;

/// What a node is by conventions, and what a group has below it. Other documents are read for it, and few chunks.
#[derive(Debug, Default)]
pub struct NamedParts {
    pub ome: Option<(OmeMetadata, Vec<Vec<ImageLevel>>)>,
    /// In the order in which the plate lists them. None are looked for at an address: each is a request.
    pub wells: Vec<WellState>,
    pub series: Vec<ImageSeries>,
    pub encoded: Option<(EncodedElement, EncodedParts)>,
    /// The image that an array is a level of, and where its group is.
    pub level: Option<(LevelPlace, String)>,
    pub contents: Option<GroupContents>,
}

/// An image of a file of several that bioformats2raw has converted.
#[derive(Debug)]
pub struct ImageSeries {
    pub path: String,
    /// `None` where there is no image.
    pub image: Option<OmeMetadata>,
}

impl NamedParts {
    /// An array that was opened by its own path has its image in the home.
    pub fn read(hierarchy: &Hierarchy, open: &OpenNode, home: Option<&Home>) -> Self {
        let key = &open.node.key;
        let mut found = Self { contents: GroupContents::read(hierarchy, open), ..Self::default() };
        if let Some(ome) = ome_of(&open.node) {
            if let Some(plate) = &ome.plate
                && !hierarchy.is_remote()
            {
                found.wells = WellState::find_all(hierarchy, key, plate, &mut |_| true).unwrap_or_default();
            }
            if ome.is_collection && ome.plate.is_none() {
                found.series = ImageSeries::all(hierarchy, key);
            }
            let levels = ome.images.iter().map(|image| image_levels(hierarchy, key, image)).collect();
            found.ome = Some((ome, levels));
        }
        if let Some(element) = encoded_of(&open.node.kind) {
            let parts = EncodedParts::read(hierarchy, key, &element);
            found.encoded = Some((element, parts));
        }
        if open.node.is_array() {
            let LabelPlace { hierarchy, key } = match home {
                Some(home) => home.place(),
                None => LabelPlace { hierarchy, key },
            };
            found.level = LevelPlace::find(hierarchy, key).map(|place| {
                let group = hierarchy.display(&place.group);
                (place, group)
            });
        }
        found
    }
}

impl ImageSeries {
    /// The group `OME` may list them; otherwise they have numbers, from 0 on.
    fn all(hierarchy: &Hierarchy, key: &str) -> Vec<Self> {
        let below = |path: &str| join(key, path);
        let listed = hierarchy.describe(&below("OME"));
        let attributes = listed.kind.group().and_then(|group| group.attributes.as_ref().ok());
        let series =
            attributes.and_then(|own| own.get("ome").and_then(|ome| ome.get("series")).or(own.get("series")));
        let paths: Vec<String> = match series.and_then(|series| series.as_array()) {
            Some(paths) => {
                paths.iter().filter_map(|path| Some(path.as_str()?.to_owned())).take(SERIES).collect()
            }
            None => (0..SERIES)
                .map(|number| number.to_string())
                .take_while(|path| hierarchy.glance(&below(path)) != Glance::Nothing)
                .collect(),
        };
        let image =
            |path: &String| ome_of(&hierarchy.describe(&below(path))).filter(|own| !own.images.is_empty());
        paths.into_iter().map(|path| Self { image: image(&path), path }).collect()
    }
}
