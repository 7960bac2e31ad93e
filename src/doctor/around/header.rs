use super::digest::{CellBytes, CellDigest};
use super::{Surroundings, values::OtherValues};
use crate::codec::{DecodeOptions, FieldPlace, Silent, label};
use crate::pipeline::{Array, ChunkAddress};
use crate::store::Slice;

/// The headers of so many other chunks are looked at, and have to agree.
const OTHERS: usize = 4;
/// Fields that are longer hold no choice of the writer.
const LONGEST: usize = 4;

/// What the header says, where with what all others say the chunk goes on from its neighbours, and its values are like theirs.
pub(super) fn other_header(
    around: &Surroundings,
    place: &[u64],
    others: &OtherValues,
    cell: CellBytes,
) -> Option<(String, String)> {
    let Surroundings { array, fabric, numbers, .. } = around;
    let digest = fabric.cells.get(place)?;
    if digest.address.is_inner() {
        return None;
    }
    let own = stored(array, &digest.address)?;
    let chain = array.chain_at(&digest.address.chunk).ok()?;
    let stage = chain.stages().last()?;
    let mut beside = Vec::new();
    for other in fabric.cells.values().filter(|other| other.address != digest.address).take(OTHERS) {
        beside.push(stored(array, &other.address)?);
    }
    for field in stage.row()?.fields {
        let FieldPlace::FromStart(start) = field.place else { continue };
        let range = start..start + field.nbytes;
        let (Some(found), Some(usual)) = (own.get(range.clone()), beside.first()?.get(range.clone())) else {
            continue;
        };
        let agree = beside.iter().all(|other| other.get(range.clone()) == Some(usual));
        if beside.len() < OTHERS || field.nbytes > LONGEST || !agree || found == usual {
            continue;
        }
        let mut bytes = own.clone();
        bytes.get_mut(range)?.copy_from_slice(usual);
        let Ok(elements) = chain.decode(&Slice(&bytes), &DecodeOptions::default(), &mut Silent) else {
            continue;
        };
        let read = CellBytes { bytes: elements.bytes(), ..cell };
        let Some(restored) = CellDigest::take(numbers, digest.address.clone(), read) else { continue };
        let fit = fabric.fit(place, &restored, &[]);
        if others.are_like(&restored) && fabric.is_usual(&restored) && (fit.is_whole() || fit.all == 0) {
            let codec = label(&stage.codec.name);
            let what = format!(
                "the header of {codec} is wrong: its {} is {}, in all other chunks {}",
                field.name,
                crate::codec::hex(found),
                crate::codec::hex(usual)
            );
            return Some((what, "with theirs its values are like those of the others".to_owned()));
        }
    }
    None
}

fn stored(array: &Array, address: &ChunkAddress) -> Option<Vec<u8>> {
    array.trace_within(address, &DecodeOptions::default(), 0).ok()?.trace.stored
}
