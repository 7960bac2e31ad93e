//! What damaged chunks still give: never a panic, never a byte that is not there, and nothing where nobody listens.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::fixture::{left_bytes, metadata};
use super::{Build, BytesToBytes, CodecRow, DecodeOptions, StageWork};

fn codec(name: &str, configuration: &Value) -> Box<dyn BytesToBytes> {
    match CodecRow::find(name).unwrap().build {
        Build::BytesToBytes(build) => build(&metadata(name, configuration.clone())).unwrap(),
        _ => panic!("{name}"),
    }
}

/// The codecs that stream, and the fewest bytes that half of a stream of 300 000 bytes has to give.
fn streams() -> Vec<(&'static str, Value, usize)> {
    let delta = json!([{"id": 3, "dist": 4}, {"id": 33, "preset": 1}]);
    vec![
        ("gzip", json!({"level": 5}), 100_000),
        ("numcodecs.zlib", json!({"level": 9}), 100_000),
        ("zstd", json!({"level": 1, "checksum": true}), 100_000),
        ("zstd", json!({"level": 0}), 100_000),
        ("numcodecs.bz2", json!({"level": 1}), 90_000),
        ("numcodecs.lzma", json!({"preset": 1}), 100_000),
        ("numcodecs.lzma", json!({"format": 2, "preset": 1}), 100_000),
        ("numcodecs.lzma", json!({"format": 3, "filters": delta}), 50_000),
        ("numcodecs.lz4", json!({}), 100_000),
    ]
}

/// Numbers with some noise: what compresses, but not to nothing.
fn numbers(size: u32) -> Vec<u8> {
    (0..size).flat_map(|i| (i * 5 + (i.wrapping_mul(0x9e37_79b9) >> 29)).to_le_bytes()).collect()
}

fn encoded(codec: &dyn BytesToBytes, bytes: &[u8]) -> Vec<u8> {
    codec.encode(bytes, &mut StageWork::new(&DecodeOptions::default())).unwrap()
}

#[test]
fn half_a_stream_gives_about_half_of_the_bytes() {
    let whole = numbers(75_000);
    for (name, configuration, least) in streams() {
        let codec = codec(name, &configuration);
        let stored = encoded(codec.as_ref(), &whole);
        let half = stored.len() / 2;
        let (left, consumed) = left_bytes(codec.as_ref(), &stored[..half]);
        assert!(whole.starts_with(&left), "{name} {configuration}");
        assert!(left.len() >= least, "{name} {configuration}: {} bytes", left.len());
        assert!(consumed.is_some_and(|consumed| consumed <= half as u64), "{name}: {consumed:?}");
    }
}

#[test]
fn nothing_is_left_where_nobody_listens() {
    let whole = numbers(1000);
    for (name, configuration, _) in streams() {
        let codec = codec(name, &configuration);
        let mut stored = encoded(codec.as_ref(), &whole);
        stored.truncate(stored.len() / 2);
        let options = DecodeOptions::default();
        let mut work = StageWork { is_traced: false, ..StageWork::new(&options) };
        assert!(codec.decode(&stored, &mut work).is_err());
        assert_eq!(work.partial, None, "{name}");
    }
}

#[test]
fn no_more_is_left_than_may_come_out() {
    let whole = numbers(75_000);
    for (name, configuration, _) in streams() {
        let codec = codec(name, &configuration);
        let stored = encoded(codec.as_ref(), &whole);
        let options = DecodeOptions { max_chunk_bytes: 1000, ..DecodeOptions::default() };
        let mut work = StageWork::new(&options);
        assert!(codec.decode(&stored, &mut work).is_err());
        let left = work.partial.map(|partial| partial.value.bytes().to_vec()).unwrap_or_default();
        assert!(left.len() <= 1000 && whole.starts_with(&left), "{name}: {}", left.len());
    }
}

fn any_stream() -> impl Strategy<Value = (&'static str, Value)> {
    let checksums = ["crc32c", "numcodecs.crc32", "numcodecs.adler32", "numcodecs.base64", "blosc"];
    let checksums = checksums.map(|name| (name, json!({"typesize": 4}), 0));
    let all = streams().into_iter().chain(checksums).map(|(name, configuration, _)| (name, configuration));
    prop::sample::select(all.collect::<Vec<_>>())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_stream_that_is_cut_gives_a_prefix(
        (name, configuration) in any_stream(),
        size in 0_u32..3000,
        cut in any::<prop::sample::Index>(),
    ) {
        let codec = codec(name, &configuration);
        let whole = numbers(size);
        let stored = encoded(codec.as_ref(), &whole);
        let options = DecodeOptions::default();
        let mut work = StageWork::new(&options);
        // Some codecs store nothing of nothing: what is left may be all of it.
        let result = codec.decode(&stored[..cut.index(stored.len() + 1)], &mut work);
        // A checksum behind the bytes takes what is now at the end for the checksum.
        let left = work.partial.map(|partial| partial.value.bytes().to_vec());
        let found = result.ok().or(left).unwrap_or_default();
        let moved = ["numcodecs.crc32", "numcodecs.adler32"].contains(&name);
        prop_assert!(whole.starts_with(&found) || moved, "{} {}", name, configuration);
    }

    #[test]
    fn a_flipped_byte_never_panics(
        (name, configuration) in any_stream(),
        size in 1_u32..3000,
        place in any::<prop::sample::Index>(),
        flip in 1_u8..=255,
        ignore_checksums in any::<bool>(),
    ) {
        let codec = codec(name, &configuration);
        let whole = numbers(size);
        let mut stored = encoded(codec.as_ref(), &whole);
        let place = place.index(stored.len());
        stored[place] ^= flip;
        let options = DecodeOptions { ignore_checksums, max_chunk_bytes: 20_000 };
        let mut work = StageWork::new(&options);
        let failed = codec.decode(&stored, &mut work).is_err();
        prop_assert!(failed || work.partial.is_none());
        if let Some(partial) = work.partial {
            prop_assert!(partial.value.bytes().len() <= 20_000);
            prop_assert!(partial.consumed.is_none_or(|consumed| consumed <= stored.len() as u64));
        }
        let _ = codec.locate(&[0..4, 100..104], &stored);
    }
}
