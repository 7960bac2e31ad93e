//! What is kept of a cell to judge it beside others: its faces, the steps within it, its range, and what is odd in it.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::super::plausible::sample::{NumberKind, Part, parts};
use super::super::plausible::verdict::signed;
use crate::metadata::{DataType, Scalar, float::FloatType, little_endian};
use crate::pipeline::ChunkAddress;

/// So many elements of a face are kept …
const FACE: usize = 48;
/// … and so many of each where there are few cells.
const FACE_OF_FEW: usize = 160;
const FEW_CELLS: u128 = 1024;
/// So many values, and so many steps along each axis, show what is usual within a cell.
const USUAL: usize = 192;

/// A box of fewer blank elements says nothing.
const LEAST_BLANK: usize = 16;
/// Labels and classes have at most so many different values.
const FEW: usize = 24;
/// The quantum of a mask.
const OF_BITS: f64 = 0.1;

/// How the elements of an array are compared: as one number each.
#[derive(Debug, Clone)]
pub(super) struct NumberView {
    pub part: Part,
    pub nbytes: usize,
    /// Whether there are so few cells that more is kept of each.
    are_few: bool,
    /// The fill value, where it means that nothing was measured. Zero is a value like others: images and counts have it.
    fill: Option<u64>,
    /// Steps that are smaller count as this one: a step of one in integers says nothing.
    pub quantum: f64,
}

impl NumberView {
    /// `None` where elements are no numbers.
    pub fn of(data_type: &DataType, fill: &Scalar) -> Option<Self> {
        let (part, quantum) = match data_type {
            DataType::Bool => {
                (Part { offset: 0, nbytes: 1, kind: NumberKind::Unsigned, field: None }, OF_BITS)
            }
            _ => {
                let part = parts(data_type).into_iter().next()?;
                (part, if matches!(part.kind, NumberKind::Float(_)) { 0.0 } else { 0.5 })
            }
        };
        let own = part.offset..part.offset.checked_add(part.nbytes)?;
        let fill = fill.bytes(data_type).get(own).map(little_endian).filter(|bits| *bits != 0);
        // True and false are both measured.
        let fill = fill.filter(|_| *data_type != DataType::Bool);
        Some(Self { part, nbytes: data_type.nbytes(), fill, quantum, are_few: false })
    }

    /// Keeps more of the faces of so many cells, if these are few: what a border is like shows in all of it.
    #[must_use]
    pub fn of_cells(self, cells: Option<u128>) -> Self {
        Self { are_few: cells.is_some_and(|cells| cells <= FEW_CELLS), ..self }
    }

    /// A step from 0 to 1 is no small one where there are no other numbers: in masks.
    pub fn read_as_bits(&mut self) {
        self.quantum = self.quantum.min(OF_BITS);
    }

    pub fn are_bits(&self) -> bool {
        self.quantum <= OF_BITS && self.quantum > 0.0
    }

    pub fn bits_of_integer(&self) -> Option<i32> {
        let is_integer = matches!(self.part.kind, NumberKind::Signed | NumberKind::Unsigned);
        (is_integer && self.part.nbytes == self.nbytes).then(|| 8 * i32::try_from(self.nbytes).unwrap_or(8))
    }

    /// Where an array has only a few different values, one of them beside the next is no large step, however far they are apart.
    pub fn read_as_steps<'a>(&mut self, samples: impl Iterator<Item = &'a [f64]>) {
        let Some(values) = few_values(samples) else { return };
        let gaps = values.windows(2).filter_map(|pair| Some(pair.get(1)? - pair.first()?));
        if values.len() > 2
            && let Some(least) = gaps.reduce(f64::min)
        {
            self.quantum = self.quantum.max(least / 2.0);
        }
    }

    /// Whether elements are one float each: integers are flags and counts too, of which any order may look smooth.
    pub fn is_plain_float(&self) -> bool {
        matches!(self.part.kind, NumberKind::Float(_)) && self.part.nbytes == self.nbytes
    }

    /// The number of the element at this place; NaN where nothing was measured.
    pub fn at(&self, bytes: &[u8], index: usize) -> f64 {
        match self.bits(bytes, index) {
            Some(bits) if self.fill != Some(bits) => self.value(bits),
            _ => f64::NAN,
        }
    }

    /// The number of one element, measured or not.
    pub fn at_any(&self, bytes: &[u8]) -> f64 {
        self.bits(bytes, 0).map_or(f64::NAN, |bits| self.value(bits))
    }

    /// NaN for a time that is none.
    pub fn value(&self, bits: u64) -> f64 {
        if matches!(self.part.kind, NumberKind::Time(_)) && self.is_end(bits) {
            return f64::NAN;
        }
        match self.part.kind {
            // These two are most of what is looked at, and any format takes ten times as long.
            NumberKind::Float(FloatType::Float32) => {
                u32::try_from(bits).map_or(f64::NAN, |bits| f32::from_bits(bits).into())
            }
            NumberKind::Float(FloatType::Float64) => f64::from_bits(bits),
            kind => kind.value(bits, self.part.nbytes),
        }
    }

    /// Whether this is the least or the greatest integer, which often means that something is missing.
    pub fn is_end(&self, bits: u64) -> bool {
        let top = 1_u64 << (8 * self.part.nbytes.clamp(1, 8) - 1);
        match self.part.kind {
            NumberKind::Float(_) => false,
            // Its highest bit alone means nothing in particular.
            NumberKind::Unsigned => bits == top - 1 || bits == top | (top - 1),
            NumberKind::Signed | NumberKind::Time(_) => {
                bits == top || bits == top - 1 || bits == top | (top - 1)
            }
        }
    }

    /// Whether one integer is another one with its bytes in the other order.
    pub fn are_swapped(&self, one: f64, other: f64) -> bool {
        let top = 2_f64.powi(8 * i32::try_from(self.nbytes).unwrap_or(8));
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "an integer of that many bytes"
        )]
        let bits = |value: f64| if value < 0.0 { (value + top) as u64 } else { value as u64 };
        let shift = u32::try_from(64 - 8 * self.nbytes.clamp(1, 8)).unwrap_or(0);
        // Numbers of eight bytes that have their bytes swapped have lost their last bits as floats.
        let lost = if self.nbytes == 8 { !0 << 12 } else { !0 };
        (bits(other).swap_bytes() >> shift) & lost == bits(one) & lost
    }

    pub fn bits(&self, bytes: &[u8], index: usize) -> Option<u64> {
        let start = index.checked_mul(self.nbytes)?.checked_add(self.part.offset)?;
        let own = bytes.get(start..start.checked_add(self.part.nbytes)?)?;
        if let Ok(four) = own.try_into() {
            return Some(u32::from_le_bytes(four).into());
        }
        Some(own.try_into().map_or_else(|_| little_endian(own), u64::from_le_bytes))
    }
}

/// The different values of samples, where these are few.
pub(super) fn few_values<'a>(samples: impl Iterator<Item = &'a [f64]>) -> Option<Vec<f64>> {
    let mut values: Vec<f64> = Vec::new();
    for sample in samples {
        values.extend(sample);
        values.sort_unstable_by(f64::total_cmp);
        values.dedup();
        if values.len() > FEW {
            return None;
        }
    }
    Some(values)
}

/// The elements of a cell, in C order.
#[derive(Debug, Clone, Copy)]
pub(super) struct CellBytes<'a> {
    pub bytes: &'a [u8],
    pub shape: &'a [usize],
    /// How far the array reaches into it.
    pub used: &'a [usize],
}

impl CellBytes<'_> {
    pub fn stride(&self, axis: usize) -> usize {
        self.shape.iter().skip(axis + 1).product()
    }

    /// Whether the array reaches to a row: to what differs in the last dimension only.
    fn has_row(&self, mut row: usize) -> bool {
        if self.used == self.shape {
            return true;
        }
        for (edge, used) in self.shape.iter().zip(self.used).take(self.shape.len().saturating_sub(1)).rev() {
            if row % (*edge).max(1) >= *used {
                return false;
            }
            row /= (*edge).max(1);
        }
        true
    }

    /// The index of the element that is number `index` of a box at the beginning, with one axis held at `held`, or one that
    /// ends some elements earlier.
    fn index(&self, mut number: usize, held: Option<(usize, usize)>, inner: Option<(usize, usize)>) -> usize {
        let mut index = 0;
        for (axis, used) in self.used.iter().enumerate().rev() {
            if let Some((own, at)) = held
                && own == axis
            {
                index += at * self.stride(axis);
                continue;
            }
            let margin = inner.map_or(0, |(own, margin)| if own == axis { margin } else { 0 });
            let used = used.saturating_sub(margin).max(1);
            index += number % used * self.stride(axis);
            number /= used;
        }
        index
    }
}

/// One side of a cell, and what lies one element further in.
#[derive(Debug, Clone, Default)]
pub(super) struct Face {
    pub outer: Vec<f64>,
    pub inner: Vec<f64>,
}

#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Extreme {
    pub value: f64,
    pub index: usize,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Steps {
    pub median: f64,
    pub mean: f64,
    /// Nearly all are smaller.
    pub large: f64,
    /// The middle of how far elements are from where the two before them lead, and what nearly all are below.
    pub turn: f64,
    pub large_turn: f64,
}

/// A box in one plane of a cell whose elements are zero, or all without a value.
#[derive(Debug, Clone, Copy)]
pub(super) struct BlankBox {
    /// The number of its first element in the cell, in C order.
    pub first: usize,
    pub rows: usize,
    pub columns: usize,
    pub is_zero: bool,
    /// Elements of the cell around it that have a value, of all that are around it.
    pub there: usize,
    pub all: usize,
}

impl BlankBox {
    pub fn size(&self) -> usize {
        self.rows * self.columns
    }

    /// `None` where so few elements are blank that no box of them says anything.
    fn largest(numbers: &NumberView, cell: &CellBytes) -> Option<Self> {
        const LEAST: usize = 3;
        let [.., edge, columns] = *cell.shape else { return None };
        let [.., rows, used] = *cell.used else { return None };
        let plane = edge * columns;
        let is_blank = |index: usize| {
            numbers
                .bits(cell.bytes, index)
                .is_some_and(|bits| bits == 0 || numbers.fill == Some(bits) || numbers.value(bits).is_nan())
        };
        let mut best: Option<Self> = None;
        let mut heights = vec![0_usize; used];
        // Where boxes begin that may still grow to the right, and how high they are.
        let mut open: Vec<(usize, usize)> = Vec::new();
        let mut start = 0;
        while start < cell.bytes.len() / numbers.nbytes.max(1) {
            heights.fill(0);
            for row in 0..rows {
                open.clear();
                for column in 0..=used {
                    let height = heights.get_mut(column).map_or(0, |height| {
                        *height = if is_blank(start + row * columns + column) { *height + 1 } else { 0 };
                        *height
                    });
                    let mut left = column;
                    while let Some((from, high)) = open.pop_if(|(_, high)| *high >= height) {
                        left = from;
                        let wide = column - from;
                        let is_better = best.is_none_or(|best| high * wide > best.size());
                        if high.min(wide) >= LEAST && is_better {
                            let first = start + (row + 1 - high) * columns + from;
                            let is_zero = numbers.bits(cell.bytes, first) == Some(0);
                            best = Some(Self { first, rows: high, columns: wide, is_zero, there: 0, all: 0 });
                        }
                    }
                    if height > 0 {
                        open.push((left, height));
                    }
                }
            }
            start += plane;
        }
        let mut found = best?;
        found.look_around([plane, rows, columns, used], is_blank);
        Some(found)
    }

    /// Counts what is beside it in its plane; above and below rows that are blank to their ends, what is before and after in C order.
    fn look_around(&mut self, [plane, rows, columns, used]: [usize; 4], is_blank: impl Fn(usize) -> bool) {
        let begin = self.first - self.first % plane.max(1);
        let (row, column) = ((self.first - begin) / columns, (self.first - begin) % columns);
        let mut add = |index: usize| {
            self.all += 1;
            self.there += usize::from(!is_blank(index));
        };
        for at in row..row + self.rows {
            if column > 0 {
                add(begin + at * columns + column - 1);
            }
            if column + self.columns < used {
                add(begin + at * columns + column + self.columns);
            }
        }
        let is_whole = self.columns == columns;
        let (mut above, mut below) = (begin + row * columns, begin + (row + self.rows) * columns);
        if is_whole {
            while above > begin && is_blank(above - 1) {
                above -= 1;
            }
            while below < begin + rows * columns && is_blank(below) {
                below += 1;
            }
            (above.saturating_sub(columns).max(begin)..above).for_each(&mut add);
            (below..(below + columns).min(begin + rows * columns)).for_each(&mut add);
        } else {
            if row > 0 {
                (above - columns + column..above - columns + column + self.columns).for_each(&mut add);
            }
            if row + self.rows < rows {
                (below + column..below + column + self.columns).for_each(&mut add);
            }
        }
    }
}

#[derive(Debug, Clone, Default)]
pub(super) struct CellDigest {
    pub address: ChunkAddress,
    pub edges: Vec<u64>,
    pub faces: Vec<[Face; 2]>,
    pub steps: Vec<Option<Steps>>,
    /// Some of its finite values, in their order.
    pub sample: Vec<f64>,
    /// The two least and the two greatest finite values, the outermost first.
    pub least: [Extreme; 2],
    pub most: [Extreme; 2],
    /// Elements that are the fill value or NaN: nothing was measured there.
    pub missing: usize,
    /// Elements that are NaN or infinite, and the first of them.
    pub strange: usize,
    pub first_strange: Option<usize>,
    /// Elements of nothing but zero bytes, and the longest run of them.
    pub zeros: usize,
    pub zero_run: (usize, usize),
    /// The largest box of elements without a value, in a plane of the last two axes.
    pub blank: Option<BlankBox>,
    /// How many elements are the least value, and the greatest.
    pub ties: [usize; 2],
    /// Elements that are the same as the one before, in C order.
    pub repeats: usize,
    /// Elements that are not.
    pub changes: usize,
    /// Elements that are less than the one before.
    pub falls: usize,
    /// The two elements that stand out most from the one before and the one after them, both of which are on one side of them: by how much.
    pub spikes: [Extreme; 2],
    /// All integers are multiples of this; of floats it is the last of their bits that some of them have.
    pub divisor: u64,
    /// Where there are few cells: of each axis, the means of what lies at each of its places.
    pub profiles: Vec<Vec<f64>>,
    /// The same for cells that hold the same bytes.
    pub hash: u64,
}

impl CellDigest {
    /// `None` where the bytes are not those of a cell of that shape.
    pub fn take(numbers: &NumberView, address: ChunkAddress, cell: CellBytes) -> Option<Self> {
        let size = cell.shape.iter().try_fold(numbers.nbytes, |size, edge| size.checked_mul(*edge))?;
        if size != cell.bytes.len() || size == 0 || cell.used.contains(&0) {
            return None;
        }
        let mut digest = Self {
            address,
            edges: cell.shape.iter().map(|edge| *edge as u64).collect(),
            least: [Extreme { value: f64::INFINITY, index: 0 }; 2],
            most: [Extreme { value: f64::NEG_INFINITY, index: 0 }; 2],
            spikes: [Extreme { value: 0.0, index: 0 }; 2],
            ..Self::default()
        };
        for axis in 0..cell.shape.len() {
            digest.faces.push(faces(numbers, &cell, axis));
            digest.steps.push(steps(numbers, &cell, axis));
        }
        for number in spread(cell.used.iter().product(), USUAL) {
            let value = numbers.at(cell.bytes, cell.index(number, None, None));
            if value.is_finite() {
                digest.sample.push(value);
            }
        }
        digest.sample.sort_unstable_by(f64::total_cmp);
        digest.look_through(numbers, &cell);
        if digest.zeros + digest.missing >= LEAST_BLANK && cell.shape.len() > 1 {
            digest.blank = BlankBox::largest(numbers, &cell);
        }
        if numbers.are_few && cell.shape.len() > 1 {
            digest.profiles = profiles(numbers, &cell);
        }
        let mut hasher = DefaultHasher::new();
        cell.bytes.hash(&mut hasher);
        digest.hash = hasher.finish();
        Some(digest)
    }

    /// The one pass over all elements of the array; what lies past it is padding.
    fn look_through(&mut self, numbers: &NumberView, cell: &CellBytes) {
        let row = cell.shape.last().copied().unwrap_or(1).max(1);
        let used = cell.used.last().copied().unwrap_or(1);
        let is_float = matches!(numbers.part.kind, NumberKind::Float(_));
        let is_signed = matches!(numbers.part.kind, NumberKind::Signed | NumberKind::Time(_));
        let (mut run, mut before, mut last) = (0, None, f64::NAN);
        let mut step_before = f64::NAN;
        for index in 0..cell.bytes.len() / numbers.nbytes.max(1) {
            if index % row >= used || !cell.has_row(index / row) {
                run = 0;
                continue;
            }
            let Some(bits) = numbers.bits(cell.bytes, index) else { return };
            self.repeats += usize::from(before == Some(bits));
            self.changes += usize::from(before.is_some_and(|before| before != bits));
            before = Some(bits);
            run = if bits == 0 { run + 1 } else { 0 };
            self.zeros += usize::from(bits == 0);
            if run > self.zero_run.1 {
                self.zero_run = (index + 1 - run, run);
            }
            if numbers.fill == Some(bits) {
                self.missing += 1;
                continue;
            }
            let value = numbers.value(bits);
            let step = if index % row == 0 { f64::NAN } else { value - last };
            if step * step_before < 0.0 {
                let height = step.abs().min(step_before.abs());
                push_out(&mut self.spikes, height, index - 1, |one, other| one > other);
            }
            step_before = step;
            self.falls += usize::from(value < last);
            last = value;
            if self.divisor != 1 {
                let own = if is_signed { signed(bits, numbers.part.nbytes).unsigned_abs() } else { bits };
                let all = self.divisor | bits;
                self.divisor = if is_float { all & all.wrapping_neg() } else { gcd(self.divisor, own) };
            }
            if value.is_finite() {
                for (ties, (end, is_new)) in self.ties.iter_mut().zip([
                    (self.least[0].value, value < self.least[0].value),
                    (self.most[0].value, value > self.most[0].value),
                ]) {
                    *ties = if is_new { 1 } else { *ties + usize::from(value.total_cmp(&end).is_eq()) };
                }
                push_out(&mut self.least, value, index, |one, other| one < other);
                push_out(&mut self.most, value, index, |one, other| one > other);
            } else if is_float {
                self.missing += usize::from(value.is_nan());
                self.strange += 1;
                self.first_strange.get_or_insert(index);
            }
        }
    }

    /// A list of which so many elements are lost at one end goes on there as it went before.
    pub fn lead_on(&mut self, is_end: bool, count: usize) {
        let count = f64::from(u32::try_from(count).unwrap_or(u32::MAX));
        let Some(face) = self.faces.first_mut().and_then(|faces| faces.get_mut(usize::from(is_end))) else {
            return;
        };
        for (outer, inner) in face.outer.iter_mut().zip(&mut face.inner) {
            let step = *outer - *inner;
            *outer += count * step;
            *inner = *outer - step;
        }
    }

    /// How many elements it has, with those past the array.
    pub fn size(&self) -> usize {
        usize::try_from(self.edges.iter().product::<u64>()).unwrap_or(usize::MAX)
    }

    pub fn is_constant(&self) -> bool {
        self.sample.is_empty() || self.least[0].value.total_cmp(&self.most[0].value).is_ge()
    }

    /// Whether neighbours in it differ about as much as any two of its values: something bright is smooth in itself.
    pub fn is_noise(&self) -> bool {
        let width = self.quantile(75) - self.quantile(25);
        self.steps.iter().flatten().any(|steps| 3.0 * steps.median >= width)
    }

    /// How many different values the sample has.
    pub fn distinct(&self) -> usize {
        self.sample.chunk_by(|one, other| one.total_cmp(other).is_eq()).count()
    }

    /// The first and the last value of a list.
    pub fn ends(&self) -> Option<[f64; 2]> {
        let [[begin, end]] = self.faces.as_slice() else { return None };
        Some([*begin.outer.first()?, *end.outer.first()?])
    }

    pub fn quantile(&self, hundredths: usize) -> f64 {
        quantile(&self.sample, hundredths).unwrap_or(f64::NAN)
    }
}

fn gcd(mut one: u64, mut other: u64) -> u64 {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

fn push_out(extremes: &mut [Extreme; 2], value: f64, index: usize, is_farther: impl Fn(f64, f64) -> bool) {
    if is_farther(value, extremes[0].value) {
        extremes[1] = extremes[0];
        extremes[0] = Extreme { value, index };
    } else if is_farther(value, extremes[1].value) {
        extremes[1] = Extreme { value, index };
    }
}

pub(super) fn quantile(sorted: &[f64], hundredths: usize) -> Option<f64> {
    sorted.get(sorted.len().checked_sub(1)? * hundredths / 100).copied()
}

/// The middle one of some values, those that are no number left out.
pub(super) fn median(mut values: Vec<f64>) -> Option<f64> {
    values.retain(|value| !value.is_nan());
    values.sort_unstable_by(f64::total_cmp);
    quantile(&values, 50)
}

pub(super) fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (mut sum, mut count) = (0.0, 0.0);
    for value in values {
        sum += value;
        count += 1.0;
    }
    if count > 0.0 { Some(sum / count) } else { None }
}

/// The place of each number among all of them; those that are equal share theirs, and NaN has none.
pub(super) fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    let value = |at: &usize| values.get(*at).copied().unwrap_or(f64::NAN);
    order.retain(|at| !value(at).is_nan());
    order.sort_unstable_by(|one, other| value(one).total_cmp(&value(other)));
    let mut ranks = vec![f64::NAN; values.len()];
    let mut first = 0.0;
    for equal in order.chunk_by(|one, other| value(one).total_cmp(&value(other)).is_eq()) {
        let size = f64::from(u32::try_from(equal.len()).unwrap_or(u32::MAX));
        for at in equal {
            if let Some(rank) = ranks.get_mut(*at) {
                *rank = first + (size - 1.0) / 2.0;
            }
        }
        first += size;
    }
    ranks
}

/// How two rows of numbers go together, from -1 to 1.
pub(super) fn correlation(pairs: &[(f64, f64)]) -> Option<f64> {
    let (first, second) = (mean(pairs.iter().map(|pair| pair.0))?, mean(pairs.iter().map(|pair| pair.1))?);
    let (mut both, mut ones, mut others) = (0.0, 0.0, 0.0);
    for (one, other) in pairs {
        let (one, other) = (one - first, other - second);
        both += one * other;
        ones += one * one;
        others += other * other;
    }
    if ones > 0.0 && others > 0.0 { Some(both / (ones * others).sqrt()) } else { None }
}

fn spread(count: usize, most: usize) -> impl Iterator<Item = usize> {
    let taken = count.min(most);
    (0..taken).map(move |place| place * count / taken)
}

/// Some elements of those at one place of an axis, the same ones at each.
pub(super) fn row_at(numbers: &NumberView, cell: &CellBytes, axis: usize, at: usize) -> Vec<f64> {
    let count: usize =
        cell.used.iter().enumerate().filter(|(own, _)| *own != axis).map(|(_, used)| used).product();
    let value = |number| numbers.at(cell.bytes, cell.index(number, Some((axis, at)), None));
    spread(count, if numbers.are_few { FACE_OF_FEW } else { FACE }).map(value).collect()
}

fn faces(numbers: &NumberView, cell: &CellBytes, axis: usize) -> [Face; 2] {
    let edge = cell.used.get(axis).copied().unwrap_or(1).max(1);
    let row = |at: usize| row_at(numbers, cell, axis, at);
    let inner = |at: usize| if edge > 1 { row(at) } else { Vec::new() };
    [
        Face { outer: row(0), inner: inner(1) },
        Face { outer: row(edge - 1), inner: inner(edge.saturating_sub(2)) },
    ]
}

/// The mean of what lies at each place of each axis; NaN where nothing was measured, and nothing for axes of many places.
fn profiles(numbers: &NumberView, cell: &CellBytes) -> Vec<Vec<f64>> {
    const LONGEST: usize = 1024;
    let mut sums: Vec<Vec<(f64, f64)>> = Vec::new();
    for used in cell.used {
        sums.push(vec![(0.0, 0.0); if *used <= LONGEST { *used } else { 0 }]);
    }
    let mut place = vec![0_usize; cell.shape.len()];
    for index in 0..cell.bytes.len() / numbers.nbytes.max(1) {
        let value = numbers.at(cell.bytes, index);
        if value.is_finite() {
            for (sums, at) in sums.iter_mut().zip(&place) {
                if let Some((sum, count)) = sums.get_mut(*at) {
                    *sum += value;
                    *count += 1.0;
                }
            }
        }
        for (coord, edge) in place.iter_mut().zip(cell.shape).rev() {
            *coord += 1;
            if *coord < *edge {
                break;
            }
            *coord = 0;
        }
    }
    let mean = |(sum, count): (f64, f64)| if count > 0.0 { sum / count } else { f64::NAN };
    sums.into_iter().map(|sums| sums.into_iter().map(mean).collect()).collect()
}

fn steps(numbers: &NumberView, cell: &CellBytes, axis: usize) -> Option<Steps> {
    let stride = cell.stride(axis);
    let mut steps = Vec::new();
    let mut turns = Vec::new();
    let value = |index| numbers.at(cell.bytes, index);
    for index in places(cell, axis, 1)? {
        steps.push((value(index) - value(index + stride)).abs());
    }
    for index in places(cell, axis, 2).into_iter().flatten() {
        turns.push((value(index) - 2.0 * value(index + stride) + value(index + 2 * stride)).abs());
    }
    for values in [&mut steps, &mut turns] {
        values.retain(|value| !value.is_nan());
        values.sort_unstable_by(f64::total_cmp);
    }
    Some(Steps {
        median: quantile(&steps, 50)?,
        mean: mean(steps.iter().copied())?,
        large: quantile(&steps, 95)?,
        turn: quantile(&turns, 50).unwrap_or(f64::NAN),
        large_turn: quantile(&turns, 95).unwrap_or(f64::NAN),
    })
}

/// Some elements that have so many more after them along an axis.
fn places(cell: &CellBytes, axis: usize, margin: usize) -> Option<impl Iterator<Item = usize>> {
    let edge = *cell.used.get(axis)?;
    let count = cell.used.iter().product::<usize>() / edge.max(1) * edge.checked_sub(margin)?;
    Some(spread(count, USUAL).map(move |number| cell.index(number, None, Some((axis, margin)))))
}
