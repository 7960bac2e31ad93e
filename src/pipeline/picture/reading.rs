use std::cmp::Reverse;
use std::collections::{BTreeSet, VecDeque};
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::{MOST_FAULTS, PICTURE_BYTES, Picture, PicturePlan, index_of};
use crate::codec::{DecodeOptions, Sharding};
use crate::meaning::{ElementMask, MaskReason, RawNumber};
use crate::metadata::{ChunkGrid, Elements, Scalar, lengths, starts};
use crate::pipeline::Region;
use crate::pipeline::array::KeptIndex;
use crate::pipeline::{Array, ChunkTrace, Fault, NumberType, SummaryError, Survey, spread::PictureCell};

const BATCH_NBYTES: u64 = 4 << 20;
const BATCH_CHUNKS: u64 = 64;
/// Bytes in memory for each entry of an index.
const INDEX_ENTRY: u64 = 64;
/// The indexes of so many shards are kept, at most.
const MOST_INDEXES: u64 = 64;
const MANY: usize = 4096;
const SALVAGED: usize = 1 << 12;

type PicturePart = (usize, usize);

pub(super) struct PictureReading<'a> {
    array: &'a Array,
    plan: &'a PicturePlan,
    options: &'a DecodeOptions,
    chunk: Vec<u64>,
    runs: [Vec<CellRun>; 2],
    fill: Vec<u8>,
    /// The value that attributes name for "no value", which takes the place of the fill value.
    /// What stands for missing elements among stored numbers.
    masked: ElementMask,
    inner_nbytes: Option<u64>,
    /// What the index of a shard takes.
    index_nbytes: u64,
    /// The indexes of the shards that were read last: no more bytes together than a chunk may have.
    indexes: Mutex<VecDeque<(Vec<u64>, Arc<KeptIndex>)>>,
}

enum FoundPart {
    Missing,
    Faulty,
    Unknown,
    Cells(Vec<PictureCell>),
    Damaged(Vec<PictureCell>),
}

impl<'a> PictureReading<'a> {
    pub(super) fn begin(array: &'a Array, plan: &'a PicturePlan, options: &'a DecodeOptions) -> Option<Self> {
        let mut element = plan.fixed.clone();
        for (along, shown) in plan.shown.iter().enumerate() {
            if let Some(dimension) = plan.dimension(along)
                && let Some(place) = element.get_mut(dimension)
            {
                *place = shown.start;
            }
        }
        let (chunk, _) = array.metadata.chunk_grid.locate(&element)?;
        let sharding = sharding(array);
        let whole = [runs(array, plan, 0, None)?, runs(array, plan, 1, None)?];
        let runs = match sharding {
            Some(sharding) => {
                let grid = sharding.grid();
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
        let mask = array.meaning().filter(|_| array.shown_meaning().is_none()).map(|meaning| meaning.mask);
        let masked = ElementMask { valid: [None, None], ..mask.unwrap_or_default() };
        let fill = array.metadata.fill_value.bytes(&array.metadata.data_type);
        let inner_nbytes = sharding.and_then(|sharding| sharding.inner().decoded().nbytes());
        let entries =
            array.chain().sharding().and_then(|sharding| u64::try_from(sharding.grid().size()?).ok());
        let index_nbytes = entries.unwrap_or(0).saturating_mul(INDEX_ENTRY);
        Some(Self {
            array,
            plan,
            options,
            chunk,
            runs,
            fill,
            masked,
            inner_nbytes,
            index_nbytes,
            indexes: Mutex::default(),
        })
    }

    pub(super) fn read(
        &self,
        picture: &mut Picture,
        kept: Vec<Arc<ChunkTrace>>,
        tell: &mut dyn FnMut(&Picture) -> bool,
    ) -> Result<(), SummaryError> {
        let mut parts = Vec::new();
        for row in 0..self.runs[0].len() {
            for column in 0..self.runs[1].len() {
                parts.push((row, column));
            }
        }
        // Coarse first: a part comes the earlier, the greater the power of two that divides its numbers.
        parts.sort_by_key(|(row, column)| Reverse((row | column).trailing_zeros()));
        picture.chunks = parts.len() as u64;
        let taken = self.take_kept(kept, picture);
        let mut room = PICTURE_BYTES;
        for part in &taken {
            room = room.saturating_sub(self.nbytes(*part));
        }
        parts.retain(|part| !taken.contains(part));
        self.leave_missing(&mut parts, picture);
        let Some(first) = parts.first() else { return Ok(()) };
        let (nbytes, threads) = (self.nbytes(*first), rayon::current_num_threads());
        let batch = (BATCH_NBYTES / nbytes.max(1)).clamp(1, BATCH_CHUNKS);
        let batch = usize::try_from(batch).unwrap_or(1).saturating_mul(threads);
        // Each thread has the index of a shard, too, which no limit of chunks refuses.
        let index_nbytes = self.index_nbytes.min(self.options.max_chunk_bytes);
        let batch = self.options.batch(self.options.batch(batch, nbytes, threads), index_nbytes, threads);
        for some in parts.chunks(batch) {
            let mut number = 0;
            let mut sum: u64 = 0;
            for part in some {
                sum = sum.saturating_add(self.nbytes(*part));
                // The first part is read in any case: else there would be no picture of very large chunks.
                if sum > room && (number > 0 || picture.read > 0) {
                    break;
                }
                number += 1;
            }
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

    /// Of very many chunks those that are not listed are missing: to look for each takes longer than to list what is there.
    fn leave_missing(&self, parts: &mut Vec<PicturePart>, picture: &mut Picture) {
        if parts.len() < MANY || self.array.is_remote() {
            return;
        }
        let Some(survey) = Survey::take_names(&self.array.stored_chunks(), |_| true) else { return };
        if !survey.unreadable.is_empty() || survey.hidden > 0 {
            return;
        }
        let is_there = |coords: &Vec<u64>| survey.nbytes(coords).is_some() || survey.is_blocked(coords);
        let (there, missing): (Vec<_>, Vec<_>) = std::mem::take(parts)
            .into_iter()
            .partition(|part| self.chunk_of(*part).as_ref().is_none_or(is_there));
        *parts = there;
        for part in missing {
            self.put(part, FoundPart::Missing, picture);
        }
    }

    fn take_kept(&self, kept: Vec<Arc<ChunkTrace>>, picture: &mut Picture) -> BTreeSet<PicturePart> {
        let mut taken = BTreeSet::new();
        for trace in kept {
            let coords = &trace.address.chunk;
            let Some(elements) = trace.trace.result() else { continue };
            let Some(extent) = self.array.metadata.chunk_grid.extent(coords) else { continue };
            if trace.address.is_inner() {
                continue;
            }
            let columns = self.runs_in(1, coords);
            for row in self.runs_in(0, coords) {
                for column in &columns {
                    let part = (row, *column);
                    // The fixed dimensions count too.
                    if self.chunk_of(part).as_ref() == Some(coords)
                        && let Some(cells) = self.cells_of(part)
                    {
                        self.put(part, FoundPart::Cells(self.cells(cells, elements, &extent)), picture);
                        taken.insert(part);
                    }
                }
            }
        }
        taken
    }

    fn runs_in(&self, along: usize, coords: &[u64]) -> Vec<usize> {
        let own = self.plan.dimension(along).and_then(|dimension| coords.get(dimension));
        let mut found = Vec::new();
        for (index, run) in self.runs.get(along).into_iter().flatten().enumerate() {
            if own.is_none() || own == Some(&run.chunk) {
                found.push(index);
            }
        }
        found
    }

    fn run_of(&self, part: PicturePart) -> Option<[&CellRun; 2]> {
        Some([self.runs[0].get(part.0)?, self.runs[1].get(part.1)?])
    }

    fn cells_of(&self, part: PicturePart) -> Option<[&Range<u64>; 2]> {
        let [rows, columns] = self.run_of(part)?;
        Some([&rows.cells, &columns.cells])
    }

    fn chunk_of(&self, part: PicturePart) -> Option<Vec<u64>> {
        let mut coords = self.chunk.clone();
        for (along, run) in self.run_of(part)?.into_iter().enumerate() {
            if let Some(dimension) = self.plan.dimension(along)
                && let Some(place) = coords.get_mut(dimension)
            {
                *place = run.chunk;
            }
        }
        Some(coords)
    }

    fn nbytes(&self, part: PicturePart) -> u64 {
        if let Some(nbytes) = self.inner_nbytes
            && let Some([row, column]) = self.run_of(part)
        {
            return nbytes.saturating_mul(row.inner_count).saturating_mul(column.inner_count);
        }
        let Some(coords) = self.chunk_of(part) else { return u64::MAX };
        let chunk = self.array.metadata.chunk_representation(&coords);
        chunk.and_then(|chunk| chunk.nbytes()).unwrap_or(u64::MAX)
    }

    fn part(&self, part: PicturePart) -> FoundPart {
        let Some(cells) = self.cells_of(part) else { return FoundPart::Faulty };
        let Some(coords) = self.chunk_of(part) else { return FoundPart::Faulty };
        let found = if self.inner_nbytes.is_none() {
            // All of the chunk is decoded in any case; cutting a box out of it would be another copy.
            let within = self.array.metadata.chunk_grid.extent(&coords).unwrap_or_default();
            self.array.decode(&coords, self.options).map(|found| Some((found?, within)))
        } else {
            self.part_of_shard(&coords, &self.region(cells))
        };
        match found {
            Ok(None) => FoundPart::Missing,
            Ok(Some((elements, within))) => FoundPart::Cells(self.cells(cells, &elements, &within)),
            Err(fault) if fault.is_unknown() => FoundPart::Unknown,
            Err(_) => match self.salvaged(&coords, cells) {
                Some(cells) => FoundPart::Damaged(cells),
                None => FoundPart::Faulty,
            },
        }
    }

    /// Many parts of a picture may lie in one shard, whose index is longer than all of them.
    fn part_of_shard(
        &self,
        coords: &[u64],
        region: &[Range<u64>],
    ) -> Result<Option<(Elements, Region)>, Fault> {
        if !self.array.chain_at(coords)?.decodes_parts() {
            return self.array.part(coords, region, self.options);
        }
        self.array.part_by(&self.kept(coords), coords, region, self.options)
    }

    fn kept(&self, coords: &[u64]) -> Arc<KeptIndex> {
        let mut indexes = self.indexes.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, kept)) = indexes.iter().find(|(own, _)| own == coords) {
            return Arc::clone(kept);
        }
        let most = (self.options.max_chunk_bytes / self.index_nbytes.max(1)).clamp(1, MOST_INDEXES);
        while indexes.len() as u64 >= most {
            indexes.pop_front();
        }
        let kept = Arc::default();
        indexes.push_back((coords.to_vec(), Arc::clone(&kept)));
        kept
    }

    fn region(&self, cells: [&Range<u64>; 2]) -> Vec<Range<u64>> {
        let mut region: Vec<_> = self.plan.fixed.iter().map(|at| *at..at.saturating_add(1)).collect();
        for (along, cells) in cells.into_iter().enumerate() {
            if let Some(dimension) = self.plan.dimension(along)
                && let Some(place) = region.get_mut(dimension)
            {
                let ends =
                    [cells.start, cells.end.saturating_sub(1)].map(|cell| self.plan.position(along, cell));
                *place = ends[0].min(ends[1])..ends[0].max(ends[1]).saturating_add(1);
            }
        }
        region
    }

    fn salvaged(&self, coords: &[u64], all: [&Range<u64>; 2]) -> Option<Vec<PictureCell>> {
        let rows = self.split(0, all[0])?;
        let columns = self.split(1, all[1])?;
        // A single part is what has just failed.
        if !(2..=SALVAGED).contains(&(rows.len() * columns.len())) {
            return None;
        }
        let size = all.map(|cells| cells.end.saturating_sub(cells.start));
        let mut found = vec![PictureCell::Faulty; usize::try_from(size[0].checked_mul(size[1])?).ok()?];
        for part_rows in &rows {
            for part_columns in &columns {
                let part = [part_rows, part_columns];
                let Ok(Some((elements, within))) = self.part_of_shard(coords, &self.region(part)) else {
                    continue;
                };
                let mut cells = self.cells(part, &elements, &within).into_iter();
                for row in part_rows.clone() {
                    for column in part_columns.clone() {
                        let index = index_of(&[row - all[0].start, column - all[1].start], &size)?;
                        if let Some(place) = found.get_mut(index) {
                            *place = cells.next()?;
                        }
                    }
                }
            }
        }
        if found.iter().all(|cell| *cell == PictureCell::Faulty) { None } else { Some(found) }
    }

    fn split(&self, along: usize, cells: &Range<u64>) -> Option<Vec<Range<u64>>> {
        let grid = sharding(self.array)?.grid();
        let Some(dimension) = self.plan.dimension(along) else {
            return Some(vec![cells.clone()]);
        };
        let mut split: Vec<Range<u64>> = Vec::new();
        let mut before = None;
        for cell in cells.clone() {
            let position = self.plan.position(along, cell);
            let (_, within) = self.array.metadata.chunk_grid.locate_along(dimension, position)?;
            let (inner, _) = grid.locate_along(dimension, within)?;
            match split.last_mut() {
                Some(cells) if before == Some(inner) => cells.end = cell + 1,
                _ => split.push(cell..cell + 1),
            }
            before = Some(inner);
        }
        Some(split)
    }

    fn cells(&self, part: [&Range<u64>; 2], elements: &Elements, within: &[Range<u64>]) -> Vec<PictureCell> {
        let shape = lengths(within);
        let first = starts(within);
        let mut coords = Vec::new();
        for (coord, start) in self.plan.fixed.iter().zip(&first) {
            coords.push(coord.saturating_sub(*start));
        }
        let mut cells = Vec::new();
        for row in part[0].clone() {
            for column in part[1].clone() {
                for (along, cell) in [row, column].into_iter().enumerate() {
                    let Some(dimension) = self.plan.dimension(along) else { continue };
                    let start = first.get(dimension).copied().unwrap_or(0);
                    if let Some(place) = coords.get_mut(dimension) {
                        *place = self.plan.position(along, cell).saturating_sub(start);
                    }
                }
                let cell = index_of(&coords, &shape).and_then(|index| self.cell(elements, index));
                cells.push(cell.unwrap_or(PictureCell::Faulty));
            }
        }
        cells
    }

    fn cell(&self, elements: &Elements, index: usize) -> Option<PictureCell> {
        let bytes = elements.element(index)?;
        let scalar: Scalar = elements.data_type().scalar(bytes)?;
        let number = NumberType::nearest(&self.array.value_of(scalar));
        let is_fill = if self.masked.is_empty() {
            // Zero is a number like others where nobody says more.
            bytes == self.fill && number != 0.0
        } else {
            let reason = self.masked.reason(RawNumber::Real(number), number);
            matches!(reason, Some(MaskReason::Fill | MaskReason::Missing))
        };
        Some(PictureCell::of(number, is_fill))
    }

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
                if picture.faults.len() < MOST_FAULTS {
                    picture.faults.extend(self.chunk_of(part));
                }
                vec![PictureCell::Faulty]
            }
            FoundPart::Unknown => {
                picture.unknown += 1;
                vec![PictureCell::Unknown]
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
                let Some(cell) = cells.next() else { return };
                if let Some(index) = index_of(&[row, column], &self.plan.size)
                    && let Some(place) = picture.cells.get_mut(index)
                {
                    *place = cell;
                }
            }
        }
    }
}

/// The shards of which inner chunks are read one by one. Of those in another codec all is decoded for any of them.
fn sharding(array: &Array) -> Option<&Sharding> {
    let chain = array.chain();
    chain.sharding().filter(|_| !chain.rearranges() && chain.reads_ranges())
}

#[derive(Debug, Clone)]
pub(super) struct CellRun {
    pub(super) chunk: u64,
    pub(super) inner: Option<u64>,
    pub(super) inner_count: u64,
    pub(super) cells: Range<u64>,
}

pub(super) fn count(runs: &[Vec<CellRun>; 2], of: fn(&CellRun) -> u64) -> u64 {
    let mut sums = [0_u64; 2];
    for (sum, runs) in sums.iter_mut().zip(runs) {
        for run in runs {
            *sum = sum.saturating_add(of(run));
        }
    }
    sums[0].saturating_mul(sums[1])
}

pub(super) fn runs(
    array: &Array,
    plan: &PicturePlan,
    along: usize,
    inner: Option<&ChunkGrid>,
) -> Option<Vec<CellRun>> {
    let cells = *plan.size.get(along)?;
    let Some(dimension) = plan.dimension(along) else {
        return Some(vec![CellRun { chunk: 0, inner: None, inner_count: 1, cells: 0..cells }]);
    };
    let mut runs: Vec<CellRun> = Vec::new();
    for cell in 0..cells {
        let (chunk, within) =
            array.metadata.chunk_grid.locate_along(dimension, plan.position(along, cell))?;
        let inner = match inner {
            Some(grid) => grid.locate_along(dimension, within).map(|(inner, _)| inner),
            None => None,
        };
        match runs.last_mut() {
            Some(run) if run.chunk == chunk && run.inner == inner => run.cells.end = cell + 1,
            _ => runs.push(CellRun { chunk, inner, inner_count: 1, cells: cell..cell + 1 }),
        }
    }
    Some(runs)
}

pub(super) fn spanned(
    runs: &[Vec<CellRun>; 2],
    grid: &ChunkGrid,
    array: &Array,
    plan: &PicturePlan,
) -> [Vec<CellRun>; 2] {
    let mut runs = runs.clone();
    for (along, runs) in runs.iter_mut().enumerate() {
        let Some(dimension) = plan.dimension(along) else { continue };
        let inner_of = |cell: u64| {
            let (_, within) =
                array.metadata.chunk_grid.locate_along(dimension, plan.position(along, cell))?;
            Some(grid.locate_along(dimension, within)?.0)
        };
        for run in runs {
            if let Some(first) = inner_of(run.cells.start)
                && let Some(last) = inner_of(run.cells.end.saturating_sub(1))
            {
                run.inner_count = last.abs_diff(first) + 1;
            }
        }
    }
    runs
}
