//! Binary floating-point numbers of every width: reading a bit pattern exactly, rounding an exact number once.
//!
//! The formats are rows of a table (`FloatFormat`), because the machine has only two of fifteen, and the crate `half`
//! rounds an `f64` to 16 bits twice.
//!
//! Every format here embeds exactly in an `f64`. The narrow ones are never rounded through another format on the
//! way in, because rounding twice gives a wrong last bit.

pub(super) mod decimal;
mod exact;
mod format;
mod number;
#[cfg(test)]
mod tests;

pub(crate) use decimal::Digits;
pub(crate) use exact::{Exact, Rounding};
#[cfg(test)]
pub(crate) use format::FloatFormat;
pub use format::FloatType;
pub use number::Float;
