//! What is selected: node, chunk, stage and element. All panes follow it.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use crate::codec::{Dependents, ShardMap, StageTrace, Statistics, Step};
use crate::doctor::Verdict;
use crate::explorer::core::content::Shown;
use crate::explorer::geometry::regions::Pane;
use crate::explorer::picture::shown_image::ShownImage;
use crate::explorer::{Late, Request, Window};
use crate::hierarchy::Child;
use crate::meaning::OmePlate;
use crate::pipeline::{
    Array, ArrayLabels, Axes, ChunkAddress, ChunkTrace, Layout, OpenNode, Survey, WantedElement,
};
use crate::tell::report::Line;
use crate::tell::writing::Writing;

#[derive(Debug)]
pub struct Selection {
    pub child: Child,
    pub node: Late<Arc<ShownNode>>,
    pub what_if: Option<WhatIf>,
    pub address: ChunkAddress,
    /// One for each set of inner coordinates of the address.
    pub shards: Vec<EnteredShard>,
    pub trace: Late<Arc<ChunkTrace>>,
    pub statistics: BTreeMap<usize, Arc<Statistics>>,
    pub diagnosis: Late<Arc<Verdict>>,
    /// 0 is what is stored, the others follow in decoding order.
    pub(crate) stage: usize,
    pub opened: bool,
    /// What `:search` looks for.
    pub(crate) wanted: Option<WantedElement>,
    pub element: FollowedElement,
    pub(crate) chosen_axes: Option<Axes>,
    /// Which of the dimensions that are not shown is stepped along, counted from the first.
    pub(crate) slice_axis: usize,
    pub window: Window,
    pub labels: Late<Arc<ArrayLabels>>,
    pub image: Late<Option<ShownImage>>,
    pub(crate) wants_picture: bool,
    pub writing: Writing,
}

#[derive(Debug)]
pub struct EnteredShard {
    pub inside: Arc<Layout>,
    pub survey: Arc<Survey>,
    /// The array coordinates of the shard's first element; `None` after codecs that rearrange it.
    pub origin: Option<Vec<u64>>,
}

#[derive(Debug)]
pub struct WhatIf {
    pub text: String,
    pub array: Arc<Array>,
    pub layout: Option<Arc<Layout>>,
}

#[derive(Debug, Default)]
pub struct FollowedElement {
    /// Within the chunk.
    pub coords: Vec<u64>,
    pub steps: Vec<Step>,
    pub dependents: Option<Dependents>,
    pub(crate) moved: Moved,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Moved {
    #[default]
    Nothing,
    /// The cursor of one side; the element follows it.
    Cursor(Side),
    /// The element, or the content of the panes; both cursors follow.
    Element,
}

impl FollowedElement {
    pub(crate) fn put_everywhere(&mut self) {
        self.moved = Moved::Element;
    }

    pub(crate) fn follow(&mut self, side: Side) {
        self.moved = Moved::Cursor(side);
    }
}

impl Selection {
    pub fn new(child: Child, request: Request) -> Self {
        Self {
            child,
            node: Late::asked(request),
            what_if: None,
            address: ChunkAddress::default(),
            shards: Vec::new(),
            trace: Late::Idle,
            statistics: BTreeMap::new(),
            diagnosis: Late::Idle,
            stage: usize::MAX,
            opened: false,
            wanted: None,
            element: FollowedElement::default(),
            chosen_axes: None,
            slice_axis: 0,
            window: Window::default(),
            labels: Late::Idle,
            image: Late::Idle,
            wants_picture: false,
            writing: Writing::default(),
        }
    }

    pub fn array(&self) -> Option<&Arc<Array>> {
        match &self.what_if {
            Some(what_if) => Some(&what_if.array),
            None => self.node.ready()?.open.array.as_ref()?.as_ref().ok(),
        }
    }

    /// Where the row stands for files, the key of their node.
    pub fn node_key(&self) -> &str {
        self.child.key.trim_end_matches('/')
    }

    pub fn layout(&self) -> Option<&Arc<Layout>> {
        match self.shards.last() {
            Some(shard) => Some(&shard.inside),
            None => self.array_layout(),
        }
    }

    pub fn array_layout(&self) -> Option<&Arc<Layout>> {
        if let Some(what_if) = &self.what_if
            && let Some(changed) = &what_if.layout
        {
            return Some(changed);
        }
        self.node.ready()?.layout.as_ref()
    }

    pub fn axes(&self) -> Axes {
        let shape = self.array_layout().map(|layout| layout.shape.as_slice()).unwrap_or_default();
        if let Some(chosen) = self.chosen_axes
            && chosen.fit(shape.len())
        {
            return chosen;
        }
        if let Some(named) = self.image_axes()
            && named.fit(shape.len())
        {
            return named;
        }
        Axes::of_shape(shape)
    }

    pub fn trace_here(&self) -> Option<&Arc<ChunkTrace>> {
        self.trace.ready().filter(|trace| trace.address == self.address)
    }

    pub fn coords(&self) -> &[u64] {
        self.address.last()
    }

    pub fn report(&self) -> &[Line] {
        self.node.ready().map(|open| open.report.as_slice()).unwrap_or_default()
    }

    pub fn stage(&self) -> usize {
        self.stage.min(self.stage_count().saturating_sub(1))
    }

    pub fn select_stage(&mut self, stage: usize) {
        self.stage = stage.min(self.stage_count().saturating_sub(1));
        self.element.put_everywhere();
    }

    pub fn stage_count(&self) -> usize {
        match (self.trace.ready(), self.array()) {
            (Some(trace), _) => trace.stages().len() + 1,
            (None, Some(array)) => array.chain().stages().count() + 1,
            _ => 0,
        }
    }

    pub fn stage_trace(&self) -> Option<&StageTrace> {
        self.stage_of(Side::Output)
    }

    pub fn stage_of(&self, side: Side) -> Option<&StageTrace> {
        self.trace.ready()?.stages().get(self.row(side)?.checked_sub(1)?)
    }

    pub fn row(&self, side: Side) -> Option<usize> {
        match side {
            Side::Input => self.stage().checked_sub(1),
            Side::Output => Some(self.stage()),
        }
    }

    pub fn shown(&self, side: Side, hex: bool) -> Option<Shown> {
        Some(Shown { row: self.row(side)?, hex })
    }

    /// The coordinates of the selected chunk, with its overhang; inside a shard, relative to the shard.
    pub fn extent(&self) -> Option<Vec<Range<u64>>> {
        self.layout()?.grid.extent(self.coords())
    }

    pub fn origin(&self) -> Option<Vec<u64>> {
        let own = self.extent()?.into_iter().map(|range| range.start);
        match self.shards.last() {
            None => Some(own.collect()),
            Some(shard) => Some(own.zip(shard.origin.as_ref()?).map(|(own, origin)| own + origin).collect()),
        }
    }

    pub fn shard(&self) -> Option<&Arc<ShardMap>> {
        self.trace.ready()?.shard.as_ref()
    }

    pub fn enter_shard(&mut self, coords: Option<Vec<u64>>) -> Option<()> {
        let trace = self.trace.ready()?;
        let map = trace.shard.as_ref()?;
        let is_there = |coords: &Vec<u64>| map.entry(coords).is_some();
        let first = map.entries.first().map(|(coords, _)| coords.clone());
        let faulty = trace.trace.fault.as_ref().and_then(|fault| fault.error.inner().into_iter().next());
        let coords = coords.or(faulty).filter(is_there).or(first)?;
        let entered = EnteredShard {
            inside: Arc::new(self.layout()?.inside(&map.grid)),
            survey: Arc::new(Survey::of_shard(map)),
            origin: if trace.chain().rearranges() { None } else { self.origin() },
        };
        self.shards.push(entered);
        self.address.inner.push(coords);
        self.opened = false;
        Some(())
    }

    pub fn leave_shard(&mut self) -> bool {
        self.address.inner.pop();
        self.shards.pop().is_some()
    }

    pub(crate) fn keep_in_grid(&mut self) {
        let Some(layout) = self.array_layout() else { return };
        if !layout.grid.contains(&self.address.chunk) {
            self.address = vec![0; layout.shape.len()].into();
        }
    }

    pub fn leave_shards(&mut self) {
        while self.leave_shard() {}
    }
}

#[derive(Debug)]
pub struct ShownNode {
    pub open: Arc<OpenNode>,
    pub about: String,
    pub is_image: bool,
    pub is_frame: bool,
    pub plate: Option<Arc<OmePlate>>,
    pub units: Option<String>,
    pub physical: Option<Arc<Array>>,
    pub report: Vec<Line>,
    pub layout: Option<Arc<Layout>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Side {
    #[default]
    Input,
    Output,
}

impl Side {
    pub const BOTH: [Self; 2] = [Self::Input, Self::Output];

    pub fn pane(self) -> Pane {
        if self == Self::Input { Pane::Input } else { Pane::Values }
    }

    pub fn of(pane: Pane) -> Option<Self> {
        Self::BOTH.into_iter().find(|side| side.pane() == pane)
    }
}
