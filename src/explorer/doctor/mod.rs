pub(super) mod draw;
pub(super) mod what_if;
pub(super) mod work;
