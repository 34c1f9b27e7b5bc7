//! Damage: values, armour, resistance, health tracks, wounds, knockdown and hazards.

pub mod armour;
pub mod damage_value;
pub mod hazards;
pub mod health;
pub mod knockdown;
pub mod recovery;
pub mod resistance;
pub mod wounds;
