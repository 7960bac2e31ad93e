//! Files, copies and reports.

pub(super) mod copying;
pub(super) mod draw;
pub(super) mod keys;
pub(super) mod reporting;
pub(super) mod request;
pub(super) mod work;
