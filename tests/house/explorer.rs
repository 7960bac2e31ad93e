//! The inside of the explorer: one folder for each thing on the screen. Only `draw` files name the terminal library, only `work` files
//! read, wait or look at a clock, and one feature hardly knows another.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::path::Path;

use crate::layers::{sources, uses};
use crate::repository::repository;

/// Folders that every feature may use; all others are features.
const SHARED: &[&str] = &["core", "draw", "geometry", "keys", "overlay", "prompt"];

/// What reads or writes, waits, or looks at a clock.
const INPUT_AND_OUTPUT: &[&str] =
    &["std::fs", "std::io", "std::net", "std::process", "std::thread", "Instant", "SystemTime", ".store()"];

/// Threads, and what they share.
const THREADS: &[&str] = &["core/lane.rs", "core/kept.rs"];

/// Whether a file of the explorer draws: its name begins with `draw`, or its folder does.
fn draws(file: &Path) -> bool {
    file.starts_with("draw") || file.file_name().unwrap().to_str().unwrap().starts_with("draw")
}

/// Whether a file of the explorer works on a thread.
fn works(file: &Path) -> bool {
    file.ends_with("work.rs") || THREADS.iter().any(|own| file == Path::new(own))
}

/// The files of the explorer that name something in their code.
fn named(names: &[&str], is_allowed: impl Fn(&Path) -> bool) -> Vec<String> {
    let root = repository("src/explorer");
    let mut wrong = Vec::new();
    for (path, text) in sources("explorer") {
        let file = path.strip_prefix(&root).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap();
        for name in names {
            if !is_allowed(file) && code.contains(name) {
                wrong.push(format!("{} names {name}", file.display()));
            }
        }
    }
    wrong
}

#[test]
fn only_drawing_names_a_terminal_library() {
    assert_eq!(named(&["ratatui", "crossterm"], draws), Vec::<String>::new());
}

#[test]
fn only_work_reads_waits_or_looks_at_a_clock() {
    // The screen itself is input and output, and `draw` has it.
    let is_allowed = |file: &Path| works(file) || file.starts_with("draw");
    assert_eq!(named(INPUT_AND_OUTPUT, is_allowed), Vec::<String>::new());
    let used = named(INPUT_AND_OUTPUT, |_| false);
    let idle: Vec<_> = THREADS
        .iter()
        .filter(|own| !used.iter().any(|used| used.starts_with(&format!("{own} names"))))
        .collect();
    assert!(idle.is_empty(), "no longer needed: {idle:?}");
}

#[test]
fn no_input_or_output_in_tell() {
    let mut wrong = Vec::new();
    for (path, text) in sources("tell") {
        let code = text.split("#[cfg(test)]").next().unwrap();
        // A file of tests reads what it is about.
        for name in INPUT_AND_OUTPUT {
            if !path.ends_with("tests.rs") && code.contains(name) {
                wrong.push(format!("{} names {name}", path.display()));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

/// The feature that a module of the explorer belongs to; `None` for what all share, and outside of the explorer.
fn feature(module: &str) -> Option<&str> {
    let folder = module.strip_prefix("explorer/")?.split('/').next()?;
    (!SHARED.contains(&folder)).then_some(folder)
}

#[test]
fn features_hardly_know_each_other() {
    let mut found = BTreeSet::new();
    for (module, used) in uses() {
        let Some(own) = feature(&module) else { continue };
        for other in &used {
            if feature(other).is_some_and(|other| other != own) {
                found.insert(format!(
                    "{} uses {}",
                    &module["explorer/".len()..],
                    &other["explorer/".len()..]
                ));
            }
        }
    }
    let known = std::fs::read_to_string(repository("tests/house/between_features.txt")).unwrap();
    let known: BTreeSet<String> = known.lines().map(str::to_owned).collect();
    let new: Vec<_> = found.difference(&known).collect();
    let gone: Vec<_> = known.difference(&found).collect();
    assert!(new.is_empty(), "a feature uses another one: {new:#?}");
    assert!(gone.is_empty(), "take these out of tests/house/between_features.txt: {gone:#?}");
}
