//! Turns: initiative, surprise and ambush.

pub mod ambush;
pub mod initiative;
pub mod surprise;
