//! Chapters that this book lacks, and where they come from.

use crate::rules::Borrowed;
use crate::rules::status::translation;

/// One line for each borrowed chapter.
pub const BORROWED: &[Borrowed] = &[translation::BORROWED];
