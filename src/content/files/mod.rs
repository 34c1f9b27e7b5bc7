//! TODO content::files

pub mod fingerprint;
pub mod load;
pub mod source;
pub mod syntax_tree;
