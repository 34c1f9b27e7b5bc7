//! Soak, armour, armour piercing and stacking.

pub mod armour;
pub mod armour_layers;
pub mod armour_piercing;
pub mod bonus_stacking;
pub mod soak;
pub mod stacking;
