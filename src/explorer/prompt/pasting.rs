//! Pasted text goes into the open line. It is never taken for keys.

use crate::configuration::Key;
use crate::explorer::prompt::line::LONGEST;
use crate::explorer::{App, CourseMode, FinderWindow, HelpWindow, Overlay};

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
