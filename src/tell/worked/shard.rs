use super::{WorkedStage, hex, nbytes, span};
use crate::codec::{CRC32C, Chain, CodecRow, DecodeOptions, Entry, StageWork, StoredForm};
use crate::store::Slice;
use crate::tell::words::shape;

const ENTRY: usize = 16;

pub(super) fn sharding(stage: &WorkedStage) -> Option<Vec<String>> {
    // A trace of one inner chunk reads one entry only, and the codec has noted which.
    if let Some(note) = stage.run.notes.iter().find(|note| note.name == "inner chunk") {
        return Some(vec![
            format!("the index says of the inner chunk: {}", note.value),
            "only the index and those bytes of the shard are read".to_owned(),
        ]);
    }
    let input = stage.input_bytes?;
    let decoded = stage.decoded()?;
    let chain =
        Chain::build(std::slice::from_ref(&*stage.run.info.codec), "/codecs", decoded.clone()).ok()?;
    let sharding = chain.sharding()?;
    let options = DecodeOptions { ignore_checksums: true, ..DecodeOptions::default() };
    let index = sharding.read_index(&Slice(input), &mut StageWork::new(&options)).ok()?;
    let index_nbytes = usize::try_from(sharding.index_nbytes()).ok()?;
    let index_start = usize::try_from(sharding.index_offset(input.len() as u64)?).ok()?;
    // A checksum comes after the entries and does not move them.
    let plain = |row: &CodecRow| row.form == StoredForm::Plain || row.is(&CRC32C);
    let is_plain = sharding.index().stages().all(|stage| stage.row().is_some_and(plain));
    let grid = sharding.grid();
    let edges = grid.common_shape()?;
    let [shard, edges, grid_shape] = [&decoded.shape, &edges, &grid.grid_shape()].map(|edges| shape(edges));
    let index_span = span(index_start, index_nbytes);
    let mut lines = vec![
        format!("shard {shard} in inner chunks {edges}: a grid of {grid_shape}"),
        format!("the `index` is {index_span}: an offset and a number of bytes for each"),
    ];
    let mut inner = None;
    if let Some(number) = stage.looked_at
        && let Some((own, _)) = grid.locate(&stage.coords(number)?)
    {
        inner = Some(own);
    }
    // The inner chunk that the user looks at, otherwise the first that is stored and the first that is not.
    let mut shown = Vec::new();
    shown.extend(index.iter().enumerate().find(|(_, (coords, _))| Some(coords) == inner.as_ref()));
    if shown.is_empty() {
        shown.extend(index.iter().enumerate().find(|(_, (_, entry))| *entry != Entry::Missing));
        shown.extend(index.iter().enumerate().find(|(_, (_, entry))| *entry == Entry::Missing));
    }
    for (number, (coords, entry)) in shown {
        let start = number.saturating_mul(ENTRY).saturating_add(index_start);
        let bytes = match input.get(start..start.saturating_add(ENTRY)) {
            Some(bytes) if is_plain => format!(", {}: {}", span(start, ENTRY), hex(bytes)),
            _ => String::new(),
        };
        lines.push(format!("inner chunk {} has entry number {number}{bytes}", shape(&coords)));
        let Entry::Stored { offset, nbytes: length } = entry else {
            lines.push("both numbers are 2^64-1: it is not stored and reads as the fill value".to_owned());
            continue;
        };
        lines.push(match (usize::try_from(offset), usize::try_from(length)) {
            (Ok(from), Ok(length)) => {
                format!("offset {from}, {}: it is {} of the shard", nbytes(length), span(from, length))
            }
            _ => "it lies outside of the shard".to_owned(),
        });
    }
    Some(lines)
}
