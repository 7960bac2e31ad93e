use std::sync::Arc;

use crate::codec::DecodeOptions;
use crate::configuration::Key;
use crate::explorer::course::Course;
use crate::explorer::course::work::JudgeAnswer;
use crate::explorer::keys::keymap::{KeyCommand, KeyHint, Move, typed_hint};
use crate::explorer::keys::own_keys::{OwnKeys, WindowKey, own};
use crate::explorer::{App, CourseMode, Effect, Late, Mouse, MouseKind, Terminal, drawn_on};
use crate::hierarchy::Hierarchy;
use crate::learn::{CourseProgress, LESSONS};
use crate::store::MemoryStore;
use crate::tell::words::grouped;

/// One Esc too many should not end the lessons.
const LEAVING: &str = "Esc once more leaves the lessons; Tab goes to the store";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CourseCommand {
    Answer,
    Page,
    Again,
}

pub(crate) const KEYS: OwnKeys<CourseCommand> = OwnKeys {
    view: "in-lesson",
    title: "a lesson",
    rows: &[
        own(&[Key::Char('a')], CourseCommand::Answer, "answer", "show the answer, once you have tried"),
        own(&[Key::Char('e')], CourseCommand::Page, "page", "the page of the lesson, and back"),
        own(&[Key::Char('R')], CourseCommand::Again, "again", "start the lesson again"),
    ],
};

const ON_STRIP: &[KeyHint] = &[
    (&[Key::Enter], "answer"),
    (&[Key::Right], "next"),
    (&[Key::Left], "before"),
    (&[Key::Char('a')], "show the answer"),
    (&[Key::Tab], "to the store"),
    (&[Key::Char('e')], "page"),
    (&[Key::Char('R')], "restart lesson"),
    (&[Key::Esc], "leave the course"),
];

const ANSWERED: &[KeyHint] = &[
    (&[Key::Left], "before"),
    (&[Key::Tab], "to the store"),
    (&[Key::Char('e')], "page"),
    (&[Key::Char('R')], "restart lesson"),
    (&[Key::Enter], "go on"),
];

const AT_END: &[KeyHint] = &[
    (&[Key::Enter], "first unfinished lesson"),
    (&[Key::Left], "back"),
    (&[Key::Tab], "to the store"),
    (&[Key::Esc], "leave the course"),
];

const ANSWERING: &[KeyHint] = &[
    (&[Key::Enter], "check it"),
    (&[Key::Tab], "to the store"),
    (&[Key::Up], "page"),
    (&[Key::Esc], "more keys"),
];

const ON_PAGE: &[KeyHint] = &[
    (&[Key::Enter], "go and look"),
    (&[Key::Right], "next"),
    (&[Key::Left], "before"),
    (&[Key::Down, Key::Up], "scroll"),
    (&[Key::Esc], "close"),
];

const QUESTION: &[KeyHint] = &[(&[Key::Char('Q')], "answer, next lesson")];

impl Course {
    fn scroll_page(&mut self, by: Move) {
        let lines = self.page(self.size.0.saturating_sub(4)).len() as u64;
        self.scroll.step_page(by, self.size.1.saturating_sub(2).into(), lines);
    }
}

pub(crate) fn key_hints(course: &Course) -> Vec<String> {
    let hints = match course.mode {
        CourseMode::Page => ON_PAGE,
        CourseMode::Typing => return ANSWERING.iter().map(typed_hint).collect(),
        CourseMode::Panes => QUESTION,
        CourseMode::End => AT_END,
        CourseMode::Strip if course.is_right() => ANSWERED,
        CourseMode::Strip => ON_STRIP,
    };
    hints.iter().map(|hint| KEYS.hint_of_keys(hint)).collect()
}

impl App {
    pub fn learning(
        progress: CourseProgress,
        number: Option<usize>,
        size: (u16, u16),
    ) -> (Self, Vec<Effect>) {
        let left = LESSONS.iter().position(|lesson| !progress.done.contains(lesson.name));
        let is_over = number.is_none() && left.is_none();
        let number = number.or(left).unwrap_or(LESSONS.len() - 1);
        let nothing = Hierarchy::in_store("", MemoryStore::default());
        let (mut app, _) = Self::new(nothing, DecodeOptions::default(), size);
        app.course = Some(Course::new(number, progress, size));
        app.open_lesson(number);
        if let (Some(course), true) = (&mut app.course, is_over) {
            course.mode = CourseMode::End;
        }
        let effects = std::mem::take(&mut app.shared.effects);
        (app, effects)
    }

    pub fn size(&self) -> (u16, u16) {
        self.course.as_ref().map_or(self.shared.size, |course| course.size)
    }

    pub(crate) fn open_lesson(&mut self, number: usize) {
        let Some(lesson) = LESSONS.get(number) else { return };
        let Some(hierarchy) = lesson.open() else { return };
        let Some(course) = self.course.take() else { return };
        let (fresh, _) = Self::new(hierarchy, DecodeOptions::default(), course.size);
        self.show_instead(fresh);
        self.course = Some(Course::new(number, course.progress, course.size));
        self.open_selected();
        if !lesson.at.is_empty() {
            self.go_to_node(lesson.at.to_owned());
        }
        self.reconcile();
    }

    pub(crate) fn resize(&mut self, claimed: (u16, u16)) {
        let size = drawn_on(claimed);
        if size != claimed {
            let [columns, rows, most_columns, most_rows] =
                [claimed.0, claimed.1, size.0, size.1].map(|number| grouped(number.into()));
            self.shared.say(format!(
                "the terminal has {columns} × {rows} cells: only {most_columns} × {most_rows} are used"
            ));
        }
        match &mut self.course {
            Some(course) => course.size = size,
            None => self.shared.size = size,
        }
    }

    pub(crate) fn question(&mut self) {
        match &mut self.course {
            Some(course) if course.is_right() => course.mode = CourseMode::Strip,
            Some(course) => course.mode = CourseMode::Typing,
            None => self.shared.say("only lessons have questions: zarrscope learn opens them"),
        }
    }

    pub(crate) fn key_in_course(&mut self, key: Key) -> bool {
        let Some(course) = self.course.as_mut() else { return false };
        if course.mode == CourseMode::Panes {
            return false;
        }
        let was_said = course.said.take();
        match course.mode {
            CourseMode::Panes => {}
            CourseMode::Page => self.key_on_page(key),
            CourseMode::End => self.key_at_end(key, was_said),
            CourseMode::Strip => self.key_on_strip(key, was_said),
            CourseMode::Typing => self.key_in_answer(key),
        }
        true
    }

    fn key_on_page(&mut self, key: Key) {
        let Some(course) = &mut self.course else { return };
        match KEYS.asked(key) {
            Some(WindowKey::Pane(KeyCommand::Move(Move::Right))) => self.step_lesson(true),
            Some(WindowKey::Pane(KeyCommand::Move(Move::Left))) => self.step_lesson(false),
            Some(WindowKey::Pane(KeyCommand::Move(by))) => course.scroll_page(by),
            Some(
                WindowKey::Own(CourseCommand::Page)
                | WindowKey::Pane(
                    KeyCommand::Enter
                    | KeyCommand::Out
                    | KeyCommand::Back
                    | KeyCommand::NextPane
                    | KeyCommand::Question,
                ),
            ) => course.mode = CourseMode::Panes,
            _ => {}
        }
    }

    fn key_at_end(&mut self, key: Key, was_said: Option<&str>) {
        let Some(course) = &mut self.course else { return };
        match KEYS.asked(key) {
            Some(WindowKey::Pane(KeyCommand::Enter)) => {
                let first = course.first_left().unwrap_or(0);
                self.open_lesson(first);
            }
            Some(WindowKey::Pane(KeyCommand::Move(Move::Left))) => course.mode = CourseMode::Strip,
            Some(WindowKey::Pane(KeyCommand::NextPane | KeyCommand::PreviousPane)) => {
                course.mode = CourseMode::Panes;
            }
            Some(WindowKey::Pane(KeyCommand::Move(by))) => course.scroll_page(by),
            Some(WindowKey::Pane(KeyCommand::Out | KeyCommand::Back)) => self.leave_course(was_said),
            // The bench, the cards and whatever else a key opens.
            Some(WindowKey::Own(_) | WindowKey::Pane(_)) | None => {
                course.mode = CourseMode::Panes;
                self.key(key);
            }
        }
    }

    fn leave_course(&mut self, was_said: Option<&str>) {
        let Some(course) = &mut self.course else { return };
        if was_said == Some(LEAVING) || course.mode == CourseMode::End {
            return self.shared.terminal(Terminal::Quit);
        }
        course.said = Some(LEAVING);
    }

    fn key_on_strip(&mut self, key: Key, was_said: Option<&str>) {
        let Some(course) = &mut self.course else { return };
        if let Key::Char(letter) = key
            && (letter.is_ascii_digit() || letter == '(')
        {
            course.mode = CourseMode::Typing;
            return self.key_in_answer(key);
        }
        match KEYS.asked(key) {
            Some(WindowKey::Pane(KeyCommand::Move(Move::Right))) => self.step_lesson(true),
            Some(WindowKey::Pane(KeyCommand::Move(Move::Left))) => self.step_lesson(false),
            Some(WindowKey::Pane(KeyCommand::Enter)) if course.is_right() => self.step_lesson(true),
            Some(WindowKey::Pane(KeyCommand::Enter)) => course.mode = CourseMode::Typing,
            Some(WindowKey::Own(CourseCommand::Answer))
                if course.tries > 0 || course.is_done(course.number) =>
            {
                course.shows_answer = true;
            }
            Some(WindowKey::Own(CourseCommand::Answer)) => {
                course.said = Some("try first: Enter, then your answer");
            }
            Some(WindowKey::Own(CourseCommand::Again)) => {
                let number = course.number;
                self.open_lesson(number);
            }
            Some(WindowKey::Own(CourseCommand::Page) | WindowKey::Pane(KeyCommand::Move(Move::Up))) => {
                course.mode = CourseMode::Page;
            }
            Some(WindowKey::Pane(KeyCommand::Out | KeyCommand::Back)) => self.leave_course(was_said),
            Some(WindowKey::Pane(KeyCommand::NextPane | KeyCommand::PreviousPane | KeyCommand::Question)) => {
                course.mode = CourseMode::Panes;
            }
            _ => {}
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "every other key is for the line")]
    fn key_in_answer(&mut self, key: Key) {
        let Some(course) = &mut self.course else { return };
        match key {
            Key::Right if course.line.is_empty() => self.step_lesson(true),
            Key::Left if course.line.is_empty() => self.step_lesson(false),
            Key::Esc => course.mode = CourseMode::Strip,
            Key::Up => course.mode = CourseMode::Page,
            Key::Tab | Key::BackTab => course.mode = CourseMode::Panes,
            Key::Enter if course.line.text().trim().is_empty() => {
                course.said = Some("type what you have seen, then Enter");
            }
            Key::Enter => {
                let hierarchy = Arc::clone(&self.shared.hierarchy);
                let (number, typed) = (course.number, course.line.text());
                course.judged = Late::asked(self.shared.ask(JudgeAnswer { hierarchy, number, typed }));
            }
            key => {
                course.said = None;
                course.line.key(key);
            }
        }
    }

    fn step_lesson(&mut self, on: bool) {
        let Some(course) = &mut self.course else { return };
        let next = if on { course.number.checked_add(1) } else { course.number.checked_sub(1) };
        match next.filter(|number| *number < LESSONS.len()) {
            Some(number) => self.open_lesson(number),
            None if on => course.mode = CourseMode::End,
            None => course.said = Some("this is the first lesson"),
        }
    }

    /// Gives the mouse back as the panes below the strip see it, unless the lesson has it.
    pub(crate) fn mouse_in_course(&mut self, mouse: Mouse) -> Option<Mouse> {
        let Some(course) = &mut self.course else { return Some(mouse) };
        let is_click = matches!(mouse.kind, MouseKind::Click | MouseKind::DoubleClick);
        let rows = course.rows();
        if matches!(course.mode, CourseMode::Page | CourseMode::End) {
            let by = match mouse.kind {
                MouseKind::ScrollUp => Key::Up,
                MouseKind::ScrollDown => Key::Down,
                MouseKind::Click => Key::Enter,
                MouseKind::DoubleClick | MouseKind::Drag | MouseKind::Release => return None,
            };
            self.key_in_course(by);
            return None;
        }
        if let Some(y) = mouse.y.checked_sub(rows) {
            if is_click {
                course.mode = CourseMode::Panes;
            }
            return Some(Mouse { y, ..mouse });
        }
        if is_click {
            course.mode = CourseMode::Strip;
        }
        None
    }
}
