use crate::configuration::Key;
use crate::explorer::keys::keymap::{Binding, KEYMAP, SIGNS, names};
use crate::explorer::keys::own_keys::OwnHelp;
use crate::explorer::{KeyPlace, Move, Scroll, TypedLine, views};
use crate::tell::words::count;
use crate::tell::wrapping::wrap;

#[derive(Debug)]
pub struct HelpWindow {
    own: Option<OwnHelp>,
    pub place: KeyPlace,
    pub line: TypedLine,
    pub is_typing: bool,
    pub scroll: Scroll,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HelpRow {
    Heading(String),
    /// Keys or signs, and what they do. Without keys, the text goes on.
    Entry(String, String),
}

const KEYS: u16 = 14;

impl HelpWindow {
    pub(crate) fn new(place: KeyPlace, own: Option<OwnHelp>) -> Self {
        Self { own, place, line: TypedLine::default(), is_typing: false, scroll: Scroll::default() }
    }

    pub fn key_columns(width: u16) -> u16 {
        KEYS.min(width / 3)
    }

    pub fn rows(&self, width: u16) -> Vec<HelpRow> {
        let (mut here, mut parts) = (Vec::new(), Vec::new());
        for binding in KEYMAP {
            if let Some(heading) = binding.heading {
                parts.push((heading.to_owned(), Vec::new()));
            }
            if !self.fits(&searched(binding)) {
                continue;
            }
            if binding.is_of(self.place) {
                here.push((names(binding), binding.help_in(self.place).to_owned()));
            } else if let Some((_, part)) = parts.last_mut() {
                part.push((names(binding), binding.whole_help()));
            }
        }
        parts.insert(0, (format!("in {}", self.place.name()), here));
        if let Some(own) = &self.own {
            let rows = self.own_rows().map(|(keys, help)| (keys.clone(), (*help).to_owned()));
            parts.insert(0, (format!("in {}", own.title), rows.collect()));
        }
        let mut signs = Vec::new();
        for (sign, meaning) in SIGNS {
            if self.fits(&format!("{sign} {meaning}")) {
                signs.push(((*sign).to_owned(), (*meaning).to_owned()));
            }
        }
        parts.push(("signs on the screen".to_owned(), signs));
        parts.retain(|(_, part)| !part.is_empty());
        laid_out(&parts, width)
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

    pub fn height(&self, size: (u16, u16)) -> u16 {
        views::window(size).inner().height.saturating_sub(u16::from(self.has_line()))
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
            key if self.line.key(key) => self.scroll = Scroll::default(),
            _ => {}
        }
    }

    pub(crate) fn forget(&mut self) {
        (self.line, self.is_typing, self.scroll) = (TypedLine::default(), false, Scroll::default());
    }

    pub(crate) fn step(&mut self, by: Move, size: (u16, u16)) {
        let rows = self.rows(views::window(size).inner().width).len();
        self.scroll.step_page(by, self.height(size).into(), rows as u64);
    }

    pub(crate) fn keep_on_screen(&mut self, size: (u16, u16)) {
        let rows = self.rows(views::window(size).inner().width).len();
        self.scroll.keep_page(self.height(size).into(), rows as u64);
    }
}

fn searched(binding: &Binding) -> String {
    format!("{} :{} {} {}", names(binding), binding.name, binding.whole_help(), binding.also)
}

fn laid_out(parts: &[(String, Vec<(String, String)>)], width: u16) -> Vec<HelpRow> {
    let columns = HelpWindow::key_columns(width);
    let mut rows = Vec::new();
    for (heading, entries) in parts {
        if !rows.is_empty() {
            rows.push(HelpRow::Heading(String::new()));
        }
        rows.push(HelpRow::Heading(heading.clone()));
        for (keys, text) in entries {
            let keys = wrap(keys, columns.saturating_sub(1));
            let text = wrap(text, width.saturating_sub(columns));
            let at = |lines: &[String], row: usize| lines.get(row).cloned().unwrap_or_default();
            for row in 0..keys.len().max(text.len()) {
                rows.push(HelpRow::Entry(at(&keys, row), at(&text, row)));
            }
        }
    }
    rows
}
