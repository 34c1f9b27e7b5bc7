//! The Lab: a battlefield to change and to look at.

pub(super) mod overlays;
