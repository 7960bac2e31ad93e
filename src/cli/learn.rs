use std::io::Write;

use super::{Failure, Output, Result, arguments::LearnArguments, output::Tone};
use crate::learn::{CourseProgress, LESSONS};
use crate::metadata::text::escape;

/// From 0; `None` where no lesson is asked for.
pub fn asked_lesson(arguments: &LearnArguments) -> Result<Option<usize>> {
    let Some(asked) = arguments.lesson.as_ref().or(arguments.lesson_option.as_ref()) else { return Ok(None) };
    let number: Option<usize> = asked.parse().ok();
    let wanted = asked.to_lowercase();
    for (place, lesson) in LESSONS.iter().enumerate() {
        if number == Some(place + 1) || lesson.name == wanted {
            return Ok(Some(place));
        }
    }
    let names: Vec<&str> = LESSONS.iter().map(|lesson| lesson.name).collect();
    Err(Failure::Usage(format!(
        "expected a lesson from 1 to {}, or {}; found \"{}\"",
        LESSONS.len(),
        names.join(", "),
        escape(asked)
    )))
}

pub(super) fn run(arguments: &LearnArguments, output: &mut Output) -> Result {
    let asked = asked_lesson(arguments)?;
    let progress = CourseProgress::read();
    for (number, lesson) in LESSONS.iter().enumerate() {
        if asked.is_some() && asked != Some(number) {
            continue;
        }
        let text = lesson.text();
        let sign = if progress.done.contains(lesson.name) { "✓" } else { "·" };
        let name = output.paint(Tone::Name, &format!("{:<14}", lesson.name));
        writeln!(output, "{sign} {:>2}  {name} {}", number + 1, text.title)?;
        writeln!(output, "       {}", text.question)?;
    }
    Ok(())
}
