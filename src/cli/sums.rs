//! Files of digests: of each chunk one of its bytes and one of its values, by which copies and archives are compared.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{Failure, Result};
use crate::limits::SUMS_BYTES;
use crate::metadata::text::escape;
use crate::pipeline::{ChunkSums, Digest256};
use crate::store::{join, open_named};

const SCHEMA: &str = "zarrscope.sums";
const VERSION: u64 = 1;
/// A line has a key and two digests; a longer one is none of ours.
const LINE: u64 = 1 << 16;

#[derive(Serialize, Deserialize)]
struct SumsHeader {
    schema: String,
    version: u64,
}

/// What a line says of a chunk.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct SumsLine {
    /// The key of its array below the path that was verified.
    pub(super) array: String,
    pub(super) chunk: Vec<u64>,
    pub(super) key: String,
    pub(super) nbytes: u64,
    /// SHA-256 of the stored bytes.
    stored: String,
    /// SHA-256 of the elements within the array; `None` where they do not decode.
    values: Option<String>,
}

impl From<&ChunkSums> for SumsLine {
    fn from(own: &ChunkSums) -> Self {
        Self {
            array: own.array.clone(),
            chunk: own.chunk.clone(),
            key: own.key.clone(),
            nbytes: own.nbytes,
            stored: hex(&own.sums.stored),
            values: own.sums.values.as_ref().map(hex),
        }
    }
}

fn hex(digest: &Digest256) -> String {
    digest.iter().fold(String::with_capacity(64), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

pub(super) fn write_header(to: &mut dyn Write) -> Result {
    let header = SumsHeader { schema: SCHEMA.to_owned(), version: VERSION };
    Ok(writeln!(to, "{}", serde_json::to_string(&header).map_err(std::io::Error::other)?)?)
}

pub(super) fn write_line(own: &ChunkSums, to: &mut dyn Write) -> Result {
    Ok(writeln!(to, "{}", serde_json::to_string(&SumsLine::from(own)).map_err(std::io::Error::other)?)?)
}

/// Whether a file begins as one of digests does.
pub(super) fn is_sums(path: &Path) -> bool {
    let begin = || -> Option<SumsHeader> {
        let mut line = String::new();
        let mut file = BufReader::new(open_named(path).ok()?.take(LINE));
        file.read_line(&mut line).ok()?;
        serde_json::from_str(&line).ok()
    };
    path.is_file() && begin().is_some_and(|header| header.schema == SCHEMA)
}

/// Line by line, so that a file may be larger than memory. `take` gives false to stop.
pub(super) fn each_line(path: &Path, take: &mut dyn FnMut(SumsLine) -> bool) -> Result {
    let name = escape(&path.to_string_lossy()).into_owned();
    let refuse = |number: u64, found: &str| {
        let expected = "expected digests as `verify --write-sums` writes them";
        Failure::Usage(format!("{name}: line {number}: {expected}, found {}", escape(found)))
    };
    let file = open_named(path).map_err(|error| Failure::Usage(format!("{name}: {}", escape(&error))))?;
    let mut file = BufReader::new(file.take(SUMS_BYTES + 1));
    let mut number = 0;
    let mut line = String::new();
    loop {
        line.clear();
        let read = file.by_ref().take(LINE).read_line(&mut line);
        if read.map_err(|error| refuse(number + 1, &error.kind().to_string()))? == 0 {
            break;
        }
        number += 1;
        if number == 1 {
            match serde_json::from_str::<SumsHeader>(&line) {
                Ok(header) if header.schema == SCHEMA && header.version == VERSION => continue,
                Ok(header) => return Err(refuse(1, &format!("{} {}", header.schema, header.version))),
                Err(_) => return Err(refuse(1, "something else")),
            }
        }
        let own = serde_json::from_str(&line).map_err(|error| refuse(number, &error.to_string()))?;
        if !take(own) {
            return Ok(());
        }
    }
    match file.into_inner().limit() {
        0 => Err(Failure::Usage(format!("{name}: expected at most {SUMS_BYTES} bytes, found more"))),
        _ if number == 0 => Err(refuse(1, "nothing")),
        _ => Ok(()),
    }
}

/// Half of a digest is enough to tell chunks apart, and takes half of the memory.
type Half = [u8; 16];

#[derive(Debug)]
struct Recorded {
    stored: Half,
    values: Option<Half>,
    is_seen: bool,
}

/// What a chunk is beside what was recorded of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SumVerdict {
    Same,
    /// Other bytes, the same values.
    Rewritten,
    Different,
    /// Other bytes, and the values of one side are not known.
    OtherBytes,
    New,
}

#[derive(Debug, Default)]
pub(super) struct RecordedSums {
    chunks: HashMap<Half, Recorded>,
}

impl RecordedSums {
    pub(super) fn read(path: &Path) -> Result<Self> {
        let mut own = Self::default();
        let mut twice = None;
        each_line(path, &mut |line| {
            let values = line.values.as_deref().map(half);
            let recorded = Recorded { stored: half(&line.stored), values, is_seen: false };
            match own.chunks.insert(place(&line), recorded) {
                // The same line twice says nothing else.
                Some(before) if before.stored != half(&line.stored) || before.values != values => {
                    twice = Some(line);
                    false
                }
                _ => true,
            }
        })?;
        let Some(SumsLine { array, key, .. }) = twice else { return Ok(own) };
        let name = join(&array, &key);
        let text = format!("{}: {name}: expected one digest, found two that differ", path.display());
        Err(Failure::Usage(escape(&text).into_owned()))
    }

    pub(super) fn len(&self) -> usize {
        self.chunks.len()
    }

    pub(super) fn compare(&mut self, line: &SumsLine) -> SumVerdict {
        let Some(recorded) = self.chunks.get_mut(&place(line)) else { return SumVerdict::New };
        recorded.is_seen = true;
        if recorded.stored == half(&line.stored) {
            return SumVerdict::Same;
        }
        match (recorded.values, line.values.as_deref().map(half)) {
            (Some(one), Some(other)) if one == other => SumVerdict::Rewritten,
            (Some(_), Some(_)) => SumVerdict::Different,
            _ => SumVerdict::OtherBytes,
        }
    }

    pub(super) fn is_seen(&self, line: &SumsLine) -> bool {
        self.chunks.get(&place(line)).is_some_and(|recorded| recorded.is_seen)
    }
}

/// By coordinates and not by key, so that a copy may name its chunks in another way.
fn place(line: &SumsLine) -> Half {
    let digest = Sha256::new().chain_update(&line.array).chain_update([0]);
    let digest = line.chunk.iter().fold(digest, |digest, coord| digest.chain_update(coord.to_le_bytes()));
    digest.finalize().first_chunk().copied().unwrap_or_default()
}

/// A digest that is none is another one than any.
fn half(hex: &str) -> Half {
    let mut half = Half::default();
    for (number, byte) in half.iter_mut().enumerate() {
        let digits = hex.get(number * 2..number * 2 + 2);
        *byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()).unwrap_or_default();
    }
    half
}
