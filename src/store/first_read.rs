//! What will be read of a value first: for a store where that decides how often is asked.

/// What of a value will be read first. On a network each of these costs one request; elsewhere it makes no difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FirstRead {
    /// All of it.
    Whole,
    /// No byte: only how many there are.
    Size,
    /// So many bytes from its start, then ranges of it.
    Start(u64),
    /// So many bytes at its end, then ranges of it.
    End(u64),
}
