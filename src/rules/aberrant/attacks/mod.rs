//! Attacks: dice pools, defences, resolution, grapples, areas, human shields and held items.

pub mod aimed_knockback;
pub mod area;
pub mod context;
pub mod cover;
pub mod defence;
pub mod grapple;
pub mod held_items;
pub mod human_shield;
pub mod pool;
pub mod range;
pub mod resolution;
pub mod throwing;
