use std::sync::Arc;

use crate::explorer::{App, CourseMode, Lane, Link, RequestId, Task};
use crate::hierarchy::Hierarchy;
use crate::learn::{AnswerVerdict, CourseProgress, LESSONS, judge};

#[derive(Debug)]
pub struct JudgeAnswer {
    pub(crate) hierarchy: Arc<Hierarchy>,
    pub(crate) number: usize,
    pub(crate) typed: String,
}

impl Task for JudgeAnswer {
    const LANE: Lane = Lane::Diagnoses;
    type Answer = AnswerVerdict;

    fn run(&self, link: &mut Link<Self>) {
        if let Some(lesson) = LESSONS.get(self.number) {
            link.answer(judge(lesson, &self.hierarchy, &self.typed));
        }
    }

    fn answered(app: &mut App, id: RequestId, verdict: AnswerVerdict) {
        let Some(course) = app.course.as_mut() else { return };
        if !course.judged.answer(id, Ok(verdict)) {
            return;
        }
        course.tries = course.tries.saturating_add(1);
        course.typed = std::mem::take(&mut course.line).text();
        if !course.is_right() {
            return;
        }
        course.mode = CourseMode::Strip;
        let Some(lesson) = course.lesson() else { return };
        if course.progress.done.insert(lesson.name.to_owned()) {
            app.shared.ask_anyway(KeepProgress(course.progress.clone()));
        }
    }
}

#[derive(Debug)]
pub struct KeepProgress(pub CourseProgress);

impl Task for KeepProgress {
    const LANE: Lane = Lane::Files;
    type Answer = ();

    fn run(&self, _: &mut Link<Self>) {
        // Where it cannot be kept, only the progress is lost.
        drop(self.0.write());
    }

    fn answered(_: &mut App, _: RequestId, (): ()) {}
}
