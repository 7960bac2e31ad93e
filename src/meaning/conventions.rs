use serde_json::{Map, Value};

use super::anndata::EncodedElement;
use super::geo::GeoPlace;
use super::ome::OmeMetadata;
use super::{anndata, dimensions, flags, geo, mask, ome, packing, time, unsigned};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "explorer", derive(serde::Serialize))]
pub struct Convention {
    pub name: &'static str,
    #[cfg_attr(feature = "explorer", serde(skip))]
    pub attributes: &'static [&'static str],
    #[cfg_attr(feature = "explorer", serde(skip))]
    pub of_data_sets: bool,
    pub source: &'static str,
}

pub const CONVENTIONS: &[Convention] = &[
    Convention {
        name: "CF, description",
        attributes: &["units", "long_name", "standard_name"],
        of_data_sets: true,
        source: "https://cfconventions.org/cf-conventions/cf-conventions.html#_description_of_the_data",
    },
    Convention {
        name: "CF, packed data",
        attributes: &[packing::SCALE, packing::OFFSET],
        of_data_sets: true,
        source: "https://cfconventions.org/cf-conventions/cf-conventions.html#packed-data",
    },
    Convention {
        name: "CF, missing data",
        attributes: &[mask::FILL, mask::MISSING, mask::VALID[0], mask::VALID[1], mask::VALID[2]],
        of_data_sets: true,
        source: "https://cfconventions.org/cf-conventions/cf-conventions.html#missing-data",
    },
    Convention {
        name: "CF, flags",
        attributes: &flags::FLAGS,
        of_data_sets: true,
        source: "https://cfconventions.org/cf-conventions/cf-conventions.html#flags",
    },
    Convention {
        name: "CF, time coordinate",
        attributes: &[time::CALENDAR],
        of_data_sets: true,
        source: "https://cfconventions.org/cf-conventions/cf-conventions.html#time-coordinate",
    },
    Convention {
        name: "CF, coordinate systems",
        attributes: &["coordinates", "grid_mapping", "bounds", "ancillary_variables"],
        of_data_sets: true,
        source: "https://cfconventions.org/cf-conventions/cf-conventions.html#coordinate-system",
    },
    Convention {
        name: "NetCDF, unsigned integers",
        attributes: &[unsigned::UNSIGNED],
        of_data_sets: true,
        source: "https://docs.unidata.ucar.edu/nug/current/best_practices.html#bp_Unsigned-Data",
    },
    Convention {
        name: "xarray, dimension names",
        attributes: &[dimensions::XARRAY],
        of_data_sets: true,
        source: "https://docs.xarray.dev/en/stable/internals/zarr-encoding-spec.html",
    },
    Convention {
        name: "NCZarr, dimension names",
        attributes: &dimensions::NCZARR,
        of_data_sets: true,
        source: "https://docs.unidata.ucar.edu/netcdf-c/current/nczarr_head.html",
    },
    Convention {
        name: "OME-Zarr, images",
        attributes: &ome::NAMES,
        of_data_sets: false,
        source: "https://ngff.openmicroscopy.org/0.5/",
    },
    Convention {
        name: "AnnData, encoded elements",
        attributes: &[anndata::TYPE],
        of_data_sets: false,
        source: "https://anndata.readthedocs.io/en/latest/fileformat-prose.html",
    },
    Convention {
        name: "SpatialData",
        attributes: &[anndata::SPATIAL],
        of_data_sets: false,
        source: "https://spatialdata.scverse.org/en/stable/design_doc.html",
    },
    Convention {
        name: "GeoZarr, place on the earth",
        attributes: &geo::NAMES,
        of_data_sets: false,
        source: "https://github.com/zarr-conventions",
    },
];

impl Convention {
    /// Whether xarray decodes it. In OME-Zarr, `AnnData` and bare arrays the fill value is a value like any other.
    pub fn is_data_set(attributes: &Map<String, Value>) -> bool {
        !attributes.contains_key(anndata::TYPE)
            && Self::of(attributes).any(|convention| convention.of_data_sets)
    }

    pub fn of(attributes: &Map<String, Value>) -> impl Iterator<Item = &'static Self> {
        let follows = |row: &&Self| row.attributes.iter().any(|name| attributes.contains_key(*name));
        CONVENTIONS.iter().filter(follows)
    }
}

pub fn named_in_short(attributes: &Map<String, Value>, key: &str) -> Option<String> {
    let mut parts = Vec::new();
    if let Some(image) = OmeMetadata::read(attributes, key) {
        parts.push(image.in_short());
    } else if let Some(element) = EncodedElement::read(attributes) {
        parts.push(element.in_short());
    }
    if let Some(place) = GeoPlace::read(attributes) {
        parts.push(place.in_short());
    }
    if parts.is_empty() { None } else { Some(parts.join(", ")) }
}
