//! The course: the open lesson, what was typed as an answer, and how far the user is.

pub(super) mod draw;
pub(super) mod keys;
pub(super) mod work;

use crate::explorer::keys::keymap::key_name;
use crate::explorer::{KeyCommand, Late, Scroll, TypedLine};
use crate::learn::{AnswerVerdict, CourseLesson, CourseProgress, LESSONS};
use crate::metadata::text::escape;
use crate::tell::wrapping::wrap;

#[derive(Debug, Default)]
pub struct Course {
    pub number: usize,
    pub mode: CourseMode,
    pub line: TypedLine,
    pub typed: String,
    pub judged: Late<AnswerVerdict>,
    pub tries: u32,
    pub shows_answer: bool,
    /// Until the next key.
    pub said: Option<&'static str>,
    pub progress: CourseProgress,
    pub scroll: Scroll,
    pub(crate) size: (u16, u16),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CourseMode {
    #[default]
    Page,
    Panes,
    Strip,
    Typing,
    /// The page behind the last lesson.
    End,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StripLine {
    Look(String),
    Question(String),
    Typed,
    Note(String),
    Right(String),
    Wrong(String),
}

impl Course {
    pub(crate) fn new(number: usize, progress: CourseProgress, size: (u16, u16)) -> Self {
        Self { number, progress, size, ..Self::default() }
    }

    pub fn lesson(&self) -> Option<&'static CourseLesson> {
        LESSONS.get(self.number)
    }

    pub fn is_done(&self, number: usize) -> bool {
        LESSONS.get(number).is_some_and(|lesson| self.progress.done.contains(lesson.name))
    }

    pub fn is_right(&self) -> bool {
        matches!(self.judged.ready(), Some(AnswerVerdict::Right(_)))
    }

    pub fn signs(&self) -> String {
        let sign = |number| match number {
            number if number == self.number && self.mode != CourseMode::End => '▸',
            number if self.is_done(number) => '✓',
            _ => '·',
        };
        (0..LESSONS.len()).map(sign).collect()
    }

    /// At most `most` lines: where there is no room, what to look at is left out.
    pub fn strip(&self, width: u16, most: usize) -> Vec<StripLine> {
        let Some(lesson) = self.lesson() else { return Vec::new() };
        let text = lesson.text();
        let look = lines(&plain(text.look), width, StripLine::Look);
        let question = lines(&plain(&format!("? {}", text.question)), width, StripLine::Question);
        let mut state = self.state(width);
        let room = most.saturating_sub(question.len());
        state.truncate(room.max(1));
        let mut strip = if look.len() <= room.saturating_sub(state.len()) { look } else { Vec::new() };
        strip.extend(question);
        strip.extend(state);
        strip.truncate(most);
        strip
    }

    fn state(&self, width: u16) -> Vec<StripLine> {
        let (text, kind): (String, fn(String) -> StripLine) = match (self.said, self.judged.ready()) {
            (Some(said), _) => (said.to_owned(), StripLine::Note),
            (None, Some(AnswerVerdict::Right(answer))) => (format!("✓ {answer}"), StripLine::Right),
            (None, _) if self.shows_answer => {
                let answer = self.lesson().map_or("", |lesson| lesson.text().answer);
                (format!("= {answer}"), StripLine::Right)
            }
            (None, Some(AnswerVerdict::Wrong(hint))) => {
                (format!("✗ {}: {hint}", escape(self.typed.trim())), StripLine::Wrong)
            }
            (None, Some(AnswerVerdict::Unknown(reason))) => {
                (format!("✗ the store cannot be read: {reason}"), StripLine::Wrong)
            }
            (None, None) => (String::new(), StripLine::Note),
        };
        let mut state = if text.is_empty() { Vec::new() } else { lines(&text, width, kind) };
        if self.mode == CourseMode::Typing {
            state.insert(0, StripLine::Typed);
        } else if state.is_empty() {
            let done = if self.is_done(self.number) { "done before · " } else { "" };
            let key = if self.mode == CourseMode::Strip {
                ENTER.to_owned()
            } else {
                key_name(KeyCommand::Question)
            };
            state.push(StripLine::Note(format!("{done}press {key} to answer")));
        }
        state
    }

    pub fn rows(&self) -> u16 {
        let (width, height) = self.size;
        let most = usize::from(height / 2).saturating_sub(2).max(2);
        u16::try_from(self.strip(width.saturating_sub(4), most).len() + 2).unwrap_or(height).min(height)
    }

    /// The first lesson that is not done.
    pub(crate) fn first_left(&self) -> Option<usize> {
        (0..LESSONS.len()).find(|number| !self.is_done(*number))
    }

    pub fn page(&self, width: u16) -> Vec<String> {
        if self.mode == CourseMode::End {
            return self.end().iter().flat_map(|line| wrap(line, width.min(WIDEST))).collect();
        }
        let Some(lesson) = self.lesson() else { return Vec::new() };
        let text = lesson.text();
        let mut lines = paragraphs(text.page);
        lines.extend([String::new(), "Then look:".to_owned(), plain(text.look)]);
        lines.iter().flat_map(|line| wrap(line, width.min(WIDEST))).collect()
    }
}

impl Course {
    fn end(&self) -> Vec<String> {
        let mut left = Vec::new();
        for (number, lesson) in LESSONS.iter().enumerate() {
            if !self.is_done(number) {
                left.push(format!("{} {}", number + 1, lesson.text().title));
            }
        }
        let done = LESSONS.len() - left.len();
        let mut lines = vec![format!("{done} of {} lessons are done.", LESSONS.len())];
        if !left.is_empty() {
            lines.push(format!("Not yet: {}.", left.join(" · ")));
        }
        lines.push(String::new());
        lines.extend(paragraphs(END));
        lines
    }
}

const ENTER: &str = "Enter";
const END: &str = include_str!("../../../assets/lessons/end.txt");

fn lines(text: &str, width: u16, kind: fn(String) -> StripLine) -> Vec<StripLine> {
    wrap(text, width).into_iter().map(kind).collect()
}

const WIDEST: u16 = 90;

/// Each paragraph on a line; indented lines stay as they are.
fn paragraphs(text: &str) -> Vec<String> {
    let mut paragraphs: Vec<String> = Vec::new();
    let mut goes_on = false;
    for line in text.lines() {
        let is_prose = !line.is_empty() && !line.starts_with(' ');
        if is_prose
            && goes_on
            && let Some(last) = paragraphs.last_mut()
        {
            last.push(' ');
            last.push_str(line);
        } else {
            paragraphs.push(line.to_owned());
        }
        goes_on = is_prose;
    }
    paragraphs
}

fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('`', "")
}
