//! Gathers what a report about a node or a chunk needs. [`tell::issue`](crate::tell::issue) puts it into words.
#![warn(clippy::indexing_slicing)]

mod name;
mod search;

use crate::codec::{CodecError, DecodeOptions, Entry};
use crate::doctor::Verdict;
use crate::hierarchy::{Hierarchy, NodeKind, unreadable};
use crate::metadata::linear;
use crate::pipeline::{Array, ChunkAddress, ChunkTrace, Fault, Located, OpenNode};
use crate::store::{ByteSource, FileKind, FileOf, relative};
use crate::tell::copy_as::{CopyAs, command, copies, open_array, with_imports};
use crate::tell::issue::{IssueChunk, IssueEntry, IssueReport, IssueRow};
pub use search::faulty_chunks;
use search::{IssueSearch, IssueSite};

/// The bytes around the fault are among the last.
const KEPT: usize = 64 << 20;
/// Bytes that are shown of the index of a shard, and those of one entry.
const INDEX: u64 = 128;
const ENTRY: u64 = 16;
pub const CHUNKS: u64 = 1000;

#[derive(Debug, Clone, Copy)]
pub struct IssueOptions {
    pub with_attributes: bool,
    pub chunks: u64,
    pub decode: DecodeOptions,
}

pub fn gather<'n>(
    hierarchy: &Hierarchy,
    node: &'n OpenNode,
    chunk: Option<ChunkAddress>,
    options: &IssueOptions,
) -> IssueReport<'n> {
    let file = hierarchy.store().file_of(&node.node.key);
    let file = name::public(&file.unwrap_or_else(|_| FileOf::whole((&hierarchy.name).into())));
    let blank = IssueReport {
        name: name::text(&file),
        node,
        with_attributes: options.with_attributes,
        chunk: None,
        faults: Vec::new(),
        causes: Vec::new(),
        remarks: Vec::new(),
        searched: None,
        is_cut: false,
        rows: Vec::new(),
        more_rows: 0,
        doubts: None,
        reproduce: Vec::new(),
    };
    let reporter = Reporter { hierarchy, file: &file, options };
    match (node.usable(), chunk) {
        (Some(array), Some(chunk)) => reporter.of_chunk(array, chunk, blank),
        (Some(array), None) => reporter.of_array(array, blank),
        (None, _) if is_unusable(node) => reporter.of_document(blank),
        (None, _) => reporter.of_group(blank),
    }
}

pub fn is_unusable(node: &OpenNode) -> bool {
    let is_broken = node.document().is_some_and(|document| document.node.is_err());
    node.node.is_array() || is_broken || matches!(node.node.kind, NodeKind::Unreadable(_))
}

struct Reporter<'a> {
    hierarchy: &'a Hierarchy,
    file: &'a FileOf,
    options: &'a IssueOptions,
}

impl Reporter<'_> {
    fn of_document<'n>(&self, blank: IssueReport<'n>) -> IssueReport<'n> {
        let verdict = Verdict::of_document(self.hierarchy, blank.node, &self.options.decode);
        let mut faults: Vec<Fault> = blank.node.faults.iter().cloned().map(Fault::Metadata).collect();
        if let (true, NodeKind::Unreadable(error)) = (faults.is_empty(), &blank.node.node.kind) {
            faults.push(Fault::Metadata(unreadable(error)));
        }
        IssueReport { faults, causes: verdict.hypotheses, reproduce: self.opening(true), ..blank }
    }

    fn of_array<'n>(&self, array: &Array, blank: IssueReport<'n>) -> IssueReport<'n> {
        let mut search = IssueSearch::of(self.options.chunks, self.options.decode);
        search.array(array, 1);
        let blank = IssueReport { searched: Some(search.sentence(true)), is_cut: search.is_cut, ..blank };
        let mut sites = search.found.into_iter();
        match sites.next() {
            Some(IssueSite { address: Some(address), .. }) => self.of_chunk(array, address, blank),
            Some(first) => {
                let faults = std::iter::once(first).chain(sites).map(|site| site.fault).collect();
                IssueReport { faults, reproduce: self.opening(true), ..blank }
            }
            None => {
                // Keys of another encoding are no chunks at all, so that nothing seems to be stored.
                let causes = array.diagnose_array(&self.options.decode, || true).unwrap_or_default();
                let faults = blank.node.faults.iter().cloned().map(Fault::Metadata).collect();
                IssueReport { faults, causes, reproduce: self.opening(true), ..blank }
            }
        }
    }

    fn of_chunk<'n>(&self, array: &Array, address: ChunkAddress, blank: IssueReport<'n>) -> IssueReport<'n> {
        let verdict = array.examine(&address, &self.options.decode);
        let mut trace = array.trace_within(&address, &self.options.decode, KEPT).ok();
        let entry = trace.as_mut().and_then(|trace| self.entry(array, trace));
        let key = array.chunk_key(&address.chunk);
        let reproduce = self.reading(array, &address);
        let leads_out = array.store().leads_out(&array.store_key(&address.chunk));
        let chunk = IssueChunk { address, key, leads_out, trace, entry };
        let mut faults: Vec<Fault> = verdict.fault.into_iter().collect();
        faults.extend(blank.node.faults.iter().cloned().map(Fault::Metadata));
        IssueReport {
            chunk: Some(chunk),
            faults,
            causes: verdict.hypotheses,
            remarks: verdict.remarks,
            reproduce,
            ..blank
        }
    }

    fn of_group<'n>(&self, blank: IssueReport<'n>) -> IssueReport<'n> {
        let mut search = IssueSearch::of(self.options.chunks, self.options.decode);
        let group = blank.node.node.key.clone();
        search.node(self.hierarchy, OpenNode::at(self.hierarchy, &group));
        let searched = Some(search.sentence(false));
        let mut rows = Vec::new();
        for site in search.found {
            let open = OpenNode::at(self.hierarchy, &site.node);
            let hypotheses = match (&site.address, open.usable()) {
                (Some(address), Some(array)) => array.examine(address, &self.options.decode).hypotheses,
                (None, None) => Verdict::of_document(self.hierarchy, &open, &self.options.decode).hypotheses,
                _ => Vec::new(),
            };
            let cause = hypotheses.into_iter().next().map(|likeliest| likeliest.hypothesis);
            let chunk = site.address.map(|address| address.chunk);
            let path = relative(&site.node, &group).to_owned();
            rows.push(IssueRow { path, chunk, key: site.key, fault: site.fault, cause });
        }
        let (is_cut, more_rows) = (search.is_cut, search.more);
        IssueReport { searched, is_cut, rows, more_rows, reproduce: self.opening(false), ..blank }
    }

    /// Of the inner chunk, or of the one because of which the shard fails.
    fn entry(&self, array: &Array, trace: &ChunkTrace) -> Option<IssueEntry> {
        let (path, coords) = match trace.address.inner.split_last() {
            Some((coords, path)) => (path.to_vec(), coords.clone()),
            None => (Vec::new(), inner_at_fault(&trace.trace.fault.as_ref()?.error)?.to_vec()),
        };
        let shard = ChunkAddress { chunk: trace.address.chunk.clone(), inner: path };
        let map = array.shard_map(&shard, &self.options.decode).ok()??;
        let entry: Entry = map.entry(&coords)?;
        let (is_outside, index) = (map.is_outside(entry), map.index.clone());
        let mut stored = (0, Vec::new());
        if map.as_stored && shard.inner.is_empty() {
            // The entry is among the bytes where entries have 16 bytes.
            let number = linear(&coords, &map.grid.grid_shape())?;
            let start = index.start.saturating_add(number.saturating_mul(ENTRY).saturating_sub(INDEX / 2));
            let start = start.min(index.end.saturating_sub(INDEX)).max(index.start);
            let nbytes = index.end.saturating_sub(start).min(INDEX);
            if let Ok(Some(value)) = array.store().open(&array.store_key(&shard.chunk))
                && let Ok(bytes) = value.read_range(start, nbytes)
            {
                stored = (start, bytes.into_owned());
            }
        }
        Some(IssueEntry { coords, entry, shard_nbytes: map.nbytes, is_outside, index, stored })
    }

    fn opening(&self, is_array: bool) -> Vec<CopyAs> {
        let mut lines = Vec::new();
        if is_array && let Some(text) = open_array(self.file) {
            lines.push(CopyAs { what: "python", text: with_imports(&text) });
        }
        if let Some(text) = command(if is_array { "info" } else { "verify" }, self.file) {
            lines.push(CopyAs { what: "zarrscope", text });
        }
        lines
    }

    fn reading(&self, array: &Array, address: &ChunkAddress) -> Vec<CopyAs> {
        let located = array.locate(address, &self.options.decode);
        // Where the index cannot be read, the shard is where the inner chunk is.
        let located = located.or_else(|_| array.locate(address.chunk.as_slice(), &self.options.decode));
        let Ok(located) = located else { return self.opening(true) };
        // What leads to the chunk decides how it is opened, also where its file is not named.
        let file = match located.file.kind {
            FileKind::Virtual => FileOf { kind: FileKind::Virtual, ..self.file.clone() },
            _ => self.file.clone(),
        };
        let (address, array) = (address.clone(), self.file.clone());
        let mut lines = copies(&Located { address, file, array, ..located });
        lines.retain(|form| matches!(form.what, "python" | "zarrscope"));
        for form in &mut lines {
            if form.what == "python" {
                form.text = with_imports(&form.text);
            }
        }
        lines
    }
}

fn inner_at_fault(error: &CodecError) -> Option<&[u64]> {
    match error {
        CodecError::ShardIndex { coords, .. }
        | CodecError::InnerNBytes { coords, .. }
        | CodecError::InnerChunk { coords, .. } => Some(coords),
        _ => None,
    }
}
