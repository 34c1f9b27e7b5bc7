//! The implementation of [`Rulebook`]: its longer functions are in the files of this folder, one per subject.

mod aimed_knockback;
mod area_attacks;
mod attacks;
mod barrier_attacks;
mod body_shield;
pub mod borrowed;
mod display;
mod falling;
mod forecast;
mod hazards;
mod held_items;
mod knockback;
pub mod sheet_display;
mod special_actions;
mod status;
mod turns;

use std::sync::Arc;

use super::Fighter;
use crate::aberrant::attacks::range::RangeBracket;
use crate::aberrant::attacks::{grapple, range};
use crate::aberrant::protection::soak::SoakColumn;
use crate::aberrant::protection::stacking;
use crate::knockback::profile::{ImpactSurface, KnockbackProfile};
use crate::rulebook::{
    AftermathRules, AttackRules, BarrierRules, BookDefinition, DetectionRules, DetonationRules,
    ForecastRules, HazardRules, InterceptionRules, KnockbackRules, MovementRules, Rulebook,
    SpecialActionRules, StatusRules, TurnRules, UnitDisplay, UnitRules,
};
use crate::status::ailment_terms::AilmentTerms;
use crate::status::{AilmentTest, AttackProperties, Element, TestModifier, TestResult, TestTrait};
use crate::turn_engine::{Action, InitiativeScore};
use crate::{
    ActionOutcome, ActionRequest, AttackOption, AttackRequest, AvailableAction, BarrierOnLine, BlastProfile,
    BorrowedChapter, CostError, DerivedStat, DownState, Fall, FireMode, Forecast, ForecastNote, Gauge,
    Hazard, HazardExposure, HealthState, HeldWeapon, MoveBudget, Odds, OutcomeSummary, Payment, PhaseStart,
    ReactionPrompt, Rest, RuleSet, RuleStep, RuleViolation, Sheet, SpecialAction, SprintOutcome, Stat,
    TurnBudget, UnitAttack, UnitSnapshot, Weapon, WeaponReach, WeaponTraits,
};
use dice::{Distribution, RuleResult, Table};
use model::UnitId;

/// Rounds of one attack with a weapon that has a magazine.
const ROUNDS: u32 = 1;

/// The unit as this book's rules see it.
fn fighter(unit: &UnitSnapshot) -> Fighter {
    let in_hand =
        unit.held.iter().map(|held| held.weapon.aberrant()).filter(|weapon| weapon.hands_needed() > 0);
    Fighter {
        id: unit.id,
        sheet: unit.sheet.aberrant().clone(),
        condition: unit.condition.aberrant().clone(),
        effort: unit.budget.aberrant().effort,
        initiative: unit.initiative,
        round: unit.round,
        acted: unit.acted,
        gait: unit.gait,
        prone: unit.prone,
        held: in_hand.cloned().collect(),
        ailments: unit.present_ailments(),
        late: unit.late,
    }
}

/// Sets a unit's turn budget without a payment.
fn turn_budget_effect(unit: UnitId, after: super::TurnBudget) -> RuleStep {
    RuleStep::SetTurnBudget { unit, action: None, points: 0, after: TurnBudget::Aberrant(after) }
}

/// Sets a unit's health.
fn health_effect(unit: UnitId, after: super::HealthState, damage: u32) -> RuleStep {
    RuleStep::ChangeHealth { unit, after: HealthState::Aberrant(after), damage }
}

/// The rulebook Aberrant.
#[derive(Clone, Copy, Debug)]
pub struct AberrantRulebook;

impl Rulebook for AberrantRulebook {}

impl BookDefinition for AberrantRulebook {
    const ID: &'static str = "aberrant";
    const NAME: &'static str = "Aberrant";
    const BLURB: &'static str = "Pools of d10, 7 and more succeed. Levels of bashing and lethal harm, soak in layers, \
        actions given up to dodge.";
    const CLAUSE_PREFIX: &'static str = "AB";
    const LARGEST_DIE: u8 = 10;
    const BORROWED_CHAPTERS: &'static [BorrowedChapter] = &borrowed::BORROWED;
    const AILMENTS: &'static AilmentTerms = &status::AILMENTS;
    const LEAVES_RUBBLE: bool = true;
    const HAS_BODY_SHIELDS: bool = true;
    const HAS_GRAPPLES: bool = true;
    const HAS_KNOCKBACK: bool = true;

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

impl UnitRules for AberrantRulebook {
    /// `AB-RANGE-04`, `AB-THROW-01`, `SS-BASE-16`.
    fn weapon_traits<'a>(weapon: &'a Weapon, sheet: &Sheet, rules: &RuleSet) -> WeaponTraits<'a> {
        let weapon = weapon.aberrant();
        let reach = if weapon.is_melee() {
            WeaponReach::Melee { beyond: u32::from(weapon.reach) }
        } else {
            let increment = range::increment_m(weapon, sheet.aberrant(), rules.book.aberrant()).unwrap_or(0);
            WeaponReach::Ranged { metres: increment.saturating_mul(RangeBracket::Extreme.increments()) }
        };
        let (name, hands, magazine) = (weapon.name.as_str(), weapon.hands_needed(), weapon.magazine);
        let bursts = weapon.area > 0;
        WeaponTraits {
            name,
            reach,
            hands,
            magazine,
            modes: &[],
            needs_bystanders: bursts,
            aims_at_squares: bursts,
        }
    }

    /// One for each attack; none without a magazine.
    fn rounds_per_attack(weapon: &Weapon, _: Option<FireMode>) -> u32 {
        ROUNDS.min(weapon.aberrant().magazine)
    }

    /// Strength dice of bashing damage. `AB-BASE-10`.
    fn unarmed_weapon(sheet: &Sheet) -> Option<Weapon> {
        Some(Weapon::Aberrant(Arc::new(grapple::bare_hands(sheet.aberrant()))))
    }

    /// `AB-TRACK-01`, `AB-BASE-14`.
    fn starting_health(sheet: &Sheet, _: &RuleSet) -> HealthState {
        HealthState::Aberrant(super::HealthState::unhurt(sheet.aberrant()))
    }

    fn starting_budget(sheet: &Sheet, rules: &RuleSet) -> TurnBudget {
        turns::starting_budget(sheet, rules)
    }

    /// Lethal soak of all three categories. `AB-STACK-11`.
    fn soak(sheet: &Sheet, condition: &HealthState, _: &RuleSet) -> u32 {
        stacking::total_soak(sheet.aberrant(), condition.aberrant(), SoakColumn::Lethal)
    }

    /// As its sheet says.
    fn has_hands(sheet: &Sheet) -> bool {
        sheet.aberrant().hands
    }

    /// `AB-TRACK-07`, `AB-STUN-06`, `AB-TYPE-06`.
    fn down_state(sheet: &Sheet, condition: &HealthState, _: &RuleSet) -> Option<DownState> {
        condition.aberrant().life_status(sheet.aberrant()).down()
    }
}

impl UnitDisplay for AberrantRulebook {
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

impl TurnRules for AberrantRulebook {
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

    /// The choice of a defence. `AB-BASE-08`.
    fn reaction_prompts() -> &'static [ReactionPrompt] {
        const PROMPTS: &[ReactionPrompt] = &[ReactionPrompt {
            clause: "AB-BASE-08",
            when: "when attacked",
            answers: &[("none", "No defence"), ("dodge", "Dodge"), ("parry", "Parry")],
        }];
        PROMPTS
    }
}

impl MovementRules for AberrantRulebook {
    fn move_budget(unit: &UnitSnapshot, rules: &RuleSet) -> MoveBudget {
        turns::move_budget(unit, rules)
    }

    fn may_run(unit: &UnitSnapshot, announced: bool, rules: &RuleSet) -> Result<(), RuleViolation> {
        turns::may_run(unit, announced, rules)
    }

    fn roll_sprint(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        rules: &RuleSet,
    ) -> RuleResult<SprintOutcome> {
        turns::roll_sprint(table, unit, rules)
    }
}

impl InterceptionRules for AberrantRulebook {
    /// Pays an action of this phase, or of the next one. `AB-CANCEL-03`, `SS-ACT-41`.
    ///
    /// # Errors
    /// Returns `CostError::TooFewPoints` if all actions of the next phase are already spent.
    fn pay_interception(unit: &UnitSnapshot, _: &RuleSet) -> Result<Payment, CostError> {
        let before = *unit.budget.aberrant();
        let mut budget = before;
        if before.effort.points > 0 {
            budget.effort.points -= 1;
            budget.effort.queued = budget.effort.queued.min(budget.effort.points);
        } else if before.effort.owed < crate::aberrant::turn::actions::ACTION_POINTS {
            budget.effort.owed += 1;
        } else {
            return Err(CostError::TooFewPoints { needed: 1, left: 0 });
        }
        let points = before.effort.points - budget.effort.points;
        Ok(Payment { budget: TurnBudget::Aberrant(budget), points, free: 0, condition: None })
    }
}

impl DetectionRules for AberrantRulebook {}

impl AttackRules for AberrantRulebook {
    fn attack_action(weapon: &Weapon, mode: Option<FireMode>) -> Action {
        attacks::attack_action(weapon, mode)
    }

    fn attack_options(unit: &UnitSnapshot, held: &HeldWeapon, rules: &RuleSet) -> Vec<AttackOption> {
        attacks::attack_options(unit, held, rules)
    }

    fn option_needs_bystanders(option: &str) -> bool {
        super::attacks::aimed_knockback::needs_surroundings(option)
    }

    fn option_spares_target(option: &str) -> bool {
        option == super::attacks::held_items::AT_HELD
    }

    fn may_attack(request: &AttackRequest) -> Result<(), RuleViolation> {
        attacks::may_attack(request)
    }

    fn attack(table: &mut impl Table, request: &AttackRequest) -> RuleResult<ActionOutcome> {
        attacks::attack(table, request)
    }
}

impl ForecastRules for AberrantRulebook {
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
        area_attacks::area_outcomes(attack, answers)
    }
}

impl DetonationRules for AberrantRulebook {
    fn blast_profile(attacker: &UnitSnapshot, weapon: &Weapon, rules: &RuleSet) -> Option<BlastProfile> {
        area_attacks::blast_profile(attacker, weapon, rules)
    }
}

impl BarrierRules for AberrantRulebook {
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

impl SpecialActionRules for AberrantRulebook {
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

impl StatusRules for AberrantRulebook {
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

impl HazardRules for AberrantRulebook {
    fn resolve_hazard(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        hazard: Hazard,
        rules: &RuleSet,
    ) -> RuleResult<Option<HazardExposure>> {
        hazards::resolve_hazard(table, unit, hazard, rules)
    }

    fn hazard_note(hazard: Hazard, rules: &RuleSet) -> Option<ForecastNote> {
        hazards::hazard_note(hazard, rules)
    }

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

impl KnockbackRules for AberrantRulebook {
    fn knockback_profile(unit: &UnitSnapshot, rules: &RuleSet) -> KnockbackProfile {
        knockback::knockback_profile(unit, rules)
    }

    fn resolve_collision(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        metres: u32,
        surface: ImpactSurface,
        rules: &RuleSet,
    ) -> RuleResult<HazardExposure> {
        knockback::resolve_collision(table, unit, metres, surface, rules)
    }

    fn roll_footing(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        metres: u32,
        rules: &RuleSet,
    ) -> RuleResult<(bool, Vec<RuleStep>)> {
        knockback::roll_footing(table, unit, metres, rules)
    }
}

impl AftermathRules for AberrantRulebook {
    fn health_after_battle(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        rules: &RuleSet,
    ) -> RuleResult<HealthState> {
        turns::health_after_battle(table, unit, rules)
    }

    fn health_after_rest(unit: &UnitSnapshot, rest: Rest, rules: &RuleSet) -> HealthState {
        turns::health_after_rest(unit, rest, rules)
    }
}

#[cfg(test)]
mod tests;
