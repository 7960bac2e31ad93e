//! One chain on the values of a sample: how much it stores, how long it takes, what it loses.

use std::borrow::Borrow;
use std::time::{Duration, Instant};

use thiserror::Error;

use super::chains::{TrialChain, TrialOrigin};
use super::loss::ChainLoss;
use super::sample::TrialSample;
use crate::codec::{DecodeOptions, Silent, StageFault};
use crate::metadata::DocumentError;
use crate::store::Slice;

/// A chain is run so many times at most; the median time counts.
const RUNS: usize = 5;
/// It is not run again after this time.
const ENOUGH: Duration = Duration::from_millis(400);
/// It is given up after this time. A chunk that is being encoded is waited for.
const MOST: Duration = Duration::from_secs(20);

/// What came of a chain.
#[derive(Debug)]
pub struct Trial {
    /// The chain.
    pub chain: TrialChain,
    /// What was measured, or why nothing was.
    pub outcome: Result<TrialFigures, NotTried>,
}

/// What was measured of a chain.
#[derive(Debug, Clone, PartialEq)]
pub struct TrialFigures {
    /// The bytes that it stores.
    pub stored_nbytes: u64,
    /// The bytes of the values.
    pub decoded_nbytes: u64,
    /// How long encoding all of them takes, or why they cannot be encoded: those in force are stored all the same.
    pub encode: Result<Duration, String>,
    /// How long decoding all of them takes.
    pub decode: Duration,
    /// What the values lose.
    pub loss: ChainLoss,
}

/// Why a chain was not tried to the end.
#[derive(Debug, Error)]
pub enum NotTried {
    /// It cannot be put together for such values.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// It cannot encode them.
    #[error("{0}")]
    Encoding(Box<StageFault>),
    /// What it encodes does not decode.
    #[error("what it encodes does not decode: {0}")]
    Decoding(Box<StageFault>),
    /// It takes too long.
    #[error("stopped after {} s, when {done} of {of} chunks were done", MOST.as_secs())]
    TooLong {
        /// The chunks that were encoded and decoded.
        done: usize,
        /// All of them.
        of: usize,
    },
    /// The stored chunks are larger than what is tried.
    #[error("the stored chunks are too large to be tried as they are")]
    TooLarge,
    /// It was asked to stop.
    #[error("stopped")]
    Stopped,
}

impl Trial {
    /// Tries a chain.
    pub fn of(chain: TrialChain, sample: &TrialSample, options: &DecodeOptions) -> Self {
        Self::while_wanted(chain, sample, options, &|| true)
    }

    /// The same as long as `go_on` says so, which is asked between two chunks.
    pub fn while_wanted(
        chain: TrialChain,
        sample: &TrialSample,
        options: &DecodeOptions,
        go_on: &dyn Fn() -> bool,
    ) -> Self {
        let run = TrialRun { chain: &chain, sample, options, started: Instant::now(), go_on };
        let outcome = if chain.origin == TrialOrigin::InForce { run.in_force() } else { run.figures() };
        Self { chain, outcome }
    }

    /// The measured figures, if the values come back exactly.
    fn exact(&self) -> Option<&TrialFigures> {
        match &self.outcome {
            Ok(figures) if figures.loss.is_exact => Some(figures),
            _ => None,
        }
    }
}

/// The best chains of a list, by their places. Those that lose something are no match for those that do not.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct BestChains {
    /// What stores the fewest bytes.
    pub smallest: Option<usize>,
    /// What is decoded first, of those that make the values smaller.
    pub fastest: Option<usize>,
}

/// Finds the best chains.
pub fn best<T: Borrow<Trial>>(trials: &[T]) -> BestChains {
    let mut exact = Vec::new();
    for (place, trial) in trials.iter().enumerate() {
        if let Some(figures) = trial.borrow().exact() {
            exact.push((place, figures));
        }
    }
    // Where chunks were regrouped, not all chains have the same values.
    let smaller = |one: &TrialFigures, other: &TrialFigures| {
        let cross = |one: u64, other: u64| u128::from(one) * u128::from(other);
        cross(one.stored_nbytes, other.decoded_nbytes).cmp(&cross(other.stored_nbytes, one.decoded_nbytes))
    };
    let mut best = BestChains::default();
    if let Some((place, _)) = exact.iter().min_by(|(_, one), (_, other)| smaller(one, other)) {
        best.smallest = Some(*place);
    }
    exact.retain(|(_, figures)| figures.stored_nbytes < figures.decoded_nbytes);
    let fastest = exact.iter().min_by(|(_, one), (_, other)| {
        one.time_for(other.decoded_nbytes).cmp(&other.time_for(one.decoded_nbytes))
    });
    if let Some((place, _)) = fastest {
        best.fastest = Some(*place);
    }
    best
}

impl TrialFigures {
    /// How many times smaller the values are stored.
    #[expect(clippy::cast_precision_loss, reason = "a ratio is shown with two digits")]
    pub fn ratio(&self) -> Option<f64> {
        if self.stored_nbytes == 0 {
            return None;
        }
        Some(self.decoded_nbytes as f64 / self.stored_nbytes as f64)
    }

    fn time_for(&self, nbytes: u64) -> u128 {
        self.decode.as_nanos().saturating_mul(nbytes.into())
    }
}

#[derive(Debug, Clone, Copy, Default)]
struct RunTimes {
    encode: Duration,
    decode: Duration,
}

struct TrialRun<'a> {
    chain: &'a TrialChain,
    sample: &'a TrialSample,
    options: &'a DecodeOptions,
    started: Instant,
    go_on: &'a dyn Fn() -> bool,
}

impl TrialRun<'_> {
    fn figures(&self) -> Result<TrialFigures, NotTried> {
        let mut loss = ChainLoss::default();
        let mut stored_nbytes = 0;
        let mut times = vec![self.once(Some(&mut loss), &mut stored_nbytes)?];
        while self.may_go_on(times.len()) {
            times.push(self.once(None, &mut 0)?);
        }
        Ok(TrialFigures {
            stored_nbytes,
            decoded_nbytes: self.sample.nbytes(),
            encode: Ok(median(times.iter().map(|times| times.encode))),
            decode: median(times.iter().map(|times| times.decode)),
            loss,
        })
    }

    fn may_go_on(&self, runs: usize) -> bool {
        runs < RUNS && self.started.elapsed() < ENOUGH
    }

    fn once(&self, mut loss: Option<&mut ChainLoss>, stored: &mut u64) -> Result<RunTimes, NotTried> {
        let mut times = RunTimes::default();
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
            times.encode += start.elapsed();
            let bytes = bytes.map_err(|fault| NotTried::Encoding(Box::new(fault)))?;
            *stored = stored.saturating_add(bytes.len() as u64);
            let start = Instant::now();
            let decoded = chain.decode(&Slice(&bytes), self.options, &mut Silent);
            times.decode += start.elapsed();
            let decoded = decoded.map_err(|fault| NotTried::Decoding(Box::new(fault)))?;
            if let Some(loss) = loss.as_deref_mut() {
                loss.add(&values.elements, &decoded);
            }
        }
        Ok(times)
    }

    /// The figures of the chain in force: its bytes are those that are stored.
    fn in_force(&self) -> Result<TrialFigures, NotTried> {
        if self.sample.chunks.is_empty() {
            return Err(NotTried::TooLarge);
        }
        let mut decoded_nbytes = 0;
        let mut times = vec![self.decode_stored(&mut decoded_nbytes)?];
        while self.may_go_on(times.len()) {
            times.push(self.decode_stored(&mut 0)?);
        }
        let mut stored_nbytes = 0_u64;
        for chunk in &self.sample.chunks {
            stored_nbytes = stored_nbytes.saturating_add(chunk.stored.len() as u64);
        }
        let (encode, loss) = self.encode_again();
        Ok(TrialFigures { stored_nbytes, decoded_nbytes, encode, decode: median(times.into_iter()), loss })
    }

    fn decode_stored(&self, decoded_nbytes: &mut u64) -> Result<Duration, NotTried> {
        let mut time = Duration::ZERO;
        for chunk in &self.sample.chunks {
            if !(self.go_on)() {
                return Err(NotTried::Stopped);
            }
            let start = Instant::now();
            let decoded = chunk.chain().decode(&Slice(&chunk.stored), self.options, &mut Silent);
            time += start.elapsed();
            let decoded = decoded.map_err(|fault| NotTried::Decoding(Box::new(fault)))?;
            *decoded_nbytes = decoded_nbytes.saturating_add(decoded.visible_bytes().len() as u64);
        }
        Ok(time)
    }

    /// How long encoding takes with the chain in force, and what it loses: the values as they are stored.
    fn encode_again(&self) -> (Result<Duration, String>, ChainLoss) {
        if self.sample.is_regrouped {
            return (Err("its values are tried in other chunks".to_owned()), ChainLoss::default());
        }
        let run = TrialRun { started: Instant::now(), ..*self };
        let mut loss = ChainLoss::default();
        let mut times = match run.once(Some(&mut loss), &mut 0) {
            Ok(times) => vec![times],
            Err(reason) => return (Err(reason.to_string()), ChainLoss::default()),
        };
        while run.may_go_on(times.len()) {
            times.extend(run.once(None, &mut 0).ok());
        }
        (Ok(median(times.iter().map(|times| times.encode))), loss)
    }
}

fn median(times: impl Iterator<Item = Duration>) -> Duration {
    let mut times: Vec<Duration> = times.collect();
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}
