use std::ops::Range;

use sha2::{Digest, Sha256};

use super::{Array, ExpectedChunks, Inventory, OpenNode};
use crate::codec::DecodeOptions;

/// Each chunk of a hierarchy, and each node, is in exactly one of N parts, wherever they are worked on.
///
/// `verify` divides the keys of an array into pieces, so that a part lists its own only; `stats`, which knows the
/// chunks of its region, takes each chunk by a hash ([`Self::holds`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WorkPart {
    number: u64,
    of: u64,
}

impl WorkPart {
    /// More parts would be smaller than the work of opening a store for each.
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

    /// The pieces of an array that this part has, as places in the order of keys ([`KeyOrder`](super::key_order::KeyOrder)). Each
    /// costs a list of its own, so a small array has few of them. A large one has several for each part: where only some of the
    /// chunks are stored, all parts have some of those. The first piece belongs to the part that has the node.
    pub(super) fn pieces(self, node: &str, size: u64) -> impl Iterator<Item = Range<u64>> {
        let few = self.of.min(size / SMALL_PIECE);
        let many = self.of.saturating_mul(PIECES_EACH).min(size / LARGE_PIECE);
        let count = few.max(many).max(1);
        let first = (self.number - 1 + self.of - place(node, "") % self.of) % self.of;
        // The first of them are larger by one chunk, where there is a rest.
        let start = move |piece: u64| size / count * piece + piece.min(size % count);
        let step = usize::try_from(self.of).unwrap_or(usize::MAX);
        (first..count).step_by(step).map(move |piece| start(piece)..start(piece + 1))
    }
}

/// Reading so many chunks costs much more than the list for them.
const SMALL_PIECE: u64 = 16;
/// Ten pages of a list, so that a page that was begun and not needed to its end is a tenth more at most.
const LARGE_PIECE: u64 = 10_000;
const PIECES_EACH: u64 = 8;

/// The first eight bytes of the SHA-256 of the node's key, a byte of zero and the chunk's key, big-endian. Reports of other
/// machines and versions are merged with ours, so this never changes.
fn place(node: &str, key: &str) -> u64 {
    let digest = Sha256::new().chain_update(node).chain_update([0]).chain_update(key).finalize();
    digest.first_chunk().map_or(0, |bytes| u64::from_be_bytes(*bytes))
}

/// A digest of all nodes and documents, in the order in which they are found; for `stats` also of the chunks. Parts of one work have
/// the same.
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

    /// Parts of `verify` before had other chunks.
    pub(super) fn take_pieces(&mut self, inventory: Option<&Inventory>) {
        self.take("p", "pieces of keys");
        for (key, nbytes) in inventory.into_iter().flat_map(|inventory| inventory.below("")) {
            self.take("k", key);
            self.take("b", &nbytes.map_or_else(String::new, |nbytes| nbytes.to_string()));
        }
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
    fn the_pieces_of_all_parts_are_all_chunks_once() {
        for of in [1, 2, 3, 7, 64, 1000] {
            for size in [0, 1, 15, 16, 33, 160, 9_999, 20_001, 1_000_000, u64::MAX] {
                let mut pieces: Vec<Range<u64>> = (1..=of)
                    .flat_map(|number| WorkPart::new(number, of).unwrap().pieces("a", size))
                    .collect();
                pieces.sort_by_key(|piece| piece.start);
                assert_eq!((pieces[0].start, pieces[pieces.len() - 1].end), (0, size));
                assert!(pieces.windows(2).all(|two| two[0].end == two[1].start), "{of} {size}");
                let lengths = || pieces.iter().map(|piece| piece.end - piece.start);
                assert!(lengths().max().unwrap() - lengths().min().unwrap() <= 1);
                assert!(pieces.len() == 1 || lengths().min().unwrap() >= SMALL_PIECE);
                let own = WorkPart::new(1, of).unwrap().pieces("a", size).next();
                let has_node = WorkPart::new(1, of).unwrap().holds("a", "");
                assert_eq!(own.is_some_and(|piece| piece.start == 0), has_node);
            }
        }
        // Each of 64 parts has one or two of a hundred pieces: a list of 1 000 pages takes a tenth more.
        let of_one = |size| WorkPart::new(5, 64).unwrap().pieces("a", size).count();
        assert!((1..=2).contains(&of_one(1_000_000)));
        assert_eq!(of_one(100_000_000), 8);
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
