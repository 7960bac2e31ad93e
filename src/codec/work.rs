use std::sync::Arc;

use super::value::Value;
use super::{CodecError, Marks};
use crate::limits::CHUNK_BYTES;
use crate::metadata::Elements;

/// Something a codec has to say about the bytes it decoded.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "explorer", derive(serde::Serialize))]
pub struct Note {
    /// What it is about.
    pub name: &'static str,
    /// What it says.
    pub value: String,
}

impl Note {
    pub(crate) fn is_remark(&self) -> bool {
        self.name == MISMATCH || self.name == ODD_BOOLS
    }

    #[doc(hidden)]
    pub fn is_mismatch(&self) -> bool {
        self.name == MISMATCH
    }
}

pub(super) const MISMATCH: &str = "checksum mismatch ignored";
pub(crate) const ODD_BOOLS: &str = "bools other than 0 and 1";
pub(super) const CHECKSUM: &str = "checksum";

/// What a user may choose for decoding.
///
/// ```
/// use zarrscope::{Array, DecodeOptions, Hierarchy};
///
/// let array = Array::open(&Hierarchy::open("sample-data/broken.zarr")?, "flipped_bit")?;
/// let options = DecodeOptions::default();
/// assert!(array.decode(&[1, 0], &options).is_err());
/// assert!(array.decode(&[1, 0], &options.with_ignore_checksums(true))?.is_some());
///
/// let error = array.decode(&[0, 0], &options.with_max_chunk_bytes(8)).unwrap_err();
/// assert!(error.to_string().contains("at most 8 bytes"));
/// # Ok::<(), zarrscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DecodeOptions {
    /// A checksum that does not match is noted, and decoding goes on.
    pub ignore_checksums: bool,
    /// A chunk whose decoded form has more bytes is refused.
    pub max_chunk_bytes: u64,
}

impl DecodeOptions {
    /// Whether a checksum that does not match is noted, and decoding goes on.
    #[must_use]
    pub fn with_ignore_checksums(self, ignore_checksums: bool) -> Self {
        Self { ignore_checksums, ..self }
    }

    /// Refuses a chunk whose decoded form has more bytes.
    #[must_use]
    pub fn with_max_chunk_bytes(self, max_chunk_bytes: u64) -> Self {
        Self { max_chunk_bytes, ..self }
    }

    /// How many chunks of so many bytes are decoded at once, however many threads there are. Together they have at most twice
    /// [`Self::max_chunk_bytes`], which is what `decode` has at once too.
    pub(crate) fn chunks_at_once(&self, nbytes: u64) -> usize {
        match self.max_chunk_bytes.saturating_mul(2) / nbytes.max(1) {
            // It is refused before it is read.
            0 | 1 => usize::MAX,
            chunks => usize::try_from(chunks).unwrap_or(usize::MAX),
        }
    }

    /// The usual number of chunks for threads, or fewer where not each thread may have one of so many bytes.
    pub(crate) fn batch(&self, usual: usize, nbytes: u64, threads: usize) -> usize {
        let at_once = self.chunks_at_once(nbytes);
        if at_once < threads { usual.min(at_once) } else { usual }
    }

    /// For chunks that do not say how large they are: so much for each of as many as there are threads.
    pub(crate) fn shared_by(self, threads: usize) -> Self {
        self.with_max_chunk_bytes((self.max_chunk_bytes / threads.div_ceil(2).max(1) as u64).max(1))
    }
}

impl Default for DecodeOptions {
    fn default() -> Self {
        Self { ignore_checksums: false, max_chunk_bytes: CHUNK_BYTES.default }
    }
}

#[derive(Debug)]
pub struct StageWork<'a> {
    pub options: &'a DecodeOptions,
    pub limit: u64,
    pub expected: Option<u64>,
    pub is_traced: bool,
    /// Of the inner chunks of a shard that is an inner chunk itself: its part of what the stored shard may cost.
    pub inner_limit: Option<u64>,
    pub element_nbytes: usize,
    pub notes: Vec<Note>,
    pub partial: Option<Partial>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Partial {
    pub value: Value,
    /// How many bytes at the start of the input had been used for it, where that is known.
    pub consumed: Option<u64>,
    pub filled: u64,
    pub broken: Vec<Vec<u64>>,
    pub marks: Option<Arc<Marks>>,
}

impl Partial {
    fn new(value: Value, consumed: Option<u64>) -> Self {
        Self { value, consumed, filled: 0, broken: Vec::new(), marks: None }
    }

    pub fn lost(&self) -> u64 {
        self.filled.saturating_add(self.marks.as_ref().map_or(0, |marks| marks.count()))
    }
}

impl<'a> StageWork<'a> {
    pub fn new(options: &'a DecodeOptions) -> Self {
        Self {
            options,
            limit: options.max_chunk_bytes,
            expected: None,
            is_traced: true,
            inner_limit: None,
            element_nbytes: 1,
            notes: Vec::new(),
            partial: None,
        }
    }

    pub fn note(&mut self, name: &'static str, value: impl Into<String>) {
        self.notes.push(Note { name, value: value.into() });
    }

    pub fn leave_bytes(&mut self, mut output: Vec<u8>, consumed: Option<u64>) {
        if !self.is_traced || output.is_empty() {
            return;
        }
        output.truncate(usize::try_from(self.limit).unwrap_or(usize::MAX));
        output.shrink_to_fit();
        self.partial = Some(Partial::new(Value::Bytes(output), consumed));
    }

    pub fn leave_elements(&mut self, elements: Elements, consumed: Option<u64>) {
        if self.is_traced && elements.size() > 0 {
            self.partial = Some(Partial::new(Value::Array(elements), consumed));
        }
    }

    pub(super) fn leave_marked(
        &mut self,
        elements: Elements,
        marks: Marks,
        shape: &[u64],
    ) -> Result<Elements, CodecError> {
        let Some(error) = marks.error(shape) else { return Ok(elements) };
        if self.is_traced && elements.size() as u64 > marks.count() {
            let partial = Partial::new(Value::Array(elements), None);
            self.partial = Some(Partial { marks: Some(Arc::new(marks)), ..partial });
        }
        Err(error)
    }

    pub(super) fn leave_filled(
        &mut self,
        elements: Elements,
        filled: u64,
        broken: Vec<Vec<u64>>,
        marks: Marks,
    ) {
        let size = elements.size() as u64;
        let marks = (marks.count() > 0).then(|| Arc::new(marks));
        let partial = Partial { filled, broken, marks, ..Partial::new(Value::Array(elements), None) };
        if self.is_traced && size > partial.lost() {
            self.partial = Some(partial);
        }
    }

    pub(super) fn or_leave(
        &mut self,
        result: Result<(), CodecError>,
        output: Vec<u8>,
        consumed: usize,
    ) -> Result<Vec<u8>, CodecError> {
        match result {
            Ok(()) => Ok(output),
            Err(error) => {
                self.leave_bytes(output, Some(consumed as u64));
                Err(error)
            }
        }
    }

    pub fn check(&mut self, stored: u32, computed: u32) -> Result<(), CodecError> {
        self.note(CHECKSUM, format!("{stored:#010x}"));
        if stored == computed {
            return Ok(());
        }
        if !self.options.ignore_checksums {
            self.note("computed checksum", format!("{computed:#010x}"));
            return Err(CodecError::Checksum { stored, computed });
        }
        self.note(MISMATCH, format!("stored {stored:#010x}, computed {computed:#010x}"));
        Ok(())
    }
}
