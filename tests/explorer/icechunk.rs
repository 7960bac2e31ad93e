//! A repository of Icechunk, as the explorer shows it: its history at the root, and where a chunk is.
#![allow(clippy::unwrap_used)]

use insta::assert_snapshot;
use zarrscope::hierarchy::Hierarchy;

use crate::explorer::Explorer;
use crate::repository::repository;

const SIZES: [((u16, u16), &str); 3] = [((140, 40), "wide"), ((80, 24), "medium"), ((40, 12), "narrow")];

fn open(name: &str, size: (u16, u16)) -> Explorer {
    let mut hierarchy = Hierarchy::open(&repository("tests/icechunk").join(name)).unwrap();
    name.clone_into(&mut hierarchy.name);
    Explorer::open(hierarchy, size)
}

#[test]
fn the_root_has_the_history() {
    for (size, name) in SIZES {
        let mut explorer = open("history2.icechunk", size);
        explorer.keys("i");
        assert_snapshot!(format!("icechunk_history_{name}"), explorer.screen());
    }
}

#[test]
fn the_line_of_a_chunk_names_its_file() {
    for (size, name) in SIZES {
        let mut explorer = open("plain2.icechunk", size);
        explorer.find("native");
        explorer.keys(":c 0,1\n");
        assert_snapshot!(format!("icechunk_native_{name}"), explorer.screen());
    }
}
