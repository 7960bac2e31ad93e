use std::fmt;

use super::{data_type::DataType, region::product, scalar::Scalar};

/// Shape, data type and fill value of a chunk, as they go into or come out of one codec.
///
/// Specification: [Codecs](https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#codecs). It is handed along
/// the chain in encoding order: `transpose` permutes the shape, `scale_offset` maps the fill value, `cast_value` maps
/// data type and fill value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArrayRepresentation {
    /// Elements in each dimension.
    pub shape: Vec<u64>,
    /// The data type.
    pub data_type: DataType,
    /// The fill value; `None` behind a codec that could not encode it.
    pub fill_value: Option<Scalar>,
}

impl ArrayRepresentation {
    #[doc(hidden)]
    pub fn size(&self) -> Option<u64> {
        product(&self.shape)
    }

    #[doc(hidden)]
    pub fn nbytes(&self) -> Option<u64> {
        self.size()?.checked_mul(self.data_type.nbytes() as u64)
    }
}

impl fmt::Display for ArrayRepresentation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.shape.is_empty() {
            return write!(f, "one {}", self.data_type);
        }
        let edges: Vec<String> = self.shape.iter().map(u64::to_string).collect();
        write!(f, "{} {}", edges.join("×"), self.data_type)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_do_not_overflow() {
        let data_type = DataType::from_name("int32").unwrap();
        let of = |shape: &[u64]| ArrayRepresentation {
            shape: shape.to_vec(),
            data_type: data_type.clone(),
            fill_value: None,
        };
        assert_eq!((of(&[4, 4]).nbytes(), of(&[4, 4]).to_string()), (Some(64), "4×4 int32".to_owned()));
        assert_eq!((of(&[]).nbytes(), of(&[]).to_string()), (Some(4), "one int32".to_owned()));
        assert_eq!(of(&[1 << 40, 1 << 40]).size(), None);
        assert_eq!(of(&[1 << 62]).nbytes(), None);
    }
}
