//! What the values pane shows: the elements of an array, bytes, or why there is nothing.

use crate::metadata::{Elements, Scalar, linear};

/// What one stage gave.
#[derive(Debug, Clone)]
pub enum Content<'a> {
    /// The elements of an array.
    Array {
        /// Elements in each dimension.
        shape: &'a [u64],
        /// The elements, in C order.
        elements: &'a Elements,
        /// The array coordinates of the first element, where they are known.
        origin: Option<Vec<u64>>,
    },
    /// An array of one value.
    Fill {
        /// Elements in each dimension.
        shape: &'a [u64],
        /// The value.
        fill: &'a Scalar,
        /// The array coordinates of the first element.
        origin: Option<Vec<u64>>,
    },
    /// Bytes.
    Bytes(&'a [u8]),
    /// Nothing, and why.
    Nothing(String),
}

impl Content<'_> {
    /// The shape, if it is an array.
    #[must_use]
    pub fn shape(&self) -> Option<&[u64]> {
        match self {
            Self::Array { shape, .. } | Self::Fill { shape, .. } => Some(shape),
            _ => None,
        }
    }

    /// The array coordinates of the first element, where they are known.
    #[must_use]
    pub fn origin(&self) -> Option<&[u64]> {
        match self {
            Self::Array { origin, .. } | Self::Fill { origin, .. } => origin.as_deref(),
            _ => None,
        }
    }

    /// How many bytes, if it is bytes.
    #[must_use]
    pub fn nbytes(&self) -> Option<u64> {
        match self {
            Self::Bytes(bytes) => Some(bytes.len() as u64),
            _ => None,
        }
    }

    /// The text of one element.
    #[must_use]
    pub fn text(&self, coords: &[u64]) -> Option<String> {
        match self {
            Self::Array { shape, elements, .. } => {
                let index = usize::try_from(linear(coords, shape)?).ok()?;
                elements.get(index).map(|it| it.to_string())
            }
            Self::Fill { fill, .. } => Some(fill.to_string()),
            _ => None,
        }
    }

    /// How wide the texts of elements are, judged by some of them.
    #[must_use]
    pub fn text_width(&self) -> usize {
        const SAMPLES: usize = 256;
        match self {
            Self::Array { elements, .. } => {
                let step = elements.size().div_ceil(SAMPLES).max(1);
                let samples = (0..elements.size()).step_by(step).filter_map(|index| elements.get(index));
                samples.map(|scalar| scalar.to_string().chars().count()).max().unwrap_or(1)
            }
            Self::Fill { fill, .. } => fill.to_string().chars().count(),
            _ => 0,
        }
    }
}
