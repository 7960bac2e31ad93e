//! Copying: what has the cursor, or what is selected.

use std::fmt::Write as _;
use std::ops::Range;
use std::sync::Arc;

use super::content::Content;
use super::effect::{Effect, Terminal, Work};
use super::late::{Late, RequestId};
use super::regions::Pane;
use super::selected::Selected;
use super::side::Side;
use super::state::App;
use crate::metadata::lengths;
use crate::metadata::text::escape;
use crate::pipeline::Region;
use crate::tell::python::nested_lists;
use crate::tell::words::{count, grouped};

/// The most elements or bytes that are copied: terminals take no more than some 100 kB.
const MOST: u128 = 10_000;

impl App {
    /// Copies what has the cursor, or what is selected.
    pub(super) fn copy(&mut self) -> Option<Effect> {
        if let Some(selected) = self.selected() {
            return self.copy_selected(&selected);
        }
        let Some(text) = self.text_to_copy() else {
            self.shared.say("there is nothing to copy under the cursor");
            return None;
        };
        let text = escape(&text).into_owned();
        self.shared.say(format!("copied {text}"));
        Some(Terminal::Copy(text).into())
    }

    /// What has the cursor.
    fn text_to_copy(&self) -> Option<String> {
        let selection = &self.shared.selection;
        let path = self.shared.hierarchy.display(selection.node_key());
        Some(match (self.shared.focus, selection.trace.ready()) {
            (Pane::Grid, Some(trace)) => format!("{path}/{}", trace.key),
            (Pane::Hierarchy | Pane::Grid, _) => path,
            (Pane::Stages, _) => selection.stage_trace()?.info.codec.name.clone(),
            (pane @ (Pane::Input | Pane::Values), _) => {
                let pane = self.values(Side::of(pane)?);
                pane.content(selection).text(&pane.coords)?
            }
        })
    }

    /// What is selected in the pane that has the focus.
    #[must_use]
    pub fn selected(&self) -> Option<Selected> {
        self.values(Side::of(self.shared.focus)?).selected(&self.shared.selection)
    }

    fn copy_selected(&mut self, selected: &Selected) -> Option<Effect> {
        let number = selected.count();
        if number > MOST {
            let (own, most) = (grouped(number), grouped(MOST));
            self.shared.say(format!("at most {most} are copied, {own} are selected: W saves them"));
            return None;
        }
        let selection = &self.shared.selection;
        let content = self.values(Side::of(self.shared.focus)?).content(selection);
        let text = match (&content, selected) {
            (Content::Window(_), Selected::Elements(region)) => {
                let (array, region) = (Arc::clone(selection.array()?), region.clone());
                let id = self.shared.next_id();
                self.copying = Late::asked(id);
                self.shared.say(format!("reading {} …", count(number, "element")));
                return Some(Work::ReadCopy(id, array, region, self.shared.options).into());
            }
            (Content::Bytes { bytes, .. }, Selected::Bytes(range)) => hex(bytes, range)?,
            (content, Selected::Elements(region)) => list(content, region)?,
            _ => return None,
        };
        let what = match selected {
            Selected::Elements(_) => format!("{} as a Python list", count(number, "element")),
            Selected::Bytes(_) => format!("{} in hex", count(number, "byte")),
        };
        self.shared.say(format!("copied {what}"));
        Some(Terminal::Copy(escape(&text).into_owned()).into())
    }

    /// Copies what was read for it.
    pub(super) fn copy_read(&mut self, id: RequestId, result: Result<String, String>) -> Option<Effect> {
        if !self.copying.answer(id, Ok(())) {
            return None;
        }
        match result {
            Ok(text) => {
                self.shared.say(format!("copied {} as a Python list", count(text.len() as u128, "byte")));
                Some(Terminal::Copy(escape(&text).into_owned()).into())
            }
            Err(error) => {
                self.shared.say(format!("nothing was copied: {error}"));
                None
            }
        }
    }
}

/// Bytes in hex, with spaces between them.
fn hex(bytes: &[u8], range: &Range<u64>) -> Option<String> {
    let place = |at: u64| usize::try_from(at).unwrap_or(usize::MAX);
    let own = bytes.get(place(range.start)..place(range.end))?;
    let mut text = String::new();
    for byte in own {
        // Writing to a String cannot fail.
        let _ = write!(text, "{byte:02x} ");
    }
    Some(text.trim_end().to_owned())
}

/// Elements as a Python list.
fn list(content: &Content, region: &Region) -> Option<String> {
    let elements = match content {
        Content::Array { shape, elements, .. } => elements.part(shape, region)?,
        Content::Fill { fill, .. } => {
            // The list says each of them, whatever type it has.
            return Some(filled(&fill.to_string(), &lengths(region)));
        }
        _ => return None,
    };
    Some(nested_lists(&elements, &lengths(region)))
}

/// One value as nested lists.
fn filled(value: &str, shape: &[u64]) -> String {
    shape.iter().rev().fold(value.to_owned(), |text, edge| {
        let all: Vec<&str> = (0..*edge).map(|_| text.as_str()).collect();
        format!("[{}]", all.join(", "))
    })
}
