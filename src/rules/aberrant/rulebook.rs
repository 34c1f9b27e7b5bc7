//! What the battlefield asks of this book, answered: [`Rulebook`] says what each question is.

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
use crate::rule_options::SwitchInfo;
use crate::rulebook::Rulebook;
use crate::status::translation::Translation;
use crate::status::{AilmentTest, AttackProperties, Element, TestModifier, TestResult, TestTrait};
use crate::turn_engine::{Action, InitiativeScore, PhaseTiming};
use crate::{
    ActionOutcome, ActionRequest, AttackOption, AttackRequest, AvailableAction, BarrierOnLine, BlastProfile,
    BorrowedChapter, CostError, DerivedStat, DownState, Effect, Fall, FireMode, Forecast, ForecastNote,
    Gauge, Hazard, HazardExposure, HealthState, HeldWeapon, MoveBudget, Odds, OutcomeSummary, Payment,
    PhaseStart, ReactionPrompt, Rest, RuleSet, RuleViolation, Sheet, SpecialAction, SprintOutcome, Stat,
    TurnBudget, UnitAttack, UnitSnapshot, Weapon, WeaponReach, WeaponTraits,
};
use dice::{Distribution, RuleResult, Table};
use model::UnitId;

/// Rounds of one attack with what has a magazine.
const ROUNDS: u32 = 1;

/// The unit as this book's rules see it.
fn fighter(unit: &UnitSnapshot) -> Fighter {
    let in_hand =
        unit.held.iter().map(|held| held.weapon.aberrant()).filter(|weapon| weapon.hands_needed() > 0);
    Fighter {
        id: unit.id,
        sheet: unit.sheet.aberrant().clone(),
        condition: unit.condition.aberrant().clone(),
        effort: unit.purse.aberrant().effort,
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

/// A unit has this left, and nothing was paid for it.
fn turn_budget_effect(unit: UnitId, after: super::TurnBudget) -> Effect {
    Effect::TurnBudget { unit, action: None, points: 0, after: TurnBudget::Aberrant(after) }
}

/// A unit is in this condition now.
fn health_effect(unit: UnitId, after: super::HealthState, damage: u32) -> Effect {
    Effect::HealthState { unit, after: HealthState::Aberrant(after), damage }
}

/// Aberrant, as the battlefield asks it.
#[derive(Clone, Copy, Debug)]
pub struct AberrantRulebook;

impl Rulebook for AberrantRulebook {
    const ID: &'static str = "aberrant";
    const NAME: &'static str = "Aberrant";
    const BLURB: &'static str = "Pools of d10, 7 and more succeed. Levels of bashing and lethal harm, soak in layers, \
        actions given up to dodge.";
    const CLAUSE_PREFIX: &'static str = "AB";
    const SUCCESS_WORDS: (&'static str, &'static str) = ("success", "successes");
    const LARGEST_DIE: u8 = 10;
    const BORROWED_CHAPTERS: &'static [BorrowedChapter] = &borrowed::BORROWED;
    const AILMENTS: &'static Translation = &status::AILMENTS;
    const LEAVES_RUBBLE: bool = true;
    const HAS_BODY_SHIELDS: bool = true;
    const HAS_GRAPPLES: bool = true;
    const HAS_KNOCKBACK: bool = true;

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
        budget.effort.points
    }

    fn spend_points(budget: &mut Self::TurnBudget, points: u8) {
        budget.effort.points -= points;
        budget.effort.queued = budget.effort.queued.min(budget.effort.points);
    }

    fn reset_phase(budget: &mut Self::TurnBudget) {
        budget.phase = Default::default();
    }

    // Its switches.

    fn switch_list() -> Vec<SwitchInfo> {
        super::Switches::list()
    }

    // What a unit is, and how it is shown.

    /// `AB-RANGE-04`, `AB-THROW-01`, `SS-BASE-16`.
    fn arm<'a>(weapon: &'a Weapon, sheet: &Sheet, rules: &RuleSet) -> WeaponTraits<'a> {
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
            wants_company: bursts,
            aims_at_squares: bursts,
        }
    }

    /// One for each attack; nothing from what has no magazine.
    fn rounds(weapon: &Weapon, _: Option<FireMode>) -> u32 {
        ROUNDS.min(weapon.aberrant().magazine)
    }

    /// Strength dice of bashing damage. `AB-BASE-10`.
    fn unarmed(sheet: &Sheet) -> Option<Weapon> {
        Some(Weapon::Aberrant(Arc::new(grapple::bare_hands(sheet.aberrant()))))
    }

    /// `AB-TRACK-01`, `AB-BASE-14`.
    fn fresh(sheet: &Sheet, _: &RuleSet) -> HealthState {
        HealthState::Aberrant(super::HealthState::unhurt(sheet.aberrant()))
    }

    fn purse(sheet: &Sheet, rules: &RuleSet) -> TurnBudget {
        turns::purse(sheet, rules)
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
    fn down(sheet: &Sheet, condition: &HealthState, _: &RuleSet) -> Option<DownState> {
        condition.aberrant().life_status(sheet.aberrant()).down()
    }

    fn structure(sheet: &Sheet) -> u32 {
        body_shield::structure(sheet)
    }

    fn wear(unit: &UnitSnapshot, points: u32, rules: &RuleSet) -> HealthState {
        body_shield::wear(unit, points, rules)
    }

    /// Dying takes minutes here, and no skirmish lasts so long. `AB-RULING-09`.
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

    /// What the target of an attack may always do. `AB-BASE-08`.
    fn habits() -> &'static [ReactionPrompt] {
        const HABITS: &[ReactionPrompt] = &[ReactionPrompt {
            clause: "AB-BASE-08",
            when: "when attacked",
            answers: &[("none", "No defence"), ("dodge", "Dodge"), ("parry", "Parry")],
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

    /// What intercepting costs: an action of this phase, or of the next one. `AB-CANCEL-03`, `SS-ACT-41`.
    ///
    /// # Errors
    /// All actions of the next phase are given up already.
    fn intercepts(unit: &UnitSnapshot, _: &RuleSet) -> Result<Payment, CostError> {
        let before = *unit.purse.aberrant();
        let mut purse = before;
        if before.effort.points > 0 {
            purse.effort.points -= 1;
            purse.effort.queued = purse.effort.queued.min(purse.effort.points);
        } else if before.effort.owed < crate::aberrant::turn::actions::ACTION_POINTS {
            purse.effort.owed += 1;
        } else {
            return Err(CostError::TooFewPoints { needed: 1, left: 0 });
        }
        let points = before.effort.points - purse.effort.points;
        Ok(Payment { purse: TurnBudget::Aberrant(purse), points, free: 0, condition: None })
    }

    // Attacks.

    fn attack_action(weapon: &Weapon, mode: Option<FireMode>) -> Action {
        attacks::attack_action(weapon, mode)
    }

    fn manners(unit: &UnitSnapshot, held: &HeldWeapon, rules: &RuleSet) -> Vec<AttackOption> {
        attacks::manners(unit, held, rules)
    }

    fn manner_wants_company(manner: &str) -> bool {
        super::attacks::aimed_knockback::needs_surroundings(manner)
    }

    fn manner_spares(manner: &str) -> bool {
        manner == super::attacks::held_items::AT_HELD
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
        area_attacks::spread(attack, answers)
    }

    fn blast(attacker: &UnitSnapshot, weapon: &Weapon, rules: &RuleSet) -> Option<BlastProfile> {
        area_attacks::blast(attacker, weapon, rules)
    }

    fn wall_points(barrier: &BarrierOnLine, rules: &RuleSet) -> u32 {
        barrier_attacks::wall_points(barrier, rules)
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

    fn frame(unit: &UnitSnapshot, rules: &RuleSet) -> KnockbackProfile {
        knockback::frame(unit, rules)
    }

    fn crash(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        metres: u32,
        surface: ImpactSurface,
        rules: &RuleSet,
    ) -> RuleResult<HazardExposure> {
        knockback::crash(table, unit, metres, surface, rules)
    }

    fn keeps_its_feet(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        metres: u32,
        rules: &RuleSet,
    ) -> RuleResult<(bool, Vec<Effect>)> {
        knockback::keeps_its_feet(table, unit, metres, rules)
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
