//! `bitround`: fewer significant bits, so that a compressor finds more to do. What it took is gone: decoding does nothing.
//!
//! Specification: [bitround](https://github.com/zarr-developers/zarr-extensions/tree/main/codecs/bitround).
//! Configuration: `{"keepbits": 10}`.

use super::super::{ArrayToArray, CodecError, Work};
use crate::metadata::{ArrayRepresentation, CodecMetadata, DocumentError, Elements, Field};

#[derive(Debug)]
struct Bitround {
    representation: ArrayRepresentation,
}

pub fn build(
    codec: &CodecMetadata,
    decoded: &ArrayRepresentation,
    _: &mut Option<DocumentError>,
) -> Field<Box<dyn ArrayToArray>> {
    codec.required("keepbits", "how many bits are kept")?.size("how many bits are kept")?;
    Ok(Box::new(Bitround { representation: decoded.clone() }))
}

impl ArrayToArray for Bitround {
    fn encoded(&self) -> &ArrayRepresentation {
        &self.representation
    }

    fn decode(&self, input: &Elements, _work: &mut Work) -> Result<Elements, CodecError> {
        Ok(input.clone())
    }
}
