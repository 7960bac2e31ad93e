pub(super) mod draw;
pub(super) mod info;

use std::sync::Arc;

use crate::explorer::core::selection::ShownNode;
use crate::explorer::{KeyCommand, Pane, PaneEvent, Scroll, Shared};
use crate::hierarchy::Child;
use crate::pipeline::Survey;
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
}

#[derive(Debug)]
pub(crate) struct InfoSources {
    pub(crate) node: Arc<ShownNode>,
    pub(crate) survey: Option<Arc<Survey>>,
    /// The numbers of described and of weighed rows of a table.
    pub(crate) rows: (usize, usize),
    pub(crate) changes: u64,
}
