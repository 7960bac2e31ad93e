//! The decoded chunks on and near the screen, except the selected one, which has its trace. Chunks farther away are forgotten.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;
use std::sync::Arc;

use crate::codec::DecodeOptions;
use crate::explorer::core::element_text::{ElementText, TextWidths, spread_places};
use crate::explorer::core::late::{Request, RequestId};
use crate::metadata::{ChunkGrid, Elements, Scalar, common, covers};
use crate::pipeline::{Array, Axes, PartCells, Region, WindowPart};

/// Chunks on the screen are kept even beyond this.
const MOST_BYTES: u64 = 64 << 20;
const MOST_PARTS: usize = 1 << 14;
/// More than any screen has cells.
const MOST_ASKED: usize = 1 << 13;
const MOST_AHEAD: usize = 16;
/// The largest chunk in bytes that is kept whole. Of a larger one, only the part around the screen is kept.
const WHOLE: u64 = 1 << 20;
const MARGIN: (u64, u64) = (128, 64);
/// The largest element of a fixed size, in bytes, that has such a margin.
const SMALL_ELEMENT: usize = 64;

const SAMPLES: usize = 64;
const MOST_SAMPLES: usize = 16 * SAMPLES;
/// Bytes kept of a long sample: more than a column is wide.
const MOST_SAMPLED: usize = 64;

#[derive(Debug, Default)]
pub struct Window {
    of: Option<(Arc<Array>, DecodeOptions)>,
    since: Option<RequestId>,
    request: Option<Request>,
    parts: BTreeMap<Vec<u64>, WindowPart>,
    order: VecDeque<Vec<u64>>,
    asked: BTreeMap<Vec<u64>, Region>,
    pub(crate) widths: TextWidths,
    samples: VecDeque<Scalar>,
    pub(crate) heading: Option<Heading>,
}

pub(crate) type AskedBoxes = (Arc<Array>, Vec<(Vec<u64>, Region)>);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Heading {
    pub(crate) axis: usize,
    pub(crate) on: bool,
}

pub(crate) struct OnScreen<'a> {
    pub(crate) grid: &'a ChunkGrid,
    pub(crate) axes: Axes,
    pub(crate) region: Region,
    pub(crate) chunk: &'a [u64],
    /// The selected chunk needs no part, because its trace has the elements or will have them.
    pub(crate) is_traced: bool,
}

/// Whether something was made of this array, read with these options.
pub(crate) fn is_of(
    made: Option<&(Arc<Array>, DecodeOptions)>,
    array: Option<&Arc<Array>>,
    options: DecodeOptions,
) -> bool {
    match (made, array) {
        (Some((own, with)), Some(array)) => Arc::ptr_eq(own, array) && *with == options,
        (None, None) => true,
        (Some(_), None) | (None, Some(_)) => false,
    }
}

impl Window {
    pub(crate) fn keep_to(&mut self, array: Option<&Arc<Array>>, options: DecodeOptions) {
        let is_same = is_of(self.of.as_ref(), array, options);
        if !is_same {
            *self = Self { of: array.map(|array| (Arc::clone(array), options)), ..Self::default() };
        }
    }

    pub fn is_waiting(&self) -> bool {
        !self.asked.is_empty()
    }

    pub fn part(&self, chunk: &[u64]) -> Option<&WindowPart> {
        self.parts.get(chunk)
    }

    pub(crate) fn counts(&self, id: RequestId) -> bool {
        self.since.is_some_and(|since| id >= since)
    }

    /// Takes answers to earlier requests too: a held key replaces each request before it is finished.
    pub(crate) fn take(&mut self, id: RequestId, parts: Vec<WindowPart>) {
        if !self.counts(id) {
            return;
        }
        for part in parts {
            if self.asked.get(&part.chunk).is_some_and(|region| part.covers(region)) {
                self.asked.remove(&part.chunk);
            }
            self.keep(part);
        }
    }

    pub(crate) fn keep(&mut self, part: WindowPart) {
        if let PartCells::Decoded(elements) = &part.cells {
            self.measure(elements);
        }
        let chunk = part.chunk.clone();
        if self.parts.insert(chunk.clone(), part).is_none() {
            self.order.push_back(chunk);
        }
    }

    pub(crate) fn measure(&mut self, elements: &Elements) {
        for index in spread_places(elements.size(), SAMPLES) {
            let Some(element) = elements.beginning(index, MOST_SAMPLED) else { continue };
            self.widths.add(&element.to_string());
            self.samples.push_back(element);
        }
        self.samples.drain(..self.samples.len().saturating_sub(MOST_SAMPLES));
    }

    pub(crate) fn text_widths(&self, text: ElementText) -> TextWidths {
        if text.meaning.is_none() && text.writing.is_usual() {
            return self.widths;
        }
        self.samples.iter().fold(TextWidths::default(), |widths, element| widths.with(&text.of(element)))
    }

    /// The boxes to decode: first those on the screen, nearest to the cursor first, then where a movement leads.
    pub(crate) fn ask(&mut self, on: &OnScreen, request: &Request) -> Option<AskedBoxes> {
        let (array, _) = self.of.clone()?;
        let visible: Vec<Vec<u64>> = on.grid.touched(&on.region).take(MOST_ASKED).collect();
        self.forget_beside(&visible);
        let whole = (MOST_BYTES / 2 / (visible.len() as u64).max(1)).min(WHOLE);
        let mut wanted = Vec::new();
        for chunk in visible {
            wanted.extend(self.lacking(&array, on, &on.region, chunk));
        }
        wanted.sort_by_key(|(chunk, _)| distance(chunk, on.chunk));
        let is_new = wanted.iter().any(|(chunk, needed)| {
            let asked = self.asked.get(chunk);
            asked.is_none_or(|asked| !covers(asked, needed))
        });
        // Chunks off the screen wait until the screen is complete: a new request would begin with it again.
        if self.is_waiting() && !is_new {
            return None;
        }
        let before = wanted.len();
        if let Some(heading) = self.heading.take()
            && let Some(region) = on.ahead(heading)
        {
            for chunk in on.grid.touched(&region).take(MOST_AHEAD) {
                wanted.extend(self.lacking(&array, on, &region, chunk));
            }
        }
        if !is_new && wanted.len() == before {
            return None;
        }
        let mut boxes = wanted;
        for (chunk, region) in &mut boxes {
            *region = on.grown(&array, chunk, std::mem::take(region), whole);
        }
        self.asked = boxes.iter().cloned().collect();
        self.since = self.since.or(Some(request.id()));
        self.request = Some(request.clone());
        Some((array, boxes))
    }

    fn lacking(
        &self,
        array: &Array,
        on: &OnScreen,
        region: &[Range<u64>],
        chunk: Vec<u64>,
    ) -> Option<(Vec<u64>, Region)> {
        if on.is_traced && chunk == on.chunk {
            return None;
        }
        let needed = common(region, &array.metadata.chunk_grid.used(&chunk)?);
        match self.parts.get(&chunk) {
            Some(part) if part.covers(&needed) => None,
            _ => Some((chunk, needed)),
        }
    }

    fn forget_beside(&mut self, visible: &[Vec<u64>]) {
        let mut nbytes: u64 = self.parts.values().map(WindowPart::nbytes).sum();
        let mut left = self.order.len();
        while (nbytes > MOST_BYTES || self.parts.len() > MOST_PARTS) && left > 0 {
            left -= 1;
            let Some(chunk) = self.order.pop_front() else { return };
            if visible.binary_search(&chunk).is_ok() {
                self.order.push_back(chunk);
            } else if let Some(part) = self.parts.remove(&chunk) {
                nbytes = nbytes.saturating_sub(part.nbytes());
            }
        }
    }
}

impl OnScreen<'_> {
    fn ahead(&self, Heading { axis, on }: Heading) -> Option<Region> {
        let end = *self.grid.array_shape().get(axis)?;
        let mut region = self.region.clone();
        let range = region.get_mut(axis)?;
        let length = range.end.saturating_sub(range.start);
        *range = if on {
            range.end..range.end.saturating_add(length).min(end)
        } else {
            range.start.saturating_sub(length)..range.start
        };
        if range.is_empty() { None } else { Some(region) }
    }

    /// A small chunk whole; otherwise the box with a margin, so that not every key decodes the chunk again.
    fn grown(&self, array: &Array, chunk: &[u64], needed: Region, whole: u64) -> Region {
        let Some(used) = self.grid.used(chunk) else { return needed };
        let data_type = &array.metadata.data_type;
        let is_variable = data_type.is_variable();
        let nbytes = array.metadata.chunk_representation(chunk).and_then(|decoded| decoded.nbytes());
        if !is_variable && nbytes.is_some_and(|nbytes| nbytes <= whole) {
            return used;
        }
        if is_variable || data_type.nbytes() > SMALL_ELEMENT {
            return needed;
        }
        with_margin(needed, &used, self.axes)
    }
}

fn with_margin(mut region: Region, used: &[Range<u64>], axes: Axes) -> Region {
    let (rows, columns) = MARGIN;
    for (axis, (range, used)) in region.iter_mut().zip(used).enumerate() {
        let mut margin = 0;
        if axis == axes.columns {
            margin = columns;
        } else if axis == axes.rows {
            margin = rows;
        }
        range.start = range.start.saturating_sub(margin).max(used.start);
        range.end = range.end.saturating_add(margin).min(used.end);
    }
    region
}

pub(crate) fn around(
    grid: &ChunkGrid,
    chunk: &[u64],
    elements: &Elements,
    element: &[u64],
    axes: Axes,
) -> Option<WindowPart> {
    let (extent, used) = (grid.extent(chunk)?, grid.used(chunk)?);
    let nbytes = elements.bytes().len() as u64;
    let mut region = used.clone();
    if nbytes > WHOLE {
        for (range, coord) in region.iter_mut().zip(element) {
            let coord = (*coord).clamp(range.start, range.end.saturating_sub(1).max(range.start));
            *range = coord..coord.saturating_add(1);
        }
        region = with_margin(region, &used, axes);
    }
    WindowPart::of_decoded(chunk, &extent, elements, &region)
}

pub(crate) fn distance(one: &[u64], other: &[u64]) -> u64 {
    one.iter().zip(other).fold(0, |sum: u64, (one, other)| sum.saturating_add(one.abs_diff(*other)))
}
