use super::words::{count, cut};
use crate::meaning::OmePlate;
use crate::pipeline::WellState;

pub const PLATE_LEGEND: &str = "numbers: images · none ✗ missing";
const SHORT: usize = 4;
const LONGEST: usize = 60;

/// The wells at the end of the list may have no state yet.
#[derive(Debug, Clone, Copy)]
pub struct PlateTable<'a> {
    pub plate: &'a OmePlate,
    pub states: &'a [WellState],
}

impl PlateTable<'_> {
    fn number(&self, row: usize, column: usize) -> Option<usize> {
        self.plate.wells.iter().position(|well| (well.row, well.column) == (Some(row), Some(column)))
    }

    pub fn state(&self, row: usize, column: usize) -> Option<WellState> {
        Some(self.states.get(self.number(row, column)?).copied().unwrap_or(WellState::Listed))
    }

    pub fn path(&self, row: usize, column: usize) -> Option<&str> {
        if self.state(row, column)? == WellState::Missing {
            return None;
        }
        Some(&self.plate.wells.get(self.number(row, column)?)?.path)
    }

    pub fn sign(&self, row: usize, column: usize) -> String {
        match self.state(row, column) {
            None => "·".to_owned(),
            Some(WellState::Listed) => "■".to_owned(),
            Some(WellState::Missing) => "✗".to_owned(),
            Some(WellState::Images(number)) => number.to_string(),
        }
    }

    pub fn words(&self, row: usize, column: usize) -> String {
        let name = |of: &[String], at: usize| of.get(at).map_or_else(String::new, |own| cut(own, LONGEST));
        let well = format!("well {}/{}", name(&self.plate.rows, row), name(&self.plate.columns, column));
        match self.state(row, column) {
            None => format!("{well}: not listed by the plate"),
            Some(WellState::Listed) => format!("{well} …"),
            Some(WellState::Missing) => {
                format!("{well} is missing: the plate lists it, but it has no group")
            }
            Some(WellState::Images(number)) => format!("{well}: {}", count(number as u128, "image")),
        }
    }

    pub fn width(&self) -> usize {
        let names = self.plate.columns.iter().map(|own| plate_name(own).chars().count()).max().unwrap_or(0);
        let most = self.states.iter().map(|state| match state {
            WellState::Images(number) => number.to_string().len(),
            _ => 1,
        });
        names.max(most.max().unwrap_or(1)).saturating_add(1)
    }
}

pub fn plate_name(name: &str) -> String {
    cut(name, SHORT)
}
