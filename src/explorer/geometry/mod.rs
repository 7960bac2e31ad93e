pub(super) mod boxes;
pub(super) mod dividers;
pub(super) mod hex;
pub(super) mod numbered;
pub(super) mod plane;
pub(super) mod regions;
pub(super) mod resize;
pub mod views;
