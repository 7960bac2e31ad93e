use std::io;

use thiserror::Error;

/// No store was opened at a path.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{path}: {reason}")]
pub struct OpenStoreError {
    /// The path, or what may be shown of the address.
    pub path: String,
    /// Why there is none.
    pub reason: PathError,
}

/// Why a path leads to no store.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PathError {
    /// There is nothing.
    #[error("no such path")]
    Missing,
    /// There is something else than a directory.
    #[error("expected a directory, a zip archive or references (a store or a node of one), found a file")]
    NotADirectory,
    /// There is an archive that is damaged.
    #[error("expected a zip archive that can be read, found one that cannot: {found}")]
    Archive { found: String },
    /// There are references to chunks that cannot be read.
    #[error("expected references to chunks (Kerchunk) that can be read, found {found}")]
    #[doc(hidden)]
    References { found: String },
    /// There is a repository of Icechunk that cannot be read.
    #[error("expected a repository of Icechunk that can be read, found {found}")]
    #[doc(hidden)]
    Repository { found: String, is_unread: bool },
    /// There is an address at which nothing can be asked.
    #[error("expected {expected}, found {found}")]
    Address { expected: String, found: String },
}

impl PathError {
    /// What was expected, and what was found.
    #[doc(hidden)]
    pub fn contrast(&self) -> (String, String) {
        let that_can_be_read =
            |what: &str, found: &str| (format!("{what} that can be read"), found.to_owned());
        match self {
            Self::Missing => ("a store or a node of one".to_owned(), "nothing".to_owned()),
            Self::NotADirectory => {
                let expected = "a directory, a zip archive or references (a store or a node of one)";
                (expected.to_owned(), "a file".to_owned())
            }
            Self::Archive { found } => that_can_be_read("a zip archive", found),
            Self::References { found } => that_can_be_read("references to chunks (Kerchunk)", found),
            Self::Repository { found, .. } => that_can_be_read("a repository of Icechunk", found),
            Self::Address { expected, found } => (expected.clone(), found.clone()),
        }
    }
}

/// Why a value of a store cannot be read, or a directory cannot be listed: where it is says [`key`](Self::key), what was
/// expected and found [`contrast`](Self::contrast). Variants and fields may be added: match with `..`.
///
/// ```
/// use zarrscope::{Array, Hierarchy, error::OpenError};
///
/// let hierarchy = Hierarchy::open("sample-data/climate.zarr")?;
/// let Err(OpenError::Unreadable(error)) = Array::open(&hierarchy, "gone") else { panic!("it is there") };
/// assert_eq!(error.key(), "gone");
/// assert_eq!(error.contrast(), ("a directory".to_owned(), "nothing".to_owned()));
/// # Ok::<(), zarrscope::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", self.placed())]
pub enum StoreError {
    /// The operating system refused.
    Io { key: String, reason: String, kind: io::ErrorKind },
    /// A server gave no answer, or refused: nothing is known of what is there.
    Unanswered { key: String, reason: String, kind: io::ErrorKind },
    /// There is something under this key, but no file.
    NotAFile { key: String, found: &'static str },
    /// There is no directory under this key.
    NotADirectory { key: String, found: &'static str },
    /// There is more than may be read.
    OverLimit { key: String, expected: String, found: String },
    /// A member of an archive that cannot be read.
    #[doc(hidden)]
    Member { key: String, expected: String, found: String },
    /// An object on a server that was written over between two requests for it.
    #[doc(hidden)]
    Changed { key: String },
    /// A place on a server that lists no names.
    #[doc(hidden)]
    Unlisted { key: String },
    /// An answer of a server that is not what it says itself.
    #[doc(hidden)]
    Answer { key: String, expected: String, found: String },
    /// More than is asked for, one by one, of a server that lists no names.
    #[doc(hidden)]
    Unasked { key: String, expected: String, found: String },
    /// A reference that leads to where it may not.
    #[doc(hidden)]
    Refused { key: String, expected: &'static str, found: String },
    /// A reference that leads to nothing, or is none.
    #[doc(hidden)]
    Reference { key: String, expected: String, found: String },
    /// A reference to bytes that were changed after it was written: they may be of something else by now.
    #[doc(hidden)]
    SourceChanged { key: String, expected: String, found: String },
    /// A range that does not lie within the bytes.
    #[doc(hidden)]
    OutOfRange { offset: u64, nbytes: u64, end: u64 },
    /// A name that cannot be part of a key.
    #[error("\"{0}\" is no key of a store")]
    NoKey(String),
}

impl StoreError {
    /// What was expected, and what was found, without the key.
    pub fn contrast(&self) -> (String, String) {
        match self {
            Self::Io { reason, .. } | Self::Unanswered { reason, .. } => {
                ("something that can be read".to_owned(), reason.clone())
            }
            Self::NotAFile { found, .. } => ("a regular file".to_owned(), (*found).to_owned()),
            Self::NotADirectory { found, .. } => ("a directory".to_owned(), (*found).to_owned()),
            Self::OverLimit { expected, found, .. }
            | Self::Member { expected, found, .. }
            | Self::Reference { expected, found, .. }
            | Self::SourceChanged { expected, found, .. }
            | Self::Unasked { expected, found, .. }
            | Self::Answer { expected, found, .. } => (expected.clone(), found.clone()),
            Self::Refused { expected, found, .. } => ((*expected).to_owned(), found.clone()),
            Self::Changed { .. } => (
                "the object that was opened".to_owned(),
                "another one: it was changed while it was read".to_owned(),
            ),
            Self::Unlisted { .. } => (
                "names that can be listed".to_owned(),
                "a server that lists none: what is there is unknown".to_owned(),
            ),
            Self::OutOfRange { offset, nbytes, end } => {
                (format!("{nbytes} bytes at byte {offset}"), format!("an end at byte {end}"))
            }
            Self::NoKey(key) => ("a key of a store".to_owned(), format!("\"{key}\"")),
        }
    }

    /// Whether it says nothing of what is there: a server did not answer, or not as one can use, or it was not asked, because a
    /// reference to it is not allowed. That is no fault of the data.
    pub fn is_unknown(&self) -> bool {
        matches!(
            self,
            Self::Unanswered { .. }
                | Self::Changed { .. }
                | Self::Unlisted { .. }
                | Self::Answer { .. }
                | Self::Unasked { .. }
                | Self::Refused { .. }
        )
    }

    /// Whether nothing was read that could be at fault: it is not known what is there, or it may not be read.
    #[doc(hidden)]
    pub fn is_unread(&self) -> bool {
        use io::ErrorKind::{PermissionDenied, ResourceBusy, StaleNetworkFileHandle, TimedOut};
        let refused = [PermissionDenied, ResourceBusy, StaleNetworkFileHandle, TimedOut];
        self.is_unknown() || matches!(self, Self::Io { kind, .. } if refused.contains(kind))
    }

    pub(crate) fn reason(&self) -> String {
        let (expected, found) = self.contrast();
        format!("expected {expected}, found {found}")
    }

    fn placed(&self) -> String {
        if self.key().is_empty() { self.reason() } else { format!("{}: {}", self.key(), self.reason()) }
    }

    /// The key it is about; empty where there is none.
    pub fn key(&self) -> &str {
        match self {
            Self::Io { key, .. }
            | Self::Unanswered { key, .. }
            | Self::NotAFile { key, .. }
            | Self::OverLimit { key, .. }
            | Self::NotADirectory { key, .. }
            | Self::Member { key, .. }
            | Self::Reference { key, .. }
            | Self::SourceChanged { key, .. }
            | Self::Refused { key, .. }
            | Self::Changed { key }
            | Self::Unlisted { key }
            | Self::Unasked { key, .. }
            | Self::Answer { key, .. }
            | Self::NoKey(key) => key,
            Self::OutOfRange { .. } => "",
        }
    }

    pub(crate) fn io(key: &str, error: &io::Error) -> Self {
        Self::Io { key: key.to_owned(), reason: error.kind().to_string(), kind: error.kind() }
    }
}
