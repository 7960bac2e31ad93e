use thiserror::Error;

use super::distance::Distance;
use super::pointers::{FieldWeight, Fields};
use super::sides::{DiffSide, Sides};
use crate::metadata::Scalar;
use crate::pipeline::{Counts, Fault};

/// Of nodes, and of faults. All are counted.
const KEPT: usize = 100_000;

/// What was found in two hierarchies.
#[derive(Debug, Clone, Default)]
pub struct Diff {
    /// How much was looked at: arrays that both have, and chunks that were read.
    pub counts: Counts,
    /// Nodes that only one side has.
    pub only_in: Sides<NamedNodes>,
    #[doc(hidden)]
    pub unlisted: Sides<NamedNodes>,
    /// There were too many to look for each on the other side, which lists none.
    #[doc(hidden)]
    pub not_looked_for: NamedNodes,
    #[doc(hidden)]
    pub kinds: Vec<OtherKind>,
    #[doc(hidden)]
    pub groups: Vec<GroupDiff>,
    #[doc(hidden)]
    pub group_count: u64,
    /// Every array that both have.
    pub arrays: Vec<ArrayDiff>,
    #[doc(hidden)]
    pub faults: Vec<SideFault>,
    /// How much is wrong.
    pub fault_count: u64,
    rows: usize,
}

/// Nodes by their paths.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NamedNodes {
    /// The first of them.
    pub names: Vec<String>,
    /// How many there are.
    pub count: u64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "explorer", derive(serde::Serialize))]
pub struct OtherKind {
    pub path: String,
    #[cfg_attr(feature = "explorer", serde(flatten))]
    pub kinds: Sides<&'static str>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct GroupDiff {
    pub path: String,
    pub fields: Fields,
}

/// An array that both sides have.
#[derive(Debug, Clone, PartialEq)]
pub struct ArrayDiff {
    /// Its path from the root.
    pub path: String,
    /// Where its documents do not say the same.
    pub fields: Fields,
    /// What was found in its elements, or why they were not compared.
    pub elements: Result<Box<ElementDiff>, NotCompared>,
}

/// What was found in the elements of two arrays.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ElementDiff {
    /// Elements that were compared, those of missing chunks among them.
    pub compared: u128,
    /// Those that differ.
    pub differ: u128,
    /// Also of numbers that count as equal.
    #[doc(hidden)]
    pub largest: Option<Distance>,
    /// As a part of the second number.
    #[doc(hidden)]
    pub relative: Option<f64>,
    /// What the attributes make of the elements was compared.
    #[doc(hidden)]
    pub physical: bool,
    /// The first element that differs, in C order.
    pub first: Option<FirstDiff>,
    #[doc(hidden)]
    pub chunks: ChunkCounts,
}

/// An element that differs, and where it is.
#[derive(Debug, Clone, PartialEq)]
pub struct FirstDiff {
    /// Its coordinates in the array.
    pub at: Vec<u64>,
    /// What it is on each side.
    pub values: Sides<Scalar>,
    #[doc(hidden)]
    pub chunks: Sides<Vec<u64>>,
    #[doc(hidden)]
    pub keys: Sides<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ChunkCounts {
    /// Chunks that one side stores at least; all, where the fill values differ.
    pub compared: u128,
    pub differ: u128,
    /// The other side has the fill value there.
    pub only_in: Sides<u64>,
}

/// Why elements were not compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum NotCompared {
    #[doc(hidden)]
    #[error("the shapes differ")]
    Shapes,
    #[doc(hidden)]
    #[error("the data types have no values in common")]
    DataTypes,
    #[doc(hidden)]
    #[error("one of the arrays cannot be used")]
    Unusable,
}

#[derive(Debug, Clone)]
pub struct SideFault {
    pub side: DiffSide,
    pub path: String,
    #[doc(hidden)]
    pub node: String,
    pub key: String,
    #[doc(hidden)]
    pub chunk: Option<Vec<u64>>,
    pub fault: Fault,
}

/// What was found since the last time.
#[derive(Debug, Default)]
pub struct DiffNews {
    /// What was found.
    pub found: Diff,
    #[doc(hidden)]
    pub under_way: Option<ArrayDiff>,
}

impl NamedNodes {
    pub(super) fn push(&mut self, name: String) {
        self.count = self.count.saturating_add(1);
        if self.names.len() < KEPT {
            self.names.push(name);
        }
    }

    fn take_in(&mut self, other: Self) {
        self.count = self.count.saturating_add(other.count);
        self.names.extend(other.names.into_iter().take(KEPT.saturating_sub(self.names.len())));
    }
}

impl GroupDiff {
    pub fn is_equal(&self) -> bool {
        !self.fields.is_different
    }
}

impl ArrayDiff {
    /// Whether both have the same elements and say the same, however they are stored.
    pub fn is_equal(&self) -> bool {
        !self.fields.is_different && self.elements.as_ref().is_ok_and(|elements| elements.differ == 0)
    }
}

impl Diff {
    /// Takes in what was found since the last time, as far as there is room for it.
    pub fn take_in(&mut self, news: DiffNews) {
        let found = news.found;
        self.counts = found.counts;
        self.only_in.a.take_in(found.only_in.a);
        self.only_in.b.take_in(found.only_in.b);
        self.unlisted.a.take_in(found.unlisted.a);
        self.unlisted.b.take_in(found.unlisted.b);
        self.not_looked_for.take_in(found.not_looked_for);
        self.kinds.extend(found.kinds);
        self.group_count = self.group_count.saturating_add(found.group_count);
        for mut group in found.groups {
            self.make_room(&mut group.fields);
            self.groups.push(group);
        }
        for mut array in found.arrays {
            self.make_room(&mut array.fields);
            self.arrays.push(array);
        }
        self.fault_count = self.fault_count.saturating_add(found.fault_count);
        self.faults.extend(found.faults.into_iter().take(KEPT.saturating_sub(self.faults.len())));
    }

    fn make_room(&mut self, fields: &mut Fields) {
        // The last half of the room is for what is different.
        if self.rows >= KEPT / 2 {
            fields.rows.retain(|row| row.weight == FieldWeight::Different);
        }
        fields.rows.truncate(KEPT.saturating_sub(self.rows));
        self.rows = self.rows.saturating_add(fields.rows.len());
    }

    /// Whether both sides are the same, as far as they were compared: what is faulty or not known never counts as the same.
    pub fn is_equal(&self) -> bool {
        !self.has_differences() && self.fault_count == 0 && !self.has_unknown()
    }

    pub(crate) fn has_unknown(&self) -> bool {
        self.unlisted.each().any(|(_, groups)| groups.count > 0) || self.not_looked_for.count > 0
    }

    /// Whether there is a difference.
    pub fn has_differences(&self) -> bool {
        let only = self.only_in.a.count > 0 || self.only_in.b.count > 0;
        // What cannot be used was not found to be different.
        let unequal = |array: &ArrayDiff| {
            array.fields.is_different || (!array.is_equal() && array.elements != Err(NotCompared::Unusable))
        };
        only || !self.kinds.is_empty()
            || self.groups.iter().any(|group| !group.is_equal())
            || self.arrays.iter().any(unequal)
    }

    pub(super) fn fault(&mut self, fault: SideFault) {
        self.fault_count = self.fault_count.saturating_add(1);
        if self.faults.len() < KEPT {
            self.faults.push(fault);
        }
    }
}
