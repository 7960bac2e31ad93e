//! zarrscope
pub mod codec;
pub mod metadata;
pub mod store;
