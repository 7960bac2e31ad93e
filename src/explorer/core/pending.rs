use crate::explorer::core::late::Late;
use crate::explorer::faults::FaultStation;
use crate::explorer::picture::KeptPart;
use crate::explorer::picture::shown_image::ShownImage;
use crate::explorer::places::Place;
use crate::pipeline::{Axes, LabelProgress};

#[derive(Debug, Default)]
pub struct Pending {
    pub(crate) node: Option<String>,
    pub(crate) place: Option<Place>,
    pub(crate) image: Option<CarriedImage>,
    pub(crate) fault: Option<FaultStation>,
    pub(crate) labels: LabelSearch,
    /// The typed line that caused all this. A failure is reported on it.
    pub(crate) line: Option<String>,
    /// How often the next movement is done: digits that were pressed before it.
    pub(crate) count: u32,
    pub copying: Late<()>,
    pub(crate) reopening: Late<()>,
}

#[derive(Debug, Default)]
pub(crate) struct LabelSearch {
    pub(crate) text: String,
    pub(crate) key: String,
    pub(crate) progress: Late<LabelProgress>,
}

#[derive(Debug)]
pub(crate) struct CarriedImage {
    pub(crate) key: String,
    pub(crate) image: ShownImage,
    pub(crate) axes: Option<Axes>,
    pub(crate) part: KeptPart,
    pub(crate) slice_axis: usize,
}
