//! The selected array as a whole: which of its elements is followed, and what is known of the others.

use std::ops::Range;
use std::sync::Arc;

use crate::codec::DecodeOptions;
use crate::explorer::core::app::App;
use crate::explorer::core::array_cells::ArrayCells;
use crate::explorer::core::chunk_window::{AskedBoxes, OnScreen, around};
use crate::explorer::core::content::Content;
use crate::explorer::core::late::{Late, Request};
use crate::explorer::core::selection::Selection;
use crate::explorer::core::side::Side;
use crate::explorer::core::work::ReadWindow;
use crate::pipeline::{PartCells, Region, State, WindowPart};

impl App {
    /// Asks a worker for the chunks on the screen that are not known yet.
    pub(crate) fn ask_for_window(&mut self) {
        let Some(region) = self.values(Side::Output).on_screen(&self.shared) else { return };
        let request = self.shared.request();
        if let Some((array, boxes)) = self.shared.selection.ask_for_window(region, &request) {
            self.shared.send(&request, ReadWindow { array, boxes, options: self.shared.options });
        }
    }
}

impl Selection {
    /// Forgets the chunks around the selected one where they are of another array, or decoded in another way.
    pub(crate) fn keep_window(&mut self, options: DecodeOptions) {
        let array = self.array().map(Arc::clone);
        self.window.keep_to(array.as_ref(), options);
    }

    /// The cells of the whole array, where the last stage is selected, and the selected chunk lies within the array.
    pub fn cells(&self) -> Option<ArrayCells<'_>> {
        let array = self.array().filter(|array| array.fault().is_none())?;
        let is_last = self.stage() + 1 == self.stage_count();
        let is_array = is_last && !self.opened && !self.address.is_inner();
        let layout = self.array_layout().filter(|_| is_array)?;
        let used = layout.grid.used(&self.address.chunk)?;
        let is_within = !used.iter().any(Range::is_empty);
        is_within.then_some(ArrayCells {
            layout,
            chunk: &self.address.chunk,
            trace: &self.trace,
            window: &self.window,
            fill: &array.metadata.fill_value,
        })
    }

    /// The followed element in the coordinates of the array, also in an inner chunk; never past the array.
    pub fn cursor(&self) -> Option<Vec<u64>> {
        let layout = self.array_layout()?;
        let of_chunk =
            || Some(layout.grid.extent(&self.address.chunk)?.into_iter().map(|own| own.start).collect());
        let origin: Vec<u64> = self.origin().or_else(of_chunk)?;
        let within = self.element.coords.iter().copied().chain(std::iter::repeat(0));
        let at = origin.iter().zip(within).zip(&layout.shape);
        Some(at.map(|((origin, own), edge)| origin.saturating_add(own).min(edge.saturating_sub(1))).collect())
    }

    /// The followed element as one of the selected chunk of the array; where it lies past the array, the nearest one within.
    pub fn position(&self) -> Option<Vec<u64>> {
        let used = self.array_layout()?.grid.used(&self.address.chunk)?;
        let along = used.iter().enumerate().map(|(axis, used)| {
            let within = self.element.coords.get(axis).copied().unwrap_or(0);
            used.start.saturating_add(within).min(used.end.saturating_sub(1))
        });
        Some(along.collect())
    }

    /// Whether the trace of the selected chunk has its elements, or will have them.
    pub(crate) fn is_traced(&self) -> bool {
        match &self.trace {
            Late::Ready { value, .. } => matches!(
                Content::of_last(value),
                Content::Array { readable: None, .. } | Content::Fill { .. }
            ),
            Late::Waiting { .. } => true,
            Late::Failed(_) | Late::Idle => false,
        }
    }

    /// Which boxes of chunks a worker is to decode, for that part of the array to be known.
    pub(crate) fn ask_for_window(&mut self, region: Region, request: &Request) -> Option<AskedBoxes> {
        let layout = Arc::clone(self.array_layout()?);
        let (axes, is_traced) = (self.axes(), self.is_traced());
        let on = OnScreen { grid: &layout.grid, axes, region, chunk: &self.address.chunk, is_traced };
        self.window.ask(&on, request)
    }

    /// Makes columns wide enough for the values of the selected chunk.
    pub(crate) fn measure(&mut self) {
        let trace = self.trace.ready().filter(|trace| !trace.address.is_inner());
        if let Some(Content::Array { elements, .. }) = trace.map(|trace| Content::of_last(trace)) {
            self.window.measure(elements);
        }
    }

    /// Keeps what is around the element, before another chunk is selected.
    pub(crate) fn keep_around(&mut self) {
        let found = || {
            let cells = self.cells()?;
            let trace = self.trace.ready().filter(|trace| trace.address == self.address)?;
            if trace.state == State::Missing {
                let region = cells.layout.grid.used(&self.address.chunk)?;
                let chunk = self.address.chunk.clone();
                return Some(WindowPart { chunk, region, cells: PartCells::Missing });
            }
            let grid = &cells.layout.grid;
            around(grid, &self.address.chunk, trace.trace.result()?, &self.position()?, self.axes())
        };
        if let Some(part) = found() {
            self.window.keep(part);
        }
    }
}
