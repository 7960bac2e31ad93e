//! How other programs open a node, as lines to copy.

use std::ops::Range;

use super::copy_as::{CopyAs, GROUP, Opener, command, plain, web_address};
use super::quoted::{python_text, shell_text};
use super::words::slices;
use crate::meaning::EncodedKind;
use crate::metadata::text::is_unsafe;
use crate::pipeline::Openable;
use crate::store::{FileKind, FileOf};

const XARRAY: Opener = Opener("xr.open_zarr", "group", "");

/// For an array, with the elements that are meant.
pub fn tools(own: &Openable, elements: Option<&[Range<u64>]>) -> Vec<CopyAs> {
    // What is wholly past the array has no slice that all languages read as nothing.
    if elements.is_some_and(|elements| elements.iter().any(Range::is_empty)) {
        return Vec::new();
    }
    let mut forms = Vec::new();
    if !own.is_array {
        forms.push((
            "path",
            own.node.path.to_str().filter(|path| !path.contains(is_unsafe)).map(str::to_owned),
        ));
        forms.push(("python", GROUP.call(&own.node)));
        forms.push(("zarrscope", command("info", &own.node)));
    }
    forms.extend([
        ("xarray", xarray(own, elements)),
        ("ome_zarr", own.image.as_ref().and_then(ome_zarr)),
        ("napari", own.image.as_ref().and_then(napari)),
        ("anndata", anndata(own)),
        ("gdal", gdal(own)),
        ("r", r(own, elements)),
        ("julia", julia(own, elements)),
    ]);
    let form = |(what, text)| Some(CopyAs { what, text: text? });
    forms.into_iter().filter_map(form).collect()
}

fn xarray(own: &Openable, elements: Option<&[Range<u64>]>) -> Option<String> {
    let opened = XARRAY.call(own.dataset.as_ref()?)?;
    if !own.is_array {
        return Some(opened);
    }
    let name = python_text(own.key.rsplit('/').next()?);
    Some(match elements {
        Some(elements @ [_, ..]) => format!("{opened}[{name}][{}]", slices(elements)),
        _ => format!("{opened}[{name}]"),
    })
}

/// Where a program opens directories and addresses, but neither archives nor files of references.
fn place(file: &FileOf) -> Option<String> {
    if file.member.is_some() || file.kind != FileKind::Whole {
        return None;
    }
    let path = plain(&file.path)?;
    if path.starts_with("http") && path.contains("://") { web_address(&path) } else { Some(path) }
}

fn ome_zarr(image: &FileOf) -> Option<String> {
    let path = python_text(&place(image)?);
    // The package imports none of its modules.
    Some(format!(
        "import ome_zarr.reader; next(ome_zarr.reader.Reader(ome_zarr.io.parse_url({path}))()).data"
    ))
}

/// Source: the read-me of napari-ome-zarr.
fn napari(image: &FileOf) -> Option<String> {
    Some(format!("napari --plugin napari-ome-zarr {}", shell_text(&place(image)?)?))
}

fn anndata(own: &Openable) -> Option<String> {
    match own.encoded? {
        EncodedKind::AnnData => Some(format!("anndata.read_zarr({})", python_text(&place(&own.node)?))),
        EncodedKind::Spatial => None,
        _ => Some(format!("anndata.io.read_elem({})", GROUP.call(&own.node)?)),
    }
}

/// Source: <https://gdal.org/drivers/raster/zarr.html>
fn gdal(own: &Openable) -> Option<String> {
    // An archive below the root has a place of its own.
    place(&own.node)?;
    let mut root = place(&own.root)?;
    if root.contains('"') {
        return None;
    }
    if let Some((scheme, _)) = root.split_once("://") {
        if !scheme.starts_with("http") {
            return None;
        }
        root.insert_str(0, "/vsicurl/");
    }
    let key = &own.key;
    Some(if own.is_array {
        let inside = if key.is_empty() { String::new() } else { format!(":/{key}") };
        format!("gdalinfo {}", shell_text(&format!("ZARR:\"{root}\"{inside}"))?)
    } else {
        let inside = if key.is_empty() { String::new() } else { format!("/{key}") };
        format!("gdalmdiminfo {}", shell_text(&format!("ZARR:\"{root}{inside}\""))?)
    })
}

/// Counts from 1, and the end is one of the elements. Source: <https://bioconductor.org/packages/Rarr>
fn r(own: &Openable, elements: Option<&[Range<u64>]>) -> Option<String> {
    let path = if own.is_array { python_text(&place(&own.node)?) } else { return None };
    let index = match elements {
        Some(elements @ [_, ..]) => format!(", index = list({})", from_one(elements.iter())?),
        _ => String::new(),
    };
    Some(format!("Rarr::read_zarr_array({path}{index})"))
}

/// Dimensions come the other way round, and places count from 1. Source: <https://juliaio.github.io/Zarr.jl>
fn julia(own: &Openable, elements: Option<&[Range<u64>]>) -> Option<String> {
    let path = python_text(&place(&own.node)?).replace('$', "\\$");
    let index = match elements {
        Some(elements) if own.is_array => format!("[{}]", from_one(elements.iter().rev())?),
        _ => String::new(),
    };
    Some(format!("using Zarr; zopen({path}){index}"))
}

fn from_one<'a>(elements: impl Iterator<Item = &'a Range<u64>>) -> Option<String> {
    let mut ranges = Vec::new();
    for range in elements {
        ranges.push(format!("{}:{}", range.start.checked_add(1)?, range.end));
    }
    Some(ranges.join(", "))
}
