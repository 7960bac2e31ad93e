//! The terminal: taken at the start, drawn on, and given back whatever happens.

use std::io::{Stdout, Write, stdout};
use std::mem::ManuallyDrop;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};
use std::{io, thread};

use crossterm::clipboard::CopyToClipboard;
use crossterm::cursor::{MoveTo, Show};
use crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture, Event, KeyCode,
    KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use crossterm::style::{Attribute, Print, ResetColor, SetAttribute};
use crossterm::terminal::{Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen};
use crossterm::{execute, queue, terminal};
use ratatui::backend::CrosstermBackend;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Color;
use ratatui::{Frame, Terminal, TerminalOptions, Viewport};

use crate::configuration::Key;
use crate::explorer::draw::signals::{GRACE, end_unless, stop};
use crate::explorer::draw::terminal_answers::{self, TerminalAnswer, TerminalAnswers, TerminalInput};
#[cfg(unix)]
use crate::explorer::draw::terminal_input::read_events;
use crate::explorer::draw::text::write_right;
use crate::explorer::geometry::picture_view::TerminalGraphics;
use crate::explorer::keys::keymap::{self, KeyCommand};
use crate::explorer::picture::placed::PlacedPicture;
use crate::explorer::{
    Action, App, Area, Backlog, Mouse, MouseKind, Recording, ThreadFailure, drawn_on, palettes, theme,
};
use crate::metadata::text::escape;
use crate::save::GraphicsProtocol;
use crate::store::is_caught;
use crate::tell::colors::{self, ColorDepth};
use crate::tell::theme_name::ThemeName;

/// The terminal while the explorer has it. It is given back on drop, and before a panic is reported.
#[derive(Debug)]
pub struct Screen {
    /// Never dropped: it would write to a terminal that may be gone, and panic.
    terminal: ManuallyDrop<Terminal<CrosstermBackend<Stdout>>>,
    size: (u16, u16),
    hold: Hold,
    depth: ColorDepth,
    announced: Announcements,
    recording: Option<(Instant, Recording)>,
    placed: Option<PlacedPicture>,
    /// Whether the terminal was asked for its graphics.
    has_asked: bool,
}

/// Whether the explorer has the terminal. To give it back a second time would move the cursor over the report of a panic.
#[derive(Debug, Clone, Default)]
struct Hold(Arc<AtomicBool>);

impl Hold {
    fn take(&self) -> io::Result<()> {
        terminal::enable_raw_mode()?;
        // From here on a failure must give the terminal back.
        self.0.store(true, Ordering::SeqCst);
        let title = Print(KEEP_TITLE);
        let taken = execute!(stdout(), title, EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste);
        // The flag is set already, so that a failure halfway gives back what was taken.
        taken.inspect_err(|_| self.give_back())
    }

    fn give_back(&self) {
        // The lock waits until another thread has drawn its frame: half of an escape sequence would swallow those below.
        let mut screen = stdout().lock();
        if self.0.swap(false, Ordering::SeqCst) {
            let title = Print(RESTORE_TITLE);
            let _ = execute!(
                screen,
                DisableBracketedPaste,
                DisableMouseCapture,
                LeaveAlternateScreen,
                Show,
                title
            );
            let _ = terminal::disable_raw_mode();
        }
    }

    fn is_taken(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

fn draw_recording(buffer: &mut Buffer) {
    let (width, height) = (buffer.area.width, 1);
    let text = format!(" ● recording  {} ", keymap::named(&[KeyCommand::Record], "end"));
    write_right(buffer, Area { x: 0, y: 0, width, height }, 0, &text, theme::CURSOR);
}

/// Blank characters show what is below them.
fn make_room(buffer: &mut Buffer, placed: &PlacedPicture) {
    let area = placed.encoded.area;
    for y in area.y..area.y.saturating_add(area.height) {
        for x in area.x..area.x.saturating_add(area.width) {
            if placed.cursor != Some((x, y))
                && let Some(cell) = buffer.cell_mut((x, y))
            {
                cell.reset();
            }
        }
    }
}

/// Reduces colours to those of the terminal. The terminal library has a switch for that, but it would end bold text as well.
fn fit_colors(buffer: &mut Buffer, depth: ColorDepth) {
    for cell in &mut buffer.content {
        if let (ColorDepth::None, Color::Rgb(red, green, blue)) = (depth, cell.fg) {
            cell.set_char(colors::of_brightness([red, green, blue]));
        }
        let fit = |color: Color| match (depth, color) {
            (ColorDepth::None, _) => Color::Reset,
            (ColorDepth::Palette, Color::Rgb(red, green, blue)) => {
                Color::Indexed(colors::of_256([red, green, blue]))
            }
            (ColorDepth::Sixteen, Color::Rgb(red, green, blue)) => {
                Color::Indexed(colors::of_16([red, green, blue]))
            }
            (_, color) => color,
        };
        (cell.fg, cell.bg) = (fit(cell.fg), fit(cell.bg));
    }
}

impl Screen {
    /// Takes the terminal.
    pub fn open(depth: ColorDepth) -> io::Result<Self> {
        // The terminal library looks at `NO_COLOR` itself, though the user may have asked for colours.
        crossterm::style::force_color_output(depth != ColorDepth::None);
        let hold = Hold::default();
        let (owner, report) = (hold.clone(), std::panic::take_hook());
        std::panic::set_hook(Box::new(move |panic| {
            // A report on the alternate screen would disappear with it.
            if !is_caught() {
                owner.give_back();
            }
            report(panic);
        }));
        hold.take()?;
        let size = terminal::size().inspect_err(|_| hold.give_back())?;
        let terminal = blank(drawn_on(size)).inspect_err(|_| hold.give_back())?;
        let announced = Announcements::new(|name| std::env::var(name).ok());
        Ok(Self { terminal, size, hold, depth, announced, recording: None, placed: None, has_asked: false })
    }

    /// Columns and rows; of very many only some are drawn on.
    pub fn size(&self) -> (u16, u16) {
        self.size
    }

    /// Draws the state at its own size, even if the terminal has another size by now. Draws nothing once the terminal was given
    /// back.
    pub fn draw(&mut self, app: &App) -> io::Result<()> {
        // A panic in another thread waits until this frame is on the screen.
        let _whole = stdout().lock();
        if !self.hold.is_taken() {
            return Ok(());
        }
        if self.size != app.size() {
            self.fit(app.size())?;
            self.size = app.size();
        }
        let placed = PlacedPicture::of(app).filter(|_| self.recording.is_none());
        self.take_away(placed.as_ref())?;
        let depth = self.depth;
        let recording = &mut self.recording;
        let draw = |frame: &mut Frame| {
            crate::explorer::draw::draw(frame, app);
            if let Some((begun, recording)) = recording {
                recording.add(frame.buffer_mut(), begun.elapsed());
                // Not in the recording itself.
                draw_recording(frame.buffer_mut());
            }
            if app.theme == ThemeName::Terminal {
                palettes::keep_readable(frame.buffer_mut(), app.ground);
            }
            if depth != ColorDepth::None {
                palettes::apply(frame.buffer_mut(), app.theme);
            }
            if depth != ColorDepth::Full {
                fit_colors(frame.buffer_mut(), depth);
            }
            if let Some(placed) = &placed {
                make_room(frame.buffer_mut(), placed);
            }
        };
        self.terminal.draw(draw)?;
        self.place(placed)?;
        let beside = self.announced.of(app);
        if beside.is_empty() { Ok(()) } else { execute!(stdout(), Print(beside)) }
    }

    /// Begins a recording, or ends it and gives what was recorded.
    pub fn record(&mut self) -> Option<Recording> {
        let ended = self.recording.take();
        if ended.is_none() {
            self.recording = Some((Instant::now(), Recording::of(self.size)));
        }
        Some(ended?.1)
    }

    /// A recording that has no room for more.
    pub fn ended_recording(&mut self) -> Option<Recording> {
        let is_full = self.recording.as_ref().is_some_and(|(_, recording)| recording.is_full());
        if is_full { self.record() } else { None }
    }

    /// Asks the terminal whether it is dark or light. The answer is an action.
    pub fn ask_for_ground(&mut self) -> io::Result<()> {
        if cfg!(unix) { execute!(stdout(), Print(terminal_answers::GROUND)) } else { Ok(()) }
    }

    /// Asks the terminal which graphics it has. The answer is an action.
    pub fn ask_for_graphics(&mut self) -> io::Result<()> {
        let variable = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
        let kind = variable("TERM").unwrap_or_default();
        // The console of Linux would write the question.
        self.has_asked = cfg!(unix) && !["", "dumb", "linux"].contains(&kind.as_str());
        if !self.has_asked {
            return Ok(());
        }
        let is_inside = variable("TMUX").is_some() || variable("STY").is_some();
        let kitty = if is_inside { "" } else { terminal_answers::KITTY };
        execute!(stdout(), Print(kitty), Print(terminal_answers::SIXEL))
    }

    /// Takes a picture away that is shown no more, or elsewhere.
    fn take_away(&mut self, placed: Option<&PlacedPicture>) -> io::Result<()> {
        let Some(before) = &self.placed else { return Ok(()) };
        if placed.is_some_and(|placed| placed.encoded.area == before.encoded.area) {
            return Ok(());
        }
        match before.encoded.graphics.protocol {
            protocol @ GraphicsProtocol::Kitty => execute!(stdout(), Print(protocol.removal()))?,
            // Where characters stay blank, nothing else is written over it.
            GraphicsProtocol::Sixel { .. } => {
                let Area { x, y, width, height } = before.encoded.area;
                let mut screen = stdout().lock();
                for row in y..y.saturating_add(height) {
                    queue!(screen, MoveTo(x, row), Print(" ".repeat(width.into())))?;
                }
            }
        }
        self.placed = None;
        Ok(())
    }

    fn place(&mut self, placed: Option<PlacedPicture>) -> io::Result<()> {
        let Some(placed) = placed else { return Ok(()) };
        let before = self.placed.as_ref();
        let is_new = before.is_none_or(|before| !Arc::ptr_eq(&before.encoded, &placed.encoded));
        let old = before.and_then(|before| before.cursor).filter(|old| placed.cursor != Some(*old));
        let mut screen = stdout().lock();
        let is_sixel = placed.encoded.graphics.protocol != GraphicsProtocol::Kitty;
        if is_new {
            let Area { x, y, .. } = placed.encoded.area;
            queue!(screen, MoveTo(x, y))?;
            screen.write_all(&placed.encoded.encoded)?;
            if let Some((x, y)) = placed.cursor.filter(|_| is_sixel) {
                queue!(screen, MoveTo(x, y), SetAttribute(Attribute::Reverse), Print('+'), ResetColor)?;
                queue!(screen, SetAttribute(Attribute::Reset))?;
            }
        } else if let Some((x, y)) = old.filter(|_| is_sixel) {
            // The cursor has left a hole there.
            queue!(screen, MoveTo(x, y))?;
            screen.write_all(&placed.encoded.behind((x, y)))?;
        }
        screen.flush()?;
        self.placed = Some(placed);
        Ok(())
    }

    /// Asks the terminal to put text on the clipboard (OSC 52).
    pub fn copy(&mut self, text: &str) -> io::Result<()> {
        if !self.hold.is_taken() {
            return Ok(());
        }
        execute!(stdout(), CopyToClipboard::to_clipboard_from(text))
    }

    /// Gives the terminal back and stops the program until it is continued (`fg` in a shell). Then call [`Screen::resume`].
    pub fn suspend(&mut self) -> io::Result<()> {
        if cfg!(unix) {
            self.end_announcements();
            self.hold.give_back();
        }
        stop()
    }

    /// Takes the terminal again, and gives its columns and rows.
    pub fn resume(&mut self) -> io::Result<(u16, u16)> {
        // `SIGSTOP` stops the program without warning, so the terminal was not given back, and the shell has changed its modes.
        self.hold.give_back();
        self.hold.take()?;
        self.size = terminal::size()?;
        self.fit(drawn_on(self.size))?;
        Ok(self.size)
    }

    /// The same terminal with another size: one more for each size would keep its memory.
    fn fit(&mut self, (width, height): (u16, u16)) -> io::Result<()> {
        execute!(stdout(), Clear(ClearType::All))?;
        self.forget_placed()?;
        self.terminal.resize(Rect { x: 0, y: 0, width, height })
    }

    /// The screen was cleared; characters may have another size.
    fn forget_placed(&mut self) -> io::Result<()> {
        if let Some(placed) = self.placed.take() {
            execute!(stdout(), Print(placed.encoded.graphics.protocol.removal()))?;
        }
        if self.has_asked { self.ask_for_graphics() } else { Ok(()) }
    }

    fn end_announcements(&mut self) {
        let beside = self.announced.end();
        let removal = self.placed.take().map(|placed| placed.encoded.graphics.protocol.removal());
        let beside = beside + &removal.unwrap_or_default();
        if self.hold.is_taken() && !beside.is_empty() {
            let _ = execute!(stdout(), Print(beside));
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        self.end_announcements();
        self.hold.give_back();
    }
}

/// Clears the screen. The size is fixed: otherwise ratatui would follow the terminal, and draw at a size that the state does not know.
fn blank(size: (u16, u16)) -> io::Result<ManuallyDrop<Terminal<CrosstermBackend<Stdout>>>> {
    execute!(stdout(), Clear(ClearType::All))?;
    let viewport = Viewport::Fixed(Rect { x: 0, y: 0, width: size.0, height: size.1 });
    let terminal = Terminal::with_options(CrosstermBackend::new(stdout()), TerminalOptions { viewport })?;
    Ok(ManuallyDrop::new(terminal))
}

/// The exit status after Ctrl-c where the explorer could not end by itself.
const INTERRUPTED: i32 = 130;
/// The number of SIGHUP, and the error of a terminal that is gone (EIO).
const HANG_UP: i32 = 1;
const GONE: i32 = 5;

/// Whether an error says that the terminal is gone. There is a signal too, which may come later: its number.
pub fn hang_up(error: &io::Error) -> Option<i32> {
    (cfg!(unix) && error.raw_os_error() == Some(GONE)).then_some(HANG_UP)
}

pub fn listen_to_terminal(actions: Sender<Action>, backlog: Backlog, failure: &ThreadFailure) {
    // A terminal may send anything, so the library may panic.
    let watch = failure.watch(&actions);
    thread::spawn(move || {
        let _watch = watch;
        let (mut clicks, mut answers) = (Clicks::default(), TerminalAnswers::default());
        let mut watched: Option<Instant> = None;
        read_events(&mut |input| {
            let action = match input {
                TerminalInput::Event(event) => action(event),
                TerminalInput::Answer(answer) => answers.take(&answer).map(answered),
            };
            let Some(action) = action else { return true };
            let action = clicks.follow(action, Instant::now());
            if matches!(action, Action::Key(Key::Ctrl('c'))) && watched.is_none_or(|at| at.elapsed() > GRACE)
            {
                watched = Some(Instant::now());
                end_unless(INTERRUPTED, &backlog, false);
            }
            !backlog.admits(&action) || actions.send(action).is_ok()
        });
        // The terminal is gone, or nobody listens.
        let _ = actions.send(Action::Signal(HANG_UP));
    });
}

#[cfg(not(unix))]
fn read_events(take: &mut dyn FnMut(TerminalInput) -> bool) {
    while let Ok(event) = crossterm::event::read() {
        if !take(TerminalInput::Event(event)) {
            break;
        }
    }
}

fn action(event: Event) -> Option<Action> {
    match event {
        // Windows and some terminals also report released keys, which must not act a second time.
        Event::Key(key) if key.kind == KeyEventKind::Release => None,
        Event::Key(key) => self::key(key).map(Action::Key),
        Event::Mouse(event) => mouse(event).map(Action::Mouse),
        Event::Resize(width, height) => Some(Action::Resize(width, height)),
        Event::Paste(text) => Some(Action::Paste(text)),
        Event::FocusGained | Event::FocusLost => None,
    }
}

fn answered(answer: TerminalAnswer) -> Action {
    match answer {
        TerminalAnswer::Ground(ground) => Action::Ground(ground),
        TerminalAnswer::Graphics(protocol) => Action::Graphics(protocol.and_then(|protocol| {
            let window = terminal::window_size().ok()?;
            let pixels = |all: u16, parts: u16| all.checked_div(parts).filter(|pixels| *pixels > 0);
            let pixels = [pixels(window.height, window.rows)?, pixels(window.width, window.columns)?];
            Some(TerminalGraphics { protocol, pixels })
        })),
    }
}

#[derive(Debug, Default)]
struct Clicks(Option<(Mouse, Instant)>);

const DOUBLE: Duration = Duration::from_millis(400);

impl Clicks {
    fn follow(&mut self, action: Action, now: Instant) -> Action {
        let Action::Mouse(mouse @ Mouse { kind: MouseKind::Click, .. }) = action else { return action };
        let before = self.0.take();
        if before.is_some_and(|(last, then)| last == mouse && now.duration_since(then) <= DOUBLE) {
            return Action::Mouse(Mouse { kind: MouseKind::DoubleClick, ..mouse });
        }
        self.0 = Some((mouse, now));
        action
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the rest are locks, modifiers and keys for media")]
fn key(event: KeyEvent) -> Option<Key> {
    // Some systems keep Ctrl and the arrows for themselves, so Shift works too.
    let is_held = event.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::SHIFT);
    Some(match event.code {
        KeyCode::Char(c) if event.modifiers.contains(KeyModifiers::CONTROL) => {
            Key::Ctrl(c.to_ascii_lowercase())
        }
        KeyCode::Char(c) => Key::Char(c),
        KeyCode::Up if is_held => Key::CtrlUp,
        KeyCode::Down if is_held => Key::CtrlDown,
        KeyCode::Left if is_held => Key::CtrlLeft,
        KeyCode::Right if is_held => Key::CtrlRight,
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
        KeyCode::Delete => Key::Delete,
        KeyCode::Insert => Key::Insert,
        KeyCode::F(number) => Key::Function(number),
        KeyCode::Menu => Key::Other("Menu"),
        KeyCode::Pause => Key::Other("Pause"),
        KeyCode::PrintScreen => Key::Other("Print"),
        KeyCode::KeypadBegin => Key::Other("the middle of the number pad"),
        KeyCode::Null => Key::Other("Ctrl-Space"),
        _ => return None,
    })
}

#[expect(clippy::wildcard_enum_match_arm, reason = "other buttons and directions do nothing here")]
fn mouse(event: MouseEvent) -> Option<Mouse> {
    // With Shift, the mouse selects text in the terminal. Some terminals report it all the same.
    if event.modifiers.contains(KeyModifiers::SHIFT) {
        return None;
    }
    let kind = match event.kind {
        MouseEventKind::Down(MouseButton::Left) => MouseKind::Click,
        MouseEventKind::Drag(MouseButton::Left) => MouseKind::Drag,
        MouseEventKind::Up(MouseButton::Left) => MouseKind::Release,
        MouseEventKind::ScrollUp => MouseKind::ScrollUp,
        MouseEventKind::ScrollDown => MouseKind::ScrollDown,
        _ => return None,
    };
    Some(Mouse { kind, x: event.column, y: event.row })
}

/// Saves and restores the title on a stack that xterm has, and most terminals since.
pub(crate) const KEEP_TITLE: &str = "\x1b[22;2t";
pub(crate) const RESTORE_TITLE: &str = "\x1b[23;2t";
const NO_PROGRESS: &str = "\x1b]9;4;0\x1b\\";
const LONGEST: usize = 120;

#[derive(Debug, Default)]
pub(crate) struct Announcements {
    title: String,
    progress: Option<u8>,
    /// Only for terminals known to show progress. Others take the same sequence for a message.
    shows_progress: bool,
}

impl Announcements {
    pub(crate) fn new(variable: impl Fn(&str) -> Option<String>) -> Self {
        let is_known = variable("WT_SESSION").is_some()
            || variable("ConEmuPID").is_some()
            || variable("TERM_PROGRAM").is_some_and(|name| name.eq_ignore_ascii_case("ghostty"));
        // A multiplexer does not pass progress on.
        let is_set = |name| variable(name).is_some_and(|value| !value.is_empty());
        let is_inside = is_set("TMUX") || is_set("STY");
        Self { shows_progress: is_known && !is_inside, ..Self::default() }
    }

    pub(crate) fn of(&mut self, app: &App) -> String {
        let mut sent = String::new();
        let title = title(app);
        if title != self.title {
            sent = format!("\x1b]2;{title}\x1b\\");
            self.title = title;
        }
        let progress = app.percent_done().filter(|_| self.shows_progress);
        if progress != self.progress {
            sent += &progress.map_or(NO_PROGRESS.to_owned(), |percent| format!("\x1b]9;4;1;{percent}\x1b\\"));
            self.progress = progress;
        }
        sent
    }

    /// What to send before the terminal is given back. Afterwards everything is sent again.
    pub(crate) fn end(&mut self) -> String {
        let sent = self.progress.map_or("", |_| NO_PROGRESS);
        (self.title, self.progress) = (String::new(), None);
        sent.to_owned()
    }
}

fn title(app: &App) -> String {
    let (store, node) = (&app.shared.hierarchy.name, app.shared.selection.node_key());
    let path = if node.is_empty() { store.clone() } else { format!("{store}/{node}") };
    let path = escape(&path);
    // The ends of long paths tell them apart.
    let skipped = path.chars().count().saturating_sub(LONGEST);
    let mark = if skipped == 0 { "" } else { "…" };
    format!("{mark}{} · zarrscope", path.chars().skip(skipped).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_is_only_for_terminals_that_show_it() {
        let of = |names: &'static [&str]| {
            Announcements::new(move |name| names.contains(&name).then(|| "1".to_owned())).shows_progress
        };
        assert!(of(&["WT_SESSION"]) && of(&["ConEmuPID"]));
        assert!(!of(&[]) && !of(&["WT_SESSION", "TMUX"]) && !of(&["TERM_PROGRAM"]));
    }
}
