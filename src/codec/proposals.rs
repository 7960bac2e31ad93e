//! Chains that are worth trying on the values of an array, by their data type and by what was seen in them.
//!
//! They are documents, not codecs. The list is short on purpose: one chain for each idea, with levels that people use.

use serde_json::{Map, Value, json};

use super::{
    CodecRow, blosc, bytes, cast_value, filters, gzip, packbits, scale_offset, sharding, transpose, vlen,
    zfp, zstd,
};
use crate::metadata::float::{Float, FloatType};
use crate::metadata::v2::Dtype;
use crate::metadata::{
    ArrayRepresentation, CodecMetadata, DataType, Field, Integer, Json, Scalar, Variable, fill_value,
};

#[derive(Debug, Clone, Default, PartialEq)]
pub struct ValueTraits {
    pub decimals: Option<DecimalForm>,
    pub tolerance: Option<f64>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecimalForm {
    pub places: u32,
    pub stored: Integer,
    pub nan: Option<i128>,
}

/// The container of Blosc has one byte for the size of an element.
const SHUFFLED_NBYTES: usize = 255;
/// About three decimal digits, where some are given up.
const KEPT_BITS: u32 = 10;

struct Subject<'a> {
    data_type: &'a DataType,
    traits: &'a ValueTraits,
}

type Propose = fn(&Subject) -> Option<Vec<Value>>;

const PROPOSALS: &[Propose] = &[
    |it| it.plain(None),
    |it| it.plain(Some(zstd(1))),
    |it| it.plain(Some(zstd(3))),
    |it| it.plain(Some(zstd(9))),
    |it| it.plain(Some(entry(&gzip::ROW, json!({"level": 5})))),
    |it| it.shuffled("lz4", "shuffle"),
    |it| it.shuffled("lz4", "bitshuffle"),
    |it| it.shuffled("zstd", "shuffle"),
    |it| it.shuffled("zstd", "bitshuffle"),
    |it| it.differences(zstd(3)),
    |it| it.packed_bools(None),
    |it| it.packed_bools(Some(zstd(3))),
    |it| it.decimals(zstd(3)),
    |it| it.numbers(),
    |it| it.blocks(json!({"mode": "reversible"})),
    |it| it.rounded(),
    |it| it.blocks(json!({"mode": "fixed_accuracy", "tolerance": it.traits.tolerance?})),
];

pub fn proposals(data_type: &DataType, traits: &ValueTraits) -> Vec<Value> {
    let subject = Subject { data_type, traits };
    PROPOSALS.iter().filter_map(|propose| propose(&subject).map(Value::Array)).collect()
}

pub fn compressed(data_type: &DataType) -> Option<Value> {
    Subject { data_type, traits: &ValueTraits::default() }.plain(Some(zstd(3))).map(Value::Array)
}

pub fn begun(row: &CodecRow, decoded: &ArrayRepresentation) -> Value {
    if row.is(&transpose::ROW) {
        let order: Vec<usize> = (0..decoded.shape.len()).rev().collect();
        return entry(row, json!({"order": order}));
    }
    let known = proposals(&decoded.data_type, &ValueTraits::default());
    let same = |codec: &&Value| codec.get("name").and_then(Value::as_str) == Some(row.name);
    let entries = known.iter().filter_map(Value::as_array).flatten();
    entries.into_iter().find(same).cloned().unwrap_or_else(|| json!({"name": row.name}))
}

pub fn tried_out(row: &CodecRow, decoded: &ArrayRepresentation) -> Value {
    if row.is(&cast_value::ROW) {
        return entry(row, json!({"data_type": "int32", "rounding": "nearest-even"}));
    }
    if row.is(&scale_offset::ROW) {
        return entry(row, json!({"offset": 1, "scale": 2}));
    }
    if row.is(&sharding::ROW) {
        let halves: Vec<u64> =
            decoded.shape.iter().map(|edge| if edge % 2 == 0 { edge / 2 } else { *edge }).collect();
        let bytes = [entry(&bytes::ROW, little_endian())];
        return entry(row, json!({"chunk_shape": halves, "codecs": bytes, "index_codecs": bytes}));
    }
    begun(row, decoded)
}

pub fn cast_to(data_type: &DataType, pointer: &str) -> Field<CodecMetadata> {
    let value = entry(&cast_value::ROW, json!({"data_type": data_type.to_string()}));
    CodecMetadata::read(&Json::at(&value, pointer.to_owned()))
}

pub fn completed(mut codecs: Value) -> Value {
    for codec in codecs.as_array_mut().into_iter().flatten() {
        if codec.as_str() == Some(bytes::ROW.name) {
            *codec = entry(&bytes::ROW, little_endian());
        }
    }
    codecs
}

fn entry(row: &CodecRow, configuration: Value) -> Value {
    Map::from_iter([("name".to_owned(), row.name.into()), ("configuration".to_owned(), configuration)]).into()
}

fn little_endian() -> Value {
    json!({"endian": "little"})
}

fn zstd(level: i32) -> Value {
    entry(&zstd::ROW, json!({"level": level, "checksum": false}))
}

impl Subject<'_> {
    fn laid_out(&self) -> Option<Value> {
        Some(match self.data_type {
            DataType::Variable(Variable::String) => json!({"name": vlen::UTF8.name}),
            DataType::Variable(Variable::Bytes) => json!({"name": vlen::BYTES.name}),
            DataType::Variable(_) => return None,
            _ => layout(self.data_type),
        })
    }

    fn plain(&self, then: Option<Value>) -> Option<Vec<Value>> {
        Some(std::iter::once(self.laid_out()?).chain(then).collect())
    }

    fn shuffled(&self, cname: &str, shuffle: &str) -> Option<Vec<Value>> {
        let typesize = self.data_type.nbytes();
        // Single bytes have nothing that could be shuffled but their bits.
        let fits = typesize <= SHUFFLED_NBYTES && (typesize > 1 || shuffle == "bitshuffle");
        if !fits || self.data_type.is_variable() {
            return None;
        }
        Some(vec![self.laid_out()?, shuffle_of(cname, shuffle, typesize)])
    }

    fn differences(&self, then: Value) -> Option<Vec<Value>> {
        if !matches!(self.data_type, DataType::Integer(_) | DataType::Time(_)) {
            return None;
        }
        let delta = entry(&filters::delta::ROW, json!({"dtype": Dtype::name_of(self.data_type)?}));
        Some(vec![delta, self.laid_out()?, then])
    }

    fn packed_bools(&self, then: Option<Value>) -> Option<Vec<Value>> {
        if *self.data_type != DataType::Bool {
            return None;
        }
        Some(std::iter::once(json!({"name": packbits::ROW.name})).chain(then).collect())
    }

    fn decimals(&self, then: Value) -> Option<Vec<Value>> {
        let form = self.traits.decimals.as_ref()?;
        let DataType::Float(kind) = self.data_type else { return None };
        let stored = DataType::Integer(form.stored);
        let name = stored.to_string();
        let cast = match form.nan.map(|nan| fill_value::write(&Scalar::Integer(nan))) {
            None => json!({"data_type": name}),
            Some(nan) => {
                let map = json!({"encode": [["NaN", nan]], "decode": [[nan, "NaN"]]});
                json!({"data_type": name, "scalar_map": map})
            }
        };
        let power = 10_f64.powi(i32::try_from(form.places).ok()?);
        let scale = fill_value::write(&Scalar::Float(Float::nearest(*kind, power)?));
        let mut chain = Vec::new();
        if form.places > 0 {
            chain.push(entry(&scale_offset::ROW, json!({"scale": scale})));
        }
        chain.extend([entry(&cast_value::ROW, cast), layout(&stored), then]);
        Some(chain)
    }

    fn numbers(&self) -> Option<Vec<Value>> {
        let fits = match self.data_type {
            DataType::Integer(integer) => integer.bits >= 16,
            DataType::Float(kind) => {
                matches!(kind, FloatType::Float16 | FloatType::Float32 | FloatType::Float64)
            }
            DataType::Time(_) => true,
            _ => false,
        };
        if fits { Some(vec![entry(&filters::pcodec::ROW, json!({"level": 8}))]) } else { None }
    }

    fn blocks(&self, configuration: Value) -> Option<Vec<Value>> {
        if !matches!(self.data_type, DataType::Float(FloatType::Float32 | FloatType::Float64)) {
            return None;
        }
        Some(vec![entry(&zfp::ROW, configuration)])
    }

    fn rounded(&self) -> Option<Vec<Value>> {
        let DataType::Float(kind) = self.data_type else { return None };
        // Narrow floats have no more bits than are kept.
        if kind.format().mantissa_bits <= KEPT_BITS {
            return None;
        }
        // By the name that zarr-python knows too.
        let row = &filters::bitround::ROW;
        let name = row.aliases.first().unwrap_or(&row.name);
        let rounding = json!({"name": name, "configuration": {"keepbits": KEPT_BITS}});
        let shuffled = shuffle_of("zstd", "shuffle", self.data_type.nbytes());
        Some(vec![rounding, layout(self.data_type), shuffled])
    }
}

fn layout(data_type: &DataType) -> Value {
    if data_type.nbytes() > 1 {
        entry(&bytes::ROW, little_endian())
    } else {
        json!({"name": bytes::ROW.name})
    }
}

fn shuffle_of(cname: &str, shuffle: &str, typesize: usize) -> Value {
    let configuration =
        json!({"cname": cname, "clevel": 5, "shuffle": shuffle, "typesize": typesize, "blocksize": 0});
    entry(&blosc::ROW, configuration)
}
