pub(super) mod keys;
pub(super) mod stack;
