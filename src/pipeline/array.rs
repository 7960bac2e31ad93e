//! An array that is open: its metadata resolved, its chain bound, its chunks at hand.

use std::io::ErrorKind;
use std::ops::Range;
use std::sync::Arc;

use super::Fault;
use crate::codec::{
    Chain, DecodeOptions, InnerTrace, Salvage, ShardMap, Silent, StageTrace, Trace, arrange, inner_chain,
};
use crate::hierarchy::{Hierarchy, Node, NodeKind};
use crate::metadata::{
    ArrayMetadata, ArrayRepresentation, Change, DocumentError, Elements, Field, GroupOrArray, NodeDocument,
};
use crate::store::{ByteSource, Slice, Store, StoreError, StoredValue, join};

/// An open array.
#[derive(Debug)]
pub struct Array {
    /// The path as the user would write it.
    pub path: String,
    /// The key of the array in its store.
    pub key: String,
    /// What its document says.
    pub metadata: ArrayMetadata,
    /// The document in force.
    document: Arc<NodeDocument>,
    store: Store,
    /// The chain, when all chunks have the same shape; of the first chunk otherwise.
    chain: Arc<Chain>,
}

/// Whether a chunk is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// It is, in so many bytes.
    Stored(u64),
    /// It is not: every element has the fill value.
    Missing,
}

/// What a chunk was found to be.
#[derive(Debug)]
pub(super) struct Checked {
    /// The bytes it is stored in.
    pub(super) stored_nbytes: u64,
    /// The bytes it decodes to, or why it does not.
    pub(super) decoded_nbytes: Result<u64, Fault>,
}

/// One chunk's way through the pipeline.
#[derive(Debug)]
pub struct ChunkTrace {
    /// The chunk.
    pub coords: Vec<u64>,
    /// The key of the chunk, relative to the array.
    pub key: String,
    /// The inner chunk, one set of coordinates for every shard on the way; empty for the whole chunk.
    pub inner: Vec<Vec<u64>>,
    /// Where the inner chunk begins in its shard.
    pub offset: Option<u64>,
    /// Whether it is stored.
    pub state: State,
    /// What it decodes to.
    pub decoded: ArrayRepresentation,
    /// The stages.
    pub trace: Trace,
    /// How many of the stages lead to the stored bytes: for an inner chunk, those from its shard to it.
    pub lead: usize,
    /// What is readable of the chunk where a stage failed, if somebody asked for it.
    pub salvage: Option<Arc<Salvage>>,
    /// The inside of the chunk, if it is a shard and somebody asked for it.
    pub shard: Option<Arc<ShardMap>>,
    /// The chain of the chunk that is stored; of a shard, for its inner chunks too.
    chain: Arc<Chain>,
}

impl Array {
    /// Opens the array at a node.
    ///
    /// # Errors
    /// The first thing in its document that makes it unusable. `None` when the node is no array.
    #[must_use]
    pub fn open(hierarchy: &Hierarchy, node: &Node) -> Option<Result<Self, Fault>> {
        let NodeKind::Document(document) = &node.kind else { return None };
        match &document.node {
            Ok(GroupOrArray::Group(_)) => None,
            Ok(GroupOrArray::Array(_)) => {
                let (path, store) = (hierarchy.display(&node.key), hierarchy.store().clone());
                Some(Self::bind(path, node.key.clone(), store, document.as_ref().clone()))
            }
            Err(fault) => Some(Err(fault.clone().into())),
        }
    }

    /// The array that a document describes.
    fn bind(path: String, key: String, store: Store, document: NodeDocument) -> Result<Self, Fault> {
        let mut metadata = match &document.node {
            Ok(GroupOrArray::Array(array)) => array.resolve()?,
            Ok(GroupOrArray::Group(_)) => return Err(no_array(&document).into()),
            Err(fault) => return Err(fault.clone().into()),
        };
        metadata.codecs = arrange(metadata.codecs);
        let chain = Arc::new(Chain::build(&metadata.codecs, "/codecs", first_chunk(&metadata))?);
        Ok(Self { path, key, metadata, document: Arc::new(document), store, chain })
    }

    /// The array at a node as it would be if its document said something else, where the document as it stands may be of no
    /// use.
    ///
    /// # Errors
    /// When the changed document cannot be used. `None` when the node has no document.
    #[must_use]
    pub fn open_changed(
        hierarchy: &Hierarchy,
        node: &Node,
        changes: &[Change],
    ) -> Option<Result<Self, Fault>> {
        let NodeKind::Document(document) = &node.kind else { return None };
        let (path, store) = (hierarchy.display(&node.key), hierarchy.store().clone());
        let document = document.changed(changes).map_err(Fault::from);
        Some(document.and_then(|document| Self::bind(path, node.key.clone(), store, document)))
    }

    /// The array as it would be if its document said something else. Nothing is written.
    ///
    /// # Errors
    /// When the changed document cannot be used.
    pub fn changed(&self, changes: &[Change]) -> Result<Self, Fault> {
        let document = self.document.changed(changes)?;
        Self::bind(self.path.clone(), self.key.clone(), self.store.clone(), document)
    }

    /// The document in force.
    #[must_use]
    pub fn document(&self) -> &NodeDocument {
        &self.document
    }

    /// The chain of the array's chunks; where they have several shapes, that of the first.
    #[must_use]
    pub fn chain(&self) -> &Arc<Chain> {
        &self.chain
    }

    /// A configuration that cannot be used: no chunk can be decoded.
    #[must_use]
    pub fn fault(&self) -> Option<&DocumentError> {
        self.chain.fault()
    }

    /// The chain of one chunk; outside the grid, that of the first chunk.
    ///
    /// # Errors
    /// When a codec cannot be used for a chunk of this shape.
    pub fn chain_at(&self, coords: &[u64]) -> Field<Arc<Chain>> {
        match self.metadata.chunk_representation(coords) {
            Some(decoded) if decoded != *self.chain.decoded() => {
                Chain::build(&self.metadata.codecs, "/codecs", decoded).map(Arc::new)
            }
            _ => Ok(Arc::clone(&self.chain)),
        }
    }

    /// The key of a chunk, relative to the array.
    #[must_use]
    pub fn chunk_key(&self, coords: &[u64]) -> String {
        self.metadata.chunk_key_encoding.key(coords)
    }

    /// The key of a chunk in the store.
    #[must_use]
    pub fn store_key(&self, coords: &[u64]) -> String {
        join(&self.key, &self.chunk_key(coords))
    }

    /// Whether a chunk is stored.
    ///
    /// # Errors
    /// When that cannot be found out.
    pub fn is_stored(&self, coords: &[u64]) -> Result<bool, Fault> {
        Ok(self.store.open(&self.store_key(coords))?.is_some())
    }

    /// Looks whether the document of the array is still there.
    ///
    /// # Errors
    /// When it is gone, or cannot be looked at.
    pub fn check_document(&self) -> Result<(), Fault> {
        let key = join(&self.key, self.document.name);
        match self.store.open(&key)? {
            Some(_) => Ok(()),
            None => Err(StoreError::NotAFile { key, found: "nothing" }.into()),
        }
    }

    /// Opens a chunk that is read whole.
    fn open_whole(
        &self,
        chain: &Chain,
        coords: &[u64],
        options: &DecodeOptions,
    ) -> Result<Option<StoredValue>, Fault> {
        self.open_value(coords, options, |_| Some(chain.most_stored_nbytes(options)))
    }

    /// Opens a chunk as its chain reads it: a shard by ranges, where the store can do so, anything else whole.
    pub(super) fn open_chunk(
        &self,
        chain: &Chain,
        coords: &[u64],
        options: &DecodeOptions,
    ) -> Result<Option<StoredValue>, Fault> {
        let is_whole = |value: &StoredValue| !chain.reads_ranges() || value.is_packed();
        self.open_value(coords, options, |value| is_whole(value).then(|| chain.most_stored_nbytes(options)))
    }

    /// Opens a chunk. `most` says how many bytes it may have that is to be read whole.
    pub(super) fn open_value(
        &self,
        coords: &[u64],
        options: &DecodeOptions,
        most: impl Fn(&StoredValue) -> Option<u64>,
    ) -> Result<Option<StoredValue>, Fault> {
        let Some(value) = self.store.open(&self.store_key(coords))? else { return Ok(None) };
        if let Some(limit) = most(&value).filter(|most| value.nbytes() > *most) {
            let (key, found) = (self.chunk_key(coords), value.nbytes().to_string());
            let expected = format!("at most {limit} bytes, as many as are read of such a chunk");
            return Err(StoreError::OverLimit { key, expected, found }.into());
        }
        Ok(Some(if options.ignore_checksums { value.unchecked() } else { value }))
    }

    /// Decodes one chunk and records every stage; the last outputs are kept, up to `keep` bytes in all.
    ///
    /// # Errors
    /// When the stored bytes cannot be read. A stage that fails is part of the trace.
    pub fn trace(&self, coords: &[u64], options: &DecodeOptions, keep: usize) -> Result<ChunkTrace, Fault> {
        let chain = self.chain_at(coords)?;
        let stored = match self.open_whole(&chain, coords, options)? {
            Some(file) => Some(file.read_all()?.into_owned()),
            None => None,
        };
        let state = stored.as_ref().map_or(State::Missing, |stored| State::Stored(stored.len() as u64));
        let trace = match stored {
            Some(stored) => Trace::record(&chain, stored, options, kept(&chain, keep)),
            None => Trace::missing(&chain),
        };
        let (key, decoded) = (self.chunk_key(coords), chain.decoded().clone());
        let (coords, inner) = (coords.to_vec(), Vec::new());
        Ok(ChunkTrace {
            coords,
            key,
            inner,
            offset: None,
            state,
            decoded,
            trace,
            lead: 0,
            salvage: None,
            shard: None,
            chain,
        })
    }

    /// Decodes one inner chunk of a shard, reading no more than the index and that chunk.
    ///
    /// # Errors
    /// When the stored bytes cannot be read. `None` when the path leads to no inner chunk.
    pub fn trace_inner(
        &self,
        coords: &[u64],
        inner: &[Vec<u64>],
        options: &DecodeOptions,
        keep: usize,
    ) -> Result<Option<ChunkTrace>, Fault> {
        let chain = self.chain_at(coords)?;
        let Some(inner_chain) = inner_chain(&chain, inner) else { return Ok(None) };
        let (trace, offset) = match self.open_chunk(&chain, coords, options)? {
            Some(shard) => match InnerTrace::record(&chain, &shard, inner, options, keep) {
                Some(found) => (found.trace, found.offset),
                None => return Ok(None),
            },
            None => (Trace::missing(inner_chain), None),
        };
        let state = trace.stored.as_ref().map_or(State::Missing, |stored| State::Stored(stored.len() as u64));
        let (key, decoded) = (self.chunk_key(coords), inner_chain.decoded().clone());
        let lead = trace.stages.len().saturating_sub(inner_chain.stages().count());
        let (coords, inner) = (coords.to_vec(), inner.to_vec());
        Ok(Some(ChunkTrace {
            coords,
            key,
            inner,
            offset,
            state,
            decoded,
            trace,
            lead,
            salvage: None,
            shard: None,
            chain,
        }))
    }

    /// Decodes one chunk; `None` when it is missing.
    ///
    /// # Errors
    /// When the bytes cannot be read, or a stage fails.
    pub fn decode(&self, coords: &[u64], options: &DecodeOptions) -> Result<Option<Elements>, Fault> {
        let chain = self.chain_at(coords)?;
        let Some(file) = self.open_chunk(&chain, coords, options)? else { return Ok(None) };
        Ok(Some(chain.decode(&file, options, &mut Silent)?))
    }

    /// The fault of a chunk that is gone and had been there.
    #[must_use]
    pub fn gone(&self, coords: &[u64]) -> Fault {
        StoreError::io(&self.store_key(coords), &ErrorKind::NotFound.into()).into()
    }

    /// Decodes one stored chunk for nothing but to know whether it decodes.
    pub(super) fn check(&self, coords: &[u64], options: &DecodeOptions) -> Checked {
        let mut stored_nbytes = 0;
        let mut check = || -> Result<u64, Fault> {
            let chain = self.chain_at(coords)?;
            let file = self.open_chunk(&chain, coords, options)?.ok_or_else(|| self.gone(coords))?;
            stored_nbytes = file.nbytes();
            Ok(chain.decode(&file, options, &mut Silent)?.visible_bytes().len() as u64)
        };
        Checked { decoded_nbytes: check(), stored_nbytes }
    }

    /// Decodes one chunk; a missing one is all fill value.
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

    /// Decodes a box of one chunk: of a shard, only the inner chunks it touches. `None` when the chunk is missing.
    ///
    /// # Errors
    /// When the bytes cannot be read, or a stage fails.
    pub fn decode_part(
        &self,
        coords: &[u64],
        region: &[Range<u64>],
        options: &DecodeOptions,
    ) -> Result<Option<Elements>, Fault> {
        let chain = self.chain_at(coords)?;
        let Some(file) = self.open_chunk(&chain, coords, options)? else { return Ok(None) };
        Ok(Some(chain.decode_box(&file, region, options, &mut Silent)?))
    }

    /// How many inner chunks of one shard are stored, and how many are missing; `None` when chunks are no shards.
    ///
    /// # Errors
    /// When the shard or its index cannot be read.
    pub fn count_inner(
        &self,
        coords: &[u64],
        options: &DecodeOptions,
    ) -> Result<Option<(usize, usize)>, Fault> {
        let chain = self.chain_at(coords)?;
        if chain.sharding().is_none() {
            return Ok(None);
        }
        let Some(file) = self.open_chunk(&chain, coords, options)? else { return Ok(None) };
        Ok(Some(chain.count_inner(&file, options)?))
    }

    /// The store the array is in.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.store
    }
}

impl ChunkTrace {
    /// The chain that decodes what is stored of the chunk, or of the inner chunk.
    #[must_use]
    pub fn chain(&self) -> &Chain {
        inner_chain(&self.chain, &self.inner).unwrap_or(&self.chain)
    }

    /// Finds out about the inside of the chunk, if it is a shard with an index that can be read, and what is readable of it
    /// where a stage failed.
    pub fn look_inside(&mut self, options: &DecodeOptions) {
        let Some(stored) = &self.trace.stored else { return };
        let map = ShardMap::read(self.chain(), &Slice(stored), &[], options);
        self.shard = map.and_then(Result::ok).map(Arc::new);
        self.salvage = self.chain().salvage(&self.trace, options).map(Arc::new);
    }

    /// The stages from the stored bytes to the elements.
    #[must_use]
    pub fn stages(&self) -> &[StageTrace] {
        self.trace.stages.get(self.lead..).unwrap_or_default()
    }

    /// The decoded elements; for a missing chunk the fill value, unless there are more than `limit` bytes of it.
    #[must_use]
    pub fn elements(&self, limit: u64) -> Option<Elements> {
        if self.state != State::Missing {
            return self.trace.result().cloned();
        }
        let nbytes = self.decoded.nbytes().filter(|nbytes| *nbytes <= limit)?;
        let size = usize::try_from(nbytes).ok()? / self.decoded.data_type.nbytes().max(1);
        self.decoded.fill_value.as_ref().map(|fill| Elements::filled(&self.decoded.data_type, fill, size))
    }
}

fn no_array(document: &NodeDocument) -> DocumentError {
    DocumentError {
        document: document.name,
        pointer: "/node_type".to_owned(),
        expected: "\"array\"".to_owned(),
        found: "\"group\"".to_owned(),
    }
}

/// What the first chunk decodes to; where there is no chunk, what one would decode to.
fn first_chunk(metadata: &ArrayMetadata) -> ArrayRepresentation {
    let rank = metadata.shape.len();
    metadata.chunk_representation(&vec![0; rank]).unwrap_or_else(|| ArrayRepresentation {
        shape: metadata.chunk_grid.common_shape().unwrap_or_else(|| vec![1; rank]),
        data_type: metadata.data_type.clone(),
        fill_value: Some(metadata.fill_value.clone()),
    })
}

/// How many bytes of a trace are kept: what some stages of a chunk give, at most `keep` bytes.
fn kept(chain: &Chain, keep: usize) -> usize {
    const STAGES: u64 = 16;
    const LEAST: u64 = 16 << 20;
    let decoded = chain.decoded();
    match decoded.nbytes().filter(|_| !decoded.data_type.is_variable()) {
        None => keep,
        Some(nbytes) => {
            let most = nbytes.saturating_mul(STAGES).saturating_add(LEAST);
            usize::try_from(most).map_or(keep, |most| most.min(keep))
        }
    }
}
