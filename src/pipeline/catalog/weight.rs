use super::row::NodeRow;
use crate::hierarchy::Hierarchy;
use crate::pipeline::{Array, Fault, OpenNode, ShortFault, Survey};
use crate::store::StoreError;

const ASKED_FOR_A_ROW: u128 = 256;
const NAMED: usize = 256;

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NodeWeight {
    pub arrays: u64,
    pub stored: u64,
    pub chunks: Option<u128>,
    pub stored_nbytes: u64,
    /// Bytes of the stored chunks, decoded; `None` where elements have no fixed size, or beyond 2^128.
    pub decoded_nbytes: Option<u128>,
    /// Chunks and nodes that the store gave no answer about, or was not asked for because they are so many.
    pub unknown: u128,
    pub faults: u64,
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
        self.named.extend(other.named.iter().take(NAMED.saturating_sub(self.named.len())).cloned());
    }

    fn add_fault(&mut self, fault: ShortFault) {
        self.faults = self.faults.saturating_add(1);
        if self.named.len() < NAMED {
            self.named.push(fault);
        }
    }

    pub fn of_chunks(array: &Array, survey: &Survey) -> Self {
        let is_variable = array.metadata.data_type.is_variable();
        Self {
            stored: survey.stored(),
            chunks: array.metadata.chunk_grid.size(),
            stored_nbytes: survey.total_nbytes,
            decoded_nbytes: if is_variable { None } else { Some(array.decoded_nbytes(survey)) },
            ..Self::default()
        }
    }
}

/// `part` gets the sum after each array, and gives false to stop: then the result is `None`.
pub fn weigh(
    hierarchy: &Hierarchy,
    row: &NodeRow,
    part: &mut dyn FnMut(&NodeWeight) -> bool,
) -> Option<NodeWeight> {
    let hierarchy = &hierarchy.for_a_walk();
    let mut sum = NodeWeight::none();
    go_down(hierarchy, OpenNode::at(hierarchy, &row.key), &mut sum, part)?;
    Some(sum)
}

fn go_down(
    hierarchy: &Hierarchy,
    open: OpenNode,
    sum: &mut NodeWeight,
    part: &mut dyn FnMut(&NodeWeight) -> bool,
) -> Option<()> {
    let key = open.node.key.clone();
    for fault in &open.faults {
        sum.add_fault(ShortFault::of_document(&key, fault));
    }
    sum.arrays = sum.arrays.saturating_add(u64::from(open.node.is_array()));
    if let Some(Ok(array)) = &open.array {
        let all = array.metadata.chunk_grid.size();
        if !array.store().lists() && all.is_none_or(|size| size > ASKED_FOR_A_ROW) {
            // A row of a table is not worth so many requests.
            sum.unknown = sum.unknown.saturating_add(all.unwrap_or(u128::MAX));
            return if part(sum) { Some(()) } else { None };
        }
        let survey = Survey::take(&array.stored_chunks(), |_| part(sum))?;
        sum.add(&NodeWeight::of_chunks(array, &survey));
        if survey.unreadable.iter().any(StoreError::is_unknown) {
            sum.unknown = sum.unknown.saturating_add(survey.hidden);
        }
        survey.faults(&array.key).for_each(|fault| sum.add_fault(fault));
    }
    if !part(sum) {
        return None;
    }
    let node = &open.node;
    let children = if node.may_have_children() { hierarchy.children(&node.key) } else { Ok(Vec::new()) };
    // Its document may be large, and there may be many levels below it.
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
    pub fn decoded_nbytes(&self, survey: &Survey) -> u128 {
        if self.metadata.chunk_grid.common_shape().is_some() {
            return u128::from(self.chain().decoded().nbytes().unwrap_or(0)) * u128::from(survey.stored());
        }
        let mut sum = 0;
        for (coords, _) in survey.iter() {
            if let Some(chunk) = self.metadata.chunk_representation(coords) {
                sum += u128::from(chunk.nbytes().unwrap_or(0));
            }
        }
        sum
    }
}
