use crate::configuration::Key;
use crate::explorer::keys::draw_help;
use crate::explorer::keys::keymap::{KeyHint, WindowHint, command, named_all, typed_hint};
use crate::explorer::overlay::stack::closes;
use crate::explorer::{App, Canvas, Handled, HelpWindow, Hints, KeyCommand, Move, Overlay};

impl Overlay for HelpWindow {
    fn key(&mut self, key: Key, app: &mut App) -> Handled {
        if self.is_typing {
            self.type_key(key, app.shared.size);
            return Handled::Stay;
        }
        match command(key) {
            Some(KeyCommand::Move(by)) => self.scroll(by, app),
            Some(KeyCommand::Find) => self.is_typing = true,
            Some(KeyCommand::Out) if self.has_line() => self.forget(),
            Some(KeyCommand::Help) => return Handled::Close,
            // Keys of the panes do nothing in a window below.
            Some(KeyCommand::Enter) if !app.overlays.is_open() => {
                if let Some(command) = self.entries().get(self.selected).and_then(|entry| entry.command) {
                    app.command_here(command);
                }
                return Handled::Close;
            }
            Some(command) if closes(command) => return Handled::Close,
            _ => return Handled::Pass,
        }
        Handled::Stay
    }

    fn scroll(&mut self, by: Move, app: &mut App) {
        self.step(by, app.shared.size);
    }

    fn is_typing(&self) -> bool {
        self.is_typing
    }

    fn reconcile(&mut self, _: &mut App) {
        self.keep_selected();
    }

    fn draw(&self, canvas: &mut Canvas, app: &App) {
        draw_help::draw(canvas, app, self);
    }

    fn hints(&self, _: &App) -> Hints {
        if self.is_typing {
            return Hints::Line(FINDING.iter().map(typed_hint).collect());
        }
        Hints::Keys(named_all(READING), if self.has_line() { "all keys" } else { "close" })
    }
}

const FINDING: &[KeyHint] =
    &[(&[Key::Down, Key::Up], "choose"), (&[Key::Enter], "keep this filter"), (&[Key::Esc], "all keys")];

const READING: &[WindowHint] = &[
    (&[KeyCommand::Find], "find a key"),
    (&[KeyCommand::Enter], "do it"),
    (&[KeyCommand::Move(Move::Down), KeyCommand::Move(Move::Up)], "choose"),
    (&[KeyCommand::Move(Move::PageDown), KeyCommand::Move(Move::PageUp)], "page"),
];
