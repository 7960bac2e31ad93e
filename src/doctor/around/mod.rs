//! What the neighbours of a chunk say about it: the step across each border beside the steps within, its range beside
//! that of the others, and single values that no other element comes near.
//!
//! Bad data that decode are found only so. Nothing is said where the array itself does not go on from chunk to chunk, as
//! in mosaics and noise, and nothing of a chunk that is constant.

mod absent;
mod agreement;
pub(super) mod between;
mod contrast;
pub(super) mod coordinate;
mod digest;
mod fabric;
pub(super) mod group;
mod hollow;
mod inside;
mod layers;
mod levels;
mod lists;
mod misfits;
mod odd;
mod order;
mod overlap;
mod pattern;
mod permuted;
mod readings;
mod restored;
mod slipped;
pub(super) mod sparse;
pub(super) mod stated;
mod strain;
pub(super) mod strings;
mod values;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::mem::take;
use std::rc::Rc;

use super::confidence::around as sure;
use super::plausible::verdict::short;
use super::{Hypothesis, hypothesis};
use crate::codec::{DecodeOptions, Silent};
use crate::metadata::text::shape;
use crate::metadata::{BoxCorner, Elements, copy_box, delinear, lengths};
use crate::pipeline::{Array, ChunkAddress, Mend, MendedBytes};
use agreement::Agreement;
use digest::{CellBytes, CellDigest, NumberView};
use fabric::{Fabric, Fit, SidePair, beside};
use levels::ValueChange;
use stated::Stated;
use strings::Strings;
use values::{AllValues, OtherValues};

const NOISY: &str = "the chunk holds noise, or bytes of something else";
const FOREIGN: &str =
    "the chunk does not fit what is around it: it is foreign, from another version of the array, or changed";
const SOMETHING_ELSE: &str = "the chunk holds values of something else: it is foreign, or damaged";
const ZERO_FOR_NAN: &str = "NaN became 0 in the chunk";

/// So many cells are kept at once; each takes a few kilobytes.
const MOST_CELLS: usize = 1 << 14;
/// So many times less has to be wrong with a chunk put right, where nothing else tells that it is wrong.
const CLEARLY: f64 = 2.0;
/// So many cells of an array are looked into once more; where more are odd, that is how the array is.
const MOST_MISFITS: usize = 8;

/// Of the other borders one of so many may be torn, where something explains a cell that does not go on from its neighbours …
pub(super) const MOSTLY: usize = 10;
/// … and where nothing does.
const NEARLY_ALL: usize = 40;
/// A chunk that is alone in not fitting has at least so many borders: a feature of the field may well end at two.
const FEW_BORDERS: usize = 3;
const FEWEST_OF_SIGN: usize = 6;
/// Chunks with fewer different values may be the same by chance.
const LEAST_OF_COPY: usize = 4;
/// Elements within a chunk that differ so many times as much as elsewhere do not belong to the same field.
const NOISE: f64 = 32.0;

/// The chunks of an array, or the inner chunks of its shards, as far as they are looked at beside each other.
#[derive(Debug)]
pub(super) struct Surroundings<'a> {
    array: &'a Array,
    numbers: NumberView,
    codecs: Vec<&'static str>,
    /// The shape of inner chunks, where chunks are shards.
    inner: Option<Vec<u64>>,
    /// Each shard is one cell, whatever is in it.
    judges_shards: bool,
    stated: Stated,
    fabric: Fabric,
    /// Whether nearly all cells go on from each other.
    is_calm: bool,
    /// Whether nearly no border shows, however little.
    is_even: bool,
    /// The chunk that was decoded once more last: of a shard, many inner chunks may be looked at again.
    last_read: LastRead,
}

type LastRead = RefCell<Option<(Vec<u64>, Rc<Elements>)>>;

/// A cell that does not go on from its neighbours, or has other values.
#[derive(Clone, Copy)]
struct Suspect<'a> {
    place: &'a [u64],
    cell: &'a CellDigest,
    is_torn: bool,
    is_unlike: bool,
}

/// What of the chunks of an array is kept to compare them.
#[derive(Debug)]
pub(super) enum Around<'a> {
    /// Chunks, or the inner chunks of shards; then also the shards, each as one.
    Numbers(Surroundings<'a>, Option<Box<Surroundings<'a>>>),
    Strings(Strings),
}

impl<'a> Around<'a> {
    /// `None` where elements are neither.
    pub fn of(array: &'a Array) -> Option<Self> {
        let strings = || Strings::of(array).map(Self::Strings);
        let Some(around) = Surroundings::of(array) else { return strings() };
        let shards = around.inner.is_some().then(|| Surroundings::of(array)).flatten();
        Some(Self::Numbers(
            around,
            shards.map(|shards| Box::new(Surroundings { judges_shards: true, ..shards })),
        ))
    }

    /// Takes a chunk. Whether it was taken: what is too much is left out.
    pub fn add(&mut self, coords: &[u64], elements: &Elements) -> bool {
        match self {
            Self::Numbers(around, shards) => {
                if let Some(shards) = shards {
                    shards.add(coords, elements);
                }
                around.add(coords, elements)
            }
            Self::Strings(strings) => strings.add(coords, elements),
        }
    }

    fn cells(&self) -> usize {
        match self {
            Self::Numbers(around, _) => around.fabric.cells.len(),
            Self::Strings(strings) => strings.cells.len(),
        }
    }

    pub fn judge(&mut self, options: &DecodeOptions) -> Vec<(ChunkAddress, Hypothesis)> {
        match self {
            Self::Numbers(around, None) => around.judge(options),
            Self::Numbers(around, Some(shards)) => {
                around.measure();
                let mut found = permuted::entries(around);
                for (address, _) in &found {
                    for cells in [&mut around.fabric.cells, &mut shards.fabric.cells] {
                        cells.retain(|_, cell| cell.address.chunk != address.chunk);
                    }
                }
                found.extend(shards.judge(options));
                // What is wrong with the document shows in inner chunks as well.
                found.retain(|(_, hypothesis)| hypothesis.changes.is_empty());
                if let Some(inner) = around.better_explained(&found, options) {
                    return inner;
                }
                let mut places = Vec::new();
                for (address, _) in &found {
                    places.push(address.chunk.clone());
                }
                // Beside a shard that does not belong there, sound inner chunks do not continue their neighbours.
                let is_sound = |cell: &CellDigest| !places.contains(&cell.address.chunk);
                let (sound, others) =
                    take(&mut around.fabric.cells).into_iter().partition(|(_, own)| is_sound(own));
                around.fabric.cells = sound;
                found.extend(around.judge(options));
                around.fabric.cells.extend::<BTreeMap<_, _>>(others);
                found
            }
            Self::Strings(strings) => strings.judge(),
        }
    }
}

impl<'a> Surroundings<'a> {
    /// `None` where elements are no numbers.
    pub fn of(array: &'a Array) -> Option<Self> {
        let metadata = &array.metadata;
        let numbers = NumberView::of(&metadata.data_type, &metadata.fill_value)?;
        let first = vec![0; metadata.chunk_grid.rank()];
        let chain = array.chain_at(&first).ok()?;
        let inner = inner_shape(array);
        let each = inner.as_ref().map_or(Some(1), |_| chain.sharding()?.grid().size());
        let cells = metadata.chunk_grid.size().zip(each).and_then(|(chunks, each)| chunks.checked_mul(each));
        let numbers = numbers.of_cells(cells);
        Some(Self {
            array,
            numbers,
            codecs: chain.stages().filter_map(|stage| Some(stage.row()?.name)).collect(),
            inner,
            judges_shards: false,
            stated: Stated::of(array),
            fabric: Fabric::default(),
            is_calm: false,
            is_even: false,
            last_read: LastRead::default(),
        })
    }

    pub fn add(&mut self, coords: &[u64], elements: &Elements) -> bool {
        if self.fabric.cells.len() >= MOST_CELLS {
            return false;
        }
        let inner = self.inner.clone().filter(|_| !self.judges_shards);
        let fill = self.array.metadata.fill_value.bytes(elements.data_type());
        if self.judges_shards && self.lacks_inner(coords, elements, &fill) {
            return true;
        }
        each_cell(
            self.array,
            inner.as_deref(),
            coords,
            elements,
            &mut |place, address, elements, edges, used| {
                // An inner chunk that is missing reads as the fill value.
                if address.is_inner() && elements.each().all(|element| element == fill) {
                    return;
                }
                let (Some(edges), Some(used)) = (counts(edges), counts(used)) else { return };
                let cell = CellBytes { bytes: elements.bytes(), shape: &edges, used: &used };
                if let Some(digest) = CellDigest::take(&self.numbers, address, cell) {
                    self.fabric.cells.insert(place, digest);
                }
            },
        )
    }

    /// Whether an inner chunk of a shard is missing, or holds the fill value only: such a shard has holes that are none.
    fn lacks_inner(&self, coords: &[u64], elements: &Elements, fill: &[u8]) -> bool {
        let mut lacks = false;
        each_cell(self.array, self.inner.as_deref(), coords, elements, &mut |_, _, part, _, _| {
            lacks |= part.each().all(|element| element == fill);
        });
        lacks
    }

    /// What is wrong with chunks, as far as those around them show it.
    pub fn judge(&mut self, options: &DecodeOptions) -> Vec<(ChunkAddress, Hypothesis)> {
        self.measure();
        // Where all chunks have one cause, values say nothing of single ones.
        self.whole_array_causes(options).unwrap_or_else(|| self.single_chunk_causes(options))
    }

    /// What is wrong with inner chunks, where that explains all that is wrong with shards and is surer: a shard is odd where one
    /// inner chunk is.
    fn better_explained(
        &mut self,
        shards: &[(ChunkAddress, Hypothesis)],
        options: &DecodeOptions,
    ) -> Option<Vec<(ChunkAddress, Hypothesis)>> {
        if shards.is_empty() || shards.iter().any(|(_, shard)| shard.confidence >= sure::READ_OTHERWISE) {
            return None;
        }
        let as_is = self.fabric.clone();
        let found = self.judge(options);
        let is_explained = |(address, shard): &(ChunkAddress, Hypothesis)| {
            let own = || found.iter().filter(|(inner, _)| inner.chunk == address.chunk && inner.is_inner());
            let is_surer = own().any(|(_, inner)| inner.confidence > shard.confidence);
            let all = as_is.cells.values().filter(|cell| cell.address.chunk == address.chunk).count();
            is_surer && 2 * own().count() <= all
        };
        if shards.iter().all(is_explained) {
            return Some(found);
        }
        self.fabric = as_is;
        None
    }

    fn measure(&mut self) {
        let is_bit = |cell: &CellDigest| cell.least[0].value >= 0.0 && cell.most[0].value <= 1.0;
        if self.fabric.cells.values().all(is_bit) {
            self.numbers.read_as_bits();
        }
        self.numbers.read_as_steps(self.fabric.cells.values().map(|cell| cell.sample.as_slice()));
        self.fabric.measure(self.numbers.quantum);
    }

    fn whole_array_causes(&self, options: &DecodeOptions) -> Option<Vec<(ChunkAddress, Hypothesis)>> {
        if let Some(document) = self.wrong_document(options) {
            let addresses = self.fabric.cells.values().map(|cell| cell.address.clone());
            return Some(addresses.map(|address| (address, document.clone())).collect());
        }
        if let Some((cells, mark)) = odd::unstated_mark(self) {
            return Some(cells.into_iter().map(|address| (address, mark.clone())).collect());
        }
        if let Some(transposed) = self.transposed_grid() {
            let addresses = self.fabric.cells.values().map(|cell| cell.address.clone());
            return Some(addresses.map(|address| (address, transposed.clone())).collect());
        }
        if let Some(renumbered) = agreement::renumbered(&self.fabric, &self.numbers) {
            let addresses = self.fabric.cells.values().map(|cell| cell.address.clone());
            return Some(addresses.map(|address| (address, renumbered.clone())).collect());
        }
        if let Some(pair) = lists::exchanged(self) {
            let why = "values rise within each chunk, and exchanged through all of them";
            return Some(self.exchange_findings(pair, why));
        }
        let pair = lists::exchanged_across(self)?;
        let why =
            "as they are, values do not go on from chunk to chunk around them; exchanged, they do everywhere";
        Some(self.exchange_findings(pair, why))
    }

    fn single_chunk_causes(&mut self, options: &DecodeOptions) -> Vec<(ChunkAddress, Hypothesis)> {
        let mut found = self.exchanges();
        let all = AllValues::of(&self.fabric);
        let torn = misfits::torn(&self.fabric);
        let continues = self.fabric.continues(&torn, MOSTLY, |border| border.is_torn);
        self.is_calm = self.fabric.continues(&torn, NEARLY_ALL, |border| border.is_torn);
        let seamed = misfits::seamed(&self.fabric, &torn);
        self.is_even = continues && self.fabric.continues(&seamed, NEARLY_ALL, |border| border.is_rough);
        // Labels that do not agree across borders anywhere are a mosaic of patches.
        let agreement = Agreement::measure(&self.fabric, &self.numbers, self.is_calm);
        let may_be_torn = continues && !agreement.is_scattered();
        let mut suspects = Vec::new();
        let mut odd_ones = Vec::new();
        for (place, cell) in &self.fabric.cells {
            let is_flat = self.fabric.is_flat(place, cell) && !self.is_lone_constant(place, cell);
            // Where hardly anything changes, as where it does not rain, a few borders say nothing.
            let is_seldom = || {
                let fit = self.fabric.fit(place, cell, &[]);
                fit.calm == 0.0 && fit.all < FEW_BORDERS && place.len() > 1
            };
            let is_torn = may_be_torn && torn.contains(place) && !is_flat && !is_seldom();
            let others = all.but(place, cell);
            let is_unlike = !cell.is_constant() && (others.is_odd || others.are_unlike(cell));
            // Neighbours within it differ as they do nowhere else: in the wrong bytes, or by nature.
            let is_wild = !self.fabric.is_usual(cell);
            let is_blank = Self::is_lone_blank(&all, cell);
            if is_torn || is_unlike || is_blank || self.hole(&all, place, cell).is_some() {
                suspects.push(Suspect { place, cell, is_torn, is_unlike });
            } else if continues && is_wild || self.is_even && seamed.contains(place) {
                odd_ones.push(Suspect { place, cell, is_torn, is_unlike });
            }
        }
        for suspects in [suspects, odd_ones] {
            if suspects.len() > self.most_misfits() {
                continue;
            }
            for suspect in suspects {
                if let Some(hypothesis) = self.misfit(&all, suspect, options) {
                    found.push((suspect.cell.address.clone(), hypothesis));
                }
            }
        }
        // In a list, several that are shifted show breaks of its own.
        let is_shifted = |found: &Hypothesis| found.hypothesis.starts_with("the chunk is shifted by");
        let is_list = self.array.metadata.shape.len() == 1;
        if is_list && found.iter().filter(|(_, found)| is_shifted(found)).count() > 1 {
            found.retain(|(_, found)| !is_shifted(found));
        }
        // In a picture, several rough chunks show something rough.
        let noisy = found.iter().filter(|(_, found)| found.hypothesis == NOISY).count();
        if noisy > 1 {
            found.retain(|(_, found)| found.hypothesis != NOISY);
        }
        self.disagreeing(&agreement, &all, &mut found, options);
        if let Some((address, hypothesis)) = lists::begun_anew(self) {
            found.retain(|(other, _)| *other != address);
            found.push((address, hypothesis));
        }
        self.reversed_bits(&mut found, options);
        self.listed_differences(&mut found, options);
        // Of patches, any row may end in a step.
        let slipped =
            if agreement.are_labels { Vec::new() } else { slipped::moved_from(self, &found, options) };
        found.retain(|(address, _)| !slipped.iter().any(|(other, _)| other == address));
        found.extend(slipped);
        if !agreement.are_labels {
            self.sheared(&mut found, options);
        }
        found.extend(absent::lost(self, options));
        found.extend(absent::unwritten_tail(self));
        found.extend(lists::unwritten_end(self));
        found.extend(lists::sorted_alone(self));
        if let Some(own) = lists::stuck(self) {
            contrast::replace_vaguer(&mut found, own);
        }
        lists::written_late(self, &mut found, options);
        // Bytes in the other order are multiples of a power of two as well.
        let is_known =
            |own: &ChunkAddress| found.iter().any(|(other, _): &(ChunkAddress, Hypothesis)| other == own);
        let rounded = order::rounded(self).filter(|(own, _)| !is_known(own));
        found.extend(rounded);
        if let Some((own, fractions)) = order::other_fractions(self) {
            // Whatever was computed from them is no other unit.
            found.retain(|(other, known)| *other != own || !known.hypothesis.contains(" times too "));
            found.push((own, fractions));
        }
        self.changed_values(&all, agreement.are_labels, &mut found);
        self.impossible_values(&all, &mut found, options);
        self.odd_inside(&mut found, options);
        if !agreement.are_labels {
            self.strained(&mut found, options);
        }
        self.patches(&seamed, &mut found);
        if agreement.are_labels || self.numbers.are_bits() || self.stated.has_flags {
            self.overlapping(&agreement, &mut found, options);
        }
        self.contrasted(&all, agreement.are_labels, &mut found, options);
        self.moved_columns(&mut found);
        if found.is_empty() {
            found = self.layers(options);
            if found.iter().all(|(_, own)| contrast::is_vague(own)) {
                let turned = self.turned_layers(options);
                found = if turned.is_empty() { found } else { turned };
            }
        }
        found
    }

    /// A border that shows on nearly every side of one cell, and nowhere else, is no feature of what was measured.
    fn is_patch(&self, fit: &Fit) -> bool {
        self.is_even && fit.all >= FEW_BORDERS && 4 * fit.rough >= 3 * fit.all
    }

    /// Whether cells go on from each other along one axis only, along which both neighbours of a cell are there.
    fn is_line(&self, place: &[u64]) -> bool {
        let mut smooth = (0..place.len()).filter(|axis| self.fabric.is_smooth_along(*axis));
        let (Some(axis), None) = (smooth.next(), smooth.next()) else { return false };
        [false, true].iter().all(|side| self.fabric.cells.contains_key(&beside(place, axis, *side)))
    }

    /// Finds cells that do not go on from their neighbours by a little, where nothing else explains it.
    fn patches(&self, seamed: &BTreeSet<Vec<u64>>, found: &mut Vec<(ChunkAddress, Hypothesis)>) {
        if seamed.len() > self.most_misfits() {
            return;
        }
        for place in seamed {
            let Some(cell) = self.fabric.cells.get(place) else { continue };
            let fit = self.fabric.fit(place, cell, &[]);
            if self.is_patch(&fit) && !found.iter().any(|(address, _)| *address == cell.address) {
                let hypothesis = hypothesis(FOREIGN, sure::NOT_CONTINUED, torn_words(&fit));
                found.push((cell.address.clone(), hypothesis));
            }
        }
    }

    /// Finds cells of labels or mosaics that agree with their neighbours once something is undone.
    fn disagreeing(
        &self,
        agreement: &Agreement,
        all: &AllValues,
        found: &mut Vec<(ChunkAddress, Hypothesis)>,
        options: &DecodeOptions,
    ) {
        let mut wrong: Vec<&[u64]> = Vec::new();
        for (place, cell) in &self.fabric.cells {
            if found.iter().any(|(address, _)| *address == cell.address) {
                wrong.push(place);
            }
        }
        for place in agreement.suspects().into_iter().take(2 * MOST_MISFITS) {
            // A neighbour of what is wrong seems wrong too.
            let is_beside = |other: &&[u64]| {
                place.iter().zip(*other).map(|(one, other)| one.abs_diff(*other)).sum::<u64>() == 1
            };
            if wrong.iter().any(is_beside) {
                continue;
            }
            let Some(cell) = self.fabric.cells.get(place) else { continue };
            let agreed = self.with_cell(&cell.address, options, |bytes| {
                agreement.explain(self, place, &all.but(place, cell), bytes)
            });
            if let Some((hypothesis, bytes)) = agreed.flatten() {
                wrong.push(place);
                let known = found.iter().position(|(address, _)| *address == cell.address);
                let mends = bytes.map(|bytes| self.mend(&cell.address, bytes, options)).unwrap_or_default();
                let hypothesis = hypothesis.mending(mends);
                match known.and_then(|known| found.get_mut(known)) {
                    // A step says little of labels.
                    Some((_, known)) if agreement.are_labels || known.confidence < hypothesis.confidence => {
                        *known = hypothesis;
                    }
                    Some(_) => {}
                    None => found.push((cell.address.clone(), hypothesis)),
                }
            }
        }
    }

    /// Where more cells than these are odd, that is how the array is.
    fn most_misfits(&self) -> usize {
        MOST_MISFITS.min(self.fabric.cells.len() / 6 + 1)
    }

    /// Another document that gives values as they are stated, or that go on from chunk to chunk.
    fn wrong_document(&self, options: &DecodeOptions) -> Option<Hypothesis> {
        let cells: Vec<&CellDigest> = self.fabric.cells.values().collect();
        let stated = self.stated.contradicted(self.array, &cells, options);
        let is_vague = stated.as_ref().is_some_and(|stated| stated.changes.is_empty());
        let other = if is_vague { order::of_all(self, options) } else { None };
        self.stated
            .other_temperature(&cells)
            .or(other)
            .or(stated)
            .or_else(|| order::of_all(self, options))
            .or_else(|| order::of_other_sign(self))
            .or_else(|| order::of_missing(self))
            .or_else(|| lists::in_order_of_text(self))
    }

    /// Finds cells whose values are those that belong there, changed alike, where no border need say so.
    fn changed_values(&self, all: &AllValues, are_labels: bool, found: &mut Vec<(ChunkAddress, Hypothesis)>) {
        let mut changed = Vec::new();
        // Of few chunks one may well be the only one that has negative values.
        let bits = self.numbers.bits_of_integer().filter(|_| self.fabric.cells.len() >= FEWEST_OF_SIGN);
        let lost_sign = |cell: &CellDigest, others: &OtherValues| levels::lost_sign(cell, others, bits?);
        for (place, cell) in &self.fabric.cells {
            if found.iter().any(|(address, _)| *address == cell.address) {
                continue;
            }
            let others = all.but(place, cell);
            let is_plain = self.numbers.bits_of_integer().is_some();
            let what = if let Some((end, why)) =
                levels::cut_off(&self.fabric, place, cell, &others).filter(|_| is_plain && !are_labels)
            {
                (format!("the chunk has values that are cut off at {end}: they did not fit"), why)
            } else if let Some((bits, why)) = levels::turned_negative(cell, &others).filter(|_| is_plain) {
                (levels::wrapped_words(bits), why)
            } else if let Some((bits, why)) = lost_sign(cell, &others) {
                (levels::wrapped_words(bits), why)
            } else if let Some(why) = self.zero_for_nan(all, place, cell) {
                (ZERO_FOR_NAN.to_owned(), why)
            } else if let Some(why) = self.stated.unnamed(cell, all, &others) {
                ("the chunk has a value that the attributes do not name".to_owned(), why)
            } else if self.stated.excludes(cell) {
                let why = format!(
                    "{}; nearly all of its values lie between {} and {}",
                    self.stated.valid_words(),
                    short(cell.least[0].value),
                    short(cell.most[0].value)
                );
                ("the chunk has values that the attributes exclude".to_owned(), why)
            } else {
                continue;
            };
            changed.push((cell.address.clone(), hypothesis(what.0, sure::CHANGED_VALUES, what.1)));
        }
        let moved = lists::moved_on(self);
        let is_new =
            |(address, _): &(ChunkAddress, Hypothesis)| !found.iter().any(|(other, _)| other == address);
        changed.extend(moved.filter(is_new));
        // Where one of two is known to be wrong, it is the copy.
        let copies = order::copies(self);
        if !copies.iter().any(|(copy, _)| found.iter().any(|(other, _)| other == copy)) {
            changed.extend(copies);
        }
        if changed.len() <= self.most_misfits() {
            found.append(&mut changed);
        }
    }

    /// Finds cells that are in each other's places, and puts them right for what comes after.
    fn exchanges(&mut self) -> Vec<(ChunkAddress, Hypothesis)> {
        let mut found = Vec::new();
        for _ in 0..MOST_MISFITS {
            let suspects = misfits::torn(&self.fabric);
            if !self.fabric.continues(&suspects, MOSTLY, |border| border.is_torn) {
                break;
            }
            let Some(pair) = misfits::best_exchange(&self.fabric, &suspects) else { break };
            let [one, other] = &pair.places;
            let (Some(a), Some(b)) = (self.fabric.cells.get(one), self.fabric.cells.get(other)) else {
                break;
            };
            let evidence = format!("{}; exchanged, {}", torn_words(&pair.before), step_words(&pair.after));
            found.extend(self.exchange_findings([a, b], &evidence));
            self.fabric.exchange(one, other);
        }
        found
    }

    fn exchange_findings(
        &self,
        [one, other]: [&CellDigest; 2],
        why: &str,
    ) -> Vec<(ChunkAddress, Hypothesis)> {
        let what = format!(
            "{} and {} are exchanged",
            cell_name(self.array, &one.address),
            cell_name(self.array, &other.address)
        );
        let (first, second) = (&one.address, &other.address);
        let mut mends = Vec::new();
        if !first.is_inner() {
            for (chunk, from) in [(first, second), (second, first)] {
                let bytes = MendedBytes::OfChunk(from.chunk.clone());
                mends.push(Mend { chunk: chunk.chunk.clone(), bytes });
            }
        } else if first.chunk == second.chunk {
            // Nothing can be done for inner chunks of two shards.
            mends.extend(self.array.with_inner_exchanged(&first.chunk, [first.last(), second.last()]));
        }
        let found = hypothesis(what, sure::EXCHANGED, why).mending(mends);
        [one, other].into_iter().map(|cell| (cell.address.clone(), found.clone())).collect()
    }

    /// What was measured is not there, in all of a cell or in a part.
    fn gap(&self, all: &AllValues, place: &[u64], own: &CellDigest) -> Option<Hypothesis> {
        if let Some(why) = self.zero_for_nan(all, place, own) {
            return Some(hypothesis(ZERO_FOR_NAN, sure::CHANGED_VALUES, why));
        }
        if Self::is_lone_blank(all, own) {
            let why = "every other element of the array has a value, and NaN is not the fill value";
            return Some(hypothesis("the chunk is NaN throughout", sure::NOT_CONTINUED, why.to_owned()));
        }
        self.hole(all, place, own)
    }

    fn misfit(&self, all: &AllValues, suspect: Suspect, options: &DecodeOptions) -> Option<Hypothesis> {
        let Suspect { place, cell: own, is_torn, is_unlike } = suspect;
        if let Some(gap) = self.gap(all, place, own) {
            return Some(gap);
        }
        let before = self.fabric.fit(place, own, &[]);
        let fit = &before;
        let others = all.but(place, own);
        let mut evidence = Vec::new();
        if is_unlike && let Some(why) = self.stated.unnamed(own, all, &others) {
            let what = "the chunk has values that the attributes do not name";
            return Some(hypothesis(what, sure::CHANGED_VALUES, why));
        }
        if is_torn && let Some(twin) = self.original(place, own) {
            let twin = cell_name(self.array, &twin.address);
            let why =
                format!("{}; {twin} holds the same values, and continues its neighbours", torn_words(fit));
            return Some(hypothesis(format!("the chunk is a copy of {twin}"), sure::READ_OTHERWISE, why));
        }
        if is_torn || fit.rough > 0 {
            evidence.push(torn_words(fit));
        }
        if others.is_odd {
            evidence.push(format!(
                "half of its values lie between {} and {}, half of all between {} and {}, and no other chunk differs so",
                short(own.quantile(25)),
                short(own.quantile(75)),
                short(others.quantile(25)),
                short(others.quantile(75))
            ));
        } else if is_unlike {
            evidence.push(format!(
                "its values lie between {} and {}, those of all others between {} and {}",
                short(own.least[0].value),
                short(own.most[0].value),
                short(others.least),
                short(others.most)
            ));
        }
        if is_torn && own.is_constant() {
            let what = format!("the chunk has the value {} throughout", short(own.least[0].value));
            return Some(hypothesis(what, sure::NOT_CONTINUED, evidence.join("; ")));
        }
        let header =
            self.with_cell(&own.address, options, |cell| misfits::other_header(self, place, &others, cell));
        if let Some((what, why)) = header.flatten() {
            evidence.push(why);
            return Some(hypothesis(what, sure::READ_OTHERWISE, evidence.join("; ")));
        }
        let continues_then = || format!("{}; put right, it continues them", evidence.join("; "));
        // A channel may have a gain of its own.
        let is_channel = !is_torn && order::is_slab(self, &[&place.to_vec()]);
        let change = (is_torn || is_unlike).then(|| levels::explain(self, place, own, &others)).flatten();
        let change = change.filter(|_| !is_channel);
        if let Some(ValueChange::Program(what)) = &change {
            return Some(hypothesis(format!("the chunk {what}"), sure::READ_OTHERWISE, continues_then()));
        }
        let explained =
            self.with_cell(&own.address, options, |cell| misfits::explain(self, place, &others, cell));
        if let Some(misfits::Explained { what, fit, undone, .. }) = explained.flatten() {
            if fit.all > 0 && evidence.is_empty() {
                // Nothing tells that it is wrong but what it would be.
                if before.across < CLEARLY * fit.across {
                    return None;
                }
                let (now, then) = (short(before.across), short(fit.across));
                evidence.push(format!("across its borders values differ by {now}; put right, by {then}"));
            } else if fit.all > 0 {
                evidence.push(format!("put right, {}", step_words(&fit)));
            } else {
                evidence.push("put right, its values are like those of the others".to_owned());
            }
            let found = hypothesis(format!("the chunk {what}"), sure::READ_OTHERWISE, evidence.join("; "));
            return Some(found.mending(self.mend(&own.address, undone.bytes, options)));
        }
        if is_torn && let Some(what) = levels::line(self, place, own, &others) {
            return Some(hypothesis(format!("the chunk {what}"), sure::CHANGED_VALUES, evidence.join("; ")));
        }
        if let Some(ValueChange::Instrument(what)) = change
            && self.twin(place, own).is_none()
        {
            // Tiles of a mosaic differ so, and all of them do.
            let found = || hypothesis(format!("the chunk {what}"), sure::NOT_CONTINUED, continues_then());
            // Stations have two borders, along time.
            let is_series =
                self.is_calm && fit.all == 2 && fit.torn == 2 && place.len() > 1 && self.is_line(place);
            return (is_series || self.is_patch(fit)).then(found);
        }
        // Without an explanation, values have to be farther from those of the others.
        let is_foreign =
            is_unlike && !is_channel && (!others.is_odd || others.is_foreign || others.are_unlike(own));
        // A burst that ends where its chunk does not is no foreign one.
        if !is_torn && (!is_foreign || fit.is_whole()) {
            return self.noise(place, own);
        }
        // One torn border, at an end, may be a real jump, and so may two beside a bright spot.
        if !is_foreign && (fit.all < 2 || 4 * fit.torn < 3 * fit.all || !self.is_calm) {
            return None;
        }
        let (what, confidence) = match (is_foreign, is_torn) {
            (true, true) => (SOMETHING_ELSE, sure::FOREIGN),
            (true, false) => (SOMETHING_ELSE, sure::OTHER_VALUES),
            (false, _) => (FOREIGN, sure::NOT_CONTINUED),
        };
        Some(hypothesis(what, confidence, evidence.join("; ")))
    }

    fn noise(&self, place: &[u64], own: &CellDigest) -> Option<Hypothesis> {
        // Where nothing changes in most chunks, as where it does not rain, one in which something does is no noise.
        let wildness = self.fabric.wildness(own);
        let is_noise = self.is_calm
            && !order::is_slab(self, &[&place.to_vec()])
            && self.varies(place)
            && own.is_noise()
            && wildness >= NOISE
            && !self.fades_out(place);
        let times = short(wildness.round());
        let why = format!("elements beside each other differ {times} times as much in it as in other chunks");
        is_noise.then(|| hypothesis(NOISY, sure::OTHER_VALUES, why))
    }

    /// Whether what is beside it is wild too, as after an earthquake: noise of other bytes ends where the chunk does.
    fn fades_out(&self, place: &[u64]) -> bool {
        let mut sides = (0..place.len()).flat_map(|axis| [false, true].map(|side| beside(place, axis, side)));
        sides.any(|side| self.fabric.cells.get(&side).is_some_and(|cell| !self.fabric.is_usual(cell)))
    }

    /// Zeros beside a chunk that is missing, and reads as zero, are no hole.
    fn hole(&self, all: &AllValues, place: &[u64], cell: &CellDigest) -> Option<Hypothesis> {
        let hole = odd::hole(all, &self.numbers, place, cell)?;
        let mut sides = (0..place.len()).flat_map(|axis| [false, true].map(|side| beside(place, axis, side)));
        let is_missing = |other: Vec<u64>| {
            // Of inner chunks it is not asked which are missing.
            !self.fabric.cells.contains_key(&other)
                && (self.inner.is_some() || matches!(self.array.is_stored(&other), Ok(false)))
        };
        if sides.any(is_missing) { None } else { Some(hole) }
    }

    fn zero_for_nan(&self, all: &AllValues, place: &[u64], cell: &CellDigest) -> Option<String> {
        levels::zero_for_nan(&self.fabric, place, cell, all, &all.but(place, cell))
    }

    /// Whether a cell of one value is the only one in a field that varies everywhere else, and nothing beside it has that value: else it
    /// may be a patch, a lake or what is masked. The fill value stands for what is missing.
    fn is_lone_constant(&self, place: &[u64], cell: &CellDigest) -> bool {
        if !cell.is_constant() || !self.is_patch(&self.fabric.fit(place, cell, &[])) {
            return false;
        }
        let metadata = &self.array.metadata;
        let fill = self.numbers.at_any(&metadata.fill_value.bytes(&metadata.data_type));
        let is_value = |other: &f64| other.total_cmp(&cell.least[0].value).is_eq();
        let is_beside = |side: SidePair| side.theirs.outer.iter().any(is_value);
        let constants = self.fabric.cells.values().filter(|other| other.is_constant()).count();
        constants == 1
            && !is_value(&fill)
            && self.varies(place)
            && !self.fabric.sides(place, cell).into_iter().any(is_beside)
    }

    fn varies(&self, place: &[u64]) -> bool {
        (0..place.len()).all(|axis| self.fabric.usual_step(axis) > self.numbers.quantum)
    }

    /// Whether nothing but a cell is NaN, and all of it.
    fn is_lone_blank(all: &AllValues, cell: &CellDigest) -> bool {
        cell.sample.is_empty()
            && cell.strange > 0
            && all.strange == cell.strange
            && all.missing == cell.missing
    }

    /// Another cell with the same bytes that belongs where it is.
    fn original(&self, place: &[u64], own: &CellDigest) -> Option<&CellDigest> {
        // Where it lies beside its copy, it cannot continue that.
        let copy = BTreeSet::from([place.to_vec()]);
        let is_original = |(other, cell): &(&Vec<u64>, &CellDigest)| {
            let continues = || self.fabric.fit_but(other, cell, &[], &copy).is_whole();
            other.as_slice() != place && cell.hash == own.hash && continues()
        };
        let is_plain = !own.is_constant() && own.distinct() >= LEAST_OF_COPY;
        self.fabric.cells.iter().find(|pair| is_plain && is_original(pair)).map(|(_, cell)| cell)
    }

    /// Another cell with the same bytes.
    fn twin(&self, place: &[u64], own: &CellDigest) -> Option<&CellDigest> {
        let is_twin =
            |(other, cell): &(&Vec<u64>, &CellDigest)| other.as_slice() != place && cell.hash == own.hash;
        self.fabric.cells.iter().find(is_twin).map(|(_, twin)| twin)
    }

    /// Finds single impossible values. Where there are several cells of them, that is how the array is.
    fn impossible_values(
        &self,
        all: &AllValues,
        found: &mut Vec<(ChunkAddress, Hypothesis)>,
        options: &DecodeOptions,
    ) {
        let mut flipped = Vec::new();
        let spike = odd::spike(&self.fabric);
        for (place, cell) in &self.fabric.cells {
            let suspect = odd::suspect(all, place, cell).map(|index| (index, odd::FLIPPED));
            let is_spike = |(own, at): (&Vec<u64>, (usize, f64))| (own == place).then_some(at);
            let Some(suspect) = suspect.or(spike.and_then(is_spike)) else { continue };
            // Where hardly anything changes, whatever does is unusual.
            let is_wild = !self.fabric.is_usual(cell) && self.varies(place);
            if is_wild || found.iter().any(|(address, _)| *address == cell.address) {
                continue;
            }
            let hypothesis = self.with_cell(&cell.address, options, |bytes| {
                let others = all.but(place, cell);
                let flipped = odd::flipped_bit(&self.numbers, cell, &others, suspect, &bytes);
                flipped.map(|(found, bytes)| (found, Some(bytes))).or_else(|| {
                    let index = Some(suspect.0).filter(|_| suspect.1 >= odd::FLIPPED)?;
                    Some((odd::stray(self, (place, cell), &others, index, &bytes)?, None))
                })
            });
            let Some((hypothesis, bytes)) = hypothesis.flatten() else { continue };
            let mends = bytes.map(|bytes| self.mend(&cell.address, bytes, options)).unwrap_or_default();
            flipped.push((cell.address.clone(), hypothesis.mending(mends)));
        }
        if flipped.len() == 1 {
            found.append(&mut flipped);
        }
    }

    /// What puts a cell right, when it decodes to these bytes: its chunk, encoded anew.
    fn mend(&self, address: &ChunkAddress, bytes: Vec<u8>, options: &DecodeOptions) -> Vec<Mend> {
        let mends = || {
            let chunk = self.array.metadata.chunk_grid.chunk_shape(&address.chunk)?;
            let mut elements = self.array.decode(&address.chunk, options).ok()??;
            let cell = elements.moved(bytes);
            let none = vec![0; chunk.len()];
            let (edges, start) = match (&self.inner, address.inner.first()) {
                (Some(inner), Some(place)) => {
                    (inner, place.iter().zip(inner).map(|(place, edge)| place * edge).collect())
                }
                _ => (&chunk, none.clone()),
            };
            let [from, into] =
                [BoxCorner { shape: edges, start: &none }, BoxCorner { shape: &chunk, start: &start }];
            copy_box(&cell, from, &mut elements, into, edges)?;
            let chain = self.array.chain_at(&address.chunk).ok()?;
            let bytes = chain.encode(&elements, options, &mut Silent).ok()?;
            Some(vec![Mend { chunk: address.chunk.clone(), bytes: MendedBytes::All(bytes.into()) }])
        };
        mends().unwrap_or_default()
    }

    fn read_again(&self, coords: &[u64], options: &DecodeOptions) -> Option<Rc<Elements>> {
        if let Some((last, elements)) = &*self.last_read.borrow()
            && last == coords
        {
            return Some(Rc::clone(elements));
        }
        let elements = Rc::new(self.array.decode(coords, options).ok()??);
        *self.last_read.borrow_mut() = Some((coords.to_vec(), Rc::clone(&elements)));
        Some(elements)
    }

    /// Decodes a cell once more.
    fn with_cell<T>(
        &self,
        address: &ChunkAddress,
        options: &DecodeOptions,
        look: impl FnOnce(CellBytes) -> T,
    ) -> Option<T> {
        let grid = &self.array.metadata.chunk_grid;
        let elements = self.read_again(&address.chunk, options)?;
        let chunk = grid.chunk_shape(&address.chunk)?;
        let used = lengths(&grid.used(&address.chunk)?);
        let (Some(place), Some(inner)) = (address.inner.first(), &self.inner) else {
            let (edges, used) = (counts(&chunk)?, counts(&used)?);
            return Some(look(CellBytes { bytes: elements.bytes(), shape: &edges, used: &used }));
        };
        let (part, used) = inner_part(&elements, &chunk, place, inner, &used)?;
        let (edges, used) = (counts(inner)?, counts(&used)?);
        Some(look(CellBytes { bytes: part.bytes(), shape: &edges, used: &used }))
    }
}

fn cell_name(array: &Array, address: &ChunkAddress) -> String {
    let key = array.chunk_key(&address.chunk);
    match address.inner.first() {
        Some(inner) => format!("the inner chunk {} of {key}", shape(inner)),
        None => key,
    }
}

/// The shape of inner chunks, where chunks are shards with no more of them than are kept.
fn inner_shape(array: &Array) -> Option<Vec<u64>> {
    let first = vec![0; array.metadata.chunk_grid.rank()];
    let chain = array.chain_at(&first).ok()?;
    let grid = chain.sharding().filter(|_| !chain.rearranges())?.grid();
    grid.size().filter(|size| *size <= MOST_CELLS as u128)?;
    grid.chunk_shape(&first)
}

/// Takes the place of a cell, its address and elements, their shape, and how far the array reaches into it.
type TakeCell<'a> = dyn FnMut(Vec<u64>, ChunkAddress, &Elements, &[u64], &[u64]) + 'a;

/// Gives what a chunk is compared as: its inner chunks, or itself. Whether it could.
fn each_cell(
    array: &Array,
    inner: Option<&[u64]>,
    coords: &[u64],
    elements: &Elements,
    take: &mut TakeCell,
) -> bool {
    let grid = &array.metadata.chunk_grid;
    let (Some(chunk), Some(used)) = (grid.chunk_shape(coords), grid.used(coords)) else { return false };
    let used = lengths(&used);
    let Some(inner) = inner else {
        take(coords.to_vec(), coords.into(), elements, &chunk, &used);
        return true;
    };
    for inner_coords in crate::metadata::ChunkGrid::regular(&chunk, inner).touched(&whole(&chunk)) {
        let Some((part, left)) = inner_part(elements, &chunk, &inner_coords, inner, &used) else {
            return false;
        };
        let per_chunk = chunk.iter().zip(inner).map(|(chunk, inner)| chunk / (*inner).max(1));
        let place = coords.iter().zip(per_chunk).zip(&inner_coords);
        let place = place.map(|((chunk, count), inner)| chunk * count + inner).collect();
        let address = ChunkAddress { chunk: coords.to_vec(), inner: vec![inner_coords] };
        take(place, address, &part, inner, &left);
    }
    true
}

/// The elements of an inner chunk, and how far the array reaches into it.
fn inner_part(
    elements: &Elements,
    chunk: &[u64],
    place: &[u64],
    inner: &[u64],
    used: &[u64],
) -> Option<(Elements, Vec<u64>)> {
    let mut extent = Vec::new();
    let mut left = Vec::new();
    for ((place, edge), used) in place.iter().zip(inner).zip(used) {
        let start = place * edge;
        extent.push(start..start + edge);
        left.push(used.saturating_sub(start).min(*edge));
    }
    Some((elements.part(chunk, &extent)?, left))
}

/// What those around a chunk say about it.
#[derive(Debug, Default)]
pub(super) struct LookedAround {
    pub found: Vec<Hypothesis>,
    /// How many it was compared with.
    pub compared: usize,
    /// The first of the others that looks wrong itself.
    pub other: Option<String>,
}

/// Compares a chunk, or an inner chunk, with all chunks of a small array, else with those next to it. Those of an array at an
/// address would each have to be fetched first.
pub(super) fn look_around(array: &Array, address: &ChunkAddress, options: &DecodeOptions) -> LookedAround {
    let mut looked = LookedAround::default();
    let Some(mut around) = Around::of(array).filter(|_| !array.is_remote()) else { return looked };
    for coords in chunks_around(array, &address.chunk) {
        if let Ok(Some(elements)) = array.decode(&coords, options) {
            around.add(&coords, &elements);
        }
    }
    looked.compared = around.cells().saturating_sub(1);
    for (place, hypothesis) in around.judge(options) {
        // What is wrong with a shard as a whole is so of each of its inner chunks.
        let is_all_of_it = !place.is_inner() || !address.is_inner();
        if place.chunk == address.chunk && (is_all_of_it || place.inner == address.inner) {
            looked.found.push(hypothesis);
        } else {
            looked.other.get_or_insert_with(|| cell_name(array, &place));
        }
    }
    looked
}

fn chunks_around(array: &Array, chunk: &[u64]) -> Vec<Vec<u64>> {
    /// So many bytes are decoded for it.
    const MOST_NBYTES: u128 = 32 << 20;
    const MOST_CHUNKS: u128 = 256;
    /// Along more dimensions than these, the last ones, there would be too many.
    const DIMENSIONS: usize = 3;
    let grid = &array.metadata.chunk_grid;
    let edges = grid.chunk_shape(chunk).unwrap_or_default();
    let size = edges
        .iter()
        .fold(array.metadata.data_type.nbytes() as u128, |size, edge| size.saturating_mul((*edge).into()));
    let count = grid.size().unwrap_or(u128::MAX);
    let mut ranges = whole(&grid.grid_shape());
    if count > MOST_CHUNKS || count.saturating_mul(size) > MOST_NBYTES {
        let first = chunk.len().saturating_sub(DIMENSIONS);
        for (axis, (range, own)) in ranges.iter_mut().zip(chunk).enumerate() {
            *range = if axis < first {
                *own..own.saturating_add(1)
            } else {
                own.saturating_sub(1)..range.end.min(own.saturating_add(2))
            };
        }
    }
    let shape = lengths(&ranges);
    let all = shape.iter().fold(1_u64, |all, edge| all.saturating_mul(*edge));
    let most = u64::try_from(MOST_NBYTES / size.max(1)).unwrap_or(u64::MAX).max(1);
    let mut places: Vec<Vec<u64>> = (0..all.min(most)).map(|number| delinear(number, &shape)).collect();
    for place in &mut places {
        place.iter_mut().zip(&ranges).for_each(|(own, range)| *own += range.start);
    }
    places
}

fn whole(edges: &[u64]) -> Vec<std::ops::Range<u64>> {
    edges.iter().map(|edge| 0..*edge).collect()
}

fn counts(edges: &[u64]) -> Option<Vec<usize>> {
    edges.iter().map(|edge| usize::try_from(*edge).ok()).collect()
}

fn torn_words(fit: &Fit) -> String {
    let borders = if fit.all == 1 { "border" } else { "borders" };
    format!(
        "at {} of {} {borders} it does not continue its neighbours: values differ by {} there, where {} is usual",
        fit.torn.max(fit.rough),
        fit.all,
        short(fit.across),
        short(fit.calm)
    )
}

fn step_words(fit: &Fit) -> String {
    format!("they differ by {}", short(fit.across))
}
