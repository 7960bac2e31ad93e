use std::sync::Arc;

use crate::configuration::Key;
use crate::doctor::Hypothesis;
use crate::explorer::core::selection::WhatIf;
use crate::explorer::doctor::draw;
use crate::explorer::keys::keymap::{JUDGING, command, named_all};
use crate::explorer::overlay::stack::closes;
use crate::explorer::{App, Canvas, Handled, Hints, KeyCommand, Move, Overlay, step_number, views};
use crate::metadata::GroupOrArray;
use crate::metadata::text::escape;
use crate::pipeline::{Array, Layout};

#[derive(Debug, Default)]
pub struct DiagnosisWindow {
    pub selected: usize,
}

impl Overlay for DiagnosisWindow {
    fn key(&mut self, key: Key, app: &mut App) -> Handled {
        match command(key) {
            Some(KeyCommand::Move(by)) => self.scroll(by, app),
            Some(KeyCommand::Enter) => return app.try_out(self.selected),
            Some(command) if closes(command) => return Handled::Close,
            _ => return Handled::Pass,
        }
        Handled::Stay
    }

    fn scroll(&mut self, by: Move, app: &mut App) {
        let count = app.shared.selection.diagnosis.ready().map_or(0, |verdict| verdict.hypotheses.len());
        step_number(&mut self.selected, by, views::window(app.shared.size).inner().height, count);
    }

    fn reconcile(&mut self, app: &mut App) {
        if let Some(verdict) = app.shared.selection.diagnosis.ready() {
            self.selected = self.selected.min(verdict.hypotheses.len().saturating_sub(1));
        }
    }

    fn draw(&self, canvas: &mut Canvas, app: &App) {
        draw::draw(canvas, app, self.selected);
    }

    fn hints(&self, app: &App) -> Hints {
        let found = app.shared.selection.diagnosis.ready();
        let found = found.is_some_and(|verdict| verdict.hypotheses.iter().any(Hypothesis::can_be_tried));
        Hints::Keys(if found { named_all(JUDGING) } else { Vec::new() }, "close")
    }
}

impl App {
    pub(crate) fn open_diagnosis(&mut self) {
        if self.shared.selection.node.ready().is_none_or(|node| node.open.array.is_none()) {
            return self.shared.say("no array is selected; V judges all that is below");
        }
        self.overlays.open(DiagnosisWindow::default());
        // A chunk that decodes is compared with others only on demand.
        if self.shared.selection.diagnosis.ready().is_none_or(|verdict| verdict.fault.is_none()) {
            self.shared.diagnose(true);
        }
    }

    fn try_out(&mut self, number: usize) -> Handled {
        let selection = &self.shared.selection;
        let (Some(verdict), Some(shown)) = (selection.diagnosis.ready(), selection.node.ready()) else {
            return Handled::Stay;
        };
        let Some(hypothesis) = verdict.hypotheses.get(number).cloned() else { return Handled::Stay };
        if !hypothesis.can_be_tried() {
            self.shared.say("there is nothing to preview: this says what is wrong, not what would be right");
            return Handled::Stay;
        }
        match Array::open_changed(&self.shared.hierarchy, &shown.open.node, &hypothesis.changes) {
            Ok(changed) => {
                let array = changed.mended(&hypothesis.mends);
                let layout = match &array.document().node {
                    Ok(GroupOrArray::Array(document)) => {
                        Layout::read(&array.key, document, |_| None).map(Arc::new)
                    }
                    _ => None,
                };
                let text = escape(&hypothesis.as_if_so()).into_owned();
                self.shared.say(format!("preview of the repair: {text}; u undoes it"));
                self.see_as(Some(WhatIf { text, array: Arc::new(array), layout }));
                Handled::Close
            }
            Err(error) => {
                self.shared.say(error.to_string());
                Handled::Stay
            }
        }
    }

    pub(crate) fn undo_what_if(&mut self) {
        if self.shared.selection.what_if.is_none() {
            return self.shared.say("no preview to undo");
        }
        self.shared.say("the array as it is stored");
        self.see_as(None);
    }

    fn see_as(&mut self, what_if: Option<WhatIf>) {
        // The other document may have other shards, and another grid or none.
        self.shared.selection.leave_shards();
        self.shared.selection.what_if = what_if;
        self.shared.selection.keep_in_grid();
        self.grid.follow(&self.shared);
        self.grid.forget();
        self.shared.trace();
    }
}
