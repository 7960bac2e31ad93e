//! The explorer over a store that may be anything: keys, then what [`super::stores::array`] takes.

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use zarrscope::explorer;
use zarrscope::explorer::SaveRequest;
use zarrscope::explorer::{Action, App, Effect, Key, keymap::KEYMAP};
use zarrscope::hierarchy::Hierarchy;
use zarrscope::metadata::text::is_unsafe;

use super::check::OPTIONS;
use super::stores;

/// Keys that are pressed, at most.
const MOST_KEYS: usize = 24;
const SIZE: (u16, u16) = (90, 26);

/// The number of keys, the keys, a document and a chunk.
pub fn screen(data: &[u8]) {
    let Some((count, rest)) = data.split_first() else { return };
    let (pressed, store) = rest.split_at(rest.len().min(usize::from(*count) % MOST_KEYS));
    let directory = tempfile::tempdir().unwrap();
    stores::lay_out(directory.path(), store);
    let (mut app, effects) = App::new(Hierarchy::open(directory.path()).unwrap(), OPTIONS, SIZE);
    perform(&mut app, effects);
    draw(&app);
    for number in pressed {
        let effects = app.update(Action::Key(key(*number)));
        perform(&mut app, effects);
        draw(&app);
    }
}

/// A key that does something, but for the one that ends the explorer at once.
fn key(number: u8) -> Key {
    let bound: Vec<Key> = KEYMAP.iter().flat_map(|binding| binding.keys).copied().collect();
    match bound[usize::from(number) % bound.len()] {
        Key::Ctrl('c') => Key::Enter,
        key => key,
    }
}

fn perform(app: &mut App, mut waiting: Vec<Effect>) {
    while let Some(effect) = waiting.pop() {
        let Effect::Work(work) = effect else { continue };
        if work.is::<SaveRequest>() {
            continue; // nothing is written here
        }
        let mut answers = Vec::new();
        explorer::perform(&work, &|| true, &mut |action| {
            answers.push(action);
            true
        });
        for answer in answers {
            waiting.extend(app.update(answer));
        }
    }
}

/// Nothing on the screen controls the terminal.
fn draw(app: &App) {
    let mut terminal = Terminal::new(TestBackend::new(SIZE.0, SIZE.1)).unwrap();
    terminal.draw(|frame| explorer::draw(frame, app)).unwrap();
    for cell in terminal.backend().buffer().content() {
        assert!(!cell.symbol().contains(is_unsafe), "{:?} on the screen", cell.symbol());
    }
}
