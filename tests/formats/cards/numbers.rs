//! The cards of data types and fill values.

use serde_json::{Value, json};

use super::{Stored, both_ways, bytes, document, says};

#[test]
fn one_element_of_each_data_type() {
    for (name, value) in
        [("int16", "-1"), ("int32", "-2"), ("float16", "1.0"), ("bfloat16", "1.0"), ("float32", "1.0")]
    {
        let label = format!("{name:<10} {value:<6}");
        both_ways(&json!({"data_type": name, "shape": [1]}), &bytes("data-type", &label), &[value]);
    }
    says("data-type", "float16 ends at 65504");
    // The greatest pattern of a number: (2 - 2^-10) * 2^15 = 65504, here in the shortest form that leads back to it.
    both_ways(&json!({"data_type": "float16", "shape": [1]}), &[0xff, 0x7b], &["65500.0"]);
    both_ways(&json!({"data_type": "float16", "shape": [1]}), &[0x00, 0x7c], &["Infinity"]);
}

#[test]
fn fill_values_and_their_bytes() {
    for text in ["0.1", "\"0x3dcccccd\"", "\"NaN\"", "\"-Infinity\""] {
        let fill: Value = serde_json::from_str(text).unwrap();
        let own = json!({"data_type": "float32", "shape": [1], "fill_value": fill});
        let stored = bytes("fill-value", &format!("{text:<15}"));
        assert_eq!(stored.len(), 4, "{text}");
        let missing = Stored::new(&document(&own), &[]);
        let fill = missing.array.metadata.fill_value.bytes(&missing.array.metadata.data_type);
        assert_eq!(fill, stored, "{text}");
        let there = Stored::new(&document(&own), &[("c/0", &stored)]);
        assert_eq!(there.read(&[0]).unwrap(), missing.read(&[0]).unwrap(), "{text}");
        assert_eq!(there.encode(&[0]), stored, "{text}");
    }
}

#[test]
fn what_is_refused_as_a_fill_value() {
    let refused = |data_type: &str, fill: Value| {
        let own = document(&json!({"data_type": data_type, "shape": [1], "fill_value": fill}));
        Stored::open(&own, &[]).is_err()
    };
    says("fill-value", "refuses finite numbers that round to an infinity, such as 1e39 in float32");
    assert!(refused("float32", json!(1e39)));
    assert!(!refused("float64", json!(1e39)));
    says("fill-value", "zarr-python 3.4.2 reads 1.0 for an int8");
    assert!(refused("int8", json!(1.0)));
    assert!(!refused("float64", json!("0x7fc00000")), "a bit pattern");
    says("fill-value", "zarrscope also reads \"+Infinity\"");
    assert!(!refused("float32", json!("+Infinity")));
}

#[test]
fn the_fill_value_along_a_chain() {
    let little = json!({"name": "bytes", "configuration": {"endian": "little"}});
    let cast = |data_type: &str| json!({"name": "cast_value", "configuration": {"data_type": data_type}});
    let chain = |data_type: &str, fill: Value, codecs: Value| {
        let own = json!({"data_type": data_type, "shape": [1], "fill_value": fill, "codecs": codecs});
        Stored::new(&document(&own), &[])
    };
    says(
        "fill-value",
        "Fill value 25.0; `scale_offset` with offset 20, scale 10 makes it 50.0; `cast_value` to uint8 makes it 50.",
    );
    let scaled = json!({"name": "scale_offset", "configuration": {"offset": 20, "scale": 10}});
    let stored = chain("float32", json!(25.0), json!([scaled, cast("uint8"), little]));
    let encoded: Vec<String> = stored
        .array
        .chain()
        .stages()
        .filter_map(|stage| stage.decoded.fill_value().map(ToString::to_string))
        .collect();
    assert_eq!(encoded, ["25.0", "50.0", "50"], "what each codec is given");
    assert!(!stored.is_at_fault());
    says(
        "fill-value",
        "0.57 times 100 is 56.99999999999999; int32 stores that as 57, which decodes to 0.57 again",
    );
    assert_eq!((0.57_f64 * 100.0).to_string(), "56.99999999999999");
    let hundred = json!({"name": "scale_offset", "configuration": {"scale": 100}});
    let stored = chain("float64", json!(0.57), json!([hundred, cast("int32"), little]));
    assert!(!stored.is_at_fault());
    says("fill-value", "300 clamped to uint8 is 255 and stays 255: a fault");
    let clamped =
        json!({"name": "cast_value", "configuration": {"data_type": "uint8", "out_of_range": "clamp"}});
    assert!(chain("int16", json!(300), json!([clamped, little])).is_at_fault());
}
