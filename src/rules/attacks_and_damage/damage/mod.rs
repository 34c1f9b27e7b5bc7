//! TODO rules::attacks_and_damage::damage

pub mod armour;
pub mod damage_value;
pub mod hazards;
pub mod health;
pub mod knockdown;
pub mod recovery;
pub mod resistance;
pub mod wounds;
