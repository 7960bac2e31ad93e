//! Faults: the known ones, and verifying.

pub(super) mod fault_steps;
pub(super) mod known_faults;
pub(super) mod looking;
pub(super) mod state;
pub(super) mod verifying;
pub(super) mod work;
