//! A chain's way through its stages: how many bytes each gives, and how much there is left to compress.

use super::chains::TrialChain;
use super::sample::{SAMPLE_BYTES, TrialValues};
use super::trial::NotTried;
use crate::codec::{DecodeOptions, Outcome, Statistics, Trace, in_full};

/// The bytes between two stages of a chain that encodes.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "explorer", derive(serde::Serialize))]
pub struct StageSize {
    /// The codec that gives them; `None` for the values themselves.
    pub codec: Option<String>,
    /// What they are.
    #[cfg_attr(feature = "explorer", serde(rename = "gives"))]
    pub what: String,
    /// How many there are.
    pub nbytes: u64,
    /// How many bits of information a byte has, each on its own; `None` where they were not kept.
    pub entropy: Option<f64>,
}

/// Encodes the values of one chunk, and looks at what each stage gives.
///
/// # Errors
/// When the chain cannot encode them.
pub fn stage_sizes(
    chain: &TrialChain,
    values: &TrialValues,
    options: &DecodeOptions,
) -> Result<Vec<StageSize>, NotTried> {
    let bound = chain.bind(&values.decoded)?;
    let keep = usize::try_from(SAMPLE_BYTES.saturating_mul(2)).unwrap_or(usize::MAX);
    let trace = Trace::record_encoding(&bound, &values.elements, options, keep);
    if let Some(fault) = trace.fault {
        return Err(NotTried::Encoding(Box::new(fault)));
    }
    let first = StageSize {
        codec: None,
        what: values.decoded.to_string(),
        nbytes: values.nbytes(),
        entropy: Some(Statistics::of_bytes(values.elements.visible_bytes()).entropy),
    };
    let mut sizes = vec![first];
    for stage in &trace.stages {
        let (nbytes, entropy) = match &stage.outcome {
            Outcome::Decoded(_, Some(value)) => {
                let bytes = value.visible_bytes();
                (bytes.len() as u64, Some(Statistics::of_bytes(bytes).entropy))
            }
            Outcome::Decoded(nbytes, None) => (*nbytes, None),
            Outcome::Failed(_) | Outcome::NotReached => (0, None),
        };
        let codec = Some(in_full(std::slice::from_ref(stage.info.codec.as_ref())));
        sizes.push(StageSize { codec, what: stage.info.encoded.to_string(), nbytes, entropy });
    }
    Ok(sizes)
}
