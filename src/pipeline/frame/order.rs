//! The rows of a table in the order of one of its columns, and those in which a condition holds.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::ops::Range;

use super::{Frame, FrameCell, FramePart, RowCondition};
use crate::codec::DecodeOptions;
use crate::metadata::Scalar;
use crate::metadata::text::grouped;
use crate::pipeline::NumberType;

/// Each is kept, with its value where it is sorted by.
const ROWS: u64 = 1 << 22;
const TEXT_BYTES: usize = 256 << 20;

#[derive(Debug, Clone, Default)]
pub struct RowChoice {
    /// The column to sort by, and whether the greatest comes first.
    pub sort: Option<(usize, bool)>,
    pub condition: Option<RowCondition>,
}

/// What is missing, NaN or cannot be read comes last in either order, as in pandas.
#[derive(Debug)]
enum RowKey {
    Integer(i128),
    Real(f64),
    Text(Box<str>),
    Nothing,
}

impl RowKey {
    fn of(cell: Option<&FrameCell>) -> Self {
        match cell {
            Some(FrameCell::Value(Scalar::Integer(own))) => Self::Integer(*own),
            Some(FrameCell::Value(Scalar::Bool(own))) => Self::Integer((*own).into()),
            Some(FrameCell::Value(Scalar::Text(own))) => Self::Text(own.as_ref().into()),
            Some(FrameCell::Value(own @ Scalar::Float(_))) => match NumberType::nearest(own) {
                real if real.is_nan() => Self::Nothing,
                real => Self::Real(real),
            },
            Some(FrameCell::Value(own)) => Self::Text(own.to_string().into()),
            Some(FrameCell::Stored(row)) => Self::Integer(row.count.into()),
            Some(FrameCell::Missing | FrameCell::Fault(_)) | None => Self::Nothing,
        }
    }

    fn compare(&self, other: &Self, is_reversed: bool) -> Ordering {
        let turned = |order: Ordering| if is_reversed { order.reverse() } else { order };
        match (self, other) {
            (Self::Integer(own), Self::Integer(other)) => turned(own.cmp(other)),
            (Self::Real(own), Self::Real(other)) => turned(own.total_cmp(other)),
            (Self::Text(own), Self::Text(other)) => turned(own.cmp(other)),
            _ => self.is_nothing().cmp(&other.is_nothing()),
        }
    }

    fn is_nothing(&self) -> bool {
        matches!(self, Self::Nothing)
    }
}

impl Frame {
    /// The numbers of the rows that are chosen, in their order; `None` where `go_on` stopped it. Rows that are equal keep the order
    /// of the table.
    ///
    /// # Errors
    /// Where a column cannot be read, or there are too many rows.
    pub fn choose(
        &self,
        choice: &RowChoice,
        options: &DecodeOptions,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Vec<u64>>, String> {
        if self.rows > ROWS {
            let (most, found) = (grouped(ROWS.into()), grouped(self.rows.into()));
            return Err(format!(
                "expected at most {most} rows, found {found}: decode --where goes through more"
            ));
        }
        let condition = match &choice.condition {
            Some(condition) => Some(condition.clone().resolve(self, options)?),
            None => None,
        };
        let sorted_by = choice.sort.and_then(|(column, _)| self.columns.get(column));
        let mut chosen = Vec::new();
        let mut text_nbytes = 0;
        let mut start = 0;
        while start < self.rows {
            if !go_on() {
                return Ok(None);
            }
            let end = self.rows.min(start.saturating_add(self.rows_at_once(options)));
            let keys = match sorted_by {
                Some(column) => column.read_order(&(start..end), self.most, options)?,
                None => Vec::new(),
            };
            let rows = match &condition {
                Some(condition) => condition.rows(self, start..end, options)?,
                None => (start..end).collect(),
            };
            for row in rows {
                let key = RowKey::of(usize::try_from(row - start).ok().and_then(|at| keys.get(at)));
                if let RowKey::Text(text) = &key {
                    text_nbytes += text.len();
                    if text_nbytes > TEXT_BYTES {
                        return Err(format!(
                            "expected at most {TEXT_BYTES} bytes of texts to sort by, found more"
                        ));
                    }
                }
                chosen.push((key, row));
            }
            start = end;
        }
        if let Some((_, is_reversed)) = choice.sort {
            chosen.sort_by(|(own, _), (other, _)| own.compare(other, is_reversed));
        }
        Ok(Some(chosen.into_iter().map(|(_, row)| row).collect()))
    }

    /// Rows in any order, as those at `places`. Those near each other are read together, so that a chunk is decoded once for many.
    pub fn read_chosen(
        &self,
        chosen: &[u64],
        places: Range<u64>,
        columns: Range<usize>,
        options: &DecodeOptions,
    ) -> FramePart {
        let at = |place: u64| usize::try_from(place).unwrap_or(usize::MAX).min(chosen.len());
        let end = places.end.min(places.start.saturating_add(super::ROWS));
        let rows = chosen.get(at(places.start)..at(end)).unwrap_or_default();
        let last = columns.end.min(columns.start.saturating_add(super::COLUMNS));
        // The entries of a row of a matrix may be very many.
        let near = if self.matrix.is_some() { 1 } else { self.rows_at_once(options) };
        let mut groups: BTreeMap<u64, Range<u64>> = BTreeMap::new();
        for row in rows {
            let range = groups.entry(row / near).or_insert(*row..*row);
            *range = range.start.min(*row)..range.end.max(row.saturating_add(1));
        }
        let empty = self.read_all(0..0, columns.start..last, options);
        let begun = |column: Result<_, String>| {
            column.map(|_: Vec<FrameCell>| vec![FrameCell::UNREAD.clone(); rows.len()])
        };
        let mut index = empty.index.map(begun);
        let mut cells: Vec<_> = empty.cells.into_iter().map(begun).collect();
        for (group, range) in groups {
            let part = self.read_all(range, columns.start..last, options);
            // Where a row of the group goes, and where it was read.
            let mut places = Vec::new();
            for (place, row) in rows.iter().enumerate().filter(|(_, row)| **row / near == group) {
                places.push((place, usize::try_from(*row - part.rows.start).unwrap_or(usize::MAX)));
            }
            let read = part.index.iter().chain(&part.cells);
            for (into, read) in index.iter_mut().chain(&mut cells).zip(read) {
                match (into, read) {
                    (into, Err(fault)) => *into = Err(fault.clone()),
                    (Ok(into), Ok(read)) => copy_cells(read, into, &places),
                    (Err(_), Ok(_)) => {}
                }
            }
        }
        let end = places.start.saturating_add(rows.len() as u64);
        FramePart { rows: places.start..end, columns: empty.columns, cells, index }
    }
}

fn copy_cells(read: &[FrameCell], into: &mut [FrameCell], places: &[(usize, usize)]) {
    for (place, at) in places {
        if let (Some(into), Some(found)) = (into.get_mut(*place), read.get(*at)) {
            *into = found.clone();
        }
    }
}
