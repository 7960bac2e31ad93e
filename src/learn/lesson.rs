//! One lesson: its texts, its store and its question.

use super::fact::Fact;
use super::stores::STORES;
use crate::hierarchy::Hierarchy;
use crate::store::MemoryStore;

#[derive(Debug)]
pub struct CourseLesson {
    /// Its name, by which it is remembered: that of its text.
    pub name: &'static str,
    pub source: &'static str,
    pub store: &'static str,
    /// The key of the node that is selected at the start; empty for the root.
    pub at: &'static str,
    /// What the answer is.
    pub right: Fact,
    /// What people may answer instead, and what to say of that.
    pub wrong: &'static [(Fact, &'static str)],
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LessonText {
    /// What it is about, in a few words.
    pub title: &'static str,
    /// What is to be known, in lines as they are to be shown.
    pub page: &'static str,
    /// What to do and to look at. Keys are in backticks, in the order in which they are pressed.
    pub look: &'static str,
    pub question: &'static str,
    pub hint: &'static str,
    pub answer: &'static str,
}

impl CourseLesson {
    /// Its text, in parts. A part that the text lacks is empty.
    pub fn text(&self) -> LessonText {
        let part = |heading: &str| match self.source.split_once(&format!("\n## {heading}\n")) {
            Some((_, rest)) => rest.split("\n## ").next().unwrap_or_default().trim(),
            None => "",
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

    /// `None` where there is no such store. Nothing else can fail: it is in memory.
    pub fn open(&self) -> Option<Hierarchy> {
        let store = STORES.iter().find(|store| store.name == self.store)?;
        let values = store.values.iter().map(|(key, value)| ((*key).to_owned(), *value));
        Some(Hierarchy::in_store(self.store, MemoryStore::new(self.store, values)))
    }
}
