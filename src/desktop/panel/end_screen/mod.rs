//! TODO desktop::panel::end_screen

pub mod after_battle;
pub mod statistics;
pub mod victory;
