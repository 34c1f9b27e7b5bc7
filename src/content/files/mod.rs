//! Files: reading content folders with positions, loading, change detection, and writing.

pub mod fingerprint;
pub mod load;
pub mod source;
pub mod syntax_tree;
