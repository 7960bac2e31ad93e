//! What the cards say is run: every JSON document is read, every row of bytes is decoded and encoded, every key, command,
//! codec and data type that is named exists. A row of bytes in a card that no test here runs fails the last test.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod examples;
mod names;
mod numbers;
mod places;
mod statements;
mod uses;

use serde_json::Value;
use zarrscope::codec::{DecodeOptions, Silent};
use zarrscope::pipeline::{Array, OpenError};
use zarrscope::tell::card_text::{CardPart, parts};
use zarrscope::tell::cards::{self, Card};

use crate::document::Document;
use crate::store::Store;

/// A card by its topic.
fn card(topic: &str) -> Card {
    cards::all().find(|card| card.topic == topic).unwrap()
}

/// The blocks of a card that stay as they are.
fn blocks(card: &Card) -> Vec<Vec<String>> {
    let blocks = parts(card.text).into_iter().filter_map(|part| match part {
        CardPart::Layout(lines) => Some(lines),
        _ => None,
    });
    blocks.collect()
}

/// The line of a card that begins with a label; there has to be exactly one.
fn line(topic: &str, label: &str) -> String {
    let lines: Vec<String> =
        blocks(&card(topic)).into_iter().flatten().filter(|line| line.starts_with(label)).collect();
    assert_eq!(lines.len(), 1, "{topic}: {label}: {lines:?}");
    lines[0].clone()
}

/// The rest of the line of a card behind a label.
fn rest(topic: &str, label: &str) -> String {
    line(topic, label)[label.len()..].trim().to_owned()
}

/// The bytes at the beginning of a text: pairs of hexadecimal digits, in columns or with a bar between them.
fn hex(text: &str) -> Vec<u8> {
    let pairs = text.split_whitespace().filter(|word| *word != "|");
    let byte = |word: &str| u8::from_str_radix(word, 16).ok().filter(|_| word.len() == 2);
    pairs.map_while(byte).collect()
}

/// The bytes behind a label of a card.
fn bytes(topic: &str, label: &str) -> Vec<u8> {
    hex(&rest(topic, label))
}

/// The bytes of a row of a card, from its beginning on.
fn row(topic: &str, start: &str) -> Vec<u8> {
    hex(&line(topic, start))
}

/// Asserts that a card says something, in whatever lines.
fn says(topic: &str, text: &str) {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words(card(topic).text).contains(&words(text)), "{topic}: {text}");
}

/// The JSON values in a card: each begins a line of a block.
fn documents(card: &Card) -> Vec<Value> {
    let mut found = Vec::new();
    for block in blocks(card) {
        let mut start = 0;
        while let Some(line) = block.get(start) {
            start += 1;
            if !line.starts_with(['{', '"']) || line.contains("   ") {
                continue;
            }
            let text = block[start - 1..].join("\n");
            if text.contains('…') {
                break; // a part is left out on purpose
            }
            let text = if line.starts_with('"') { format!("{{{text}}}") } else { text };
            let mut values = serde_json::Deserializer::from_str(&text).into_iter::<Value>();
            found.push(
                values.next().unwrap().unwrap_or_else(|error| panic!("{}: {error}: {text}", card.topic)),
            );
            break;
        }
    }
    found
}

/// The configuration of the codec that a card is about, as it has it.
fn rule(topic: &str) -> Value {
    documents(&card(topic)).into_iter().find(|value| value.get("name").is_some()).unwrap()
}

/// A document of an array with members of its own; it has one chunk unless they say something else.
fn document(own: &Value) -> Document {
    let shape = own["shape"].to_string();
    Document::v3().shaped(&shape, &shape).typed("uint8").members(own)
}

/// An array with a document and stored chunks.
struct Stored {
    array: Array,
    _store: Store,
}

impl Stored {
    fn new(document: &Document, chunks: &[(&str, &[u8])]) -> Self {
        Self::open(document, chunks).unwrap_or_else(|error| panic!("{error}: {}", document.text()))
    }

    fn open(document: &Document, chunks: &[(&str, &[u8])]) -> Result<Self, OpenError> {
        let store = Store::of(document).files(chunks);
        Ok(Self { array: Array::open(&store.hierarchy(), "")?, _store: store })
    }

    /// Whether the document, the chain or what becomes of the fill value is at fault.
    fn is_at_fault(&self) -> bool {
        let chain = self.array.chain();
        chain.fault().is_some() || chain.fill_path().fault.is_some()
    }

    /// The elements of a chunk, or the fault.
    fn read(&self, chunk: &[u64]) -> Result<Vec<String>, String> {
        let trace =
            self.array.trace_within(&chunk.to_vec().into(), &DecodeOptions::default(), usize::MAX).unwrap();
        if let Some(fault) = &trace.trace.fault {
            return Err(fault.to_string());
        }
        match trace.trace.result() {
            Some(elements) => Ok(elements.iter().map(|element| element.to_string()).collect()),
            None => {
                let size = usize::try_from(trace.decoded.size().unwrap()).unwrap();
                Ok(vec![trace.decoded.fill_value.as_ref().unwrap().to_string(); size])
            }
        }
    }

    /// The bytes that the elements of a stored chunk are encoded to.
    fn encode(&self, chunk: &[u64]) -> Vec<u8> {
        let trace =
            self.array.trace_within(&chunk.to_vec().into(), &DecodeOptions::default(), usize::MAX).unwrap();
        let elements = trace.trace.result().unwrap();
        trace.chain().encode(elements, &DecodeOptions::default(), &mut Silent).unwrap()
    }
}

/// The chain of one chunk reads bytes as elements, and encodes these to the same bytes.
fn both_ways(own: &Value, bytes: &[u8], elements: &[&str]) {
    let rank = own["shape"].as_array().unwrap().len();
    let key = format!("c{}", "/0".repeat(rank));
    let stored = Stored::new(&document(own), &[(&key, bytes)]);
    let chunk = vec![0; rank];
    assert_eq!(stored.read(&chunk).unwrap(), elements, "{own}");
    assert_eq!(stored.encode(&chunk), bytes, "{own}");
}

/// The words of a text that are numbers, as they are written.
fn numbers_in(text: &str) -> Vec<String> {
    let words = text.split(|letter: char| !(letter.is_ascii_digit() || letter == '-' || letter == '.'));
    let trimmed = words.map(|word| word.trim_end_matches('.'));
    trimmed.filter(|word| word.chars().any(|letter| letter.is_ascii_digit())).map(str::to_owned).collect()
}
