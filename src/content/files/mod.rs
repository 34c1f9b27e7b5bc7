//! Files: reading content folders with positions, loading, change detection, and writing.

pub mod content_folder;
pub mod fingerprint;
pub mod load;
pub mod number_ranges;
pub mod source;
pub mod syntax_tree;
