//! Integers that are meant without a sign, or with one: `_Unsigned`.
//!
//! Source: [NetCDF attribute conventions](https://docs.unidata.ucar.edu/nug/current/best_practices.html#bp_Unsigned-Data).
//!
//! ```json
//! {"_Unsigned": "true"}
//! ```

use serde_json::Value;

use super::attributes::{MeaningNotes, MeaningSource};
use crate::metadata::{DataType, Integer};

pub(super) const UNSIGNED: &str = "_Unsigned";

pub(super) fn read(source: &MeaningSource, notes: &mut MeaningNotes) -> Option<Integer> {
    let value = source.attribute(UNSIGNED)?;
    let is_unsigned = match value {
        Value::String(text) if text.eq_ignore_ascii_case("true") => true,
        Value::String(text) if text.eq_ignore_ascii_case("false") => false,
        _ => {
            notes.unexpected(UNSIGNED, "\"true\" or \"false\"", value);
            return None;
        }
    };
    let DataType::Integer(own) = source.data_type else {
        notes.add(
            UNSIGNED,
            format!("expected elements that are integers, found {}; it is not used", source.data_type),
        );
        return None;
    };
    if own.signed == is_unsigned { Some(Integer { bits: own.bits, signed: !is_unsigned }) } else { None }
}
