//! Files: reading content folders with positions, loading, change detection, and writing.

pub mod fingerprint;
pub mod load;
mod number_ranges;
pub mod regular_file;
pub mod source;
pub mod syntax_tree;
