//! Battle data: components, resources, orders and events.

pub mod components;
pub mod event;
pub mod event_visibility;
pub mod ground_effect;
pub mod knowledge;
pub mod lines;
pub mod order;
pub mod resources;
