//! An issue about a node or a chunk, as Markdown. Its reader does not have the store: it shows what the document says, what
//! decoding met, and how to meet it again. It names the store and what lies in it, and no path of the user.

mod bytes;
mod document;
mod stages;

use std::ops::Range;

use super::copy_as::CopyAs;
use super::markdown::{Markdown, code};
use super::words::{confidence, count, shape};
use crate::codec::Entry;
use crate::doctor::Hypothesis;
use crate::metadata::text::shorten;
use crate::pipeline::{ChunkAddress, ChunkTrace, Fault, OpenNode};

#[derive(Debug)]
pub struct IssueReport<'a> {
    pub name: String,
    pub node: &'a OpenNode,
    pub with_attributes: bool,
    pub chunk: Option<IssueChunk>,
    pub faults: Vec<Fault>,
    pub causes: Vec<Hypothesis>,
    pub remarks: Vec<String>,
    pub searched: Option<String>,
    /// Whether the search ended before all was looked at.
    pub is_cut: bool,
    pub rows: Vec<IssueRow>,
    pub more_rows: u64,
    /// Chunks that decode, and whose values look wrong; `None` where values were not looked at.
    pub doubts: Option<Vec<String>>,
    pub reproduce: Vec<CopyAs>,
}

#[derive(Debug)]
pub struct IssueChunk {
    pub address: ChunkAddress,
    pub key: String,
    pub leads_out: bool,
    pub trace: Option<ChunkTrace>,
    pub entry: Option<IssueEntry>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IssueEntry {
    pub coords: Vec<u64>,
    pub entry: Entry,
    pub shard_nbytes: u64,
    pub is_outside: bool,
    pub index: Range<u64>,
    /// Where the bytes begin, and these, with the entry among them; none if they are encoded.
    pub stored: (u64, Vec<u8>),
}

#[derive(Debug, Clone, PartialEq)]
pub struct IssueRow {
    pub path: String,
    pub chunk: Option<Vec<u64>>,
    pub key: String,
    pub fault: Fault,
    pub cause: Option<String>,
}

const VALUE: usize = 300;
const LISTED: usize = 20;

pub fn report(issue: &IssueReport) -> String {
    let mut page = Markdown::default();
    let mut title = code(&issue.name);
    if let Some(chunk) = &issue.chunk {
        title = format!("{title}, chunk {}", shape(&chunk.address.chunk));
        for inner in &chunk.address.inner {
            title = format!("{title}, inner chunk {}", shape(inner));
        }
    }
    page.heading(2, &title);
    if let Some(chunk) = &issue.chunk {
        page.paragraph(&format!("Key {}.", code(&chunk.key)));
        if chunk.leads_out {
            page.paragraph(
                "This key is a link that leads out of the store: a copy of the store may lack the chunk.",
            );
        }
    }
    if let Some(searched) = &issue.searched {
        page.paragraph(searched);
    }
    faults(issue, &mut page);
    if !issue.rows.is_empty() {
        page.heading(3, "Faults");
        let mut rows = Vec::new();
        for row in &issue.rows {
            let path = if row.path.is_empty() { "(the group itself)".to_owned() } else { code(&row.path) };
            let cause = row.cause.as_ref().map_or("not known".to_owned(), |cause| code(cause));
            let mut place = code(&row.key);
            if let Some(chunk) = &row.chunk {
                place = format!("{} {place}", shape(chunk));
            }
            rows.push([path, place, sentence(&row.fault), cause]);
        }
        page.table(["node", "place", "fault", "likeliest cause"], &rows);
        if issue.more_rows > 0 {
            page.paragraph(&format!("… and {} more.", count(issue.more_rows.into(), "fault")));
        }
    }
    causes(issue, &mut page);
    if let Some(chunk) = &issue.chunk
        && let Some(trace) = &chunk.trace
    {
        stages::trace(trace, &mut page);
        if let Some(found) = &chunk.entry {
            entry(found, &mut page);
        }
        bytes::write(trace, issue.causes.first().and_then(|likeliest| likeliest.byte), &mut page);
    }
    if let Some(array) = issue.node.usable() {
        stages::chain(array.chain(), &mut page);
    }
    if let Some(document) = issue.node.document() {
        document::write(document, issue.with_attributes, &mut page);
    }
    reproduce(&issue.reproduce, &mut page);
    page.heading(3, "Versions");
    let mut lines = vec![format!("zarrscope {}", env!("CARGO_PKG_VERSION"))];
    if let Some(document) = issue.node.document() {
        lines.push(format!("zarr_format {}, as {} says", document.zarr_format(), code(document.name)));
        let writer = document::writer(document).unwrap_or("not said in the document".to_owned());
        lines.push(format!("written by: {writer}"));
    }
    let lines: Vec<_> = lines.into_iter().map(|line| (line, Vec::new())).collect();
    page.list(&lines);
    page.finish()
}

fn doubts(doubts: Option<&[String]>, page: &mut Markdown) {
    match doubts {
        None => page.paragraph(
            "No fault was found. Whether values are right was not looked at: `zarrscope doctor` does that.",
        ),
        Some([]) => page.paragraph("No fault was found. No value looks wrong."),
        Some(doubts) => {
            page.paragraph("All that was looked at decodes, but values look wrong:");
            let lines = doubts.iter().take(LISTED).map(|doubt| (code(doubt), Vec::new())).collect::<Vec<_>>();
            page.list(&lines);
            if doubts.len() > LISTED {
                page.paragraph(&format!("{} more were found.", doubts.len() - LISTED));
            }
        }
    }
}

fn faults(issue: &IssueReport, page: &mut Markdown) {
    if issue.faults.is_empty() {
        match (issue.rows.as_slice(), issue.causes.as_slice()) {
            ([], []) => doubts(issue.doubts.as_deref(), page),
            ([], _) => page.paragraph("It decodes, but something looks wrong."),
            _ => {}
        }
        return;
    }
    page.heading(3, "Fault");
    let mut shown = Vec::new();
    for fault in issue.faults.iter().take(LISTED) {
        let hints = if issue.causes.is_empty() { fault.hints() } else { Vec::new() };
        shown.push((sentence(fault), hints.iter().map(|hint| code(hint)).collect()));
    }
    page.list(&shown);
    let more = issue.faults.len().saturating_sub(LISTED);
    if more > 0 {
        page.paragraph(&format!("… and {} more.", count(more as u128, "fault")));
    }
    if let Some(chunk) = &issue.chunk
        && let Some(trace) = &chunk.trace
        && let Some(stage) = trace.stages().iter().find(|stage| stage.partial.is_some())
        && let Some(partial) = &stage.partial
    {
        // Nothing but numbers and our own words.
        page.paragraph(&format!("The stage {}.", super::faults::partial(partial, &stage.info.decoded)));
    }
}

fn sentence(fault: &Fault) -> String {
    match fault {
        Fault::Metadata(error) => {
            let mut place = code(error.document);
            if !error.pointer.is_empty() {
                place = format!("{place} {}", code(&error.place()));
            }
            format!("{place}: {}", code(&error.message()))
        }
        fault => format!("{}: {}", code(fault.stage()), code(&fault.message())),
    }
}

fn causes(issue: &IssueReport, page: &mut Markdown) {
    if !issue.causes.is_empty() {
        page.heading(3, "What may be the cause");
        page.list(&issue.causes.iter().map(cause).collect::<Vec<_>>());
    } else if !issue.faults.is_empty() {
        page.paragraph("Nothing more is known about the cause.");
    }
    if !issue.remarks.is_empty() {
        let remarks = issue.remarks.iter().take(LISTED).map(|remark| (code(remark), Vec::new()));
        page.paragraph("The stored bytes, whatever is wrong with them:");
        page.list(&remarks.collect::<Vec<_>>());
    }
}

fn cause(cause: &Hypothesis) -> (String, Vec<String>) {
    let mut changes = Vec::new();
    for change in &cause.changes {
        let value = shorten(&change.value.to_string(), VALUE);
        changes.push(format!("would decode with {} as {}", code(&change.pointer), code(&value)));
    }
    let (hypothesis, evidence) = (code(&cause.hypothesis), code(&cause.evidence));
    (format!("{}: {hypothesis}: {evidence}", confidence(cause.confidence)), changes)
}

fn entry(found: &IssueEntry, page: &mut Markdown) {
    let IssueEntry { coords, entry, shard_nbytes, is_outside, index, stored } = found;
    let said = match entry {
        Entry::Missing => "missing".to_owned(),
        Entry::Stored { offset, nbytes } => format!("offset {offset}, nbytes {nbytes}"),
    };
    let outside = if *is_outside { ", which lies outside the shard" } else { "" };
    page.heading(3, "Entry in the shard index");
    page.paragraph(&format!(
        "Inner chunk {}: {said}{outside}. The shard has {shard_nbytes} bytes, its index lies in bytes {}:{}.",
        shape(coords),
        index.start,
        index.end
    ));
    bytes::index(stored.0, &stored.1, page);
}

fn reproduce(forms: &[CopyAs], page: &mut Markdown) {
    if forms.is_empty() {
        return;
    }
    page.heading(3, "To reproduce");
    for form in forms {
        let language = if form.what == "python" { "python" } else { "sh" };
        let lines: Vec<String> = form.text.lines().map(str::to_owned).collect();
        page.block(language, &lines);
    }
}
