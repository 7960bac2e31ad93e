use crate::configuration::Key;
use crate::explorer::prompt::draw;
use crate::explorer::prompt::goto::split;
use crate::explorer::prompt::line::{Completing, LONGEST, Typing};
use crate::explorer::prompt::suggesting::takes_argument;
use crate::explorer::{
    App, Area, Canvas, CourseMode, FinderWindow, Handled, HelpWindow, Hints, Overlay, Prompt, Purpose,
    SaveRequest, TypedLine,
};

impl Overlay for Prompt {
    fn key(&mut self, key: Key, app: &mut App) -> Handled {
        let is_goto = self.purpose == Purpose::GoTo;
        // The line that failed stays, to be mended; whoever begins a new one need not clear it first.
        if is_goto && self.error.is_some() && key == Key::Char(':') {
            *self = Self::new(Purpose::GoTo);
            return Handled::Stay;
        }
        if is_goto && self.recall(key, app) {
            return Handled::Stay;
        }
        // A path takes the place of the name that was offered.
        if self.purpose == Purpose::SaveAs
            && matches!(key, Key::Char('/' | '~'))
            && app.saving.asked.as_ref().is_some_and(|asked| asked.path == self.line.text())
        {
            self.line = TypedLine::default();
        }
        match self.type_key(key) {
            Typing::Going => return Handled::Stay,
            Typing::Left => {
                if app.saving.asked.take().is_some() {
                    app.shared.say("nothing was saved");
                }
            }
            Typing::Done => match self.purpose {
                Purpose::GoTo => return app.go_to(self),
                Purpose::SaveAs => app.save_as(&self.line.text()),
                Purpose::Overwrite => {
                    if let Some(request) = app.saving.asked.take() {
                        app.save(SaveRequest { overwrite: true, ..request });
                    }
                }
            },
        }
        Handled::Close
    }

    fn is_typing(&self) -> bool {
        self.purpose != Purpose::Overwrite
    }

    fn draw(&self, canvas: &mut Canvas, app: &App) {
        if self.purpose == Purpose::GoTo {
            draw::draw(canvas, app, self);
        }
    }

    fn hints(&self, _: &App) -> Hints {
        Hints::Texts(Vec::new())
    }

    fn has_line(&self) -> bool {
        true
    }

    fn draw_line(&self, canvas: &mut Canvas, area: Area, _: &App) {
        draw::draw_line(canvas, area, self);
    }

    fn covers(&self) -> bool {
        false
    }
}

/// Rows of the list that `PageDown` passes.
const PAGE: usize = 10;

impl Prompt {
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other key ends the recall")]
    fn recall(&mut self, key: Key, app: &mut App) -> bool {
        let text = self.line.text();
        let line = match key {
            Key::Up | Key::Ctrl('p') => app.history.before(&text),
            Key::Down | Key::Ctrl('n') => app.history.after(),
            Key::Tab | Key::BackTab | Key::PageDown | Key::PageUp => {
                self.complete(key, app);
                return true;
            }
            _ => {
                app.history.leave();
                return false;
            }
        };
        if let Some(line) = line {
            *self = Self::with(Purpose::GoTo, &line);
        }
        true
    }

    fn complete(&mut self, key: Key, app: &App) {
        let back = key == Key::BackTab;
        let completing = match &self.completing {
            Some(Completing { found, at }) => {
                let last = found.len().saturating_sub(1);
                let at = if key == Key::PageDown {
                    (at + PAGE).min(last)
                } else if key == Key::PageUp {
                    at.saturating_sub(PAGE)
                } else {
                    (at + if back { last } else { 1 }).checked_rem(found.len()).unwrap_or(0)
                };
                Completing { found: found.clone(), at }
            }
            None => {
                let found = app.suggestions(self);
                let last = found.len().saturating_sub(1);
                let first = if key == Key::PageDown { PAGE.min(last) } else { 0 };
                Completing { at: if back { last } else { first }, found }
            }
        };
        let Some(line) = completing.found.get(completing.at).map(|own| own.line.clone()) else { return };
        // A single suggestion is taken: the list goes on with its arguments.
        let is_only = completing.found.len() == 1;
        let goes_on = is_only && split(&line).1.is_empty() && takes_argument(&line);
        let line = if goes_on { line + " " } else { line };
        self.line = TypedLine::beginning(&line);
        self.error = None;
        self.completing = (!is_only).then_some(completing);
    }
}

impl App {
    pub(crate) fn paste(&mut self, text: &str) {
        if !self.takes_text() {
            let lines = match self.overlays.top() {
                None => " here; / opens one to find nodes, : one for commands",
                Some(_) if self.overlays.top_as::<HelpWindow>().is_some() => "; / opens one to find a key",
                Some(_) => " in this window",
            };
            return self.shared.say(format!("nothing was pasted: no line is open{lines}"));
        }
        // A line has no breaks; one at its end was only selected with it.
        let text = text.trim_end_matches(['\r', '\n']);
        let keys = text
            .chars()
            .take(LONGEST)
            .map(|letter| Key::Char(if letter.is_control() { ' ' } else { letter }));
        if self.overlays.top_as::<FinderWindow>().is_some() {
            for key in keys {
                self.finder.line.key(key);
            }
            self.finder.enters = false;
            self.look();
        } else {
            for key in keys {
                self.key(key);
            }
        }
        if text.chars().nth(LONGEST).is_some() {
            self.shared.say(format!("a line has at most {LONGEST} characters: the rest was not pasted"));
        }
    }

    fn takes_text(&self) -> bool {
        match self.course.as_ref().map(|course| course.mode) {
            Some(CourseMode::Typing) => return true,
            Some(CourseMode::Page | CourseMode::Strip | CourseMode::End) => return false,
            Some(CourseMode::Panes) | None => {}
        }
        self.overlays.top().is_some_and(Overlay::is_typing)
    }
}
