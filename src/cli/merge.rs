use super::part_reports::{PartReport, WrittenReport};
use super::stats::{self, StatsReport};
use super::verify::{self, VerifyReport};
use super::{Output, Result, arguments::MergeArguments};

type Merge = fn(Vec<WrittenReport>, &MergeArguments, &mut Output) -> Result;

const KINDS: [(&str, Merge); 2] =
    [(VerifyReport::SCHEMA.0, verify::merge), (StatsReport::SCHEMA.0, stats::merge)];

pub(super) fn run(arguments: &MergeArguments, output: &mut Output) -> Result {
    arguments.found.check_file()?;
    let mut written = Vec::new();
    for path in &arguments.reports {
        written.extend(WrittenReport::read_all(path)?);
    }
    // The first report says which command is meant; others are refused beside it.
    let Some(first) = written.first() else { return Ok(()) };
    let Some((_, merge)) = KINDS.iter().find(|(schema, _)| first.schema() == Some(schema)) else {
        let found = first.schema().unwrap_or("something else");
        return Err(first.refuse(&format!(
            "expected a report of `verify --part I/N --json` or `stats --part I/N --json`, found {found}"
        )));
    };
    merge(written, arguments, output)
}
