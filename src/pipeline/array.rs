use std::sync::{Arc, OnceLock};
use std::{io::ErrorKind, ops::Range};

use thiserror::Error;

use super::{ALL_FILL, ChunkVerdict, Fault, ImageKind, Mend, StoredChunks, Sums};
use crate::codec::{
    Chain, DecodeOptions, MissingInner, Note, Recorder, Remarks, ShardIndex, Silent, StageFault, StageInfo,
    arrange, cut, recycle,
};
use crate::hierarchy::{Hierarchy, Node, NodeKind};
use crate::meaning::Meaning;
use crate::metadata::{
    ArrayDocument, ArrayMetadata, ArrayRepresentation, Change, DocumentError, DocumentNote, Elements, Field,
    GroupOrArray, NodeDocument, Scalar,
};
use crate::store::{ByteSource, FirstRead, Slice, Store, StoreError, StoredValue, join};

/// An open array.
///
/// ```
/// use zarrscope::{Array, Hierarchy};
///
/// let array = Array::open(&Hierarchy::open("sample-data/climate.zarr")?, "temperature")?;
/// assert_eq!(array.metadata.shape, [10, 200, 3000]);
/// assert_eq!(array.metadata.data_type.to_string(), "float32");
/// assert_eq!(array.metadata.chunk_grid.grid_shape(), [2, 10, 8]);
/// # Ok::<(), zarrscope::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Array {
    /// The path as the user would write it.
    pub path: String,
    /// The key of the array in its store.
    pub key: String,
    /// What its document says.
    pub metadata: ArrayMetadata,
    document: Arc<NodeDocument>,
    store: Store,
    chain: Arc<Chain>,
    /// Whether it is an image of labels: found out when first asked for, because the group's document may have to be read.
    pub(super) image_kind: OnceLock<ImageKind>,
    pub(super) values: Option<Arc<Meaning>>,
    pub(super) mends: Arc<[Mend]>,
}

#[derive(Debug, Clone, PartialEq, Error)]
pub enum OpenError {
    /// What is there is no array, nor meant to be one.
    #[error("{}expected an array, found {found}", place(key))]
    NotAnArray { key: String, found: &'static str },
    /// Nobody can tell what is there: it cannot be read, or is gone.
    #[error(transparent)]
    Unreadable(StoreError),
    #[error(transparent)]
    Unusable(#[from] Fault),
}

#[derive(Debug)]
pub(super) struct Checked {
    pub(super) stored_nbytes: u64,
    pub(super) decoded_nbytes: Result<u64, Fault>,
    pub(super) remarks: Vec<Note>,
    /// `None` unless it is a shard that decodes.
    pub(super) inner: Option<MissingInner>,
    /// If they are wanted.
    pub(super) sums: Option<Sums>,
}

/// What is asked of a chunk beside whether it decodes.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct CheckWanted {
    /// Whether it is nothing but the fill value.
    pub(super) fill: bool,
    pub(super) sums: bool,
}

impl Array {
    /// Opens the array at a path from the root of the hierarchy, such as `group/array`; the root itself is the empty path.
    ///
    /// A codec that is not known, or not configured well, does not keep an array from being opened: see
    /// [`unknown_codecs`](Self::unknown_codecs) and [`fault`](Self::fault).
    ///
    /// ```
    /// use zarrscope::{Array, Hierarchy};
    ///
    /// let hierarchy = Hierarchy::open("sample-data/broken.zarr")?;
    /// let error = Array::open(&hierarchy, "bad_data_type").unwrap_err();
    /// assert!(error.to_string().ends_with("/data_type: expected a known data type, found \"int33\""));
    /// # Ok::<(), zarrscope::Error>(())
    /// ```
    ///
    /// # Errors
    /// When there is no array, or its document cannot be used.
    pub fn open(hierarchy: &Hierarchy, path: &str) -> Result<Self, OpenError> {
        Self::at(hierarchy, &hierarchy.describe(path.trim_matches('/')))
    }

    #[doc(hidden)]
    pub fn at(hierarchy: &Hierarchy, node: &Node) -> Result<Self, OpenError> {
        let document = described(node)?;
        if let Ok(GroupOrArray::Group(_)) = &document.node {
            return Err(OpenError::NotAnArray { key: node.key.clone(), found: "a group" });
        }
        let path = hierarchy.display(&node.key);
        Ok(Self::bind(path, node.key.clone(), hierarchy.store().clone(), Arc::clone(document))?)
    }

    fn bind(path: String, key: String, store: Store, document: Arc<NodeDocument>) -> Result<Self, Fault> {
        let mut metadata = match &document.node {
            Ok(GroupOrArray::Array(array)) => array.resolve()?,
            Ok(GroupOrArray::Group(_)) => {
                let fault = DocumentError::new(document.name, "/node_type", "\"array\"", "\"group\"");
                return Err(fault.into());
            }
            Err(fault) => return Err(fault.clone().into()),
        };
        metadata.codecs = arrange(metadata.codecs);
        let rank = metadata.shape.len();
        // Where there is no chunk, it is what one would decode to.
        let first = metadata.chunk_representation(&vec![0; rank]).unwrap_or_else(|| ArrayRepresentation {
            shape: metadata.chunk_grid.common_shape().unwrap_or_else(|| vec![1; rank]),
            data_type: metadata.data_type.clone(),
            fill_value: Some(metadata.fill_value.clone()),
        });
        let chain = Arc::new(Chain::build(&metadata.codecs, "/codecs", first)?);
        Ok(Self {
            path,
            key,
            metadata,
            document,
            store,
            chain,
            image_kind: OnceLock::new(),
            values: None,
            mends: Arc::default(),
        })
    }

    /// The array as it would be with another document, even where its own is unusable.
    pub(crate) fn open_changed(
        hierarchy: &Hierarchy,
        node: &Node,
        changes: &[Change],
    ) -> Result<Self, OpenError> {
        let document = described(node)?.changed(changes).map_err(Fault::from)?;
        let path = hierarchy.display(&node.key);
        Ok(Self::bind(path, node.key.clone(), hierarchy.store().clone(), Arc::new(document))?)
    }

    #[doc(hidden)]
    pub fn changed(&self, changes: &[Change]) -> Result<Self, Fault> {
        let document = self.document.changed(changes)?;
        Self::bind(self.path.clone(), self.key.clone(), self.store.clone(), Arc::new(document))
    }

    /// The document in force.
    ///
    /// ```
    /// use zarrscope::document::GroupOrArray;
    /// use zarrscope::{Array, Hierarchy};
    ///
    /// let array = Array::open(&Hierarchy::open("sample-data/groups.zarr")?, "measurements/daily/rain")?;
    /// let GroupOrArray::Array(document) = array.document().node.clone()? else { panic!("a group") };
    /// assert_eq!(document.dimension_names?, Some(vec![None, Some("day".to_owned())]));
    /// # Ok::<(), zarrscope::Error>(())
    /// ```
    pub fn document(&self) -> &NodeDocument {
        &self.document
    }

    pub(super) fn fields(&self) -> Option<&ArrayDocument> {
        match &self.document.node {
            Ok(GroupOrArray::Array(array)) => Some(array),
            _ => None,
        }
    }

    /// `None` where a V2 document has no fill value: a chunk of zeros then says nothing.
    pub(super) fn defined_fill(&self) -> Option<&Scalar> {
        if self.fields()?.fill_is_undefined { None } else { Some(&self.metadata.fill_value) }
    }

    pub(crate) fn document_notes(&self) -> Vec<DocumentNote> {
        let own = self.fields().map(|fields| fields.notes.clone()).unwrap_or_default();
        own.into_iter().chain(self.chain.document_notes()).collect()
    }

    /// The chain of the array's chunks; where they have several shapes, that of the first.
    pub fn chain(&self) -> &Arc<Chain> {
        &self.chain
    }

    /// The codecs of the chain that are not known: where there is one, no chunk can be decoded.
    ///
    /// ```
    /// use zarrscope::{Array, Hierarchy};
    ///
    /// let array = Array::open(&Hierarchy::open("sample-data/broken.zarr")?, "unknown_codec")?;
    /// let names: Vec<&str> = array.unknown_codecs().map(|stage| stage.codec.name.as_str()).collect();
    /// assert_eq!(names, ["example.secret"]);
    /// # Ok::<(), zarrscope::Error>(())
    /// ```
    pub fn unknown_codecs(&self) -> impl Iterator<Item = &StageInfo> {
        self.chain.stages().filter(|stage| !stage.is_known())
    }

    /// A configuration that cannot be used: no chunk can be decoded.
    pub fn fault(&self) -> Option<&DocumentError> {
        self.chain.fault()
    }

    /// The chain of one chunk; outside the grid, that of the first chunk.
    #[doc(hidden)]
    pub fn chain_at(&self, coords: &[u64]) -> Field<Arc<Chain>> {
        match self.metadata.chunk_representation(coords) {
            Some(decoded) if decoded != *self.chain.decoded() => {
                Chain::build(&self.metadata.codecs, "/codecs", decoded).map(Arc::new)
            }
            _ => Ok(Arc::clone(&self.chain)),
        }
    }

    /// The key of a chunk, relative to the array.
    pub fn chunk_key(&self, coords: &[u64]) -> String {
        self.metadata.chunk_key_encoding.key(coords)
    }

    #[doc(hidden)]
    pub fn store_key(&self, coords: &[u64]) -> String {
        join(&self.key, &self.chunk_key(coords))
    }

    /// Whether a chunk is stored.
    ///
    /// # Errors
    /// When that cannot be found out.
    pub fn is_stored(&self, coords: &[u64]) -> Result<bool, Fault> {
        self.check_chunk(coords)?;
        let source = self.mend_of(coords).map_or(coords, |mend| mend.source(coords));
        Ok(self.store.open_for(&self.store_key(source), FirstRead::Size)?.is_some())
    }

    pub(crate) fn check_document(&self) -> Result<(), Fault> {
        let key = join(&self.key, self.document.name);
        match self.store.open_for(&key, FirstRead::Size)? {
            Some(_) => Ok(()),
            None => Err(StoreError::NotAFile { key, found: "nothing" }.into()),
        }
    }

    pub(super) fn open_whole(
        &self,
        chain: &Chain,
        coords: &[u64],
        options: &DecodeOptions,
    ) -> Result<Option<StoredValue>, Fault> {
        self.open_value(coords, FirstRead::Whole, options, |_| Some(chain.most_stored_nbytes(options)))
    }

    pub(super) fn open_part(
        &self,
        chain: &Chain,
        coords: &[u64],
        options: &DecodeOptions,
    ) -> Result<Option<StoredValue>, Fault> {
        self.open_read(chain, coords, first_wanted(chain), options)
    }

    fn open_read(
        &self,
        chain: &Chain,
        coords: &[u64],
        wanted: FirstRead,
        options: &DecodeOptions,
    ) -> Result<Option<StoredValue>, Fault> {
        self.open_value(coords, wanted, options, |value| {
            let is_whole = !chain.reads_ranges() || value.is_packed();
            is_whole.then(|| chain.most_stored_nbytes(options))
        })
    }

    /// Opens a chunk. `most` says how many bytes it may have that is to be read whole.
    pub(super) fn open_value(
        &self,
        coords: &[u64],
        wanted: FirstRead,
        options: &DecodeOptions,
        most: impl Fn(&StoredValue) -> Option<u64>,
    ) -> Result<Option<StoredValue>, Fault> {
        let mend = self.mend_of(coords);
        let source = mend.map_or(coords, |mend| mend.source(coords));
        let Some(value) = self.store.open_for(&self.store_key(source), wanted)? else { return Ok(None) };
        if let Some(limit) = most(&value)
            && value.nbytes() > limit
        {
            let key = self.chunk_key(coords);
            let expected = format!("at most {limit} bytes, as many as are read of such a chunk");
            return Err(StoreError::OverLimit { key, expected, found: value.nbytes().to_string() }.into());
        }
        let value = if options.ignore_checksums { value.unchecked() } else { value };
        Ok(Some(match mend {
            Some(mend) => mend.apply(value)?,
            None => value,
        }))
    }

    /// Decodes one chunk; `None` when it is missing.
    ///
    /// ```
    /// use zarrscope::{Array, DecodeOptions, Hierarchy};
    ///
    /// let array = Array::open(&Hierarchy::open("sample-data/fill-values.zarr")?, "partly_missing")?;
    /// let chunk = array.decode(&[0, 0], &DecodeOptions::default())?.expect("a stored chunk");
    /// let values: Vec<String> = chunk.iter().map(|value| value.to_string()).collect();
    /// assert_eq!(values, ["0", "1", "2", "3", "4", "5"]);
    /// assert_eq!(array.decode(&[0, 1], &DecodeOptions::default())?, None);
    /// # Ok::<(), zarrscope::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the bytes cannot be read, or a stage fails.
    pub fn decode(&self, coords: &[u64], options: &DecodeOptions) -> Result<Option<Elements>, Fault> {
        self.check_chunk(coords)?;
        self.decode_heard(coords, options, &mut Silent)
    }

    fn decode_heard(
        &self,
        coords: &[u64],
        options: &DecodeOptions,
        recorder: &mut dyn Recorder,
    ) -> Result<Option<Elements>, Fault> {
        let chain = self.chain_at(coords)?;
        let file = self.open_read(&chain, coords, FirstRead::Whole, options)?;
        let Some(file) = file else { return Ok(None) };
        let decoded = chain.decode(&file, options, recorder);
        Ok(Some(decoded.map_err(|fault| self.placed(&coords.into(), &chain, fault))?))
    }

    /// What a reader should know of a chunk though it decodes: bytes that are no bools, checksums that were ignored,
    /// overhang that is not the fill value. `None` when it is missing.
    #[doc(hidden)]
    pub fn remarks(&self, coords: &[u64], options: &DecodeOptions) -> Result<Option<Vec<Note>>, Fault> {
        Ok(self.decode_remarked(coords, options)?.map(|(_, remarks)| remarks))
    }

    pub(crate) fn decode_remarked(
        &self,
        coords: &[u64],
        options: &DecodeOptions,
    ) -> Result<Option<(Elements, Vec<Note>)>, Fault> {
        self.check_chunk(coords)?;
        let mut remarks = Remarks::default();
        let Some(elements) = self.decode_heard(coords, options, &mut remarks)? else { return Ok(None) };
        let notes = self.with_overhang(coords, &elements, remarks.notes);
        Ok(Some((elements, notes)))
    }

    fn with_overhang(&self, coords: &[u64], elements: &Elements, mut notes: Vec<Note>) -> Vec<Note> {
        let overhang = self.overhang(&coords.into());
        notes.extend(overhang.and_then(|overhang| self.overhang_note(&overhang, elements)));
        notes
    }

    pub(crate) fn gone(&self, coords: &[u64]) -> Fault {
        StoreError::io(&self.store_key(coords), &ErrorKind::NotFound.into()).into()
    }

    pub(super) fn check_if_stored(
        &self,
        coords: &[u64],
        options: &DecodeOptions,
        wanted: CheckWanted,
    ) -> Option<Checked> {
        let mut checked =
            Checked { stored_nbytes: 0, decoded_nbytes: Ok(0), remarks: Vec::new(), inner: None, sums: None };
        match self.decode_checked(coords, options, wanted, &mut checked).transpose()? {
            Ok(elements) => {
                if let Some(sums) = &mut checked.sums {
                    sums.add_values(&self.metadata.chunk_grid, coords, &elements);
                }
                if wanted.fill && self.verdict(&coords.into(), &elements) == ChunkVerdict::AllFill {
                    let value = "every element is the fill value".to_owned();
                    checked.remarks.push(Note { name: ALL_FILL, value });
                }
                checked.decoded_nbytes = Ok(elements.visible_bytes().len() as u64);
                recycle(elements);
            }
            Err(fault) => checked.decoded_nbytes = Err(fault),
        }
        Some(checked)
    }

    /// What is known of a chunk before it fails to decode stays in `checked`.
    fn decode_checked(
        &self,
        coords: &[u64],
        options: &DecodeOptions,
        wanted: CheckWanted,
        checked: &mut Checked,
    ) -> Result<Option<Elements>, Fault> {
        let chain = self.chain_at(coords)?;
        let file = if wanted.sums {
            // All bytes have a digest, those between the inner chunks of a shard too.
            self.open_whole(&chain, coords, options)?
        } else {
            self.open_read(&chain, coords, FirstRead::Whole, options)?
        };
        let Some(file) = file else { return Ok(None) };
        checked.stored_nbytes = file.nbytes();
        let is_shard = chain.sharding().is_some() && checked.stored_nbytes <= options.max_chunk_bytes;
        let mut heard = Remarks::default();
        let placed = |fault| self.placed(&coords.into(), &chain, fault);
        let elements = if is_shard || wanted.sums {
            // Its index is read twice. Decoding reads a shard of this size whole anyway, so that it is asked for once.
            let bytes = file.read_all()?;
            checked.sums = wanted.sums.then(|| Sums::of_stored(&bytes));
            let elements = chain.decode(&Slice(&bytes), options, &mut heard).map_err(placed)?;
            if is_shard {
                checked.inner = self.missing_in(&chain, &Slice(&bytes), coords, options)?;
            }
            elements
        } else {
            chain.decode(&file, options, &mut heard).map_err(placed)?
        };
        checked.remarks = self.with_overhang(coords, &elements, heard.notes);
        Ok(Some(elements))
    }

    /// Decodes one chunk; a missing one is all fill value.
    ///
    /// ```
    /// use zarrscope::{Array, DecodeOptions, Hierarchy, Scalar};
    ///
    /// let array = Array::open(&Hierarchy::open("sample-data/fill-values.zarr")?, "partly_missing")?;
    /// let chunk = array.decode_or_fill(&[0, 1], &DecodeOptions::default())?;
    /// assert!(chunk.iter().all(|value| value == Scalar::Integer(-1)));
    /// # Ok::<(), zarrscope::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the bytes cannot be read, a stage fails, or the chunk is over the limit.
    pub fn decode_or_fill(&self, coords: &[u64], options: &DecodeOptions) -> Result<Elements, Fault> {
        if let Some(elements) = self.decode(coords, options)? {
            return Ok(elements);
        }
        let chain = self.chain_at(coords)?;
        chain.check_sizes(options)?;
        // The check has seen to it that the size fits.
        let size = chain.decoded().size().and_then(|size| usize::try_from(size).ok()).unwrap_or(0);
        Ok(Elements::filled(&self.metadata.data_type, &self.metadata.fill_value, size))
    }

    /// Of a shard, decodes only the inner chunks that the box touches. `None` when the chunk is missing.
    pub(crate) fn decode_part(
        &self,
        coords: &[u64],
        region: &[Range<u64>],
        options: &DecodeOptions,
    ) -> Result<Option<Elements>, Fault> {
        let chain = self.chain_at(coords)?;
        let wanted = if chain.decodes_parts() { first_wanted(&chain) } else { FirstRead::Whole };
        let Some(file) = self.open_read(&chain, coords, wanted, options)? else { return Ok(None) };
        let part = chain.decode_box(&file, region, options, &mut Silent);
        self.part_or_whole(part, &chain, coords, region, options)
    }

    /// [`Self::decode_part`] of a shard of which other parts are decoded too: its index is read once, and kept.
    pub(crate) fn decode_part_by(
        &self,
        kept: &KeptIndex,
        coords: &[u64],
        region: &[Range<u64>],
        options: &DecodeOptions,
    ) -> Result<Option<Elements>, Fault> {
        let chain = self.chain_at(coords)?;
        let mut own = None;
        let index = kept.get_or_init(|| {
            let Some(file) = self.open_read(&chain, coords, first_wanted(&chain), options)? else {
                return Ok(None);
            };
            let index = chain.read_index(&file, options);
            own = Some(file);
            Ok(index.map_err(|fault| self.placed(&coords.to_vec().into(), &chain, fault))?)
        });
        let Some(index) = index.as_ref().map_err(Clone::clone)? else { return Ok(None) };
        // Whoever read the index has the file open.
        let file = match own {
            Some(file) => Some(file),
            None => self.open_read(&chain, coords, FirstRead::Size, options)?,
        };
        let Some(file) = file else { return Ok(None) };
        let part = chain.decode_box_by(&file, index, region, options);
        self.part_or_whole(part, &chain, coords, region, options)
    }

    /// A part that was decoded, or one without what lies past the array.
    fn part_or_whole(
        &self,
        part: Result<Elements, StageFault>,
        chain: &Chain,
        coords: &[u64],
        region: &[Range<u64>],
        options: &DecodeOptions,
    ) -> Result<Option<Elements>, Fault> {
        match part {
            Ok(part) => Ok(Some(part)),
            Err(fault) => match self.without_overhang(chain, coords, &fault, options) {
                Some(whole) => Ok(Some(cut(&whole, &chain.decoded().shape, region))),
                None => Err(self.placed(&coords.to_vec().into(), chain, fault).into()),
            },
        }
    }

    /// Decodes a chunk whose only elements without a value lie past the array, where no reader looks.
    fn without_overhang(
        &self,
        chain: &Chain,
        coords: &[u64],
        fault: &StageFault,
        options: &DecodeOptions,
    ) -> Option<Elements> {
        if !fault.error.is_of_elements() {
            return None;
        }
        let overhang = self.overhang(&coords.to_vec().into())?;
        let stored = self.open_whole(chain, coords, options).ok()??.read_all().ok()?.into_owned();
        chain.decode_needed(stored, |index| !overhang.is_past(index), options)
    }

    #[doc(hidden)]
    pub fn count_inner(&self, coords: &[u64], options: &DecodeOptions) -> Result<Option<[usize; 2]>, Fault> {
        let chain = self.chain_at(coords)?;
        if chain.sharding().is_none() {
            return Ok(None);
        }
        let Some(file) = self.open_part(&chain, coords, options)? else { return Ok(None) };
        Ok(Some(chain.count_inner(&file, options)?.into()))
    }

    #[doc(hidden)]
    pub fn stored_chunks(&self) -> StoredChunks<'_> {
        StoredChunks {
            store: &self.store,
            key: &self.key,
            grid: &self.metadata.chunk_grid,
            encoding: &self.metadata.chunk_key_encoding,
        }
    }

    pub(crate) fn is_remote(&self) -> bool {
        self.store.is_remote()
    }

    #[doc(hidden)]
    pub fn store(&self) -> &Store {
        &self.store
    }
}

/// The index of a shard, `None` where that is missing. One thread reads it, and the others wait.
pub(crate) type KeptIndex = OnceLock<Result<Option<ShardIndex>, Fault>>;

pub(super) fn first_wanted(chain: &Chain) -> FirstRead {
    match chain.sharding() {
        Some(sharding) if chain.reads_ranges() => match sharding.index_offset(u64::MAX) {
            Some(0) => FirstRead::Start(sharding.index_nbytes()),
            _ => FirstRead::End(sharding.index_nbytes()),
        },
        _ => FirstRead::Whole,
    }
}

fn described(node: &Node) -> Result<&Arc<NodeDocument>, OpenError> {
    match &node.kind {
        NodeKind::Document(document) => Ok(document),
        NodeKind::Directory(found) | NodeKind::Other(found) => {
            Err(OpenError::NotAnArray { key: node.key.clone(), found })
        }
        NodeKind::Unreadable(error) => Err(OpenError::Unreadable(error.clone())),
    }
}

fn place(key: &str) -> String {
    if key.is_empty() { String::new() } else { format!("{key}: ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_array_is_another_error_than_an_array_that_cannot_be_used() {
        let directory = tempfile::tempdir().unwrap();
        let group = r#"{"zarr_format": 3, "node_type": "group"}"#;
        let broken = r#"{"zarr_format": 3, "node_type": "array"}"#;
        for (name, document) in [("group", Some(group)), ("broken", Some(broken)), ("plain", None)] {
            let path = directory.path().join(name);
            std::fs::create_dir(&path).unwrap();
            if let Some(text) = document {
                std::fs::write(path.join("zarr.json"), text).unwrap();
            }
        }
        let hierarchy = Hierarchy::open(directory.path()).unwrap();
        let open = |path: &str| Array::open(&hierarchy, path).unwrap_err();
        assert_eq!(open("group").to_string(), "group: expected an array, found a group");
        assert_eq!(open("/group/"), OpenError::NotAnArray { key: "group".to_owned(), found: "a group" });
        assert_eq!(
            open("").to_string(),
            "expected an array, found a directory without zarr.json, .zarray or .zgroup"
        );
        assert!(matches!(open("plain"), OpenError::NotAnArray { .. }));
        assert!(matches!(open("gone"), OpenError::Unreadable(_)));
        assert!(matches!(open("broken"), OpenError::Unusable(Fault::Metadata(_))));
    }

    #[test]
    fn chunks_outside_of_the_grid_are_errors_and_not_missing() {
        let directory = tempfile::tempdir().unwrap();
        let document = r#"{"zarr_format": 3, "node_type": "array", "shape": [7, 9], "data_type": "uint8",
            "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [3, 4]}},
            "chunk_key_encoding": {"name": "default"}, "fill_value": 1, "codecs": ["toy", "bytes"]}"#;
        std::fs::write(directory.path().join("zarr.json"), document).unwrap();
        let array = Array::open(&Hierarchy::open(directory.path()).unwrap(), "").unwrap();
        let options = DecodeOptions::default();
        assert_eq!(array.decode(&[2, 2], &options), Ok(None));
        for coords in [&[3, 0][..], &[0, 3], &[0], &[]] {
            assert!(matches!(array.decode(coords, &options), Err(Fault::Address(_))), "{coords:?}");
            assert!(matches!(array.decode_or_fill(coords, &options), Err(Fault::Address(_))), "{coords:?}");
            assert!(matches!(array.remarks(coords, &options), Err(Fault::Address(_))), "{coords:?}");
            assert!(matches!(array.is_stored(coords), Err(Fault::Address(_))), "{coords:?}");
        }
        let unknown: Vec<&str> = array.unknown_codecs().map(|stage| stage.codec.name.as_str()).collect();
        assert_eq!(unknown, ["toy"]);
    }
}
