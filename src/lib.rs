//! Reads Zarr arrays, of versions 2 and 3, and shows how: which bytes a chunk is stored in, what every codec makes of them,
//! and where something is wrong.
//!
//! The feature `explorer`, which is on by default, adds what needs a terminal: the explorer and the commands of the program
//! `zarrscope`. Without it this is a library that reads.
#![cfg_attr(feature = "explorer", doc = include_str!("ARCHITECTURE.md"))]

pub mod codec;
pub mod doctor;
pub mod hierarchy;
pub mod limits;
pub mod metadata;
pub mod pipeline;
pub mod store;

#[cfg(feature = "explorer")]
pub mod app;
#[cfg(feature = "explorer")]
pub mod cli;
#[cfg(feature = "explorer")]
pub mod tell;
#[cfg(feature = "explorer")]
pub mod ui;
#[cfg(feature = "explorer")]
pub mod worker;
