//! Small pictures of the first image of each well, in the same colours for all of them, so that wells can be compared.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::pipeline::Picture;
use crate::tell::channel::DrawnChannel;
use crate::tell::colors::{ColorRange, Coloring};

/// By the path of the well; `None` where no image can be drawn.
pub type Thumbnails = BTreeMap<String, Option<Arc<Thumbnail>>>;

#[derive(Debug, Clone)]
pub struct Thumbnail {
    /// Empty where the image has none.
    pub channels: Vec<DrawnChannel>,
    pub planes: Vec<Arc<Picture>>,
}

impl Thumbnail {
    pub fn has_channels(&self) -> bool {
        self.channels.len() > 1
    }

    pub fn coloring(&self, place: usize, common: &[(f64, f64)]) -> Coloring {
        let common = common.get(place).map(|(low, high)| ColorRange::Between(*low, *high));
        let usual = Coloring { range: common.unwrap_or_default(), labels: false, ..Coloring::default() };
        self.channels.get(place).map_or(usual, |channel| channel.shown.coloring(usual))
    }

    /// The range of each channel over all wells, for those without a window of their own.
    pub fn common_ranges(all: &Thumbnails) -> Vec<(f64, f64)> {
        let mut common: Vec<(f64, f64)> = Vec::new();
        for found in all.values().flatten() {
            for (place, plane) in found.planes.iter().enumerate() {
                let Some(spread) = &plane.spread else { continue };
                let (low, high) = spread.percentiles;
                match common.get_mut(place) {
                    Some(own) => *own = (own.0.min(low), own.1.max(high)),
                    None => common.push((low, high)),
                }
            }
        }
        common
    }
}
