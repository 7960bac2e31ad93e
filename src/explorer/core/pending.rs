//! What is on the way: where the explorer goes, and what waits until that is there.

use crate::explorer::core::late::Late;
use crate::explorer::faults::FaultStation;
use crate::explorer::picture::KeptPart;
use crate::explorer::picture::shown_image::ShownImage;
use crate::explorer::places::Place;
use crate::pipeline::{Axes, LabelProgress};

#[derive(Debug, Default)]
pub struct Pending {
    /// The key of the node that is to be selected, while the names above it are listed.
    pub(crate) node: Option<String>,
    /// The place that is to be shown once its node is read.
    pub(crate) place: Option<Place>,
    /// What is kept of an image until another of its levels is selected.
    pub(crate) image: Option<CarriedImage>,
    /// The fault that is to be selected, or was last.
    pub(crate) fault: Option<FaultStation>,
    pub(crate) labels: LabelSearch,
    /// The typed line that all this is for: what is wrong with it is said there.
    pub(crate) line: Option<String>,
    pub copying: Late<()>,
    pub(crate) reopening: Late<()>,
}

#[derive(Debug, Default)]
pub(crate) struct LabelSearch {
    pub(crate) text: String,
    pub(crate) key: String,
    pub(crate) progress: Late<LabelProgress>,
}

/// What is kept on the way to another level of the same image.
#[derive(Debug)]
pub(crate) struct CarriedImage {
    pub(crate) key: String,
    pub(crate) image: ShownImage,
    pub(crate) axes: Option<Axes>,
    pub(crate) part: KeptPart,
}
