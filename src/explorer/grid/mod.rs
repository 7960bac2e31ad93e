//! The chunk grid: one cell for each chunk, and what is known of it.

pub(super) mod asking;
pub(super) mod draw;
pub(super) mod draw_cells;
pub(super) mod draw_numbers;
pub(super) mod grid_mode;
pub(super) mod grid_view;
pub(super) mod level;
pub(super) mod mode_choice;
pub(super) mod work;

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::explorer::core::late::{Request, RequestId};
use crate::explorer::geometry::plane::Plane;
use crate::explorer::grid::grid_view::GridView;
use crate::explorer::grid::work::SurveyChunks;
use crate::explorer::keys::keymap::key_name;
use crate::explorer::{Area, GridLevel, GridMode, KeyCommand, Late, Pane, PaneEvent, Selection, Shared};
use crate::pipeline::{ChunkAddress, ChunkVerdict, Layout, Survey};

#[derive(Debug, Default)]
pub struct GridPane {
    pub survey: Late<Arc<Survey>>,
    pub(crate) judging: Judging,
    pub around: Vec<GridLevel>,
    pub level: GridLevel,
    pub mode: GridMode,
    /// The last change of the known faults that is marked.
    pub(crate) marked: Option<u64>,
    /// An array whose survey has not begun: behind a network, everything on the screen comes first.
    pending: Option<Arc<Layout>>,
}

/// That of the grid, and that of the line about the selected chunk where it is elsewhere.
fn areas(shared: &Shared) -> (Area, Area) {
    (shared.inner(Pane::Grid), shared.regions().about)
}

impl GridPane {
    pub(crate) fn fresh(&self) -> Self {
        Self { mode: self.mode, ..Self::default() }
    }

    pub fn view(&self, shared: &Shared) -> Option<GridView> {
        let layout = shared.selection.layout()?;
        Some(GridView::of(layout, shared.selection.axes(), areas(shared), self.level.zoom))
    }

    pub fn shown_survey<'a>(&'a self, selection: &'a Selection) -> Option<&'a Arc<Survey>> {
        match selection.shards.last() {
            Some(shard) => Some(&shard.survey),
            None => self.survey.ready(),
        }
    }

    pub fn survey_so_far<'a>(&'a self, selection: &'a Selection) -> Option<&'a Arc<Survey>> {
        match selection.shards.last() {
            Some(shard) => Some(&shard.survey),
            None => self.survey.so_far(),
        }
    }

    pub(crate) fn update(&mut self, event: PaneEvent, shared: &mut Shared) {
        match event {
            PaneEvent::KeyCommand(command) => self.command(command, shared),
            PaneEvent::Click(x, y) => {
                let Some(grid) = self.view(shared) else { return };
                if let Some(cell) = grid.view.cell_at(x, y, &self.level.scroll)
                    && let Some(chunk) = grid.chunk(cell, shared.selection.coords())
                {
                    shared.select_chunk(chunk);
                }
            }
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "no other command does anything in the grid")]
    fn command(&mut self, command: KeyCommand, shared: &mut Shared) {
        match command {
            KeyCommand::Move(by) => {
                if let Some(grid) = self.view(shared)
                    && !grid.view.plane.is_empty()
                {
                    shared.select_chunk(grid.moved(shared.selection.coords(), by));
                }
            }
            KeyCommand::SliceBack => Self::slice(false, shared),
            KeyCommand::SliceOn => Self::slice(true, shared),
            KeyCommand::SliceAxis => {
                let rank = shared.selection.layout().map_or(0, |layout| layout.shape.len());
                let plane = Plane::new(&vec![1; rank], shared.selection.axes(), 1);
                shared.turn_slice_axis(&plane);
            }
            KeyCommand::Enter if !shared.enter_shard(None) => {
                shared.focus = Pane::Stages;
            }
            KeyCommand::Out | KeyCommand::Back => {
                if shared.selection.leave_shard() {
                    return shared.trace();
                }
                shared.focus = Pane::Hierarchy;
            }
            KeyCommand::ZoomOut => self.zoom(true, shared),
            KeyCommand::ZoomIn => self.zoom(false, shared),
            KeyCommand::ZoomToFit => self.zoom_to_fit(shared),
            _ => {}
        }
    }

    fn slice(on: bool, shared: &mut Shared) {
        let Some(layout) = shared.selection.layout() else { return };
        let plane = Plane::new(&layout.grid.grid_shape(), shared.selection.axes(), 1);
        let mut coords = shared.selection.coords().to_vec();
        if plane.step_slice(&mut coords, shared.selection.stepped(), on) {
            return shared.select_chunk(coords);
        }
        let key = key_name(KeyCommand::SliceAxis);
        shared.say(format!("no further chunk along that dimension; {key} takes another"));
    }

    fn zoom(&mut self, out: bool, shared: &mut Shared) {
        let Some(layout) = shared.selection.layout() else { return };
        let (grid_shape, axes) = (layout.grid.grid_shape(), shared.selection.axes());
        let edge = |axis: usize| grid_shape.get(axis).copied().unwrap_or(1);
        let longest = edge(axes.rows).max(edge(axes.columns));
        let most = longest.checked_next_power_of_two().map_or(63, u64::trailing_zeros);
        let zoom = self.level.zoom;
        self.set_zoom(if out { (zoom + 1).min(most) } else { zoom.saturating_sub(1) }, shared);
    }

    fn set_zoom(&mut self, zoom: u32, shared: &mut Shared) {
        self.level.zoom = zoom;
        let factor = 1_u64.checked_shl(zoom).unwrap_or(1 << 63);
        shared.say(match (zoom, shared.selection.coords().len()) {
            (0, _) => "one cell for each chunk".to_owned(),
            (_, 0 | 1) => format!("one cell for {factor} chunks"),
            _ => format!("one cell for {factor}×{factor} chunks"),
        });
    }

    fn zoom_to_fit(&mut self, shared: &mut Shared) {
        let Some(layout) = shared.selection.layout().cloned() else { return };
        let (axes, areas) = (shared.selection.axes(), areas(shared));
        let fits = |zoom: &u32| {
            let grid = GridView::of(&layout, axes, areas, *zoom);
            let ((rows, columns), (down, across)) = (grid.view.plane.size(), grid.view.visible());
            rows <= down && columns <= across
        };
        let fit = (0..64).find(fits).unwrap_or(0);
        self.set_zoom(if self.level.zoom == fit { 0 } else { fit }, shared);
    }

    pub(crate) fn take_survey(&mut self, layout: Arc<Layout>, shared: &mut Shared) {
        let request = shared.request();
        self.survey = Late::asked(request.clone());
        self.forget();
        if shared.hierarchy.is_remote() {
            self.pending = Some(layout);
            return;
        }
        shared.send(&request, SurveyChunks { hierarchy: Arc::clone(&shared.hierarchy), layout });
    }

    pub(crate) fn begin_survey(&mut self, shared: &mut Shared) {
        let is_due = !shared.selection.trace.is_waiting() && self.survey.is_waiting();
        let Some(layout) = self.pending.take_if(|_| is_due) else { return };
        let hierarchy = Arc::clone(&shared.hierarchy);
        self.survey = Late::asked(shared.ask(SurveyChunks { hierarchy, layout }));
    }

    pub fn forget(&mut self) {
        self.judging.request = None; // later answers do not count
        self.marked = None;
        self.around.iter_mut().chain([&mut self.level]).for_each(GridLevel::forget);
    }

    pub(crate) fn traced(&mut self, coords: &[u64], wrong: Option<ChunkVerdict>) {
        let known = self.level.verdicts.get(coords);
        if let Some(verdict) = wrong {
            self.level.judged(coords.to_vec(), verdict);
        } else if matches!(known, Some(ChunkVerdict::Faulty | ChunkVerdict::Unknown)) {
            self.level.verdicts.remove(coords);
        }
    }

    pub(crate) fn follow(&mut self, shared: &Shared) {
        let depth = shared.selection.shards.len();
        while self.around.len() < depth {
            self.around.push(std::mem::take(&mut self.level));
        }
        while self.around.len() > depth {
            self.level = self.around.pop().unwrap_or_default();
            // Another grid's request may have replaced the one of this grid.
            self.level.boxes.give_up();
        }
        if let Some(grid) = self.view(shared) {
            grid.view.follow(grid.cell(shared.selection.coords()), &mut self.level.scroll);
        }
    }
}

#[derive(Debug, Default)]
pub(crate) struct Judging {
    asked: BTreeSet<ChunkAddress>,
    pub(super) request: Option<Request>,
}

impl Judging {
    /// Answers come in parts, and none is marked as the last.
    pub(crate) fn is_of(&self, id: RequestId) -> bool {
        self.request.as_ref().is_some_and(|request| request.id() == id)
    }

    pub(crate) fn ask(&mut self, chunks: &[ChunkAddress], request: Request) {
        *self = Self { asked: chunks.iter().cloned().collect(), request: Some(request) };
    }

    /// Whether the last request has all of these chunks, and no others that a worker may still be decoding.
    pub(crate) fn covers(&self, chunks: &[ChunkAddress], is_known: impl Fn(&ChunkAddress) -> bool) -> bool {
        if chunks.is_empty() && self.asked.iter().all(&is_known) {
            return true;
        }
        let wanted: BTreeSet<&ChunkAddress> = chunks.iter().collect();
        let mut open = self.asked.iter().filter(|address| !is_known(address));
        self.request.is_some()
            && chunks.iter().all(|address| self.asked.contains(address))
            && open.all(|address| wanted.contains(address))
    }
}
