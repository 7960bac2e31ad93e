//! Filters of V2 whose dtypes do not follow from each other: the values are those that zarr-python 3.4.2 reads, with
//! numcodecs 0.17.1, or there is a fault where it raises.
#![allow(clippy::unwrap_used, clippy::panic)]

use serde_json::{Value, json};
use zarrscope::codec::DecodeOptions;

use crate::array;
use crate::document::Document;
use crate::store::Store;

/// A dtype, filters, the stored bytes, and the values.
type FilterCase = (&'static str, Value, &'static [u8], &'static str);

/// An array in one chunk.
fn filtered(dtype: &str, filters: &Value, stored: &[u8], size: usize) -> Store {
    let size = format!("[{size}]");
    let document = Document::v2().with("shape", &size).with("chunks", &size).with("fill_value", "null");
    let document = document.with("dtype", json!(dtype).to_string()).with("filters", filters.to_string());
    Store::of(&document).file("0", stored)
}

fn read(store: &Store) -> Result<String, String> {
    let array = array::open(&store.path("")).map_err(|fault| fault.to_string())?;
    let read =
        array.read_region(&array.whole(), &DecodeOptions::default()).map_err(|error| error.to_string())?;
    let values: Vec<String> = read.into_elements().iter().map(|value| value.to_string()).collect();
    Ok(values.join(" "))
}

fn cases() -> [FilterCase; 15] {
    [
        // The sums are big-endian, and the array reads them as little-endian: 1, 3 and 6 times 2^24.
        (
            "<i4",
            json!([{"id": "delta", "dtype": ">i4", "astype": "<i4"}]),
            b"\0\0\0\0\x01\0\0\0\x02\0\0\0\x03\0\0\0",
            "0 16777216 50331648 100663296",
        ),
        // Integers are added up, and the sums are the bits of floats.
        (
            "<f4",
            json!([{"id": "delta", "dtype": "<i4"}]),
            b"\0\0\x80\x3f\0\0\0\0\0\0\x80\0\0\0\x40\0",
            "1.0 1.0 2.0 3.0",
        ),
        // 2800 / 10 is 280.0, whose bits are 0x438c0000.
        (
            "<i4",
            json!([{"id": "fixedscaleoffset", "dtype": "<f4", "astype": "<i4", "offset": 0, "scale": 10}]),
            b"\xf0\x0a\0\0\xf6\xff\xff\xff\0\0\0\0\x05\0\0\0",
            "1133248512 -1082130432 0 1056964608",
        ),
        (">i2", json!([{"id": "delta", "dtype": "<i2"}]), b"\x01\0\x01\0\x01\0\xfd\xff", "256 512 768 0"),
        // Elements of 4 bytes are two of 2 bytes.
        (
            "<i2",
            json!([{"id": "astype", "encode_dtype": "|u1", "decode_dtype": "<i4"}]),
            b"\x01\xff",
            "1 0 255 0",
        ),
        // Four elements of a byte are one of 4 bytes; 260 is 4 in a byte.
        (
            "<u4",
            json!([{"id": "astype", "encode_dtype": "<i4", "decode_dtype": "|u1"}]),
            b"\x01\0\0\0\x02\0\0\0\x03\0\0\0\x04\x01\0\0",
            "67305985",
        ),
        // Bits 1010 0001: two bools are one element.
        ("<u2", json!([{"id": "packbits"}]), b"\0\xa1", "1 1 0 256"),
        // 1.0 and 2.0 as float32, which are one float64: 0x40000000_3f800000.
        (
            "<f8",
            json!([{"id": "quantize", "digits": 1, "dtype": "<f4", "astype": "<f2"}]),
            b"\0\x3c\0\x40",
            "2.000000473111868",
        ),
        // What a filter without a dtype gives is read in the same way.
        (
            "<i4",
            json!([{"id": "bitround", "keepbits": 3}, {"id": "delta", "dtype": "<f4"}]),
            b"\0\0\x80\x3f\0\0\0\x3f",
            "1065353216 1069547520",
        ),
        // Two deltas, of other widths: 1 1 2 3 2 2, that is 0x00010001, 0x00030002, 0x00020002.
        (
            "<i4",
            json!([{"id": "delta", "dtype": "<i4"}, {"id": "delta", "dtype": "<u2"}]),
            b"\x01\0\0\0\x01\0\x01\0\xff\xff\0\0",
            "65537 262147 393221",
        ),
        // NumPy has no integer for both, and adds up in float64.
        (
            "<i8",
            json!([{"id": "delta", "dtype": "<u8", "astype": "<i8"}]),
            b"\x05\0\0\0\0\0\0\0\xfe\xff\xff\xff\xff\xff\xff\xff",
            "5 3",
        ),
        (
            "<M8[D]",
            json!([{"id": "astype", "encode_dtype": "<i4", "decode_dtype": "<i8"}]),
            b"\x56\x47\0\0\xff\xff\xff\xff",
            "2020-01-01 1969-12-31",
        ),
        ("|b1", json!([{"id": "delta", "dtype": "|u1"}]), b"\0\x01\x01\xfe", "false true true false"),
        // 2.0, 4.0, -1.0, 1.5 in big-endian float16.
        (
            "|u1",
            json!([{"id": "fixedscaleoffset", "dtype": ">f2", "astype": "<f2", "offset": 1, "scale": 2}]),
            b"\0\x40\0\x46\0\xc4\0\x3c",
            "64 0 68 0 188 0 62 0",
        ),
        // Filters that take bytes take them as they are.
        (
            "<i4",
            json!([{"id": "delta", "dtype": ">i4", "astype": "<i2"}, {"id": "shuffle", "elementsize": 2}]),
            b"\x01\x02\x03\0\0\0",
            "16777216 50331648 100663296",
        ),
    ]
}

#[test]
fn filters_read_bytes_as_their_own_dtype() {
    for (dtype, filters, stored, expected) in cases() {
        let size = expected.split(' ').count();
        let found = read(&filtered(dtype, &filters, stored, size));
        assert_eq!(found.as_deref(), Ok(expected), "{dtype} {filters}");
    }
}

#[test]
fn bytes_that_do_not_fit_are_a_fault_of_the_filter() {
    for (dtype, filters, stored, size, expected) in [
        // "When changing to a larger dtype, its size must be a divisor of the total size": 12 bytes are no int64.
        (
            "<i4",
            json!([{"id": "delta", "dtype": "<i8"}]),
            12,
            3,
            "/filters/0 (view): expected a filter that gives as many bytes as 3 int32, found int64",
        ),
        // Three of int16 are no int32.
        (
            "<i2",
            json!([{"id": "delta", "dtype": "<i2"}, {"id": "delta", "dtype": "<i4"}]),
            6,
            3,
            "/filters/1 (view): expected a filter that gives as many bytes as 3 int16, found int32",
        ),
        // "only floating point data types are supported"
        (
            "<i4",
            json!([{"id": "quantize", "digits": 1, "dtype": "<i4"}]),
            8,
            2,
            "/filters/0 (quantize): expected dtypes of floats, found int32",
        ),
    ] {
        let error = read(&filtered(dtype, &filters, &vec![0; stored], size)).unwrap_err();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn a_document_whose_dtypes_do_not_follow_has_a_note() {
    let notes = |dtype: &str, filters: Value| {
        let store = filtered(dtype, &filters, &[0; 8], 2);
        read(&store).unwrap();
        let array = array::open(&store.path("")).unwrap();
        array.chain().document_notes().iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let delta = |dtype: &str| json!([{"id": "delta", "dtype": dtype}]);
    assert_eq!(notes("<i4", delta("<i4")), [""; 0]);
    assert_eq!(notes("<i4", delta("int32")).len(), 1, "only the name of the dtype");
    assert_eq!(
        notes("<i4", delta(">i4")),
        [
            "/filters/0: the filter gives \">i4\", and its bytes are read as \"<i4\", as numcodecs does it: so values \
             change here"
        ]
    );
}
