use std::io::Write;

use super::arguments::{ReportArguments, ReportFormat};
use super::open::{found, message};
use super::{Failure, Output, Result, address::address, file::write_file, open, report_page, unless_closed};
use crate::codec::DecodeOptions;
use crate::doctor::{Checkup, ChunkChoice};
use crate::issue::{IssueOptions, gather, is_unusable};
use crate::metadata::text::escape;
use crate::pipeline::{ChunkNote, Fault, OpenNode};
use crate::store::join;
use crate::tell::issue::report;

pub(super) fn run(arguments: &ReportArguments, output: &mut Output) -> Result {
    let hierarchy = open(&arguments.path, &arguments.limits.access())?;
    let node = OpenNode::at(&hierarchy, "");
    let chunk = match (node.usable(), &arguments.chunk) {
        (Some(array), Some(chunk)) => Some(address(array, chunk, &arguments.inner)?),
        (None, Some(_)) if !is_unusable(&node) => {
            let text = format!("{}: --chunk: expected an array, found none", hierarchy.name);
            return Err(Failure::Usage(escape(&text).into_owned()));
        }
        _ => None,
    };
    let options = IssueOptions {
        with_attributes: arguments.attributes,
        chunks: arguments.chunks,
        decode: DecodeOptions { ignore_checksums: false, max_chunk_bytes: arguments.max_chunk_bytes },
    };
    let mut issue = gather(&hierarchy, &node, chunk, &options);
    if issue.chunk.is_none()
        && issue.faults.is_empty()
        && issue.rows.is_empty()
        && !issue.is_cut
        && !hierarchy.store().is_remote()
    {
        let checkup = Checkup::run(&hierarchy, &options.decode, ChunkChoice::Quick, &mut |_| {});
        // Not the path of this machine: the report is for others.
        let name = |array: &str| array.strip_prefix(&hierarchy.name).map(|below| issue.name.clone() + below);
        let doubt = |note: &ChunkNote| {
            format!("{}: {}: {}", name(&note.array).unwrap_or_default(), note.key, note.value)
        };
        issue.doubts = Some(checkup.doubts().iter().map(doubt).collect());
    }
    let text = match arguments.format {
        ReportFormat::Markdown => report(&issue),
        ReportFormat::Html => report_page::page(&hierarchy, arguments, &issue),
    };
    match &arguments.output {
        None => unless_closed(output.write_all(text.as_bytes()).map_err(Failure::from))?,
        Some(path) => write_file(path, |file| Ok(file.write_all(text.as_bytes())?))?,
    }
    if let Some(first) = issue.faults.first() {
        let key = issue.chunk.as_ref().map(|chunk| chunk.key.as_str());
        let are_unread = issue.faults.iter().all(Fault::is_unread);
        return Err(found(&message(&hierarchy.name, key, first), issue.faults.len(), are_unread));
    }
    if let Some(first) = issue.rows.first() {
        let path = join(&hierarchy.name, &first.path);
        let count = issue.rows.len().saturating_add(usize::try_from(issue.more_rows).unwrap_or(usize::MAX));
        let are_unread = issue.more_rows == 0 && issue.rows.iter().all(|row| row.fault.is_unread());
        return Err(found(&message(&path, Some(&first.key), &first.fault), count, are_unread));
    }
    if let Some(first) = issue.doubts.as_ref().and_then(|doubts| doubts.first()) {
        return Err(Failure::Data(escape(first).into_owned()));
    }
    let Some(likeliest) = issue.causes.first() else { return Ok(()) };
    Err(Failure::Data(escape(&format!("{}: {}", hierarchy.name, likeliest.hypothesis)).into_owned()))
}
