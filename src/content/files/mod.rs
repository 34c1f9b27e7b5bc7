//! Reading content folders: source files, positions, loading and change detection.

pub mod fingerprint;
pub mod load;
pub mod source;
pub mod syntax_tree;
