//! Units on the board: tokens, health and passengers.

pub mod health_display;
pub mod passenger_icons;
pub mod tokens;
