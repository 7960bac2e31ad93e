mod finding;
mod github;
mod junit;
mod sarif;

use std::time::Duration;

use crate::check::is_unread;

use super::finding_arguments::{FailOn, FindingArguments, FindingsFormat};
use super::{Output, Result, file::write_file, json as print, open, unless_closed};

pub(super) use finding::{Finding, Remark};

pub(super) struct FoundList<'a> {
    pub(super) command: &'static str,
    pub(super) path: &'a str,
    pub(super) findings: Vec<&'a Finding>,
    pub(super) elapsed: Duration,
    pub(super) fail_on: &'a FailOn,
    pub(super) unfinished: Option<String>,
}

impl FoundList<'_> {
    fn failing(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().copied().filter(|found| self.fail_on.decides(found.rule))
    }

    pub(super) fn print(
        &self,
        arguments: &FindingArguments,
        as_json: bool,
        output: &mut Output,
        json: impl FnOnce(&mut Output) -> Result,
        text: impl FnOnce(&mut Output) -> Result,
    ) -> Result {
        let format = if as_json { FindingsFormat::Json } else { arguments.format };
        let print_to = |output: &mut Output| match format {
            FindingsFormat::Text => text(output),
            FindingsFormat::Json => json(output),
            FindingsFormat::Junit => junit::write(self, output),
            FindingsFormat::Sarif => print::print(&sarif::log(self), output),
            FindingsFormat::Github => github::write(self, output),
        };
        let Some(file) = &arguments.output else { return unless_closed(print_to(output)) };
        let mut whole = Output::in_memory();
        print_to(&mut whole)?;
        write_file(file, |file| Ok(file.write_all(whole.bytes())?))
    }

    pub(super) fn result(&self) -> Result {
        let Some(first) = self.failing().next() else { return Ok(()) };
        let are_unread = self.failing().all(|found| is_unread(found.rule));
        Err(open::found(&first.text(), self.failing().count(), are_unread))
    }
}
