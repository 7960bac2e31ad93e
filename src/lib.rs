#![doc = include_str!("ARCHITECTURE.md")]

pub mod app;
pub mod cli;
pub mod codec;
pub mod doctor;
pub mod hierarchy;
pub mod limits;
pub mod metadata;
pub mod pipeline;
pub mod store;
pub mod tell;
pub mod ui;
pub mod worker;
