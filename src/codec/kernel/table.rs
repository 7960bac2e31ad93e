use std::sync::OnceLock;

use super::Kernel;
use crate::metadata::{DataType, Scalar};

struct CastTable<const N: usize> {
    results: Vec<[u8; N]>,
    has: Vec<bool>,
}

type ExactCast = Box<dyn Fn(&Scalar) -> Option<Scalar> + Send + Sync>;

pub fn table(
    from: &DataType,
    to: &DataType,
    exact: impl Fn(&Scalar) -> Option<Scalar> + Send + Sync + 'static,
) -> Option<Kernel> {
    let exact: ExactCast = Box::new(exact);
    match (from.nbytes(), to.nbytes()) {
        (1, 1) => Some(kernel::<1, 1>(from, to, exact)),
        (1, 2) => Some(kernel::<1, 2>(from, to, exact)),
        (1, 4) => Some(kernel::<1, 4>(from, to, exact)),
        (1, 8) => Some(kernel::<1, 8>(from, to, exact)),
        (2, 1) => Some(kernel::<2, 1>(from, to, exact)),
        (2, 2) => Some(kernel::<2, 2>(from, to, exact)),
        (2, 4) => Some(kernel::<2, 4>(from, to, exact)),
        (2, 8) => Some(kernel::<2, 8>(from, to, exact)),
        _ => None,
    }
}

fn kernel<const FROM: usize, const TO: usize>(from: &DataType, to: &DataType, exact: ExactCast) -> Kernel {
    let from = from.clone();
    let to = to.clone();
    let made: OnceLock<CastTable<TO>> = OnceLock::new();
    let count = 1_usize << (8 * FROM);
    let run = move |input: &[u8], output: &mut [u8]| {
        let table = made.get_or_init(|| CastTable::new(&from, &to, count, &exact));
        let (slots, _) = output.as_chunks_mut::<TO>();
        let (patterns, _) = input.as_chunks::<FROM>();
        let mut sound = true;
        for (slot, pattern) in slots.iter_mut().zip(patterns) {
            let index = pattern.iter().rev().fold(0, |index, byte| index << 8 | usize::from(*byte));
            *slot = table.results.get(index).copied().unwrap_or([0; TO]);
            sound &= table.has.get(index).copied().unwrap_or(false);
        }
        sound
    };
    // A table of 16 bits takes as long to make as a quarter as many elements take without it.
    Kernel { least: count / 4, ..Kernel::new(run) }
}

impl<const N: usize> CastTable<N> {
    fn new(from: &DataType, to: &DataType, count: usize, exact: &ExactCast) -> Self {
        let mut table = Self { results: Vec::with_capacity(count), has: Vec::with_capacity(count) };
        for pattern in 0..count {
            let bytes = (pattern as u64).to_le_bytes();
            let scalar = bytes.get(..from.nbytes()).and_then(|bytes| from.scalar(bytes));
            let result = scalar.and_then(|scalar| exact(&scalar)).map(|scalar| scalar.bytes(to));
            table.has.push(result.is_some());
            table.results.push(result.and_then(|bytes| bytes.first_chunk().copied()).unwrap_or([0; N]));
        }
        table
    }
}
