//! The pane of a node that is no array: its report.

use crate::explorer::core::shared::Shared;
use crate::explorer::geometry::plane::Scroll;
use crate::explorer::geometry::regions::Pane;
use crate::explorer::keys::input::PaneEvent;
use crate::explorer::keys::keymap::KeyCommand;
use crate::hierarchy::Child;
use crate::tell::line_rows::all_rows;
use crate::tell::report::Line;
use crate::tell::rows::report_of_files;

/// The report of the node.
#[derive(Debug, Default)]
pub struct ReportPane {
    /// The first line on the screen.
    pub scroll: Scroll,
    /// The lines about the files that the selected row stands for; none where it is a node.
    pub files: Vec<Line>,
}

impl ReportPane {
    /// The report of the files that a row stands for.
    pub(crate) fn of_files(files: &[Child]) -> Self {
        let files = report_of_files(files.iter().map(|file| file.name.as_str()));
        Self { files, ..Self::default() }
    }

    /// How many rows it has, and how many of them are on the screen.
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

    /// Keeps the first line within the report, which may have become shorter.
    pub(crate) fn reconcile(&mut self, shared: &Shared) {
        if shared.selection.node.ready().is_some() || !self.files.is_empty() {
            let (rows, height) = self.rows(shared);
            self.scroll.keep_page(height, rows);
        }
    }
}
