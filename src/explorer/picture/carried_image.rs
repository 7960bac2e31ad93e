//! What is kept of an image on the way from one of its levels to another.

use crate::explorer::picture::pane::KeptPart;
use crate::explorer::picture::shown_image::ShownImage;
use crate::pipeline::Axes;

/// What is kept on the way to another level of the same image.
#[derive(Debug)]
pub(crate) struct CarriedImage {
    pub(crate) key: String,
    pub(crate) image: ShownImage,
    pub(crate) axes: Option<Axes>,
    pub(crate) part: KeptPart,
}
