//! Decoding every stored chunk of every array below a node.

use super::{Array, Fault, Survey, node_faults};
use crate::codec::DecodeOptions;
use crate::hierarchy::{Hierarchy, Node};
use crate::store::relative;

/// What verifying has found so far.
#[derive(Debug, Clone)]
pub struct Verification {
    /// Arrays, usable or not.
    pub arrays: u64,
    /// Stored chunks.
    pub stored: u64,
    /// Missing chunks; `None` beyond 2^128.
    pub missing: Option<u128>,
    /// Chunks that decode.
    pub decoded: u64,
    /// Chunks that do not.
    pub faulty: u64,
    /// Bytes of the chunks looked at.
    pub stored_nbytes: u64,
    /// Bytes of the chunks decoded.
    pub decoded_nbytes: u64,
    /// Everything that is wrong.
    pub faults: Vec<Found>,
}

/// One fault, and where it is.
#[derive(Debug, Clone)]
pub struct Found {
    /// The path of the node as the user would write it.
    pub array: String,
    /// The key of the chunk or document, relative to the node.
    pub key: String,
    /// The chunk, if it is one.
    pub chunk: Option<Vec<u64>>,
    /// What is wrong.
    pub fault: Fault,
}

impl Verification {
    /// Verifies a node and everything below it. `progress` is called after every chunk.
    pub fn run(
        hierarchy: &Hierarchy,
        key: &str,
        options: &DecodeOptions,
        progress: &mut dyn FnMut(&Verification),
    ) -> Self {
        let mut verification = Self {
            arrays: 0,
            stored: 0,
            missing: Some(0),
            decoded: 0,
            faulty: 0,
            stored_nbytes: 0,
            decoded_nbytes: 0,
            faults: Vec::new(),
        };
        verification.node(hierarchy, &hierarchy.describe(key), options, progress);
        verification
    }

    fn node(
        &mut self,
        hierarchy: &Hierarchy,
        node: &Node,
        options: &DecodeOptions,
        progress: &mut dyn FnMut(&Verification),
    ) {
        let path = hierarchy.display(&node.key);
        for fault in node_faults(hierarchy, node) {
            self.found(&path, fault.document, None, Fault::Metadata(fault));
        }
        if node.is_array() {
            self.arrays += 1;
        }
        // The chunks of an array that cannot be used are not counted: nothing can be said of them.
        if let Some(Ok(array)) = Array::open(hierarchy, node)
            && array.fault().is_none()
        {
            self.array(&array, options, progress);
        }
        if !node.may_have_children() {
            return;
        }
        match hierarchy.children(&node.key) {
            Ok(children) => {
                for child in children {
                    self.node(hierarchy, &hierarchy.describe_child(&child), options, progress);
                }
            }
            Err(error) => self.found(&path, "", None, error.into()),
        }
    }

    fn array(&mut self, array: &Array, options: &DecodeOptions, progress: &mut dyn FnMut(&Verification)) {
        let (grid, encoding) = (&array.metadata.chunk_grid, array.metadata.chunk_key_encoding);
        let Some(survey) = Survey::take(array.store(), &array.key, grid, encoding, |_| true) else { return };
        for error in &survey.unreadable {
            self.found(&array.path, relative(error.key(), &array.key), None, error.clone().into());
        }
        let present: Vec<&[u64]> = survey.blocked().chain(survey.iter().map(|(coords, _)| coords)).collect();
        self.stored += present.len() as u64;
        self.missing = self.missing.zip(survey.missing()).and_then(|(before, more)| before.checked_add(more));
        self.stored_nbytes += survey.total_nbytes();
        for coords in present {
            match array.decode(coords, options) {
                Ok(elements) => {
                    self.decoded += 1;
                    self.decoded_nbytes +=
                        elements.map_or(0, |elements| elements.visible_bytes().len() as u64);
                }
                Err(fault) => {
                    self.faulty += 1;
                    self.found(&array.path, &array.chunk_key(coords), Some(coords.to_vec()), fault);
                }
            }
            progress(self);
        }
    }

    fn found(&mut self, array: &str, key: &str, chunk: Option<Vec<u64>>, fault: Fault) {
        self.faults.push(Found { array: array.to_owned(), key: key.to_owned(), chunk, fault });
    }
}
