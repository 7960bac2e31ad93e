//! The direction of the layers: a module uses lower ones only, never its neighbour, never a higher one.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::PathBuf;

use crate::repository::repository;

/// The modules of each layer, lowest first.
const LAYERS: &[&[&str]] = &[
    &["limits"],
    &["metadata", "store"],
    &["codec", "hierarchy"],
    &["pipeline"],
    &["doctor", "tell"],
    &["app"],
    &["ui", "worker", "cli"],
];

/// The layers that know no terminal.
const WITHOUT_TERMINAL: usize = 6;

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|modules| modules.contains(&module))
}

/// Every source file of a module, with its text.
fn sources(module: &str) -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    let mut directories = vec![repository("src").join(module)];
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                directories.push(path);
            } else {
                let text = fs::read_to_string(&path).unwrap();
                files.push((path, text));
            }
        }
    }
    files
}

/// The modules that a file names in `crate::…` paths.
fn used(text: &str) -> impl Iterator<Item = &str> {
    text.split("crate::")
        .skip(1)
        .map(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or(""))
}

#[test]
fn every_path_points_down() {
    let mut wrong = Vec::new();
    for (level, modules) in LAYERS.iter().enumerate() {
        for module in *modules {
            for (path, text) in sources(module) {
                let bad = used(&text)
                    .filter(|other| other != module && layer(other).is_none_or(|other| other >= level));
                wrong.extend(bad.map(|other| format!("{} uses {other}", path.display())));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn no_layer_below_the_drawing_names_a_terminal_library() {
    let mut wrong = Vec::new();
    for module in LAYERS.iter().take(WITHOUT_TERMINAL).copied().flatten() {
        for (path, text) in sources(module) {
            if ["ratatui", "crossterm"].iter().any(|name| text.contains(name)) {
                wrong.push(path);
            }
        }
    }
    assert_eq!(wrong, Vec::<PathBuf>::new());
}

#[test]
fn every_module_has_a_layer() {
    let modules = fs::read_dir(repository("src")).unwrap();
    let directories = modules.map(|entry| entry.unwrap()).filter(|entry| entry.path().is_dir());
    let names: Vec<String> = directories.map(|entry| entry.file_name().into_string().unwrap()).collect();
    assert!(names.iter().all(|name| layer(name).is_some()), "{names:?}");
}
