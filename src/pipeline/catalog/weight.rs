//! What is stored for a node and below it: chunks, bytes, faults.

use super::row::NodeRow;
use crate::hierarchy::Hierarchy;
use crate::pipeline::{Array, Fault, OpenNode, ShortFault, Survey};
use crate::store::StoreError;

/// The most chunks of an array that are asked for one by one for a row of a table.
const ASKED_FOR_A_ROW: u128 = 256;
/// How many of the faults of a node and below it are kept with their texts.
const NAMED: usize = 256;

/// What is stored for a node and everything below it, as far as it was looked at.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NodeWeight {
    pub arrays: u64,
    pub stored: u64,
    /// Chunks of the grids; `None` beyond 2^128.
    pub chunks: Option<u128>,
    pub stored_nbytes: u64,
    /// Bytes of the stored chunks, decoded; `None` where elements have no fixed size, or beyond 2^128.
    pub decoded_nbytes: Option<u128>,
    /// Chunks and nodes of which nothing is known, because the store did not answer, or was not asked for so many.
    pub unknown: u128,
    /// Faults of documents, and what cannot be read.
    pub faults: u64,
    /// The first of them.
    pub named: Vec<ShortFault>,
}

impl NodeWeight {
    pub fn none() -> Self {
        Self { chunks: Some(0), decoded_nbytes: Some(0), ..Self::default() }
    }

    pub fn add(&mut self, other: &Self) {
        let sum = |one: Option<u128>, other: Option<u128>| one?.checked_add(other?);
        self.arrays = self.arrays.saturating_add(other.arrays);
        self.stored = self.stored.saturating_add(other.stored);
        self.chunks = sum(self.chunks, other.chunks);
        self.stored_nbytes = self.stored_nbytes.saturating_add(other.stored_nbytes);
        self.decoded_nbytes = sum(self.decoded_nbytes, other.decoded_nbytes);
        self.unknown = self.unknown.saturating_add(other.unknown);
        self.faults = self.faults.saturating_add(other.faults);
        let room = NAMED.saturating_sub(self.named.len());
        self.named.extend(other.named.iter().take(room).cloned());
    }

    fn add_fault(&mut self, fault: ShortFault) {
        self.faults = self.faults.saturating_add(1);
        if self.named.len() < NAMED {
            self.named.push(fault);
        }
    }

    /// The chunks that are stored of an array that was surveyed.
    pub fn of_chunks(array: &Array, survey: &Survey) -> Self {
        Self {
            stored: survey.stored(),
            chunks: array.metadata.chunk_grid.size(),
            stored_nbytes: survey.total_nbytes,
            decoded_nbytes: (!array.metadata.data_type.is_variable()).then(|| array.decoded_nbytes(survey)),
            ..Self::default()
        }
    }
}

/// Adds up what is stored for a node and below it. `part` gets the sum after each array; `None` where it says to stop.
pub fn weigh(
    hierarchy: &Hierarchy,
    row: &NodeRow,
    part: &mut dyn FnMut(&NodeWeight) -> bool,
) -> Option<NodeWeight> {
    let mut sum = NodeWeight::none();
    go_down(hierarchy, OpenNode::at(hierarchy, &row.key), &mut sum, part)?;
    Some(sum)
}

/// Goes down as far as the hierarchy lists nodes, which is not far.
fn go_down(
    hierarchy: &Hierarchy,
    open: OpenNode,
    sum: &mut NodeWeight,
    part: &mut dyn FnMut(&NodeWeight) -> bool,
) -> Option<()> {
    let key = open.node.key.clone();
    open.faults.iter().for_each(|fault| sum.add_fault(ShortFault::of_document(&key, fault)));
    sum.arrays = sum.arrays.saturating_add(u64::from(open.node.is_array()));
    if let Some(Ok(array)) = &open.array {
        let all = array.metadata.chunk_grid.size();
        if !array.store().lists() && all.is_none_or(|size| size > ASKED_FOR_A_ROW) {
            // A row of a table is not worth so many requests.
            sum.unknown = sum.unknown.saturating_add(all.unwrap_or(u128::MAX));
            return part(sum).then_some(());
        }
        let survey = Survey::take(&array.stored_chunks(), |_| part(sum))?;
        sum.add(&NodeWeight::of_chunks(array, &survey));
        if survey.unreadable.iter().any(StoreError::is_unknown) {
            sum.unknown = sum.unknown.saturating_add(survey.hidden);
        }
        survey.faults(&array.key).for_each(|fault| sum.add_fault(fault));
    }
    part(sum).then_some(())?;
    let node = &open.node;
    let children = if node.may_have_children() { hierarchy.children(&node.key) } else { Ok(Vec::new()) };
    // Its document may be large, and below it there may be many others.
    drop(open);
    let children = match children {
        Ok(children) => children,
        Err(error) if error.is_unknown() => {
            sum.unknown = sum.unknown.saturating_add(1);
            return Some(());
        }
        Err(error) => {
            sum.add_fault(ShortFault::of_key(&key, "", &Fault::from(error).to_string()));
            return Some(());
        }
    };
    for child in children {
        go_down(hierarchy, OpenNode::of_child(hierarchy, &child), sum, part)?;
    }
    Some(())
}

#[doc(hidden)]
impl Array {
    /// The bytes of the chunks of a survey, decoded and with their overhang.
    pub fn decoded_nbytes(&self, survey: &Survey) -> u128 {
        let nbytes =
            |coords: &[u64]| self.metadata.chunk_representation(coords).and_then(|chunk| chunk.nbytes());
        match self.metadata.chunk_grid.common_shape() {
            Some(_) => u128::from(self.chain().decoded().nbytes().unwrap_or(0)) * u128::from(survey.stored()),
            None => survey.iter().filter_map(|(coords, _)| nbytes(coords)).map(u128::from).sum(),
        }
    }
}
