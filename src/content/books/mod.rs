//! TODO content::books

pub mod book_content;
pub mod unit_template;
