//! The window of help: all keys, or those that a word finds.

use crate::configuration::Key;
use crate::explorer::keys::keymap::{Binding, KEYMAP, SIGNS, names};
use crate::explorer::keys::own_keys::OwnHelp;
use crate::explorer::{Area, KeyCommand, KeyPlace, Move, TypedLine, step_number, views};
use crate::tell::words::count;
use crate::tell::wrapping::wrap;

#[derive(Debug)]
pub struct HelpWindow {
    own: Option<OwnHelp>,
    pub place: KeyPlace,
    pub line: TypedLine,
    pub is_typing: bool,
    pub selected: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HelpEntry {
    /// Keys or signs.
    pub keys: String,
    /// In a few words, for the list.
    pub short: String,
    pub text: String,
    /// What its keys do in the panes.
    pub command: Option<KeyCommand>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HelpRow {
    Heading(String),
    Entry(HelpEntry),
}

/// Where the parts of the window are.
#[derive(Debug, Clone, Copy)]
pub struct HelpAreas {
    pub line: Area,
    pub list: Area,
    pub rule: Area,
    /// Everything about the selected entry.
    pub detail: Area,
    pub columns: u16,
}

/// The fewest columns of one column of the list.
const COLUMN: u16 = 34;
/// Rows about the selected entry.
const DETAIL: u16 = 4;

impl HelpAreas {
    pub fn rows(&self) -> usize {
        usize::from(self.list.height.max(1))
    }

    /// How many rows are on the screen at once.
    pub fn page(&self) -> usize {
        self.rows() * usize::from(self.columns)
    }
}

impl HelpEntry {
    fn new(keys: &str, short: &str, text: &str) -> Self {
        Self { keys: keys.to_owned(), short: short.to_owned(), text: text.to_owned(), command: None }
    }

    fn of(binding: &Binding, short: &str, text: &str) -> Self {
        Self { command: Some(binding.command), ..Self::new(&names(binding), short, text) }
    }
}

impl HelpWindow {
    pub(crate) fn new(place: KeyPlace, own: Option<OwnHelp>) -> Self {
        Self { own, place, line: TypedLine::default(), is_typing: false, selected: 0 }
    }

    pub fn areas(&self, size: (u16, u16)) -> HelpAreas {
        let (line, rest) = views::window(size).inner().top(u16::from(self.has_line()));
        let columns = (rest.width / COLUMN).clamp(1, 2);
        // What is longer takes rows of the list: it can be read nowhere else.
        let text = self.entries().get(self.selected).map_or(0, |entry| detail(entry, rest.width).len());
        let below = rest.height.saturating_sub(1);
        let wanted = u16::try_from(text).unwrap_or(u16::MAX).min(below.saturating_sub(2));
        let detail = DETAIL.min(below / 2).max(wanted);
        let (list, rest) = rest.top(rest.height.saturating_sub(detail + 1));
        let (rule, detail) = rest.top(1);
        HelpAreas { line, list, rule, detail, columns }
    }

    fn parts(&self) -> Vec<(String, Vec<HelpEntry>)> {
        let (mut here, mut parts) = (Vec::new(), Vec::new());
        for binding in KEYMAP {
            if let Some(heading) = binding.heading {
                parts.push((heading.to_owned(), Vec::new()));
            }
            if !self.fits(&searched(binding)) {
                continue;
            }
            if binding.is_of(self.place) {
                here.push(HelpEntry::of(binding, binding.short_in(self.place), binding.help_in(self.place)));
            } else if let Some((_, part)) = parts.last_mut() {
                part.push(HelpEntry::of(binding, binding.short, &binding.whole_help()));
            }
        }
        parts.insert(0, (format!("in {}", self.place.name()), here));
        if let Some(own) = &self.own {
            // The first words of a text say the most.
            let short = |text: &'static str| text.split([';', ':', ',', '(']).next().unwrap_or(text).trim();
            let rows = self.own_rows().map(|(keys, help)| HelpEntry::new(keys, short(help), help));
            parts.insert(0, (format!("in {}", own.title), rows.collect()));
        }
        let signs = SIGNS.iter().filter(|(sign, meaning)| self.fits(&format!("{sign} {meaning}")));
        let signs = signs.map(|(sign, meaning)| HelpEntry::new(sign, meaning, meaning)).collect();
        parts.push(("signs on the screen".to_owned(), signs));
        parts.retain(|(_, part)| !part.is_empty());
        parts
    }

    pub fn entries(&self) -> Vec<HelpEntry> {
        self.parts().into_iter().flat_map(|(_, part)| part).collect()
    }

    /// One column after the other, each as high as the list. `None` is an empty row.
    pub fn rows(&self, areas: HelpAreas) -> Vec<Option<HelpRow>> {
        let (mut rows, height) = (Vec::new(), areas.rows());
        for (heading, part) in self.parts() {
            if !rows.len().is_multiple_of(height) {
                rows.push(None);
            }
            // A heading at the end of a column would be parted from what it is about.
            if rows.len() % height + 1 == height {
                rows.push(None);
            }
            rows.push(Some(HelpRow::Heading(heading.clone())));
            for entry in part {
                // What goes on in the next column says there what it is about.
                if rows.len().is_multiple_of(height) && height > 2 {
                    rows.push(Some(HelpRow::Heading(format!("{heading} (continued)"))));
                }
                rows.push(Some(HelpRow::Entry(entry)));
            }
        }
        rows
    }

    fn own_rows(&self) -> impl Iterator<Item = &(String, &'static str)> {
        let rows = self.own.iter().flat_map(|own| &own.rows);
        rows.filter(|(keys, help)| self.fits(&format!("{keys} {help}")))
    }

    pub fn found(&self) -> String {
        let found = KEYMAP.iter().filter(|binding| self.fits(&searched(binding))).count();
        count((found + self.own_rows().count()) as u128, "key")
    }

    fn fits(&self, text: &str) -> bool {
        let (text, words) = (text.to_lowercase(), self.line.text().to_lowercase());
        words.split_whitespace().all(|word| text.contains(word))
    }

    pub fn has_line(&self) -> bool {
        self.is_typing || !self.line.is_empty()
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "every other key is for the line")]
    pub(crate) fn type_key(&mut self, key: Key, size: (u16, u16)) {
        match key {
            Key::Enter => self.is_typing = false,
            Key::Esc => self.forget(),
            Key::Backspace if self.line.is_empty() => self.forget(),
            Key::Up => self.step(Move::Up, size),
            Key::Down => self.step(Move::Down, size),
            Key::PageUp => self.step(Move::PageUp, size),
            Key::PageDown => self.step(Move::PageDown, size),
            key if self.line.key(key) => self.selected = 0,
            _ => {}
        }
    }

    pub(crate) fn forget(&mut self) {
        (self.line, self.is_typing, self.selected) = (TypedLine::default(), false, 0);
    }

    pub(crate) fn step(&mut self, by: Move, size: (u16, u16)) {
        let areas = self.areas(size);
        let count = self.entries().len();
        if !matches!(by, Move::PageUp | Move::PageDown) {
            return step_number(&mut self.selected, by, areas.page() as u64, count);
        }
        // Headings and empty rows take room too: a page more or less is the first entry of the page beside.
        let is_entry = |row: &Option<HelpRow>| matches!(row, Some(HelpRow::Entry(_)));
        let rows = self.rows(areas);
        let entries: Vec<usize> =
            (0..rows.len()).filter(|row| rows.get(*row).is_some_and(is_entry)).collect();
        let page = entries.get(self.selected).map_or(0, |row| row / areas.page());
        let page = if by == Move::PageDown { page + 1 } else { page.saturating_sub(1) };
        let first = entries.partition_point(|row| *row < page * areas.page());
        self.selected = first.min(count.saturating_sub(1));
    }

    pub(crate) fn keep_selected(&mut self) {
        self.selected = self.selected.min(self.entries().len().saturating_sub(1));
    }
}

fn searched(binding: &Binding) -> String {
    format!("{} :{} {} {}", names(binding), binding.name, binding.whole_help(), binding.also)
}

/// What is written of the selected entry.
pub(crate) fn detail(entry: &HelpEntry, width: u16) -> Vec<String> {
    wrap(&format!("{}  {}", entry.keys, entry.text), width)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_page_is_passed_over() {
        for size in [(80, 24), (200, 60), (40, 12)] {
            let mut window = HelpWindow::new(KeyPlace::Grid, None);
            loop {
                let areas = window.areas(size);
                let before = window.selected;
                window.step(Move::PageDown, size);
                if window.selected == before {
                    break;
                }
                let rows = window.rows(areas);
                let is_entry = |row: &&Option<HelpRow>| matches!(row, Some(HelpRow::Entry(_)));
                let entries: Vec<usize> =
                    rows.iter().enumerate().filter(|(_, row)| is_entry(row)).map(|(at, _)| at).collect();
                let [row, next] = [before, window.selected].map(|at| entries[at]);
                assert!(
                    next > row && next < (row / areas.page() + 2) * areas.page(),
                    "{size:?} {row} {next}"
                );
            }
            assert_eq!(window.selected + 1, window.entries().len());
        }
    }
}
