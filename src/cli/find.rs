use std::io::{self, Write};

use serde::Serialize;

use super::{Failure, Output, Result, arguments::FindArguments, json, open, output::Tone, unless_closed};
use crate::limits::CATALOG_NODES;
use crate::metadata::text::escape;
use crate::pipeline::{Catalog, NodeFacts, NodeRow, Query, Stopped};
use crate::tell::rows;
use crate::tell::words::{count, grouped};

pub(super) fn run(arguments: &FindArguments, output: &mut Output) -> Result {
    let query =
        Query::parse_arguments(&arguments.query).map_err(|error| Failure::Usage(error.to_string()))?;
    let hierarchy = open(&arguments.node.path, &arguments.node.limits.access())?;
    let catalog = Catalog::default();
    catalog.fill(&hierarchy, &mut |unseen| {
        unseen.show_many();
        true
    });
    let found = query.find(&catalog, None, &mut || true).unwrap_or_default();
    let mut rows: Vec<(u32, &NodeRow)> = found.iter().collect();
    rows.sort_by(|one, other| other.0.cmp(&one.0).then_with(|| one.1.key.cmp(&other.1.key)));
    let written = if arguments.node.json {
        let mut found = Vec::new();
        for (score, row) in &rows {
            let facts = &row.facts;
            let array = facts.shape.is_some().then_some(FoundArray {
                chunk_shape: &facts.chunk_shape,
                codecs: &facts.codecs,
                dimension_names: &facts.dimensions,
            });
            found.push(FoundNode {
                path: &row.key,
                kind: facts.kind.to_string(),
                score: *score,
                shape: &facts.shape,
                data_type: &facts.data_type,
                array,
                about: &facts.about,
                fault: &facts.fault,
            });
        }
        json::print(&found, output)
    } else {
        rows.iter().try_for_each(|(_, row)| write_row(row, output))
    };
    unless_closed(written)?;
    if found.view.end == Some(Stopped::AtTheLimit) {
        // Programs read the list on stdout, so stderr says that it is not whole.
        let most = grouped(CATALOG_NODES as u128);
        let seen = count(found.view.len() as u128, "node");
        let _ = writeln!(io::stderr(), "note: only the first {seen} were searched, of at most {most}");
    }
    if !found.view.is_empty()
        && let Some(note) = hierarchy.unlisted_note(&hierarchy.describe(""))
    {
        let _ = writeln!(io::stderr(), "note: {}", escape(&note));
    }
    let Some(first) = found.view.unlisted.first() else { return Ok(()) };
    Err(super::open::found(&escape(first), found.view.unlisted.len(), true))
}

fn write_row(row: &NodeRow, output: &mut Output) -> Result {
    let facts = &row.facts;
    let mut parts = vec![output.paint(Tone::Name, &escape(&row.key))];
    parts.extend(self::parts(facts));
    if let Some(fault) = &facts.fault {
        parts.push(output.paint(Tone::Fault, &format!("✗ {}", escape(fault))));
    }
    Ok(writeln!(output, "{}", parts.join("  "))?)
}

/// What is known of a node without its chunks; faults have their own place.
pub(super) fn parts(facts: &NodeFacts) -> Vec<String> {
    let mut parts = vec![escape(&rows::kind(facts)).into_owned()];
    if let Some(shape) = &facts.shape {
        parts.push(rows::edges(shape));
    }
    if let Some(chunks) = &facts.chunk_shape {
        parts.push(format!("chunks {}", rows::edges(chunks)));
    }
    for text in [&facts.codecs, &facts.about] {
        if !text.is_empty() {
            parts.push(escape(text).into_owned());
        }
    }
    parts
}

#[derive(Serialize)]
struct FoundNode<'a> {
    path: &'a str,
    kind: String,
    score: u32,
    shape: &'a Option<Vec<u64>>,
    data_type: &'a Option<String>,
    #[serde(flatten)]
    array: Option<FoundArray<'a>>,
    #[serde(skip_serializing_if = "str::is_empty")]
    about: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: &'a Option<String>,
}

#[derive(Serialize)]
struct FoundArray<'a> {
    chunk_shape: &'a Option<Vec<u64>>,
    codecs: &'a str,
    dimension_names: &'a [String],
}
