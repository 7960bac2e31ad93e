use super::worked::{in_chunk, of_stage};
use super::{byte_fields::ByteFields, card_page::InChunk, cards::Card, stage_bytes::input};
use crate::pipeline::{Array, ChunkTrace};

pub fn with_chunk(array: &Array, trace: &ChunkTrace, card: &Card, element: Option<&[u64]>) -> InChunk {
    let fields = fields(trace, card).map(|(_, fields)| fields.names()).unwrap_or_default();
    InChunk { lines: in_chunk(array, trace, card, element), fields }
}

pub fn fields<'a>(trace: &'a ChunkTrace, card: &Card) -> Option<(usize, ByteFields<'a>)> {
    for (row, stage) in trace.stages().iter().enumerate() {
        if let Some(found) = of_stage(&stage.info)
            && found.topic == card.topic
            && let Some(bytes) = input(trace, row)
        {
            let fields = ByteFields::of(trace, row, bytes);
            if !fields.names().is_empty() {
                return Some((row, fields));
            }
        }
    }
    None
}
