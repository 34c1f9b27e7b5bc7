//! The trait of rulebooks, with default methods for books without a rule of their own.
//!
//! A book implements [`Rulebook`] in its own folder and is registered in one line of `registry.rs`. The functions of
//! [`crate::play`] check what holds in every book and then call the book of the unit, the weapon or the skirmish.

pub(crate) mod defaults;

use std::fmt::Debug;
use std::hash::Hash;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::attack::fire_mode::FireMode;
use crate::knockback::profile::{ImpactSurface, KnockbackProfile};
use crate::lines::SharedRefusal;
use crate::rule_options::SwitchSet;
use crate::status::ailment_terms::AilmentTerms;
use crate::status::{
    AilmentTest, AttackProperties, Element, StatusOptions, TestModifier, TestResult, TestTrait,
};
use crate::turn_engine::extended_action::ExtendedActionProgress;
use crate::turn_engine::timed_items::DetonationTrigger;
use crate::turn_engine::{Action, ActionBudget, EngineSwitches, InitiativeScore, action_cost, initiative};
use crate::{
    ActionOutcome, ActionRequest, AttackOption, AttackRequest, AvailableAction, BarrierOnLine, BattleEvent,
    BlastProfile, BorrowedChapter, CostError, DerivedStat, Detonation, DownState, Fall, Forecast,
    ForecastNote, Gauge, GroundConditions, Hazard, HazardExposure, HealthState, HeldWeapon, InterceptOption,
    MoveBudget, Odds, OutcomeSummary, Payment, PhaseStart, PoolShare, ReactionPrompt, Rest, RuleSet,
    RuleStep, RuleViolation, Sheet, SpecialAction, SprintOutcome, Stat, SurpriseContext, TargetSight,
    TreatmentOption, TurnBudget, UnitAttack, UnitSnapshot, Weapon, WeaponTraits,
};
use dice::{Distribution, RuleResult, Table};
use model::UnitId;

pub(crate) use self::defaults::refuse_cell_target;

/// A rulebook: its description, its data types, and its rules.
///
/// Implementors are types without values; `Book` selects one by static dispatch. Functions without a body are required.
/// The others have the default of a book without that chapter: no special actions, no attack options, no sprint, or the
/// rule of the turn engine.
pub trait Rulebook {
    // Description.

    /// Name in files and on the command line: "swan_song".
    const ID: &'static str;
    /// Name for players: "Swan Song".
    const NAME: &'static str;
    /// Its dice and its style of play, in a line.
    const BLURB: &'static str;
    /// First part of its clause ids: "SS".
    const CLAUSE_PREFIX: &'static str;
    /// Name of a success: singular and plural.
    const SUCCESS_WORDS: (&'static str, &'static str) = ("success", "successes");
    /// Faces of its largest die, including borrowed chapters.
    const LARGEST_DIE: u8;
    /// Chapters that it borrows from other books.
    const BORROWED_CHAPTERS: &'static [BorrowedChapter] = &[];
    /// Its column of the ailment table.
    const AILMENTS: &'static AilmentTerms;
    /// Whether light, fog and difficult ground affect more than the cost of a step.
    const COUNTS_DIFFICULT_GROUND: bool = false;
    /// Whether units may try to evade interception. `SS-INTC-14`.
    const HAS_EVADING: bool = false;
    /// Whether its switches are in the rule set of every book, because others borrow its chapters.
    const LENDS_SWITCHES: bool = false;
    /// Whether several attacks may share one pool. `SS-MULTI-01`.
    const HAS_SHARED_POOLS: bool = false;
    /// Whether a destroyed obstacle that filled its square leaves rubble. `CS-COV-16`, `AB-OBJ-19`.
    const LEAVES_RUBBLE: bool = false;
    /// Whether units can suffocate. `CS-SUFF-01`.
    const HAS_SUFFOCATION: bool = false;
    /// Whether its attacks resolve hits on body shields themselves. `AB-SHIELD-01`.
    const HAS_BODY_SHIELDS: bool = false;
    /// Whether hidden units surprise when they appear. `SS-SURP-05`.
    const HAS_SURPRISE: bool = false;
    /// Whether it has its own chapter on grappling.
    const HAS_GRAPPLES: bool = false;
    /// Whether it has its own chapter on knockback.
    const HAS_KNOCKBACK: bool = false;

    // Data.

    /// The values of a unit.
    type Sheet: Clone + Debug + Eq + Hash + Serialize + DeserializeOwned;
    /// A weapon.
    type Weapon: Clone + Debug + Ord + Hash + Serialize + DeserializeOwned;
    /// Damage and other state that lasts beyond a turn.
    type HealthState: Clone + Debug + Ord + Hash + Serialize + DeserializeOwned;
    /// What a unit can still spend in its turn: the turn engine's `PassBudget`, or a type of its own.
    type TurnBudget: ActionBudget + Copy + Debug + Ord + Hash + Serialize + DeserializeOwned;
    /// Its rule switches, declared with `switches!`; `()` for none.
    type Switches: SwitchSet;

    /// Returns the name of a weapon: "assault rifle".
    fn weapon_name(weapon: &Self::Weapon) -> &str;

    /// Returns the properties of a weapon besides damage.
    fn attack_properties(_weapon: &Self::Weapon) -> &AttackProperties {
        const { &AttackProperties::PLAIN }
    }

    /// Returns the element of a weapon.
    fn element(weapon: &Self::Weapon) -> Option<Element> {
        Self::attack_properties(weapon).element
    }

    /// Returns the radius of a weapon's explosion in metres; 0 if it states none.
    fn blast_radius(_weapon: &Self::Weapon) -> u32 {
        0
    }

    /// Returns the elements whose ailments do not affect a unit.
    fn immunities(_sheet: &Self::Sheet) -> &[Element] {
        &[]
    }

    /// Returns the keys of the special actions that heal another unit (`heals`), or strengthen it. `CS-BRWA-02`,
    /// `CS-BRWA-03`.
    fn aid_keys(_sheet: &Self::Sheet, _heals: bool) -> Vec<&'static str> {
        Vec::new()
    }

    /// Returns whether a unit refuses to harm the unit of this name. `CS-BRWA-09`.
    fn is_bonded_to(_sheet: &Self::Sheet, _name: &str) -> bool {
        false
    }

    /// Returns the number of gauges, from the first on, that are layers of one health and take damage in turn.
    /// `SS-DMG-05`.
    fn health_layers(_health: &Self::HealthState) -> usize {
        1
    }

    // Switches.

    /// Returns the default switches of the book under these switches of the turn engine.
    fn default_switches(_engine: &Arc<EngineSwitches>) -> Arc<Self::Switches> {
        Arc::default()
    }

    /// Updates the switches after those of the engine have changed, if they hold them.
    fn follow_engine(_switches: &mut Arc<Self::Switches>, _engine: &Arc<EngineSwitches>) {}

    /// Returns the options for ailments.
    fn status_options(_switches: &Self::Switches) -> StatusOptions {
        StatusOptions::default()
    }

    // Units, weapons and their display.

    /// Returns what the battle needs of a weapon in the hands of a unit.
    fn weapon_traits<'a>(weapon: &'a Weapon, sheet: &Sheet, rules: &RuleSet) -> WeaponTraits<'a>;

    /// Returns the rounds that one attack takes from the magazine: none, by default.
    fn rounds_per_attack(_weapon: &Weapon, _mode: Option<FireMode>) -> u32 {
        0
    }

    /// Returns the weapon of a unit with empty hands, if its content names none.
    fn unarmed_weapon(_sheet: &Sheet) -> Option<Weapon> {
        None
    }

    /// Returns a unit's health at the start of a battle.
    fn starting_health(sheet: &Sheet, rules: &RuleSet) -> HealthState;

    /// Returns a unit's turn budget before the first round.
    fn starting_budget(sheet: &Sheet, rules: &RuleSet) -> TurnBudget;

    /// Returns what a unit's armour subtracts from a plain hit: dice, levels or points. As a barrier it is its Armor.
    /// `SS-BARR-46`.
    fn soak(_sheet: &Sheet, _health: &HealthState, _rules: &RuleSet) -> u32 {
        0
    }

    /// Returns a unit's Karma at the start of a battle. `SS-BASE-25`.
    fn starting_karma(_sheet: &Sheet) -> u8 {
        0
    }

    /// Returns whether a unit has hands to pick up items.
    fn has_hands(_sheet: &Sheet) -> bool {
        true
    }

    /// Returns how a unit is out of action; `None` if it is not.
    fn down_state(sheet: &Sheet, health: &HealthState, rules: &RuleSet) -> Option<DownState>;

    /// Returns the Structure of a unit that stands before the target of an attack. `SS-BARR-45`.
    fn structure_as_barrier(_sheet: &Sheet) -> u32 {
        0
    }

    /// Returns a unit's health after this damage to it as a barrier: unchanged, by default. `SS-BARR-47`.
    fn damage_as_barrier(unit: &UnitSnapshot, _points: u32, _rules: &RuleSet) -> HealthState {
        unit.condition.clone()
    }

    /// Returns whether a unit bleeds to death without help. `SS-DMG-23`.
    fn is_dying(_health: &HealthState) -> bool {
        false
    }

    /// Returns the gauges of a unit's health.
    fn gauges(sheet: &Sheet, health: &HealthState, rules: &RuleSet) -> Vec<Gauge>;

    /// Lists what a unit has left in its turn besides points: "Reaction", "1 defence reserved".
    fn turn_reserves(_unit: &UnitSnapshot, _rules: &RuleSet) -> Vec<String> {
        Vec::new()
    }

    /// Lists the values of a sheet.
    fn sheet_stats(_sheet: &Sheet) -> Vec<Stat> {
        Vec::new()
    }

    /// Computes a unit's present initiative, defence, soak, wounds and others, with their parts.
    fn derived_stats(_unit: &UnitSnapshot, _rules: &RuleSet) -> Vec<DerivedStat> {
        Vec::new()
    }

    /// Computes the present values of a weapon in a unit's hands, with their parts.
    fn derived_weapon_stats(_unit: &UnitSnapshot, _held: &HeldWeapon, _rules: &RuleSet) -> Vec<DerivedStat> {
        Vec::new()
    }

    /// Lists the values of a weapon.
    fn weapon_stats(_weapon: &Weapon) -> Vec<Stat> {
        Vec::new()
    }

    /// Describes a weapon in a unit's hands in one line: "DV 9, ARP 2, accuracy 5"; by default its `weapon_stats`.
    fn weapon_summary(_unit: &UnitSnapshot, weapon: &Weapon, _rules: &RuleSet) -> String {
        let stats =
            Self::weapon_stats(weapon).into_iter().map(|stat| format!("{} {}", stat.name, stat.value));
        stats.collect::<Vec<_>>().join(", ")
    }

    // Rounds, passes and phases.

    /// Rolls initiative for a round: `initiative_attribute` plus `initiative_dice`, by default. `paid` is a point of
    /// Karma for more dice. `SS-INIT-04`, `SS-INIT-07`.
    fn roll_initiative(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        _paid: bool,
        _rules: &RuleSet,
    ) -> RuleResult<InitiativeScore> {
        let (attribute, dice) = (Self::initiative_attribute(unit), Self::initiative_dice(&unit.sheet));
        initiative::roll_initiative(table, (unit.id, attribute), dice, 0, false)
    }

    /// Returns the part of the score that damage may change in mid-round. `SS-INIT-21`.
    fn initiative_attribute(unit: &UnitSnapshot) -> i32;

    /// Returns the number of Initiative Dice before Karma. `SS-INIT-06`.
    fn initiative_dice(_sheet: &Sheet) -> u8 {
        1
    }

    /// Returns the first and second tie-breaker of the turn order. `SS-INIT-10`.
    fn tie_breakers(_sheet: &Sheet) -> (u8, u8) {
        (0, 0)
    }

    /// Returns a unit's turn budget at the start of a round, before its first pass: unchanged, by default.
    fn budget_at_round_start(unit: &UnitSnapshot, _rules: &RuleSet) -> TurnBudget {
        unit.budget
    }

    /// Returns a unit's turn budget at the start of a pass: `starting_budget`, by default. `SS-ACT-24`.
    fn budget_at_pass_start(unit: &UnitSnapshot, rules: &RuleSet) -> TurnBudget {
        Self::starting_budget(&unit.sheet, rules)
    }

    /// Starts a unit's phase; without action points it is lost. `SS-ACT-34`.
    fn start_phase(_table: &mut impl Table, unit: &UnitSnapshot, _rules: &RuleSet) -> RuleResult<PhaseStart> {
        Ok(PhaseStart::with_points_left(unit, SharedRefusal::NoPoints, "SS-ACT-34"))
    }

    /// Asks a unit that ends its phase beside enemies whether it engages them: not at all, by default. `CS-MEL-01`.
    fn ask_to_engage(
        _table: &mut impl Table,
        _unit: &UnitSnapshot,
        _beside: impl FnOnce() -> Vec<UnitSnapshot>,
        _rules: &RuleSet,
    ) -> RuleResult<Vec<RuleStep>> {
        Ok(Vec::new())
    }

    /// Ends a unit's phase; unspent points stay for interrupts. `SS-ACT-23`.
    fn end_phase(
        _table: &mut impl Table,
        unit: &UnitSnapshot,
        _rules: &RuleSet,
    ) -> RuleResult<Vec<RuleStep>> {
        let after = unit.budget.end_phase();
        Ok(vec![RuleStep::SetTurnBudget { unit: unit.id, action: None, points: 0, after }])
    }

    /// Ends a round for a unit.
    fn end_round(
        _table: &mut impl Table,
        _unit: &UnitSnapshot,
        _rules: &RuleSet,
    ) -> RuleResult<Vec<RuleStep>> {
        Ok(Vec::new())
    }

    /// Returns what keeps a unit in action that is about to go out of action; empty if it does, as by default.
    /// `SS-FFYL-02`.
    fn avert_defeat(
        _table: &mut impl Table,
        _unit: &UnitSnapshot,
        _down: DownState,
        _rules: &RuleSet,
    ) -> RuleResult<Vec<RuleStep>> {
        Ok(Vec::new())
    }

    /// Pays an action: the turn engine's price, by default.
    ///
    /// # Errors
    /// Returns a `CostError` if the unit cannot pay; nothing is spent then.
    fn pay_action(
        unit: &UnitSnapshot,
        request: ActionRequest<'_>,
        rules: &RuleSet,
    ) -> Result<Payment, CostError> {
        defaults::pay_engine_price(unit, request.action, rules)
    }

    /// Returns the price of an action for its button: "free", "1 AP", or empty.
    fn price_label(_unit: &UnitSnapshot, request: ActionRequest<'_>, rules: &RuleSet) -> String {
        action_cost(request.action, &rules.engine).label()
    }

    /// Spends the rest of a phase on an Extended Action. `SS-ACT-18`.
    ///
    /// # Errors
    /// Returns a `CostError` if the unit cannot pay: always, by default, because no action takes longer than a phase.
    fn pay_extended_action(
        _unit: &UnitSnapshot,
        _progress: ExtendedActionProgress,
    ) -> Result<(Payment, ExtendedActionProgress), CostError> {
        Err(RuleViolation::new(SharedRefusal::NoExtendedActions, "SS-ACT-05").into())
    }

    /// Lists the book's prompts that a player may answer for the rest of a battle.
    fn reaction_prompts() -> &'static [ReactionPrompt] {
        &[]
    }

    // Movement, detection and surprise.

    /// Returns how far a unit can move.
    fn move_budget(unit: &UnitSnapshot, rules: &RuleSet) -> MoveBudget;

    /// Checks whether a unit may run: not while prone, by default. `announced` is a run announced before its attack.
    /// `SS-MOVE-17`.
    ///
    /// # Errors
    /// Returns a `RuleViolation` if it may not.
    fn may_run(unit: &UnitSnapshot, _announced: bool, _rules: &RuleSet) -> Result<(), RuleViolation> {
        if unit.prone {
            return Err(RuleViolation::new(SharedRefusal::StandUpFirst, "SS-ACT-53"));
        }
        Ok(())
    }

    /// Rolls a sprint; by default there is none, and `move_budget` returns 0 metres for it. `SS-MOVE-09`.
    fn roll_sprint(
        _table: &mut impl Table,
        _unit: &UnitSnapshot,
        _rules: &RuleSet,
    ) -> RuleResult<SprintOutcome> {
        Ok(SprintOutcome { metres: 0, effects: Vec::new() })
    }

    /// Returns the number of squares of a path that a unit crosses, and the effects on it: all of them, by default.
    /// `CS-TER-03`.
    fn cross_ground(
        _table: &mut impl Table,
        _unit: &UnitSnapshot,
        _action: Action,
        path: &[GroundConditions],
        _rules: &RuleSet,
    ) -> RuleResult<(usize, Vec<RuleStep>)> {
        Ok((path.len(), Vec::new()))
    }

    /// Pays for an interception. `SS-ACT-41`.
    ///
    /// # Errors
    /// Returns a `CostError` if the unit cannot pay.
    fn pay_interception(unit: &UnitSnapshot, rules: &RuleSet) -> Result<Payment, CostError> {
        Self::pay_action(unit, ActionRequest::for_action(Action::Intercept), rules)
    }

    /// Lists a unit's attacks on one that passes by; empty if it may not intercept or cannot pay. By default one with
    /// every melee weapon in hand, including bare hands. `SS-INTC-06`, `SS-INTC-07`, `SS-INTC-08`, `SS-INTC-13`,
    /// `SS-INTC-19`.
    fn intercept_options(unit: &UnitSnapshot, mover: &UnitSnapshot, rules: &RuleSet) -> Vec<InterceptOption> {
        defaults::intercept_options(unit, mover, rules)
    }

    /// Returns whether this damage of an interception ends a unit's movement: any, by default. `SS-INTC-11`.
    fn stops_movement(_unit: &UnitSnapshot, damage: u32) -> bool {
        damage > 0
    }

    /// Rolls to evade interception; returns the number of opponents that lose their attack: none, by default.
    /// `SS-INTC-14`.
    fn roll_evasion(_table: &mut impl Table, _unit: &UnitSnapshot, _rules: &RuleSet) -> RuleResult<u32> {
        Ok(0)
    }

    /// Resolves a unit's search for a hidden enemy at the start of its phase, with the sight between them and whether
    /// there is a line of sight. `CS-UNA-06`.
    fn detect_hidden_unit(
        _table: &mut impl Table,
        _unit: &UnitSnapshot,
        _hidden: &UnitSnapshot,
        _sight: &TargetSight,
        _line_of_sight: bool,
        _rules: &RuleSet,
    ) -> RuleResult<Vec<RuleStep>> {
        Ok(Vec::new())
    }

    /// Returns whether a hidden unit stays hidden; `seen` by an enemy in plain sight. `CS-UNA-05`.
    fn stays_concealed(_unit: &UnitSnapshot, _seen: bool, _rules: &RuleSet) -> bool {
        false
    }

    /// Tests whether a unit is surprised by enemies that appear. `SS-SURP-05`.
    fn roll_surprise(
        _table: &mut impl Table,
        _unit: &UnitSnapshot,
        _meeting: &SurpriseContext<'_>,
        _rules: &RuleSet,
    ) -> RuleResult<Vec<RuleStep>> {
        Ok(Vec::new())
    }

    // Attacks.

    /// Names an attack in the engine's terms.
    fn attack_action(weapon: &Weapon, mode: Option<FireMode>) -> Action;

    /// Lists the options of an attack with a held weapon, besides the normal attack.
    fn attack_options(_unit: &UnitSnapshot, _held: &HeldWeapon, _rules: &RuleSet) -> Vec<AttackOption> {
        Vec::new()
    }

    /// Returns whether an attack option needs the units and obstacles nearby. `AB-KNOCK-14`, `AB-KNOCK-15`.
    fn option_needs_bystanders(_option: &str) -> bool {
        false
    }

    /// Returns whether an attack option is aimed at what its target holds and does not harm the target. `AB-OBJ-02`.
    fn option_spares_target(_option: &str) -> bool {
        false
    }

    /// Checks whether target, distance, sight and weapon allow an attack.
    ///
    /// # Errors
    /// Returns a `RuleViolation` if they do not.
    fn may_attack(request: &AttackRequest) -> Result<(), RuleViolation>;

    /// Resolves an attack on a unit, a barrier segment or a square. `SS-BARR-19`, `CS-BASE-35`.
    fn attack(table: &mut impl Table, request: &AttackRequest) -> RuleResult<ActionOutcome>;

    /// Computes the exact odds of an attack with all their parts; `None` if they cannot be computed. For a barrier
    /// segment, damage is that to the segment, and out of action means a hole. For a square, a hit means that the
    /// attack reaches it, and damage is the number of units in the blast.
    fn forecast(request: &AttackRequest) -> Option<Forecast>;

    /// Computes the odds of an attack on a unit with the default defence, for lists of targets: those of the
    /// forecast, by default.
    fn preview(attack: UnitAttack<'_>) -> Option<Odds> {
        Self::forecast(attack.request).map(|forecast| forecast.odds)
    }

    /// Computes the outcomes of an area attack for each unit in it, the target first; empty if only the target is hit,
    /// as by default. `CS-BASE-35`.
    fn area_outcomes(
        _attack: UnitAttack<'_>,
        _answers: &[String],
    ) -> Vec<(UnitId, Distribution<OutcomeSummary>)> {
        Vec::new()
    }

    /// Returns the area of a weapon's blast; `None` if it has a single target.
    /// `CS-BASE-35`, `SS-RULING-60`, `AB-AREA-02`.
    fn blast_profile(_attacker: &UnitSnapshot, _weapon: &Weapon, _rules: &RuleSet) -> Option<BlastProfile> {
        None
    }

    /// Splits one pool among several attacks that are made together, in their order. `SS-MULTI-05` to `SS-MULTI-16`.
    ///
    /// # Errors
    /// Returns a `RuleViolation` if they cannot be made together: always, by default.
    fn split_pool(_attacks: &[UnitAttack<'_>]) -> Result<Vec<PoolShare>, RuleViolation> {
        Err(defaults::refuse_shared_pool())
    }

    /// Returns the damage that breaches an intact barrier segment: its hit points, by default. `SS-BARR-01`.
    fn barrier_hit_points(barrier: &BarrierOnLine, _rules: &RuleSet) -> u32 {
        barrier.hit_points()
    }

    /// Returns the trigger of an item that detonates by itself; `None` for others. Chapter TIMED.
    fn detonation_trigger(_item: &Weapon) -> Option<DetonationTrigger> {
        None
    }

    /// Detonates an item where it lies. Chapter TIMED.
    fn detonate(_table: &mut impl Table, _detonation: &Detonation) -> RuleResult<ActionOutcome> {
        Ok(ActionOutcome::from_effects(Vec::new()))
    }

    // Special actions.

    /// Lists a unit's actions besides those of every book: buttons of the action bar.
    fn available_actions(_unit: &UnitSnapshot, _rules: &RuleSet) -> Vec<AvailableAction> {
        Vec::new()
    }

    /// Checks and pays a special action.
    ///
    /// # Errors
    /// Returns a `CostError` if the action is not possible, or the book does not offer the key.
    fn pay_special_action(action: &SpecialAction<'_>, _rules: &RuleSet) -> Result<Payment, CostError> {
        let why = SharedRefusal::UnknownAction { book: Self::NAME, key: action.key.to_owned() };
        Err(RuleViolation::new(why, "").into())
    }

    /// Resolves a special action that is paid.
    fn resolve_special_action(
        _table: &mut impl Table,
        _action: &SpecialAction<'_>,
        _rules: &RuleSet,
    ) -> RuleResult<ActionOutcome> {
        Ok(ActionOutcome::from_effects(Vec::new()))
    }

    /// Returns the rounds that a special action takes with all their points; `None` if it is done at once.
    /// `SS-ACT-58`.
    fn special_action_rounds(_action: &str, _rules: &RuleSet) -> Option<u32> {
        None
    }

    /// Puts a unit in cover at the start of a battle, behind an obstacle of this height in centimetres. `CS-COV-03`.
    fn place_in_cover(unit: &UnitSnapshot, _cover_cm: u16, _rules: &RuleSet) -> Vec<RuleStep> {
        vec![RuleStep::Record(BattleEvent::CoverTaken { unit: unit.id })]
    }

    /// Returns whether a special action is possible during deployment. `CS-COV-03`.
    fn allowed_at_deployment(_action: &str, _rules: &RuleSet) -> bool {
        false
    }

    // Ailments, hazards, falls and knockback.

    /// Returns the target number or the dice of a test of a trait; the greater the better.
    fn trait_value(unit: &UnitSnapshot, of: TestTrait, rules: &RuleSet) -> i32;

    /// Rolls a test of a trait with all its modifiers, by the book's column of the ailment table.
    fn roll_trait_test(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        test: (TestTrait, &AilmentTest),
        changes: &[TestModifier],
        rules: &RuleSet,
    ) -> RuleResult<TestResult>;

    /// Returns a unit's health after a round of Burning, and the damage: none, by default. `CS-BURN-01`.
    fn resolve_burning(
        _table: &mut impl Table,
        unit: &UnitSnapshot,
        _rules: &RuleSet,
    ) -> RuleResult<(HealthState, u32)> {
        Ok((unit.condition.clone(), 0))
    }

    /// Resolves hazardous ground that a unit enters or begins its phase on; `None` without a rule for it.
    /// `AD-SPEC-01`.
    fn resolve_hazard(
        _table: &mut impl Table,
        _unit: &UnitSnapshot,
        _hazard: Hazard,
        _rules: &RuleSet,
    ) -> RuleResult<Option<HazardExposure>> {
        Ok(None)
    }

    /// Describes the damage of hazardous ground in the book's terms: "damage 5EL".
    fn hazard_note(_hazard: Hazard, _rules: &RuleSet) -> Option<ForecastNote> {
        None
    }

    /// Resolves a fall: without damage, by default. `CS-FALL-03`, `AD-SPEC-03`, `AB-KNOCK-26`.
    fn resolve_fall(
        _table: &mut impl Table,
        _unit: &UnitSnapshot,
        fall: Fall,
        _rules: &RuleSet,
    ) -> RuleResult<HazardExposure> {
        Ok(HazardExposure::unhurt_by_fall(fall, ""))
    }

    /// Describes the damage of a fall in the book's terms: "damage 3IC"; `None` if it does none to this unit.
    fn fall_note(_unit: &UnitSnapshot, _fall: Fall, _rules: &RuleSet) -> Option<ForecastNote> {
        None
    }

    /// Lists further effects of a unit's new health. `CS-FATG-04`, `CS-FATG-06`.
    fn aftereffects(_unit: &UnitSnapshot, _after: &HealthState, _rules: &RuleSet) -> Vec<RuleStep> {
        Vec::new()
    }

    /// Returns a unit's resistance to knockback: by default nothing moves it. Chapter KNOCK.
    fn knockback_profile(_unit: &UnitSnapshot, _rules: &RuleSet) -> KnockbackProfile {
        KnockbackProfile::IMMOVABLE
    }

    /// Resolves a collision with this many metres of knockback left: by default like a fall over as many metres.
    /// `AB-KNOCK-18`, `AB-KNOCK-26`.
    fn resolve_collision(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        metres: u32,
        _surface: ImpactSurface,
        rules: &RuleSet,
    ) -> RuleResult<HazardExposure> {
        crate::play::resolve_fall(table, unit, Fall { height_cm: 100 * metres, leapt: false }, rules)
    }

    /// Rolls whether a unit stays on its feet after knockback, and returns the effects of the test: by default a test
    /// of Agility against the metres. `AB-KNOCK-03`, `AB-KNOCK-04`.
    fn roll_footing(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        metres: u32,
        rules: &RuleSet,
    ) -> RuleResult<(bool, Vec<RuleStep>)> {
        defaults::test_footing(table, unit, metres, rules)
    }

    // After the battle.

    /// Returns a unit's health at the start of its next battle: unchanged, by default.
    fn health_at_battle_start(health: &HealthState) -> HealthState {
        health.clone()
    }

    /// Returns a unit's health after the end of a battle: unchanged, by default.
    fn health_after_battle(
        _table: &mut impl Table,
        unit: &UnitSnapshot,
        _rules: &RuleSet,
    ) -> RuleResult<HealthState> {
        Ok(unit.condition.clone())
    }

    /// Returns a unit's health after rest: unchanged, by default.
    fn health_after_rest(unit: &UnitSnapshot, _rest: Rest, _rules: &RuleSet) -> HealthState {
        unit.condition.clone()
    }

    /// Lists the treatments that a unit can give after the battle.
    fn treatment_options(_unit: &UnitSnapshot, _rules: &RuleSet) -> Vec<TreatmentOption> {
        Vec::new()
    }

    /// Checks whether one of `treatment_options` has a use for its target; without a target, for the unit itself.
    ///
    /// # Errors
    /// Returns a `RuleViolation` if it has none: always, by default.
    fn may_treat(action: &SpecialAction<'_>, _rules: &RuleSet) -> Result<(), RuleViolation> {
        let why = SharedRefusal::UnknownTreatment { book: Self::NAME, key: action.key.into() };
        Err(RuleViolation::new(why, ""))
    }

    /// Resolves a treatment.
    fn resolve_treatment(
        _table: &mut impl Table,
        _action: &SpecialAction<'_>,
        _rules: &RuleSet,
    ) -> RuleResult<ActionOutcome> {
        Ok(ActionOutcome::from_effects(Vec::new()))
    }
}

#[cfg(test)]
mod tests;
