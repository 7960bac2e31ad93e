//! The overhang of a chunk: the elements that lie past the array. They are stored, and nobody reads them.

use std::cmp::Ordering;
use std::ops::Range;

use super::{Array, ChunkAddress};
use crate::codec::Note;
use crate::metadata::{Elements, GroupOrArray, Scalar, delinear, lengths, text};

/// A chunk, or inner chunk, that reaches past the array.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Overhang {
    /// The shape of the chunk.
    pub shape: Vec<u64>,
    /// The part of it that is of the array, in the chunk's own coordinates.
    pub used: Vec<Range<u64>>,
    /// The array coordinates of its first element.
    pub origin: Vec<u64>,
}

/// The name of the note on overhang.
const NOTE: &str = "overhang";

impl Overhang {
    /// How many elements lie past the array.
    pub fn size(&self) -> u64 {
        let product = |edges: &[u64]| edges.iter().fold(1_u64, |size, edge| size.saturating_mul(*edge));
        product(&self.shape).saturating_sub(product(&lengths(&self.used)))
    }

    /// What is stored there instead of the fill value: writers should put the fill value there.
    pub fn note(&self, elements: &Elements, fill: &Scalar) -> Option<Note> {
        let own = fill.bytes(elements.data_type());
        let is_fill = |element: &[u8]| {
            *element == *own
                || elements.data_type().scalar(element).is_some_and(|scalar| is_same(&scalar, fill))
        };
        let (mut odd, mut first) = (0_u64, None);
        for (index, element) in (0..).zip(elements.each()) {
            if self.is_past(index) && !is_fill(element) {
                odd += 1;
                first.get_or_insert(index);
            }
        }
        let first = first?;
        let value = elements.get(usize::try_from(first).ok()?)?;
        let at: Vec<u64> =
            delinear(first, &self.shape).iter().zip(&self.origin).map(|(own, start)| own + start).collect();
        let value = format!(
            "{odd} of {} elements past the array are not the fill value, {fill}; the first is {value} at {}",
            self.size(),
            text::shape(&at)
        );
        Some(Note { name: NOTE, value })
    }

    /// Whether the element of a number in C order lies past the array.
    pub(super) fn is_past(&self, index: u64) -> bool {
        let row = self.shape.last().copied().unwrap_or(1).max(1);
        let outside = |coord: u64, range: &Range<u64>| !range.contains(&coord);
        let (mut rest, mut axes) = (index / row, self.shape.iter().zip(&self.used).rev());
        // The last dimension tells most elements apart, without a division for each of the others.
        if axes.next().is_some_and(|(_, range)| outside(index % row, range)) {
            return true;
        }
        axes.any(|(edge, range)| {
            let coord = rest % (*edge).max(1);
            rest /= (*edge).max(1);
            outside(coord, range)
        })
    }
}

/// Whether two floats are the same number, or both no number: their bits may differ.
fn is_same(one: &Scalar, other: &Scalar) -> bool {
    let (Scalar::Float(one), Scalar::Float(other)) = (one, other) else { return false };
    let (one, other) = (one.value(), other.value());
    one.partial_cmp(&other) == Some(Ordering::Equal) || (one.is_nan() && other.is_nan())
}

impl Array {
    /// The overhang of a chunk, or of an inner chunk. `None` where it has none, or its elements are in another order than
    /// those of the array, so that nobody can say which lie past it.
    pub fn overhang(&self, address: &ChunkAddress) -> Option<Overhang> {
        let grid = &self.metadata.chunk_grid;
        if !grid.overhangs(&address.chunk) {
            return None;
        }
        let mut extent = grid.extent(&address.chunk)?;
        let chain = self.chain_at(&address.chunk).ok()?;
        let mut chain = &*chain;
        for coords in &address.inner {
            let inner = chain.sharding().filter(|_| !chain.rearranges())?.grid().extent(coords)?;
            extent = extent
                .iter()
                .zip(inner)
                .map(|(outer, own)| {
                    Some(outer.start.checked_add(own.start)?..outer.start.checked_add(own.end)?)
                })
                .collect::<Option<_>>()?;
            chain = chain.sharding()?.inner();
        }
        let inside = |(range, size): (&Range<u64>, &u64)| {
            0..(*size).clamp(range.start, range.end).saturating_sub(range.start)
        };
        let used: Vec<Range<u64>> = extent.iter().zip(&self.metadata.shape).map(inside).collect();
        let origin = extent.iter().map(|range| range.start).collect();
        let overhang = Overhang { shape: lengths(&extent), used, origin };
        (overhang.shape != lengths(&overhang.used)).then_some(overhang)
    }

    /// The note on a chunk whose overhang is not the fill value. There is none where the document leaves open what that is.
    pub fn overhang_note(&self, overhang: &Overhang, elements: &Elements) -> Option<Note> {
        let is_defined =
            matches!(&self.document().node, Ok(GroupOrArray::Array(array)) if !array.fill_is_undefined);
        is_defined.then(|| overhang.note(elements, &self.metadata.fill_value)).flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::DataType;

    fn overhang() -> Overhang {
        // The chunk (1, 0) of chunks of 2×3 in an array of 3×2.
        Overhang { shape: vec![2, 3], used: vec![0..1, 0..2], origin: vec![2, 0] }
    }

    fn note(bytes: &[u8], fill: i128) -> Option<String> {
        let elements = Elements::new(DataType::from_name("uint8").unwrap(), bytes.to_vec());
        overhang().note(&elements, &Scalar::Integer(fill)).map(|note| note.value)
    }

    #[test]
    fn what_is_not_the_fill_value_past_the_array_is_noted() {
        assert_eq!(overhang().size(), 4);
        assert_eq!(note(&[1, 2, 0, 0, 0, 0], 0), None);
        let text = "2 of 4 elements past the array are not the fill value, 0; the first is 7 at (2, 2)";
        assert_eq!(note(&[1, 2, 7, 0, 0, 8], 0).as_deref(), Some(text));
        assert!(note(&[9, 9, 0, 0, 0, 0], 9).unwrap().starts_with("4 of 4 elements"));
    }

    #[test]
    fn a_nan_is_a_nan_whatever_its_bits() {
        let bits = [1.0_f32, 2.0, f32::NAN, -f32::NAN, f32::from_bits(0x7fc0_0001), f32::NAN];
        let elements = Elements::new(
            DataType::from_name("float32").unwrap(),
            bits.iter().flat_map(|float| float.to_le_bytes()).collect(),
        );
        let nan = elements.get(2).unwrap();
        assert_eq!(overhang().note(&elements, &nan), None);
    }
}
