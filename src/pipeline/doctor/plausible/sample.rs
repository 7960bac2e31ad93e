//! The numbers of a chunk that are looked at: runs of neighbours, without fill values and overhang.

use crate::metadata::float::FloatType;
use crate::metadata::{DataType, TimeType, delinear};

/// So many elements are looked at, over all parts of an element.
pub(super) const MOST: usize = 1 << 16;
/// A larger chunk is looked at in so many places.
const PLACES: usize = 4;
/// So many parts of an element are looked at.
const MOST_PARTS: usize = 16;
/// An axis has neighbours to compare from this length on.
const LEAST_EDGE: u64 = 8;

/// What the bytes of a number mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Signed,
    Unsigned,
    Float(FloatType),
    Time(TimeType),
}

/// One number in every element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Part {
    /// Where it begins in the element.
    pub offset: usize,
    /// How many bytes it has, at most 8.
    pub nbytes: usize,
    pub kind: Kind,
    /// The number of the field of a struct that it is in.
    pub field: Option<usize>,
}

/// The numbers that an element is made of. What is neither an integer nor a float is left out.
pub(super) fn parts(data_type: &DataType) -> Vec<Part> {
    let mut found = Vec::new();
    collect(data_type, (0, None), &mut found);
    found.truncate(MOST_PARTS);
    found
}

fn collect(data_type: &DataType, (offset, field): (usize, Option<usize>), found: &mut Vec<Part>) {
    let nbytes = data_type.nbytes();
    let mut add = |offset, nbytes, kind| found.push(Part { offset, nbytes, kind, field });
    match data_type {
        DataType::Integer(integer) if integer.signed => add(offset, nbytes, Kind::Signed),
        DataType::Integer(_) => add(offset, nbytes, Kind::Unsigned),
        DataType::Float(float) => add(offset, nbytes, Kind::Float(*float)),
        DataType::Time(time) => add(offset, nbytes, Kind::Time(*time)),
        DataType::Complex(float) => {
            add(offset, nbytes / 2, Kind::Float(*float));
            add(offset.saturating_add(nbytes / 2), nbytes / 2, Kind::Float(*float));
        }
        DataType::Struct(fields) => {
            let mut offset = offset;
            for (index, own) in fields.iter().enumerate().take(MOST_PARTS) {
                collect(&own.data_type, (offset, field.or(Some(index))), found);
                offset = offset.saturating_add(own.data_type.nbytes());
            }
        }
        _ => {}
    }
}

/// The elements of a chunk as they lie in memory.
#[derive(Debug, Clone)]
pub(super) struct Frame {
    /// The shape, in C order.
    pub shape: Vec<u64>,
    /// How far the array reaches in each dimension: beyond is overhang.
    pub used: Vec<u64>,
    /// Bytes of an element.
    pub nbytes: usize,
    /// The fill value, little-endian.
    pub fill: Option<Vec<u8>>,
}

impl Frame {
    /// How far neighbours along each axis are apart: of the last three axes that are long enough, and always 1.
    fn lags(&self) -> Vec<usize> {
        let mut stride = 1_u64;
        let mut lags = vec![1];
        for edge in self.shape.iter().rev() {
            if *edge >= LEAST_EDGE && stride > 1 && lags.len() < 3 {
                lags.extend(usize::try_from(stride));
            }
            stride = stride.saturating_mul(*edge);
        }
        lags
    }
}

/// Some numbers of a chunk, as bit patterns.
#[derive(Debug, Clone)]
pub(super) struct Sample {
    pub bits: Vec<u64>,
    /// Which of them count: no fill value, no overhang.
    pub kept: Vec<bool>,
    /// Bytes of a number.
    pub nbytes: usize,
    /// Neighbours are within runs of this length.
    pub run: usize,
    /// How far neighbours are apart.
    pub lags: Vec<usize>,
}

impl Sample {
    /// Takes one part of the elements in `bytes`, which are little-endian.
    pub fn take(bytes: &[u8], part: &Part, share: usize, frame: &Frame) -> Self {
        let size = bytes.len() / frame.nbytes.max(1);
        let most = (MOST / share.max(1)).max(1);
        let (places, run) = if size <= most { (1, size) } else { (PLACES, most / PLACES) };
        let mut sample = Self {
            bits: Vec::new(),
            kept: Vec::new(),
            nbytes: part.nbytes,
            run: run.max(1),
            lags: frame.lags(),
        };
        sample.lags.retain(|lag| *lag == 1 || *lag < run / 4);
        let own = part.offset..part.offset.saturating_add(part.nbytes);
        let fill = frame.fill.as_ref().and_then(|fill| fill.get(own.clone())).map(little_endian);
        for place in 0..places {
            let first = if places == 1 { 0 } else { (size - run) / (places - 1) * place };
            let mut inside = Odometer::at(first, frame);
            let elements = bytes.chunks_exact(frame.nbytes.max(1)).skip(first).take(run);
            for element in elements {
                let bits = element.get(own.clone()).map_or(0, little_endian);
                let is_fill = fill.is_some_and(|fill| bits == fill || swap(bits, part.nbytes) == fill);
                sample.bits.push(bits);
                sample.kept.push(inside.next() && !is_fill);
            }
        }
        sample
    }

    /// The same numbers with their bytes the other way round.
    pub fn swapped(&self) -> Self {
        let bits = self.bits.iter().map(|bits| swap(*bits, self.nbytes)).collect();
        Self { bits, ..self.clone() }
    }

    /// The numbers that count.
    pub fn counted(&self) -> impl Iterator<Item = u64> {
        self.bits.iter().zip(&self.kept).filter(|(_, kept)| **kept).map(|(bits, _)| *bits)
    }

    /// Pairs of neighbours that count.
    pub fn pairs(&self, lag: usize) -> impl Iterator<Item = (u64, u64)> {
        self.runs().flat_map(move |run| {
            let pairs = run.iter().zip(run.iter().skip(lag));
            pairs
                .filter(|(one, other)| one.1 && other.1)
                .map(|(one, other)| (one.0, other.0))
                .collect::<Vec<_>>()
        })
    }

    /// Pairs of neighbours, whether they count or not.
    pub fn all_pairs(&self) -> impl Iterator<Item = (u64, u64)> {
        let runs = self.bits.chunks(self.run);
        runs.flat_map(|run| run.windows(2).filter_map(|pair| Some((*pair.first()?, *pair.last()?))))
    }

    /// Three neighbours in a row that count.
    pub fn triples(&self, lag: usize) -> impl Iterator<Item = [u64; 3]> {
        self.runs().flat_map(move |run| {
            let rows = run.iter().zip(run.iter().skip(lag)).zip(run.iter().skip(lag.saturating_mul(2)));
            let rows = rows.filter(|((a, b), c)| a.1 && b.1 && c.1);
            rows.map(|((a, b), c)| [a.0, b.0, c.0]).collect::<Vec<_>>()
        })
    }

    fn runs(&self) -> impl Iterator<Item = Vec<(u64, bool)>> {
        let runs = self.bits.chunks(self.run).zip(self.kept.chunks(self.run));
        runs.map(|(bits, kept)| bits.iter().copied().zip(kept.iter().copied()).collect())
    }

    /// How many different numbers there are among those that count; counting stops at `most`.
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

    /// The bits that are not the same in all numbers that count.
    pub fn varying(&self) -> u64 {
        let first = self.counted().next().unwrap_or(0);
        self.counted().fold(0, |varying, bits| varying | (bits ^ first))
    }

    /// How many bytes of a number vary.
    pub fn varying_bytes(&self) -> usize {
        self.varying().to_le_bytes().iter().filter(|byte| **byte != 0).count()
    }
}

/// Steps through elements in C order and says of each whether the array has it.
struct Odometer<'a> {
    coords: Vec<u64>,
    frame: &'a Frame,
    /// Nothing overhangs.
    is_whole: bool,
}

impl<'a> Odometer<'a> {
    fn at(first: usize, frame: &'a Frame) -> Self {
        Self { coords: delinear(first as u64, &frame.shape), frame, is_whole: frame.used == frame.shape }
    }

    fn next(&mut self) -> bool {
        if self.is_whole {
            return true;
        }
        let inside = self.coords.iter().zip(&self.frame.used).all(|(coord, used)| coord < used);
        for (coord, edge) in self.coords.iter_mut().zip(&self.frame.shape).rev() {
            *coord += 1;
            if *coord < *edge {
                break;
            }
            *coord = 0;
        }
        inside
    }
}

/// At most 8 bytes as a number.
pub(super) fn little_endian(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |sum, byte| (sum << 8) | u64::from(*byte))
}

/// The last `nbytes` bytes of a number the other way round.
pub(super) fn swap(bits: u64, nbytes: usize) -> u64 {
    match nbytes {
        2..=8 => bits.swap_bytes() >> (64 - 8 * nbytes),
        _ => bits,
    }
}

/// A part of a whole, from 0 to 1; 0 of nothing.
#[expect(clippy::cast_precision_loss, reason = "far fewer elements than 2^53 are looked at")]
pub(super) fn share(part: usize, whole: usize) -> f64 {
    part as f64 / whole.max(1) as f64
}
