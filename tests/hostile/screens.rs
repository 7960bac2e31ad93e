//! The explorer on stores that are made to do harm: it shows what is wrong and stays upright.
#![cfg(unix)]
// The stores are shared with the tests of commands, which use more of them.
#![allow(clippy::unwrap_used, clippy::panic, dead_code)]

#[path = "../fixtures/document.rs"]
mod document;
#[path = "../fixtures/explorer.rs"]
mod explorer;
#[path = "../fixtures/plain.rs"]
mod plain;
#[path = "../fixtures/repository.rs"]
mod repository;

mod bombs;
mod chunks;
mod documents;
mod documents_v2;
mod files;
mod sizes;
mod slow;
mod store;

use std::fmt::Write;

use zarrscope::explorer::Action;
use zarrscope::hierarchy::Hierarchy;

use crate::explorer::Explorer;
use crate::plain::controlling;
use crate::store::Hostile;

const SIZES: &[(u16, u16)] = &[(140, 40), (80, 24), (40, 12), (20, 5), (1, 1)];

/// The keys: into the node, its report and back, into the chunk, and through everything that is shown there; then all of it is
/// verified, and the first faults are gone to.
const KEYS: &str = "ljji\u{1b}\n\nxd\u{1b}z?\u{1b}\u{1b}VfFi\u{1b}f";

/// Opens every store, and draws it at every size after each key.
fn draw(stores: &[Hostile]) {
    let mut wrong = String::new();
    for hostile in stores {
        let directory = tempfile::tempdir().unwrap();
        let store = hostile.make_in(directory.path());
        for path in [store.clone(), store.join(&hostile.node)] {
            let mut explorer = Explorer::open(Hierarchy::open(&path).unwrap(), SIZES[0]);
            for key in KEYS.chars() {
                explorer.keys(&key.to_string());
                if let Some(c) = drawn(&mut explorer) {
                    writeln!(wrong, "{}: {c:?} on the screen after {key:?}", hostile.name).unwrap();
                }
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// Draws at every size; gives a character that must not be on a screen.
fn drawn(explorer: &mut Explorer) -> Option<char> {
    let mut found = None;
    for (width, height) in SIZES.iter().rev() {
        explorer.act(Action::Resize(*width, *height));
        let buffer = explorer.buffer();
        found = found.or(buffer.content().iter().find_map(|cell| {
            let symbol = cell.symbol();
            controlling(symbol).or(symbol.chars().find(|c| *c == '\n'))
        }));
    }
    found
}

#[test]
fn the_explorer_shows_hostile_documents_and_stays_upright() {
    draw(&documents::all());
}

#[test]
fn the_explorer_shows_hostile_documents_of_version_2_and_stays_upright() {
    draw(&documents_v2::all());
}

#[test]
fn the_explorer_shows_hostile_chunks_and_stays_upright() {
    draw(&chunks::all());
}

#[test]
fn the_explorer_shows_bombs_and_stays_upright() {
    draw(&bombs::all());
}

#[test]
fn the_explorer_shows_what_stands_in_the_place_of_files_and_stays_upright() {
    draw(&files::all());
}

#[test]
fn the_explorer_shows_sizes_beyond_all_numbers_and_stays_upright() {
    draw(&sizes::all());
}

#[test]
fn the_explorer_shows_small_stores_that_ask_for_much_work_and_stays_upright() {
    draw(&slow::all());
}
