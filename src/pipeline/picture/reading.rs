//! Reading a picture: coarse first, some chunks at a time on all cores.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::runs::{CellRun, count, runs, spanned};
use super::{MOST_FAULTS, PICTURE_BYTES, Picture, PicturePlan};
use crate::codec::{DecodeOptions, Sharding};
use crate::meaning::RawNumber;
use crate::metadata::{Elements, Scalar, lengths, linear, starts};
use crate::pipeline::spread::PictureCell;
use crate::pipeline::{Array, ChunkTrace, NumberType, SummaryError};

/// How many bytes each thread decodes before a part of the picture is shown.
const BATCH_NBYTES: u64 = 4 << 20;
/// The same, as a number of chunks.
const BATCH_CHUNKS: u64 = 64;
/// How many inner chunks of a damaged shard are tried one by one.
const SALVAGED: usize = 1 << 12;

/// A part of a picture: a run of rows and one of columns.
type PicturePart = (usize, usize);

pub(super) struct PictureReading<'a> {
    array: &'a Array,
    plan: &'a PicturePlan,
    options: &'a DecodeOptions,
    /// The chunk of the fixed coordinates.
    chunk: Vec<u64>,
    runs: [Vec<CellRun>; 2],
    fill: Vec<u8>,
    /// The value that attributes say is none, which then takes the place of the fill value.
    masked: Option<f64>,
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

impl<'a> PictureReading<'a> {
    pub(super) fn begin(array: &'a Array, plan: &'a PicturePlan, options: &'a DecodeOptions) -> Option<Self> {
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
        // Where attributes say which value stands for nothing, that is what lies far from the others.
        let masked = array.meaning().and_then(|meaning| meaning.mask.fill.map(RawNumber::real));
        let fill = array.metadata.fill_value.bytes(&array.metadata.data_type);
        let inner_nbytes = sharding.and_then(|sharding| sharding.inner().decoded().nbytes());
        Some(Self { array, plan, options, chunk, runs, fill, masked, inner_nbytes })
    }

    /// The parts, coarse first: those at whole multiples of the greatest power of two of runs come before all others.
    fn parts(&self) -> Vec<PicturePart> {
        let [rows, columns] = [self.runs[0].len(), self.runs[1].len()];
        let mut parts: Vec<PicturePart> =
            (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).collect();
        parts.sort_by_key(|(row, column)| Reverse((row | column).trailing_zeros()));
        parts
    }

    pub(super) fn read(
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
        let value = self.array.value_of(scalar);
        let number = NumberType::nearest(&value);
        let is_fill = self.masked.map_or(bytes == self.fill, |masked| number.total_cmp(&masked).is_eq());
        Some(PictureCell::of(number, is_fill))
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
