//! zarrscope
pub mod metadata;
pub mod store;
