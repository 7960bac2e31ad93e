//! Binary floating-point numbers of every width: reading a bit pattern exactly, rounding an exact number once.
//!
//! Every format here embeds exactly in an `f64`. The narrow ones are never rounded through another format on the
//! way in, because rounding twice gives a wrong last bit.

pub(super) mod decimal;
mod exact;
mod format;
mod number;
#[cfg(test)]
mod tests;

pub use exact::{Exact, Rounded, Rounding};
pub use format::{FloatFormat, FloatType, Nan};
pub use number::Float;
