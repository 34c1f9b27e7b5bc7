//! What the battlefield asks of this book, answered: [`Rulebook`] says what each question is.

mod attacks;
mod body_shield;
mod display;
mod falling;
mod forecast;
mod hazards;
mod status;
mod turns;

use std::sync::Arc;

use super::options::borrowed_chapters;
use crate::attacks_and_damage::damage::{armour, health};
use crate::attacks_and_damage::lines::Refusal;
use crate::knockback::profile::KnockbackProfile;
use crate::rule_options::SwitchInfo;
use crate::rulebook::Rulebook;
use crate::status::translation::Translation;
use crate::status::{AilmentTest, AttackProperties, Element, TestModifier, TestResult, TestTrait};
use crate::turn_engine::{Action, InitiativeScore, PhaseTiming};
use crate::{
    ActionOutcome, ActionRequest, AttackOption, AttackRequest, AvailableAction, BarrierAttackRequest,
    BorrowedChapter, CostError, DerivedStat, DownState, Effect, Fall, FireMode, Forecast, ForecastNote,
    Gauge, Hazard, HazardExposure, HealthState, HeldWeapon, MoveBudget, Odds, Payment, PhaseStart,
    ReactionPrompt, Rest, RuleSet, RuleViolation, Sheet, SpecialAction, SprintOutcome, Stat, TurnBudget,
    UnitSnapshot, Weapon, WeaponReach, WeaponTraits,
};
use dice::{RuleResult, Table};
use model::UnitId;

use super::{AttackClass, Fighter, Switches};

/// Hands of units that have hands.
const HANDS: u8 = 2;

/// The unit as this book's rules see it: its shield is held while its weapons leave a hand free. `AD-ARM-07`.
fn fighter(unit: &UnitSnapshot) -> Fighter {
    let sheet = unit.sheet.attacks_and_damage();
    let held: Vec<_> = unit.held.iter().map(|held| held.weapon.attacks_and_damage().clone()).collect();
    let busy: u8 = held.iter().map(|weapon| weapon.hands).fold(0, u8::saturating_add);
    Fighter {
        id: unit.id,
        sheet: sheet.clone(),
        condition: *unit.condition.attacks_and_damage(),
        prone: unit.prone,
        down: unit.down,
        shield: sheet.shield.is_some() && busy < HANDS,
        held,
        ailments: unit.present_ailments(),
        phase_delayed: unit.late,
    }
}

/// The book's switches of a skirmish.
fn switches(rules: &RuleSet) -> &Arc<Switches> {
    rules.book.attacks_and_damage()
}

/// Attacks and Damage, as the battlefield asks it.
#[derive(Clone, Copy, Debug)]
pub struct AttacksAndDamageRulebook;

impl Rulebook for AttacksAndDamageRulebook {
    const ID: &'static str = "attacks_and_damage";
    const NAME: &'static str = "Attacks and Damage";
    const BLURB: &'static str = "Pools of d6 against each other. Armour turns deep wounds into light ones; \
        two tracks of boxes fill up.";
    const CLAUSE_PREFIX: &'static str = "AD";
    const SUCCESS_WORDS: (&'static str, &'static str) = ("hit", "hits");
    const LARGEST_DIE: u8 = 6;
    const BORROWED_CHAPTERS: &'static [BorrowedChapter] = borrowed_chapters::BORROWED;
    const AILMENTS: &'static Translation = &status::AILMENTS;

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
        budget.budget.turn
    }

    fn set_phase_timing(budget: &mut Self::TurnBudget, timing: PhaseTiming) {
        budget.budget.turn = timing;
    }

    fn action_points(budget: &Self::TurnBudget) -> u8 {
        budget.budget.points
    }

    fn spend_points(budget: &mut Self::TurnBudget, points: u8) {
        budget.budget.points -= points;
    }

    fn reset_phase(budget: &mut Self::TurnBudget) {
        budget.budget = budget.budget.delay_phase();
        budget.attacks = 0;
    }

    // Its switches.

    fn switch_list() -> Vec<SwitchInfo> {
        super::Switches::list()
    }

    // What a unit is, and how it is shown.

    /// `AD-BASE-18`, `AD-DEF-03`: a blow reaches neighbours, everything else as far as its range.
    fn arm<'a>(weapon: &'a Weapon, _: &Sheet, _: &RuleSet) -> WeaponTraits<'a> {
        let weapon = weapon.attacks_and_damage();
        WeaponTraits {
            name: &weapon.name,
            reach: match weapon.class {
                AttackClass::Melee => WeaponReach::Melee { beyond: 0 },
                AttackClass::Thrown | AttackClass::Accelerated => {
                    WeaponReach::Ranged { metres: weapon.range }
                }
            },
            hands: weapon.hands,
            magazine: 0,
            modes: &[],
            wants_company: false,
            aims_at_squares: false,
        }
    }

    /// This book does not count rounds.
    fn rounds(_: &Weapon, _: Option<FireMode>) -> u32 {
        0
    }

    /// `AD-TEST-02`.
    fn unarmed(sheet: &Sheet) -> Option<Weapon> {
        Some(Weapon::AttacksAndDamage(Arc::new(sheet.attacks_and_damage().unarmed_weapon())))
    }

    /// No box is marked and no defence was rolled. `AD-FREQ-11`.
    fn fresh(_: &Sheet, _: &RuleSet) -> HealthState {
        HealthState::AttacksAndDamage(super::HealthState::default())
    }

    fn purse(sheet: &Sheet, rules: &RuleSet) -> TurnBudget {
        turns::purse(sheet, rules)
    }

    /// Armour worn against Impact. `AD-ARM-04`.
    fn soak(sheet: &Sheet, condition: &HealthState, rules: &RuleSet) -> u32 {
        let unit = Fighter {
            condition: *condition.attacks_and_damage(),
            ..Fighter::fresh(UnitId(0), sheet.attacks_and_damage().clone())
        };
        armour::armour_parts(&unit, Some(super::DamageType::Impact), switches(rules)).pool()
    }

    /// Animals and some machines have none.
    fn has_hands(sheet: &Sheet) -> bool {
        sheet.attacks_and_damage().hands
    }

    /// `AD-BASE-13`, `AD-BASE-14`, `AD-BASE-16`.
    fn down(sheet: &Sheet, condition: &HealthState, rules: &RuleSet) -> Option<DownState> {
        health::down(condition.attacks_and_damage(), sheet.attacks_and_damage(), switches(rules))
    }

    fn structure(sheet: &Sheet) -> u32 {
        body_shield::structure(sheet)
    }

    fn wear(unit: &UnitSnapshot, points: u32, rules: &RuleSet) -> HealthState {
        body_shield::wear(unit, points, rules)
    }

    /// The dying are out of the skirmish and lose nothing further in it. `AD-BASE-14`.
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

    /// What the target of an attack may always do. `AD-DEF-02`.
    fn habits() -> &'static [ReactionPrompt] {
        const HABITS: &[ReactionPrompt] = &[ReactionPrompt {
            clause: "AD-DEF-02",
            when: "when attacked",
            answers: &[
                ("decline", "No defence"),
                ("dodge_reaction", "Dodge + Reaction"),
                ("parry", "Parry"),
                ("gymnastics", "Gymnastics + Agility"),
                ("dodge_intuition", "Dodge + Intuition"),
                ("edge", "Agility + Edge"),
            ],
        }];
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

    /// What intercepting costs. `SS-ACT-41`.
    ///
    /// # Errors
    /// Why it cannot be paid.
    fn intercepts(unit: &UnitSnapshot, rules: &RuleSet) -> Result<Payment, CostError> {
        Self::pay(unit, ActionRequest::for_action(Action::Intercept), rules)
    }

    // Attacks on units.

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

    fn preview(request: &AttackRequest) -> Option<Odds> {
        forecast::preview(request)
    }

    // Attacks on barriers and squares.

    fn may_attack_barrier(request: &BarrierAttackRequest) -> Result<(), RuleViolation> {
        attacks::may_attack_barrier(request)
    }

    fn attack_barrier(table: &mut impl Table, request: &BarrierAttackRequest) -> RuleResult<ActionOutcome> {
        attacks::attack_barrier(table, request)
    }

    fn forecast_barrier(request: &BarrierAttackRequest) -> Option<Forecast> {
        forecast::forecast_barrier(request)
    }

    // Special actions.

    /// Everything this book lets a unit do is among what every book has.
    fn offers(_: &UnitSnapshot, _: &RuleSet) -> Vec<AvailableAction> {
        Vec::new()
    }

    /// There is nothing to do.
    ///
    /// # Errors
    /// Always.
    fn may_do(deed: &SpecialAction<'_>, _: &RuleSet) -> Result<Payment, CostError> {
        Err(RuleViolation::new(Refusal::UnknownAction { key: deed.key.into() }, "AD-BASE-07").into())
    }

    /// Nothing happens.
    ///
    /// # Errors
    /// Never.
    fn perform(_: &mut impl Table, _: &SpecialAction<'_>, _: &RuleSet) -> RuleResult<ActionOutcome> {
        Ok(ActionOutcome::from_effects(Vec::new()))
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

    fn hazard(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        hazard: Hazard,
        rules: &RuleSet,
    ) -> RuleResult<Option<HazardExposure>> {
        hazards::hazard(table, unit, hazard, rules)
    }

    fn hazard_remark(hazard: Hazard, rules: &RuleSet) -> Option<ForecastNote> {
        hazards::hazard_remark(hazard, rules)
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

    /// Strength and Body; Agility for the feet. `AB-KNOCK-01`, `AB-KNOCK-03`.
    fn frame(unit: &UnitSnapshot, _: &RuleSet) -> KnockbackProfile {
        let attributes = &unit.sheet.attacks_and_damage().attributes;
        let [strength, body, agility] =
            [attributes.strength, attributes.body, attributes.agility].map(u32::from);
        KnockbackProfile { mass: strength + body, steady_m: agility, lethal_above: body }
    }

    // Before and after a fight.

    fn encounter_ends(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        rules: &RuleSet,
    ) -> RuleResult<HealthState> {
        turns::encounter_ends(table, unit, rules)
    }

    fn rest(unit: &UnitSnapshot, rest: Rest, rules: &RuleSet) -> HealthState {
        turns::rest(unit, rest, rules)
    }
}

#[cfg(test)]
mod tests;
