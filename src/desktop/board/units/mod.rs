//! TODO desktop::board::units

pub mod health_display;
pub mod passenger_icons;
pub mod tokens;
