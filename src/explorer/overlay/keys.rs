use crate::configuration::Key;
use crate::explorer::keys::keymap::{command, key_name};
use crate::explorer::{App, Handled, HelpWindow, KeyCommand, Mouse, MouseKind, Move};

impl App {
    pub(crate) fn key_in_overlay(&mut self, key: Key) -> bool {
        let next = self.with_top(|overlay, app| overlay.key(key, app));
        if next == Some(Handled::Pass) {
            match command(key) {
                Some(KeyCommand::Question) => self.question(),
                Some(KeyCommand::Help) => self.open_help(),
                _ => self.say_nothing_happens(key),
            }
        }
        next.is_some()
    }

    pub(crate) fn mouse_in_overlay(&mut self, mouse: Mouse) -> bool {
        let Mouse { kind, x, y } = mouse;
        let next = self.with_top(|overlay, app| {
            match kind {
                MouseKind::ScrollUp => overlay.scroll(Move::Up, app),
                MouseKind::ScrollDown => overlay.scroll(Move::Down, app),
                MouseKind::Click => return overlay.click(x, y, app),
                MouseKind::DoubleClick => match overlay.click(x, y, app) {
                    Handled::Close => return Handled::Close,
                    Handled::Stay | Handled::Pass => return overlay.double_click(x, y, app),
                },
                MouseKind::Drag | MouseKind::Release => {}
            }
            Handled::Stay
        });
        next.is_some()
    }

    pub(crate) fn open_help(&mut self) {
        let own = self.overlays.top().and_then(super::stack::Overlay::own_help);
        self.overlays.open(HelpWindow::new(self.place(), own));
    }

    pub(crate) fn say_nothing_happens(&mut self, key: Key) {
        let help = key_name(KeyCommand::Help);
        let place = if self.overlays.is_open() { " in this window" } else { "" };
        self.shared.say(format!("{key} does nothing{place}; {help} shows the keys"));
    }
}
