//! A hostile store: how it is made, and how every command has to report it.

use std::fs;
use std::path::{Path, PathBuf};

use crate::document::Document;

/// What a row of the table says.
pub struct Hostile {
    pub name: String,
    /// The name of the node in the store.
    pub node: PathBuf,
    /// Makes the node in this directory, which is there.
    pub make: Box<dyn Fn(&Path)>,
    /// The exit status of `info`, `tree`, `chunks`, `trace`, `decode`, `verify` and `doctor`: a digit each. An eighth is
    /// for `decode --format raw`, where that ends in another way. A command with a dash is not run.
    pub status: &'static str,
    /// The chunk that is traced.
    pub chunk: &'static str,
    /// The stage that has to be named; empty where nothing is at fault.
    pub stage: &'static str,
    /// Where in the document the fault is.
    pub pointer: Option<&'static str>,
}

/// Nothing is at fault.
pub const SOUND: &str = "0000000";
/// The document cannot be used.
pub const DOCUMENT: &str = "1111111";
/// A chunk cannot be decoded.
pub const CHUNK: &str = "0001111";

impl Hostile {
    pub fn new(
        name: &str,
        status: &'static str,
        stage: &'static str,
        make: impl Fn(&Path) + 'static,
    ) -> Self {
        let (name, node, make) = (name.to_owned(), PathBuf::from("a"), Box::new(make));
        Self { name, node, make, status, chunk: "0", stage, pointer: None }
    }

    pub fn at(mut self, pointer: &'static str) -> Self {
        self.pointer = Some(pointer);
        self
    }

    pub fn node(mut self, node: impl Into<PathBuf>) -> Self {
        self.node = node.into();
        self
    }

    /// Makes the store in this directory; gives its path.
    pub fn make_in(&self, directory: &Path) -> PathBuf {
        let store = directory.join("t.zarr");
        fs::create_dir(&store).unwrap();
        fs::write(store.join("zarr.json"), Document::group().text()).unwrap();
        let node = store.join(&self.node);
        fs::create_dir(&node).unwrap();
        (self.make)(&node);
        store
    }
}
