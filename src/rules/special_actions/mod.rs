//! Special actions shared by several books: grappling, human shields and vehicles.

pub mod grappling;
pub mod human_shield;
pub mod vehicles;
