use std::{cmp::Ordering, sync::Arc};

use super::documents::{DescribedArray, compare_arrays, compare_groups};
use super::elements::{ElementNews, compare_elements};
use super::outcome::{ArrayDiff, Diff, DiffNews, ElementDiff, GroupDiff, NotCompared, OtherKind, SideFault};
use super::sides::{DiffSide, Sides};
use super::{numbers::Equality, options::DiffOptions, pointers::Fields, units::UnitLimits};
use crate::hierarchy::{Child, Hierarchy, NodeKind};
use crate::metadata::GroupOrArray;
use crate::pipeline::{Array, Counts, Fault, OpenNode};
use crate::store::{EntryKind, StoreError, join};

/// Compares two hierarchies. `tell` is called now and then with what was found since the last time, and says whether to go
/// on. Nodes are matched by their paths from the roots.
///
/// ```
/// use zarrscope::{Diff, DiffOptions, Hierarchy, diff};
///
/// // The same values in Zarr V2 and V3.
/// let old = Hierarchy::open("sample-data/lessons/14-versions.zarr/old")?;
/// let new = Hierarchy::open("sample-data/lessons/14-versions.zarr/new")?;
/// let mut found = Diff::default();
/// diff(&old, &new, &DiffOptions::default(), &mut |news| {
///     found.take_in(news);
///     true
/// });
/// assert!(found.is_equal());
/// assert_eq!(found.arrays[0].elements.as_ref().map(|elements| elements.compared), Ok(24));
/// # Ok::<(), zarrscope::Error>(())
/// ```
pub fn diff(a: &Hierarchy, b: &Hierarchy, options: &DiffOptions, tell: &mut dyn FnMut(DiffNews) -> bool) {
    diff_nodes(&Sides { a: (a, ""), b: (b, "") }, options, tell);
}

pub fn diff_nodes(
    nodes: &Sides<(&Hierarchy, &str)>,
    options: &DiffOptions,
    tell: &mut dyn FnMut(DiffNews) -> bool,
) {
    let hierarchies = nodes.as_ref().map(|(hierarchy, _)| hierarchy.for_a_walk());
    let counts = Counts::default();
    let mut walk = DiffWalk {
        hierarchies: hierarchies.as_ref(),
        options,
        counts,
        found: Diff::default(),
        looked_for: 0,
        tell,
    };
    let Sides { a, b } = &hierarchies;
    let _ = walk.both(Sides { a: OpenNode::at(a, nodes.a.1), b: OpenNode::at(b, nodes.b.1) });
    let _ = walk.tell(None);
}

/// A side that lists nothing is asked for at most so many names: each is a request, or a few.
const LOOKED_FOR: usize = 10_000;

struct SideListing {
    key: String,
    children: Vec<Child>,
    are_all: bool,
}

struct DiffWalk<'a> {
    hierarchies: Sides<&'a Hierarchy>,
    options: &'a DiffOptions,
    counts: Counts,
    found: Diff,
    looked_for: usize,
    tell: &'a mut dyn FnMut(DiffNews) -> bool,
}

fn kind(open: &OpenNode) -> Option<&'static str> {
    match open.described() {
        Some(GroupOrArray::Group(_)) => Some("group"),
        Some(GroupOrArray::Array(_)) => Some("array"),
        None if open.document().is_some() => Some("unusable"),
        None => None,
    }
}

impl DiffWalk<'_> {
    fn both(&mut self, nodes: Sides<OpenNode>) -> Option<()> {
        for (side, open) in nodes.each() {
            let mut faults = open.node.faults();
            let unusable = match &open.array {
                Some(Err(Fault::Metadata(fault))) => Some(fault),
                Some(Ok(array)) => array.fault(),
                _ => None,
            };
            faults.extend(unusable.filter(|fault| !faults.contains(fault)).cloned());
            for fault in faults {
                self.fault(side, open, fault.document, fault.into());
            }
        }
        // Of what cannot be read nothing is known, nor of what is below it: then nothing is only on the other side.
        if nodes.each().any(|(_, open)| matches!(open.node.kind, NodeKind::Unreadable(_))) {
            return self.tell(None);
        }
        let kinds = nodes.as_ref().map(kind);
        match (kinds.a, kinds.b) {
            (Some("array"), Some("array")) => self.arrays(&nodes)?,
            (Some("group"), Some("group")) => {
                self.found.group_count += 1;
                if let (Some(a), Some(b)) = (nodes.a.document(), nodes.b.document()) {
                    let fields = compare_groups(&Sides { a, b });
                    if fields.count > 0 {
                        self.found.groups.push(GroupDiff { path: nodes.a.node.key.clone(), fields });
                    }
                }
            }
            (Some(a), Some(b)) if a != b && a != "unusable" && b != "unusable" => {
                self.found.kinds.push(OtherKind { path: nodes.a.node.key.clone(), kinds: Sides { a, b } });
            }
            (Some(_), None) => self.found.only_in.a.push(nodes.a.node.key.clone()),
            (None, Some(_)) => self.found.only_in.b.push(nodes.b.node.key.clone()),
            _ => {}
        }
        self.tell(None)?;
        let children = Sides { a: self.listed(DiffSide::A, &nodes.a), b: self.listed(DiffSide::B, &nodes.b) };
        // Documents may be large, and below them there may be many others.
        drop(nodes);
        self.below(children)
    }

    fn fault(&mut self, side: DiffSide, open: &OpenNode, key: &str, fault: Fault) {
        let path = open.node.key.clone();
        let node = open.path.clone();
        self.found.fault(SideFault { side, path, node, key: key.to_owned(), chunk: None, fault });
    }

    /// Notes where a server lists no names, or not all.
    fn listed(&mut self, side: DiffSide, open: &OpenNode) -> SideListing {
        let hierarchy = *self.hierarchies.on(side);
        let mut found = SideListing { key: open.node.key.clone(), children: Vec::new(), are_all: true };
        if !open.node.may_have_children() {
            return found;
        }
        match hierarchy.children(&open.node.key) {
            Ok(children) => {
                found.children = children;
                found.are_all = hierarchy.unlisted_note(&open.node).is_none();
            }
            Err(StoreError::Unlisted { .. }) => found.are_all = false,
            Err(error) => self.fault(side, open, "", error.into()),
        }
        if !found.are_all {
            self.found.unlisted.on_mut(side).push(open.node.key.clone());
        }
        found
    }

    fn below(&mut self, mut listed: Sides<SideListing>) -> Option<()> {
        let mut a = std::mem::take(&mut listed.a.children).into_iter().peekable();
        let mut b = std::mem::take(&mut listed.b.children).into_iter().peekable();
        loop {
            let order = match (a.peek(), b.peek()) {
                (Some(one), Some(other)) => one.name.cmp(&other.name),
                (Some(_), None) => Ordering::Less,
                (None, _) => Ordering::Greater,
            };
            let one = if order == Ordering::Greater { None } else { a.next() };
            let other = if order == Ordering::Less { None } else { b.next() };
            match (one, other) {
                (Some(one), Some(other)) => {
                    let Sides { a, b } = self.hierarchies;
                    self.both(Sides { a: OpenNode::of_child(a, &one), b: OpenNode::of_child(b, &other) })?;
                }
                (Some(one), None) => self.one(DiffSide::A, &one, &listed.b)?,
                (None, Some(other)) => self.one(DiffSide::B, &other, &listed.a)?,
                (None, None) => return Some(()),
            }
        }
    }

    /// Where the other side lists nothing, the node is looked for there by its name.
    fn one(&mut self, side: DiffSide, child: &Child, other: &SideListing) -> Option<()> {
        let own = OpenNode::of_child(self.hierarchies.on(side), child);
        if other.are_all || child.kind == EntryKind::File || kind(&own).is_none() {
            return self.alone(side, own);
        }
        if self.looked_for >= LOOKED_FOR {
            self.found.not_looked_for.push(own.node.key.clone());
            return self.tell(None);
        }
        self.looked_for += 1;
        let found = OpenNode::at(self.hierarchies.on(side.other()), &join(&other.key, &child.name));
        if let NodeKind::Unreadable(StoreError::NotADirectory { .. }) = found.node.kind {
            return self.alone(side, own);
        }
        self.both(match side {
            DiffSide::A => Sides { a: own, b: found },
            DiffSide::B => Sides { a: found, b: own },
        })
    }

    fn alone(&mut self, side: DiffSide, open: OpenNode) -> Option<()> {
        if kind(&open).is_some() {
            self.found.only_in.on_mut(side).push(open.node.key.clone());
        }
        self.tell(None)?;
        let children = self.listed(side, &open).children;
        drop(open);
        for child in &children {
            self.alone(side, OpenNode::of_child(self.hierarchies.on(side), child))?;
        }
        Some(())
    }

    fn arrays(&mut self, nodes: &Sides<OpenNode>) -> Option<()> {
        self.counts.arrays += 1;
        let described = nodes.as_ref().map(described);
        let (Some(a), Some(b)) = (described.a, described.b) else { return Some(()) };
        let fields = compare_arrays(&Sides { a, b }, &self.options.rules);
        let path = nodes.a.node.key.clone();
        let comparable = nodes.as_ref().map(|open| {
            let array = open.usable()?;
            Some(if self.options.physical { Arc::new(array.physical()) } else { Arc::clone(array) })
        });
        let elements = match (&comparable.a, &comparable.b) {
            (Some(a), Some(b)) if a.metadata.shape != b.metadata.shape => Err(NotCompared::Shapes),
            (Some(a), Some(b)) => match self.equality(Sides { a, b }) {
                Some(equality) => Ok(self.elements(Sides { a, b }, equality, &path, &fields)?),
                None => Err(NotCompared::DataTypes),
            },
            _ => Err(NotCompared::Unusable),
        };
        self.found.arrays.push(ArrayDiff { path, fields, elements });
        Some(())
    }

    fn equality(&self, arrays: Sides<&Arc<Array>>) -> Option<Equality> {
        let Sides { a, b } = arrays;
        let times = match (a.shown_meaning(), b.shown_meaning()) {
            (Some(a), Some(b)) => Equality::of_times(Sides { a, b }),
            _ => None,
        };
        times.or_else(|| Equality::of(a.values_type(), b.values_type(), self.options.rules))
    }

    fn elements(
        &mut self,
        arrays: Sides<&Arc<Array>>,
        equality: Equality,
        path: &str,
        fields: &Fields,
    ) -> Option<Box<ElementDiff>> {
        let arrays = arrays.map(AsRef::as_ref);
        let options = self.options;
        let mut hear = |so_far: &mut ElementNews| {
            for (side, coords, fault) in so_far.faults.drain(..) {
                let array = arrays.on(side);
                let key = coords.as_ref().map(|coords| array.chunk_key(coords)).unwrap_or_default();
                let node = array.path.clone();
                self.found.fault(SideFault { side, path: path.to_owned(), node, key, chunk: coords, fault });
            }
            let counts = &mut self.counts;
            let read = std::mem::take(&mut so_far.read);
            let faulty = std::mem::take(&mut so_far.faulty);
            counts.decoded = counts.decoded.saturating_add(read.saturating_sub(faulty));
            counts.faulty = counts.faulty.saturating_add(faulty);
            counts.stored_nbytes = counts.stored_nbytes.saturating_add(std::mem::take(&mut so_far.nbytes));
            let elements = Ok(Box::new(so_far.found.clone()));
            self.tell(Some(ArrayDiff { path: path.to_owned(), fields: fields.clone(), elements }))
        };
        Some(Box::new(compare_elements(arrays, equality, options, UnitLimits::default(), &mut hear)?))
    }

    fn tell(&mut self, under_way: Option<ArrayDiff>) -> Option<()> {
        let mut found = std::mem::take(&mut self.found);
        found.counts = self.counts;
        if (self.tell)(DiffNews { found, under_way }) { Some(()) } else { None }
    }
}

fn described(open: &OpenNode) -> Option<DescribedArray<'_>> {
    let Some(GroupOrArray::Array(array)) = open.described() else { return None };
    let chain = match &open.array {
        Some(Ok(array)) => Some(array.chain().as_ref()),
        _ => None,
    };
    Some(DescribedArray { document: open.document()?, array, chain })
}
