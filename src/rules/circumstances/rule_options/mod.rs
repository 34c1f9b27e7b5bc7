//! Rule options of this book.

pub mod options;
pub mod values;
