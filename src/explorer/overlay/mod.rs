pub(super) mod keys;
pub(super) mod page;
pub(super) mod stack;
