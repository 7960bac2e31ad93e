use std::collections::BTreeSet;

use crate::codec::DecodeOptions;
use crate::hierarchy::Hierarchy;
use crate::pipeline::{Array, ChunkAddress, Fault, OpenNode, Survey};
use crate::store::relative;
use crate::tell::words::{count, grouped};

const NODES: u64 = 10_000;
const NBYTES: u64 = 4 << 30;
/// Faults that are listed of a group, and of one array in it: the others are alike, mostly.
const LISTED: usize = 50;
const LISTED_OF_ARRAY: usize = 3;

#[derive(Debug, Default)]
pub(super) struct IssueSearch {
    options: DecodeOptions,
    chunks_left: u64,
    nbytes_left: u64,
    nodes: u64,
    arrays: u64,
    decoded: u64,
    stored: u64,
    pub(super) is_cut: bool,
    pub(super) found: Vec<IssueSite>,
    pub(super) more: u64,
}

#[derive(Debug)]
pub(super) struct IssueSite {
    pub(super) node: String,
    pub(super) address: Option<ChunkAddress>,
    pub(super) key: String,
    pub(super) fault: Fault,
}

/// All chunks that do not decode, among the first so many and the first bytes of a search.
pub fn faulty_chunks(
    array: &Array,
    survey: &Survey,
    chunks: u64,
    options: DecodeOptions,
) -> BTreeSet<Vec<u64>> {
    let nbytes = array.chain().decoded().nbytes().unwrap_or(0).max(1);
    let most = usize::try_from(chunks.min(NBYTES / nbytes)).unwrap_or(usize::MAX);
    let all = survey.blocked().chain(survey.iter().map(|(coords, _)| coords)).take(most);
    all.filter(|coords| array.decode(coords, &options).is_err()).map(<[u64]>::to_vec).collect()
}

impl IssueSearch {
    pub(super) fn of(chunks: u64, options: DecodeOptions) -> Self {
        Self { options, chunks_left: chunks, nbytes_left: NBYTES, ..Self::default() }
    }

    pub(super) fn node(&mut self, hierarchy: &Hierarchy, open: OpenNode) {
        self.nodes += 1;
        let key = open.node.key.clone();
        for fault in &open.faults {
            self.add(&key, None, fault.document, Fault::Metadata(fault.clone()));
        }
        self.arrays += u64::from(open.node.is_array());
        if let Some(array) = open.usable() {
            self.array(array, LISTED_OF_ARRAY);
        }
        let may_have_children = open.node.may_have_children();
        // Its document may be large.
        drop(open);
        if !may_have_children {
            return;
        }
        match hierarchy.children(&key) {
            Ok(children) => {
                for child in children {
                    // Before it is opened: there may be very many.
                    if self.nodes >= NODES {
                        self.is_cut = true;
                        return;
                    }
                    self.node(hierarchy, OpenNode::of_child(hierarchy, &child));
                }
            }
            Err(error) => self.add(&key, None, "", error.into()),
        }
    }

    /// In C order, until `most` chunks are faulty.
    pub(super) fn array(&mut self, array: &Array, most: usize) {
        if self.is_spent() {
            self.is_cut = true;
            return;
        }
        let Some(survey) = Survey::take_names(&array.stored_chunks(), |_| true) else { return };
        self.stored = self.stored.saturating_add(survey.stored());
        for error in &survey.unreadable {
            let key = relative(error.key(), &array.key).to_owned();
            self.add(&array.key, None, &key, error.clone().into());
        }
        let nbytes = array.chain().decoded().nbytes().unwrap_or(0);
        let mut faulty = 0;
        for coords in survey.blocked().chain(survey.iter().map(|(coords, _)| coords)) {
            if faulty >= most || self.is_spent() {
                self.is_cut = true;
                return;
            }
            self.chunks_left -= 1;
            self.nbytes_left = self.nbytes_left.saturating_sub(nbytes);
            self.decoded += 1;
            if let Err(fault) = array.remarks(coords, &self.options) {
                faulty += 1;
                self.add(&array.key, Some(coords.into()), &array.chunk_key(coords), fault);
            }
        }
    }

    fn is_spent(&self) -> bool {
        self.chunks_left == 0 || self.nbytes_left == 0
    }

    fn add(&mut self, node: &str, address: Option<ChunkAddress>, key: &str, fault: Fault) {
        if self.found.len() >= LISTED {
            self.more += 1;
            return;
        }
        self.found.push(IssueSite { node: node.to_owned(), address, key: key.to_owned(), fault });
    }

    pub(super) fn sentence(&self, is_array: bool) -> String {
        let looked_at = if is_array {
            format!("{} of {}", grouped(self.decoded.into()), count(self.stored.into(), "stored chunk"))
        } else {
            let (nodes, arrays) = (count(self.nodes.into(), "node"), count(self.arrays.into(), "array"));
            format!("{nodes}, {arrays} and {}", count(self.decoded.into(), "stored chunk"))
        };
        let cut = match (self.is_cut, is_array && !self.found.is_empty()) {
            (false, _) => "",
            (true, true) => " The search ended with the first that is faulty.",
            (true, false) => " There is more, which was not looked at.",
        };
        format!("Looked for faults in {looked_at}.{cut}")
    }
}
