use std::ops::Range;

use sha2::{Digest, Sha256};

use super::{Array, ExpectedChunks, OpenNode};
use crate::codec::DecodeOptions;
use crate::store::StoreError;

/// Each chunk of a hierarchy, and each node, is in exactly one of N parts, wherever they are worked on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WorkPart {
    number: u64,
    of: u64,
}

impl WorkPart {
    /// More parts would be smaller than the work of listing a store for each.
    pub const MOST: u64 = 1 << 20;

    pub fn new(number: u64, of: u64) -> Option<Self> {
        if of > Self::MOST || !(1..=of).contains(&number) {
            return None;
        }
        Some(Self { number, of })
    }

    pub fn number(self) -> u64 {
        self.number
    }

    pub fn of(self) -> u64 {
        self.of
    }

    /// `node` is the key of the array in the opened hierarchy; the empty `key` is the node itself, with document and listing.
    pub fn holds(self, node: &str, key: &str) -> bool {
        place(node, key) % self.of == self.number - 1
    }
}

/// The first eight bytes of the SHA-256 of the node's key, a byte of zero and the chunk's key, big-endian. Reports of other
/// machines and versions are merged with ours, so this never changes.
fn place(node: &str, key: &str) -> u64 {
    let digest = Sha256::new().chain_update(node).chain_update([0]).chain_update(key).finalize();
    digest.first_chunk().map_or(0, |bytes| u64::from_be_bytes(*bytes))
}

/// A digest of all nodes, documents and keys of chunks, in the order in which they are found. Parts of one work have the same.
#[derive(Debug, Clone, Default)]
pub(super) struct WorkPlan(Sha256);

impl WorkPlan {
    fn take(&mut self, kind: &str, text: &str) {
        // The length comes first, so that no two lists give the same bytes.
        let length = (text.len() as u64).to_be_bytes();
        Digest::update(&mut self.0, kind);
        Digest::update(&mut self.0, length);
        Digest::update(&mut self.0, text);
    }

    /// What comes of a chunk also depends on how it is decoded, and on which chunks are expected.
    pub(super) fn new(options: &DecodeOptions, expected: Option<&ExpectedChunks>) -> Self {
        let DecodeOptions { ignore_checksums, max_chunk_bytes } = options;
        let mut plan = Self::default();
        plan.take("s", &format!("{ignore_checksums} {max_chunk_bytes}"));
        if let Some(expected) = expected {
            plan.take("e", "");
            for line in &expected.lines {
                plan.take("l", &line.text);
            }
        }
        plan
    }

    pub(super) fn take_node(&mut self, open: &OpenNode) {
        self.take("n", &open.node.key);
        if open.node.is_array()
            && let Some(document) = open.document()
        {
            self.take("d", &document.value.to_string());
        }
    }

    /// Physical values depend on the attributes of an array, too.
    pub(super) fn take_values(&mut self, array: &Array, region: &[Range<u64>]) {
        self.take("n", &array.key);
        self.take("d", &array.document().value.to_string());
        if array.shown_meaning().is_some()
            && let Some(fields) = array.fields()
        {
            self.take("v", &serde_json::json!(fields.attributes.as_ref().ok()).to_string());
        }
        self.take("r", &format!("{region:?}"));
    }

    pub(super) fn take_chunk(&mut self, array: &Array, coords: &[u64]) {
        self.take("c", &array.chunk_key(coords));
    }

    pub(super) fn take_unreadable(&mut self, error: &StoreError) {
        self.take("u", error.key());
    }

    pub(super) fn text(self) -> String {
        let half = self.0.finalize().first_chunk().map_or(0, |bytes| u128::from_be_bytes(*bytes));
        format!("{half:032x}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_of_a_chunk_is_fixed() {
        // hashlib.sha256(b"a/b\0c/0/1").digest()[:8] and so on, by Python.
        let places =
            [("a/b", "c/0/1"), ("", "0.0"), ("tas", ""), ("é", "c")].map(|(node, key)| place(node, key));
        assert_eq!(
            places,
            [0x5eb4_74fb_5ef8_506a, 0x1f70_b75b_26b6_5fbe, 0x9eff_6111_ecd7_6d86, 0x7beb_27c2_6068_0280]
        );
    }

    #[test]
    fn each_chunk_is_in_one_part_and_parts_are_even() {
        for of in [1, 2, 3, 7, 16] {
            let mut counts = vec![0_u32; of];
            for key in (0..100).flat_map(|row| (0..100).map(move |column| format!("c/{row}/{column}"))) {
                let held: Vec<usize> = (0..of)
                    .filter(|part| WorkPart::new(*part as u64 + 1, of as u64).unwrap().holds("a", &key))
                    .collect();
                assert_eq!(held.len(), 1, "{key}");
                counts[held[0]] += 1;
            }
            let even = 10_000 / u32::try_from(of).unwrap();
            assert!(counts.iter().all(|count| count.abs_diff(even) * 10 <= even), "{of}: {counts:?}");
        }
    }

    #[test]
    fn a_part_is_one_of_those_there_are() {
        assert_eq!(
            [(0, 3), (4, 3), (1, 0), (1, u64::MAX)].map(|(number, of)| WorkPart::new(number, of)),
            [None; 4]
        );
        assert!(WorkPart::new(3, 3).is_some());
    }
}
