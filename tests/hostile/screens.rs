//! What holds for the explorer on every store.

use std::fmt::Write;

use zarrscope::app::Action;
use zarrscope::hierarchy::Hierarchy;

use crate::explorer::Explorer;
use crate::run::controlling;
use crate::store::Hostile;

const SIZES: &[(u16, u16)] = &[(140, 40), (80, 24), (40, 12), (20, 5), (1, 1)];

/// The keys: into the node, its report and back, into the chunk, and through everything that is shown there.
const KEYS: &str = "ljji\u{1b}\n\nxd\u{1b}z?\u{1b}\u{1b}";

/// Opens every store, and draws it at every size after each key.
pub fn draw(stores: &[Hostile]) {
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
