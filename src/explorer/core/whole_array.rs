use std::ops::Range;

use crate::explorer::core::chunk_window::{OnScreen, around};
use crate::explorer::core::content::ArrayCells;
use crate::explorer::core::work::ReadWindow;
use crate::explorer::{App, Content, Late, Selection, Side};
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
    pub fn cells(&self) -> Option<ArrayCells<'_>> {
        let array = self.array()?;
        let is_last = self.stage() + 1 == self.stage_count();
        if array.fault().is_some() || !is_last || self.opened || self.address.is_inner() {
            return None;
        }
        let layout = self.array_layout()?;
        if layout.grid.used(&self.address.chunk)?.iter().any(Range::is_empty) {
            return None;
        }
        Some(ArrayCells {
            layout,
            chunk: &self.address.chunk,
            trace: &self.trace,
            window: &self.window,
            fill: &array.metadata.fill_value,
        })
    }

    /// The followed element in array coordinates, even in an inner chunk, but never past the array.
    pub fn cursor(&self) -> Option<Vec<u64>> {
        let layout = self.array_layout()?;
        let mut at = match self.origin() {
            Some(origin) => origin,
            None => layout.grid.extent(&self.address.chunk)?.iter().map(|own| own.start).collect(),
        };
        for (axis, (at, edge)) in at.iter_mut().zip(&layout.shape).enumerate() {
            let own = self.element.coords.get(axis).copied().unwrap_or(0);
            *at = at.saturating_add(own).min(edge.saturating_sub(1));
        }
        Some(at)
    }

    /// The followed element in array coordinates, moved into the selected chunk's part of the array.
    pub fn position(&self) -> Option<Vec<u64>> {
        let mut position = Vec::new();
        for (axis, used) in self.array_layout()?.grid.used(&self.address.chunk)?.iter().enumerate() {
            let within = self.element.coords.get(axis).copied().unwrap_or(0);
            position.push(used.start.saturating_add(within).min(used.end.saturating_sub(1)));
        }
        Some(position)
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
        if let Some(trace) = self.trace.ready()
            && !trace.address.is_inner()
            && let Content::Array { elements, .. } = Content::of_last(trace)
        {
            self.window.measure(elements);
        }
    }

    pub(crate) fn part_around(&self) -> Option<WindowPart> {
        let grid = &self.cells()?.layout.grid;
        let trace = self.trace_here()?;
        let chunk = &self.address.chunk;
        if trace.state == State::Missing {
            let region = grid.used(chunk)?;
            return Some(WindowPart { chunk: chunk.clone(), region, cells: PartCells::Missing });
        }
        around(grid, chunk, trace.trace.result()?, &self.position()?, self.axes())
    }
}
