//! The course: lessons on stores that are part of the program, each with a question that the store itself answers.
//!
//! A [`CourseLesson`] has a page to read, a line on what to look at, and a question. Its answer is a [`Fact`], found in the
//! store when an answer is typed: no answer is written down to be compared with. The texts are
//! `assets/lessons/*.md`, the stores `sample-data/lessons`.

mod answer;
mod bench;
mod fact;
mod lessons;
mod progress;
mod stores;
#[cfg(test)]
mod tests;

pub use answer::Answer;
pub use bench::{Bench, BenchOutcome, BenchRow, BenchRun, EDGE, StageShown, add_codec};
pub use fact::Fact;
pub use lessons::{AnswerVerdict, CourseLesson, LESSONS, LessonText, judge};
pub use progress::CourseProgress;
pub use stores::{EmbeddedStore, STORES};
