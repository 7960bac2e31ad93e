use crate::metadata::{DataType, TimeType, delinear, float::FloatType, little_endian};

/// So many elements are looked at, over all parts of an element.
pub(super) const MOST: usize = 1 << 16;
/// A larger chunk is looked at in so many places.
const PLACES: usize = 4;
/// So many parts of an element are looked at.
const MOST_PARTS: usize = 16;
/// An axis has neighbours to compare from this length on.
const LEAST_EDGE: u64 = 8;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::doctor) enum NumberKind {
    Signed,
    Unsigned,
    Float(FloatType),
    Time(TimeType),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::doctor) struct Part {
    pub offset: usize,
    pub nbytes: usize,
    pub kind: NumberKind,
    pub field: Option<usize>,
}

pub(in crate::doctor) fn parts(data_type: &DataType) -> Vec<Part> {
    let mut found = Vec::new();
    collect(data_type, 0, None, &mut found);
    found.truncate(MOST_PARTS);
    found
}

fn collect(data_type: &DataType, offset: usize, field: Option<usize>, found: &mut Vec<Part>) {
    let nbytes = data_type.nbytes();
    let mut add = |offset, nbytes, kind| found.push(Part { offset, nbytes, kind, field });
    match data_type {
        DataType::Integer(integer) if integer.signed => add(offset, nbytes, NumberKind::Signed),
        DataType::Integer(_) => add(offset, nbytes, NumberKind::Unsigned),
        DataType::Float(float) => add(offset, nbytes, NumberKind::Float(*float)),
        DataType::Time(time) => add(offset, nbytes, NumberKind::Time(*time)),
        DataType::Complex(float) => {
            add(offset, nbytes / 2, NumberKind::Float(*float));
            add(offset.saturating_add(nbytes / 2), nbytes / 2, NumberKind::Float(*float));
        }
        DataType::Struct(fields) => {
            let mut offset = offset;
            for (index, own) in fields.iter().enumerate().take(MOST_PARTS) {
                collect(&own.data_type, offset, field.or(Some(index)), found);
                offset = offset.saturating_add(own.data_type.nbytes());
            }
        }
        _ => {}
    }
}

#[derive(Debug, Clone)]
pub(super) struct SampleFrame {
    pub shape: Vec<u64>,
    pub used: Vec<u64>,
    pub nbytes: usize,
    pub fill: Option<Vec<u8>>,
}

#[derive(Debug, Clone)]
pub(super) struct Sample {
    pub bits: Vec<u64>,
    pub kept: Vec<bool>,
    pub ends: Vec<bool>,
    pub nbytes: usize,
    pub run: usize,
    pub lags: Vec<usize>,
}

impl Sample {
    pub fn take(bytes: &[u8], part: &Part, share: usize, frame: &SampleFrame) -> Self {
        let size = bytes.len() / frame.nbytes.max(1);
        let most = (MOST / share.max(1)).max(1);
        let (places, run) = if size <= most { (1, size) } else { (PLACES, most / PLACES) };
        let mut stride = 1_u64;
        let mut lags = vec![1];
        for edge in frame.shape.iter().rev() {
            if *edge >= LEAST_EDGE && stride > 1 && lags.len() < 3 {
                lags.extend(usize::try_from(stride));
            }
            stride = stride.saturating_mul(*edge);
        }
        lags.retain(|lag| *lag == 1 || *lag < run / 4);
        let (bits, kept, ends) = (Vec::new(), Vec::new(), Vec::new());
        let mut sample = Self { bits, kept, ends, nbytes: part.nbytes, run: run.max(1), lags };
        let own = part.offset..part.offset.saturating_add(part.nbytes);
        let fill = frame.fill.as_ref().and_then(|fill| fill.get(own.clone()).map(little_endian));
        let is_whole = frame.used == frame.shape;
        let edge = frame.shape.iter().rev().find(|edge| **edge > 1).copied().unwrap_or(1);
        let row = usize::try_from(edge).unwrap_or(usize::MAX);
        for place in 0..places {
            let first = if places == 1 { 0 } else { (size - run) / (places - 1) * place };
            let mut coords = delinear(first as u64, &frame.shape);
            for element in bytes.chunks_exact(frame.nbytes.max(1)).skip(first).take(run) {
                let bits = element.get(own.clone()).map_or(0, little_endian);
                let is_fill = fill.is_some_and(|fill| bits == fill || swap(bits, part.nbytes) == fill);
                sample.bits.push(bits);
                sample.kept.push((is_whole || next_is_used(&mut coords, frame)) && !is_fill);
            }
            for index in (first..).take(sample.bits.len() - sample.ends.len()) {
                sample.ends.push(index % row == row - 1);
            }
        }
        sample
    }

    pub fn swapped(&self) -> Self {
        Self { bits: self.bits.iter().map(|bits| swap(*bits, self.nbytes)).collect(), ..self.clone() }
    }

    pub fn counted(&self) -> impl Iterator<Item = u64> {
        self.bits.iter().zip(&self.kept).filter(|(_, kept)| **kept).map(|(bits, _)| *bits)
    }

    pub fn pairs(&self, lag: usize) -> impl Iterator<Item = [u64; 2]> {
        self.starts(lag)
            .filter_map(move |start| self.row(start, lag, |index| self.kept.get(index) == Some(&true)))
    }

    pub fn all_pairs(&self) -> impl Iterator<Item = [u64; 2]> {
        self.starts(1).filter_map(|start| self.row(start, 1, |_| true))
    }

    pub fn triples(&self, lag: usize) -> impl Iterator<Item = [u64; 3]> {
        self.starts(lag)
            .filter_map(move |start| self.row(start, lag, |index| self.kept.get(index) == Some(&true)))
    }

    fn starts(&self, lag: usize) -> impl Iterator<Item = usize> {
        let size = self.bits.len();
        let runs = (0..size).step_by(self.run);
        runs.flat_map(move |first| first..first.saturating_add(self.run).min(size).saturating_sub(lag))
    }

    fn row<const N: usize>(
        &self,
        start: usize,
        lag: usize,
        is_wanted: impl Fn(usize) -> bool,
    ) -> Option<[u64; N]> {
        let mut found = [0; N];
        let mut index = start;
        for (place, bits) in found.iter_mut().enumerate() {
            let goes_on = lag > 1 || place + 1 == N || self.ends.get(index) == Some(&false);
            *bits = *self.bits.get(index).filter(|_| goes_on && is_wanted(index))?;
            index = index.saturating_add(lag);
        }
        Some(found)
    }

    pub fn distinct(&self, most: usize) -> usize {
        let mut seen = std::collections::HashSet::new();
        for bits in self.counted() {
            seen.insert(bits);
            if seen.len() >= most {
                break;
            }
        }
        seen.len()
    }

    pub fn varying(&self) -> u64 {
        let first = self.counted().next().unwrap_or(0);
        self.counted().fold(0, |varying, bits| varying | (bits ^ first))
    }
}

/// Whether the array has an element there, and the coordinates of the next one.
fn next_is_used(coords: &mut [u64], frame: &SampleFrame) -> bool {
    let is_used = coords.iter().zip(&frame.used).all(|(coord, used)| coord < used);
    for (coord, edge) in coords.iter_mut().zip(&frame.shape).rev() {
        *coord += 1;
        if *coord < *edge {
            break;
        }
        *coord = 0;
    }
    is_used
}

#[expect(clippy::cast_precision_loss, reason = "only averages are made of it")]
pub(super) fn approximate(number: u64) -> f64 {
    number as f64
}

pub(super) fn swap(bits: u64, nbytes: usize) -> u64 {
    match nbytes {
        2..=8 => bits.swap_bytes() >> (64 - 8 * nbytes),
        _ => bits,
    }
}

#[expect(clippy::cast_precision_loss, reason = "far fewer elements than 2^53 are looked at")]
pub(in crate::doctor) fn share(part: usize, whole: usize) -> f64 {
    part as f64 / whole.max(1) as f64
}

#[cfg(test)]
impl Sample {
    pub fn row_of(numbers: impl IntoIterator<Item = u64>, nbytes: usize) -> Self {
        let bits: Vec<u64> = numbers.into_iter().collect();
        let (kept, ends) = (vec![true; bits.len()], vec![false; bits.len()]);
        Self { run: bits.len().max(1), bits, kept, ends, nbytes, lags: vec![1] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fill_values_and_the_overhang_do_not_count() {
        let part = Part { offset: 0, nbytes: 2, kind: NumberKind::Unsigned, field: None };
        let frame = SampleFrame { shape: vec![2, 3], used: vec![2, 2], nbytes: 2, fill: Some(vec![1, 0]) };
        // The last column overhangs. A fill value does not count in either byte order.
        let bytes = [1, 0, 7, 0, 9, 9, 0, 1, 8, 0, 9, 9];
        let sample = Sample::take(&bytes, &part, 1, &frame);
        assert_eq!(sample.counted().collect::<Vec<_>>(), [7, 8]);
        assert_eq!(sample.swapped().counted().collect::<Vec<_>>(), [0x700, 0x800]);
    }

    #[test]
    fn neighbours_are_in_one_row() {
        let part = Part { offset: 1, nbytes: 1, kind: NumberKind::Unsigned, field: None };
        let frame = SampleFrame { shape: vec![2, 3], used: vec![2, 3], nbytes: 2, fill: None };
        let bytes = [0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6];
        let mut sample = Sample::take(&bytes, &part, 1, &frame);
        sample.kept[5] = false;
        assert_eq!(sample.pairs(1).collect::<Vec<_>>(), [[1, 2], [2, 3], [4, 5]]);
        assert_eq!(sample.all_pairs().collect::<Vec<_>>(), [[1, 2], [2, 3], [4, 5], [5, 6]]);
        assert_eq!(sample.pairs(3).collect::<Vec<_>>(), [[1, 4], [2, 5]]);
        assert_eq!(sample.triples(1).collect::<Vec<_>>(), [[1, 2, 3]]);
    }

    #[test]
    fn the_bytes_of_a_number_are_turned_around() {
        assert_eq!(swap(0x0102_0304, 4), 0x0403_0201);
        assert_eq!((swap(0xff00, 2), swap(7, 1)), (0x00ff, 7));
    }

    #[test]
    fn the_numbers_of_an_element_are_its_parts() {
        let of = |name: &str| parts(&DataType::from_name(name).unwrap());
        assert_eq!(of("complex64").iter().map(|part| part.offset).collect::<Vec<_>>(), [0, 4]);
        assert_eq!((of("bool"), of("r32"), of("string")), (vec![], vec![], vec![]));
    }
}
