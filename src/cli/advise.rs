use std::io::Write;

use serde::Serialize;

use super::open::{message, open_usable};
use super::{Failure, Output, Result, arguments::AdviseArguments, json, open, output::Tone, unless_closed};
use crate::codec::DecodeOptions;
use crate::hierarchy::{Hierarchy, NodeKind};
use crate::lab::{AccessCost, AccessPattern, Advice, SampleFacts, StorageFacts, advice, dimension_names};
use crate::metadata::{GroupOrArray, text::escape};
use crate::pipeline::{Array, NodeWalk, OpenNode};
use crate::tell::trial_facts::times;
use crate::tell::words::{common_shape, count, shape, size};

const ARRAYS: usize = 1000;

pub(super) fn run(arguments: &AdviseArguments, output: &mut Output) -> Result {
    let hierarchy = open(&arguments.node.path, &arguments.node.limits.access())?;
    let root = OpenNode::at(&hierarchy, "");
    let is_group = matches!(root.described(), Some(GroupOrArray::Group(_)));
    if is_group || matches!(root.node.kind, NodeKind::Directory(_)) {
        return group(&hierarchy, root, arguments, output);
    }
    let array = open_usable(&arguments.node, output)?;
    let access = access(&array, arguments).map_err(|reason| {
        Failure::Usage(escape(&format!("{}: --access: {reason}", array.path)).into_owned())
    })?;
    let options = arguments.decode.options();
    let Some(judged) = JudgedArray::of(&array, access.as_ref(), &options) else { return Ok(()) };
    unless_closed(if arguments.node.json {
        json::print(&judged.report(), output)
    } else {
        judged.text(output)
    })
}

fn access(array: &Array, arguments: &AdviseArguments) -> Result<Option<AccessPattern>, String> {
    let Some(text) = &arguments.access else { return Ok(None) };
    Ok(Some(AccessPattern::read(text, &dimension_names(array))?))
}

fn group(hierarchy: &Hierarchy, root: OpenNode, arguments: &AdviseArguments, output: &mut Output) -> Result {
    let mut walk = NodeWalk::below(hierarchy, &root, usize::MAX);
    drop(root);
    let mut seen = 0;
    let mut found = Vec::new();
    let mut left_out = Vec::new();
    for node in walk.by_ref().filter(|node| node.array.is_some()) {
        seen += 1;
        if seen > ARRAYS {
            break;
        }
        let Some(array) = node.usable() else {
            left_out.push(match (&node.array, node.faults.first()) {
                (Some(Err(fault)), _) => message(&node.path, None, fault),
                (_, Some(fault)) => message(&node.path, None, &fault.clone().into()),
                (_, None) => format!("{}: expected an array that can be used", node.path),
            });
            continue;
        };
        // An array without such a dimension has no such access.
        let access = access(array, arguments).ok().flatten();
        let options = arguments.decode.options();
        let Some(judged) = JudgedArray::of(array, access.as_ref(), &options) else { break };
        if arguments.node.json {
            found.push(judged.report());
        } else {
            unless_closed(judged.text(output))?;
            writeln!(output)?;
        }
    }
    left_out.extend(walk.unlisted);
    let stopped = seen > ARRAYS;
    if arguments.node.json {
        let report = GroupAdvice { group: &hierarchy.name, arrays: found, left_out, stopped };
        return unless_closed(json::print(&report, output));
    }
    for reason in &left_out {
        writeln!(output, "{}", output.paint(Tone::Fault, &format!("✗ left out: {}", escape(reason))))?;
    }
    if stopped {
        writeln!(output, "… the first {ARRAYS} arrays; there are more")?;
    }
    if seen == 0 {
        writeln!(output, "{}: there is no array below it", escape(&hierarchy.name))?;
    }
    Ok(())
}

#[derive(Serialize)]
struct GroupAdvice<'a> {
    group: &'a str,
    arrays: Vec<AdviceReport>,
    left_out: Vec<String>,
    stopped: bool,
}

#[derive(Serialize)]
struct AdviceReport {
    array: String,
    facts: FactsReport,
    advice: Vec<Advice>,
}

#[derive(Serialize)]
struct FactsReport {
    shape: Vec<u64>,
    data_type: String,
    chunk_shape: Option<Vec<u64>>,
    inner_chunk_shape: Option<Vec<u64>>,
    chunk_nbytes: Option<u64>,
    inner_chunk_nbytes: Option<u64>,
    chunks: Option<u128>,
    stored_chunks: u64,
    stored_nbytes: u64,
    decoded_nbytes: Option<u128>,
    ratio: Option<f64>,
    overhang: Option<f64>,
    compresses: bool,
    sample: Option<SampleFacts>,
    access: Option<AccessCost>,
}

struct JudgedArray<'a> {
    array: &'a Array,
    facts: StorageFacts,
    advice: Vec<Advice>,
}

impl<'a> JudgedArray<'a> {
    fn of(array: &'a Array, access: Option<&AccessPattern>, options: &DecodeOptions) -> Option<Self> {
        let facts = StorageFacts::of(array, access, options, &mut || true)?;
        Some(Self { advice: advice(&facts), array, facts })
    }

    fn report(self) -> AdviceReport {
        let Self { array, facts, advice } = self;
        let facts = FactsReport {
            chunk_nbytes: facts.chunk_nbytes(),
            inner_chunk_nbytes: facts.inner_shape.as_ref().and(facts.unit_nbytes()),
            ratio: facts.ratio(),
            shape: facts.shape,
            data_type: array.metadata.data_type.to_string(),
            chunk_shape: facts.chunk_shape,
            inner_chunk_shape: facts.inner_shape,
            chunks: facts.chunks,
            stored_chunks: facts.stored,
            stored_nbytes: facts.stored_nbytes,
            decoded_nbytes: facts.decoded_nbytes,
            overhang: facts.overhang,
            compresses: facts.compresses,
            sample: facts.sample,
            access: facts.access,
        };
        AdviceReport { array: array.path.clone(), facts, advice }
    }

    fn text(&self, output: &mut Output) -> Result {
        let facts = &self.facts;
        let head = |name: &str, output: &Output| output.paint(Tone::Heading, &format!("{name:<9}"));
        let mut chunks = common_shape(facts.chunk_shape.as_deref());
        if let Some(edges) = &facts.inner_shape {
            chunks = format!("{chunks}, inner chunks {}", shape(edges));
        }
        let (data_type, edges) = (&self.array.metadata.data_type, shape(&facts.shape));
        let layout = format!("{data_type} {edges}, chunks {chunks}");
        writeln!(output, "{}{}  {layout}", head("array", output), escape(&self.array.path))?;
        let stored = count(facts.stored.into(), "stored chunk");
        let mut decoded = String::new();
        if let Some(nbytes) = facts.decoded_nbytes {
            decoded = format!(" for {}, {}", large_size(nbytes), times(facts.ratio()));
        }
        writeln!(output, "{}{stored}, {}{decoded}", head("stored", output), size(facts.stored_nbytes))?;
        if let Some(access) = &facts.access {
            let dimensions = escape(&access.dimensions.join(", ")).into_owned();
            let [read, wanted] = [access.read_nbytes, access.wanted_nbytes].map(large_size);
            let chunks = count(access.chunks, "chunk");
            let head = head("access", output);
            writeln!(output, "{head}{dimensions}: {read} decoded ({chunks}) for {wanted}")?;
        }
        if let Some(sample) = &facts.sample
            && sample.faulty > 0
        {
            // Where none decodes, only the first of them was kept.
            let mut text = "none of the sampled chunks decodes".to_owned();
            if sample.chunks > 0 {
                let sound = count(sample.chunks.into(), "sampled chunk");
                text = format!("{sound} decoded, {} did not", sample.faulty);
            }
            let text = format!("  ✗ {text}: zarrscope verify lists the faults");
            writeln!(output, "{}", output.paint(Tone::Fault, &text))?;
        }
        for it in &self.advice {
            writeln!(output, "  {}  {}", output.paint(Tone::Name, it.rule), escape(&it.text))?;
            writeln!(output, "      {}", output.paint(Tone::Quiet, it.source))?;
        }
        if self.advice.is_empty() {
            writeln!(output, "  nothing to improve")?;
        }
        Ok(())
    }
}

fn large_size(nbytes: u128) -> String {
    size(u64::try_from(nbytes).unwrap_or(u64::MAX))
}
