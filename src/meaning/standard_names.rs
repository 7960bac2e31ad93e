//! The standard names of the CF conventions, with their units: whether a name is one, and in what it is measured.
//!
//! Source: [CF standard names](https://cfconventions.org/standard-names.html), table 93 of 2026-03-17, of which
//! `tests/python/make_standard_names.py` makes hashes in five bytes each. That two names have one hash happens once in a million.

static TABLE: &[u8] = include_bytes!("../../assets/standard-names.bin");

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StandardNames {
    pub version: &'static str,
    pub date: &'static str,
}

fn parts() -> Option<(&'static str, &'static [u8])> {
    let end = TABLE.windows(2).position(|pair| pair == b"\n\n")?;
    Some((std::str::from_utf8(TABLE.get(..end)?).ok()?, TABLE.get(end + 2..)?))
}

impl StandardNames {
    pub fn table() -> Option<Self> {
        let mut lines = parts()?.0.lines();
        Some(Self { version: lines.next()?, date: lines.next()? })
    }

    /// Of a name or an alias.
    pub fn units(name: &str) -> Option<&'static str> {
        let (head, rows) = parts()?;
        let hash = fnv(name.as_bytes()).to_le_bytes();
        let (rows, _) = rows.as_chunks::<5>();
        let row = rows.iter().find(|row| row.starts_with(&hash))?;
        head.lines().nth(2 + usize::from(*row.last()?))
    }
}

/// FNV-1a of 32 bits.
fn fnv(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use super::super::unit_dimension;
    use super::*;

    #[test]
    fn names_have_the_units_of_the_table() {
        // http://www.isthe.com/chongo/src/fnv/test_fnv.c
        assert_eq!((fnv(b""), fnv(b"foobar")), (0x811c_9dc5, 0xbf9c_f968));
        for (name, units) in [
            ("air_temperature", Some("K")),
            ("sea_water_salinity", Some("1e-3")),
            ("precipitation_flux", Some("kg m-2 s-1")),
            ("latitude", Some("degree_north")),
            ("time", Some("s")),
            // An alias, which the table still has.
            ("surface_carbon_dioxide_mole_flux", Some("mol m-2 s-1")),
            ("air_temprature", None),
            ("Air_temperature", None),
            ("", None),
        ] {
            assert_eq!(StandardNames::units(name), units, "{name}");
        }
    }

    #[test]
    fn all_units_of_the_table_are_units() {
        let (head, rows) = parts().unwrap();
        let units: Vec<&str> = head.lines().skip(2).collect();
        assert_eq!(units.iter().filter(|units| unit_dimension(units).is_none()).count(), 0);
        let (rows, left) = rows.as_chunks::<5>();
        assert!(rows.len() > 5_000 && left.is_empty());
        assert!(rows.iter().all(|row| usize::from(row[4]) < units.len()));
    }
}
