//! A hostile store: how it is made, and what every command has to say of it.

use std::fs;
use std::path::{Path, PathBuf};

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
        fs::write(store.join("zarr.json"), r#"{"zarr_format": 3, "node_type": "group"}"#).unwrap();
        let node = store.join(&self.node);
        fs::create_dir(&node).unwrap();
        (self.make)(&node);
        store
    }
}

/// A document of an array, member by member, so that any text can stand where a value should.
#[derive(Clone)]
pub struct Document(Vec<(&'static str, String)>);

impl Document {
    /// An array of eight `uint8` in one chunk.
    pub fn v3() -> Self {
        Self::of(&[
            ("zarr_format", "3"),
            ("node_type", r#""array""#),
            ("shape", "[8]"),
            ("data_type", r#""uint8""#),
            ("chunk_grid", r#"{"name": "regular", "configuration": {"chunk_shape": [8]}}"#),
            ("chunk_key_encoding", r#"{"name": "default"}"#),
            ("fill_value", "0"),
            ("codecs", r#"[{"name": "bytes"}]"#),
        ])
    }

    /// The same in format 2.
    pub fn v2() -> Self {
        Self::of(&[
            ("zarr_format", "2"),
            ("shape", "[8]"),
            ("chunks", "[8]"),
            ("dtype", r#""|u1""#),
            ("compressor", "null"),
            ("fill_value", "0"),
            ("order", r#""C""#),
            ("filters", "null"),
        ])
    }

    fn of(members: &[(&'static str, &str)]) -> Self {
        Self(members.iter().map(|(name, value)| (*name, (*value).to_owned())).collect())
    }

    /// With another value, or a member more.
    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        match self.0.iter_mut().find(|(present, _)| *present == name) {
            Some((_, present)) => *present = value.into(),
            None => self.0.push((name, value.into())),
        }
        self
    }

    pub fn text(&self) -> String {
        let members: Vec<String> =
            self.0.iter().map(|(name, value)| format!("  \"{name}\": {value}")).collect();
        format!("{{\n{}\n}}\n", members.join(",\n"))
    }

    /// Writes it, and the bytes of the first chunk.
    pub fn write(&self, node: &Path, chunk: &[u8]) {
        if self.0.iter().any(|(_, value)| value == "2") {
            fs::write(node.join(".zarray"), self.text()).unwrap();
            fs::write(node.join("0"), chunk).unwrap();
        } else {
            fs::write(node.join("zarr.json"), self.text()).unwrap();
            fs::create_dir(node.join("c")).unwrap();
            fs::write(node.join("c/0"), chunk).unwrap();
        }
    }
}
