//! A repository of Icechunk of which one file has any bytes.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use walkdir::WalkDir;
use zarrscope::hierarchy::Hierarchy;

use super::{check::check_message, stores};

/// The files of two small repositories, of both versions, in the same order in every run.
pub static FILES: LazyLock<Vec<(PathBuf, Vec<u8>)>> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/icechunk");
    let root = if root.exists() { root } else { Path::new("../tests/icechunk").to_owned() };
    let mut files = Vec::new();
    for name in ["plain1.icechunk", "plain2.icechunk"] {
        for entry in WalkDir::new(root.join(name)).sort_by_file_name().into_iter().map(Result::unwrap) {
            if entry.file_type().is_file() {
                let path = entry.path().strip_prefix(&root).unwrap().to_owned();
                files.push((path, fs::read(entry.path()).unwrap()));
            }
        }
    }
    files
});

/// The number of a file, and the bytes that it has.
pub fn repository(data: &[u8]) {
    let Some((number, bytes)) = data.split_first() else { return };
    let (changed, _) = &FILES[usize::from(*number) % FILES.len()];
    let name = changed.components().next().unwrap();
    let directory = tempfile::tempdir().unwrap();
    for (path, own) in FILES.iter().filter(|(path, _)| path.components().next() == Some(name)) {
        let file = directory.path().join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, if path == changed { bytes } else { own }).unwrap();
    }
    let root = directory.path().join(name);
    for path in [root.clone(), root.join("branch.main")] {
        match Hierarchy::open(&path) {
            Ok(hierarchy) => stores::look(&hierarchy),
            Err(error) => check_message(&error.to_string()),
        }
    }
}
