//! Texts beside those of stores: what somebody configures, what was kept, lists that are named, addresses, pages of lists.

use std::path::Path;

use zarrscope::configuration::Configuration;
use zarrscope::explorer::key_entries;
use zarrscope::pipeline::ExpectedChunks;
use zarrscope::places::{StorePlaces, TypedLines};
use zarrscope::store::{Address, Secrets};

use super::check::check_message;

/// A `config.toml`.
pub fn configuration(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (configuration, faults) = Configuration::read(&text, &key_entries());
    for fault in faults {
        check_message(&fault.said);
        assert!(fault.line <= text.lines().count() + 1, "line {}", fault.line);
    }
    // What was read is what holds: it reads the same without what is wrong.
    assert!(configuration.keys.len() <= text.len());
}

/// The places in stores, and the lines that were typed, as they are kept.
pub fn kept(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let places = StorePlaces::of(&text);
    assert!(places.places.len() <= 100);
    let lines = TypedLines::of(&text);
    assert!(lines.lines.iter().all(|line| !line.contains(char::is_control)));
    assert_eq!(TypedLines::of(&lines.lines.join("\n")), lines);
}

/// A list of chunks that may be missing.
pub fn expected(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    match ExpectedChunks::but_for(&text) {
        Ok(expected) => assert!(expected.lines.len() <= text.lines().count()),
        Err(fault) => check_message(&fault),
    }
}

/// An address, or what looks like one, and the same within one that has secrets in all places.
pub fn address(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let shown = Address::name(Path::new(&*text));
    assert!(shown.len() <= text.len());
    let hidden = Secrets::of([&*text]).hidden_in(&text);
    assert!(hidden.len() <= text.len());
    if !text.contains("hidden") {
        let wrapped = format!("https://me:hidden@host/a;hidden{text}/b?hidden{text}");
        assert!(!Address::name(Path::new(&wrapped)).contains("hidden"), "{wrapped}");
    }
    let Some(address) = Address::of(Path::new(&*text)) else { return };
    assert_eq!(address.shown(), shown);
    if !["s3:", "gs:", "az:", "abfs"].iter().any(|scheme| text.to_ascii_lowercase().starts_with(scheme)) {
        assert!(!shown.contains([';', '?', '#']), "{shown}");
    }
}

/// A page of a list, as a server of objects gives it.
#[cfg(feature = "remote")]
pub fn list(data: &[u8]) {
    match zarrscope::store::check_list(data) {
        Ok(Some(wrong)) => super::check::check_plain_message(wrong),
        Ok(None) => {}
        Err(found) => super::check::check_plain_message(&found),
    }
}
