//! The crate `zarrs` as a program: `zarrs-peer write PATH`, `zarrs-peer read PATH`, `zarrs-peer chunks PATH`.
//!
//! It writes the arrays that both programs read, and reads them with as many threads as there are cores.

use std::error::Error;
use std::sync::Arc;

use rayon::iter::{IntoParallelIterator, ParallelBridge, ParallelIterator};
use zarrs::array::{Array, ArrayBytes};
use zarrs::filesystem::FilesystemStore;

type Stored = Array<FilesystemStore>;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [task, path] = arguments.as_slice() else { return Err("expected a task and a path".into()) };
    let array = Array::open(Arc::new(FilesystemStore::new(path)?), "/")?;
    match task.as_str() {
        "write" => write(&array),
        "read" => read(&array),
        "chunks" => read_chunks(&array),
        other => Err(format!("expected write, read or chunks, found {other}").into()),
    }
}

/// The whole array, in one piece of memory.
fn read(array: &Stored) -> Result<(), Box<dyn Error>> {
    let bytes: ArrayBytes = array.retrieve_array_subset(&array.subset_all())?;
    std::hint::black_box(bytes.size());
    Ok(())
}

/// Every chunk on its own.
fn read_chunks(array: &Stored) -> Result<(), Box<dyn Error>> {
    let all = zarrs::array::ArraySubset::new_with_shape(array.chunk_grid_shape().to_vec());
    let read = |indices: Vec<u64>| array.retrieve_chunk::<ArrayBytes>(&indices).map(|bytes| bytes.size());
    let sizes = all.indices().into_iter().map(|indices| indices.to_vec()).par_bridge().map(read);
    std::hint::black_box(sizes.sum::<Result<usize, _>>()?);
    Ok(())
}

fn write(array: &Stored) -> Result<(), Box<dyn Error>> {
    let all = zarrs::array::ArraySubset::new_with_shape(array.chunk_grid_shape().to_vec());
    let indices: Vec<Vec<u64>> = all.indices().into_iter().map(|indices| indices.to_vec()).collect();
    indices.into_par_iter().try_for_each(|indices| write_chunk(array, &indices)).map_err(Into::into)
}

/// Temperatures as a model gives them: waves that are smooth, and noise in the last digits.
fn write_chunk(array: &Stored, indices: &[u64]) -> Result<(), zarrs::array::ArrayError> {
    let subset = array.chunk_subset(indices)?;
    let int16 = array.data_type().fixed_size() == Some(2);
    let mut bytes = Vec::new();
    for coords in &subset.indices() {
        let value = temperature(&coords);
        if int16 {
            // `scale_offset` with the offset 280 and the scale 100, then `cast_value`.
            bytes.extend((((value - 280.0) * 100.0).round() as i16).to_ne_bytes());
        } else {
            bytes.extend(value.to_ne_bytes());
        }
    }
    array.store_chunk(indices, ArrayBytes::new_flen(bytes))
}

fn temperature(coords: &[u64]) -> f32 {
    let wave: f32 = coords.iter().map(|coord| (*coord as f32 / 97.0).sin()).sum();
    let mixed = coords
        .iter()
        .fold(0_u64, |sum, coord| (sum ^ coord).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29));
    let noise = (mixed >> 60) as f32;
    280.0 + ((10.0 * wave) * 100.0).round() / 100.0 + noise / 100.0
}
