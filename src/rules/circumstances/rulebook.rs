//! What the battlefield asks of this book, answered: [`Rulebook`] says what each question is.

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
use crate::rule_options::SwitchInfo;
use crate::rulebook::Rulebook;
use crate::status::translation::Translation;
use crate::status::{
    ActiveAilment, AilmentTest, AttackProperties, Element, StatusOptions, TestModifier, TestResult, TestTrait,
};
use crate::turn_engine::timed_items::DetonationTrigger;
use crate::turn_engine::{Action, InitiativeScore, PhaseTiming};
use crate::{
    ActionOutcome, ActionRequest, AttackOption, AttackRequest, AvailableAction, BarrierOnLine, BlastProfile,
    BorrowedChapter, CostError, DerivedStat, Detonation, DownState, Effect, Fall, FireMode, Forecast,
    ForecastNote, Gauge, Grip, GroundConditions, HazardExposure, HealthState, HeldWeapon, MoveBudget, Odds,
    OutcomeSummary, Payment, PhaseStart, ReactionPrompt, Rest, RuleSet, RuleViolation, Sheet, SpecialAction,
    SprintOutcome, Stat, TargetSight, TurnBudget, UnitAttack, UnitSnapshot, Weapon, WeaponMalfunction,
    WeaponReach, WeaponTraits,
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
    let purse = unit.purse.circumstances();
    Fighter {
        id: unit.id,
        sheet: unit.sheet.circumstances().clone(),
        condition: unit.condition.circumstances().clone(),
        reaction: purse.phase.reaction && unit.down.is_none(),
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

/// The same, with the curse on it if one may still strike; `foe` is its attacker. `CS-BRWA-07`, `CS-CURS-04`.
fn fighter_in_fight(unit: &UnitSnapshot, foe: Option<&UnitSnapshot>, rules: &RuleSet) -> Fighter {
    let by = unit.active_curse().map(|curse| curse.by);
    let auto = switches(rules).curse_auto;
    let curse = by.map(|by| by.filter(|_| !auto).map_or(CurseTrigger::Auto, CurseTrigger::Asks));
    let owned = |one: &ActiveAilment| {
        one.ailment == Ailment::Brainwashed && foe.is_some_and(|foe| u16::from(foe.side) == one.strength)
    };
    Fighter { curse, no_dodge: unit.ailments.iter().any(owned), ..fighter(unit) }
}

/// Locations that a unit keeps behind the cover of its square: none once it has left it. `CS-COV-03`.
fn shielded_locations(unit: &UnitSnapshot) -> HitLocations {
    let purse = unit.purse.circumstances();
    if unit.in_cover {
        purse.shielded.intersection(purse.cover.shielded_locations(unit.prone))
    } else {
        HitLocations::NONE
    }
}

/// The state of a weapon, with so many rounds more in it.
fn weapon_state(held: &HeldWeapon, more: u32) -> WeaponState {
    WeaponState {
        rounds: u16::try_from(held.loaded.saturating_add(more)).unwrap_or(u16::MAX),
        jammed: held.fault == WeaponMalfunction::Jammed,
        cleared: held.fault == WeaponMalfunction::Cleared,
    }
}

fn wrap_turn_budget(purse: super::TurnBudget) -> TurnBudget {
    TurnBudget::Circumstances(purse)
}

fn wrap_health_state(condition: super::HealthState) -> HealthState {
    HealthState::Circumstances(condition)
}

/// `CS-SIZ-03`.
const AVERAGE_SIZE: u8 = 4;

/// Circumstances, as the battlefield asks it.
#[derive(Clone, Copy, Debug)]
pub struct CircumstancesRulebook;

impl Rulebook for CircumstancesRulebook {
    const ID: &'static str = "circumstances";
    const NAME: &'static str = "Circumstances";
    const BLURB: &'static str =
        "One d100 at or under a target number. Light, fog, height and weather decide; every hit has a place.";
    const CLAUSE_PREFIX: &'static str = "CS";
    const SUCCESS_WORDS: (&'static str, &'static str) = ("success", "successes");
    const LARGEST_DIE: u8 = 100;
    const BORROWED_CHAPTERS: &'static [BorrowedChapter] = borrowed::BORROWED;
    const AILMENTS: &'static Translation = &status::AILMENTS;
    const COUNTS_DIFFICULT_GROUND: bool = true;
    const LEAVES_RUBBLE: bool = true;
    const COUNTS_BREATH: bool = true;
    const HAS_GRAPPLES: bool = true;

    // Its data.

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

    fn phase_timing(budget: &Self::TurnBudget) -> PhaseTiming {
        budget.turn
    }

    fn set_phase_timing(budget: &mut Self::TurnBudget, timing: PhaseTiming) {
        budget.turn = timing;
    }

    fn action_points(budget: &Self::TurnBudget) -> u8 {
        budget.phase.points_left()
    }

    fn spend_points(budget: &mut Self::TurnBudget, points: u8) {
        budget.phase.spent += points;
    }

    fn reset_phase(budget: &mut Self::TurnBudget) {
        budget.phase.attacks = 0;
        budget.way = Default::default();
        budget.charge = Default::default();
    }

    // Its switches.

    fn switch_list() -> Vec<SwitchInfo> {
        super::Switches::list()
    }

    fn status_options(switches: &Self::Switches) -> StatusOptions {
        switches.ailments()
    }

    // What a unit is, and how it is shown.

    /// `CS-BASE-33`, `CS-BASE-36`, `CS-RNG-06`.
    fn arm<'a>(weapon: &'a Weapon, _: &Sheet, _: &RuleSet) -> WeaponTraits<'a> {
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
            wants_company: weapon.is_area(),
            aims_at_squares: weapon.is_area() && weapon.trigger.is_none(),
        }
    }

    /// `CS-BASE-36`.
    fn rounds(weapon: &Weapon, mode: Option<FireMode>) -> u32 {
        let weapon = weapon.circumstances();
        match (mode, weapon.burst) {
            _ if weapon.magazine == 0 => 0,
            (Some(FireMode::Burst), Some(BurstMode { rounds, .. })) => u32::from(rounds),
            _ => 1,
        }
    }

    /// `CS-BASE-33`.
    fn unarmed(_: &Sheet) -> Option<Weapon> {
        Some(Weapon::Circumstances(Arc::new(super::Weapon::unarmed())))
    }

    /// `CS-BASE-13`, `CS-BASE-28`.
    fn fresh(sheet: &Sheet, _: &RuleSet) -> HealthState {
        HealthState::Circumstances(super::HealthState::unhurt(sheet.circumstances()))
    }

    fn purse(sheet: &Sheet, rules: &RuleSet) -> TurnBudget {
        turns::purse(sheet, rules)
    }

    /// TB and the AP of the body. `CS-BASE-30`.
    fn soak(sheet: &Sheet, _: &HealthState, _: &RuleSet) -> u32 {
        let sheet = sheet.circumstances();
        sheet.bonus(Characteristic::Toughness) + u32::from(sheet.armour.ap_at(HitLocation::Body))
    }

    /// The sheet knows of no fighter without hands.
    fn has_hands(_: &Sheet) -> bool {
        true
    }

    /// `CS-BASE-13`.
    fn down(_: &Sheet, condition: &HealthState, rules: &RuleSet) -> Option<DownState> {
        health_state::down(condition.circumstances(), switches(rules))
    }

    fn structure(sheet: &Sheet) -> u32 {
        body_shield::structure(sheet)
    }

    fn wear(unit: &UnitSnapshot, points: u32, rules: &RuleSet) -> HealthState {
        body_shield::wear(unit, points, rules)
    }

    /// Units do not bleed to death in this book.
    fn is_dying(_: &HealthState) -> bool {
        false
    }

    fn gauges(sheet: &Sheet, health: &HealthState, rules: &RuleSet) -> Vec<Gauge> {
        display::gauges(sheet, health, rules)
    }

    fn pledges(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<String> {
        display::pledges(unit, rules)
    }

    fn stats(sheet: &Sheet) -> Vec<Stat> {
        display::stats(sheet)
    }

    fn figures(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<DerivedStat> {
        display::figures(unit, rules)
    }

    fn weapon_figures(unit: &UnitSnapshot, held: &HeldWeapon, rules: &RuleSet) -> Vec<DerivedStat> {
        display::weapon_figures(unit, held, rules)
    }

    fn weapon_line(unit: &UnitSnapshot, weapon: &Weapon, rules: &RuleSet) -> String {
        display::weapon_line(unit, weapon, rules)
    }

    fn weapon_stats(weapon: &Weapon) -> Vec<Stat> {
        display::weapon_stats(weapon)
    }

    // Rounds, passes and phases.

    fn initiative(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        paid: bool,
        rules: &RuleSet,
    ) -> RuleResult<InitiativeScore> {
        turns::initiative(table, unit, paid, rules)
    }

    fn initiative_attribute(unit: &UnitSnapshot) -> i32 {
        turns::initiative_attribute(unit)
    }

    fn initiative_dice(sheet: &Sheet) -> u8 {
        turns::initiative_dice(sheet)
    }

    fn tie_breaks(sheet: &Sheet) -> (u8, u8) {
        turns::tie_breaks(sheet)
    }

    fn round_begins(unit: &UnitSnapshot, rules: &RuleSet) -> TurnBudget {
        turns::round_begins(unit, rules)
    }

    fn pass_begins(unit: &UnitSnapshot, rules: &RuleSet) -> TurnBudget {
        turns::pass_begins(unit, rules)
    }

    fn phase_begins(table: &mut impl Table, unit: &UnitSnapshot, rules: &RuleSet) -> RuleResult<PhaseStart> {
        turns::phase_begins(table, unit, rules)
    }

    fn closing(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        beside: impl FnOnce() -> Vec<UnitSnapshot>,
        rules: &RuleSet,
    ) -> RuleResult<Vec<Effect>> {
        terrain_and_detection::closing(table, unit, beside, rules)
    }

    fn phase_ends(table: &mut impl Table, unit: &UnitSnapshot, rules: &RuleSet) -> RuleResult<Vec<Effect>> {
        turns::phase_ends(table, unit, rules)
    }

    fn round_ends(table: &mut impl Table, unit: &UnitSnapshot, rules: &RuleSet) -> RuleResult<Vec<Effect>> {
        falling_and_fatigue::round_ends(table, unit, rules)
    }

    fn pay(unit: &UnitSnapshot, request: ActionRequest<'_>, rules: &RuleSet) -> Result<Payment, CostError> {
        turns::pay(unit, request, rules)
    }

    fn price(unit: &UnitSnapshot, request: ActionRequest<'_>, rules: &RuleSet) -> String {
        turns::price(unit, request, rules)
    }

    /// What a unit that was hit may always do, and whether it joins a melee. `CS-BASE-14`, `CS-MEL-01`.
    fn habits() -> &'static [ReactionPrompt] {
        const HABITS: &[ReactionPrompt] = &[
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
        HABITS
    }

    // Moving, meeting and noticing.

    fn move_budget(unit: &UnitSnapshot, rules: &RuleSet) -> MoveBudget {
        turns::move_budget(unit, rules)
    }

    fn may_run(unit: &UnitSnapshot, announced: bool, rules: &RuleSet) -> Result<(), RuleViolation> {
        turns::may_run(unit, announced, rules)
    }

    fn sprint(table: &mut impl Table, unit: &UnitSnapshot, rules: &RuleSet) -> RuleResult<SprintOutcome> {
        turns::sprint(table, unit, rules)
    }

    fn footing(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        action: Action,
        path: &[GroundConditions],
        rules: &RuleSet,
    ) -> RuleResult<(usize, Vec<Effect>)> {
        terrain_and_detection::footing(table, unit, action, path, rules)
    }

    /// What intercepting costs: the Reaction. `CS-BASE-18`, `SS-ACT-41`.
    ///
    /// # Errors
    /// Why it cannot be paid.
    fn intercepts(unit: &UnitSnapshot, rules: &RuleSet) -> Result<Payment, CostError> {
        Self::pay(unit, ActionRequest::for_action(Action::Intercept), rules)
    }

    fn notice(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        hidden: &UnitSnapshot,
        sight: &TargetSight,
        line_of_sight: bool,
        rules: &RuleSet,
    ) -> RuleResult<Vec<Effect>> {
        terrain_and_detection::notice(table, unit, hidden, sight, line_of_sight, rules)
    }

    fn stays_concealed(unit: &UnitSnapshot, seen: bool, rules: &RuleSet) -> bool {
        terrain_and_detection::stays_concealed(unit, seen, rules)
    }

    // Attacks.

    fn attack_action(weapon: &Weapon, mode: Option<FireMode>) -> Action {
        attacks::attack_action(weapon, mode)
    }

    fn manners(unit: &UnitSnapshot, held: &HeldWeapon, rules: &RuleSet) -> Vec<AttackOption> {
        attacks::manners(unit, held, rules)
    }

    fn may_attack(request: &AttackRequest) -> Result<(), RuleViolation> {
        attacks::may_attack(request)
    }

    fn attack(table: &mut impl Table, request: &AttackRequest) -> RuleResult<ActionOutcome> {
        attacks::attack(table, request)
    }

    fn forecast(request: &AttackRequest) -> Option<Forecast> {
        forecast::forecast(request)
    }

    fn preview(attack: UnitAttack<'_>) -> Option<Odds> {
        forecast::preview(attack)
    }

    fn spread(attack: UnitAttack<'_>, answers: &[String]) -> Vec<(UnitId, Distribution<OutcomeSummary>)> {
        explosion_odds::spread(attack, answers)
    }

    fn blast(attacker: &UnitSnapshot, weapon: &Weapon, rules: &RuleSet) -> Option<BlastProfile> {
        explosion_odds::blast(attacker, weapon, rules)
    }

    fn wall_points(barrier: &BarrierOnLine, rules: &RuleSet) -> u32 {
        barrier_attacks::wall_points(barrier, rules)
    }

    fn trigger(item: &Weapon) -> Option<DetonationTrigger> {
        square_attacks::trigger(item)
    }

    fn goes_off(table: &mut impl Table, detonation: &Detonation) -> RuleResult<ActionOutcome> {
        square_attacks::goes_off(table, detonation)
    }

    // Special actions.

    fn offers(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<AvailableAction> {
        special_actions::offers(unit, rules)
    }

    fn may_do(action: &SpecialAction<'_>, rules: &RuleSet) -> Result<Payment, CostError> {
        special_actions::may_do(action, rules)
    }

    fn perform(
        table: &mut impl Table,
        action: &SpecialAction<'_>,
        rules: &RuleSet,
    ) -> RuleResult<ActionOutcome> {
        special_actions::perform(table, action, rules)
    }

    fn begins_in_cover(unit: &UnitSnapshot, cover_cm: u16, rules: &RuleSet) -> Vec<Effect> {
        special_actions::begins_in_cover(unit, cover_cm, rules)
    }

    fn at_deployment(action: &str, rules: &RuleSet) -> bool {
        special_actions::at_deployment(action, rules)
    }

    // Ailments, hazards, falls and flights.

    fn trait_value(unit: &UnitSnapshot, of: TestTrait, rules: &RuleSet) -> i32 {
        status::trait_value(unit, of, rules)
    }

    fn ailment_roll(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        test: (TestTrait, &AilmentTest),
        changes: &[TestModifier],
        rules: &RuleSet,
    ) -> RuleResult<TestResult> {
        status::ailment_roll(table, unit, test, changes, rules)
    }

    fn burn(table: &mut impl Table, unit: &UnitSnapshot, rules: &RuleSet) -> RuleResult<(HealthState, u32)> {
        status::burn(table, unit, rules)
    }

    fn fall(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        fall: Fall,
        rules: &RuleSet,
    ) -> RuleResult<HazardExposure> {
        falling_and_fatigue::fall(table, unit, fall, rules)
    }

    fn fall_remark(unit: &UnitSnapshot, fall: Fall, rules: &RuleSet) -> Option<ForecastNote> {
        falling_and_fatigue::fall_remark(unit, fall, rules)
    }

    fn aftereffects(unit: &UnitSnapshot, after: &HealthState, rules: &RuleSet) -> Vec<Effect> {
        falling_and_fatigue::aftereffects(unit, after, rules)
    }

    /// Strength and Toughness bonuses, and two for each step above the average size; Agility bonus for the feet.
    /// `AB-KNOCK-01`, `AB-KNOCK-03`, `AB-KNOCK-05`.
    fn frame(unit: &UnitSnapshot, _: &RuleSet) -> KnockbackProfile {
        let sheet = unit.sheet.circumstances();
        let size = 2 * u32::from(sheet.size.saturating_sub(AVERAGE_SIZE));
        let tough = sheet.bonus(super::Characteristic::Toughness);
        let feet = sheet.bonus(super::Characteristic::Agility);
        KnockbackProfile { mass: sheet.strength_bonus() + tough + size, steady_m: feet, lethal_above: tough }
    }

    // Before and after a fight.

    fn rest(unit: &UnitSnapshot, rest: Rest, rules: &RuleSet) -> HealthState {
        falling_and_fatigue::rest(unit, rest, rules)
    }
}

#[cfg(test)]
mod tests;
