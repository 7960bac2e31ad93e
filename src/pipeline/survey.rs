//! The survey of an array: which chunks are stored, and how large each is.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use crate::metadata::{ChunkGrid, ChunkKeyEncoding, DOCUMENT};
use crate::store::{DirectoryStore, StoreError};

/// How many keys that are no chunks are kept by name.
const NAMED: usize = 16;

/// Which chunks of an array are stored. Its cost is that of the files there are, not of the grid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Survey {
    grid_shape: Vec<u64>,
    /// The size of each stored chunk in bytes, by its number in C order.
    stored: BTreeMap<u128, u64>,
    /// The chunks under whose key there is something else than a file.
    blocked: BTreeSet<u128>,
    /// The first keys that are no chunk of the grid.
    pub strays: Vec<String>,
    /// How many such keys there are.
    pub stray_count: u64,
}

impl Survey {
    /// Looks at every file below an array. `go_on` is asked now and then, with the number of chunks so far.
    ///
    /// # Errors
    /// When a directory cannot be read. `None` when it was told to stop.
    pub fn take(
        store: &DirectoryStore,
        key: &str,
        grid: &ChunkGrid,
        encoding: ChunkKeyEncoding,
        mut go_on: impl FnMut(&Self) -> bool,
    ) -> Result<Option<Self>, StoreError> {
        let mut survey = Self {
            grid_shape: grid.grid_shape(),
            stored: BTreeMap::new(),
            blocked: BTreeSet::new(),
            strays: Vec::new(),
            stray_count: 0,
        };
        let mut stopped = false;
        let mut seen = 0_u64;
        store.walk(key, |name, nbytes| {
            survey.add(name, nbytes, grid, encoding);
            seen += 1;
            stopped = seen.is_multiple_of(1024) && !go_on(&survey);
            if stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        Ok((!stopped).then_some(survey))
    }

    fn add(&mut self, name: &str, nbytes: Option<u64>, grid: &ChunkGrid, encoding: ChunkKeyEncoding) {
        if name == DOCUMENT {
            return;
        }
        let coords = encoding.coords(name, grid.rank()).filter(|coords| grid.contains(coords));
        match (coords.and_then(|coords| number(&coords, &self.grid_shape)), nbytes) {
            (Some(number), Some(nbytes)) => {
                self.stored.insert(number, nbytes);
            }
            (Some(number), None) => {
                self.blocked.insert(number);
            }
            (None, None) => {}
            (None, Some(_)) => {
                self.stray_count += 1;
                if self.strays.len() < NAMED {
                    self.strays.push(name.to_owned());
                }
            }
        }
    }

    /// The size of a chunk in bytes; `None` when it is missing.
    #[must_use]
    pub fn nbytes(&self, coords: &[u64]) -> Option<u64> {
        self.stored.get(&number(coords, &self.grid_shape)?).copied()
    }

    /// Whether there is something else than a file under the key of a chunk.
    #[must_use]
    pub fn is_blocked(&self, coords: &[u64]) -> bool {
        number(coords, &self.grid_shape).is_some_and(|number| self.blocked.contains(&number))
    }

    /// The chunks under whose key there is something else than a file.
    pub fn blocked(&self) -> impl Iterator<Item = Vec<u64>> + '_ {
        self.blocked.iter().map(|number| coords(*number, &self.grid_shape))
    }

    /// How many chunks are stored.
    #[must_use]
    pub fn stored(&self) -> u64 {
        self.stored.len() as u64
    }

    /// How many chunks are missing; `None` when the grid has more than 2^128 chunks.
    #[must_use]
    pub fn missing(&self) -> Option<u128> {
        let size =
            self.grid_shape.iter().try_fold(1_u128, |size, count| size.checked_mul((*count).into()))?;
        size.checked_sub(self.stored.len() as u128)?.checked_sub(self.blocked.len() as u128)
    }

    /// The bytes of all stored chunks.
    #[must_use]
    pub fn total_nbytes(&self) -> u64 {
        self.stored.values().fold(0, |sum: u64, nbytes| sum.saturating_add(*nbytes))
    }

    /// Every stored chunk with its size, in C order.
    pub fn iter(&self) -> impl Iterator<Item = (Vec<u64>, u64)> + '_ {
        self.stored.iter().map(|(number, nbytes)| (coords(*number, &self.grid_shape), *nbytes))
    }

    /// The smallest and the largest stored chunk, with their sizes.
    #[must_use]
    pub fn extremes(&self) -> Option<[(Vec<u64>, u64); 2]> {
        let smallest = self.stored.iter().min_by_key(|(_, nbytes)| **nbytes)?;
        let largest = self.stored.iter().max_by_key(|(_, nbytes)| **nbytes)?;
        Some([smallest, largest].map(|(number, nbytes)| (coords(*number, &self.grid_shape), *nbytes)))
    }
}

/// The number of a chunk in C order; `None` beyond 2^128.
fn number(coords: &[u64], grid_shape: &[u64]) -> Option<u128> {
    coords.iter().zip(grid_shape).try_fold(0_u128, |number, (coord, count)| {
        number.checked_mul((*count).into())?.checked_add((*coord).into())
    })
}

fn coords(mut number: u128, grid_shape: &[u64]) -> Vec<u64> {
    let along = grid_shape.iter().rev().map(|count| {
        let count = u128::from((*count).max(1));
        let coord = u64::try_from(number % count).unwrap_or(0);
        number /= count;
        coord
    });
    let mut coords: Vec<u64> = along.collect();
    coords.reverse();
    coords
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::KeyScheme;
    use std::fs;

    fn survey(keys: &[&str], grid: &ChunkGrid) -> Survey {
        let directory = tempfile::tempdir().unwrap();
        for key in keys {
            let path = directory.path().join("a").join(key);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, vec![0; key.len()]).unwrap();
        }
        let encoding = ChunkKeyEncoding { scheme: KeyScheme::Default, separator: '/' };
        let store = DirectoryStore::new(directory.path());
        Survey::take(&store, "a", grid, encoding, |_| true).unwrap().unwrap()
    }

    #[test]
    fn stored_missing_and_stray_keys_are_counted() {
        let grid = ChunkGrid::regular(&[30, 30], &[16, 16]);
        let survey = survey(&["zarr.json", "c/0/0", "c/1/1", "c/2/0", "c/9", "notes"], &grid);
        assert_eq!((survey.stored(), survey.missing()), (2, Some(2)));
        assert_eq!(survey.nbytes(&[1, 1]), Some(5));
        assert_eq!(survey.nbytes(&[0, 1]), None);
        assert_eq!(survey.stray_count, 3);
        assert_eq!(survey.iter().map(|(coords, _)| coords).collect::<Vec<_>>(), [[0, 0], [1, 1]]);
    }

    #[test]
    fn a_directory_under_the_key_of_a_chunk_is_no_chunk() {
        let grid = ChunkGrid::regular(&[30, 30], &[16, 16]);
        let survey = survey(&["zarr.json", "c/0/0", "c/1/1/oops"], &grid);
        assert_eq!((survey.stored(), survey.missing()), (1, Some(2)));
        assert!(survey.is_blocked(&[1, 1]) && !survey.is_blocked(&[0, 0]));
        assert_eq!(survey.blocked().collect::<Vec<_>>(), [[1, 1]]);
    }

    #[test]
    fn a_grid_of_any_size_costs_what_is_stored() {
        let grid = ChunkGrid::regular(&[1 << 40, 1 << 40], &[1, 1]);
        let survey = survey(&["zarr.json", "c/1099511627775/1099511627775"], &grid);
        assert_eq!(survey.missing(), Some((1 << 80) - 1));
        assert_eq!(survey.extremes().unwrap()[0].0, [1_099_511_627_775, 1_099_511_627_775]);
    }
}
