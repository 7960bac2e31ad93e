use crate::codec::{CODECS, CodecRow, StageInfo};
use crate::metadata::DataType;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Card {
    pub topic: &'static str,
    pub summary: &'static str,
    pub group: &'static str,
    pub text: &'static str,
}

pub const OTHERS: &str = "other formats and libraries";

macro_rules! groups {
    ($($group:expr => [$($topic:literal),* $(,)?]),* $(,)?) => {
        &[$(($group, &[$(($topic, include_str!(concat!("../../assets/explain/", $topic, ".md")))),*])),*]
    };
}

const GROUPS: &[(&str, &[(&str, &str)])] = groups![
    "the format" => [
        "metadata",
        "groups",
        "data-type",
        "chunk-grid",
        "chunk-key-encoding",
        "missing-chunk",
        "partly-filled",
        "fill-value",
        "codec-pipeline",
    ],
    "codecs, array -> array" => ["transpose", "scale_offset", "cast_value", "reshape"],
    "codecs, array -> bytes" => ["bytes", "sharding_indexed", "packbits", "vlen", "zfp", "n5_default"],
    "codecs, bytes -> bytes" => ["gzip", "zstd", "blosc", "crc32c", "conditional"],
    "Zarr V2" => ["zarr-v2", "numcodecs"],
    "stores" => ["store", "consolidated", "addresses", "icechunk", "references"],
    "what numbers mean" => ["xarray", "ome-zarr", "anndata"],
    "chunks at work" => ["choosing-chunks", "entropy", "marks"],
    OTHERS => ["imagecodecs", "hdf5", "netcdf", "n5", "tiff", "parquet", "libraries"],
];

/// Prefixes of topics without a card of their own, and the card. The card of a codec is in its row.
const SHARED: &[(&str, &str)] =
    &[("vlen-", "vlen"), ("numcodecs.", "numcodecs"), ("imagecodecs-", "imagecodecs")];

const WORDS: &[(&str, &str)] = &[
    ("metadata", "zarr.json document array node shape"),
    ("groups", "group hierarchy attributes attribute tree"),
    ("zarr-v2", "v2 .zarray .zgroup .zattrs filter filters compressor"),
    ("data-type", "type dtype float integer string datetime struct complex"),
    ("chunk-grid", "chunk chunks chunk-shape grid overhang regular rectilinear edge clipped"),
    ("chunk-key-encoding", "key keys separator dimension-separator"),
    ("missing-chunk", "missing empty-chunk"),
    ("partly-filled", "lost overwritten parallel writers race"),
    ("fill-value", "fill nan"),
    ("codec-pipeline", "codec codecs pipeline chain stage must-understand compression"),
    ("transpose", "order permute fortran c-order f-order"),
    ("scale_offset", "scale offset"),
    ("cast_value", "cast rounding out-of-range wrap clamp scalar-map"),
    ("bytes", "byte-order endianness little big raw"),
    ("sharding_indexed", "sharding shard shards inner inner-chunk shard-index index index-location"),
    ("blosc", "bitshuffle cname blosclz"),
    ("crc32c", "checksum checksums crc"),
    ("packbits", "padding bits"),
    ("imagecodecs", "jpeg jpg jpeg2k jpeg-2000 jpegxl jpeg-xl jxl png webp lossy"),
    ("hdf5", "hdf h5 h5py"),
    ("netcdf", "nc netcdf4 netcdf-4 cdf"),
    ("n5", "block"),
    ("tiff", "tif geotiff cog tile strip"),
    ("parquet", "arrow row-group page"),
    ("store", "stores directory zip archive zipstore"),
    ("consolidated", "consolidated-metadata consolidate .zmetadata copies"),
    ("xarray", "cf conventions units scale-factor add-offset dimension-names coordinates calendar dataset"),
    ("ome-zarr", "ome ngff multiscales image images labels plate well microscopy"),
    ("anndata", "h5ad csr csc csr-matrix csc-matrix dataframe categorical sparse obs var single-cell"),
    ("choosing-chunks", "choose chunk-size requests waste performance"),
    ("entropy", "ratio compression-ratio shannon"),
    ("marks", "mark signs sign legend symbols screen"),
    ("addresses", "address remote s3 gs az http https url credentials endpoint anonymous bucket"),
    ("icechunk", "repository branch tag snapshot history virtual virtual-chunk"),
    ("references", "reference kerchunk virtualizarr"),
    ("libraries", "zarr-python tensorstore zarrs zarrita disagree differences"),
];

pub fn all() -> impl Iterator<Item = Card> {
    GROUPS.iter().flat_map(|(group, cards)| cards.iter().map(|(topic, text)| card(group, topic, text)))
}

fn card(group: &'static str, topic: &'static str, text: &'static str) -> Card {
    let first = text.lines().next().unwrap_or_default();
    Card { topic, summary: first.split_once(": ").map_or(first, |(_, summary)| summary), group, text }
}

pub fn groups() -> impl Iterator<Item = &'static str> {
    GROUPS.iter().map(|(group, _)| *group)
}

/// Topics and codecs are links, but not every word that [`find`] knows.
pub fn linked(name: &str) -> Option<Card> {
    let own = all().find(|card| card.topic == name || card.topic == name.replace('_', "-"));
    if own.is_some() {
        return own;
    }
    let is_codec = CodecRow::find(name).is_some() || SHARED.iter().any(|(start, _)| name.starts_with(start));
    if is_codec { find(name) } else { None }
}

pub fn words(card: &Card) -> &'static str {
    WORDS.iter().find(|(topic, _)| *topic == card.topic).map_or("", |(_, words)| words)
}

/// Spaces, hyphens and underscores are the same.
pub fn find(topic: &str) -> Option<Card> {
    let found = find_topic(topic)?;
    all().find(|card| card.topic == found)
}

pub fn card_of_stage(info: &StageInfo) -> Option<Card> {
    find(info.row().map_or(&info.codec.name, |row| row.card))
}

fn find_topic(topic: &str) -> Option<&'static str> {
    let plain = |name: &str| name.to_lowercase().replace([' ', '_'], "-");
    let wanted = plain(topic);
    if let Some(card) = all().find(|card| plain(card.topic) == wanted) {
        return Some(card.topic);
    }
    let row = CodecRow::find(topic).or_else(|| CODECS.iter().find(|row| plain(row.name) == wanted));
    if let Some(row) = row {
        return Some(row.card);
    }
    if let Some((card, _)) = WORDS.iter().find(|(_, words)| words.split(' ').any(|own| own == wanted)) {
        return Some(card);
    }
    if let Some((_, card)) = SHARED.iter().find(|(start, _)| wanted.starts_with(start)) {
        return Some(card);
    }
    // The words of the format come first: a codec of V2 is looked for where nothing else has the name.
    if let Some(row) = CodecRow::find_v2(topic) {
        return Some(row.card);
    }
    let is_data_type =
        DataType::from_name(topic).is_some() || DataType::configured().any(|known| known == topic);
    is_data_type.then_some("data-type")
}

pub fn nearest(topic: &str) -> Vec<&'static str> {
    let mut known: Vec<&str> = all().map(|card| card.topic).collect();
    for (_, words) in WORDS {
        known.extend(words.split(' '));
    }
    for row in CODECS {
        known.push(row.name);
        known.extend(row.v2);
    }
    super::nearest::nearest(topic, known.into_iter())
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

    #[test]
    fn a_word_of_the_format_leads_to_its_card() {
        for (word, topic) in [
            ("chunk", "chunk-grid"),
            ("shard", "sharding_indexed"),
            ("inner chunk", "sharding_indexed"),
            ("shuffle", "numcodecs"),
            ("delta", "numcodecs"),
            ("order", "transpose"),
            ("overhang", "chunk-grid"),
            ("rounding", "cast_value"),
            ("scalar_map", "cast_value"),
            ("wrap", "cast_value"),
            ("float32", "data-type"),
            ("numpy.datetime64", "data-type"),
            ("bytes", "bytes"),
            ("packbits", "packbits"),
        ] {
            assert_eq!(find(word).map(|card| card.topic), Some(topic), "{word}");
        }
        let cards: Vec<&str> = all().map(|card| card.topic).collect();
        for (card, words) in WORDS {
            assert!(cards.contains(card), "{card}");
            for word in words.split(' ') {
                assert_eq!(find(word).map(|found| found.topic), Some(*card), "{word}");
            }
        }
    }

    #[test]
    fn a_slip_of_the_fingers_is_put_right() {
        assert_eq!(nearest("shardng").first(), Some(&"sharding"));
        assert_eq!(nearest("trnaspose"), ["transpose"]);
        assert_eq!(nearest("overhng"), ["overhang"]);
        assert_eq!(nearest("elephant"), Vec::<&str>::new());
    }
}
