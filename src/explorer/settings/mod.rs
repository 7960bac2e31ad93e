pub(super) mod configured;
pub(super) mod presenting;
