//! The hints of the bottom line for each pane.

use crate::explorer::keys::keymap::{KeyCommand, KeyPlace, WindowHint};

/// The most useful keys first. A hint without a key is typed.
pub fn pane_hints(place: KeyPlace) -> &'static [WindowHint] {
    match place {
        KeyPlace::Hierarchy => &[OPEN, SHOW, VERIFY, INFO, FAULT, COMPARE, COPY, REPORT, FILES],
        KeyPlace::Table => &[OPEN, SHOW, SORT, TURN, VERIFY, INFO, FAULT, COPY, FILES],
        KeyPlace::Document => &[INFO, DOCTOR, COPY, REPORT],
        KeyPlace::Grid => &[
            OPEN, SLICE, PHYSICAL, MODE, ZOOM, DOCTOR, FAULT, SHOW, COMPARE, LAB, FOLLOW, STATS, SAVE, COPY,
            COPY_AS, REPORT,
        ],
        KeyPlace::Stages => &[OPEN, EXPLAIN, BYTES, DOCTOR, COMPARE, LAB, SAVE, COPY, CHECKS],
        KeyPlace::Values => &[
            SLICE, BYTES, SELECT, SHOW, ALONE, STAGE, PHYSICAL, NUMBERS, AXES, COPY, SAVE, DIGITS, WIDTH,
            ELEMENT, PROBE, PROFILE, STATS,
        ],
        KeyPlace::Hex => &[FIELD, TYPED, NO_BYTES, SELECT, STAGE, FOUND, COPY, SAVE, EXPLAIN],
        KeyPlace::Picture => &[
            SLICE, TOGETHER, LABELS, LEVEL, ZOOM, COLOURS, RANGE, HIDE, PHYSICAL, AXES, SAVE, STATS, PROFILE,
        ],
    }
}

const OPEN: WindowHint = (&[KeyCommand::Enter], "open");
const ELEMENT: WindowHint = (&[KeyCommand::Enter], "whole element");
const SLICE: WindowHint = (&[KeyCommand::SliceBack, KeyCommand::SliceOn], "slice");
const FIELD: WindowHint = (&[KeyCommand::SliceBack, KeyCommand::SliceOn], "field");
const ZOOM: WindowHint = (&[KeyCommand::ZoomOut, KeyCommand::ZoomIn, KeyCommand::ZoomToFit], "zoom");
const MODE: WindowHint = (&[KeyCommand::NextMode], "show");
const SORT: WindowHint = (&[KeyCommand::Sort], "sort");
const TURN: WindowHint = (&[KeyCommand::SortBack], "reverse");
const COPY: WindowHint = (&[KeyCommand::Copy], "copy");
const COPY_AS: WindowHint = (&[KeyCommand::CopyAs], "copy as");
const SAVE: WindowHint = (&[KeyCommand::Save], "save");
const COMPARE: WindowHint = (&[KeyCommand::Compare], "compare");
const REPORT: WindowHint = (&[KeyCommand::Report], "report");
const SELECT: WindowHint = (&[KeyCommand::Select], "select");
const INFO: WindowHint = (&[KeyCommand::Info], "info");
const FAULT: WindowHint = (&[KeyCommand::NextFault], "fault");
const VERIFY: WindowHint = (&[KeyCommand::Verify], "verify");
const DOCTOR: WindowHint = (&[KeyCommand::Diagnose], "doctor");
const EXPLAIN: WindowHint = (&[KeyCommand::Explain], "explain");
const STAGE: WindowHint = (&[KeyCommand::PreviousStage, KeyCommand::NextStage], "stage");
const CHECKS: WindowHint = (&[KeyCommand::IgnoreChecksums], "checksums");
const LAB: WindowHint = (&[KeyCommand::Lab], "lab");
const FOLLOW: WindowHint = (&[KeyCommand::Follow], "follow");
const FILES: WindowHint = (&[KeyCommand::Files], "files");
const PHYSICAL: WindowHint = (&[KeyCommand::Physical], "physical");
const NUMBERS: WindowHint = (&[KeyCommand::NumberForm], "numbers");
const DIGITS: WindowHint = (&[KeyCommand::FewerDigits, KeyCommand::MoreDigits], "digits");
const WIDTH: WindowHint = (&[KeyCommand::Narrower, KeyCommand::Wider], "width");
const AXES: WindowHint = (&[KeyCommand::Axes], "axes");
const ALONE: WindowHint = (&[KeyCommand::Narrow], "chunk only");
const BYTES: WindowHint = (&[KeyCommand::Hex], "hex");
const NO_BYTES: WindowHint = (&[KeyCommand::Hex], "values");
const TYPED: WindowHint = (&[], ":byte :find");
const FOUND: WindowHint = (&[KeyCommand::FindNext, KeyCommand::FindPrevious], "next found");
const PROBE: WindowHint = (&[KeyCommand::Probe], "probe");
const PROFILE: WindowHint = (&[KeyCommand::Profile], "profile");
const STATS: WindowHint = (&[KeyCommand::Stats], "stats");
const SHOW: WindowHint = (&[KeyCommand::Picture], "picture");
const HIDE: WindowHint = (&[KeyCommand::Picture], "values");
const COLOURS: WindowHint = (&[KeyCommand::PictureMap], "colours");
const RANGE: WindowHint = (&[KeyCommand::PictureRange], "range");
const LABELS: WindowHint = (&[KeyCommand::PictureLabels], "labels");
const TOGETHER: WindowHint = (&[KeyCommand::Composite], "all channels");
const LEVEL: WindowHint = (&[KeyCommand::FinerLevel, KeyCommand::CoarserLevel], "level");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explorer::keys::keymap::binding_of;

    #[test]
    fn what_a_pane_hints_at_does_something_there() {
        for place in KeyPlace::ALL {
            for command in pane_hints(place).iter().flat_map(|(commands, _)| *commands) {
                let binding = binding_of(*command).unwrap();
                assert!(!binding.is_only_there || binding.places.contains(&place), "{place:?} {command:?}");
            }
        }
    }

    #[test]
    fn what_a_pane_hints_at_comes_first_in_its_help_too() {
        for place in KeyPlace::ALL {
            for command in pane_hints(place).iter().flat_map(|(commands, _)| *commands) {
                let binding = binding_of(*command).unwrap();
                let moves =
                    matches!(command, KeyCommand::Enter | KeyCommand::FindNext | KeyCommand::FindPrevious);
                assert!(moves || binding.places.contains(&place), "{place:?} {command:?}");
            }
        }
    }
}
