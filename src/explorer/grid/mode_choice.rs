//! Chooses what the cells of the grid show, and says why a choice shows nothing here.

use std::time::Duration;

use crate::explorer::grid::GridPane;
use crate::explorer::grid::grid_mode::{GridNumber, KnownNumber};
use crate::explorer::{GridMode, Selection, Shared};
use crate::metadata::DataType;
use crate::pipeline::State;
use crate::tell::words::ratio;

/// The largest stored chunk in bytes that is decoded unasked, in a few milliseconds.
const MOST_STORED: u64 = 16 << 20;
/// The largest decoded size of such a chunk: a small file may decode to gigabytes.
const MOST_DECODED: u64 = 16 << 20;
/// The largest such chunk with elements of variable length, whose decoded size is not known before.
const MOST_VARIABLE: u64 = 1 << 20;

impl GridPane {
    pub(crate) fn next_mode(&mut self, shared: &mut Shared) {
        if shared.selection.layout().is_none() {
            return shared.say("no array is selected");
        }
        let mut reasons = Vec::new();
        let mut mode = self.mode.next();
        while let Some(reason) = self.why_not(mode, &shared.selection) {
            reasons.push(reason);
            mode = mode.next();
        }
        self.mode = mode;
        shared.say(self.about_mode(&reasons));
    }

    pub(crate) fn choose_mode(&mut self, name: &str, shared: &mut Shared) -> Result<(), String> {
        let Some(mode) = GridMode::by_name(name) else {
            let names = GridMode::ALL.map(GridMode::name).join(", ");
            return Err(format!("expected one of {names}, found \"{name}\""));
        };
        if let Some(reason) = self.why_not(mode, &shared.selection) {
            return Err(reason);
        }
        self.mode = mode;
        shared.say(self.about_mode(&[]));
        Ok(())
    }

    fn about_mode(&self, reasons: &[String]) -> String {
        let name = self.mode.name();
        let zoomed = if self.level.zoom == 0 {
            ""
        } else if self.mode == GridMode::Sizes {
            ", which are shown only when a cell is one chunk"
        } else if self.mode.is_number() {
            ", which is shown only when a cell is one chunk"
        } else {
            ""
        };
        let reasons = if reasons.is_empty() { String::new() } else { format!(" ({})", reasons.join(", ")) };
        format!("grid: {name}{zoomed}{reasons}")
    }

    pub fn why_not(&self, mode: GridMode, selection: &Selection) -> Option<String> {
        if mode == GridMode::Sizes
            && let Some(survey) = self.shown_survey(selection)
        {
            let is_one = survey.sizes().is_none_or(|sizes| sizes.least == sizes.greatest);
            return is_one.then(|| "all stored chunks have the same size".to_owned());
        }
        match selection.array() {
            Some(array) if array.fault().is_some() && mode.needs_decoding(&array.metadata.data_type) => {
                Some("no chunk of this array can be decoded".to_owned())
            }
            Some(array) => mode.why_not(&array.metadata.data_type),
            None if mode.is_number() => Some("the array cannot be read".to_owned()),
            None => None,
        }
    }

    pub fn shown_mode(&self, selection: &Selection) -> GridMode {
        // Equal sizes can be shown, though the key leaves them out.
        let has = self.mode == GridMode::Sizes || self.why_not(self.mode, selection).is_none();
        if has { self.mode } else { GridMode::States }
    }

    pub fn number<'a>(&'a self, selection: &Selection, coords: &[u64]) -> KnownNumber<'a> {
        if self.mode == GridMode::Ratio {
            return match self.ratio(selection, coords) {
                Some(ratio) => KnownNumber::Known(ratio),
                None => self.unknown(selection, coords),
            };
        }
        if self.mode == GridMode::DecodeTime
            && let Some(time) = Self::traced_time(selection, coords)
        {
            return KnownNumber::Known(GridNumber::Time(time));
        }
        match self.level.numbers.get(coords) {
            Some(numbers) => self.mode.of(numbers).map_or(KnownNumber::NoNumber, KnownNumber::Known),
            None => self.unknown(selection, coords),
        }
    }

    pub fn traced_time(selection: &Selection, coords: &[u64]) -> Option<Duration> {
        let trace = selection.trace_here()?;
        let is_decoded = matches!(trace.state, State::Stored(_)) && trace.trace.fault.is_none();
        (is_decoded && selection.coords() == coords).then(|| trace.elapsed())
    }

    fn unknown(&self, selection: &Selection, coords: &[u64]) -> KnownNumber<'_> {
        let stored = self.survey_so_far(selection).and_then(|survey| survey.nbytes(coords));
        if Self::is_small(stored.unwrap_or(1), selection, coords) {
            KnownNumber::NotYet
        } else {
            KnownNumber::TooLarge
        }
    }

    pub(crate) fn is_small(stored: u64, selection: &Selection, coords: &[u64]) -> bool {
        let (Some(array), Some(layout)) = (selection.array(), selection.layout()) else { return false };
        let data_type = &array.metadata.data_type;
        let Some(shape) = layout.grid.chunk_shape(coords) else { return false };
        let most = if data_type.is_variable() { MOST_VARIABLE } else { MOST_STORED };
        // The stored size also bounds what elements of variable length point to.
        (1..=most).contains(&stored) && nbytes(&shape, data_type) <= MOST_DECODED
    }

    fn ratio(&self, selection: &Selection, coords: &[u64]) -> Option<GridNumber<'_>> {
        let decoded = match self.level.numbers.get(coords) {
            Some(numbers) => numbers.decoded_nbytes,
            None => {
                let data_type = &selection.array()?.metadata.data_type;
                if data_type.is_variable() {
                    return None;
                }
                nbytes(&selection.layout()?.grid.chunk_shape(coords)?, data_type)
            }
        };
        let stored = self.survey_so_far(selection)?.nbytes(coords)?;
        ratio(decoded.into(), stored).map(GridNumber::Ratio)
    }
}

fn nbytes(shape: &[u64], data_type: &DataType) -> u64 {
    shape.iter().fold(data_type.nbytes() as u64, |nbytes, edge| nbytes.saturating_mul(*edge))
}
