//! Codecs that map bytes to bytes: checksums, compressors, shuffling and base64.

use super::super::byte_fields::said;
use super::{WorkedStage, hex, nbytes, span};
use crate::codec::{ChecksumFacts, CodecError, FieldPlace, Outcome, StoredField, Value, WhichEnd};

/// What every codec can show: the fields of its header, its notes, the bytes that go in and come out.
pub(super) fn sizes(stage: &WorkedStage) -> Vec<String> {
    let fields = stage.info.row().map_or(&[][..], |row| row.fields);
    let input = stage.input_bytes().unwrap_or_default();
    // In a damaged chunk the last fields may not be where they should be.
    let is_whole = matches!(stage.run.outcome, Outcome::Decoded(..));
    let mut lines = Vec::new();
    for found in fields {
        if is_whole || matches!(found.place, FieldPlace::FromStart(_)) {
            lines.extend(field(input, found));
        }
    }
    for note in &stage.run.notes {
        // The fields of the header show the same as the note on it.
        if note.name != "header" || fields.is_empty() {
            lines.push(format!("{}: {}", note.name, note.value));
        }
    }
    lines.extend(ratio(stage));
    lines
}

fn field(input: &[u8], field: &StoredField) -> Option<String> {
    let StoredField { place, nbytes, reading, meaning, name } = field;
    let start = match place {
        FieldPlace::FromStart(start) => *start,
        FieldPlace::FromEnd(back) => input.len().checked_sub(*back)?,
    };
    let stored = input.get(start..start.checked_add(*nbytes)?)?;
    let value = said(*reading, stored);
    let meaning = if meaning.contains(name) {
        meaning.replacen(name, &format!("`{name}`"), 1)
    } else {
        format!("{meaning} (`{name}`)")
    };
    Some(format!("{}: {}{value}, {meaning}", span(start, *nbytes), hex(stored)))
}

fn ratio(stage: &WorkedStage) -> Option<String> {
    let before = stage.run.input_nbytes?;
    let Outcome::Decoded(after, _) = stage.run.outcome else { return Some(format!("{before} bytes in")) };
    let times = match crate::tell::words::ratio(after.into(), before) {
        Some(times) => format!(": {times:.2} times as many"),
        None => String::new(),
    };
    Some(format!("{before} bytes in, {after} bytes out{times}"))
}

/// A checksum: the stored one, and the one of the bytes.
pub(super) fn checksum(stage: &WorkedStage) -> Option<Vec<String>> {
    let facts = stage.info.row()?.checksum?;
    let name = facts.title;
    let input = stage.input_bytes()?;
    let is_first = stage.text("location", facts.default.name()) == WhichEnd::Start.name();
    let payload = input.len().checked_sub(ChecksumFacts::NBYTES)?;
    let start = if is_first { 0 } else { payload };
    let four = input.get(start..)?.first_chunk::<4>()?;
    let stored = u32::from_le_bytes(*four);
    let mut lines = vec![format!(
        "{}: {} (little-endian) = {stored:#010x}, the stored `checksum`",
        span(start, 4),
        hex(four)
    )];
    let side = if is_first { "after it" } else { "before it" };
    let of = format!("{name} of the {} {side}", nbytes(payload));
    let ignored = stage.run.notes.iter().find(|note| note.is_mismatch());
    lines.extend(match (&stage.run.outcome, ignored) {
        (Outcome::Failed(CodecError::Checksum { computed, .. }), _) => vec![
            format!("{of}: {computed:#010x}"),
            "They differ: at least one byte has changed since it was written.".to_owned(),
        ],
        (Outcome::Decoded(..), Some(note)) => {
            vec![format!("{of}: {}", note.value), "They differ, and that is ignored.".to_owned()]
        }
        (Outcome::Decoded(..), None) => {
            vec![
                format!("{of}: {stored:#010x}"),
                "They are the same: the bytes are what was written.".to_owned(),
            ]
        }
        _ => Vec::new(),
    });
    Some(lines)
}

pub(super) fn shuffle(stage: &WorkedStage) -> Option<Vec<String>> {
    let (input, Value::Bytes(output)) = (stage.input_bytes()?, stage.output?) else { return None };
    let given = match stage.member("elementsize") {
        Some(size) => size.as_i64()?,
        None => 4,
    };
    let size = usize::try_from(given.max(1)).ok()?;
    let elements = input.len() / size;
    let number = stage.looked_at_byte.map_or(1, |byte| byte / size).min(elements.checked_sub(1)?);
    let places: Vec<usize> = (0..size.min(super::BYTES)).map(|byte| byte * elements + number).collect();
    let joined = places.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
    let found: Option<Vec<u8>> = places.iter().map(|place| input.get(*place).copied()).collect();
    let start = number.checked_mul(size)?;
    Some(vec![
        format!("{elements} elements of {}: all first bytes, then all second bytes, and so on", nbytes(size)),
        format!("element number {number}: its bytes are stored at {joined}: {}", hex(&found?)),
        format!(
            "decoded they are {}: {}",
            span(start, size),
            hex(output.get(start..start.checked_add(size)?)?)
        ),
    ])
}

pub(super) fn base64(stage: &WorkedStage) -> Option<Vec<String>> {
    let (input, Value::Bytes(output)) = (stage.input_bytes()?, stage.output?) else { return None };
    let characters = std::str::from_utf8(input.get(..4)?).ok()?;
    let mut lines = vec![format!(
        "characters 0 to 3: {characters} = bytes {}",
        hex(output.get(..3.min(output.len())).unwrap_or_default())
    )];
    lines.extend(ratio(stage));
    Some(lines)
}
