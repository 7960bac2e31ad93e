//! What is inside of an [`Error`]: the typed errors, with what they say as fields.

pub use crate::codec::{CodecError, StageFault};
pub use crate::metadata::DocumentError;
pub use crate::pipeline::{AddressError, Fault, OpenError, ReadError};
pub use crate::store::{OpenStoreError, PathError, StoreError};

/// Whatever goes wrong: every error of this crate becomes one of these with `?`.
///
/// An error says where it is, what was expected there, and what was found. The typed errors, which have these parts as
/// fields, are in the variants; the crate decides nothing by the text of a message, and neither need you.
///
/// ```
/// use zarrscope::{Array, DecodeOptions, Error, Hierarchy, error::ReadError};
///
/// fn read(path: &str) -> Result<Vec<i64>, Error> {
///     let array = Array::open(&Hierarchy::open("sample-data/broken.zarr")?, path)?;
///     Ok(array.read_region(&array.whole(), &DecodeOptions::default())?.to_vec()?)
/// }
///
/// let error = read("wrong_length").unwrap_err();
/// assert_eq!(error.to_string(), "chunk [0, 1]: bytes: expected 128 bytes (4×4 int64), found 64");
/// assert!(matches!(error, Error::Read(ReadError::Chunk { coords, fault })
///     if coords == [0, 1] && fault.stage() == "bytes"));
///
/// let error = read("gone").unwrap_err();
/// assert!(matches!(error, Error::OpenArray(_)));
/// assert_eq!(error.to_string(), "gone: expected a directory, found nothing");
/// ```
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// There is no store at a path, or one that cannot be read.
    #[error(transparent)]
    OpenStore(#[from] OpenStoreError),
    /// A key of a store cannot be read or listed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A metadata document cannot be used as it is written.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// There is no array at a path of a hierarchy, or one that cannot be used.
    #[error(transparent)]
    OpenArray(Box<OpenError>),
    /// An array or one of its chunks cannot be used: its document, its bytes or a codec is at fault.
    #[error(transparent)]
    Fault(Box<Fault>),
    /// A region of an array cannot be read, or its values are of another type.
    #[error(transparent)]
    Read(#[from] ReadError),
}

impl From<OpenError> for Error {
    fn from(error: OpenError) -> Self {
        Self::OpenArray(Box::new(error))
    }
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Self {
        Self::Fault(Box::new(fault))
    }
}
