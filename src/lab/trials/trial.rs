use std::borrow::Borrow;
use std::time::{Duration, Instant};

use thiserror::Error;

use super::chains::{TrialChain, TrialOrigin};
use super::loss::ChainLoss;
use super::sample::{SAMPLE_BYTES, TrialSample, TrialValues};
use crate::codec::{DecodeOptions, Outcome, Silent, StageFault, Statistics, Trace, in_full};
use crate::metadata::{DocumentError, text::ratio};
use crate::store::Slice;

const RUNS: usize = 5;
const ENOUGH: Duration = Duration::from_millis(400);
/// A chunk that is being encoded is waited for.
const MOST: Duration = Duration::from_secs(20);

#[derive(Debug)]
pub struct Trial {
    pub chain: TrialChain,
    pub outcome: Result<TrialFigures, NotTried>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct TrialFigures {
    pub stored_nbytes: u64,
    pub decoded_nbytes: u64,
    /// Or why the values cannot be encoded: the bytes in force are stored all the same.
    pub encode: Result<Duration, String>,
    pub decode: Duration,
    pub loss: ChainLoss,
}

#[derive(Debug, Error)]
pub enum NotTried {
    #[error(transparent)]
    Document(#[from] DocumentError),
    #[error("{0}")]
    Encoding(Box<StageFault>),
    #[error("what it encodes does not decode: {0}")]
    Decoding(Box<StageFault>),
    #[error("stopped after {} s, when {done} of {of} chunks were done", MOST.as_secs())]
    TooLong { done: usize, of: usize },
    #[error("the stored chunks are too large to be tried as they are")]
    TooLarge,
    #[error("stopped")]
    Stopped,
}

impl Trial {
    pub fn of(
        chain: TrialChain,
        sample: &TrialSample,
        options: &DecodeOptions,
        go_on: &dyn Fn() -> bool,
    ) -> Self {
        let run = TrialRun { chain: &chain, sample, options, started: Instant::now(), go_on };
        let outcome = if chain.origin == TrialOrigin::InForce { run.in_force() } else { run.figures() };
        Self { chain, outcome }
    }
}

/// Places in a list. Chains that lose something do not compete.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct BestChains {
    pub smallest: Option<usize>,
    /// Of the chains that make the values smaller.
    pub fastest: Option<usize>,
}

pub fn best<T: Borrow<Trial>>(trials: &[T]) -> BestChains {
    let mut exact = Vec::new();
    for (place, trial) in trials.iter().enumerate() {
        if let Ok(figures) = &trial.borrow().outcome
            && figures.loss.is_exact
        {
            exact.push((place, figures));
        }
    }
    // Where chunks were regrouped, not all chains have the same values.
    let smaller = |one: &TrialFigures, other: &TrialFigures| {
        let cross = |one: u64, other: u64| u128::from(one) * u128::from(other);
        cross(one.stored_nbytes, other.decoded_nbytes).cmp(&cross(other.stored_nbytes, one.decoded_nbytes))
    };
    let faster = |one: &TrialFigures, other: &TrialFigures| {
        let time = |of: &TrialFigures, nbytes: u64| of.decode.as_nanos().saturating_mul(nbytes.into());
        time(one, other.decoded_nbytes).cmp(&time(other, one.decoded_nbytes))
    };
    let smallest = exact.iter().min_by(|(_, one), (_, other)| smaller(one, other)).map(|(place, _)| *place);
    exact.retain(|(_, figures)| figures.stored_nbytes < figures.decoded_nbytes);
    let fastest = exact.iter().min_by(|(_, one), (_, other)| faster(one, other)).map(|(place, _)| *place);
    BestChains { smallest, fastest }
}

impl TrialFigures {
    pub fn ratio(&self) -> Option<f64> {
        ratio(self.decoded_nbytes.into(), self.stored_nbytes)
    }
}

struct TrialRun<'a> {
    chain: &'a TrialChain,
    sample: &'a TrialSample,
    options: &'a DecodeOptions,
    started: Instant,
    go_on: &'a dyn Fn() -> bool,
}

impl TrialRun<'_> {
    fn has_time(&self, runs: usize) -> bool {
        runs == 0 || (runs < RUNS && self.started.elapsed() < ENOUGH)
    }

    fn figures(&self) -> Result<TrialFigures, NotTried> {
        let mut loss = ChainLoss::default();
        let mut stored_nbytes = 0_u64;
        let (mut encode_times, mut decode_times) = (Vec::new(), Vec::new());
        while self.has_time(encode_times.len()) {
            stored_nbytes = 0;
            let (mut encode, mut decode) = (Duration::ZERO, Duration::ZERO);
            for (done, values) in self.sample.values.iter().enumerate() {
                if self.started.elapsed() > MOST {
                    return Err(NotTried::TooLong { done, of: self.sample.values.len() });
                }
                if !(self.go_on)() {
                    return Err(NotTried::Stopped);
                }
                let chain = self.chain.bind(&values.decoded)?;
                let start = Instant::now();
                let bytes = chain.encode(&values.elements, self.options, &mut Silent);
                encode += start.elapsed();
                let bytes = bytes.map_err(|fault| NotTried::Encoding(Box::new(fault)))?;
                stored_nbytes = stored_nbytes.saturating_add(bytes.len() as u64);
                let start = Instant::now();
                let decoded = chain.decode(&Slice(&bytes), self.options, &mut Silent);
                decode += start.elapsed();
                let decoded = decoded.map_err(|fault| NotTried::Decoding(Box::new(fault)))?;
                if encode_times.is_empty() {
                    loss.add(&values.elements, &decoded);
                }
            }
            encode_times.push(encode);
            decode_times.push(decode);
        }
        Ok(TrialFigures {
            stored_nbytes,
            decoded_nbytes: self.sample.nbytes(),
            encode: Ok(median(encode_times)),
            decode: median(decode_times),
            loss,
        })
    }

    fn in_force(&self) -> Result<TrialFigures, NotTried> {
        if self.sample.chunks.is_empty() {
            return Err(NotTried::TooLarge);
        }
        let mut decoded_nbytes = 0_u64;
        let mut times = Vec::new();
        while self.has_time(times.len()) {
            decoded_nbytes = 0;
            let mut time = Duration::ZERO;
            for chunk in &self.sample.chunks {
                if !(self.go_on)() {
                    return Err(NotTried::Stopped);
                }
                let start = Instant::now();
                let decoded = chunk.chain().decode(&Slice(&chunk.stored), self.options, &mut Silent);
                time += start.elapsed();
                let decoded = decoded.map_err(|fault| NotTried::Decoding(Box::new(fault)))?;
                decoded_nbytes = decoded_nbytes.saturating_add(decoded.visible_bytes().len() as u64);
            }
            times.push(time);
        }
        let stored = self.sample.chunks.iter().map(|chunk| chunk.stored.len() as u64);
        let stored_nbytes = stored.fold(0, u64::saturating_add);
        let mut figures = TrialFigures {
            stored_nbytes,
            decoded_nbytes,
            encode: Err("its values are tried in other chunks".to_owned()),
            decode: median(times),
            loss: ChainLoss::default(),
        };
        if !self.sample.is_regrouped {
            // How long encoding takes, and what it loses: the values are encoded again.
            match (TrialRun { started: Instant::now(), ..*self }).figures() {
                Ok(again) => (figures.encode, figures.loss) = (again.encode, again.loss),
                Err(reason) => figures.encode = Err(reason.to_string()),
            }
        }
        Ok(figures)
    }
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "explorer", derive(serde::Serialize))]
pub struct StageSize {
    /// `None` for the values themselves.
    pub codec: Option<String>,
    #[cfg_attr(feature = "explorer", serde(rename = "gives"))]
    pub what: String,
    pub nbytes: u64,
    /// Bits of information in a byte, each on its own; `None` where the bytes were not kept.
    pub entropy: Option<f64>,
}

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
