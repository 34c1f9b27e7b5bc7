//! Battle state: components, orders, events and the rules engine that changes them.
//!
//! ```text
//! Order -> validate -> (journal) -> resolution steps -> events -> apply -> components
//! ```
//!
//! State changes only through events. Folders, each using only those before it:
//! `state`, `view`, `perception`, `validate`, `resolve`, `engine`.
mod engine;
mod perception;
mod resolve;
mod state;
mod validate;
mod view;

pub use engine::battle_plugin::{BattlePlugin, new_battle_world};
pub use engine::event_message::{BattleEventMessage, BattleEventReader, HouseRuleCommands};
pub use engine::event_replay::{replay_events, reseed_dice};
pub use engine::house_rules::HouseRules;
pub use engine::invariants::{InvariantViolation, first_violation};
pub use engine::journal::{self, Journal};
pub use engine::resolution_loop::MAX_STEPS;
pub use engine::scene_setup::{set_up_scene, update_scene};
pub use engine::setup::{despawn_battle, spawn_battle, spawn_battle_again};
pub use engine::submit::{battle_hash, is_set_up, preview_order, rebuild_from_orders, submit};
pub use engine::view_access::{with_side_view, with_view};
pub use perception::side_history::{SideHistory, UNSEEN_UNIT_NAME};
pub use perception::sight::{MAX_GROUND_SIGHT_CELLS, OBSCURED_SIGHT_CELLS};
pub use perception::unit_sight::SightObstacle;
pub use resolve::after_battle::surviving_squad;
pub use resolve::objectives::objective_progress;
pub use resolve::pending_attack::PromptContext;
pub use resolve::special_action::{special_action_odds, special_action_results};
pub use rules::events::{BattleOutcome, EndReason};
pub use state::components::held_phase::{
    ArmedItem, AutoResponses, ExtendedAction, ExtendedActionKind, HeldPhase, NumberedArmedItem,
};
pub use state::components::inventory::{CarriedItem, DroppedItem, Inventory, WeaponProfile};
pub use state::components::*;
pub use state::event::{BattleEvent, EventRecord};
pub use state::event_visibility::EventVisibility;
pub use state::ground_effect::{AffectedCell, FIRE_DURATION_ROUNDS, GroundEffect, GroundEffects};
pub use state::knowledge::{CellSet, Knowledge, SideKnowledge, SideSet, Sighting, Viewer};
pub use state::lines::Demand;
pub use state::order::{Order, Pace, SubAttack, Target};
pub use state::resources::{
    BattleDice, BattleSetup, Battlefield, History, OpenPrompt, OrderRecord, PassStage, PendingPrompt,
    RoundState, UnitIndex,
};
pub use validate::after_battle::{MAX_REST_MINUTES, available_treatments};
pub use validate::available_actions::{available_actions, defence_warning};
pub use validate::deployment::is_in_own_zone;
pub use validate::forced_action::{FORCED_ACTION_KEY, ForcedAction, forced_action};
pub use validate::order_error::OrderError;
pub use validate::order_validator::attack::{check_attack_from, check_attack_price};
pub use validate::order_validator::items::{check_cover_price, check_door_price, check_ready_price};
pub use validate::order_validator::purchases::TurnPurchase;
pub use validate::order_validator::{
    action_price, format_metres, move_budget, move_budget_after, upright_move_budget, validate_order,
};
pub use validate::rejection::{
    DiceRejection, Obstruction, PaceRejection, PathRejection, PointlessOrder, TargetRejection,
};
pub use validate::treatments::{is_offered_on, keeps_patient_up, possible_treatments, treatment_benefit};
pub use validate::validated_order::ValidatedOrder;
pub use view::battle_view::{
    AttackChoice, BarrierData, BarrierDataItem, BattleView, UnitData, UnitDataItem, diagonal_step,
    target_cell,
};
pub use view::falls::{falling_unit, falls_on_path};
pub use view::next_turn::{MobileAttack, NextTurn};
pub use view::safe_paths::SafePaths;
pub use view::snapshot::{BattleSnapshot, KnockbackFlight, Occupant};
