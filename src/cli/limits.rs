//! How much is read, from the command line.

use clap::Args;
use clap::builder::RangedU64ValueParser;

use crate::limits::{DOCUMENT_BYTES, DOCUMENT_VALUES, JSON_DEPTH, LINKS, Limits, NODES};

/// The heading of these options in the help.
pub(super) const HEADING: &str = "Limits";

/// How much is read of a hierarchy.
#[derive(Debug, Clone, Args)]
pub struct LimitArguments {
    /// Refuse a metadata document that has more bytes.
    #[arg(long = "max-document-bytes", value_name = "N", default_value_t = DOCUMENT_BYTES.default, hide_short_help = true, help_heading = HEADING)]
    pub document_bytes: u64,
    /// Refuse a metadata document that has more values.
    #[arg(long = "max-document-values", value_name = "N", default_value_t = DOCUMENT_VALUES.default, hide_short_help = true, help_heading = HEADING)]
    pub document_values: u64,
    /// Refuse a metadata document whose lists and objects have more levels.
    #[arg(
        long = "max-json-depth", value_name = "N", default_value_t = JSON_DEPTH.default, hide_short_help = true, help_heading = HEADING,
        value_parser = RangedU64ValueParser::<u64>::new().range(1..=JSON_DEPTH.default)
    )]
    pub json_depth: u64,
    /// List no node with more names below it.
    #[arg(long = "max-nodes", value_name = "N", default_value_t = NODES.default, hide_short_help = true, help_heading = HEADING)]
    pub nodes: u64,
    /// Follow at most so many links to directories in a row.
    #[arg(long = "max-links", value_name = "N", default_value_t = LINKS.default, hide_short_help = true, help_heading = HEADING)]
    pub links: u64,
}

impl LimitArguments {
    /// The limits of a hierarchy.
    #[must_use]
    pub fn limits(&self) -> Limits {
        Limits {
            document_bytes: self.document_bytes,
            document_values: self.document_values,
            json_depth: self.json_depth,
            nodes: self.nodes,
            links: self.links,
        }
    }
}
