//! `learn`: which lesson is meant, and the list of them.

use std::io::Write;

use super::arguments::LearnArguments;
use super::output::Tone;
use super::{Failure, Output};
use crate::learn::{CourseProgress, LESSONS};
use crate::metadata::text::escape;

/// The number of the lesson that is asked for, from 0; `None` where none is.
///
/// # Errors
/// When there is no such lesson.
pub fn asked_lesson(arguments: &LearnArguments) -> Result<Option<usize>, Failure> {
    let Some(asked) = arguments.lesson.as_ref().or(arguments.lesson_option.as_ref()) else { return Ok(None) };
    let by_number = asked.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let wanted = asked.to_lowercase();
    let is_named =
        |name: &str| name == wanted || name.split_once('-').is_some_and(|(_, rest)| rest == wanted);
    let by_name = || LESSONS.iter().position(|lesson| is_named(lesson.name));
    let found = by_number.filter(|number| *number < LESSONS.len()).or_else(by_name);
    found.map(Some).ok_or_else(|| {
        let names: Vec<&str> = LESSONS.iter().map(|lesson| lesson.name).collect();
        let count = LESSONS.len();
        Failure::Usage(format!(
            "expected a lesson from 1 to {count}, or {}; found \"{}\"",
            names.join(", "),
            escape(asked)
        ))
    })
}

/// Lists the lessons, where there is no terminal to show them on.
pub(super) fn run(arguments: &LearnArguments, output: &mut Output) -> Result<(), Failure> {
    let asked = asked_lesson(arguments)?;
    let progress = CourseProgress::read();
    for (number, lesson) in
        LESSONS.iter().enumerate().filter(|(number, _)| asked.is_none_or(|asked| asked == *number))
    {
        let text = lesson.text();
        let sign = if progress.done.contains(lesson.name) { "✓" } else { "·" };
        let name = output.paint(Tone::Name, &format!("{:<14}", lesson.name));
        writeln!(output, "{sign} {:>2}  {name} {}", number + 1, text.title)?;
        writeln!(output, "       {}", text.question)?;
    }
    Ok(())
}
