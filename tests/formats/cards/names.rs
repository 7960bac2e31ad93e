//! What cards name: other cards, codecs, data types, options, and every row of bytes.

use std::collections::BTreeSet;

use clap::{CommandFactory, Parser};
use zarrscope::cli::Arguments;
use zarrscope::codec::{CODECS, CodecRow};
use zarrscope::metadata::DataType;
use zarrscope::tell::cards;

use super::{blocks, card, hex};

/// The words in backticks of a text.
fn quoted(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

#[test]
fn cards_that_are_named_exist() {
    let topics: BTreeSet<&str> = cards::all().map(|card| card.topic).collect();
    for card in cards::all() {
        for (before, name) in card
            .text
            .split("card `")
            .skip(1)
            .map(|rest| rest.split_once('`').unwrap())
            .map(|(name, _)| (card.topic, name))
        {
            assert!(topics.contains(name), "{before}: {name}");
        }
    }
}

#[test]
fn options_and_commands_are_those_of_the_program() {
    let program = Arguments::command();
    let commands: Vec<_> = program.get_subcommands().collect();
    for card in cards::all() {
        for word in quoted(card.text) {
            if let Some(option) = word.strip_prefix("--") {
                let known = |command: &&clap::Command| {
                    command.get_arguments().any(|argument| argument.get_long() == Some(option))
                };
                assert!(commands.iter().any(known) || known(&&program), "{}: {word}", card.topic);
            }
            if word.starts_with("zarrscope ") {
                Arguments::try_parse_from(word.split(' ')).unwrap_or_else(|error| panic!("{word}: {error}"));
            }
        }
    }
    assert!(card("zarr-v2").text.contains("`info` says so"));
    assert!(commands.iter().any(|command| command.get_name() == "info"));
}

#[test]
fn the_card_of_a_codec_says_its_kind_and_is_in_its_group() {
    for codec in CODECS.iter().filter(|codec| codec.card == codec.name) {
        let card = card(codec.card);
        let kind = codec.kind().to_string().replace("->", " -> ");
        assert_eq!(card.group, format!("codecs, {kind}"), "{}", codec.name);
        assert!(card.text.contains(&format!("Kind: {kind}")), "{}: {kind}", codec.name);
    }
}

#[test]
fn codecs_in_lists_are_of_their_kind() {
    for line in blocks(&card("codec-pipeline")).into_iter().flatten() {
        let Some((kind, names)) = line.split_once("    ").filter(|_| line.contains(" -> ")) else { continue };
        for name in names.split_once(": ").unwrap().1.split(", ") {
            let codec = CodecRow::find(name).unwrap();
            assert_eq!(codec.kind().to_string().replace("->", " -> "), kind.trim(), "{name}");
        }
    }
    for line in blocks(&card("numcodecs")).into_iter().flatten().filter(|line| hex(line).is_empty()) {
        let names = line.split("  ").next().unwrap();
        for name in names.split(", ") {
            let is_known =
                CodecRow::find(&format!("numcodecs.{name}")).is_some() || CodecRow::find_v2(name).is_some();
            assert!(is_known, "{name}: {line}");
        }
    }
}

#[test]
fn data_types_in_the_list_are_read() {
    let block = blocks(&card("data-type")).into_iter().find(|block| block.len() > 10).unwrap();
    let mut known = 0;
    for line in block {
        let names = line.split("   ").next().unwrap().replace(',', " ");
        for name in names.split_whitespace().filter(|name| !["…", "and", "others"].contains(name)) {
            let is_raw = name.strip_prefix('r').is_some_and(|bits| bits.parse::<u32>().is_ok());
            let is_configured = DataType::configured().any(|other| other == name);
            assert!(is_raw || is_configured || DataType::from_name(name).is_some(), "{name}");
            known += 1;
        }
    }
    assert!(known > 25, "{known}");
}

/// The rows of bytes that tests of this file's neighbours run, by the card and how the row begins.
const RUN: &[(&str, &[&str])] = &[
    ("blosc", &["02 01 31 04", "00 01 00 00", "14 00 00 00"]),
    ("bytes", &["little", "big", "00 00 80 3f", "01 00 00 01"]),
    ("chunk-grid", &["c/0   01", "c/1   04", "c/0   00"]),
    ("codec-pipeline", &["bytes, big-endian", "crc32c "]),
    ("crc32c", &["31 32", "61 62"]),
    ("data-type", &["int16 ", "int32 ", "float16 ", "bfloat16 ", "float32 "]),
    ("entropy", &["00 00", "00 01"]),
    ("fill-value", &["0.1", "\"0x3dcccccd\"", "\"NaN\"", "\"-Infinity\""]),
    ("gzip", &["1f 8b   ", "1f 8b 08", "63 60", "ad 55", "20 00"]),
    ("missing-chunk", &["c/0       07 00", "c/0       00 00"]),
    ("n5_default", &["00 00   00 02"]),
    ("numcodecs", &["64 00"]),
    ("packbits", &["int4"]),
    ("scale_offset", &["bytes"]),
    ("sharding_indexed", &["byte 0 ", "byte 4 ", "byte 8 ", "byte 16 ", "byte 56 ", "byte 64 ", "byte 72 "]),
    ("transpose", &["bytes of A", "bytes of B"]),
    ("vlen", &["02 00 00 00"]),
    ("zstd", &["28 b5 2f fd   ", "28 b5 2f fd 20"]),
];

#[test]
fn no_row_of_bytes_is_left_out() {
    let is_byte = |word: &str| word.len() == 2 && u8::from_str_radix(word, 16).is_ok();
    for card in cards::all() {
        let run = RUN.iter().find(|(topic, _)| *topic == card.topic).map_or(&[][..], |(_, rows)| rows);
        for line in blocks(&card).into_iter().flatten() {
            let words: Vec<&str> = line.split(' ').collect();
            let is_row = words.windows(2).any(|pair| pair.iter().all(|word| is_byte(word)));
            let is_run = run.iter().any(|start| line.starts_with(start));
            assert!(is_run || !is_row, "{}: no test runs \"{line}\"", card.topic);
        }
    }
}
