//! The node that is selected: everything the panes right of the tree show of it.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use super::action::{Layout, OpenNode};
use super::content::Content;
use super::load::Load;
use super::plane::{Plane, Scroll};
use super::report::Line;
use crate::codec::{Outcome, Representation, StageTrace, Value};
use crate::hierarchy::Child;
use crate::pipeline::{Array, ChunkTrace, State, Survey};

/// What is selected, and how far it has been read.
#[derive(Debug)]
pub struct Selection {
    /// The row of the tree.
    pub child: Child,
    /// The node.
    pub node: Load<Arc<OpenNode>>,
    /// The first line on the screen of what is known of it.
    pub report_scroll: Scroll,
    /// The chunk grid.
    pub grid: GridPane,
    /// The survey of the array.
    pub survey: Load<Arc<Survey>>,
    /// The selected chunk's way through the pipeline.
    pub trace: Load<Arc<ChunkTrace>>,
    /// The selected stage: 0 is what is stored, the others follow in decoding order.
    pub stage: usize,
    /// The values.
    pub values: ValuesPane,
}

/// The chunk grid pane.
#[derive(Debug, Default)]
pub struct GridPane {
    /// The selected chunk.
    pub coords: Vec<u64>,
    /// The first row and column on the screen.
    pub scroll: [Scroll; 2],
    /// Which of the sliced dimensions is stepped.
    pub axis: usize,
    /// The chunks that could not be decoded when they were selected.
    pub faulty: BTreeSet<Vec<u64>>,
}

/// The values pane.
#[derive(Debug, Default)]
pub struct ValuesPane {
    /// The selected element, within the chunk.
    pub coords: Vec<u64>,
    /// The selected byte, where bytes are shown.
    pub offset: u64,
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
            trace: Load::Idle,
            stage: usize::MAX,
            values: ValuesPane::default(),
        }
    }

    /// The array, where it can be used.
    #[must_use]
    pub fn array(&self) -> Option<&Arc<Array>> {
        self.node.ready()?.array.as_ref()?.as_ref().ok()
    }

    /// Where the chunks are, where that is known.
    #[must_use]
    pub fn layout(&self) -> Option<&Arc<Layout>> {
        self.node.ready()?.layout.as_ref()
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
            (Some(trace), _) => trace.trace.stages.len() + 1,
            (None, Some(array)) => array.chain().stages().count() + 1,
            _ => 0,
        }
    }

    /// The trace of the selected stage; `None` for what is stored.
    #[must_use]
    pub fn stage_trace(&self) -> Option<&StageTrace> {
        self.trace.ready()?.trace.stages.get(self.stage().checked_sub(1)?)
    }

    /// What the values pane shows.
    #[must_use]
    pub fn content(&self) -> Content<'_> {
        match &self.trace {
            Load::Ready(trace) => self.content_of(trace),
            Load::Loading(_) => Content::Nothing("decoding …".to_owned()),
            Load::Failed(error) => Content::Nothing(error.clone()),
            Load::Idle => Content::Nothing("no chunk is selected".to_owned()),
        }
    }

    fn content_of<'a>(&'a self, trace: &'a ChunkTrace) -> Content<'a> {
        let Some(stage) = self.stage_trace() else {
            return match &trace.trace.stored {
                Some(bytes) => Content::Bytes(bytes),
                None => Content::Nothing("this chunk is missing: nothing is stored".to_owned()),
            };
        };
        let is_last = self.stage() + 1 == self.stage_count();
        match &stage.outcome {
            Outcome::Decoded(_, Some(value)) => self.content_of_value(value, stage, is_last),
            Outcome::Decoded(_, None) => Content::Nothing("too large to keep while decoding".to_owned()),
            Outcome::Failed(error) => Content::Nothing(format!("{} failed: {error}", stage.info.name)),
            Outcome::NotReached if trace.state == State::Missing && is_last => {
                match &trace.decoded.fill_value {
                    Some(fill) => Content::Fill { shape: &trace.decoded.shape, fill, origin: self.origin() },
                    None => Content::Nothing("this chunk is missing, and there is no fill value".to_owned()),
                }
            }
            Outcome::NotReached if trace.state == State::Missing => {
                Content::Nothing("this chunk is missing: no stage runs".to_owned())
            }
            Outcome::NotReached => {
                let culprit =
                    trace.trace.fault.as_ref().map_or("an earlier stage", |fault| fault.stage.name.as_str());
                Content::Nothing(format!("not reached: {culprit} failed"))
            }
        }
    }

    fn content_of_value<'a>(&'a self, value: &'a Value, stage: &'a StageTrace, is_last: bool) -> Content<'a> {
        match (value, &stage.info.decoded) {
            (Value::Array(elements), Representation::Array(array)) if !self.values.hex => Content::Array {
                shape: &array.shape,
                elements,
                origin: is_last.then(|| self.origin()).flatten(),
            },
            (value, _) => Content::Bytes(value.visible_bytes()),
        }
    }

    /// The element coordinates of the selected chunk, with its overhang.
    #[must_use]
    pub fn extent(&self) -> Option<Vec<Range<u64>>> {
        self.layout()?.grid.extent(&self.grid.coords)
    }

    /// The array coordinates of the chunk's first element.
    fn origin(&self) -> Option<Vec<u64>> {
        Some(self.extent()?.into_iter().map(|range| range.start).collect())
    }

    /// Puts the cursor of the values where it can be in what is shown.
    pub fn settle_values(&mut self) {
        let content = self.content();
        let (shape, nbytes) = (content.shape().map(<[u64]>::to_vec), content.nbytes());
        if let Some(shape) = shape {
            if self.values.coords.len() != shape.len() {
                self.values.coords = vec![0; shape.len()];
            }
            for (coord, edge) in self.values.coords.iter_mut().zip(&shape) {
                *coord = (*coord).min(edge.saturating_sub(1));
            }
        }
        if let Some(nbytes) = nbytes {
            self.values.offset = self.values.offset.min(nbytes.saturating_sub(1));
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
