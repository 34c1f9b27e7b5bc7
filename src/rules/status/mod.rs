//! Status effects: one mechanism for all five books.
//!
//! An [`Ailment`] is data ([`rule`](Ailment::rule)): modifiers, restrictions, end conditions and duration. A unit's
//! ailments are a list of [`ActiveAilment`]. The functions of this module update the list over time and return its
//! modifiers on tests and actions; each book converts them to its own dice. Chapter AIL of Circumstances, effects of
//! called shots of Swan Song.
//!
//! ```rust
//! use rules::status::{Ailment, AilmentCause, TestKind, inflict, test_modifiers};
//!
//! let blinded = inflict(&[], AilmentCause::new(Ailment::Blinded, None), 1);
//! let points: i32 = test_modifiers(&[blinded], TestKind::Strike).map(|modifier| modifier.amount.points()).sum();
//! assert_eq!(points, -30, "a blinded unit strikes at -30");
//! ```

mod active_ailment;
mod ailment;
mod ailment_table;
pub mod ailment_terms;
mod ailment_test;
mod attack_properties;
mod called_shots;
mod compulsion;
mod expiry;
mod hands;
mod inflict;
mod options;
mod phases;
pub mod resolution;
mod restrictions;
mod status_rule;
mod unit_status;

pub use self::active_ailment::{
    ActiveAilment, PerceptionSense, StatusEnd, TestKind, TestModifier, add_attacker_bonuses,
    add_late_penalty, add_test_modifiers, attacker_bonuses, evasion_bar, failing_ailment, forbidding_ailment,
    has, has_in, may_evade, mistakes_sides, strength_bonus, test_modifiers,
};
pub use self::ailment_test::{
    AilmentTest, PhaseEndContext, TestResult, catch_fire_test, confusion_test, defiance_test, panic_test,
    put_out_fire_test, recovery_tests, shock_contagion_test, suppression_test,
};
pub use self::attack_properties::{
    AttackProperties, Element, Infliction, ResistTest, add_special_damage, add_strength, is_immune,
    special_damage, special_damage_clause,
};
pub use self::compulsion::{
    AGAINST_VALUES_BONUS, ActiveCompulsion, ControllerCommand, PhaseRestrictions, sort_by_compulsion,
};
pub use self::expiry::{end_phase, end_round, start_phase};
pub use self::options::{AfterBattleAilments, CompulsionOrder, PhaseEffort, StatusOptions};
pub use self::phases::{count_phase_end, count_phase_start, count_round_end, phase_loss_reason};
pub use self::restrictions::{
    check_action, check_complex, check_price, forbids_special_action, slowed_distance,
};
pub use self::status_rule::{
    Amount, AppliesTo, AttackerBonus, Compulsion, EndCondition, Forbids, RecoveryTest, Stacking,
    StatusDuration, StatusModifier, StatusRule, TestTrait,
};
pub use ailment::{Ailment, BodySide};
pub use hands::{can_hold, cannot_hold, hand_for};
pub use inflict::{AilmentCause, inflict, inflict_all, relieved_by};
pub use unit_status::{Status, StatusKind};

#[cfg(test)]
mod tests;
