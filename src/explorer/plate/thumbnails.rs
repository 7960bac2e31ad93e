//! Small pictures of the first image of each well, in the same colours for all of them, so that wells can be compared.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::pipeline::Picture;
use crate::tell::channel::DrawnChannel;
use crate::tell::colors::{ColorRange, Coloring};
use crate::tell::summary::digits;

/// By the path of the well; `None` where no image can be drawn.
pub type Thumbnails = BTreeMap<String, Option<Arc<Thumbnail>>>;

/// The ends of colours that somebody chose for all wells.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ThumbnailRange {
    /// Those of what is drawn of all wells, whatever the windows of channels.
    Common,
    Between(f64, f64),
}

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

    /// `chosen` takes the place of any other range.
    pub fn coloring(&self, place: usize, common: &[(f64, f64)], chosen: Option<ThumbnailRange>) -> Coloring {
        let common = common.get(place).map(|(low, high)| ColorRange::Between(*low, *high));
        let usual = Coloring { range: common.unwrap_or_default(), labels: false, ..Coloring::default() };
        let own = self.channels.get(place).map_or(usual, |channel| channel.shown.coloring(usual));
        match chosen {
            Some(ThumbnailRange::Common) => Coloring { range: usual.range, ..own },
            Some(ThumbnailRange::Between(low, high)) => {
                Coloring { range: ColorRange::Between(low, high), ..own }
            }
            None => own,
        }
    }

    /// These of its channels alone.
    #[must_use]
    pub fn only(&self, chosen: &[u64]) -> Self {
        let is_chosen =
            |place: usize| self.channels.get(place).is_some_and(|channel| chosen.contains(&channel.index));
        let places: Vec<usize> = (0..self.planes.len()).filter(|place| is_chosen(*place)).collect();
        Self {
            channels: places.iter().filter_map(|place| self.channels.get(*place)).cloned().collect(),
            planes: places.iter().filter_map(|place| self.planes.get(*place)).map(Arc::clone).collect(),
        }
    }

    /// Its channels with the ends of their colours.
    pub fn words(&self, common: &[(f64, f64)], chosen: Option<ThumbnailRange>) -> String {
        let mut words = Vec::new();
        for place in 0..self.planes.len() {
            let name = self.channels.get(place).map(|channel| format!("{} ", channel.shown.short()));
            if let ColorRange::Between(low, high) = self.coloring(place, common, chosen).range {
                words.push(format!("{}{}–{}", name.unwrap_or_default(), digits(low), digits(high)));
            }
        }
        words.join(", ")
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
