//! The targets: one function each, which takes any bytes. The tests here and `fuzz/` use them.
//!
//! A target asserts that nothing panics, that no more comes out than was allowed, and that every error says something.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, dead_code)]

pub mod chains;
mod check;
mod decoders;
mod documents;
#[cfg(feature = "icechunk")]
pub mod icechunk;
mod screen;
mod stores;
mod texts;

/// A target: its name, and what it does.
pub type Target = (&'static str, fn(&[u8]));

/// Every target.
pub const TARGETS: &[Target] = &[
    ("document_v3", documents::v3),
    ("document_v2", documents::v2),
    ("data_type", documents::data_type),
    ("chunk_key", documents::chunk_key),
    ("consolidated", stores::consolidated),
    ("codec", |data| decoders::any(data, "")),
    ("blosc", |data| decoders::any(data, "blosc")),
    ("zstd", |data| decoders::any(data, "zstd")),
    ("gzip", |data| decoders::any(data, "gzip")),
    ("lzma", |data| decoders::any(data, "lzma")),
    ("lz4", |data| decoders::any(data, "lz4")),
    ("vlen", |data| decoders::any(data, "vlen")),
    ("objects", |data| decoders::any(data, "objects")),
    ("packbits", |data| decoders::any(data, "packbits")),
    ("pcodec", |data| decoders::any(data, "pcodec")),
    ("zfp", |data| decoders::any(data, "zfp")),
    ("images", |data| decoders::any(data, "images")),
    ("conditional", |data| decoders::any(data, "conditional")),
    ("sharding", |data| decoders::any(data, "sharding")),
    ("zip", stores::zip),
    ("references", stores::references),
    #[cfg(feature = "icechunk")]
    ("icechunk", icechunk::repository),
    #[cfg(feature = "remote")]
    ("list", texts::list),
    ("configuration", texts::configuration),
    ("kept", texts::kept),
    ("expected", texts::expected),
    ("address", texts::address),
    ("array", stores::array),
    ("screen", screen::screen),
];

/// Runs the target of that name.
pub fn run(name: &str, data: &[u8]) {
    let (_, target) = TARGETS.iter().find(|(known, _)| *known == name).expect("a target");
    target(data);
}
