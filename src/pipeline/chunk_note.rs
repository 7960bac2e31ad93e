use std::fmt;

use super::Array;
use crate::codec::Note;

pub const ALL_FILL: &str = "all fill";

#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "explorer", derive(serde::Serialize))]
pub struct ChunkNote {
    pub array: String,
    #[cfg_attr(feature = "explorer", serde(rename = "note"))]
    pub name: &'static str,
    pub chunks: u64,
    pub key: String,
    #[cfg_attr(feature = "explorer", serde(skip))]
    pub chunk: Vec<u64>,
    #[cfg_attr(feature = "explorer", serde(rename = "message"))]
    pub value: String,
}

impl ChunkNote {
    pub fn count(notes: &mut Vec<Self>, array: &Array, coords: &[u64], remarks: Vec<Note>) {
        let mut seen: Vec<&str> = Vec::new();
        for Note { name, value } in remarks {
            // A shard may have one for each of its inner chunks.
            if seen.contains(&name) {
                continue;
            }
            seen.push(name);
            match notes.iter_mut().find(|counted| counted.name == name) {
                Some(counted) => counted.chunks += 1,
                None => {
                    let key = array.chunk_key(coords);
                    let chunk = coords.to_vec();
                    notes.push(Self { array: array.path.clone(), name, chunks: 1, key, chunk, value });
                }
            }
        }
    }
}

impl fmt::Display for ChunkNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { array, name, chunks, key, value, .. } = self;
        let what = if *chunks == 1 { "1 chunk," } else { &format!("{chunks} chunks, first") };
        write!(f, "{array}: {name}: {what} {key}: {value}")
    }
}
