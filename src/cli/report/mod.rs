//! `report`: everything that an issue needs, as Markdown.

mod name;
mod search;

use std::io::Write;
use std::ops::Range;

use super::address::address;
use super::arguments::ReportArguments;
use super::file::write_file;
use super::open::{found, message};
use super::{Failure, Output, open, unless_closed};
use crate::app::facts;
use crate::codec::{CodecError, DecodeOptions, Entry};
use crate::doctor::{Hypothesis, Verdict};
use crate::hierarchy::{Hierarchy, NodeKind, unreadable};
use crate::metadata::linear;
use crate::metadata::text::escape;
use crate::pipeline::{Array, ChunkAddress, ChunkTrace, Fault, Located, OpenNode};
use crate::store::{ByteSource, FileOf, join};
use crate::tell::copy_as::{CopyAs, command, copies, open_array};
use crate::tell::issue::{IssueCause, IssueChunk, IssueEntry, IssueReport, IssueRow, report};
use search::{IssueSearch, IssueSite};

/// The most bytes that are kept of a trace: those around the fault are among the last.
const KEPT: usize = 64 << 20;
/// The most bytes that are shown of the index of a shard, and those of one entry.
const INDEX: u64 = 128;
const ENTRY: u64 = 16;

pub(super) fn run(arguments: &ReportArguments, output: &mut Output) -> Result<(), Failure> {
    let hierarchy = open(&arguments.path, arguments.limits.limits())?;
    let options = DecodeOptions { ignore_checksums: false, max_chunk_bytes: arguments.max_chunk_bytes };
    let node = OpenNode::at(&hierarchy, "");
    let file = public_file(&hierarchy);
    let blank = IssueReport {
        name: name::text(&file),
        node: &node,
        with_attributes: arguments.attributes,
        chunk: None,
        faults: Vec::new(),
        causes: Vec::new(),
        remarks: Vec::new(),
        searched: None,
        rows: Vec::new(),
        more_rows: 0,
        reproduce: Vec::new(),
    };
    let reporter = Reporter { hierarchy: &hierarchy, file: &file, options: &options, arguments };
    let issue = match node.usable() {
        Some(array) => reporter.of_array(array, blank)?,
        None if is_unusable(&node) => reporter.of_document(blank),
        None if arguments.chunk.is_some() => {
            let text = format!("{}: --chunk: expected an array, found none", hierarchy.name);
            return Err(Failure::Usage(escape(&text).into_owned()));
        }
        None => reporter.of_group(blank),
    };
    let text = report(&issue);
    match &arguments.output {
        None => unless_closed(output.write_all(text.as_bytes()).map_err(Failure::from))?,
        Some(path) => write_file(path, |file| Ok(file.write_all(text.as_bytes())?))?,
    }
    outcome(&hierarchy, &issue)
}

/// The node's path as strangers may see it.
fn public_file(hierarchy: &Hierarchy) -> FileOf {
    let file = hierarchy.store().file_of("");
    let file = file.unwrap_or_else(|_| FileOf { path: (&hierarchy.name).into(), member: None });
    name::public(&file)
}

/// Whether it is meant to be an array, or cannot be read: then there is nothing below it to look at.
fn is_unusable(node: &OpenNode) -> bool {
    let is_broken = node.document().is_some_and(|document| document.node.is_err());
    node.node.is_array() || is_broken || matches!(node.node.kind, NodeKind::Unreadable(_))
}

/// The exit status: that of `trace` and `doctor`.
fn outcome(hierarchy: &Hierarchy, issue: &IssueReport) -> Result<(), Failure> {
    let key = issue.chunk.as_ref().map(|chunk| chunk.key.as_str());
    if let Some(first) = issue.faults.first() {
        return Err(found(&message(&hierarchy.name, key, first), issue.faults.len()));
    }
    if let Some(first) = issue.rows.first() {
        let path = join(&hierarchy.name, &first.path);
        let more = usize::try_from(issue.more_rows).unwrap_or(usize::MAX);
        let count = issue.rows.len().saturating_add(more);
        return Err(found(&message(&path, Some(&first.key), &first.fault), count));
    }
    match issue.causes.first() {
        None => Ok(()),
        Some(likeliest) => {
            let text = format!("{}: {}", hierarchy.name, likeliest.text);
            Err(Failure::Data(escape(&text).into_owned()))
        }
    }
}

/// What a report is made from.
struct Reporter<'a> {
    hierarchy: &'a Hierarchy,
    file: &'a FileOf,
    options: &'a DecodeOptions,
    arguments: &'a ReportArguments,
}

impl Reporter<'_> {
    /// A document that cannot be used.
    fn of_document<'n>(&self, blank: IssueReport<'n>) -> IssueReport<'n> {
        let verdict = Verdict::of_document(self.hierarchy, blank.node, self.options);
        let mut faults: Vec<Fault> = blank.node.faults.iter().cloned().map(Fault::Metadata).collect();
        if let (true, NodeKind::Unreadable(error)) = (faults.is_empty(), &blank.node.node.kind) {
            faults.push(Fault::Metadata(unreadable(error)));
        }
        let reproduce = self.opening(true);
        IssueReport { faults, causes: causes(verdict.hypotheses), reproduce, ..blank }
    }

    /// An array: the chunk that is named, or the first that does not decode.
    fn of_array<'n>(&self, array: &Array, blank: IssueReport<'n>) -> Result<IssueReport<'n>, Failure> {
        if let Some(chunk) = &self.arguments.chunk {
            let address = address(array, chunk, &self.arguments.inner)?;
            return Ok(self.of_chunk(array, address, blank));
        }
        let mut search = IssueSearch::of(self.arguments.chunks);
        search.array(array, self.options, 1);
        let searched = Some(search.sentence(true));
        let blank = IssueReport { searched, ..blank };
        let mut sites = search.found.into_iter();
        match sites.next() {
            Some(IssueSite { address: Some(address), .. }) => Ok(self.of_chunk(array, address, blank)),
            Some(first) => {
                let faults = std::iter::once(first).chain(sites).map(|site| site.fault).collect();
                Ok(IssueReport { faults, reproduce: self.opening(true), ..blank })
            }
            None => {
                // Keys of another encoding are no chunks at all, so that nothing seems to be stored.
                let suspected = array.diagnose_array(self.options, || true).unwrap_or_default();
                let own = Fault::Metadata;
                let faults = blank.node.faults.iter().cloned().map(own).collect();
                Ok(IssueReport { faults, causes: causes(suspected), reproduce: self.opening(true), ..blank })
            }
        }
    }

    fn of_chunk<'n>(&self, array: &Array, address: ChunkAddress, blank: IssueReport<'n>) -> IssueReport<'n> {
        let verdict = array.examine(&address, self.options);
        let mut trace = array.trace(&address, self.options, KEPT).ok();
        let given = trace.as_ref().and_then(given);
        let entry = trace.as_mut().and_then(|trace| self.entry(array, trace));
        let key = array.chunk_key(&address.chunk);
        let reproduce = self.reading(array, &address);
        let chunk = IssueChunk { address, key, trace, given, entry };
        let of_document = blank.node.faults.iter().cloned().map(Fault::Metadata);
        IssueReport {
            chunk: Some(chunk),
            faults: verdict.fault.into_iter().chain(of_document).collect(),
            causes: causes(verdict.hypotheses),
            remarks: verdict.remarks,
            reproduce,
            ..blank
        }
    }

    /// A group: a row for each fault below it.
    fn of_group<'n>(&self, blank: IssueReport<'n>) -> IssueReport<'n> {
        let mut search = IssueSearch::of(self.arguments.chunks);
        search.node(self.hierarchy, OpenNode::at(self.hierarchy, ""), self.options);
        let searched = Some(search.sentence(false));
        let more_rows = search.more;
        let rows = search.found.into_iter().map(|site| self.row(site)).collect();
        IssueReport { searched, rows, more_rows, reproduce: self.opening(false), ..blank }
    }

    fn row(&self, site: IssueSite) -> IssueRow {
        let open = OpenNode::at(self.hierarchy, &site.node);
        let hypotheses = match (&site.address, open.usable()) {
            (Some(address), Some(array)) => array.examine(address, self.options).hypotheses,
            (None, None) => Verdict::of_document(self.hierarchy, &open, self.options).hypotheses,
            _ => Vec::new(),
        };
        let cause = hypotheses.into_iter().next().map(|likeliest| likeliest.hypothesis);
        let chunk = site.address.map(|address| address.chunk);
        IssueRow { path: site.node, chunk, key: site.key, fault: site.fault, cause }
    }

    /// What the index of its shard says of the inner chunk, or of the one because of which the shard fails.
    fn entry(&self, array: &Array, trace: &ChunkTrace) -> Option<IssueEntry> {
        let (path, coords) = match trace.address.inner.split_last() {
            Some((coords, path)) => (path.to_vec(), coords.clone()),
            None => (Vec::new(), inner_at_fault(&trace.trace.fault.as_ref()?.error)?.to_vec()),
        };
        let shard = ChunkAddress { chunk: trace.address.chunk.clone(), inner: path };
        let map = array.shard_map(&shard, self.options).ok()??;
        let entry: Entry = map.entry(&coords)?;
        let (is_outside, index) = (map.is_outside(entry), map.index.clone());
        let stored = if map.as_stored && shard.inner.is_empty() {
            let number = linear(&coords, &map.grid.grid_shape())?;
            index_bytes(array, &shard.chunk, &map.index, number)
        } else {
            (0, Vec::new())
        };
        Some(IssueEntry { coords, entry, shard_nbytes: map.nbytes, is_outside, index, stored })
    }

    /// Lines that open the node.
    fn opening(&self, is_array: bool) -> Vec<CopyAs> {
        let opened = if is_array { open_array(self.file) } else { None };
        let python = opened.map(|text| CopyAs { what: "python", text: format!("import zarr\n{text}") });
        let own = command(if is_array { "info" } else { "verify" }, self.file);
        python.into_iter().chain(own.map(|text| CopyAs { what: "zarrscope", text })).collect()
    }

    /// Lines that read the chunk.
    fn reading(&self, array: &Array, address: &ChunkAddress) -> Vec<CopyAs> {
        let located = array.locate(address, self.options);
        // Where the index cannot be read, the shard is where the inner chunk is.
        let located = located.or_else(|_| array.locate(&address.chunk.clone().into(), self.options));
        let Ok(located) = located else { return self.opening(true) };
        let (address, file, array) = (address.clone(), self.file.clone(), self.file.clone());
        let located = Located { address, file, array, ..located };
        let form = |form: CopyAs| match form.what {
            "python" => Some(CopyAs { text: format!("import zarr\n{}", form.text), ..form }),
            "zarrscope" => Some(form),
            _ => None,
        };
        copies(&located).into_iter().filter_map(form).collect()
    }
}

/// Some bytes of a shard's index, and where they begin. Entries of 16 bytes each are the rule, so that the one of this number
/// is among them in nearly every shard.
fn index_bytes(array: &Array, chunk: &[u64], index: &Range<u64>, number: u64) -> (u64, Vec<u8>) {
    let start = index.start.saturating_add(number.saturating_mul(ENTRY).saturating_sub(INDEX / 2));
    let start = start.min(index.end.saturating_sub(INDEX)).max(index.start);
    let nbytes = index.end.saturating_sub(start).min(INDEX);
    let Ok(Some(value)) = array.store().open(&array.store_key(chunk)) else { return (0, Vec::new()) };
    value.read_range(start, nbytes).map_or_else(|_| (0, Vec::new()), |bytes| (start, bytes.into_owned()))
}

/// What the stage that fails had given before.
fn given(trace: &ChunkTrace) -> Option<String> {
    let stage = trace.stages().iter().find(|stage| stage.partial.is_some())?;
    Some(facts::partial(stage.partial.as_ref()?, &stage.info.decoded))
}

fn causes(hypotheses: Vec<Hypothesis>) -> Vec<IssueCause> {
    let cause = |found: Hypothesis| IssueCause {
        text: found.hypothesis,
        confidence: found.confidence,
        evidence: found.evidence,
        changes: found.changes,
    };
    hypotheses.into_iter().map(cause).collect()
}

/// The inner chunk because of which a shard does not decode.
fn inner_at_fault(error: &CodecError) -> Option<&[u64]> {
    match error {
        CodecError::ShardIndex { coords, .. }
        | CodecError::InnerNBytes { coords, .. }
        | CodecError::InnerChunk { coords, .. } => Some(coords),
        _ => None,
    }
}
