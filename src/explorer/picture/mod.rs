//! A plane of an array as a picture.

pub(super) mod colors;
pub(super) mod draw;
pub(super) mod labelling;
pub(super) mod labels;
pub(super) mod levels;
pub(super) mod pane;
pub(super) mod shown_image;
pub(super) mod view;
pub(super) mod work;
