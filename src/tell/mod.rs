//! Facts put into words, for the screen and for the commands alike. Nothing here reads anything, and no pane is known.

pub mod cards;
pub mod copy_as;
mod indent;
pub mod report;
mod sources;
pub mod words;
pub mod worked;
