//! The lab: other chains on the same values.

pub(super) mod codec_picker;
pub(super) mod draw;
pub(super) mod draw_codecs;
pub(super) mod draw_loss;
pub(super) mod edit;
pub(super) mod geometry;
pub(super) mod keys;
pub(super) mod lines;
pub(super) mod loss;
pub(super) mod loss_keys;
pub(super) mod tried;
pub(super) mod window;
pub(super) mod work;
