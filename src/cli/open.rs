//! From the path on the command line to a node or an array.

use std::path::Path;

use serde_json::json;

use super::arguments::NodeArguments;
use super::{Failure, Output, json as print, path_help};
use crate::hierarchy::{Hierarchy, PathError, unreadable};
use crate::metadata::text::escape;
use crate::pipeline::{Array, Fault, Misfit, OpenError};
use crate::store::StoreAccess;

/// Opens the hierarchy at a path or an address.
///
/// # Errors
/// When there is nothing to explore.
pub fn open(path: &Path, access: &StoreAccess) -> Result<Hierarchy, Failure> {
    Hierarchy::open_at(path, access).map_err(|error| {
        let text = escape(&path_help::words(path, &error)).into_owned();
        match error {
            PathError::Archive { .. } | PathError::References { .. } | PathError::Repository { .. } => {
                Failure::Data(text)
            }
            PathError::Missing | PathError::NotADirectory | PathError::Address { .. } => Failure::Usage(text),
        }
    })
}

/// What was found at a path where an array is needed.
pub(super) enum OpenedPath {
    Array(Box<Array>),
    /// An array, but its document cannot be used.
    Unusable(String, Fault),
}

/// Opens the array at a path.
pub(super) fn open_array(path: &Path, access: &StoreAccess) -> Result<OpenedPath, Failure> {
    let hierarchy = open(path, access)?;
    let name = escape(&hierarchy.name).into_owned();
    Ok(match Array::open(&hierarchy, "") {
        Ok(array) => match array.fault() {
            Some(fault) => OpenedPath::Unusable(name, Fault::Metadata(fault.clone())),
            None => OpenedPath::Array(Box::new(array)),
        },
        Err(OpenError::Unusable(fault)) => OpenedPath::Unusable(name, fault),
        Err(OpenError::Unreadable(error)) => OpenedPath::Unusable(name, Fault::Metadata(unreadable(&error))),
        Err(error @ OpenError::NotAnArray { .. }) => return Err(Failure::Usage(format!("{name}: {error}"))),
    })
}

/// Opens an array that can be used. Where it cannot, the fault is printed on stdout too with `--json`.
pub(super) fn open_usable(arguments: &NodeArguments, output: &mut Output) -> Result<Box<Array>, Failure> {
    match open_array(&arguments.path, &arguments.limits.limits())? {
        OpenedPath::Array(array) => Ok(array),
        OpenedPath::Unusable(path, fault) => {
            if arguments.json {
                print::print(&json!({"array": path, "fault": print::fault(&fault)}), output)?;
            }
            Err(Failure::Data(message(&path, None, &fault)))
        }
    }
}

/// The message for a fault: path, key, stage, what was expected and what was found.
pub(super) fn message(path: &str, key: Option<&str>, fault: &Fault) -> String {
    let place = match (fault, key) {
        (Fault::Metadata(error), _) if error.pointer.is_empty() => format!("{}: metadata", error.document),
        (Fault::Metadata(error), _) => format!("{}: metadata: {}", error.document, error.place()),
        // The root of a store has the empty key: there is nothing to name beside the path.
        (_, Some("")) => fault.stage().to_owned(),
        (_, Some(key)) => format!("{key}: {}", fault.stage()),
        (Fault::Store(error), None) if !error.key().is_empty() => format!("{}: store", error.key()),
        (_, None) => fault.stage().to_owned(),
    };
    escape(&format!("{path}: {place}: {}", fault.message())).into_owned()
}

/// The failure of a command that has found faults: the first, and how many more there are.
pub(super) fn found(first: &str, count: usize) -> Failure {
    let more = if count > 1 { format!(" (and {} more)", count - 1) } else { String::new() };
    Failure::Data(format!("{first}{more}"))
}

/// Checks coordinates against a grid of that shape; `what` names the array and the option.
pub(super) fn check_coords(coords: &[u64], grid_shape: &[u64], what: &str) -> Result<(), Failure> {
    Misfit::check(coords, grid_shape).map_err(|found| Failure::Usage(format!("{what}: {found}")))
}
