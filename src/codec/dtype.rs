//! `dtype`: how Zarr V2 lays elements out in bytes, each part in the byte order that its dtype says.
//!
//! It is no codec of a V2 document, but what the document says in `dtype`, made a stage of its own. Filters in front of it
//! may change the data type: then it is theirs.

use super::bytes::{BytesCodec, in_order};
use super::filters::{FilterDtypes, view};
use super::{ArrayToBytes, BYTES, Build, CodecKind, CodecRow, Lesson, StoredForm};
use crate::metadata::v2::Dtype;
use crate::metadata::{ArrayRepresentation, ByteOrder, CodecMetadata, CodecRole, Field, Json};
use serde_json::{Value, json};

/// Documents of V3 cannot name it.
pub(super) const ROW: CodecRow = CodecRow {
    // Elements stand at fixed places, as those of `bytes` do, whose card says how.
    card: BYTES.name,
    same_as: BYTES.name,
    canonical: |stage, configuration| {
        let dtype = stage.codec.optional("dtype").and_then(|dtype| Dtype::of_codec(&dtype).ok());
        let Some(Dtype { data_type, byte_order }) = dtype else { return };
        let big = ByteOrder::big_endian(&data_type);
        if byte_order.is_same() || byte_order == big {
            *configuration = in_order(&big, !byte_order.is_same());
        }
    },
    form: StoredForm::Plain,
    lesson: Lesson::Plain,
    ..CodecRow::new("dtype", "lays elements out as a dtype of Zarr V2 says", Build::ArrayToBytes(build))
};

fn build(codec: &CodecMetadata, decoded: &ArrayRepresentation) -> Field<Box<dyn ArrayToBytes>> {
    let dtype = Dtype::of_codec(&codec.required("dtype", "a dtype")?)?;
    if dtype.data_type != decoded.data_type {
        return Err(codec.fault(format!("a dtype for {}", decoded.data_type), dtype.data_type.to_string()));
    }
    Ok(Box::new(BytesCodec { decoded: decoded.clone(), layout: Some(dtype.byte_order) }))
}

/// The `dtype` stage comes after filters that give arrays, before codecs that take bytes; where a filter makes bytes of the
/// array itself, there is none. Where a filter gives another dtype than the next one reads, a `view` is between them.
pub fn arrange(codecs: Vec<CodecMetadata>) -> Vec<CodecMetadata> {
    let is_dtype = |codec: &CodecMetadata| codec.role == CodecRole::Implied && codec.name == ROW.name;
    let (dtype, mut rest): (Vec<_>, Vec<_>) = codecs.into_iter().partition(is_dtype);
    let Some(mut dtype) = dtype.into_iter().next() else { return rest };
    let kinds: Vec<Option<CodecKind>> = rest.iter().map(CodecRow::kind_of).collect();
    let makes_bytes = kinds.contains(&Some(CodecKind::ArrayToBytes));
    let has_dtype = !makes_bytes && !rest.iter().any(|codec| codec.name == "pickle");
    let place = kinds.iter().position(|kind| *kind != Some(CodecKind::ArrayToArray)).unwrap_or(rest.len());
    let mut arranged = Vec::new();
    let read = |dtype: &Value| Dtype::of_codec(&Json::root(dtype));
    // What the elements so far are, as they are in memory.
    let mut current = dtype.configuration.get("dtype").cloned().unwrap_or_default();
    for codec in rest.drain(..place) {
        let FilterDtypes { decoded, stored } =
            CodecRow::of(&codec).map(|row| (row.dtypes)(&codec)).unwrap_or_default();
        if let Some(own) = decoded
            && let (Ok(before), Ok(wanted)) = (read(&current), read(&own))
            && before != wanted
        {
            arranged.push(view::metadata(&codec, &current, &own));
        }
        if let Some(stored) = stored {
            dtype.pointer.clone_from(&codec.pointer);
            current = stored;
        }
        arranged.push(codec);
    }
    if has_dtype {
        dtype.configuration = json!({"dtype": current});
        arranged.push(dtype);
    }
    arranged.extend(rest);
    arranged
}
