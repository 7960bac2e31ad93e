//! Values to try other chains on, and what comes of each chain.

use std::cell::RefCell;
use std::sync::Arc;

use crate::codec::DecodeOptions;
use crate::explorer::core::action::Action;
use crate::explorer::core::late::RequestId;
use crate::explorer::lab::tried::{ReturnedChunk, TrialSubject, TriedChain};
use crate::lab::{
    NotTried, ReturnedValues, SampleChoice, SampleError, Trial, TrialChain, TrialSample, chain_in_force,
    proposed_chains, stage_sizes,
};
use crate::pipeline::Array;
use crate::tell::words::size;

/// Reads values of an array, and finds the chains that are worth trying on them.
pub(crate) fn sample(
    id: RequestId,
    (array, choice, options): (&Array, &SampleChoice, &DecodeOptions),
    go_on: &mut dyn FnMut() -> bool,
    answer: &mut dyn FnMut(Action) -> bool,
) -> bool {
    let found = match TrialSample::take(array, choice, options, go_on) {
        Err(SampleError::Stopped) => return true,
        Err(SampleError::Large { nbytes, limit }) => Err(format!(
            "a chunk decodes to {}: chains are tried here on at most {}. zarrscope try --chunk-shape tries the same values \
             in smaller chunks",
            size(nbytes),
            size(limit)
        )),
        Err(error) => Err(error.to_string()),
        Ok(sample) => subject(array, sample),
    };
    answer(Action::Sampled(id, found.map(Arc::new)))
}

fn subject(array: &Array, sample: TrialSample) -> Result<TrialSubject, String> {
    let in_force = chain_in_force(array, &sample);
    let proposed = proposed_chains(&in_force, &sample, None).map_err(|fault| fault.to_string())?;
    let chains = std::iter::once(in_force).chain(proposed).collect();
    Ok(TrialSubject { sample, chains })
}

/// Tries a chain, and looks at its stages.
pub(crate) fn chain(
    id: RequestId,
    (subject, chain, options): (&TrialSubject, &TrialChain, &DecodeOptions),
    go_on: &mut dyn FnMut() -> bool,
    answer: &mut dyn FnMut(Action) -> bool,
) -> bool {
    let go_on = RefCell::new(go_on);
    let is_wanted = || go_on.try_borrow_mut().is_ok_and(|mut go_on| go_on());
    let trial = Trial::while_wanted(chain.clone(), &subject.sample, options, &is_wanted);
    if matches!(trial.outcome, Err(NotTried::Stopped)) || !is_wanted() {
        return true;
    }
    let can_encode = trial.outcome.as_ref().is_ok_and(|figures| figures.encode.is_ok());
    let values = subject.sample.values.first().filter(|_| can_encode);
    let stages = match values {
        Some(values) => stage_sizes(&trial.chain, values, options),
        None => Ok(Vec::new()),
    };
    answer(Action::ChainTried(id, Arc::new(TriedChain { trial, stages })))
}

/// Encodes and decodes the values of one chunk: that of the number, or the first in which a value differs.
pub(crate) fn returned(
    id: RequestId,
    (subject, chain, number): (&TrialSubject, &TrialChain, Option<usize>),
    options: &DecodeOptions,
    go_on: &mut dyn FnMut() -> bool,
    answer: &mut dyn FnMut(Action) -> bool,
) -> bool {
    let go_on = RefCell::new(go_on);
    let is_wanted = || go_on.try_borrow_mut().is_ok_and(|mut go_on| go_on());
    let all = subject.sample.values.iter().enumerate();
    let mut found = Err("expected values to encode, found none".to_owned());
    for (number, values) in all.filter(|(place, _)| number.is_none_or(|number| number == *place)) {
        match ReturnedValues::of(chain, values, options, &is_wanted) {
            Ok(Some(values)) => {
                let differs = values.gaps.differ > 0;
                // Where nothing differs in any chunk, it is the last that is shown.
                found = Ok(ReturnedChunk { number, values: Arc::new(values) });
                if differs {
                    break;
                }
            }
            Ok(None) => return true,
            Err(reason) => {
                found = Err(reason.to_string());
                break;
            }
        }
    }
    answer(Action::ValuesReturned(id, found))
}
