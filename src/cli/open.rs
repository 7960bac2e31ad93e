use std::path::Path;

use super::json::{self, FaultReport, FaultyArray};
use super::{Failure, Output, Result, arguments::NodeArguments, path_help};
use crate::hierarchy::{Hierarchy, PathError, unreadable};
use crate::metadata::text::escape;
use crate::pipeline::{Array, Fault, ImagePyramid, Misfit, OpenError};
use crate::store::{Address, StoreAccess, StoreError};

pub fn open(path: &Path, access: &StoreAccess) -> Result<Hierarchy> {
    open_or_tell(path, access, |_| Ok(()))
}

/// Opens a hierarchy. Where its store cannot be used, `tell` gets the reason first, to report it elsewhere than on stderr.
pub(super) fn open_or_tell(
    path: &Path,
    access: &StoreAccess,
    tell: impl FnOnce(&UnusableStore) -> Result,
) -> Result<Hierarchy> {
    let error = match Hierarchy::open_at(path, access) {
        Ok(hierarchy) => return Ok(hierarchy),
        Err(error) => error.reason,
    };
    let text = escape(&path_help::words(path, &error)).into_owned();
    let is_unread = matches!(error, PathError::Repository { is_unread: true, .. });
    match error {
        PathError::Archive { .. } | PathError::References { .. } | PathError::Repository { .. } => {
            let (expected, found) = error.contrast();
            let fault = StoreError::Reference { key: String::new(), expected, found };
            tell(&UnusableStore { path: Address::name(path), fault: fault.into() })?;
            Err(Failure::of(text, is_unread))
        }
        PathError::Missing if path_help::is_denied(path) => Err(Failure::Unread(text)),
        PathError::Missing | PathError::NotADirectory | PathError::Address { .. } => {
            Err(Failure::Usage(text))
        }
    }
}

pub(super) struct UnusableStore {
    pub(super) path: String,
    pub(super) fault: Fault,
}

impl UnusableStore {
    pub(super) fn report(&self) -> FaultReport {
        let empty = Some(String::new());
        let report = FaultReport::of(self.fault.stage(), self.fault.message());
        FaultReport { document: empty.clone(), pointer: empty, ..report }
    }
}

pub(super) enum OpenedPath {
    Array(Box<Array>),
    Unusable(String, Fault),
}

pub(super) fn array_of(hierarchy: &Hierarchy) -> Result<OpenedPath> {
    let name = escape(&hierarchy.name).into_owned();
    Ok(match Array::open(hierarchy, "") {
        Ok(array) => match array.fault() {
            Some(fault) => OpenedPath::Unusable(name, Fault::Metadata(fault.clone())),
            None => OpenedPath::Array(Box::new(array)),
        },
        Err(OpenError::Unusable(fault)) => OpenedPath::Unusable(name, fault),
        Err(OpenError::Unreadable(error)) => OpenedPath::Unusable(name, Fault::Metadata(unreadable(&error))),
        Err(error @ OpenError::NotAnArray { .. }) => {
            let text = level_of(hierarchy).unwrap_or_else(|| error.to_string());
            return Err(Failure::Usage(format!("{name}: {text}")));
        }
    })
}

/// What to name in the place of an image, which is a group.
fn level_of(hierarchy: &Hierarchy) -> Option<String> {
    let image = ImagePyramid::of_group(hierarchy, "")?;
    let level = image.levels.iter().find(|level| level.shape.is_some())?;
    let path = escape(&format!("{}/{}", hierarchy.name, level.level.path)).into_owned();
    let expected = "expected an array, found an image (OME-Zarr), whose levels are arrays";
    Some(format!("{expected}: level {} is {path}", level.level.index))
}

pub(super) fn open_usable(arguments: &NodeArguments, output: &mut Output) -> Result<Box<Array>> {
    let mut tell = |array: &str, fault: FaultReport| {
        if arguments.json { json::print(&FaultyArray { array, fault }, output) } else { Ok(()) }
    };
    let limits = arguments.limits.access();
    let hierarchy = open_or_tell(&arguments.path, &limits, |store| tell(&store.path, store.report()))?;
    match array_of(&hierarchy)? {
        OpenedPath::Array(array) => Ok(array),
        OpenedPath::Unusable(path, fault) => {
            tell(&path, (&fault).into())?;
            Err(failure(&path, None, &fault))
        }
    }
}

pub(super) fn message(path: &str, key: Option<&str>, fault: &Fault) -> String {
    let place = match (fault, key) {
        (Fault::Metadata(error), _) if error.pointer.is_empty() => format!("{}: metadata", error.document),
        (Fault::Metadata(error), _) => format!("{}: metadata: {}", error.document, error.place()),
        // The root of a store has the empty key, which names nothing beyond the path.
        (_, Some("")) => fault.stage().to_owned(),
        (_, Some(key)) => format!("{key}: {}", fault.stage()),
        (Fault::Store(error), None) if !error.key().is_empty() => format!("{}: store", error.key()),
        (_, None) => fault.stage().to_owned(),
    };
    escape(&format!("{path}: {place}: {}", fault.message())).into_owned()
}

pub(super) fn failure(path: &str, key: Option<&str>, fault: &Fault) -> Failure {
    Failure::of(message(path, key, fault), fault.is_unread())
}

/// `are_unread` says so of all of them.
pub(super) fn found(first: &str, count: usize, are_unread: bool) -> Failure {
    let more = if count > 1 { format!(" (and {} more)", count - 1) } else { String::new() };
    Failure::of(format!("{first}{more}"), are_unread)
}

pub(super) fn check_chunk(array: &Array, coords: &[u64]) -> Result {
    check_coords(array, "--chunk", coords, &array.metadata.chunk_grid.grid_shape())
}

pub(super) fn check_coords(array: &Array, option: &str, coords: &[u64], shape: &[u64]) -> Result {
    Misfit::check(coords, shape).map_err(|found| {
        let mut found = found.to_string();
        if option == "--at" {
            // These are coordinates of elements.
            found = found.replace("within the grid", "within the shape");
        }
        Failure::Usage(format!("{}: {option}: {found}", array.path))
    })
}
