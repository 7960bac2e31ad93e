//! The chains that decoders are tried in, as `chains.txt` lists them: every codec in at least one.

use std::sync::{Arc, LazyLock};

use zarrscope::codec::Chain;
use zarrscope::metadata::{
    ArrayRepresentation, CodecMetadata, DataType, Json, Scalar, Variable, fill_value, v2,
};

use super::check::parse;

/// A chain for chunks of one representation.
pub struct Row {
    /// What the chain is for.
    pub group: &'static str,
    /// The line it is from.
    pub line: &'static str,
    pub chain: Chain,
}

/// Every chain.
pub static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let lines = include_str!("chains.txt").lines();
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(row).collect()
});

const LITTLE: &str = r#"{"name": "bytes", "configuration": {"endian": "little"}}"#;

fn row(line: &'static str) -> Row {
    let parts: Vec<&str> = line.splitn(4, " | ").collect();
    let [group, data_type, shape, codecs] = parts.as_slice() else { panic!("{line}") };
    let codecs = parse(format!("[{}]", codecs.replace("LITTLE", LITTLE)).as_bytes()).unwrap();
    let codecs = Json::at(&codecs, "/codecs".to_owned()).list("codecs", CodecMetadata::read).unwrap();
    let shape = parse(shape.as_bytes()).unwrap();
    let shape = Json::root(&shape).list("sizes", |item| item.size("a size")).unwrap();
    let data_type = read(data_type);
    let fill_value = Some(fill_value_of(&data_type));
    let chain = Chain::build(&codecs, "/codecs", ArrayRepresentation { shape, data_type, fill_value });
    Row { group, line, chain: chain.unwrap() }
}

fn read(data_type: &str) -> DataType {
    let value = parse(data_type.as_bytes()).unwrap();
    match value.as_array().and_then(|of| of.first()) {
        Some(of) => {
            let of = v2::Dtype::read(&Json::root(of)).unwrap().data_type;
            DataType::Variable(Variable::Array(Arc::new(of)))
        }
        None => DataType::read(&Json::root(&value)).unwrap(),
    }
}

fn fill_value_of(data_type: &DataType) -> Scalar {
    let empty = || {
        let forms = [serde_json::json!(""), serde_json::json!([])];
        forms.iter().find_map(|form| fill_value::read(&Json::root(form), data_type).ok())
    };
    Scalar::zero(data_type).or_else(empty).unwrap()
}
