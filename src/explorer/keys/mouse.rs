//! What the mouse does: it selects, enters, scrolls what is under it, and drags borders and selections.

use crate::explorer::core::app::App;
use crate::explorer::core::side::Side;
use crate::explorer::geometry::regions::Pane;
use crate::explorer::keys::input::PaneEvent;
use crate::explorer::keys::input::Press;
use crate::explorer::keys::input::{Mouse, MouseKind};
use crate::explorer::keys::keymap::{KeyCommand, Move};
use crate::explorer::overlay::window::Overlay;

impl App {
    pub(crate) fn mouse(&mut self, mouse: Mouse) {
        let Mouse { kind, x, y } = mouse;
        let by = match kind {
            MouseKind::ScrollUp => Some(Move::Up),
            MouseKind::ScrollDown => Some(Move::Down),
            MouseKind::Click => None,
            MouseKind::DoubleClick => return self.double_click(mouse),
            MouseKind::Drag if self.shared.held.is_none() => return self.drag_selection(x, y),
            MouseKind::Drag | MouseKind::Release => {
                self.pressed = None;
                self.shared.drag(mouse);
                return;
            }
        };
        if self.scroll_help_over(by) {
            return;
        }
        if matches!(self.overlay, Overlay::Finder) {
            self.mouse_in_finder(by, x, y);
            return;
        }
        if matches!(self.overlay, Overlay::Cards(_)) {
            self.mouse_in_cards(by, x, y);
            return;
        }
        if self.overlay.is_open() {
            if let Some(by) = by {
                self.in_overlay(KeyCommand::Move(by));
            }
            return;
        }
        self.mouse_in_panes(mouse, by);
    }

    fn mouse_in_panes(&mut self, mouse: Mouse, by: Option<Move>) {
        let Mouse { x, y, .. } = mouse;
        if self.shared.regions().picture.contains(x, y) {
            let event = by.map_or(PaneEvent::Click(x, y), |by| PaneEvent::KeyCommand(KeyCommand::Move(by)));
            if by.is_none() {
                self.shared.focus = Pane::Values;
                self.shared.drag(mouse);
            }
            return self.picture.update(event, &mut self.shared);
        }
        let pane = self.shared.regions().at(x, y).filter(|pane| self.shared.panes().contains(pane));
        match (pane, by) {
            (None, _) => {}
            // The wheel scrolls the pane under the pointer; the focus stays, as in other terminal programs.
            (Some(pane), Some(by)) => self.pane(pane, PaneEvent::KeyCommand(KeyCommand::Move(by))),
            (Some(pane), None) => {
                self.shared.drag(mouse);
                self.shared.focus = pane;
                let inside = self.shared.inner(pane).contains(x, y);
                let in_picture = pane == Pane::Values && self.picture.takes_over(&self.shared);
                let side = Side::of(pane).filter(|_| inside && !in_picture);
                self.pressed = side.map(|side| Press { side, is_dragged: false });
                if inside {
                    self.pane(pane, PaneEvent::Click(x, y));
                }
            }
        }
    }

    /// Selects what was clicked, and enters it.
    fn double_click(&mut self, mouse: Mouse) {
        let Mouse { x, y, .. } = mouse;
        let is_pane = !self.overlay.is_open();
        self.mouse(Mouse { kind: MouseKind::Click, ..mouse });
        if matches!(self.overlay, Overlay::Finder) {
            self.enter_clicked(x, y);
        } else if is_pane && self.shared.held.is_none() && self.shared.inner(self.shared.focus).contains(x, y)
        {
            // What was clicked has to be selected before it is entered.
            self.follow_row();
            self.command_here(KeyCommand::Enter);
        }
    }

    /// Selects from where the button went down to where the mouse is.
    fn drag_selection(&mut self, x: u16, y: u16) {
        let Some(Press { side, is_dragged }) = self.pressed.filter(|_| !self.overlay.is_open()) else {
            return;
        };
        let area = self.values(side).cells(&self.shared);
        let within = |at: u16, start: u16, length: u16| at.clamp(start, start + length.saturating_sub(1));
        let (x, y) = (within(x, area.x, area.width), within(y, area.y, area.height));
        if !is_dragged {
            self.values_mut(side).anchor = None;
            self.pane(side.pane(), PaneEvent::KeyCommand(KeyCommand::Select));
            self.pressed = Some(Press { side, is_dragged: true });
        }
        self.pane(side.pane(), PaneEvent::Click(x, y));
    }
}
