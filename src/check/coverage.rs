//! The times that a data set says it covers, beside those that its coordinate of time has.
//!
//! Source: [ACDD 1.3](https://wiki.esipfed.org/Attribute_Convention_for_Data_Discovery_1-3).

use crate::codec::DecodeOptions;
use crate::meaning::{NamedTime, RawNumber, TimeReference};
use crate::metadata::Scalar;
use crate::pipeline::Array;

/// Where no unit of time makes the values of a coordinate cover what is stated, the statement may simply be old.
pub(super) fn contradicted(
    [stated_start, stated_end]: &[String; 2],
    array: &Array,
    time: &TimeReference,
    options: &DecodeOptions,
) -> Option<String> {
    let [size] = *array.metadata.shape.as_slice() else { return None };
    let last = size.checked_sub(1).filter(|last| *last > 0)?;
    let first = number(array, 0, options)?;
    let last = number(array, last, options)?;
    let start = NamedTime::read(stated_start, time.calendar)?.begin;
    let end = NamedTime::read(stated_end, time.calendar)?.begin;
    // The last value is where its step begins or ends.
    let step = (end - start) / i128::from(size) + 1;
    let covers = |time: &TimeReference| {
        let (Some(first), Some(last)) = (time.instant(first), time.instant(last)) else { return false };
        (first - start).abs() <= 2 * step && (last - end).abs() <= 2 * step
    };
    if end <= start || covers(time) {
        return None;
    }
    let (name, _) = time.in_other_units().find(|(_, other)| covers(other))?;
    let last = time.text(time.instant(last)?);
    Some(format!(
        "expected values from {stated_start} to {stated_end}, as time_coverage_start and time_coverage_end say, found {last} as the last one; \
         counted in {name} they are as stated"
    ))
}

fn number(array: &Array, index: u64, options: &DecodeOptions) -> Option<RawNumber> {
    let region = array.read_region(std::slice::from_ref(&(index..index + 1)), options).ok()?;
    match region.elements().iter().next()? {
        Scalar::Integer(number) => Some(RawNumber::Integer(number)),
        Scalar::Float(number) => Some(RawNumber::Real(number.value())),
        _ => None,
    }
}
