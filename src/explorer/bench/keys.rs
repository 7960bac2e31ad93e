use crate::codec::{CodecRow, DecodeOptions};
use crate::configuration::Key;
use crate::explorer::bench::{BenchPart, KEYS, draw};
use crate::explorer::keys::keymap::{KeyHint, TYPING, typed_hint};
use crate::explorer::keys::own_keys::{OwnHelp, WindowKey};
use crate::explorer::{
    App, BenchWindow, Canvas, Effect, Handled, Hints, KeyCommand, Move, Overlay, Terminal,
};
use crate::hierarchy::Hierarchy;
use crate::learn::{CourseLesson, LESSONS};
use crate::store::MemoryStore;

impl App {
    /// The explorer with nothing but the bench, whose chain has these codecs. It ends with the window.
    pub fn building(codecs: &[&CodecRow], size: (u16, u16)) -> (Self, Vec<Effect>) {
        let hierarchy = match LESSONS.first().and_then(CourseLesson::open) {
            Some(hierarchy) => hierarchy,
            None => Hierarchy::in_store("", MemoryStore::default()),
        };
        let (mut app, effects) = Self::new(hierarchy, DecodeOptions::default(), size);
        app.overlays.open(BenchWindow::new(codecs, true));
        (app, effects)
    }

    pub(crate) fn build(&mut self) {
        self.overlays.open(self.bench.take().unwrap_or_else(|| BenchWindow::new(&[], false)));
    }
}

impl Overlay for BenchWindow {
    fn key(&mut self, key: Key, app: &mut App) -> Handled {
        if self.is_typing() {
            self.typed(key, &mut app.shared);
            return Handled::Stay;
        }
        if self.begins_number(key) {
            return Handled::Stay;
        }
        match KEYS.asked(key) {
            Some(WindowKey::Pane(KeyCommand::Out | KeyCommand::Back | KeyCommand::Build)) => Handled::Close,
            Some(WindowKey::Pane(KeyCommand::Help)) | None => Handled::Pass,
            Some(asked) => self.act(asked, &mut app.shared),
        }
    }

    fn scroll(&mut self, _: Move, _: &mut App) {}

    fn own_help(&self) -> Option<OwnHelp> {
        Some(KEYS.help())
    }

    fn is_typing(&self) -> bool {
        matches!(self.part, BenchPart::Number(_) | BenchPart::Configuration(_) | BenchPart::Picker(_))
    }

    fn closed(self: Box<Self>, app: &mut App) {
        if self.is_all {
            app.shared.terminal(Terminal::Quit);
        }
        // It opens again as it was left.
        app.bench = Some(*self);
    }

    fn draw(&self, canvas: &mut Canvas, app: &App) {
        draw::draw(canvas, app, self);
    }

    fn hints(&self, _: &App) -> Hints {
        let hints = match self.part {
            BenchPart::Numbers => NUMBERS,
            BenchPart::Codecs => CODECS,
            BenchPart::Bytes => BYTES,
            BenchPart::Number(_) | BenchPart::Configuration(_) | BenchPart::Picker(_) => {
                return Hints::Line(TYPING.iter().map(typed_hint).collect());
            }
        };
        Hints::Line(hints.iter().map(|hint| KEYS.hint_of_keys(hint)).collect())
    }
}

const NUMBERS: &[KeyHint] = &[
    (&[Key::Enter], "number"),
    (&[Key::Char('f')], "fill"),
    (&[Key::Char('['), Key::Char(']')], "data type"),
    (&[Key::Tab], "codecs"),
    (&[Key::Char('u')], "undo"),
    (&[Key::Char('y')], "Python"),
    (&[Key::Esc], "close"),
];

const CODECS: &[KeyHint] = &[
    (&[Key::Char('a')], "add"),
    (&[Key::Char('x')], "remove"),
    (&[Key::Enter], "configure"),
    (&[Key::Char('<'), Key::Char('>')], "move"),
    (&[Key::Tab], "stored bytes"),
    (&[Key::Char('u')], "undo"),
    (&[Key::Char('y')], "Python"),
    (&[Key::Esc], "close"),
];

const BYTES: &[KeyHint] = &[
    (&[], "0 … 7 flip a bit"),
    (&[Key::Char('u')], "undo"),
    (&[Key::Char('y')], "Python"),
    (&[Key::Tab], "numbers"),
    (&[Key::Esc], "close"),
];
