//! Opening lessons, going from one to the next, and answering.

use crate::explorer::course::work::JudgeAnswer;
use crate::explorer::course::work::KeepProgress;
use std::sync::Arc;

use crate::codec::DecodeOptions;
use crate::configuration::Key;
use crate::explorer::core::app::App;
use crate::explorer::core::late::{Late, RequestId};
use crate::explorer::core::task::{Effect, Terminal, Work};
use crate::explorer::course::state::{Course, CourseMode};
use crate::explorer::keys::input::{Mouse, MouseKind};
use crate::explorer::keys::keymap::{KeyCommand, Move, command};
use crate::hierarchy::Hierarchy;
use crate::learn::{AnswerVerdict, CourseProgress, LESSONS};
use crate::store::MemoryStore;

/// What is said before the lessons are left: one Esc too many should not end them.
const LEAVING: &str = "Esc once more leaves the lessons; Tab goes to the store";

impl App {
    /// The explorer on a lesson, and its first requests: the lesson of that number, or the first that is not done.
    pub fn learning(
        progress: CourseProgress,
        number: Option<usize>,
        size: (u16, u16),
    ) -> (Self, Vec<Effect>) {
        let not_done = || LESSONS.iter().position(|lesson| !progress.done.contains(lesson.name));
        let number = number.or_else(not_done).unwrap_or(0);
        let nothing = Hierarchy::in_store("", MemoryStore::default());
        let (mut app, _) = Self::new(nothing, DecodeOptions::default(), size);
        app.course = Some(Course::new(number, progress, size));
        let effects = app.open_lesson(number);
        (app, effects)
    }

    /// Columns and rows of the whole screen.
    pub fn size(&self) -> (u16, u16) {
        self.course.as_ref().map_or(self.shared.size, |course| course.size)
    }

    /// Opens a lesson from its start: its page, its store, and nothing of what was done before.
    pub(crate) fn open_lesson(&mut self, number: usize) -> Vec<Effect> {
        let Some(course) = self.course.take() else { return Vec::new() };
        let Some((lesson, hierarchy)) = LESSONS.get(number).and_then(|lesson| Some((lesson, lesson.open()?)))
        else {
            self.course = Some(course);
            return Vec::new();
        };
        let (fresh, _) = Self::new(hierarchy, DecodeOptions::default(), course.size);
        self.show_instead(fresh);
        self.course = Some(Course::new(number, course.progress, course.size));
        let mut effects = self.open_selected();
        if !lesson.at.is_empty() {
            effects.extend(self.go_to_node(lesson.at.to_owned()));
        }
        effects.extend(self.settle());
        effects
    }

    /// Keeps room for the strip above the panes.
    pub(crate) fn settle_course(&mut self) {
        if let Some(course) = &self.course {
            let (width, height) = course.size;
            self.shared.size = (width, height.saturating_sub(course.rows()));
        }
    }

    /// Takes the size of the screen.
    pub(crate) fn resize(&mut self, size: (u16, u16)) {
        match &mut self.course {
            Some(course) => course.size = size,
            None => self.shared.size = size,
        }
    }

    /// Goes to the question of the lesson.
    pub(crate) fn question(&mut self) {
        match &mut self.course {
            Some(course) if course.is_right() => course.mode = CourseMode::Strip,
            Some(course) => course.mode = CourseMode::Typing,
            None => self.shared.say("there are questions in lessons: zarrscope learn opens them"),
        }
    }

    /// Handles a key that the lesson takes; `None` where it is for the panes.
    pub(crate) fn key_in_course(&mut self, key: Key) -> Option<Vec<Effect>> {
        let course = self.course.as_mut()?;
        let was_said = course.said.take();
        match course.mode {
            CourseMode::Panes => {
                course.said = was_said;
                None
            }
            CourseMode::Page => Some(self.key_on_page(key)),
            CourseMode::Strip => Some(self.key_on_strip(key, was_said)),
            CourseMode::Typing => Some(self.key_in_answer(key)),
        }
    }

    fn key_on_page(&mut self, key: Key) -> Vec<Effect> {
        let Some(course) = &mut self.course else { return Vec::new() };
        match command(key) {
            Some(KeyCommand::Move(Move::Right)) => return self.step_lesson(true),
            Some(KeyCommand::Move(Move::Left)) => return self.step_lesson(false),
            Some(KeyCommand::Move(by)) => {
                let lines = course.page(course.size.0.saturating_sub(4)).len() as u64;
                course.scroll.step_page(by, course.size.1.saturating_sub(2).into(), lines);
            }
            Some(
                KeyCommand::Enter
                | KeyCommand::Out
                | KeyCommand::Back
                | KeyCommand::Explain
                | KeyCommand::NextPane
                | KeyCommand::Question,
            ) => course.mode = CourseMode::Panes,
            _ => {}
        }
        Vec::new()
    }

    fn key_on_strip(&mut self, key: Key, was_said: Option<&str>) -> Vec<Effect> {
        let Some(course) = &mut self.course else { return Vec::new() };
        if let Key::Char(letter) = key
            && (letter.is_ascii_digit() || letter == '(')
        {
            course.mode = CourseMode::Typing;
            return self.key_in_answer(key);
        }
        match command(key) {
            Some(KeyCommand::Move(Move::Right)) => return self.step_lesson(true),
            Some(KeyCommand::Move(Move::Left)) => return self.step_lesson(false),
            Some(KeyCommand::Enter) if course.is_right() => return self.step_lesson(true),
            Some(KeyCommand::Enter) => course.mode = CourseMode::Typing,
            Some(KeyCommand::Axes) if course.tries > 0 || course.is_done(course.number) => {
                course.shows_answer = true;
            }
            Some(KeyCommand::Axes) => course.said = Some("try first: Enter, then your answer"),
            Some(KeyCommand::PictureRange) => {
                let number = course.number;
                return self.open_lesson(number);
            }
            Some(KeyCommand::Explain) => course.mode = CourseMode::Page,
            Some(KeyCommand::Out | KeyCommand::Back) if was_said == Some(LEAVING) => {
                return vec![Terminal::Quit.into()];
            }
            Some(KeyCommand::Out | KeyCommand::Back) => course.said = Some(LEAVING),
            Some(KeyCommand::NextPane | KeyCommand::PreviousPane | KeyCommand::Question) => {
                course.mode = CourseMode::Panes;
            }
            _ => {}
        }
        Vec::new()
    }

    fn key_in_answer(&mut self, key: Key) -> Vec<Effect> {
        let Some(course) = &mut self.course else { return Vec::new() };
        match key {
            Key::Right if course.line.is_empty() => return self.step_lesson(true),
            Key::Left if course.line.is_empty() => return self.step_lesson(false),
            Key::Esc => course.mode = CourseMode::Strip,
            Key::Tab | Key::BackTab => course.mode = CourseMode::Panes,
            Key::Enter if course.line.text().trim().is_empty() => {
                course.said = Some("type what you have seen, then Enter");
            }
            Key::Enter => return self.answer().into_iter().collect(),
            key => drop(course.types(key)),
        }
        Vec::new()
    }

    /// Asks whether the typed answer is right.
    fn answer(&mut self) -> Option<Effect> {
        let request = self.shared.request();
        let hierarchy = Arc::clone(&self.shared.hierarchy);
        let course = self.course.as_mut()?;
        course.judged = Late::asked(request.clone());
        let (number, typed) = (course.number, course.line.text());
        Some(Work::new(&request, JudgeAnswer { hierarchy, number, typed }).into())
    }

    /// Takes what is to be said of an answer. A lesson that was answered is done.
    pub(crate) fn answer_judged(&mut self, id: RequestId, judgement: AnswerVerdict) -> Option<Effect> {
        let course = self.course.as_mut()?;
        if !course.judged.answer(id, Ok(judgement)) {
            return None;
        }
        course.tries = course.tries.saturating_add(1);
        course.typed = std::mem::take(&mut course.line).text();
        if !course.is_right() {
            return None;
        }
        course.mode = CourseMode::Strip;
        let lesson = course.lesson()?;
        let is_new = course.progress.done.insert(lesson.name.to_owned());
        is_new.then(|| Work::always(self.shared.request().id(), KeepProgress(course.progress.clone())).into())
    }

    fn step_lesson(&mut self, on: bool) -> Vec<Effect> {
        let Some(course) = &mut self.course else { return Vec::new() };
        let next = if on { course.number.checked_add(1) } else { course.number.checked_sub(1) };
        match next.filter(|number| *number < LESSONS.len()) {
            Some(number) => self.open_lesson(number),
            None => {
                course.said = Some(if on {
                    "that was the last lesson; Esc leaves"
                } else {
                    "this is the first lesson"
                });
                Vec::new()
            }
        }
    }

    /// Handles the mouse where the lesson has it; otherwise gives it as the panes see it, below the strip.
    pub(crate) fn mouse_in_course(&mut self, mouse: Mouse) -> Option<Mouse> {
        let Some(course) = &mut self.course else { return Some(mouse) };
        let is_click = matches!(mouse.kind, MouseKind::Click | MouseKind::DoubleClick);
        let rows = course.rows();
        if course.mode == CourseMode::Page {
            let by = match mouse.kind {
                MouseKind::ScrollUp => Key::Up,
                MouseKind::ScrollDown => Key::Down,
                MouseKind::Click => Key::Enter,
                _ => return None,
            };
            self.key_on_page(by);
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
