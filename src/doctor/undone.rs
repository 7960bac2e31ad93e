//! What was done to a file after it was written, where undoing it in memory makes the chunk decode.

use super::case::{BUDGET, Case, Failing, decodes};
use super::confidence::undone as sure;
use super::file::subject;
use super::{CauseByte, Hypothesis, hypothesis};
use crate::codec::{CodecKind, CodecRow, DecodeOptions, FieldPlace, StoredField, hex, inflate_all};
use crate::metadata::{DataType, Variable, little_endian, text::count};

const MOST_STREAMS: usize = 64;
const LEAST_MAGIC: usize = 3;

pub fn hypotheses(case: &Case, failing: &Failing) -> Vec<Hypothesis> {
    if case.stored().len() as u64 > BUDGET {
        return Vec::new();
    }
    // Streams that follow each other decode, and what they give is too much for the next stage.
    let mut found: Vec<Hypothesis> = several_streams(case).into_iter().collect();
    found.extend(texts_in_latin1(case, failing));
    found.extend(wrong_length(case, failing));
    if !failing.is_first {
        return found;
    }
    found.extend(header_unlike_others(case, failing));
    let subject = subject(case, failing);
    found.extend(damaged_magic(case, failing));
    found.extend(line_ends(case, failing, &subject));
    found.extend(latin1(case, failing, &subject));
    found.extend(without_header(case, failing));
    found.extend(replacement_characters(failing, &subject));
    found
}

/// Where the chunk decodes from these bytes.
fn undone(case: &Case, what: String, evidence: String, bytes: &[u8]) -> Option<Hypothesis> {
    let found = decodes(case.chain, bytes).then(|| hypothesis(what, sure::DECODES, evidence))?;
    Some(found.mending(case.mend_all(bytes)))
}

fn damaged_magic(case: &Case, failing: &Failing) -> Option<Hypothesis> {
    let row = failing.row()?;
    let magic = row.signature?.magic;
    let found = failing.input.get(..magic.len())?;
    if magic.is_empty() || found == magic {
        return None;
    }
    let mut bytes = failing.input.to_vec();
    bytes.get_mut(..magic.len())?.copy_from_slice(magic);
    let what = format!("the magic of {} is damaged", row.label());
    let why = format!("it begins with {}; with {} there the chunk decodes", hex(found), hex(magic));
    undone(case, what, why, &bytes)
}

/// A program took the bytes for text, and wrote the line ends of Windows.
fn line_ends(case: &Case, failing: &Failing, subject: &str) -> Option<Hypothesis> {
    let mut bytes = Vec::with_capacity(failing.input.len());
    let mut count = 0_usize;
    let mut rest = failing.input;
    while let Some((first, tail)) = rest.split_first() {
        rest = tail;
        if *first == b'\n' {
            bytes.pop_if(|last| *last == b'\r')?;
            count += 1;
        }
        bytes.push(*first);
    }
    if count == 0 {
        return None;
    }
    let what = format!("{subject} was written as text: its line feeds became CR LF");
    let why = format!("each of its {count} bytes 0a follows a byte 0d; without those the chunk decodes");
    undone(case, what, why, &bytes)
}

/// A program took the bytes for text in Latin-1, and wrote them as UTF-8.
fn latin1(case: &Case, failing: &Failing, subject: &str) -> Option<Hypothesis> {
    let text = std::str::from_utf8(failing.input).ok()?;
    let bytes: Vec<u8> = text.chars().map(|c| u8::try_from(c).ok()).collect::<Option<_>>()?;
    if bytes.len() == failing.input.len() {
        return None;
    }
    let count = bytes.len();
    let what = format!("{subject} was written as text: bytes above 7f became two bytes of UTF-8");
    let why = format!("it is sound UTF-8 of {count} characters up to ff; as one byte each the chunk decodes");
    undone(case, what, why, &bytes)
}

/// A program took the bytes for UTF-8, and wrote the replacement character for what was none.
fn replacement_characters(failing: &Failing, subject: &str) -> Option<Hypothesis> {
    const FEWEST: usize = 8;
    const REPLACEMENT: &[u8] = "\u{fffd}".as_bytes();
    std::str::from_utf8(failing.input).ok()?;
    let count = failing.input.windows(REPLACEMENT.len()).filter(|window| *window == REPLACEMENT).count();
    if count < FEWEST {
        return None;
    }
    let what = format!("{subject} was written as text: bytes that are not UTF-8 are lost");
    let evidence = format!("it is sound UTF-8 with {count} replacement characters (ef bf bd)");
    Some(hypothesis(what, sure::LOST, evidence))
}

fn several_streams(case: &Case) -> Option<Hypothesis> {
    let row = CodecRow::meant_by(&case.outer().last()?.name)?;
    let signature = row.signature?;
    let stored = case.stored();
    if signature.magic.len() < LEAST_MAGIC || !signature.recognises(stored) {
        return None;
    }
    let windows = stored.windows(signature.magic.len()).enumerate().skip(1);
    for (start, _) in windows.filter(|(_, window)| *window == signature.magic).take(MOST_STREAMS) {
        let (first, second) = stored.split_at(start);
        if !signature.recognises(second) || !decodes(case.chain, first) {
            continue;
        }
        let other = if decodes(case.chain, second) {
            "the second one decodes too"
        } else {
            "the second one does not decode alone"
        };
        let evidence = format!(
            "another stream of {} begins at byte {start}; the bytes before it decode to the whole chunk, {other}",
            row.label()
        );
        let what = format!("there are two streams of {} in the chunk", row.label());
        let byte = CauseByte::Stored(start as u64);
        return Some(hypothesis(what, sure::DECODES, evidence).naming(byte).mending(case.mend_all(first)));
    }
    None
}

fn header_unlike_others(case: &Case, failing: &Failing) -> Option<Hypothesis> {
    /// The headers of so many other chunks are read, and have to agree.
    const OTHERS: usize = 4;
    const WORDS: usize = 4;
    const WORD: usize = 4;
    let row = failing.row()?;
    let mut beside = Vec::new();
    for coords in case.siblings.coords().filter(|coords| *coords != case.coords).take(OTHERS) {
        let trace = case.array.trace_within(&coords.into(), &DecodeOptions::default(), 0).ok()?;
        beside.push(trace.trace.stored?);
    }
    let first = beside.first().filter(|_| beside.len() == OTHERS)?;
    for word in 0..WORDS {
        let range = word * WORD..(word + 1) * WORD;
        let (own, usual) = (failing.input.get(range.clone())?, first.get(range.clone())?);
        if own == usual || beside.iter().any(|other| other.get(range.clone()) != Some(usual)) {
            continue;
        }
        let mut bytes = failing.input.to_vec();
        bytes.get_mut(range.clone())?.copy_from_slice(usual);
        let is_here = |field: &&StoredField| field.place == FieldPlace::FromStart(range.start);
        let name = match row.fields.iter().find(is_here) {
            Some(field) => format!("its {}", field.name),
            None => format!("its bytes {} to {}", range.start, range.end - 1),
        };
        let usual = hex(usual);
        let label = row.label();
        let what =
            format!("the header of {label} is wrong: {name} is {}, in all other chunks {usual}", hex(own));
        if let Some(found) = undone(case, what, format!("with {usual} there the chunk decodes"), &bytes) {
            return Some(found.naming(CauseByte::Stored(range.start as u64)));
        }
    }
    None
}

fn reads_variable(case: &Case, failing: &Failing) -> Option<Variable> {
    let is_last = failing.info.kind == CodecKind::ArrayToBytes;
    match &case.chain.decoded().data_type {
        DataType::Variable(variable) if is_last => Some(variable.clone()),
        _ => None,
    }
}

fn texts_in_latin1(case: &Case, failing: &Failing) -> Option<Hypothesis> {
    if reads_variable(case, failing)? != Variable::String {
        return None;
    }
    let mut bytes = failing.input.to_vec();
    let mut letters = Vec::new();
    for (index, byte) in failing.input.iter().enumerate() {
        // Lengths have zeros beside them, and UTF-8 has two such bytes.
        let is_beside = |other: Option<&u8>| other.is_some_and(u8::is_ascii_alphabetic);
        let before = index.checked_sub(1).and_then(|before| failing.input.get(before));
        if *byte >= 0xa0 && (is_beside(before) || is_beside(failing.input.get(index + 1))) {
            *bytes.get_mut(index)? = b'x';
            letters.push(*byte);
        }
    }
    let first = *letters.first()?;
    case.decode(&case.core(), &bytes)?;
    let evidence = format!(
        "{} between a0 and ff are in the words, such as {first:02x}, which is {} in Latin-1; with ASCII in their places the chunk decodes",
        count(letters.len() as u128, "byte"),
        char::from(first)
    );
    Some(hypothesis("the texts are in Latin-1, not UTF-8", sure::DECODES, evidence))
}

fn wrong_length(case: &Case, failing: &Failing) -> Option<Hypothesis> {
    const LONGEST: u64 = 1 << 12;
    const NBYTES: usize = 4;
    reads_variable(case, failing)?;
    // Each length costs a decode.
    let nbytes = failing.input.len() as u64;
    let tried = LONGEST.min(nbytes).min(BUDGET / nbytes.max(1));
    let end = usize::try_from(failing.error.offset()?).ok()?;
    let place = end.checked_sub(NBYTES)?..end;
    let found = failing.input.get(place.clone())?;
    let mut bytes = failing.input.to_vec();
    for length in 0..u32::try_from(tried).ok()? {
        bytes.get_mut(place.clone())?.copy_from_slice(&length.to_le_bytes());
        if case.decode(&case.core(), &bytes).is_some() {
            let what = format!("the length of an element is wrong: it is {}", little_endian(found));
            let evidence =
                format!("it is at byte {}; with {length} there, all elements are read", place.start);
            let found = hypothesis(what, sure::DECODES, evidence);
            return Some(found.naming(failing.named_byte(place.start as u64)));
        }
    }
    None
}

fn without_header(case: &Case, failing: &Failing) -> Option<Hypothesis> {
    if failing.row()?.signature?.recognises(failing.input) {
        return None;
    }
    let inflated = inflate_all(failing.input, BUDGET)?;
    let mut codecs = case.codecs();
    codecs.retain(|codec| codec.pointer != failing.info.codec.pointer);
    case.decode(&codecs, &inflated)?;
    let what = format!("it is raw DEFLATE, without the header and checksum of {}", failing.label());
    let evidence = format!(
        "all {} bytes are one stream of DEFLATE, which gives the {} bytes of the chunk",
        failing.input.len(),
        inflated.len()
    );
    Some(hypothesis(what, sure::DECODES, evidence))
}
