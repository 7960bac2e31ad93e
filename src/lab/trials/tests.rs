//! Trials on arrays written by hand.

use std::fs;
use std::path::Path;

use serde_json::json;

use super::super::trials::*;
use crate::codec::DecodeOptions;
use crate::hierarchy::Hierarchy;
use crate::pipeline::Array;

fn array(directory: &Path, chunks: &[u64]) -> Array {
    let document = json!({"zarr_format": 3, "node_type": "array", "shape": [400], "data_type": "uint8",
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [4]}},
        "chunk_key_encoding": {"name": "default"}, "fill_value": 0, "codecs": ["bytes"]});
    fs::create_dir_all(directory.join("c")).unwrap();
    fs::write(directory.join("zarr.json"), document.to_string()).unwrap();
    for chunk in chunks {
        fs::write(directory.join("c").join(chunk.to_string()), [1, 2, 3, 4]).unwrap();
    }
    Array::open(&Hierarchy::open(directory).unwrap(), "").unwrap()
}

fn choice(most: u64) -> SampleChoice {
    SampleChoice { address: None, most, chunk_shape: None }
}

#[test]
fn a_sample_is_spread_over_what_is_stored_and_the_same_each_time() {
    let directory = tempfile::tempdir().unwrap();
    let array = array(directory.path(), &(20..100).collect::<Vec<_>>());
    let take = || {
        let sample = TrialSample::take(&array, &choice(4), &DecodeOptions::default(), &mut || true).unwrap();
        sample.chunks.iter().map(|chunk| chunk.address.chunk[0]).collect::<Vec<_>>()
    };
    let parts: Vec<u64> = take().iter().map(|chunk| (chunk - 20) / 20).collect();
    assert_eq!((parts, take()), (vec![0, 1, 2, 3], take()));
}

#[test]
fn whoever_asks_for_a_sample_can_stop_it() {
    let directory = tempfile::tempdir().unwrap();
    let array = array(directory.path(), &[0, 1, 2]);
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
    let directory = tempfile::tempdir().unwrap();
    let array = array(directory.path(), &[0, 99]);
    let choice = SampleChoice { chunk_shape: Some(vec![150]), ..choice(8) };
    let sample = TrialSample::take(&array, &choice, &DecodeOptions::default(), &mut || true).unwrap();
    let regions: Vec<_> = sample.values.iter().filter_map(|values| values.region.clone()).collect();
    let ends: Vec<(u64, u64)> = regions.iter().flatten().map(|range| (range.start, range.end)).collect();
    assert_eq!(ends, [(0, 150), (250, 400)]);
    assert!(sample.is_regrouped && sample.nbytes() == 300);
}

#[test]
fn a_trial_encodes_and_decodes_every_value() {
    let directory = tempfile::tempdir().unwrap();
    let array = array(directory.path(), &[0, 1]);
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
