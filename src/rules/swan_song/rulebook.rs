//! The implementation of [`Rulebook`]: its longer functions are in the files of this folder, one per subject.

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
use crate::rulebook::{
    AftermathRules, AttackRules, BarrierRules, BookDefinition, DetectionRules, DetonationRules,
    ForecastRules, HazardRules, InterceptionRules, KnockbackRules, MovementRules, Rulebook,
    SpecialActionRules, StatusRules, TurnRules, UnitDisplay, UnitRules,
};
use crate::status::ailment_terms::AilmentTerms;
use crate::status::{AilmentTest, AttackProperties, Element, TestModifier, TestResult, TestTrait};
use crate::swan_song::attack::pool;
use crate::swan_song::checks::base;
use crate::swan_song::damage::{armour as worn, health};
use crate::turn_engine::extended_action::ExtendedActionProgress;
use crate::turn_engine::timed_items::DetonationTrigger;
use crate::turn_engine::{Action, EngineSwitches, InitiativeScore, PassBudget};
use crate::{
    ActionOutcome, ActionRequest, AttackOption, AttackRequest, AvailableAction, BlastProfile,
    BorrowedChapter, CostError, DerivedStat, Detonation, DownState, Fall, FireMode, Forecast, ForecastNote,
    Gauge, HazardExposure, HealthState, HeldWeapon, InterceptOption, MoveBudget, Odds, Payment, PhaseStart,
    PoolShare, ReactionPrompt, Rest, RuleSet, RuleStep, RuleViolation, Sheet, SpecialAction, SprintOutcome,
    Stat, SurpriseContext, TreatmentOption, TurnBudget, UnitAttack, UnitSnapshot, Weapon, WeaponReach,
    WeaponTraits,
};
use dice::{RuleResult, Table};

use super::{Fighter, UnitKind, WeaponClass};
use crate::swan_song::barriers::body_shield as shielding;

/// The unit's sheet with the burden of the body it carries. `SS-BARR-48`.
fn burdened_sheet(unit: &UnitSnapshot) -> Arc<super::Sheet> {
    let mut sheet = unit.sheet.swan_song().clone();
    if let Some(carried) = &unit.carries {
        let (body, strength) = (carried.sheet.swan_song().attributes.body, sheet.attributes.strength);
        Arc::make_mut(&mut sheet).carried = shielding::carrying_burden(body, strength);
    }
    sheet
}

/// The unit as this book's rules see it.
pub fn fighter(unit: &UnitSnapshot) -> Fighter {
    Fighter {
        id: unit.id,
        sheet: burdened_sheet(unit),
        vitals: *unit.condition.swan_song(),
        action_points: unit.budget.swan_song().points,
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

/// Wraps a turn budget of this book.
fn wrap_turn_budget(budget: crate::turn_engine::budget::PassBudget) -> TurnBudget {
    TurnBudget::SwanSong(budget)
}

/// A weapon of this book.
fn arm_of(weapon: &Weapon) -> Arc<super::Weapon> {
    weapon.swan_song().clone()
}

/// The rulebook Swan Song.
#[derive(Clone, Copy, Debug)]
pub struct SwanSongRulebook;

impl Rulebook for SwanSongRulebook {}

impl BookDefinition for SwanSongRulebook {
    const ID: &'static str = "swan_song";
    const NAME: &'static str = "Swan Song";
    const BLURB: &'static str =
        "Handfuls of d6, 5 and 6 hit, limits cap them. Action points, several passes a round, deadly bursts.";
    const CLAUSE_PREFIX: &'static str = "SS";
    const SUCCESS_WORDS: (&'static str, &'static str) = ("hit", "hits");
    const LARGEST_DIE: u8 = 10; // of the scatter it borrows
    const BORROWED_CHAPTERS: &'static [BorrowedChapter] = borrowed_chapters::BORROWED;
    const AILMENTS: &'static AilmentTerms = &status::AILMENTS;
    const HAS_EVADING: bool = true;
    const LENDS_SWITCHES: bool = true;
    const HAS_SHARED_POOLS: bool = true;
    const HAS_SURPRISE: bool = true;

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

    fn default_switches(engine: &Arc<EngineSwitches>) -> Arc<Self::Switches> {
        Arc::new(super::Switches { engine: engine.clone(), ..super::Switches::default() })
    }

    fn follow_engine(switches: &mut Arc<Self::Switches>, engine: &Arc<EngineSwitches>) {
        Arc::make_mut(switches).engine = engine.clone();
    }
}

impl UnitRules for SwanSongRulebook {
    /// `SS-BASE-16`, `SS-ACT-45`.
    fn weapon_traits<'a>(weapon: &'a Weapon, sheet: &Sheet, _: &RuleSet) -> WeaponTraits<'a> {
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
            needs_bystanders: weapon.blast > 0,
            aims_at_squares: weapon.blast > 0 && weapon.trigger.is_none(),
        }
    }

    /// Table SS-T7; what is thrown or launched goes one by one.
    fn rounds_per_attack(weapon: &Weapon, mode: Option<FireMode>) -> u32 {
        let weapon = weapon.swan_song();
        let one = weapon.class == WeaponClass::Thrown || weapon.rocket;
        if one { 1 } else { pool::rounds_per_attack(mode) }
    }

    /// `SS-BASE-23`, `SS-BASE-24`.
    fn starting_health(sheet: &Sheet, rules: &RuleSet) -> HealthState {
        HealthState::SwanSong(base::starting_vitals(sheet.swan_song(), switches(rules)))
    }

    fn starting_budget(sheet: &Sheet, rules: &RuleSet) -> TurnBudget {
        turns::starting_budget(sheet, rules)
    }

    /// Armour value and half Body. `SS-ATK-20`.
    fn soak(sheet: &Sheet, _: &HealthState, _: &RuleSet) -> u32 {
        worn::armour_value(sheet.swan_song())
    }

    /// `SS-BASE-25`.
    fn starting_karma(sheet: &Sheet) -> u8 {
        sheet.swan_song().karma
    }

    /// Critters and vehicles have none.
    fn has_hands(sheet: &Sheet) -> bool {
        !matches!(sheet.swan_song().kind, UnitKind::Critter | UnitKind::Vehicle)
    }

    /// `SS-DMG-09`, `SS-DMG-22`.
    fn down_state(sheet: &Sheet, condition: &HealthState, _: &RuleSet) -> Option<DownState> {
        health::down_state(condition.swan_song(), sheet.swan_song().attributes.body)
    }

    /// `SS-DMG-21`.
    fn is_dying(condition: &HealthState) -> bool {
        health::is_dying(condition.swan_song())
    }
}

impl UnitDisplay for SwanSongRulebook {
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

impl TurnRules for SwanSongRulebook {
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

    fn end_round(table: &mut impl Table, unit: &UnitSnapshot, rules: &RuleSet) -> RuleResult<Vec<RuleStep>> {
        turns::end_round(table, unit, rules)
    }

    fn avert_defeat(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        down: DownState,
        rules: &RuleSet,
    ) -> RuleResult<Vec<RuleStep>> {
        turns::avert_defeat(table, unit, down, rules)
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

    fn pay_extended_action(
        unit: &UnitSnapshot,
        progress: ExtendedActionProgress,
    ) -> Result<(Payment, ExtendedActionProgress), CostError> {
        multiple_attacks::pay_extended_action(unit, progress)
    }

    /// The choice of a defence. `SS-ATK-07`.
    fn reaction_prompts() -> &'static [ReactionPrompt] {
        const PROMPTS: &[ReactionPrompt] = &[ReactionPrompt {
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
        PROMPTS
    }
}

impl MovementRules for SwanSongRulebook {
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

impl InterceptionRules for SwanSongRulebook {
    fn intercept_options(unit: &UnitSnapshot, mover: &UnitSnapshot, rules: &RuleSet) -> Vec<InterceptOption> {
        interception::intercept_options(unit, mover, rules)
    }

    fn stops_movement(unit: &UnitSnapshot, damage: u32) -> bool {
        interception::stops_movement(unit, damage)
    }

    fn roll_evasion(table: &mut impl Table, unit: &UnitSnapshot, rules: &RuleSet) -> RuleResult<u32> {
        interception::roll_evasion(table, unit, rules)
    }
}

impl DetectionRules for SwanSongRulebook {
    fn stays_concealed(unit: &UnitSnapshot, seen: bool, rules: &RuleSet) -> bool {
        surprise::stays_concealed(unit, seen, rules)
    }

    fn roll_surprise(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        meeting: &SurpriseContext<'_>,
        rules: &RuleSet,
    ) -> RuleResult<Vec<RuleStep>> {
        surprise::roll_surprise(table, unit, meeting, rules)
    }
}

impl AttackRules for SwanSongRulebook {
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

    fn split_pool(attacks: &[UnitAttack<'_>]) -> Result<Vec<PoolShare>, RuleViolation> {
        multiple_attacks::split_pool(attacks)
    }
}

impl ForecastRules for SwanSongRulebook {
    fn forecast(request: &AttackRequest) -> Option<Forecast> {
        forecast::forecast(request)
    }

    fn preview(attack: UnitAttack<'_>) -> Option<Odds> {
        forecast::preview(attack)
    }
}

impl DetonationRules for SwanSongRulebook {
    fn blast_profile(attacker: &UnitSnapshot, weapon: &Weapon, rules: &RuleSet) -> Option<BlastProfile> {
        area_attacks::blast_profile(attacker, weapon, rules)
    }

    fn detonation_trigger(item: &Weapon) -> Option<DetonationTrigger> {
        multiple_attacks::detonation_trigger(item)
    }

    fn detonate(table: &mut impl Table, detonation: &Detonation) -> RuleResult<ActionOutcome> {
        square_attacks::detonate(table, detonation)
    }
}

impl BarrierRules for SwanSongRulebook {
    fn structure_as_barrier(sheet: &Sheet) -> u32 {
        body_shield::structure_as_barrier(sheet)
    }

    fn damage_as_barrier(unit: &UnitSnapshot, points: u32, rules: &RuleSet) -> HealthState {
        body_shield::damage_as_barrier(unit, points, rules)
    }
}

impl SpecialActionRules for SwanSongRulebook {
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

    fn special_action_rounds(action: &str, rules: &RuleSet) -> Option<u32> {
        special_actions::special_action_rounds(action, rules)
    }
}

impl StatusRules for SwanSongRulebook {
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

impl HazardRules for SwanSongRulebook {
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

impl KnockbackRules for SwanSongRulebook {
    /// Strength and Body; Agility for footing. `AB-KNOCK-01`, `AB-KNOCK-03`.
    fn knockback_profile(unit: &UnitSnapshot, _: &RuleSet) -> KnockbackProfile {
        let attributes = &unit.sheet.swan_song().attributes;
        let [strength, body, agility] =
            [attributes.strength, attributes.body, attributes.agility].map(u32::from);
        KnockbackProfile { mass: strength + body, steady_m: agility, lethal_above: body }
    }
}

impl AftermathRules for SwanSongRulebook {
    fn health_after_battle(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        rules: &RuleSet,
    ) -> RuleResult<HealthState> {
        after_battle::health_after_battle(table, unit, rules)
    }

    fn health_after_rest(unit: &UnitSnapshot, rest: Rest, rules: &RuleSet) -> HealthState {
        after_battle::health_after_rest(unit, rest, rules)
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
