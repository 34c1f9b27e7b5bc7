//! The implementation of [`Rulebook`]: its longer functions are in the files of this folder, one per subject.

mod area_attacks;
mod attack_map;
mod attacks;
mod barrier_attacks;
mod body_shield;
pub mod borrowed;
mod display;
mod explosion_odds;
mod falling_and_fatigue;
mod forecast;
mod odds;
pub mod sheet_display;
mod site_attack;
mod special_actions;
mod spells;
mod square_attacks;
mod status;
mod terrain_and_detection;
mod turns;

use std::sync::Arc;

use super::{
    Ailment, BurstMode, Characteristic, CurseTrigger, Fighter, GrappleHold, HitLocation, HitLocations,
    MeleeCount, Switches, WeaponClass, WeaponState,
};
use crate::circumstances::health::health_state;
use crate::knockback::profile::KnockbackProfile;
use crate::rulebook::{
    AftermathRules, AttackRules, BarrierRules, BookDefinition, DetectionRules, DetonationRules,
    ForecastRules, HazardRules, InterceptionRules, KnockbackRules, MovementRules, Rulebook,
    SpecialActionRules, StatusRules, TurnRules, UnitDisplay, UnitRules,
};
use crate::status::ailment_terms::AilmentTerms;
use crate::status::{
    ActiveAilment, AilmentTest, AttackProperties, Element, StatusOptions, TestModifier, TestResult, TestTrait,
};
use crate::turn_engine::timed_items::DetonationTrigger;
use crate::turn_engine::{Action, InitiativeScore};
use crate::{
    ActionOutcome, ActionRequest, AttackOption, AttackRequest, AvailableAction, BarrierOnLine, BlastProfile,
    BorrowedChapter, CostError, DerivedStat, Detonation, DownState, Fall, FireMode, Forecast, ForecastNote,
    Gauge, Grip, GroundConditions, HazardExposure, HealthState, HeldWeapon, MoveBudget, Odds, OutcomeSummary,
    Payment, PhaseStart, ReactionPrompt, Rest, RuleSet, RuleStep, RuleViolation, Sheet, SpecialAction, Stat,
    TargetSight, TurnBudget, UnitAttack, UnitSnapshot, Weapon, WeaponMalfunction, WeaponReach, WeaponTraits,
};
use dice::{Distribution, RuleResult, Table};
use model::UnitId;

/// How a weapon with a burst mode fires. `CS-BASE-36`.
const WITH_BURST: [FireMode; 2] = [FireMode::Single, FireMode::Burst];

/// The switches of this book.
fn switches(rules: &RuleSet) -> &Arc<Switches> {
    rules.book.circumstances()
}

/// The unit as this book's rules see it.
fn fighter(unit: &UnitSnapshot) -> Fighter {
    let budget = unit.budget.circumstances();
    Fighter {
        id: unit.id,
        sheet: unit.sheet.circumstances().clone(),
        condition: unit.condition.circumstances().clone(),
        reaction: budget.phase.reaction && unit.down.is_none(),
        gait: unit.gait,
        prone: unit.prone,
        in_melee: unit.in_melee,
        company: MeleeCount { friends: unit.melee.friends, foes: unit.melee.foes },
        hold: unit.grip.map(|grip| match grip {
            Grip::Holding(other) => GrappleHold::Holding(other),
            Grip::HeldBy(other) => GrappleHold::HeldBy(other),
        }),
        shielded: shielded_locations(unit),
        concealed: unit.concealed,
        indoors: unit.indoors,
        held: unit.held.iter().map(|held| held.weapon.circumstances().clone()).collect(),
        ailments: unit.present_ailments(),
        late: unit.late,
        curse: None,
        no_dodge: false,
    }
}

/// The unit as this book's rules see it in a fight, with a curse that may still take effect; `foe` is its attacker.
/// `CS-BRWA-07`, `CS-CURS-04`.
fn fighter_in_fight(unit: &UnitSnapshot, foe: Option<&UnitSnapshot>, rules: &RuleSet) -> Fighter {
    let by = unit.active_curse().map(|curse| curse.by);
    let auto = switches(rules).curse_auto;
    let curse = by.map(|by| by.filter(|_| !auto).map_or(CurseTrigger::Auto, CurseTrigger::Asks));
    let owned = |one: &ActiveAilment| {
        one.ailment == Ailment::Brainwashed && foe.is_some_and(|foe| u16::from(foe.side) == one.strength)
    };
    Fighter { curse, no_dodge: unit.ailments.iter().any(owned), ..fighter(unit) }
}

/// Locations that a unit shields behind the cover of its square; none if it is not in cover. `CS-COV-03`.
fn shielded_locations(unit: &UnitSnapshot) -> HitLocations {
    let budget = unit.budget.circumstances();
    if unit.in_cover {
        budget.shielded.intersection(budget.cover.shielded_locations(unit.prone))
    } else {
        HitLocations::NONE
    }
}

/// The state of a weapon, with this many more rounds.
fn weapon_state(held: &HeldWeapon, more: u32) -> WeaponState {
    WeaponState {
        rounds: u16::try_from(held.loaded.saturating_add(more)).unwrap_or(u16::MAX),
        jammed: held.fault == WeaponMalfunction::Jammed,
        cleared: held.fault == WeaponMalfunction::Cleared,
    }
}

fn wrap_turn_budget(budget: super::TurnBudget) -> TurnBudget {
    TurnBudget::Circumstances(budget)
}

fn wrap_health_state(condition: super::HealthState) -> HealthState {
    HealthState::Circumstances(condition)
}

/// Size without a modifier. `CS-SIZ-03`.
const AVERAGE_SIZE: u8 = 4;

/// The rulebook Circumstances.
#[derive(Clone, Copy, Debug)]
pub struct CircumstancesRulebook;

impl Rulebook for CircumstancesRulebook {}

impl BookDefinition for CircumstancesRulebook {
    const ID: &'static str = "circumstances";
    const NAME: &'static str = "Circumstances";
    const BLURB: &'static str =
        "One d100 at or under a target number. Light, fog, height and weather decide; every hit has a place.";
    const CLAUSE_PREFIX: &'static str = "CS";
    const LARGEST_DIE: u8 = 100;
    const BORROWED_CHAPTERS: &'static [BorrowedChapter] = borrowed::BORROWED;
    const AILMENTS: &'static AilmentTerms = &status::AILMENTS;
    const COUNTS_DIFFICULT_GROUND: bool = true;
    const LEAVES_RUBBLE: bool = true;
    const HAS_SUFFOCATION: bool = true;
    const HAS_GRAPPLES: bool = true;

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

    fn blast_radius(weapon: &Self::Weapon) -> u32 {
        u32::from(weapon.blast)
    }

    fn immunities(sheet: &Self::Sheet) -> &[Element] {
        &sheet.immunities
    }

    fn aid_keys(sheet: &Self::Sheet, heals: bool) -> Vec<&'static str> {
        super::spells::aid_keys(sheet, heals)
    }

    fn is_bonded_to(sheet: &Self::Sheet, name: &str) -> bool {
        sheet.bonds.iter().any(|bond| bond.eq_ignore_ascii_case(name))
    }

    fn status_options(switches: &Self::Switches) -> StatusOptions {
        switches.ailments()
    }
}

impl UnitRules for CircumstancesRulebook {
    /// `CS-BASE-33`, `CS-BASE-36`, `CS-RNG-06`.
    fn weapon_traits<'a>(weapon: &'a Weapon, _: &Sheet, _: &RuleSet) -> WeaponTraits<'a> {
        let weapon = weapon.circumstances();
        let hands = match weapon.class {
            _ if weapon.is_body() => 0,
            WeaponClass::Ranged if !weapon.pistol => 2,
            _ => 1,
        };
        let reach = match weapon.class {
            WeaponClass::Melee => WeaponReach::Melee { beyond: 0 },
            WeaponClass::Ranged | WeaponClass::Thrown => {
                WeaponReach::Ranged { metres: weapon.range.saturating_mul(3) }
            }
        };
        let modes: &[FireMode] =
            if weapon.burst.is_some() && !weapon.is_area() && !weapon.is_melee() { &WITH_BURST } else { &[] };
        WeaponTraits {
            name: &weapon.name,
            reach,
            hands,
            magazine: u32::from(weapon.magazine),
            modes,
            needs_bystanders: weapon.is_area(),
            aims_at_squares: weapon.is_area() && weapon.trigger.is_none(),
        }
    }

    /// `CS-BASE-36`.
    fn rounds_per_attack(weapon: &Weapon, mode: Option<FireMode>) -> u32 {
        let weapon = weapon.circumstances();
        match (mode, weapon.burst) {
            _ if weapon.magazine == 0 => 0,
            (Some(FireMode::Burst), Some(BurstMode { rounds, .. })) => u32::from(rounds),
            _ => 1,
        }
    }

    /// `CS-BASE-33`.
    fn unarmed_weapon(_: &Sheet) -> Option<Weapon> {
        Some(Weapon::Circumstances(Arc::new(super::Weapon::unarmed())))
    }

    /// `CS-BASE-13`, `CS-BASE-28`.
    fn starting_health(sheet: &Sheet, _: &RuleSet) -> HealthState {
        HealthState::Circumstances(super::HealthState::unhurt(sheet.circumstances()))
    }

    fn starting_budget(sheet: &Sheet, rules: &RuleSet) -> TurnBudget {
        turns::starting_budget(sheet, rules)
    }

    /// TB and the AP of the body. `CS-BASE-30`.
    fn soak(sheet: &Sheet, _: &HealthState, _: &RuleSet) -> u32 {
        let sheet = sheet.circumstances();
        sheet.bonus(Characteristic::Toughness) + u32::from(sheet.armour.ap_at(HitLocation::Body))
    }

    /// `CS-BASE-13`.
    fn down_state(_: &Sheet, condition: &HealthState, rules: &RuleSet) -> Option<DownState> {
        health_state::down(condition.circumstances(), switches(rules))
    }
}

impl UnitDisplay for CircumstancesRulebook {
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

impl TurnRules for CircumstancesRulebook {
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

    fn budget_at_round_start(unit: &UnitSnapshot, rules: &RuleSet) -> TurnBudget {
        turns::budget_at_round_start(unit, rules)
    }

    fn budget_at_pass_start(unit: &UnitSnapshot, rules: &RuleSet) -> TurnBudget {
        turns::budget_at_pass_start(unit, rules)
    }

    fn start_phase(table: &mut impl Table, unit: &UnitSnapshot, rules: &RuleSet) -> RuleResult<PhaseStart> {
        turns::start_phase(table, unit, rules)
    }

    fn ask_to_engage(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        beside: impl FnOnce() -> Vec<UnitSnapshot>,
        rules: &RuleSet,
    ) -> RuleResult<Vec<RuleStep>> {
        terrain_and_detection::ask_to_engage(table, unit, beside, rules)
    }

    fn end_phase(table: &mut impl Table, unit: &UnitSnapshot, rules: &RuleSet) -> RuleResult<Vec<RuleStep>> {
        turns::end_phase(table, unit, rules)
    }

    fn end_round(table: &mut impl Table, unit: &UnitSnapshot, rules: &RuleSet) -> RuleResult<Vec<RuleStep>> {
        falling_and_fatigue::end_round(table, unit, rules)
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

    /// The choice to evade a hit, and to join a melee. `CS-BASE-14`, `CS-MEL-01`.
    fn reaction_prompts() -> &'static [ReactionPrompt] {
        const PROMPTS: &[ReactionPrompt] = &[
            ReactionPrompt {
                clause: "CS-BASE-14",
                when: "when hit, with the Reaction left",
                answers: &[("none", "Take the hit"), ("dodge", "Dodge"), ("parry", "Parry")],
            },
            ReactionPrompt {
                clause: "CS-MEL-01",
                when: "when an enemy comes near",
                answers: &[("stay_out", "Stay out of it"), ("engage", "Engage")],
            },
        ];
        PROMPTS
    }
}

impl MovementRules for CircumstancesRulebook {
    fn move_budget(unit: &UnitSnapshot, rules: &RuleSet) -> MoveBudget {
        turns::move_budget(unit, rules)
    }

    fn may_run(unit: &UnitSnapshot, announced: bool, rules: &RuleSet) -> Result<(), RuleViolation> {
        turns::may_run(unit, announced, rules)
    }

    fn cross_ground(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        action: Action,
        path: &[GroundConditions],
        rules: &RuleSet,
    ) -> RuleResult<(usize, Vec<RuleStep>)> {
        terrain_and_detection::cross_ground(table, unit, action, path, rules)
    }
}

impl InterceptionRules for CircumstancesRulebook {}

impl DetectionRules for CircumstancesRulebook {
    fn detect_hidden_unit(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        hidden: &UnitSnapshot,
        sight: &TargetSight,
        line_of_sight: bool,
        rules: &RuleSet,
    ) -> RuleResult<Vec<RuleStep>> {
        terrain_and_detection::detect_hidden_unit(table, unit, hidden, sight, line_of_sight, rules)
    }

    fn stays_concealed(unit: &UnitSnapshot, seen: bool, rules: &RuleSet) -> bool {
        terrain_and_detection::stays_concealed(unit, seen, rules)
    }
}

impl AttackRules for CircumstancesRulebook {
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

impl ForecastRules for CircumstancesRulebook {
    fn forecast(request: &AttackRequest) -> Option<Forecast> {
        forecast::forecast(request)
    }

    fn preview(attack: UnitAttack<'_>) -> Option<Odds> {
        forecast::preview(attack)
    }

    fn area_outcomes(
        attack: UnitAttack<'_>,
        answers: &[String],
    ) -> Vec<(UnitId, Distribution<OutcomeSummary>)> {
        explosion_odds::area_outcomes(attack, answers)
    }
}

impl DetonationRules for CircumstancesRulebook {
    fn blast_profile(attacker: &UnitSnapshot, weapon: &Weapon, rules: &RuleSet) -> Option<BlastProfile> {
        explosion_odds::blast_profile(attacker, weapon, rules)
    }

    fn detonation_trigger(item: &Weapon) -> Option<DetonationTrigger> {
        square_attacks::detonation_trigger(item)
    }

    fn detonate(table: &mut impl Table, detonation: &Detonation) -> RuleResult<ActionOutcome> {
        square_attacks::detonate(table, detonation)
    }
}

impl BarrierRules for CircumstancesRulebook {
    fn structure_as_barrier(sheet: &Sheet) -> u32 {
        body_shield::structure_as_barrier(sheet)
    }

    fn damage_as_barrier(unit: &UnitSnapshot, points: u32, rules: &RuleSet) -> HealthState {
        body_shield::damage_as_barrier(unit, points, rules)
    }

    fn barrier_hit_points(barrier: &BarrierOnLine, rules: &RuleSet) -> u32 {
        barrier_attacks::barrier_hit_points(barrier, rules)
    }
}

impl SpecialActionRules for CircumstancesRulebook {
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

    fn place_in_cover(unit: &UnitSnapshot, cover_cm: u16, rules: &RuleSet) -> Vec<RuleStep> {
        special_actions::place_in_cover(unit, cover_cm, rules)
    }

    fn allowed_at_deployment(action: &str, rules: &RuleSet) -> bool {
        special_actions::allowed_at_deployment(action, rules)
    }
}

impl StatusRules for CircumstancesRulebook {
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

    fn aftereffects(unit: &UnitSnapshot, after: &HealthState, rules: &RuleSet) -> Vec<RuleStep> {
        falling_and_fatigue::aftereffects(unit, after, rules)
    }
}

impl HazardRules for CircumstancesRulebook {
    fn resolve_fall(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        fall: Fall,
        rules: &RuleSet,
    ) -> RuleResult<HazardExposure> {
        falling_and_fatigue::resolve_fall(table, unit, fall, rules)
    }

    fn fall_note(unit: &UnitSnapshot, fall: Fall, rules: &RuleSet) -> Option<ForecastNote> {
        falling_and_fatigue::fall_note(unit, fall, rules)
    }
}

impl KnockbackRules for CircumstancesRulebook {
    /// Strength and Toughness bonuses, and two for each step above the average size; Agility bonus for footing.
    /// `AB-KNOCK-01`, `AB-KNOCK-03`, `AB-KNOCK-05`.
    fn knockback_profile(unit: &UnitSnapshot, _: &RuleSet) -> KnockbackProfile {
        let sheet = unit.sheet.circumstances();
        let size = 2 * u32::from(sheet.size.saturating_sub(AVERAGE_SIZE));
        let tough = sheet.bonus(super::Characteristic::Toughness);
        let feet = sheet.bonus(super::Characteristic::Agility);
        KnockbackProfile { mass: sheet.strength_bonus() + tough + size, steady_m: feet, lethal_above: tough }
    }
}

impl AftermathRules for CircumstancesRulebook {
    fn health_after_rest(unit: &UnitSnapshot, rest: Rest, rules: &RuleSet) -> HealthState {
        falling_and_fatigue::health_after_rest(unit, rest, rules)
    }
}

#[cfg(test)]
mod tests;
