//! Codecs that map bytes to bytes: checksums, compressors, and what only moves bytes.

use super::{Stage, hex, nbytes, span};
use crate::codec::{CodecError, Outcome, Value};

/// How a field in a header is read.
#[derive(Clone, Copy)]
enum Reading {
    /// Bytes that are always the same, or flags.
    Plain,
    /// A number, little-endian.
    Number,
    /// A checksum, little-endian.
    Little,
    /// A checksum, big-endian.
    Big,
}

/// A field of a stored form: where it begins (below zero: from the end), how many bytes it has, and what it says.
type Field = (isize, usize, Reading, &'static str);

/// The fields that compressors put around their bytes.
const FIELDS: &[(&str, &[Field])] = &[
    (
        "gzip",
        &[
            (0, 2, Reading::Plain, "the signature of a gzip member"),
            (2, 1, Reading::Number, "the method; 8 is DEFLATE"),
            (-8, 4, Reading::Little, "the CRC-32 of what comes out"),
            (-4, 4, Reading::Number, "how many bytes come out"),
        ],
    ),
    (
        "numcodecs.zlib",
        &[
            (0, 1, Reading::Plain, "DEFLATE, and the size of its window"),
            (-4, 4, Reading::Big, "the Adler-32 of what comes out"),
        ],
    ),
    ("zstd", &[(0, 4, Reading::Plain, "the signature of a Zstandard frame")]),
    (
        "blosc",
        &[
            (0, 1, Reading::Number, "the version of the format"),
            (2, 1, Reading::Plain, "the flags: shuffle, and which compressor"),
            (3, 1, Reading::Number, "the bytes of an element, for the shuffle"),
            (4, 4, Reading::Number, "how many bytes come out"),
            (8, 4, Reading::Number, "how many bytes of them a block has"),
            (12, 4, Reading::Number, "how many bytes are stored, with this header"),
        ],
    ),
    ("numcodecs.lz4", &[(0, 4, Reading::Number, "how many bytes come out")]),
    (
        "numcodecs.bz2",
        &[
            (0, 3, Reading::Plain, "the signature of a bzip2 stream, BZh"),
            (3, 1, Reading::Plain, "a digit: the size of a block in 100 000 bytes"),
        ],
    ),
];

/// The checksum codecs: what the checksum is called, and whether it stands before the bytes where nothing is said.
const SUMS: &[(&str, &str, bool)] = &[
    ("crc32c", "CRC-32C", false),
    ("numcodecs.crc32", "CRC-32", true),
    ("numcodecs.crc32c", "CRC-32C", false),
    ("numcodecs.adler32", "Adler-32", true),
    ("numcodecs.fletcher32", "Fletcher-32", false),
    ("numcodecs.jenkins_lookup3", "lookup3", false),
];

/// What there is to say of any codec: the fields of its header, its notes, the bytes that go in and come out.
pub(super) fn sizes(stage: &Stage) -> Vec<String> {
    let fields = FIELDS.iter().find(|(name, _)| *name == stage.name).map_or(&[][..], |(_, fields)| fields);
    let input = stage.input_bytes().unwrap_or_default();
    // Where the bytes are damaged, nobody knows whether the last ones are there.
    let is_whole = matches!(stage.run.outcome, Outcome::Decoded(..));
    let there = fields.iter().filter(|(start, ..)| *start >= 0 || is_whole);
    let mut lines: Vec<String> = there.filter_map(|found| field(input, found)).collect();
    // The fields tell the same as a note on the header.
    let notes = stage.run.notes.iter().filter(|note| note.name != "header" || fields.is_empty());
    lines.extend(notes.map(|note| format!("{}: {}", note.name, note.value)));
    lines.extend(ratio(stage));
    lines
}

fn field(input: &[u8], (start, length, reading, what): &Field) -> Option<String> {
    let start = match usize::try_from(*start) {
        Ok(start) => start,
        Err(_) => input.len().checked_sub(start.unsigned_abs())?,
    };
    let stored = input.get(start..start.checked_add(*length)?)?;
    let little = stored.iter().rev().fold(0_u64, |sum, byte| sum << 8 | u64::from(*byte));
    let big = stored.iter().fold(0_u64, |sum, byte| sum << 8 | u64::from(*byte));
    let value = match reading {
        Reading::Plain => String::new(),
        Reading::Number => format!(" = {little}"),
        Reading::Little => format!(" = {little:#010x}"),
        Reading::Big => format!(" = {big:#010x}"),
    };
    Some(format!("{}: {}{value}, {what}", span(start, *length), hex(stored)))
}

/// How many bytes go in and come out.
fn ratio(stage: &Stage) -> Option<String> {
    let before = stage.run.input_nbytes?;
    let Outcome::Decoded(behind, _) = stage.run.outcome else { return Some(format!("{before} bytes in")) };
    let times = crate::tell::words::ratio(behind.into(), before);
    let times = times.map_or_else(String::new, |times| format!(": {times:.2} times as many"));
    Some(format!("{before} bytes in, {behind} bytes out{times}"))
}

/// A checksum: the stored one, and the one of the bytes.
pub(super) fn checksum(stage: &Stage) -> Option<Vec<String>> {
    let (_, name, is_first) = SUMS.iter().find(|(codec, ..)| *codec == stage.name)?;
    let input = stage.input_bytes()?;
    let is_first = stage.member("location").map_or(*is_first, |place| place == "start");
    let payload = input.len().checked_sub(4)?;
    let start = if is_first { 0 } else { payload };
    let four = input.get(start..)?.first_chunk::<4>()?;
    let stored = u32::from_le_bytes(*four);
    let mut lines = vec![format!(
        "{}: {} (little-endian) = {stored:#010x}, the stored checksum",
        span(start, 4),
        hex(four)
    )];
    let side = if is_first { "behind it" } else { "before it" };
    let of = format!("{name} of the {} {side}", nbytes(payload));
    let ignored = stage.run.notes.iter().find(|note| note.name == "checksum mismatch ignored");
    lines.extend(match (&stage.run.outcome, ignored) {
        (Outcome::Failed(CodecError::Checksum { computed, .. }), _) => vec![
            format!("{of}: {computed:#010x}"),
            "They are not the same: some byte is not what was written.".to_owned(),
        ],
        (Outcome::Decoded(..), Some(note)) => {
            vec![format!("{of}: {}", note.value), "They are not the same, and that is ignored.".to_owned()]
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

/// `shuffle`: where the bytes of one element are.
pub(super) fn shuffle(stage: &Stage) -> Option<Vec<String>> {
    let (input, Value::Bytes(output)) = (stage.input_bytes()?, stage.output?) else { return None };
    let given = stage.member("elementsize").map_or(Some(4), serde_json::Value::as_i64)?;
    let size = usize::try_from(given.max(1)).ok()?;
    let elements = input.len() / size;
    let number = 1_usize.min(elements.checked_sub(1)?);
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

/// `base64`: the first four characters.
pub(super) fn base64(stage: &Stage) -> Option<Vec<String>> {
    let (input, Value::Bytes(output)) = (stage.input_bytes()?, stage.output?) else { return None };
    let characters = std::str::from_utf8(input.get(..4)?).ok()?;
    let mut lines = vec![format!(
        "characters 0 to 3: {characters} = bytes {}",
        hex(output.get(..3.min(output.len())).unwrap_or_default())
    )];
    lines.extend(ratio(stage));
    Some(lines)
}
