//! The explorer on large stores: its start, its answers to keys, and what it costs while nothing happens.
//!
//! The stores are made once, in the system's temporary directory, and used again by later runs. The program is the release
//! binary: that of this repository, or the one that `ZARRSCOPE` names.

mod data;
mod response;
mod terminal;

use std::path::PathBuf;

pub fn run() {
    let stores = data::Stores::make();
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/release/zarrscope");
    let binary = std::env::var_os("ZARRSCOPE").map_or_else(|| default.into(), PathBuf::from);
    if binary.is_file() {
        terminal::run(&binary, &stores);
    } else {
        println!("no program at {}: cargo build --release makes it", binary.display());
    }
    response::run(&stores);
}
