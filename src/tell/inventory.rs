use super::faults::{FaultCount, of_node};
use super::words::{count, grouped, large, shape, size};
use super::{report::Line, rows};
use crate::metadata::text::escape;
use crate::pipeline::{Array, NodeWeight, RowKind, ShortFault, Survey};

pub fn of_array(array: &Array, survey: &Survey) -> Vec<Line> {
    let missing = large(survey.missing());
    let stored = rows::chunks(Some(survey.stored()), array.metadata.chunk_grid.size());
    let mut chunks = format!("{stored}, {missing} missing");
    if survey.hidden > 0 {
        chunks = format!("{chunks}, {} not known", grouped(survey.hidden));
    }
    let mut lines = vec![
        Line::Heading("what is stored".to_owned()),
        Line::Fact("chunks", chunks),
        Line::Fact("stored", rows::nbytes(&NodeWeight::of_chunks(array, survey))),
    ];
    lines.extend(sizes(array, survey).map(|sizes| Line::Fact("chunk sizes", sizes)));
    lines.extend(inner(array, survey).map(|inner| Line::Fact("inner chunks", inner)));
    lines
}

fn sizes(array: &Array, survey: &Survey) -> Option<String> {
    let spread = survey.sizes()?;
    let [(least, _), (most, _)] = survey.extremes()?;
    if spread.least == spread.greatest {
        return Some(format!("{} each", size(spread.least)));
    }
    let least = format!("{} ({})", size(spread.least), array.chunk_key(least));
    let most = format!("{} ({})", size(spread.greatest), array.chunk_key(most));
    Some(format!("smallest {least}, median {}, largest {most}", size(spread.median)))
}

/// Counts room for inner chunks: how many are stored is in the index of each shard.
fn inner(array: &Array, survey: &Survey) -> Option<String> {
    let sharding = array.chain().sharding()?;
    let each = sharding.grid().size()?;
    let mut form = String::new();
    if let Some(edges) = sharding.grid().common_shape() {
        form = format!(" {}", shape(&edges));
    }
    let all = each.saturating_mul(survey.stored().into());
    let shards = count(survey.stored().into(), "stored shard");
    Some(format!("{}{form} in each shard: at most {} in {shards}", grouped(each), grouped(all)))
}

pub fn of_faults(known: FaultCount, decoded: Option<u64>, first: &[ShortFault]) -> Vec<Line> {
    let [words, _] = known.words();
    let decoded = match decoded {
        Some(1) => format!(", {} decodes", count(1, "chunk")),
        Some(chunks) => format!(", {} decode", count(chunks.into(), "chunk")),
        None => String::new(),
    };
    let how = if known.is_verified { "" } else { " (V verifies)" };
    let mut lines = vec![Line::Fact("faults", format!("{words}{decoded}{how}"))];
    for fault in first {
        lines.push(Line::Fault(escape(&of_node(fault)).into_owned()));
    }
    let more = known.faults.saturating_sub(first.len() as u64);
    if more > 0 && !first.is_empty() {
        lines.push(Line::Text(format!("… and {} more (f goes to each)", grouped(more.into()))));
    }
    lines
}

pub fn of_group(kinds: &[RowKind], files: usize, sum: Option<&NodeWeight>, is_complete: bool) -> Vec<Line> {
    let mut parts = Vec::new();
    for kind in RowKind::ALL {
        let number = kinds.iter().filter(|own| **own == kind).count() as u128;
        parts.extend(match (kind, number) {
            (_, 0) => None,
            (RowKind::Directory, 1) => Some("1 directory without a document".to_owned()),
            (RowKind::Directory, _) => Some(format!("{} directories without a document", grouped(number))),
            (RowKind::Unusable, _) => Some(format!("{} that cannot be used", count(number, "node"))),
            (RowKind::Other, _) => Some(format!("{} that are not nodes", grouped(number))),
            (kind, _) => Some(count(number, &kind.to_string())),
        });
    }
    if files > 0 {
        parts.push(count(files as u128, "file"));
    }
    if parts.is_empty() {
        parts.push("nothing".to_owned());
    }
    let more = if is_complete { "" } else { " so far …" };
    let [all, ..] = match sum {
        Some(sum) => rows::total(sum, is_complete),
        None => rows::uncounted(),
    };
    vec![
        Line::Heading("what is stored".to_owned()),
        Line::Fact("below it", format!("{}{more}", parts.join(", "))),
        Line::Fact("in all", all),
    ]
}
