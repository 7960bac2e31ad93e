//! Stores to fire at: one that means harm, and one whose parts disappear and come back meanwhile.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use super::dice::Dice;

/// Names that try to control a terminal or a shell, or to deceive a reader.
const NAMES: &[&[u8]] = &[
    b"\x1b[2J\x1b]0;owned\x07",
    b"two\nlines\ttab",
    "\u{202e}gnp.exe\u{2066}".as_bytes(),
    "\u{9b}31m\u{200b}\u{feff}".as_bytes(),
    "e\u{301}\u{301}\u{301} 温度 👩\u{200d}👩".as_bytes(),
    b"$(touch owned)`id`;'\"",
    b"-rf",
    b"\xff\xfe",
];

/// A text that tries the same, as JSON writes it.
const TEXT: &str = r#""\u001b[2J\u001b]52;c;b3duZWQ=\u0007\u202e\u2066\u009b\n\r\t\u2028""#;

/// A group of arrays with hostile names, and hostile texts in every place of a document.
pub fn hostile(directory: &Path) -> PathBuf {
    let store = directory.join("hostile.zarr");
    fs::create_dir(&store).unwrap();
    let group = format!(r#"{{"zarr_format": 3, "node_type": "group", "attributes": {{{TEXT}: {TEXT}}}}}"#);
    fs::write(store.join("zarr.json"), group).unwrap();
    for (number, name) in NAMES.iter().enumerate() {
        let node = store.join(OsStr::from_bytes(name));
        match number % 3 {
            0 => strings(&node, r#"[{"name": "vlen-utf8"}]"#),
            1 => strings(&node, &format!(r#"[{{"name": "vlen-utf8"}}, {{"name": {TEXT}}}]"#)),
            _ => fs::write(&node, name).unwrap(),
        }
    }
    symlink(".", store.join("loop")).unwrap();
    symlink("nowhere", store.join("dangling")).unwrap();
    fs::create_dir_all(store.join("document/zarr.json")).unwrap();
    fs::create_dir(store.join("cut")).unwrap();
    fs::write(store.join("cut/zarr.json"), &TEXT[..20]).unwrap();
    store
}

/// An array of five hostile texts in two chunks. The second chunk is cut.
fn strings(node: &Path, codecs: &str) {
    let text = "\u{1b}[2J\u{202e}\n\u{9b}".as_bytes();
    let length = u32::try_from(text.len()).unwrap().to_le_bytes();
    let mut chunk = 3_u32.to_le_bytes().to_vec();
    (0..3).for_each(|_| chunk.extend([length.as_slice(), text].concat()));
    fs::create_dir_all(node.join("c")).unwrap();
    fs::write(node.join("c/0"), &chunk).unwrap();
    fs::write(node.join("c/1"), &chunk[..30]).unwrap();
    let document = format!(
        r#"{{"zarr_format": 3, "node_type": "array", "shape": [5], "data_type": "string",
        "chunk_grid": {{"name": "regular", "configuration": {{"chunk_shape": [3]}}}},
        "chunk_key_encoding": {{"name": "default"}}, "fill_value": {TEXT}, "codecs": {codecs},
        "dimension_names": [{TEXT}], "attributes": {{{TEXT}: [{TEXT}]}}, {TEXT}: {{"must_understand": false}}}}"#
    );
    fs::write(node.join("zarr.json"), document).unwrap();
}

/// Another program that moves parts of a store away, puts other things in their place, and brings them back.
pub struct Vandal {
    places: Vec<PathBuf>,
    aside: PathBuf,
    taken: Vec<PathBuf>,
}

impl Vandal {
    /// Begins with a store; parts that are moved away are kept in another directory.
    pub fn new(store: &Path, aside: PathBuf) -> Self {
        fs::create_dir(&aside).unwrap();
        let mut places = vec![store.to_owned()];
        let mut at = 0;
        while let Some(place) = places.get(at).filter(|_| places.len() < 200).cloned() {
            let below = fs::read_dir(place).into_iter().flatten();
            let mut below: Vec<PathBuf> = below.map(|entry| entry.unwrap().path()).collect();
            below.sort();
            places.extend(below);
            at += 1;
        }
        Self { places, aside, taken: Vec::new() }
    }

    /// Moves something away, or brings back the last thing.
    pub fn act(&mut self, dice: &mut Dice) {
        if self.taken.len() > dice.roll(4) {
            return self.mend();
        }
        let place = dice.pick(&self.places).clone();
        let kept = self.aside.join(self.taken.len().to_string());
        if fs::rename(&place, kept).is_err() {
            return; // it is gone already, with what it lay in
        }
        match dice.roll(4) {
            0 => fs::create_dir(&place).unwrap(),
            1 => fs::write(&place, b"something else").unwrap(),
            2 => symlink(&place, &place).unwrap(),
            _ => {}
        }
        self.taken.push(place);
    }

    /// Brings back the last thing that was moved away.
    pub fn mend(&mut self) {
        let Some(place) = self.taken.pop() else { return };
        let _ = fs::remove_file(&place).or_else(|_| fs::remove_dir(&place));
        fs::rename(self.aside.join(self.taken.len().to_string()), place).unwrap();
    }

    /// Brings back everything.
    pub fn mend_all(&mut self) {
        while !self.taken.is_empty() {
            self.mend();
        }
    }
}
