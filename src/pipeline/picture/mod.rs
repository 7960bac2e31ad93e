mod difference;
mod reading;

use std::{borrow::Cow, collections::BTreeSet, ops::Range, sync::Arc};

use super::ImageKind;
use super::spread::{LabelPalette, Labelled, PictureCell, Spread};
use super::{Array, ChunkTrace, NumberType, SummaryError};
use crate::codec::DecodeOptions;
use crate::metadata::{ChunkGrid, linear};
use difference::DifferenceSums;
pub use difference::PictureDifference;
use reading::PictureReading;

/// How many bytes are decoded for one picture; the chunks beyond them are left out.
pub const PICTURE_BYTES: u64 = 256 << 20;
pub const PICTURE_CELLS: u64 = 1 << 22;
/// A plane that is longer than so many times its width has little to show if it keeps its shape.
const NARROWEST: f64 = 8.0;
const MOST_FAULTS: usize = 10_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Above {
    North,
    High,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct PicturePlan {
    pub dimensions: [Option<usize>; 2],
    /// The coordinates in all other dimensions; those in the two do not count.
    pub fixed: Vec<u64>,
    pub shown: [Range<u64>; 2],
    pub size: [u64; 2],
    /// Whether its sides are to each other as those of what it shows.
    pub keeps_shape: bool,
    /// What is above, where the last row is drawn first: north of latitudes that rise, and what is high.
    pub above: Option<Above>,
    /// Of the image that the array is a level of, where the array cannot know.
    pub image: ImageKind,
    /// The element of each cell along rows and columns, in order, where it is not in the middle of the cell.
    listed: Option<[Vec<u64>; 2]>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ElementShape {
    /// Of an element that is one wide, where a cell is one high and wide.
    pub height: f64,
    pub growth: Growth,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Growth {
    /// As few cells as show each element in its shape, if there is room for them.
    Least,
    /// All the room.
    Room,
    /// So many along the shorter side of each element, whatever the room.
    Cells(u64),
}

impl PicturePlan {
    pub fn is_flipped(&self) -> bool {
        self.above.is_some()
    }

    pub fn above_words(&self) -> Option<&'static str> {
        Some(match self.above? {
            Above::North => " (north above)",
            Above::High => " (up is above)",
        })
    }

    pub fn new(axes: [Option<usize>; 2], fixed: Vec<u64>, shown: [Range<u64>; 2], most: [u64; 2]) -> Self {
        let [rows, columns] = &shown;
        let height = rows.end.saturating_sub(rows.start).min(most[0].max(1)).min(PICTURE_CELLS);
        let width = columns.end.saturating_sub(columns.start).min(most[1].max(1));
        let width = width.min(PICTURE_CELLS / height.max(1));
        Self { dimensions: axes, fixed, size: [height, width], shown, ..Self::default() }
    }

    /// A plane that keeps its shape.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a number of cells within the most"
    )]
    #[expect(clippy::cast_precision_loss, reason = "a part of a cell is not seen")]
    pub fn in_shape(
        axes: [Option<usize>; 2],
        fixed: Vec<u64>,
        shown: [Range<u64>; 2],
        most: [u64; 2],
        element: ElementShape,
    ) -> Self {
        let plain = Self::new(axes, fixed, shown, most);
        let [rows, columns] =
            plain.shown.each_ref().map(|range| range.end.saturating_sub(range.start) as f64);
        let height = rows * element.height;
        let is_narrow = height.max(columns) > height.min(columns) * NARROWEST;
        if axes.contains(&None) || height <= 0.0 || columns <= 0.0 || is_narrow {
            return plain.grown(most, element.growth);
        }
        let [most_rows, most_columns] = most.map(|most| most.clamp(1, PICTURE_CELLS) as f64);
        let all = (PICTURE_CELLS as f64 / height / columns).sqrt();
        let (most_rows, most_columns, scale) = match element.growth {
            Growth::Least | Growth::Room => {
                (most_rows, most_columns, (most_rows / height).min(most_columns / columns))
            }
            Growth::Cells(cells) => {
                let most = PICTURE_CELLS as f64;
                (most, most, cells as f64 * element.height.recip().max(1.0))
            }
        };
        let scale = scale.min(all);
        let cells = |length: f64, most: f64| length.round().clamp(1.0, most) as u64;
        // Every element as often as every other.
        let own = [element.height.round().max(1.0), element.height.recip().round().max(1.0)];
        let fits = rows * own[0] <= most_rows && columns * own[1] <= most_columns;
        let size = if fits && element.growth == Growth::Least {
            [cells(rows * own[0], most_rows), cells(columns * own[1], most_columns)]
        } else {
            [cells(height * scale, most_rows), cells(columns * scale, most_columns)]
        };
        Self { size, keeps_shape: true, ..plain }
    }

    /// A plane that does not keep its shape, with whole cells for each element as far as there is room.
    fn grown(self, most: [u64; 2], growth: Growth) -> Self {
        let mut size = self.size;
        for (size, most) in size.iter_mut().zip(most) {
            *size *= match growth {
                Growth::Least => 1,
                Growth::Room => (most / (*size).max(1)).max(1),
                Growth::Cells(cells) => cells.max(1),
            };
        }
        let all = size[0].saturating_mul(size[1]);
        if all == 0 || all > PICTURE_CELLS { self } else { Self { size, ..self } }
    }

    /// A cell for each of these elements along rows and columns. Lists are in order, and may repeat an element.
    pub fn listed(dimensions: [Option<usize>; 2], fixed: Vec<u64>, elements: [Vec<u64>; 2]) -> Self {
        let size = [elements[0].len() as u64, elements[1].len() as u64];
        let mut shown = [0..0, 0..0];
        for (shown, listed) in shown.iter_mut().zip(&elements) {
            if let Some(first) = listed.first()
                && let Some(last) = listed.last()
            {
                *shown = *first..last.saturating_add(1);
            }
        }
        Self { dimensions, fixed, size, shown, listed: Some(elements), ..Self::default() }
    }

    /// The same plane with this element alone, if the plane has it.
    pub fn of_element(&self, element: &[u64]) -> Option<Self> {
        let mut shown = [0..1, 0..1];
        for (along, shown) in shown.iter_mut().enumerate() {
            if let Some(dimension) = self.dimension(along) {
                let at = *element.get(dimension)?;
                *shown = at..at.saturating_add(1);
            }
        }
        Some(Self::new(self.dimensions, self.fixed.clone(), shown, [1, 1]))
    }

    /// The row and column of the cell with an element.
    pub fn cell_of(&self, element: &[u64]) -> Option<[u64; 2]> {
        let cell = |along: usize| match self.dimension(along) {
            Some(dimension) => self.cell(along, *element.get(dimension)?),
            None => Some(0),
        };
        Some([cell(0)?, cell(1)?])
    }

    fn dimension(&self, along: usize) -> Option<usize> {
        self.dimensions.get(along).copied().flatten()
    }

    fn listed_along(&self, along: usize) -> Option<&[u64]> {
        Some(self.listed.as_ref()?.get(along)?)
    }

    /// The first cell of each element that has one.
    fn first_cells(&self, along: usize) -> Vec<u64> {
        let cells = 0..self.size.get(along).copied().unwrap_or(0);
        let position = |cell: u64| self.position(along, cell);
        cells.filter(|cell| *cell == 0 || position(*cell) != position(cell - 1)).collect()
    }

    pub fn is_whole(&self) -> bool {
        let [rows, columns] = &self.shown;
        [rows.end.saturating_sub(rows.start), columns.end.saturating_sub(columns.start)] == self.size
    }

    /// Of so many elements, rounded, one is drawn; `None` where all are.
    pub fn elements_for_each_cell(&self) -> Option<u64> {
        if self.listed.is_some() {
            return None;
        }
        let (mut elements, mut cells) = (1_u128, 1_u128);
        for (shown, size) in self.shown.iter().zip(self.size) {
            let length = shown.end.saturating_sub(shown.start);
            elements = elements.saturating_mul(length.into());
            // Where an element has several cells it is drawn.
            cells = cells.saturating_mul(size.min(length).into());
        }
        let each = elements.checked_add(cells / 2)?.checked_div(cells)?;
        if elements > cells { Some(u64::try_from(each).unwrap_or(u64::MAX).max(2)) } else { None }
    }

    fn mirrored(&self, along: usize, cell: u64) -> u64 {
        match self.size.get(along) {
            Some(cells) if along == 0 && self.is_flipped() => cells.saturating_sub(1).saturating_sub(cell),
            _ => cell,
        }
    }

    /// All elements of the plane, of which the cells may be a sample.
    pub fn region(&self) -> Vec<Range<u64>> {
        let mut region: Vec<Range<u64>> =
            self.fixed.iter().map(|coord| *coord..coord.saturating_add(1)).collect();
        for (dimension, shown) in self.dimensions.iter().zip(&self.shown) {
            if let Some(own) = dimension.and_then(|dimension| region.get_mut(dimension)) {
                own.clone_from(shown);
            }
        }
        region
    }

    pub fn position(&self, along: usize, cell: u64) -> u64 {
        let cell = self.mirrored(along, cell);
        if let Some(listed) = self.listed_along(along) {
            let Ok(cell) = usize::try_from(cell) else { return 0 };
            return listed.get(cell).copied().unwrap_or(0);
        }
        let Some(range) = self.shown.get(along) else { return 0 };
        let Some(cells) = self.size.get(along) else { return 0 };
        let length = u128::from(range.end.saturating_sub(range.start));
        let middle = (2 * u128::from(cell) + 1) * length / (2 * u128::from(*cells).max(1));
        range.start.saturating_add(u64::try_from(middle).unwrap_or(u64::MAX))
    }

    pub fn cell(&self, along: usize, position: u64) -> Option<u64> {
        Some(self.mirrored(along, self.plain_cell(along, position)?))
    }

    fn plain_cell(&self, along: usize, position: u64) -> Option<u64> {
        let range = self.shown.get(along).filter(|range| range.contains(&position))?;
        if let Some(listed) = self.listed_along(along) {
            return u64::try_from(listed.partition_point(|own| *own < position)).ok();
        }
        let length = u128::from(range.end - range.start);
        let cells = u128::from(*self.size.get(along)?);
        let cell = u64::try_from(u128::from(position - range.start) * cells / length).ok()?;
        // Where elements have several cells, the first of them.
        let own = self.position(along, self.mirrored(along, cell));
        Some(if cells > length && own < position { cell + 1 } else { cell })
    }

    pub fn cells_in(&self, region: &[Range<u64>]) -> Option<[Range<u64>; 2]> {
        for (dimension, coord) in self.fixed.iter().enumerate() {
            let is_shown = self.dimensions.contains(&Some(dimension));
            if !is_shown && region.get(dimension).is_some_and(|range| !range.contains(coord)) {
                return None;
            }
        }
        let mut cells = self.size.map(|size| 0..size);
        for (along, cells) in cells.iter_mut().enumerate() {
            let Some(dimension) = self.dimension(along) else { continue };
            let own = region.get(dimension)?;
            let shown = self.shown.get(along)?;
            let start = own.start.max(shown.start);
            let end = own.end.min(shown.end);
            if start >= end {
                return None;
            }
            let (last, size) = (self.plain_cell(along, end - 1)?, *self.size.get(along)?);
            // Where an element has several cells, all of them.
            let position = |cell: u64| self.position(along, self.mirrored(along, cell));
            let rest = (last..size).take_while(|cell| position(*cell) == position(last));
            *cells = self.plain_cell(along, start)?..last.saturating_add(rest.count().max(1) as u64);
            if along == 0 && self.is_flipped() {
                *cells = size.saturating_sub(cells.end)..size.saturating_sub(cells.start);
            }
        }
        Some(cells)
    }
}

fn index_of(coords: &[u64], shape: &[u64]) -> Option<usize> {
    usize::try_from(linear(coords, shape)?).ok()
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Picture {
    pub plan: PicturePlan,
    pub cells: Vec<PictureCell>,
    /// Chunks that were read, and all chunks of the picture. An inner chunk that is read alone counts as one.
    pub read: u64,
    pub chunks: u64,
    pub faulty: u64,
    pub unknown: u64,
    pub faults: BTreeSet<Vec<u64>>,
    pub missing: u64,
    pub spread: Option<Spread>,
    labelled: Labelled,
}

impl Picture {
    pub fn of_cells(plan: PicturePlan, cells: Vec<PictureCell>) -> Self {
        let mut picture = Self { plan, cells, ..Self::default() };
        picture.measure();
        picture
    }

    pub fn cell(&self, row: u64, column: u64) -> Option<PictureCell> {
        self.cells.get(index_of(&[row, column], &self.plan.size)?).copied()
    }

    #[must_use]
    pub fn with_faults<'a>(
        &self,
        grid: &ChunkGrid,
        chunks: impl Iterator<Item = &'a [u64]>,
        is_sharded: bool,
    ) -> Self {
        let mut picture = self.clone();
        for chunk in chunks {
            let Some(used) = grid.used(chunk) else { continue };
            let Some([mut rows, mut columns]) = self.plan.cells_in(&used) else { continue };
            if is_sharded {
                rows.end = rows.end.min(rows.start + 1);
                columns.end = columns.end.min(columns.start + 1);
            }
            for row in rows {
                for column in columns.clone() {
                    if let Some(index) = index_of(&[row, column], &self.plan.size)
                        && let Some(cell) = picture.cells.get_mut(index)
                    {
                        *cell = PictureCell::Faulty;
                    }
                }
            }
            picture.faults.insert(chunk.to_vec());
        }
        picture
    }

    /// Cell by cell. What is no number in one of the two is none in the difference.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        let mut cells = Vec::with_capacity(self.cells.len());
        for (own, beside) in self.cells.iter().zip(&other.cells) {
            cells.push(match (own.real(), beside.real()) {
                _ if self.is_filled(*own) => *own,
                _ if other.is_filled(*beside) => *beside,
                (Some(one), Some(two)) => PictureCell::of(one - two, false),
                (None, _) => *own,
                (Some(_), None) => *beside,
            });
        }
        let mut found = Self {
            read: self.read + other.read,
            chunks: self.chunks + other.chunks,
            faulty: self.faulty + other.faulty,
            unknown: self.unknown + other.unknown,
            missing: self.missing + other.missing,
            faults: self.faults.union(&other.faults).cloned().collect(),
            ..Self::of_cells(self.plan.clone(), cells)
        };
        found.measure();
        found
    }

    /// Whether a cell stands for what is missing: it holds the fill value, which is far from all numbers.
    fn is_filled(&self, cell: PictureCell) -> bool {
        matches!(cell, PictureCell::Fill(_)) && self.fill_apart().is_some()
    }

    pub fn fill_apart(&self) -> Option<f64> {
        self.spread.as_ref()?.fill
    }

    /// The fill value where it is an end of the numbers: colours up to it would not tell the others apart.
    pub fn fill_at_end(&self, (low, high): (f64, f64)) -> Option<f64> {
        self.fill_apart().filter(|fill| low.total_cmp(fill).is_eq() || high.total_cmp(fill).is_eq())
    }

    /// Of the elements of both, each counted once. NaN is different from a number, and not from NaN.
    pub fn difference(&self, other: &Self) -> PictureDifference {
        let [rows, columns] = self.plan.size;
        let [own_rows, own_columns] = [0, 1].map(|along| self.plan.first_cells(along));
        let mut sums = DifferenceSums::default();
        for row in &own_rows {
            for column in &own_columns {
                let (Some(own), Some(beside)) = (self.cell(*row, *column), other.cell(*row, *column)) else {
                    continue;
                };
                let (Some(one), Some(two)) = (own.real(), beside.real()) else { continue };
                if self.is_filled(own) || other.is_filled(beside) {
                    sums.skip(one.total_cmp(&two).is_ne());
                } else {
                    sums.add(one, two, false);
                }
            }
        }
        let [shown_rows, shown_columns] = self.plan.shown.each_ref().map(|shown| shown.end - shown.start);
        sums.difference(shown_rows <= rows && shown_columns <= columns)
    }

    /// Each element counts once, however many cells it has.
    pub fn measure(&mut self) {
        let [rows, columns] = [0, 1].map(|along| self.plan.first_cells(along));
        let is_once = [rows.len() as u64, columns.len() as u64] == self.plan.size;
        let mut cells = Cow::Borrowed(&self.cells);
        if !is_once {
            let once =
                rows.iter().flat_map(|row| columns.iter().filter_map(|column| self.cell(*row, *column)));
            cells = Cow::Owned(once.collect());
        }
        self.spread = Spread::of(&cells, columns.len(), &self.labelled);
    }
}

#[doc(hidden)]
impl Array {
    /// Reads a picture, coarse first. `tell` is called after every few chunks, and gives false to stop. No chunk is decoded twice.
    /// Chunks that are kept are dropped as soon as their cells are taken, and count as read: beside a large one no other is decoded.
    pub fn picture(
        &self,
        plan: &PicturePlan,
        options: &DecodeOptions,
        kept: Vec<Arc<ChunkTrace>>,
        tell: &mut dyn FnMut(&Picture) -> bool,
    ) -> Result<Picture, SummaryError> {
        let data_type = self.values_type();
        let of = NumberType::of(data_type).ok_or_else(|| SummaryError::NoNumbers(data_type.clone()))?;
        let size = plan.size[0].saturating_mul(plan.size[1]).min(PICTURE_CELLS);
        let image = if plan.image == ImageKind::Unknown { self.image_kind() } else { &plan.image };
        let meaning = self.drawn_meaning();
        let flags = meaning.as_ref().and_then(|meaning| meaning.shown_flags());
        let labelled = match (of, image) {
            _ if let Some(flags) = flags => Labelled::Always(LabelPalette::ByRank(flags.numbers().into())),
            (NumberType::Bool, _) => Labelled::Always(LabelPalette::ByNumber),
            (NumberType::Integer(_), ImageKind::Labels(own)) => {
                Labelled::Always(LabelPalette::Own(Arc::clone(own)))
            }
            (NumberType::Integer(_), ImageKind::Unknown) => Labelled::Perhaps,
            (NumberType::Integer(_), ImageKind::Light) | (NumberType::Float(_) | NumberType::Time(_), _) => {
                Labelled::Never
            }
        };
        let cells = vec![PictureCell::NotRead; usize::try_from(size).unwrap_or(0)];
        let mut picture = Picture { plan: plan.clone(), cells, labelled, ..Picture::default() };
        if size > 0
            && let Some(reading) = PictureReading::begin(self, plan, options)
        {
            reading.read(&mut picture, kept, tell)?;
        }
        picture.measure();
        Ok(picture)
    }
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
    fn a_cell_may_show_an_element_that_is_listed() {
        let plan = PicturePlan::listed([Some(0), Some(1)], vec![0, 0], [vec![3, 3, 4, 9], vec![5]]);
        assert_eq!((plan.size, plan.shown.clone()), ([4, 1], [3..10, 5..6]));
        assert_eq!((0..4).map(|cell| plan.position(0, cell)).collect::<Vec<_>>(), [3, 3, 4, 9]);
        assert_eq!([3, 4, 5, 9, 10].map(|at| plan.cell(0, at)), [Some(0), Some(2), Some(3), Some(3), None]);
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
    fn a_plane_keeps_its_shape() {
        use Growth::{Cells, Least, Room};
        let size = |shown: [Range<u64>; 2], most: [u64; 2], height: f64, growth: Growth| {
            let element = ElementShape { height, growth };
            PicturePlan::in_shape([Some(0), Some(1)], vec![0, 0], shown, most, element).size
        };
        assert_eq!(size([0..1200, 0..3000], [1024, 1024], 1.0, Least), [410, 1024]);
        assert_eq!(size([0..3000, 0..1200], [44, 80], 1.0, Least), [44, 18]);
        // A character without colours is twice as high as wide.
        assert_eq!(size([0..100, 0..100], [22, 80], 0.5, Least), [22, 44]);
        assert_eq!(size([0..10, 0..20], [44, 80], 1.0, Least), [10, 20]);
        assert_eq!(size([0..10, 0..20], [44, 80], 1.0, Room), [40, 80]);
        // Elements that are three times as high as wide: each has three cells above each other.
        assert_eq!(size([0..10, 0..20], [1024, 1024], 3.0, Least), [30, 20]);
        assert_eq!(size([0..10, 0..20], [1024, 1024], 0.5, Least), [10, 40]);
        // What would be a line is not.
        assert_eq!(size([0..10, 0..100_000], [44, 80], 1.0, Least), [10, 80]);
        assert_eq!(size([0..u64::MAX, 0..u64::MAX], [1 << 40; 2], 1.0, Room), [2048, 2048]);
        assert_eq!(size([0..10, 0..20], [44, 80], 2.0, Cells(30)), [600, 600]);
        assert_eq!(size([0..0, 0..4], [44, 80], 1.0, Room), [0, 4]);
    }

    #[test]
    fn an_element_may_have_several_cells() {
        let element = ElementShape { height: 1.0, growth: Growth::Room };
        let plan = PicturePlan::in_shape([Some(0), Some(1)], vec![0, 0], [0..2, 0..4], [5, 10], element);
        assert_eq!(plan.size, [5, 10]);
        assert_eq!((0..5).map(|cell| plan.position(0, cell)).collect::<Vec<_>>(), [0, 0, 1, 1, 1]);
        assert_eq!(plan.cells_in(&[1..2, 0..4]), Some([2..5, 0..10]));
        assert_eq!([0, 1].map(|at| plan.cell(0, at)), [Some(0), Some(2)]);
        let plan = PicturePlan { size: [4, 4], ..self::plan([0..3, 0..4], [3, 4]) };
        assert_eq!((0..4).map(|cell| plan.position(0, cell)).collect::<Vec<_>>(), [0, 1, 1, 2]);
        assert_eq!([0, 1, 2].map(|at| plan.cell(0, at)), [Some(0), Some(1), Some(3)]);
    }

    #[test]
    fn the_largest_arrays_have_pictures_too() {
        let plan = plan([0..u64::MAX, 0..u64::MAX], [u64::MAX, 7]);
        assert_eq!(plan.size, [PICTURE_CELLS, 1]);
        assert!(plan.position(0, PICTURE_CELLS - 1) > u64::MAX - (u64::MAX >> 20));
        assert_eq!(plan.cell(0, u64::MAX - 1), Some(PICTURE_CELLS - 1));
    }
}
