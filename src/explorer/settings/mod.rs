//! The configuration, the theme, and showing to others.

pub(super) mod configuration;
pub(super) mod configured;
pub(super) mod presenting;
pub(super) mod theme_choice;
