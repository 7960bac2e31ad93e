//! Reads the labels along the axes of an array, for pictures and for physical values.

use std::sync::Arc;

use crate::explorer::picture::work::ReadLabels;
use crate::explorer::{App, Late};

impl App {
    pub(crate) fn reconcile_labels(&mut self) {
        let selection = &self.shared.selection;
        // A picture has the shape that coordinates give its elements.
        let is_wanted = selection.is_physical() || self.picture.is_shown(&self.shared);
        if !is_wanted || !matches!(selection.labels, Late::Idle) {
            return;
        }
        let Some(array) = selection.array().cloned() else { return };
        let hierarchy = Arc::clone(&self.shared.hierarchy);
        let request = self.shared.ask(ReadLabels { hierarchy, array, options: self.shared.options });
        self.shared.selection.labels = Late::asked(request);
    }
}
