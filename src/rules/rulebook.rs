//! What a book answers: one trait, a question a function, with the answers of a book that has no rule of its own.
//!
//! A book implements [`Rulebook`] in its own folder and is registered in one line of `registry.rs`. The functions of
//! [`crate::play`] check what holds in every book and then ask the book of the unit, the weapon or the skirmish.

pub(crate) mod defaults;

use std::fmt::Debug;
use std::hash::Hash;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::knockback::profile::{ImpactSurface, KnockbackProfile};
use crate::rule_options::SwitchSet;
use crate::status::translation::Translation;
use crate::status::{
    AilmentTest, AttackProperties, Element, StatusOptions, TestModifier, TestResult, TestTrait,
};
use crate::turn_engine::extended_action::ExtendedActionProgress;
use crate::turn_engine::timed_items::DetonationTrigger;
use crate::turn_engine::{
    Action, ActionBudget, EngineSwitches, FireMode, InitiativeScore, action_cost, initiative,
};
use crate::{
    ActionOutcome, ActionRequest, AttackOption, AttackRequest, AvailableAction, BarrierAttackRequest,
    BarrierOnLine, BattleEvent, BlastProfile, BorrowedChapter, CellAttackRequest, CostError, DerivedStat,
    Detonation, DownState, Fall, Forecast, ForecastNote, Gauge, GroundConditions, Hazard, HazardExposure,
    HealthState, HeldWeapon, InterceptOption, MoveBudget, Odds, OutcomeSummary, Payment, PhaseStart,
    PoolShare, ReactionPrompt, Rest, RuleSet, RuleStep, RuleViolation, Sheet, SpecialAction, SprintOutcome,
    Stat, SurpriseContext, TargetSight, TreatmentOption, TurnBudget, UnitSnapshot, Weapon, WeaponTraits,
};
use dice::{Distribution, RuleResult, Table};
use model::UnitId;

/// A rulebook: what it says of itself, the data it keeps, and its answer to every question of the battlefield.
///
/// Static dispatch: implementors are types without values, and `Book` picks one.
pub trait Rulebook {
    // What the book is.

    /// Its name in files and on the command line: "swan_song".
    const ID: &'static str;
    /// Its name for players: "Swan Song".
    const NAME: &'static str;
    /// What playing it is like, in a line: its dice, its feel.
    const BLURB: &'static str;
    /// First part of its clauses' ids: "SS".
    const CLAUSE_PREFIX: &'static str;
    /// What a die that counts is called: one, and several.
    const SUCCESS_WORDS: (&'static str, &'static str) = ("success", "successes");
    /// Faces of its largest die, that of a borrowed chapter included.
    const LARGEST_DIE: u8;
    /// The chapters it takes from other books.
    const BORROWED_CHAPTERS: &'static [BorrowedChapter] = &[];
    /// Its column in the translation of ailments.
    const AILMENTS: &'static Translation;
    /// Light, fog and hard ground count in its fights, beyond what a step costs.
    const COUNTS_DIFFICULT_GROUND: bool = false;
    /// Units may try to slip past opponents. `SS-INTC-14`.
    const HAS_EVADING: bool = false;
    /// Several attacks may share one pool. `SS-MULTI-01`.
    const HAS_SHARED_POOLS: bool = false;
    /// What fills a square and falls to pieces lies there as rubble. `CS-COV-16`, `AB-OBJ-19`.
    const LEAVES_RUBBLE: bool = false;
    /// Want of air counts. `CS-SUFF-01`.
    const COUNTS_BREATH: bool = false;
    /// Its attacks work out by themselves whom a living shield takes a hit for. `AB-SHIELD-01`.
    const HAS_BODY_SHIELDS: bool = false;
    /// Hidden units surprise when they appear. `SS-SURP-05`.
    const HAS_SURPRISE: bool = false;
    /// It has a chapter of its own on grapples.
    const HAS_GRAPPLES: bool = false;
    /// It throws units about by a chapter of its own.
    const HAS_KNOCKBACK: bool = false;

    // Its data.

    /// The values of a fighter.
    type Sheet: Clone + Debug + Eq + Hash + Serialize + DeserializeOwned;
    /// A weapon.
    type Weapon: Clone + Debug + Eq + Hash + Serialize + DeserializeOwned;
    /// Harm and everything else that lasts beyond a turn.
    type HealthState: Clone + Debug + Ord + Hash + Serialize + DeserializeOwned;
    /// What a unit has used of its turn and can still pay: `PassBudget`, or the book's own.
    type TurnBudget: ActionBudget + Copy + Debug + Ord + Hash + Serialize + DeserializeOwned;
    /// Its rule switches, declared with `switches!`; `()` for none.
    type Switches: SwitchSet;

    /// Returns the name of a weapon: "assault rifle".
    fn weapon_name(weapon: &Self::Weapon) -> &str;

    /// Returns what a weapon carries besides harm.
    fn attack_properties(_weapon: &Self::Weapon) -> &AttackProperties {
        const { &AttackProperties::PLAIN }
    }

    /// Returns the element a weapon is made of.
    fn element(weapon: &Self::Weapon) -> Option<Element> {
        Self::attack_properties(weapon).element
    }

    /// Returns the radius of a weapon's explosion in metres, 0 where it states none.
    fn blast_radius(_weapon: &Self::Weapon) -> u32 {
        0
    }

    /// Returns the elements whose ailments do not touch a fighter.
    fn immunities(_sheet: &Self::Sheet) -> &[Element] {
        &[]
    }

    /// Returns the keys of the special actions that mend a unit (`heals`), or strengthen one. `CS-BRWA-02`,
    /// `CS-BRWA-03`.
    fn aid_keys(_sheet: &Self::Sheet, _heals: bool) -> Vec<&'static str> {
        Vec::new()
    }

    /// Tells whether a fighter would not harm the unit of this name. `CS-BRWA-09`.
    fn is_bonded_to(_sheet: &Self::Sheet, _name: &str) -> bool {
        false
    }

    /// Returns how many gauges, from the first on, are layers of one health: a blow goes through them in turn.
    /// `SS-DMG-05`.
    fn health_layers(_health: &Self::HealthState) -> usize {
        1
    }

    // Its switches.

    /// Makes the switches at their defaults, beside an engine with these switches.
    fn default_switches(_engine: &Arc<EngineSwitches>) -> Arc<Self::Switches> {
        Arc::default()
    }

    /// Takes up changed switches of the engine, where they are the book's own.
    fn follow_engine(_switches: &mut Arc<Self::Switches>, _engine: &Arc<EngineSwitches>) {}

    /// Returns how ailments are played.
    fn status_options(_switches: &Self::Switches) -> StatusOptions {
        StatusOptions::default()
    }

    // What a unit is, and how it is shown.

    /// Describes a weapon in these hands as far as the battlefield has to know it.
    fn weapon_traits<'a>(weapon: &'a Weapon, sheet: &Sheet, rules: &RuleSet) -> WeaponTraits<'a>;

    /// Counts the rounds that one attack takes from the magazine.
    fn rounds_per_attack(_weapon: &Weapon, _mode: Option<FireMode>) -> u32 {
        0
    }

    /// Returns what a unit fights with when its hands are empty, if its content names nothing.
    fn unarmed_weapon(_sheet: &Sheet) -> Option<Weapon> {
        None
    }

    /// Returns a unit's condition at the start of a fight.
    fn starting_health(sheet: &Sheet, rules: &RuleSet) -> HealthState;

    /// Returns what a unit can pay before the first round.
    fn starting_budget(sheet: &Sheet, rules: &RuleSet) -> TurnBudget;

    /// Returns what a unit's armour takes off a plain hit: dice, levels or points. As a barrier it is the unit's Armor.
    /// `SS-BARR-46`.
    fn soak(_sheet: &Sheet, _health: &HealthState, _rules: &RuleSet) -> u32 {
        0
    }

    /// Returns the Karma of a fresh unit, 0 without any. `SS-BASE-25`.
    fn starting_karma(_sheet: &Sheet) -> u8 {
        0
    }

    /// Tells whether a unit has hands to pick things up with.
    fn has_hands(_sheet: &Sheet) -> bool {
        true
    }

    /// Returns in what way a unit is out of the fight; `None` if it is not.
    fn down_state(sheet: &Sheet, health: &HealthState, rules: &RuleSet) -> Option<DownState>;

    /// Returns the Structure of a unit that an attack on another one has to cross. `SS-BARR-45`.
    fn structure_as_barrier(_sheet: &Sheet) -> u32 {
        0
    }

    /// Takes so many points off a unit that stood in the way as a barrier. `SS-BARR-47`.
    fn damage_as_barrier(unit: &UnitSnapshot, _points: u32, _rules: &RuleSet) -> HealthState {
        unit.condition.clone()
    }

    /// Tells whether a unit bleeds to death without help. `SS-DMG-23`.
    fn is_dying(_health: &HealthState) -> bool {
        false
    }

    /// Draws harm as the book does.
    fn gauges(sheet: &Sheet, health: &HealthState, rules: &RuleSet) -> Vec<Gauge>;

    /// Lists what the unit's turn still holds beyond points, in words: "Reaction", "1 defence reserved".
    fn turn_reserves(_unit: &UnitSnapshot, _rules: &RuleSet) -> Vec<String> {
        Vec::new()
    }

    /// Prints the sheet.
    fn sheet_stats(_sheet: &Sheet) -> Vec<Stat> {
        Vec::new()
    }

    /// Works out what matters of a unit now, with reasons: initiative, defence, soak, wounds.
    fn derived_stats(_unit: &UnitSnapshot, _rules: &RuleSet) -> Vec<DerivedStat> {
        Vec::new()
    }

    /// Works out what matters of a weapon in a unit's hands now, with reasons.
    fn derived_weapon_stats(_unit: &UnitSnapshot, _held: &HeldWeapon, _rules: &RuleSet) -> Vec<DerivedStat> {
        Vec::new()
    }

    /// Prints a weapon.
    fn weapon_stats(_weapon: &Weapon) -> Vec<Stat> {
        Vec::new()
    }

    /// Sums up a weapon in a unit's hands in one line: "DV 9, ARP 2, accuracy 5"; by default its `weapon_stats`.
    fn weapon_summary(_unit: &UnitSnapshot, weapon: &Weapon, _rules: &RuleSet) -> String {
        let stats =
            Self::weapon_stats(weapon).into_iter().map(|stat| format!("{} {}", stat.name, stat.value));
        stats.collect::<Vec<_>>().join(", ")
    }

    // Rounds, passes and phases.

    /// Rolls initiative for a round; `paid` is a point of Karma for more dice. By default `initiative_dice` and
    /// `initiative_attribute`. `SS-INIT-04`, `SS-INIT-07`.
    fn roll_initiative(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        _paid: bool,
        _rules: &RuleSet,
    ) -> RuleResult<InitiativeScore> {
        let (attribute, dice) = (Self::initiative_attribute(unit), Self::initiative_dice(&unit.sheet));
        initiative::roll_score(table, unit.id, attribute, dice)
    }

    /// Returns the part of the score that harm may change in mid-round. `SS-INIT-21`.
    fn initiative_attribute(unit: &UnitSnapshot) -> i32;

    /// Counts Initiative Dice before Karma. `SS-INIT-06`.
    fn initiative_dice(_sheet: &Sheet) -> u8 {
        1
    }

    /// Returns first and second tie-breaker of the order. `SS-INIT-10`.
    fn tie_breakers(_sheet: &Sheet) -> (u8, u8) {
        (0, 0)
    }

    /// Returns what a unit can pay in a round that begins, before its first pass: by default what it had.
    fn budget_at_round_start(unit: &UnitSnapshot, _rules: &RuleSet) -> TurnBudget {
        unit.budget
    }

    /// Returns what a unit can pay in a pass that begins: by default as at the start of the fight. `SS-ACT-24`.
    fn budget_at_pass_start(unit: &UnitSnapshot, rules: &RuleSet) -> TurnBudget {
        Self::starting_budget(&unit.sheet, rules)
    }

    /// Begins the phase of a unit whose place in the order has come; without points it is lost. `SS-ACT-34`.
    fn start_phase(_table: &mut impl Table, unit: &UnitSnapshot, _rules: &RuleSet) -> RuleResult<PhaseStart> {
        Ok(PhaseStart::with_points_left(unit, "no action points left for this phase", "SS-ACT-34"))
    }

    /// Asks a unit that ends its phase beside enemies it is not engaged with what it declares: nothing, by default.
    /// `CS-MEL-01`.
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

    /// Gives a unit that is about to fall a way out; it falls where nothing comes of it, as by default. `SS-FFYL-02`.
    fn avert_defeat(
        _table: &mut impl Table,
        _unit: &UnitSnapshot,
        _down: DownState,
        _rules: &RuleSet,
    ) -> RuleResult<Vec<RuleStep>> {
        Ok(Vec::new())
    }

    /// Pays for an action in the unit's own phase, or outside of it where that is allowed: by default the turn
    /// engine's price.
    ///
    /// # Errors
    /// Why it cannot; nothing is spent then.
    fn pay_action(
        unit: &UnitSnapshot,
        request: ActionRequest<'_>,
        rules: &RuleSet,
    ) -> Result<Payment, CostError> {
        defaults::pay_engine_price(unit, request.action, rules)
    }

    /// Returns the price of an action for its button: "free", "1 AP", or nothing.
    fn price_label(_unit: &UnitSnapshot, request: ActionRequest<'_>, rules: &RuleSet) -> String {
        action_cost(request.action, &rules.engine).label()
    }

    /// Puts what is left of a phase into an Extended Action. `SS-ACT-18`.
    ///
    /// # Errors
    /// Why it cannot; by default no action takes longer than a phase.
    fn pay_extended_action(
        _unit: &UnitSnapshot,
        _progress: ExtendedActionProgress,
    ) -> Result<(Payment, ExtendedActionProgress), CostError> {
        Err(RuleViolation::new("no action takes longer than a phase here", "SS-ACT-05").into())
    }

    /// Lists the book's own questions that may be answered for the rest of a fight.
    fn reaction_prompts() -> &'static [ReactionPrompt] {
        &[]
    }

    // Moving, meeting and noticing.

    /// Returns how far a unit can go.
    fn move_budget(unit: &UnitSnapshot, rules: &RuleSet) -> MoveBudget;

    /// Tells whether a unit may run; `announced` is a run announced before its attack. `SS-MOVE-17`.
    ///
    /// # Errors
    /// Why not.
    fn may_run(unit: &UnitSnapshot, _announced: bool, _rules: &RuleSet) -> Result<(), RuleViolation> {
        if unit.prone {
            return Err(RuleViolation::new("stand up before running", "SS-ACT-53"));
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

    /// Counts the squares of a path that a unit gets along, and what happens to it there: all of them, by default,
    /// whatever the ground. `CS-TER-03`.
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
    /// Why it cannot be paid.
    fn pay_interception(unit: &UnitSnapshot, rules: &RuleSet) -> Result<Payment, CostError> {
        Self::pay_action(unit, ActionRequest::for_action(Action::Intercept), rules)
    }

    /// Lists the blows with which a unit may meet one that passes by; none if it may not or cannot pay. By default one
    /// with every melee weapon in hand, bare hands among them. `SS-INTC-06`, `SS-INTC-07`, `SS-INTC-08`, `SS-INTC-13`,
    /// `SS-INTC-19`.
    fn intercept_options(unit: &UnitSnapshot, mover: &UnitSnapshot, rules: &RuleSet) -> Vec<InterceptOption> {
        defaults::intercept_options(unit, mover, rules)
    }

    /// Tells whether so much damage of such a blow ends a unit's movement: any, by default. `SS-INTC-11`.
    fn stops_movement(_unit: &UnitSnapshot, damage: u32) -> bool {
        damage > 0
    }

    /// Rolls slipping past opponents; returns how many of them do not get their blow: none, by default. `SS-INTC-14`.
    fn roll_evasion(_table: &mut impl Table, _unit: &UnitSnapshot, _rules: &RuleSet) -> RuleResult<u32> {
        Ok(0)
    }

    /// Lets a unit look for a hidden enemy at the start of its phase. `sight` lies between the two; `line_of_sight`
    /// says whether one leads there. `CS-UNA-06`.
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

    /// Tells whether a unit that hides still does where it stands now; `seen` by an enemy in plain sight. `CS-UNA-05`.
    fn stays_concealed(_unit: &UnitSnapshot, _seen: bool, _rules: &RuleSet) -> bool {
        false
    }

    /// Tests a unit before which enemies come that it may not have perceived. `SS-SURP-05`.
    fn roll_surprise(
        _table: &mut impl Table,
        _unit: &UnitSnapshot,
        _meeting: &SurpriseContext<'_>,
        _rules: &RuleSet,
    ) -> RuleResult<Vec<RuleStep>> {
        Ok(Vec::new())
    }

    // Attacks on units.

    /// Names an attack in the engine's terms.
    fn attack_action(weapon: &Weapon, mode: Option<FireMode>) -> Action;

    /// Lists other ways to attack with what a unit holds than the plain one.
    fn attack_options(_unit: &UnitSnapshot, _held: &HeldWeapon, _rules: &RuleSet) -> Vec<AttackOption> {
        Vec::new()
    }

    /// Tells whether a way of attacking asks who and what else is around. `AB-KNOCK-14`, `AB-KNOCK-15`.
    fn option_needs_bystanders(_manner: &str) -> bool {
        false
    }

    /// Tells whether a way of attacking is aimed at what its target holds, and harms the target not at all.
    /// `AB-OBJ-02`.
    fn option_spares_target(_manner: &str) -> bool {
        false
    }

    /// Tells whether an attack may be made at all, as far as distance, sight and weapon go.
    ///
    /// # Errors
    /// Why not.
    fn may_attack(request: &AttackRequest) -> Result<(), RuleViolation>;

    /// Resolves an attack on a unit.
    fn attack(table: &mut impl Table, request: &AttackRequest) -> RuleResult<ActionOutcome>;

    /// Works out the exact odds of an attack on a unit with everything that goes into them; `None` if they cannot be
    /// told.
    fn forecast(request: &AttackRequest) -> Option<Forecast>;

    /// Works out the odds alone, with the defence that a hurried player takes: for screens full of them. By default
    /// those of the forecast.
    fn preview(request: &AttackRequest) -> Option<Odds> {
        Self::forecast(request).map(|forecast| forecast.odds)
    }

    /// Works out what an attack that meets several units does to each of them, by id, its target first; empty if it
    /// meets its target alone, as by default. `CS-BASE-35`.
    fn area_outcomes(
        _request: &AttackRequest,
        _answers: &[String],
    ) -> Vec<(UnitId, Distribution<OutcomeSummary>)> {
        Vec::new()
    }

    /// Describes what a weapon with an area does around the place where it goes off; `None` if it strikes one target.
    /// `CS-BASE-35`, `SS-RULING-60`, `AB-AREA-02`.
    fn blast_profile(_attacker: &UnitSnapshot, _weapon: &Weapon, _rules: &RuleSet) -> Option<BlastProfile> {
        None
    }

    /// Shares one pool among several attacks that are made together, in their order. `SS-MULTI-05` to `SS-MULTI-16`.
    ///
    /// # Errors
    /// Why they cannot be made together; by default attacks are made one by one.
    fn split_pool(_attacks: &[AttackRequest]) -> Result<Vec<PoolShare>, RuleViolation> {
        Err(defaults::refuse_shared_pool())
    }

    // Attacks on barriers and squares.

    /// Tells whether an attack on a barrier segment may be made.
    ///
    /// # Errors
    /// Why not.
    fn may_attack_barrier(request: &BarrierAttackRequest) -> Result<(), RuleViolation>;

    /// Resolves an attack on a barrier segment. `SS-BARR-19`.
    fn attack_barrier(table: &mut impl Table, request: &BarrierAttackRequest) -> RuleResult<ActionOutcome>;

    /// Works out the exact odds of an attack on a barrier segment: damage is damage to the segment, out means a hole.
    fn forecast_barrier(request: &BarrierAttackRequest) -> Option<Forecast>;

    /// Measures what a whole barrier segment stands before it opens: its hit points, by default. `SS-BARR-01`.
    fn barrier_hit_points(barrier: &BarrierOnLine, _rules: &RuleSet) -> u32 {
        barrier.hit_points()
    }

    /// Tells whether an attack may be aimed at a square. `CS-BASE-35`.
    ///
    /// # Errors
    /// Why not; by default every attack is aimed at a unit or a barrier. `SS-ATK-06`.
    fn may_attack_square(request: &CellAttackRequest) -> Result<(), RuleViolation> {
        let text = format!("{} needs a target", request.weapon.name());
        Err(RuleViolation::new(text, "SS-ATK-06"))
    }

    /// Resolves an attack that is aimed at a square. `CS-BASE-35`.
    fn attack_square(_table: &mut impl Table, _request: &CellAttackRequest) -> RuleResult<ActionOutcome> {
        Ok(ActionOutcome::from_effects(Vec::new()))
    }

    /// Works out what comes of an attack that is aimed at a square: hit means there, damage is how many it catches.
    fn forecast_square(_request: &CellAttackRequest) -> Option<Forecast> {
        None
    }

    /// Returns what sets an item off that goes off by itself. Chapter TIMED.
    fn detonation_trigger(_item: &Weapon) -> Option<DetonationTrigger> {
        None
    }

    /// Sets an item off where it lies. Chapter TIMED.
    fn detonate(_table: &mut impl Table, _detonation: &Detonation) -> RuleResult<ActionOutcome> {
        Ok(ActionOutcome::from_effects(Vec::new()))
    }

    // Special actions.

    /// Lists what a unit may do besides what every book has: buttons of the action bar.
    fn available_actions(_unit: &UnitSnapshot, _rules: &RuleSet) -> Vec<AvailableAction> {
        Vec::new()
    }

    /// Tells whether a special action may be done now, and what it costs.
    ///
    /// # Errors
    /// Why not; a key that the book does not offer is refused too.
    fn pay_special_action(action: &SpecialAction<'_>, _rules: &RuleSet) -> Result<Payment, CostError> {
        Err(RuleViolation::new(format!("{} knows no `{}`", Self::NAME, action.key), "").into())
    }

    /// Resolves a special action that is paid.
    fn resolve_special_action(
        _table: &mut impl Table,
        _action: &SpecialAction<'_>,
        _rules: &RuleSet,
    ) -> RuleResult<ActionOutcome> {
        Ok(ActionOutcome::from_effects(Vec::new()))
    }

    /// Counts the rounds that a special action takes, all points of each; `None` if it is done at once. `SS-ACT-58`.
    fn special_action_rounds(_action: &str, _rules: &RuleSet) -> Option<u32> {
        None
    }

    /// Puts a unit in cover at the start of a fight, behind something of this height in centimetres. `CS-COV-03`.
    fn place_in_cover(unit: &UnitSnapshot, _cover_cm: u16, _rules: &RuleSet) -> Vec<RuleStep> {
        vec![RuleStep::Record(BattleEvent::CoverTaken { unit: unit.id })]
    }

    /// Tells whether a special action can be done while units are placed, before the first round. `CS-COV-03`.
    fn allowed_at_deployment(_action: &str, _rules: &RuleSet) -> bool {
        false
    }

    // Ailments, hazards, falls and flights.

    /// Returns what a test of a trait would be made with: a target number, or dice. The greater is the better.
    fn trait_value(unit: &UnitSnapshot, of: TestTrait, rules: &RuleSet) -> i32;

    /// Makes a test that an ailment asks for, in the book's column of the translation. `changes` are all modifiers.
    fn roll_trait_test(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        test: (TestTrait, &AilmentTest),
        changes: &[TestModifier],
        rules: &RuleSet,
    ) -> RuleResult<TestResult>;

    /// Returns what a round of flames leaves of a unit, and how much harm that is: none, by default. `CS-BURN-01`.
    fn resolve_burning(
        _table: &mut impl Table,
        unit: &UnitSnapshot,
        _rules: &RuleSet,
    ) -> RuleResult<(HealthState, u32)> {
        Ok((unit.condition.clone(), 0))
    }

    /// Harms a unit that enters harmful ground, or begins a phase on it; `None` without a rule for it. `AD-SPEC-01`.
    fn resolve_hazard(
        _table: &mut impl Table,
        _unit: &UnitSnapshot,
        _hazard: Hazard,
        _rules: &RuleSet,
    ) -> RuleResult<Option<HazardExposure>> {
        Ok(None)
    }

    /// Says what harmful ground does, in the book's measure, before a unit is on it: "damage 5EL".
    fn hazard_note(_hazard: Hazard, _rules: &RuleSet) -> Option<ForecastNote> {
        None
    }

    /// Harms a unit that falls from one height to another: not at all, by default. `CS-FALL-03`, `AD-SPEC-03`,
    /// `AB-KNOCK-26`.
    fn resolve_fall(
        _table: &mut impl Table,
        _unit: &UnitSnapshot,
        fall: Fall,
        _rules: &RuleSet,
    ) -> RuleResult<HazardExposure> {
        Ok(HazardExposure::unhurt_by_fall(fall, ""))
    }

    /// Says what a fall does, in the book's measure: "damage 3IC"; `None` if it does nothing to this unit.
    fn fall_note(_unit: &UnitSnapshot, _fall: Fall, _rules: &RuleSet) -> Option<ForecastNote> {
        None
    }

    /// Lists what a unit suffers besides, now that its condition is this one. `CS-FATG-04`, `CS-FATG-06`.
    fn aftereffects(_unit: &UnitSnapshot, _after: &HealthState, _rules: &RuleSet) -> Vec<RuleStep> {
        Vec::new()
    }

    /// Returns a unit's resistance to knockback: by default nothing moves it. Chapter KNOCK.
    fn knockback_profile(_unit: &UnitSnapshot, _rules: &RuleSet) -> KnockbackProfile {
        KnockbackProfile::IMMOVABLE
    }

    /// Harms a unit that crashes with so many metres of a flight left: by default as a fall over as many metres.
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

    /// Tells whether a unit that was thrown so far stands, and what trying cost: by default a test of Agility
    /// against the metres. `AB-KNOCK-03`, `AB-KNOCK-04`.
    fn roll_footing(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        metres: u32,
        rules: &RuleSet,
    ) -> RuleResult<(bool, Vec<RuleStep>)> {
        defaults::test_footing(table, unit, metres, rules)
    }

    // Before and after a fight.

    /// Returns what a unit brings from one fight into the next: all of its condition, by default.
    fn health_at_battle_start(health: &HealthState) -> HealthState {
        health.clone()
    }

    /// Returns what the end of a fight makes of a unit: nothing new, by default.
    fn health_after_battle(
        _table: &mut impl Table,
        unit: &UnitSnapshot,
        _rules: &RuleSet,
    ) -> RuleResult<HealthState> {
        Ok(unit.condition.clone())
    }

    /// Returns what rest makes of a unit: nothing new, by default.
    fn health_after_rest(unit: &UnitSnapshot, _rest: Rest, _rules: &RuleSet) -> HealthState {
        unit.condition.clone()
    }

    /// Lists what a unit may do for the wounded after the fight.
    fn treatment_options(_unit: &UnitSnapshot, _rules: &RuleSet) -> Vec<TreatmentOption> {
        Vec::new()
    }

    /// Tells whether one of `treatments` does anything for its target; without a target, for the unit itself.
    ///
    /// # Errors
    /// Why not; by default there is none.
    fn may_treat(action: &SpecialAction<'_>, _rules: &RuleSet) -> Result<(), RuleViolation> {
        let text = format!("{} knows no `{}` after a fight.", Self::NAME, action.key);
        Err(RuleViolation::new(text, ""))
    }

    /// Gives a treatment.
    fn resolve_treatment(
        _table: &mut impl Table,
        _action: &SpecialAction<'_>,
        _rules: &RuleSet,
    ) -> RuleResult<ActionOutcome> {
        Ok(ActionOutcome::from_effects(Vec::new()))
    }
}
