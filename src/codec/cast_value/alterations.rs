use super::super::kernel::{AlterationCounter, BLOCK};
use super::super::map::is_same_number;
use super::super::{CodecError, Marks, StageWork, Value};
use super::{Cast, OutOfRange, ROUNDINGS};
use crate::metadata::float::{FloatType, Rounding};
use crate::metadata::{DataType, Elements, Integer, Scalar, little_endian};
use std::sync::Arc;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Alteration {
    Mapped,
    Rounded,
    Clamped,
    Wrapped,
}

const CHANGES: [(Alteration, &str); 4] = [
    (Alteration::Mapped, "mapped by scalar_map"),
    (Alteration::Rounded, "rounded"),
    (Alteration::Clamped, "clamped"),
    (Alteration::Wrapped, "wrapped"),
];

/// Elements that are looked at: a trace of a huge chunk does not wait for more.
const MOST: usize = 1 << 22;

impl Alteration {
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
    pub(super) fn change(&self, from: &Scalar, to: &Scalar) -> Option<Alteration> {
        if self.scalar_map.get(from).is_some() {
            return Some(Alteration::Mapped);
        }
        if is_same_number(from, to) {
            return None;
        }
        // What only this option could cast was beyond the range.
        let unlimited = Self { out_of_range: None, scalar_map: Arc::default(), ..self.clone() };
        Some(match self.out_of_range {
            Some(option) if unlimited.cast(from).is_err() => match option {
                OutOfRange::Clamp => Alteration::Clamped,
                OutOfRange::Wrap => Alteration::Wrapped,
            },
            _ => Alteration::Rounded,
        })
    }

    pub(super) fn note_changes(
        &self,
        input: &Elements,
        result: &Result<Elements, CodecError>,
        work: &mut StageWork,
    ) {
        if self.scalar_map.entries.is_empty() && has_every_number(&self.to, input.data_type()) {
            return;
        }
        let partial = work.partial.as_ref();
        let ((Ok(output), _) | (Err(_), Some(Value::Array(output)))) =
            (result, partial.map(|partial| &partial.value))
        else {
            return;
        };
        let marks = partial.and_then(|partial| partial.marks.as_deref());
        let counts = match input.data_type().nbytes() {
            0..=2 => self.count_patterns(input),
            _ => self.count_blocks(input, output, marks),
        };
        let counted = CHANGES.iter().zip(counts.0).filter(|(_, count)| *count > 0);
        let texts: Vec<String> = counted.map(|((_, words), count)| format!("{count} {words}")).collect();
        if !texts.is_empty() {
            let of = if input.size() > MOST { "the first " } else { "" };
            work.note("elements", format!("{} of {of}{}", texts.join(", "), input.size().min(MOST)));
        }
    }

    /// Looks once at each bit pattern of elements of at most two bytes.
    fn count_patterns(&self, input: &Elements) -> AlterationCounts {
        let nbytes = input.data_type().nbytes().max(1);
        let mut patterns = vec![0_u64; 1 << (8 * nbytes)];
        for element in input.bytes().chunks_exact(nbytes).take(MOST) {
            let pattern = usize::try_from(little_endian(element)).ok();
            if let Some(count) = pattern.and_then(|pattern| patterns.get_mut(pattern)) {
                *count += 1;
            }
        }
        let mut counts = AlterationCounts::default();
        for (pattern, count) in (0_u16..=u16::MAX).zip(patterns).filter(|(_, count)| *count > 0) {
            let bytes = pattern.to_le_bytes();
            let Some(from) = bytes.get(..nbytes).and_then(|bytes| input.data_type().scalar(bytes)) else {
                continue;
            };
            counts.add(self.cast(&from).ok().and_then(|to| self.change(&from, &to)), count);
        }
        counts
    }

    fn count_blocks(&self, input: &Elements, output: &Elements, marks: Option<&Marks>) -> AlterationCounts {
        let map = &self.scalar_map.entries;
        let counter = match marks {
            None => AlterationCounter::new(input.data_type(), &self.to, self.rounding, map),
            Some(_) => None,
        };
        let mut counts = AlterationCounts::default();
        for (number, (from, to)) in chunks(input).zip(chunks(output)).take(MOST / BLOCK).enumerate() {
            match counter.as_ref().and_then(|counter| counter.count(from, to)) {
                Some(altered) => {
                    let beyond = match self.out_of_range {
                        Some(OutOfRange::Clamp) => Alteration::Clamped,
                        Some(OutOfRange::Wrap) => Alteration::Wrapped,
                        None => Alteration::Rounded,
                    };
                    counts.add(Some(Alteration::Mapped), altered.mapped);
                    counts.add(Some(Alteration::Rounded), altered.rounded);
                    counts.add(Some(beyond), altered.beyond);
                }
                None => {
                    let first = number.saturating_mul(BLOCK);
                    for (index, pair) in scalars(input, from).zip(scalars(output, to)).enumerate() {
                        let is_lost = marks.is_some_and(|marks| marks.contains((first + index) as u64));
                        if let (Some(from), Some(to)) = pair
                            && !is_lost
                        {
                            counts.add(self.change(&from, &to), 1);
                        }
                    }
                }
            }
        }
        counts
    }
}

fn chunks(elements: &Elements) -> impl Iterator<Item = &[u8]> {
    elements.bytes().chunks(BLOCK.saturating_mul(elements.data_type().nbytes().max(1)))
}

fn scalars(elements: &Elements, block: &[u8]) -> impl Iterator<Item = Option<Scalar>> {
    let data_type = elements.data_type();
    block.chunks_exact(data_type.nbytes().max(1)).map(|bytes| data_type.scalar(bytes))
}

#[derive(Debug, Default)]
struct AlterationCounts([u64; CHANGES.len()]);

impl AlterationCounts {
    fn add(&mut self, change: Option<Alteration>, count: u64) {
        for ((known, _), sum) in CHANGES.iter().zip(&mut self.0) {
            if Some(*known) == change {
                *sum += count;
            }
        }
    }
}

fn has_every_number(to: &DataType, from: &DataType) -> bool {
    match (from, to) {
        (DataType::Integer(from), DataType::Integer(to)) => to.has(from.min()) && to.has(from.max()),
        (DataType::Integer(Integer { bits, .. }), DataType::Float(to)) => {
            to.format().mantissa_bits >= 10 && *bits <= to.format().mantissa_bits + 1
        }
        // Every format embeds in float64.
        (DataType::Float(from), DataType::Float(to)) => from == to || *to == FloatType::Float64,
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

    /// Changes counted in blocks, and by the exact way one by one.
    fn both_ways(from: &str, bytes: Vec<u8>, to: &str, configuration: Json) -> [[u64; CHANGES.len()]; 2] {
        let mut configuration = configuration;
        configuration["data_type"] = json!(to);
        let input = Elements::new(data_type(from), bytes);
        let shape = [input.size() as u64];
        let chunk = representation(from, &shape);
        let cast = super::super::read(&metadata("cast_value", configuration), &chunk).unwrap().encoding;
        let options = DecodeOptions::default();
        let mut work = StageWork::new(&options);
        let kernel = cast.kernel(input.data_type());
        let result = cast.run(&input, kernel.as_ref(), &shape, &mut work);
        let partial = work.partial.as_ref();
        let marks = partial.and_then(|partial| partial.marks.as_deref());
        let ((Ok(output), _) | (Err(_), Some(super::Value::Array(output)))) =
            (&result, partial.map(|partial| &partial.value))
        else {
            return Default::default();
        };
        // With marks, each element is looked at.
        let each = cast.count_blocks(&input, output, Some(marks.unwrap_or(&Marks::default())));
        let quick = match input.data_type().nbytes() {
            0..=2 => cast.count_patterns(&input),
            _ => cast.count_blocks(&input, output, marks),
        };
        [quick.0, each.0]
    }

    #[test]
    #[expect(clippy::cast_possible_truncation, reason = "any numbers of the smaller types will do")]
    fn changes_are_the_same_in_blocks_as_one_by_one() {
        let floats = |step: f64| move |index: i32| f64::from(index - 70) * step * 10.0;
        let numbers: Vec<f64> = [0.01, 0.25, 1.0, 50.0, 1e7, 1e36, 3e305]
            .into_iter()
            .flat_map(|step| (0..140).map(floats(step)))
            .chain([-0.0, f64::from(f32::MAX), 3.402_823_5e38, 3.402_823_56e38])
            .collect();
        let wide: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        let small = numbers.iter().map(|number| *number as f32).filter(|number| number.is_finite());
        let narrow: Vec<u8> = small.flat_map(f32::to_le_bytes).collect();
        // Integers have none of these: with lost elements there are no blocks without a doubt.
        let specials = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 2.5].map(f64::to_le_bytes).concat();
        let special: Vec<u8> = wide.iter().copied().chain(specials).collect();
        let whole: Vec<u8> = numbers.iter().flat_map(|number| (*number as i32).to_le_bytes()).collect();
        let half: Vec<u8> = (0..=u16::MAX).step_by(37).flat_map(u16::to_le_bytes).collect();
        let map = json!({"encode": [["NaN", 3], [2.5, 9], [0.0, 1]]});
        let integers = json!({"encode": [[3, 9], [0, 0]]});
        for (from, bytes, map) in [
            ("float64", &wide, &map),
            ("float64", &special, &map),
            ("float32", &narrow, &map),
            ("int32", &whole, &integers),
            ("float16", &half, &map),
            ("int16", &half, &integers),
        ] {
            for to in ["int8", "uint8", "int16", "uint32", "int32", "float32", "float16", "int64"] {
                for (rounding, _) in ROUNDINGS {
                    for out_of_range in [json!("clamp"), json!("wrap"), Json::Null] {
                        if out_of_range == json!("wrap") && to.starts_with("float") {
                            continue;
                        }
                        for map in [None, Some(map)] {
                            let mut configuration = json!({"rounding": rounding});
                            if !out_of_range.is_null() {
                                configuration["out_of_range"] = out_of_range.clone();
                            }
                            if let Some(map) = map {
                                configuration["scalar_map"] = map.clone();
                            }
                            let [quick, each] = both_ways(from, bytes.clone(), to, configuration.clone());
                            assert_eq!(quick, each, "{from} to {to}: {configuration}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn blocks_of_the_processor_s_numbers_are_counted_without_the_exact_way() {
        let count = |to: &str, values: &[f32], bytes: &[u8]| {
            let (from, to) = (data_type("float32"), data_type(to));
            let counter = AlterationCounter::new(&from, &to, Rounding::NearestEven, &[]).unwrap();
            let input: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
            counter.count(&input, bytes).unwrap()
        };
        let values = [1.0, 2.5, 255.4, 255.5, -0.5, -0.6, 1e30, 7.0];
        let altered = count("uint8", &values, &[1, 2, 255, 255, 0, 0, 255, 7]);
        assert_eq!((altered.mapped, altered.rounded, altered.beyond), (0, 3, 3));
    }

    #[test]
    fn lost_elements_are_not_counted() {
        assert_eq!(cast("uint8", json!({}), &[1.5, 300.0]).0.unwrap(), "1 rounded of 2");
    }
}
