use std::{cmp::Ordering, ops::Range};

use super::{Array, ChunkAddress};
use crate::codec::Note;
use crate::metadata::{Elements, Scalar, delinear, lengths, starts, text};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Overhang {
    pub shape: Vec<u64>,
    pub used: Vec<Range<u64>>,
    pub origin: Vec<u64>,
}

impl Overhang {
    pub fn size(&self) -> u64 {
        let mut all: u64 = 1;
        let mut used: u64 = 1;
        for (edge, range) in self.shape.iter().zip(&self.used) {
            all = all.saturating_mul(*edge);
            used = used.saturating_mul(range.end - range.start);
        }
        all.saturating_sub(used)
    }

    pub fn note(&self, elements: &Elements, fill: &Scalar) -> Option<Note> {
        let own = fill.bytes(elements.data_type());
        let mut odd: u64 = 0;
        let mut first = None;
        for (index, element) in (0..).zip(elements.each()) {
            if !self.is_past(index) || *element == *own {
                continue;
            }
            if let Some(scalar) = elements.data_type().scalar(element)
                && is_same(&scalar, fill)
            {
                continue;
            }
            odd += 1;
            first.get_or_insert(index);
        }
        let first = first?;
        let value = elements.get(usize::try_from(first).ok()?)?;
        let mut at = delinear(first, &self.shape);
        for (coord, start) in at.iter_mut().zip(&self.origin) {
            *coord += start;
        }
        let value = format!(
            "{odd} of {} elements past the array are not the fill value, {fill}; the first is {value} at {}",
            self.size(),
            text::shape(&at)
        );
        Some(Note { name: "overhang", value })
    }

    pub(super) fn is_past(&self, index: u64) -> bool {
        let row = self.shape.last().copied().unwrap_or(1).max(1);
        let mut axes = self.shape.iter().zip(&self.used).rev();
        // The last dimension tells most elements apart, without a division for each of the others.
        if let Some((_, range)) = axes.next()
            && !range.contains(&(index % row))
        {
            return true;
        }
        let mut rest = index / row;
        for (edge, range) in axes {
            if !range.contains(&(rest % (*edge).max(1))) {
                return true;
            }
            rest /= (*edge).max(1);
        }
        false
    }
}

fn is_same(one: &Scalar, other: &Scalar) -> bool {
    let (Scalar::Float(one), Scalar::Float(other)) = (one, other) else { return false };
    let one = one.value();
    let other = other.value();
    one.partial_cmp(&other) == Some(Ordering::Equal) || (one.is_nan() && other.is_nan())
}

#[doc(hidden)]
impl Array {
    /// `None` also where elements are in another order than those of the array: it is not known which of them lie past it.
    pub fn overhang(&self, address: &ChunkAddress) -> Option<Overhang> {
        let grid = &self.metadata.chunk_grid;
        if !grid.overhangs(&address.chunk) {
            return None;
        }
        let mut extent = grid.extent(&address.chunk)?;
        let chain = self.chain_at(&address.chunk).ok()?;
        let mut chain = &*chain;
        for coords in &address.inner {
            if chain.rearranges() {
                return None;
            }
            let sharding = chain.sharding()?;
            for (outer, own) in extent.iter_mut().zip(sharding.grid().extent(coords)?) {
                *outer = outer.start.checked_add(own.start)?..outer.start.checked_add(own.end)?;
            }
            chain = sharding.inner();
        }
        let mut used = Vec::new();
        for (range, size) in extent.iter().zip(&self.metadata.shape) {
            used.push(0..(*size).clamp(range.start, range.end).saturating_sub(range.start));
        }
        let shape = lengths(&extent);
        if shape == lengths(&used) { None } else { Some(Overhang { shape, used, origin: starts(&extent) }) }
    }

    pub fn overhang_note(&self, overhang: &Overhang, elements: &Elements) -> Option<Note> {
        overhang.note(elements, self.defined_fill()?)
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
