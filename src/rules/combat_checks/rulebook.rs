//! What the battlefield asks of this book, answered: [`Rulebook`] says what each question is.

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
use crate::rule_options::SwitchInfo;
use crate::rulebook::Rulebook;
use crate::status::translation::Translation;
use crate::status::{AilmentTest, AttackProperties, Element, TestModifier, TestResult, TestTrait};
use crate::turn_engine::{Action, InitiativeScore, PhaseTiming};
use crate::{
    ActionOutcome, ActionRequest, AttackOption, AttackRequest, AvailableAction, BorrowedChapter, CostError,
    DerivedStat, DownState, Effect, Fall, FireMode, Forecast, ForecastNote, Gauge, HazardExposure,
    HealthState, HeldWeapon, MoveBudget, Odds, Payment, PhaseStart, RuleSet, RuleViolation, Sheet,
    SpecialAction, SprintOutcome, Stat, TreatmentOption, TurnBudget, UnitAttack, UnitSnapshot, Weapon,
    WeaponMalfunction, WeaponReach, WeaponTraits,
};
use dice::{RuleResult, Table};

use super::{Fighter, Limb, RangeBand, Switches, WieldedWeapon as InHand};

/// The switches of this book.
fn switches(rules: &RuleSet) -> &Arc<Switches> {
    rules.book.combat_checks()
}

/// A purse of this book.
const fn purse_of(purse: super::TurnBudget) -> TurnBudget {
    TurnBudget::CombatChecks(purse)
}

/// A condition of this book.
const fn condition_of(condition: super::HealthState) -> HealthState {
    HealthState::CombatChecks(condition)
}

/// The unit as this book's rules see it.
fn fighter(unit: &UnitSnapshot, rules: &RuleSet) -> Fighter {
    let purse = unit.purse.combat_checks();
    let condition = unit.condition.combat_checks();
    Fighter {
        id: unit.id,
        name: unit.name.clone(),
        sheet: unit.sheet.combat_checks().clone(),
        condition: condition.clone(),
        economy: purse.economy,
        gait: unit.gait,
        prone: unit.prone,
        in_cover: unit.in_cover,
        turn_left: unit.turn_left,
        down: unit.down,
        held: in_hands(unit, condition, switches(rules)),
        lost_gear: purse.useless_gear(),
        ailments: unit.present_ailments(),
        late: unit.late,
    }
}

/// What it holds, in its order: the right arm is the first to take something, arms out of use take nothing.
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

/// Combat Checks, as the battlefield asks it.
#[derive(Clone, Copy, Debug)]
pub struct CombatChecksRulebook;

impl Rulebook for CombatChecksRulebook {
    const ID: &'static str = "combat_checks";
    const NAME: &'static str = "Combat Checks";
    const BLURB: &'static str = "Narrative dice: success beside advantage, failure beside threat. \
        Strain, boosts and critical injuries.";
    const CLAUSE_PREFIX: &'static str = "CC";
    const SUCCESS_WORDS: (&'static str, &'static str) = ("success", "successes");
    const LARGEST_DIE: u8 = 100;
    const BORROWED_CHAPTERS: &'static [BorrowedChapter] = &borrowed_chapters::BORROWED;
    const AILMENTS: &'static Translation = &status::AILMENTS;
    const COUNTS_DIFFICULT_GROUND: bool = true;

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

    fn immunities(sheet: &Self::Sheet) -> &[Element] {
        &sheet.immunities
    }

    fn phase_timing(budget: &Self::TurnBudget) -> PhaseTiming {
        budget.turn
    }

    fn set_phase_timing(budget: &mut Self::TurnBudget, timing: PhaseTiming) {
        budget.turn = timing;
    }

    fn action_points(budget: &Self::TurnBudget) -> u8 {
        budget.economy.points
    }

    fn spend_points(budget: &mut Self::TurnBudget, points: u8) {
        budget.economy.points -= points;
    }

    fn reset_phase(budget: &mut Self::TurnBudget) {
        budget.moving = None;
    }

    // Its switches.

    fn switch_list() -> Vec<SwitchInfo> {
        super::Switches::list()
    }

    // What a unit is, and how it is shown.

    /// `CC-RNG-10`, `CC-RNG-13`; which allies and enemies stand around matters to every attack. `CC-ADV-08`.
    fn arm<'a>(weapon: &'a Weapon, _: &Sheet, rules: &RuleSet) -> WeaponTraits<'a> {
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
            wants_company: true,
            aims_at_squares: false,
        }
    }

    /// This book does not count rounds: threats empty weapons. `CC-THT-10`.
    fn rounds(_: &Weapon, _: Option<FireMode>) -> u32 {
        0
    }

    /// Fists and feet. `CC-DMG-02`.
    fn unarmed(_: &Sheet) -> Option<Weapon> {
        Some(Weapon::CombatChecks(Arc::new(super::Weapon::unarmed())))
    }

    /// `CC-THR-05`.
    fn fresh(sheet: &Sheet, rules: &RuleSet) -> HealthState {
        condition_of(super::HealthState::new(sheet.combat_checks(), switches(rules)))
    }

    fn purse(sheet: &Sheet, rules: &RuleSet) -> TurnBudget {
        turns::purse(sheet, rules)
    }

    /// `CC-DMG-08`.
    fn soak(sheet: &Sheet, condition: &HealthState, rules: &RuleSet) -> u32 {
        damage::sheet_soak(sheet.combat_checks(), condition.combat_checks(), switches(rules)).pool()
    }

    /// As its sheet says; what arms are out of use is in the condition. `CC-CHART-33`.
    fn has_hands(sheet: &Sheet) -> bool {
        sheet.combat_checks().hands
    }

    /// `CC-THR-01` to `CC-THR-03`, `CC-THR-07`.
    fn down(_: &Sheet, condition: &HealthState, rules: &RuleSet) -> Option<DownState> {
        thresholds::down_state(condition.combat_checks(), switches(rules))
    }

    fn structure(sheet: &Sheet) -> u32 {
        body_shield::structure(sheet)
    }

    fn wear(unit: &UnitSnapshot, points: u32, rules: &RuleSet) -> HealthState {
        body_shield::wear(unit, points, rules)
    }

    /// Bleeds at the start of its turns until healed. `CC-CHART-26`, `CC-CHART-27`.
    fn is_dying(condition: &HealthState) -> bool {
        condition
            .combat_checks()
            .injury_effects()
            .any(|effect| matches!(effect, InjuryEffect::Bleeding { .. }))
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

    fn phase_ends(table: &mut impl Table, unit: &UnitSnapshot, rules: &RuleSet) -> RuleResult<Vec<Effect>> {
        turns::phase_ends(table, unit, rules)
    }

    fn round_ends(table: &mut impl Table, unit: &UnitSnapshot, rules: &RuleSet) -> RuleResult<Vec<Effect>> {
        turns::round_ends(table, unit, rules)
    }

    fn pay(unit: &UnitSnapshot, request: ActionRequest<'_>, rules: &RuleSet) -> Result<Payment, CostError> {
        turns::pay(unit, request, rules)
    }

    fn price(unit: &UnitSnapshot, request: ActionRequest<'_>, rules: &RuleSet) -> String {
        turns::price(unit, request, rules)
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
        falling::fall(table, unit, fall, rules)
    }

    fn fall_remark(unit: &UnitSnapshot, fall: Fall, rules: &RuleSet) -> Option<ForecastNote> {
        falling::fall_remark(unit, fall, rules)
    }

    /// Strength and Toughness; Agility for the feet. `AB-KNOCK-01`, `AB-KNOCK-03`.
    fn frame(unit: &UnitSnapshot, _: &RuleSet) -> KnockbackProfile {
        let own = &unit.sheet.combat_checks().characteristics;
        let [strength, toughness, agility] = [own.strength, own.toughness, own.agility].map(u32::from);
        KnockbackProfile { mass: strength + toughness, steady_m: agility, lethal_above: toughness }
    }

    // Before and after a fight.

    fn encounter_begins(health: &HealthState) -> HealthState {
        after_battle::encounter_begins(health)
    }

    fn encounter_ends(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        rules: &RuleSet,
    ) -> RuleResult<HealthState> {
        after_battle::encounter_ends(table, unit, rules)
    }

    fn treatments(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<TreatmentOption> {
        after_battle::treatments(unit, rules)
    }

    fn may_treat(action: &SpecialAction<'_>, rules: &RuleSet) -> Result<(), RuleViolation> {
        after_battle::may_treat(action, rules)
    }

    fn treat(
        table: &mut impl Table,
        action: &SpecialAction<'_>,
        rules: &RuleSet,
    ) -> RuleResult<ActionOutcome> {
        after_battle::treat(table, action, rules)
    }
}

#[cfg(test)]
mod tests;
