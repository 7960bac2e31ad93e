//! Looks for the next element of a kind, after another one: in the order of chunks, and in C order within each.

use super::frame::{COMPARISONS, Holds};
use super::{Array, LabelProgress, NumberType};
use crate::codec::DecodeOptions;
use crate::metadata::text::{escape, shorten};
use crate::metadata::{DataType, Elements, Scalar, delinear, lengths, linear};

const LONGEST: usize = 40;
/// Elements between two questions whether the answer is still wanted.
const BETWEEN: usize = 1 << 20;

#[derive(Debug, Clone, PartialEq)]
pub struct WantedElement {
    /// As it was asked for.
    pub text: String,
    kind: WantedKind,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum WantedKind {
    /// No number, or a masked value.
    Nan,
    Fill,
    /// The first element of a chunk that is not stored.
    Missing,
    /// The place of a comparison, and the number on its right.
    Number(usize, f64),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ElementFound {
    At {
        element: Vec<u64>,
        /// Whether the search went over the end of the array.
        is_around: bool,
    },
    /// With the chunks that could not be read.
    None { faulty: u64 },
}

impl WantedElement {
    /// `nan`, `fill`, `missing`, or a comparison such as `> 300`.
    pub fn read(text: &str, data_type: &DataType) -> Result<Self, String> {
        let text = text.trim();
        let is_number = NumberType::of(data_type).is_some();
        let kind = match text.to_ascii_lowercase().as_str() {
            "missing" => WantedKind::Missing,
            "fill" => WantedKind::Fill,
            "nan" | "nat" | "masked" if is_number => WantedKind::Nan,
            _ => {
                let found = COMPARISONS.iter().enumerate().find_map(|(place, (sign, _))| {
                    let number = text.strip_prefix(sign)?.trim().parse().ok()?;
                    Some(WantedKind::Number(place, number))
                });
                found.filter(|_| is_number).ok_or_else(|| {
                    let numbers = if is_number { ", nan, or a comparison such as > 300" } else { "" };
                    format!("expected missing, fill{numbers}, found \"{}\"", escape(&shorten(text, LONGEST)))
                })?
            }
        };
        Ok(Self { text: text.to_owned(), kind })
    }

    /// Whether a stored element is meant. Numbers are compared with what its array shows of it; one element after the other,
    /// because physical values may take eight times the memory.
    fn is(&self, stored: &Scalar, array: &Array) -> bool {
        let number = || match array.shown_meaning() {
            Some(meaning) => NumberType::nearest(&meaning.convert_one(stored)),
            None => NumberType::nearest(stored),
        };
        match self.kind {
            WantedKind::Nan => number().is_nan(),
            WantedKind::Fill => *stored == array.metadata.fill_value,
            WantedKind::Missing => false,
            WantedKind::Number(place, wanted) => {
                let holds: Option<Holds> = COMPARISONS.get(place).map(|(_, holds)| *holds);
                number().partial_cmp(&wanted).zip(holds).is_some_and(|(own, holds)| holds(own))
            }
        }
    }
}

impl Array {
    /// The next such element after `from`, or the one before it; over the end it goes on at the beginning, up to `from` itself.
    /// `None` when it was stopped.
    pub fn find_element(
        &self,
        wanted: &WantedElement,
        from: &[u64],
        back: bool,
        options: &DecodeOptions,
        go_on: &mut dyn FnMut(LabelProgress) -> bool,
    ) -> Option<ElementFound> {
        let grid = &self.metadata.chunk_grid;
        let shape = grid.grid_shape();
        let mut faulty = 0;
        let Some((first, within)) = grid.locate(from) else { return Some(ElementFound::None { faulty }) };
        let chunks = grid.size().map_or(u64::MAX, |size| u64::try_from(size).unwrap_or(u64::MAX));
        let mut coords = first.clone();
        let mut is_around = false;
        for read in 0..=chunks {
            let mut ask = || go_on(LabelProgress { name: wanted.text.clone(), read, chunks });
            if !ask() {
                return None;
            }
            // The first chunk is looked at twice: beyond the element, and at the end up to it.
            let side = (coords == first).then_some(SearchedPart { at: &within, is_last: read > 0 });
            match self.find_in_chunk(wanted, &coords, side, back, options, &mut ask) {
                Ok(ChunkSearch::At(element)) => return Some(ElementFound::At { element, is_around }),
                Ok(ChunkSearch::None) => {}
                Ok(ChunkSearch::Stopped) => return None,
                Err(()) => faulty += u64::from(read < chunks),
            }
            is_around |= step(&mut coords, &shape, back);
        }
        Some(ElementFound::None { faulty })
    }

    fn find_in_chunk(
        &self,
        wanted: &WantedElement,
        coords: &[u64],
        side: Option<SearchedPart>,
        back: bool,
        options: &DecodeOptions,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<ChunkSearch, ()> {
        let grid = &self.metadata.chunk_grid;
        let (Some(used), Some(shape)) = (grid.used(coords), grid.chunk_shape(coords)) else { return Err(()) };
        let elements = if wanted.kind == WantedKind::Missing {
            if self.is_stored(coords).map_err(|_| ())? {
                return Ok(ChunkSearch::None);
            }
            None
        } else {
            self.decode(coords, options).map_err(|_| ())?
        };
        if elements.is_none()
            && wanted.kind != WantedKind::Missing
            && !wanted.is(&self.metadata.fill_value, self)
        {
            return Ok(ChunkSearch::None);
        }
        // Of a missing chunk each element is meant, or the first alone.
        let count = match (&elements, wanted.kind) {
            (Some(elements), _) => elements.size(),
            (None, WantedKind::Missing) => 1,
            (None, _) => {
                let all = shape.iter().fold(1_u64, |all, edge| all.saturating_mul(*edge));
                usize::try_from(all).unwrap_or(usize::MAX)
            }
        };
        let (mut begin, mut end) = (0, count);
        if let Some(SearchedPart { at, is_last }) = side {
            let at = linear(at, &shape).and_then(|at| usize::try_from(at).ok()).ok_or(())?;
            // In the end the element itself counts too.
            if back == is_last {
                begin = if is_last { at } else { at.saturating_add(1) };
            } else {
                end = count.min(if is_last { at.saturating_add(1) } else { at });
            }
        }
        let lengths = lengths(&used);
        for step in 0..end.saturating_sub(begin) {
            if step % BETWEEN == BETWEEN - 1 && !go_on() {
                return Ok(ChunkSearch::Stopped);
            }
            let index = if back { end - 1 - step } else { begin + step };
            let is_wanted = match elements.as_ref().map(|elements: &Elements| elements.get(index)) {
                Some(scalar) => scalar.is_some_and(|scalar| wanted.is(&scalar, self)),
                None => true,
            };
            if !is_wanted {
                continue;
            }
            let within = delinear(index as u64, &shape);
            if within.iter().zip(&lengths).all(|(at, length)| at < length) {
                let element = used.iter().zip(&within).map(|(range, at)| range.start + at).collect();
                return Ok(ChunkSearch::At(element));
            }
        }
        Ok(ChunkSearch::None)
    }
}

/// What of the first chunk is looked at: what comes after the element in the direction of the search, or in the end the rest.
#[derive(Clone, Copy)]
struct SearchedPart<'a> {
    at: &'a [u64],
    is_last: bool,
}

enum ChunkSearch {
    At(Vec<u64>),
    None,
    Stopped,
}

/// To the next chunk, or the one before. True where it went over the end of the grid.
fn step(coords: &mut [u64], shape: &[u64], back: bool) -> bool {
    for (at, edge) in coords.iter_mut().zip(shape).rev() {
        if back && *at > 0 {
            *at -= 1;
            return false;
        }
        if !back && at.saturating_add(1) < *edge {
            *at += 1;
            return false;
        }
        *at = if back { edge.saturating_sub(1) } else { 0 };
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hierarchy::Hierarchy;
    use crate::store::MemoryStore;

    /// 3×5 of uint8 in chunks of 2×2, fill 9. Of the six chunks, (0, 1) is missing.
    fn array() -> Array {
        let document = r#"{"zarr_format": 3, "node_type": "array", "shape": [3, 5], "data_type": "uint8", "fill_value": 9,
            "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2, 2]}},
            "chunk_key_encoding": {"name": "default"}, "codecs": [{"name": "bytes"}]}"#;
        let chunks: [(&str, [u8; 4]); 5] = [
            ("0/0", [1, 2, 3, 7]),
            ("0/2", [7, 7, 5, 7]),
            ("1/0", [9, 4, 7, 7]),
            ("1/1", [1, 1, 7, 7]),
            ("1/2", [6, 7, 7, 7]),
        ];
        let mut values = vec![("a/zarr.json".to_owned(), document.as_bytes().to_vec())];
        values.extend(chunks.map(|(key, bytes)| (format!("a/c/{key}"), bytes.to_vec())));
        Array::open(&Hierarchy::in_store("memory", MemoryStore::new("memory", values)), "a").unwrap()
    }

    fn all(text: &str, back: bool) -> Vec<(Vec<u64>, bool)> {
        let array = array();
        let wanted = WantedElement::read(text, &array.metadata.data_type).unwrap();
        // Neither the first nor the last element is one that the way back is asked for.
        let mut at = if back { vec![2, 4] } else { vec![0, 0] };
        let mut found = Vec::new();
        loop {
            let next = array.find_element(&wanted, &at, back, &DecodeOptions::default(), &mut |_| true);
            let Some(ElementFound::At { element, is_around }) = next else { return found };
            at.clone_from(&element);
            found.push((element, is_around));
            if is_around {
                return found;
            }
        }
    }

    #[test]
    fn elements_are_found_in_the_order_of_chunks_and_around_the_end() {
        let forward = |text| all(text, false);
        // The overhang of the last chunks is full of 7: only those in the array are found.
        assert_eq!(forward("= 7"), [(vec![1, 1], false), (vec![0, 4], false), (vec![1, 1], true)]);
        // A missing chunk is full of the fill value.
        let fills = [[0, 2], [0, 3], [1, 2], [1, 3], [2, 0]].map(|at| (at.to_vec(), false));
        assert_eq!(forward("fill")[..5], fills);
        assert_eq!(forward("fill")[5], (vec![0, 2], true));
        assert_eq!(forward("missing"), [(vec![0, 2], false), (vec![0, 2], true)]);
        assert_eq!(forward("> 9"), []);
        assert_eq!(forward("nan"), []);
        // The element itself is the last that is looked at.
        assert_eq!(forward("<2")[1], (vec![2, 3], false));
        assert_eq!(forward("<2")[2], (vec![0, 0], true));
    }

    #[test]
    fn the_way_back_finds_the_same_elements() {
        let [forward, mut back] = [false, true].map(|back| {
            let mut found = all(">= 7", back);
            assert_eq!(found.pop().map(|(_, is_around)| is_around), Some(true));
            found.into_iter().map(|(at, _)| at).collect::<Vec<_>>()
        });
        back.reverse();
        assert_eq!(forward, back);
        assert_eq!(forward.len(), 7);
    }

    #[test]
    fn physical_values_are_those_that_are_shown() {
        let document = r#"{"zarr_format": 3, "node_type": "array", "shape": [4], "data_type": "int8", "fill_value": 0,
            "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [4]}}, "codecs": [{"name": "bytes"}],
            "chunk_key_encoding": {"name": "default"},
            "attributes": {"scale_factor": 0.5, "add_offset": 10.0, "_FillValue": -9}}"#;
        let values = [("a/zarr.json", document.as_bytes().to_vec()), ("a/c/0", vec![1, 0xf7, 20, 4])];
        let values = values.map(|(key, bytes)| (key.to_owned(), bytes));
        let raw =
            Array::open(&Hierarchy::in_store("memory", MemoryStore::new("memory", values)), "a").unwrap();
        let physical = raw.physical();
        let find = |array: &Array, text: &str| {
            let wanted = WantedElement::read(text, array.values_type()).unwrap();
            array.find_element(&wanted, &[0], false, &DecodeOptions::default(), &mut |_| true).unwrap()
        };
        let at = |at: u64| ElementFound::At { element: vec![at], is_around: false };
        // 1, -9, 20, 4 are 10.5, masked, 20, 12.
        assert_eq!(find(&physical, "nan"), at(1));
        assert_eq!(find(&physical, "= 12"), at(3));
        assert_eq!(find(&raw, "nan"), ElementFound::None { faulty: 0 });
        assert_eq!(find(&raw, "> 3"), at(2));
        assert_eq!(find(&raw, "= 12"), ElementFound::None { faulty: 0 });
    }

    #[test]
    fn what_cannot_be_looked_for_is_refused() {
        let text = DataType::from_name("string").unwrap();
        for (wanted, data_type) in [("nan", &text), ("> 3", &text), ("> x", &DataType::Bool), ("", &text)] {
            assert!(WantedElement::read(wanted, data_type).is_err(), "{wanted}");
        }
        assert!(WantedElement::read("fill", &text).is_ok());
    }
}
