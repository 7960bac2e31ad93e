//! A plane of an array as a picture: one element for each cell of it, from as few chunks as it takes.

use std::cmp::Reverse;
use std::ops::Range;

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::{Array, NumberType, SummaryError};
use crate::codec::{DecodeOptions, Sharding};
use crate::metadata::{ChunkGrid, Elements, Scalar, lengths, linear, starts};

/// How many bytes are decoded for one picture. Where its chunks have more, the others are left out.
pub const PICTURE_BYTES: u64 = 256 << 20;
/// How many cells a picture has, at most.
pub const PICTURE_CELLS: u64 = 1 << 22;
/// The most different values that are shown as labels.
pub const LABELS: usize = 12;
/// How many bytes each thread decodes before a part of the picture is shown.
const BATCH_NBYTES: u64 = 4 << 20;
/// The same, as a number of chunks.
const BATCH_CHUNKS: u64 = 64;
/// How many inner chunks of a damaged shard are tried one by one.
const SALVAGED: usize = 1 << 12;

/// What a picture shows: a part of a plane, and in how many cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PicturePlan {
    /// The dimensions of its rows and columns; an array of one dimension has only columns.
    pub dimensions: [Option<usize>; 2],
    /// The coordinates in all other dimensions; those of the two do not count.
    pub fixed: Vec<u64>,
    /// The rows and columns of the array that it shows.
    pub shown: [Range<u64>; 2],
    /// How many rows and columns of cells it has; never more than elements are shown.
    pub size: [u64; 2],
}

impl PicturePlan {
    /// A picture of a part of a plane, in at most `most` rows and columns of cells.
    #[must_use]
    pub fn new(
        dimensions: [Option<usize>; 2],
        fixed: Vec<u64>,
        shown: [Range<u64>; 2],
        most: [u64; 2],
    ) -> Self {
        let [rows, columns] = &shown;
        let fit = |range: &Range<u64>, most: u64, limit: u64| {
            range.end.saturating_sub(range.start).min(most.max(1)).min(limit)
        };
        let height = fit(rows, most[0], PICTURE_CELLS);
        let width = fit(columns, most[1], PICTURE_CELLS / height.max(1));
        Self { dimensions, fixed, size: [height, width], shown }
    }

    /// The element in the middle of a cell, along rows (0) or columns (1).
    #[must_use]
    pub fn position(&self, along: usize, cell: u64) -> u64 {
        let (Some(range), Some(cells)) = (self.shown.get(along), self.size.get(along)) else { return 0 };
        let length = u128::from(range.end.saturating_sub(range.start));
        let middle = (2 * u128::from(cell) + 1) * length / (2 * u128::from(*cells).max(1));
        range.start.saturating_add(u64::try_from(middle).unwrap_or(u64::MAX))
    }

    /// The cell that an element is in, along rows (0) or columns (1); `None` where it is not shown.
    #[must_use]
    pub fn cell(&self, along: usize, position: u64) -> Option<u64> {
        let range = self.shown.get(along).filter(|range| range.contains(&position))?;
        let length = u128::from(range.end - range.start);
        let cell = u128::from(position - range.start) * u128::from(*self.size.get(along)?) / length;
        u64::try_from(cell).ok()
    }
}

/// What is in a cell of a picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PictureCell {
    /// Its chunk has not been read.
    NotRead,
    /// Its chunk is missing.
    Missing,
    /// Its chunk cannot be decoded.
    Faulty,
    /// No number.
    Nan,
    /// The fill value, in a stored chunk.
    Fill(f64),
    /// Any other number.
    Number(f64),
}

/// A picture, or as much of it as has come.
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    /// What it shows.
    pub plan: PicturePlan,
    /// Its cells, row after row.
    pub cells: Vec<PictureCell>,
    /// How many chunks have been read, and how many it lies in. An inner chunk that is read alone counts as one.
    pub read: u64,
    /// See there.
    pub chunks: u64,
    /// Chunks that cannot be decoded.
    pub faulty: u64,
    /// Chunks that are missing.
    pub missing: u64,
    /// What its numbers are like, once they have been looked at.
    pub spread: Option<Spread>,
    /// Whether all numbers are whole, and may be labels.
    is_whole: bool,
}

/// What the numbers of a picture are like.
#[derive(Debug, Clone, PartialEq)]
pub struct Spread {
    /// The least and the greatest finite one.
    pub extremes: (f64, f64),
    /// Those that 2 in a hundred are below, and above.
    pub percentiles: (f64, f64),
    /// All different ones, where they are few and whole.
    pub labels: Option<Vec<f64>>,
}

impl Picture {
    /// The cell in a row and column.
    #[must_use]
    pub fn cell(&self, row: u64, column: u64) -> Option<PictureCell> {
        let index = linear(&[row, column], &self.plan.size)?;
        self.cells.get(usize::try_from(index).ok()?).copied()
    }

    /// Looks at its numbers.
    pub fn measure(&mut self) {
        let number = |cell: &PictureCell| match cell {
            PictureCell::Fill(number) | PictureCell::Number(number) => Some(*number),
            _ => None,
        };
        let mut numbers: Vec<f64> =
            self.cells.iter().filter_map(number).filter(|own| own.is_finite()).collect();
        numbers.sort_unstable_by(f64::total_cmp);
        let at = |part: usize| numbers.get(numbers.len().saturating_sub(1) * part / 100).copied();
        let mut labels = Vec::new();
        for number in &numbers {
            if labels.last() != Some(number) && labels.len() <= LABELS {
                labels.push(*number);
            }
        }
        let is_few = self.is_whole && labels.len() <= LABELS;
        self.spread = at(0).zip(at(100)).zip(at(2).zip(at(98))).map(|(extremes, percentiles)| Spread {
            extremes,
            percentiles,
            labels: is_few.then_some(labels),
        });
    }
}

/// Cells that lie next to each other in one chunk, along rows or columns.
#[derive(Debug, Clone)]
struct CellRun {
    /// The chunk's coordinate.
    chunk: u64,
    /// The first inner chunk, and how many they lie between.
    inner: Option<u64>,
    inner_count: u64,
    cells: Range<u64>,
}

/// A part of a picture: a run of rows and one of columns.
type PicturePart = (usize, usize);

struct PictureReading<'a> {
    array: &'a Array,
    plan: &'a PicturePlan,
    options: &'a DecodeOptions,
    /// The chunk of the fixed coordinates.
    chunk: Vec<u64>,
    runs: [Vec<CellRun>; 2],
    fill: Vec<u8>,
    /// Bytes that one inner chunk decodes to.
    inner_nbytes: Option<u64>,
}

/// What a part of a picture was found to be.
enum FoundPart {
    Missing,
    Faulty,
    Cells(Vec<PictureCell>),
    /// A shard with inner chunks that cannot be read, and what the others have.
    Damaged(Vec<PictureCell>),
}

impl Array {
    /// Reads a picture, coarse first. `tell` is called after every few chunks, and says whether to go on. No chunk is decoded
    /// twice.
    ///
    /// # Errors
    /// When the elements are no numbers.
    pub fn picture(
        &self,
        plan: &PicturePlan,
        options: &DecodeOptions,
        tell: &mut dyn FnMut(&Picture) -> bool,
    ) -> Result<Picture, SummaryError> {
        let data_type = &self.metadata.data_type;
        let of = NumberType::of(data_type).ok_or_else(|| SummaryError::NoNumbers(data_type.clone()))?;
        let size = plan.size.iter().fold(1, |size: u64, edge| size.saturating_mul(*edge)).min(PICTURE_CELLS);
        let is_whole = matches!(of, NumberType::Bool | NumberType::Integer(_));
        let mut picture = Picture {
            cells: vec![PictureCell::NotRead; usize::try_from(size).unwrap_or(0)],
            plan: plan.clone(),
            read: 0,
            chunks: 0,
            faulty: 0,
            missing: 0,
            spread: None,
            is_whole,
        };
        if let Some(reading) = PictureReading::begin(self, plan, options).filter(|_| size > 0) {
            reading.read(&mut picture, tell)?;
        }
        picture.measure();
        Ok(picture)
    }
}

impl<'a> PictureReading<'a> {
    fn begin(array: &'a Array, plan: &'a PicturePlan, options: &'a DecodeOptions) -> Option<Self> {
        let mut element = plan.fixed.clone();
        for (dimension, shown) in plan.dimensions.iter().zip(&plan.shown) {
            if let Some(place) = dimension.and_then(|dimension| element.get_mut(dimension)) {
                *place = shown.start;
            }
        }
        let (chunk, _) = array.metadata.chunk_grid.locate(&element)?;
        let chain = array.chain();
        let sharding = chain.sharding().filter(|_| !chain.rearranges());
        let inner = sharding.map(Sharding::grid);
        let whole = [runs(array, plan, 0, None)?, runs(array, plan, 1, None)?];
        let runs = match inner {
            Some(grid) => {
                let alone = [runs(array, plan, 0, Some(grid))?, runs(array, plan, 1, Some(grid))?];
                // Every inner chunk that is read alone costs a look into the index.
                let parts = count(&alone, |_| 1);
                if parts.saturating_mul(2)
                    <= count(&spanned(&whole, grid, array, plan), |run| run.inner_count)
                {
                    alone
                } else {
                    spanned(&whole, grid, array, plan)
                }
            }
            None => whole,
        };
        let fill = array.metadata.fill_value.bytes(&array.metadata.data_type);
        let inner_nbytes = sharding.and_then(|sharding| sharding.inner().decoded().nbytes());
        Some(Self { array, plan, options, chunk, runs, fill, inner_nbytes })
    }

    /// The parts, coarse first: those at whole multiples of the greatest power of two of runs come before all others.
    fn parts(&self) -> Vec<PicturePart> {
        let [rows, columns] = [self.runs[0].len(), self.runs[1].len()];
        let mut parts: Vec<PicturePart> =
            (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).collect();
        parts.sort_by_key(|(row, column)| Reverse((row | column).trailing_zeros()));
        parts
    }

    fn read(
        &self,
        picture: &mut Picture,
        tell: &mut dyn FnMut(&Picture) -> bool,
    ) -> Result<(), SummaryError> {
        let parts = self.parts();
        picture.chunks = parts.len() as u64;
        let (mut room, mut rest) = (PICTURE_BYTES, parts.as_slice());
        while !rest.is_empty() {
            let each = parts.first().map_or(1, |part| self.nbytes(*part)).max(1);
            let batch = usize::try_from((BATCH_NBYTES / each).clamp(1, BATCH_CHUNKS)).unwrap_or(1);
            let (some, others) = rest.split_at(rest.len().min(batch * rayon::current_num_threads()));
            rest = others;
            let affordable = some.iter().scan(0_u64, |sum, part| {
                *sum = sum.saturating_add(self.nbytes(*part));
                Some(*sum)
            });
            // The first part is read in any case: else there would be no picture of very large chunks.
            let first = usize::from(picture.read == 0);
            let number = affordable.take_while(|sum| *sum <= room).count().max(first);
            let some = some.get(..number).unwrap_or_default();
            if some.is_empty() {
                return Ok(());
            }
            let found: Vec<FoundPart> = some.par_iter().map(|part| self.part(*part)).collect();
            for (part, found) in some.iter().zip(found) {
                if !matches!(found, FoundPart::Missing) {
                    room = room.saturating_sub(self.nbytes(*part));
                }
                self.put(*part, found, picture);
            }
            if !tell(picture) {
                return Err(SummaryError::Stopped);
            }
        }
        Ok(())
    }

    fn run_of(&self, (row, column): PicturePart) -> Option<[&CellRun; 2]> {
        Some([self.runs[0].get(row)?, self.runs[1].get(column)?])
    }

    fn chunk_of(&self, part: PicturePart) -> Option<Vec<u64>> {
        let mut coords = self.chunk.clone();
        for (dimension, run) in self.plan.dimensions.iter().zip(self.run_of(part)?) {
            if let Some(place) = dimension.and_then(|dimension| coords.get_mut(dimension)) {
                *place = run.chunk;
            }
        }
        Some(coords)
    }

    /// How many bytes are decoded for a part.
    fn nbytes(&self, part: PicturePart) -> u64 {
        if let (Some(nbytes), Some([row, column])) = (self.inner_nbytes, self.run_of(part)) {
            return nbytes.saturating_mul(row.inner_count).saturating_mul(column.inner_count);
        }
        let chunk = self.chunk_of(part).and_then(|coords| self.array.metadata.chunk_representation(&coords));
        chunk.and_then(|chunk| chunk.nbytes()).unwrap_or(u64::MAX)
    }

    fn part(&self, part: PicturePart) -> FoundPart {
        let (Some(runs), Some(coords)) = (self.run_of(part), self.chunk_of(part)) else {
            return FoundPart::Faulty;
        };
        let cells = runs.map(|run| &run.cells);
        match self.array.part(&coords, &self.region(cells), self.options) {
            Ok(None) => FoundPart::Missing,
            Ok(Some((elements, within))) => FoundPart::Cells(self.cells(cells, &elements, &within)),
            Err(_) => self.salvaged(&coords, cells).map_or(FoundPart::Faulty, FoundPart::Damaged),
        }
    }

    /// The box of the array around some cells.
    fn region(&self, cells: [&Range<u64>; 2]) -> Vec<Range<u64>> {
        let mut region: Vec<Range<u64>> =
            self.plan.fixed.iter().map(|coord| *coord..coord.saturating_add(1)).collect();
        for (along, (dimension, cells)) in self.plan.dimensions.iter().zip(cells).enumerate() {
            let first = self.plan.position(along, cells.start);
            let last = self.plan.position(along, cells.end.saturating_sub(1));
            if let Some(place) = dimension.and_then(|dimension| region.get_mut(dimension)) {
                *place = first..last.saturating_add(1);
            }
        }
        region
    }

    /// The cells of a damaged shard, from the inner chunks of it that can be read; `None` where there is none.
    fn salvaged(&self, coords: &[u64], all: [&Range<u64>; 2]) -> Option<Vec<PictureCell>> {
        let split = [self.split(0, all[0])?, self.split(1, all[1])?];
        if split.iter().map(Vec::len).product::<usize>() > SALVAGED {
            return None;
        }
        let [height, width] = all.map(|cells| cells.end.saturating_sub(cells.start));
        let mut found = vec![PictureCell::Faulty; usize::try_from(height.checked_mul(width)?).ok()?];
        let parts = split[0].iter().flat_map(|row| split[1].iter().map(move |column| [row, column]));
        for part in parts {
            let cells = match self.array.part(coords, &self.region(part), self.options) {
                Ok(Some((elements, within))) => self.cells(part, &elements, &within),
                _ => continue,
            };
            let mut cells = cells.into_iter();
            for row in part[0].clone() {
                for column in part[1].clone() {
                    let at = [row - all[0].start, column - all[1].start];
                    let place = linear(&at, &[height, width]).and_then(|index| usize::try_from(index).ok());
                    if let (Some(place), Some(cell)) = (place.and_then(|at| found.get_mut(at)), cells.next())
                    {
                        *place = cell;
                    }
                }
            }
        }
        found.iter().any(|cell| *cell != PictureCell::Faulty).then_some(found)
    }

    /// The cells of each inner chunk, along rows or columns; `None` where chunks are no shards.
    fn split(&self, along: usize, cells: &Range<u64>) -> Option<Vec<Range<u64>>> {
        let chain = self.array.chain();
        let grid = chain.sharding().filter(|_| !chain.rearranges())?.grid();
        let Some(dimension) = self.plan.dimensions.get(along).copied().flatten() else {
            return Some(vec![cells.clone()]);
        };
        let mut split: Vec<(u64, Range<u64>)> = Vec::new();
        for cell in cells.clone() {
            let position = self.plan.position(along, cell);
            let (_, within) = locate(&self.array.metadata.chunk_grid, dimension, position)?;
            let (inner, _) = locate(grid, dimension, within)?;
            match split.last_mut() {
                Some((own, cells)) if *own == inner => cells.end = cell + 1,
                _ => split.push((inner, cell..cell + 1)),
            }
        }
        Some(split.into_iter().map(|(_, cells)| cells).collect())
    }

    /// The cells of a part, from the elements of the box around them.
    fn cells(
        &self,
        [rows, columns]: [&Range<u64>; 2],
        elements: &Elements,
        within: &[Range<u64>],
    ) -> Vec<PictureCell> {
        let (shape, first) = (lengths(within), starts(within));
        let mut coords = vec![0; shape.len()];
        let mut cells = Vec::new();
        for row in rows.clone() {
            for column in columns.clone() {
                for ((along, dimension), cell) in self.plan.dimensions.iter().enumerate().zip([row, column]) {
                    let Some(dimension) = *dimension else { continue };
                    let start = first.get(dimension).copied().unwrap_or(0);
                    if let Some(place) = coords.get_mut(dimension) {
                        *place = self.plan.position(along, cell).saturating_sub(start);
                    }
                }
                let index = linear(&coords, &shape).and_then(|index| usize::try_from(index).ok());
                cells.push(index.and_then(|index| self.cell(elements, index)).unwrap_or(PictureCell::Faulty));
            }
        }
        cells
    }

    fn cell(&self, elements: &Elements, index: usize) -> Option<PictureCell> {
        let bytes = elements.element(index)?;
        let scalar: Scalar = elements.data_type().scalar(bytes)?;
        let number = NumberType::nearest(&scalar);
        Some(match number {
            _ if number.is_nan() => PictureCell::Nan,
            _ if bytes == self.fill => PictureCell::Fill(number),
            _ => PictureCell::Number(number),
        })
    }

    /// Puts what was found in its place.
    fn put(&self, part: PicturePart, found: FoundPart, picture: &mut Picture) {
        let Some([rows, columns]) = self.run_of(part) else { return };
        picture.read += 1;
        let all = match found {
            FoundPart::Missing => {
                picture.missing += 1;
                vec![PictureCell::Missing]
            }
            FoundPart::Faulty => {
                picture.faulty += 1;
                vec![PictureCell::Faulty]
            }
            FoundPart::Damaged(cells) => {
                picture.faulty += 1;
                cells
            }
            FoundPart::Cells(cells) => cells,
        };
        let mut cells = all.into_iter().cycle();
        for row in rows.cells.clone() {
            for column in columns.cells.clone() {
                let index =
                    linear(&[row, column], &self.plan.size).and_then(|index| usize::try_from(index).ok());
                let place = index.and_then(|index| picture.cells.get_mut(index));
                if let (Some(place), Some(cell)) = (place, cells.next()) {
                    *place = cell;
                }
            }
        }
    }
}

/// The product of what is counted of the runs of rows and of columns.
fn count(runs: &[Vec<CellRun>; 2], of: fn(&CellRun) -> u64) -> u64 {
    let sum = |runs: &Vec<CellRun>| runs.iter().map(of).fold(0, u64::saturating_add);
    sum(&runs[0]).saturating_mul(sum(&runs[1]))
}

/// The runs of cells in one chunk each, or in one inner chunk each.
fn runs(array: &Array, plan: &PicturePlan, along: usize, inner: Option<&ChunkGrid>) -> Option<Vec<CellRun>> {
    let cells = *plan.size.get(along)?;
    let Some(dimension) = plan.dimensions.get(along).copied().flatten() else {
        return Some(vec![CellRun { chunk: 0, inner: None, inner_count: 1, cells: 0..1 }]);
    };
    let mut runs: Vec<CellRun> = Vec::new();
    for cell in 0..cells {
        let (chunk, within) = locate(&array.metadata.chunk_grid, dimension, plan.position(along, cell))?;
        let inner = inner.and_then(|grid| locate(grid, dimension, within)).map(|(inner, _)| inner);
        match runs.last_mut() {
            Some(run) if run.chunk == chunk && run.inner == inner => run.cells.end = cell + 1,
            _ => runs.push(CellRun { chunk, inner, inner_count: 1, cells: cell..cell + 1 }),
        }
    }
    Some(runs)
}

/// The same runs, with the number of inner chunks that each lies between.
fn spanned(
    runs: &[Vec<CellRun>; 2],
    grid: &ChunkGrid,
    array: &Array,
    plan: &PicturePlan,
) -> [Vec<CellRun>; 2] {
    let mut runs = runs.clone();
    for (along, runs) in runs.iter_mut().enumerate() {
        let Some(dimension) = plan.dimensions.get(along).copied().flatten() else { continue };
        let inner = |cell: u64| {
            let (_, within) = locate(&array.metadata.chunk_grid, dimension, plan.position(along, cell))?;
            locate(grid, dimension, within).map(|(inner, _)| inner)
        };
        for run in runs {
            let ends = inner(run.cells.start).zip(inner(run.cells.end.saturating_sub(1)));
            run.inner_count = ends.map_or(1, |(first, last)| last.saturating_sub(first) + 1);
        }
    }
    runs
}

/// The chunk of a coordinate in one dimension, and its place in that.
fn locate(grid: &ChunkGrid, dimension: usize, position: u64) -> Option<(u64, u64)> {
    let mut element = vec![0; grid.rank()];
    *element.get_mut(dimension)? = position;
    let (chunk, within) = grid.locate(&element)?;
    chunk.get(dimension).copied().zip(within.get(dimension).copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(shown: [Range<u64>; 2], most: [u64; 2]) -> PicturePlan {
        PicturePlan::new([Some(0), Some(1)], vec![0, 0], shown, most)
    }

    #[test]
    fn a_cell_shows_the_element_in_its_middle() {
        let plan = plan([0..10, 0..3], [5, 8]);
        assert_eq!(plan.size, [5, 3]);
        let rows: Vec<u64> = (0..5).map(|cell| plan.position(0, cell)).collect();
        assert_eq!(rows, [1, 3, 5, 7, 9]);
        assert_eq!((0..3).map(|cell| plan.position(1, cell)).collect::<Vec<_>>(), [0, 1, 2]);
        for row in 0..10 {
            assert_eq!(plan.cell(0, row), Some(row / 2));
        }
        assert_eq!(plan.cell(0, 10), None);
    }

    #[test]
    fn the_largest_arrays_have_pictures_too() {
        let plan = plan([0..u64::MAX, 0..u64::MAX], [u64::MAX, 7]);
        assert_eq!(plan.size, [PICTURE_CELLS, 1]);
        assert!(plan.position(0, PICTURE_CELLS - 1) > u64::MAX - (u64::MAX >> 20));
        assert_eq!(plan.cell(0, u64::MAX - 1), Some(PICTURE_CELLS - 1));
    }
}
