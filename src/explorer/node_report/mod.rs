//! The page of a node, with what `info` prints.

pub(super) mod draw;
pub(super) mod work;

use std::sync::Arc;

use crate::explorer::core::selection::ShownNode;
use crate::explorer::draw::lines::draw_page;
use crate::explorer::node_report::work::ReadInfo;
use crate::explorer::{
    App, Canvas, GroupTable, KeyCommand, Late, Move, Overlay, Pane, PaneEvent, RequestId, Scroll, Shared,
    views,
};
use crate::hierarchy::Child;
use crate::pipeline::Survey;
use crate::tell::inventory;
use crate::tell::line_rows::all_rows;
use crate::tell::report::Line;
use crate::tell::rows::report_of_files;

#[derive(Debug, Default)]
pub struct ReportPane {
    pub scroll: Scroll,
    pub files: Vec<Line>,
}

impl ReportPane {
    pub(crate) fn of_files(files: &[Child]) -> Self {
        Self { files: report_of_files(files.iter().map(|file| file.name.as_str())), ..Self::default() }
    }

    fn rows(&self, shared: &Shared) -> (u64, u64) {
        let lines = if self.files.is_empty() { shared.selection.report() } else { &self.files };
        let area = shared.inner(Pane::Grid);
        (all_rows(lines, area.width), area.height.into())
    }

    pub(crate) fn update(&mut self, event: PaneEvent, shared: &mut Shared) {
        match event {
            PaneEvent::KeyCommand(KeyCommand::Move(by)) => {
                let (rows, height) = self.rows(shared);
                self.scroll.step_page(by, height, rows);
            }
            PaneEvent::KeyCommand(KeyCommand::Out | KeyCommand::Back) => shared.focus = Pane::Hierarchy,
            PaneEvent::KeyCommand(_) | PaneEvent::Click(..) => {}
        }
    }

    pub(crate) fn reconcile(&mut self, shared: &Shared) {
        if shared.selection.node.ready().is_some() || !self.files.is_empty() {
            let (rows, height) = self.rows(shared);
            self.scroll.keep_page(height, rows);
        }
    }
}

#[derive(Debug, Default)]
pub struct InfoPage {
    pub lines: Vec<Line>,
    pub(crate) of: Option<InfoSources>,
    /// The lines up to the attributes of a group, and those from there on, with the node that they were asked for.
    pub(crate) parts: Late<Arc<[Vec<Line>; 2]>>,
    asked: Option<Arc<ShownNode>>,
}

#[derive(Debug)]
pub(crate) struct InfoSources {
    pub(crate) node: Arc<ShownNode>,
    pub(crate) survey: Option<Arc<Survey>>,
    parts: Option<Arc<[Vec<Line>; 2]>>,
    /// The numbers of described and of weighed rows of a table.
    pub(crate) rows: (usize, usize),
    pub(crate) changes: u64,
}

const TITLE: &str = "info";
const LISTED: usize = 8;

#[derive(Debug, Default)]
pub struct InfoWindow {
    pub page: InfoPage,
    pub scroll: Scroll,
}

impl Overlay for InfoWindow {
    fn scroll(&mut self, by: Move, app: &mut App) {
        let inner = views::page(app.shared.size, TITLE, &self.page.lines).inner();
        self.scroll.step_page(by, inner.height.into(), all_rows(&self.page.lines, inner.width));
    }

    fn reconcile(&mut self, app: &mut App) {
        self.page.keep_up(app);
        if is_known(app) {
            let inner = views::page(app.shared.size, TITLE, &self.page.lines).inner();
            self.scroll.keep_page(inner.height.into(), all_rows(&self.page.lines, inner.width));
        }
    }

    fn draw(&self, canvas: &mut Canvas, app: &App) {
        let reading = [Line::Text("reading …".to_owned())];
        let lines = if is_known(app) { self.page.lines.as_slice() } else { &reading };
        draw_page(canvas, app, TITLE, lines, self.scroll.first);
    }
}

fn is_known(app: &App) -> bool {
    app.shared.selection.node.ready().is_some() || !app.report.files.is_empty()
}

impl InfoPage {
    fn keep_up(&mut self, app: &mut App) {
        if !app.report.files.is_empty() {
            if self.lines != app.report.files {
                *self = Self { lines: app.report.files.clone(), ..Self::default() };
            }
            return;
        }
        let Some(node) = app.shared.selection.node.ready().cloned() else { return };
        if !self.asked.as_ref().is_some_and(|asked| Arc::ptr_eq(asked, &node)) {
            self.asked = Some(Arc::clone(&node));
            self.parts = Late::Idle;
            if !node.open.node.is_array() {
                let hierarchy = Arc::clone(&app.shared.hierarchy);
                self.parts = Late::asked(app.shared.ask(ReadInfo { hierarchy, node: Arc::clone(&node) }));
            }
        }
        let sources = InfoSources {
            node,
            parts: self.parts.ready().cloned(),
            survey: app.grid.survey.so_far().cloned(),
            rows: app.group.table.ready().map(GroupTable::progress).unwrap_or_default(),
            changes: app.shared.known.changes,
        };
        let survey = |of: &InfoSources| of.survey.as_ref().map(Arc::as_ptr);
        let parts = |of: &InfoSources| of.parts.as_ref().map(Arc::as_ptr);
        if let Some(of) = &self.of
            && Arc::ptr_eq(&of.node, &sources.node)
            && survey(of) == survey(&sources)
            && parts(of) == parts(&sources)
            && (of.rows, of.changes) == (sources.rows, sources.changes)
        {
            return;
        }
        let (before, after) = match sources.parts.as_deref() {
            Some([before, after]) => (before.as_slice(), after.as_slice()),
            None => ([].as_slice(), sources.node.report.as_slice()),
        };
        let mut lines = before.to_vec();
        lines.extend(app.inventory(&sources));
        lines.push(Line::Heading("metadata".to_owned()));
        lines.extend_from_slice(after);
        (self.lines, self.of) = (lines, Some(sources));
    }
}

impl App {
    pub(crate) fn open_info(&mut self) {
        self.overlays.open(InfoWindow::default());
    }

    pub(crate) fn described(&mut self, id: RequestId, parts: Arc<[Vec<Line>; 2]>) {
        if let Some(window) = self.overlays.get_mut::<InfoWindow>() {
            window.page.parts.answer(id, Ok(parts));
        }
    }

    fn inventory(&self, sources: &InfoSources) -> Vec<Line> {
        let open = &sources.node.open;
        let mut lines = match (&open.array, &self.group.table) {
            (Some(Ok(array)), _) => match (&sources.survey, self.grid.survey.is_waiting()) {
                (Some(survey), false) => inventory::of_array(array, survey),
                _ => vec![
                    Line::Heading("what is stored".to_owned()),
                    Line::Fact("chunks", "counting …".to_owned()),
                ],
            },
            (_, Late::Ready { value: table, .. }) => {
                let sum = if table.counts { Some(&table.sum) } else { None };
                inventory::of_group(&table.kinds(), table.files.len(), sum, table.is_complete())
            }
            _ => vec![Line::Heading("what is known".to_owned())],
        };
        let (known, key) = (&self.shared.known, &open.node.key);
        lines.extend(inventory::of_faults(known.count(key), known.decoded(key), &known.of(key, LISTED)));
        lines
    }
}
