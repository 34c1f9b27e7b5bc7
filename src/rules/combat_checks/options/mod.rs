//! Rule switches, and chapters borrowed from other books.

pub mod borrowed_chapters;
pub mod switches;
pub mod values;
