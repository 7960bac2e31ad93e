//! Digests of chunks, by which copies are compared without both stores.

use sha2::{Digest, Sha256};

use crate::metadata::{ChunkGrid, Elements, lengths, seen_from};

/// A SHA-256.
pub type Digest256 = [u8; 32];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sums {
    /// Of the bytes as they are stored.
    pub stored: Digest256,
    /// Of the elements that lie within the array, in C order and little-endian: it is the same whatever codecs a chunk went
    /// through, and whatever a writer puts past the edge of the array. `None` where they do not decode.
    pub values: Option<Digest256>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChunkSums {
    /// The path of the array as the user would write it.
    pub path: String,
    /// Its key.
    pub array: String,
    pub chunk: Vec<u64>,
    pub key: String,
    pub nbytes: u64,
    pub sums: Sums,
}

impl Sums {
    pub(super) fn of_stored(bytes: &[u8]) -> Self {
        Self { stored: Sha256::digest(bytes).into(), values: None }
    }

    pub(super) fn add_values(&mut self, grid: &ChunkGrid, coords: &[u64], elements: &Elements) {
        let (Some(extent), Some(used)) = (grid.extent(coords), grid.used(coords)) else { return };
        let mut cut = None;
        if extent != used {
            cut = elements.part(&lengths(&extent), &seen_from(&used, &extent));
        }
        let elements = cut.as_ref().unwrap_or(elements);
        let mut digest = Sha256::new();
        if elements.data_type().is_variable() {
            for element in elements.iter() {
                // The length comes first, so that no two lists give the same bytes.
                let text = element.to_string();
                Digest::update(&mut digest, (text.len() as u64).to_le_bytes());
                Digest::update(&mut digest, text);
            }
        } else {
            Digest::update(&mut digest, elements.bytes());
        }
        self.values = Some(digest.finalize().into());
    }
}
