//! The implementation of [`Rulebook`]: its longer functions are in the files of this folder, one per subject.

mod after_battle;
mod attacks;
mod barriers;
mod body_shield;
mod display;
mod effects;
mod falling;
mod forecast;
mod special_actions;
mod status;
mod turns;

use std::sync::Arc;

use super::options::borrowed_chapters;
use crate::combat_checks::critical_injuries::chart::InjuryEffect;
use crate::combat_checks::health::{damage, thresholds};
use crate::knockback::profile::KnockbackProfile;
use crate::rulebook::{
    AftermathRules, AttackRules, BarrierRules, BookDefinition, DetectionRules, DetonationRules,
    ForecastRules, HazardRules, InterceptionRules, KnockbackRules, MovementRules, Rulebook,
    SpecialActionRules, StatusRules, TurnRules, UnitDisplay, UnitRules,
};
use crate::status::ailment_terms::AilmentTerms;
use crate::status::{AilmentTest, AttackProperties, Element, TestModifier, TestResult, TestTrait};
use crate::turn_engine::{Action, InitiativeScore};
use crate::{
    ActionOutcome, ActionRequest, AttackOption, AttackRequest, AvailableAction, BorrowedChapter, CostError,
    DerivedStat, DownState, Fall, FireMode, Forecast, ForecastNote, Gauge, HazardExposure, HealthState,
    HeldWeapon, MoveBudget, Odds, Payment, PhaseStart, RuleSet, RuleStep, RuleViolation, Sheet,
    SpecialAction, Stat, TreatmentOption, TurnBudget, UnitAttack, UnitSnapshot, Weapon, WeaponMalfunction,
    WeaponReach, WeaponTraits,
};
use dice::{RuleResult, Table};

use super::{Fighter, Limb, RangeBand, Switches, WieldedWeapon as InHand};

/// The switches of this book.
fn switches(rules: &RuleSet) -> &Arc<Switches> {
    rules.book.combat_checks()
}

/// Wraps a turn budget of this book.
const fn wrap_turn_budget(budget: super::TurnBudget) -> TurnBudget {
    TurnBudget::CombatChecks(budget)
}

/// A condition of this book.
const fn condition_of(condition: super::HealthState) -> HealthState {
    HealthState::CombatChecks(condition)
}

/// The unit as this book's rules see it.
fn fighter(unit: &UnitSnapshot, rules: &RuleSet) -> Fighter {
    let budget = unit.budget.combat_checks();
    let condition = unit.condition.combat_checks();
    Fighter {
        id: unit.id,
        name: unit.name.clone(),
        sheet: unit.sheet.combat_checks().clone(),
        condition: condition.clone(),
        economy: budget.economy,
        gait: unit.gait,
        prone: unit.prone,
        in_cover: unit.in_cover,
        turn_left: unit.turn_left,
        down: unit.down,
        held: in_hands(unit, condition, switches(rules)),
        lost_gear: budget.useless_gear(),
        ailments: unit.present_ailments(),
        late: unit.late,
    }
}

/// Items that a unit holds, in its order: usable arms take them, the right arm first.
/// `CC-CHART-33`.
fn in_hands(unit: &UnitSnapshot, condition: &super::HealthState, switches: &Switches) -> Vec<InHand> {
    let mut arms =
        [Limb::RightArm, Limb::LeftArm].into_iter().filter(|&arm| condition.can_hold(arm, switches));
    let mut hold = |held: &HeldWeapon| {
        let weapon = held.weapon.combat_checks().clone();
        let arm = if weapon.hands > 0 { arms.next() } else { None };
        InHand {
            arm: arm.unwrap_or(Limb::RightArm),
            empty: held.fault == WeaponMalfunction::Empty,
            useless: !matches!(held.fault, WeaponMalfunction::None | WeaponMalfunction::Empty),
            weapon,
        }
    };
    unit.held.iter().map(&mut hold).collect()
}

/// The rulebook Combat Checks.
#[derive(Clone, Copy, Debug)]
pub struct CombatChecksRulebook;

impl Rulebook for CombatChecksRulebook {}

impl BookDefinition for CombatChecksRulebook {
    const ID: &'static str = "combat_checks";
    const NAME: &'static str = "Combat Checks";
    const BLURB: &'static str = "Narrative dice: success beside advantage, failure beside threat. \
        Strain, boosts and critical injuries.";
    const CLAUSE_PREFIX: &'static str = "CC";
    const LARGEST_DIE: u8 = 100;
    const BORROWED_CHAPTERS: &'static [BorrowedChapter] = &borrowed_chapters::BORROWED;
    const AILMENTS: &'static AilmentTerms = &status::AILMENTS;
    const COUNTS_DIFFICULT_GROUND: bool = true;

    type Sheet = super::Sheet;
    type Weapon = super::Weapon;
    type HealthState = super::HealthState;
    type TurnBudget = super::TurnBudget;
    type Switches = super::Switches;

    fn weapon_name(weapon: &Self::Weapon) -> &str {
        &weapon.name
    }

    fn attack_properties(weapon: &Self::Weapon) -> &AttackProperties {
        &weapon.strike
    }

    fn immunities(sheet: &Self::Sheet) -> &[Element] {
        &sheet.immunities
    }
}

impl UnitRules for CombatChecksRulebook {
    /// `CC-RNG-10`, `CC-RNG-13`; every attack depends on the allies and enemies nearby. `CC-ADV-08`.
    fn weapon_traits<'a>(weapon: &'a Weapon, _: &Sheet, rules: &RuleSet) -> WeaponTraits<'a> {
        let weapon = weapon.combat_checks();
        let [short, medium, long, extreme] = switches(rules).move_range.0.map(u32::from);
        let metres = match weapon.range {
            RangeBand::Engaged => 1,
            RangeBand::Short => short,
            RangeBand::Medium => medium,
            RangeBand::Long => long,
            RangeBand::Extreme => extreme,
        };
        let melee = weapon.class.is_melee();
        WeaponTraits {
            name: &weapon.name,
            reach: if melee { WeaponReach::Melee { beyond: 0 } } else { WeaponReach::Ranged { metres } },
            hands: weapon.hands,
            magazine: 0,
            modes: &[],
            needs_bystanders: true,
            aims_at_squares: false,
        }
    }

    /// This book does not count rounds: threats empty weapons. `CC-THT-10`.
    fn rounds_per_attack(_: &Weapon, _: Option<FireMode>) -> u32 {
        0
    }

    /// Fists and feet. `CC-DMG-02`.
    fn unarmed_weapon(_: &Sheet) -> Option<Weapon> {
        Some(Weapon::CombatChecks(Arc::new(super::Weapon::unarmed())))
    }

    /// `CC-THR-05`.
    fn starting_health(sheet: &Sheet, rules: &RuleSet) -> HealthState {
        condition_of(super::HealthState::new(sheet.combat_checks(), switches(rules)))
    }

    fn starting_budget(sheet: &Sheet, rules: &RuleSet) -> TurnBudget {
        turns::starting_budget(sheet, rules)
    }

    /// `CC-DMG-08`.
    fn soak(sheet: &Sheet, condition: &HealthState, rules: &RuleSet) -> u32 {
        damage::sheet_soak(sheet.combat_checks(), condition.combat_checks(), switches(rules)).pool()
    }

    /// As its sheet says; lost arms are part of its health. `CC-CHART-33`.
    fn has_hands(sheet: &Sheet) -> bool {
        sheet.combat_checks().hands
    }

    /// `CC-THR-01` to `CC-THR-03`, `CC-THR-07`.
    fn down_state(_: &Sheet, condition: &HealthState, rules: &RuleSet) -> Option<DownState> {
        thresholds::down_state(condition.combat_checks(), switches(rules))
    }

    /// Bleeds at the start of its turns until healed. `CC-CHART-26`, `CC-CHART-27`.
    fn is_dying(condition: &HealthState) -> bool {
        condition
            .combat_checks()
            .injury_effects()
            .any(|effect| matches!(effect, InjuryEffect::Bleeding { .. }))
    }
}

impl UnitDisplay for CombatChecksRulebook {
    fn gauges(sheet: &Sheet, health: &HealthState, rules: &RuleSet) -> Vec<Gauge> {
        display::gauges(sheet, health, rules)
    }

    fn turn_reserves(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<String> {
        display::turn_reserves(unit, rules)
    }

    fn sheet_stats(sheet: &Sheet) -> Vec<Stat> {
        display::sheet_stats(sheet)
    }

    fn derived_stats(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<DerivedStat> {
        display::derived_stats(unit, rules)
    }

    fn derived_weapon_stats(unit: &UnitSnapshot, held: &HeldWeapon, rules: &RuleSet) -> Vec<DerivedStat> {
        display::derived_weapon_stats(unit, held, rules)
    }

    fn weapon_summary(unit: &UnitSnapshot, weapon: &Weapon, rules: &RuleSet) -> String {
        display::weapon_summary(unit, weapon, rules)
    }

    fn weapon_stats(weapon: &Weapon) -> Vec<Stat> {
        display::weapon_stats(weapon)
    }
}

impl TurnRules for CombatChecksRulebook {
    fn roll_initiative(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        paid: bool,
        rules: &RuleSet,
    ) -> RuleResult<InitiativeScore> {
        turns::roll_initiative(table, unit, paid, rules)
    }

    fn initiative_attribute(unit: &UnitSnapshot) -> i32 {
        turns::initiative_attribute(unit)
    }

    fn tie_breakers(sheet: &Sheet) -> (u8, u8) {
        turns::tie_breakers(sheet)
    }

    fn budget_at_pass_start(unit: &UnitSnapshot, rules: &RuleSet) -> TurnBudget {
        turns::budget_at_pass_start(unit, rules)
    }

    fn start_phase(table: &mut impl Table, unit: &UnitSnapshot, rules: &RuleSet) -> RuleResult<PhaseStart> {
        turns::start_phase(table, unit, rules)
    }

    fn end_phase(table: &mut impl Table, unit: &UnitSnapshot, rules: &RuleSet) -> RuleResult<Vec<RuleStep>> {
        turns::end_phase(table, unit, rules)
    }

    fn end_round(table: &mut impl Table, unit: &UnitSnapshot, rules: &RuleSet) -> RuleResult<Vec<RuleStep>> {
        turns::end_round(table, unit, rules)
    }

    fn pay_action(
        unit: &UnitSnapshot,
        request: ActionRequest<'_>,
        rules: &RuleSet,
    ) -> Result<Payment, CostError> {
        turns::pay_action(unit, request, rules)
    }

    fn price_label(unit: &UnitSnapshot, request: ActionRequest<'_>, rules: &RuleSet) -> String {
        turns::price_label(unit, request, rules)
    }
}

impl MovementRules for CombatChecksRulebook {
    fn move_budget(unit: &UnitSnapshot, rules: &RuleSet) -> MoveBudget {
        turns::move_budget(unit, rules)
    }

    fn may_run(unit: &UnitSnapshot, announced: bool, rules: &RuleSet) -> Result<(), RuleViolation> {
        turns::may_run(unit, announced, rules)
    }
}

impl InterceptionRules for CombatChecksRulebook {
    /// The action points of the engine. `SS-ACT-41`.
    fn pay_interception(unit: &UnitSnapshot, rules: &RuleSet) -> Result<Payment, CostError> {
        let points = rules.engine.ap_intercept;
        let budget = unit
            .budget
            .spend(points)
            .ok_or(CostError::TooFewPoints { needed: points, left: unit.budget.points() })?;
        Ok(Payment { budget, points, free: 0, condition: None })
    }
}

impl DetectionRules for CombatChecksRulebook {}

impl AttackRules for CombatChecksRulebook {
    fn attack_action(weapon: &Weapon, mode: Option<FireMode>) -> Action {
        attacks::attack_action(weapon, mode)
    }

    fn attack_options(unit: &UnitSnapshot, held: &HeldWeapon, rules: &RuleSet) -> Vec<AttackOption> {
        attacks::attack_options(unit, held, rules)
    }

    fn may_attack(request: &AttackRequest) -> Result<(), RuleViolation> {
        attacks::may_attack(request)
    }

    fn attack(table: &mut impl Table, request: &AttackRequest) -> RuleResult<ActionOutcome> {
        attacks::attack(table, request)
    }
}

impl ForecastRules for CombatChecksRulebook {
    fn forecast(request: &AttackRequest) -> Option<Forecast> {
        forecast::forecast(request)
    }

    fn preview(attack: UnitAttack<'_>) -> Option<Odds> {
        forecast::preview(attack)
    }
}

impl DetonationRules for CombatChecksRulebook {}

impl BarrierRules for CombatChecksRulebook {
    fn structure_as_barrier(sheet: &Sheet) -> u32 {
        body_shield::structure_as_barrier(sheet)
    }

    fn damage_as_barrier(unit: &UnitSnapshot, points: u32, rules: &RuleSet) -> HealthState {
        body_shield::damage_as_barrier(unit, points, rules)
    }
}

impl SpecialActionRules for CombatChecksRulebook {
    fn available_actions(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<AvailableAction> {
        special_actions::available_actions(unit, rules)
    }

    fn pay_special_action(action: &SpecialAction<'_>, rules: &RuleSet) -> Result<Payment, CostError> {
        special_actions::pay_special_action(action, rules)
    }

    fn resolve_special_action(
        table: &mut impl Table,
        action: &SpecialAction<'_>,
        rules: &RuleSet,
    ) -> RuleResult<ActionOutcome> {
        special_actions::resolve_special_action(table, action, rules)
    }
}

impl StatusRules for CombatChecksRulebook {
    fn trait_value(unit: &UnitSnapshot, of: TestTrait, rules: &RuleSet) -> i32 {
        status::trait_value(unit, of, rules)
    }

    fn roll_trait_test(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        test: (TestTrait, &AilmentTest),
        changes: &[TestModifier],
        rules: &RuleSet,
    ) -> RuleResult<TestResult> {
        status::roll_trait_test(table, unit, test, changes, rules)
    }

    fn resolve_burning(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        rules: &RuleSet,
    ) -> RuleResult<(HealthState, u32)> {
        status::resolve_burning(table, unit, rules)
    }
}

impl HazardRules for CombatChecksRulebook {
    fn resolve_fall(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        fall: Fall,
        rules: &RuleSet,
    ) -> RuleResult<HazardExposure> {
        falling::resolve_fall(table, unit, fall, rules)
    }

    fn fall_note(unit: &UnitSnapshot, fall: Fall, rules: &RuleSet) -> Option<ForecastNote> {
        falling::fall_note(unit, fall, rules)
    }
}

impl KnockbackRules for CombatChecksRulebook {
    /// Strength and Toughness; Agility for footing. `AB-KNOCK-01`, `AB-KNOCK-03`.
    fn knockback_profile(unit: &UnitSnapshot, _: &RuleSet) -> KnockbackProfile {
        let own = &unit.sheet.combat_checks().characteristics;
        let [strength, toughness, agility] = [own.strength, own.toughness, own.agility].map(u32::from);
        KnockbackProfile { mass: strength + toughness, steady_m: agility, lethal_above: toughness }
    }
}

impl AftermathRules for CombatChecksRulebook {
    fn health_at_battle_start(health: &HealthState) -> HealthState {
        after_battle::health_at_battle_start(health)
    }

    fn health_after_battle(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        rules: &RuleSet,
    ) -> RuleResult<HealthState> {
        after_battle::health_after_battle(table, unit, rules)
    }

    fn treatment_options(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<TreatmentOption> {
        after_battle::treatment_options(unit, rules)
    }

    fn may_treat(action: &SpecialAction<'_>, rules: &RuleSet) -> Result<(), RuleViolation> {
        after_battle::may_treat(action, rules)
    }

    fn resolve_treatment(
        table: &mut impl Table,
        action: &SpecialAction<'_>,
        rules: &RuleSet,
    ) -> RuleResult<ActionOutcome> {
        after_battle::resolve_treatment(table, action, rules)
    }
}

#[cfg(test)]
mod tests;
