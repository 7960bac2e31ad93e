//! `cast_value`: converts every element to another data type.
//!
//! Specification: [cast_value](https://github.com/zarr-developers/zarr-extensions/tree/main/codecs/cast_value).
//! Configuration: `{"data_type": "uint8", "rounding": "nearest-even", "out_of_range": "clamp", "scalar_map":
//! {"encode": [["NaN", 0]], "decode": [[0, "NaN"]]}}`; only `data_type` is required.
//!
//! For each element the first rule that applies gives the result: an entry of `scalar_map`; the same number; the
//! number after `rounding`, and then `out_of_range`. Otherwise it is an error. Decoding does the same with the data
//! types swapped. A NaN key of the map matches every NaN, a zero key both zeros.

mod alterations;
#[cfg(test)]
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::float_cmp,
    clippy::indexing_slicing,
    reason = "the reference works on exact floats"
)]
mod exhaustive;
#[cfg(test)]
mod properties;
mod scalar_map;

use std::sync::Arc;

use self::scalar_map::ScalarMap;
use super::kernel::{self, Kernel, Lanes, table};
use super::map::{Elementwise, map_elements, real_number};
use super::{ArrayToArray, Build, CodecError, CodecRow, Lesson, Remedy, StageWork};
use crate::metadata::float::{Exact, Float, FloatType, Rounding};
use crate::metadata::{
    ArrayRepresentation, CodecMetadata, DataType, Elements, Field, Integer, Json, Scalar,
    fill_value as element, linear,
};

#[derive(Debug)]
struct CastValue {
    encoded: ArrayRepresentation,
    encoding: Cast,
    decoding: Cast,
    encoding_kernel: Option<Kernel>,
    decoding_kernel: Option<Kernel>,
}

#[derive(Debug, Clone)]
struct Cast {
    to: DataType,
    rounding: Rounding,
    out_of_range: Option<OutOfRange>,
    scalar_map: Arc<ScalarMap>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum OutOfRange {
    Clamp,
    Wrap,
}

const ROUNDINGS: &[(&str, Rounding)] = &[
    ("nearest-even", Rounding::NearestEven),
    ("towards-zero", Rounding::TowardsZero),
    ("towards-positive", Rounding::TowardsPositive),
    ("towards-negative", Rounding::TowardsNegative),
    ("nearest-away", Rounding::NearestAway),
];

pub(super) const ROW: CodecRow = CodecRow {
    lesson: Lesson::CastValue,
    amounts: &["data_type"],
    remedies: &[
        Remedy { member: "out_of_range", value: "clamp" },
        Remedy { member: "out_of_range", value: "wrap" },
    ],
    ..CodecRow::new("cast_value", "converts every element to another data type", Build::ArrayToArray(build))
};

fn build(codec: &CodecMetadata, decoded: &ArrayRepresentation) -> Field<Box<dyn ArrayToArray>> {
    Ok(Box::new(read(codec, decoded)?))
}

fn read(codec: &CodecMetadata, decoded: &ArrayRepresentation) -> Field<CastValue> {
    real_number(codec, &decoded.data_type)?;
    codec.only(&["data_type", "rounding", "out_of_range", "scalar_map"])?;
    let place = codec.required("data_type", "the data type to cast to")?;
    let data_type = DataType::read(&place)?;
    if real_number(codec, &data_type).is_err() {
        return Err(place.unexpected("a data type of integers or floats"));
    }
    let rounding =
        codec.optional("rounding").map_or(Ok(Rounding::default()), |field| read_rounding(&field))?;
    let out_of_range =
        codec.optional("out_of_range").map(|field| read_out_of_range(&field, &data_type)).transpose()?;
    let scalar_map = codec.optional("scalar_map");
    if let Some(maps) = &scalar_map {
        maps.only(&["encode", "decode"])?;
    }
    let direction = |name, from: &DataType, to: &DataType| {
        let entries = scalar_map.as_ref().and_then(|maps| maps.member(name));
        let scalar_map = entries.map_or(Ok(Vec::new()), |entries| read_scalar_map(&entries, from, to))?;
        Ok(Cast { to: to.clone(), rounding, out_of_range, scalar_map: Arc::new(scalar_map.into()) })
    };
    let encoding = direction("encode", &decoded.data_type, &data_type)?;
    let decoding = direction("decode", &data_type, &decoded.data_type)?;
    let fill_value = decoded.fill_value.as_ref().and_then(|fill| encoding.cast(fill).ok());
    let encoded =
        ArrayRepresentation { shape: decoded.shape.clone(), data_type: data_type.clone(), fill_value };
    let encoding_kernel = encoding.kernel(&decoded.data_type);
    let decoding_kernel = decoding.kernel(&data_type);
    Ok(CastValue { encoded, encoding, decoding, encoding_kernel, decoding_kernel })
}

fn read_rounding(field: &Json) -> Field<Rounding> {
    let names: Vec<&str> = ROUNDINGS.iter().map(|(name, _)| *name).collect();
    let expected = format!("one of {}", names.join(", "));
    let name = field.string(&expected)?;
    match ROUNDINGS.iter().find(|(known, _)| *known == name) {
        Some((_, rounding)) => Ok(*rounding),
        None => Err(field.unexpected(expected)),
    }
}

fn read_out_of_range(field: &Json, data_type: &DataType) -> Field<OutOfRange> {
    match (field.value().as_str(), data_type) {
        (Some("clamp"), _) => Ok(OutOfRange::Clamp),
        (Some("wrap"), DataType::Integer(_)) => Ok(OutOfRange::Wrap),
        (Some("wrap"), _) => Err(field.fault("\"clamp\": only integers wrap", "\"wrap\"")),
        _ => Err(field.unexpected("\"clamp\" or \"wrap\"")),
    }
}

fn read_scalar_map(entries: &Json, from: &DataType, to: &DataType) -> Field<Vec<(Scalar, Scalar)>> {
    entries.list("[from, to] pairs", |entry| {
        let pair = entry.items("two elements: from, to")?;
        let [key, value] = pair.as_slice() else { return Err(entry.unexpected("two elements: from, to")) };
        Ok((element::read(key, from)?, element::read(value, to)?))
    })
}

impl ArrayToArray for CastValue {
    fn encoded(&self) -> &ArrayRepresentation {
        &self.encoded
    }

    fn decode(&self, input: &Elements, work: &mut StageWork) -> Result<Elements, CodecError> {
        let result = self.decoding.run(input, self.decoding_kernel.as_ref(), &self.encoded.shape, work);
        result.map_err(|error| self.advise(&self.decoding, error, input))
    }

    fn encode(&self, input: &Elements, work: &mut StageWork) -> Result<Elements, CodecError> {
        let result = self.encoding.run(input, self.encoding_kernel.as_ref(), &self.encoded.shape, work);
        result.map_err(|error| self.advise(&self.encoding, error, input))
    }

    fn elementwise(&self) -> Option<&dyn Elementwise> {
        Some(self)
    }
}

impl Elementwise for CastValue {
    fn encode_one(&self, value: &Scalar) -> Result<Scalar, String> {
        self.encoding.cast(value)
    }

    fn decode_one(&self, value: &Scalar) -> Result<Scalar, String> {
        self.decoding.cast(value)
    }

    fn formula(&self, encoded: &Scalar) -> String {
        match self.decoding.cast(encoded) {
            Ok(decoded) => match self.decoding.change(encoded, &decoded) {
                Some(change) => format!("{encoded} → {decoded} {}", change.text(self.decoding.rounding)),
                None => format!("{encoded} → {decoded}"),
            },
            Err(reason) => reason,
        }
    }
}

impl CastValue {
    /// Adds to a failure what the target has room for, and what `out_of_range` would have done.
    fn advise(&self, cast: &Cast, error: CodecError, input: &Elements) -> CodecError {
        let CodecError::Element { coords, count, mut reason, in_array } = error else { return error };
        if let Some(index) = linear(&coords, &self.encoded.shape)
            && let Ok(index) = usize::try_from(index)
            && let Some(value) = input.get(index)
            && let Some(advice) = self.advice(cast, &value)
        {
            reason = format!("{reason} ({advice})");
        }
        CodecError::Element { coords, count, reason, in_array }
    }

    fn advice(&self, cast: &Cast, value: &Scalar) -> Option<String> {
        let with = |out_of_range| {
            let cast = Cast { out_of_range: Some(out_of_range), ..cast.clone() };
            cast.cast(value).ok().map(|result| result.to_string())
        };
        let clamp = format!("\"clamp\" would give {}", with(OutOfRange::Clamp)?);
        let DataType::Integer(to) = &cast.to else { return Some(clamp) };
        // The document may only say "wrap" where integers are stored, in whichever direction it is needed.
        let may_wrap = matches!(self.encoded.data_type, DataType::Integer(_));
        let wrap = match with(OutOfRange::Wrap) {
            Some(wrap) if may_wrap => format!(", \"wrap\" {wrap}"),
            _ => String::new(),
        };
        Some(format!("{} to {}; {clamp}{wrap}", to.min(), to.max()))
    }
}

impl Cast {
    fn run(
        &self,
        input: &Elements,
        kernel: Option<&Kernel>,
        shape: &[u64],
        work: &mut StageWork,
    ) -> Result<Elements, CodecError> {
        let exact = |scalar: &Scalar| self.cast(scalar);
        let result = map_elements(input, shape, &self.to, kernel, &exact, work);
        if work.is_traced {
            self.note_changes(input, &result, work);
        }
        result
    }

    fn kernel(&self, from: &DataType) -> Option<Kernel> {
        let lanes = Lanes {
            rounding: self.rounding,
            clamp: self.out_of_range == Some(OutOfRange::Clamp),
            wrap: self.out_of_range == Some(OutOfRange::Wrap),
        };
        let exact = self.clone();
        kernel::cast(from, &self.to, lanes, &self.scalar_map.entries)
            .or_else(|| table(from, &self.to, move |scalar| exact.cast(scalar).ok()))
    }

    fn cast(&self, value: &Scalar) -> Result<Scalar, String> {
        if let Some(mapped) = self.scalar_map.get(value) {
            return Ok(mapped.clone());
        }
        match (value, &self.to) {
            (Scalar::Integer(value), DataType::Integer(to)) => self.in_range(*value, *to, value),
            (Scalar::Integer(value), DataType::Float(to)) => self.round(Exact::integer(*value), *to, value),
            (Scalar::Float(value), DataType::Integer(to)) => self.float_to_integer(*value, *to),
            (Scalar::Float(value), DataType::Float(to)) => self.float_to_float(*value, *to),
            _ => Err("no real number".to_owned()),
        }
    }

    fn in_range(&self, value: i128, to: Integer, shown: impl std::fmt::Display) -> Result<Scalar, String> {
        Ok(Scalar::Integer(match self.out_of_range {
            _ if to.has(value) => value,
            Some(OutOfRange::Clamp) => value.clamp(to.min(), to.max()),
            Some(OutOfRange::Wrap) => to.wrap(value),
            None => return Err(self.beyond(shown)),
        }))
    }

    fn beyond(&self, value: impl std::fmt::Display) -> String {
        format!("{value} is out of the range of {}", self.to)
    }

    fn float_to_integer(&self, value: Float, to: Integer) -> Result<Scalar, String> {
        let exact = Exact::float(value.value()).ok_or_else(|| format!("{} has no {value}", self.to))?;
        let Some(whole) = exact.to_integer(self.rounding) else {
            // A float beyond 2^127 is a multiple of 2^64: it wraps to zero.
            let far = if exact.negative { i128::MIN } else { i128::MAX };
            return match self.out_of_range {
                Some(OutOfRange::Clamp) => Ok(Scalar::Integer(far.clamp(to.min(), to.max()))),
                Some(OutOfRange::Wrap) => Ok(Scalar::Integer(0)),
                None => Err(self.beyond(value)),
            };
        };
        self.in_range(whole, to, value)
    }

    fn float_to_float(&self, value: Float, to: FloatType) -> Result<Scalar, String> {
        if value.kind == to {
            return Ok(Scalar::Float(value));
        }
        match Exact::float(value.value()) {
            Some(exact) => self.round(exact, to, value),
            None => match Float::nearest(to, value.value()) {
                Some(special) => Ok(Scalar::Float(special)),
                None => Err(format!("{} has no {value}", self.to)),
            },
        }
    }

    fn round(&self, exact: Exact, to: FloatType, shown: impl std::fmt::Display) -> Result<Scalar, String> {
        let bits = match to.format().round(&exact, self.rounding) {
            Some(bits) => bits,
            None if self.out_of_range == Some(OutOfRange::Clamp) => to.format().clamped(&exact),
            None => return Err(self.beyond(shown)),
        };
        Ok(Scalar::Float(Float { kind: to, bits }))
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{data_type, decode_array, metadata, representation, texts};
    use super::*;
    use serde_json::{Value, json};

    fn number(text: &str, name: &str) -> Scalar {
        let value: Value = serde_json::from_str(text).unwrap_or_else(|_| json!(text));
        element::read(&Json::root(&value), &data_type(name)).unwrap()
    }

    /// Casts one number in the encoding direction.
    fn cast(text: &str, from: &str, to: &str, rest: &Value) -> Result<String, String> {
        let mut configuration = rest.clone();
        configuration["data_type"] = json!(to);
        let codec = metadata("cast_value", configuration);
        let out_of_range =
            codec.optional("out_of_range").map(|it| read_out_of_range(&it, &data_type(to)).unwrap());
        let rounding =
            codec.optional("rounding").map_or(Rounding::NearestEven, |it| read_rounding(&it).unwrap());
        let entries = codec.optional("scalar_map").map_or(vec![], |maps| {
            read_scalar_map(&maps.member("encode").unwrap(), &data_type(from), &data_type(to)).unwrap()
        });
        let cast = Cast { to: data_type(to), rounding, out_of_range, scalar_map: Arc::new(entries.into()) };
        cast.cast(&number(text, from)).map(|scalar| scalar.to_string())
    }

    #[test]
    fn the_examples_of_the_specification() {
        let (none, clamp, wrap) =
            (json!({}), json!({"out_of_range": "clamp"}), json!({"out_of_range": "wrap"}));
        let rows = [
            ("128.0", "float64", "int8", &none, Err("128.0 is out of the range of int8")),
            ("128.0", "float64", "int8", &clamp, Ok("127")),
            ("128.0", "float64", "int8", &wrap, Ok("-128")),
            ("32768", "int32", "int16", &wrap, Ok("-32768")),
            ("32769", "int32", "int16", &wrap, Ok("-32767")),
            ("-32769", "int32", "int16", &wrap, Ok("32767")),
            ("127.5", "float64", "int8", &none, Err("127.5 is out of the range of int8")),
            ("1e39", "float64", "float32", &none, Err("1e39 is out of the range of float32")),
            ("1e39", "float64", "float32", &clamp, Ok("Infinity")),
            ("-1e39", "float64", "float32", &clamp, Ok("-Infinity")),
            ("65510.0", "float64", "float16", &none, Ok("65500.0")),
            ("Infinity", "float64", "uint8", &clamp, Err("uint8 has no Infinity")),
            ("NaN", "float32", "uint8", &clamp, Err("uint8 has no NaN")),
            ("NaN", "float32", "float16", &none, Ok("NaN")),
            ("-0.0", "float64", "float32", &none, Ok("-0.0")),
            ("1e300", "float64", "uint8", &wrap, Ok("0")),
            ("-1e300", "float64", "int16", &clamp, Ok("-32768")),
            ("16777217", "int32", "float32", &none, Ok("16777216.0")),
        ];
        for (text, from, to, rest, expected) in rows {
            let expected = expected.map(str::to_owned).map_err(str::to_owned);
            assert_eq!(cast(text, from, to, rest), expected, "{text} {from} -> {to} {rest}");
        }
    }

    #[test]
    fn the_scalar_map_comes_first_and_its_first_match_wins() {
        let map = json!({"scalar_map": {"encode": [["NaN", 0], [0.0, 7], [0.0, 9]]}});
        assert_eq!(cast("0xffc00001", "float32", "uint8", &map).unwrap(), "0", "a NaN key matches every NaN");
        assert_eq!(cast("-0.0", "float32", "uint8", &map).unwrap(), "7", "a zero key matches both zeros");
    }

    #[test]
    fn decoding_swaps_the_data_types() {
        let configuration = json!({"data_type": "uint8", "scalar_map": {"decode": [[0, "NaN"]]}});
        let codec = build(&metadata("cast_value", configuration), &representation("float64", &[3])).unwrap();
        let stored = Elements::new(data_type("uint8"), vec![0, 1, 255]);
        assert_eq!(texts(&decode_array(codec.as_ref(), &stored).unwrap()), ["NaN", "1.0", "255.0"]);
    }

    #[test]
    fn the_fill_value_is_cast_like_elements() {
        let fill = |text: &str, configuration: Value| {
            let mut decoded = representation("float64", &[3]);
            decoded.fill_value = Some(number(text, "float64"));
            let codec = build(&metadata("cast_value", configuration), &decoded).unwrap();
            codec.encoded().fill_value.clone()
        };
        assert_eq!(fill("2.0", json!({"data_type": "uint8"})), Some(Scalar::Integer(2)));
        let maps = json!({"encode": [["NaN", 0]], "decode": [[0, "NaN"]]});
        assert_eq!(fill("NaN", json!({"data_type": "uint8", "scalar_map": maps})), Some(Scalar::Integer(0)));
        assert_eq!(fill("1.5", json!({"data_type": "uint8"})), Some(Scalar::Integer(2)), "not judged here");
        assert_eq!(fill("300", json!({"data_type": "uint8"})), None);
    }

    #[test]
    fn the_configuration_is_checked() {
        let fault = |configuration| {
            let built = build(&metadata("cast_value", configuration), &representation("float64", &[3]));
            built.unwrap_err().to_string()
        };
        assert!(
            fault(json!({}))
                .starts_with("/codecs/0/configuration/data_type: expected the data type to cast to")
        );
        assert!(fault(json!({"data_type": "bool"})).contains("a data type of integers or floats"));
        assert!(
            fault(json!({"data_type": "int8", "rounding": "up"}))
                .contains("/rounding: expected one of nearest-even,")
        );
        assert!(
            fault(json!({"data_type": "float32", "out_of_range": "wrap"})).contains("only integers wrap")
        );
        assert!(
            fault(json!({"data_type": "int8", "extra": 1}))
                .contains("/configuration/extra: expected no member but")
        );
        assert!(
            fault(json!({"data_type": "int8", "scalar_map": {"encode": [[1, 300]]}})).contains("/encode/0/1")
        );
    }
}
