//! `bitround`: fewer significant bits, so that a compressor finds more to do. What it took is gone: decoding does nothing.
//!
//! Specification: [bitround](https://github.com/zarr-developers/zarr-extensions/tree/main/codecs/bitround).
//! Configuration: `{"keepbits": 10}`.

use super::super::{ArrayToArray, Build, CodecError, CodecRow, Lesson, StageWork};
use crate::metadata::{ArrayRepresentation, CodecMetadata, Elements, Field};

#[derive(Debug)]
struct Bitround {
    representation: ArrayRepresentation,
}

/// The row of the codec.
pub(in super::super) const ROW: CodecRow = CodecRow {
    aliases: &["numcodecs.bitround"],
    v2: &["bitround"],
    card: "numcodecs",
    lesson: Lesson::Elementwise,
    amounts: &["keepbits"],
    ..CodecRow::new(
        "bitround",
        "keeps fewer significant bits; decoding does nothing",
        Build::ArrayToArray(build),
    )
};

fn build(codec: &CodecMetadata, decoded: &ArrayRepresentation) -> Field<Box<dyn ArrayToArray>> {
    codec.required("keepbits", "how many bits are kept")?.size("how many bits are kept")?;
    Ok(Box::new(Bitround { representation: decoded.clone() }))
}

impl ArrayToArray for Bitround {
    fn encoded(&self) -> &ArrayRepresentation {
        &self.representation
    }

    fn decode(&self, input: &Elements, _work: &mut StageWork) -> Result<Elements, CodecError> {
        Ok(input.clone())
    }
}
