//! Whether an answer to a lesson is right, and what helps where it is not.

use super::lesson::CourseLesson;
use crate::hierarchy::Hierarchy;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AnswerVerdict {
    Right(String),
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
    for (fact, hint) in lesson.wrong {
        if let Ok(mistake) = fact.find(hierarchy)
            && mistake.is_meant_by(typed)
        {
            return AnswerVerdict::Wrong((*hint).to_owned());
        }
    }
    if right.fits(typed) {
        AnswerVerdict::Wrong(text.hint.to_owned())
    } else {
        AnswerVerdict::Wrong(format!("The answer is {}. {}", right.kind(), text.hint))
    }
}
