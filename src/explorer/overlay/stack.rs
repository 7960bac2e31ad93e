//! What may lie over the panes, and the stack of what does: the topmost has the keys and the mouse.

use std::any::Any;
use std::fmt::Debug;

use crate::configuration::Key;
use crate::explorer::App;
use crate::explorer::draw::canvas::Canvas;
use crate::explorer::geometry::regions::Area;
use crate::explorer::keys::keymap::{KeyCommand, Move, READING_PAGE, command, named_all};
use crate::explorer::keys::own_keys::OwnHelp;

/// A window over the panes, or a line that is typed. While it handles a key it is taken off the stack, so that it can change
/// everything else, and open others.
pub trait Overlay: Any + Debug {
    /// Handles a key. What is only read scrolls, and closes with the keys that open such windows.
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

    /// Scrolls, by a key or the wheel.
    fn scroll(&mut self, _by: Move, _: &mut App) {}

    fn click(&mut self, _x: u16, _y: u16, _: &mut App) -> Handled {
        Handled::Stay
    }

    /// Handles the second click at the same place, after the first.
    fn double_click(&mut self, _x: u16, _y: u16, _: &mut App) -> Handled {
        Handled::Stay
    }

    /// Whether letters go into a line.
    fn is_typing(&self) -> bool {
        false
    }

    /// Keeps cursor and scrolling within what is there now, and asks for what the screen lacks.
    fn reconcile(&mut self, _: &mut App) {}

    /// Called when it is closed: keeps what it needs when it is opened again.
    fn closed(self: Box<Self>, _: &mut App) {}

    fn draw(&self, canvas: &mut Canvas, app: &App);

    fn hints(&self, _: &App) -> Hints {
        Hints::Keys(named_all(READING_PAGE), "close")
    }

    fn own_help(&self) -> Option<OwnHelp> {
        None
    }

    /// Whether it has the last line for itself, before any message.
    fn has_line(&self) -> bool {
        false
    }

    fn draw_line(&self, _: &mut Canvas, _: Area, _: &App) {}

    /// Whether it hides what lies below it.
    fn covers(&self) -> bool {
        true
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Handled {
    Stay,
    Close,
    /// It stays, and the key does nothing in it.
    Pass,
}

#[derive(Debug)]
pub enum Hints {
    /// Keys with what they do, as many as fit, and the way out, which has room in any case.
    Keys(Vec<String>, &'static str),
    /// Keys with what they do, as many as fit, and the last in any case.
    Line(Vec<String>),
    /// The first of these texts that fits.
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

    /// Those that can be seen, the topmost last.
    pub(crate) fn visible(&self) -> &[Box<dyn Overlay>] {
        let first = self.open.iter().rposition(|overlay| overlay.covers()).unwrap_or(0);
        self.open.get(first..).unwrap_or_default()
    }

    pub fn top(&self) -> Option<&dyn Overlay> {
        self.open.last().map(AsRef::as_ref)
    }

    /// The topmost of a kind, also below others.
    pub fn get<T: Overlay>(&self) -> Option<&T> {
        self.open.iter().rev().find_map(|overlay| (overlay.as_ref() as &dyn Any).downcast_ref())
    }

    /// What has the keys, where it is of a kind.
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
    /// Has the topmost overlay do something; `None` where none is open.
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
            // What it has opened lies over it.
            self.overlays.open.insert(place.min(self.overlays.open.len()), overlay);
        }
        Some(next)
    }

    /// Brings all of them up to date, the lowest first.
    pub(crate) fn reconcile_overlays(&mut self) {
        let mut overlays = std::mem::take(&mut self.overlays.open);
        for overlay in &mut overlays {
            overlay.reconcile(self);
        }
        overlays.append(&mut self.overlays.open);
        self.overlays.open = overlays;
    }
}

/// Whether a key closes what is only read. The keys that open such windows do, so that a key closes what it has opened.
pub(crate) fn closes(command: KeyCommand) -> bool {
    matches!(
        command,
        KeyCommand::Back
            | KeyCommand::Out
            | KeyCommand::Info
            | KeyCommand::Enter
            | KeyCommand::Probe
            | KeyCommand::Explain
            | KeyCommand::Diagnose
            | KeyCommand::CopyAs
            | KeyCommand::Stats
            | KeyCommand::Profile
            | KeyCommand::Places
    )
}
