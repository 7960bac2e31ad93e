use std::ops::Range;

use crate::codec::{
    ChecksumFacts, CodecKind, Entry, FieldPlace, FieldReading, Outcome, ShardMap, StoredField, WhichEnd,
};
use crate::metadata::{linear, text::shape};
use crate::pipeline::ChunkTrace;

const ENTRY: u64 = 16;

const CHECKSUM: &str = "checksum";
const INDEX: &str = "index";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ByteField {
    pub range: Range<u64>,
    pub says: String,
    pub brief: String,
    /// Whether it describes other bytes, and is marked for that. An inner chunk is not.
    pub is_header: bool,
}

impl ByteField {
    pub fn texts(&self) -> [String; 2] {
        let says = self.says.trim_start_matches([',', ' ']).to_owned();
        let nbytes = self.range.end.saturating_sub(self.range.start);
        [format!("{}{}", span(self.range.start, nbytes), self.says), says]
    }
}

#[derive(Clone)]
pub struct ByteFields<'a> {
    bytes: &'a [u8],
    fields: Vec<StoredField>,
    checksum: Option<(Range<u64>, &'static str)>,
    shard: Option<&'a ShardMap>,
    is_whole: bool,
}

impl<'a> ByteFields<'a> {
    pub fn of(trace: &'a ChunkTrace, row: usize, bytes: &'a [u8]) -> Self {
        let mut found = Self { bytes, fields: Vec::new(), checksum: None, shard: None, is_whole: false };
        let stage = trace.stages().get(row);
        let nbytes = bytes.len() as u64;
        if let Some(map) = &trace.shard
            && map.nbytes == nbytes
        {
            // After other codecs the index is found in what they gave.
            let is_read_here = stage.is_some_and(|stage| stage.info.kind == CodecKind::ArrayToBytes);
            if if map.as_stored { row == 0 } else { is_read_here } {
                found.shard = Some(map);
            }
        }
        let Some(stage) = stage else { return found };
        found.is_whole = matches!(stage.outcome, Outcome::Decoded(..));
        let Some(codec) = stage.info.row() else { return found };
        found.fields = [codec.fields, &(codec.inside)(bytes)].concat();
        if let Some(facts) = codec.checksum {
            let is_first = match stage.info.codec.configuration.get("location") {
                Some(location) => location.as_str() == Some(WhichEnd::Start.name()),
                None => facts.default == WhichEnd::Start,
            };
            let length = ChecksumFacts::NBYTES as u64;
            if is_first {
                found.checksum = Some((0..length, facts.title));
            } else if let Some(start) = nbytes.checked_sub(length) {
                found.checksum = Some((start..nbytes, facts.title));
            }
        }
        found
    }

    pub fn names(&self) -> Vec<&'static str> {
        let mut names: Vec<&str> = self.fields.iter().map(|field| field.name).collect();
        names.extend([CHECKSUM, INDEX]);
        names.retain(|name| self.named(name).is_some());
        names
    }

    pub fn named(&self, name: &str) -> Option<Range<u64>> {
        if let Some(field) = self.fields.iter().find(|field| field.name == name) {
            return self.place(field);
        }
        match name {
            CHECKSUM => Some(self.checksum.as_ref()?.0.clone()),
            INDEX => Some(self.shard?.index.clone()),
            _ => None,
        }
    }

    pub fn at(&self, offset: u64) -> Option<ByteField> {
        if let Some((range, title)) = &self.checksum
            && range.contains(&offset)
        {
            let stored = self.number(range)?;
            let says = format!(" = {stored:#010x}, the {title} of all other bytes");
            return Some(header(range.clone(), says, format!("{title} {stored:#010x}")));
        }
        for field in &self.fields {
            if let Some(range) = self.place(field)
                && range.contains(&offset)
                && let Some(stored) = self.part(&range)
            {
                let value = said(field.reading, stored);
                let says = format!("{value}, {}", field.meaning);
                // Of flags the byte.
                let brief = match (value.strip_prefix(" = "), stored) {
                    (Some(value), _) => format!("{} {value}", field.name),
                    (None, [byte]) => format!("{} {byte:#04x}", field.name),
                    (None, _) => field.name.to_owned(),
                };
                return Some(header(range, says, brief));
            }
        }
        let map = self.shard?;
        if map.index.contains(&offset) {
            return self.in_index(map, offset);
        }
        for (coords, entry) in &map.entries {
            if let Some(range) = stored_range(entry)
                && range.contains(&offset)
            {
                return Some(inner_chunk(coords, range));
            }
        }
        None
    }

    pub fn next(&self, offset: u64, back: bool) -> Option<u64> {
        let mut starts = self.header_starts();
        if let Some(map) = self.shard {
            starts.extend(map.entries.iter().filter_map(|(_, entry)| Some(stored_range(entry)?.start)));
            let entries = 0..map.entries.len() as u64;
            let mut index: Vec<u64> = entries.map(|number| entry_start(map, number)).collect();
            index.extend(map.index.end.checked_sub(ChecksumFacts::NBYTES as u64));
            index.retain(|start| map.index.contains(start));
            starts.extend(index);
        }
        let nbytes = self.bytes.len() as u64;
        starts.retain(|start| *start < nbytes && if back { *start < offset } else { *start > offset });
        if back { starts.into_iter().max() } else { starts.into_iter().min() }
    }

    fn header_starts(&self) -> Vec<u64> {
        let fields = self.fields.iter();
        let mut starts: Vec<u64> = fields.filter_map(|field| Some(self.place(field)?.start)).collect();
        if let Some((range, _)) = &self.checksum {
            starts.push(range.start);
        }
        starts
    }

    fn place(&self, field: &StoredField) -> Option<Range<u64>> {
        let range = place(field, self.bytes, self.is_whole)?;
        Some(range.start as u64..range.end as u64)
    }

    pub fn is_empty(&self) -> bool {
        self.fields.is_empty() && self.checksum.is_none() && self.shard.is_none()
    }

    /// The fields that begin in rows of bytes, in order. The entries of a large shard are visited once.
    pub fn beginning(&self, rows: &[Range<u64>]) -> Vec<ByteField> {
        let is_shown = |start: u64| {
            let row = rows.partition_point(|row| row.end <= start);
            rows.get(row).is_some_and(|row| row.contains(&start))
        };
        let mut found = Vec::new();
        for start in self.header_starts() {
            if is_shown(start) {
                found.extend(self.at(start));
            }
        }
        if let Some(map) = self.shard {
            for (coords, entry) in &map.entries {
                if let Some(range) = stored_range(entry)
                    && is_shown(range.start)
                {
                    found.push(inner_chunk(coords, range));
                }
            }
            for row in rows {
                let first = row.start.max(map.index.start);
                let end = row.end.min(map.index.end);
                let mut start = entry_start(map, first.saturating_sub(map.index.start).div_ceil(ENTRY));
                while start < end {
                    let field = self.in_index(map, start);
                    found.extend(field.filter(|field| field.range.start == start));
                    start = start.saturating_add(ENTRY);
                }
            }
        }
        found.sort_by_key(|field| field.range.start);
        found.dedup_by_key(|field| field.range.start);
        found
    }

    /// The entry that a byte of the index belongs to, unless the index is compressed.
    fn in_index(&self, map: &ShardMap, offset: u64) -> Option<ByteField> {
        let number = offset.checked_sub(map.index.start)? / ENTRY;
        let start = entry_start(map, number);
        let range = start..start.saturating_add(ENTRY).min(map.index.end);
        let entry = map.entries.get(usize::try_from(number).unwrap_or(usize::MAX));
        let entry = entry.filter(|(coords, _)| linear(coords, &map.grid.grid_shape()) == Some(number));
        let middle = start.saturating_add(ENTRY / 2);
        let stored = (self.number(&(start..middle)), self.number(&(middle..range.end)));
        let (says, brief) = match (entry, stored) {
            (Some((coords, Entry::Stored { offset, nbytes })), stored)
                if stored == (Some(*offset), Some(*nbytes)) =>
            {
                let coords = shape(coords);
                // The numbers first: they are what is looked for where there is little room.
                let says =
                    format!(", at byte {offset}, {nbytes} bytes: inner chunk {coords}, entry of the index");
                (says, format!("inner chunk {coords}: at byte {offset}, {nbytes} bytes"))
            }
            (Some((coords, _)), (Some(u64::MAX), Some(u64::MAX))) => {
                let text = format!("inner chunk {} is missing", shape(coords));
                (format!(", index: {text}"), text)
            }
            (None, _) if number == map.entries.len() as u64 => {
                let rest = range.end.saturating_sub(range.start);
                let says = format!(", the last {rest} bytes of the index: its checksum");
                (says, "checksum of the index".to_owned())
            }
            // The index is encoded: its entries cannot be found in it.
            _ => {
                let says = ", the index of the shard".to_owned();
                return Some(header(map.index.clone(), says, "index of the shard".to_owned()));
            }
        };
        Some(header(range, says, brief))
    }

    fn part(&self, range: &Range<u64>) -> Option<&'a [u8]> {
        let place = |at: u64| usize::try_from(at).unwrap_or(usize::MAX);
        self.bytes.get(place(range.start)..place(range.end))
    }

    fn number(&self, range: &Range<u64>) -> Option<u64> {
        Some(integer(self.part(range)?, false))
    }
}

fn header(range: Range<u64>, says: String, brief: String) -> ByteField {
    ByteField { range, says, brief, is_header: true }
}

fn entry_start(map: &ShardMap, number: u64) -> u64 {
    map.index.start.saturating_add(number.saturating_mul(ENTRY))
}

fn integer(stored: &[u8], is_big: bool) -> u64 {
    let add = |sum: u64, byte: &u8| sum << 8 | u64::from(*byte);
    if is_big { stored.iter().fold(0, add) } else { stored.iter().rev().fold(0, add) }
}

fn stored_range(entry: &Entry) -> Option<Range<u64>> {
    match entry {
        Entry::Stored { offset, nbytes } => Some(*offset..offset.saturating_add(*nbytes)),
        Entry::Missing => None,
    }
}

fn inner_chunk(coords: &[u64], range: Range<u64>) -> ByteField {
    let nbytes = range.end.saturating_sub(range.start);
    let text = format!("inner chunk {}", shape(coords));
    ByteField { range, says: format!(", {text}"), brief: format!("{text}, {nbytes} bytes"), is_header: false }
}

pub(super) fn said(reading: FieldReading, stored: &[u8]) -> String {
    match reading {
        FieldReading::Plain => String::new(),
        FieldReading::Number => format!(" = {}", integer(stored, false)),
        FieldReading::BigNumber => format!(" = {}", integer(stored, true)),
        FieldReading::Little => format!(" = {:#010x}", integer(stored, false)),
        FieldReading::Big => format!(" = {:#010x}", integer(stored, true)),
    }
}

/// In a chunk that does not decode, the last fields may be elsewhere.
pub(super) fn place(field: &StoredField, bytes: &[u8], is_whole: bool) -> Option<Range<usize>> {
    let start = match field.place {
        FieldPlace::FromStart(start) => start,
        FieldPlace::FromEnd(_) if !is_whole => return None,
        FieldPlace::FromEnd(back) => bytes.len().checked_sub(back)?,
    };
    let end = start.checked_add(field.nbytes)?;
    if end <= bytes.len() { Some(start..end) } else { None }
}

pub(super) fn span(start: u64, nbytes: u64) -> String {
    match nbytes {
        0 | 1 => format!("byte {start}"),
        _ => format!("bytes {start} to {}", start.saturating_add(nbytes - 1)),
    }
}
