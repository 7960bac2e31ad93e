//! What the columns of a table hold: numbers, or how often each name is there.

use std::collections::BTreeMap;

use super::{Frame, FrameCell, TEXTS};
use crate::codec::DecodeOptions;
use crate::meaning::is_nothing;
use crate::metadata::{Elements, Scalar};
use crate::pipeline::NumberType;

/// Texts are counted as long as there are no more of them: more are hardly names.
const NAMES: usize = 1 << 16;

#[derive(Debug, Clone, PartialEq)]
pub struct ColumnSummary {
    /// Rows that have a value, and those that have none.
    pub count: u64,
    pub missing: u64,
    pub values: ColumnValues,
}

#[derive(Debug, Clone, PartialEq)]
pub enum ColumnValues {
    Numbers {
        least: Scalar,
        greatest: Scalar,
        mean: f64,
        /// Of all rows, as that of an array; pandas divides by one less.
        deviation: f64,
    },
    /// Each name with its number of rows, the most frequent first, and of equal ones those that come first in the column's order.
    Names(Vec<(String, u64)>),
    /// Texts that are hardly ever the same.
    Texts,
    Nothing,
}

#[derive(Default)]
struct ColumnCounting {
    count: u64,
    missing: u64,
    mean: f64,
    squares: f64,
    ends: Option<[Scalar; 2]>,
    texts: BTreeMap<String, u64>,
    nbytes: usize,
    are_many: bool,
}

impl Frame {
    /// Reads all rows of a column.
    ///
    /// # Errors
    /// Where it cannot be read, or a row has a category that is not there.
    pub fn summarize(&self, number: usize, options: &DecodeOptions) -> Result<ColumnSummary, String> {
        let column = self.columns.get(number).ok_or("expected a column of the table")?;
        let names = match column.categories(options) {
            Some((names, _)) => Some(names.map_err(Clone::clone)?),
            None => None,
        };
        let mut frequencies = vec![0_u64; names.map_or(0, Elements::size)];
        let mut counting = ColumnCounting::default();
        let mut start = 0;
        while start < self.rows {
            let end = self.rows.min(start.saturating_add(self.rows_at_once(options)));
            let mut cells = column.read_order(&(start..end), self.most, options)?.into_iter();
            for row in start..end {
                match (cells.next(), names) {
                    (Some(FrameCell::Missing), _) => counting.missing += 1,
                    (Some(FrameCell::Value(value)), None) => counting.add(&value),
                    (Some(FrameCell::Value(Scalar::Integer(code))), Some(_)) => {
                        counting.count += 1;
                        if let Some(own) = usize::try_from(code).ok().and_then(|at| frequencies.get_mut(at)) {
                            *own += 1;
                        }
                    }
                    _ => {
                        let expected = "expected a value, or the number of a category, found none";
                        return Err(format!("row {row}: {expected}"));
                    }
                }
            }
            start = end;
        }
        if let Some(names) = names {
            let label =
                |at: usize| names.beginning(at, usize::MAX).map(|name| text(&name)).unwrap_or_default();
            let own = frequencies.into_iter().enumerate().map(|(at, count)| (label(at), count)).collect();
            let ColumnCounting { count, missing, .. } = counting;
            return Ok(ColumnSummary { count, missing, values: ColumnValues::Names(sorted(own)) });
        }
        Ok(counting.summary())
    }
}

impl ColumnCounting {
    fn add(&mut self, value: &Scalar) {
        if is_nothing(value) {
            self.missing += 1;
            return;
        }
        self.count += 1;
        if matches!(value, Scalar::Integer(_) | Scalar::Float(_)) {
            return self.add_number(value);
        }
        if self.are_many {
            return;
        }
        let own = text(value);
        self.nbytes += own.len();
        *self.texts.entry(own).or_default() += 1;
        if self.texts.len() > NAMES || self.nbytes as u64 > TEXTS && self.texts.len() > 1 {
            (self.are_many, self.texts) = (true, BTreeMap::new());
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "a count of 2^53 may be rounded here")]
    fn add_number(&mut self, value: &Scalar) {
        let real = NumberType::nearest(value);
        let apart = real - self.mean;
        self.mean += apart / self.count as f64;
        self.squares += apart * (real - self.mean);
        match &mut self.ends {
            Some([least, greatest]) => {
                if real < NumberType::nearest(least) {
                    *least = value.clone();
                } else if real > NumberType::nearest(greatest) {
                    *greatest = value.clone();
                }
            }
            None => self.ends = Some([value.clone(), value.clone()]),
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "a count of 2^53 may be rounded here")]
    fn summary(self) -> ColumnSummary {
        let values = match self.ends {
            Some([least, greatest]) => {
                let deviation = (self.squares / self.count as f64).sqrt();
                ColumnValues::Numbers { least, greatest, mean: self.mean, deviation }
            }
            None if self.are_many => ColumnValues::Texts,
            None if self.texts.is_empty() => ColumnValues::Nothing,
            None => ColumnValues::Names(sorted(self.texts.into_iter().collect())),
        };
        ColumnSummary { count: self.count, missing: self.missing, values }
    }
}

fn sorted(mut names: Vec<(String, u64)>) -> Vec<(String, u64)> {
    names.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    names
}

fn text(value: &Scalar) -> String {
    match value {
        Scalar::Text(text) => text.to_string(),
        other => other.to_string(),
    }
}
