//! State and update.
pub mod cards;
pub mod report;
pub mod words;
