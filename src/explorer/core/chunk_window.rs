//! The part of an array that is on the screen, across chunk borders: which chunks of it are decoded, and which are to be.
//!
//! It is bounded: what is not on the screen or near it is forgotten. The selected chunk has its trace; here are the others.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;
use std::sync::Arc;

use unicode_width::UnicodeWidthStr;

use crate::codec::DecodeOptions;
use crate::explorer::core::element_text::ElementText;
use crate::explorer::core::late::{Request, RequestId};
use crate::metadata::{ChunkGrid, Elements, Scalar, common, covers};
use crate::pipeline::{Array, Axes, PartCells, Region, WindowPart};

/// The most bytes of decoded chunks that are kept; what is on the screen is kept in any case.
const MOST_BYTES: u64 = 64 << 20;
/// The most chunks that are kept, for chunks of a few elements.
const MOST_PARTS: usize = 1 << 14;
/// The most chunks on the screen that are asked for at once: more than any screen has cells.
const MOST_ASKED: usize = 1 << 13;
/// The most chunks that are asked for before they are on the screen.
const MOST_AHEAD: usize = 16;
/// The largest chunk that is kept whole. Of a larger one, what is around the screen is kept.
const WHOLE: u64 = 1 << 20;
/// How many rows and columns are kept around the screen of a chunk that is not kept whole.
const MARGIN: (u64, u64) = (128, 64);
/// The largest element of a fixed size that has such a margin.
const SMALL_ELEMENT: usize = 64;

/// How many values of a chunk are looked at for the width of columns.
const SAMPLES: usize = 32;
/// The most that are kept.
const MOST_SAMPLES: usize = 16 * SAMPLES;
/// The bytes of a long one that are kept: more than a column is wide.
const MOST_SAMPLED: usize = 64;

/// The chunks of one array that are known beside the selected one.
#[derive(Debug, Default)]
pub struct Window {
    /// What they are of: the array, and how it is decoded.
    of: Option<(Arc<Array>, DecodeOptions)>,
    /// The first request about that.
    since: Option<RequestId>,
    /// The last one, which is wanted.
    request: Option<Request>,
    parts: BTreeMap<Vec<u64>, WindowPart>,
    /// The same chunks, the one that came first in front.
    order: VecDeque<Vec<u64>>,
    /// The boxes that a worker was asked for and has not given yet.
    asked: BTreeMap<Vec<u64>, Region>,
    /// The columns that a value takes, as far as values are known.
    pub(crate) width: usize,
    /// Some of the values, for the columns that they take when they are written otherwise.
    samples: VecDeque<Scalar>,
    /// Where the last movement led, until what lies there was asked for.
    pub(crate) heading: Option<Heading>,
}

pub(crate) type AskedBoxes = (Arc<Array>, Vec<(Vec<u64>, Region)>);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Heading {
    pub(crate) axis: usize,
    /// Whether coordinates grow.
    pub(crate) on: bool,
}

pub(crate) struct OnScreen<'a> {
    pub(crate) grid: &'a ChunkGrid,
    pub(crate) axes: Axes,
    pub(crate) region: Region,
    pub(crate) chunk: &'a [u64],
    /// Whether the selected chunk needs no part, because its trace has the elements or will have them.
    pub(crate) is_traced: bool,
}

impl Window {
    /// Forgets everything where it is of another array, or of one that is decoded in another way.
    pub(crate) fn keep_to(&mut self, array: Option<&Arc<Array>>, options: DecodeOptions) {
        let is_same = match (&self.of, array) {
            (Some((own, with)), Some(array)) => Arc::ptr_eq(own, array) && *with == options,
            (None, None) => true,
            _ => false,
        };
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

    /// Whether the answers to a request are about this array, decoded in this way.
    pub(crate) fn counts(&self, id: RequestId) -> bool {
        self.since.is_some_and(|since| id >= since)
    }

    /// Takes chunks that were decoded for any request about this array: a key that is held replaces each before all of it is done.
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

    /// Makes columns wide enough for some of these values.
    pub(crate) fn measure(&mut self, elements: &Elements) {
        let step = elements.size().div_ceil(SAMPLES).max(1);
        for index in (0..elements.size()).step_by(step) {
            let Some(element) = elements.beginning(index, MOST_SAMPLED) else { continue };
            self.width = self.width.max(element.to_string().width());
            self.samples.push_back(element);
        }
        self.samples.drain(..self.samples.len().saturating_sub(MOST_SAMPLES));
    }

    pub(crate) fn text_width(&self, text: ElementText) -> usize {
        if text.meaning.is_none() && text.writing.is_usual() {
            return self.width;
        }
        self.samples.iter().map(|element| text.of(element).width()).max().unwrap_or(1)
    }

    /// Which boxes a worker has to decode yet: those on the screen, the nearest to the cursor first, then what a movement leads to.
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
        let is_asked = |(chunk, needed): &(Vec<u64>, Region)| {
            self.asked.get(chunk).is_some_and(|asked| covers(asked, needed))
        };
        let is_new = wanted.iter().any(|part| !is_asked(part));
        // What nobody sees yet waits until what is on the screen is there: a new request would begin with that again.
        if self.is_waiting() && !is_new {
            return None;
        }
        let before = wanted.len();
        if let Some(region) = self.heading.take().and_then(|heading| on.ahead(heading)) {
            let chunks = on.grid.touched(&region).take(MOST_AHEAD);
            wanted.extend(chunks.filter_map(|chunk| self.lacking(&array, on, &region, chunk)));
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

    /// The part of a box that a chunk has, if that is not known.
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
        let is_known = self.parts.get(&chunk).is_some_and(|part| part.covers(&needed));
        (!is_known).then_some((chunk, needed))
    }

    /// Forgets the chunks that came first, where there are too many: never one that is on the screen.
    fn forget_beside(&mut self, visible: &[Vec<u64>]) {
        let mut nbytes: u64 = self.parts.values().map(WindowPart::nbytes).sum();
        let mut left = self.order.len();
        while (nbytes > MOST_BYTES || self.parts.len() > MOST_PARTS) && left > 0 {
            left -= 1;
            let Some(chunk) = self.order.pop_front() else { return };
            // They come in C order, so that they can be searched by halves.
            if visible.binary_search(&chunk).is_ok() {
                self.order.push_back(chunk);
            } else if let Some(part) = self.parts.remove(&chunk) {
                nbytes = nbytes.saturating_sub(part.nbytes());
            }
        }
    }
}

impl OnScreen<'_> {
    /// The box beside the screen that a movement leads to: as large as the screen, or the next slice.
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
        (!range.is_empty()).then_some(region)
    }

    /// A small chunk whole, otherwise the box with a margin, so that not every key decodes the chunk again.
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

/// A box with a margin in the two dimensions of a plane, within what a chunk has.
fn with_margin(mut region: Region, used: &[Range<u64>], axes: Axes) -> Region {
    let (rows, columns) = MARGIN;
    for (axis, (range, used)) in region.iter_mut().zip(used).enumerate() {
        let margin = match axis {
            _ if axis == axes.columns => columns,
            _ if axis == axes.rows => rows,
            _ => 0,
        };
        range.start = range.start.saturating_sub(margin).max(used.start);
        range.end = range.end.saturating_add(margin).min(used.end);
    }
    region
}

/// What is kept of the chunk that was selected, when another one is: what is around the element.
pub(crate) fn around(
    grid: &ChunkGrid,
    chunk: &[u64],
    elements: &Elements,
    element: &[u64],
    axes: Axes,
) -> Option<WindowPart> {
    let (extent, used) = (grid.extent(chunk)?, grid.used(chunk)?);
    let nbytes = elements.bytes().len() as u64;
    let one = element.iter().zip(&used).map(|(coord, used)| {
        let coord = (*coord).clamp(used.start, used.end.saturating_sub(1).max(used.start));
        coord..coord.saturating_add(1)
    });
    let region = if nbytes <= WHOLE { used } else { with_margin(one.collect(), &used, axes) };
    WindowPart::of_decoded(chunk, &extent, elements, &region)
}

/// How many chunks lie between two, along all dimensions together.
pub(crate) fn distance(one: &[u64], other: &[u64]) -> u64 {
    one.iter().zip(other).fold(0, |sum: u64, (one, other)| sum.saturating_add(one.abs_diff(*other)))
}
