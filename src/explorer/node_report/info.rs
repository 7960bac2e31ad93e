//! Everything that is known of the selected node, as lines: what is stored of it, its faults, and its report.

use crate::explorer::core::app::App;
use crate::explorer::core::late::Late;
use crate::explorer::group::table::GroupTable;
use crate::explorer::node_report::info_page::{InfoPage, InfoSources};
use crate::explorer::overlay::window::Overlay;
use crate::tell::inventory;
use crate::tell::report::Line;

/// The most faults that are listed.
const LISTED: usize = 8;

impl App {
    /// Brings the lines up to date, while they are on the screen.
    pub(crate) fn settle_info(&mut self) {
        if !matches!(self.overlay, Overlay::Info(_)) {
            self.shared.info = InfoPage::default();
            return;
        }
        if !self.report.files.is_empty() {
            if self.shared.info.lines != self.report.files {
                self.shared.info = InfoPage { lines: self.report.files.clone(), of: None };
            }
            return;
        }
        let Some(node) = self.shared.selection.node.ready().cloned() else { return };
        let sources = InfoSources {
            node,
            survey: self.grid.survey.so_far().cloned(),
            rows: self.group.table.ready().map(GroupTable::progress).unwrap_or_default(),
            changes: self.shared.known.changes(),
        };
        if self.shared.info.of.as_ref().is_some_and(|of| of.is_same(&sources)) {
            return;
        }
        let mut lines = self.inventory(&sources);
        lines.push(Line::Heading("what the document says".to_owned()));
        lines.extend(sources.node.report.iter().cloned());
        self.shared.info = InfoPage { lines, of: Some(sources) };
    }

    /// What is stored of the node, and its faults.
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
                let sum = Some(&table.sum).filter(|_| table.counts);
                inventory::of_group(&table.kinds(), table.files().len(), sum, table.is_complete())
            }
            _ => vec![Line::Heading("what is known".to_owned())],
        };
        let (known, key) = (&self.shared.known, &open.node.key);
        let first = known.of(key, LISTED);
        lines.extend(inventory::of_faults(known.count(key), known.decoded(key), &first));
        lines
    }
}
