//! The configuration, the theme, and showing to others.

pub(super) mod configured;
pub(super) mod presenting;
