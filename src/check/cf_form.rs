//! What the [CF conventions](https://cfconventions.org/Data/cf-conventions/cf-conventions-1.12/cf-conventions.html) ask of attributes that
//! are texts with a form of their own: units, standard names, methods and measures of cells, terms of formulas, grid mappings.

use serde_json::{Map, Value};

use crate::meaning::{StandardNames, unit_dimension};
use crate::metadata::text::{escape, shorten};

/// Of words in one attribute.
const WORDS: usize = 1 << 10;
const MODIFIERS: [&str; 4] = ["detection_minimum", "number_of_observations", "standard_error", "status_flag"];
/// Appendix E.
const METHODS: [&str; 18] = [
    "point",
    "sum",
    "anomaly_wrt",
    "maximum",
    "maximum_absolute_value",
    "median",
    "mid_range",
    "minimum",
    "minimum_absolute_value",
    "mean",
    "mean_absolute_value",
    "mean_of_upper_decile",
    "mode",
    "range",
    "root_mean_square",
    "standard_deviation",
    "sum_of_squares",
    "variance",
];

/// Appendix F: grid mappings and the parameters that each has to have; those with `|` are alternatives.
const MAPPINGS: &[(&str, &[&str])] = &[
    (
        "albers_conical_equal_area",
        &["standard_parallel", "longitude_of_central_meridian", "latitude_of_projection_origin"],
    ),
    ("azimuthal_equidistant", &["longitude_of_projection_origin", "latitude_of_projection_origin"]),
    (
        "geostationary",
        &[
            "latitude_of_projection_origin",
            "longitude_of_projection_origin",
            "perspective_point_height",
            "sweep_angle_axis|fixed_angle_axis",
        ],
    ),
    ("healpix", &[]),
    ("lambert_azimuthal_equal_area", &["longitude_of_projection_origin", "latitude_of_projection_origin"]),
    (
        "lambert_conformal_conic",
        &["standard_parallel", "longitude_of_central_meridian", "latitude_of_projection_origin"],
    ),
    (
        "lambert_cylindrical_equal_area",
        &["longitude_of_central_meridian", "standard_parallel|scale_factor_at_projection_origin"],
    ),
    ("latitude_longitude", &[]),
    ("mercator", &["longitude_of_projection_origin", "standard_parallel|scale_factor_at_projection_origin"]),
    (
        "oblique_mercator",
        &["azimuth_of_central_line", "latitude_of_projection_origin", "longitude_of_projection_origin"],
    ),
    ("orthographic", &["longitude_of_projection_origin", "latitude_of_projection_origin"]),
    (
        "polar_stereographic",
        &[
            "straight_vertical_longitude_from_pole|longitude_of_projection_origin",
            // Of which pole it is, a parallel says too.
            "standard_parallel|scale_factor_at_projection_origin",
        ],
    ),
    ("rotated_latitude_longitude", &["grid_north_pole_latitude", "grid_north_pole_longitude"]),
    ("sinusoidal", &["longitude_of_projection_origin|longitude_of_central_meridian"]),
    ("stereographic", &["longitude_of_projection_origin", "latitude_of_projection_origin"]),
    (
        "transverse_mercator",
        &[
            "scale_factor_at_central_meridian",
            "longitude_of_central_meridian",
            "latitude_of_projection_origin",
        ],
    ),
    (
        "vertical_perspective",
        &["latitude_of_projection_origin", "longitude_of_projection_origin", "perspective_point_height"],
    ),
];

/// Appendix D: coordinates that formulas give, and the terms of these. With `|`, one or the other.
const FORMULAS: &[(&str, &str)] = &[
    ("atmosphere_ln_pressure_coordinate", "p0 lev"),
    ("atmosphere_sigma_coordinate", "sigma ptop ps"),
    ("atmosphere_hybrid_sigma_pressure_coordinate", "a|ap b ps"),
    ("atmosphere_hybrid_height_coordinate", "a b orog"),
    ("atmosphere_sleve_coordinate", "a b1 b2 ztop zsurf1 zsurf2"),
    ("ocean_sigma_coordinate", "sigma eta depth"),
    ("ocean_s_coordinate", "s eta depth a b depth_c"),
    ("ocean_s_coordinate_g1", "s C eta depth depth_c"),
    ("ocean_s_coordinate_g2", "s C eta depth depth_c"),
    ("ocean_sigma_z_coordinate", "sigma eta depth depth_c|nsigma zlev"),
    ("ocean_double_sigma_coordinate", "sigma depth z1 z2 a href k_c"),
];

pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", shorten(&escape(&text.chars().take(200).collect::<String>()), 80))
}

pub(super) fn unit_fault(units: &str) -> Option<String> {
    if unit_dimension(units).is_some() {
        return None;
    }
    Some(format!("expected a unit that UDUNITS knows, such as \"kg m-2\", found {}", quoted(units)))
}

/// What is no standard name, or none of the modifiers that may follow one.
pub(super) fn name_fault(standard_name: &str) -> Option<String> {
    let mut words = standard_name.split_whitespace();
    let name = words.next().unwrap_or_default();
    if StandardNames::units(name).is_none() {
        let table = StandardNames::table()?;
        return Some(format!(
            "expected a name of table {} of {}, found {}",
            table.version,
            table.date,
            quoted(standard_name)
        ));
    }
    let other = words.find(|word| !MODIFIERS.contains(word))?;
    Some(format!("expected one of {} after the name, found {}", MODIFIERS.join(", "), quoted(other)))
}

/// A unit of another dimension than that of the standard name, which methods such as a variance change.
pub(super) fn dimension_fault(standard_name: &str, units: &str, methods: Option<&str>) -> Option<String> {
    let canonical = StandardNames::units(standard_name)?;
    let squares = ["variance", "sum_of_squares"];
    let is_squared = methods.is_some_and(|methods| squares.iter().any(|square| methods.contains(square)));
    // Angles of scanning, as satellites had them before version 1.9 gave these a name.
    let is_scanned =
        standard_name.starts_with("projection_") && unit_dimension(units) == unit_dimension("rad");
    if is_squared || is_scanned {
        return None;
    }
    let (own, expected) = (unit_dimension(units)?, unit_dimension(canonical)?);
    (own != expected).then(|| {
        format!(
            "expected a unit like {canonical}, as {standard_name} is measured in, found {}",
            quoted(units)
        )
    })
}

/// Pairs of `word: word`, as in `area: areacella`. `Err` has what stands where something else should.
pub(super) fn word_pairs(text: &str) -> Result<Vec<(String, String)>, String> {
    let mut pairs = Vec::new();
    let mut words = text.split_whitespace().take(WORDS);
    while let Some(word) = words.next() {
        let key = word.strip_suffix(':').filter(|key| !key.is_empty()).ok_or_else(|| word.to_owned())?;
        let value = words.next().filter(|value| !value.ends_with(':')).ok_or_else(|| word.to_owned())?;
        pairs.push((key.to_owned(), value.to_owned()));
    }
    Ok(pairs)
}

/// The names in methods of cells, and what is wrong with these.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct CellMethods {
    pub(super) names: Vec<String>,
    pub(super) fault: Option<String>,
}

impl CellMethods {
    /// `name: [name: …] method [where type [over type]] [within|over days|years] [(…)]`, again and again. Models write no space
    /// behind the colon too.
    pub(super) fn read(text: &str) -> Self {
        let mut own = Self::default();
        own.fault = own.parse(text).err();
        own
    }

    fn parse(&mut self, text: &str) -> Result<(), String> {
        let text = without_brackets(text)?.replace(':', ": ");
        let mut words = text.split_whitespace().take(WORDS).peekable();
        while let Some(word) = words.next() {
            let name = word.strip_suffix(':').filter(|name| !name.is_empty());
            let name = name.ok_or_else(|| format!("a name with a colon, found {}", quoted(word)))?;
            self.names.push(name.to_owned());
            if words.peek().is_some_and(|next| next.ends_with(':')) {
                continue;
            }
            let method = words.next().ok_or_else(|| format!("a method after {name}:, found none"))?;
            if !METHODS.contains(&method.to_ascii_lowercase().as_str()) {
                return Err(format!("a method such as mean, found {}", quoted(method)));
            }
            while let Some(word) = words.next_if(|next| !next.ends_with(':')) {
                if !matches!(word, "where" | "over" | "within") {
                    return Err(format!("where, over or within after a method, found {}", quoted(word)));
                }
                if words.next_if(|next| !next.ends_with(':')).is_none() {
                    return Err(format!("a word after {word}, found none"));
                }
            }
        }
        Ok(())
    }
}

/// Comments and intervals are free.
fn without_brackets(text: &str) -> Result<String, String> {
    let mut left = String::new();
    let mut depth = 0_u32;
    for c in text.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.checked_sub(1).ok_or("no bracket that nothing opens")?,
            _ if depth == 0 => left.push(c),
            _ => {}
        }
    }
    if depth == 0 { Ok(left) } else { Err("a bracket that closes what is open, found none".to_owned()) }
}

/// A bare text that describes the whole system says more than the name does.
const WHOLE: [&str; 5] = ["crs_wkt", "spatial_ref", "proj4", "projjson", "epsg_code"];

pub(super) fn mapping_fault(attributes: &Map<String, Value>) -> Option<String> {
    if WHOLE.iter().any(|name| attributes.contains_key(*name)) {
        return None;
    }
    let Some(name) = attributes.get("grid_mapping_name") else {
        return Some("expected grid_mapping_name, found none".to_owned());
    };
    let name = name.as_str().unwrap_or_default();
    let Some((_, parameters)) = MAPPINGS.iter().find(|(known, _)| *known == name) else {
        return Some(format!("expected a grid mapping of CF, found {}", quoted(name)));
    };
    let has = |parameter: &&&str| parameter.split('|').any(|one| attributes.contains_key(one));
    let missing = parameters.iter().find(|parameter| !has(parameter))?;
    Some(format!("expected {} of {name}, found none", missing.replace('|', " or ")))
}

/// A term that the formula of a coordinate does not have, or lacks.
pub(super) fn terms_fault(standard_name: &str, pairs: &[(String, String)]) -> Option<String> {
    let (_, terms) = FORMULAS.iter().find(|(known, _)| *known == standard_name)?;
    let is_term = |term: &str| terms.split([' ', '|']).any(|known| known == term);
    if let Some((term, _)) = pairs.iter().find(|(term, _)| !is_term(term) && term != "p0") {
        return Some(format!("expected terms of {standard_name} ({terms}), found {}", quoted(term)));
    }
    let has = |term: &str| pairs.iter().any(|(own, _)| term.split('|').any(|one| one == own));
    let missing = terms.split(' ').find(|term| !has(term))?;
    Some(format!("expected the term {} of {standard_name}, found none", missing.replace('|', " or ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn methods_of_cells_have_their_form() {
        // The examples of sections 7.3 and 7.4, and what models write.
        for sound in [
            "time: mean",
            "time: mean (interval: 1 month)",
            "lat: lon: standard_deviation",
            "lat: lon: standard_deviation (interval: 10 km)",
            "time: maximum (interval: 1 hr comment: sampled instantaneously)",
            "area: mean where sea_ice over sea",
            "area: mean where land time: mean",
            "time: minimum within years time: mean over years",
            "time: sum within days time: maximum within days time: mean over years",
            "area: time: Mean",
            "area:mean zl:mean yh:mean xh:mean time: mean",
            "",
        ] {
            assert_eq!(CellMethods::read(sound).fault, None, "{sound}");
        }
        for wrong in [
            "mean",
            "time mean",
            "time: average",
            "time:",
            "time: mean (interval: 1 month",
            "time: mean)",
            "area: mean where",
            "time: mean of days",
        ] {
            assert!(CellMethods::read(wrong).fault.is_some(), "{wrong}");
        }
        assert_eq!(CellMethods::read("lat: lon: mean time: point").names, ["lat", "lon", "time"]);
    }

    #[test]
    fn pairs_of_words_have_their_form() {
        assert_eq!(word_pairs("area: a volume: v").map(|pairs| pairs.len()), Ok(2));
        for wrong in ["areacella", "area:", "area: volume: v", "area : a", ":"] {
            assert!(word_pairs(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn grid_mappings_have_a_name_and_what_belongs_to_it() {
        for (attributes, is_sound) in [
            (json!({"grid_mapping_name": "latitude_longitude"}), true),
            (json!({"crs_wkt": "GEOGCRS[…]"}), true),
            (
                json!({"grid_mapping_name": "rotated_latitude_longitude", "grid_north_pole_latitude": 39}),
                false,
            ),
            (json!({"grid_mapping_name": "mercators"}), false),
            (json!({"grid_mapping_name": 3}), false),
            (json!({}), false),
        ] {
            assert_eq!(mapping_fault(attributes.as_object().unwrap()).is_none(), is_sound, "{attributes}");
        }
    }

    #[test]
    fn formulas_have_their_terms() {
        let fault = |name: &str, text: &str| terms_fault(name, &word_pairs(text).unwrap()).is_some();
        assert!(!fault("atmosphere_hybrid_sigma_pressure_coordinate", "a: a b: b ps: ps p0: p0"));
        assert!(!fault("atmosphere_hybrid_sigma_pressure_coordinate", "ap: ap b: b ps: ps"));
        assert!(fault("atmosphere_hybrid_sigma_pressure_coordinate", "ap: ap b: b"));
        assert!(fault("ocean_sigma_coordinate", "sigma: s eta: e depth: d zeta: z"));
        assert!(!fault("height", "zeta: z"));
    }

    #[test]
    fn units_have_the_dimension_of_the_standard_name() {
        for (name, units, methods, is_sound) in [
            ("air_temperature", "degC", None, true),
            ("air_temperature", "Pa", None, false),
            ("air_temperature", "K2", Some("time: variance"), true),
            ("time", "days since 1850-01-01", None, true),
            ("sea_water_salinity", "psu", None, true),
            ("latitude", "degrees_north", None, true),
            ("latitude", "m", None, false),
            ("projection_x_coordinate", "rad", None, true),
            ("projection_x_coordinate", "s", None, false),
            ("no_such_name", "m", None, true),
            ("air_temperature", "nonsense", None, true),
        ] {
            assert_eq!(dimension_fault(name, units, methods).is_none(), is_sound, "{name} {units}");
        }
        assert!(name_fault("air_temperature standard_error").is_none());
        assert!(name_fault("air_temperature error").is_some() && name_fault("").is_some());
    }
}
