//! Labels of rows and columns, and elements that are gone to by their labels.

use std::sync::Arc;

use super::effect::{Effect, Work};
use super::late::{Late, RequestId};
use super::regions::Pane;
use super::side::Side;
use super::state::App;
use crate::pipeline::{AxisLabels, LabelPick, LabelQuery, LabelSelection};

impl App {
    /// Asks for the labels of the array, where they are shown and not known yet.
    pub(super) fn settle_labels(&mut self) -> Option<Effect> {
        let selection = &self.shared.selection;
        if !selection.writing.is_physical || !matches!(selection.labels, Late::Idle) {
            return None;
        }
        let array = Arc::clone(selection.array()?);
        let id = self.shared.next_id();
        self.shared.selection.labels = Late::asked(id);
        Some(Work::ReadLabels(id, Arc::clone(&self.shared.hierarchy), array, self.shared.options).into())
    }

    /// Takes labels that were read.
    pub(super) fn labels_read(&mut self, id: RequestId, labels: Arc<Vec<Option<AxisLabels>>>) {
        self.shared.selection.labels.answer(id, Ok(labels));
    }

    /// Goes to the element that labels name: `time=2020-03-01 lat=47`.
    pub(super) fn select_labels(&mut self, text: &str) -> Result<Vec<Effect>, String> {
        let array = Arc::clone(self.shared.selection.array().ok_or("no array is selected")?);
        let queries = LabelQuery::read_all(&with_commas(text)).map_err(|error| error.to_string())?;
        let id = self.shared.next_id();
        self.looking_up = Late::asked(id);
        self.shared.say("looking for the labels …");
        let (hierarchy, options) = (Arc::clone(&self.shared.hierarchy), self.shared.options);
        Ok(vec![Work::FindLabels(id, Box::new((hierarchy, array, queries, options))).into()])
    }

    /// Goes to what was found by labels, and says what was taken.
    pub(super) fn labels_found(
        &mut self,
        id: RequestId,
        found: Result<LabelSelection, String>,
    ) -> Option<Effect> {
        if !self.looking_up.answer(id, Ok(())) {
            return None;
        }
        let selection = match found {
            Ok(selection) => selection,
            Err(error) => {
                self.shared.say(error);
                return None;
            }
        };
        let mut element = self.shared.selection.cursor()?;
        for pick in &selection.picks {
            *element.get_mut(pick.dimension)? = pick.range.start;
        }
        self.visited.jump_within();
        self.shared.selection.select_stage(usize::MAX);
        self.shared.focus = Pane::Values;
        self.values_mut(Side::Output).hex = false;
        let said: Vec<String> = selection.picks.iter().map(LabelPick::text).collect();
        self.shared.say(said.join("; "));
        self.show_element(&element)
    }
}

/// The words of a typed line, with commas where `--sel` has them.
fn with_commas(text: &str) -> String {
    let mut joined = String::new();
    for word in text.split_whitespace() {
        if !joined.is_empty() {
            joined.push(if word.contains('=') && !joined.ends_with(',') { ',' } else { ' ' });
        }
        joined.push_str(word);
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_become_what_the_option_has() {
        assert_eq!(with_commas("time=2020-03-01 lat=47"), "time=2020-03-01,lat=47");
        assert_eq!(with_commas("time=2020-03-01, lat=40:50"), "time=2020-03-01, lat=40:50");
        assert_eq!(with_commas(" name=New York  x=1 "), "name=New York,x=1");
    }
}
