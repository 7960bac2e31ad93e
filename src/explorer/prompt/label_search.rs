//! Looks for elements by their coordinates, as in `time=2020-03-01 lat=47`.

use std::sync::Arc;

use crate::explorer::core::pending::LabelSearch;
use crate::explorer::keys::keymap::{KeyCommand, key_name, key_of};
use crate::explorer::prompt::work::FindLabels;
use crate::explorer::{App, Late, Pane, RequestId, Side};
use crate::metadata::text::{count, shorten};
use crate::pipeline::{LabelPick, LabelProgress, LabelQuery, LabelSelection};

const LONGEST: usize = 40;

impl App {
    pub(crate) fn dimension_names(&self) -> Vec<Option<String>> {
        let selection = &self.shared.selection;
        if let Some(array) = selection.array()
            && let Some(meaning) = array.meaning()
            && meaning.dimensions.iter().any(Option::is_some)
        {
            return meaning.dimensions;
        }
        selection.array_layout().map(|layout| layout.names.clone()).unwrap_or_default()
    }

    /// `time=2020-03-01 lat=47`.
    pub(crate) fn select_labels(&mut self, text: &str) -> Result<(), String> {
        let array = Arc::clone(self.shared.selection.array().ok_or("no array is selected")?);
        let queries =
            LabelQuery::read_all(text, &self.dimension_names()).map_err(|error| error.to_string())?;
        let request = self.shared.request();
        let (text, key) = (text.trim().to_owned(), self.shared.selection.node_key().to_owned());
        let sought = LabelSearch { text, key, progress: Late::asked(request.clone()) };
        let before = std::mem::replace(&mut self.pending.labels, sought);
        if before.progress.is_waiting() {
            self.shared.say(format!("looking for {} instead of {}", self.pending.labels.text, before.text));
        }
        let hierarchy = Arc::clone(&self.shared.hierarchy);
        self.shared.send(&request, FindLabels { hierarchy, array, queries, options: self.shared.options });
        Ok(())
    }

    pub(crate) fn stop_looking_up(&mut self) {
        self.pending.labels.progress = Late::Idle;
        let text = shorten(&self.pending.labels.text, LONGEST);
        self.shared.say(format!("the search for {text} is ended"));
    }

    pub(crate) fn reconcile_label_search(&mut self) {
        let is_elsewhere = self.pending.labels.key != self.shared.selection.node_key();
        if is_elsewhere && self.pending.labels.progress.is_waiting() {
            self.stop_looking_up();
        }
    }

    pub fn lookup_progress(&self) -> Option<[String; 3]> {
        let LabelSearch { text, progress, .. } = &self.pending.labels;
        if !progress.is_waiting() {
            return None;
        }
        let key = key_name(KeyCommand::Out);
        let (text, stops) = (shorten(text, LONGEST), format!("{key} stops"));
        let [long, short] = match progress.so_far() {
            Some(LabelProgress { read, chunks, .. }) => {
                [format!(" in {read} of {}", count((*chunks).into(), "chunk")), format!(" {read}/{chunks}")]
            }
            None => [" …", " …"].map(str::to_owned),
        };
        Some([
            format!("looking for {text}{long}, {stops}"),
            format!("looking for labels{long}, {stops}"),
            format!("labels{short}, {stops}"),
        ])
    }

    fn found_text(&self, picks: &[LabelPick]) -> String {
        let mut said: Vec<String> = picks.iter().map(LabelPick::text).collect();
        if picks.iter().any(|pick| pick.end - pick.start > 1) {
            said.push("the cursor is at the first".to_owned());
        }
        let selection = &self.shared.selection;
        if selection.meaning().is_some()
            && !selection.is_physical()
            && let Some(key) = key_of(KeyCommand::Physical)
        {
            said.push(format!("raw values, {key} shows what they mean"));
        }
        said.join("; ")
    }

    pub(crate) fn labels_found(&mut self, id: RequestId, found: Result<LabelSelection, String>) {
        if !(self.pending.labels.progress.is_waiting() && self.pending.labels.progress.is_of(id)) {
            return;
        }
        self.pending.labels.progress = Late::Idle;
        let selection = match found {
            Ok(selection) => selection,
            Err(error) => return self.shared.say(error),
        };
        let Some(mut element) = self.shared.selection.cursor() else { return };
        for pick in &selection.picks {
            let Some(place) = element.get_mut(pick.dimension) else { return };
            *place = pick.start;
        }
        self.visited.jump_within();
        self.shared.selection.select_stage(usize::MAX);
        self.shared.focus = Pane::Values;
        self.values_mut(Side::Output).hex = false;
        self.shared.say(self.found_text(&selection.picks));
        self.show_element(&element);
    }
}
