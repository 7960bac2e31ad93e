//! What can have been done to the bytes of a chunk, and the bytes without that: one closed family, whatever the field.

use super::super::plausible::{sample::NumberKind, shuffle::planes};
use super::Surroundings;
use super::digest::{CellBytes, CellDigest, NumberView};
use crate::codec::{DELTA, SHUFFLE};
use crate::metadata::float::FloatType;
use crate::metadata::text::count;
use crate::pipeline::ChunkAddress;

/// So many bytes are read otherwise for one cell: longer shifts are not looked for in large chunks.
const MOST_NBYTES: usize = 96 << 20;
/// Shifts by up to so many elements are looked for in any case.
const SHIFTED: usize = 8;
/// Of fewer rows or columns a shear is hardly more than a shift.
pub(super) const FEWEST_ROWS: usize = 12;
/// Of more dimensions only two are exchanged.
const PERMUTED: usize = 3;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Done {
    Swapped,
    Transposed(Vec<usize>),
    Reversed(usize),
    /// So many quarter turns of the last two dimensions.
    Turned(usize),
    /// All numbers along a dimension have gone around by so many places.
    Rolled(usize, usize),
    /// Numbers are so many bytes on; backwards where that is negative.
    Shifted(isize),
    /// The bytes were put into planes of so many, and not back.
    Shuffled(usize),
    /// Bytes that were in no planes were put back from some.
    Unshuffled(usize),
    Differences,
    Summed,
    /// The bits within each byte of packed bools are in the other order.
    BitsReversed,
    /// Rows are so many elements longer in the bytes that were written.
    Sheared(isize),
    /// The numbers are of another type of the same width.
    OfKind(NumberKind),
}

pub(super) struct RestoredCell {
    pub bytes: Vec<u8>,
    pub numbers: NumberView,
}

impl RestoredCell {
    /// The digest of a cell without what was done to it. What a shifted list has lost at one end is not what stands there now.
    pub fn digest(&self, address: &ChunkAddress, done: &Done, cell: &CellBytes) -> Option<CellDigest> {
        let (nbytes, address) = (self.numbers.nbytes, address.clone());
        if let ([size], Done::Shifted(by)) = (cell.shape, done)
            && done.keeps_numbers(nbytes)
        {
            let lost = by.unsigned_abs();
            let rest = if *by > 0 { ..self.bytes.len() - lost } else { ..self.bytes.len() };
            let bytes = self.bytes.get(rest)?.get(if *by > 0 { 0 } else { lost }..)?;
            let shape = [size.checked_sub(lost / nbytes)?];
            let rest = CellBytes { bytes, shape: &shape, used: &shape };
            let mut digest = CellDigest::take(&self.numbers, address, rest)?;
            digest.lead_on(*by > 0, lost / nbytes);
            return Some(digest);
        }
        let mut used = cell.used.to_vec();
        // What a sheared cell has lost is at its end, or at the ends of its rows.
        if let ([rows, row], Done::Sheared(by)) = (cell.shape, done) {
            let lost = by.unsigned_abs();
            used = if *by > 0 {
                vec![rows - (rows * lost).div_ceil(*row).min(rows - 1), *row]
            } else {
                vec![*rows, row - lost]
            };
        }
        CellDigest::take(&self.numbers, address, CellBytes { bytes: &self.bytes, used: &used, ..*cell })
    }
}

impl Done {
    pub fn keeps_numbers(&self, nbytes: usize) -> bool {
        match self {
            Self::Transposed(_)
            | Self::Reversed(_)
            | Self::Turned(_)
            | Self::Rolled(..)
            | Self::BitsReversed
            | Self::Sheared(_) => true,
            Self::Shifted(by) => by.unsigned_abs().is_multiple_of(nbytes),
            _ => false,
        }
    }

    pub fn is_towards_end(&self) -> bool {
        matches!(self, Self::Shifted(by) if *by > 0)
    }

    /// How much has to have happened: what is simpler is likelier.
    pub fn effort(&self) -> usize {
        match self {
            Self::Summed | Self::Unshuffled(_) => 0,
            Self::Swapped
            | Self::Transposed(_)
            | Self::Reversed(_)
            | Self::Turned(_)
            | Self::OfKind(_)
            | Self::BitsReversed => 1,
            Self::Shuffled(_) | Self::Sheared(_) => 2,
            Self::Shifted(_) | Self::Rolled(..) => 3,
            Self::Differences => 4,
        }
    }

    /// `edges` are those of the cell.
    pub fn describe(&self, numbers: &NumberView, edges: &[u64]) -> String {
        match self {
            Self::Swapped => "is in the other byte order".to_owned(),
            Self::Transposed(order) => format!("is transposed: its dimensions are in the order {order:?}"),
            Self::Reversed(axis) => format!("is reversed along dimension {axis}"),
            Self::Turned(quarters) => format!("is turned by {} degrees", 90 * quarters),
            Self::Rolled(axis, by) => {
                let (by, edge) = (*by as u64, edges.get(*axis).copied().unwrap_or(0));
                let (moved, side) = if 2 * by <= edge { (by, "end") } else { (edge - by, "beginning") };
                let (unit, along) = match (edges.len(), axis) {
                    (1, _) => ("element", String::new()),
                    (2, 0) => ("row", " along dimension 0,".to_owned()),
                    (2, 1) => ("column", " along dimension 1,".to_owned()),
                    _ => ("place", format!(" along dimension {axis},")),
                };
                let moved = count(moved.into(), unit);
                format!(
                    "is rotated by {moved}{along} towards its {side}: what left there is at the other end"
                )
            }
            Self::Shifted(by) => {
                let count = by.unsigned_abs();
                let (number, unit) = if count.is_multiple_of(numbers.nbytes) {
                    (count / numbers.nbytes, "element")
                } else {
                    (count, "byte")
                };
                let plural = if number == 1 { "" } else { "s" };
                let direction = if *by > 0 { "end" } else { "beginning" };
                format!("is shifted by {number} {unit}{plural} towards its {direction}")
            }
            Self::Shuffled(size) => format!("has its bytes still shuffled, in {size} planes"),
            Self::Unshuffled(_) => {
                "was written without the filter shuffle, which was undone all the same".to_owned()
            }
            Self::Differences => "holds differences that were not added up, as delta stores them".to_owned(),
            Self::Summed => {
                "was written without the filter delta, which was undone all the same: it holds sums"
                    .to_owned()
            }
            Self::BitsReversed => "has the bits of each byte in the other order".to_owned(),
            Self::Sheared(by) => {
                let side = if *by > 0 { "longer" } else { "shorter" };
                let by = count(by.unsigned_abs() as u128, "element");
                format!("is sheared: it was written from rows that are {by} {side}")
            }
            Self::OfKind(kind) => {
                format!(
                    "holds {} read as {}",
                    kind_name(*kind, numbers),
                    kind_name(numbers.part.kind, numbers)
                )
            }
        }
    }

    /// `None` where it cannot have been done.
    pub fn undo(&self, numbers: &NumberView, cell: &CellBytes) -> Option<RestoredCell> {
        let nbytes = numbers.nbytes;
        let mut bytes = cell.bytes.to_vec();
        let mut own = numbers.clone();
        match self {
            Self::Swapped => bytes.chunks_exact_mut(nbytes).for_each(<[u8]>::reverse),
            Self::Transposed(order) => bytes = transposed(cell, nbytes, order)?,
            Self::Reversed(axis) => {
                for slab in slabs(&mut bytes, cell, nbytes, *axis) {
                    let stride = cell.stride(*axis) * nbytes;
                    let rows: Vec<u8> = slab.chunks(stride.max(1)).rev().flatten().copied().collect();
                    slab.copy_from_slice(&rows);
                }
            }
            Self::Turned(quarters) => {
                let [rows, row, pixel] = pixels(cell)?;
                let nbytes = pixel * nbytes;
                let plane = rows * row * nbytes;
                for (plane, from) in bytes.chunks_exact_mut(plane).zip(cell.bytes.chunks_exact(plane)) {
                    for (index, into) in plane.chunks_exact_mut(nbytes).enumerate() {
                        let (y, x) = (index / row, index % row);
                        let (y, x) = match quarters {
                            1 => (x, row - 1 - y),
                            2 => (rows - 1 - y, row - 1 - x),
                            _ => (rows - 1 - x, y),
                        };
                        let at = (y * row + x) * nbytes;
                        into.copy_from_slice(from.get(at..at + nbytes)?);
                    }
                }
            }
            Self::Rolled(axis, by) => {
                let by = by * cell.stride(*axis) * nbytes;
                for slab in slabs(&mut bytes, cell, nbytes, *axis) {
                    slab.rotate_left(by.min(slab.len()));
                }
            }
            Self::Shifted(by) => {
                let count = by.unsigned_abs();
                if count >= bytes.len() {
                    return None;
                }
                if *by > 0 { bytes.rotate_left(count) } else { bytes.rotate_right(count) }
            }
            Self::Shuffled(size) => bytes = planes(&bytes, bytes.len() / size),
            Self::Unshuffled(size) => bytes = planes(&bytes, *size),
            Self::Differences => add_up(&mut bytes, numbers, true)?,
            Self::Summed => add_up(&mut bytes, numbers, false)?,
            Self::OfKind(kind) => own.part.kind = *kind,
            Self::BitsReversed => bytes.chunks_exact_mut(8).for_each(<[u8]>::reverse),
            Self::Sheared(by) => {
                let row = cell.shape.last()? * nbytes;
                let stride = row.checked_add_signed(by * nbytes.cast_signed())?;
                for (number, into) in bytes.chunks_exact_mut(row).enumerate() {
                    // What the last rows need was never written.
                    let start = (number * stride).min(cell.bytes.len() - row);
                    into.copy_from_slice(cell.bytes.get(start..start + row)?);
                }
            }
        }
        Some(RestoredCell { bytes, numbers: own })
    }
}

/// The rows and columns of the pixels of each plane, and the elements of a pixel: a short last dimension holds its samples.
fn pixels(cell: &CellBytes) -> Option<[usize; 3]> {
    const SAMPLES: usize = 4;
    match *cell.shape {
        [rows, row, samples] if (2..=SAMPLES).contains(&samples) && rows.min(row) > SAMPLES => {
            Some([rows, row, samples])
        }
        [.., rows, row] => Some([rows, row, 1]),
        _ => None,
    }
}

/// All that may have been done, what is simpler first.
pub(super) fn all(around: &Surroundings, cell: &CellBytes) -> Vec<Done> {
    let numbers = &around.numbers;
    let rank = cell.shape.len();
    let nbytes = numbers.nbytes;
    let is_plain = numbers.part.nbytes == nbytes;
    let mut found = Vec::new();
    if is_plain && nbytes > 1 {
        found.push(Done::Swapped);
    }
    let is_full = cell.used == cell.shape;
    if is_full {
        let orders = if rank <= PERMUTED { permutations(rank) } else { exchanges(rank) };
        found.extend(orders.into_iter().map(Done::Transposed));
        found.extend((0..rank).map(Done::Reversed));
        let pixels = pixels(cell);
        if pixels.is_some_and(|[.., pixel]| pixel > 1) {
            // The samples of a pixel stay together.
            found.retain(|done| !matches!(done, Done::Transposed(order) if order.last() != Some(&2)));
        }
        if let Some([rows, row, _]) = pixels
            && rows > 1
            && row > 1
        {
            // Where they are no squares, a quarter turn is none.
            found.extend([2, 1, 3].into_iter().take(if rows == row { 3 } else { 1 }).map(Done::Turned));
        }
        if let [rows, row] = *cell.shape
            && rows.min(row) >= FEWEST_ROWS
        {
            found.extend([1, -1, 2, -2].map(Done::Sheared));
        }
    }
    if is_plain && nbytes > 1 {
        let float = match nbytes {
            2 => Some(FloatType::Float16),
            4 => Some(FloatType::Float32),
            8 => Some(FloatType::Float64),
            _ => None,
        };
        if let Some(float) = float {
            let mut kinds = vec![NumberKind::Float(float), NumberKind::Signed, NumberKind::Unsigned];
            kinds.retain(|kind| *kind != numbers.part.kind);
            found.extend(kinds.into_iter().map(Done::OfKind));
        }
        for size in [2, 4, 8] {
            if size <= 2 * nbytes && cell.bytes.len().is_multiple_of(size) {
                found.push(Done::Shuffled(size));
                if around.codecs.contains(&SHUFFLE.name) {
                    found.push(Done::Unshuffled(size));
                }
            }
        }
    }
    if is_plain && !matches!(numbers.part.kind, NumberKind::Time(_)) {
        found.push(Done::Differences);
        if around.codecs.contains(&DELTA.name) {
            found.push(Done::Summed);
        }
    }
    let mut left = MOST_NBYTES / cell.bytes.len().max(1);
    for count in (1..2 * nbytes).filter(|count| !count.is_multiple_of(nbytes)) {
        found.extend([count.cast_signed(), -count.cast_signed()].map(Done::Shifted));
    }
    let row = cell.shape.last().copied().unwrap_or(1);
    let farthest = if rank > 1 { (2 * row).min(left / 4) } else { left / 4 }.max(SHIFTED);
    for count in 1..=farthest.min(cell.bytes.len() / nbytes / 2) {
        let by = (count * nbytes).cast_signed();
        found.extend([by, -by].map(Done::Shifted));
        left = left.saturating_sub(2);
    }
    for axis in (0..rank).filter(|_| is_full && rank > 1) {
        for by in 1..cell.shape.get(axis).copied().unwrap_or(1).min(left.max(1)) {
            found.push(Done::Rolled(axis, by));
            left = left.saturating_sub(1);
        }
    }
    found
}

/// Shifts by a few rows and columns at once, as of a tile whose margin was left on.
pub(super) fn shifted_both_ways(cell: &CellBytes, nbytes: usize) -> Vec<Done> {
    const FARTHEST: isize = 8;
    let [rows, row] = *cell.shape else { return Vec::new() };
    let left = MOST_NBYTES / cell.bytes.len().max(1);
    let mut found = Vec::new();
    for down in -FARTHEST..=FARTHEST {
        for right in -FARTHEST..=FARTHEST {
            let is_within = down.unsigned_abs() < rows / 2 && right.unsigned_abs() < row / 2;
            if down != 0 && right != 0 && is_within && found.len() < left {
                found.push(Done::Shifted((down * row.cast_signed() + right) * nbytes.cast_signed()));
            }
        }
    }
    found
}

fn kind_name(kind: NumberKind, numbers: &NumberView) -> String {
    let bits = 8 * numbers.nbytes;
    match kind {
        NumberKind::Signed => format!("int{bits}"),
        NumberKind::Unsigned => format!("uint{bits}"),
        NumberKind::Float(_) => format!("float{bits}"),
        NumberKind::Time(_) => "times".to_owned(),
    }
}

/// All orders of some axes, but for that in which they are.
pub(super) fn permutations(rank: usize) -> Vec<Vec<usize>> {
    let mut found = vec![Vec::new()];
    for _ in 0..rank {
        let mut longer = Vec::new();
        for order in &found {
            for axis in (0..rank).filter(|axis| !order.contains(axis)) {
                longer.push([order.as_slice(), &[axis]].concat());
            }
        }
        found = longer;
    }
    found.retain(|order| !order.is_sorted());
    found
}

fn exchanges(rank: usize) -> Vec<Vec<usize>> {
    let mut found = vec![(0..rank).rev().collect::<Vec<usize>>()];
    for one in 0..rank {
        for other in one + 1..rank {
            let mut order: Vec<usize> = (0..rank).collect();
            order.swap(one, other);
            found.push(order);
        }
    }
    found
}

/// The elements as they are read when the stored ones are in that order of dimensions.
fn transposed(cell: &CellBytes, nbytes: usize, order: &[usize]) -> Option<Vec<u8>> {
    // Stored in another order, the elements follow each other in a shape of its own.
    let mut strides = vec![0; order.len()];
    let mut stride = 1;
    for axis in order.iter().rev() {
        *strides.get_mut(*axis)? = stride;
        stride *= cell.shape.get(*axis)?;
    }
    let mut bytes = Vec::with_capacity(cell.bytes.len());
    let mut coords = vec![0; order.len()];
    for _ in 0..stride {
        let index: usize = coords.iter().zip(&strides).map(|(coord, stride)| coord * stride).sum();
        bytes.extend_from_slice(cell.bytes.get(index * nbytes..(index + 1) * nbytes)?);
        for (coord, edge) in coords.iter_mut().zip(cell.shape).rev() {
            *coord += 1;
            if *coord < *edge {
                break;
            }
            *coord = 0;
        }
    }
    Some(bytes)
}

/// The parts of a cell in which a dimension goes from its beginning to its end once.
fn slabs<'a>(
    bytes: &'a mut [u8],
    cell: &CellBytes,
    nbytes: usize,
    axis: usize,
) -> impl Iterator<Item = &'a mut [u8]> {
    let edge = cell.shape.get(axis).copied().unwrap_or(1);
    bytes.chunks_mut((cell.stride(axis) * edge * nbytes).max(1))
}

/// Replaces each number by the sum of all up to it, or by its difference to the one before.
fn add_up(bytes: &mut [u8], numbers: &NumberView, is_sum: bool) -> Option<()> {
    let join = |before: f64, value: f64| if is_sum { before + value } else { value - before };
    let width = numbers.nbytes;
    let mut before: Option<u64> = None;
    for element in bytes.chunks_exact_mut(width) {
        let bits = crate::metadata::little_endian(element);
        let mut own = bits;
        if let Some(before) = before {
            own = match numbers.part.kind {
                NumberKind::Float(FloatType::Float32) => {
                    let of = |bits: u64| u32::try_from(bits).map(|bits| f64::from(f32::from_bits(bits)));
                    #[expect(clippy::cast_possible_truncation, reason = "the sum as float32 has it")]
                    let joined = join(of(before).ok()?, of(bits).ok()?) as f32;
                    joined.to_bits().into()
                }
                NumberKind::Float(FloatType::Float64) => {
                    join(f64::from_bits(before), f64::from_bits(bits)).to_bits()
                }
                NumberKind::Float(_) | NumberKind::Time(_) => return None,
                NumberKind::Signed | NumberKind::Unsigned if is_sum => before.wrapping_add(bits),
                NumberKind::Signed | NumberKind::Unsigned => bits.wrapping_sub(before),
            };
        }
        before = Some(if is_sum { own } else { bits });
        element.copy_from_slice(own.to_le_bytes().get(..width)?);
    }
    Some(())
}
