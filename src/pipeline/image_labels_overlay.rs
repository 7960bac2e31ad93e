//! The part of the labels of an image that lies over a picture, read and reduced as it is.

use std::sync::Arc;

use thiserror::Error;

use super::picture::{Picture, PicturePlan};
use super::{image_labels::LabelLayer, number::NumberType, spread::PictureCell, summary::SummaryError};
use crate::codec::DecodeOptions;

#[derive(Debug, Clone)]
pub struct LabelOverlay {
    pub layer: Arc<LabelLayer>,
    pub plan: PicturePlan,
    pub picture: Picture,
    first: [u64; 2],
    fill: f64,
}

#[derive(Debug, Clone, PartialEq, Error)]
pub enum OverlayError {
    #[error("stopped")]
    Stopped,
    #[error("{0}")]
    Unfit(String),
}

impl LabelLayer {
    pub fn over(
        self: &Arc<Self>,
        plan: &PicturePlan,
        options: &DecodeOptions,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<LabelOverlay, OverlayError> {
        let (own, first) = self.plan(plan).map_err(OverlayError::Unfit)?;
        let picture = match self.array.picture(&own, options, Vec::new(), &mut |_| go_on()) {
            Ok(picture) => picture,
            Err(SummaryError::Stopped) => return Err(OverlayError::Stopped),
            Err(error @ SummaryError::NoNumbers(_)) => return Err(OverlayError::Unfit(error.to_string())),
        };
        let fill = NumberType::nearest(&self.array.metadata.fill_value);
        Ok(LabelOverlay { layer: Arc::clone(self), plan: plan.clone(), picture, first, fill })
    }

    fn plan(&self, image: &PicturePlan) -> Result<(PicturePlan, [u64; 2]), String> {
        let elsewhere = || "there are none in this part of the image".to_owned();
        let mut dimensions = [None; 2];
        let mut fixed = Vec::new();
        for (axis, own) in self.axes.iter().enumerate() {
            let along = image.dimensions.iter().position(|there| there.is_some() && *there == own.image);
            if let Some(dimension) = along.and_then(|along| dimensions.get_mut(along)) {
                *dimension = Some(axis);
                fixed.push(0);
                continue;
            }
            // Along an axis that the image does not have, labels have one element, for all of the image.
            let at = match own.image.and_then(|there| image.fixed.get(there)) {
                Some(at) => own.place(*at).ok_or_else(elsewhere)?,
                None => 0,
            };
            fixed.push(at);
        }
        let mut elements = [Vec::new(), Vec::new()];
        let mut first = [0; 2];
        for (along, axis) in dimensions.iter().enumerate() {
            let axis = axis.and_then(|axis| self.axes.get(axis));
            let axis = axis.ok_or("they do not have both dimensions of the picture")?;
            let mut found = Vec::new();
            let mut begin = 0;
            for cell in 0..image.size.get(along).copied().unwrap_or(0) {
                match axis.place(image.position(along, cell)) {
                    Some(element) => found.push(element),
                    None if found.is_empty() => begin = cell.saturating_add(1),
                    None => break,
                }
            }
            if found.is_empty() {
                return Err(elsewhere());
            }
            if let (Some(elements), Some(first)) = (elements.get_mut(along), first.get_mut(along)) {
                *elements = found;
                *first = begin;
            }
        }
        Ok((PicturePlan::listed(dimensions, fixed, elements), first))
    }
}

impl LabelOverlay {
    pub fn label(&self, row: u64, column: u64) -> Option<f64> {
        match self.picture.cell(row.checked_sub(self.first[0])?, column.checked_sub(self.first[1])?)? {
            PictureCell::Number(label) | PictureCell::Fill(label) => Some(label),
            PictureCell::Missing => Some(self.fill),
            _ => None,
        }
    }
}
