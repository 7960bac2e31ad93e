//! What `verify` and `check` find, in the forms that people and other programs read, and which of it makes a command fail.

mod finding;
mod github;
mod junit;
mod sarif;

use std::path::Path;
use std::time::Duration;

use super::file::write_file;
use super::finding_arguments::{FailOn, FindingsFormat};
use super::{Failure, Output, json as print, open, unless_closed};

pub(super) use finding::{Finding, Remark};

/// What a command has found.
pub(super) struct FoundList<'a> {
    pub(super) command: &'static str,
    /// Where it looked.
    pub(super) path: &'a str,
    /// All findings, in order.
    pub(super) findings: Vec<&'a Finding>,
    pub(super) elapsed: Duration,
    pub(super) fail_on: &'a FailOn,
    /// Why that is not all there is to find, in words.
    pub(super) unfinished: Option<String>,
}

impl FoundList<'_> {
    /// The findings that make the command fail.
    fn failing(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().copied().filter(|found| self.fail_on.decides(found.rule))
    }

    /// Prints the findings in a form, or writes them into a file; the two forms that are the command's own are given.
    pub(super) fn print(
        &self,
        (format, file): (FindingsFormat, Option<&Path>),
        output: &mut Output,
        json: impl FnOnce(&mut Output) -> Result<(), Failure>,
        text: impl FnOnce(&mut Output) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let print_to = |output: &mut Output| match format {
            FindingsFormat::Text => text(output),
            FindingsFormat::Json => json(output),
            FindingsFormat::Junit => junit::write(self, output),
            FindingsFormat::Sarif => print::print(&sarif::log(self), output),
            FindingsFormat::Github => github::write(self, output),
        };
        let Some(file) = file else { return unless_closed(print_to(output)) };
        let mut whole = Output::in_memory();
        print_to(&mut whole)?;
        write_file(file, |file| Ok(file.write_all(whole.bytes())?))
    }

    /// How the command ends, as far as its findings decide.
    pub(super) fn result(&self) -> Result<(), Failure> {
        let mut failing = self.failing();
        let Some(first) = failing.next() else { return Ok(()) };
        Err(open::found(&first.text(), failing.count() + 1))
    }
}
