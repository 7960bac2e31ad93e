//! Rules on facts written by hand, and the cost of reads counted by hand.

use super::access::AccessPattern;
use super::*;

fn sound() -> StorageFacts {
    StorageFacts {
        shape: vec![1024, 4096],
        element_nbytes: Some(4),
        chunk_shape: Some(vec![1024, 1024]),
        inner_shape: None,
        chunks: Some(4),
        stored: 4,
        stored_nbytes: 8 << 20,
        decoded_nbytes: Some(16 << 20),
        compresses: true,
        overhang: Some(0.0),
        sample: Some(SampleFacts { chunks: 4, fill_only: 0, compressible: None, faulty: 0 }),
        access: None,
    }
}

fn rules(facts: &StorageFacts) -> Vec<(&'static str, f64)> {
    advice(facts).into_iter().map(|advice| (advice.rule, advice.number)).collect()
}

#[test]
fn what_is_sound_gets_no_advice() {
    assert_eq!(rules(&sound()), []);
    let one = StorageFacts { shape: vec![10], chunk_shape: Some(vec![10]), chunks: Some(1), ..sound() };
    assert_eq!(rules(&one), [], "a small array in one chunk");
}

#[test]
fn each_rule_has_its_number() {
    let sample =
        |fill_only, compressible| Some(SampleFacts { chunks: 4, fill_only, compressible, faulty: 0 });
    let cases = [
        (
            StorageFacts { chunk_shape: Some(vec![256, 256]), chunks: Some(64), ..sound() },
            ("small-chunks", 262_144.0),
        ),
        (StorageFacts { chunk_shape: Some(vec![8192, 16384]), ..sound() }, ("large-chunks", 536_870_912.0)),
        (StorageFacts { stored: 100_001, stored_nbytes: 1 << 50, ..sound() }, ("many-objects", 100_001.0)),
        // 64 MiB have room for 65 536 objects of 1 KiB.
        (StorageFacts { stored: 70_000, stored_nbytes: 70_000 << 10, ..sound() }, ("sharding", 2.0)),
        (StorageFacts { stored_nbytes: 32 << 20, ..sound() }, ("larger-than-decoded", 0.5)),
        (
            StorageFacts { compresses: false, sample: sample(0, Some(3.0)), ..sound() },
            ("not-compressed", 3.0),
        ),
        (StorageFacts { overhang: Some(0.5), ..sound() }, ("overhang", 0.5)),
        (StorageFacts { sample: sample(3, None), ..sound() }, ("fill-value-chunks", 3.0)),
    ];
    for (mut facts, expected) in cases {
        if expected.0 == "many-objects" || expected.0 == "sharding" {
            facts.decoded_nbytes = Some(u128::from(facts.stored_nbytes) * 2);
        }
        assert_eq!(rules(&facts), [expected]);
    }
}

/// 64×64 float32 in 1024 chunks of 2×2, 25 bytes each. zarr-python writes one shard of them in 25 600 + 1024 × 16 + 4 bytes.
#[test]
fn no_advice_goes_beyond_the_array() {
    let tiny = StorageFacts {
        shape: vec![64, 64],
        chunk_shape: Some(vec![2, 2]),
        chunks: Some(1024),
        stored: 1024,
        stored_nbytes: 25_600,
        decoded_nbytes: Some(16_384),
        ..sound()
    };
    let texts: Vec<String> = advice(&tiny).into_iter().map(|advice| advice.text).collect();
    assert!(
        texts[0]
            .contains("if they were 1024 times as large, each would have 16 384 B, 1 chunk instead of 1 024"),
        "{texts:?}"
    );
    assert!(texts[1].contains("1024 in each, they are 1 object of 41 988 B with the index"), "{texts:?}");
}

#[test]
fn a_series_in_chunks_of_planes_reads_every_plane() {
    // 365 planes of 100×200 float32 in chunks of one plane each.
    let (shape, edges) = ([365, 100, 200], [1, 100, 200]);
    let names = ["time", "y", "x"].map(str::to_owned);
    let known = names.clone().map(Some);
    let series = AccessPattern::read("time", &known).unwrap();
    let cost = series.cost(&shape, &edges, 4, &names);
    assert_eq!((cost.chunks, cost.wanted_nbytes, cost.read_nbytes), (365, 1460, 365 * 80_000));
    assert!((cost.amplification - 20_000.0).abs() < 1e-9);
    // 20 000 elements: all 365 times, and 54 points: 7 along y and 7 along x.
    assert_eq!(cost.better_chunk_shape, [365, 7, 7]);
    assert_eq!(cost.better_read_nbytes, 365 * 49 * 4);
    let facts = StorageFacts {
        shape: shape.to_vec(),
        chunk_shape: Some(edges.to_vec()),
        chunks: Some(365),
        access: Some(cost),
        ..sound()
    };
    let found: Vec<&str> = rules(&facts).into_iter().map(|(rule, _)| rule).collect();
    assert_eq!(found, ["small-chunks", "read-amplification", "chunk-shape"]);
    let plane = AccessPattern::read("1,x", &known).unwrap().cost(&shape, &edges, 4, &names);
    assert_eq!((plane.chunks, plane.wanted_nbytes, plane.read_nbytes), (1, 80_000, 80_000));
}

#[test]
fn an_access_names_dimensions_of_the_array() {
    let names = [Some("time".to_owned()), None];
    assert_eq!(AccessPattern::read("1, time", &names), Ok(AccessPattern { whole: vec![0, 1] }));
    let wrong = |text: &str| AccessPattern::read(text, &names).unwrap_err();
    assert_eq!(wrong("lat"), "expected dimensions out of time, found \"lat\"");
    assert_eq!(wrong("2"), "expected dimensions out of time, found \"2\"");
    assert_eq!(wrong("0,time"), "expected each dimension once, found \"0,time\"");
    assert_eq!(
        AccessPattern::read("7", &[None, None]).unwrap_err(),
        "expected dimensions out of 0, 1, found \"7\""
    );
}

#[test]
fn numbers_beyond_64_bits_do_not_overflow() {
    let huge = [u64::MAX, u64::MAX, u64::MAX];
    let names = ["a", "b", "c"].map(str::to_owned);
    let cost = AccessPattern { whole: vec![0, 1] }.cost(&huge, &[1, u64::MAX, u64::MAX], 8, &names);
    assert!(cost.amplification >= 0.0 && cost.better_chunk_shape.len() == 3);
}
