use super::{CodecError, Representation, StageInfo};
use crate::metadata::{ArrayRepresentation, DataType};

pub fn hints(stage: &StageInfo, error: &CodecError) -> Vec<String> {
    if let (CodecError::TooMuch { limit }, Representation::Bytes(nbytes)) = (error, &stage.decoded) {
        // Nothing is known to be wrong with the bytes but that they give far more than the chunk has.
        let Some(most) = nbytes.most().filter(|most| most < limit) else { return Vec::new() };
        let what = "the bytes of another array, a wrong shape or data type, or bytes made to fill the memory";
        return vec![format!(
            "the next codec takes at most {most} bytes, and more than {limit} come out: {what}"
        )];
    }
    let (CodecError::Length { found, .. }, Representation::Array(array)) = (error, &stage.decoded) else {
        return Vec::new();
    };
    if *found == 0 {
        return vec!["the chunk is empty".to_owned()];
    }
    same_shape(array, *found).into_iter().chain(same_data_type(array, *found)).collect()
}

fn same_shape(array: &ArrayRepresentation, found: u64) -> Option<String> {
    let size = array.size().filter(|size| *size > 0 && found.is_multiple_of(*size))?;
    let nbytes = usize::try_from(found / size).ok()?;
    let (_, data_type) = DataType::named()
        .find(|(_, other)| same_kind(&array.data_type, other) && other.nbytes() == nbytes)?;
    let other = ArrayRepresentation { data_type, ..array.clone() };
    Some(format!("{found} bytes would be {other}"))
}

pub fn same_kind(one: &DataType, other: &DataType) -> bool {
    match (one, other) {
        (DataType::Integer(one), DataType::Integer(other)) => one.signed == other.signed,
        (DataType::Float(_), DataType::Float(_)) | (DataType::Complex(_), DataType::Complex(_)) => true,
        _ => false,
    }
}

fn same_data_type(array: &ArrayRepresentation, found: u64) -> Option<String> {
    let rows = array.shape.first()?;
    let row = array.nbytes()?.checked_div(*rows).filter(|row| *row > 0 && found.is_multiple_of(*row))?;
    let mut shape = array.shape.clone();
    *shape.first_mut()? = found / row;
    let other = ArrayRepresentation { shape, ..array.clone() };
    Some(format!("{found} bytes would be {other}"))
}

#[cfg(test)]
mod tests {
    use super::super::CodecKind;
    use super::super::fixture::representation;
    use super::*;

    fn of(data_type: &str, shape: &[u64], found: u64) -> Vec<String> {
        let array = representation(data_type, shape);
        let error = CodecError::Length { expected: array.nbytes().unwrap(), what: array.to_string(), found };
        let stage = StageInfo {
            codec: super::super::fixture::metadata("bytes", serde_json::Value::Null).into(),
            codec_index: 0,
            kind: CodecKind::ArrayToBytes,
            decoded: Representation::Array(array),
            encoded: Representation::Bytes(super::super::NBytes::Any),
            dimensions: super::super::Dimensions::Kept,
            fault: None,
        };
        hints(&stage, &error)
    }

    #[test]
    fn a_length_that_fits_another_width_or_fewer_rows() {
        assert_eq!(of("int64", &[4, 4], 64), ["64 bytes would be 4×4 int32", "64 bytes would be 2×4 int64"]);
        assert_eq!(of("float32", &[3], 24), ["24 bytes would be 3 float64", "24 bytes would be 6 float32"]);
    }

    #[test]
    fn a_length_that_fits_nothing_gives_no_hint() {
        assert_eq!(of("int64", &[4, 4], 63), Vec::<String>::new());
        assert_eq!(of("int64", &[4, 4], 0), ["the chunk is empty"]);
    }
}
