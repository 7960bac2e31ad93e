use std::io::Write;

use clap::{Args, builder::RangedU64ValueParser};

use crate::limits::{
    ASKED_CHUNKS, DOCUMENT_BYTES, DOCUMENT_VALUES, JSON_DEPTH, LINKS, LIST_PAGES, Limits, NODES,
    REFERENCE_BYTES, REFERENCES,
};
use crate::metadata::text::{escape, grouped};
use crate::store::{Address, RemoteOptions, RequestListener, RequestMade, StoreAccess};

pub(super) const HEADING: &str = "Limits";
const REMOTE: &str = "Stores at addresses";

#[derive(Debug, Clone, Args)]
pub struct StoreArguments {
    /// Refuse a metadata document that has more bytes.
    #[arg(long = "max-document-bytes", value_name = "N", default_value_t = DOCUMENT_BYTES.default, hide_short_help = true, help_heading = HEADING)]
    pub document_bytes: u64,
    /// Refuse a metadata document that has more values.
    #[arg(long = "max-document-values", value_name = "N", default_value_t = DOCUMENT_VALUES.default, hide_short_help = true, help_heading = HEADING)]
    pub document_values: u64,
    /// Refuse a metadata document with more levels of lists and objects.
    #[arg(
        long = "max-json-depth", value_name = "N", default_value_t = JSON_DEPTH.default, hide_short_help = true, help_heading = HEADING,
        value_parser = RangedU64ValueParser::<u64>::new().range(1..=JSON_DEPTH.default)
    )]
    pub json_depth: u64,
    /// Stop at more than N names below one node, or N nodes in all.
    #[arg(long = "max-nodes", value_name = "N", default_value_t = NODES.default, hide_short_help = true, help_heading = HEADING)]
    pub nodes: u64,
    /// Follow at most N links to directories in a row.
    #[arg(long = "max-links", value_name = "N", default_value_t = LINKS.default, hide_short_help = true, help_heading = HEADING)]
    pub links: u64,
    /// Refuse a file of references that has more bytes.
    #[arg(long = "max-reference-bytes", value_name = "N", default_value_t = REFERENCE_BYTES.default, hide_short_help = true, help_heading = HEADING)]
    pub reference_bytes: u64,
    /// Refuse a file that has more references.
    #[arg(long = "max-references", value_name = "N", default_value_t = REFERENCES.default, hide_short_help = true, help_heading = HEADING)]
    pub references: u64,
    /// Also follow references (Kerchunk, virtual chunks of Icechunk) to this folder or file, on a disk or at an address. May be
    /// repeated.
    ///
    /// PLACE is a whole name: HOST/raw is that object and all below it, not HOST/raw.bin. Without it, references are followed
    /// only to files in the folder of the reference file and below it, and virtual chunks only to files of the repository.
    #[arg(long = "allow-references", value_name = "PLACE", hide_short_help = true, help_heading = HEADING)]
    pub allowed: Vec<String>,
    #[command(flatten)]
    pub remote: RemoteArguments,
}

#[derive(Clone, Args)]
pub struct RemoteArguments {
    /// Ask this server instead of the one of the provider.
    #[arg(long, value_name = "URL", hide_short_help = true, help_heading = REMOTE)]
    pub endpoint: Option<String>,
    /// The region of the bucket.
    #[arg(long, value_name = "NAME", hide_short_help = true, help_heading = REMOTE)]
    pub bucket_region: Option<String>,
    /// Do not sign requests: for public data.
    #[arg(long, hide_short_help = true, help_heading = REMOTE)]
    pub anonymous: bool,
    /// Wait this long for the next bytes of an answer.
    #[arg(
        long, value_name = "SECONDS", default_value_t = RemoteOptions::TIMEOUT, hide_short_help = true, help_heading = REMOTE,
        value_parser = RangedU64ValueParser::<u64>::new().range(1..=86_400)
    )]
    pub timeout: u64,
    /// Give up on an answer that takes longer; one whose length is known may take a second more for each 16 KiB.
    #[arg(
        long, value_name = "SECONDS", default_value_t = RemoteOptions::ANSWER_TIMEOUT, hide_short_help = true, help_heading = REMOTE,
        value_parser = RangedU64ValueParser::<u64>::new().range(1..=86_400)
    )]
    pub answer_timeout: u64,
    /// Refuse a list of names that has more pages.
    #[arg(long = "max-list-pages", value_name = "N", default_value_t = LIST_PAGES.default, hide_short_help = true, help_heading = REMOTE)]
    pub list_pages: u64,
    /// Ask for at most N chunks of an array, of a server that lists no names.
    #[arg(long = "max-asked-chunks", value_name = "N", default_value_t = ASKED_CHUNKS.default, hide_short_help = true, help_heading = REMOTE)]
    pub asked_chunks: u64,
    /// Retry temporary failures up to N times, waiting longer each time.
    #[arg(long, value_name = "N", default_value_t = RemoteOptions::RETRIES, hide_short_help = true, help_heading = REMOTE)]
    pub retries: u32,
    /// Print each request with its answer, bytes and time, on standard error; not in the explorer.
    #[arg(long, hide_short_help = true, help_heading = REMOTE)]
    pub requests: bool,
}

impl std::fmt::Debug for RemoteArguments {
    /// The address of a server may have a user in it.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RemoteArguments").finish_non_exhaustive()
    }
}

impl StoreArguments {
    pub fn access(&self) -> StoreAccess {
        let limits = Limits {
            document_bytes: self.document_bytes,
            document_values: self.document_values,
            json_depth: self.json_depth,
            nodes: self.nodes,
            links: self.links,
            reference_bytes: self.reference_bytes,
            references: self.references,
        };
        let remote = self.remote.clone();
        let remote = RemoteOptions {
            endpoint: remote.endpoint,
            region: remote.bucket_region,
            is_anonymous: remote.anonymous,
            timeout: remote.timeout,
            answer_timeout: remote.answer_timeout,
            list_pages: remote.list_pages,
            asked_chunks: remote.asked_chunks,
            retries: remote.retries,
            stays_on_host: false,
            listener: remote.requests.then_some(RequestListener(print_request)),
        };
        // A secret in an address is no part of the place that is allowed.
        let references = self.allowed.iter().map(|allowed| Address::place(allowed)).collect();
        StoreAccess { limits, remote, references }
    }
}

/// The time, the answer and what came of it: `   12 ms  206      65 536 B  GET host/key  bytes=0-65535`.
fn print_request(made: &RequestMade) {
    let answer = made.status.map_or_else(|| "—".to_owned(), |status| status.to_string());
    let place = escape(&made.place);
    let range = made.range.as_ref().map(|range| format!("  {range}")).unwrap_or_default();
    let [taken, bytes] = [made.taken.as_millis(), made.bytes.into()].map(grouped);
    // Nobody may read it any more.
    let _ = writeln!(
        std::io::stderr(),
        "{taken:>6} ms  {answer:>3}  {bytes:>12} B  {} {place}{range}",
        made.method
    );
}
