//! Moves the borders between panes.

use crate::explorer::geometry::dividers::{Divider, Dividers};
use crate::explorer::{Mouse, MouseKind, Move, Shared};

/// Columns for each key press; a character is about twice as high as it is wide.
const COLUMNS: u16 = 2;

impl Shared {
    pub(crate) fn move_border(&mut self, to: Move) {
        let is_upright = matches!(to, Move::Left | Move::Right);
        let regions = self.regions();
        let found = regions.divider_of(self.focus, is_upright);
        let Some((divider, size)) = found.and_then(|own| Some((own, regions.size_before(own)?))) else {
            return self.say(if is_upright {
                "this pane has no left or right border to move"
            } else {
                "this pane has no border above or below to move"
            });
        };
        let step = if is_upright { COLUMNS } else { 1 };
        let is_smaller = matches!(to, Move::Left | Move::Up);
        let wanted = if is_smaller { size.saturating_sub(step) } else { size.saturating_add(step) };
        if !self.put_border(divider, wanted) {
            self.say("no further: the pane beyond the border needs the room");
        }
    }

    fn put_border(&mut self, divider: Divider, wanted: u16) -> bool {
        let before = (self.dividers, self.regions().size_before(divider));
        self.dividers.choose(divider, wanted);
        // An impossible size is not kept: the way back would begin there.
        match self.regions().size_before(divider) {
            Some(size) if Some(size) != before.1 => {
                self.dividers.choose(divider, size);
                true
            }
            _ => {
                self.dividers = before.0;
                false
            }
        }
    }

    pub(crate) fn reset_borders(&mut self) {
        let were_moved = self.dividers != Dividers::default();
        self.dividers = Dividers::default();
        self.say(if were_moved {
            "the borders are back where they were"
        } else {
            "borders are where they were (Ctrl and an arrow key, or the mouse, moves them)"
        });
    }

    pub(crate) fn drag(&mut self, Mouse { kind, x, y }: Mouse) {
        let regions = self.regions();
        let start = |divider: Divider| {
            let [before, _] = regions.sides(divider)?;
            Some(if divider.is_upright() { (x, before.x) } else { (y, before.y) })
        };
        match (kind, self.held) {
            (MouseKind::Click, _) => {
                self.held = None;
                if let Some(divider) = regions.divider_at(x, y)
                    && let Some((at, start)) = start(divider)
                    && let Some(size) = regions.size_before(divider)
                {
                    self.held = Some((divider, start.saturating_add(size).saturating_sub(at)));
                }
            }
            (MouseKind::Drag, Some((divider, apart))) => {
                if let Some((at, start)) = start(divider) {
                    self.put_border(divider, at.saturating_add(apart).saturating_sub(start));
                }
            }
            (MouseKind::Release, _) => self.held = None,
            _ => {}
        }
    }
}
