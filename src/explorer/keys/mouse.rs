//! What the mouse does in the panes; windows get it first.

use crate::explorer::keys::events::Press;
use crate::explorer::{App, KeyCommand, Mouse, MouseKind, Move, Pane, PaneEvent, Side};

impl App {
    pub(crate) fn mouse(&mut self, mouse: Mouse) {
        let Mouse { kind, x, y } = mouse;
        match kind {
            MouseKind::Drag if self.shared.held.is_none() => self.drag_selection(x, y),
            MouseKind::Drag | MouseKind::Release => {
                self.pressed = None;
                self.shared.drag(mouse);
            }
            _ if self.mouse_in_overlay(mouse) => {}
            MouseKind::ScrollUp => self.mouse_in_panes(mouse, Some(Move::Up)),
            MouseKind::ScrollDown => self.mouse_in_panes(mouse, Some(Move::Down)),
            MouseKind::Click => self.mouse_in_panes(mouse, None),
            MouseKind::DoubleClick => {
                self.mouse_in_panes(mouse, None);
                if self.shared.held.is_none() && self.shared.inner(self.shared.focus).contains(x, y) {
                    // The row under the pointer has to be selected before it is entered.
                    self.follow_row();
                    self.command_here(KeyCommand::Enter);
                }
            }
        }
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
            // The wheel scrolls the pane under the pointer without the focus, as in other terminal programs.
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

    fn drag_selection(&mut self, x: u16, y: u16) {
        let Some(Press { side, is_dragged }) = self.pressed else { return };
        if self.overlays.is_open() {
            return;
        }
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
