//! What the hint line says first of all: the keys of the pane with the focus.

use crate::explorer::keys::keymap::{KeyCommand, KeyPlace, WindowHint};

/// The keys of a pane, those first that are wanted most. The keys are those of [`KEYMAP`](crate::explorer::keys::keymap::KEYMAP); what has
/// none is typed.
pub fn pane_hints(place: KeyPlace) -> &'static [WindowHint] {
    match place {
        KeyPlace::Hierarchy => HIERARCHY,
        KeyPlace::Table => TABLE,
        KeyPlace::Document => DOCUMENT,
        KeyPlace::Grid => GRID,
        KeyPlace::Stages => STAGES,
        KeyPlace::Values => VALUES,
        KeyPlace::Hex => HEX,
        KeyPlace::Picture => PICTURE,
    }
}

const OPEN: WindowHint = (&[KeyCommand::Enter], "open");
const SLICE: WindowHint = (&[KeyCommand::SliceBack, KeyCommand::SliceOn], "slice");
const ZOOM: WindowHint = (&[KeyCommand::ZoomOut, KeyCommand::ZoomIn, KeyCommand::ZoomToFit], "zoom");
const COPY: WindowHint = (&[KeyCommand::Copy], "copy");
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
const LAB: WindowHint = (&[KeyCommand::Lab], "lab");
const FILES: WindowHint = (&[KeyCommand::Files], "files");
const PHYSICAL: WindowHint = (&[KeyCommand::Physical], "physical");
const STATS: WindowHint = (&[KeyCommand::Stats], "stats");

const SHOW: WindowHint = (&[KeyCommand::Picture], "picture");
const LEVEL: WindowHint = (&[KeyCommand::FinerLevel, KeyCommand::CoarserLevel], "level");

const LABELS: WindowHint = (&[KeyCommand::PictureLabels], "labels");

const HIERARCHY: &[WindowHint] = &[OPEN, SHOW, VERIFY, INFO, FAULT, COMPARE, COPY, REPORT, FILES];
const TABLE: &[WindowHint] = &[
    OPEN,
    SHOW,
    (&[KeyCommand::Sort], "sort"),
    (&[KeyCommand::SortBack], "turn round"),
    VERIFY,
    INFO,
    FAULT,
    COPY,
    FILES,
];
const DOCUMENT: &[WindowHint] = &[INFO, DOCTOR, COPY, REPORT];
const GRID: &[WindowHint] = &[
    OPEN,
    SLICE,
    PHYSICAL,
    (&[KeyCommand::NextMode], "show"),
    ZOOM,
    DOCTOR,
    FAULT,
    (&[KeyCommand::Picture], "picture"),
    COMPARE,
    LAB,
    (&[KeyCommand::Follow], "follow"),
    STATS,
    SAVE,
    COPY,
    (&[KeyCommand::CopyAs], "copy as"),
    REPORT,
];
const STAGES: &[WindowHint] = &[
    OPEN,
    EXPLAIN,
    (&[KeyCommand::Hex], "hex"),
    DOCTOR,
    COMPARE,
    LAB,
    SAVE,
    COPY,
    (&[KeyCommand::IgnoreChecksums], "checksums"),
];
const VALUES: &[WindowHint] = &[
    SLICE,
    (&[KeyCommand::Hex], "hex"),
    SELECT,
    (&[KeyCommand::Picture], "picture"),
    (&[KeyCommand::Narrow], "chunk only"),
    STAGE,
    PHYSICAL,
    (&[KeyCommand::NumberForm], "numbers"),
    (&[KeyCommand::Axes], "axes"),
    COPY,
    SAVE,
    (&[KeyCommand::FewerDigits, KeyCommand::MoreDigits], "digits"),
    (&[KeyCommand::Narrower, KeyCommand::Wider], "width"),
    (&[KeyCommand::Enter], "whole element"),
    (&[KeyCommand::Probe], "probe"),
    (&[KeyCommand::Profile], "profile"),
    STATS,
];
const HEX: &[WindowHint] = &[
    (&[KeyCommand::SliceBack, KeyCommand::SliceOn], "field"),
    (&[], ":byte :find"),
    (&[KeyCommand::Hex], "values"),
    SELECT,
    STAGE,
    (&[KeyCommand::FindNext, KeyCommand::FindPrevious], "next found"),
    COPY,
    SAVE,
    EXPLAIN,
];
const PICTURE: &[WindowHint] = &[
    SLICE,
    LABELS,
    LEVEL,
    ZOOM,
    (&[KeyCommand::PictureMap], "colours"),
    (&[KeyCommand::PictureRange], "range"),
    (&[KeyCommand::Picture], "values"),
    PHYSICAL,
    (&[KeyCommand::Axes], "axes"),
    SAVE,
    STATS,
    (&[KeyCommand::Profile], "profile"),
];

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
