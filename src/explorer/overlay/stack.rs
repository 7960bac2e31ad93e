//! What lies over the panes, the topmost last: it has the keys and the mouse.

use std::any::Any;
use std::fmt::Debug;

use crate::configuration::Key;
use crate::explorer::core::facts;
use crate::explorer::draw::lines::draw_page;
use crate::explorer::keys::keymap::{READING_PAGE, binding_of, command, named_all};
use crate::explorer::keys::own_keys::OwnHelp;
use crate::explorer::{App, Area, Canvas, KeyCommand, Move, Scroll, views};
use crate::metadata::text::escape;
use crate::tell::line_rows::all_rows;
use crate::tell::report::Line;

/// A window over the panes, or a typed line. It is off the stack while it handles a key, so that it can change everything else.
pub trait Overlay: Any + Debug {
    fn key(&mut self, key: Key, app: &mut App) -> Handled {
        match command(key) {
            Some(KeyCommand::Move(by)) => {
                self.scroll(by, app);
                Handled::Stay
            }
            Some(command) if closes(command) => Handled::Close,
            _ => Handled::Pass,
        }
    }

    fn scroll(&mut self, _by: Move, _: &mut App) {}

    fn click(&mut self, _x: u16, _y: u16, _: &mut App) -> Handled {
        Handled::Stay
    }

    fn double_click(&mut self, _x: u16, _y: u16, _: &mut App) -> Handled {
        Handled::Stay
    }

    fn is_typing(&self) -> bool {
        false
    }

    fn reconcile(&mut self, _: &mut App) {}

    /// Keeps its state for the next time.
    fn closed(self: Box<Self>, _: &mut App) {}

    fn draw(&self, canvas: &mut Canvas, app: &App);

    fn hints(&self, _: &App) -> Hints {
        Hints::Keys(named_all(READING_PAGE), "close")
    }

    fn own_help(&self) -> Option<OwnHelp> {
        None
    }

    fn has_line(&self) -> bool {
        false
    }

    fn draw_line(&self, _: &mut Canvas, _: Area, _: &App) {}

    fn covers(&self) -> bool {
        true
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Handled {
    Stay,
    Close,
    /// Stays, and the key does nothing in it.
    Pass,
}

#[derive(Debug)]
pub enum Hints {
    /// As many keys as fit, and always the way out.
    Keys(Vec<String>, &'static str),
    /// As many keys as fit, and always the last.
    Line(Vec<String>),
    Texts(Vec<String>),
}

#[derive(Debug, Default)]
pub struct Overlays {
    open: Vec<Box<dyn Overlay>>,
}

impl Overlays {
    pub fn is_open(&self) -> bool {
        !self.open.is_empty()
    }

    pub(crate) fn visible(&self) -> &[Box<dyn Overlay>] {
        let first = self.open.iter().rposition(|overlay| overlay.covers()).unwrap_or(0);
        self.open.get(first..).unwrap_or_default()
    }

    pub fn top(&self) -> Option<&dyn Overlay> {
        self.open.last().map(AsRef::as_ref)
    }

    pub fn get<T: Overlay>(&self) -> Option<&T> {
        self.open.iter().rev().find_map(|overlay| (overlay.as_ref() as &dyn Any).downcast_ref())
    }

    pub fn top_as<T: Overlay>(&self) -> Option<&T> {
        (self.open.last()?.as_ref() as &dyn Any).downcast_ref()
    }

    pub(crate) fn get_mut<T: Overlay>(&mut self) -> Option<&mut T> {
        self.open.iter_mut().rev().find_map(|overlay| (overlay.as_mut() as &mut dyn Any).downcast_mut())
    }

    pub(crate) fn open(&mut self, overlay: impl Overlay) {
        self.open.push(Box::new(overlay));
    }

    pub(crate) fn close<T: Overlay>(&mut self) {
        self.open.retain(|overlay| !(overlay.as_ref() as &dyn Any).is::<T>());
    }
}

impl App {
    pub(super) fn with_top(
        &mut self,
        act: impl FnOnce(&mut dyn Overlay, &mut Self) -> Handled,
    ) -> Option<Handled> {
        let mut overlay = self.overlays.open.pop()?;
        let place = self.overlays.open.len();
        let next = act(overlay.as_mut(), self);
        if next == Handled::Close {
            overlay.closed(self);
        } else {
            // Overlays that it opened lie over it.
            self.overlays.open.insert(place.min(self.overlays.open.len()), overlay);
        }
        Some(next)
    }

    pub(crate) fn reconcile_overlays(&mut self) {
        let mut overlays = std::mem::take(&mut self.overlays.open);
        for overlay in &mut overlays {
            overlay.reconcile(self);
        }
        overlays.append(&mut self.overlays.open);
        self.overlays.open = overlays;
    }
}

/// Whether a key closes a page for reading. The keys that open such pages do, so that a key closes what it has opened.
pub(crate) fn closes(command: KeyCommand) -> bool {
    matches!(command, KeyCommand::Back | KeyCommand::Out | KeyCommand::Enter)
        || binding_of(command).is_some_and(|binding| binding.is_page)
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    pub title: String,
    pub lines: Vec<Line>,
    pub scroll: Scroll,
}

impl Page {
    pub(crate) fn new(title: String, lines: Vec<Line>) -> Self {
        Self { title, lines, scroll: Scroll::default() }
    }
}

impl Overlay for Page {
    fn scroll(&mut self, by: Move, app: &mut App) {
        let inner = views::page(app.shared.size, &self.title, &self.lines).inner();
        self.scroll.step_page(by, inner.height.into(), all_rows(&self.lines, inner.width));
    }

    fn reconcile(&mut self, app: &mut App) {
        let inner = views::page(app.shared.size, &self.title, &self.lines).inner();
        self.scroll.keep_page(inner.height.into(), all_rows(&self.lines, inner.width));
    }

    fn draw(&self, canvas: &mut Canvas, app: &App) {
        draw_page(canvas, app, &self.title, &self.lines, self.scroll.first);
    }
}

impl App {
    pub(crate) fn open_element_path(&mut self) {
        let mut lines = facts::element_path(&self.shared.selection);
        if lines.is_empty() {
            lines.push("no chunk is decoded".to_owned());
        }
        let lines = lines.iter().map(|line| Line::Text(escape(line).into_owned())).collect();
        self.overlays.open(Page::new("path of this element to its stored bytes".to_owned(), lines));
    }
}
