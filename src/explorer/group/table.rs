//! The rows of the table of a group, and their order.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Range;

use crate::explorer::faults::known_faults::KnownFaults;
use crate::hierarchy::Child;
use crate::pipeline::{NodeRow, NodeWeight, RowKind};
use crate::store::EntryKind;
use crate::tell::rows;

const DESCRIBED: usize = 256;
const WEIGHED: usize = 32;
/// A longer table keeps its order while it is filled, because sorting it again and again would take too long.
const SORTED_AT_ONCE: usize = 4096;

#[derive(Debug, Clone)]
pub struct GroupRow {
    pub child: Child,
    pub node: Option<NodeRow>,
    pub weight: Option<NodeWeight>,
    pub is_weighed: bool,
    /// Known faults of the node and below it, when the table was sorted by them.
    faults: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SortedBy {
    #[default]
    Name,
    Kind,
    Shape,
    Stored,
    Decoded,
    Ratio,
    Faults,
}

#[derive(Debug, Clone, Default)]
pub struct GroupTable {
    rows: Vec<GroupRow>,
    pub files: Vec<Child>,
    order: Vec<usize>,
    pub sorted_by: SortedBy,
    pub is_reversed: bool,
    /// Stored sizes are counted; behind a network, only while the table is sorted by them.
    pub counts: bool,
    pub sum: NodeWeight,
    unknown: BTreeSet<usize>,
    /// Described nodes that are not weighed yet: arrays, and all others.
    arrays: BTreeSet<usize>,
    others: BTreeSet<usize>,
    asked: BTreeSet<usize>,
    weighing: BTreeSet<usize>,
}

impl SortedBy {
    pub const ALL: [Self; 7] =
        [Self::Name, Self::Kind, Self::Shape, Self::Stored, Self::Decoded, Self::Ratio, Self::Faults];

    #[must_use]
    pub fn next(self) -> Self {
        let at = Self::ALL.iter().position(|one| *one == self).unwrap_or(0);
        Self::ALL.get(at + 1).copied().unwrap_or(Self::Name)
    }

    pub fn is_counted(self) -> bool {
        matches!(self, Self::Stored | Self::Decoded | Self::Ratio | Self::Faults)
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Kind => "type",
            Self::Shape => "number of elements",
            Self::Stored => "stored bytes",
            Self::Decoded => "decoded bytes",
            Self::Ratio => "ratio",
            Self::Faults => "faults",
        }
    }
}

impl GroupTable {
    pub fn new(children: Vec<Child>) -> Self {
        let (files, nodes): (Vec<Child>, Vec<Child>) =
            children.into_iter().partition(|child| child.kind == EntryKind::File);
        let row = |child| GroupRow { child, node: None, weight: None, is_weighed: false, faults: 0 };
        Self {
            order: (0..nodes.len()).collect(),
            unknown: (0..nodes.len()).collect(),
            rows: nodes.into_iter().map(row).collect(),
            files,
            sum: NodeWeight::none(),
            ..Self::default()
        }
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub fn row(&self, number: usize) -> Option<&GroupRow> {
        self.rows.get(*self.order.get(number)?)
    }

    pub fn child(&self, number: usize) -> Option<&Child> {
        match number.checked_sub(self.rows.len()) {
            None => self.row(number).map(|row| &row.child),
            Some(file) => self.files.get(file),
        }
    }

    pub fn number_of(&self, key: &str) -> Option<usize> {
        (0..self.order.len()).find(|number| self.row(*number).is_some_and(|row| row.child.key == key))
    }

    pub fn is_complete(&self) -> bool {
        self.unknown.is_empty() && (!self.counts || (self.arrays.is_empty() && self.others.is_empty()))
    }

    /// The numbers of described and of weighed rows.
    pub fn progress(&self) -> (usize, usize) {
        let described = self.rows.len() - self.unknown.len();
        (described, described - self.arrays.len() - self.others.len())
    }

    pub fn kinds(&self) -> Vec<RowKind> {
        self.rows.iter().filter_map(|row| Some(row.node.as_ref()?.facts.kind)).collect()
    }

    /// The rows to describe next, first those on the screen; none while a worker describes these already.
    pub fn to_describe(&mut self, visible: Range<usize>) -> Vec<(usize, Child)> {
        if self.unknown.is_empty() {
            return Vec::new();
        }
        let mut wanted = self.shown_of(&self.unknown, visible);
        if wanted.is_empty() && self.asked.is_empty() {
            wanted = self.unknown.iter().copied().take(DESCRIBED).collect();
        } else if wanted.iter().all(|index| self.asked.contains(index)) {
            return Vec::new();
        }
        self.asked = wanted.iter().copied().collect();
        let child = |index: usize| Some((index, self.rows.get(index)?.child.clone()));
        wanted.into_iter().filter_map(child).collect()
    }

    pub fn described(&mut self, found: Vec<(usize, NodeRow)>) {
        for (index, node) in found {
            self.asked.remove(&index);
            let Some(row) = self.rows.get_mut(index).filter(|row| row.node.is_none()) else { continue };
            self.unknown.remove(&index);
            match node.facts.kind {
                // A node of another kind stores nothing.
                RowKind::Other => (row.weight, row.is_weighed) = (Some(NodeWeight::none()), true),
                RowKind::Array => _ = self.arrays.insert(index),
                RowKind::Group | RowKind::Unusable | RowKind::Directory => _ = self.others.insert(index),
            }
            row.node = Some(node);
        }
        self.sort_again();
    }

    /// The rows to weigh next: arrays on the screen first, and groups last, because they take longest.
    pub fn to_weigh(&mut self, visible: Range<usize>) -> Vec<(usize, NodeRow)> {
        if !self.weighing.is_empty() || !self.counts {
            return Vec::new();
        }
        // A group may delay everything else, so the arrays must be known first.
        let (left, most) = match (self.arrays.is_empty(), self.unknown.is_empty()) {
            (false, _) => (&self.arrays, WEIGHED),
            (true, true) => (&self.others, 1),
            (true, false) => return Vec::new(),
        };
        let mut wanted = self.shown_of(left, visible);
        wanted.truncate(most);
        if wanted.is_empty() {
            wanted = left.iter().copied().take(most).collect();
        }
        self.weighing = wanted.iter().copied().collect();
        let row = |index: usize| Some((index, self.rows.get(index)?.node.clone()?));
        wanted.into_iter().filter_map(row).collect()
    }

    fn shown_of(&self, rows: &BTreeSet<usize>, visible: Range<usize>) -> Vec<usize> {
        let shown = visible.filter_map(|number| self.order.get(number).copied());
        shown.filter(|index| rows.contains(index)).collect()
    }

    pub fn weighed(&mut self, found: Vec<(usize, NodeWeight, bool)>) {
        let mut is_more = false;
        for (index, weight, is_whole) in found {
            let Some(row) = self.rows.get_mut(index).filter(|row| !row.is_weighed) else { continue };
            row.is_weighed = is_whole;
            if is_whole {
                for left in [&mut self.weighing, &mut self.arrays, &mut self.others] {
                    left.remove(&index);
                }
                is_more = true;
                self.sum.add(&weight);
            }
            row.weight = Some(weight);
        }
        // Rows with incomplete numbers would jump.
        if is_more {
            self.sort_again();
        }
    }

    pub fn sort_on(&mut self, known: &KnownFaults) {
        (self.sorted_by, self.is_reversed) = (self.sorted_by.next(), false);
        if self.sorted_by == SortedBy::Faults {
            for row in &mut self.rows {
                row.faults = known.count(&row.child.key).faults;
            }
        }
        self.sort();
    }

    pub fn reverse(&mut self) {
        self.is_reversed = !self.is_reversed;
        self.order.reverse();
    }

    fn sort_again(&mut self) {
        if self.sorted_by != SortedBy::Name && (self.rows.len() <= SORTED_AT_ONCE || self.is_complete()) {
            self.sort();
        }
    }

    fn sort(&mut self) {
        let rows = &self.rows;
        let mut order: Vec<usize> = (0..rows.len()).collect();
        let number = |index: &usize| key(rows.get(*index)?, self.sorted_by);
        match self.sorted_by {
            SortedBy::Name => {}
            SortedBy::Kind => order.sort_by_cached_key(|index| rows.get(*index).map(kind_of)),
            // The greatest come first, unknown ones last.
            SortedBy::Shape | SortedBy::Stored | SortedBy::Decoded | SortedBy::Ratio | SortedBy::Faults => {
                order.sort_by_cached_key(|index| Reverse(number(index)));
            }
        }
        if self.is_reversed {
            order.reverse();
        }
        self.order = order;
    }
}

fn kind_of(row: &GroupRow) -> (bool, String) {
    match &row.node {
        Some(node) => (node.facts.kind == RowKind::Array, rows::kind(&node.facts)),
        None => (true, String::new()),
    }
}

fn key(row: &GroupRow, column: SortedBy) -> Option<u128> {
    let weight = row.weight.as_ref();
    match column {
        SortedBy::Name | SortedBy::Kind => None,
        SortedBy::Shape => {
            let shape = row.node.as_ref()?.facts.shape.as_ref()?;
            Some(shape.iter().fold(1, |size: u128, edge| size.saturating_mul(u128::from(*edge))))
        }
        SortedBy::Stored => weight.map(|weight| weight.stored_nbytes.into()),
        SortedBy::Decoded => weight?.decoded_nbytes,
        // The bits of positive numbers have the order of the numbers.
        SortedBy::Ratio => rows::times(weight?).map(|ratio| ratio.to_bits().into()),
        SortedBy::Faults => {
            let own = row.node.as_ref().map_or(0, |node| node.facts.faults as u64);
            Some(own.max(weight.map_or(0, |weight| weight.faults)).max(row.faults).into())
        }
    }
}
