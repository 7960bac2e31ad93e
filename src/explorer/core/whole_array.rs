//! The selected array as a whole: which of its elements is followed, and what is known of the others.

use std::ops::Range;

use crate::explorer::core::app::App;
use crate::explorer::core::chunk_window::{OnScreen, around};
use crate::explorer::core::content::{ArrayCells, Content};
use crate::explorer::core::late::Late;
use crate::explorer::core::selection::Selection;
use crate::explorer::core::side::Side;
use crate::explorer::core::work::ReadWindow;
use crate::pipeline::{PartCells, State, WindowPart};

impl App {
    pub(crate) fn ask_for_window(&mut self) {
        let Some(region) = self.values(Side::Output).on_screen(&self.shared) else { return };
        let request = self.shared.request();
        let selection = &mut self.shared.selection;
        let Some(layout) = selection.array_layout().cloned() else { return };
        let (axes, is_traced) = (selection.axes(), selection.is_traced());
        let on = OnScreen { grid: &layout.grid, axes, region, chunk: &selection.address.chunk, is_traced };
        if let Some((array, boxes)) = selection.window.ask(&on, &request) {
            self.shared.send(&request, ReadWindow { array, boxes, options: self.shared.options });
        }
    }
}

impl Selection {
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

    pub(crate) fn measure(&mut self) {
        let trace = self.trace.ready().filter(|trace| !trace.address.is_inner());
        if let Some(Content::Array { elements, .. }) = trace.map(|trace| Content::of_last(trace)) {
            self.window.measure(elements);
        }
    }

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
