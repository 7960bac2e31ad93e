//! Decodes one chunk and shows every stage: from the stored bytes to the elements.
//!
//! ```text
//! cargo run --example trace_chunk --no-default-features
//! ```

use zarrscope::{Array, DecodeOptions, Error, Hierarchy, Outcome};

fn main() -> Result<(), Error> {
    let hierarchy = Hierarchy::open("sample-data/broken.zarr")?;
    let array = Array::open(&hierarchy, "truncated_gzip")?;

    let chunk = array.trace([0, 1], &DecodeOptions::default())?;
    println!("{}: {:?}", chunk.key, chunk.state);
    for stage in chunk.stages() {
        let outcome = match &stage.outcome {
            Outcome::Decoded(nbytes, _) => format!("{nbytes} bytes"),
            Outcome::Failed(error) => format!("failed: {error}"),
            Outcome::NotReached => "not reached".to_owned(),
        };
        println!("{:<12} {outcome}", stage.info.codec.name);
    }
    Ok(())
}
