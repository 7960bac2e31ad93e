use std::sync::Arc;

use crate::meaning::OmeLabels;

/// At most this many different values are labels wherever they are.
const FEW: usize = 12;
/// At most this many different values are labels if they lie in areas.
const IN_AREAS: usize = 256;
/// A fill value is apart from the other numbers if it is outside by this part of their range: 0 is not, where they begin at 1.
const APART: f64 = 0.25;

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PictureCell {
    NotRead,
    Missing,
    Faulty,
    Unknown,
    Nan,
    Infinite,
    MinusInfinite,
    Fill(f64),
    Number(f64),
}

impl PictureCell {
    pub(super) fn of(number: f64, is_fill: bool) -> Self {
        match number {
            _ if number.is_nan() => Self::Nan,
            f64::INFINITY => Self::Infinite,
            f64::NEG_INFINITY => Self::MinusInfinite,
            _ if is_fill => Self::Fill(number),
            _ => Self::Number(number),
        }
    }

    /// Infinity and NaN too.
    pub(super) fn real(self) -> Option<f64> {
        match self {
            Self::Nan => Some(f64::NAN),
            Self::Infinite => Some(f64::INFINITY),
            Self::MinusInfinite => Some(f64::NEG_INFINITY),
            Self::Fill(number) | Self::Number(number) => Some(number),
            Self::NotRead | Self::Missing | Self::Faulty | Self::Unknown => None,
        }
    }

    fn number(self) -> Option<f64> {
        match self {
            Self::Fill(number) | Self::Number(number) => Some(number),
            _ => None,
        }
    }
}

#[derive(Debug, Clone, Default, PartialEq)]
pub(super) enum Labelled {
    #[default]
    Never,
    Perhaps,
    /// Bools, flags, and images that call themselves images of labels.
    Always(LabelPalette),
}

/// Which label has which colour.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum LabelPalette {
    #[default]
    ByNumber,
    /// By the place among all classes, so that those of `0, 10, 20 …` differ.
    ByRank(Arc<[f64]>),
    /// As the image says, else by number.
    Own(Arc<OmeLabels>),
}

#[derive(Debug, Clone, PartialEq)]
pub struct Spread {
    pub extremes: (f64, f64),
    pub percentiles: (f64, f64),
    pub labels: Option<Vec<f64>>,
    pub palette: LabelPalette,
    pub fill: Option<f64>,
}

impl Spread {
    pub(super) fn of(cells: &[PictureCell], columns: usize, labelled: &Labelled) -> Option<Self> {
        let mut numbers: Vec<f64> = Vec::new();
        let mut fill = None;
        let mut fills = 0;
        for cell in cells {
            match cell {
                PictureCell::Number(number) => numbers.push(*number),
                PictureCell::Fill(number) => {
                    fill = Some(*number);
                    fills += 1;
                }
                _ => {}
            }
        }
        numbers.sort_unstable_by(f64::total_cmp);
        let mut apart = fill.filter(|fill| is_apart(*fill, &numbers));
        let mut found = None;
        if let Some(fill) = fill
            && (apart.is_none() || fill == 0.0)
        {
            let at = numbers.partition_point(|number| *number < fill);
            let mut all = numbers.clone();
            all.splice(at..at, std::iter::repeat_n(fill, fills));
            found = labels(&all, cells, columns, labelled);
            // Among labels 0 is the background, and no fill value.
            if apart.is_none() || found.is_some() {
                apart = None;
                numbers = all;
            }
        }
        if found.is_none() {
            found = labels(&numbers, cells, columns, labelled);
        }
        Some(Self {
            extremes: (at(&numbers, 0).or(apart)?, at(&numbers, 100).or(apart)?),
            percentiles: (at(&numbers, 2).or(apart)?, at(&numbers, 98).or(apart)?),
            labels: found,
            palette: match labelled {
                Labelled::Always(palette) => palette.clone(),
                Labelled::Never | Labelled::Perhaps => LabelPalette::default(),
            },
            fill: apart,
        })
    }

    pub fn is_fill_alone(&self) -> bool {
        self.fill.is_some_and(|fill| self.extremes == (fill, fill))
    }
}

fn at(sorted: &[f64], part: usize) -> Option<f64> {
    sorted.get(sorted.len().saturating_sub(1) * part / 100).copied()
}

fn is_apart(fill: f64, others: &[f64]) -> bool {
    let Some(low) = at(others, 2) else { return fill != 0.0 };
    let Some(high) = at(others, 98) else { return fill != 0.0 };
    let beyond = high * APART - low * APART;
    fill < low - beyond || fill > high + beyond
}

fn labels(sorted: &[f64], cells: &[PictureCell], columns: usize, labelled: &Labelled) -> Option<Vec<f64>> {
    let (is_sure, most) = match labelled {
        Labelled::Never => return None,
        Labelled::Perhaps => (false, IN_AREAS),
        Labelled::Always(_) => (true, usize::MAX),
    };
    let mut labels: Vec<f64> = Vec::new();
    for number in sorted {
        if labels.last() != Some(number) {
            labels.push(*number);
        }
        if labels.len() > most {
            return None;
        }
    }
    // -1 is often what has no label; quantities go further below.
    let are_labels =
        is_sure || *labels.first()? >= -1.0 && (labels.len() <= FEW || in_areas(&labels, cells, columns));
    if are_labels { Some(labels) } else { None }
}

/// Numbers of a quantity that changes slowly are next to each other, labels need not be.
fn in_areas(labels: &[f64], cells: &[PictureCell], columns: usize) -> bool {
    let rank = |cell: &PictureCell| {
        let number = cell.number()?;
        labels.binary_search_by(|label| label.total_cmp(&number)).ok()
    };
    let mut pairs: usize = 0;
    let mut unequal: usize = 0;
    let mut steps: usize = 0;
    for (index, cell) in cells.iter().enumerate() {
        let Some(own) = rank(cell) else { continue };
        let is_last = columns == 0 || (index + 1).is_multiple_of(columns);
        let beside = cells.get(index + 1).filter(|_| !is_last);
        for other in [beside, cells.get(index.saturating_add(columns))].into_iter().flatten() {
            let Some(other) = rank(other) else { continue };
            let apart = own.abs_diff(other);
            pairs += 1;
            unequal += usize::from(apart > 0);
            steps += usize::from(apart == 1);
        }
    }
    unequal * 5 <= pairs * 2 && steps * 2 <= unequal
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(numbers: &[f64], fill: f64) -> Vec<PictureCell> {
        numbers.iter().map(|number| PictureCell::of(*number, number.total_cmp(&fill).is_eq())).collect()
    }

    fn spread(numbers: &[f64], fill: f64) -> Spread {
        Spread::of(&cells(numbers, fill), numbers.len(), &Labelled::Never).unwrap()
    }

    #[test]
    fn a_fill_value_far_from_all_others_is_apart() {
        let found = spread(&[-999.0, 270.0, 280.0, -999.0, 290.0], -999.0);
        assert_eq!((found.extremes, found.fill), ((270.0, 290.0), Some(-999.0)));
        let found = spread(&[0.0, 1.0, 128.0, 255.0], 0.0);
        assert_eq!((found.extremes, found.fill), ((0.0, 255.0), None), "that of an image is a colour");
        let found = spread(&[-999.0; 3], -999.0);
        assert!(found.is_fill_alone());
        assert!(!spread(&[0.0; 3], 0.0).is_fill_alone(), "all zeros are a colour");
    }

    #[test]
    fn infinities_and_nan_are_no_numbers_of_the_range() {
        let found = spread(&[f64::INFINITY, 2.0, f64::NAN, f64::NEG_INFINITY, 3.0], 7.0);
        assert_eq!(found.extremes, (2.0, 3.0));
        assert_eq!(Spread::of(&cells(&[f64::INFINITY], 0.0), 1, &Labelled::Never), None);
    }

    #[test]
    fn many_values_are_labels_where_they_lie_in_areas() {
        // A hundred squares of 8 by 8, whose numbers go on by 37 from one to the next.
        let square = |row: u32, column: u32| f64::from((row / 8 * 10 + column / 8) * 37 % 101);
        let areas: Vec<f64> = (0..80 * 80).map(|cell| square(cell / 80, cell % 80)).collect();
        let found = Spread::of(&cells(&areas, 0.0), 80, &Labelled::Perhaps).unwrap();
        assert_eq!(found.labels.map(|labels| labels.len()), Some(100));
        let slope: Vec<f64> = (0..80 * 80).map(|cell| f64::from(cell % 80 / 3 + cell / 80 / 3)).collect();
        assert_eq!(Spread::of(&cells(&slope, 0.0), 80, &Labelled::Perhaps).unwrap().labels, None);
        assert!(
            Spread::of(&cells(&slope, 0.0), 80, &Labelled::Always(LabelPalette::ByNumber))
                .unwrap()
                .labels
                .is_some()
        );
    }

    #[test]
    fn few_values_are_labels_unless_they_are_negative() {
        let labels = |numbers: &[f64]| {
            Spread::of(&cells(numbers, 0.0), numbers.len(), &Labelled::Perhaps).unwrap().labels
        };
        assert_eq!(labels(&[3.0, 0.0, 200.0, 3.0]), Some(vec![0.0, 3.0, 200.0]), "0 is the background");
        assert_eq!(labels(&[-100.0, -50.0, 0.0, 50.0, 100.0]), None);
    }
}
