//! `:next nan` and the like: the next element of a kind in the whole array.

use crate::explorer::core::pending::LabelSearch;
use crate::explorer::keys::keymap::named;
use crate::explorer::values::work::FindElement;
use crate::explorer::{App, KeyCommand, Late, RequestId};
use crate::pipeline::{ElementFound, WantedElement};
use crate::tell::words::count;

impl App {
    pub(crate) fn search_line(&mut self, argument: &str) -> Result<(), String> {
        if argument.is_empty() {
            self.shared.selection.wanted = None;
            self.shared.say("the search is ended");
            return Ok(());
        }
        let array = self.shared.selection.value_array().ok_or("no array is selected")?;
        let wanted = WantedElement::read(argument, array.values_type()).map_err(|why| {
            let is_extreme = ["min", "max"].iter().any(|name| argument.trim().eq_ignore_ascii_case(name));
            let leads = format!("; {}", named(&[KeyCommand::Stats], "leads to the extremes"));
            why + if is_extreme { &leads } else { "" }
        })?;
        self.shared.selection.wanted = Some(wanted);
        self.next_wanted(false);
        Ok(())
    }

    /// Whether there is something to look for.
    pub(crate) fn next_wanted(&mut self, back: bool) -> bool {
        let selection = &self.shared.selection;
        let (Some(wanted), Some(array), Some(from)) =
            (selection.wanted.clone(), selection.value_array().cloned(), selection.cursor())
        else {
            return false;
        };
        let key = selection.node_key().to_owned();
        let task = FindElement { array, wanted, from, back, options: self.shared.options };
        let text = task.wanted.text.clone();
        let request = self.shared.ask(task);
        self.pending.labels = LabelSearch { text, key, progress: Late::asked(request) };
        true
    }

    pub(crate) fn element_found(&mut self, id: RequestId, found: ElementFound) {
        let search = &mut self.pending.labels;
        if !(search.progress.is_waiting() && search.progress.is_of(id)) {
            return;
        }
        search.progress = Late::Idle;
        let text = search.text.clone();
        match found {
            ElementFound::At { element, is_around } => {
                self.visited.jump_within();
                self.show_element(&element);
                let around = if is_around { ", past the end of the array" } else { "" };
                self.shared.say(format!("{text} at {element:?}{around}"));
            }
            ElementFound::None { faulty: 0 } => self.shared.say(format!("no element is {text}")),
            ElementFound::None { faulty } => self.shared.say(format!(
                "no element that can be read is {text}; {} cannot be read",
                count(faulty.into(), "chunk")
            )),
        }
    }
}
