//! The course: lessons on stores that are part of the program, each with a question that the store itself answers.
//!
//! A [`CourseLesson`] has a page to read, a line on what to look at, and a question. Its answer is a [`Fact`], found in the
//! store when an answer is typed: no answer is written down to be compared with. The texts are
//! `assets/lessons/*.md`, the stores `sample-data/lessons`.

mod answer;
mod bench;
mod fact;
mod judge;
mod lesson;
mod lessons;
mod progress;
mod stores;
#[cfg(test)]
mod tests;

pub use answer::Answer;
pub use bench::{Bench, BenchOutcome, BenchRow, BenchRun, EDGE, StageShown, add_codec};
pub use fact::Fact;
pub use judge::{AnswerVerdict, judge};
pub use lesson::{CourseLesson, LessonText};
pub use lessons::LESSONS;
pub use progress::CourseProgress;
pub use stores::{EmbeddedStore, STORES};
