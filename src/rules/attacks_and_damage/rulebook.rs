//! The implementation of [`Rulebook`]: its longer functions are in the files of this folder, one per subject.

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
use crate::rulebook::{
    AftermathRules, AttackRules, BarrierRules, BookDefinition, DetectionRules, DetonationRules,
    ForecastRules, HazardRules, InterceptionRules, KnockbackRules, MovementRules, Rulebook,
    SpecialActionRules, StatusRules, TurnRules, UnitDisplay, UnitRules,
};
use crate::status::ailment_terms::AilmentTerms;
use crate::status::{AilmentTest, AttackProperties, Element, TestModifier, TestResult, TestTrait};
use crate::turn_engine::{Action, InitiativeScore};
use crate::{
    ActionOutcome, ActionRequest, AttackRequest, BorrowedChapter, CostError, DerivedStat, DownState, Fall,
    FireMode, Forecast, ForecastNote, Gauge, Hazard, HazardExposure, HealthState, HeldWeapon, MoveBudget,
    Odds, Payment, PhaseStart, ReactionPrompt, Rest, RuleSet, RuleViolation, Sheet, SpecialAction, Stat,
    TurnBudget, UnitAttack, UnitSnapshot, Weapon, WeaponReach, WeaponTraits,
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

/// The rulebook Attacks and Damage.
#[derive(Clone, Copy, Debug)]
pub struct AttacksAndDamageRulebook;

impl Rulebook for AttacksAndDamageRulebook {}

impl BookDefinition for AttacksAndDamageRulebook {
    const ID: &'static str = "attacks_and_damage";
    const NAME: &'static str = "Attacks and Damage";
    const BLURB: &'static str = "Pools of d6 against each other. Armour turns deep wounds into light ones; \
        two tracks of boxes fill up.";
    const CLAUSE_PREFIX: &'static str = "AD";
    const SUCCESS_WORDS: (&'static str, &'static str) = ("hit", "hits");
    const LARGEST_DIE: u8 = 6;
    const BORROWED_CHAPTERS: &'static [BorrowedChapter] = borrowed_chapters::BORROWED;
    const AILMENTS: &'static AilmentTerms = &status::AILMENTS;

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

impl UnitRules for AttacksAndDamageRulebook {
    /// `AD-BASE-18`, `AD-DEF-03`: a blow reaches neighbours, everything else as far as its range.
    fn weapon_traits<'a>(weapon: &'a Weapon, _: &Sheet, _: &RuleSet) -> WeaponTraits<'a> {
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
            needs_bystanders: false,
            aims_at_squares: false,
        }
    }

    /// `AD-TEST-02`.
    fn unarmed_weapon(sheet: &Sheet) -> Option<Weapon> {
        Some(Weapon::AttacksAndDamage(Arc::new(sheet.attacks_and_damage().unarmed_weapon())))
    }

    /// No box is marked and no defence was rolled. `AD-FREQ-11`.
    fn starting_health(_: &Sheet, _: &RuleSet) -> HealthState {
        HealthState::AttacksAndDamage(super::HealthState::default())
    }

    fn starting_budget(sheet: &Sheet, rules: &RuleSet) -> TurnBudget {
        turns::starting_budget(sheet, rules)
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
    fn down_state(sheet: &Sheet, condition: &HealthState, rules: &RuleSet) -> Option<DownState> {
        health::down(condition.attacks_and_damage(), sheet.attacks_and_damage(), switches(rules))
    }
}

impl UnitDisplay for AttacksAndDamageRulebook {
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

impl TurnRules for AttacksAndDamageRulebook {
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

    fn initiative_dice(sheet: &Sheet) -> u8 {
        turns::initiative_dice(sheet)
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

    /// The choice of a defence. `AD-DEF-02`.
    fn reaction_prompts() -> &'static [ReactionPrompt] {
        const PROMPTS: &[ReactionPrompt] = &[ReactionPrompt {
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
        PROMPTS
    }
}

impl MovementRules for AttacksAndDamageRulebook {
    fn move_budget(unit: &UnitSnapshot, rules: &RuleSet) -> MoveBudget {
        turns::move_budget(unit, rules)
    }

    fn may_run(unit: &UnitSnapshot, announced: bool, rules: &RuleSet) -> Result<(), RuleViolation> {
        turns::may_run(unit, announced, rules)
    }
}

impl InterceptionRules for AttacksAndDamageRulebook {}

impl DetectionRules for AttacksAndDamageRulebook {}

impl AttackRules for AttacksAndDamageRulebook {
    fn attack_action(weapon: &Weapon, mode: Option<FireMode>) -> Action {
        attacks::attack_action(weapon, mode)
    }

    fn may_attack(request: &AttackRequest) -> Result<(), RuleViolation> {
        attacks::may_attack(request)
    }

    fn attack(table: &mut impl Table, request: &AttackRequest) -> RuleResult<ActionOutcome> {
        attacks::attack(table, request)
    }
}

impl ForecastRules for AttacksAndDamageRulebook {
    fn forecast(request: &AttackRequest) -> Option<Forecast> {
        forecast::forecast(request)
    }

    fn preview(attack: UnitAttack<'_>) -> Option<Odds> {
        forecast::preview(attack)
    }
}

impl DetonationRules for AttacksAndDamageRulebook {}

impl BarrierRules for AttacksAndDamageRulebook {
    fn structure_as_barrier(sheet: &Sheet) -> u32 {
        body_shield::structure_as_barrier(sheet)
    }

    fn damage_as_barrier(unit: &UnitSnapshot, points: u32, rules: &RuleSet) -> HealthState {
        body_shield::damage_as_barrier(unit, points, rules)
    }
}

impl SpecialActionRules for AttacksAndDamageRulebook {
    /// Refuses every special action: this book has none.
    ///
    /// # Errors
    /// Always returns a `RuleViolation`.
    fn pay_special_action(action: &SpecialAction<'_>, _: &RuleSet) -> Result<Payment, CostError> {
        Err(RuleViolation::new(Refusal::UnknownAction { key: action.key.into() }, "AD-BASE-07").into())
    }
}

impl StatusRules for AttacksAndDamageRulebook {
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

impl HazardRules for AttacksAndDamageRulebook {
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

impl KnockbackRules for AttacksAndDamageRulebook {
    /// Strength and Body; Agility for footing. `AB-KNOCK-01`, `AB-KNOCK-03`.
    fn knockback_profile(unit: &UnitSnapshot, _: &RuleSet) -> KnockbackProfile {
        let attributes = &unit.sheet.attacks_and_damage().attributes;
        let [strength, body, agility] =
            [attributes.strength, attributes.body, attributes.agility].map(u32::from);
        KnockbackProfile { mass: strength + body, steady_m: agility, lethal_above: body }
    }
}

impl AftermathRules for AttacksAndDamageRulebook {
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
