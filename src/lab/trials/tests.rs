//! Trials on arrays written by hand.

use serde_json::json;

use super::super::trials::*;
use crate::codec::DecodeOptions;
use crate::lab::fixture;
use crate::pipeline::Array;

/// An array of a hundred chunks of four elements, of which these are stored.
fn array(stored: impl IntoIterator<Item = u64>) -> Array {
    let chunks = stored.into_iter().map(|chunk| (chunk.to_string(), vec![1, 2, 3, 4]));
    fixture::array(&[400], &[4], r#"["bytes"]"#, chunks)
}

fn choice(most: u64) -> SampleChoice {
    SampleChoice { address: None, most, chunk_shape: None }
}

#[test]
fn a_sample_is_spread_over_what_is_stored_and_the_same_each_time() {
    let array = array(20..100);
    let take = || {
        let sample = TrialSample::take(&array, &choice(4), &DecodeOptions::default(), &mut || true).unwrap();
        sample.chunks.iter().map(|chunk| chunk.address.chunk[0]).collect::<Vec<_>>()
    };
    let parts: Vec<u64> = take().iter().map(|chunk| (chunk - 20) / 20).collect();
    assert_eq!((parts, take()), (vec![0, 1, 2, 3], take()));
}

#[test]
fn whoever_asks_for_a_sample_can_stop_it() {
    let array = array([0, 1, 2]);
    let mut left = 2;
    let mut go_on = || {
        left -= 1;
        left > 0
    };
    let stopped = TrialSample::take(&array, &choice(8), &DecodeOptions::default(), &mut go_on);
    assert!(matches!(stopped, Err(SampleError::Stopped)));
}

#[test]
fn chunks_of_another_shape_stay_within_the_array() {
    let array = array([0, 99]);
    let choice = SampleChoice { chunk_shape: Some(vec![150]), ..choice(8) };
    let sample = TrialSample::take(&array, &choice, &DecodeOptions::default(), &mut || true).unwrap();
    let regions: Vec<_> = sample.values.iter().filter_map(|values| values.region.clone()).collect();
    let ends: Vec<(u64, u64)> = regions.iter().flatten().map(|range| (range.start, range.end)).collect();
    assert_eq!(ends, [(0, 150), (250, 400)]);
    assert!(sample.is_regrouped && sample.nbytes() == 300);
}

#[test]
fn a_trial_encodes_and_decodes_every_value() {
    let array = array([0, 1]);
    let options = DecodeOptions::default();
    let sample = TrialSample::take(&array, &choice(8), &options, &mut || true).unwrap();
    let checked = given_chain(&json!(["bytes", "crc32c"]), &sample.values[0], None).unwrap();
    let trials =
        [chain_in_force(&array, &sample), checked].map(|chain| Trial::of(chain, &sample, &options, &|| true));
    let stored: Vec<u64> = trials.iter().map(|trial| trial.outcome.as_ref().unwrap().stored_nbytes).collect();
    assert_eq!(stored, [8, 16]);
    assert_eq!(best(&trials), BestChains { smallest: Some(0), fastest: None });
    let stages = stage_sizes(&trials[1].chain, &sample.values[0], &options).unwrap();
    let stages: Vec<u64> = stages.iter().map(|stage| stage.nbytes).collect();
    assert_eq!(stages, [4, 4, 8]);
}
