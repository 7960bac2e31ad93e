//! What is kept of an image on the way from one of its levels to another.

use super::axes::Axes;
use super::panes::KeptPart;
use super::shown_image::ShownImage;

/// What is kept on the way to another level of the same image.
#[derive(Debug)]
pub(super) struct CarriedImage {
    pub(super) key: String,
    pub(super) image: ShownImage,
    pub(super) axes: Option<Axes>,
    pub(super) part: KeptPart,
}
