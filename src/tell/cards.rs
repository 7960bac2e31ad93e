//! The teaching cards. Each explains a codec or a word of the format: its purpose, its rule, an example, what goes wrong.

use crate::codec::{CODECS, CodecRow, SHARDING};

/// One card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Card {
    /// What it explains.
    pub topic: &'static str,
    /// The topic in one line.
    pub summary: &'static str,
    /// The whole card.
    pub text: &'static str,
}

macro_rules! cards {
    ($($topic:literal),* $(,)?) => {
        &[$(($topic, include_str!(concat!("../../assets/explain/", $topic, ".md")))),*]
    };
}

/// Every card, in the order of reading.
const CARDS: &[(&str, &str)] = cards![
    "metadata",
    "zarr-v2",
    "data-type",
    "chunk-grid",
    "chunk-key-encoding",
    "missing-chunk",
    "fill-value",
    "codec-pipeline",
    "transpose",
    "scale_offset",
    "cast_value",
    "bytes",
    "sharding_indexed",
    "gzip",
    "zstd",
    "blosc",
    "crc32c",
    "vlen",
    "packbits",
    "zfp",
    "reshape",
    "n5_default",
    "conditional",
    "numcodecs",
];

/// Topics on the card of another topic: how their names start, and the card. The card of a codec is in its row.
const SHARED: &[(&str, &str)] = &[("vlen-", "vlen"), ("numcodecs.", "numcodecs")];

/// Every card.
pub fn all() -> impl Iterator<Item = Card> {
    CARDS.iter().map(|(topic, text)| {
        let first = text.lines().next().unwrap_or_default();
        let summary = first.split_once(": ").map_or(first, |(_, summary)| summary);
        Card { topic, summary, text }
    })
}

/// The card of a topic. Spaces, hyphens and underscores are the same, and a codec's other names find its card too.
#[must_use]
pub fn find(topic: &str) -> Option<Card> {
    let plain = |name: &str| name.to_lowercase().replace([' ', '_'], "-");
    let wanted = plain(topic);
    let row = CodecRow::find(topic).or_else(|| CODECS.iter().find(|row| plain(row.name) == wanted));
    let shared = || SHARED.iter().find(|(start, _)| wanted.starts_with(start)).map(|(_, card)| *card);
    let found = match row {
        Some(row) => row.card,
        None if wanted == "sharding" => SHARDING.card,
        None => shared().unwrap_or(&wanted),
    };
    all().find(|card| plain(card.topic) == plain(found))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_codec_has_a_card() {
        for codec in crate::codec::CODECS {
            assert!(find(codec.name).is_some(), "{}", codec.name);
        }
    }

    #[test]
    fn every_card_says_what_it_is_and_fits_a_terminal() {
        for card in all() {
            assert!(card.text.starts_with(&format!("# {}: ", card.topic)), "{}", card.topic);
            assert!(card.text.contains("## Specification"), "{}", card.topic);
            for line in card.text.lines() {
                assert!(line.chars().count() <= 78, "{}: {line}", card.topic);
            }
        }
    }

    #[test]
    fn a_topic_is_found_by_other_spellings() {
        for topic in ["chunk grid", "Chunk-Grid", "endian", "sharding", "scale-offset"] {
            assert!(find(topic).is_some(), "{topic}");
        }
        assert!(find("nothing").is_none());
    }
}
