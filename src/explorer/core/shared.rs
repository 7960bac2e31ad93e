//! What every part of the explorer may read and change, beside its own state.

use std::sync::Arc;

use crate::codec::DecodeOptions;
use crate::explorer::core::work::{Free, TraceChunk};
use crate::explorer::doctor::work::{DiagnoseDoubt, Doubt};
use crate::explorer::faults::known_faults::KnownFaults;
use crate::explorer::geometry::dividers::{Divider, Dividers};
use crate::explorer::geometry::picture_view::{HALVES, TerminalGraphics};
use crate::explorer::geometry::plane::Plane;
use crate::explorer::geometry::regions::{SideRoom, Wanted};
use crate::explorer::keys::keymap::{key_name, named};
use crate::explorer::{
    Area, Content, Effect, KeyCommand, Late, Pane, Regions, Request, Selection, Side, Task, Terminal, Work,
};
use crate::hierarchy::{Child, Hierarchy};
use crate::pipeline::{Axes, ChunkTrace};

/// Fixed dimensions that a message names.
const MOST_SAID: usize = 16;

#[derive(Debug)]
pub struct Shared {
    pub hierarchy: Arc<Hierarchy>,
    /// Columns and rows of the screen, or of the part that a lesson leaves.
    pub size: (u16, u16),
    pub focus: Pane,
    pub zoomed: bool,
    pub dividers: Dividers,
    /// The border that the mouse holds, and its distance in columns or rows.
    pub(crate) held: Option<(Divider, u16)>,
    pub has_picture: bool,
    pub tree_columns: u16,
    pub options: DecodeOptions,
    pub message: Option<String>,
    pub shows_files: bool,
    pub selection: Selection,
    pub known: KnownFaults,
    /// How pictures can be shown with more than characters.
    pub(crate) terminal_graphics: Option<TerminalGraphics>,
    pub(crate) effects: Vec<Effect>,
    last_request: u64,
}

impl Shared {
    pub(crate) fn new(hierarchy: Hierarchy, root: Child, options: DecodeOptions, size: (u16, u16)) -> Self {
        Self {
            hierarchy: Arc::new(hierarchy),
            size,
            focus: Pane::Hierarchy,
            zoomed: false,
            dividers: Dividers::default(),
            held: None,
            has_picture: false,
            tree_columns: 0,
            options,
            message: None,
            shows_files: false,
            selection: Selection::new(root, Request::new(1.into())),
            known: KnownFaults::default(),
            terminal_graphics: None,
            effects: Vec::new(),
            last_request: 1,
        }
    }

    /// Continues the request numbers of another state, so that none of its answers is taken for one of these, and takes its effects.
    pub(crate) fn go_on_from(&mut self, other: &mut Self) {
        self.last_request = other.last_request;
        self.effects = std::mem::take(&mut other.effects);
        self.selection.node = Late::asked(self.request());
    }

    pub(crate) fn graphics(&self) -> Option<TerminalGraphics> {
        self.terminal_graphics.filter(|graphics| graphics.fits(self.size))
    }

    /// Dots of a character of a picture, down and across.
    pub(crate) fn dots(&self) -> [u64; 2] {
        self.graphics().map_or(HALVES, |graphics| graphics.dots(self.size))
    }

    #[must_use = "its answer is wanted as long as the request is kept"]
    pub(crate) fn ask(&mut self, task: impl Task) -> Request {
        let request = self.request();
        self.send(&request, task);
        request
    }

    pub(crate) fn send(&mut self, request: &Request, task: impl Task) {
        self.effects.push(Effect::Work(Work::new(request, task)));
    }

    /// The task is done in any case, even if another store is shown by then.
    pub(crate) fn ask_anyway(&mut self, task: impl Task) -> Request {
        let request = self.request();
        self.effects.push(Effect::Work(Work::always(request.id(), task)));
        request
    }

    pub(crate) fn free<T: std::fmt::Debug + Send + Sync + 'static>(&mut self, thing: T) {
        self.ask_anyway(Free(thing));
    }

    pub(crate) fn terminal(&mut self, what: Terminal) {
        self.effects.push(Effect::Terminal(what));
    }

    pub(crate) fn request(&mut self) -> Request {
        self.last_request += 1;
        Request::new(self.last_request.into())
    }

    pub(crate) fn say(&mut self, message: impl Into<String>) {
        self.message = Some(message.into());
    }

    /// Whether chunks are shown as the document and checksums say. Only then a fault found in them is one of the store.
    pub fn sees_what_is_stored(&self) -> bool {
        self.selection.what_if.is_none() && !self.options.ignore_checksums
    }

    pub(crate) fn next_axes(&mut self) {
        match self.selection.array_layout().map_or(0, |layout| layout.shape.len()) {
            0 | 1 => self.say("rows and columns can be chosen where an array has two dimensions or more"),
            rank => self.choose_axes(self.selection.axes().next(rank)),
        }
    }

    /// Steps along another of the dimensions that are not shown.
    pub(crate) fn turn_slice_axis(&mut self, plane: &Plane) {
        let before = self.selection.slice_axis;
        self.selection.slice_axis = plane.next_sliced(before);
        if self.selection.slice_axis == before {
            let key = key_name(KeyCommand::Axes);
            self.say(format!(
                "there is no other dimension to step along; {key} shows others as rows and columns"
            ));
        }
    }

    pub(crate) fn choose_axes(&mut self, axes: Axes) {
        self.selection.chosen_axes = Some(axes);
        let Some(layout) = self.selection.array_layout() else { return };
        let name = |axis: usize| layout.dimensions.get(axis).map(String::as_str).unwrap_or_default();
        let at = self.selection.cursor().unwrap_or_default();
        let mut said = format!("rows: {} · columns: {}", name(axes.rows), name(axes.columns));
        for (number, axis) in axes.sliced(layout.shape.len()).enumerate().take(MOST_SAID) {
            let before = if number == 0 { " · fixed: " } else { ", " };
            said = format!("{said}{before}{} = {}", name(axis), at.get(axis).copied().unwrap_or(0));
        }
        if axes.sliced(layout.shape.len()).nth(MOST_SAID).is_some() {
            said.push_str(", …");
        }
        self.say(said);
    }

    pub(crate) fn zoom(&mut self) {
        self.zoomed = !self.zoomed;
        if self.zoomed {
            self.say(named(&[KeyCommand::Zoom], "gives the screen back to all panes"));
        } else {
            self.say("all panes");
        }
    }

    pub(crate) fn picture_area(&self) -> Area {
        let mut wanted = Wanted { opened: false, picture: true, ..self.wanted() };
        if self.selection.layout().is_none() {
            // Most arrays have two rows of chunks at least, and two codecs.
            wanted.grid.0 = wanted.grid.0.max(2);
            wanted.stages = wanted.stages.max(3);
        }
        let regions = Regions::of(self.size.0, self.size.1, Pane::Values, wanted);
        regions.inner_picture()
    }

    pub fn regions(&self) -> Regions {
        let regions = Regions::of(self.size.0, self.size.1, self.focus, self.wanted());
        if self.selection.layout().is_some() {
            return regions;
        }
        let Regions { hierarchy, detail, hints, is_ruled, .. } = regions;
        Regions { hierarchy, grid: detail, detail, hints, is_ruled, ..Regions::default() }
    }

    fn wanted(&self) -> Wanted {
        let grid_shape = self.selection.layout().map(|layout| layout.grid.grid_shape()).unwrap_or_default();
        let axes = self.selection.axes();
        let edge = |axis: usize| grid_shape.get(axis).copied().unwrap_or(1).min(1 << 16);
        let grid = match grid_shape.as_slice() {
            [] | [_] => (1, edge(0)),
            _ => (edge(axes.rows), edge(axes.columns)),
        };
        Wanted {
            grid,
            stages: self.selection.stage_count() as u64,
            opened: self.selection.opened,
            zoomed: self.zoomed,
            picture: self.has_picture,
            plane: self.plane(),
            tree: self.tree_columns.saturating_add(2),
            sides: self.sides(),
            dividers: self.dividers,
        }
    }

    fn plane(&self) -> [u64; 2] {
        let Some(layout) = self.selection.array_layout() else { return [1, 1] };
        let dimensions = self.selection.axes().dimensions(layout.shape.len());
        dimensions.map(|dimension| dimension.and_then(|at| layout.shape.get(at)).copied().unwrap_or(1))
    }

    fn sides(&self) -> SideRoom {
        let selection = &self.selection;
        if !selection.opened {
            return SideRoom::Both;
        }
        let Some(trace) = selection.trace.ready() else {
            return if selection.stage() == 0 { SideRoom::NoInput } else { SideRoom::Both };
        };
        let has = |side: Side| {
            Some(!matches!(Content::of(trace, selection.shown(side, false)?, None), Content::Nothing(_)))
        };
        match (has(Side::Input), has(Side::Output)) {
            (None, _) => SideRoom::NoInput,
            (Some(false), Some(true)) => SideRoom::LittleInput,
            (Some(true), Some(false)) => SideRoom::LittleOutput,
            _ => SideRoom::Both,
        }
    }

    pub fn inner(&self, pane: Pane) -> Area {
        let regions = self.regions();
        regions.inner(regions.pane(pane))
    }

    pub fn panes(&self) -> &'static [Pane] {
        match self.selection.layout() {
            Some(_) if self.selection.opened && self.selection.stage() == 0 => &Pane::OF_STORED,
            Some(_) if self.selection.opened => &Pane::OF_STAGES,
            Some(_) => &Pane::OF_ARRAYS,
            None => &[Pane::Hierarchy, Pane::Grid],
        }
    }

    pub(crate) fn select_element(&mut self, element: &[u64]) {
        let Some(layout) = self.selection.array_layout() else { return };
        let Some((chunk, within)) = layout.grid.locate(element) else { return };
        // The element under the cursor of the old chunk is still needed to keep what is around it.
        self.select_chunk(chunk);
        self.selection.element.coords = within;
        self.selection.element.put_everywhere();
    }

    pub(crate) fn select_chunk(&mut self, coords: Vec<u64>) {
        if coords == self.selection.coords() {
            return;
        }
        if let Some(part) = self.selection.part_around() {
            self.selection.window.keep(part);
        }
        *self.selection.address.last_mut() = coords;
        self.trace();
    }

    pub(crate) fn enter_shard(&mut self, coords: Option<Vec<u64>>) -> bool {
        if self.selection.enter_shard(coords).is_none() {
            return false;
        }
        self.focus = Pane::Grid;
        self.trace();
        true
    }

    pub(crate) fn trace(&mut self) {
        self.trace_as(false, None);
    }

    /// Decodes the selected chunk. `is_again` ignores what is kept of it; the changes since `before` are counted.
    pub(crate) fn trace_as(&mut self, is_again: bool, before: Option<Arc<ChunkTrace>>) {
        self.selection.statistics.clear();
        self.selection.diagnosis = Late::Idle;
        let Some(array) = self.selection.array().cloned() else {
            if let Some(node) = self.selection.node.ready()
                && let Some(Err(fault)) = &node.open.array
            {
                self.selection.trace = Late::Failed(fault.to_string());
            }
            return;
        };
        let address = self.selection.address.clone();
        if !array.metadata.chunk_grid.contains(&address.chunk) {
            let is_empty = array.metadata.chunk_grid.size() == Some(0);
            let why = if is_empty { "has no chunks" } else { "does not have this chunk" };
            self.selection.trace = Late::Failed(format!("the chunk grid {why}"));
            return;
        }
        let options = self.options;
        let request = self.ask(TraceChunk { array, address, options, is_again, before });
        self.selection.trace = Late::asked(request);
    }

    /// Asks the doctor about the selected chunk, or about an array that cannot be used. To look at the chunks around takes longer.
    pub(crate) fn diagnose(&mut self, looks_around: bool) {
        let Some(node) = self.selection.node.ready().map(|shown| Arc::clone(&shown.open)) else { return };
        let doubt = match &node.array {
            None => return,
            Some(Ok(array)) if array.fault().is_none() => {
                let address = self.selection.address.clone();
                if !array.metadata.chunk_grid.contains(&address.chunk) {
                    return;
                }
                Doubt::Chunk(Arc::clone(array), address)
            }
            Some(_) => Doubt::Document(Arc::clone(&self.hierarchy), Arc::clone(&node)),
        };
        let request = self.ask(DiagnoseDoubt { doubt, options: self.options, looks_around });
        self.selection.diagnosis = Late::asked(request);
    }
}
