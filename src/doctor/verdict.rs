use super::around::look_around;
use super::confidence::level;
use super::structure::rank;
use super::{Hypothesis, document_hypotheses, remarks, siblings::Siblings};
use crate::codec::DecodeOptions;
use crate::hierarchy::Hierarchy;
use crate::metadata::text::count;
use crate::pipeline::{Array, ChunkAddress, Fault, OpenNode};

#[derive(Debug, Clone, Default)]
pub struct Verdict {
    pub fault: Option<Fault>,
    pub hypotheses: Vec<Hypothesis>,
    pub remarks: Vec<String>,
    /// So many other chunks, or inner chunks, it was held against.
    pub compared: usize,
    /// The first of them whose own values look wrong.
    pub other: Option<String>,
}

impl Verdict {
    pub fn is_sound(&self) -> bool {
        self.fault.is_none() && self.hypotheses.is_empty()
    }

    pub fn sure_doubt(&self) -> Option<&Hypothesis> {
        let first = self.hypotheses.first()?;
        if self.fault.is_none() && first.confidence >= level::SURE { Some(first) } else { None }
    }

    /// What is said where nothing was found, never more than was looked at.
    pub fn without_hypothesis(&self) -> Option<String> {
        match (&self.fault, self.hypotheses.as_slice()) {
            (_, [_, ..]) => None,
            (Some(_), []) => Some("nothing more is known about the cause".to_owned()),
            (None, []) if self.compared == 0 => {
                Some("nothing looks wrong with this chunk; it was not compared with others".to_owned())
            }
            (None, []) => {
                let others = count(self.compared as u128, "other chunk");
                let wrong = self.other.as_ref().map(|other| format!(", of which {other} looks wrong"));
                Some(format!(
                    "nothing looks wrong with this chunk; its values were compared with {others}{}",
                    wrong.unwrap_or_default()
                ))
            }
        }
    }

    pub fn of_document(hierarchy: &Hierarchy, node: &OpenNode, options: &DecodeOptions) -> Self {
        let fault = node.faults.first().cloned().map(Fault::Metadata);
        Self { fault, hypotheses: document_hypotheses(hierarchy, node, options), ..Self::default() }
    }
}

impl From<Fault> for Verdict {
    fn from(fault: Fault) -> Self {
        Self { fault: Some(fault), ..Self::default() }
    }
}

impl From<Hypothesis> for Verdict {
    fn from(found: Hypothesis) -> Self {
        Self { hypotheses: vec![found], ..Self::default() }
    }
}

#[doc(hidden)]
impl Array {
    pub fn examine(&self, address: &ChunkAddress, options: &DecodeOptions) -> Verdict {
        let mut verdict = self.examine_alone(address, options);
        if verdict.fault.is_none() {
            let looked = look_around(self, address, options);
            verdict.hypotheses.extend(looked.found);
            verdict.hypotheses = rank(verdict.hypotheses);
            verdict.compared = looked.compared;
            verdict.other = looked.other;
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
        let mut remarks = Vec::new();
        if fault.is_some()
            && let Some(stored) = trace.trace.stored.as_deref()
        {
            // The sizes of inner chunks are in the index of their shard, which is another question.
            let siblings = if address.is_inner() { Siblings::default() } else { Siblings::of(self) };
            remarks = remarks::on(stored, siblings.others(&address.chunk).collect());
        }
        match self.judge_trace(trace, &options) {
            Ok(hypotheses) => Verdict { fault, hypotheses, remarks, ..Verdict::default() },
            Err(unreadable) => Verdict { remarks, ..fault.unwrap_or(unreadable).into() },
        }
    }
}
