//! The fast way through codecs that treat every element on its own.
//!
//! A [`Kernel`] does a block of elements in plain loops, or refuses one in which it is not sure of some element. The codec does
//! that one element by element, exactly. With and without a kernel results are the same, bit by bit.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    clippy::float_cmp,
    clippy::inline_always,
    clippy::needless_bitwise_bool,
    reason = "casts are what this is about, numbers are compared exactly, loops without branches are fast, and only what \
              is inlined is compiled for the processor at hand"
)]

mod affine;
mod alteration;
mod cast;
mod native;
mod table;

use std::fmt;

use crate::simd::widened;
use native::{Native, each};

pub use affine::{Affine, affine};
pub use alteration::AlterationCounter;
pub use cast::{Lanes, cast};
pub use table::table;

pub const BLOCK: usize = 256;

type RunBlock = dyn Fn(&[u8], &mut [u8]) -> bool + Send + Sync;

pub struct Kernel {
    run: Box<RunBlock>,
    pub least: usize,
}

impl Kernel {
    fn new(run: impl Fn(&[u8], &mut [u8]) -> bool + Send + Sync + 'static) -> Self {
        Self { run: Box::new(run), least: 0 }
    }

    fn each<A: Native, B: Native>(step: impl Fn(A) -> (B, bool) + Send + Sync + 'static) -> Self {
        Self::new(move |input, output| {
            widened(
                #[inline(always)]
                || each(input, output, &step),
            )
        })
    }

    pub fn run(&self, input: &[u8], output: &mut [u8]) -> bool {
        (self.run)(input, output)
    }
}

impl fmt::Debug for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Kernel").field("least", &self.least).finish_non_exhaustive()
    }
}
