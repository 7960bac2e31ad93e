//! The node that is selected: everything the panes right of the tree show of it.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use super::action::{Layout, OpenNode};
use super::content::{Content, Shown};
use super::grid::GridPane;
use super::hex::Hex;
use super::load::Load;
use super::place::Place;
use super::plane::{Plane, Scroll};
use super::regions::{Area, Pane};
use super::shards::Level;
use super::views;
use super::what_if::WhatIf;
use crate::codec::{StageTrace, Statistics};
use crate::doctor::Hypothesis;
use crate::hierarchy::Child;
use crate::pipeline::{Array, ChunkTrace, Survey};
use crate::tell::copy_as::CopyAs;
use crate::tell::report::Line;

/// What is selected, and how far it has been read.
#[derive(Debug)]
pub struct Selection {
    /// The row of the tree.
    pub child: Child,
    /// The node.
    pub node: Load<Arc<OpenNode>>,
    /// The first line on the screen of what is known of it.
    pub report_scroll: Scroll,
    /// The chunk grid; inside a shard, the grid of its inner chunks.
    pub grid: GridPane,
    /// The survey of that grid.
    pub survey: Load<Arc<Survey>>,
    /// What the survey has found so far, while it is under way.
    pub so_far: Option<Arc<Survey>>,
    /// The shards that were entered, from the outermost inwards.
    pub levels: Vec<Level>,
    /// The selected chunk's way through the pipeline.
    pub trace: Load<Arc<ChunkTrace>>,
    /// The number of the request for it.
    pub trace_id: u64,
    /// What was counted of each row of the pipeline, so far.
    pub statistics: BTreeMap<usize, Arc<Statistics>>,
    /// What may be wrong with the chunk.
    pub diagnosis: Load<Arc<[Hypothesis]>>,
    /// The forms that the chunk can be copied in.
    pub copies: Load<Arc<[CopyAs]>>,
    /// What the document is taken to say instead.
    pub what_if: Option<WhatIf>,
    /// The selected stage: 0 is what is stored, the others follow in decoding order.
    pub stage: usize,
    /// Whether the selected stage is opened, with what goes in and what comes out.
    pub opened: bool,
    /// The element that is followed.
    pub place: Place,
    /// What goes into the selected stage, where that is opened.
    pub input: ValuesPane,
    /// What comes out of it.
    pub values: ValuesPane,
}

/// A side of a stage, seen in decoding order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// What goes in.
    Input,
    /// What comes out.
    Output,
}

impl Side {
    /// Both sides.
    pub const BOTH: [Self; 2] = [Self::Input, Self::Output];

    /// The other side.
    #[must_use]
    pub fn other(self) -> Self {
        if self == Self::Input { Self::Output } else { Self::Input }
    }

    /// The pane that shows it.
    #[must_use]
    pub fn pane(self) -> Pane {
        if self == Self::Input { Pane::Input } else { Pane::Values }
    }

    /// The side that a pane shows.
    #[must_use]
    pub fn of(pane: Pane) -> Option<Self> {
        Self::BOTH.into_iter().find(|side| side.pane() == pane)
    }
}

/// A pane of values or bytes.
#[derive(Debug, Default)]
pub struct ValuesPane {
    /// The selected element, in the shape that is shown.
    pub coords: Vec<u64>,
    /// The selected byte, where bytes are shown.
    pub offset: u64,
    /// The selected row, where the index of a shard is shown.
    pub entry: usize,
    /// The first row and column on the screen.
    pub scroll: [Scroll; 2],
    /// Which of the sliced dimensions is stepped.
    pub axis: usize,
    /// Whether the bytes of arrays are shown.
    pub hex: bool,
}

impl Selection {
    /// A node that is being read, by the request of this number.
    #[must_use]
    pub fn new(child: Child, id: u64) -> Self {
        Self {
            child,
            node: Load::Loading(id),
            report_scroll: Scroll::default(),
            grid: GridPane::default(),
            survey: Load::Idle,
            so_far: None,
            levels: Vec::new(),
            trace: Load::Idle,
            trace_id: 0,
            statistics: BTreeMap::new(),
            diagnosis: Load::Idle,
            copies: Load::Idle,
            what_if: None,
            stage: usize::MAX,
            opened: false,
            place: Place::default(),
            input: ValuesPane::default(),
            values: ValuesPane::default(),
        }
    }

    /// The array, where it can be used; with another document, where that is tried out.
    #[must_use]
    pub fn array(&self) -> Option<&Arc<Array>> {
        match &self.what_if {
            Some(what_if) => Some(&what_if.array),
            None => self.node.ready()?.array.as_ref()?.as_ref().ok(),
        }
    }

    /// Where the chunks are, where that is known; inside a shard, its inner chunks.
    #[must_use]
    pub fn layout(&self) -> Option<&Arc<Layout>> {
        match self.levels.last() {
            Some(level) => Some(&level.inside),
            None => self.array_layout(),
        }
    }

    /// Where the chunks of the array are.
    #[must_use]
    pub fn array_layout(&self) -> Option<&Arc<Layout>> {
        let changed = self.what_if.as_ref().and_then(|what_if| what_if.layout.as_ref());
        changed.or_else(|| self.node.ready()?.layout.as_ref())
    }

    /// Everything that is known of the node, as far as it has been read.
    #[must_use]
    pub fn report(&self) -> &[Line] {
        self.node.ready().map(|open| open.report.as_slice()).unwrap_or_default()
    }

    /// The selected stage, counted from what is stored; never beyond the last.
    #[must_use]
    pub fn stage(&self) -> usize {
        self.stage.min(self.stage_count().saturating_sub(1))
    }

    /// How many stages there are, with what is stored.
    #[must_use]
    pub fn stage_count(&self) -> usize {
        match (self.trace.ready(), self.array()) {
            (Some(trace), _) => trace.stages().len() + 1,
            (None, Some(array)) => array.chain().stages().count() + 1,
            _ => 0,
        }
    }

    /// The trace of the selected stage; `None` for what is stored.
    #[must_use]
    pub fn stage_trace(&self) -> Option<&StageTrace> {
        self.stage_of(Side::Output)
    }

    /// The trace of the stage whose output a side shows; `None` for what is stored.
    #[must_use]
    pub fn stage_of(&self, side: Side) -> Option<&StageTrace> {
        self.trace.ready()?.stages().get(self.row(side)?.checked_sub(1)?)
    }

    /// The row of the pipeline that a side shows; `None` where nothing goes in, because it is stored.
    #[must_use]
    pub fn row(&self, side: Side) -> Option<usize> {
        match side {
            Side::Input => self.stage().checked_sub(1),
            Side::Output => Some(self.stage()),
        }
    }

    /// What a side shows, and how.
    #[must_use]
    pub fn shown(&self, side: Side) -> Option<Shown> {
        Some(Shown { row: self.row(side)?, hex: self.pane(side).hex })
    }

    /// The pane of a side.
    #[must_use]
    pub fn pane(&self, side: Side) -> &ValuesPane {
        match side {
            Side::Input => &self.input,
            Side::Output => &self.values,
        }
    }

    /// The pane of a side, to be changed.
    pub fn pane_mut(&mut self, side: Side) -> &mut ValuesPane {
        match side {
            Side::Input => &mut self.input,
            Side::Output => &mut self.values,
        }
    }

    /// What the pane of a side shows.
    #[must_use]
    pub fn content(&self, side: Side) -> Content<'_> {
        match (&self.trace, self.shown(side)) {
            (Load::Ready(trace), Some(shown)) => Content::of(trace, shown, self.origin()),
            (Load::Ready(_), None) => Content::Nothing("nothing goes in: this is what is stored".to_owned()),
            (Load::Loading(_), _) => Content::Nothing("decoding …".to_owned()),
            (Load::Failed(error), _) => Content::Nothing(error.clone()),
            (Load::Idle, _) => Content::Nothing("no chunk is selected".to_owned()),
        }
    }

    /// The coordinates that the selected chunk covers, with its overhang; inside a shard, in the shard.
    #[must_use]
    pub fn extent(&self) -> Option<Vec<Range<u64>>> {
        self.layout()?.grid.extent(&self.grid.coords)
    }

    /// The array coordinates of the chunk's first element.
    pub(super) fn origin(&self) -> Option<Vec<u64>> {
        let own = self.extent()?.into_iter().map(|range| range.start);
        match self.levels.last() {
            None => Some(own.collect()),
            Some(level) => Some(own.zip(level.origin.as_ref()?).map(|(own, origin)| own + origin).collect()),
        }
    }

    /// The survey of the array, wherever it is kept while a shard is shown.
    pub(super) fn array_survey(&mut self) -> &mut Load<Arc<Survey>> {
        match self.levels.first_mut() {
            Some(level) => &mut level.survey,
            None => &mut self.survey,
        }
    }

    /// Where the pane of a side is scrolled to, so that its cursor is on the screen.
    pub(super) fn followed(&self, side: Side, area: Area) -> [Scroll; 2] {
        let (content, pane) = (self.content(side), self.pane(side));
        let mut scroll = pane.scroll;
        match &content {
            Content::Bytes { bytes, group } => {
                Hex::of(bytes.len() as u64, *group, area).follow(bytes, pane.offset, &mut scroll[0]);
            }
            Content::Shard(shard) => {
                let table = views::table(shard.entries.len(), area);
                scroll[0].follow(pane.entry as u64, table.rows.height.into(), table.entries as u64);
            }
            _ => {
                let view = views::values(&content, area);
                view.follow(view.plane.cell(&pane.coords), &mut scroll);
            }
        }
        scroll
    }

    /// Puts the cursors of the values where they can be in what is shown.
    pub fn settle_values(&mut self) {
        for side in Side::BOTH {
            let content = self.content(side);
            let shape = content.shape().map(<[u64]>::to_vec);
            let (nbytes, entries) = match &content {
                Content::Bytes { bytes, .. } => (Some(bytes.len() as u64), None),
                Content::Shard(shard) => (None, Some(shard.entries.len())),
                _ => (None, None),
            };
            let pane = self.pane_mut(side);
            if let Some(shape) = shape {
                if pane.coords.len() != shape.len() {
                    pane.coords = vec![0; shape.len()];
                }
                for (coord, edge) in pane.coords.iter_mut().zip(&shape) {
                    *coord = (*coord).min(edge.saturating_sub(1));
                }
            }
            if let Some(nbytes) = nbytes {
                pane.offset = pane.offset.min(nbytes.saturating_sub(1));
            }
            if let Some(entries) = entries {
                pane.entry = pane.entry.min(entries.saturating_sub(1));
            }
        }
    }
}

/// Steps the sliced dimension number `axis` of a plane; says whether that was possible.
pub(super) fn step_slice(coords: &mut [u64], shape: &[u64], axis: usize, on: bool) -> bool {
    let sliced = Plane::new(shape, 1).sliced();
    if sliced == 0 {
        return false;
    }
    let axis = axis % sliced;
    let (Some(coord), Some(edge)) = (coords.get_mut(axis), shape.get(axis)) else { return false };
    let next = if on { coord.checked_add(1).filter(|next| next < edge) } else { coord.checked_sub(1) };
    next.map(|next| *coord = next).is_some()
}
