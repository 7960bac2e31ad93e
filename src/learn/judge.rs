//! Whether an answer to a lesson is right, and what helps where it is not.

use super::lesson::CourseLesson;
use crate::hierarchy::Hierarchy;

/// What is to be said of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AnswerVerdict {
    /// It is right: the answer in words.
    Right(String),
    /// It is not: what helps.
    Wrong(String),
    /// The store cannot be asked, for this reason.
    Unknown(String),
}

/// Whether an answer to a lesson is right. The store of the lesson is asked.
pub fn judge(lesson: &CourseLesson, hierarchy: &Hierarchy, typed: &str) -> AnswerVerdict {
    let right = match lesson.right.find(hierarchy) {
        Ok(right) => right,
        Err(reason) => return AnswerVerdict::Unknown(reason),
    };
    let text = lesson.text();
    if right.is_meant_by(typed) {
        return AnswerVerdict::Right(text.answer.to_owned());
    }
    let known = lesson.wrong.iter().find(|(fact, _)| {
        let found = fact.find(hierarchy);
        found.is_ok_and(|found| found.is_meant_by(typed))
    });
    AnswerVerdict::Wrong(match known {
        Some((_, hint)) => (*hint).to_owned(),
        None if !right.fits(typed) => format!("The answer is {}. {}", right.kind(), text.hint),
        None => text.hint.to_owned(),
    })
}
