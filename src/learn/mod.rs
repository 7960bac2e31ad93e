//! The course: lessons on stores that are part of the program. Answers are [`Fact`]s, found in the store when the user answers. The
//! texts are `assets/lessons/*.md`, the stores `sample-data/lessons`.

mod answer;
mod bench;
mod fact;
mod lessons;
mod progress;
mod stores;
#[cfg(test)]
mod tests;

pub use answer::Answer;
pub use bench::{Bench, BenchFill, BenchOutcome, BenchRow, BenchRun, EDGE, StageShown, add_codec};
pub use fact::Fact;
pub use lessons::{AnswerVerdict, CourseLesson, LESSONS, LessonText, judge};
pub use progress::CourseProgress;
pub use stores::{EmbeddedStore, STORES};
