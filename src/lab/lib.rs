//! The Lab: analyses and edits scenes without a battle in progress.
//!
//! [`SceneEdit`]s change a [`LabScene`](content::LabScene); a [`SceneEditor`] keeps unlimited undo and redo steps.

pub mod action_replay;
mod book_comparison;
pub mod charts;
mod custom_terrain;
mod edit;
mod editor;
pub mod fact_lines;
mod links;
mod loadout;
pub mod log_table;
pub mod overlay;
pub mod replay_text;
mod scene_from_battle;
pub mod scene_orders;
mod scene_setup;
pub mod sides;

pub use book_comparison::{BookComparison, BookForecast, WeaponForecast, aimed_attack};
pub use custom_terrain::{BarrierSpec, GroundSpec};
pub use edit::{SceneEdit, SceneEditError, resize_map};
pub use editor::SceneEditor;
pub use links::{available_links, change_archetype, moving_unit, set_link};
pub use loadout::{LoadoutItem, carried_items, heal_unit, items_after_equipping, set_loadout};
pub use scene_from_battle::scene_from_battle;
pub use scene_orders::SceneOrderError;
pub use scene_setup::{set_up_scene, update_scene};
