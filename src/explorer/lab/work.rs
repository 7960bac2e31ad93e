use std::sync::Arc;

use crate::codec::DecodeOptions;
use crate::explorer::lab::loss::ReturnedChunk;
use crate::explorer::lab::{LabRow, TrialSubject};
use crate::explorer::{App, LabPart, LabWindow, Lane, Late, Link, RequestId, Task, TriedChain};
use crate::lab::{
    NotTried, ReturnedValues, SampleChoice, SampleError, Trial, TrialChain, TrialSample, chain_in_force,
    proposed_chains, stage_sizes,
};
use crate::pipeline::Array;
use crate::tell::words::size;

#[derive(Debug)]
pub struct SampleValues {
    pub(crate) array: Arc<Array>,
    pub(crate) choice: SampleChoice,
    pub(crate) options: DecodeOptions,
}

impl Task for SampleValues {
    const LANE: Lane = Lane::Trials;
    type Answer = Result<Arc<TrialSubject>, String>;

    fn run(&self, link: &mut Link<Self>) {
        let _alone = link.kept.try_alone();
        let taken = TrialSample::take(&self.array, &self.choice, &self.options, &mut || link.is_wanted());
        let found = match taken {
            Err(SampleError::Stopped) => return,
            Err(SampleError::Large { nbytes, limit }) => Err(format!(
                "a chunk decodes to {}: chains are tried here on at most {}. zarrscope try --chunk-shape tries the same values \
                 in smaller chunks",
                size(nbytes),
                size(limit)
            )),
            Err(error) => Err(error.to_string()),
            Ok(sample) => subject(&self.array, sample),
        };
        link.answer(found.map(Arc::new));
    }

    fn answered(app: &mut App, id: RequestId, found: Self::Answer) {
        let Some(window) = app.overlays.get_mut::<LabWindow>() else { return };
        if window.subject.answer(id, found)
            && let Some(subject) = window.subject.ready()
        {
            window.rows.clear();
            for chain in &subject.chains {
                window.rows.push(LabRow { chain: Ok(chain.clone()), edited: None, tried: Late::Idle });
            }
        }
    }
}

fn subject(array: &Array, sample: TrialSample) -> Result<TrialSubject, String> {
    let in_force = chain_in_force(array, &sample);
    let proposed = proposed_chains(&in_force, &sample, None).map_err(|fault| fault.to_string())?;
    let mut chains = vec![in_force];
    chains.extend(proposed);
    Ok(TrialSubject { sample, chains })
}

#[derive(Debug)]
pub struct TryChain {
    pub(crate) subject: Arc<TrialSubject>,
    pub chain: TrialChain,
    pub(crate) options: DecodeOptions,
}

impl Task for TryChain {
    const LANE: Lane = Lane::Trials;
    type Answer = Arc<TriedChain>;

    fn run(&self, link: &mut Link<Self>) {
        let _alone = link.kept.try_alone();
        let sample = &self.subject.sample;
        let is_wanted = || link.is_wanted();
        let trial = Trial::of(self.chain.clone(), sample, &self.options, &is_wanted);
        if matches!(trial.outcome, Err(NotTried::Stopped)) || !is_wanted() {
            return;
        }
        let can_encode = trial.outcome.as_ref().is_ok_and(|figures| figures.encode.is_ok());
        let stages = match sample.values.first() {
            Some(values) if can_encode => stage_sizes(&trial.chain, values, &self.options),
            _ => Ok(Vec::new()),
        };
        link.answer(Arc::new(TriedChain { trial, stages }));
    }

    fn answered(app: &mut App, id: RequestId, tried: Self::Answer) {
        let Some(window) = app.overlays.get_mut::<LabWindow>() else { return };
        if let Some(row) = window.rows.iter_mut().find(|row| row.tried.is_of(id)) {
            row.tried.answer(id, Ok(tried));
        }
    }
}

#[derive(Debug)]
pub struct ReturnValues {
    pub(crate) subject: Arc<TrialSubject>,
    pub(crate) chain: TrialChain,
    /// The number of the chunk; `None` for the first in which a value differs.
    pub(crate) number: Option<usize>,
    pub(crate) options: DecodeOptions,
}

impl Task for ReturnValues {
    const LANE: Lane = Lane::Trials;
    type Answer = Result<ReturnedChunk, String>;

    fn run(&self, link: &mut Link<Self>) {
        let _alone = link.kept.try_alone();
        let is_wanted = || link.is_wanted();
        let mut found = Err("expected values to encode, found none".to_owned());
        for (number, values) in self.subject.sample.values.iter().enumerate() {
            if self.number.is_some_and(|wanted| wanted != number) {
                continue;
            }
            match ReturnedValues::of(&self.chain, values, &self.options, &is_wanted) {
                Ok(Some(values)) => {
                    let differs = values.gaps.differ > 0;
                    // Where no chunk differs, the last is shown.
                    found = Ok(ReturnedChunk { number, values: Arc::new(values) });
                    if differs {
                        break;
                    }
                }
                Ok(None) => return,
                Err(reason) => {
                    found = Err(reason.to_string());
                    break;
                }
            }
        }
        link.answer(found);
    }

    fn answered(app: &mut App, id: RequestId, returned: Self::Answer) {
        if let Some(window) = app.overlays.get_mut::<LabWindow>()
            && let LabPart::Loss(view) = &mut window.part
        {
            view.take(id, returned);
        }
    }
}
