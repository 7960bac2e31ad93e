//! Faults: the known ones, and verifying.

pub(super) mod fault_station;
pub(super) mod fault_steps;
pub(super) mod known_faults;
pub(super) mod looking;
pub(super) mod verify_news;
pub(super) mod verifying;
pub(super) mod work;
