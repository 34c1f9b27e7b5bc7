//! The rulebooks: pure functions over plain data. They have no access to the battle world or a clock, and roll dice
//! only on a table.
//!
//! Each book has a folder with a type that implements [`Rulebook`], registered in `registry.rs`. Shared rules are beside
//! the folders and name no book; [`play`] asks the right one.

pub mod aberrant;
pub mod attack;
pub mod attacks_and_damage;
pub mod barriers;
mod book;
mod book_data;
pub mod circumstances;
pub mod combat_checks;
pub mod events;
pub mod ground;
pub mod knockback;
pub mod knockdown;
pub(crate) mod lines;
pub mod play;
mod registry;
pub mod rule_option_names;
pub mod rule_options;
mod rule_set;
pub mod rulebook;
pub mod special_actions;
pub mod status;
mod stop_reason;
pub mod swan_song;
#[cfg(test)]
mod test_barriers;
#[cfg(test)]
mod test_random;
#[cfg(test)]
mod test_tables;
pub mod turn_engine;
mod unit;

pub use attack::answer_odds::{PendingAttack, ResumePoint};
pub use attack::area_harm::{AreaAnswers, AreaHarm};
pub use attack::attack_conditions::{
    BarrierHarm, BarrierOnLine, DownState, GroundConditions, HitResult, Light, MovementMode, Surroundings,
    TargetSight, Weather,
};
pub use attack::attack_request::{
    ActionOutcome, AttackRequest, AttackTarget, Bystander, Detonation, OperableObject, PoolShare, UnitAttack,
    UnitTarget,
};
pub use attack::blast_profile::BlastProfile;
pub use attack::fire_mode::FireMode;
pub use attack::forecast::{
    DamageBar, DefenceForecast, Favours, Forecast, ForecastNote, ForecastTotal, Odds, OutcomeSummary,
    barrier_odds,
};
pub use attack::queued_attack::{
    AnnouncedAttack, AttackCandidate, CandidateTarget, ImpossibleAttack, QueueTiming, QueuedAttack,
};
pub use attack::terrain::{AttackSite, ShelteringBarrier, TerrainMap};
pub use book::BorrowedChapter;
pub use events::{BattleEvent, HealthCause, RuleStep};
pub use ground::falling::Fall;
pub use ground::hazards::{Hazard, HazardExposure, HazardKind};
pub use lines::{ForbiddenByAilment, definite_name, label_in_sentence, list_separator, list_words};
pub use registry::{Book, BookSwitches, HealthState, Sheet, TurnBudget, Weapon};
pub use rule_set::{RuleSet, borrow_switch};
pub use rulebook::Rulebook;
pub use stop_reason::StopReason;
pub use turn_engine::karma::{Karma, KarmaPlan, KarmaUse};
pub use turn_engine::reaction_prompts::ReactionPrompt;
pub use turn_engine::spending_offer::SpendingOffer;
pub use unit::action_cost::{
    ActionRequest, AttackOption, AvailableAction, CostError, EvasionOutcome, InterceptOption, MoveBudget,
    Payment, PhaseStart, RuleViolation, SpecialAction, SpecialActionTarget, SprintOutcome, SurpriseContext,
};
pub use unit::after_battle::{MINUTES_PER_DAY, MedicalCare, Rest, TreatmentOption};
pub use unit::carried_item::{CarriedItem, WeaponProfile};
pub use unit::deadly_harm::DeadlyHarm;
pub use unit::held_weapon::{HeldWeapon, HeldWeapons};
pub use unit::named_injury::NamedInjury;
pub use unit::revival::{MAY_WAKE, Revival};
pub use unit::role::UnitRole;
pub use unit::turn_allowance::{AllowanceReduction, BoughtAllowance, TurnAllowance};
pub use unit::unit_display::{DerivedStat, Gauge, GaugeShape, GaugeTone, Stat, TrackBox, join_counted};
pub use unit::unit_snapshot::{
    BoosterState, Grip, MeleeCounts, UnitSnapshot, WeaponMalfunction, WeaponReach, WeaponTraits,
};
