//! The terminal: taken, given back, and listened to.

use std::io::{self, Stdout, stdout};
use std::sync::mpsc::Sender;
use std::thread;

use crossterm::clipboard::CopyToClipboard;
use crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers,
    MouseButton, MouseEvent, MouseEventKind,
};
use crossterm::execute;
use crossterm::terminal::{self, EnterAlternateScreen, LeaveAlternateScreen};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use crate::app::{Action, App, Key, Mouse, MouseKind};

/// The terminal while the explorer has it. It is given back when this is dropped, and when a panic is told.
#[derive(Debug)]
pub struct Screen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Screen {
    /// Takes the terminal.
    ///
    /// # Errors
    /// When there is none, or it cannot be set up.
    pub fn open() -> io::Result<Self> {
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            give_back();
            hook(panic);
        }));
        terminal::enable_raw_mode()?;
        // From here on the terminal has to be given back, whatever fails.
        let taken = execute!(stdout(), EnterAlternateScreen, EnableMouseCapture)
            .and_then(|()| Terminal::new(CrosstermBackend::new(stdout())));
        match taken {
            Ok(terminal) => Ok(Self { terminal }),
            Err(error) => {
                give_back();
                Err(error)
            }
        }
    }

    /// Columns and rows.
    ///
    /// # Errors
    /// When the terminal does not tell.
    pub fn size(&self) -> io::Result<(u16, u16)> {
        let size = self.terminal.size()?;
        Ok((size.width, size.height))
    }

    /// Draws the state.
    ///
    /// # Errors
    /// When the terminal cannot be written to.
    pub fn draw(&mut self, app: &App) -> io::Result<()> {
        self.terminal.draw(|frame| super::draw(frame, app)).map(|_| ())
    }

    /// Asks the terminal to put text on the clipboard (OSC 52).
    ///
    /// # Errors
    /// When the terminal cannot be written to.
    pub fn copy(&mut self, text: &str) -> io::Result<()> {
        execute!(stdout(), CopyToClipboard::to_clipboard_from(text))
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// Puts the terminal back as it was. What cannot be put back now cannot be put back at all.
fn give_back() {
    let _ = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, crossterm::cursor::Show);
    let _ = terminal::disable_raw_mode();
}

/// Starts sending that the system wants an end. To be called before the terminal is taken: then it is given back
/// whenever a signal comes.
///
/// # Errors
/// When signals cannot be listened to.
pub fn listen_to_signals(actions: Sender<Action>) -> io::Result<()> {
    let mut signals = Signals::new([SIGTERM, SIGHUP, SIGINT])?;
    thread::spawn(move || {
        for _ in signals.forever() {
            if actions.send(Action::Quit).is_err() {
                break;
            }
        }
    });
    Ok(())
}

/// Starts sending what the user does.
pub fn listen_to_terminal(actions: Sender<Action>) {
    thread::spawn(move || {
        loop {
            let action = match event::read() {
                Ok(event) => action(&event),
                Err(_) => Some(Action::Quit), // the terminal is gone
            };
            if action.is_some_and(|action| actions.send(action).is_err()) {
                break;
            }
        }
    });
}

fn action(event: &Event) -> Option<Action> {
    match event {
        Event::Key(event) if event.kind != KeyEventKind::Release => key(*event).map(Action::Key),
        Event::Mouse(event) => mouse(*event).map(Action::Mouse),
        Event::Resize(width, height) => Some(Action::Resize(*width, *height)),
        _ => None,
    }
}

fn key(event: KeyEvent) -> Option<Key> {
    Some(match event.code {
        KeyCode::Char(c) if event.modifiers.contains(KeyModifiers::CONTROL) => {
            Key::Ctrl(c.to_ascii_lowercase())
        }
        KeyCode::Char(c) => Key::Char(c),
        KeyCode::Enter => Key::Enter,
        KeyCode::Esc => Key::Esc,
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Tab => Key::Tab,
        KeyCode::BackTab => Key::BackTab,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        _ => return None,
    })
}

fn mouse(event: MouseEvent) -> Option<Mouse> {
    let kind = match event.kind {
        MouseEventKind::Down(MouseButton::Left) => MouseKind::Click,
        MouseEventKind::ScrollUp => MouseKind::ScrollUp,
        MouseEventKind::ScrollDown => MouseKind::ScrollDown,
        _ => return None,
    };
    Some(Mouse { kind, x: event.column, y: event.row })
}
