//! The description of an array: `long_name`, `standard_name`, `units`, and the arrays that it names.
//!
//! Source: [CF conventions, description of the data](https://cfconventions.org/cf-conventions/cf-conventions.html#_description_of_the_data)
//! and [coordinate systems](https://cfconventions.org/cf-conventions/cf-conventions.html#coordinate-system).
//!
//! ```json
//! {"long_name": "air temperature", "standard_name": "air_temperature", "units": "K",
//!  "coordinates": "lat lon", "grid_mapping": "crs", "bounds": "time_bnds"}
//! ```

use super::attributes::{LIST, MeaningNotes, MeaningSource, text};

pub(super) const UNITS: &str = "units";

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Description {
    pub long_name: Option<String>,
    pub standard_name: Option<String>,
    pub units: Option<String>,
    pub coordinates: Vec<String>,
    pub grid_mapping: Vec<String>,
    pub ancillary: Vec<String>,
    pub bounds: Option<String>,
}

impl Description {
    pub(super) fn read(source: &MeaningSource, notes: &mut MeaningNotes) -> Self {
        let mut words = |name: &str| -> Vec<String> {
            let text = text(source, name, notes).unwrap_or_default();
            text.split_whitespace().take(LIST).map(str::to_owned).collect()
        };
        let coordinates = words("coordinates");
        let mut grid_mapping = words("grid_mapping");
        // The longer form is `crs: x y`: an array, then the coordinates it is for.
        if grid_mapping.iter().any(|word| word.ends_with(':')) {
            grid_mapping.retain(|word| word.ends_with(':'));
            for word in &mut grid_mapping {
                word.truncate(word.trim_end_matches(':').len());
            }
        }
        Self {
            coordinates,
            ancillary: words("ancillary_variables"),
            grid_mapping,
            bounds: text(source, "bounds", notes),
            long_name: text(source, "long_name", notes),
            standard_name: text(source, "standard_name", notes),
            units: text(source, UNITS, notes),
        }
    }

    pub fn named(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let lists = [
            ("coordinates", self.coordinates.as_slice()),
            ("grid_mapping", &self.grid_mapping),
            ("ancillary_variables", &self.ancillary),
            ("bounds", self.bounds.as_slice()),
        ];
        lists
            .into_iter()
            .flat_map(|(attribute, names)| names.iter().map(move |name| (attribute, name.as_str())))
    }
}
