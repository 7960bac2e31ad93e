use crate::metadata::text::join;

/// Reads some dimensions whole, and one coordinate of each of the others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccessPattern {
    pub whole: Vec<usize>,
}

#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "explorer", derive(serde::Serialize))]
pub struct AccessCost {
    pub dimensions: Vec<String>,
    pub wanted_nbytes: u128,
    pub chunks: u128,
    pub read_nbytes: u128,
    pub amplification: f64,
    /// With as many elements, but following the access.
    pub better_chunk_shape: Vec<u64>,
    pub better_read_nbytes: u128,
}

impl AccessPattern {
    pub fn read(text: &str, names: &[Option<String>]) -> Result<Self, String> {
        let mut whole = Vec::new();
        for word in text.split(',') {
            let word = word.trim();
            let by_name = names.iter().position(|name| name.as_deref() == Some(word));
            let dimension = by_name.or_else(|| word.parse().ok().filter(|number| *number < names.len()));
            let Some(dimension) = dimension else {
                let known: Vec<&str> = names.iter().flatten().map(String::as_str).collect();
                let numbers: Vec<u64> = (0..names.len() as u64).collect();
                let known = if known.is_empty() { join(&numbers) } else { known.join(", ") };
                return Err(format!("expected dimensions out of {known}, found \"{word}\""));
            };
            whole.push(dimension);
        }
        whole.sort_unstable();
        let count = whole.len();
        whole.dedup();
        if whole.len() < count {
            return Err(format!("expected each dimension once, found \"{text}\""));
        }
        Ok(Self { whole })
    }

    pub fn cost(&self, shape: &[u64], edges: &[u64], nbytes: u64, names: &[String]) -> AccessCost {
        let along = |dimension: &usize| shape.get(*dimension).copied().unwrap_or(1);
        let bytes = |elements: u128| elements.saturating_mul(nbytes.into());
        let wanted_nbytes = bytes(product(self.whole.iter().map(along)));
        let (chunks, read) = self.touched(shape, edges);
        let better_chunk_shape = self.better(shape, edges);
        let (_, better_read) = self.touched(shape, &better_chunk_shape);
        AccessCost {
            dimensions: self.whole.iter().filter_map(|dimension| names.get(*dimension).cloned()).collect(),
            wanted_nbytes,
            chunks,
            read_nbytes: bytes(read),
            amplification: quotient(bytes(read), wanted_nbytes),
            better_chunk_shape,
            better_read_nbytes: bytes(better_read),
        }
    }

    fn touched(&self, shape: &[u64], edges: &[u64]) -> (u128, u128) {
        let along = |dimension: &usize| match (shape.get(*dimension), edges.get(*dimension)) {
            (Some(size), Some(edge)) => size.div_ceil((*edge).max(1)),
            _ => 1,
        };
        let chunks = product(self.whole.iter().map(along));
        (chunks, chunks.saturating_mul(product(edges.iter().copied())))
    }

    /// No larger, but as long as possible in the dimensions that are read whole.
    fn better(&self, shape: &[u64], edges: &[u64]) -> Vec<u64> {
        let mut left = product(edges.iter().copied()).max(1);
        let mut found = vec![1; shape.len()];
        let others = (0..shape.len()).filter(|dimension| !self.whole.contains(dimension));
        // The last dimension first: its elements lie beside each other.
        let in_turn: Vec<usize> = self.whole.iter().rev().copied().chain(others.rev()).collect();
        for (place, dimension) in in_turn.iter().enumerate() {
            let turns = if self.whole.contains(dimension) { 1 } else { in_turn.len() - place };
            let edge = shape.get(*dimension).copied().unwrap_or(1).min(root(left, turns)).max(1);
            left = (left / u128::from(edge)).max(1);
            if let Some(own) = found.get_mut(*dimension) {
                *own = edge;
            }
        }
        found
    }
}

#[expect(clippy::cast_precision_loss, reason = "a ratio is shown with two digits")]
pub(super) fn quotient(number: u128, of: u128) -> f64 {
    if of == 0 { 0.0 } else { number as f64 / of as f64 }
}

fn product(edges: impl Iterator<Item = u64>) -> u128 {
    edges.fold(1, |product: u128, edge| product.saturating_mul(edge.into()))
}

fn root(of: u128, power: usize) -> u64 {
    let power = u32::try_from(power).unwrap_or(u32::MAX);
    let fits = |number: u64| u128::from(number).checked_pow(power).is_some_and(|found| found <= of);
    let mut low = 1;
    let mut high = u64::MAX;
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        if fits(middle) { low = middle } else { high = middle - 1 }
    }
    low
}
