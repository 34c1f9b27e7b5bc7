//! Turns: surprise and ambush.

pub mod ambush;
pub mod surprise;
