//! `zfp` and `numcodecs.zfpy`: numbers, compressed by the algorithm zfp in blocks of four in each dimension.
//!
//! Specification: [zfp](https://github.com/zarr-developers/zarr-extensions/tree/main/codecs/zfp).
//! Configuration of `zfp`: `{"mode": "fixed_accuracy", "tolerance": 0.05}`; also `fixed_rate` with `rate`,
//! `fixed_precision` with `precision`, `reversible`, and `expert` with `minbits`, `maxbits`, `maxprec` and `minexp`.
//! Integers of 8 and 16 bits are promoted to int32, and times are int64: implementations may do so, and zarrs does.
//! `numcodecs.zfpy` needs none to decode: its stream begins with a header that says it all. It encodes by
//! `{"mode": 4, "tolerance": 0.05}`, where 2 is a fixed `rate`, 3 a fixed `precision` and 4 a fixed accuracy; a number
//! below 0 is none, and without any of them the stream is reversible.

use std::borrow::Cow;

use zfp_rs::{
    ZfpBitStream, ZfpConfig, ZfpDimensionality, ZfpField, ZfpFieldMut, ZfpHeaderMask, ZfpMode, ZfpScalar,
    ZfpScalarType, ZfpStreamAlignment,
};

use super::numcodecs::{given, integer};
use super::reader::corrupt_at;
use super::row::times_as_integers;
use super::{ArrayToBytes, Build, CodecError, CodecRow, FieldReading, StageWork, StoredField, StoredForm};
use crate::metadata::float::FloatType;
use crate::metadata::{
    ArrayRepresentation, CodecMetadata, DataType, Elements, Field, Integer, Scalar, delinear,
};
use crate::store::ByteSource;

#[derive(Debug)]
struct Zfp {
    decoded: ArrayRepresentation,
    /// The fastest dimension first.
    dims: Vec<usize>,
    size: usize,
    scalar: ZfpScalarType,
    config: Field<ZfpConfig>,
    has_header: bool,
}

pub(super) const ROW: CodecRow = CodecRow {
    form: StoredForm::Anything,
    amounts: &["mode", "tolerance", "rate", "precision"],
    notes: times_as_integers,
    ..CodecRow::new("zfp", "compresses numbers with zfp", Build::ArrayToBytes(build))
};

pub(super) const ZFPY: CodecRow = CodecRow {
    v2: &["zfpy"],
    card: "numcodecs",
    form: StoredForm::Anything,
    fields: &[
        StoredField::at(0, 3, FieldReading::Plain, "signature", "the signature of a zfp stream, zfp"),
        StoredField::at(3, 1, FieldReading::Number, "version", "the version of the format"),
    ],
    ..CodecRow::new(
        "numcodecs.zfpy",
        "compresses numbers with zfp, after a header",
        Build::ArrayToBytes(build_zfpy),
    )
};

fn build(codec: &CodecMetadata, decoded: &ArrayRepresentation) -> Field<Box<dyn ArrayToBytes>> {
    let zfp = bind(codec, decoded)?;
    Ok(Box::new(Zfp { config: Ok(read_config(codec, &zfp)?), has_header: false, ..zfp }))
}

fn build_zfpy(codec: &CodecMetadata, decoded: &ArrayRepresentation) -> Field<Box<dyn ArrayToBytes>> {
    let zfp = bind(codec, decoded)?;
    Ok(Box::new(Zfp { config: read_zfpy_config(codec, &zfp), ..zfp }))
}

fn bind(codec: &CodecMetadata, decoded: &ArrayRepresentation) -> Field<Zfp> {
    let scalar = match decoded.data_type {
        DataType::Integer(Integer { bits: 8 | 16 | 32, .. }) => ZfpScalarType::I32,
        DataType::Integer(Integer { bits: 64, .. }) | DataType::Time(_) => ZfpScalarType::I64,
        DataType::Float(FloatType::Float32) => ZfpScalarType::F32,
        DataType::Float(FloatType::Float64) => ZfpScalarType::F64,
        _ => {
            let expected = "an array of integers of 8, 16, 32 or 64 bits, times, float32 or float64";
            return Err(codec.fault(expected, decoded.data_type.to_string()));
        }
    };
    let edges: Option<Vec<usize>> =
        decoded.shape.iter().rev().map(|edge| usize::try_from(*edge).ok()).collect();
    let size = decoded.size().and_then(|size| usize::try_from(size).ok());
    let edges = edges.filter(|edges| edges.len() <= 4);
    let (Some(mut dims), Some(size)) = (edges, size) else {
        return Err(codec.fault("an array of at most 4 dimensions", decoded.to_string()));
    };
    if dims.is_empty() {
        dims.push(1);
    }
    let config = Ok(ZfpConfig::reversible());
    Ok(Zfp { decoded: decoded.clone(), dims, size, scalar, config, has_header: true })
}

fn read_config(codec: &CodecMetadata, zfp: &Zfp) -> Field<ZfpConfig> {
    let expected = "\"reversible\", \"expert\", \"fixed_accuracy\", \"fixed_rate\" or \"fixed_precision\"";
    let mode = codec.required("mode", expected)?;
    let number = |member| {
        let field = codec.required(member, "a number")?;
        field.value().as_f64().ok_or_else(|| field.unexpected("a number"))
    };
    let count = |member| {
        let field = codec.required(member, "an integer from 0 to 2^32-1")?;
        let count = u32::try_from(field.size("an integer from 0 to 2^32-1")?);
        count.map_err(|_| field.unexpected("an integer from 0 to 2^32-1"))
    };
    let refused = || codec.fault("parameters that zfp has a stream for", codec.configuration.to_string());
    match mode.value().as_str() {
        Some("reversible") => Ok(ZfpConfig::reversible()),
        Some("fixed_accuracy") => Ok(ZfpConfig::fixed_accuracy(number("tolerance")?)),
        Some("fixed_precision") => Ok(ZfpConfig::fixed_precision(count("precision")?)),
        Some("fixed_rate") => zfp.fixed_rate(number("rate")?).ok_or_else(refused),
        Some("expert") => {
            let field = codec.required("minexp", "an integer")?;
            let minexp =
                i32::try_from(field.integer("an integer")?).map_err(|_| field.unexpected("an integer"))?;
            ZfpConfig::expert(count("minbits")?, count("maxbits")?, count("maxprec")?, minexp)
                .map_err(|_| refused())
        }
        _ => Err(mode.unexpected(expected)),
    }
}

fn read_zfpy_config(codec: &CodecMetadata, zfp: &Zfp) -> Field<ZfpConfig> {
    const MODES: std::ops::RangeInclusive<i64> = 0..=5;
    let configuration = codec.configuration();
    let number = |member| match given(&configuration, member) {
        None => Ok(-1.0),
        Some(field) => field.value().as_f64().ok_or_else(|| field.unexpected("a number")),
    };
    let refused = || codec.fault("parameters that zfp has a stream for", codec.configuration.to_string());
    match integer(&configuration, "mode", MODES, 4)? {
        2 => match number("rate")? {
            rate if rate >= 0.0 => zfp.fixed_rate(rate).ok_or_else(refused),
            _ => Ok(ZfpConfig::reversible()),
        },
        3 => {
            let precision = integer(&configuration, "precision", -1..=u32::MAX.into(), -1)?;
            let precision = u32::try_from(precision).map(ZfpConfig::fixed_precision);
            Ok(precision.unwrap_or_else(|_| ZfpConfig::reversible()))
        }
        4 => match number("tolerance")? {
            tolerance if tolerance >= 0.0 => Ok(ZfpConfig::fixed_accuracy(tolerance)),
            _ => Ok(ZfpConfig::reversible()),
        },
        5 => Ok(ZfpConfig::reversible()),
        _ => Err(refused()),
    }
}

impl ArrayToBytes for Zfp {
    fn decode(&self, input: &dyn ByteSource, work: &mut StageWork) -> Result<Elements, CodecError> {
        let input = input.read_all()?;
        let mut stream = ZfpBitStream::from_bytes(&input)
            .map_err(|error| corrupt_at(0, "a stream of zfp", error.to_string()))?;
        let (config, dims) = match &self.config {
            Ok(config) if !self.has_header => (*config, self.dims.clone()),
            _ => self.header(&mut stream, work)?,
        };
        let bytes = match self.scalar {
            ZfpScalarType::I32 => {
                self.decompress(&mut stream, &config, &dims, i32::to_le_bytes).map(|bytes| self.demote(bytes))
            }
            ZfpScalarType::I64 => self.decompress(&mut stream, &config, &dims, i64::to_le_bytes),
            ZfpScalarType::F32 => self.decompress(&mut stream, &config, &dims, f32::to_le_bytes),
            ZfpScalarType::F64 => self.decompress(&mut stream, &config, &dims, f64::to_le_bytes),
        };
        let bytes =
            bytes.map_err(|found| corrupt_at(0, format!("{} as zfp writes it", self.decoded), found))?;
        Ok(Elements::new(self.decoded.data_type.clone(), bytes))
    }

    fn encode(&self, input: &Elements, _work: &mut StageWork) -> Result<Vec<u8>, CodecError> {
        let config = self.config.clone()?;
        let bytes = input.bytes();
        if config.mode() != ZfpMode::Reversible {
            self.check_finite(input)?;
        }
        let encoded = match self.scalar {
            ZfpScalarType::I32 => self.compress(&config, &self.promote(input), i32::from_le_bytes),
            ZfpScalarType::I64 => self.compress(&config, bytes, i64::from_le_bytes),
            ZfpScalarType::F32 => self.compress(&config, bytes, f32::from_le_bytes),
            ZfpScalarType::F64 => self.compress(&config, bytes, f64::from_le_bytes),
        };
        encoded.map_err(|found| CodecError::NotEncoded {
            expected: format!("parameters that zfp has a stream for, and {} in memory", self.decoded),
            found,
        })
    }
}

impl Zfp {
    /// Integers below 32 bits, which zfp has as the highest bits of an int32, without the sign bit.
    fn narrow(&self) -> Option<Integer> {
        match self.decoded.data_type {
            DataType::Integer(integer) if integer.bits < 32 => Some(integer),
            _ => None,
        }
    }

    fn demote(&self, bytes: Vec<u8>) -> Vec<u8> {
        let Some(integer) = self.narrow() else { return bytes };
        let mut narrow = Vec::with_capacity(bytes.len());
        for number in bytes.as_chunks().0 {
            let number = i128::from(i32::from_le_bytes(*number) >> (31 - integer.bits));
            let number = if integer.signed { number } else { number + (1 << (integer.bits - 1)) };
            let number = number.clamp(integer.min(), integer.max()).to_le_bytes();
            narrow.extend(number.iter().take(integer.bits as usize / 8));
        }
        narrow
    }

    fn promote<'a>(&self, input: &'a Elements) -> Cow<'a, [u8]> {
        let Some(integer) = self.narrow() else { return input.bytes().into() };
        let mut wide = Vec::with_capacity(input.size() * 4);
        for scalar in input.iter() {
            let Scalar::Integer(number) = scalar else { continue };
            let number = if integer.signed { number } else { number - (1 << (integer.bits - 1)) };
            wide.extend((number << (31 - integer.bits)).to_le_bytes().iter().take(4));
        }
        wide.into()
    }

    fn fixed_rate(&self, rate: f64) -> Option<ZfpConfig> {
        let dimensionality = match self.dims.len() {
            1 => ZfpDimensionality::D1,
            2 => ZfpDimensionality::D2,
            3 => ZfpDimensionality::D3,
            _ => ZfpDimensionality::D4,
        };
        ZfpConfig::fixed_rate(rate, self.scalar, dimensionality, ZfpStreamAlignment::Unaligned).ok()
    }

    /// Only reversible streams keep numbers that are not finite: in others such a number takes its whole block along.
    fn check_finite(&self, input: &Elements) -> Result<(), CodecError> {
        for (index, scalar) in input.iter().enumerate() {
            if matches!(&scalar, Scalar::Float(float) if !float.value().is_finite()) {
                let reason = format!(
                    "expected a finite number, which zfp needs unless it is reversible, found {scalar}"
                );
                let coords = delinear(index as u64, &self.decoded.shape);
                return Err(CodecError::Element { coords, count: 1, reason, in_array: None });
            }
        }
        Ok(())
    }

    fn compress<T: ZfpScalar, const N: usize>(
        &self,
        config: &ZfpConfig,
        bytes: &[u8],
        read: fn([u8; N]) -> T,
    ) -> Result<Vec<u8>, String> {
        let numbers: Vec<T> = bytes.as_chunks().0.iter().copied().map(read).collect();
        let mut dims = [0; 4];
        for (place, edge) in dims.iter_mut().zip(&self.dims) {
            *place = *edge;
        }
        let field = ZfpField::new(&numbers, dims).map_err(|error| error.to_string())?;
        let capacity = config.maximum_size(self.scalar, dims).ok_or("more numbers than it takes")?;
        let mut stream = ZfpBitStream::new(capacity).map_err(|error| error.to_string())?;
        if self.has_header {
            let written = stream.write_header(config, &field.metadata(), ZfpHeaderMask::FULL);
            written.map_err(|error| error.to_string())?;
        }
        let nbytes = stream.compress(config, &field).map_err(|error| error.to_string())?;
        Ok(stream.as_bytes().get(..nbytes).unwrap_or_default().to_vec())
    }

    fn header(
        &self,
        stream: &mut ZfpBitStream,
        work: &mut StageWork,
    ) -> Result<(ZfpConfig, Vec<usize>), CodecError> {
        let corrupt = |found: String| corrupt_at(0, format!("a header of zfp for {}", self.decoded), found);
        let header = stream.read_header(ZfpHeaderMask::FULL).map_err(|error| corrupt(error.to_string()))?;
        let (Some(metadata), Some(config)) = (header.metadata, header.config) else {
            return Err(corrupt("half of one".to_owned()));
        };
        let dims: Vec<usize> = metadata.dims.into_iter().take_while(|edge| *edge > 0).collect();
        work.note("header", format!("{:?} in {dims:?}, {:?}", metadata.scalar_type, config.mode()));
        let size = dims.iter().try_fold(1_usize, |size, edge| size.checked_mul(*edge));
        if metadata.scalar_type != self.scalar || size != Some(self.size) {
            return Err(corrupt(format!("one for {:?} in {dims:?}", metadata.scalar_type)));
        }
        Ok((config, dims))
    }

    fn decompress<T: ZfpScalar + Default, const N: usize>(
        &self,
        stream: &mut ZfpBitStream,
        config: &ZfpConfig,
        dims: &[usize],
        write: fn(T) -> [u8; N],
    ) -> Result<Vec<u8>, String> {
        let mut numbers = vec![T::default(); self.size];
        let field = match dims {
            [x] => ZfpFieldMut::new(&mut numbers, [*x]),
            [x, y] => ZfpFieldMut::new(&mut numbers, [*x, *y]),
            [x, y, z] => ZfpFieldMut::new(&mut numbers, [*x, *y, *z]),
            [x, y, z, w] => ZfpFieldMut::new(&mut numbers, [*x, *y, *z, *w]),
            _ => return Err("no dimensions".to_owned()),
        };
        let mut field = field.map_err(|error| error.to_string())?;
        stream.decompress(config, &mut field).map_err(|error| error.to_string())?;
        Ok(numbers.into_iter().flat_map(write).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::super::DecodeOptions;
    use super::super::fixture::{metadata, representation, texts};
    use super::*;
    use crate::store::Slice;
    use serde_json::{Value, json};

    fn decode(codec: &dyn ArrayToBytes, bytes: &[u8]) -> Result<Vec<String>, String> {
        let elements = codec.decode(&Slice(bytes), &mut StageWork::new(&DecodeOptions::default()));
        elements.map(|elements| texts(&elements)).map_err(|error| error.to_string())
    }

    /// The formula of the specification, for a stream of int32: `n << (31 - N)`, and for unsigned ones `(n - 2^(N-1)) << (31 - N)`.
    #[test]
    fn narrow_integers_are_promoted() {
        for (data_type, bits, zero, numbers) in [
            ("int8", 8, 0, vec![-128, -1, 0, 1, 127, 5]),
            ("uint8", 8, 128, vec![0, 1, 127, 128, 255, 5]),
            ("int16", 16, 0, vec![-32768, -1, 0, 1, 32767, 5]),
            ("uint16", 16, 32768, vec![0, 1, 32767, 32768, 65535, 5]),
        ] {
            let promoted: Vec<i32> = numbers.iter().map(|number| (number - zero) << (31 - bits)).collect();
            let mut stream = ZfpBitStream::new(1000).unwrap();
            let field = ZfpField::new(&promoted, [3_usize, 2]).unwrap();
            let size = stream.compress(&ZfpConfig::reversible(), &field).unwrap();
            let stored = &stream.as_bytes()[..size];
            let codec =
                build(&metadata("zfp", json!({"mode": "reversible"})), &representation(data_type, &[2, 3]))
                    .unwrap();
            assert_eq!(
                decode(codec.as_ref(), stored).unwrap(),
                numbers.iter().map(i32::to_string).collect::<Vec<_>>()
            );
            let options = DecodeOptions::default();
            let elements = codec.decode(&Slice(stored), &mut StageWork::new(&options)).unwrap();
            assert_eq!(
                codec.encode(&elements, &mut StageWork::new(&options)).unwrap(),
                stored,
                "{data_type}"
            );
        }
    }

    #[test]
    fn a_reversible_stream_comes_back() {
        let numbers = [1.5_f32, -2.0, 0.1, 4.0, 5.0, 6.0];
        let mut stream = ZfpBitStream::new(1000).unwrap();
        let field = ZfpField::new(&numbers, [3_usize, 2]).unwrap();
        let size = stream.compress(&ZfpConfig::reversible(), &field).unwrap();
        let codec =
            build(&metadata("zfp", json!({"mode": "reversible"})), &representation("float32", &[2, 3]))
                .unwrap();
        let stored = &stream.as_bytes()[..size];
        assert_eq!(decode(codec.as_ref(), stored).unwrap(), ["1.5", "-2.0", "0.1", "4.0", "5.0", "6.0"]);
        assert!(decode(codec.as_ref(), &[]).unwrap_err().contains("as zfp writes it"));
    }

    #[test]
    fn the_configuration_is_checked() {
        let fault = |name, configuration: Value| {
            build(&metadata("zfp", configuration), &representation(name, &[4])).unwrap_err().to_string()
        };
        assert!(fault("float32", json!({})).contains("/mode"));
        assert!(fault("float32", json!({"mode": "fixed_rate"})).contains("/rate"));
        assert!(fault("bool", json!({"mode": "reversible"})).contains("found bool"));
        let expert = json!({"mode": "expert", "minbits": 9, "maxbits": 1, "maxprec": 64, "minexp": -1074});
        assert!(fault("float32", expert).contains("parameters"));
        let five = representation("float32", &[1; 5]);
        assert!(build(&metadata("zfp", json!({"mode": "reversible"})), &five).is_err());
    }

    #[test]
    fn a_header_has_to_be_that_of_the_chunk() {
        let codec =
            build_zfpy(&metadata("numcodecs.zfpy", Value::Null), &representation("float32", &[4])).unwrap();
        assert!(
            decode(codec.as_ref(), b"nothing of it").unwrap_err().contains("a header of zfp for 4 float32")
        );
    }
}
