//! The explorer: keys in, screens out; and rules that hold whatever is pressed and whatever happens to the store.

#[path = "../fixtures/array.rs"]
mod array;
#[path = "../fixtures/document.rs"]
mod document;
#[path = "../fixtures/explorer.rs"]
mod explorer;
#[path = "../fixtures/labelled.rs"]
mod labelled;
#[path = "../fixtures/plain.rs"]
mod plain;
#[path = "../fixtures/program.rs"]
mod program;
#[path = "../fixtures/repository.rs"]
mod repository;
#[path = "../fixtures/store.rs"]
mod store;

mod cards;
mod compare;
mod configured;
mod copy;
mod debugger;
mod faults;
mod finder;
mod fire;
mod following;
mod frame;
mod grid_modes;
mod group;
mod hex;
#[cfg(feature = "icechunk")]
mod icechunk;
mod image;
mod lab;
mod labels_over;
mod learn;
mod lost;
mod manners;
mod physical;
mod picture;
mod plate;
mod presenting;
mod prompt;
mod readme;
mod references;
mod reporting;
mod room;
mod saving;
mod screen;
mod site;
mod strange_keys;
mod survey;
mod vanish;
mod visited;
mod window;
mod writing;

impl store::Store {
    /// An explorer on it; the screen shows it without the path that it has on this machine.
    fn explorer(&self, size: (u16, u16)) -> explorer::Explorer {
        let mut hierarchy = self.hierarchy();
        hierarchy.name.clone_from(&self.name);
        explorer::Explorer::open(hierarchy, size)
    }
}
