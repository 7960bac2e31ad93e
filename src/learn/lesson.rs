//! One lesson: its texts, its store and its question.

use super::fact::Fact;
use super::stores::STORES;
use crate::hierarchy::Hierarchy;
use crate::store::MemoryStore;

/// One step of the course.
#[derive(Debug)]
pub struct CourseLesson {
    /// Its name, by which it is remembered: that of its text.
    pub name: &'static str,
    /// Its text, as it is written.
    pub source: &'static str,
    /// The name of its store.
    pub store: &'static str,
    /// The key of the node that is selected at the start; empty for the root.
    pub at: &'static str,
    /// What the answer is.
    pub right: Fact,
    /// What people may answer instead, and what to say of that.
    pub wrong: &'static [(Fact, &'static str)],
}

/// The parts of a lesson's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LessonText {
    /// What it is about, in a few words.
    pub title: &'static str,
    /// What is to be known, in lines as they are to be shown.
    pub page: &'static str,
    /// What to do and to look at. Keys stand in backticks, in the order in which they are pressed.
    pub look: &'static str,
    /// The question.
    pub question: &'static str,
    /// What helps to answer it.
    pub hint: &'static str,
    /// The answer, in words.
    pub answer: &'static str,
}

impl CourseLesson {
    /// Its text, in parts. A part that the text lacks is empty.
    pub fn text(&self) -> LessonText {
        let part = |heading: &str| {
            let from = self.source.split_once(&format!("\n## {heading}\n")).map_or("", |(_, rest)| rest);
            from.split("\n## ").next().unwrap_or_default().trim()
        };
        let (title, rest) = self.source.split_once('\n').unwrap_or((self.source, ""));
        LessonText {
            title: title.trim_start_matches("# "),
            page: rest.split("\n## ").next().unwrap_or_default().trim_end(),
            look: part("Look"),
            question: part("Question"),
            hint: part("Hint"),
            answer: part("Answer"),
        }
    }

    /// Its store, opened. It is in memory: nothing is read, and nothing can fail but that the store is not there.
    pub fn open(&self) -> Option<Hierarchy> {
        let store = STORES.iter().find(|store| store.name == self.store)?;
        let values = store.values.iter().map(|(key, value)| ((*key).to_owned(), *value));
        Some(Hierarchy::in_store(self.store, MemoryStore::new(self.store, values)))
    }
}
