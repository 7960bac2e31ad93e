//! Reads a region of an array, and computes the mean of its values.
//!
//! ```text
//! cargo run --example read_region --no-default-features
//! ```

use zarrscope::{Array, DecodeOptions, Error, Hierarchy};

fn main() -> Result<(), Error> {
    let hierarchy = Hierarchy::open("sample-data/climate.zarr")?;
    let array = Array::open(&hierarchy, "temperature")?;
    println!("{}: {} of shape {:?}", array.path, array.metadata.data_type, array.metadata.shape);

    // The first two indices of each dimension.
    let region: Vec<_> = array.metadata.shape.iter().map(|size| 0..2.min(*size)).collect();
    let values = array.read_region(&region, &DecodeOptions::default())?.to_ndarray::<f32>()?;
    println!("{values}");
    if let Some(mean) = values.mean() {
        println!("mean: {mean}");
    }
    Ok(())
}
