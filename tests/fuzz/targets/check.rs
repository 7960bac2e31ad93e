//! What has to hold whatever the bytes are.

use serde_json::Value;
use zarrscope::codec::{Chain, DecodeOptions, Outcome, Representation, StageTrace, Trace};
use zarrscope::limits::Limits;
use zarrscope::metadata::text::escape;
use zarrscope::metadata::{self, DOCUMENT, Field};

/// Small limits, so that too much is seen at once.
pub const OPTIONS: DecodeOptions = DecodeOptions { ignore_checksums: false, max_chunk_bytes: 1 << 20 };
/// As [`OPTIONS`], but decoding goes on after a wrong checksum.
pub const LENIENT: DecodeOptions = DecodeOptions { ignore_checksums: true, ..OPTIONS };
/// How much more than was asked for may come out of a stage.
pub const SLACK: u64 = 1 << 20;

/// Checks a message about a store: it is not empty, and escaping makes it safe to show.
pub fn check_message(text: &str) {
    assert!(!text.trim().is_empty(), "an error says nothing");
    let shown = escape(text);
    assert!(!shown.contains(char::is_control), "{shown:?}");
}

/// Checks several messages as [`check_message`] does.
pub fn check_messages(texts: impl IntoIterator<Item = impl std::fmt::Display>) {
    for text in texts {
        check_message(&text.to_string());
    }
}

/// Checks a message about bytes without any text from a store: it is safe to show as it is.
pub fn check_plain_message(text: &str) {
    assert!(!text.trim().is_empty(), "an error says nothing");
    assert!(!text.contains(char::is_control), "{text:?}");
}

/// Checks that every stage kept to its limit, and that a failed one says why.
pub fn trace(trace: &Trace, options: &DecodeOptions) {
    for stage in &trace.stages {
        assert!(nbytes(stage) <= limit(stage, options), "{}: {} bytes", stage.info.codec.name, nbytes(stage));
        if let Outcome::Failed(error) = &stage.outcome {
            check_message(&error.to_string());
        }
    }
    let failed = trace.stages.iter().any(|stage| matches!(stage.outcome, Outcome::Failed(_)));
    assert_eq!(failed, trace.fault.is_some(), "a fault that no stage has");
}

/// How many bytes came out, before the failure where there was one.
fn nbytes(stage: &StageTrace) -> u64 {
    let partial = stage.partial.as_ref().map_or(0, |partial| partial.value.bytes().len() as u64);
    match stage.outcome {
        Outcome::Decoded(nbytes, _) => nbytes.max(partial),
        _ => partial,
    }
}

fn limit(stage: &StageTrace, options: &DecodeOptions) -> u64 {
    let expected = match &stage.info.decoded {
        Representation::Bytes(nbytes) => nbytes.most().unwrap_or(u64::MAX),
        _ => u64::MAX,
    };
    expected.min(options.max_chunk_bytes).saturating_add(SLACK)
}

/// Whether a chain can be used with the limit.
pub fn is_usable(chain: &Chain) -> bool {
    chain.fault().is_none() && chain.check_sizes(&OPTIONS).is_ok()
}

/// JSON as documents have it.
pub fn parse(bytes: &[u8]) -> Field<Value> {
    metadata::parse(bytes, DOCUMENT, &Limits::default())
}
