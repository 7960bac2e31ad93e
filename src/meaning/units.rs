//! Units as texts: whether they are units, and of what dimension.
//!
//! Sources: [CF conventions, units](https://cfconventions.org/cf-conventions/cf-conventions.html#units), which asks for texts that UDUNITS
//! recognises, and the [grammar of UDUNITS](https://docs.unidata.ucar.edu/udunits/current/udunits2lib.html#Grammar).
//!
//! ```text
//! kg m-2 s-1     W/m^2     degrees_north     1e-3     days since 1850-01-01     m**2 s**-2
//! ```

use super::attributes::TEXT;

/// Exponents of metre, kilogram, second, ampere, kelvin, mole and candela. Angles have none.
pub type UnitDimension = [i32; 7];

const BASE: [&str; 7] = ["m", "kg", "s", "A", "K", "mol", "cd"];
const LARGEST_EXPONENT: i32 = 99;
const DEEPEST: usize = 8;

/// Names, and what they are in other units. Factors do not matter here.
const UNITS: &[(&str, &str)] = &[
    ("meter metre", "m"),
    ("g gram gramme kilogram kilogramme", "kg"),
    ("second sec", "s"),
    ("ampere amp", "A"),
    ("kelvin degree_kelvin degrees_kelvin degK deg_K degreeK degreesK", "K"),
    ("°C ℃ celsius Celsius degree_celsius degree_Celsius degrees_celsius degrees_Celsius", "K"),
    ("degC deg_C degreeC degreesC degree_C degrees_C degree_c degrees_c degc deg_c centigrade", "K"),
    ("°F fahrenheit Fahrenheit degree_fahrenheit degrees_fahrenheit degF deg_F degreeF degreesF", "K"),
    ("degree_F degrees_F degree_f degrees_f deg_f degf rankine degR °R degree_rankine", "K"),
    ("mole", "mol"),
    ("candela", "cd"),
    ("radian rad steradian sr degree deg ° angular_degree arc_degree arcdeg angular_minute arc_minute", "1"),
    ("arcminute arcmin ' ′ angular_second arc_second arcsecond arcsec \" ″ grade gon circle cycle turn", "1"),
    ("revolution rotation rev degree_north degrees_north degree_N degrees_N degreeN degreesN", "1"),
    ("degree_east degrees_east degree_E degrees_E degreeE degreesE degree_west degrees_west", "1"),
    ("degree_W degrees_W degreeW degreesW degree_true degrees_true degree_T degrees_T degreeT degreesT", "1"),
    ("% percent ppm ppmv ppmV ppb ppbv ppbV ppt pptv pptV ppq ppqv ppqV ppv bit count piece molecule", "1"),
    ("nucleon nuc dBZ dBz bel neper Np B Bz decibel PSU psu level layer sigma_level baud", "1"),
    ("hertz Hz becquerel Bq curie Ci rutherford", "s-1"),
    ("newton N dyne dyn force_gram force_kilogram kgf pound_force lbf", "kg m s-2"),
    ("pascal Pa bar mb torr Torr atmosphere atm standard_atmosphere mmHg mm_Hg inHg in_Hg", "N m-2"),
    ("psi millimeter_Hg inch_Hg barye technical_atmosphere at", "N m-2"),
    ("joule J erg calorie cal btu Btu BTU electronvolt electron_volt eV therm thm", "N m"),
    ("watt W horsepower hp voltampere VA", "J s-1"),
    ("coulomb C faraday", "A s"),
    ("volt V", "W A-1"),
    ("farad F", "C V-1"),
    ("ohm Ω Ω", "V A-1"),
    ("siemens S mho", "A V-1"),
    ("weber Wb maxwell Mx", "V s"),
    ("tesla T gauss gamma", "Wb m-2"),
    ("henry H", "Wb A-1"),
    ("lumen lm", "cd"),
    ("lux lx footcandle", "cd m-2"),
    ("gray Gy sievert Sv", "J kg-1"),
    ("roentgen R", "C kg-1"),
    ("katal kat", "mol s-1"),
    ("einstein", "mol"),
    ("minute min hour hr h day d week fortnight year yr tropical_year common_year Julian_year", "s"),
    (
        "sidereal_year sidereal_day sidereal_hour sidereal_minute month mon lunar_month decade century centuries",
        "s",
    ),
    ("millennium millennia leap_year Gregorian_year shake jiffy a_year", "s"),
    ("a are ha hectare acre barn b darcy circular_mil", "m2"),
    ("liter litre l L gallon gal pint quart fluid_ounce barrel bbl stere cup bushel acre_foot", "m3"),
    ("t tonne metric_ton ton long_ton short_ton pound lb pound_mass ounce oz grain slug carat", "kg"),
    ("u unified_atomic_mass_unit atomic_mass_unit atomicmassunit amu dalton Da", "kg"),
    ("foot feet ft inch in inches mile mi yard yd fathom fm angstrom Å Å ångström micron µ μ parsec", "m"),
    (
        "light_year light_second astronomical_unit au ua nautical_mile nautical_miles nmile furlong league point",
        "m",
    ),
    (
        "US_survey_foot US_survey_feet international_foot international_feet international_mile statute_mile",
        "m",
    ),
    ("geopotential gp dynamic", "m s-2"),
    ("gravity standard_free_fall free_fall", "m s-2"),
    ("knot kt kts knot_international international_knot c mph", "m s-1"),
    ("sverdrup", "m3 s-1"),
    ("dobson DU", "mol m-2"),
    ("water conventional_water conventional_mercury mercury Hg", "kg m-2 s-2"),
    ("poise P", "Pa s"),
    ("stokes St", "m2 s-1"),
    ("rhe", "Pa-1 s-1"),
    ("langley", "J m-2"),
    ("jansky", "W m-2 s"),
];

const PREFIXES: &str = "yotta zetta exa peta tera giga mega kilo hecto deka deca deci centi milli micro nano pico femto atto zepto \
                        yocto da Y Z E P T G M k h d c m µ μ u n p f a z y";

/// The dimension of a text that UDUNITS takes for a unit. What is counted since an instant has that of its unit.
pub fn unit_dimension(text: &str) -> Option<UnitDimension> {
    let before_instant = [" since ", " SINCE ", " after ", " from ", " ref ", " @ "]
        .iter()
        .find_map(|word| Some(text.split_once(word)?.0));
    dimension_of(before_instant.unwrap_or(text), DEEPEST)
}

fn dimension_of(text: &str, deepest: usize) -> Option<UnitDimension> {
    if text.len() > TEXT {
        return None;
    }
    let mut parser = UnitParser { rest: text.trim(), deepest: deepest.checked_sub(1)? };
    if parser.rest.is_empty() {
        return Some(UnitDimension::default());
    }
    let found = parser.product()?;
    parser.rest.is_empty().then_some(found)
}

struct UnitParser<'a> {
    rest: &'a str,
    deepest: usize,
}

impl<'a> UnitParser<'a> {
    fn take(&mut self, is_taken: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !is_taken(c)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at_checked(end).unwrap_or_default();
        self.rest = rest;
        taken
    }

    fn skip(&mut self, text: &str) -> bool {
        let rest = self.rest.strip_prefix(text);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn product(&mut self) -> Option<UnitDimension> {
        let mut product = self.power()?;
        loop {
            let was_apart = !self.take(char::is_whitespace).is_empty();
            let divides = self.skip("/") || (was_apart && (self.skip("per ") || self.skip("PER ")));
            let has_sign = divides || self.multiplies();
            if has_sign {
                self.take(char::is_whitespace);
            } else if self.rest.is_empty() || self.rest.starts_with(')') {
                return Some(product);
            }
            let factor = self.power()?;
            for (own, exponent) in product.iter_mut().zip(factor) {
                *own += if divides { -exponent } else { exponent };
                if own.abs() > LARGEST_EXPONENT {
                    return None;
                }
            }
        }
    }

    fn multiplies(&mut self) -> bool {
        let mut after = self.rest.chars();
        let is_sign = match after.next() {
            // `m**2` was read with its exponent.
            Some('*' | '.' | '·' | '⋅') => true,
            Some('-') => after.as_str().starts_with(char::is_alphabetic),
            _ => false,
        };
        if is_sign {
            self.rest = after.as_str();
        }
        is_sign
    }

    fn power(&mut self) -> Option<UnitDimension> {
        let mut base = if self.skip("(") {
            self.deepest = self.deepest.checked_sub(1)?;
            self.take(char::is_whitespace);
            let inner = self.product()?;
            self.deepest += 1;
            self.take(char::is_whitespace);
            if !self.skip(")") {
                return None;
            }
            inner
        } else if let Some(first) = self.rest.chars().next()
            && (first.is_ascii_digit() || matches!(first, '.' | '+' | '-'))
        {
            self.number()?;
            UnitDimension::default()
        } else {
            let is_named = |c: char| {
                c.is_alphabetic() || matches!(c, '_' | '%' | '\'' | '"' | '°' | '′' | '″' | 'µ' | '℃')
            };
            let name = self.take(is_named);
            if matches!(name, "lg" | "ln" | "lb") && self.rest.starts_with('(') {
                let close = self.rest.find(')')?;
                self.rest = self.rest.get(close + 1..)?;
                return Some(UnitDimension::default());
            }
            named(name, self.deepest)?
        };
        let exponent = self.exponent()?;
        for own in &mut base {
            *own = own.checked_mul(exponent).filter(|own| own.abs() <= LARGEST_EXPONENT)?;
        }
        Some(base)
    }

    fn number(&mut self) -> Option<()> {
        let sign = usize::from(self.rest.starts_with(['+', '-']));
        self.rest = self.rest.get(sign..)?;
        let whole = self.take(|c| c.is_ascii_digit());
        let mut digits = whole.len();
        // A point that nothing follows is one of a number too: `1.`, but `10.m` is a product.
        if self.rest.starts_with('.') {
            self.rest = self.rest.get(1..)?;
            digits += self.take(|c| c.is_ascii_digit()).len();
        }
        let mut after = self.rest.chars();
        if matches!(after.next(), Some('e' | 'E')) {
            let text = after.as_str();
            let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
            if unsigned.starts_with(|c: char| c.is_ascii_digit()) {
                self.rest = unsigned;
                self.take(|c| c.is_ascii_digit());
            }
        }
        (digits > 0).then_some(())
    }

    fn exponent(&mut self) -> Option<i32> {
        const RAISED: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹";
        let raised = self.take(|c| c == '⁻' || RAISED.contains(c));
        if !raised.is_empty() {
            let digit = |c: char| match RAISED.chars().position(|raised| raised == c) {
                Some(digit) => char::from_digit(u32::try_from(digit).ok()?, 10),
                None => Some('-'),
            };
            return raised.chars().map(digit).collect::<Option<String>>()?.parse().ok();
        }
        let has_sign = self.skip("^") || self.skip("**");
        let unsigned = self.rest.strip_prefix(['+', '-']).unwrap_or(self.rest);
        if !unsigned.starts_with(|c: char| c.is_ascii_digit()) {
            return (!has_sign).then_some(1);
        }
        let signed = self.rest.len() - unsigned.len();
        let digits = unsigned.find(|c: char| !c.is_ascii_digit()).unwrap_or(unsigned.len());
        let (text, rest) = self.rest.split_at_checked(signed + digits)?;
        self.rest = rest;
        text.parse().ok().filter(|exponent: &i32| exponent.abs() <= LARGEST_EXPONENT)
    }
}

fn named(name: &str, deepest: usize) -> Option<UnitDimension> {
    if let Some(base) = BASE.iter().position(|base| *base == name) {
        return Some(std::array::from_fn(|index| i32::from(index == base)));
    }
    if let Some(definition) = known(name) {
        return if definition == "1" {
            Some(UnitDimension::default())
        } else {
            dimension_of(definition, deepest)
        };
    }
    let prefixed = PREFIXES.split_whitespace().find_map(|prefix| known(name.strip_prefix(prefix)?))?;
    if prefixed == "1" { Some(UnitDimension::default()) } else { dimension_of(prefixed, deepest) }
}

/// The definition of a unit, in the singular or the plural.
fn known(name: &str) -> Option<&str> {
    let is_long = name.len() > 3;
    let singular = name.strip_suffix('s').filter(|_| is_long);
    let short = name.strip_suffix("es").filter(|_| is_long);
    let is_named = |own: &str| own == name || Some(own) == singular || Some(own) == short;
    let row = UNITS.iter().find(|(names, _)| names.split(' ').any(is_named));
    row.map_or_else(|| BASE.contains(&name).then_some(name), |(_, definition)| Some(*definition))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_have_the_dimension_that_udunits_gives_them() {
        for (text, dimension) in [
            ("", [0; 7]),
            ("1", [0; 7]),
            ("1e-3", [0; 7]),
            ("0.001", [0; 7]),
            ("10^3", [0; 7]),
            ("%", [0; 7]),
            ("kg kg-1", [0; 7]),
            ("degrees_north", [0; 7]),
            ("K", [0, 0, 0, 0, 1, 0, 0]),
            ("degC", [0, 0, 0, 0, 1, 0, 0]),
            ("celsius", [0, 0, 0, 0, 1, 0, 0]),
            ("m s-1", [1, 0, -1, 0, 0, 0, 0]),
            ("m/s", [1, 0, -1, 0, 0, 0, 0]),
            ("meters per second", [1, 0, -1, 0, 0, 0, 0]),
            ("knots", [1, 0, -1, 0, 0, 0, 0]),
            ("m**2 s**-2", [2, 0, -2, 0, 0, 0, 0]),
            ("W m-2", [0, 1, -3, 0, 0, 0, 0]),
            ("W/m^2", [0, 1, -3, 0, 0, 0, 0]),
            ("kg.m-2.s-1", [-2, 1, -1, 0, 0, 0, 0]),
            ("kg m⁻² s⁻¹", [-2, 1, -1, 0, 0, 0, 0]),
            ("hPa", [-1, 1, -2, 0, 0, 0, 0]),
            ("dbar", [-1, 1, -2, 0, 0, 0, 0]),
            ("millibars", [-1, 1, -2, 0, 0, 0, 0]),
            ("umol kg-1", [0, -1, 0, 0, 0, 1, 0]),
            ("1e6 km2", [2, 0, 0, 0, 0, 0, 0]),
            ("(m2 s-1)/(K m)", [1, 0, -1, 0, -1, 0, 0]),
            ("days since 1850-01-01", [0, 0, 1, 0, 0, 0, 0]),
            ("newton-meter", [2, 1, -2, 0, 0, 0, 0]),
            ("lg(re 1 mW)", [0; 7]),
        ] {
            assert_eq!(unit_dimension(text), Some(dimension), "{text}");
        }
    }

    #[test]
    fn other_texts_are_no_units() {
        let long = "m ".repeat(200);
        let deep = "(".repeat(100);
        let large = "m99 m99 m99";
        for text in [
            "Kelvins_per",
            "degrees Celsius per",
            "(0 - 1)",
            "m of water equivalent",
            "~",
            "kgm/",
            "m^",
            "m)",
            "(m",
            "furlongs per fortnite",
            "meter/sec/",
            "m s--1",
            "W m(-2)x",
            &long,
            &deep,
            large,
            "2O",
            "K^99999999999",
        ] {
            assert_eq!(unit_dimension(text), None, "{text}");
        }
    }
}
