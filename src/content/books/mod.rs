//! Content of the five books: sheets, weapons and armour.

pub mod book_content;
pub mod unit_template;
