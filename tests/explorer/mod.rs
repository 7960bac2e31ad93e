//! The explorer without threads and without a terminal: keys in, a screen out.
#![allow(clippy::unwrap_used, clippy::panic, dead_code)]

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use zarrscope::app::{Action, App, Key, Request};
use zarrscope::codec::DecodeOptions;
use zarrscope::hierarchy::Hierarchy;
use zarrscope::{ui, worker};

/// An explorer whose requests are done at once.
pub struct Explorer {
    pub app: App,
    /// What has been asked of the workers so far.
    pub requests: Vec<Request>,
    /// Whether the chunks on the screen are decoded in the background, as a real worker does.
    pub judges: bool,
}

/// A path in the repository.
pub fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

impl Explorer {
    /// Opens a sample store; the screen shows it without the path it has on this machine.
    pub fn sample(path: &str, size: (u16, u16)) -> Self {
        let mut hierarchy = Hierarchy::open(&repository("sample-data").join(path)).unwrap();
        hierarchy.name =
            if path.is_empty() { "sample-data".to_owned() } else { format!("sample-data/{path}") };
        Self::open(hierarchy, size)
    }

    /// Opens any hierarchy.
    pub fn open(hierarchy: Hierarchy, size: (u16, u16)) -> Self {
        let (app, requests) = App::new(hierarchy, DecodeOptions::default(), size);
        let mut explorer = Self { app, requests: Vec::new(), judges: false };
        explorer.perform(requests);
        explorer
    }

    /// Does what was asked for, and what is asked for in consequence.
    pub fn perform(&mut self, requests: Vec<Request>) {
        let mut waiting = requests;
        while !waiting.is_empty() {
            let request = waiting.remove(0);
            if matches!(request, Request::Judge(..)) && !self.judges {
                self.requests.push(request);
                continue;
            }
            let mut answers = Vec::new();
            worker::perform(&request, &mut || true, &mut |action| {
                answers.push(action);
                true
            });
            self.requests.push(request);
            for answer in answers.into_iter().map(without_time) {
                waiting.extend(self.app.update(answer));
            }
        }
    }

    /// Presses keys: a character each; `\t`, `\n` and `\x1b` are Tab, Enter and Escape.
    pub fn keys(&mut self, keys: &str) -> &mut Self {
        for c in keys.chars() {
            let key = match c {
                '\t' => Key::Tab,
                '\n' => Key::Enter,
                '\u{1b}' => Key::Esc,
                c => Key::Char(c),
            };
            self.act(Action::Key(key));
        }
        self
    }

    /// Decodes the chunks that were asked about last, as a worker does in the background.
    pub fn judge(&mut self) -> &mut Self {
        self.judges = true;
        let last = self.requests.iter().rev().find(|request| matches!(request, Request::Judge(..)));
        let last = last.into_iter().cloned().collect();
        self.perform(last);
        self
    }

    /// Lets something happen.
    pub fn act(&mut self, action: Action) -> &mut Self {
        let requests = self.app.update(action);
        self.perform(requests);
        self
    }

    /// Selects the node with this name, wherever it is among the rows of the tree.
    pub fn find(&mut self, name: &str) -> &mut Self {
        self.keys("/").keys(name).keys("\n")
    }

    /// The screen as the terminal would have it.
    pub fn buffer(&self) -> Buffer {
        let (width, height) = self.app.size;
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| ui::draw(frame, &self.app)).unwrap();
        terminal.backend().buffer().clone()
    }

    /// The screen as text, without spaces at the ends of lines.
    pub fn screen(&self) -> String {
        let buffer = self.buffer();
        let rows = (0..buffer.area.height).map(|y| {
            let row: String = (0..buffer.area.width).map(|x| buffer[(x, y)].symbol()).collect();
            row.trim_end().to_owned()
        });
        rows.collect::<Vec<_>>().join("\n")
    }
}

/// Times differ from run to run; the screens of tests show the same one for every stage.
fn without_time(action: Action) -> Action {
    let Action::Traced(id, Ok(mut trace)) = action else { return action };
    if let Some(trace) = Arc::get_mut(&mut trace) {
        trace.trace.stages.iter_mut().for_each(|stage| stage.elapsed = Duration::from_micros(100));
    }
    Action::Traced(id, Ok(trace))
}
