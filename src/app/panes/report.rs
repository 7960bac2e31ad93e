//! The pane of a node that is no array: its report.

use super::event::PaneEvent;
use crate::app::keymap::KeyCommand;
use crate::app::plane::Scroll;
use crate::app::regions::Pane;
use crate::app::shared::Shared;

/// The report of the node.
#[derive(Debug, Default)]
pub struct ReportPane {
    /// The first line on the screen.
    pub scroll: Scroll,
}

impl ReportPane {
    pub(in crate::app) fn update(&mut self, event: PaneEvent, shared: &mut Shared) {
        match event {
            PaneEvent::KeyCommand(KeyCommand::Move(by)) => {
                let page = u64::from(shared.inner(Pane::Grid).height);
                self.scroll.step(by, page, shared.selection.report().len() as u64);
            }
            PaneEvent::KeyCommand(KeyCommand::Out | KeyCommand::Back) => shared.focus = Pane::Hierarchy,
            PaneEvent::KeyCommand(_) | PaneEvent::Click(..) => {}
        }
    }

    /// Keeps the first line within the report, which may have become shorter.
    pub(in crate::app) fn settle(&mut self, shared: &Shared) {
        if let Some(node) = shared.selection.node.ready() {
            self.scroll.keep_within(node.report.len());
        }
    }
}
