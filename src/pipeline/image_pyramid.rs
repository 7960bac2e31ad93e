use super::image_grid::AxisGrid;
use super::image_levels::{ImageLevel, LevelPlace, fitting_level, image_levels, ome_of};
use crate::hierarchy::Hierarchy;
use crate::meaning::{OmeImage, OmeMetadata};
use crate::store::join;

const LABELS: &str = "labels";

#[derive(Debug, Clone, PartialEq)]
pub struct ImagePyramid {
    pub group: String,
    pub metadata: OmeMetadata,
    image: usize,
    pub levels: Vec<ImageLevel>,
    pub labels: Vec<String>,
}

impl ImagePyramid {
    pub fn of_group(hierarchy: &Hierarchy, key: &str) -> Option<Self> {
        Self::read(hierarchy, key.to_owned(), ome_of(&hierarchy.describe(key))?, 0)
    }

    /// The name of the image, or that of its group: its levels have numbers for names.
    pub fn name(&self, hierarchy: &Hierarchy) -> Option<String> {
        let own = self.image()?.name.clone().filter(|name| !name.is_empty());
        let path = hierarchy.display(&self.group);
        own.or_else(|| path.trim_end_matches('/').rsplit('/').next().map(str::to_owned))
    }

    pub fn around(hierarchy: &Hierarchy, key: &str) -> Option<Self> {
        Self::of_group(hierarchy, key).or_else(|| Self::of_level(hierarchy, key))
    }

    /// The image above an array that is one of its levels.
    pub fn of_level(hierarchy: &Hierarchy, key: &str) -> Option<Self> {
        let place = LevelPlace::find(hierarchy, key)?;
        Self::read(hierarchy, place.group, place.metadata, place.image)
    }

    fn read(hierarchy: &Hierarchy, group: String, metadata: OmeMetadata, image: usize) -> Option<Self> {
        let levels = image_levels(hierarchy, &group, metadata.images.get(image)?);
        let labels = ome_of(&hierarchy.describe(&join(&group, LABELS)));
        let labels = labels.map(|found| found.labels).unwrap_or_default();
        Some(Self { group, metadata, image, levels, labels })
    }

    pub fn image(&self) -> Option<&OmeImage> {
        self.metadata.images.get(self.image)
    }

    pub fn labels_key(&self, name: &str) -> String {
        join(&join(&self.group, LABELS), name)
    }

    pub fn key_of(&self, level: usize) -> Option<String> {
        Some(join(&self.group, &self.levels.get(level)?.level.path))
    }

    pub fn level_at(&self, key: &str) -> Option<usize> {
        (0..self.levels.len()).find(|level| self.key_of(*level).as_deref() == Some(key))
    }

    pub fn plane(&self) -> Option<[usize; 2]> {
        let rank = self.levels.iter().find_map(|level| level.shape.as_ref().map(|shape| shape.len()))?;
        let last = if rank >= 2 { Some([rank - 2, rank - 1]) } else { None };
        self.image()?.plane().or(last)
    }

    pub fn channel_axis(&self) -> Option<usize> {
        self.image()?.channel_axis()
    }

    pub fn first_element(&self, level: usize) -> Option<Vec<u64>> {
        let mut element = vec![0; self.levels.get(level)?.shape.as_ref()?.len()];
        let defaults = self.metadata.defaults;
        for (name, wanted) in [("z", defaults.z), ("t", defaults.t)] {
            let axis = self.image().and_then(|image| image.axis_named(name));
            if let Some(axis) = axis
                && let Some(wanted) = wanted
                && let Some(place) = element.get_mut(axis)
            {
                // They are counted in the first level.
                *place = self.moved_along(axis, wanted, 0, level).unwrap_or(0);
            }
        }
        Some(element)
    }

    pub fn fitting(&self, most: [u64; 2]) -> Option<usize> {
        fitting_level(&self.levels, self.plane()?, most)
    }

    pub fn why_not(&self, level: usize) -> Option<String> {
        let Some(shape) = &self.levels.get(level)?.shape else { return Some("it has no array".to_owned()) };
        let found = shape.len();
        match self.image()?.axes.len() {
            rank if rank == 0 || rank == found => None,
            rank => Some(format!("its array has {found} dimensions, the image {rank} axes")),
        }
    }

    pub fn moved_along(&self, axis: usize, at: u64, from: usize, to: usize) -> Option<u64> {
        let grid = |level: usize| AxisGrid::of(self.levels.get(level)?, axis);
        let own = grid(from)?;
        let other = grid(to)?;
        let is_same = self.channel_axis() == Some(axis) || own.edge == other.edge;
        Some(if is_same { at.min(other.edge.saturating_sub(1)) } else { own.nearest_in(at, other) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meaning::{OmeAxis, OmeLevel};
    use serde_json::json;

    /// A shape, a scale and a translation.
    type OfLevel<'a> = (&'a [u64], Option<[f64; 3]>, Option<[f64; 3]>);

    fn pyramid(levels: &[OfLevel]) -> ImagePyramid {
        let axes = json!([{"name": "c", "type": "channel"}, {"name": "y", "type": "space"}, {"name": "x", "type": "space"}]);
        let attributes = json!({"multiscales": [{"axes": axes, "datasets": [{"path": "0"}]}]});
        let metadata = OmeMetadata::read(attributes.as_object().unwrap(), "").unwrap();
        assert_eq!(
            metadata.images[0].axes.iter().map(|axis: &OmeAxis| axis.name.as_str()).collect::<String>(),
            "cyx"
        );
        let level = |(index, (shape, scale, translation)): (usize, &OfLevel)| ImageLevel {
            level: OmeLevel {
                index,
                path: index.to_string(),
                scale: scale.map(|numbers| numbers.to_vec()),
                translation: translation.map(|numbers| numbers.to_vec()),
            },
            shape: Some((*shape).into()),
        };
        let levels = levels.iter().enumerate().map(level).collect();
        ImagePyramid { group: "image".to_owned(), metadata, image: 0, levels, labels: Vec::new() }
    }

    fn moved(pyramid: &ImagePyramid, element: [u64; 3], from: usize, to: usize) -> [u64; 3] {
        [0, 1, 2].map(|axis| pyramid.moved_along(axis, element[axis], from, to).unwrap())
    }

    #[test]
    fn an_element_stays_at_its_place_in_other_levels() {
        let large: &[u64] = &[3, 100, 80];
        let small: &[u64] = &[3, 25, 20];
        for (scales, translations) in [
            ([None, None], [None, None]),
            ([Some([1.0, 0.5, 0.5]), Some([1.0, 2.0, 2.0])], [None, None]),
            (
                [Some([1.0, 0.5, 0.5]), Some([1.0, 2.0, 2.0])],
                [Some([0.0, 10.0, 20.0]), Some([0.0, 10.75, 20.75])],
            ),
        ] {
            let found = pyramid(&[(large, scales[0], translations[0]), (small, scales[1], translations[1])]);
            assert_eq!(moved(&found, [2, 41, 79], 0, 1), [2, 10, 19], "{translations:?}");
            let back = moved(&found, [2, 10, 19], 1, 0);
            assert!(back[0] == 2 && (40..44).contains(&back[1]) && (76..80).contains(&back[2]), "{back:?}");
        }
    }

    #[test]
    fn numbers_of_strangers_lead_nowhere_else() {
        let edge = u64::MAX;
        let found = pyramid(&[
            (&[3, edge, 80], Some([1.0, 1e-300, 1.0]), None),
            (&[3, 5, 5], Some([1.0, 1e300, f64::MAX]), Some([0.0, -1e308, 1e308])),
            (&[3, 5], None, None),
        ]);
        assert_eq!(moved(&found, [1, edge - 1, 3], 0, 1), [1, 4, 0]);
        assert_eq!((found.moved_along(2, 3, 0, 2), found.moved_along(0, 1, 0, 9)), (None, None));
        assert_eq!(found.why_not(2), Some("its array has 2 dimensions, the image 3 axes".to_owned()));
        assert_eq!((found.why_not(0), found.level_at("image/1"), found.level_at("1")), (None, Some(1), None));
    }
}
