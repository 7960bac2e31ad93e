use std::{collections::BTreeSet, ops::Range};

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::chunks::{ArrayChunks, DecodedChunk};
use super::gaps::{FirstGap, Gaps};
use super::options::{DiffOptions, EqualityRules};
use super::outcome::{ChunkCounts, ElementDiff, FirstDiff};
use super::sides::{DiffSide, Sides};
use super::units::{UnitLimits, Units, cut, has_at_most};
use super::{boxes::ElementBox, documents::are_equal, numbers::Equality};
use crate::codec::recycle;
use crate::meaning::Meaning;
use crate::metadata::{Scalar, common, lengths, starts};
use crate::pipeline::{Array, Fault, Region};

const BATCH_NBYTES: u64 = 16 << 20;
const BATCH_UNITS: u64 = 512;
/// Bytes of elements in memory at once, unless one pair of chunks has more.
const MEMORY: u64 = 192 << 20;
const FILLED: u64 = 1 << 17;

#[derive(Debug, Default)]
pub(super) struct ElementNews {
    pub(super) found: ElementDiff,
    pub(super) faults: Vec<(DiffSide, Option<Vec<u64>>, Fault)>,
    /// These count since the last report.
    pub(super) read: u64,
    pub(super) faulty: u64,
    pub(super) nbytes: u64,
}

/// Reports progress; `None` asks to stop.
type Hear<'a> = dyn FnMut(&mut ElementNews) -> Option<()> + 'a;

struct ElementRun<'a> {
    sides: Sides<ArrayChunks<'a>>,
    equality: Equality,
    options: &'a DiffOptions,
    region: Region,
    units: Units,
    /// Equal stored bytes are equal elements.
    bytes_count: bool,
}

pub(super) fn compare_elements(
    arrays: Sides<&Array>,
    equality: Equality,
    options: &DiffOptions,
    limits: UnitLimits,
    hear: &mut Hear,
) -> Option<ElementDiff> {
    let mut so_far = ElementNews::default();
    so_far.found.physical = options.physical;
    let mut go_on = || hear(&mut ElementNews::default()).is_some();
    let sides = Sides {
        a: ArrayChunks::find(arrays.a, &options.decode, &mut go_on)?,
        b: ArrayChunks::find(arrays.b, &options.decode, &mut go_on)?,
    };
    for (side, chunks) in sides.each() {
        for error in &chunks.survey.unreadable {
            so_far.faults.push((side, None, error.clone().into()));
        }
    }
    // Chunks over the limit are not decoded: one of a side is reported for all of them, which may reach over any number
    // of chunks of the other side.
    for (side, chunks) in sides.each() {
        if let Err(fault) = chunks.array.chain().check_sizes(&options.decode)
            && let Some(coords) = chunks.stored().next()
        {
            so_far.faulty += 1;
            so_far.faults.push((side, Some(coords.to_vec()), fault.into()));
        }
    }
    if so_far.faulty > 0 {
        hear(&mut so_far)?;
        return Some(so_far.found);
    }
    let region = options.region.clone().unwrap_or_else(|| arrays.a.whole());
    let bytes_count = bytes_count(&arrays, options);
    let units = Units::plan(&sides, limits);
    ElementRun { sides, equality, options, region, units, bytes_count }.all(&mut so_far, hear)?;
    Some(so_far.found)
}

fn bytes_count(arrays: &Sides<&Array>, options: &DiffOptions) -> bool {
    let Sides { a, b } = arrays.map(|array| &array.metadata);
    let exact = EqualityRules { nan_by_bits: true, ..Default::default() };
    !options.decode.ignore_checksums
        && arrays.a.shown_meaning() == arrays.b.shown_meaning()
        && a.chunk_grid == b.chunk_grid
        && a.data_type == b.data_type
        && are_equal(&a.fill_value, &a.data_type, &b.fill_value, &b.data_type, exact)
        && (a.codecs == b.codecs || arrays.a.chain().meaning() == arrays.b.chain().meaning())
}

impl ElementRun<'_> {
    fn all(&self, so_far: &mut ElementNews, hear: &mut Hear) -> Option<()> {
        let touched = self.units.touched(&self.sides, &self.region);
        let mut left_out = 0_u128;
        let mut faulty = BTreeSet::new();
        let mut gaps = Gaps::default();
        so_far.found.chunks.only_in = self.only_in();
        hear(so_far)?;
        for some in touched.chunks(self.batch()) {
            let results: Vec<UnitFindings> = some.par_iter().map(|unit| self.unit(unit)).collect();
            for mut own in results {
                let found = &mut so_far.found;
                own.count_chunks(&mut found.chunks);
                found.compared = found.compared.saturating_add(own.compared);
                left_out = left_out.saturating_add(own.left_out);
                so_far.read += own.read;
                so_far.nbytes = so_far.nbytes.saturating_add(own.nbytes);
                for (side, coords, fault) in own.faults {
                    // A chunk that lies in two boxes fails in both.
                    if faulty.insert((side, coords.clone())) {
                        so_far.faulty += 1;
                        so_far.faults.push((side, Some(coords), fault));
                    }
                }
                gaps.add(own.gaps);
            }
            self.tell(&gaps, &mut so_far.found);
            hear(so_far)?;
        }
        let faulty = faulty.iter().filter(|(side, _)| *side == DiffSide::A).count();
        gaps.add(self.missing(left_out, faulty as u128, &mut so_far.found));
        self.tell(&gaps, &mut so_far.found);
        hear(so_far)
    }

    fn tell(&self, gaps: &Gaps, found: &mut ElementDiff) {
        found.differ = gaps.differ;
        if self.equality.is_measured() {
            found.largest = gaps.largest;
            found.relative = gaps.relative;
        }
        if let Some(FirstGap { at, mut values }) = gaps.first.clone()
            && let Some(chunks) = self.chunks_at(&at)
        {
            if let Some(times) = &self.equality.times {
                let date = |meaning: &Meaning, value: Scalar| match meaning.label(&value) {
                    Some(date) => Scalar::Text(date.into()),
                    None => value,
                };
                values = Sides { a: date(&times.a, values.a), b: date(&times.b, values.b) };
            }
            let Sides { a, b } = &self.sides;
            let keys = Sides { a: a.array.chunk_key(&chunks.a), b: b.array.chunk_key(&chunks.b) };
            found.first = Some(FirstDiff { at, values, chunks, keys });
        }
    }

    fn chunks_at(&self, at: &[u64]) -> Option<Sides<Vec<u64>>> {
        let chunk = |side: &ArrayChunks| Some(side.array.metadata.chunk_grid.locate(at)?.0);
        Some(Sides { a: chunk(&self.sides.a)?, b: chunk(&self.sides.b)? })
    }

    fn only_in(&self) -> Sides<u64> {
        let count = |own: &ArrayChunks, other: &ArrayChunks| {
            let mut alone = 0;
            for coords in own.stored() {
                let covered = own.covered(coords, &self.region);
                if !covered.iter().any(Range::is_empty) && !other.has_any_in(&covered) {
                    alone += 1;
                }
            }
            alone
        };
        Sides { a: count(&self.sides.a, &self.sides.b), b: count(&self.sides.b, &self.sides.a) }
    }

    /// Boxes until the next report: large ones are compared one after the other.
    fn batch(&self) -> usize {
        let data_types = &self.equality.data_types;
        let element = (data_types.a.nbytes() + data_types.b.nbytes()) as u64;
        let nbytes = self.units.size(&self.sides.a.array.metadata.chunk_grid).saturating_mul(element).max(1);
        let threads = rayon::current_num_threads() as u64;
        let each = (BATCH_NBYTES / nbytes).clamp(1, BATCH_UNITS).saturating_mul(threads);
        let most = if nbytes > BATCH_NBYTES { (MEMORY / nbytes).max(1) } else { u64::MAX };
        usize::try_from(each.min(most)).unwrap_or(1)
    }

    fn unit(&self, unit: &[u64]) -> UnitFindings {
        let mut found = UnitFindings::default();
        let region = common(&self.units.region(unit, &self.sides.a.array.metadata.chunk_grid), &self.region);
        if self.bytes_count && self.same_bytes(unit, &region, &mut found) {
            return found;
        }
        let (side, other) = (&self.sides.a, &self.sides.b);
        let most = self.units.limits.nbytes / (side.array.values_type().nbytes() as u64).max(1);
        let is_small = other.array.chain().decoded().size().is_some_and(|elements| elements <= most);
        // A chunk of the other side that comes only as a whole would be decoded again for each part.
        let are_chunks = self.units.chunks.iter().all(|chunks| *chunks == 1);
        let parts = if are_chunks && side.comes_in_parts && (other.comes_in_parts || is_small) {
            cut(region, side.edges(), |part| has_at_most(part, most))
        } else {
            vec![region]
        };
        for part in parts {
            self.part(&part, &mut found);
        }
        found
    }

    /// Nothing is decoded where both sides store the same bytes, and nothing is read where both lead to the same place in a file.
    fn same_bytes(&self, coords: &[u64], region: &Region, found: &mut UnitFindings) -> bool {
        if !(self.sides.a.is_stored(coords) && self.sides.b.is_stored(coords)) {
            return false;
        }
        if !self.sides.a.leads_to_same(&self.sides.b, coords) {
            let same = self.sides.a.has_same_bytes(&self.sides.b, coords, &self.options.decode);
            let Some(nbytes) = same else { return false };
            found.read += 2;
            found.nbytes = nbytes.saturating_mul(2);
        }
        found.add(size(region), Gaps::default());
        found.chunks.push((coords.to_vec(), false));
        true
    }

    /// Where too much of the second side lies in the part, it is decoded a piece at a time.
    fn part(&self, region: &Region, found: &mut UnitFindings) {
        let (Sides { a, b }, options) = (&self.sides, &self.options.decode);
        let most = self.units.limits.nbytes / (b.array.values_type().nbytes() as u64).max(1);
        let pieces = cut(region.clone(), b.edges(), |piece| b.decoded_size(piece) <= most);
        let own = || a.decoded(region, options);
        let beside = || pieces.first().map(|piece| b.decoded(piece, options));
        // Where each thread has boxes of its own, it uses the memory of the chunks before again.
        let is_alone = self.batch() < rayon::current_num_threads();
        let (own, mut first) = if is_alone { rayon::join(own, beside) } else { (own(), beside()) };
        for piece in &pieces {
            let beside = first.take().unwrap_or_else(|| b.decoded(piece, options));
            for chunk in &own {
                self.stored_in_a(chunk, &beside, piece, found);
            }
            self.missing_in_a(&own, &beside, piece, found);
            found.take_chunks(DiffSide::B, beside);
        }
        found.take_chunks(DiffSide::A, own);
    }

    fn stored_in_a(&self, chunk: &DecodedChunk, b: &[DecodedChunk], part: &Region, found: &mut UnitFindings) {
        let covered = self.sides.a.covered(&chunk.coords, part);
        if covered.iter().any(Range::is_empty) {
            return;
        }
        let Some(own) = chunk.elements() else { return found.leave_out(size(&covered)) };
        let before = found.gaps.differ;
        if b.is_empty() && self.sides.b.survey.hidden == 0 {
            found.add(size(&covered), self.beside_fill(DiffSide::A, own, &covered));
        } else {
            for coords in self.sides.b.array.metadata.chunk_grid.touched(&covered) {
                let both = self.sides.b.covered(&coords, &covered);
                let place = b.binary_search_by(|chunk| chunk.coords.cmp(&coords));
                match place.ok().and_then(|place| b.get(place)) {
                    Some(other) => match other.elements() {
                        Some(other) => {
                            found.add(size(&both), self.equality.compare(Sides { a: own, b: other }, &both));
                        }
                        None => found.leave_out(size(&both)),
                    },
                    None if self.sides.b.is_hidden(&coords) => found.leave_out(size(&both)),
                    None => found.add(size(&both), self.beside_fill(DiffSide::A, own, &both)),
                }
            }
        }
        found.chunks.push((chunk.coords.clone(), found.gaps.differ > before));
    }

    fn missing_in_a(&self, a: &[DecodedChunk], b: &[DecodedChunk], part: &Region, found: &mut UnitFindings) {
        for chunk in b {
            let covered = self.sides.b.covered(&chunk.coords, part);
            let Some(own) = chunk.elements() else {
                // What the first side has there was left out with its chunks. The rest is not looked at chunk by chunk: of
                // what cannot be decoded there may be any number.
                let mut stored = 0_u128;
                for other in a {
                    stored = stored.saturating_add(size(&self.sides.a.covered(&other.coords, &covered)));
                }
                found.leave_out(size(&covered).saturating_sub(stored));
                continue;
            };
            for coords in self.sides.a.array.metadata.chunk_grid.touched(&covered) {
                if self.sides.a.is_stored(&coords) {
                    continue;
                }
                let both = self.sides.a.covered(&coords, &covered);
                if self.sides.a.is_hidden(&coords) {
                    found.leave_out(size(&both));
                    continue;
                }
                let gaps = self.beside_fill(DiffSide::B, own, &both);
                // Of a large chunk there may be many small ones, which are all of themselves here: each is counted, none is kept.
                if both == self.sides.a.covered(&coords, &self.region) {
                    found.whole_chunks.compared += 1;
                    found.whole_chunks.differ += u128::from(gaps.differ > 0);
                } else {
                    found.chunks.push((coords, gaps.differ > 0));
                }
                found.add(size(&both), gaps);
            }
        }
    }

    fn beside_fill(&self, side: DiffSide, own: ElementBox, region: &Region) -> Gaps {
        let mut gaps = Gaps::default();
        for part in cut(region.clone(), &vec![1; region.len()], |part| has_at_most(part, FILLED)) {
            let elements = self.sides.on(side.other()).filled(&part);
            let fill = ElementBox { elements: &elements, extent: &part };
            let both = match side {
                DiffSide::A => Sides { a: own, b: fill },
                DiffSide::B => Sides { a: fill, b: own },
            };
            gaps.add(self.equality.compare(both, &part));
        }
        gaps
    }

    /// Nothing is stored of these elements on either side: all of them are the fill values.
    fn missing(&self, left_out: u128, faulty: u128, found: &mut ElementDiff) -> Gaps {
        let mut gaps = Gaps::default();
        if self.sides.each().any(|(_, side)| side.survey.hidden > 0) {
            return gaps;
        }
        let rest = size(&self.region).saturating_sub(found.compared).saturating_sub(left_out);
        found.compared = found.compared.saturating_add(rest);
        if rest > 0
            && let Some(at) = self.first_missing()
        {
            let one: Region = at.iter().map(|coord| *coord..coord.saturating_add(1)).collect();
            let fill = self.sides.a.filled(&one);
            gaps = self.beside_fill(DiffSide::A, ElementBox { elements: &fill, extent: &one }, &one);
        }
        if gaps.differ > 0 {
            gaps.differ = rest;
            // Chunks of the first side's grid with nothing but elements of which nothing is stored.
            let all = self.sides.a.array.metadata.chunk_grid.touching(&self.region);
            let known = found.chunks.compared.saturating_add(faulty);
            let chunks = all.map_or(0, |chunks| size(&chunks).saturating_sub(known));
            found.chunks.compared = found.chunks.compared.saturating_add(chunks);
            found.chunks.differ = found.chunks.differ.saturating_add(chunks);
        }
        gaps
    }

    /// In C order. Each step passes all elements of the same two chunks: at most one step more than chunks are stored.
    fn first_missing(&self) -> Option<Vec<u64>> {
        let mut at = starts(&self.region);
        loop {
            let chunks = self.chunks_at(&at)?;
            if !self.sides.a.is_stored(&chunks.a) && !self.sides.b.is_stored(&chunks.b) {
                return Some(at);
            }
            let a = self.sides.a.covered(&chunks.a, &self.region);
            let ends = common(&a, &self.sides.b.covered(&chunks.b, &self.region));
            let axis = ends.iter().zip(&self.region).rposition(|(own, all)| own.end < all.end)?;
            for (own, all) in at.iter_mut().zip(&self.region).skip(axis + 1) {
                *own = all.start;
            }
            *at.get_mut(axis)? = ends.get(axis)?.end;
        }
    }
}

#[derive(Debug, Default)]
struct UnitFindings {
    gaps: Gaps,
    compared: u128,
    /// A chunk is faulty, or it is not known whether it is stored.
    left_out: u128,
    chunks: Vec<(Vec<u64>, bool)>,
    /// Chunks that are in one part, and nowhere else.
    whole_chunks: ChunkCounts,
    faults: Vec<(DiffSide, Vec<u64>, Fault)>,
    read: u64,
    nbytes: u64,
}

impl UnitFindings {
    fn add(&mut self, size: u128, gaps: Gaps) {
        self.compared = self.compared.saturating_add(size);
        self.gaps.add(gaps);
    }

    fn leave_out(&mut self, size: u128) {
        self.left_out = self.left_out.saturating_add(size);
    }

    /// Gives the memory of the chunks to the next ones.
    fn take_chunks(&mut self, side: DiffSide, chunks: Vec<DecodedChunk>) {
        for chunk in chunks {
            self.read += 1;
            match chunk.found {
                Ok((elements, _)) => {
                    self.nbytes = self.nbytes.saturating_add(elements.visible_bytes().len() as u64);
                    recycle(elements);
                }
                Err(fault) => self.faults.push((side, chunk.coords, fault)),
            }
        }
    }

    fn count_chunks(&mut self, counts: &mut ChunkCounts) {
        self.chunks.sort_unstable();
        // Of one chunk in several parts the last entry says whether it differs.
        self.chunks.reverse();
        self.chunks.dedup_by(|one, other| one.0 == other.0);
        let whole = &self.whole_chunks;
        counts.compared = counts.compared.saturating_add(self.chunks.len() as u128 + whole.compared);
        let differ = self.chunks.iter().filter(|(_, differs)| *differs).count();
        counts.differ = counts.differ.saturating_add(differ as u128 + whole.differ);
    }
}

fn size(region: &[Range<u64>]) -> u128 {
    if region.iter().any(Range::is_empty) {
        return 0;
    }
    lengths(region).iter().fold(1, |all: u128, edge| all.saturating_mul((*edge).into()))
}
