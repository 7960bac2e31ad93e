use super::super::byte_fields::{place, said};
use super::{WorkedStage, hex, nbytes, span};
use crate::codec::{ChecksumFacts, CodecError, Outcome, WhichEnd};

pub(super) fn sizes(stage: &WorkedStage) -> Vec<String> {
    let fields = stage.run.info.row().map_or(&[][..], |row| row.fields);
    let input = stage.input_bytes.unwrap_or_default();
    let is_whole = matches!(stage.run.outcome, Outcome::Decoded(..));
    let mut lines = Vec::new();
    for field in fields {
        let Some(range) = place(field, input, is_whole) else { continue };
        let place = span(range.start, range.len());
        let stored = input.get(range).unwrap_or_default();
        let name = format!("`{}`", field.name);
        let mut meaning = field.meaning.replacen(field.name, &name, 1);
        if !field.meaning.contains(field.name) {
            meaning = format!("{meaning} ({name})");
        }
        lines.push(format!("{place}: {}{}, {meaning}", hex(stored), said(field.reading, stored)));
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

fn ratio(stage: &WorkedStage) -> Option<String> {
    let before = stage.run.input_nbytes?;
    let Outcome::Decoded(after, _) = stage.run.outcome else { return Some(format!("{before} bytes in")) };
    let mut text = format!("{before} bytes in, {after} bytes out");
    if let Some(times) = crate::tell::words::ratio(after.into(), before) {
        text = format!("{text}: {times:.2} times as many");
    }
    Some(text)
}

pub(super) fn checksum(stage: &WorkedStage) -> Option<Vec<String>> {
    let facts = stage.run.info.row()?.checksum?;
    let name = facts.title;
    let input = stage.input_bytes?;
    let is_first = stage.text("location", facts.default.name()) == WhichEnd::Start.name();
    let payload = input.len().checked_sub(ChecksumFacts::NBYTES)?;
    let start = if is_first { 0 } else { payload };
    let four = input.get(start..)?.first_chunk::<4>()?;
    let stored = u32::from_le_bytes(*four);
    let place = format!("{}: {} (little-endian)", span(start, 4), hex(four));
    let mut lines = vec![format!("{place} = {stored:#010x}, the stored `checksum`")];
    let side = if is_first { "after it" } else { "before it" };
    let of = format!("{name} of the {} {side}", nbytes(payload));
    let ignored = stage.run.notes.iter().find(|note| note.is_mismatch());
    let (computed, verdict) = match (&stage.run.outcome, ignored) {
        (Outcome::Failed(CodecError::Checksum { computed, .. }), _) => {
            (format!("{computed:#010x}"), "They differ: at least one byte has changed since it was written.")
        }
        (Outcome::Decoded(..), Some(note)) => (note.value.clone(), "They differ, but this is ignored."),
        (Outcome::Decoded(..), None) => {
            (format!("{stored:#010x}"), "They are the same: the bytes are as they were written.")
        }
        _ => return Some(lines),
    };
    lines.extend([format!("{of}: {computed}"), verdict.to_owned()]);
    Some(lines)
}

pub(super) fn shuffle(stage: &WorkedStage) -> Option<Vec<String>> {
    let (input, output) = (stage.input_bytes?, stage.output_bytes?);
    let given = stage.member("elementsize").map_or(Some(4), serde_json::Value::as_i64)?;
    let size = usize::try_from(given.max(1)).ok()?;
    let elements = input.len() / size;
    let number = stage.looked_at_byte.map_or(1, |byte| byte / size).min(elements.checked_sub(1)?);
    let places: Vec<usize> = (0..size.min(super::BYTES)).map(|byte| byte * elements + number).collect();
    let joined = places.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
    let found: Option<Vec<u8>> = places.iter().map(|place| input.get(*place).copied()).collect();
    let start = number.checked_mul(size)?;
    let decoded = hex(output.get(start..start.checked_add(size)?)?);
    Some(vec![
        format!("{elements} elements of {}: all first bytes, then all second bytes, and so on", nbytes(size)),
        format!("element number {number}: its bytes are stored at {joined}: {}", hex(&found?)),
        format!("decoded they are {}: {decoded}", span(start, size)),
    ])
}

pub(super) fn base64(stage: &WorkedStage) -> Option<Vec<String>> {
    let (input, output) = (stage.input_bytes?, stage.output_bytes?);
    let characters = std::str::from_utf8(input.get(..4)?).ok()?;
    let bytes = hex(output.get(..3.min(output.len())).unwrap_or_default());
    let mut lines = vec![format!("characters 0 to 3: {characters} = bytes {bytes}")];
    lines.extend(ratio(stage));
    Some(lines)
}
