//! A plane of an array as a picture: one element for each cell of it, from as few chunks as it takes.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::spread::{Labelled, PictureCell, Spread};
use super::{Array, ChunkTrace, NumberType, SummaryError};
use crate::codec::{DecodeOptions, Sharding};
use crate::metadata::{ChunkGrid, Elements, Scalar, lengths, linear, starts};

/// How many bytes are decoded for one picture. Where its chunks have more, the others are left out.
pub const PICTURE_BYTES: u64 = 256 << 20;
/// How many cells a picture has, at most.
pub const PICTURE_CELLS: u64 = 1 << 22;
/// How many faulty chunks are kept by their coordinates; the others are counted.
const MOST_FAULTS: usize = 10_000;
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

    /// The rows and columns of the cells that a box of the array reaches into; `None` where it is not shown.
    #[must_use]
    pub fn cells_in(&self, region: &[Range<u64>]) -> Option<[Range<u64>; 2]> {
        let is_sliced = |dimension: usize| !self.dimensions.contains(&Some(dimension));
        let mut fixed = region.iter().zip(&self.fixed).enumerate();
        if fixed.any(|(dimension, (range, coord))| is_sliced(dimension) && !range.contains(coord)) {
            return None;
        }
        let along = |along: usize| {
            let Some(dimension) = self.dimensions.get(along).copied().flatten() else { return Some(0..1) };
            let (own, shown) = (region.get(dimension)?, self.shown.get(along)?);
            let (start, end) = (own.start.max(shown.start), own.end.min(shown.end));
            let last = end.checked_sub(1).filter(|last| *last >= start)?;
            Some(self.cell(along, start)?..self.cell(along, last)?.saturating_add(1))
        };
        Some([along(0)?, along(1)?])
    }
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
    /// The first of those chunks, by their coordinates.
    pub faults: BTreeSet<Vec<u64>>,
    /// Chunks that are missing.
    pub missing: u64,
    /// What its numbers are like, once they have been looked at.
    pub spread: Option<Spread>,
    /// Whether its numbers may be labels.
    labelled: Labelled,
}

impl Picture {
    /// The cell in a row and column.
    #[must_use]
    pub fn cell(&self, row: u64, column: u64) -> Option<PictureCell> {
        let index = linear(&[row, column], &self.plan.size)?;
        self.cells.get(usize::try_from(index).ok()?).copied()
    }

    /// The same with faults in the cells of more chunks than its own. Of a shard, of which some may be readable, it is one
    /// cell.
    #[must_use]
    pub fn with_faults<'a>(
        &self,
        grid: &ChunkGrid,
        chunks: impl Iterator<Item = &'a [u64]>,
        is_sharded: bool,
    ) -> Self {
        let mut picture = self.clone();
        for chunk in chunks {
            let Some([rows, columns]) = grid.used(chunk).and_then(|used| self.plan.cells_in(&used)) else {
                continue;
            };
            let cells = rows.flat_map(|row| columns.clone().map(move |column| (row, column)));
            for (row, column) in cells.take(if is_sharded { 1 } else { usize::MAX }) {
                let index = linear(&[row, column], &self.plan.size);
                let index = index.and_then(|index| usize::try_from(index).ok());
                if let Some(cell) = index.and_then(|index| picture.cells.get_mut(index)) {
                    *cell = PictureCell::Faulty;
                }
            }
            picture.faults.insert(chunk.to_vec());
        }
        picture
    }

    /// Looks at its numbers.
    pub fn measure(&mut self) {
        let columns = self.plan.size.get(1).and_then(|columns| usize::try_from(*columns).ok()).unwrap_or(0);
        self.spread = Spread::of(&self.cells, columns, self.labelled);
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
    /// twice, but what is readable of a damaged shard.
    ///
    /// # Errors
    /// When the elements are no numbers.
    pub fn picture(
        &self,
        plan: &PicturePlan,
        options: &DecodeOptions,
        tell: &mut dyn FnMut(&Picture) -> bool,
    ) -> Result<Picture, SummaryError> {
        self.picture_with(plan, options, Vec::new(), tell)
    }

    /// The same where some of its chunks were decoded before, in the same way. They are dropped as soon as their cells are
    /// taken, and count as if they had been read: beside a large one no other is decoded.
    ///
    /// # Errors
    /// When the elements are no numbers.
    pub fn picture_with(
        &self,
        plan: &PicturePlan,
        options: &DecodeOptions,
        kept: Vec<Arc<ChunkTrace>>,
        tell: &mut dyn FnMut(&Picture) -> bool,
    ) -> Result<Picture, SummaryError> {
        let data_type = &self.metadata.data_type;
        let of = NumberType::of(data_type).ok_or_else(|| SummaryError::NoNumbers(data_type.clone()))?;
        let size = plan.size.iter().fold(1, |size: u64, edge| size.saturating_mul(*edge)).min(PICTURE_CELLS);
        let labelled = match of {
            NumberType::Bool => Labelled::Always,
            NumberType::Integer(_) if self.is_label_image() => Labelled::Always,
            NumberType::Integer(_) => Labelled::Perhaps,
            NumberType::Float(_) | NumberType::Time(_) => Labelled::Never,
        };
        let mut picture = Picture {
            cells: vec![PictureCell::NotRead; usize::try_from(size).unwrap_or(0)],
            plan: plan.clone(),
            read: 0,
            chunks: 0,
            faulty: 0,
            faults: BTreeSet::new(),
            missing: 0,
            spread: None,
            labelled,
        };
        if let Some(reading) = PictureReading::begin(self, plan, options).filter(|_| size > 0) {
            reading.read(&mut picture, kept, tell)?;
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
                let spanned = spanned(&whole, grid, array, plan);
                let parts = count(&alone, |_| 1);
                if parts.saturating_mul(2) <= count(&spanned, |run| run.inner_count) {
                    alone
                } else {
                    spanned
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
        kept: Vec<Arc<ChunkTrace>>,
        tell: &mut dyn FnMut(&Picture) -> bool,
    ) -> Result<(), SummaryError> {
        let mut parts = self.parts();
        picture.chunks = parts.len() as u64;
        let taken = self.take_kept(kept, picture);
        let used = taken.iter().fold(0, |sum: u64, part| sum.saturating_add(self.nbytes(*part)));
        parts.retain(|part| !taken.contains(part));
        let (mut room, mut rest) = (PICTURE_BYTES.saturating_sub(used), parts.as_slice());
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

    /// Takes the cells of chunks that were decoded before. Gives their parts.
    fn take_kept(&self, kept: Vec<Arc<ChunkTrace>>, picture: &mut Picture) -> BTreeSet<PicturePart> {
        let mut taken = BTreeSet::new();
        for trace in kept {
            let coords = &trace.address.chunk;
            let (Some(elements), Some(extent)) =
                (trace.trace.result(), self.array.metadata.chunk_grid.extent(coords))
            else {
                continue;
            };
            if trace.address.is_inner() {
                continue;
            }
            let along = |along: usize| {
                let dimension = self.plan.dimensions.get(along).copied().flatten();
                let own = dimension.and_then(|dimension| coords.get(dimension)).copied();
                let runs = self.runs.get(along).into_iter().flatten().enumerate();
                runs.filter(move |(_, run)| own.is_none_or(|own| own == run.chunk)).map(|(index, _)| index)
            };
            for part in along(0).flat_map(|row| along(1).map(move |column| (row, column))) {
                // The fixed dimensions count too.
                if self.chunk_of(part).as_ref() == Some(coords)
                    && let Some(runs) = self.run_of(part)
                {
                    let cells = self.cells(runs.map(|run| &run.cells), elements, &extent);
                    self.put(part, FoundPart::Cells(cells), picture);
                    taken.insert(part);
                }
            }
        }
        taken
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
        let found = if self.inner_nbytes.is_none() {
            // All of the chunk is decoded in any case; cutting a box out of it would be another copy.
            let extent = || self.array.metadata.chunk_grid.extent(&coords).unwrap_or_default();
            let decoded = self.array.decode(&coords, self.options);
            decoded.map(|elements| elements.map(|elements| (elements, extent())))
        } else {
            self.array.part(&coords, &self.region(cells), self.options)
        };
        match found {
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
        // A single part is what has just failed.
        if !(2..=SALVAGED).contains(&split.iter().map(Vec::len).product()) {
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
            let (_, within) = self.array.metadata.chunk_grid.locate_along(dimension, position)?;
            let (inner, _) = grid.locate_along(dimension, within)?;
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
        let fixed = self.plan.fixed.iter().zip(&first);
        let mut coords: Vec<u64> = fixed.map(|(coord, start)| coord.saturating_sub(*start)).collect();
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
        Some(PictureCell::of(NumberType::nearest(&scalar), bytes == self.fill))
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
                if let Some(coords) = self.chunk_of(part).filter(|_| picture.faults.len() < MOST_FAULTS) {
                    picture.faults.insert(coords);
                }
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
        let (chunk, within) =
            array.metadata.chunk_grid.locate_along(dimension, plan.position(along, cell))?;
        let inner = inner.and_then(|grid| grid.locate_along(dimension, within)).map(|(inner, _)| inner);
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
            let (_, within) =
                array.metadata.chunk_grid.locate_along(dimension, plan.position(along, cell))?;
            grid.locate_along(dimension, within).map(|(inner, _)| inner)
        };
        for run in runs {
            let ends = inner(run.cells.start).zip(inner(run.cells.end.saturating_sub(1)));
            run.inner_count = ends.map_or(1, |(first, last)| last.saturating_sub(first) + 1);
        }
    }
    runs
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
    fn a_box_of_the_array_reaches_into_cells() {
        let plan = plan([0..10, 2..8], [5, 6]);
        assert_eq!(plan.cells_in(&[3..5, 0..4]), Some([1..3, 0..2]));
        assert_eq!(plan.cells_in(&[3..5, 8..10]), None);
        let fixed = PicturePlan::new([None, Some(1)], vec![7, 0], [0..1, 0..4], [1, 2]);
        assert_eq!(
            (fixed.cells_in(&[6..8, 1..2]), fixed.cells_in(&[0..7, 1..2])),
            (Some([0..1, 0..1]), None)
        );
    }

    #[test]
    fn the_largest_arrays_have_pictures_too() {
        let plan = plan([0..u64::MAX, 0..u64::MAX], [u64::MAX, 7]);
        assert_eq!(plan.size, [PICTURE_CELLS, 1]);
        assert!(plan.position(0, PICTURE_CELLS - 1) > u64::MAX - (u64::MAX >> 20));
        assert_eq!(plan.cell(0, u64::MAX - 1), Some(PICTURE_CELLS - 1));
    }
}
