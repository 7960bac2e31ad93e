//! Gathers what a report about a node or a chunk needs: the fault, its causes, the bytes around it, and lines that show the
//! same. [`tell::issue`](crate::tell::issue) puts it into words, for the command and for the explorer.
#![warn(clippy::indexing_slicing)]

mod name;
mod search;

use std::ops::Range;

use crate::codec::{CodecError, DecodeOptions, Entry};
use crate::doctor::{Hypothesis, Verdict};
use crate::hierarchy::{Hierarchy, NodeKind, unreadable};
use crate::metadata::linear;
use crate::pipeline::{Array, ChunkAddress, ChunkTrace, Fault, Located, OpenNode};
use crate::store::{ByteSource, FileKind, FileOf, relative};
use crate::tell::copy_as::{CopyAs, command, copies, open_array, with_imports};
use crate::tell::faults::partial;
use crate::tell::issue::{IssueCause, IssueChunk, IssueEntry, IssueReport, IssueRow};
use search::{IssueSearch, IssueSite};

/// The most bytes that are kept of a trace: those around the fault are among the last.
const KEPT: usize = 64 << 20;
/// The most bytes that are shown of the index of a shard, and those of one entry.
const INDEX: u64 = 128;
const ENTRY: u64 = 16;
/// How many chunks are looked at for faults, where none is named and nobody says otherwise.
pub const CHUNKS: u64 = 1000;

/// What a report has, and how far is looked for it.
#[derive(Debug, Clone, Copy)]
pub struct IssueOptions {
    /// Whether attributes are shown.
    pub with_attributes: bool,
    /// How many chunks are looked at for faults, where none is named.
    pub chunks: u64,
    /// How to decode.
    pub decode: DecodeOptions,
}

/// Gathers what there is to report of a node, or of a chunk of it.
pub fn gather<'n>(
    hierarchy: &Hierarchy,
    node: &'n OpenNode,
    chunk: Option<ChunkAddress>,
    options: &IssueOptions,
) -> IssueReport<'n> {
    let file = public_file(hierarchy, &node.node.key);
    let blank = IssueReport {
        name: name::text(&file),
        node,
        with_attributes: options.with_attributes,
        chunk: None,
        faults: Vec::new(),
        causes: Vec::new(),
        remarks: Vec::new(),
        searched: None,
        rows: Vec::new(),
        more_rows: 0,
        reproduce: Vec::new(),
    };
    let reporter = Reporter { hierarchy, file: &file, options: &options.decode, chunks: options.chunks };
    match (node.usable(), chunk) {
        (Some(array), Some(chunk)) => reporter.of_chunk(array, chunk, blank),
        (Some(array), None) => reporter.of_array(array, blank),
        (None, _) if is_unusable(node) => reporter.of_document(blank),
        (None, _) => reporter.of_group(blank),
    }
}

/// The node's path as strangers may see it.
fn public_file(hierarchy: &Hierarchy, key: &str) -> FileOf {
    let file = hierarchy.store().file_of(key);
    let file = file.unwrap_or_else(|_| FileOf::whole((&hierarchy.name).into()));
    name::public(&file)
}

/// Whether it is meant to be an array, or cannot be read: then there is nothing below it to look at.
pub fn is_unusable(node: &OpenNode) -> bool {
    let is_broken = node.document().is_some_and(|document| document.node.is_err());
    node.node.is_array() || is_broken || matches!(node.node.kind, NodeKind::Unreadable(_))
}

/// What a report is made from.
struct Reporter<'a> {
    hierarchy: &'a Hierarchy,
    file: &'a FileOf,
    options: &'a DecodeOptions,
    /// How many chunks are looked at for faults.
    chunks: u64,
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

    /// An array: the first chunk that does not decode.
    fn of_array<'n>(&self, array: &Array, blank: IssueReport<'n>) -> IssueReport<'n> {
        let mut search = IssueSearch::of(self.chunks);
        search.array(array, self.options, 1);
        let searched = Some(search.sentence(true));
        let blank = IssueReport { searched, ..blank };
        let mut sites = search.found.into_iter();
        match sites.next() {
            Some(IssueSite { address: Some(address), .. }) => self.of_chunk(array, address, blank),
            Some(first) => {
                let faults = std::iter::once(first).chain(sites).map(|site| site.fault).collect();
                IssueReport { faults, reproduce: self.opening(true), ..blank }
            }
            None => {
                // Keys of another encoding are no chunks at all, so that nothing seems to be stored.
                let suspected = array.diagnose_array(self.options, || true).unwrap_or_default();
                let own = Fault::Metadata;
                let faults = blank.node.faults.iter().cloned().map(own).collect();
                IssueReport { faults, causes: causes(suspected), reproduce: self.opening(true), ..blank }
            }
        }
    }

    fn of_chunk<'n>(&self, array: &Array, address: ChunkAddress, blank: IssueReport<'n>) -> IssueReport<'n> {
        let verdict = array.examine(&address, self.options);
        let mut trace = array.trace_within(&address, self.options, KEPT).ok();
        let given = trace.as_ref().and_then(given);
        let entry = trace.as_mut().and_then(|trace| self.entry(array, trace));
        let key = array.chunk_key(&address.chunk);
        let reproduce = self.reading(array, &address);
        let leads_out = array.store().leads_out(&array.store_key(&address.chunk));
        let chunk = IssueChunk { address, key, leads_out, trace, given, entry };
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
        let mut search = IssueSearch::of(self.chunks);
        let group = blank.node.node.key.clone();
        search.node(self.hierarchy, OpenNode::at(self.hierarchy, &group), self.options);
        let searched = Some(search.sentence(false));
        let more_rows = search.more;
        let rows = search.found.into_iter().map(|site| self.row(&group, site)).collect();
        IssueReport { searched, rows, more_rows, reproduce: self.opening(false), ..blank }
    }

    fn row(&self, group: &str, site: IssueSite) -> IssueRow {
        let open = OpenNode::at(self.hierarchy, &site.node);
        let hypotheses = match (&site.address, open.usable()) {
            (Some(address), Some(array)) => array.examine(address, self.options).hypotheses,
            (None, None) => Verdict::of_document(self.hierarchy, &open, self.options).hypotheses,
            _ => Vec::new(),
        };
        let cause = hypotheses.into_iter().next().map(|likeliest| likeliest.hypothesis);
        let chunk = site.address.map(|address| address.chunk);
        let path = relative(&site.node, group).to_owned();
        IssueRow { path, chunk, key: site.key, fault: site.fault, cause }
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

    fn opening(&self, is_array: bool) -> Vec<CopyAs> {
        let mut lines = Vec::new();
        if is_array && let Some(text) = open_array(self.file) {
            lines.push(CopyAs { what: "python", text: with_imports(&text) });
        }
        let own = command(if is_array { "info" } else { "verify" }, self.file);
        lines.extend(own.map(|text| CopyAs { what: "zarrscope", text }));
        lines
    }

    fn reading(&self, array: &Array, address: &ChunkAddress) -> Vec<CopyAs> {
        let located = array.locate(address, self.options);
        // Where the index cannot be read, the shard is where the inner chunk is.
        let located = located.or_else(|_| array.locate(address.chunk.as_slice(), self.options));
        let Ok(located) = located else { return self.opening(true) };
        // What leads to the chunk decides how it is opened, also where its file is not named.
        let file = match located.file.kind {
            FileKind::Virtual => FileOf { kind: FileKind::Virtual, ..self.file.clone() },
            _ => self.file.clone(),
        };
        let (address, array) = (address.clone(), self.file.clone());
        let located = Located { address, file, array, ..located };
        let mut lines = copies(&located);
        lines.retain(|form| matches!(form.what, "python" | "zarrscope"));
        for form in &mut lines {
            if form.what == "python" {
                form.text = with_imports(&form.text);
            }
        }
        lines
    }
}

/// Some bytes of a shard's index, and where they begin. Entries of 16 bytes each are the rule, so that the one of this number
/// is among them in nearly every shard.
fn index_bytes(array: &Array, chunk: &[u64], index: &Range<u64>, number: u64) -> (u64, Vec<u8>) {
    let start = index.start.saturating_add(number.saturating_mul(ENTRY).saturating_sub(INDEX / 2));
    let start = start.min(index.end.saturating_sub(INDEX)).max(index.start);
    let nbytes = index.end.saturating_sub(start).min(INDEX);
    let Ok(Some(value)) = array.store().open(&array.store_key(chunk)) else { return (0, Vec::new()) };
    match value.read_range(start, nbytes) {
        Ok(bytes) => (start, bytes.into_owned()),
        Err(_) => (0, Vec::new()),
    }
}

/// What the stage that fails had given before.
fn given(trace: &ChunkTrace) -> Option<String> {
    let stage = trace.stages().iter().find(|stage| stage.partial.is_some())?;
    Some(partial(stage.partial.as_ref()?, &stage.info.decoded))
}

fn causes(hypotheses: Vec<Hypothesis>) -> Vec<IssueCause> {
    let cause = |found: Hypothesis| IssueCause {
        text: found.hypothesis,
        confidence: found.confidence,
        evidence: found.evidence,
        changes: found.changes,
        byte: found.byte,
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
