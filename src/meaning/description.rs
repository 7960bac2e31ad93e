//! What an array is about: `long_name`, `standard_name`, `units`, and the arrays that it names.
//!
//! Source: [CF conventions, description of the data](https://cfconventions.org/cf-conventions/cf-conventions.html#_description_of_the_data)
//! and [coordinate systems](https://cfconventions.org/cf-conventions/cf-conventions.html#coordinate-system).
//!
//! ```json
//! {"long_name": "air temperature", "standard_name": "air_temperature", "units": "K",
//!  "coordinates": "lat lon", "grid_mapping": "crs", "bounds": "time_bnds"}
//! ```

use super::attributes::{LIST, MeaningNotes, MeaningSource, text};

/// The attribute of the unit.
pub(super) const UNITS: &str = "units";

/// What an array is about.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Description {
    /// Words for people.
    pub long_name: Option<String>,
    /// The name in the table of standard names.
    pub standard_name: Option<String>,
    /// The unit of physical values.
    pub units: Option<String>,
    /// The arrays that say where elements are, besides those of its dimensions.
    pub coordinates: Vec<String>,
    /// The arrays that say how the plane lies on the earth.
    pub grid_mapping: Vec<String>,
    /// The arrays that say something about the elements, such as how good they are.
    pub ancillary: Vec<String>,
    /// The array with the ends of the cells.
    pub bounds: Option<String>,
}

impl Description {
    pub(super) fn read(source: &MeaningSource, notes: &mut MeaningNotes) -> Self {
        let mut words = |name: &str| {
            let text = text(source, name, notes);
            let names: Vec<String> =
                text.iter().flat_map(|text| text.split_whitespace()).take(LIST).map(str::to_owned).collect();
            names
        };
        let coordinates = words("coordinates");
        // The longer form is `crs: x y`: an array, then the coordinates it is for.
        let mapping = words("grid_mapping");
        let is_long = mapping.iter().any(|word| word.ends_with(':'));
        let named = mapping.iter().filter(|word| !is_long || word.ends_with(':'));
        Self {
            coordinates,
            ancillary: words("ancillary_variables"),
            grid_mapping: named.map(|word| word.trim_end_matches(':').to_owned()).collect(),
            bounds: text(source, "bounds", notes),
            long_name: text(source, "long_name", notes),
            standard_name: text(source, "standard_name", notes),
            units: text(source, UNITS, notes),
        }
    }

    /// The arrays that it names, each with the attribute that does.
    pub fn named(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let coordinates = self.coordinates.iter().map(|name| ("coordinates", name.as_str()));
        let mapping = self.grid_mapping.iter().map(|name| ("grid_mapping", name.as_str()));
        let ancillary = self.ancillary.iter().map(|name| ("ancillary_variables", name.as_str()));
        coordinates
            .chain(mapping)
            .chain(ancillary)
            .chain(self.bounds.iter().map(|name| ("bounds", name.as_str())))
    }
}
