use std::{collections::BTreeMap, io::Write, sync::Arc};

use serde::Serialize;
use serde_json::{Map, Value};

use super::arguments::NodeArguments;
use super::json::{FaultReport, GridReport, RepresentationReport};
use super::named::NamedReport;
use super::open::{found, message};
use super::{Output, Result, json as print, open, output::Tone, trace::role, tree::kind, unless_closed};
use crate::codec::{Chain, DecodeOptions, Representation, StageInfo};
use crate::hierarchy::{Hierarchy, NodeKind};
use crate::meaning::Meaning;
use crate::metadata::{
    ArrayDocument, ChunkGrid, ChunkKeyEncoding, GroupOrArray, Scalar, fill_value, text::escape,
};
use crate::pipeline::{
    Array, Fault, GroupContents, GroupVariable, Home, LabelPlace, NamedParts, NodeWeight, OpenNode,
    RelatedArray, Sizes, Survey, related_arrays,
};
use crate::tell::history::{self, HistoryReport};
use crate::tell::meaning::{MeaningReport, facts};
use crate::tell::named::add_parts;
use crate::tell::report::{self, Line};
use crate::tell::{inventory, rows};

/// How many times a listing is asked whether to go on, after 1024 names each, until it is left to `chunks`.
const LISTED: usize = 8;
/// A chunk of a coordinate is read where it decodes to so few bytes.
const SMALL: u64 = 1 << 20;

pub(super) fn run(arguments: &NodeArguments, output: &mut Output) -> Result {
    let hierarchy = open(&arguments.path, &arguments.limits.access())?;
    let node = OpenNode::at(&hierarchy, "");
    let notes = node.notes(&hierarchy);
    let array = node.array.as_ref().and_then(|array| array.as_ref().ok());
    let meaning = array.and_then(|array| array.meaning());
    let history = hierarchy.store().history("");
    let related = meaning.as_ref().map(|meaning| related(arguments, &hierarchy, meaning)).unwrap_or_default();
    let reach = reach(&node);
    let home =
        if node.node.is_array() { Home::above(&arguments.path, &arguments.limits.access()) } else { None };
    let mut parts = NamedParts::read(&hierarchy, &node, home.as_ref());
    if arguments.json {
        let contents = parts.contents.take();
        let value = InfoJson {
            node: InfoNode::of(&node, array),
            contents: contents.as_ref().map(InfoContents::of),
            stored: array.map(|array| InfoStored::of(array)),
            meaning: meaning.as_ref().map(|meaning| InfoMeaning {
                meaning: meaning.into(),
                related: &related,
                reach: reach.map(|[first, last]| InfoReach { first, last }),
            }),
            named: NamedReport::of(&node, parts),
            history: history.as_ref().map(HistoryReport::from),
            store: hierarchy.store().form(),
            notes: &notes,
            faults: node.faults.iter().map(FaultReport::from).collect(),
        };
        unless_closed(print::print(&value, output))?;
    } else {
        let mut lines = report::node(&node, &notes, &parts.wells);
        report::add_form(hierarchy.store().form(), &mut lines);
        add_parts(&parts, &mut lines);
        if let Some(history) = &history {
            lines.extend(history::lines(history, history::SHOWN));
        }
        if let Some(array) = array {
            match survey(array) {
                Ok(survey) => lines.extend(inventory::of_array(array, &survey)),
                Err(why) => {
                    lines.push(Line::Heading("what is stored".to_owned()));
                    lines.push(Line::Fact("chunks", format!("{why}: zarrscope chunks counts them")));
                }
            }
        }
        if let Some(meaning) = &meaning {
            let before = lines.len();
            lines.extend(facts(meaning).into_iter().map(|(name, value)| Line::Fact(name, value)));
            if let Some([first, last]) = &reach {
                lines.push(Line::Fact("first, last", format!("{first}, {last}")));
            }
            lines.extend(related.iter().map(|one| Line::Fact(one.attribute, one.text())));
            for note in &meaning.notes {
                lines.push(Line::Text(escape(&note.to_string()).into_owned()));
            }
            if lines.len() > before {
                lines.insert(before, Line::Heading("what the values mean".to_owned()));
            }
        }
        unless_closed(text(&lines, output))?;
    }
    let Some(first) = node.faults.first() else { return Ok(()) };
    let are_unread = node.faults.iter().all(|fault| fault.is_unread);
    Err(found(
        &message(&hierarchy.name, None, &Fault::Metadata(first.clone())),
        node.faults.len(),
        are_unread,
    ))
}

fn reach(node: &OpenNode) -> Option<[String; 2]> {
    let array = node.usable()?;
    // At an address they would take two requests for chunks.
    if array.store().is_remote() {
        return None;
    }
    let meaning = array.meaning()?;
    let &[size] = array.metadata.shape.as_slice() else { return None };
    let last = size.checked_sub(1)?;
    if meaning.time.is_none() || array.chain().decoded().nbytes()? > SMALL {
        return None;
    }
    let date = |index: u64| {
        let only = index..index + 1;
        let read =
            array.physical().read_region(std::slice::from_ref(&only), &DecodeOptions::default()).ok()?;
        meaning.label(&read.elements().get(0)?)
    };
    Some([date(0)?, date(last)?])
}

fn related(arguments: &NodeArguments, here: &Hierarchy, meaning: &Meaning) -> Vec<RelatedArray> {
    if meaning.description.named().next().is_none() {
        return Vec::new();
    }
    let home = Home::above(&arguments.path, &arguments.limits.access());
    let place = match &home {
        Some(home) => home.place(),
        None => LabelPlace { hierarchy: here, key: "" },
    };
    related_arrays(place.hierarchy, place.key, &meaning.description)
}

/// Only where a short listing can count the chunks. At an address nothing but the document is asked for.
fn survey(array: &Array) -> Result<Survey, &'static str> {
    if array.store().is_remote() {
        return Err("not counted, at an address");
    }
    let mut left = LISTED;
    let survey = Survey::take(&array.stored_chunks(), |_| {
        left -= 1;
        left > 0
    });
    survey.ok_or("too many to count here")
}

#[derive(Default, Serialize)]
struct InfoStored {
    chunks: Option<InfoChunks>,
    stored_nbytes: Option<u64>,
    decoded_nbytes: Option<u128>,
    ratio: Option<f64>,
    sizes: Option<InfoSizes>,
}

#[derive(Serialize)]
struct InfoChunks {
    total: Option<u128>,
    stored: Option<u64>,
    missing: Option<u128>,
}

#[derive(Serialize)]
struct InfoSizes {
    min: u64,
    median: u64,
    max: u64,
}

impl InfoStored {
    fn of(array: &Array) -> Self {
        let Ok(survey) = survey(array) else {
            let chunks = InfoChunks { total: array.metadata.chunk_grid.size(), stored: None, missing: None };
            return Self { chunks: array.store().is_remote().then_some(chunks), ..Self::default() };
        };
        let weight = NodeWeight::of_chunks(array, &survey);
        let chunks =
            InfoChunks { total: weight.chunks, stored: Some(weight.stored), missing: survey.missing() };
        let sizes = |sizes: &Sizes| InfoSizes { min: sizes.least, median: sizes.median, max: sizes.greatest };
        Self {
            chunks: Some(chunks),
            stored_nbytes: Some(weight.stored_nbytes),
            decoded_nbytes: weight.decoded_nbytes,
            ratio: rows::times(&weight),
            sizes: survey.sizes().map(sizes),
        }
    }
}

fn text(lines: &[Line], output: &mut Output) -> Result {
    for line in lines {
        let line = match line {
            Line::Heading(text) => format!("\n{}", output.paint(Tone::Heading, text)),
            Line::Fact(name, own) => {
                format!("{} {own}", output.paint(Tone::Quiet, &format!("{name:<14}")))
            }
            Line::Text(text) => format!("  {text}"),
            Line::Fault(text) => output.paint(Tone::Fault, &format!("  ✗ {text}")),
        };
        writeln!(output, "{line}")?;
    }
    Ok(())
}

#[derive(Serialize)]
struct InfoJson<'a> {
    #[serde(flatten)]
    node: InfoNode<'a>,
    #[serde(flatten)]
    contents: Option<InfoContents<'a>>,
    #[serde(flatten)]
    stored: Option<InfoStored>,
    #[serde(skip_serializing_if = "Option::is_none")]
    meaning: Option<InfoMeaning<'a>>,
    #[serde(flatten)]
    named: NamedReport,
    #[serde(skip_serializing_if = "Option::is_none")]
    history: Option<HistoryReport<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    store: Option<&'a str>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    notes: &'a [String],
    faults: Vec<FaultReport>,
}

#[derive(Serialize)]
struct InfoContents<'a> {
    /// The length of each; `null` where arrays disagree.
    dimensions: BTreeMap<&'a str, Option<u64>>,
    variables: &'a [GroupVariable],
    groups: &'a [String],
    /// Names that were not looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    more: Option<usize>,
}

impl<'a> InfoContents<'a> {
    fn of(contents: &'a GroupContents) -> Self {
        let mut dimensions = BTreeMap::new();
        for (name, sizes) in &contents.dimensions {
            dimensions.insert(name.as_str(), if let [size] = sizes.as_slice() { Some(*size) } else { None });
        }
        let GroupContents { variables, groups, more, .. } = contents;
        Self { dimensions, variables, groups, more: Some(*more).filter(|more| *more > 0) }
    }
}

#[derive(Serialize)]
struct InfoMeaning<'a> {
    #[serde(flatten)]
    meaning: MeaningReport<'a>,
    related: &'a [RelatedArray],
    #[serde(flatten)]
    reach: Option<InfoReach>,
}

#[derive(Serialize)]
struct InfoReach {
    first: String,
    last: String,
}

#[derive(Serialize)]
struct InfoNode<'a> {
    path: &'a str,
    kind: &'static str,
    #[serde(flatten)]
    described: Option<InfoDescribed<'a>>,
    #[serde(flatten)]
    document: Option<InfoDocument<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum InfoDescribed<'a> {
    Group { attributes: Option<&'a Map<String, Value>> },
    Array(Box<InfoArray<'a>>),
}

#[derive(Serialize)]
struct InfoDocument<'a> {
    zarr_format: u8,
    document: &'a Value,
    sources: Vec<report::Source>,
    #[serde(skip_serializing_if = "Option::is_none")]
    not_in_force: Option<&'static str>,
}

#[derive(Serialize)]
struct InfoArray<'a> {
    shape: Option<&'a [u64]>,
    data_type: Option<String>,
    dimension_names: Option<&'a [Option<String>]>,
    chunk_grid: Option<InfoGrid>,
    chunk_key_encoding: Option<InfoKeyEncoding<'a>>,
    fill_value: Option<Value>,
    attributes: Option<&'a Map<String, Value>>,
    #[serde(flatten)]
    chain: Option<InfoChain<'a>>,
}

#[derive(Serialize)]
struct InfoGrid {
    #[serde(flatten)]
    grid: GridReport,
    chunks: Option<u128>,
    #[serde(skip_serializing_if = "Option::is_none")]
    overhang: Option<Vec<u64>>,
}

#[derive(Serialize)]
struct InfoKeyEncoding<'a> {
    name: &'static str,
    separator: char,
    #[serde(skip_serializing_if = "Option::is_none")]
    suffix: Option<&'a str>,
}

#[derive(Serialize)]
struct InfoChain<'a> {
    codecs: Vec<InfoStage<'a>>,
    fill_value_path: Vec<Value>,
}

#[derive(Serialize)]
struct InfoStage<'a> {
    codec: &'a str,
    kind: String,
    codec_index: usize,
    configuration: &'a Value,
    decoded: RepresentationReport,
    encoded: RepresentationReport,
    #[serde(skip_serializing_if = "Option::is_none")]
    role: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<FaultReport>,
}

impl<'a> InfoNode<'a> {
    fn of(open: &'a OpenNode, usable: Option<&'a Arc<Array>>) -> Self {
        let node = &open.node;
        let mut value =
            Self { path: &open.path, kind: kind(node), described: None, document: None, reason: None };
        match &node.kind {
            NodeKind::Document(document) => {
                value.described = match &document.node {
                    Ok(GroupOrArray::Group(group)) => {
                        Some(InfoDescribed::Group { attributes: group.attributes.as_ref().ok() })
                    }
                    Ok(GroupOrArray::Array(array)) => {
                        let chain = usable.map(|array| InfoChain::from(&**array.chain()));
                        Some(InfoDescribed::Array(Box::new(InfoArray::of(array, chain))))
                    }
                    Err(_) => None,
                };
                value.document = Some(InfoDocument {
                    zarr_format: document.zarr_format(),
                    document: &document.value,
                    sources: report::sources(node),
                    not_in_force: node.beside,
                });
            }
            NodeKind::Directory(reason) | NodeKind::Other(reason) => {
                value.reason = Some((*reason).to_owned());
            }
            NodeKind::Unreadable(error) => value.reason = Some(error.to_string()),
        }
        value
    }
}

impl<'a> InfoArray<'a> {
    fn of(array: &'a ArrayDocument, chain: Option<InfoChain<'a>>) -> Self {
        let keys = |keys: &'a ChunkKeyEncoding| InfoKeyEncoding {
            name: keys.name(),
            separator: keys.separator,
            suffix: keys.suffix.as_deref(),
        };
        Self {
            shape: array.shape.as_deref().ok(),
            data_type: array.data_type.as_ref().ok().map(ToString::to_string),
            dimension_names: array.dimension_names.as_ref().ok().and_then(Option::as_deref),
            chunk_grid: array.chunk_grid.as_ref().ok().map(InfoGrid::from),
            chunk_key_encoding: array.chunk_key_encoding.as_ref().ok().map(keys),
            fill_value: array.fill_value.as_ref().ok().map(fill_value::write),
            attributes: array.attributes.as_ref().ok(),
            chain,
        }
    }
}

impl From<&ChunkGrid> for InfoGrid {
    fn from(grid: &ChunkGrid) -> Self {
        let overhang = Some(grid.overhang()).filter(|overhang| overhang.iter().any(|edge| *edge > 0));
        Self { grid: grid.into(), chunks: grid.size(), overhang }
    }
}

impl<'a> From<&'a Chain> for InfoChain<'a> {
    fn from(chain: &'a Chain) -> Self {
        let path = chain.fill_path();
        let own = chain.decoded().fill_value.as_ref();
        let stage = |stage: &'a StageInfo| InfoStage {
            codec: &stage.codec.name,
            kind: stage.kind.to_string(),
            codec_index: stage.codec_index,
            configuration: &stage.codec.configuration,
            decoded: with_fill(&stage.decoded, own),
            encoded: with_fill(&stage.encoded, own),
            role: role(stage),
            fault: path.fault_of(stage).or(stage.fault.as_ref()).map(FaultReport::from),
        };
        let fill_value_path = path.values().map(fill_value::write).collect();
        Self { codecs: chain.stages().map(stage).collect(), fill_value_path }
    }
}

/// A long fill value that no stage has changed is not written again for each of them.
fn with_fill(representation: &Representation, own: Option<&Scalar>) -> RepresentationReport {
    let mut report = RepresentationReport::from(representation);
    if let (RepresentationReport::Array(report), Representation::Array(array)) = (&mut report, representation)
        && !(own.is_some_and(is_long) && own == array.fill_value.as_ref())
    {
        report.fill_value = Some(array.fill_value.as_ref().map_or(Value::Null, fill_value::write));
    }
    report
}

fn is_long(scalar: &Scalar) -> bool {
    const LONG: usize = 1024;
    match scalar {
        Scalar::Text(text) | Scalar::Json(text) => text.len() > LONG,
        Scalar::Raw(bytes) | Scalar::Chars(bytes) => bytes.len() > LONG,
        Scalar::List(items) => items.len() > LONG,
        Scalar::Bool(_)
        | Scalar::Integer(_)
        | Scalar::Float(_)
        | Scalar::Complex(_)
        | Scalar::Time(..)
        | Scalar::Struct(_) => false,
    }
}
