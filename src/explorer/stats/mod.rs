//! The window of statistics: counts and a histogram, and profiles along a dimension.

pub(super) mod draw;
pub(super) mod draw_profile;
pub(super) mod keys;
pub(super) mod work;

use std::sync::Arc;

use crate::codec::DecodeOptions;
use crate::explorer::core::element_text::SHOWN;
use crate::explorer::geometry::views::{self, StatsView};
use crate::explorer::{Content, Late, Scroll, Selection, Shared};
use crate::metadata::linear;
use crate::metadata::text::escape;
use crate::pipeline::{Array, NumberType, Picture, PictureCell, PicturePlan, Summary, SummaryProgress};
use crate::tell::line_rows::all_rows;
use crate::tell::report::Line;
use crate::tell::summary::{bar_lines, facts_of};

#[derive(Debug, Default)]
pub struct StatsWindow {
    pub refused: Option<String>,
    pub chunk: Late<Arc<Summary>>,
    /// The plane of rows and columns that the cursor is on, where that is not the whole array.
    pub plane: Late<Arc<Summary>>,
    pub whole: Late<Arc<Summary>>,
    pub progress: Option<SummaryProgress>,
    pub scroll: Scroll,
}

impl StatsWindow {
    pub fn has_plane(&self) -> bool {
        !matches!(self.plane, Late::Idle)
    }

    pub fn view(&self, size: (u16, u16)) -> StatsView {
        views::stats(size, self.has_plane())
    }

    pub(crate) fn rows(&self, shared: &Shared) -> u64 {
        let view = self.view(shared.size);
        let mut blocks = vec![&self.chunk, &self.whole];
        if self.has_plane() {
            blocks.push(&self.plane);
        }
        let (mut sum, mut longest) = (0, 0);
        for block in blocks {
            // A heading with a row above it, and a row between facts and bars or one that says why there are none.
            let rows = match block {
                Late::Ready { value: summary, .. } => {
                    let facts = all_rows(&fact_lines(summary, &shared.selection), view.width);
                    3 + facts + bar_lines(summary, view.bars) as u64
                }
                Late::Failed(error) => 2 + all_rows(&[Line::Text(escape(error).into_owned())], view.width),
                Late::Waiting { .. } | Late::Idle => 3,
            };
            sum += rows;
            longest = rows.max(longest);
        }
        if view.is_wide { longest } else { sum }
    }
}

/// With the coordinates of the extremes, where they are known.
fn fact_lines(summary: &Summary, selection: &Selection) -> Vec<Line> {
    let numbers = summary.numbers.as_ref();
    let mut lines = Vec::new();
    for (name, fact) in facts_of(summary, selection.shown_meaning().map(AsRef::as_ref)) {
        let at = match name {
            "min" => numbers.and_then(|numbers| numbers.least_at.as_deref()),
            "max" => numbers.and_then(|numbers| numbers.greatest_at.as_deref()),
            _ => None,
        };
        let [place, _] = at.map(|at| selection.places_at(at)).unwrap_or_default();
        lines.push(Line::Fact(name, fact + &place));
    }
    lines
}

/// The most elements of a line that are read; those of a longer line are spread evenly.
const POINTS: u64 = 100_000;
/// The most chunks of a longer line that are read: many more than a screen has columns.
const CHUNKS: u64 = 1 << 12;

#[derive(Debug, Default)]
pub struct ProfileWindow {
    /// The dimension that is shown alone; `None` for those of the columns and the rows.
    pub alone: Option<usize>,
    pub lines: Vec<ProfileLine>,
    asked: Option<(Arc<Array>, DecodeOptions)>,
}

#[derive(Debug)]
pub struct ProfileLine {
    pub plan: PicturePlan,
    pub picture: Late<Arc<Picture>>,
}

impl ProfileLine {
    pub fn dimension(&self) -> usize {
        self.plan.dimensions[1].unwrap_or(0)
    }

    pub fn elements(&self) -> u64 {
        self.plan.shown[1].end
    }

    /// The trace of the selected chunk fills in what was not read: some elements of a damaged chunk may be readable.
    pub fn cells(&self, selection: &Selection) -> Vec<PictureCell> {
        let mut cells = match self.picture.so_far() {
            Some(picture) => picture.cells.clone(),
            None => vec![PictureCell::NotRead; usize::try_from(self.plan.size[1]).unwrap_or(0)],
        };
        self.add_traced(selection, &mut cells);
        cells
    }

    fn add_traced(&self, selection: &Selection, cells: &mut [PictureCell]) -> Option<()> {
        let content = Content::of_last(selection.trace_here()?);
        let (origin, shape) = (selection.origin()?, content.shape()?.to_vec());
        let dimension = self.plan.dimensions[1]?;
        let mut coords = Vec::with_capacity(shape.len());
        for (axis, ((at, origin), edge)) in self.plan.fixed.iter().zip(&origin).zip(&shape).enumerate() {
            let own = if axis == dimension { 0 } else { at.checked_sub(*origin)? };
            if own >= *edge {
                return None;
            }
            coords.push(own);
        }
        let first = *origin.get(dimension)?;
        let end = first.saturating_add(*shape.get(dimension)?).min(self.plan.shown[1].end);
        let meaning = selection.shown_meaning();
        for index in self.plan.cell(1, first)?..=self.plan.cell(1, end.checked_sub(1)?)? {
            let place = cells.get_mut(usize::try_from(index).ok()?)?;
            if !matches!(place, PictureCell::NotRead | PictureCell::Faulty | PictureCell::Unknown) {
                continue;
            }
            // Of a sampled line the first cell may show an element before the chunk, and the last one an element after it.
            let Some(at) = self.plan.position(1, index).checked_sub(first) else { continue };
            *coords.get_mut(dimension)? = at;
            match &content {
                Content::Fill { .. } => *place = PictureCell::Missing,
                Content::Array { readable: Some(readable), .. } if !readable.is_readable(&coords) => {
                    *place = PictureCell::Faulty;
                }
                Content::Array { shape, elements, .. } => {
                    let Some(number) = linear(&coords, shape) else { continue };
                    let Some(scalar) = elements.get(usize::try_from(number).ok()?) else { continue };
                    let number = match meaning {
                        Some(meaning) => NumberType::nearest(&meaning.convert_one(&scalar)),
                        None => NumberType::nearest(&scalar),
                    };
                    *place = if number.is_nan() { PictureCell::Nan } else { PictureCell::Number(number) };
                }
                Content::Window(_) | Content::Bytes { .. } | Content::Shard(_) | Content::Nothing(_) => {
                    return None;
                }
            }
        }
        Some(())
    }
}

pub fn profile_value(selection: &Selection) -> Option<String> {
    let element = Content::of_last(selection.trace_here()?).element(&selection.element.coords, SHOWN)?;
    Some(selection.element_text(true).of(&element))
}

pub fn profile_plans(selection: &Selection, alone: Option<usize>) -> Result<Vec<PicturePlan>, String> {
    let layout = selection.array_layout().ok_or("no array is selected")?;
    let array = selection.value_array().ok_or("the array cannot be read")?;
    if array.fault().is_some() {
        return Err("no chunk of this array can be decoded".to_owned());
    }
    let (data_type, shape) = (array.values_type(), &layout.shape);
    if NumberType::of(data_type).is_none() {
        return Err(format!("elements of {data_type} are not ordered numbers: they have no profile"));
    }
    if shape.is_empty() {
        return Err("an array without dimensions has no rows".to_owned());
    }
    if shape.contains(&0) {
        return Err("the array has no elements".to_owned());
    }
    let at = selection.cursor().ok_or("no chunk is selected")?;
    let [rows, columns] = selection.axes().dimensions(shape.len());
    let dimensions = match alone {
        Some(dimension) => [Some(dimension), None],
        None => [columns, rows],
    };
    let chunks = layout.grid.grid_shape();
    let mut plans = Vec::new();
    for dimension in dimensions.into_iter().flatten() {
        let mut fixed = at.clone();
        if let Some(length) = shape.get(dimension)
            && let Some(chunks) = chunks.get(dimension)
            && let Some(own) = fixed.get_mut(dimension)
        {
            // The cursor's own place on the line changes nothing about what is read.
            *own = 0;
            let most = if *length > POINTS && *chunks > CHUNKS { CHUNKS } else { POINTS };
            plans.push(PicturePlan::new([None, Some(dimension)], fixed, [0..1, 0..*length], [1, most]));
        }
    }
    Ok(plans)
}

impl ProfileWindow {
    pub(crate) fn next(&mut self, shared: &Shared) {
        let rank = shared.selection.array_layout().map_or(0, |layout| layout.shape.len());
        let next = self.alone.map_or(0, |dimension| dimension + 1);
        self.alone = (next < rank && rank > 1).then_some(next);
    }
}
