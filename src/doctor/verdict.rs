use super::around::look_around;
use super::confidence::level;
use super::structure::rank;
use super::{Hypothesis, document_hypotheses, remarks, siblings::Siblings};
use crate::codec::DecodeOptions;
use crate::hierarchy::Hierarchy;
use crate::pipeline::{Array, ChunkAddress, ChunkTrace, Fault, OpenNode};

#[derive(Debug, Clone, Default)]
pub struct Verdict {
    pub fault: Option<Fault>,
    pub hypotheses: Vec<Hypothesis>,
    pub remarks: Vec<String>,
}

impl Verdict {
    pub fn is_sound(&self) -> bool {
        self.fault.is_none() && self.hypotheses.is_empty()
    }

    pub fn sure_doubt(&self) -> Option<&Hypothesis> {
        let first = self.hypotheses.first()?;
        if self.fault.is_none() && first.confidence >= level::SURE { Some(first) } else { None }
    }

    pub fn without_hypothesis(&self) -> Option<&'static str> {
        match (&self.fault, self.hypotheses.as_slice()) {
            (_, [_, ..]) => None,
            (Some(_), []) => Some("nothing more is known about the cause"),
            (None, []) => Some("nothing looks wrong with this chunk"),
        }
    }

    pub fn of_document(hierarchy: &Hierarchy, node: &OpenNode, options: &DecodeOptions) -> Self {
        let fault = node.faults.first().cloned().map(Fault::Metadata);
        Self { fault, hypotheses: document_hypotheses(hierarchy, node, options), remarks: Vec::new() }
    }
}

impl From<Fault> for Verdict {
    fn from(fault: Fault) -> Self {
        Self { fault: Some(fault), ..Self::default() }
    }
}

#[doc(hidden)]
impl Array {
    pub fn examine(&self, address: &ChunkAddress, options: &DecodeOptions) -> Verdict {
        let mut verdict = self.examine_alone(address, options);
        if verdict.fault.is_none() {
            verdict.hypotheses.extend(look_around(self, address, options));
            verdict.hypotheses = rank(verdict.hypotheses);
        }
        verdict
    }

    pub fn examine_alone(&self, address: &ChunkAddress, options: &DecodeOptions) -> Verdict {
        let options = DecodeOptions { ignore_checksums: false, ..*options };
        let keep = if address.is_inner() { 0 } else { usize::MAX };
        let trace = match self.trace_within(address, &options, keep) {
            Ok(trace) => trace,
            Err(fault) => return fault.into(),
        };
        let fault = trace.trace.fault.clone().map(Fault::from);
        let remarks = if fault.is_some() { remarks_on(self, &trace) } else { Vec::new() };
        match self.judge_trace(trace, &options) {
            Ok(hypotheses) => Verdict { fault, hypotheses, remarks },
            Err(unreadable) => Verdict { remarks, ..fault.unwrap_or(unreadable).into() },
        }
    }
}

fn remarks_on(array: &Array, trace: &ChunkTrace) -> Vec<String> {
    let Some(stored) = trace.trace.stored.as_deref() else { return Vec::new() };
    // The sizes of inner chunks are in the index of their shard, which is another question.
    let siblings = if trace.address.is_inner() { Siblings::default() } else { Siblings::of(array) };
    let others: Vec<u64> = siblings.others(&trace.address.chunk).collect();
    remarks::on(stored, others)
}
