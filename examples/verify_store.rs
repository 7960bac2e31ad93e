//! Decodes every chunk of a store and prints what is wrong. The exit status is 1 where something is.
//!
//! ```text
//! cargo run --example verify_store --no-default-features -- sample-data/broken.zarr
//! ```

use std::path::PathBuf;
use std::process::ExitCode;

use zarrscope::report::Counts;
use zarrscope::{DecodeOptions, Error, Hierarchy, verify};

fn main() -> Result<ExitCode, Error> {
    let path = std::env::args_os().nth(1).map_or_else(|| PathBuf::from("sample-data"), PathBuf::from);
    let hierarchy = Hierarchy::open(&path)?;

    let (mut total, mut faults) = (Counts::default(), 0);
    // What is found arrives as it is found; `true` goes on.
    verify(&hierarchy, "", &DecodeOptions::default(), &mut |counts, found| {
        total = counts;
        faults += found.faults.len();
        for found in found.faults {
            println!("{} {}: {}", found.array, found.key, found.fault);
        }
        true
    });
    println!("{} arrays, {} stored chunks, {faults} faults", total.arrays, total.stored);
    Ok(if faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
