//! What was found in two hierarchies.

use std::fmt;

use super::found::ElementDiff;
use super::pointers::Fields;
use super::sides::{DiffSide, Sides};
use crate::pipeline::{Counts, Fault};

/// The most names of nodes and the most faults that are kept; all are counted.
const KEPT: usize = 100_000;

/// What was found in two hierarchies.
#[derive(Debug, Clone, Default)]
pub struct Diff {
    /// How much was looked at: arrays that both have, and chunks that were read.
    pub counts: Counts,
    /// Nodes that only one side has.
    pub only_in: Sides<NamedNodes>,
    /// Groups whose nodes are not all known on one side, because they cannot be listed there.
    #[doc(hidden)]
    pub unlisted: Sides<NamedNodes>,
    /// Nodes that one side lists, and that were not looked for on the other, which lists none: there are too many.
    #[doc(hidden)]
    pub not_looked_for: NamedNodes,
    /// Nodes that are a group on one side, and an array on the other.
    #[doc(hidden)]
    pub kinds: Vec<OtherKind>,
    /// Groups whose documents do not say the same.
    #[doc(hidden)]
    pub groups: Vec<GroupDiff>,
    /// Groups that both have.
    #[doc(hidden)]
    pub group_count: u64,
    /// Every array that both have.
    pub arrays: Vec<ArrayDiff>,
    /// What is wrong with the data, the first of it.
    #[doc(hidden)]
    pub faults: Vec<SideFault>,
    /// How much is wrong.
    pub fault_count: u64,
    /// Places in documents that are kept.
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

/// A node that is something else on the other side.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "explorer", derive(serde::Serialize))]
pub struct OtherKind {
    /// Its path from the root.
    pub path: String,
    /// What it is.
    #[cfg_attr(feature = "explorer", serde(flatten))]
    pub kinds: Sides<&'static str>,
}

/// A group that both sides have.
#[derive(Debug, Clone, PartialEq)]
pub struct GroupDiff {
    /// Its path from the root.
    pub path: String,
    /// Where its documents do not say the same.
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

/// Why elements were not compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotCompared {
    #[doc(hidden)]
    Shapes,
    #[doc(hidden)]
    DataTypes,
    #[doc(hidden)]
    Unusable,
}

/// What is wrong on one side.
#[derive(Debug, Clone)]
pub struct SideFault {
    /// The side.
    pub side: DiffSide,
    /// The path of the node from the root.
    pub path: String,
    /// The path of the node as the user would write it.
    #[doc(hidden)]
    pub node: String,
    /// The key of the chunk or document, relative to the node.
    pub key: String,
    /// The chunk, if it is one.
    #[doc(hidden)]
    pub chunk: Option<Vec<u64>>,
    /// What is wrong.
    pub fault: Fault,
}

/// What was found since the last time.
#[derive(Debug, Default)]
pub struct DiffNews {
    /// What was found.
    pub found: Diff,
    /// The array that is being compared, as far as that is.
    #[doc(hidden)]
    pub under_way: Option<ArrayDiff>,
}

impl fmt::Display for NotCompared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Shapes => "the shapes differ",
            Self::DataTypes => "the data types have no values in common",
            Self::Unusable => "one of the arrays cannot be used",
        })
    }
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
        let room = KEPT.saturating_sub(self.names.len());
        self.names.extend(other.names.into_iter().take(room));
    }
}

impl GroupDiff {
    /// Whether both say the same, in whatever words.
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
        let Diff { counts, only_in, unlisted, not_looked_for, kinds, mut groups, .. } = news.found;
        let Diff { group_count, mut arrays, faults, fault_count, .. } = news.found;
        self.counts = counts;
        self.only_in.a.take_in(only_in.a);
        self.only_in.b.take_in(only_in.b);
        self.unlisted.a.take_in(unlisted.a);
        self.unlisted.b.take_in(unlisted.b);
        self.not_looked_for.take_in(not_looked_for);
        self.kinds.extend(kinds);
        self.group_count = self.group_count.saturating_add(group_count);
        for group in &mut groups {
            self.make_room(&mut group.fields);
        }
        for array in &mut arrays {
            self.make_room(&mut array.fields);
        }
        self.groups.extend(groups);
        self.arrays.extend(arrays);
        self.fault_count = self.fault_count.saturating_add(fault_count);
        let room = KEPT.saturating_sub(self.faults.len());
        self.faults.extend(faults.into_iter().take(room));
    }

    fn make_room(&mut self, fields: &mut Fields) {
        // The last half of the room is for what is different.
        let is_half_full = self.rows >= KEPT / 2;
        fields.keep(KEPT.saturating_sub(self.rows), is_half_full);
        self.rows = self.rows.saturating_add(fields.rows.len());
    }

    /// Whether both sides are the same, as far as they were compared: what is faulty or not known never counts as the same.
    pub fn is_equal(&self) -> bool {
        !self.has_differences() && self.fault_count == 0 && !self.has_unknown()
    }

    /// Whether there may be nodes that were not seen.
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
