//! Loops compiled for the processor at hand.
//!
//! The program is built for any processor of its kind, and finds out when it runs what this one can do. A loop that is
//! run by [`widened`] is there twice: with the wider registers of newer processors, and without.

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use fearless_simd::{Level, Simd};

/// Runs a loop with the widest registers that this processor has.
///
/// Only what is inlined into it is compiled so: the loop and all that it calls have to be `#[inline(always)]`.
#[inline(always)]
#[expect(clippy::inline_always, reason = "a call in between would leave the loop as it is")]
pub fn widened<R>(run: impl FnOnce() -> R) -> R {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if let Some(avx2) = Level::new().as_avx2() {
        return avx2.vectorize(run);
    }
    run()
}

/// Everything that this processor can do, from the least on: a test runs its loop with each.
#[cfg(test)]
pub fn levels() -> Vec<fearless_simd::Level> {
    use fearless_simd::Level;
    let mut levels = vec![Level::baseline(), Level::new()];
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    {
        let new = Level::new();
        levels.extend(new.as_sse2().map(Level::Sse2));
        levels.extend(new.as_sse4_2().map(Level::Sse4_2));
        levels.extend(new.as_avx2().map(Level::Avx2));
    }
    levels
}
