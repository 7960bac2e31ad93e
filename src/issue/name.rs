//! The path of a node as strangers may see it: from the name of its store on.

use std::path::{Component, Path, PathBuf};

use crate::hierarchy::has_document;
use crate::store::FileOf;

const NAMELESS: &str = "store";

pub(super) fn public(file: &FileOf) -> FileOf {
    let full = full(&file.path);
    let root = if file.member.is_some() { full.as_path() } else { root(&full) };
    let rest = full.strip_prefix(root).unwrap_or(Path::new(""));
    let name = root.file_name().map_or_else(|| Path::new(NAMELESS), Path::new);
    let path = if rest.as_os_str().is_empty() { name.to_owned() } else { name.join(rest) };
    FileOf { path, ..file.clone() }
}

/// Links keep their names, unless `..` goes back through them.
fn full(path: &Path) -> PathBuf {
    let goes_back = path.components().any(|part| part == Component::ParentDir);
    let found = if goes_back { path.canonicalize() } else { std::path::absolute(path) };
    found.unwrap_or_else(|_| path.to_owned())
}

/// The outermost directory that is a node, as are all between.
fn root(node: &Path) -> &Path {
    node.ancestors().skip(1).take_while(|above| has_document(above)).last().unwrap_or(node)
}

pub(super) fn text(file: &FileOf) -> String {
    let path = file.path.to_string_lossy();
    match file.member.as_deref() {
        None | Some("") => path.into_owned(),
        Some(member) => format!("{path}/{member}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::FileKind;

    #[test]
    fn nothing_is_left_of_what_leads_to_the_store() {
        let directory = tempfile::tempdir().unwrap();
        let array = directory.path().join("secret/a.zarr/g/t");
        std::fs::create_dir_all(&array).unwrap();
        for node in [".", "..", "../.."] {
            std::fs::write(array.join(node).join("zarr.json"), "{}").unwrap();
        }
        let of = |path: PathBuf| text(&public(&FileOf::whole(path)));
        assert_eq!(of(array.clone()), "a.zarr/g/t");
        assert_eq!(of(array.join("../../g")), "a.zarr/g");
        assert_eq!(of(array.join("../..")), "a.zarr");
        let member = Some("g/t".to_owned());
        assert_eq!(
            text(&public(&FileOf { path: "/home/me/b.zip".into(), member, kind: FileKind::Archive })),
            "b.zip/g/t"
        );
        assert_eq!(text(&public(&FileOf::whole("/".into()))), NAMELESS);
    }
}
