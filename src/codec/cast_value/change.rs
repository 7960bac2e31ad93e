//! What a cast did to elements, found by comparing what went in with what came out.

use super::super::map::is_same_number;
use super::super::{CodecError, StageWork, Value};
use super::{Cast, OutOfRange, ROUNDINGS, ScalarMap};
use crate::metadata::float::Rounding;
use crate::metadata::{DataType, Elements, Integer, Scalar};

/// Why an element is another number than before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Alteration {
    /// An entry of `scalar_map` names it.
    Mapped,
    /// The target does not have the number, but a near one.
    Rounded,
    /// It was beyond the range of the target, and is at its end now.
    Clamped,
    /// It was beyond the range of the target, and lost its upper bits.
    Wrapped,
}

/// The words for each change, in the order in which they are counted.
const CHANGES: [(Alteration, &str); 4] = [
    (Alteration::Mapped, "mapped by scalar_map"),
    (Alteration::Rounded, "rounded"),
    (Alteration::Clamped, "clamped"),
    (Alteration::Wrapped, "wrapped"),
];

/// How many elements are looked at to count changes: a trace of a huge chunk does not wait for more.
const MOST: usize = 1 << 22;

impl Alteration {
    /// In words, behind an element.
    pub(super) fn text(self, rounding: Rounding) -> String {
        let words = CHANGES.iter().find(|(change, _)| *change == self).map_or("", |(_, words)| words);
        let mode = ROUNDINGS.iter().find(|(_, known)| *known == rounding).map_or("", |(name, _)| name);
        match self {
            Self::Mapped => format!("by {}", words.trim_start_matches("mapped by ")),
            Self::Rounded => format!("{words} {mode}"),
            _ => words.to_owned(),
        }
    }
}

impl Cast {
    /// What was done to an element that could be cast; `None` where it is the same number.
    pub(super) fn change(&self, from: &Scalar, to: &Scalar) -> Option<Alteration> {
        if self.scalar_map.get(from).is_some() {
            return Some(Alteration::Mapped);
        }
        if is_same_number(from, to) {
            return None;
        }
        // What only this option could cast was beyond the range.
        let unlimited = Self { out_of_range: None, scalar_map: ScalarMap::default(), ..self.clone() };
        Some(match self.out_of_range {
            Some(option) if unlimited.cast(from).is_err() => match option {
                OutOfRange::Clamp => Alteration::Clamped,
                OutOfRange::Wrap => Alteration::Wrapped,
            },
            _ => Alteration::Rounded,
        })
    }

    /// Leaves a note on how many elements are other numbers than before, where there are any.
    pub(super) fn note_changes(
        &self,
        input: &Elements,
        result: &Result<Elements, CodecError>,
        work: &mut StageWork,
    ) {
        if self.scalar_map.entries().is_empty() && has_every_number(&self.to, input.data_type()) {
            return;
        }
        let partial = work.partial.as_ref();
        let ((Ok(output), _) | (Err(_), Some(Value::Array(output)))) =
            (result, partial.map(|partial| &partial.value))
        else {
            return;
        };
        let marks = partial.and_then(|partial| partial.marks.as_deref());
        let mut counts = [0_u64; CHANGES.len()];
        for (index, (from, to)) in input.iter().zip(output.iter()).take(MOST).enumerate() {
            let is_lost = marks.is_some_and(|marks| marks.contains(index as u64));
            let Some(change) = self.change(&from, &to).filter(|_| !is_lost) else { continue };
            let rows = CHANGES.iter().zip(&mut counts);
            rows.filter(|((known, _), _)| *known == change).for_each(|(_, count)| *count += 1);
        }
        let counted = CHANGES.iter().zip(counts).filter(|(_, count)| *count > 0);
        let texts: Vec<String> = counted.map(|((_, words), count)| format!("{count} {words}")).collect();
        if !texts.is_empty() {
            let of = if input.size() > MOST { "the first " } else { "" };
            work.note("elements", format!("{} of {of}{}", texts.join(", "), input.size().min(MOST)));
        }
    }
}

/// Whether a data type has every number of another one, as far as that is seen at once.
fn has_every_number(to: &DataType, from: &DataType) -> bool {
    match (from, to) {
        (DataType::Integer(from), DataType::Integer(to)) => to.has(from.min()) && to.has(from.max()),
        (DataType::Integer(Integer { bits, .. }), DataType::Float(to)) => {
            to.format().mantissa_bits >= 10 && *bits <= to.format().mantissa_bits + 1
        }
        (DataType::Float(from), DataType::Float(to)) => from == to,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::DecodeOptions;
    use super::super::super::fixture::{data_type, metadata, representation};
    use super::super::build;
    use super::*;
    use serde_json::{Value as Json, json};

    /// The note on, and the formulas of, some float32 that are stored for an array of another type.
    fn cast(name: &str, configuration: Json, stored: &[f32]) -> (Option<String>, Vec<String>) {
        let mut configuration = configuration;
        configuration["data_type"] = json!("float32");
        let decoded = representation(name, &[stored.len() as u64]);
        let codec = build(&metadata("cast_value", configuration), &decoded).unwrap();
        let bytes = stored.iter().flat_map(|value| value.to_le_bytes()).collect();
        let input = Elements::new(data_type("float32"), bytes);
        let options = DecodeOptions::default();
        let mut work = StageWork::new(&options);
        let _ = codec.decode(&input, &mut work);
        let rule = codec.elementwise().unwrap();
        let formulas = input.iter().map(|scalar| rule.formula(&scalar)).collect();
        (work.notes.first().map(|note| note.value.clone()), formulas)
    }

    #[test]
    fn changes_are_counted_and_named() {
        let maps = json!({"decode": [["NaN", 0]]});
        let configuration = json!({"out_of_range": "clamp", "scalar_map": maps});
        let (note, formulas) = cast("uint8", configuration, &[f32::NAN, 2.5, 300.0, 7.0, -1.0]);
        assert_eq!(note.unwrap(), "1 mapped by scalar_map, 1 rounded, 2 clamped of 5");
        let expected = [
            "NaN → 0 by scalar_map",
            "2.5 → 2 rounded nearest-even",
            "300.0 → 255 clamped",
            "7.0 → 7",
            "-1.0 → 0 clamped",
        ];
        assert_eq!(formulas, expected);
    }

    #[test]
    fn wrapped_elements_lost_their_upper_bits() {
        let configuration = json!({"data_type": "int8", "out_of_range": "wrap"});
        let codec = build(&metadata("cast_value", configuration), &representation("uint8", &[2])).unwrap();
        let options = DecodeOptions::default();
        let mut work = StageWork::new(&options);
        let decoded = codec.decode(&Elements::new(data_type("int8"), vec![0xff, 1]), &mut work).unwrap();
        assert_eq!(decoded.bytes(), [255, 1]);
        assert_eq!(work.notes.first().unwrap().value, "1 wrapped of 2");
    }

    #[test]
    fn sound_elements_leave_no_note() {
        assert_eq!(cast("uint8", json!({}), &[1.0, 2.0]).0, None);
    }

    #[test]
    fn lost_elements_are_not_counted() {
        assert_eq!(cast("uint8", json!({}), &[1.5, 300.0]).0.unwrap(), "1 rounded of 2");
    }
}
