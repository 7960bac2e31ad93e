use crate::pipeline::Array;
use crate::store::{Below, Detail, Walk};

const LOOKED_AT: usize = 2000;

#[derive(Debug, Clone, Default)]
pub struct Siblings {
    stored: Vec<(Vec<u64>, u64)>,
}

impl Siblings {
    pub fn of(array: &Array) -> Self {
        let grid = &array.metadata.chunk_grid;
        let encoding = &array.metadata.chunk_key_encoding;
        let mut stored = Vec::new();
        let mut seen = 0_usize;
        array.store().walk(&array.key, Detail::Sizes, |name, below| {
            seen += 1;
            if let (Below::File(nbytes), Some(coords)) = (&below, encoding.coords(name, grid.rank()))
                && grid.contains(&coords)
            {
                stored.push((coords, *nbytes));
            }
            match below {
                _ if seen >= LOOKED_AT => Walk::Stop,
                Below::Link if !encoding.leads_to_chunks(name, grid) => Walk::Past,
                _ => Walk::On,
            }
        });
        Self { stored }
    }

    pub fn first(&self) -> Option<Vec<u64>> {
        self.stored.iter().map(|(coords, _)| coords).min().cloned()
    }

    pub fn coords(&self) -> impl Iterator<Item = &[u64]> {
        self.stored.iter().map(|(coords, _)| coords.as_slice())
    }

    pub fn others(&self, coords: &[u64]) -> impl Iterator<Item = u64> {
        self.stored.iter().filter(move |(other, _)| other != coords).map(|(_, nbytes)| *nbytes)
    }

    pub fn with_size(&self, coords: &[u64], nbytes: u64) -> usize {
        self.others(coords).filter(|other| *other == nbytes).count()
    }
}
