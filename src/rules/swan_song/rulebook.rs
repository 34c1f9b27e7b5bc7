//! What the battlefield asks of this book, answered: [`Rulebook`] says what each question is.

mod after_battle;
mod area_attacks;
mod attacks;
mod body_carrying;
mod body_shield;
mod display;
mod falling;
mod forecast;
mod interception;
mod multiple_attacks;
mod special_actions;
mod square_attacks;
mod status;
mod surprise;
mod turns;

pub use self::attacks::scene;
use std::sync::Arc;

use super::options::borrowed_chapters;
use crate::knockback::profile::KnockbackProfile;
use crate::rule_options::SwitchInfo;
use crate::rulebook::Rulebook;
use crate::status::translation::Translation;
use crate::status::{AilmentTest, AttackProperties, Element, TestModifier, TestResult, TestTrait};
use crate::swan_song::attack::pool;
use crate::swan_song::checks::base;
use crate::swan_song::damage::{armour as worn, health};
use crate::turn_engine::extended_action::ExtendedActionProgress;
use crate::turn_engine::timed_items::DetonationTrigger;
use crate::turn_engine::{Action, EngineSwitches, InitiativeScore, PassBudget, PhaseTiming};
use crate::{
    ActionOutcome, ActionRequest, AttackOption, AttackRequest, AvailableAction, BarrierAttackRequest,
    BlastProfile, BorrowedChapter, CellAttackRequest, CostError, DerivedStat, Detonation, DownState, Effect,
    Fall, FireMode, Forecast, ForecastNote, Gauge, HazardExposure, HealthState, HeldWeapon, InterceptOption,
    MoveBudget, Odds, Payment, PhaseStart, PoolShare, ReactionPrompt, Rest, RuleSet, RuleViolation, Sheet,
    SpecialAction, SprintOutcome, Stat, SurpriseContext, TreatmentOption, TurnBudget, UnitSnapshot, Weapon,
    WeaponReach, WeaponTraits,
};
use dice::{RuleResult, Table};

use super::{Fighter, UnitKind, WeaponClass};
use crate::swan_song::barriers::body_shield as shielding;

/// The unit as this book's rules see it.
pub fn fighter(unit: &UnitSnapshot) -> Fighter {
    let mut sheet = unit.sheet.swan_song().clone();
    if let Some(carried) = &unit.carries {
        let (body, strength) = (carried.sheet.swan_song().attributes.body, sheet.attributes.strength);
        Arc::make_mut(&mut sheet).carried = shielding::carrying_burden(body, strength);
    }
    Fighter {
        id: unit.id,
        sheet,
        vitals: *unit.condition.swan_song(),
        action_points: unit.purse.swan_song().points,
        gait: unit.gait,
        prone: unit.prone,
        full_defense: unit.full_defense,
        defences: unit.defences,
        in_melee: unit.in_melee,
        down: unit.down,
        held: unit.held.iter().map(|held| held.weapon.swan_song().clone()).collect(),
        hands: unit.held.iter().map(|held| held.hand).collect(),
        phase_delayed: unit.late,
        may_interrupt: unit.down.is_none() && crate::status::may_evade(&unit.ailments),
        karma: unit.karma,
        in_moving_vehicle: unit.ride.as_ref().is_some_and(|ride| ride.interior().moving),
        ailments: unit.present_ailments(),
    }
}

/// The switches of this book, with those of the engine.
pub fn switches(rules: &RuleSet) -> &Arc<super::Switches> {
    rules.book.swan_song()
}

/// A purse of this book.
fn purse_of(budget: crate::turn_engine::budget::PassBudget) -> TurnBudget {
    TurnBudget::SwanSong(budget)
}

/// A weapon of this book.
fn arm_of(weapon: &Weapon) -> Arc<super::Weapon> {
    weapon.swan_song().clone()
}

/// Swan Song, as the battlefield asks it.
#[derive(Clone, Copy, Debug)]
pub struct SwanSongRulebook;

impl Rulebook for SwanSongRulebook {
    const ID: &'static str = "swan_song";
    const NAME: &'static str = "Swan Song";
    const BLURB: &'static str =
        "Handfuls of d6, 5 and 6 hit, limits cap them. Action points, several passes a round, deadly bursts.";
    const CLAUSE_PREFIX: &'static str = "SS";
    const SUCCESS_WORDS: (&'static str, &'static str) = ("hit", "hits");
    const LARGEST_DIE: u8 = 10; // of the scatter it borrows
    const BORROWED_CHAPTERS: &'static [BorrowedChapter] = borrowed_chapters::BORROWED;
    const AILMENTS: &'static Translation = &status::AILMENTS;
    const HAS_EVADING: bool = true;
    const LENDS_SWITCHES: bool = true;
    const HAS_SHARED_POOLS: bool = true;

    // Its data.

    type Sheet = super::Sheet;
    type Weapon = super::Weapon;
    type HealthState = super::Vitals;
    type TurnBudget = PassBudget;
    type Switches = super::Switches;

    fn weapon_name(weapon: &Self::Weapon) -> &str {
        &weapon.name
    }

    fn attack_properties(weapon: &Self::Weapon) -> &AttackProperties {
        &weapon.strike
    }

    fn element(weapon: &Self::Weapon) -> Option<Element> {
        weapon.element()
    }

    fn immunities(sheet: &Self::Sheet) -> &[Element] {
        &sheet.immunities
    }

    fn health_layers(vitals: &Self::HealthState) -> usize {
        let pools = [vitals.shield, vitals.armored, vitals.flesh];
        pools.iter().filter(|pool| pool.max > 0).count()
    }

    fn phase_timing(budget: &Self::TurnBudget) -> PhaseTiming {
        budget.turn
    }

    fn set_phase_timing(budget: &mut Self::TurnBudget, timing: PhaseTiming) {
        budget.turn = timing;
    }

    fn action_points(budget: &Self::TurnBudget) -> u8 {
        budget.points
    }

    fn spend_points(budget: &mut Self::TurnBudget, points: u8) {
        budget.points -= points;
    }

    fn reset_phase(budget: &mut Self::TurnBudget) {
        *budget = budget.delay_phase();
    }

    // Its switches.

    fn switch_list() -> Vec<SwitchInfo> {
        super::Switches::list()
    }

    fn default_switches(engine: &Arc<EngineSwitches>) -> Arc<Self::Switches> {
        Arc::new(super::Switches { engine: engine.clone(), ..super::Switches::default() })
    }

    fn follow_engine(switches: &mut Arc<Self::Switches>, engine: &Arc<EngineSwitches>) {
        Arc::make_mut(switches).engine = engine.clone();
    }

    // What a unit is, and how it is shown.

    /// `SS-BASE-16`, `SS-ACT-45`.
    fn arm<'a>(weapon: &'a Weapon, sheet: &Sheet, _: &RuleSet) -> WeaponTraits<'a> {
        let weapon = weapon.swan_song();
        let reach = match weapon.class {
            WeaponClass::Ranged | WeaponClass::Thrown => WeaponReach::Ranged { metres: weapon.range },
            WeaponClass::Melee | WeaponClass::Unarmed => {
                WeaponReach::Melee { beyond: u32::from(weapon.reach) + u32::from(sheet.swan_song().reach) }
            }
        };
        WeaponTraits {
            name: &weapon.name,
            reach,
            hands: weapon.hands,
            magazine: weapon.magazine,
            modes: &weapon.modes,
            wants_company: weapon.blast > 0,
            aims_at_squares: weapon.blast > 0 && weapon.trigger.is_none(),
        }
    }

    /// Table SS-T7; what is thrown or launched goes one by one.
    fn rounds(weapon: &Weapon, mode: Option<FireMode>) -> u32 {
        let weapon = weapon.swan_song();
        let one = weapon.class == WeaponClass::Thrown || weapon.rocket;
        if one { 1 } else { pool::rounds_per_attack(mode) }
    }

    /// Archetypes name their fists, claws and teeth themselves.
    fn unarmed(_: &Sheet) -> Option<Weapon> {
        None
    }

    /// `SS-BASE-23`, `SS-BASE-24`.
    fn fresh(sheet: &Sheet, rules: &RuleSet) -> HealthState {
        HealthState::SwanSong(base::starting_vitals(sheet.swan_song(), switches(rules)))
    }

    fn purse(sheet: &Sheet, rules: &RuleSet) -> TurnBudget {
        turns::purse(sheet, rules)
    }

    /// Armour value and half Body. `SS-ATK-20`.
    fn soak(sheet: &Sheet, _: &HealthState, _: &RuleSet) -> u32 {
        worn::armour_value(sheet.swan_song())
    }

    /// `SS-BASE-25`.
    fn karma(sheet: &Sheet) -> u8 {
        sheet.swan_song().karma
    }

    /// Critters and vehicles have none.
    fn has_hands(sheet: &Sheet) -> bool {
        !matches!(sheet.swan_song().kind, UnitKind::Critter | UnitKind::Vehicle)
    }

    /// `SS-DMG-09`, `SS-DMG-22`.
    fn down(sheet: &Sheet, condition: &HealthState, _: &RuleSet) -> Option<DownState> {
        health::down_state(condition.swan_song(), sheet.swan_song().attributes.body)
    }

    fn structure(sheet: &Sheet) -> u32 {
        body_shield::structure(sheet)
    }

    fn wear(unit: &UnitSnapshot, points: u32, rules: &RuleSet) -> HealthState {
        body_shield::wear(unit, points, rules)
    }

    /// `SS-DMG-21`.
    fn is_dying(condition: &HealthState) -> bool {
        health::is_dying(condition.swan_song())
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

    fn about_to_fall(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        down: DownState,
        rules: &RuleSet,
    ) -> RuleResult<Vec<Effect>> {
        turns::about_to_fall(table, unit, down, rules)
    }

    fn pay(unit: &UnitSnapshot, request: ActionRequest<'_>, rules: &RuleSet) -> Result<Payment, CostError> {
        turns::pay(unit, request, rules)
    }

    fn price(unit: &UnitSnapshot, request: ActionRequest<'_>, rules: &RuleSet) -> String {
        turns::price(unit, request, rules)
    }

    fn pay_towards(
        unit: &UnitSnapshot,
        progress: ExtendedActionProgress,
    ) -> Result<(Payment, ExtendedActionProgress), CostError> {
        multiple_attacks::pay_towards(unit, progress)
    }

    /// What the target of an attack may always do. `SS-ATK-07`.
    fn habits() -> &'static [ReactionPrompt] {
        const HABITS: &[ReactionPrompt] = &[ReactionPrompt {
            clause: "SS-ATK-07",
            when: "when attacked",
            answers: &[
                ("standard", "Standard defence"),
                ("full_defense", "Full Defence"),
                ("dodge", "Dodge"),
                ("parry", "Parry"),
                ("block", "Block"),
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

    fn strikes(unit: &UnitSnapshot, mover: &UnitSnapshot, rules: &RuleSet) -> Vec<InterceptOption> {
        interception::strikes(unit, mover, rules)
    }

    fn is_stopped(unit: &UnitSnapshot, damage: u32) -> bool {
        interception::is_stopped(unit, damage)
    }

    fn evade(table: &mut impl Table, unit: &UnitSnapshot, rules: &RuleSet) -> RuleResult<u32> {
        interception::evade(table, unit, rules)
    }

    fn stays_concealed(unit: &UnitSnapshot, seen: bool, rules: &RuleSet) -> bool {
        surprise::stays_concealed(unit, seen, rules)
    }

    fn surprises() -> bool {
        surprise::surprises()
    }

    fn meet(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        meeting: &SurpriseContext<'_>,
        rules: &RuleSet,
    ) -> RuleResult<Vec<Effect>> {
        surprise::meet(table, unit, meeting, rules)
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

    fn blast(attacker: &UnitSnapshot, weapon: &Weapon, rules: &RuleSet) -> Option<BlastProfile> {
        area_attacks::blast(attacker, weapon, rules)
    }

    fn shares(attacks: &[AttackRequest]) -> Result<Vec<PoolShare>, RuleViolation> {
        multiple_attacks::shares(attacks)
    }

    // Attacks on barriers and squares.

    fn may_attack_barrier(request: &BarrierAttackRequest) -> Result<(), RuleViolation> {
        attacks::may_attack_barrier(request)
    }

    fn attack_barrier(table: &mut impl Table, request: &BarrierAttackRequest) -> RuleResult<ActionOutcome> {
        square_attacks::attack_barrier(table, request)
    }

    fn forecast_barrier(request: &BarrierAttackRequest) -> Option<Forecast> {
        forecast::forecast_barrier(request)
    }

    fn may_attack_square(request: &CellAttackRequest) -> Result<(), RuleViolation> {
        square_attacks::may_attack_square(request)
    }

    fn attack_square(table: &mut impl Table, request: &CellAttackRequest) -> RuleResult<ActionOutcome> {
        square_attacks::attack_square(table, request)
    }

    fn forecast_square(request: &CellAttackRequest) -> Option<Forecast> {
        square_attacks::forecast_square(request)
    }

    fn trigger(item: &Weapon) -> Option<DetonationTrigger> {
        multiple_attacks::trigger(item)
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

    fn deed_rounds(action: &str, rules: &RuleSet) -> Option<u32> {
        special_actions::deed_rounds(action, rules)
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

    /// Strength and Body; Agility for the feet. `AB-KNOCK-01`, `AB-KNOCK-03`.
    fn frame(unit: &UnitSnapshot, _: &RuleSet) -> KnockbackProfile {
        let attributes = &unit.sheet.swan_song().attributes;
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
        after_battle::encounter_ends(table, unit, rules)
    }

    fn rest(unit: &UnitSnapshot, rest: Rest, rules: &RuleSet) -> HealthState {
        after_battle::rest(unit, rest, rules)
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
